//! Poses of motions against closed forms.

use nalgebra::Point;

use super::{SEED, pose2, pose3, vector_of};
use crate::build::*;

/// Checks that a motion reaches both ends, and that half way its centre is in the middle of the straight line.
fn check_ends<R: Rotor<f64, D>, const D: usize>(
    motion: &impl Motion<f64, D, Rotation = R>,
    [start, end]: &[Isometry<f64, R, D>; 2],
) {
    let close = |a: &Isometry<f64, R, D>, b: &Isometry<f64, R, D>| {
        let turn = R::speed(R::turn_between(&a.rotation, &b.rotation));
        (a.translation.vector - b.translation.vector).norm() < 1e-12 && turn < 1e-12
    };
    assert!(close(&motion.pose(2.0), start));
    assert!(close(&motion.pose(6.0), end));
    let center = Point::from(motion.center());
    let middle = motion.pose(4.0).transform_point(&center);
    let [start, end] = [start, end].map(|pose| pose.transform_point(&center));
    assert!((middle - nalgebra::center(&start, &end)).norm() < 1e-12);
}

fn lead_from_pose_to_pose<R: Rotor<f64, D>, const D: usize>(
    pose: fn(&mut StdRng) -> Isometry<f64, R, D>,
) {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..40 {
        let ends = [pose(&mut rng), pose(&mut rng)];
        let center = vector_of(&mut rng, 1.0);
        let (from, to) = ((2.0, ends[0]), (6.0, ends[1]));
        let slerp = ConstantVelocity::between(from, to, center).expect("a motion");
        check_ends(&slerp, &ends);
        let sweep = Sweep::new(from, to, center).expect("a motion");
        check_ends(&sweep, &ends);
    }
}

#[test]
fn motions_between_poses_reach_both_and_keep_their_centre_straight() {
    lead_from_pose_to_pose(pose2);
    lead_from_pose_to_pose(pose3);
}

#[test]
fn constant_velocity_turns_more_than_once_about_its_centre() {
    let spin = Vector3::z() * 8.0 * std::f64::consts::TAU;
    let start = Isometry3::translation(1.0, 0.0, 0.0);
    let motion = steady(start, vector![0.5, 0.0, 0.0], spin)
        .about(vector![2.0, 0.0, 0.0])
        .and_then(|motion| motion.starting_at(10.0))
        .expect("a motion");
    // after 8 turns only the centre has moved; after half a turn the origin is on the other side of the centre
    for (time, x) in [(10.0, 1.0), (11.0, 1.5), (11.0625, 5.53125)] {
        let off = motion.pose(time).translation.vector - vector![x, 0.0, 0.0];
        assert!(off.norm() < 1e-12, "{time}: {off}");
    }
}

#[test]
fn motions_hand_back_what_they_were_built_from() {
    let points = vec![Vector3::x(), Vector3::y()];
    let velocities = vec![Vector3::z(), Vector3::repeat(0.5)];
    let body = MovingPoints::new(points.clone(), velocities.clone(), 2.0).expect("points");
    assert_eq!(
        (body.points(), body.velocities()),
        (&points[..], &velocities[..])
    );
    assert_eq!(body.epoch(), 2.0);

    let home = (0.5, Isometry2::new(vector![1.0, 2.0], 0.0));
    let away = (2.0, Isometry2::new(vector![4.0, 2.0], 1.0));
    let center = vector![0.5, -0.5];
    let sweep = Sweep::new(home, away, center).expect("a motion");
    let slerp = ConstantVelocity::between(home, away, center).expect("a motion");
    for given in [
        sweep.given_poses(),
        slerp.given_poses().expect("it is between two"),
    ] {
        for ((time, pose), (expected, end)) in given.into_iter().zip([home, away]) {
            assert_eq!((time, pose.translation), (expected, end.translation));
            let off: f64 = pose.rotation.angle_to(&end.rotation);
            assert!(off.abs() < 1e-15, "{off}");
        }
    }
    assert_eq!((slerp.epoch(), slerp.starting_pose()), home);
    assert_eq!(steady(home.1, center, 1.0).given_poses(), None);
    assert_eq!(rest(home.1).resting_pose(), home.1);
}
