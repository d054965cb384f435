//! Tests of `photofinish validate`: what it prints, and its exit status.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

use crate::{answers, program, status, text};

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

/// Runs `photofinish validate` in a folder, in the scene of the ball.
pub fn in_scene(folder: &Path, options: &[&str], lines: &[&str]) -> Output {
    let scene = ["--scene", "scenes/ball.yaml"];
    validate(folder, &[&scene, options].concat(), lines)
}

/// Runs `photofinish validate` in a folder with these options on these lines of paths.
pub fn validate(folder: &Path, options: &[&str], lines: &[&str]) -> Output {
    fs::write(folder.join("paths.jsonl"), lines.join("\n")).expect("a file");
    validate_file(folder, "paths.jsonl", options)
}

/// Runs `photofinish validate` in a folder with these options on a file of paths.
pub fn validate_file(folder: &Path, file: &str, options: &[&str]) -> Output {
    let words = ["validate", "--robot", "robot.urdf", file];
    program(folder, &[&words, options].concat())
}

pub fn outcomes(output: &Output) -> Vec<String> {
    let outcome = |answer: &Value| answer["outcome"].as_str().expect("an outcome").to_owned();
    answers(output).iter().map(outcome).collect()
}

/// Returns the lines on the standard error that begin like this.
pub fn notes<'o>(output: &'o Output, start: &str) -> Vec<&'o str> {
    let lines = text(&output.stderr).lines();
    lines.filter(|line| line.starts_with(start)).collect()
}

pub const SWING: &str = r#"{"id":"swing","joints":["hinge"],"waypoints":[[0],[1.5]]}"#;
pub const BACK: &str = r#"{"id":"back","joints":["hinge"],"waypoints":[[0],[-1.5]],"times":[2,5]}"#;
/// The bar comes within 0.14 of the ball.
pub const HALF: &str = r#"{"joints":["hinge"],"waypoints":[[0],[1.2]]}"#;

/// Returns the swing in a scene of its own.
pub fn swing_in(scene: &str) -> String {
    let start = format!("{{\"scene\":\"{scene}.yaml\",");
    SWING.replacen('{', &start, 1)
}

#[test]
fn paths_are_answered_in_their_order() {
    let output = in_scene(&folder("order"), &[], &[SWING, "", BACK]);
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
    let counts = "2 paths: 1 clear, 1 in contact, 0 undecided, 0 outside limits, 0 errors in ";
    assert!(summary.starts_with(counts), "{summary}");
}

