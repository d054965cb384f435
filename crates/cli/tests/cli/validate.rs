//! Tests of `photofinish validate`: what it prints, and its exit status.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::{answers, status, text};

/// A bar of length 1 that turns about the z axis through its end, and a tip that slides along the bar. At angle 0 the
/// bar lies along y.
pub const ROBOT: &str = r#"<robot name="barrier">
  <link name="base"/>
  <link name="bar">
    <collision><origin xyz="0 0.5 0"/><geometry><box size="0.1 1 0.1"/></geometry></collision>
  </link>
  <link name="tip">
    <collision><geometry><sphere radius="0.04"/></geometry></collision>
  </link>
  <joint name="hinge" type="revolute">
    <parent link="base"/><child link="bar"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/>
  </joint>
  <joint name="slide" type="prismatic">
    <parent link="bar"/><child link="tip"/><origin xyz="0 1.05 0"/><axis xyz="0 1 0"/>
    <limit lower="0" upper="1" effort="1" velocity="1"/>
  </joint>
</robot>"#;
const SRDF: &str = r#"<robot name="barrier">
  <group name="turning"><joint name="hinge"/></group>
  <group name="sliding"><joint name="slide"/></group>
</robot>"#;
/// A ball of radius 0.1 at distance 0.8 from the hinge, on the side to which the bar turns.
pub const SCENE: &str = "world:
  collision_objects:
    - id: ball
      primitives:
        - type: sphere
          dimensions: [0.1]
      primitive_poses:
        - position: [-0.8, 0, 0]
          orientation: [0, 0, 0, 1]
";
/// Returns the angle at which the bar touches the ball, before a quarter turn. The bar's face is 0.05 from its axis.
fn touching() -> f64 {
    std::f64::consts::FRAC_PI_2 - (0.15f64 / 0.8).asin()
}

/// Returns a new folder for a test, with the files above.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("validate_{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("scenes")).expect("a folder");
    for (file, text) in [
        ("robot.urdf", ROBOT),
        ("robot.srdf", SRDF),
        ("scenes/ball.yaml", SCENE),
        ("scenes/empty.yaml", "world:\n  collision_objects: []\n"),
    ] {
        fs::write(folder.join(file), text).expect("a file");
    }
    folder
}

/// Runs `photofinish validate` in a folder with these options on these lines of paths.
pub fn validate(folder: &Path, options: &[&str], lines: &[&str]) -> Output {
    fs::write(folder.join("paths.jsonl"), lines.join("\n")).expect("a file");
    Command::new(env!("CARGO_BIN_EXE_photofinish"))
        .current_dir(folder)
        .args(["validate", "--robot", "robot.urdf", "paths.jsonl"])
        .args(options)
        .output()
        .expect("the program starts")
}

pub fn outcomes(output: &Output) -> Vec<String> {
    let outcome = |answer: &Value| answer["outcome"].as_str().expect("an outcome").to_owned();
    answers(output).iter().map(outcome).collect()
}

const SWING: &str = r#"{"id":"swing","joints":["hinge"],"waypoints":[[0],[1.5]]}"#;
pub const BACK: &str = r#"{"id":"back","joints":["hinge"],"waypoints":[[0],[-1.5]],"times":[2,5]}"#;

#[test]
fn paths_are_answered_in_their_order() {
    let folder = folder("order");
    let output = validate(
        &folder,
        &["--scene", "scenes/ball.yaml"],
        &[SWING, "", BACK],
    );
    assert_eq!(status(&output), 1);
    assert_eq!(outcomes(&output), ["impact", "separated"]);
    let answers = answers(&output);
    assert_eq!(answers[0]["path"], "paths.jsonl:1");
    assert_eq!(answers[1]["path"], "paths.jsonl:3");
    assert_eq!(answers[0]["between"]["link"], "bar");
    assert_eq!(answers[0]["between"]["other"], "ball");
    let angle = answers[0]["configuration"][0].as_f64().expect("a number");
    assert!((angle - touching()).abs() < 1e-7, "{angle}");
    assert!(answers[1]["clearance"].as_f64().expect("a number") > 0.1);
    let summary = text(&output.stderr);
    assert!(
        summary.starts_with(
            "2 paths: 1 clear, 1 in contact, 0 undecided, 0 outside limits, 0 errors in "
        ),
        "{summary}"
    );
}

