//! Tests of the error messages for paths.

use photofinish_robot_files::paths;

use crate::files::{Directory, assert_messages};
use crate::paths::TRAJECTORY;

/// Returns the error message for a file with this name.
fn error(name: &str, content: &[u8]) -> String {
    let directory = Directory::new();
    let file = directory.write(name, content);
    directory.message(paths(file))
}

#[test]
fn json_that_is_no_path_is_pointed_out() {
    let cases = [
        (
            "p.jsonl",
            "{\"waypoints\": [[1], [NaN]]}",
            "p.jsonl:1:22: expected value",
        ),
        (
            "p.jsonl",
            "\n{\"waypoints\": [[1], [\"NaN\"]]}",
            "p.jsonl:2:26: invalid type: string \"NaN\", expected f64",
        ),
        (
            "p.jsonl",
            "{\"waypoints\": [[1e999]]}",
            "p.jsonl:1:21: number out of range",
        ),
        (
            "p.jsonl",
            "{\"points\": []}",
            "p.jsonl:1:9: unknown key `points`: did you mean `waypoints`?",
        ),
        (
            "p.jsonl",
            "{\"lines\": []}",
            "p.jsonl:1:13: missing field `waypoints`",
        ),
        (
            "p.jsonl",
            "{\"waypoints\": []}",
            "p.jsonl:1: a path needs at least one waypoint, but has none",
        ),
        (
            "p.jsonl",
            "{\"waypoints\": [[1], [1, 2]]}",
            "p.jsonl:1: waypoint 1 has 2 positions, but should have 1",
        ),
        (
            "p.jsonl",
            "{\"waypoints\": [[1], [2]], \"joints\": [\"a\", \"b\"]}",
            "p.jsonl:1: waypoint 0 has 1 positions, but should have 2",
        ),
        (
            "p.jsonl",
            "{\"waypoints\": [[1], [2]], \"times\": [1]}",
            "p.jsonl:1: 2 waypoints cannot have 1 times",
        ),
        (
            "p.jsonl",
            "{\"waypoints\": [[1], [2]], \"times\": [1, 1]}",
            "p.jsonl:1: times must increase, but waypoint 1 is at 1.0 after 1.0",
        ),
        (
            "p.jsonl",
            "{\"waypoints\": [[1], [2]], \"velocities\": [[1]]}",
            "p.jsonl:1: 2 waypoints cannot have 1 velocities",
        ),
        (
            "p.jsonl",
            "{\"waypoints\": [[1]], \"id\": [1]}",
            "p.jsonl:1: the id must be text or a whole number, but is \"something else\"",
        ),
        (
            "p.json",
            "[\n{\"waypoints\": [[1]]},\n{\"waypoints\":\n [1]}]",
            "p.json:4:3: invalid type: integer `1`, expected a sequence",
        ),
        ("p.json", "[]", "p.json: the file needs paths, but has none"),
        ("p.json", "[{}", "p.json:1:3: EOF while parsing a list"),
        (
            "p.json",
            "7",
            "p.json:1:1: invalid type: integer `7`, expected an object with waypoints",
        ),
    ];
    assert_messages(
        cases
            .into_iter()
            .map(|(name, text, expected)| (error(name, text.as_bytes()), expected)),
    );
    let large = error("p.jsonl", b"{\"waypoints\": [[1], [1e200]]}");
    let expected =
        "p.jsonl:1: waypoint 1: value must be finite and at most 1e120 in size, but is 1e200";
    assert!(large.starts_with(expected), "{large}");
    let rubbish = error("p.jsonl", b"\n\xff\xff");
    assert_eq!(rubbish, "p.jsonl:2: this is not text in UTF-8");
}

