//! Files of proofs with a number changed at random.

use serde_json::{Value, from_str, to_string};

use super::damage::{added, files, is_true, scaled};
use super::*;

/// Returns the places of all numbers in a value.
fn numbers(value: &Value, place: &str, places: &mut Vec<String>) {
    match value {
        Value::Number(_) => places.push(place.to_owned()),
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                numbers(value, &format!("{place}/{index}"), places);
            }
        }
        Value::Object(values) => {
            for (name, value) in values {
                numbers(value, &format!("{place}/{name}"), places);
            }
        }
        _ => {}
    }
}

/// Where a number is changed at random, the library's check and the checker agree.
#[test]
fn the_checker_and_the_library_agree_about_random_damage() {
    let mut dice = StdRng::seed_from_u64(7);
    let mut damaged = Vec::new();
    for file in files(8, 40) {
        let value: Value = from_str(&file).expect("a value");
        let mut places = Vec::new();
        numbers(&value, "", &mut places);
        for _ in 0..8 {
            let mut value = value.clone();
            let place = &places[dice.random_range(0..places.len())];
            let number = value.pointer_mut(place).expect("a number");
            match dice.random_range(0..3) {
                0 => scaled(number, dice.random_range(-2.0..2.0)),
                1 => added(number, dice.random_range(-1.0..1.0)),
                _ => added(number, dice.random_range(-1e-3..1e-3)),
            }
            damaged.push((place.clone(), to_string(&value).expect("a file")));
        }
    }
    let texts: Vec<String> = damaged.iter().map(|(_, text)| text.clone()).collect();
    let (_, said) = check("random", &texts);
    let (mut held, mut refused, mut differ) = (0, 0, 0);
    for ((place, text), (verdict, line)) in damaged.iter().zip(said) {
        let accepted = library_accepts(text);
        let holds = verdict == Verdict::Holds;
        assert!(holds || !accepted, "{place}: {line}: {text}");
        assert!(
            !holds || accepted || is_true(text),
            "{place}: {line}: {text}"
        );
        differ += u32::from(holds != accepted);
        held += u32::from(holds);
        refused += u32::from(!holds);
    }
    assert!(held > 150 && refused > 150, "{held} {refused}");
    assert!(differ < 20, "{differ}");
}
