//! Tests of paths from JSON, JSON lines, CSV and trajectory messages.

use photofinish_robot::Path;
use photofinish_robot_files::{PathRecord, Reader, path_lines};

use crate::files::{Directory, message};

/// Returns the paths in a file with this name.
fn read(name: &str, content: &str) -> Vec<PathRecord> {
    let directory = Directory::new();
    let file = directory.write(name, content);
    let mut records = Reader::new().paths(&file).unwrap();
    let prefix = format!(
        "{}{}",
        directory.path().display(),
        std::path::MAIN_SEPARATOR
    );
    for record in &mut records {
        record.place = record.place.replace(&prefix, "");
    }
    records
}

fn places(records: &[PathRecord]) -> Vec<&str> {
    records.iter().map(|record| record.place.as_str()).collect()
}

fn two() -> Vec<Vec<f64>> {
    vec![vec![0.0, 1.0], vec![2.0, -0.5]]
}

pub const LINES: &str = r#"{"scene": "a/b.yaml", "resolution": 0.05, "waypoints": [[0, 1], [2, -0.5]], "sampled": {"x": [1]}}

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
    let expected = "input:1: passed over the unknown key `resolution` (and another warning); a `Reader` reads the file \
        all the same";
    assert_eq!(message(lines.next().unwrap()), expected);
    let expected = "input:3:91: EOF while parsing a value";
    assert_eq!(message(lines.next().unwrap()), expected);
    let last = lines.next().unwrap().unwrap();
    assert_eq!(
        (last.place.as_str(), last.id.as_deref()),
        ("input:4", Some("7"))
    );
    assert!(lines.next().is_none());
}

#[test]
fn a_json_file_holds_an_object_or_several() {
    let object = "{\n\"waypoints\":\n[[0, 1],\n[2, -0.5]]\n}\n";
    for (name, text, expected) in [
        ("p.json", object.to_owned(), vec!["p.json:1"]),
        (
            "p.json",
            format!("\n{object}{object}"),
            vec!["p.json:2", "p.json:7"],
        ),
        (
            "p.json",
            format!("[{object},\n\n{object}]"),
            vec!["p.json:1", "p.json:8"],
        ),
        ("p.txt", object.to_owned(), vec!["p.txt:1"]),
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

pub const TRAJECTORY: &str = "joint_names: [p, q]
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
    TRAJECTORY
        .lines()
        .map(|line| format!("{by}{line}\n"))
        .collect()
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
    assert_eq!(
        places(&read("p.yaml", &several)),
        ["p.yaml:3:5", "p.yaml:13:5"]
    );
}

#[test]
fn times_that_are_all_zero_are_ignored() {
    let text = TRAJECTORY.replace("secs: 1, nsecs: 500000000", "secs: 0, nsecs: 0");
    let expected = Path::new(two()).joints(["p", "q"]);
    assert_eq!(read("p.yaml", &text)[0].path, expected);
}
