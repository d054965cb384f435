//! Tests of paths from LeRobot's tables. `episodes.parquet` has the columns that LeRobot writes, and was written by
//! pyarrow, as LeRobot does: three frames of episode 0 and three of episode 4.

use photofinish_robot_files::{PathRecord, episodes, paths};

use crate::files::Directory;

const TABLE: &[u8] = include_bytes!("episodes.parquet");

/// Writes the table as a file of a data set, and its description if there is one.
fn data_set(description: Option<&str>) -> (Directory, std::path::PathBuf) {
    let directory = Directory::new();
    let file = directory.write("data/chunk-000/file-000.parquet", TABLE);
    if let Some(description) = description {
        directory.write("meta/info.json", description);
    }
    (directory, file)
}

fn names(records: &[PathRecord]) -> Option<String> {
    Some(records[0].path.joints.as_ref()?.join(" "))
}

#[test]
fn episodes_are_paths() {
    let (_directory, file) = data_set(None);
    let records = paths(&file).unwrap();
    let ids: Vec<_> = records.iter().map(|r| r.id.as_deref().unwrap()).collect();
    assert_eq!(ids, ["episode 0", "episode 4"]);
    let times = [0.0, f64::from(0.1f32), f64::from(0.2f32)];
    for record in &records {
        assert_eq!(record.path.times.as_deref().unwrap(), times);
        assert_eq!(record.place, file.display().to_string());
    }
    let values = [[0.0, 0.0, 55.0], [0.5, 0.0, 50.0], [1.5, 0.0, 50.0]];
    assert_eq!(records[0].path.positions, values);
    assert_eq!(names(&records), None);
    let records = episodes(&file, "action").unwrap();
    let last = [-1.5, f64::from(0.2f32)];
    assert_eq!(records.len(), 2);
    assert!((records[1].path.positions[2][1] - last[1]).abs() < 1e-7);
    assert_eq!(records[1].path.positions[2][0], last[0]);
}

#[test]
fn joints_have_the_names_of_the_description() {
    for (names_in_file, expected) in [
        (r#"["p.pos","q.pos","grip"]"#, Some("p q grip")),
        (r#"{"motors":["p","q","grip"]}"#, Some("p q grip")),
        // not one for each value: a checker refuses them
        (r#"["p","q"]"#, Some("p q")),
        ("null", None),
    ] {
        let text = format!(r#"{{"features":{{"observation.state":{{"names":{names_in_file}}}}}}}"#);
        let (_directory, file) = data_set(Some(&text));
        let found = names(&paths(&file).unwrap());
        assert_eq!(found.as_deref(), expected, "{text}");
    }
    let (_directory, file) = data_set(Some("{"));
    let message = paths(&file).unwrap_err().to_string();
    assert!(message.contains("info.json"), "{message}");
}

#[test]
fn what_is_no_table_of_episodes_is_an_error() {
    let (directory, file) = data_set(None);
    let message = |column: &str| episodes(&file, column).unwrap_err().to_string();
    let expected =
        "there is no column named \"observation.stat\": did you mean `observation.state`?";
    assert!(message("observation.stat").ends_with(expected));
    let expected = "the column \"task\" must be a list of finite numbers, but is \"\\\"push\\\"\"";
    assert!(message("task").ends_with(expected), "{}", message("task"));
    // no part of a table is taken for one, and no byte of it makes the reader panic
    for end in 0..TABLE.len() {
        let cut = directory.write("cut.parquet", &TABLE[..end]);
        assert!(paths(cut).is_err());
    }
    for at in 0..TABLE.len() {
        let mut bytes = TABLE.to_vec();
        bytes[at] ^= 0x55;
        let _ = paths(directory.write("changed.parquet", bytes));
    }
}