#[test]
fn the_exit_status_tells_clear_from_not_clear_from_not_checked() {
    let folder = folder("status");
    for (options, lines, expected) in [
        (&[][..], &[BACK][..], 0),
        (&[], &[BACK, SWING], 1),
        (&[], &[BACK, SWING, r#"{"waypoints":[["x"]]}"#], 2),
        (&["--shard", "5/4"], &[BACK], 2),
        (&[], &[], 2),
    ] {
        let output = in_scene(&folder, options, lines);
        assert_eq!(status(&output), expected, "{options:?} {lines:?}");
    }
}

#[test]
fn paths_may_name_their_scenes() {
    let folder = folder("scenes");
    let [ball, empty, none] = ["ball", "empty", "none"].map(swing_in);
    let lines = [&ball, &empty, &none, SWING];
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
    assert_eq!(outcomes(&in_scene(&folder, &[], &lines)), ["impact"; 4]);
    let output = validate(&folder, &[], &lines);
    assert_eq!(status(&output), 2);
    assert!(text(&output.stderr).contains("there is nothing to check"));
}

#[test]
fn rules_values_groups_and_the_base_are_heeded() {
    let folder = folder("rules");
    // Where the bar points at the ball, only the tip can hit it.
    let tip = r#"{"waypoints":[[0],[0.3]]}"#;
    let toward = "--set hinge=-1.5707963 --exclude bar --group sliding";
    let away = "--set hinge=1.5707963 --base 0.5,0,0 --exclude bar --group sliding";
    for (options, line, expected) in [
        ("", SWING, "impact"),
        ("--exclude bar", SWING, "separated"),
        ("--allow bar,ball", SWING, "separated"),
        ("--allow bar,base", SWING, "impact"),
        ("--base 0,0,1", SWING, "separated"),
        ("--base 0,0,0,0,0,-1", SWING, "separated"),
        ("--base -1,0,0", SWING, "separated"),
        ("", HALF, "separated"),
        (toward, tip, "separated"),
        (away, tip, "impact"),
    ] {
        let words: Vec<_> = options.split_whitespace().collect();
        let output = in_scene(&folder, &words, &[line]);
        assert_eq!(outcomes(&output), [expected], "{options}");
    }
}

#[test]
fn all_contacts_certificates_and_pictures_are_given_if_asked_for() {
    let folder = folder("more");
    let there_and_back =
        r#"{"id":"there/and back","joints":["hinge"],"waypoints":[[0],[1.57],[0]]}"#;
    let options = ["--all", "--verify", "--plot", "plots"];
    let answers = answers(&in_scene(&folder, &options, &[there_and_back, BACK]));
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
    let words = ["--tolerance", "1e-18"];
    let output = in_scene(&folder("undecided"), &words, &[SWING, BACK]);
    assert_eq!(outcomes(&output), ["undecided", "separated"]);
    let answers = answers(&output);
    assert_eq!(answers[0]["pairs"], answers[1]["pairs"]);
    let count = |name| answers[0]["statistics"][name].as_u64().expect("a count");
    assert!(count("configurations") > 0 && count("queries") > 0);
}

#[test]
fn errors_name_the_file_and_the_place() {
    let folder = folder("wrong");
    let misspelt = r#"{"waypoints":[[0,0]],"times":[0],"velocity":[[1,1]]}"#;
    let wrong = [
        (r#"{"waypoints":[[0],[1,2,3]]}"#, "paths.jsonl:1"),
        (r#"{"waypoints":[[0],[1]]}"#, "waypoint 0 has 1 positions"),
        ("{", "paths.jsonl:3"),
        (r#"{"joints":["elbow"],"waypoints":[[0]]}"#, "elbow"),
        (misspelt, "did you mean `velocities`?"),
    ];
    let output = in_scene(&folder, &[], &wrong.map(|(line, _)| line));
    assert_eq!(status(&output), 2);
    for (answer, (_, expected)) in answers(&output).iter().zip(wrong) {
        let said = ["path", "message"].map(|key| answer[key].as_str().expect("a text"));
        // the place is said once
        let times = said.concat().matches(expected).count();
        assert_eq!(times, 1, "{said:?}");
    }
    for (options, expected) in [
        (["--scene", "none.yaml"], "none.yaml"),
        (["--exclude", "elbow"], "elbow"),
        (["--group", "none"], "none"),
        (["--set", "elbow=1"], "elbow"),
        (["--joints", "_,_"], "names no joint"),
        (["--allow", "elbow, ball"], "elbow"),
        (["--srdf", "none.srdf"], "none.srdf"),
    ] {
        let output = validate(&folder, &options, &[BACK]);
        let message = text(&output.stderr);
        let is_so = message.starts_with("error: ") && message.contains(expected);
        assert!(is_so && message.lines().count() == 1, "{message}");
        assert_eq!((status(&output), output.stdout.len()), (2, 0));
    }
    fs::write(folder.join("robot.urdf"), ROBOT.replace("<box", "<bax")).expect("a file");
    let output = in_scene(&folder, &[], &[BACK]);
    let expected = "error: robot.urdf:4:49: the shape <bax> is not supported";
    assert!(text(&output.stderr).starts_with(expected), "{output:?}");
    assert_eq!((status(&output), output.stdout.len()), (2, 0));
}

#[test]
fn warnings_are_printed_and_may_be_denied() {
    let folder = folder("warnings");
    let rule = "<disable_collisions link1=\"bar\" link2=\"elbow\"/></robot>";
    fs::write(folder.join("robot.srdf"), SRDF.replace("</robot>", rule)).expect("a file");
    let line = BACK.replace("\"id\"", "\"colour\":1,\"id\"");
    let output = in_scene(&folder, &[], &[&line]);
    let expected = [
        "warning: robot.srdf:4:1: passed over <disable_collisions>: there is no link named \"elbow\"",
        "warning: paths.jsonl:1: passed over the unknown key `colour`",
    ];
    assert_eq!(notes(&output, "warning: "), expected);
    assert_eq!(outcomes(&output), ["separated"]);
    assert_eq!(status(&output), 0);
    let output = in_scene(&folder, &["--deny-warnings"], &[&line]);
    assert_eq!((status(&output), notes(&output, "warning: ").len()), (2, 2));
    let end = "\nerror: no path is checked because of 2 warnings\n";
    assert!(text(&output.stderr).ends_with(end) && output.stdout.is_empty());
    // Without the SRDF file there is nothing to warn of.
    let output = in_scene(&folder, &["--deny-warnings", "--no-srdf"], &[BACK]);
    assert_eq!((status(&output), notes(&output, "warning: ").len()), (0, 0));
    let output = validate(&folder, &["--no-srdf", "--group", "turning"], &[BACK]);
    assert_eq!(status(&output), 2);
}

#[test]
fn packages_are_where_they_are_said_to_be() {
    let folder = folder("packages");
    let mesh = "<mesh filename=\"package://arm/m/rod.obj\"/>";
    let robot = ROBOT.replace("<box size=\"0.1 1 0.1\"/>", mesh);
    fs::write(folder.join("robot.urdf"), robot).expect("a file");
    fs::create_dir_all(folder.join("m")).expect("a folder");
    fs::write(folder.join("m/rod.obj"), "v 0 -0.5 0\nv 0 0.5 0\nl 1 2\n").expect("a file");
    let output = in_scene(&folder, &[], &[SWING]);
    assert!(text(&output.stderr).contains("the package \"arm\" of the mesh"));
    assert_eq!(status(&output), 2);
    let output = in_scene(&folder, &["--package", "arm=."], &[SWING]);
    assert_eq!(outcomes(&output), ["impact"]);
}
