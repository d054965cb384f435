//! Tests of the program: what its commands print, and their exit status.

mod choices;
mod formats;
mod pairs;
mod query;
#[cfg(feature = "parquet")]
mod tables;
mod validate;

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// Runs the program in a folder.
pub fn program(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_photofinish"));
    let output = command.current_dir(folder).args(words).output();
    output.expect("the program starts")
}

/// Returns the printed text.
pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the output is text")
}

/// Returns every printed line as JSON.
pub fn answers(output: &Output) -> Vec<Value> {
    let lines = text(&output.stdout).lines();
    lines
        .map(|line| serde_json::from_str(line).expect("every line is JSON"))
        .collect()
}

/// Returns the exit status.
pub fn status(output: &Output) -> i32 {
    output.status.code().expect("it was not killed")
}