#[test]
fn the_exit_status_tells_clear_from_not_clear_from_not_checked() {
    let folder = folder("status");
    let with = |lines: &[&str]| status(&validate(&folder, &["--scene", "scenes/ball.yaml"], lines));
    assert_eq!(with(&[BACK]), 0);
    assert_eq!(with(&[BACK, SWING]), 1);
    assert_eq!(with(&[BACK, SWING, r#"{"waypoints":[["x"]]}"#]), 2);
    assert_eq!(status(&validate(&folder, &["--shard", "5/4"], &[BACK])), 2);
    assert_eq!(
        status(&validate(&folder, &["--scene", "none.yaml"], &[BACK])),
        2
    );
    assert_eq!(with(&[]), 2);
}

#[test]
fn paths_may_name_their_scenes() {
    let folder = folder("scenes");
    let lines = [
        r#"{"scene":"ball.yaml","joints":["hinge"],"waypoints":[[0],[1.5]]}"#,
        r#"{"scene":"empty.yaml","joints":["hinge"],"waypoints":[[0],[1.5]]}"#,
        r#"{"scene":"none.yaml","joints":["hinge"],"waypoints":[[0],[1.5]]}"#,
        r#"{"joints":["hinge"],"waypoints":[[0],[1.5]]}"#,
    ];
    let output = validate(&folder, &["--scenes", "scenes"], &lines);
    assert_eq!(outcomes(&output), ["impact", "error", "error", "error"]);
    assert_eq!(status(&output), 2);
    let expected = [
        "there is nothing to check",
        "none.yaml",
        "does not name its scene",
    ];
    for (answer, expected) in answers(&output)[1..].iter().zip(expected) {
        let message = answer["message"].to_string();
        assert!(message.contains(expected), "{message}");
    }
    // Without its folder, a named scene must not count as no scene.
    let output = validate(&folder, &["--scene", "scenes/ball.yaml"], &lines);
    assert_eq!(outcomes(&output), ["impact"; 4]);
    let output = validate(&folder, &[], &lines);
    assert_eq!(status(&output), 2);
    assert!(text(&output.stderr).contains("there is nothing to check"));
}

#[test]
fn rules_values_groups_and_the_base_are_heeded() {
    let folder = folder("rules");
    let with = |options: &[&str], line: &str| {
        let mut all = vec!["--scene", "scenes/ball.yaml"];
        all.extend(options);
        outcomes(&validate(&folder, &all, &[line])).remove(0)
    };
    assert_eq!(with(&[], SWING), "impact");
    assert_eq!(with(&["--exclude", "bar"], SWING), "separated");
    assert_eq!(with(&["--allow", "bar,ball"], SWING), "separated");
    assert_eq!(with(&["--allow", "bar,base"], SWING), "impact");
    assert_eq!(with(&["--base", "0,0,1"], SWING), "separated");
    assert_eq!(with(&["--base", "0,0,0,0,0,-1"], SWING), "separated");
    assert_eq!(with(&["--base", "-1,0,0"], SWING), "separated");
    let half = r#"{"joints":["hinge"],"waypoints":[[0],[1.2]]}"#;
    assert_eq!(with(&[], half), "separated");
    assert_eq!(with(&["--target-distance", "0.2"], half), "impact");
    // Where the bar points at the ball, only the tip can hit it.
    let tip = r#"{"waypoints":[[0],[0.3]]}"#;
    let toward = ["--set", "hinge=-1.5707963", "--exclude", "bar"];
    assert_eq!(
        with(&[&toward[..], &["--group", "sliding"]].concat(), tip),
        "separated"
    );
    let away = [
        "--set",
        "hinge=1.5707963",
        "--base",
        "0.5,0,0",
        "--exclude",
        "bar",
    ];
    assert_eq!(
        with(&[&away[..], &["--group", "sliding"]].concat(), tip),
        "impact"
    );
}

#[test]
fn all_contacts_certificates_and_pictures_are_given_if_asked_for() {
    let folder = folder("more");
    let there_and_back =
        r#"{"id":"there/and back","joints":["hinge"],"waypoints":[[0],[1.57],[0]]}"#;
    let options = [
        "--scene",
        "scenes/ball.yaml",
        "--all",
        "--verify",
        "--plot",
        "plots",
    ];
    let output = validate(&folder, &options, &[there_and_back, BACK]);
    let answers = answers(&output);
    let contacts = answers[0]["contacts"].as_array().expect("contacts");
    assert_eq!(contacts.len(), 1);
    let at = |which: &str| contacts[0][which]["time"].as_f64().expect("a time");
    assert!((at("first") - touching() / 1.57).abs() < 1e-7);
    assert!((at("last") - (2.0 - touching() / 1.57)).abs() < 1e-7);
    assert!(answers[1]["certified_intervals"].as_u64().expect("a count") > 0);
    for name in ["path0-there_and_back", "path1-back"] {
        let svg = fs::read_to_string(folder.join(format!("plots/{name}.svg"))).expect("a picture");
        assert!(svg.starts_with("<svg") && svg.contains("least distance"));
    }
}

/// A tolerance below rounding leaves a path undecided. Its line has the cost that the lines of decided paths have.
#[test]
fn the_cost_of_an_undecided_path_is_given() {
    let folder = folder("undecided");
    let options = ["--scene", "scenes/ball.yaml", "--tolerance", "1e-18"];
    let output = validate(&folder, &options, &[SWING, BACK]);
    assert_eq!(outcomes(&output), ["undecided", "separated"]);
    let [undecided, separated] = &answers(&output)[..] else {
        panic!("there are two paths");
    };
    assert_eq!(undecided["pairs"], separated["pairs"]);
    let count = |name| undecided["statistics"][name].as_u64().expect("a count");
    assert!(count("configurations") > 0 && count("queries") > 0);
}

#[test]
fn shards_are_the_whole_together() {
    let folder = folder("shards");
    let lines: Vec<_> = (0..10)
        .map(|i| format!(r#"{{"joints":["hinge"],"waypoints":[[0],[-0.1{i}]]}}"#))
        .collect();
    let lines: Vec<_> = lines.iter().map(String::as_str).collect();
    let mut seen = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let scene = ["--scene", "scenes/ball.yaml"];
        let options = [&scene[..], &["--shard", shard, "--threads", "1"]].concat();
        let output = validate(&folder, &options, &lines);
        assert_eq!(status(&output), 0);
        seen.extend(
            answers(&output)
                .iter()
                .map(|a| a["path"].as_str().expect("a place").to_owned()),
        );
    }
    seen.sort();
    let mut all: Vec<_> = (1..=10).map(|line| format!("paths.jsonl:{line}")).collect();
    all.sort();
    assert_eq!(seen, all);
}

#[test]
fn errors_name_the_file_and_the_place() {
    let folder = folder("wrong");
    let output = validate(
        &folder,
        &["--scene", "scenes/ball.yaml"],
        &[
            r#"{"waypoints":[[0],[1,2,3]]}"#,
            r#"{"waypoints":[[0],[1]]}"#,
            "{",
            r#"{"joints":["elbow"],"waypoints":[[0]]}"#,
        ],
    );
    assert_eq!(status(&output), 2);
    for (answer, expected) in answers(&output).iter().zip([
        "paths.jsonl:1",
        "waypoint 0 has 1 positions, but should have 2",
        "paths.jsonl:3",
        "elbow",
    ]) {
        let message = answer["message"].as_str().expect("a message");
        assert!(message.contains(expected), "{message}");
    }
    let fails = |options: &[&str], expected: &str| {
        let output = validate(&folder, options, &[BACK]);
        let message = text(&output.stderr);
        assert!(
            message.starts_with("error: ") && message.contains(expected),
            "{message}"
        );
        assert_eq!((status(&output), message.lines().count()), (2, 1));
    };
    fails(&["--scene", "none.yaml"], "none.yaml");
    fails(&["--exclude", "elbow"], "elbow");
    fails(&["--group", "none"], "none");
    fails(&["--set", "elbow=1"], "elbow");
    fails(&["--allow", "elbow, ball"], "elbow");
    fails(&["--scenes", "scenes", "--exclude", "elbow"], "elbow");
    fails(&["--srdf", "none.srdf"], "none.srdf");
}

/// Returns the warnings on the standard error.
pub fn warnings(output: &Output) -> Vec<String> {
    let lines = text(&output.stderr).lines();
    let lines = lines.filter(|line| line.starts_with("warning: "));
    lines.map(str::to_owned).collect()
}

#[test]
fn warnings_are_printed_and_may_be_denied() {
    let folder = folder("warnings");
    let rule = "<disable_collisions link1=\"bar\" link2=\"elbow\"/></robot>";
    fs::write(folder.join("robot.srdf"), SRDF.replace("</robot>", rule)).expect("a file");
    let line = BACK.replace("\"id\"", "\"colour\":1,\"id\"");
    let output = validate(&folder, &["--scene", "scenes/ball.yaml"], &[&line]);
    let expected = [
        "warning: robot.srdf:4:1: passed over <disable_collisions>: there is no link named \"elbow\"",
        "warning: paths.jsonl:1: passed over the unknown key `colour`",
    ];
    assert_eq!(warnings(&output), expected);
    assert_eq!(
        (status(&output), outcomes(&output)),
        (0, vec!["separated".to_owned()])
    );
    let output = validate(
        &folder,
        &["--scene", "scenes/ball.yaml", "--deny-warnings"],
        &[&line],
    );
    assert_eq!((status(&output), warnings(&output).len()), (2, 2));
    let end = "\nerror: no path is checked because of 2 warnings\n";
    assert!(text(&output.stderr).ends_with(end) && output.stdout.is_empty());
    // Without the SRDF file there is nothing to warn of.
    let output = validate(
        &folder,
        &[
            "--scene",
            "scenes/ball.yaml",
            "--deny-warnings",
            "--no-srdf",
        ],
        &[BACK],
    );
    assert_eq!((status(&output), warnings(&output).len()), (0, 0));
    let output = validate(&folder, &["--no-srdf", "--group", "turning"], &[BACK]);
    assert_eq!(status(&output), 2);
}

#[test]
fn what_would_be_lost_is_no_answer() {
    let folder = folder("lost");
    for (from, to, expected) in [
        (
            "<collision>",
            "<colision>",
            "robot.urdf:4:5: unknown tag `colision` in link \"bar\": did you mean `collision`?",
        ),
        (
            "name=\"bar\"",
            "name=\"${bar}\"",
            "robot.urdf:3:3: `${bar}` is for xacro, which has not expanded this file yet",
        ),
    ] {
        let robot = ROBOT
            .replace(from, to)
            .replace("</colision>", "</collision>");
        let robot = robot.replace("<colision>", "<colision/><collision>");
        fs::write(folder.join("robot.urdf"), robot).expect("a file");
        let output = validate(&folder, &[], &[BACK]);
        let message = text(&output.stderr);
        assert!(
            message.starts_with(&format!("error: {expected}")),
            "{message}"
        );
        assert_eq!((status(&output), output.stdout.len()), (2, 0));
    }
    fs::write(folder.join("robot.urdf"), ROBOT).expect("a file");
    let slow = BACK.replace("\"times\"", "\"velocity\":[[1],[1]],\"times\"");
    let output = validate(&folder, &["--scene", "scenes/ball.yaml"], &[&slow]);
    let message = answers(&output)[0]["message"].to_string();
    assert!(
        message.contains("unknown key `velocity`: did you mean `velocities`?"),
        "{message}"
    );
    assert_eq!(status(&output), 2);
}

#[test]
fn a_robot_without_geometry_is_reported() {
    let folder = folder("bare");
    let bare = "<robot name=\"r\"><link name=\"base\"/><link name=\"bar\"/><joint name=\"hinge\" type=\"continuous\">\
        <parent link=\"base\"/><child link=\"bar\"/></joint></robot>";
    fs::write(folder.join("robot.urdf"), bare).expect("a file");
    let output = validate(
        &folder,
        &["--no-srdf", "--scene", "scenes/ball.yaml"],
        &[BACK],
    );
    let expected = "warning: robot.urdf:1:1: no link of the robot has collision geometry: it cannot touch anything";
    assert_eq!(warnings(&output), [expected]);
}

#[test]
fn packages_are_where_they_are_said_to_be() {
    let folder = folder("packages");
    let mesh = "<mesh filename=\"package://arm/m/rod.obj\"/>";
    let robot = ROBOT.replace("<box size=\"0.1 1 0.1\"/>", mesh);
    fs::write(folder.join("robot.urdf"), robot).expect("a file");
    fs::create_dir_all(folder.join("m")).expect("a folder");
    fs::write(folder.join("m/rod.obj"), "v 0 -0.5 0\nv 0 0.5 0\nl 1 2\n").expect("a file");
    let output = validate(&folder, &["--scene", "scenes/ball.yaml"], &[SWING]);
    let message = text(&output.stderr);
    assert!(
        message.contains("the package \"arm\" of the mesh"),
        "{message}"
    );
    assert_eq!(status(&output), 2);
    let options = ["--package", "arm=.", "--scene", "scenes/ball.yaml"];
    let output = validate(&folder, &options, &[SWING]);
    assert_eq!(outcomes(&output), ["impact"]);
}
