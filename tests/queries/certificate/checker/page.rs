//! The examples of the page about proofs, and small changes of them.

use serde_json::json;

use super::Verdict::{Holds, NoProof, Unreadable};
use super::*;

/// Returns what is between the n-th pair of fences of the page.
fn on_page(n: usize) -> &'static str {
    let page = include_str!("../../../../docs/certificate.md");
    let after = page.split("```json\n").nth(n);
    let text = after.and_then(|rest| rest.split("```").next());
    text.expect("an example")
}

/// Returns the example of the page with changes, each at a pointer.
fn changed(changes: &[(&str, Value)]) -> String {
    let mut file: Value = from_str(on_page(1)).expect("a file");
    for (pointer, value) in changes {
        *file.pointer_mut(pointer).expect("a place") = value.clone();
    }
    to_string(&file).expect("a file")
}

/// The disc and the capsule of the page are 2 thick together: at half of that depth they could pass through each other.
#[test]
fn the_example_of_the_page_holds_unless_bodies_could_pass_through_each_other() {
    let deep = |distance: f64| changed(&[("/distance", json!(distance))]);
    assert_agreed(
        "page",
        &[
            (on_page(1).to_owned(), Holds, ""),
            (deep(-0.999), Holds, "the distance -0.999"),
            (deep(-1.0), NoProof, "2.0 thick together"),
        ],
    );
}

/// Returns the example with the bodies of another place, this distance and margin, and more changes.
fn numbers(place: usize, distance: f64, margin: f64, more: &[(&str, Value)]) -> String {
    let bodies: Value = from_str(&format!("{{{}}}", on_page(place))).expect("bodies");
    let mut changes = vec![
        ("/a", bodies["a"].clone()),
        ("/b", bodies["b"].clone()),
        ("/distance", json!(distance)),
        ("/intervals/0/kept_distance", json!(distance)),
        ("/intervals/0/margin", json!(margin)),
    ];
    changes.extend_from_slice(more);
    changed(&changes)
}

#[test]
fn the_margins_of_the_page_are_those_of_the_checker() {
    let file = |distance, angular: f64, margin| {
        let turn = "/a/motions/0/constant_velocity/angular";
        numbers(2, distance, margin, &[(turn, json!(angular))])
    };
    assert_agreed(
        "numbers",
        &[
            (file(0.99, 1.0, 0.0), Holds, "and 0.0074174"),
            (file(0.998, 1.0, 0.0), NoProof, "leaves -0.0005"),
            (file(0.99, 1.5, 0.0), NoProof, "leaves -0.00547"),
            (file(0.99, 1.0, 0.007_417_4), Holds, "and 0.0074174"),
            (file(0.99, 1.0, 0.007_417_5), NoProof, "states 0.0074175"),
        ],
    );
    // of the vector that turns
    let file = |distance, margin| {
        let until = json!(0.5);
        let more = [
            ("/intervals/0/frame", json!("a")),
            ("/intervals/0/end", until.clone()),
            ("/end", until),
        ];
        numbers(3, distance, margin, &more)
    };
    assert_agreed(
        "turning_numbers",
        &[
            (file(1.35, 0.0), Holds, "and 0.00542"),
            (file(1.35, 0.005_42), Holds, "and 0.00542"),
            (file(1.35, 0.005_43), NoProof, "states 0.00543"),
            (file(1.36, 0.0), NoProof, "leaves -0.0045"),
        ],
    );
}

/// Bodies that touch until a time and are apart then: the interval before does not prove it, and the one of the time
/// alone does.
#[test]
fn one_interval_is_enough_for_a_single_time() {
    let alone = json!({
        "start": 1.0, "end": 1.0, "direction": [0.0, 1.0], "frame": "world",
        "kept_distance": 0.25, "margin": 0.7, "order": "second"
    });
    let example: Value = from_str(on_page(1)).expect("a file");
    let mut bad = example["intervals"][0].clone();
    bad["direction"] = json!([0.0, -1.0]);
    let with = |intervals| changed(&[("/start", json!(1.0)), ("/intervals", intervals)]);
    assert_agreed(
        "single",
        &[
            (with(json!([alone])), Holds, ""),
            (with(json!([bad, alone])), Holds, ""),
            (with(json!([alone, bad])), Holds, ""),
            (with(json!([bad])), NoProof, ""),
            (with(json!([])), NoProof, ""),
        ],
    );
}

/// Returns the example of the page with another path for A.
fn on_path(motions: &[Value], knots: &[f64]) -> String {
    changed(&[("/a/motions", json!(motions)), ("/a/knots", json!(knots))])
}

fn rest(y: f64) -> Value {
    json!({"at_rest": {"pose": {"position": [0.0, y], "rotation": [1.0, 0.0]}}})
}

