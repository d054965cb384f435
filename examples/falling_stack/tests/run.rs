//! The program, run as a user runs it.

use std::path::Path;
use std::process::Command;

#[test]
fn a_small_stack_falls_and_is_drawn() {
    let picture = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stack.svg");
    let mut program = Command::new(env!("CARGO_BIN_EXE_falling-stack"));
    program.args(["--count", "4", "--seconds", "1", "--every", "20", "--svg"]);
    let output = program.arg(&picture).output().expect("it starts");
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).expect("text");
    assert!(
        printed.contains("4 blocks, a bullet and a floor"),
        "{printed}"
    );
    let drawn = std::fs::read_to_string(&picture).expect("a picture");
    assert!(
        drawn.starts_with("<svg") && drawn.contains("<polygon"),
        "{drawn}"
    );
}
