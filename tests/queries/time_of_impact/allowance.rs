//! Allowed penetration, which is a target distance below zero.

use super::*;
use photofinish::QueryError;
use photofinish::shape::{ConvexHull, Cylinder};

/// A block that overlaps a floor by less than allowed is free, however it slides along the floor. If it is deeper, it
/// is not free.
#[test]
fn bodies_that_overlap_by_less_than_allowed_are_free() {
    let floor = Moving::new(cuboid([10.0, 0.5]), at(0.0, -0.5));
    let query = Query::new().target_distance(-0.005);
    for (depth, free) in [(0.004, true), (0.0049, true), (0.0051, false), (0.3, false)] {
        let block = Moving::new(cuboid([0.5, 0.5]), gliding([0.0, 0.5 - depth], [2.0, 0.0]));
        let (solution, certificate) = query.certify(&floor, &block, 0.0..=1.0).expect("an answer");
        assert_eq!(
            is_separated(&solution),
            free,
            "{depth}: {:?}",
            solution.outcome
        );
        if free {
            let clearance = certificate
                .verify(&floor, &block, -0.005, 0.0..=1.0)
                .expect("it holds");
            assert!((clearance - (0.005 - depth)).abs() < 1e-9);
            assert!(certificate.verify(&floor, &block, 0.0, 0.0..=1.0).is_err());
        }
    }
}

/// A block starts in a floor, less deep than allowed, and sinks. It is free until it is as deep as allowed.
#[test]
fn bodies_that_overlap_by_less_than_allowed_may_sink_that_deep() {
    let floor = Moving::new(cuboid([10.0, 0.5]), at(0.0, -0.5));
    for depth in [0.0, 0.002, 0.0045] {
        let sinking = gliding([0.0, 0.5 - depth], [2.0, -0.1]);
        let block = Moving::new(cuboid([0.5, 0.5]), sinking);
        let query = Query::new().target_distance(-0.005);
        let solution = query.time_of_impact(&floor, &block, 0.0..=1.0);
        let early = (0.005 - depth) / 0.1 - impact(solution.expect("an answer")).time;
        assert!((0.0..1e-6).contains(&early), "{depth}: {early:e}");
    }
}

/// A falling body sinks into another one. The time at which the allowance is used up must be that of the closed form,
/// for shapes with and without radius, in both scalars.
#[test]
fn an_impact_is_where_the_allowance_is_used_up() {
    fn check<T: Real>(round: bool) {
        let t = |x: f64| T::of(x);
        let depth = 0.01;
        let query = Query::<T>::new().target_distance(t(-depth));
        let exact = 1.0 + depth;
        let tolerance = T::EPSILON.as_f64().sqrt() * 4.0;
        let floor = Moving::new(
            Cuboid::new(vector![t(4.0), t(0.5)]).expect("a box"),
            AtRest2::new(Isometry2::translation(t(0.0), t(-0.5))).expect("a motion"),
        );
        let fall = ConstantVelocity2::new(
            Isometry2::translation(t(0.25), t(1.5)),
            vector![t(0.0), t(-1.0)],
            t(0.0),
        )
        .expect("a motion");
        let found = if round {
            let body = Moving::new(ball::<T>(0.5), fall);
            impact(
                query
                    .time_of_impact(&body, &floor, t(0.0)..=t(2.0))
                    .expect("an answer"),
            )
        } else {
            let body = Moving::new(Cuboid::new(vector![t(0.5), t(0.5)]).expect("a box"), fall);
            impact(
                query
                    .time_of_impact(&body, &floor, t(0.0)..=t(2.0))
                    .expect("an answer"),
            )
        };
        let time = found.time.as_f64();
        assert!(time <= exact + 1e-12 && time > exact - tolerance, "{time}");
        assert!((found.distance.as_f64() + depth).abs() < tolerance);
    }
    for round in [false, true] {
        check::<f32>(round);
        check::<f64>(round);
    }
}

