//! Tests of the formats of answers, and of joined answers.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::validate::{BACK, HALF, folder, in_scene};
use crate::{answers, program, status, text};

/// Paths of all outcomes.
pub const LINES: [&str; 5] = [
    r#"{"id":"there","joints":["hinge"],"waypoints":[[0],[1.57],[0]]}"#,
    BACK,
    r#"{"joints":["hinge"],"waypoints":[[0],[-60]]}"#,
    r#"{"joints":["elbow"],"waypoints":[[0]]}"#,
    HALF,
];

/// Runs `photofinish merge` in a folder.
pub fn merge(folder: &Path, words: &[&str]) -> Output {
    program(folder, &[&["merge"], words].concat())
}

#[test]
fn text_says_what_a_person_asks() {
    let folder = folder("text");
    let words = ["--all", "--verify", "--format", "text"];
    let output = in_scene(&folder, &words, &LINES);
    let lines: Vec<_> = text(&output.stdout).lines().collect();
    let expected = [
        "paths.jsonl:1 there: CONTACT at time 0.880369 (88.0 % of segment 0): link \"bar\" and object \"ball\" at (",
        "  from time 0.880369 (88.0 % of segment 0): link",
        "  to   time 1.119631 (12.0 % of segment 1): link",
        "  proof verified: ",
        "paths.jsonl:2 back: clear by 0.6",
        "  proof verified: ",
        "paths.jsonl:3: outside limits: joint \"hinge\" is at -60 at time 1, outside of its limits -3 to 3",
        "paths.jsonl:4: error: there is no joint named \"elbow\"",
        "paths.jsonl:5: clear by 0.1",
        "  proof verified: ",
    ];
    assert_eq!(lines.len(), expected.len(), "{lines:#?}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{line}");
    }
    assert!(lines[0].ends_with("joints at 1.38218, 0"), "{}", lines[0]);
    // what is printed is proven, and so not more than the clearance
    let clearance = answers(&in_scene(&folder, &[], &[HALF]))[0]["clearance"].as_f64();
    let printed = lines[8].split([' ', ':']).nth(5).expect("a number");
    let lost = clearance.expect("a number") - printed.parse::<f64>().expect("a number");
    assert!((0.0..=1e-6).contains(&lost), "{lost}");
}

/// The tip is on the bar, so that only the ball is far from something.
#[test]
fn each_pair_may_have_its_distance() {
    let folder = folder("pairs_apart");
    let there = LINES[0];
    let found = answers(&in_scene(&folder, &["--distances"], &[there, HALF]));
    for (answer, expected) in found
        .iter()
        .zip([["impact", "separated"], ["separated"; 2]])
    {
        let pairs = answer["distances"].as_array().expect("pairs");
        assert_eq!(pairs.len(), 2);
        for (pair, expected) in pairs.iter().zip(expected) {
            assert_eq!(pair["between"]["other"], "ball");
            assert_eq!(pair["outcome"], expected);
        }
    }
    assert_eq!(found[0]["distances"][0]["time"], found[0]["time"]);
    let output = in_scene(&folder, &["--distances", "--format", "text"], &[there]);
    let lines: Vec<_> = text(&output.stdout).lines().collect();
    let expected = "  link \"bar\" and object \"ball\": contact at time 0.880369";
    assert_eq!(lines[1], expected);
    assert!(lines[2].starts_with("  link \"tip\" and object \"ball\": clear by 0."));
}

/// Nothing in an answer depends on the run, unless times are asked for.
#[test]
fn joined_parts_are_the_whole_byte_by_byte() {
    let folder = folder("merged");
    let whole = in_scene(&folder, &["--all"], &LINES);
    assert!(!text(&whole.stdout).contains("nanoseconds"));
    let timed = in_scene(&folder, &["--timing"], &LINES);
    assert!(text(&timed.stdout).contains("nanoseconds"));
    for part in ["1/3", "2/3", "3/3"] {
        let output = in_scene(
            &folder,
            &["--all", "--threads", "1", "--shard", part],
            &LINES,
        );
        fs::write(folder.join(part.replace('/', "of")), output.stdout).expect("a file");
    }
    let merged = merge(&folder, &["2of3", "3of3", "1of3"]);
    assert_eq!(text(&merged.stdout), text(&whole.stdout));
    assert_eq!((status(&merged), status(&whole)), (2, 2));
    let counts = "5 paths: 2 clear, 1 in contact, 0 undecided, 1 outside limits, 1 error\n";
    assert_eq!(text(&merged.stderr), counts);
    let as_text = in_scene(&folder, &["--all", "--format", "text"], &LINES);
    let merged = merge(&folder, &["1of3", "2of3", "3of3", "--format", "text"]);
    assert_eq!(text(&merged.stdout), text(&as_text.stdout));
}

/// A path that nobody checked must not be taken for one that is clear.
#[test]
fn parts_that_do_not_fit_together_are_refused() {
    let folder = folder("unfit");
    let lines = [BACK; 4];
    let all = in_scene(&folder, &[], &lines);
    let all: Vec<_> = text(&all.stdout).lines().collect();
    let other = all[3].replace("\"of\":4", "\"of\":5");
    let odd = all[3].replace("separated", "fine");
    for (name, lines) in [
        ("even", &[all[0], all[2]][..]),
        ("odd", &[all[1], all[3]]),
        ("ended", &[all[1]]),
        ("other", &[all[1], &other]),
        ("strange", &[all[1], &odd]),
        ("none", &[]),
        ("broken", &["{"]),
    ] {
        fs::write(folder.join(name), lines.join("\n")).expect("a file");
    }
    assert_eq!(status(&merge(&folder, &["even", "odd"])), 0);
    for (words, expected) in [
        ("even", "the answer with index 1 of 4 is missing"),
        ("even ended", "the answer with index 3 of 4 is missing"),
        (
            "even odd odd",
            "odd:1: this answer is not of the same run, or",
        ),
        ("even other", "other:2: this answer is not of the same run"),
        ("even strange", "strange:2: this answer is not of the same"),
        ("none", "there are no answers"),
        (
            "even broken",
            "broken:1: this is no answer that was printed",
        ),
        ("nothing", "nothing: "),
    ] {
        let words: Vec<_> = words.split(' ').collect();
        let output = merge(&folder, &words);
        let expected = format!("error: {expected}");
        assert!(text(&output.stderr).starts_with(&expected), "{output:?}");
        assert_eq!(status(&output), 2);
    }
}
