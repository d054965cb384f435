//! Poses of motions against closed forms.

use nalgebra::{
    Isometry, Isometry3, Point, Unit, UnitComplex, UnitQuaternion, Vector2, Vector3, vector,
};
use photofinish::MovingPoints;
use photofinish::motion::{ConstantVelocity, Motion, Rotor, Sweep};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::{SEED, pose2, pose3, vector_of};

/// Checks that a motion reaches both ends, and that half way its centre is in the middle of the straight line.
fn check_ends<R: Rotor<f64, D>, const D: usize>(
    motion: &impl Motion<f64, D, Rotation = R>,
    (start, end): (Isometry<f64, R, D>, Isometry<f64, R, D>),
) {
    let close = |a: &Isometry<f64, R, D>, b: &Isometry<f64, R, D>| {
        let turn = R::speed(R::turn_between(&a.rotation, &b.rotation));
        (a.translation.vector - b.translation.vector).norm() < 1e-12 && turn < 1e-12
    };
    assert!(close(&motion.pose(2.0), &start));
    assert!(close(&motion.pose(6.0), &end));
    let center = Point::from(motion.center());
    let middle = motion.pose(4.0).transform_point(&center);
    let between = nalgebra::center(
        &start.transform_point(&center),
        &end.transform_point(&center),
    );
    assert!((middle - between).norm() < 1e-12);
}

#[test]
fn motions_between_poses_reach_both_and_keep_their_centre_straight() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..40 {
        let ends = (pose3(&mut rng), pose3(&mut rng));
        let center = vector_of(&mut rng, 1.0);
        let timed = ((2.0, ends.0), (6.0, ends.1));
        let slerp = ConstantVelocity::between(timed.0, timed.1, center).expect("a motion");
        check_ends(&slerp, ends);
        let sweep = Sweep::new(timed.0, timed.1, center).expect("a motion");
        check_ends(&sweep, ends);
        let ends = (pose2(&mut rng), pose2(&mut rng));
        let center = vector_of(&mut rng, 1.0);
        let timed = ((2.0, ends.0), (6.0, ends.1));
        check_ends(
            &ConstantVelocity::between(timed.0, timed.1, center).expect("a motion"),
            ends,
        );
        check_ends(
            &Sweep::new(timed.0, timed.1, center).expect("a motion"),
            ends,
        );
    }
}

#[test]
fn the_sweep_is_the_normalised_lerp_of_the_engines() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..40 {
        let ends = (pose3(&mut rng), pose3(&mut rng));
        let sweep = Sweep::new((0.0, ends.0), (1.0, ends.1), Vector3::zeros()).expect("a motion");
        let u = rng.random_range(0.0..1.0);
        let (from, to) = (ends.0.rotation, ends.1.rotation);
        let to = if from.coords.dot(&to.coords) < 0.0 {
            -to.into_inner()
        } else {
            to.into_inner()
        };
        let nlerp = UnitQuaternion::new_normalize(from.into_inner().lerp(&to, u));
        assert!(sweep.pose(u).rotation.angle_to(&nlerp) < 1e-12);

        let ends = (pose2(&mut rng), pose2(&mut rng));
        let sweep = Sweep::new((0.0, ends.0), (1.0, ends.1), Vector2::zeros()).expect("a motion");
        let lerp = ends.0.rotation.into_inner() * (1.0 - u) + ends.1.rotation.into_inner() * u;
        let nlerp: UnitComplex<f64> = Unit::new_normalize(lerp);
        assert!(sweep.pose(u).rotation.angle_to(&nlerp).abs() < 1e-11);
    }
}

#[test]
fn constant_velocity_turns_more_than_once_about_its_centre() {
    let turn = std::f64::consts::TAU;
    let motion = ConstantVelocity::new(
        Isometry3::translation(1.0, 0.0, 0.0),
        vector![0.5, 0.0, 0.0],
        vector![0.0, 0.0, 8.0 * turn],
    )
    .and_then(|motion| motion.about(vector![2.0, 0.0, 0.0]))
    .and_then(|motion| motion.starting_at(10.0))
    .expect("a motion");
    // after 8 turns only the centre has moved; after half a turn the origin is on the other side of the centre
    let close = |time: f64, x: f64| {
        (motion.pose(time).translation.vector - vector![x, 0.0, 0.0]).norm() < 1e-12
    };
    assert!(close(10.0, 1.0) && close(11.0, 1.5) && close(11.0625, 5.53125));
}

#[test]
fn moving_points_hand_back_what_they_were_built_from() {
    let points = vec![Vector3::x(), Vector3::y()];
    let velocities = vec![Vector3::z(), Vector3::repeat(0.5)];
    let body = MovingPoints::new(points.clone(), velocities.clone(), 2.0).expect("points");
    assert_eq!(
        (body.points(), body.velocities()),
        (&points[..], &velocities[..])
    );
    assert_eq!(body.epoch(), 2.0);
}
