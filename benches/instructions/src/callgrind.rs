//! Counts instructions. The program runs itself under callgrind, once per query, so that no query sees what another one
//! left in memory.

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::process::Command;

use crate::code::Code;
use crate::queries::{Ask, QUERIES};

/// The argument that makes the program run one query. The name of the query follows it.
pub const ASK: &str = "--ask";

/// Returns the number of instructions of a query. Its profile stays in the target folder, for `callgrind_annotate`.
pub fn count(name: &str) -> Result<u64, String> {
    let text = profiled(name, &[])?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: "));
    match total.and_then(|total| total.parse().ok()) {
        None | Some(0) => Err(format!("{name}: its profile counts nothing")),
        Some(count) => Ok(count),
    }
}

/// Returns how much code a query runs.
pub fn code(name: &str) -> Result<Code, String> {
    let text = profiled(name, &["--dump-instr=yes", "--dump-line=no"])?;
    Ok(Code::of_profile(&text))
}

/// Runs a query under callgrind and returns its profile.
fn profiled(name: &str, options: &[&str]) -> Result<String, String> {
    let profile = profile_of(name)?;
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--toggle-collect=*counted_part*"])
        .args(options)
        .arg(format!("--callgrind-out-file={}", profile.display()))
        .arg(program)
        .args([ASK, name])
        .output()
        .map_err(|error| format!("valgrind cannot be run, is it installed? {error}"))?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{name}: {}\n{messages}", output.status));
    }
    fs::read_to_string(&profile).map_err(|error| format!("{}: {error}", profile.display()))
}

/// Returns the path of a query's profile. For `first axis, f64` this is `target/callgrind/first_axis_f64.out`.
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

/// Runs the query twice, and counts the second run.
///
/// By then the one-time work of the allocator and the loader is done.
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

/// Runs the query. Callgrind knows this function by its name, and counts from its entry to its return.
#[inline(never)]
fn counted_part(query: &Ask) -> bool {
    // keeps the call out of tail position, as it must return to this function
    black_box(query())
}
