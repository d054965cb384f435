//! Tests of `photofinish pairs`: what is proven of links, and false claims of an SRDF.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use crate::validate::folder;
use crate::{answers, program, status, text};

/// A post, and two balls of radius 0.1 that turn about it at distance 1: one by 0.9 at most, and a higher one freely. Where
/// the lower one begins, a third ball rests.
const ROBOT: &str = r#"<robot name="carousel">
  <link name="post"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="rest"><collision><origin xyz="1 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="low"><collision><origin xyz="1 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="high"><collision><origin xyz="1 0 0.3"/><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="fixed" type="fixed"><parent link="post"/><child link="rest"/></joint>
  <joint name="narrow" type="revolute"><parent link="post"/><child link="low"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="0.9" effort="1" velocity="1"/></joint>
  <joint name="free" type="continuous"><parent link="post"/><child link="high"/><axis xyz="0 0 1"/></joint>
</robot>"#;

fn pairs(name: &str, claims: &str, options: &[&str]) -> (Output, PathBuf) {
    let folder = folder(name);
    fs::write(folder.join("robot.urdf"), ROBOT).expect("a file");
    let srdf = format!("<robot name=\"carousel\">{claims}</robot>");
    fs::write(folder.join("robot.srdf"), srdf).expect("a file");
    let words = ["pairs", "--robot", "robot.urdf", "--srdf", "robot.srdf"];
    (program(&folder, &[&words, options].concat()), folder)
}

fn claim(link1: &str, link2: &str, reason: &str) -> String {
    format!("<disable_collisions link1=\"{link1}\" link2=\"{link2}\" reason=\"{reason}\"/>")
}

#[test]
fn false_claims_are_listed_with_a_posture() {
    let claims = claim("low", "rest", "Never") + &claim("low", "high", "Never");
    let (output, _) = pairs("false_claims", &claims, &[]);
    assert_eq!(status(&output), 1, "{}", text(&output.stderr));
    let told = text(&output.stdout);
    for expected in [
        "6 pairs of links: never 2, always 0, may 1, adjacent 3, undecided 0",
        "false claims: 1\n  low, rest: \"Never\", but 0.",
        "not in the SRDF, but never or always in contact: 1",
    ] {
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn what_is_proven_is_written_as_srdf_and_json() {
    let claims = claim("low", "high", "Never");
    let (output, folder) = pairs("true_claims", &claims, &["--json", "--out", "proven.srdf"]);
    assert_eq!(status(&output), 0);
    let answers = answers(&output);
    for (links, expected) in [(["rest", "low"], "may"), (["low", "high"], "never")] {
        let links = serde_json::json!(links);
        let pair = answers.iter().find(|pair| pair["links"] == links);
        assert_eq!(pair.expect("the pair")["verdict"], expected);
    }
    let written = fs::read_to_string(folder.join("proven.srdf")).expect("the SRDF");
    let never = written.lines().filter(|line| line.contains("Never"));
    let of_high = never.clone().filter(|line| line.contains("link2=\"high\""));
    assert_eq!([never.count(), of_high.count()], [2, 2], "{written}");
}

/// What is not about pairs in these files would be lost.
#[test]
fn files_that_are_read_are_not_written() {
    for file in ["robot.urdf", "./robot.srdf"] {
        let (output, folder) = pairs("own_files", "<!-- groups -->", &["--out", file]);
        assert_eq!(status(&output), 2);
        let told = text(&output.stderr);
        assert!(told.contains("--out has to be another file"), "{told}");
        let read = |file| fs::read_to_string(folder.join(file)).expect("a file");
        assert!(read("robot.srdf").contains("groups"));
        assert_eq!(read("robot.urdf"), ROBOT);
    }
}
