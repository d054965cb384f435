//! Tests of `photofinish query`: what it prints, which answers it finds wrong, and its exit status.

use std::fs;
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

use crate::{answers, status, text};

/// A ball of radius 1/2 falls on the unit cube. They touch at time 0.5.
const FALLING: &str = r#"{"id":"falling","family":"space","kind":"time_of_impact","a":{"shape":{"cuboid":{"half":[0.5,0.5,0.5]}},"pos":[0,0,0]},"b":{"shape":{"ball":{"r":0.5}},"pos":[0,2,0],"linvel":[0,-2,0]},"expected":{"hit":true,"toi":0.5,"normal":[0,1,0]}}"#;
/// A bar turns past a disc in the plane without touching it.
const PASSING: &str = r#"{"id":"passing","family":"plane","kind":"time_of_impact","a":{"shape":{"cuboid":{"half":[1,0.1]}},"pos":[0,0],"angvel":3},"b":{"shape":{"ball":{"r":0.5}},"pos":[0,2],"linvel":[1,0]},"expected":{"hit":false,"min_dist":0.5}}"#;
/// Two discs overlap by 1/2 from the start.
const OVERLAPPING: &str = r#"{"id":"overlapping","kind":"time_of_impact","a":{"shape":{"ball":{"r":1}},"pos":[0,0]},"b":{"shape":{"ball":{"r":1}},"pos":[1.5,0],"linvel":[1,0]},"expected":{"hit":true,"toi":0}}"#;

fn start(options: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_photofinish"));
    let command = command.args(["query", "-"]).args(options);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let child = command.stderr(Stdio::piped()).spawn();
    child.expect("the program starts")
}

/// Writes lines to the program, and returns what it says. Writing fails if the program ends before it has read them.
fn finish(mut child: Child, lines: &[&str]) -> Output {
    let mut input = child.stdin.take().expect("it has an input");
    for line in lines {
        let _ = writeln!(input, "{line}");
    }
    drop(input);
    child.wait_with_output().expect("the program ends")
}

/// Runs `photofinish query` with these options on these lines.
fn query(options: &[&str], lines: &[&str]) -> Output {
    finish(start(options), lines)
}

/// Returns the number in the last row (`all`) of a column of the table that `--check` prints.
fn count(output: &Output, column: &str) -> u32 {
    // Two spaces or more separate the columns, because some names contain one space.
    let cells = |start: &str| -> Vec<&str> {
        let row = text(&output.stdout)
            .lines()
            .find(|line| line.starts_with(start));
        let cells = row.expect("a row").split("  ").map(str::trim);
        cells.filter(|cell| !cell.is_empty()).collect()
    };
    let index = cells("").iter().position(|name| *name == column);
    let cell = cells("all ")[index.expect("a column")];
    cell.parse().expect("a number")
}

fn number(answer: &Value, key: &str) -> f64 {
    let number = answer[key].as_f64();
    number.unwrap_or_else(|| panic!("{key} in {answer}"))
}

#[test]
fn times_of_impact_are_answered_in_both_dimensions_and_scalars() {
    for (scalar, error) in [("f32", 1e-3), ("f64", 1e-7)] {
        let output = query(&["--scalar", scalar], &[FALLING, PASSING, OVERLAPPING]);
        assert_eq!(status(&output), 0, "{output:?}");
        let answers = answers(&output);
        let [falling, passing, overlapping] = answers.as_slice() else {
            panic!("three answers, not {answers:?}");
        };
        assert_eq!(falling["id"], "falling");
        assert_eq!(falling["outcome"], "impact");
        let time = number(falling, "time");
        assert!(time <= 0.5 && time > 0.5 - error, "{falling}");
        assert!(number(falling, "distance") <= error, "{falling}");
        assert_eq!(falling["normal"].as_array().map(Vec::len), Some(3));
        assert!((falling["witness_a"][1].as_f64().expect("a number") - 0.5).abs() <= error);
        assert!(falling["statistics"]["gjk_runs"].as_u64() > Some(0));
        assert!(falling["nanoseconds"].as_u64() > Some(0));

        assert_eq!(passing["outcome"], "separated");
        assert!(number(passing, "clearance") > 0.0);
        assert_eq!(passing["time"], Value::Null);

        assert_eq!(overlapping["outcome"], "overlapping");
        assert_eq!(number(overlapping, "time"), 0.0);
        assert!((number(overlapping, "depth") - 0.5).abs() <= error);
        assert!((number(overlapping, "distance") + 0.5).abs() <= error);
    }
}

