//! Moving pairs whose answers were once wrong, each for another reason.

use nalgebra::{Quaternion, Translation2};
use photofinish::gjk;

use super::*;

/// The bounds of a sweep were computed from differences that rounding cancelled near half a turn. Its fastest moment
/// seemed slow, and a tip went through a wall.
#[test]
fn a_sweep_of_nearly_half_a_turn_is_fast_in_the_middle() {
    let turned = |angle: f64| Translation2::identity() * UnitComplex::new(angle as f32);
    let wall = moving(cuboid([1.0, 10.0]), rest(Isometry2::translation(1.98, 0.0)));
    for step in 0..200 {
        let arc = std::f64::consts::PI - (4e-4 + 2e-6 * f64::from(step));
        let ends = ((0.0, turned(-0.5 * arc)), (1.0, turned(0.5 * arc)));
        let motion = Sweep2::new(ends.0, ends.1, Vector2::zeros()).expect("a motion");
        // at time 0.5 the tip points straight ahead, and is 0.02 inside the wall
        let tip = PointSet::new(vec![vector![1.0, 0.0]]).expect("a point");
        let answer = time_of_impact(&moving(tip, motion), &wall, 0.5 - 0.6e-4..=0.5 + 0.6e-4);
        let is_free = answer.is_ok_and(|solution| is_separated(&solution));
        assert!(!is_free, "{step}");
    }
}

/// The direction between carried features was divided by a length that had underflowed, so it proved too much.
#[test]
fn tiny_bodies_have_certificates_with_unit_vectors() {
    let size = 1e-11f32;
    let mut rng = StdRng::seed_from_u64(0x74696e79);
    let mut vector = |size: f32| Vector3::from_fn(|_, _| rng.random_range(-size..size));
    for _ in 0..100 {
        let [a, b] = [-1.0, 1.0].map(|side: f32| {
            let corners: Vec<_> = (0..6).map(|_| vector(size)).collect();
            let hull = ConvexHull::new(&corners).expect("finite");
            let rounded = Rounded::new(hull, 0.3 * size).expect("a radius");
            let place = vector![4.0 * side * size, 0.0, 0.0] + vector(size);
            let pose = Isometry3::new(place, vector(3.0));
            let velocity = vector![-3.0 * side * size, 0.0, 0.0] + vector(size);
            moving(rounded, steady(pose, velocity, vector(3.0)))
        });
        if let Ok((_, certificate)) = Query::new().certify(&a, &b, 0.0..=1.0)
            && let Some(covered) = certificate.covers()
        {
            certificate.verify(&a, &b, 0.0, covered).expect("it holds");
        }
    }
}

/// Bodies that do not turn were moved on from a gap within the tolerance, so that a contact at the start became an
/// impact after it.
#[test]
fn a_gap_within_the_tolerance_at_the_start_is_a_contact_at_the_start() {
    let cube = |x: f64, speed| moving(cuboid([0.5; 3]), flight3([x, 0.1, 0.2], [speed, 0.0, 0.0]));
    for share in [0.6, 0.7, 0.8, 0.9, 0.95] {
        let (a, b) = (cube(0.0, 0.5), cube(1.0 + share * 1e-3, -0.5));
        let query = Query::new().tolerance(1e-3);
        let stopped = impact(query.time_of_impact(&a, &b, 0.0..=1.0).expect("an answer"));
        assert_eq!(stopped.time, 0.0);
        let past = query.initial_contact(PAST);
        let solution = past.time_of_impact(&a, &b, 0.0..=1.0).expect("an answer");
        assert_eq!(solution.initial_contact, Some(drives_in(&solution)));
    }
}

/// Bodies that come from far away without turning were met at once: their errors at the start counted as those at the
/// impact, and were larger than the distance.
#[test]
fn bodies_from_afar_meet_no_earlier_than_their_tolerance_says() {
    let cube = cuboid::<f32, 3>([1.0, 1.0, 1.0]);
    let b = moving(cube, rest(Isometry3::rotation(vector![0.3, 0.7, 0.2])));
    for far in [1e4, 3e5, 1e6] {
        let knots = [(0.0, -8.0), (0.5, (far - 8.0) * 0.5), (1.0, far)];
        let knots = knots.map(|(time, x)| (time, Isometry3::translation(x, -2.0, 0.25)));
        let pieces = [0, 1].map(|piece| {
            Sweep3::new(knots[piece], knots[piece + 1], Vector3::zeros()).expect("a sweep")
        });
        let a = Moving::new(cube, path(&[0.0, 0.5, 1.0], pieces));
        let found = impact(ask(&a, &b, 0.5));
        assert!(found.distance < 1e-3 && found.tolerance < 1e-3, "{found:?}");
    }
}

/// The inverse of a subnormal speed is infinite, and the axis was then invalid.
#[test]
fn a_body_may_turn_at_a_subnormal_speed() {
    let floor = moving(cuboid([9.0, 0.5]), rest(Isometry2::identity()));
    let fall = |turn: f32| {
        let motion = steady(Isometry2::translation(0.0, 5.0), vector![0.0, -1.0], turn);
        impact(ask(&moving(ball(0.5), motion), &floor, 10.0))
    };
    let expected = fall(0.0);
    for turn in [1e-39, -1e-45, 1e-30] {
        // it falls at a speed of one
        assert!((fall(turn).time - expected.time).abs() < expected.tolerance);
    }
}

