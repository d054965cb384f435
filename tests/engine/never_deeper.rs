//! After a pass no two bodies have been deeper in each other than allowed, as an independent test of boxes finds.

use super::*;
use nalgebra::Point2;
use rand::seq::SliceRandom;

/// A floor that turns and rises, and boxes.
const BODIES: usize = 13;
const STEPS: usize = 6;
const ALLOWED: f64 = 0.01;

type Placed<'x> = (&'x Vector2<f64>, &'x Isometry2<f64>);

fn corners((half, pose): Placed<'_>) -> [Vector2<f64>; 4] {
    [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]
        .map(|(x, y)| (pose * Point2::new(x * half.x, y * half.y)).coords)
}

fn least(points: [Vector2<f64>; 4], along: &Vector2<f64>) -> f64 {
    let heights = points.map(|point| along.dot(&point));
    heights.into_iter().fold(f64::INFINITY, f64::min)
}

/// Returns the signed distance of two boxes, or, if they are disjoint, a lower bound of it: the largest gap along the
/// normal of a side.
fn gap(a: Placed<'_>, b: Placed<'_>) -> f64 {
    let axes = [Vector2::x(), Vector2::y(), -Vector2::x(), -Vector2::y()];
    let normals = [a.1, b.1].map(|pose| axes.map(|axis| pose.rotation * axis));
    let gaps =
        (normals.as_flattened().iter()).map(|s| least(corners(b), s) + least(corners(a), &-s));
    gaps.fold(f64::NEG_INFINITY, f64::max)
}

/// Returns the signed distance of two bodies, or a lower bound of it. Body 0 is a floor, and the others are boxes.
fn distance(
    halves: &[Vector2<f64>; BODIES],
    [a, b]: [usize; 2],
    poses: [&Isometry2<f64>; 2],
) -> f64 {
    let b = (&halves[b], poses[1]);
    if a > 0 {
        return gap((&halves[a], poses[0]), b);
    }
    let up = poses[0].rotation * Vector2::y();
    least(corners(b), &up) - up.dot(&poses[0].translation.vector)
}

/// Judges the events of a step, and where all bodies were. Returns how many touched, how many of these the floor, and how
/// many were driven in.
fn judge(
    halves: &[Vector2<f64>; BODIES],
    given: &[Body2<'_>; BODIES],
    (report, bodies): &(Report2, [Body2<'_>; BODIES]),
) -> [usize; 3] {
    let (mut touched, mut on_floor, mut driven) = (0, 0, 0);
    let mut stops = [1.0; BODIES];
    for event in &report.events {
        for body in event.pair {
            stops[body] = event.time.min(stops[body]);
        }
        let now = distance(halves, event.pair, event.poses.each_ref());
        match event.kind {
            Kind::Touch(_) => {
                assert!((now + ALLOWED).abs() < 1e-6, "{now} {event:?}");
                touched += 1;
                on_floor += usize::from(event.pair[0] == 0);
            }
            Kind::DrivenIn(_) | Kind::TooDeep(_) => driven += 1,
            other => panic!("{other:?}"),
        }
    }
    let poses_at = |time: f64| -> [_; BODIES] {
        std::array::from_fn(|body| {
            let ends = ((0.0, *given[body].start()), (1.0, *given[body].pose()));
            let sweep = Sweep::new(ends.0, ends.1, Vector2::zeros()).expect("a motion");
            sweep.pose(time.min(stops[body]))
        })
    };
    for (body, pose) in bodies.iter().zip(poses_at(1.0)) {
        assert!((body.pose().translation.vector - pose.translation.vector).norm() < 1e-12);
    }
    let starts = poses_at(0.0);
    for time in (0..=50).map(|k| f64::from(k) / 50.0) {
        let poses = poses_at(time);
        for pair in all_pairs(BODIES) {
            let [then, now] =
                [&starts, &poses].map(|poses| distance(halves, pair, pair.map(|k| &poses[k])));
            // what starts in contact may get deeper by a sixteenth of what is allowed
            let deepest = then.min(-ALLOWED) - ALLOWED / 16.0;
            assert!(now > deepest - 1e-6, "{pair:?} {time}: {now}");
        }
    }
    [touched, on_floor, driven]
}

/// Neither pairs that are no candidates nor the order of pairs change a bit.
#[test]
fn no_two_bodies_get_deeper_than_allowed() {
    let mut rng = StdRng::seed_from_u64(0x6e65_7665);
    let (mut counts, mut left_out) = ([0; 3], 0);
    for _ in 0..STEPS {
        let halves = [(); BODIES]
            .map(|()| vector![rng.random_range(0.03..1.0), rng.random_range(0.03..0.2)]);
        let shapes = halves.map(|half: Vector2<f64>| cuboid(half.x, half.y));
        let mut pose = |middle: f64, size: f64, turn: f64| {
            let mut number = |size: f64| rng.random_range(-size..size);
            Isometry2::new(vector![number(size), middle + number(size)], number(turn))
        };
        let given: [_; BODIES] = std::array::from_fn(|k| match k {
            0 => Body2::floor(level(), pose(-6.2, 0.3, 0.02), pose(-3.0, 1.0, 0.3)),
            5 | 10 => Body2::fixed(&shapes[k], pose(0.0, 5.0, 1.5)),
            _ => Body2::new(&shapes[k], pose(0.0, 5.0, 1.5), pose(-1.0, 5.0, 1.5)),
        });
        let run = |pairs: &[[usize; 2]]| {
            let mut bodies = given;
            let pass = Pass::new().allowed_overlap(ALLOWED);
            let report = pass.run(&mut bodies, pairs.iter().copied(), Event::usual_response);
            (report.expect("a step"), bodies)
        };
        let mut pairs = all_pairs(BODIES);
        let first = run(&pairs);
        assert!(first.0.events.is_sorted_by_key(|event| event.time));
        let near = candidates(&given, 0.0).expect("boxes");
        let of_near = run(&near);
        assert!(near.is_sorted() && (&of_near.0.events, of_near.1) == (&first.0.events, first.1));
        left_out += pairs.len() - near.len();
        // some are there twice, or the other way around, and one is no pair
        pairs.shuffle(&mut StdRng::seed_from_u64(1));
        pairs.iter_mut().step_by(3).for_each(|pair| pair.reverse());
        pairs.extend_from_within(..5);
        pairs.push([4, 4]);
        assert!(run(&pairs) == first);
        for (count, found) in counts.iter_mut().zip(judge(&halves, &given, &first)) {
            *count += found;
        }
    }
    let [touched, on_floor, driven] = counts;
    assert!(touched > STEPS && on_floor > 1 && driven > 0, "{counts:?}");
    assert!(left_out > 10 * STEPS, "{left_out}");
}