#[test]
fn distances_and_intersections_are_answered_and_checked() {
    let apart = r#"{"id":"apart","kind":"distance","a":{"shape":{"cuboid":{"half":[1,1,1]}},"pos":[0,0,0]},"b":{"shape":{"ball":{"r":1}},"pos":[0,0,5]},"expected":{"distance":3}}"#;
    let deep = r#"{"id":"deep","kind":"distance","a":{"shape":{"ball":{"r":1}},"pos":[0,0]},"b":{"shape":{"ball":{"r":1}},"pos":[1.5,0]},"expected":{"distance":-0.5}}"#;
    let touch = r#"{"id":"touch","kind":"intersects","a":{"shape":{"cuboid":{"half":[1,1]}},"pos":[0,0]},"b":{"shape":{"ball":{"r":1}},"pos":[1.5,0]},"expected":{"intersecting":true}}"#;
    let clear = r#"{"id":"clear","kind":"intersects","a":{"shape":{"capsule":{"half_height":1,"r":0.5}},"pos":[0,0,0]},"b":{"shape":{"cone":{"half_height":1,"r":0.5}},"pos":[1.5,0,0]},"expected":{"intersecting":false}}"#;
    for scalar in ["f32", "f64"] {
        let options = ["--scalar", scalar, "--check", "--json"];
        let output = query(&options, &[apart, deep, touch, clear]);
        assert_eq!(status(&output), 0, "{output:?}");
        // the table follows
        let lines = text(&output.stdout).lines().take(4);
        let lines: Vec<Value> = lines
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        let [no, yes] = ["disjoint", "overlapping"];
        let outcomes: Vec<_> = lines.iter().map(|answer| &answer["outcome"]).collect();
        assert_eq!(outcomes, [no, yes, yes, no]);
        assert!((number(&lines[0], "distance") - 3.0).abs() < 1e-5);
        assert!((number(&lines[1], "distance") + 0.5).abs() < 1e-5);
    }
    let wrong = [
        apart.replace(":3}", ":2.9}"),
        touch.replace("true", "false"),
        clear.replace("false", "true"),
    ];
    let output = query(&["--check"], &wrong.each_ref().map(String::as_str));
    assert_eq!(status(&output), 1, "{output:?}");
    assert_eq!((count(&output, "wrong"), count(&output, "miss")), (2, 1));
}