/// One of two edges is long. Rounding along it moved the nearest points by more than their distance, but only the
/// rounding across the normal was counted. The distance at the impact was 1.8e-3 above the tolerance.
#[test]
fn an_impact_of_edges_counts_the_rounding_along_a_long_one() {
    let falls = |half: [f64; 3], from: Vector3<f32>, velocity, acceleration| {
        let start = steady(Isometry3::from(from), velocity, Vector3::zeros());
        let fall = Ballistic3::new(start, acceleration).expect("a motion");
        moving(cuboid(half), fall)
    };
    let half = 133_641.67_f32;
    let (from, to) = (
        vector![379.305_66_f32, 1_572.404_4, 0.0],
        vector![379.318_7_f32, 135_214.08, 0.0],
    );
    let long = [0.0, f64::from(half), 0.0];
    let a = falls(long, from, Vector3::zeros(), vector![0.3, -9.8, 0.0]);
    let short = [0.0, 0.0, 7e-6];
    let b = falls(short, to, vector![-0.03, 0.0, 0.0], vector![0.0, -9.8, 0.0]);
    let during = 0.0..=0.241_526_23;
    // both edges are at z = 0 and fall alike except along x
    let distance = |t: f32| {
        let t = f64::from(t);
        let way = to.map(f64::from) - from.map(f64::from);
        let x = way.x - 0.03_f32 as f64 * t - 0.5 * 0.3_f32 as f64 * t * t;
        x.hypot((way.y - f64::from(half)).max(0.0))
    };
    // nor is an impact beyond a tolerance set by the caller, if it can be reached
    let mut impacts = 0;
    for tolerance in [1e-8_f32, 1e-3, 1e-2, 1.3e-2, 1e-1] {
        let query = Query::new().tolerance(tolerance);
        if let Ok(Outcome::Impact(found)) = query
            .time_of_impact(&a, &b, during.clone())
            .map(|found| found.outcome)
        {
            let apart = distance(found.time);
            assert!(apart <= f64::from(tolerance), "{apart} {tolerance}");
            assert_eq!(found.tolerance, tolerance);
            impacts += 1;
        }
    }
    assert!(impacts > 0);
}

/// A point on an arm turns into a box by half the arm, and out again. With heights whose squares underflowed, bodies
/// that allow a tenth of that were proven free.
#[test]
fn a_tiny_arm_that_dips_into_a_box_is_seen() {
    fn check<T: Real>(r: T) {
        let of = |x: f64| T::of(x) * r;
        let (half, zero) = (of(0.5), T::zero());
        let tip = PointSet::new(vec![vector![r, zero, zero]]).expect("a point");
        let turned = Vector3::z() * T::of(std::f64::consts::PI - 1.45);
        let start = Isometry3::new(vector![half, zero, zero], turned);
        let spin = steady(start, Vector3::zeros(), Vector3::z() * T::of(2.9));
        let arm = moving(tip, spin);
        let wall = Cuboid::new(vector![half, of(3.0), of(3.0)]).expect("a box");
        let wall = moving(wall, rest(Isometry3::translation(-half, zero, zero)));
        let query = Query::new().target_distance(-of(0.1));
        let found = query.time_of_impact(&wall, &arm, T::zero()..=T::one());
        assert!(!found.is_ok_and(|found| is_separated(&found)), "{r:?}");
    }
    for r in [1e-22f32, 1e-20] {
        check(r);
    }
    for r in [1e-165f64, 1e-160] {
        check(r);
    }
}

/// The cross product of tiny edges has no more than some digits. As a vector of another length than 1 it made the
/// impact late.
#[test]
fn vectors_between_tiny_edges_have_unit_length() {
    let s = 3.162_277_6e-22_f32;
    let cube = Cuboid::new(vector![0.5 * s, 0.5 * s, 0.5 * s]).expect("a box");
    let start = Isometry3::translation(0.3 * s, 3.0 * s, 0.2 * s);
    let flight = steady(start, vector![0.0, -2.0 * s, 0.0], vector![0.3, 0.2, 0.3]);
    let a = Moving::new(cube, rest3([0.0; 3]));
    let b = Moving::new(cube, flight);
    let target = 0.5 * s;
    let query = Query::new().target_distance(target);
    let (solution, certificate) = query.certify(&a, &b, 0.0..=1.0).expect("an answer");
    for interval in &certificate.intervals {
        let length = interval.direction.map(f64::from).norm();
        assert!((length - 1.0).abs() < 1e-6, "{length}");
    }
    let (a, b, time) = (a.to_f64(), b.to_f64(), f64::from(impact(solution).time));
    let origin = Vector3::zeros();
    let truth = gjk::distance(&a.slice(time, &origin), &b.slice(time, &origin));
    let truth = truth.expect("they are apart").distance;
    assert!(truth > f64::from(target) * 0.9999, "{truth}");
}

