//! Moving pairs whose answers were once wrong, each for another reason.

use nalgebra::{
    Isometry2, Isometry3, Quaternion, Translation2, Translation3, UnitComplex, UnitQuaternion,
    Vector2, Vector3, vector,
};
use photofinish::motion::{
    AtRest, AtRest3, Ballistic3, ConstantVelocity, ConstantVelocity2, ConstantVelocity3, Motion,
    Piecewise, Sweep2, Sweep3,
};
use photofinish::shape::{Ball, ConvexHull, Cuboid, PointSet};
use photofinish::support::Rounded;
use photofinish::{
    Extrusion, InitialContact, Moving, Outcome, Query, Real, ToF64, WarmStart, gjk, time_of_impact,
};
use photofinish_judge::accuracy::impacts::{Impacts, Scene};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::impact;

/// The bounds of a sweep were computed from differences that rounding cancelled near half a turn. Its fastest moment
/// seemed slow, and a tip went through a wall.
#[test]
fn a_sweep_of_nearly_half_a_turn_is_fast_in_the_middle() {
    let turned = |angle: f64| {
        Isometry2::from_parts(Translation2::identity(), UnitComplex::new(angle as f32))
    };
    for step in 0..200 {
        let short_of_half = 4e-4 + 2e-6 * f64::from(step);
        let arc = std::f64::consts::PI - short_of_half;
        let ends = ((0.0, turned(-0.5 * arc)), (1.0, turned(0.5 * arc)));
        let motion = Sweep2::new(ends.0, ends.1, Vector2::zeros()).expect("a motion");
        // at time 0.5 the tip points straight ahead, and is 0.02 inside the wall
        let tip = Moving::new(
            ConvexHull::new(&[vector![1.0, 0.0]]).expect("a point"),
            motion,
        );
        let place = AtRest::new(Isometry2::translation(1.98, 0.0)).expect("a pose");
        let wall = Moving::new(Cuboid::new(vector![1.0, 10.0]).expect("a box"), place);
        let during = 0.5 - 0.6e-4..=0.5 + 0.6e-4;
        if let Ok(solution) = time_of_impact(&tip, &wall, during) {
            assert!(
                !matches!(solution.outcome, Outcome::Separated(_)),
                "{short_of_half}"
            );
        }
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
            let motion = ConstantVelocity3::new(pose, velocity, vector(3.0)).expect("a motion");
            Moving::new(rounded, motion)
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
    let cube = Cuboid::new(vector![0.5, 0.5, 0.5]).expect("a box");
    for share in [0.6, 0.7, 0.8, 0.9, 0.95] {
        let at = |x: f64, speed: f64| {
            let pose = Isometry3::translation(x, 0.1, 0.2);
            let motion = ConstantVelocity3::new(pose, vector![speed, 0.0, 0.0], Vector3::zeros());
            Moving::new(cube, motion.expect("a motion"))
        };
        let (a, b) = (at(0.0, 0.5), at(1.0 + share * 1e-3, -0.5));
        let query = Query::new().tolerance(1e-3);
        let stopped = impact(query.time_of_impact(&a, &b, 0.0..=1.0).expect("an answer"));
        assert_eq!(stopped.time, 0.0);
        let past = query.initial_contact(InitialContact::IgnoreSeparating);
        let solution = past.time_of_impact(&a, &b, 0.0..=1.0).expect("an answer");
        assert!(
            matches!(solution.outcome, Outcome::DrivesIn(_)),
            "{solution:?}"
        );
        assert!(solution.initial_contact.is_some());
    }
}

/// Bodies that come from far away without turning were met at once: their errors at the start counted as those at the
/// impact, and were larger than the distance.
#[test]
fn bodies_from_afar_meet_no_earlier_than_their_tolerance_says() {
    let cube = Cuboid::new(vector![1f32, 1.0, 1.0]).expect("a box");
    let at = |x: f32| Isometry3::translation(x, -2.0, 0.25);
    let turned = UnitQuaternion::new(vector![0.3, 0.7, 0.2]);
    let b = Isometry3::from_parts(Default::default(), turned);
    let b = Moving::new(cube, AtRest::new(b).expect("a pose"));
    for far in [1e4, 3e5, 1e6] {
        let middle = (far - 8.0) * 0.5;
        let knots = [(0.0, at(-8.0)), (0.5, at(middle)), (1.0, at(far))];
        let pieces = [0, 1].map(|piece| {
            Sweep3::new(knots[piece], knots[piece + 1], Vector3::zeros()).expect("a sweep")
        });
        let path = Piecewise::new(vec![0.0, 0.5, 1.0], pieces.to_vec()).expect("pieces");
        let a = Moving::new(cube, path);
        let found = impact(time_of_impact(&a, &b, 0.0..=0.5).expect("an answer"));
        assert!(found.distance < 1e-3 && found.tolerance < 1e-3, "{found:?}");
    }
}

/// The inverse of a subnormal speed is infinite, and the axis was then invalid.
#[test]
fn a_body_may_turn_at_a_subnormal_speed() {
    let fall = |turn: f32| {
        let pose = Isometry2::translation(0.0, 5.0);
        let motion = ConstantVelocity2::new(pose, vector![0.0, -1.0], turn).expect("a motion");
        let floor = AtRest::new(Isometry2::identity()).expect("a pose");
        let ball = Moving::new(Ball::new(0.5).expect("a radius"), motion);
        let floor = Moving::new(Cuboid::new(vector![9.0, 0.5]).expect("a box"), floor);
        time_of_impact(&ball, &floor, 0.0..=10.0)
            .expect("decided")
            .outcome
    };
    let Outcome::Impact(expected) = fall(0.0) else {
        panic!("it falls onto the floor");
    };
    for turn in [1e-39, -1e-45, 1e-30] {
        let Outcome::Impact(impact) = fall(turn) else {
            panic!("it falls onto the floor");
        };
        // it falls at a speed of one
        assert!((impact.time - expected.time).abs() < expected.tolerance);
    }
}

/// Several support points are equally far along a direction with zeros. The sign of a zero chose between them, and it
/// did not follow from either body.
#[test]
fn swapping_aligned_boxes_mirrors_their_witness_points() {
    let cube = |y: f64, velocity: f64| {
        let pose = Isometry3::from_parts(vector![0.0, y, 0.0].into(), UnitQuaternion::identity());
        let motion = ConstantVelocity3::new(pose, vector![0.0, velocity, 0.0], Vector3::zeros());
        let shape = Cuboid::new(vector![0.5, 0.5, 0.5]).expect("a box");
        Moving::new(shape, motion.expect("a motion"))
    };
    let (rests, falls) = (cube(0.0, 0.0), cube(3.0, -1.0));
    let ask = |a, b| time_of_impact(a, b, 0.0..=5.0).expect("decided").outcome;
    let (Outcome::Impact(one), Outcome::Impact(other)) = (ask(&rests, &falls), ask(&falls, &rests))
    else {
        panic!("it falls onto the other");
    };
    assert_eq!(one.time, other.time);
    assert_eq!(
        (one.contact.witness_a, one.contact.witness_b),
        (other.contact.witness_b, other.contact.witness_a)
    );
    assert_eq!(
        (one.contact.feature_a, one.contact.feature_b),
        (other.contact.feature_b, other.contact.feature_a)
    );
}

/// One of two edges is long. Rounding along it moved the nearest points by more than their distance, but only the
/// rounding across the normal was counted. The distance at the impact was 1.8e-3 above the tolerance.
#[test]
fn an_impact_of_edges_counts_the_rounding_along_a_long_one() {
    let flight = |at: Vector3<f32>, velocity, acceleration| {
        let start = ConstantVelocity3::new(
            Isometry3::from_parts(at.into(), UnitQuaternion::identity()),
            velocity,
            Vector3::zeros(),
        );
        Ballistic3::new(start.expect("a motion"), acceleration).expect("a motion")
    };
    let (half, short) = (133_641.67_f32, 7e-6_f32);
    let (from, to) = (
        vector![379.305_66_f32, 1_572.404_4, 0.0],
        vector![379.318_7_f32, 135_214.08, 0.0],
    );
    let fall = [vector![0.3_f32, -9.8, 0.0], vector![0.0, -9.8, 0.0]];
    let a = Moving::new(
        Cuboid::new(vector![0.0, half, 0.0]).expect("a box"),
        flight(from, Vector3::zeros(), fall[0]),
    );
    let b = Moving::new(
        Cuboid::new(vector![0.0, 0.0, short]).expect("a box"),
        flight(to, vector![-0.03, 0.0, 0.0], fall[1]),
    );
    let until = 0.241_526_23;
    // both edges are at z = 0 and fall alike except along x
    let distance = |t: f64| {
        let x = f64::from(to.x)
            - f64::from(from.x)
            - 0.03_f32 as f64 * t
            - 0.5 * 0.3_f32 as f64 * t * t;
        let y = f64::from(to.y) - f64::from(from.y) - f64::from(half);
        x.hypot(y.max(0.0))
    };
    let solution = time_of_impact(&a, &b, 0.0..=until).expect("an answer");
    let Outcome::Impact(impact) = solution.outcome else {
        panic!("{:?}", solution.outcome);
    };
    let apart = distance(f64::from(impact.time));
    assert!(
        apart <= f64::from(impact.tolerance),
        "{apart} {}",
        impact.tolerance
    );
    // an impact is never beyond a tolerance set by the caller
    for tolerance in [1e-2_f32, 1.3e-2, 1e-1] {
        let query = Query::new().tolerance(tolerance);
        match query
            .time_of_impact(&a, &b, 0.0..=until)
            .map(|found| found.outcome)
        {
            Ok(Outcome::Impact(impact)) => {
                assert_eq!(impact.tolerance, tolerance);
                assert!(distance(f64::from(impact.time)) <= f64::from(tolerance));
            }
            Ok(other) => panic!("{other:?}"),
            Err(_) => {}
        }
    }
}

/// A root search skipped the vector that is best at its start wherever the nearest features seemed to touch. In single
/// precision the features of large blocks are mostly rounding, and some queries ended without an answer.
#[test]
fn impacts_with_large_blocks_in_single_precision_are_decided() {
    for scene in [Scene::Floor, Scene::Level] {
        let in_space = Impacts::of::<UnitQuaternion<f32>, 3>(scene, 120);
        let in_plane = Impacts::of::<UnitComplex<f32>, 2>(scene, 120);
        for impacts in [in_space, in_plane] {
            assert_eq!((impacts.undecided, impacts.wrong), (0, 0), "{impacts}");
        }
    }
}

/// The same shortcut spent the whole budget on a knife in the blade of a fan, if the query began with what the frame
/// before had found.
#[test]
fn a_warm_start_in_a_spinning_blade_takes_no_more_than_a_cold_one() {
    let corners = [
        [-0.15, -0.015, 0.0],
        [-0.15, 0.015, -0.002],
        [-0.15, 0.015, 0.002],
        [0.15, 0.0, 0.0],
        [0.1, 0.015, -0.002],
        [0.1, 0.015, 0.002],
    ];
    let corners = corners.map(|corner| Vector3::from(corner.map(|x: f32| f64::from(x))));
    let blade = ConvexHull::new(&corners).expect("a hull");
    let pose = |at: [f32; 3], axis: f32, angle: f32| {
        let about_z = Quaternion::new(f64::from(angle), 0.0, 0.0, f64::from(axis));
        let at = Translation3::from(Vector3::from(at).cast::<f64>());
        Isometry3::from_parts(at, UnitQuaternion::new_normalize(about_z))
    };
    let knife = |at: [f32; 3], velocity: [f32; 3]| {
        let start = pose(at, 0.905_058_26, 0.425_287_66);
        let velocity = Vector3::from(velocity).cast();
        let motion = ConstantVelocity3::new(start, velocity, Vector3::zeros());
        Moving::new(&blade, motion.expect("a motion"))
    };
    let fan = |axis: f32, angle: f32| {
        let at = pose([0.336_024_65, 0.762_91, 0.0], axis, angle);
        let motion = ConstantVelocity3::new(at, Vector3::zeros(), vector![0.0, 0.0, 150.0]);
        let fan = Cuboid::new(vector![0.6, 0.05, 0.01].map(|x: f32| f64::from(x)));
        Moving::new(fan.expect("a fan"), motion.expect("a motion"))
    };
    let first = (
        knife(
            [0.013_183_594, 0.950_264, 0.0],
            [0.468_192_2, -4.383_129_6, 0.0],
        ),
        fan(-0.937_049_8, -0.349_196_02),
    );
    let second = (
        knife(
            [0.013_183_594, 0.950_012_2, 0.0],
            [-0.534_114_3, -3.157_182_7, 0.0],
        ),
        fan(-0.939_068_14, -0.343_731_34),
    );
    for tolerance in [None, Some(1e-4)] {
        let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
        let query = tolerance.map_or(query, |tolerance| query.tolerance(tolerance));
        let mut warm = WarmStart::new();
        let during = 0.0..=0.0166;
        let before = query.warm_started(&first.0, &first.1, during.clone(), &mut warm);
        before.expect("an answer");
        let found = query.warm_started(&second.0, &second.1, during, &mut warm);
        let found = found.expect("an answer");
        assert!(matches!(found.outcome, Outcome::DrivesIn(_)), "{found:?}");
        assert!(found.statistics.support_evaluations < 500, "{found:?}");
    }
}

/// A point on an arm turns into a box by half the arm, and out again. With heights whose squares underflowed, bodies
/// that allow a tenth of that were proven free.
#[test]
fn a_tiny_arm_that_dips_into_a_box_is_seen() {
    dips(1e-22f32, 1e-20);
    dips(1e-165f64, 1e-160);
}

fn dips<T: Real>(least: T, larger: T) {
    let of = |x: f64| T::of(x);
    for r in [least, larger] {
        let half = of(0.5) * r;
        let tip = PointSet::new(vec![vector![r, T::zero(), T::zero()]]).expect("a point");
        let turned =
            UnitQuaternion::from_scaled_axis(Vector3::z() * of(std::f64::consts::PI - 1.45));
        let start = Isometry3::from_parts(vector![half, T::zero(), T::zero()].into(), turned);
        let spin = ConstantVelocity::new(start, Vector3::zeros(), Vector3::z() * of(2.9));
        let wide = of(3.0) * r;
        let wall = Cuboid::new(vector![half, wide, wide]).expect("a box");
        let at = Isometry3::translation(-half, T::zero(), T::zero());
        let wall = Moving::new(wall, AtRest::new(at).expect("a pose"));
        let arm = Moving::new(tip, spin.expect("a motion"));
        let query = Query::new().target_distance(-of(0.1) * r);
        let found = query.time_of_impact(&wall, &arm, T::zero()..=T::one());
        let is_free = found.is_ok_and(|found| matches!(found.outcome, Outcome::Separated(_)));
        assert!(!is_free, "{r:?}");
    }
}

/// The cross product of tiny edges has no more than some digits. As a vector of another length than 1 it made the
/// impact late.
#[test]
fn vectors_between_tiny_edges_have_unit_length() {
    let s = 3.162_277_6e-22_f32;
    let cube = Cuboid::new(vector![0.5 * s, 0.5 * s, 0.5 * s]).expect("a box");
    let start = Isometry3::translation(0.3 * s, 3.0 * s, 0.2 * s);
    let flight = ConstantVelocity::new(start, vector![0.0, -2.0 * s, 0.0], vector![0.3, 0.2, 0.3]);
    let a = Moving::new(cube, AtRest::new(Isometry3::identity()).expect("a pose"));
    let b = Moving::new(cube, flight.expect("a motion"));
    let target = 0.5 * s;
    let query = Query::new().target_distance(target);
    let (solution, certificate) = query.certify(&a, &b, 0.0..=1.0).expect("an answer");
    for interval in &certificate.intervals {
        let length = interval.direction.map(f64::from).norm();
        assert!((length - 1.0).abs() < 1e-6, "{length}");
    }
    let Outcome::Impact(impact) = solution.outcome else {
        panic!("they come near: {solution:?}");
    };
    let (a, b) = (a.to_f64(), b.to_f64());
    let slice = |time| {
        (
            a.slice(time, &Vector3::zeros()),
            b.slice(time, &Vector3::zeros()),
        )
    };
    let (a, b) = slice(f64::from(impact.time));
    let truth = gjk::distance(&a, &b).expect("they are apart").distance;
    assert!(truth > f64::from(target) * 0.9999, "{truth} {impact:?}");
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
    let shape = Cuboid::new(vector![0.02, 0.1, 0.2]).expect("a box");
    let turning = Moving::new(shape, sweep);
    let rest = AtRest::new(Isometry3::identity()).expect("a pose");
    let wall = Moving::new(
        Cuboid::new(vector![0.005f32, 5.0, 5.0]).expect("a box"),
        rest,
    );
    for k in 0..200 {
        let allowed = 0.00094 + 1e-6 * k as f32;
        let query = Query::new()
            .target_distance(-allowed)
            .initial_contact(InitialContact::IgnoreSeparating);
        let solution = query.time_of_impact(&wall, &turning, 0.0..=1.0);
        let outcome = solution.expect("an answer").outcome;
        let time = match outcome {
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
    let small = Cuboid::new(vector![0.1_f32, 0.1, 0.1]).expect("a box");
    let ulp = 950.0 * f32::EPSILON;
    for (wide, deep, far, most) in [
        (950.0, 0.5, 0.0, 1e-4),
        (1.0, 1.0, 950.0, 1e-4),
        (1.0, 0.5, 1e5, 1e-4),
        (950.0, 950.0, 0.0, 160.0 * ulp),
    ] {
        let floor = Cuboid::new(vector![wide, deep, wide]).expect("a box");
        let rest = AtRest3::new(Isometry3::translation(far, -deep, far)).expect("a pose");
        let floor = Moving::new(floor, rest);
        for (tilt, spin) in [(0.0, 0.0), (0.3, 0.0), (0.0, 0.5), (0.3, 0.5)] {
            let start = Isometry3::new(vector![far + 0.3, 1.0, far + 0.2], vector![tilt, 0.0, 0.0]);
            let spin = vector![spin, 0.1 * spin, 0.0];
            let fall = ConstantVelocity3::new(start, vector![0.0, -1.0, 0.0], spin);
            let body = Moving::new(small, fall.expect("a motion"));
            let found = impact(time_of_impact(&body, &floor, 0.0..=2.0).expect("an answer"));
            assert!(
                found.tolerance < most && found.distance <= found.tolerance,
                "{found:?}"
            );
            // the truth: the lowest corner of the same motion in double precision, over the top at zero
            let pose = body.motion().to_f64().pose(f64::from(found.time));
            let half = f64::from(0.1_f32);
            let heights = (0..8).map(|corner| {
                let side = |axis: u32| if corner >> axis & 1 == 0 { half } else { -half };
                (pose * nalgebra::Point3::new(side(0), side(1), side(2))).y
            });
            let height = heights.fold(f64::INFINITY, f64::min);
            assert!(
                height > -1e-9 && height < f64::from(most),
                "{height:e}: {found:?}"
            );
        }
    }
}