#[test]
fn the_checker_and_the_library_agree_about_knots() {
    let example: Value = from_str(on_page(1)).expect("a file");
    let motion = &example["a"]["motions"][0];
    let cases: [(usize, &[f64], Verdict); 19] = [
        (1, &[], Holds),
        (1, &[0.0, 1.0], Holds),
        (1, &[-1.0, 2.0], Holds),
        (1, &[3.0, 4.0], Holds),
        (2, &[-2.0, 0.0, 1.0], Holds),
        (2, &[1.0, 2.0, 3.0], Holds),
        (1, &[0.5, 2.0], NoProof),
        (1, &[-1.0, 0.5], NoProof),
        (2, &[0.5, 2.0, 3.0], NoProof),
        (2, &[-1.0, 0.5, 3.0], NoProof),
        (2, &[-2.0, -1.0, 0.5], NoProof),
        (1, &[0.0], Unreadable),
        (1, &[0.0, 0.0], Unreadable),
        (1, &[1.0, 0.0], Unreadable),
        (1, &[-2.0, -1.0, 0.0], Unreadable),
        (2, &[], Unreadable),
        (2, &[-1.0, -1.0, 2.0], Unreadable),
        (0, &[], Unreadable),
        (0, &[0.0], Unreadable),
    ];
    let file = |(count, knots, verdict): (usize, &[f64], Verdict)| {
        (on_path(&vec![motion.clone(); count], knots), verdict, "")
    };
    assert_agreed("knots", &cases.map(file));
    let apart = on_path(&[rest(0.0), rest(1e-3)], &[0.0, 0.5, 1.0]);
    assert_agreed("jump", &[(apart, Unreadable, "a path that jumps at 0.5")]);
}

/// A path may jump a little. The motion before a knot keeps the distance here, and the later one just does not.
#[test]
fn the_later_motion_counts_at_a_knot() {
    let during = |start: f64, end: f64| {
        // the gap without the distance is 1, and 2e-8 less from the knot on
        changed(&[
            ("/a/motions", json!([rest(0.0), rest(2e-8)])),
            ("/a/knots", json!([0.0, 1.0, 2.0])),
            ("/distance", json!(1.0 - 1e-8)),
            ("/intervals/0/kept_distance", json!(1.0 - 1e-8)),
            ("/intervals/0/margin", json!(0.0)),
            ("/start", json!(start)),
            ("/intervals/0/start", json!(start)),
            ("/end", json!(end)),
            ("/intervals/0/end", json!(end)),
        ])
    };
    let cases = [
        (during(0.0, 1.0), Holds, ""),
        (during(0.5, 0.5), Holds, ""),
        (during(1.0, 1.0), NoProof, ""),
        (during(1.0, 2.0), NoProof, ""),
    ];
    assert_said("later", &cases);
    assert!(cases[2..].iter().all(|(file, ..)| !library_accepts(file)));
}

/// The words of intervals that the claim does not need are read too.
#[test]
fn other_words_are_refused() {
    let early = json!({
        "start": -2.0, "end": -1.0, "direction": [0.0, 1.0], "frame": "b", "kept_distance": 0.0, "margin": 0.0,
        "order": "first"
    });
    let example: Value = from_str(on_page(1)).expect("a file");
    let intervals = json!([early, example["intervals"][0]]);
    let with = |pointer: &str, word: &str| {
        changed(&[("/intervals", intervals.clone()), (pointer, json!(word))])
    };
    let mut cases = vec![(with("/intervals/0/frame", "b"), Holds, "")];
    for (pointer, word, reason) in [
        ("/intervals/0/frame", "c", "the frame c of interval 0"),
        ("/intervals/1/frame", "c", "the frame c of interval 1"),
        (
            "/intervals/0/order",
            "third",
            "the order third of interval 0",
        ),
        (
            "/intervals/1/order",
            "third",
            "the order third of interval 1",
        ),
    ] {
        cases.push((with(pointer, word), Unreadable, reason));
    }
    assert_agreed("words", &cases);
}

/// Rounding alone says which way round such a sweep goes.
#[test]
fn sweeps_by_half_a_turn_of_the_plane_are_refused() {
    let sweep = |start: f64, to: [f64; 2]| {
        let pose = |rotation: [f64; 2]| json!({"position": [0.0, 0.0], "rotation": rotation});
        let sweep = json!({
            "start": start, "end": 1.0, "center": [0.0, 0.0], "from": pose([1.0, 0.0]), "to": pose(to)
        });
        on_path(&[json!({"sweep": sweep})], &[])
    };
    assert_agreed(
        "half_turns",
        &[
            (sweep(0.0, [-1.0, 0.0]), Unreadable, "half a turn apart"),
            (sweep(0.0, [-1.0, 7e-9]), Unreadable, "half a turn apart"),
            (sweep(0.0, [-1.0, -7e-9]), Unreadable, "half a turn apart"),
            (sweep(1.0, [0.0, 1.0]), Unreadable, "without duration"),
            (sweep(1.5, [0.0, 1.0]), Unreadable, "without duration"),
            (sweep(0.0, [-1.0, 2e-8]), Holds, ""),
            (sweep(0.0, [-1.0, -2e-8]), Holds, ""),
            (sweep(0.0, [-1.0, 1e-3]), Holds, ""),
        ],
    );
}