#[test]
fn tables_that_are_no_path_are_pointed_out() {
    let cases = [
        ("", "p.csv: the file needs rows, but has none"),
        (
            "a,b\n",
            "p.csv: a path needs at least one waypoint, but has none",
        ),
        (
            "a,b\n1,2\n\n1\n",
            "p.csv:4: the number of columns must be that of the rows before, but is \"1, not 2\"",
        ),
        (
            "a,b\n1,nan\n",
            "p.csv:2: the column \"b\" must be a finite number, but is \"nan\"",
        ),
        (
            "# comment\n\n1,2\n# comment\n\n3,x\n",
            "p.csv:6: column 2 must be a finite number, but is \"x\"",
        ),
        (
            "1\r\n#\r\n2\r\n\r\nx\r\n",
            "p.csv:5: column 1 must be a finite number, but is \"x\"",
        ),
        (
            "inf,a\n",
            "p.csv:1: column 1 must be a finite number, but is \"inf\"",
        ),
        ("a,a\n1,2\n", "p.csv:1: there are two columns named \"a\""),
        (
            "time\n1\n",
            "p.csv:1: the header needs joints, but has none",
        ),
        (
            "a,b,a.velocity\n1,2,3\n",
            "p.csv:1: joint \"b\" needs a column \"b.velocity\", as others have one, but has none",
        ),
        (
            "a,c.velocity\n1,2\n",
            "p.csv:1: there is no column named \"c\"",
        ),
        (
            "time,a\n1,2\n0,2\n",
            "p.csv: times must increase, but waypoint 1 is at 0.0 after 1.0",
        ),
    ];
    assert_messages(
        cases
            .into_iter()
            .map(|(text, expected)| (error("p.csv", text.as_bytes()), expected)),
    );
}

#[test]
fn trajectories_that_are_no_path_are_pointed_out() {
    let cases = [
        (
            "points:",
            "pints:",
            "p.yaml:3:3: unknown key `pints` in the trajectory: did you mean `points`?",
        ),
        (
            "[2, -0.5]",
            "[2]",
            "p.yaml:1:1: waypoint 1 has 1 positions, but should have 2",
        ),
        (
            "[2, -0.5]",
            "[2, .nan]",
            "p.yaml:7:18: element 1 of positions of point 1 must be a finite number, but is \".nan\"",
        ),
        ("[2, -0.5]", "[2, 1e999]", ""),
        (
            "  velocities: [9, 10]\n",
            "",
            "p.yaml:7:3: velocities of point 1 must be given for all points or for none, but is \"absent\"",
        ),
        (
            "  velocities: [5, 6]\n",
            "",
            "p.yaml:6:3: velocities of point 1 must be given for all points or for none, but is \"not absent\"",
        ),
        (
            "  time_from_start: {secs: 0, nsecs: 0}\n",
            "",
            "p.yaml:6:3: time_from_start of point 1 must be given for all points or for none, but is \"not absent\"",
        ),
        (
            "secs: 1, nsecs: 500000000",
            "secs: 1",
            "p.yaml:9:20: time_from_start of point 1 needs the key \"nsecs\", but has none",
        ),
        (
            "secs: 1",
            "secs: -1",
            "p.yaml:1:1: times must increase, but waypoint 1 is at -0.5 after 0.0",
        ),
        (
            "[p, q]",
            "[p, ~]",
            "p.yaml:1:18: element 1 of joint_names of the trajectory must be a name, but is \"nothing\"",
        ),
        (
            "positions: [0, 1]",
            "effort: [0, 1]",
            "p.yaml:3:3: point 0 needs the key \"positions\", but has none",
        ),
    ];
    assert_messages(cases.into_iter().filter_map(|(from, to, expected)| {
        let found = error("p.yaml", TRAJECTORY.replacen(from, to, 1).as_bytes());
        assert!(found.starts_with("p.yaml:"), "{found}");
        (!expected.is_empty()).then_some((found, expected))
    }));
    let several = "multi_dof_joint_trajectory:\n  points: [{}]\n";
    let expected = "p.yaml:2:12: a trajectory of joints of several values is not supported: give each of their values a joint of its own";
    assert_eq!(error("p.yaml", several.as_bytes()), expected);
}
