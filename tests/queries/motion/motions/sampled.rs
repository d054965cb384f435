//! Motions through timed poses.

use nalgebra::{Isometry, Isometry2, SVector, Vector2};
use photofinish::motion::{Clamped, Motion, Rotor, Sampled, Sampled2, Sweep};
use photofinish::{MotionError, Real, Span};
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::{SEED, pose2, pose3};

fn goes_through_its_poses<T: Real, R: Rotor<T, D>, const D: usize>(poses: &[Isometry<T, R, D>]) {
    let times = [-1.0, 0.5, 0.75, 4.0].map(T::of);
    let samples: Vec<_> = times.into_iter().zip(poses.iter().copied()).collect();
    let motion = Sampled::through(&samples).expect("a motion");
    for (time, pose) in &samples {
        let reached = motion.pose(*time);
        let off = (reached.translation.vector - pose.translation.vector).norm();
        let turned = (reached.rotation.matrix() - pose.rotation.matrix()).norm();
        assert!(off.max(turned) < T::of(16.0) * T::EPSILON, "{off} {turned}");
    }
    let knots = [T::of(-2.0), times[0], times[1], times[2], times[3]];
    let next = [
        Some(times[0]),
        Some(times[1]),
        Some(times[2]),
        Some(times[3]),
        None,
    ];
    assert_eq!(knots.map(|time| motion.next_knot(time)), next);
    // between two poses, and beyond the last, it is the sweep between two neighbours
    let pair = |index: usize| Sweep::new(samples[index], samples[index + 1], SVector::zeros());
    for (time, index) in [(0.6, 1), (2.0, 2), (5.0, 2), (-1.5, 0)] {
        let sweep = pair(index).expect("a motion");
        assert_eq!(motion.pose(T::of(time)), sweep.pose(T::of(time)));
    }
}

#[test]
fn a_sampled_motion_is_the_chain_of_sweeps_through_its_poses() {
    let mut rng = StdRng::seed_from_u64(SEED);
    let in_plane: Vec<_> = (0..4).map(|_| pose2(&mut rng)).collect();
    let in_space: Vec<_> = (0..4).map(|_| pose3(&mut rng)).collect();
    goes_through_its_poses(&in_plane);
    goes_through_its_poses(&in_space);
    goes_through_its_poses(
        &in_plane
            .iter()
            .map(|pose| pose.cast::<f32>())
            .collect::<Vec<_>>(),
    );
    goes_through_its_poses(
        &in_space
            .iter()
            .map(|pose| pose.cast::<f32>())
            .collect::<Vec<_>>(),
    );
}

#[test]
fn a_function_is_sampled_at_both_ends_and_evenly_in_between() {
    let mut asked = Vec::new();
    let pose = |time: f64| {
        asked.push(time);
        Isometry2::new(Vector2::new(time * time, 0.0), time)
    };
    let motion = Sampled2::of(pose, 0.3..=0.9, 3).expect("a motion");
    // the last time is the end itself, not what rounding makes of the sum
    assert_eq!((asked.len(), asked[0], asked[3]), (4, 0.3, 0.9));
    assert!((asked[1] - 0.5).abs() < 1e-15 && (asked[2] - 0.7).abs() < 1e-15);
    // half way between 0.5 and 0.7 it is on the chord
    assert!((motion.pose(0.6).translation.x - 0.37).abs() < 1e-15);
    // stopped at its last pose it rests there
    let stopped = Clamped::new(motion, Span::new(0.3, 0.9).expect("in order"));
    assert!((stopped.pose(9.0).translation.x - 0.81).abs() < 1e-15);
}

#[test]
fn samples_that_make_no_motion_are_named() {
    let at = |time: f64| (time, Isometry2::rotation(time));
    let through = |times: &[f64]| {
        let samples: Vec<_> = times.iter().map(|&time| at(time)).collect();
        Sampled::through(&samples).map(|_| ())
    };
    for samples in [0, 1] {
        let error = MotionError::SampleCount { samples };
        assert_eq!(through(&[0.5][..samples]), Err(error));
    }
    assert_eq!(
        Sampled::of(|time| at(time).1, 0.0..=1.0, 0).map(|_| ()),
        Err(MotionError::SampleCount { samples: 1 })
    );
    let (start, end) = (1.0, 0.5);
    assert_eq!(
        through(&[0.0, 1.0, 0.5]),
        Err(MotionError::NoDuration { start, end })
    );
    assert_eq!(
        through(&[0.0, std::f64::consts::PI]),
        Err(MotionError::OppositeRotations)
    );
    assert!(matches!(
        through(&[0.0, f64::NAN]),
        Err(MotionError::NotFinite(_))
    ));
}
