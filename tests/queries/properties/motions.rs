//! Bounds and placements of motions.

use nalgebra::{Isometry2, Isometry3, Vector2, Vector3};
use photofinish::Span;
use photofinish::motion::{AtRest, Ballistic, ConstantVelocity, Motion, Piecewise, Sweep};
use photofinish_audit::audit_motion;
use proptest::prelude::*;

/// Returns numbers that a motion is made of: simple ones, to which failures shrink, and small and large ones.
fn numbers() -> impl Strategy<Value = Vec<f64>> {
    let number = prop_oneof![
        (-2i8..=4).prop_map(|number| f64::from(number) / 2.0),
        -3.0..3.0f64,
        (-1.0..1.0f64, -4..3i32).prop_map(|(digits, exponent)| digits * 10f64.powi(exponent)),
    ];
    prop::collection::vec(number, 18)
}

fn keeps_its_word<const D: usize>(motion: &impl Motion<f64, D>) -> Result<(), TestCaseError> {
    let during = Span::new(-0.5, 2.5).expect("in order");
    audit_motion(motion, during, 1.5).map_err(|fault| TestCaseError::fail(fault.to_string()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn motions_in_space_keep_their_bounds(n in numbers()) {
        let v = |index: usize| Vector3::new(n[index], n[index + 1], n[index + 2]);
        let (from, to) = (Isometry3::new(v(0), v(3)), Isometry3::new(v(6), v(9)));
        keeps_its_word(&AtRest::new(from).expect("a pose"))?;
        let spin = ConstantVelocity::new(from, v(6), v(9)).expect("a motion");
        keeps_its_word(&spin)?;
        let spin = spin.about(v(12)).expect("a motion");
        keeps_its_word(&spin)?;
        keeps_its_word(&Ballistic::new(spin, v(15)).expect("a motion"))?;
        let slerp = ConstantVelocity::between((0.0, from), (1.0, to), v(12)).expect("a motion");
        keeps_its_word(&slerp)?;
        let ways = [((0.0, from), (1.0, to)), ((1.0, to), (2.0, from))];
        let ways = ways.map(|(start, end)| Sweep::new(start, end, v(12)));
        if let [Ok(there), Ok(back)] = ways {
            keeps_its_word(&there)?;
            let path = Piecewise::new(vec![0.0, 1.0, 2.0], vec![there, back]);
            keeps_its_word(&path.expect("they fit"))?;
        }
    }

    #[test]
    fn motions_in_the_plane_keep_their_bounds(n in numbers()) {
        let v = |index: usize| Vector2::new(n[index], n[index + 1]);
        let (from, to) = (Isometry2::new(v(0), n[2]), Isometry2::new(v(3), n[5]));
        let spin = ConstantVelocity::new(from, v(6), n[8]).expect("a motion");
        let spin = spin.about(v(9)).expect("a motion");
        keeps_its_word(&Ballistic::new(spin, v(11)).expect("a motion"))?;
        let ways = [((0.0, from), (1.0, to)), ((1.0, to), (2.0, from))];
        let ways = ways.map(|(start, end)| Sweep::new(start, end, v(12)));
        if let [Ok(there), Ok(back)] = ways {
            keeps_its_word(&there)?;
            let path = Piecewise::new(vec![0.0, 1.0, 2.0], vec![there, back]);
            keeps_its_word(&path.expect("they fit"))?;
        }
    }

    /// A placement in single precision is within its stated error of the placement in double precision.
    #[test]
    fn placements_state_their_errors(n in numbers(), time in 0.0..2.0f32) {
        let v = |index: usize| Vector3::new(n[index], n[index + 1], n[index + 2]).map(|x| x as f32);
        let start = Isometry3::translation(n[15] as f32, n[16] as f32, n[17] as f32);
        let single = ConstantVelocity::new(start, v(0), v(3)).and_then(|motion| motion.about(v(6)));
        let wide = |index: usize| v(index).map(f64::from);
        let exact = ConstantVelocity::new(start.cast::<f64>(), wide(0), wide(3));
        let exact = exact.and_then(|motion| motion.about(wide(6))).expect("a motion");
        let placed = single.expect("a motion").placement(time, &v(9));
        let truth = exact.placement(f64::from(time), &wide(9));
        for axis in 0..3 {
            let off = (f64::from(placed.translation[axis]) - truth.translation[axis]).abs();
            prop_assert!(off <= f64::from(placed.translation_error[axis]), "off by {}", off);
        }
        let turned = (placed.rotation.map(f64::from) - truth.rotation).norm();
        prop_assert!(turned <= f64::from(placed.angle_error) * 2f64.sqrt(), "by {}", turned);
    }
}
