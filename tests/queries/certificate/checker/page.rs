//! The examples of the page about proofs, and small changes of them.

use serde_json::{Value, json};

use super::*;

/// Returns what is between the n-th pair of fences of the page.
fn on_page(n: usize) -> &'static str {
    let page = include_str!("../../../../docs/certificate.md");
    let after = page.split("```json\n").nth(n);
    let text = after.and_then(|rest| rest.split("```").next());
    text.expect("an example")
}

#[test]
fn the_example_of_the_page_holds() {
    let example = on_page(1).to_owned();
    assert!(library_accepts(&example));
    let (status, said) = check("page", &[example]);
    assert_eq!((status, said[0].0), (0, Verdict::Holds), "{said:?}");
}

/// The disc and the capsule of the page are 2 thick together: at half of that depth they could pass through each other.
#[test]
fn bodies_that_could_pass_through_each_other_prove_nothing() {
    let deep = |distance: &str| {
        let claim = format!(r#""distance": {distance}"#);
        on_page(1).replace(r#""distance": 0.25"#, &claim)
    };
    check_numbers(
        "deep",
        &[
            (deep("-0.999"), true, "the distance -0.999"),
            (deep("-1"), false, "2.0 thick together"),
        ],
    );
}

/// Returns the example of the page with the bodies of another place, and with changes.
fn page_file(place: usize, changes: &[(&[&str], Value)]) -> String {
    let bodies: Value = from_str(&format!("{{{}}}", on_page(place))).expect("bodies");
    let mut file: Value = from_str(on_page(1)).expect("a file");
    for body in ["a", "b"] {
        file[body] = bodies[body].clone();
    }
    file["intervals"][0]["margin"] = json!(0.0);
    for (path, value) in changes {
        let place = path.iter().fold(&mut file, |file, &name| match name {
            "first" => &mut file[0],
            name => &mut file[name],
        });
        *place = value.clone();
    }
    to_string(&file).expect("a file")
}

const KEPT: &[&str] = &["intervals", "first", "kept_distance"];
const MARGIN: &[&str] = &["intervals", "first", "margin"];

/// The bodies of the page's numbers, with the margins that the page gives.
#[test]
fn the_numbers_of_the_page_are_those_of_the_checker() {
    let file = |distance: f64, angular: f64, margin: f64| {
        let turn: &[&str] = &["a", "motions", "first", "constant_velocity", "angular"];
        page_file(
            2,
            &[
                (&["distance"], json!(distance)),
                (KEPT, json!(distance)),
                (MARGIN, json!(margin)),
                (turn, json!(angular)),
            ],
        )
    };
    check_numbers(
        "numbers",
        &[
            (file(0.99, 1.0, 0.0), true, "and 0.0074174"),
            (file(0.998, 1.0, 0.0), false, "leaves -0.0005"),
            (file(0.99, 1.5, 0.0), false, "leaves -0.00547"),
            (file(0.99, 1.0, 0.007_417_4), true, "and 0.0074174"),
            (file(0.99, 1.0, 0.007_417_5), false, "states 0.0074175"),
        ],
    );
}

/// The same for the page's vector that turns.
#[test]
fn the_numbers_of_the_page_for_a_turning_vector_are_those_of_the_checker() {
    let file = |distance: f64, margin: f64| {
        page_file(
            3,
            &[
                (&["distance"], json!(distance)),
                (KEPT, json!(distance)),
                (MARGIN, json!(margin)),
                (&["intervals", "first", "frame"], json!("a")),
                (&["intervals", "first", "end"], json!(0.5)),
                (&["end"], json!(0.5)),
            ],
        )
    };
    check_numbers(
        "turning_numbers",
        &[
            (file(1.35, 0.0), true, "and 0.00542"),
            (file(1.35, 0.005_42), true, "and 0.00542"),
            (file(1.35, 0.005_43), false, "states 0.00543"),
            (file(1.36, 0.0), false, "leaves -0.0045"),
        ],
    );
}

/// Checks that files hold or not, in the checker and in the library, and that the checker says so in these words.
fn check_numbers(name: &str, cases: &[(String, bool, &str)]) {
    let files: Vec<_> = cases.iter().map(|(file, ..)| file.clone()).collect();
    let (_, said) = check(name, &files);
    for ((file, holds, words), (verdict, line)) in cases.iter().zip(&said) {
        assert_eq!(*verdict == Verdict::Holds, *holds, "{line}");
        assert_eq!(library_accepts(file), *holds, "{line}");
        assert!(line.contains(words), "{line}, not {words}");
    }
}

/// Bodies that touch until a time and are apart then: the interval before does not prove it, and the one of the time
/// alone does.
#[test]
fn one_interval_is_enough_for_a_single_time() {
    let mut file: Value = from_str(on_page(1)).expect("a file");
    file["start"] = json!(1.0);
    let alone = json!({
        "start": 1.0, "end": 1.0, "direction": [0.0, 1.0], "frame": "world",
        "kept_distance": 0.25, "margin": 0.7, "order": "second"
    });
    let mut bad = file["intervals"][0].clone();
    bad["direction"] = json!([0.0, -1.0]);
    let mut with = |intervals: Value| {
        file["intervals"] = intervals;
        to_string(&file).expect("a file")
    };
    let files = [
        with(json!([alone])),
        with(json!([bad, alone])),
        with(json!([alone, bad])),
        with(json!([bad])),
        with(json!([])),
    ];
    let (_, said) = check("single", &files);
    let held: Vec<_> = said
        .iter()
        .map(|(verdict, _)| *verdict == Verdict::Holds)
        .collect();
    assert!(
        files
            .iter()
            .map(|file| library_accepts(file))
            .eq(held.iter().copied()),
        "{said:?}"
    );
    assert_eq!(held.iter().filter(|held| **held).count(), 3, "{said:?}");
}

/// Returns the example of the page with another path for A.
fn on_path(motions: &[Value], knots: &[f64]) -> String {
    let mut file: Value = from_str(on_page(1)).expect("a file");
    file["a"]["motions"] = json!(motions);
    file["a"]["knots"] = json!(knots);
    to_string(&file).expect("a file")
}

#[test]
fn the_checker_and_the_library_agree_about_knots() {
    let file: Value = from_str(on_page(1)).expect("a file");
    let motion = || file["a"]["motions"][0].clone();
    let holds = [
        on_path(&[motion()], &[]),
        on_path(&[motion()], &[0.0, 1.0]),
        on_path(&[motion()], &[-1.0, 2.0]),
        on_path(&[motion()], &[3.0, 4.0]),
        on_path(&[motion(), motion()], &[-2.0, 0.0, 1.0]),
        on_path(&[motion(), motion()], &[1.0, 2.0, 3.0]),
    ];
    let inside = [
        on_path(&[motion()], &[0.5, 2.0]),
        on_path(&[motion()], &[-1.0, 0.5]),
        on_path(&[motion(), motion()], &[0.5, 2.0, 3.0]),
        on_path(&[motion(), motion()], &[-1.0, 0.5, 3.0]),
        on_path(&[motion(), motion()], &[-2.0, -1.0, 0.5]),
    ];
    let unreadable = [
        on_path(&[motion()], &[0.0]),
        on_path(&[motion()], &[0.0, 0.0]),
        on_path(&[motion()], &[1.0, 0.0]),
        on_path(&[motion()], &[-2.0, -1.0, 0.0]),
        on_path(&[motion(), motion()], &[]),
        on_path(&[motion(), motion()], &[-1.0, -1.0, 2.0]),
        on_path(&[], &[]),
        on_path(&[], &[0.0]),
    ];
    for (name, files, expected) in [
        ("knots", &holds[..], Verdict::Holds),
        ("knots_inside", &inside, Verdict::NoProof),
        ("knots_unreadable", &unreadable, Verdict::Unreadable),
    ] {
        let (_, said) = check(name, files);
        for (file, (verdict, line)) in files.iter().zip(&said) {
            assert_eq!(*verdict, expected, "{line}: {file}");
            let holds = expected == Verdict::Holds;
            assert_eq!(library_accepts(file), holds, "{line}: {file}");
        }
    }
}

/// A path may jump a little. The motion before a knot keeps the distance here, and the later one just does not.
#[test]
fn the_later_motion_counts_at_a_knot() {
    let rest =
        |y: f64| json!({"at_rest": {"pose": {"position": [0.0, y], "rotation": [1.0, 0.0]}}});
    let mut file: Value =
        from_str(&on_path(&[rest(0.0), rest(2e-8)], &[0.0, 1.0, 2.0])).expect("a file");
    // the gap without the distance is 1, and 2e-8 less from the knot on
    file["distance"] = json!(1.0 - 1e-8);
    let interval = &mut file["intervals"][0];
    interval["kept_distance"] = json!(1.0 - 1e-8);
    interval["margin"] = json!(0.0);
    let during = |start: f64, end: f64| {
        let mut file = file.clone();
        for place in ["/start", "/intervals/0/start"] {
            *file.pointer_mut(place).expect("a time") = json!(start);
        }
        for place in ["/end", "/intervals/0/end"] {
            *file.pointer_mut(place).expect("a time") = json!(end);
        }
        to_string(&file).expect("a file")
    };
    let files = [
        during(0.0, 1.0),
        during(0.5, 0.5),
        during(1.0, 1.0),
        during(1.0, 2.0),
    ];
    let (_, said) = check("later", &files);
    let held = said.iter().map(|(verdict, _)| *verdict == Verdict::Holds);
    assert!(held.eq([true, true, false, false]), "{said:?}");
    assert!(files[2..].iter().all(|file| !library_accepts(file)));
}

/// The words of intervals that the claim does not need are read too.
#[test]
fn other_words_are_refused() {
    let early = r#""intervals": [{
        "start": -2, "end": -1, "direction": [0, 1], "frame": "b", "kept_distance": 0, "margin": 0, "order": "first"
    }, {"#;
    let file = on_page(1).replace(r#""intervals": [{"#, early);
    let with = |from: &str, to: &str| {
        assert!(file.contains(from), "{from}");
        file.replace(from, to)
    };
    let cases = [
        (with(r#""world""#, r#""c""#), "the frame c of interval 1"),
        (
            with(r#""b", "kept"#, r#""c", "kept"#),
            "the frame c of interval 0",
        ),
        (
            with(r#""second""#, r#""third""#),
            "the order third of interval 1",
        ),
        (
            with(r#""first""#, r#""third""#),
            "the order third of interval 0",
        ),
    ];
    assert!(library_accepts(&file));
    check_unreadable("words", &cases);
    assert_eq!(check("no_other_words", &[file]).0, 0);
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
    let cases = [
        (sweep(0.0, [-1.0, 0.0]), "half a turn apart"),
        (sweep(0.0, [-1.0, 7e-9]), "half a turn apart"),
        (sweep(0.0, [-1.0, -7e-9]), "half a turn apart"),
        (sweep(1.0, [0.0, 1.0]), "a sweep without duration"),
        (sweep(1.5, [0.0, 1.0]), "a sweep without duration"),
    ];
    check_unreadable("half_turns", &cases);
    let holds = [2e-8, -2e-8, 1e-3].map(|sine| sweep(0.0, [-1.0, sine]));
    assert!(holds.iter().all(|file| library_accepts(file)));
    let (status, said) = check("almost_half_turns", &holds);
    assert_eq!(status, 0, "{said:?}");
}

/// Checks that neither the checker nor the library reads these files, and that the checker says why.
fn check_unreadable(name: &str, cases: &[(String, &str)]) {
    let files: Vec<_> = cases.iter().map(|(file, _)| file.clone()).collect();
    let (_, said) = check(name, &files);
    for ((file, reason), (verdict, line)) in cases.iter().zip(&said) {
        assert_eq!(*verdict, Verdict::Unreadable, "{line}");
        assert!(line.contains(reason), "{line}, not {reason}");
        assert!(from_str::<Proof2>(file).is_err(), "{line}");
    }
}
