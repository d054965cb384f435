//! Tests of paths from JSON, JSON lines, CSV and trajectory messages.

use photofinish_robot::Path;
use photofinish_robot_files::{PathRecord, Reader, path_lines, paths};

use crate::files::{Directory, assert_changes, assert_messages, message};

/// Returns the paths in a file with this name.
fn read(name: &str, content: &str) -> Vec<PathRecord> {
    let directory = Directory::new();
    let file = directory.write(name, content);
    let mut records = Reader::new().paths(&file).unwrap();
    for record in &mut records {
        record.place = directory.without_name(&record.place);
    }
    records
}

fn places(records: &[PathRecord]) -> Vec<&str> {
    records.iter().map(|record| record.place.as_str()).collect()
}

fn two() -> Vec<Vec<f64>> {
    vec![vec![0.0, 1.0], vec![2.0, -0.5]]
}

const LINES: &str = r#"{"scene": "a/b.yaml", "resolution": 0.05, "waypoints": [[0, 1], [2, -0.5]], "sampled": {"x": [1]}}

{"waypoints": [[0, 1], [2, -0.5]], "joints": ["p", "q"], "times": [0, 1.5], "id": "second",
"#;

#[test]
fn lines_of_json_are_paths() {
    let text = LINES.trim_end().trim_end_matches(',').to_owned()
        + r#", "velocities": [[0, 0], [1, 1]], "accelerations": [[0, 0], [3, 4]]}"#;
    let records = read("p.jsonl", &text);
    assert_eq!(places(&records), ["p.jsonl:1", "p.jsonl:3"]);
    assert_eq!(records[0].scene.as_deref(), Some("a/b.yaml"));
    assert_eq!(records[0].path, Path::new(two()));
    assert_eq!(records[1].id.as_deref(), Some("second"));
    let expected = Path::new(two())
        .joints(["p", "q"])
        .times(vec![0.0, 1.5])
        .velocities(vec![vec![0.0, 0.0], vec![1.0, 1.0]])
        .accelerations(vec![vec![0.0, 0.0], vec![3.0, 4.0]]);
    assert_eq!(records[1].path, expected);
}

#[test]
fn lines_can_be_read_on_after_an_error() {
    let text = LINES.to_owned() + "{\"waypoints\": [[1]], \"id\": 7}";
    let mut lines = path_lines(text.as_bytes(), "input");
    for expected in [
        "input:1: passed over the unknown key `resolution` (and another warning); a `Reader` reads the file all the same",
        "input:3:91: EOF while parsing a value",
    ] {
        assert_eq!(message(lines.next().unwrap()), expected);
    }
    let last = lines.next().unwrap().unwrap();
    assert_eq!(last.place, "input:4");
    assert_eq!(last.id.as_deref(), Some("7"));
    assert!(lines.next().is_none());
}

#[test]
fn a_json_file_holds_an_object_or_several() {
    let object = "{\n\"waypoints\":\n[[0, 1],\n[2, -0.5]]\n}\n";
    for (name, text, expected) in [
        ("p.json", object.to_owned(), &["p.json:1"][..]),
        (
            "p.json",
            format!("\n{object}{object}"),
            &["p.json:2", "p.json:7"],
        ),
        (
            "p.json",
            format!("[{object},\n\n{object}]"),
            &["p.json:1", "p.json:8"],
        ),
        ("p.txt", object.to_owned(), &["p.txt:1"]),
    ] {
        let records = read(name, &text);
        assert_eq!(places(&records), expected);
        assert!(records.iter().all(|record| record.path == Path::new(two())));
    }
}

#[test]
fn a_table_is_a_path() {
    let plain = read("p.csv", "# joints\n0, 1\n2, -0.5\n");
    assert_eq!(places(&plain), ["p.csv"]);
    assert_eq!(plain[0].path, Path::new(two()));
    assert_eq!(read("p.csv", "0, 1\r\n\r\n2, -0.5\r\n"), plain);
    assert_eq!(read("p", "0;1\n2;-0.5"), read("p", "0\t1\n2\t-0.5\n"));
    let named = read("p.csv", "time,p,q\n0,0,1\n1.5,2,-5e-1\n");
    let path = Path::new(two()).joints(["p", "q"]).times(vec![0.0, 1.5]);
    assert_eq!(named[0].path, path);
    let whole = "p.velocity,p,q.position,q.velocity,time,q.acceleration,p.acceleration\n\
        5,0,1,6,0,8,7\n9,2,-0.5,10,1.5,12,11\n";
    let path = path
        .velocities(vec![vec![5.0, 6.0], vec![9.0, 10.0]])
        .accelerations(vec![vec![7.0, 8.0], vec![11.0, 12.0]]);
    assert_eq!(read("p.csv", whole)[0].path, path);
}

const TRAJECTORY: &str = "joint_names: [p, q]
points:
- positions: [0, 1]
  velocities: [5, 6]
  accelerations: []
  time_from_start: {secs: 0, nsecs: 0}
- positions: [2, -0.5]
  velocities: [9, 10]
  time_from_start: {secs: 1, nsecs: 500000000}
";

fn indented(by: &str) -> String {
    let lines = TRAJECTORY.lines();
    lines.map(|line| format!("{by}{line}\n")).collect()
}

#[test]
fn trajectory_messages_are_paths() {
    let expected = Path::new(two())
        .joints(["p", "q"])
        .times(vec![0.0, 1.5])
        .velocities(vec![vec![5.0, 6.0], vec![9.0, 10.0]]);
    let plain = read("p.yaml", TRAJECTORY);
    assert_eq!(places(&plain), ["p.yaml:1:1"]);
    assert_eq!(plain[0].path, expected);
    for text in [
        TRAJECTORY.replace("secs", "sec").replace("nsec", "nanosec"),
        TRAJECTORY
            .replace("{secs: 0, nsecs: 0}", "0")
            .replace("{secs: 1, nsecs: 500000000}", "1.5"),
        format!("joint_trajectory:\n{}", indented("  ")),
        format!(
            "model_id: m\ntrajectory:\n- joint_trajectory:\n{}  multi_dof_joint_trajectory: {{points: []}}\n",
            indented("    ")
        ),
        format!("goal:\n  trajectory:\n{}---\n", indented("    ")),
    ] {
        assert_eq!(read("p.yml", &text)[0].path, expected, "{text}");
    }
    let several = format!(
        "trajectory:\n- joint_trajectory:\n{0}- joint_trajectory:\n{0}",
        indented("    ")
    );
    let expected = ["p.yaml:3:5", "p.yaml:13:5"];
    assert_eq!(places(&read("p.yaml", &several)), expected);
    // times that are all zero are none
    let text = TRAJECTORY.replace("secs: 1, nsecs: 500000000", "secs: 0, nsecs: 0");
    let expected = Path::new(two()).joints(["p", "q"]);
    assert_eq!(read("p.yaml", &text)[0].path, expected);
}

/// Returns the error message for a file with this name.
fn error(name: &str, content: impl AsRef<[u8]>) -> String {
    let directory = Directory::new();
    directory.message(paths(directory.write(name, content)))
}

#[test]
fn json_that_is_no_path_is_pointed_out() {
    let table = r#"
        p.jsonl | {"waypoints": [[1], [NaN]]}
            p.jsonl:1:22: expected value
        p.jsonl | {"lines": []}
            p.jsonl:1:13: missing field `waypoints`
        p.jsonl | {"waypoints": []}
            p.jsonl:1: a path needs at least one waypoint, but has none
        p.jsonl | {"waypoints": [[1], [1, 2]]}
            p.jsonl:1: waypoint 1 has 2 positions, but should have 1
        p.jsonl | {"waypoints": [[1]], "id": [1]}
            p.jsonl:1: the id must be text or a whole number, but is "something else"
        p.jsonl | \n{"waypoints": [[0]], "velocity": [[1]]}
            p.jsonl:2:31: unknown key `velocity`: did you mean `velocities`?
        p.json | [\n{"waypoints": [[1]]},\n{"waypoints":\n [1]}]
            p.json:4:3: invalid type: integer `1`, expected a sequence
        p.json | []
            p.json: the file needs paths, but has none
        p.json | 7
            p.json:1:1: invalid type: integer `7`, expected an object with waypoints
    "#;
    assert_messages(table, |input| {
        let (name, content) = input.split_once(" | ").expect("a file");
        error(name, content)
    });
    let large = error("p.jsonl", "{\"waypoints\": [[1], [1e200]]}");
    let expected = "p.jsonl:1: waypoint 1: value must be finite and at most 1e120 in size";
    assert!(large.starts_with(expected), "{large}");
    let expected = "p.jsonl:2: this is not text in UTF-8";
    assert_eq!(error("p.jsonl", b"\n\xff\xff"), expected);
}

#[test]
fn tables_that_are_no_path_are_pointed_out() {
    let expected = "p.csv: the file needs rows, but has none";
    assert_eq!(error("p.csv", ""), expected);
    let table = r#"
        a,b\n
            p.csv: a path needs at least one waypoint, but has none
        a,b\n1,2\n\n1\n
            p.csv:4: the number of columns must be that of the rows before, but is "1, not 2"
        # comment\n\n1,2\n# comment\n\n3,x\n
            p.csv:6: column 2 must be a finite number, but is "x"
        inf,a\n
            p.csv:1: column 1 must be a finite number, but is "inf"
        a,a\n1,2\n
            p.csv:1: there are two columns named "a"
        time\n1\n
            p.csv:1: the header needs joints, but has none
        a,b,a.velocity\n1,2,3\n
            p.csv:1: joint "b" needs a column "b.velocity", as others have one, but has none
        a,c.velocity\n1,2\n
            p.csv:1: there is no column named "c"
        a,a.velocty\n0,1\n
            p.csv:1: unknown column `a.velocty` in the header: did you mean `a.velocity`?
    "#;
    assert_messages(table, |text| error("p.csv", text));
    let returns = error("p.csv", "1\r\n#\r\n2\r\n\r\nx\r\n");
    let expected = "p.csv:5: column 1 must be a finite number, but is \"x\"";
    assert_eq!(returns, expected);
}

#[test]
fn trajectories_that_are_no_path_are_pointed_out() {
    let table = r#"
        points: => pints:
            p.yaml:3:3: unknown key `pints` in the trajectory: did you mean `points`?
        velocities: => velocity:
            p.yaml:4:13: unknown key `velocity` in a point: did you mean `velocities`?
        [2, -0.5] => [2]
            p.yaml:1:1: waypoint 1 has 1 positions, but should have 2
        [2, -0.5] => [2, .nan]
            p.yaml:7:18: element 1 of positions of point 1 must be a finite number, but is ".nan"
        \n  velocities: [9, 10] =>
            p.yaml:7:3: velocities of point 1 must be given for all points or for none, but is "absent"
        \n  time_from_start: {secs: 0, nsecs: 0} =>
            p.yaml:6:3: time_from_start of point 1 must be given for all points or for none, but is "not absent"
        secs: 1, nsecs: 500000000 => secs: 1
            p.yaml:9:20: time_from_start of point 1 needs the key "nsecs", but has none
        [p, q] => [p, ~]
            p.yaml:1:18: element 1 of joint_names of the trajectory must be a name, but is "nothing"
        positions: [0, 1] => effort: [0, 1]
            p.yaml:3:3: point 0 needs the key "positions", but has none
    "#;
    assert_changes(TRAJECTORY, table, |text| error("p.yaml", text));
    assert!(error("p.yaml", TRAJECTORY.replace("-0.5", "1e999")).starts_with("p.yaml:"));
    let several = "multi_dof_joint_trajectory:\n  points: [{}]\n";
    let expected = "p.yaml:2:12: a trajectory of joints of several values is not supported: give each of their values a joint of its own";
    assert_eq!(error("p.yaml", several), expected);
}

#[test]
fn keys_for_other_programs_are_warned_of() {
    let directory = Directory::new();
    let reader = Reader::new();
    let line = "{\"waypoints\": [[0]], \"col\\nour\": {\"times\": 1}}\n";
    let records = reader.paths(directory.write("p.jsonl", line.repeat(3)));
    assert_eq!(records.unwrap().len(), 3);
    let zero = "points:\n- positions: [0]\n  velocities: [1]\n  time_from_start: 0\n  colour: 1\n";
    reader.paths(directory.write("z.yaml", zero)).unwrap();
    let warnings = reader.warnings();
    let warnings = warnings.iter().map(|warning| {
        let line = warning.place().line_number().unwrap();
        format!("{line}: {}", warning.message())
    });
    let expected = [
        // a message is one line, whatever the file has in the middle of a word
        "1: passed over the unknown key `col our`",
        "5: passed over the unknown key `colour` of a point",
        "1: all times are 0: velocities and accelerations are passed over",
    ];
    assert_eq!(warnings.collect::<Vec<_>>(), expected);
}
