//! Tests of tables in Parquet: of episodes of LeRobot, and of answers.

use std::fs::{self, File};

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};

use crate::formats::{LINES, merge};
use crate::validate::{folder, in_scene, outcomes, validate_file};
use crate::{answers, status, text};

/// See the tests of `photofinish-robot-files`. The values are those of the hinge, the slide, and a gripper in percent.
const EPISODES: &[u8] = include_bytes!("../../../robot-files/tests/reading/episodes.parquet");

#[test]
fn episodes_are_checked() {
    let folder = folder("episodes");
    fs::write(folder.join("e.parquet"), EPISODES).expect("a file");
    let check = |words: &str| {
        let words = format!("--scene scenes/ball.yaml --ignore-limits {words}");
        let words: Vec<_> = words.split_whitespace().collect();
        validate_file(&folder, "e.parquet", &words)
    };
    let output = check("--joints hinge,slide,_");
    assert_eq!(outcomes(&output), ["impact", "separated"]);
    let first = &answers(&output)[0];
    assert_eq!([&first["id"], &first["path"]], ["episode 0", "e.parquet"]);
    let time = first["time"].as_f64().expect("a time");
    assert!((0.1..0.2).contains(&time), "{time}");
    // in degrees the bar hardly turns
    let output = check("--joints hinge,slide,_ --degrees");
    assert_eq!(outcomes(&output), ["separated", "separated"]);
    assert_eq!(outcomes(&check("--column action")), ["impact", "separated"]);
    let output = check("--joints hinge,slide");
    let message = answers(&output)[0]["message"].to_string();
    let expected = "e.parquet: --joints names 2 values, but a waypoint has 3";
    assert!(message.contains(expected), "{message}");
    assert_eq!(status(&output), 2);
}

#[test]
fn answers_are_rows() {
    let folder = folder("rows");
    let output = in_scene(&folder, &["--all", "--format", "parquet"], &LINES);
    fs::write(folder.join("a.parquet"), &output.stdout).expect("a file");
    let lines = in_scene(&folder, &["--all"], &LINES);
    fs::write(folder.join("a.jsonl"), &lines.stdout).expect("a file");
    let merged = merge(&folder, &["a.jsonl", "--format", "parquet"]);
    assert!(merged.stdout == output.stdout, "{}", text(&merged.stderr));
    let file = File::open(folder.join("a.parquet")).expect("a file");
    let reader = SerializedFileReader::new(file).expect("a table");
    let rows = reader.get_row_iter(None).expect("rows");
    let rows: Vec<_> = rows.map(|row| row.expect("a row")).collect();
    let answers = answers(&lines);
    assert_eq!(rows.len(), answers.len());
    for (row, answer) in rows.iter().zip(&answers) {
        let text = |value: &serde_json::Value| value.as_str().map(str::to_owned);
        for key in ["path", "id", "outcome", "message", "joint"] {
            let expected = text(&answer[key]).map_or(Field::Null, Field::Str);
            assert_eq!(field(row, key), expected, "{key}");
        }
        for key in ["clearance", "time", "share", "distance", "least"] {
            let expected = answer[key].as_f64().map_or(Field::Null, Field::Double);
            assert_eq!(field(row, key), expected, "{key}");
        }
        let index = answer["index"].as_i64().expect("a number");
        assert_eq!(field(row, "index"), Field::Long(index));
        let link = text(&answer["between"]["link"]).map_or(Field::Null, Field::Str);
        assert_eq!(field(row, "link"), link);
        let contacts = answer.get("contacts").map(ToString::to_string);
        let contacts = contacts.map_or(Field::Null, Field::Str);
        assert_eq!(field(row, "contacts"), contacts);
        let numbers = match field(row, "configuration") {
            Field::ListInternal(list) => Some(list.elements().to_vec()),
            _ => None,
        };
        let expected = answer["configuration"].as_array().map(|list| {
            let numbers = list.iter().filter_map(serde_json::Value::as_f64);
            numbers.map(Field::Double).collect::<Vec<_>>()
        });
        assert_eq!(numbers, expected);
    }
}

fn field(row: &Row, name: &str) -> Field {
    let mut fields = row.get_column_iter();
    let found = fields.find(|(other, _)| *other == name);
    found.expect("a column").1.clone()
}
