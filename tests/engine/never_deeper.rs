//! After a pass no two bodies have been deeper in each other than allowed, as an independent test of boxes finds.

use super::*;
use nalgebra::{Point2, Vector2, vector};
use photofinish::engine::{Kind, Pass};
use photofinish::motion::{Motion, Sweep};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const BODIES: usize = 12;
const STEPS: usize = 15;

/// Returns the signed distance of two boxes, or, if they are disjoint, a lower bound of it: the largest gap along the
/// normal of a side.
fn gap(a: (&Vector2<f64>, &Isometry2<f64>), b: (&Vector2<f64>, &Isometry2<f64>)) -> f64 {
    let corners = |(half, pose): (&Vector2<f64>, &Isometry2<f64>)| {
        [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]
            .map(|(x, y)| (pose * Point2::new(x * half.x, y * half.y)).coords)
    };
    let all = [corners(a), corners(b)];
    let mut best = f64::NEG_INFINITY;
    for pose in [a.1, b.1] {
        for axis in [Vector2::x(), Vector2::y(), -Vector2::x(), -Vector2::y()] {
            let s = pose.rotation * axis;
            let highest = all[0]
                .iter()
                .map(|p| s.dot(p))
                .fold(f64::NEG_INFINITY, f64::max);
            let lowest = all[1]
                .iter()
                .map(|p| s.dot(p))
                .fold(f64::INFINITY, f64::min);
            best = best.max(lowest - highest);
        }
    }
    best
}

#[test]
fn no_two_bodies_get_deeper_than_allowed() {
    let mut rng = StdRng::seed_from_u64(0x6e65_7665);
    let (allowed, mut touched, mut driven) = (0.01, 0, 0);
    for _ in 0..STEPS {
        let halves: Vec<Vector2<f64>> = (0..BODIES)
            .map(|_| vector![rng.random_range(0.03..1.0), rng.random_range(0.03..0.2)])
            .collect();
        let shapes: Vec<_> = halves.iter().map(|half| cuboid(half.x, half.y)).collect();
        let mut number = |size: f64| rng.random_range(-size..size);
        let mut pose = || Isometry2::new([number(5.0), number(5.0)].into(), number(1.5));
        let given: Vec<_> = shapes
            .iter()
            .map(|shape| Body2::new(shape, pose(), pose()))
            .collect();
        let mut bodies = given.clone();
        let all = (0..BODIES).flat_map(|b| (0..b).map(move |a| [a, b]));
        let pass = Pass::new().allowed_overlap(allowed);
        let report = pass.run(&mut bodies, all.clone(), |event| event.usual_response());
        let report = report.expect("a step");

        let mut stops = [1.0; BODIES];
        for event in &report.events {
            for body in event.pair {
                stops[body] = event.time.min(stops[body]);
            }
            let [a, b] = event.pair;
            let now = gap((&halves[a], &event.poses[0]), (&halves[b], &event.poses[1]));
            match event.kind {
                Kind::Touch(_) => {
                    assert!((now + allowed).abs() < 1e-6, "{now} {event:?}");
                    touched += 1;
                }
                Kind::DrivenIn(_) | Kind::TooDeep(_) => driven += 1,
                other => panic!("{other:?}"),
            }
        }
        let poses_at = |time: f64| -> Vec<_> {
            let pose = |(body, stop): (&Body2, f64)| {
                let ends = ((0.0, *body.start()), (1.0, *body.pose()));
                let sweep = Sweep::new(ends.0, ends.1, Vector2::zeros()).expect("a motion");
                sweep.pose(time.min(stop))
            };
            given.iter().zip(stops).map(pose).collect()
        };
        for (body, pose) in bodies.iter().zip(poses_at(1.0)) {
            assert!((body.pose().translation.vector - pose.translation.vector).norm() < 1e-12);
        }
        let between = |poses: &[Isometry2<f64>], [a, b]: [usize; 2]| {
            gap((&halves[a], &poses[a]), (&halves[b], &poses[b]))
        };
        let starts = poses_at(0.0);
        for time in (0..=200).map(|k| f64::from(k) / 200.0) {
            let poses = poses_at(time);
            for pair in all.clone() {
                let deepest = between(&starts, pair).min(-allowed);
                let now = between(&poses, pair);
                let deepest = deepest - allowed / 16.0;
                assert!(now > deepest - 1e-6, "{pair:?} {time}: {now}");
            }
        }
    }
    assert!(touched > 3 * STEPS && driven > 0, "{touched} {driven}");
}