/// A box in `f32` overlaps a wall by nearly as much as is allowed, and turns into it. The target distance with which it
/// was followed left less room than the bounds of its depth are apart, and the query was undecided at the start.
#[test]
fn an_overlap_just_less_than_allowed_is_followed() {
    let pose = |position: [f32; 3], [i, j, k, w]: [f32; 4]| {
        let rotation = UnitQuaternion::new_normalize(Quaternion::new(w, i, j, k));
        Isometry3::from_parts(Translation3::from(position), rotation)
    };
    let start = pose(
        [-0.049360454, 0.858_461_4, -0.42812145],
        [-0.016949408, -0.0519636, -0.02344936, 0.998_229_8],
    );
    let end = pose(
        [0.834_904, 0.809_065_3, -0.389_881_2],
        [-0.0034666886, 0.26323012, 0.134_150_4, -0.955_354_2],
    );
    let sweep = Sweep3::new((0.0, start), (1.0, end), Vector3::zeros()).expect("a motion");
    let turning = moving(cuboid([0.02, 0.1, 0.2]), sweep);
    let wall = moving(cuboid([0.005, 5.0, 5.0]), rest3([0.0; 3]));
    for k in 0..200 {
        let allowed = 0.00094 + 1e-6 * k as f32;
        let query = Query::new().target_distance(-allowed);
        let query = query.initial_contact(PAST);
        let solution = query.time_of_impact(&wall, &turning, 0.0..=1.0);
        let time = match solution.expect("an answer").outcome {
            Outcome::Impact(impact) => impact.time,
            Outcome::DrivesIn(report) => report.kept_until,
            other => panic!("{allowed}: {other:?}"),
        };
        assert!(time < 1e-3, "{allowed}: {time}");
    }
}

/// A small body falls on a large floor, on one far from the origin, and on a large block. The default tolerance was up
/// to a thousand ulps of the largest coordinate. Only what is large along the normal may cost any, and no impact is
/// late.
#[test]
fn impacts_in_single_precision_are_hardly_early_beside_large_and_far_bodies() {
    let ulp = 950.0 * f32::EPSILON;
    for (wide, deep, far, most) in [
        (950.0, 0.5, 0.0, 1e-4),
        (1.0, 1.0, 950.0, 1e-4),
        (1.0, 0.5, 1e5, 1e-4),
        (950.0, 950.0, 0.0, 160.0 * ulp),
    ] {
        let floor = moving(cuboid([wide, deep, wide]), rest3([far, -deep, far]));
        let far = far as f32;
        for (tilt, spin) in [(0.0, 0.0), (0.3, 0.0), (0.0, 0.5), (0.3, 0.5)] {
            let start = Isometry3::new(vector![far + 0.3, 1.0, far + 0.2], vector![tilt, 0.0, 0.0]);
            let spin = vector![spin, 0.1 * spin, 0.0];
            let fall = steady(start, vector![0.0, -1.0, 0.0], spin);
            let body = Moving::new(cuboid([0.1, 0.1, 0.1]), fall);
            let found = impact(ask(&body, &floor, 2.0));
            let is_within = found.tolerance < most && found.distance <= found.tolerance;
            assert!(is_within, "{found:?}");
            // the truth: the lowest corner of the same motion in double precision, over the top at zero
            let pose = body.motion().to_f64().pose(f64::from(found.time));
            let heights = (0..8).map(|corner| {
                let signs = Vector3::from_fn(|axis, _| f64::from(1 - 2 * (corner >> axis & 1)));
                (pose.rotation * (signs * f64::from(0.1_f32))).y + pose.translation.y
            });
            let height = heights.fold(f64::INFINITY, f64::min);
            let is_right = height > -1e-9 && height < f64::from(most);
            assert!(is_right, "{height:e}: {found:?}");
        }
    }
}

/// Bodies in contact were measured from half way between the centres of rotation. Of a tiny body that turns about a point
/// far away this is far off, and in single precision a gap became an overlap.
#[test]
fn tiny_bodies_with_a_far_centre_of_rotation_do_not_overlap() {
    let ulp = f32::EPSILON * 32.0;
    for steps in 4..12 {
        // a tenth of an ulp of their places is between them
        let radius = (steps as f32 - 0.1) * 0.5 * ulp;
        let ball = || Ball::new(radius).expect("a radius");
        let a = moving(ball(), rest(Isometry2::translation(50.0, -100.0)));
        let place = Isometry2::translation(50.0 + steps as f32 * ulp, -100.0);
        let motion = steady(place, Vector2::zeros(), 0.0f32).about(vector![-130.0, 0.0]);
        let b = moving(ball(), motion.expect("a motion"));
        let query = Query::new().target_distance(0.01);
        let solution = query.time_of_impact(&a, &b, 0.0..=1.0).expect("an answer");
        let distance = impact(solution).distance;
        assert!(
            distance > 0.0 && distance < 0.2 * ulp,
            "{steps}: {distance:e}"
        );
    }
}
