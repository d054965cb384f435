//! Random bodies, which the oracle moves: none of their points is beyond a bound. `examples/swept.rs` is the long form.

use nalgebra::{UnitComplex, UnitQuaternion};
use photofinish_judge::swept::Tally;

/// Judges `SCENES` scenes for each dimension and scalar.
const SCENES: u64 = 1000;

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
fn no_body_is_beyond_its_bounds() {
    check(Tally::judge::<f64, UnitQuaternion<f64>, 3>);
    check(Tally::judge::<f32, UnitQuaternion<f32>, 3>);
    check(Tally::judge::<f64, UnitComplex<f64>, 2>);
    check(Tally::judge::<f32, UnitComplex<f32>, 2>);
}
