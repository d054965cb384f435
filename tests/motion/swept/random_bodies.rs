//! Random bodies, which the oracle moves: none of their points is beyond a bound. `examples/swept.rs` is the long form.

use nalgebra::{UnitComplex, UnitQuaternion};
use photofinish_judge::swept::{Tally, excess};

/// Judges `SCENES` scenes for each dimension and scalar.
const SCENES: u64 = 5000;

fn check(judge: fn(&mut Tally, std::ops::Range<u64>)) {
    let mut tally = Tally::default();
    judge(&mut tally, 0..SCENES);
    assert_eq!(tally.violations, Vec::<String>::new());
    assert!(tally.claims > 10 * SCENES, "{} claims", tally.claims);
    let (tight, pieces) = tally.tight;
    assert!(
        tight > SCENES * 9 / 10,
        "{tight} boxes are as tight as asked"
    );
    assert!(pieces < 3 * tight, "{pieces} pieces for {tight} boxes");
}

#[test]
fn no_body_in_space_is_beyond_its_bounds() {
    check(Tally::judge::<f64, UnitQuaternion<f64>, 3>);
}

#[test]
fn no_body_in_space_is_beyond_its_bounds_in_single_precision() {
    check(Tally::judge::<f32, UnitQuaternion<f32>, 3>);
}

#[test]
fn no_body_in_the_plane_is_beyond_its_bounds() {
    check(Tally::judge::<f64, UnitComplex<f64>, 2>);
}

#[test]
fn no_body_in_the_plane_is_beyond_its_bounds_in_single_precision() {
    check(Tally::judge::<f32, UnitComplex<f32>, 2>);
}

/// The figures in the docs of `swept_box`, with room for other bodies.
#[test]
fn boxes_of_bodies_that_turn_are_a_little_wider_than_necessary() {
    for (degrees, mean, pieces) in [(5.0, 0.0002, 1.1), (30.0, 0.004, 1.2), (90.0, 0.08, 3.0)] {
        let angle = f64::to_radians(degrees);
        for way in [0.0, 2.0] {
            let in_plane = excess::<UnitComplex<f64>, 2>(angle, way, 200);
            let in_space = excess::<UnitQuaternion<f64>, 3>(angle, way, 200);
            for found in [in_plane, in_space] {
                assert!(
                    found.mean < mean && found.pieces.0 < pieces,
                    "{degrees}: {found:?}"
                );
            }
        }
    }
}
