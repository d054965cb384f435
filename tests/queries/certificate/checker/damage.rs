//! Damaged files of proofs: neither the checker nor the library accepts them.

use serde_json::{Map, Value, from_str, json, to_string};

use super::*;

/// A damage, and whether no damaged file can hold.
type Damage = (&'static str, fn(&mut Value), bool);

fn intervals(file: &mut Value) -> &mut Vec<Value> {
    file["intervals"].as_array_mut().expect("a list")
}

pub(super) fn scaled(value: &mut Value, factor: f64) {
    match value {
        Value::Number(number) => *value = json!(number.as_f64().expect("a number") * factor),
        Value::Array(values) => values.iter_mut().for_each(|value| scaled(value, factor)),
        Value::Object(values) => values.values_mut().for_each(|value| scaled(value, factor)),
        _ => {}
    }
}

pub(super) fn added(value: &mut Value, number: f64) {
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
    (
        "an unknown shape",
        |f| f["a"]["shape"] = json!({"blob": {"radius": 1.0}}),
        true,
    ),
    (
        "an unknown motion",
        |f| f["a"]["motions"] = json!([{"wobble": {}}]),
        true,
    ),
    (
        "knots without motions",
        |f| f["a"]["knots"] = json!([0.0, 0.1]),
        true,
    ),
    ("no intervals", |f| intervals(f).clear(), true),
    ("the first is gone", |f| drop(intervals(f).remove(0)), true),
    ("a gap", |f| cut(f, 0.1), true),
    ("a jump back", |f| cut(f, -0.1), true),
    (
        "starts late",
        |f| f["intervals"][0]["start"] = json!(1e-9),
        true,
    ),
    (
        "ends early",
        |f| {
            let m = middle(f);
            each(f, |i| {
                if i["end"].as_f64() > Some(m) {
                    i["end"] = json!(m)
                }
            })
        },
        true,
    ),
    (
        "reversed",
        |f| {
            each(f, |i| {
                let end = i["end"].take();
                i["end"] = i["start"].take();
                i["start"] = end
            })
        },
        true,
    ),
    ("a longer claim", |f| added(&mut f["end"], 1e-9), true),
    ("an earlier claim", |f| added(&mut f["start"], -1e-9), true),
    (
        "times moved",
        |f| {
            each(f, |i| {
                added(&mut i["start"], 0.3);
                added(&mut i["end"], 0.3)
            });
            added(&mut f["start"], 0.3);
            added(&mut f["end"], 0.3)
        },
        false,
    ),
    (
        "one span",
        |f| {
            let end = f["end"].clone();
            f["intervals"][0]["end"] = end;
            intervals(f).truncate(1)
        },
        false,
    ),
    (
        "vectors back",
        |f| each(f, |i| scaled(&mut i["direction"], -1.0)),
        true,
    ),
    (
        "vectors of zero",
        |f| each(f, |i| scaled(&mut i["direction"], 0.0)),
        true,
    ),
    (
        "long vectors",
        |f| each(f, |i| scaled(&mut i["direction"], 1.0 + 1e-12)),
        true,
    ),
    (
        "short vectors",
        |f| each(f, |i| scaled(&mut i["direction"], 1.0 - 1e-12)),
        true,
    ),
    (
        "vectors without a number",
        |f| f["intervals"][0]["direction"][0] = Value::Null,
        true,
    ),
    (
        "vectors of one number",
        |f| f["intervals"][0]["direction"] = json!([1.0]),
        true,
    ),
    (
        "turned vectors",
        |f| {
            each(f, |i| {
                i["direction"].as_array_mut().expect("one").rotate_left(1)
            })
        },
        false,
    ),
    (
        "another frame",
        |f| {
            each(f, |i| {
                i["frame"] = match i["frame"].as_str() {
                    Some("world") => json!("a"),
                    Some("a") => json!("b"),
                    _ => json!("world"),
                }
            })
        },
        false,
    ),
    (
        "an unknown frame",
        |f| f["intervals"][0]["frame"] = json!("c"),
        true,
    ),
    (
        "an uncertified interval",
        |f| f["intervals"][0]["order"] = json!("uncertified"),
        true,
    ),
    (
        "margins raised",
        |f| each(f, |i| added(&mut i["margin"], 1.0)),
        true,
    ),
    (
        "kept distances raised",
        |f| each(f, |i| added(&mut i["kept_distance"], 1.0)),
        true,
    ),
    (
        "a target too far",
        |f| added(&mut f["distance"], 10.0),
        true,
    ),
    (
        "deeper than the bodies are thick",
        |f| f["distance"] = json!(-100.0),
        true,
    ),
    (
        "bodies swapped",
        |f| {
            let a = f["a"].take();
            f["a"] = f["b"].take();
            f["b"] = a
        },
        false,
    ),
    (
        "bodies grown",
        |f| {
            scaled(&mut f["a"]["shape"], 20.0);
            scaled(&mut f["b"]["shape"], 20.0)
        },
        false,
    ),
    (
        "a body moved",
        |f| {
            let at = motions(f, "a").next().expect("one")["pose"]["position"].clone();
            motions(f, "b").for_each(|m| m["pose"]["position"] = at.clone())
        },
        false,
    ),
    (
        "a body faster",
        |f| {
            motions(f, "b")
                .filter(|m| m.get("linear").is_some())
                .for_each(|m| {
                    scaled(&mut m["linear"], -3.0);
                    scaled(&mut m["angular"], 2.0)
                })
        },
        false,
    ),
];

fn object(file: &mut Value) -> &mut Map<String, Value> {
    file.as_object_mut().expect("an object")
}

/// Returns honest files in space and in the plane.
pub(super) fn files(seed: u64, count: usize) -> Vec<String> {
    let mut files = written(&honest::<UnitQuaternion<f64>, 3>(seed, count));
    files.extend(written(&honest::<UnitComplex<f64>, 2>(seed + 1, count)));
    files
}

#[test]
fn damaged_files_are_refused_by_the_checker_and_by_the_library() {
    let files = files(3, 16);
    let mut damaged = Vec::new();
    for file in &files {
        for damage in &DAMAGES {
            let mut value = from_str(file).expect("a value");
            (damage.1)(&mut value);
            damaged.push((damage, to_string(&value).expect("a file")));
        }
    }
    let texts: Vec<String> = damaged.iter().map(|(_, text)| text.clone()).collect();
    let (status, said) = check("damaged", &texts);
    assert_eq!(status, 2);
    for (damage, _, certain) in &DAMAGES {
        let mut refused = 0;
        let of_kind = damaged
            .iter()
            .zip(&said)
            .filter(|((of, _), _)| of.0 == *damage);
        for ((_, text), (verdict, line)) in of_kind {
            let accepted = library_accepts(text);
            assert!(
                !certain || !accepted,
                "the library accepts {damage}: {text}"
            );
            let holds = *verdict == Verdict::Holds;
            assert!(!holds || accepted || is_true(text), "{damage}: {line}");
            assert!(!certain || !holds, "{damage}: {line}");
            refused += usize::from(*verdict != Verdict::Holds);
        }
        assert!(refused >= files.len() / 4, "{damage}: {refused}");
    }
}

/// The exit status tells a proof that fails from a file that cannot be read, and the reason names what is not known.
#[test]
fn the_checker_says_why_it_refuses() {
    let file = files(5, 1).remove(0);
    let with = |from: &str, to: &str| {
        let damaged = file.replacen(from, to, 1);
        assert_ne!(damaged, file, "{from}");
        damaged
    };
    let text = |path: &[&str], to: Value| {
        let mut value: Value = from_str(&file).expect("a value");
        let place = path
            .iter()
            .fold(&mut value, |value, &name| &mut value[name]);
        *place = to;
        to_string(&value).expect("a file")
    };
    let (hull, sweep) = (
        json!({"convex_hull": {"points": [[0.0, 0.0, 0.0]], "deviation": 0.1}}),
        json!([{"sweep": {}}]),
    );
    let cases = [
        (text(&["distance"], json!(50.0)), 1, "interval 0 leaves -"),
        (
            text(&["end"], json!(2.0)),
            1,
            "do not cover the time from 0.0 to 2.0",
        ),
        (
            with(r#""version":1"#, r#""version":2"#),
            2,
            "the version is 2.0, not 1.0",
        ),
        (
            text(&["a", "shape"], json!({"cone": {}})),
            2,
            "the shape cone",
        ),
        (
            text(
                &["a", "shape"],
                json!({"capsule": {"half_height": -0.1, "radius": 0.1}}),
            ),
            2,
            "a negative length",
        ),
        (text(&["a", "shape"], hull), 2, "hulls with a deviation"),
        (text(&["b", "motions"], sweep), 2, "the motion sweep"),
        (
            with(r#""start":0.0"#, r#""start":NaN"#),
            2,
            "the number NaN",
        ),
        (
            with(r#""start":0.0"#, r#""start":-1e999"#),
            2,
            "the number -1e999",
        ),
        (with(r#""start":0.0"#, r#""start":"0.0""#), 2, "TypeError"),
        (file[..file.len() / 2].to_owned(), 2, "JSONDecodeError"),
        (String::new(), 2, "JSONDecodeError"),
        ("[".repeat(100_000), 2, "RecursionError"),
        (
            with(r#""start":0.0"#, r#""start":false"#),
            2,
            "true or false for a number",
        ),
        ("[]".to_owned(), 2, "TypeError"),
    ];
    for (text, expected, reason) in cases {
        let (status, said) = check("reasons", &[text]);
        assert_eq!(status, expected, "{said:?}");
        assert!(said[0].1.contains(reason), "{said:?} {reason}");
    }
}

/// Returns whether another search finds what a file claims to be true.
///
/// The library refuses a margin that is stated a little too large, where the checker only looks for mistakes. And the
/// checker knows that each motion of a path turns about its own centre.
pub(super) fn is_true(file: &str) -> bool {
    fn keeps<R: SerialRotor<f64, D>, const D: usize>(
        file: &str,
    ) -> Result<bool, serde_json::Error> {
        let proof: Proof<R, D> = from_str(file)?;
        let query = Query::new().target_distance(proof.distance);
        let (a, b) = (proof.a.moving(), proof.b.moving());
        Ok(query.touches(&a, &b, proof.start..=proof.end) == Ok(false))
    }
    keeps::<UnitQuaternion<f64>, 3>(file)
        .or_else(|_| keeps::<UnitComplex<f64>, 2>(file))
        .unwrap_or(false)
}
