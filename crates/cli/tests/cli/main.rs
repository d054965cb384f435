//! The program: what its commands print, and how they end.
mod query;
mod validate;

use std::process::Output;

use serde_json::Value;

/// What was printed.
pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the output is text")
}

/// Every line that was printed.
pub fn answers(output: &Output) -> Vec<Value> {
    let lines = text(&output.stdout).lines();
    lines
        .map(|line| serde_json::from_str(line).expect("every line is JSON"))
        .collect()
}

/// The exit status.
pub fn status(output: &Output) -> i32 {
    output.status.code().expect("it was not killed")
}
