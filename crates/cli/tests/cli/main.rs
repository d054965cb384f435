//! Tests of the program: what its commands print, and their exit status.

mod choices;
mod formats;
mod pairs;
mod query;
#[cfg(feature = "parquet")]
mod tables;
mod validate;

use std::process::Output;

use serde_json::Value;

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
