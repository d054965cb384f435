//! Rounding of placements that was once stated or done wrongly.

use nalgebra::Matrix3;

use super::{SEED, vector_of};
use crate::build::*;

/// Once, the velocity of a centre was the difference of two positions far from the origin. The motion missed its end by
/// the rounding of these positions.
#[test]
fn motions_about_a_centre_reach_their_end_far_from_the_origin() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..100 {
        let mut vector = |size: f64| vector_of::<3>(&mut rng, size).map(|x| x as f32);
        let (far, center) = (vector(1e4), vector(1.0));
        let [from, to] = [0, 1].map(|_| Isometry3::new(far + vector(2.0), vector(1.0)));
        let sweep = Sweep::new((0.0, from), (1.0, to), center).expect("a motion");
        let slerp = ConstantVelocity::between((0.0, from), (1.0, to), center).expect("a motion");
        for placed in [sweep.placement(1.0, &far), slerp.placement(1.0, &far)] {
            let off = (placed.translation - (to.translation.vector - far)).norm();
            assert!(off < 1e-5, "{off}");
        }
    }
}

/// The sweep does not turn. Once, its pose was rounded by the arm of its centre, and the audit took that for a fault.
#[test]
fn the_pose_of_a_sweep_without_a_turn_is_its_placement() {
    let low = Isometry2::new(vector![0.0, -0.004_952_120_640_715_370_5], 2.0);
    let high = Isometry2::new(Vector2::zeros(), 2.0);
    let sweep = Sweep::new((1.0, high), (2.0, low), vector![0.0, 0.5]).expect("a motion");
    for step in 0..100 {
        let time = 1.0 + 0.01 * f64::from(step);
        let placed = sweep.placement(time, &Vector2::zeros());
        assert_eq!(sweep.pose(time).translation.vector, placed.translation);
    }
}

/// After many turns the rounding of the pose at a knot is more than a few ulps. The next piece must count it too.
#[test]
fn a_piece_at_rest_after_a_fast_spin_states_the_rounding_of_the_spin() {
    let spin = vector![1.3e4f32, -1.9e4, 0.7e4];
    let before = steady(Isometry3::identity(), Vector3::zeros(), spin);
    let after = steady(before.pose(1.0), Vector3::zeros(), Vector3::zeros());
    let path = path(&[0.0, 1.0, 2.0], [before, after]);
    let exact = steady(Isometry3::identity(), Vector3::zeros(), spin.map(f64::from));
    let placed = path.placement(1.0, &Vector3::zeros());
    let truth = exact.placement(1.0, &Vector3::zeros());
    let turned = placed.rotation.map(f64::from) * truth.rotation.transpose();
    let off = (turned - Matrix3::identity()).norm();
    assert!(off <= f64::from(placed.angle_error) * 2.0, "{off}");
}