#[test]
fn tumbling_solids_sink_in_as_deep_as_allowed() {
    let floor = Moving::new(
        cuboid([10.0, 0.5, 10.0]),
        AtRest3::new(Isometry3::translation(0.0, -0.5, 0.0)).expect("a motion"),
    );
    let points: Vec<_> = (0..12)
        .map(|k| {
            let (sin, cos) = (2.4 * f64::from(k)).sin_cos();
            let y = f64::from(k) / 6.0 - 11.0 / 12.0;
            vector![cos, y, sin] * 0.5
        })
        .collect();
    let fall = |spin: Vector3<f64>| {
        let start = Isometry3::translation(0.0, 2.0, 0.0);
        ConstantVelocity3::new(start, vector![0.0, -1.0, 0.0], spin).expect("a motion")
    };
    let spin = vector![1.0, 2.0, -3.0];
    let hull = Moving::new(ConvexHull::new(&points).expect("a hull"), fall(spin));
    let can = Moving::new(Cylinder::new(0.5, 0.3).expect("a cylinder"), fall(spin));
    for allowed in [1e-3, 0.01, 0.1] {
        let query = Query::new().target_distance(-allowed);
        let depth_at = |points: &dyn Fn(f64) -> f64, time: f64| -points(time);
        let lowest_of_hull = |time: f64| {
            let pose = photofinish::motion::Motion::pose(hull.motion(), time);
            let heights = points.iter().map(|p| (pose * nalgebra::Point3::from(*p)).y);
            heights.fold(f64::INFINITY, f64::min)
        };
        let (solution, certificate) = query.certify(&hull, &floor, 0.0..=3.0).expect("an answer");
        let time = impact(solution).time;
        let depth = depth_at(&lowest_of_hull, time);
        assert!(depth <= allowed && depth > allowed - 1e-6, "{depth}");
        certificate
            .verify(&hull, &floor, -allowed, 0.0..=time)
            .expect("it holds");
        for step in 0..1000 {
            let before = time * f64::from(step) / 1000.0;
            assert!(depth_at(&lowest_of_hull, before) < allowed);
        }
        let (solution, certificate) = query.certify(&can, &floor, 0.0..=3.0).expect("an answer");
        let time = impact(solution).time;
        certificate
            .verify(&can, &floor, -allowed, 0.0..=time)
            .expect("it holds");
    }
}

#[test]
fn an_allowance_that_bodies_could_pass_through_is_an_error() {
    let plate = Moving::new(cuboid([0.005, 5.0]), at(0.0, 0.0));
    let bullet = Moving::new(cuboid([0.01, 0.01]), gliding([-1.0, 0.0], [300.0, 0.0]));
    let ask = |allowed: f64| {
        Query::new()
            .target_distance(-allowed)
            .time_of_impact(&bullet, &plate, 0.0..=1.0)
    };
    // both bodies together are 0.03 thick
    assert!(matches!(
        ask(0.0149).expect("an answer").outcome,
        Outcome::Impact(_)
    ));
    for allowed in [0.015, 0.1, 1e9] {
        match ask(allowed) {
            Err(QueryError::AllowanceTooLarge { width, .. }) => {
                assert!((width - 0.03).abs() < 1e-12);
            }
            other => panic!("{allowed}: {other:?}"),
        }
    }
}

/// A body that is far away and spins fast is free for many turns at a time, with or without allowed penetration.
#[test]
fn an_allowance_does_not_split_motions_of_far_bodies_into_half_turns() {
    let resting = Moving::new(cuboid([0.5, 0.5]), at(0.0, 0.0));
    let spinning = Moving::new(cuboid([0.5, 0.5]), turning([20.0, 0.0], 1000.0));
    let spans = |target| {
        let query = Query::new().target_distance(target);
        let solution = query.time_of_impact(&resting, &spinning, 0.0..=1.0);
        let solution = solution.expect("an answer");
        assert!(is_separated(&solution));
        solution.statistics.subintervals
    };
    let (plain, allowing) = (spans(0.0), spans(-0.005));
    assert!(allowing <= plain + plain / 10, "{plain} {allowing}");
}

/// A box and a tilted table turn together about the table's edge. Whether the box overlaps the table by less than is
/// allowed, touches it, or nearly does, one vector that turns with them proves nearly all of it.
#[test]
fn bodies_that_turn_together_and_nearly_touch_are_free_in_two_spans() {
    let turning = |position, center| {
        ConstantVelocity3::new(position, Vector3::zeros(), Vector3::z() * 10.0)
            .and_then(|motion| motion.about(center))
            .expect("a motion")
    };
    let table = turning(Isometry3::identity(), Vector3::zeros());
    let table = Moving::new(cuboid([0.5, 0.5, 0.5]), table);
    for allowed in [0.001, 0.006] {
        let query = Query::new().target_distance(-allowed);
        for gap in [-0.0009, -1e-6, 0.0, 1e-9, 1e-7, 1e-4, 0.0009] {
            let place = vector![0.45, 0.6 + gap, 0.0];
            let carried = turning(Isometry3::from(place), -place);
            let carried = Moving::new(cuboid([0.1, 0.1, 0.1]), carried);
            let solution = query.time_of_impact(&table, &carried, 0.0..=1.0);
            let solution = solution.expect("an answer");
            assert!(is_separated(&solution));
            let spans = solution.statistics.subintervals;
            assert!(spans <= 2, "{allowed} {gap:e}: {spans}");
        }
    }
}
