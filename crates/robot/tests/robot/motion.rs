//! Tests of the poses of links, and of the bounds of their speed and acceleration.

use nalgebra::{Point3, Vector3};
use photofinish::Span;
use photofinish::motion::Motion;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::generate::direction;
use crate::spec::Spec;

/// Before the path, on it and after it. The waypoints are the knots.
#[test]
fn links_are_where_independent_kinematics_has_them() {
    for seed in 0..40 {
        let spec = Spec::random(seed);
        let robot = spec.robot();
        let (start, end) = spec.span();
        for link in 0..spec.links.len() {
            let motion = robot
                .motion(&format!("link {link}"), &spec.path)
                .expect("a path");
            for step in -1..=11 {
                let time = start + (end - start) * f64::from(step) / 10.0;
                let configuration = spec.configuration(time.clamp(start, end));
                let expected = spec.poses(&configuration)[link].to_homogeneous();
                let found = robot.poses(&configuration).expect("a configuration");
                for pose in [found[link], motion.pose(time)] {
                    let apart = (pose.to_homogeneous() - expected).amax();
                    assert!(apart < 1e-13, "seed {seed}, link {link} at {time}: {apart}");
                }
            }
            let after = Span::new(end, end + 1.0).expect("times in order");
            assert_eq!(motion.speed_bound(&Vector3::x(), after, 1.0), Some(0.0));
            let mut time = f64::NEG_INFINITY;
            for &knot in spec.times() {
                assert_eq!(motion.next_knot(time), Some(knot));
                time = knot;
            }
            assert_eq!(motion.next_knot(time), None);
        }
    }
}

/// Speeds and accelerations computed from differences keep within the bounds. Over short spans they come near them.
#[test]
fn bounds_of_links_hold_and_are_not_far_too_large() {
    let mut rng = StdRng::seed_from_u64(5);
    let mut nearest = [0.0f64; 2];
    for seed in 0..150 {
        let spec = Spec::random(seed);
        let link = rng.random_range(0..spec.links.len());
        let times = spec.times();
        let segment = rng.random_range(0..times.len() - 1);
        let duration = times[segment + 1] - times[segment];
        let length = duration * [1.0, 0.1, 0.01][rng.random_range(0..3)];
        let start = times[segment] + rng.random_range(0.0..=1.0) * (duration - length);
        let span = Span::new(start, start + length).expect("times in order");
        let center = direction(&mut rng).into_inner() * 0.1;
        let motion = spec.robot().motion(&format!("link {link}"), &spec.path);
        let motion = motion.expect("a path").centered(center);
        let (along, reach) = (direction(&mut rng).into_inner(), 0.2);
        let speed = motion.speed_bound(&along, span, reach).expect("a bound");
        let acceleration = motion.acceleration_bound(&along, span, reach);
        let acceleration = acceleration.expect("a bound");
        let at = |point: &Vector3<f64>, time: f64| {
            let poses = spec.poses(&spec.configuration(time));
            along.dot(&(poses[link] * Point3::from(*point)).coords)
        };
        let h = length * 1e-3;
        for _ in 0..30 {
            let point = center + direction(&mut rng).into_inner() * reach;
            let time = start + h + rng.random_range(0.0..=1.0) * (length - 2.0 * h);
            let [before, here, after] = [time - h, time, time + h].map(|t| at(&point, t));
            // A difference is exact but for rounding: it equals the derivative at some time of the span.
            let rounding = 1e-14 / h;
            let seen = (after - before) / (2.0 * h);
            assert!(seen <= speed + rounding, "seed {seed}: {seen} {speed}");
            if speed > 0.1 {
                nearest[0] = nearest[0].max(seen / speed);
            }
            let seen = (after - 2.0 * here + before) / (h * h);
            let most = acceleration + 4.0 * rounding / h;
            assert!(seen <= most, "seed {seed}: {seen} {acceleration}");
            if acceleration > 0.1 {
                nearest[1] = nearest[1].max(seen / most);
            }
        }
    }
    assert!(nearest.iter().all(|&share| share > 0.9), "{nearest:?}");
}
