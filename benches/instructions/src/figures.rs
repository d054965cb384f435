//! Reads and writes the committed figures.

use std::env::consts::{ARCH, OS};
use std::fmt::Write;
use std::fs;
use std::process::Command;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/figures.txt");

const HEAD: &str = "\
# Instructions per query. Written by `cargo run --profile instructions -p photofinish-instructions -- --renew`.
";

/// The committed counts of the queries.
#[derive(Default)]
pub struct Figures {
    /// The compiler and the platform of the counts.
    compiler: String,
    counts: Vec<(String, u64)>,
}

impl Figures {
    /// Reads the committed figures.
    pub fn read() -> Result<Self, String> {
        let text = fs::read_to_string(PATH).map_err(|error| format!("{PATH}: {error}"))?;
        let mut figures = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if line.starts_with("rustc ") {
                figures.compiler = line.to_owned();
                continue;
            }
            let (count, name) = line
                .trim_start()
                .split_once(' ')
                .and_then(|(count, name)| Some((count.parse().ok()?, name.trim_start())))
                .ok_or_else(|| format!("{PATH}: not a figure: {line:?}"))?;
            figures.add(name, count);
        }
        Ok(figures)
    }

    /// Returns an empty set of figures for the present compiler.
    pub fn of_this_compiler() -> Result<Self, String> {
        Ok(Self {
            compiler: this_compiler()?,
            counts: Vec::new(),
        })
    }

    /// Returns the figure of a query.
    pub fn of(&self, name: &str) -> Option<u64> {
        let mut counts = self.counts.iter();
        counts.find_map(|(query, count)| (query == name).then_some(*count))
    }

    /// Returns the names of the queries that have a figure.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.counts.iter().map(|(name, _)| name.as_str())
    }

    pub fn add(&mut self, name: &str, count: u64) {
        self.counts.push((name.to_owned(), count));
    }

    pub fn write(&self) -> Result<(), String> {
        let mut text = format!("{HEAD}{}\n", self.compiler);
        for (name, count) in &self.counts {
            writeln!(text, "{count:>8}  {name}").map_err(|error| error.to_string())?;
        }
        fs::write(PATH, text).map_err(|error| format!("{PATH}: {error}"))
    }

    /// Returns a remark if the figures are of another compiler or platform than this program.
    pub fn other_compiler(&self) -> Result<Option<String>, String> {
        let this = this_compiler()?;
        let figures = &self.compiler;
        Ok((this != *figures).then(|| {
            format!(
                "the figures are of {figures}, this is {this}: if only that changed, renew them"
            )
        }))
    }
}

fn this_compiler() -> Result<String, String> {
    let output = Command::new("rustc")
        .arg("--version")
        .output()
        .map_err(|error| format!("rustc --version: {error}"))?;
    let version = String::from_utf8_lossy(&output.stdout);
    Ok(format!("{} on {ARCH} {OS}", version.trim()))
}
