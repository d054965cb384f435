//! Damaged files of proofs: neither the checker nor the library accepts them.

use serde_json::{Map, Value, from_str, json, to_string};

use super::*;

/// A damage, and whether no damaged file can hold.
type Damage = (&'static str, fn(&mut Value), bool);

fn intervals(file: &mut Value) -> &mut Vec<Value> {
    file["intervals"].as_array_mut().expect("a list")
}

fn scaled(value: &mut Value, factor: f64) {
    match value {
        Value::Number(number) => *value = json!(number.as_f64().expect("a number") * factor),
        Value::Array(values) => values.iter_mut().for_each(|value| scaled(value, factor)),
        Value::Object(values) => values.values_mut().for_each(|value| scaled(value, factor)),
        _ => {}
    }
}

fn added(value: &mut Value, number: f64) {
    *value = json!(value.as_f64().expect("a number") + number);
}

fn each(file: &mut Value, change: impl Fn(&mut Value)) {
    intervals(file).iter_mut().for_each(change);
}

/// Returns the time in the middle of the first interval that lasts.
fn middle(file: &Value) -> f64 {
    let intervals = file["intervals"].as_array().expect("a list");
    let times = |interval: &Value| ["start", "end"].map(|end| interval[end].as_f64().expect("one"));
    let lasting = intervals.iter().map(times).find(|[start, end]| start < end);
    let [start, end] = lasting.expect("an interval that lasts");
    0.5 * (start + end)
}

/// Cuts the first interval that lasts in two, and moves the start of its second part by a share of the first.
fn cut(file: &mut Value, share: f64) {
    let middle = middle(file);
    let intervals = intervals(file);
    let first = intervals.iter().position(|interval| {
        interval["start"].as_f64() < Some(middle) && Some(middle) < interval["end"].as_f64()
    });
    let first = first.expect("an interval that lasts");
    let mut second = intervals[first].clone();
    let start = second["start"].as_f64().expect("a time");
    intervals[first]["end"] = json!(middle);
    second["start"] = json!(middle + (middle - start) * share);
    intervals.insert(first + 1, second);
}

/// Returns the motions of a body, without their names.
fn motions<'x>(file: &'x mut Value, body: &str) -> impl Iterator<Item = &'x mut Value> {
    let motions = file[body]["motions"].as_array_mut().expect("a list");
    motions.iter_mut().map(|motion| {
        let of = motion.as_object_mut().and_then(|of| of.values_mut().next());
        let of = of.expect("a motion");
        if of.get("start").is_some_and(Value::is_object) {
            &mut of["start"]
        } else {
            of
        }
    })
}

const DAMAGES: [Damage; 38] = [
    ("another format", |f| f["format"] = json!("a poem"), true),
    ("another version", |f| f["version"] = json!(2), true),
    ("no version", |f| drop(object(f).remove("version")), true),
    ("four dimensions", |f| f["dimension"] = json!(4), true),
    ("no body", |f| drop(object(f).remove("b")), true),
    ("no motion", |f| f["a"]["motions"] = json!([]), true),
    ("an unknown shape", |f| f["a"]["shape"] = json!({"blob": {"radius": 1.0}}), true),
    ("an unknown motion", |f| f["a"]["motions"] = json!([{"wobble": {}}]), true),
    ("knots without motions", |f| f["a"]["knots"] = json!([0.0, 0.1]), true),
    ("no intervals", |f| intervals(f).clear(), true),
    ("the first is gone", |f| drop(intervals(f).remove(0)), true),
    ("a gap", |f| cut(f, 0.1), true),
    ("a jump back", |f| cut(f, -0.1), true),
    ("starts late", |f| f["intervals"][0]["start"] = json!(1e-9), true),
    ("ends early", |f| { let m = middle(f); each(f, |i| if i["end"].as_f64() > Some(m) { i["end"] = json!(m) }) }, true),
    ("reversed", |f| each(f, |i| { let end = i["end"].take(); i["end"] = i["start"].take(); i["start"] = end }), true),
    ("a longer claim", |f| added(&mut f["end"], 1e-9), true),
    ("an earlier claim", |f| added(&mut f["start"], -1e-9), true),
    ("times moved", |f| { each(f, |i| { added(&mut i["start"], 0.3); added(&mut i["end"], 0.3) }); added(&mut f["start"], 0.3); added(&mut f["end"], 0.3) }, false),
    ("one span", |f| { let end = f["end"].clone(); f["intervals"][0]["end"] = end; intervals(f).truncate(1) }, false),
    ("vectors back", |f| each(f, |i| scaled(&mut i["direction"], -1.0)), true),
    ("vectors of zero", |f| each(f, |i| scaled(&mut i["direction"], 0.0)), true),
    ("long vectors", |f| each(f, |i| scaled(&mut i["direction"], 1.0 + 1e-12)), true),
    ("short vectors", |f| each(f, |i| scaled(&mut i["direction"], 1.0 - 1e-12)), true),
    ("vectors without a number", |f| f["intervals"][0]["direction"][0] = Value::Null, true),
    ("vectors of one number", |f| f["intervals"][0]["direction"] = json!([1.0]), true),
    ("turned vectors", |f| each(f, |i| i["direction"].as_array_mut().expect("one").rotate_left(1)), false),
    ("another frame", |f| each(f, |i| i["frame"] = match i["frame"].as_str() { Some("world") => json!("a"), Some("a") => json!("b"), _ => json!("world") }), false),
    ("an unknown frame", |f| f["intervals"][0]["frame"] = json!("c"), true),
    ("an uncertified interval", |f| f["intervals"][0]["order"] = json!("uncertified"), true),
    ("margins raised", |f| each(f, |i| added(&mut i["margin"], 1.0)), true),
    ("kept distances raised", |f| each(f, |i| added(&mut i["kept_distance"], 1.0)), true),
    ("a target too far", |f| added(&mut f["distance"], 10.0), true),
    ("deeper than the bodies are thick", |f| f["distance"] = json!(-100.0), true),
    ("bodies swapped", |f| { let a = f["a"].take(); f["a"] = f["b"].take(); f["b"] = a }, false),
    ("bodies grown", |f| { scaled(&mut f["a"]["shape"], 20.0); scaled(&mut f["b"]["shape"], 20.0) }, true),
    ("a body moved", |f| { let at = motions(f, "a").next().expect("one")["pose"]["position"].clone(); motions(f, "b").for_each(|m| m["pose"]["position"] = at.clone()) }, false),
    ("a body faster", |f| motions(f, "b").filter(|m| m.get("linear").is_some()).for_each(|m| { scaled(&mut m["linear"], -3.0); scaled(&mut m["angular"], 2.0) }), false),
];

fn object(file: &mut Value) -> &mut Map<String, Value> {
    file.as_object_mut().expect("an object")
}