/// An error in the settings is an answer. A tolerance that cannot be resolved never is no impact.
#[test]
fn what_cannot_be_answered_is_no_separation() {
    let reversed = FALLING.replace(r#""kind""#, r#""interval":[1,0],"kind""#);
    let output = query(&[], &[&reversed, PASSING]);
    assert_eq!(status(&output), 1);
    let found = answers(&output);
    let outcomes = [&found[0]["outcome"], &found[1]["outcome"]];
    assert_eq!(outcomes, ["error", "separated"]);
    let message = found[0]["message"].to_string();
    assert!(message.contains("ends at 0"), "{message}");
    let output = query(&["--tolerance", "1e-300"], &[FALLING]);
    assert_eq!(status(&output), 1);
    let outcome = &answers(&output)[0]["outcome"];
    assert!(outcome == "undecided" || outcome == "error", "{outcome}");
}

/// Changes of a case, and what is said of them.
const CHANGES: &str = r#"
    cuboid => cubiod | unknown value `cubiod`: did you mean `cuboid`?
    linvel => linvle | unknown key `linvle`: did you mean `linvel`?
    "r":0.5 => "r":0.5,"round":1 | unknown key `round`
    "kind" => "intervall":[0,9],"kind" | unknown key `intervall`: did you mean `interval`?
    "kind" => "params":{"initial":"stop"},"kind" | unknown key `initial`: did you mean `initial_contact`?
    [0,2,0] => [0,2,0],"angle":1 | `angle` turns a body of another dimension
    "linvel":[0,-2,0] => "angvel":"fast" | `angvel` must be a number in the plane and three coordinates in space
    {"r":0.5} => {"r":-0.5} | -0.5
    [0,2,0] => [0,2] | `pos` needs 3 coordinates, but has 2
    [0,0,0] => [0] | `pos` needs 2 or 3 coordinates, but has 1
    [0,-2,0] => [0,NaN,0] | expected
    [0,-2,0] => [0,1e999,0] | out of range
    "kind":"time_of_impact", => | missing field `kind`
"#;

#[test]
fn a_bad_line_is_reported_and_the_run_goes_on() {
    let turned = PASSING.replace(r#""angvel":3"#, r#""quat":[0,0,0,1]"#);
    let mut bad = vec![
        ("{".to_owned(), "EOF"),
        ("[]".to_owned(), "invalid"),
        (turned, "`quat` turns a body of another dimension"),
    ];
    for line in CHANGES.trim().lines() {
        let (change, expected) = line.split_once(" | ").expect("what is said");
        let (from, to) = change.split_once(" =>").expect("a change");
        bad.push((FALLING.replace(from.trim(), to.trim()), expected));
    }
    let mut lines = vec![FALLING, ""];
    lines.extend(bad.iter().map(|(line, _)| line.as_str()));
    lines.push(PASSING);
    let output = query(&[], &lines);
    assert_eq!(status(&output), 1);
    let errors: Vec<_> = text(&output.stderr).lines().collect();
    assert_eq!(errors.len(), bad.len(), "{errors:?}");
    for (number, (error, (_, expected))) in errors.into_iter().zip(&bad).enumerate() {
        let is_there = error.starts_with(&format!("line {}: ", number + 3));
        assert!(
            is_there && error.contains(expected),
            "{error}, not {expected}"
        );
    }
    let found = answers(&output);
    let ids: Vec<_> = found.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, ["falling", "passing"]);
}

#[test]
fn keys_for_other_programs_are_told_once() {
    let others = r#""note":"n","source":"s","colour":1,"params":{"max_distance":3},"kind""#;
    let noted = FALLING.replace(r#""kind""#, others);
    let output = query(&[], &[&noted, &noted]);
    assert_eq!((status(&output), answers(&output).len()), (0, 2));
    let expected = "warning: line 1: passed over the unknown key `colour`\n\
                    warning: line 1: passed over the unknown key `max_distance of params`\n";
    assert_eq!(text(&output.stderr), expected);
}

#[test]
fn a_line_without_end_is_read_no_further_than_the_limit() {
    let output = query(&[], &[FALLING, &" ".repeat(17 << 20)]);
    assert_eq!((status(&output), answers(&output).len()), (1, 1));
    let expected = "error: line 2: a line must not have more than 16777216 bytes\n";
    assert_eq!(text(&output.stderr), expected);
}

#[test]
fn answers_are_checked() {
    let three = [FALLING, PASSING, OVERLAPPING];
    let output = query(&["--check"], &three);
    assert_eq!(status(&output), 0, "{output:?}");
    assert_eq!((count(&output, "cases"), count(&output, "hits")), (3, 2));
    let table = text(&output.stdout);
    for family in ["\nspace ", "\nplane ", "\n- "] {
        assert!(table.contains(family), "{table}");
    }
    assert!(table.ends_with("\nall right\n"), "{table}");
    let hit = r#""hit":true,"toi":0.5"#;
    for (line, column) in [
        // The case expects an impact, but the bodies pass each other.
        (PASSING.replace(r#""hit":false"#, hit), "miss"),
        // The case expects the impact too early.
        (FALLING.replace(r#""toi":0.5"#, r#""toi":0.4"#), "late"),
        // The case expects no impact, but there is one.
        (
            FALLING.replace(hit, r#""hit":false,"min_dist":0.1"#),
            "too early",
        ),
        // The case expects a distance that is smaller than the proven one.
        (PASSING.replace("0.5}}", "1e-12}}"), "wrong"),
    ] {
        let output = query(&["--check"], &[&line, OVERLAPPING]);
        let table = text(&output.stdout);
        assert_eq!((status(&output), count(&output, column)), (1, 1), "{table}");
        assert!(table.contains(": expected hit "), "{table}");
        assert!(table.ends_with("not all right\n"), "{table}");
    }
    // one that is a little early is counted apart
    let early = FALLING.replace(r#""toi":0.5"#, r#""toi":0.49999998"#);
    let output = query(&["--check"], &[&early]);
    let counts = ["past toi", "late"].map(|column| count(&output, column));
    assert_eq!(counts, [1, 0], "{output:?}");
    // an answer is as early as its tolerance permits
    let output = query(&["--check", "--json", "--tolerance", "0.1"], &[FALLING]);
    assert_eq!(status(&output), 0, "{output:?}");
    let line = text(&output.stdout).lines().next().expect("an answer");
    let answer: Value = serde_json::from_str(line).expect("it is JSON");
    assert!(number(&answer, "time") < 0.5 - 1e-3, "{answer}");
}

/// A square turns 8000 times just above a bar, until the budget of the query is spent. Its plot is small too.
#[test]
fn a_plot_is_drawn() {
    let wheel = r#"{"id":"wheel","kind":"time_of_impact","a":{"shape":{"cuboid":{"half":[5,1]}},"pos":[0,0]},"b":{"shape":{"cuboid":{"half":[0.5,0.5]}},"pos":[0,1.7072],"angvel":50000}}"#;
    let path = std::env::temp_dir().join(format!("photofinish-{}.svg", std::process::id()));
    let name = path.to_str().expect("a path of text");
    for (id, scalar, outcome) in [
        ("falling", "f32", "impact"),
        ("passing", "f64", "separated"),
        ("overlapping", "f32", "overlapping"),
        ("wheel", "f64", "undecided"),
    ] {
        let options = ["--scalar", scalar, "--repeat", "1", "--plot", id, name];
        let output = query(&options, &[FALLING, PASSING, OVERLAPPING, wheel]);
        let [answer] = &answers(&output)[..] else {
            panic!("only {id} is answered: {output:?}");
        };
        assert_eq!(answer["outcome"], outcome);
        let svg = fs::read_to_string(&path).expect("the plot is there");
        fs::remove_file(&path).expect("the plot was there");
        assert!(svg.starts_with("<svg") && svg.contains(id));
        let is_narrow = svg.contains("too narrow to be labelled");
        assert_eq!(is_narrow, id == "wheel");
        assert!(svg.len() < 2_000_000, "{}", svg.len());
    }
    let output = query(&["--plot", "nobody", name], &[FALLING]);
    assert_eq!(status(&output), 1);
    assert!(text(&output.stderr).contains("`nobody`"), "{output:?}");
    assert!(!path.exists());
}

#[test]
fn bad_usage_has_its_own_status() {
    for options in [
        &["--scalar", "f16"][..],
        &["--tolerance", "-1"],
        &["--tolerance", "nan"],
        &["--repeat", "0"],
        &["--plot", "falling"],
        &["--json"],
    ] {
        let output = query(options, &[FALLING]);
        assert_eq!(status(&output), 2, "{options:?}");
        assert!(output.stdout.is_empty());
    }
    let missing = Command::new(env!("CARGO_BIN_EXE_photofinish"))
        .args(["query", "no such file"])
        .output()
        .expect("the program ends");
    assert_eq!(status(&missing), 1);
    assert!(text(&missing.stderr).contains("no such file"));
}

#[test]
fn a_reader_that_leaves_causes_no_panic() {
    let mut child = start(&[]);
    drop(child.stdout.take());
    let output = finish(child, &[FALLING; 100]);
    assert_eq!((status(&output), text(&output.stderr)), (1, ""));
}
