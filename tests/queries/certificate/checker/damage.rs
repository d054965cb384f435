//! Damaged files of proofs: neither the checker nor the library accepts them.

use serde_json::{Map, Value, from_str, json, to_string};

use super::*;

type Damage = (&'static str, fn(&mut Value));

fn array(value: &mut Value) -> &mut Vec<Value> {
    value.as_array_mut().expect("a list")
}

fn intervals(file: &mut Value) -> &mut Vec<Value> {
    array(&mut file["intervals"])
}

fn first(file: &mut Value) -> &mut Value {
    &mut file["intervals"][0]
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
    array(&mut file[body]["motions"]).iter_mut().map(|motion| {
        let of = motion.as_object_mut().and_then(|of| of.values_mut().next());
        let of = of.expect("a motion");
        if of.get("start").is_some_and(Value::is_object) {
            &mut of["start"]
        } else {
            of
        }
    })
}

/// Returns where a motion begins.
fn position(motion: &mut Value) -> &mut Value {
    let is_sweep = motion.get("from").is_some();
    &mut motion[if is_sweep { "from" } else { "pose" }]["position"]
}

/// No file with such a damage can hold.
const CERTAIN: [Damage; 31] = [
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
    ("a gap", |f| cut(f, 0.1)),
    ("a jump back", |f| cut(f, -0.1)),
    ("starts late", |f| first(f)["start"] = json!(1e-9)),
    ("ends early", |f| {
        let m = middle(f);
        each(f, |i| {
            if i["end"].as_f64() > Some(m) {
                i["end"] = json!(m)
            }
        })
    }),
    ("reversed", |f| each(f, |i| swap(i, "start", "end"))),
    ("a longer claim", |f| added(&mut f["end"], 1e-9)),
    ("an earlier claim", |f| added(&mut f["start"], -1e-9)),
    ("vectors back", |f| each(f, |i| long(i, -1.0))),
    ("vectors of zero", |f| each(f, |i| long(i, 0.0))),
    ("long vectors", |f| each(f, |i| long(i, 1.0 + 1e-12))),
    ("short vectors", |f| each(f, |i| long(i, 1.0 - 1e-12))),
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

/// Some files with such a damage hold.
const OTHERS: [Damage; 8] = [
    ("times moved", |f| {
        let later = |of: &mut Value| {
            added(&mut of["start"], 0.3);
            added(&mut of["end"], 0.3)
        };
        each(f, later);
        later(f)
    }),
    ("one span", |f| {
        first(f)["end"] = f["end"].clone();
        intervals(f).truncate(1)
    }),
    ("turned vectors", |f| {
        each(f, |i| array(&mut i["direction"]).rotate_left(1))
    }),
    ("another frame", |f| {
        each(f, |i| {
            i["frame"] = match i["frame"].as_str() {
                Some("world") => json!("a"),
                Some("a") => json!("b"),
                _ => json!("world"),
            }
        })
    }),
    ("bodies swapped", |f| swap(f, "a", "b")),
    ("bodies grown", |f| {
        scaled(&mut f["a"]["shape"], 20.0);
        scaled(&mut f["b"]["shape"], 20.0)
    }),
    ("a body moved", |f| {
        let at = position(motions(f, "a").next().expect("one")).clone();
        motions(f, "b").for_each(|m| *position(m) = at.clone())
    }),
    ("a body faster", |f| {
        let moves = motions(f, "b").filter(|m| m.get("linear").is_some());
        moves.for_each(|m| {
            scaled(&mut m["linear"], -3.0);
            scaled(&mut m["angular"], 2.0)
        })
    }),
];

fn swap(value: &mut Value, one: &str, other: &str) {
    let first = value[one].take();
    value[one] = value[other].take();
    value[other] = first;
}

fn long(interval: &mut Value, length: f64) {
    scaled(&mut interval["direction"], length);
}

fn object(file: &mut Value) -> &mut Map<String, Value> {
    file.as_object_mut().expect("an object")
}

/// Returns honest files in space and in the plane.
fn files(seed: u64, count: usize) -> Vec<String> {
    let mut files = written(&honest::<UnitQuaternion<f64>, 3>(seed, count));
    files.extend(written(&honest::<UnitComplex<f64>, 2>(seed + 1, count)));
    files
}

#[test]
fn damaged_files_are_refused_by_the_checker_and_by_the_library() {
    let files = files(3, 6);
    let damages = CERTAIN.iter().map(|damage| (damage, true));
    let damages: Vec<_> = damages
        .chain(OTHERS.iter().map(|damage| (damage, false)))
        .collect();
    let damaged = damages.iter().flat_map(|((_, damage), _)| {
        files.iter().map(|file| {
            let mut value = from_str(file).expect("a value");
            damage(&mut value);
            to_string(&value).expect("a file")
        })
    });
    let damaged: Vec<_> = damaged.collect();
    let (status, said) = check("damaged", &damaged);
    assert_eq!(status, 2);
    let mut judged = damaged.iter().zip(&said);
    for ((name, _), is_certain) in damages {
        let mut refused = 0;
        for (text, (verdict, line)) in judged.by_ref().take(files.len()) {
            let (accepted, holds) = (library_accepts(text), *verdict == Verdict::Holds);
            assert!(
                !is_certain || !accepted,
                "the library accepts {name}: {text}"
            );
            assert!(!is_certain || !holds, "{name}: {line}");
            assert!(!holds || accepted || is_true(text), "{name}: {line}");
            refused += usize::from(!holds);
        }
        assert!(refused >= files.len() / 4, "{name}: {refused}");
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
    let start = r#""start":0.0"#;
    let shape = |shape: Value| text(&["a", "shape"], shape);
    let hull = json!({"convex_hull": {"points": [[0.0, 0.0, 0.0]], "deviation": 0.1}});
    let capsule = json!({"capsule": {"half_height": -0.1, "radius": 0.1}});
    let wobble = text(&["b", "motions"], json!([{"wobble": {}}]));
    let other = |version: &str| with(r#""version":2"#, &format!(r#""version":{version}"#));
    let cases = [
        (text(&["distance"], json!(50.0)), 1, "interval 0 leaves -"),
        (
            text(&["end"], json!(2.0)),
            1,
            "do not cover the time from 0.0 to 2.0",
        ),
        (other("3"), 2, "the version is 3, not 2"),
        (
            other("1"),
            2,
            "version 1 has another inequality: make the proof anew",
        ),
        (shape(json!({"cone": {}})), 2, "the shape cone"),
        (shape(capsule), 2, "a negative length"),
        (shape(hull), 2, "hulls with a deviation"),
        (wobble, 2, "the motion wobble"),
        (with(start, r#""start":NaN"#), 2, "the number NaN"),
        (with(start, r#""start":-1e999"#), 2, "the number -1e999"),
        (with(start, r#""start":"0.0""#), 2, "TypeError"),
        (
            with(start, r#""start":false"#),
            2,
            "true or false for a number",
        ),
        (file[..file.len() / 2].to_owned(), 2, "JSONDecodeError"),
        (String::new(), 2, "JSONDecodeError"),
        ("[".repeat(100_000), 2, "RecursionError"),
        ("[]".to_owned(), 2, "TypeError"),
    ];
    check_reasons("reasons", &cases);
}

/// The same, of motions.
#[test]
fn the_checker_says_why_it_refuses_a_motion() {
    let file = files(5, 1).remove(0);
    let moving = |motions: Value, knots: Value| {
        let mut value: Value = from_str(&file).expect("a value");
        value["b"] =
            json!({"shape": {"ball": {"radius": 1e-3}}, "motions": motions, "knots": knots});
        to_string(&value).expect("a file")
    };
    let pose =
        |x: f64, rotation: [f64; 4]| json!({"position": [x, 90.0, 0.0], "rotation": rotation});
    let still = [0.0, 0.0, 0.0, 1.0];
    let rest = |x: f64| json!({"at_rest": {"pose": pose(x, still)}});
    let sweep = |end: f64, to: [f64; 4]| {
        let sweep = json!({
            "start": 0.0, "end": end, "center": [0.0, 0.0, 0.0], "from": pose(0.0, still), "to": pose(1.0, to)
        });
        moving(json!([{"sweep": sweep}]), json!([]))
    };
    let long = json!([{"at_rest": {"pose": pose(0.0, [0.0, 0.0, 0.0, 1.001])}}]);
    let path = |x: f64, knot: f64| moving(json!([rest(0.0), rest(x)]), json!([0.0, knot, 1.0]));
    let cases = [
        (path(0.0, 1e-9), 1, "a knot is inside an interval"),
        (path(1e-3, 0.5), 2, "a path that jumps at 0.5"),
        (moving(long, json!([])), 2, "the rotation"),
        (sweep(0.0, still), 2, "a sweep without duration"),
        (
            sweep(1.0, [0.0, 0.0, 1.0, 1e-13]),
            2,
            "a sweep by half a turn, in space",
        ),
    ];
    check_reasons("reasons_of_motions", &cases);
}

fn check_reasons(name: &str, cases: &[(String, i32, &str)]) {
    for expected in [1, 2] {
        let of_status = cases.iter().filter(|(_, status, _)| *status == expected);
        let (texts, reasons): (Vec<String>, Vec<&str>) = of_status
            .map(|(text, _, reason)| (text.clone(), *reason))
            .unzip();
        let (status, said) = check(name, &texts);
        assert_eq!(status, expected, "{said:?}");
        for ((_, line), reason) in said.iter().zip(reasons) {
            assert!(line.contains(reason), "{line}, not {reason}");
        }
    }
}

/// Returns whether another search finds what a file claims to be true.
///
/// The checker is sharper on paths: it knows that each motion turns about its own centre. The library allows a margin for
/// the rounding of the file.
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
