//! Counting: this program runs itself under callgrind, once per query, so that no query sees what another one left in
//! memory.

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::process::Command;

use crate::queries::{Ask, QUERIES};

/// The argument that asks one query, followed by its name.
pub const ASK: &str = "--ask";

/// How many instructions the query takes. The profile is left in the target folder, for `callgrind_annotate`.
pub fn count(name: &str) -> Result<u64, String> {
    let profile = profile_of(name)?;
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--toggle-collect=*counted_part*"])
        .arg(format!("--callgrind-out-file={}", profile.display()))
        .arg(program)
        .args([ASK, name])
        .output()
        .map_err(|error| format!("valgrind cannot be run, is it installed? {error}"))?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{name}: {}\n{messages}", output.status));
    }
    let text =
        fs::read_to_string(&profile).map_err(|error| format!("{}: {error}", profile.display()))?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: "));
    match total.and_then(|total| total.parse().ok()) {
        None | Some(0) => Err(format!("{name}: {} counts nothing", profile.display())),
        Some(count) => Ok(count),
    }
}

/// `first axis, f64` is at `target/callgrind/first_axis_f64.out`.
fn profile_of(name: &str) -> Result<PathBuf, String> {
    let words: Vec<_> = name
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let target = program.ancestors().nth(2).ok_or("no target folder")?;
    let folder = target.join("callgrind");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder.join(words.join("_") + ".out"))
}

/// Asks the query twice; the second time is counted.
///
/// By then the allocator and the loader have done what they do once.
pub fn ask(name: &str) -> Result<(), String> {
    let (_, make) = QUERIES
        .iter()
        .find(|(query, _)| *query == name)
        .ok_or_else(|| format!("{name}: no such query"))?;
    let query = make();
    if query() && counted_part(&query) {
        Ok(())
    } else {
        Err(format!("{name}: another answer than the query is here for"))
    }
}

/// Callgrind counts from entry to return, and knows the function by its name.
#[inline(never)]
fn counted_part(query: &Ask) -> bool {
    // not in tail position: the call must return here
    black_box(query())
}
