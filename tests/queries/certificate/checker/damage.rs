//! Damaged files of proofs: neither the checker nor the library accepts them.

use serde_json::{Map, json};

use super::*;

type Damage = (&'static str, fn(&mut Value));

fn intervals(file: &mut Value) -> &mut Vec<Value> {
    file["intervals"].as_array_mut().expect("a list")
}

fn first(file: &mut Value) -> &mut Value {
    &mut file["intervals"][0]
}

fn object(file: &mut Value) -> &mut Map<String, Value> {
    file.as_object_mut().expect("an object")
}

fn added(value: &mut Value, number: f64) {
    *value = json!(value.as_f64().expect("a number") + number);
}

fn each(file: &mut Value, change: impl Fn(&mut Value)) {
    intervals(file).iter_mut().for_each(change);
}

fn long(interval: &mut Value, length: f64) {
    let numbers = interval["direction"].as_array_mut().expect("a list");
    for number in numbers {
        *number = json!(number.as_f64().expect("a number") * length);
    }
}

/// Cuts the first interval that lasts in two, and moves the start of its second part.
fn cut(file: &mut Value, moved: fn(f64) -> f64) {
    let time = |interval: &Value, end| interval[end].as_f64().expect("a time");
    let intervals = intervals(file);
    let lasts = |interval: &Value| time(interval, "start") < time(interval, "end");
    let first = intervals.iter().position(lasts).expect("one that lasts");
    let mut second = intervals[first].clone();
    let middle = 0.5 * (time(&second, "start") + time(&second, "end"));
    intervals[first]["end"] = json!(middle);
    second["start"] = json!(moved(middle));
    intervals.insert(first + 1, second);
}

const DAMAGES: [Damage; 31] = [
    ("another format", |f| f["format"] = json!("a poem")),
    ("an older version", |f| f["version"] = json!(1)),
    ("a later version", |f| f["version"] = json!(3)),
    ("no version", |f| drop(object(f).remove("version"))),
    ("four dimensions", |f| f["dimension"] = json!(4)),
    ("no body", |f| drop(object(f).remove("b"))),
    ("no motion", |f| f["a"]["motions"] = json!([])),
    ("blobs", |f| f["a"]["shape"] = json!({"blob": {}})),
    ("wobbles", |f| f["a"]["motions"] = json!([{"wobble": {}}])),
    ("knots alone", |f| f["a"]["knots"] = json!([0.0, 0.1])),
    ("no intervals", |f| intervals(f).clear()),
    ("the first is gone", |f| drop(intervals(f).remove(0))),
    ("a gap", |f| cut(f, f64::next_up)),
    ("a jump back", |f| cut(f, f64::next_down)),
    ("starts late", |f| first(f)["start"] = json!(1e-9)),
    ("ends early", |f| drop(intervals(f).pop())),
    ("reversed", |f| {
        each(f, |i| {
            (i["start"], i["end"]) = (i["end"].clone(), i["start"].clone())
        })
    }),
    ("a longer claim", |f| added(&mut f["end"], 1e-9)),
    ("an earlier claim", |f| added(&mut f["start"], -1e-9)),
    ("vectors back", |f| each(f, |i| long(i, -1.0))),
    ("vectors of zero", |f| each(f, |i| long(i, 0.0))),
    ("long vectors", |f| each(f, |i| long(i, 1.0 + 1e-14))),
    ("short vectors", |f| each(f, |i| long(i, 1.0 - 1e-14))),
    ("no number", |f| first(f)["direction"][0] = Value::Null),
    ("one number", |f| first(f)["direction"] = json!([1.0])),
    ("an unknown frame", |f| first(f)["frame"] = json!("c")),
    ("uncertified", |f| first(f)["order"] = json!("uncertified")),
    ("more margin", |f| each(f, |i| added(&mut i["margin"], 1.0))),
    ("more is kept", |f| {
        each(f, |i| added(&mut i["kept_distance"], 1.0))
    }),
    ("a target too far", |f| added(&mut f["distance"], 10.0)),
    ("too deep", |f| f["distance"] = json!(-100.0)),
];

#[test]
fn damaged_files_are_refused_by_the_checker_and_by_the_library() {
    let mut files = written(&honest::<UnitQuaternion<f64>, 3>(3, 6));
    files.extend(written(&honest::<UnitComplex<f64>, 2>(4, 6)));
    let mut damaged = Vec::new();
    for (name, damage) in DAMAGES {
        for file in &files {
            let mut value = from_str(file).expect("a value");
            damage(&mut value);
            damaged.push((name, to_string(&value).expect("a file")));
        }
    }
    let texts: Vec<_> = damaged.iter().map(|(_, text)| text.clone()).collect();
    for ((name, text), (verdict, line)) in damaged.iter().zip(check("damaged", &texts)) {
        assert!(!library_accepts(text), "the library accepts {name}: {text}");
        assert_ne!(verdict, Verdict::Holds, "{name}: {line}");
    }
}
