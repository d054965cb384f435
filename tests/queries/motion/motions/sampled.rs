//! Motions through timed poses.

use photofinish::motion::{Clamped, Sampled, Sampled2};

use super::{SEED, pose2, pose3};
use crate::build::*;

fn goes_through_its_poses<T: Real, R: Rotor<T, D>, const D: usize>(
    pose: impl Fn(&mut StdRng) -> Isometry<T, R, D>,
) {
    let mut rng = StdRng::seed_from_u64(SEED);
    let samples = [-1.0, 0.5, 0.75, 4.0].map(|time| (T::of(time), pose(&mut rng)));
    let motion = Sampled::through(&samples).expect("a motion");
    for (time, pose) in &samples {
        let reached = motion.pose(*time);
        let off = (reached.translation.vector - pose.translation.vector).norm();
        let turned = (reached.rotation.matrix() - pose.rotation.matrix()).norm();
        assert!(off.max(turned) < T::of(16.0) * T::EPSILON, "{off} {turned}");
    }
    let next = [-2.0, -1.0, 0.5, 0.75, 4.0].map(|time| motion.next_knot(T::of(time)));
    assert_eq!(next[..4], samples.map(|(time, _)| Some(time)));
    assert_eq!(next[4], None);
    // between two poses, and beyond the last, it is the sweep between two neighbours
    for (time, index) in [(0.6, 1), (2.0, 2), (5.0, 2), (-1.5, 0)] {
        let sweep = Sweep::new(samples[index], samples[index + 1], SVector::zeros());
        let expected = sweep.expect("a motion").pose(T::of(time));
        assert_eq!(motion.pose(T::of(time)), expected);
    }
}

#[test]
fn a_sampled_motion_is_the_chain_of_sweeps_through_its_poses() {
    goes_through_its_poses(pose2);
    goes_through_its_poses(pose3);
    goes_through_its_poses(|rng| pose2(rng).cast::<f32>());
    goes_through_its_poses(|rng| pose3(rng).cast::<f32>());
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
    let stopped = Clamped::new(motion, span(0.3, 0.9));
    assert!((stopped.pose(9.0).translation.x - 0.81).abs() < 1e-15);
}

#[test]
fn samples_that_make_no_motion_are_named() {
    let pose = |time: f64| Isometry2::rotation(time);
    let through = |times: &[f64]| {
        let samples: Vec<_> = times.iter().map(|&time| (time, pose(time))).collect();
        Sampled::through(&samples)
    };
    assert_refused(&through(&[]), "SampleCount { samples: 0 }");
    assert_refused(&through(&[0.5]), "SampleCount { samples: 1 }");
    let one = Sampled::of(pose, 0.0..=1.0, 0);
    assert_refused(&one, "SampleCount { samples: 1 }");
    let back = through(&[0.0, 1.0, 0.5]);
    assert_refused(&back, "NoDuration { start: 1.0, end: 0.5 }");
    let opposite = through(&[0.0, std::f64::consts::PI]);
    assert_refused(&opposite, "OppositeRotations");
    assert_refused(&through(&[0.0, f64::NAN]), "NotFinite");
}
