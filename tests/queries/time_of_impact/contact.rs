//! Contacts at the start: what is told of them, and bodies that leave them.

use std::f64::consts::{FRAC_PI_2, TAU};

use photofinish::gjk;

use super::*;

/// The line of centres of a round triangle and a capsule is far from their normal, as are the axes of both, so that GJK
/// has to find it. It is not asked for an exact depth.
#[test]
fn overlaps_of_radii_are_known_with_their_features() {
    let corners = [[-3.0, 0.5, -3.0], [3.0, 0.5, -3.0], [0.0, 0.5, 3.0]].map(Vector3::from);
    let slab = Rounded::new(Triangle::new(corners).expect("corners"), 0.25).expect("a radius");
    let bar = Capsule::new(1.0, 0.25).expect("a capsule");
    let rolled = Isometry3::rotation(Vector3::y() * 0.7);
    let place = Isometry3::new(vector![1.25, 0.875, -2.0], Vector3::z() * FRAC_PI_2) * rolled;
    for speed in [0.0, 1.0] {
        let sinks = steady(place, vector![0.0, -1.0, 0.0], Vector3::x() * speed);
        let (a, b) = (moving(slab, rest3([0.0; 3])), moving(bar, sinks));
        let overlap = overlap(ask(&a, &b, 1.0));
        let bounds = overlap.lower_bound..=overlap.depth;
        assert!(bounds.contains(&0.125) && overlap.depth - overlap.lower_bound < 1e-12);
        let contact = overlap.contact;
        assert!((contact.normal - Vector3::y()).norm() < 1e-12);
        assert!(matches!(contact.feature_a, Feature::Face(_)), "{contact:?}");
        assert!(matches!(contact.feature_b, Feature::Edge(_)), "{contact:?}");
        let heights = [contact.witness_a.y - 0.75, contact.witness_b.y - 0.625f64];
        assert!(heights.iter().all(|off| off.abs() < 1e-12), "{contact:?}");
    }
}

/// Cores that meet up to rounding are no farther apart than that: the points that are told are those of the surfaces.
#[test]
fn cores_that_meet_up_to_rounding_have_points() {
    let a = moving(ball(1.0), rest3([0.0; 3]));
    for off in [0.0, 1e-16, 1e-15, 1e-14, 1e-13f64] {
        for turns in [0.0, 1.0] {
            let start = Isometry3::translation(off, 0.0, 0.0);
            let moves = steady(start, Vector3::x(), Vector3::z() * turns);
            let overlap = overlap(ask(&a, &moving(ball(1.0), moves), 1.0));
            let bounds = overlap.lower_bound..=overlap.depth;
            let is_known = bounds.contains(&(2.0 - off)) && bounds.end() - bounds.start() < 1e-11;
            assert!(is_known, "{off:e} {overlap:?}");
            let contact = overlap.contact;
            let on_surface = |point: &Vector3<f64>| (point.norm() - 1.0).abs() < 1e-11;
            let are_on = on_surface(&contact.witness_a) && on_surface(&contact.witness_b);
            assert!(are_on, "{off:e} {contact:?}");
        }
    }
}

/// Parallel edges that cross up to rounding give simplices that are almost flat. The lower bound is then still the
/// sum of the radii.
#[test]
fn overlaps_along_parallel_edges_have_a_lower_bound() {
    let rng = &mut StdRng::seed_from_u64(448);
    for _ in 0..2000 {
        let mut draw = |least: f64, most: f64| rng.random_range(least..most);
        let turned = Isometry2::rotation(1e-9 * draw(-3.0, 3.0));
        let (one, other) = (draw(0.2, 0.6), draw(0.2, 0.6));
        let off = turned * vector![1.0, draw(-1.0, 1.0) * 0.9 * (one + other)];
        let slip = turned.rotation.angle();
        let bar = Capsule::new(one, 1.0).expect("a capsule");
        let a = moving(bar, rest(turned));
        let b = moving(cuboid([1.0, other]), rest(Isometry2::new(off, slip)));
        let overlap = overlap(ask(&a, &b, 1.0));
        assert!(overlap.depth >= 1.0 - 1e-8, "{overlap:?}");
        assert!((overlap.lower_bound - 1.0).abs() < 1e-8, "{overlap:?}");
    }
}

/// Bodies that are a hair farther apart than a target distance are free: the search does not take what it knows of their
/// distance for enough.
#[test]
fn bodies_just_beyond_a_target_distance_are_told_from_those_within() {
    let rng = &mut StdRng::seed_from_u64(4848);
    let query = Query::new().target_distance(1.0).tolerance(1e-9);
    for _ in 0..300 {
        let mut draw = |least: f64, most: f64| rng.random_range(least..most);
        let axes = Vector3::from_fn(|_, _| draw(0.3, 2.0));
        let body = Ellipsoid::new(axes).expect("axes");
        let from = Vector3::from_fn(|_, _| draw(-1.0, 1.0)).normalize() * 5.0;
        let point = Posed::new(ball(0.0), &Isometry3::from(from)).expect("a pose");
        let closest = gjk::distance(&body, &point).expect("they are apart");
        let beyond = 10f64.powf(draw(-8.0, -5.0));
        let normal = closest.contact.normal;
        let near = Isometry3::from(from - normal * (closest.distance - 1.0 - beyond));
        let leaves = steady(near, normal, Vector3::zeros());
        let (a, b) = (moving(body, rest3([0.0; 3])), moving(ball(0.0), leaves));
        let found = query.time_of_impact(&a, &b, 0.0..=1.0).expect("an answer");
        assert!(is_separated(&found), "{beyond:e}: {found:?}");
    }
}

#[test]
fn a_contact_that_opens_is_no_impact_if_the_query_says_so() {
    let a = moving(ball(1.0), at(0.0, 0.0));
    let ask = |policy, speed| {
        let b = moving(ball(1.0), gliding([1.9, 0.0], [speed, 0.0]));
        let query = Query::new().initial_contact(policy);
        query.time_of_impact(&a, &b, 0.0..=1.0).expect("an answer")
    };
    let stopped = overlap(ask(InitialContact::Stop, 1.0));
    assert!((stopped.depth - 0.1).abs() < 1e-12);
    assert!((stopped.contact.normal - Vector2::x()).norm() < 1e-12);
    let opened = ask(PAST, 1.0);
    assert!(is_separated(&opened));
    let report = opened.initial_contact.expect("they start in contact");
    assert!((report.distance + 0.1).abs() < 1e-12);
    let resumed_at = report.resumed_at.expect("they come apart");
    assert!((0.1..0.13).contains(&resumed_at), "{resumed_at}");
    assert_eq!(report.kept_until, resumed_at);
    let report = drives_in(&ask(PAST, -1.0));
    assert!(report.kept_until < 1e-6 && report.resumed_at.is_none());
    assert!((report.kept_distance + 0.1).abs() < 1e-6);
}

/// A block hops off a floor by less than the tolerance. Once, the contact at the start was the answer, though it
/// opened. The block drives in when it comes down, by no more than two tolerances. If it starts clearly above the
/// target distance, it stays above it.
#[test]
fn a_hop_lower_than_the_tolerance_is_followed_until_it_comes_down() {
    let floor = moving(cuboid([10.0, 0.5, 10.0]), rest3([0.0, -0.5, 0.0]));
    let turned = UnitQuaternion::new_normalize(nalgebra::Quaternion::new(1.0_f32, 0.0, 0.15, 0.0));
    for (gap, target) in [(1e-4, 1e-4), (2e-4, 1e-4), (1e-6, 0.0)] {
        let pose = Isometry3::from_parts(vector![0.0, 0.18 + gap, 0.0].into(), turned);
        let start = steady(pose, vector![0.0, 0.02, 0.0], Vector3::zeros());
        let flight = Ballistic3::new(start, vector![0.0, -10.0, 0.0]).expect("a motion");
        let hopping = moving(cuboid([0.4, 0.18, 0.35]), flight);
        let query = Query::new().tolerance(3e-4).target_distance(target);
        let query = query.initial_contact(PAST);
        let solution = query.time_of_impact(&floor, &hopping, 0.0..=1.0 / 60.0);
        let report = drives_in(&solution.expect("an answer"));
        let height = |t: f32| gap + 0.02 * t - 5.0 * t * t;
        let until = report.kept_until;
        // it is down again after 4 ms
        assert!(until > 4e-3 && until < 1.4e-2, "{gap}: {until}");
        assert!(height(until) >= report.kept_distance - 1e-6);
        assert!(report.kept_distance >= gap.min(target) - 6.2e-4);
        assert!(gap - target < 5e-5 || report.kept_distance >= target);
    }
}

/// The first piece of the path is free as a whole. Once, the contact at its end was taken for one at the start.
#[test]
fn a_contact_at_a_corner_of_the_path_is_no_contact_at_the_start() {
    let a = moving(ball(0.5), at(0.0, 0.0));
    let knots = [(0.0, 3.0), (1.0, 1.0 + 1e-8), (2.0, 0.0)];
    let knots = knots.map(|(time, y)| (time, Isometry2::translation(0.0, y)));
    let pieces = [0, 1].map(|piece| {
        let (from, to) = (knots[piece], knots[piece + 1]);
        ConstantVelocity::between(from, to, Vector2::zeros()).expect("a motion")
    });
    let b = Moving::new(ball(0.5), path(&[0.0, 1.0, 2.0], pieces));
    let query = Query::new().tolerance(1e-7).initial_contact(PAST);
    let solution = query.time_of_impact(&a, &b, 0.0..=2.0).expect("an answer");
    assert_eq!(solution.initial_contact, None);
    let time = impact(solution).time;
    assert!((1.0 - 1e-7..=1.0).contains(&time), "{time}");
}

/// Once, frames were ranked over all turns to come, where all are equally bad, and the budget was spent on the wrong
/// one.
#[test]
fn a_block_that_tips_out_of_contact_while_it_spins_several_turns() {
    let floor = moving(cuboid([10.0, 0.5, 10.0]), rest3([0.0, -0.5, 0.0]));
    let query = Query::new().initial_contact(PAST);
    for turns in [0.4, 2.0, 7.0] {
        for tip in [0.0, 0.05, 0.3] {
            // it rises a little faster than its lowest corner turns down
            let turn = turns * TAU;
            let rise = vector![0.0, 0.75 * tip * turn + 0.05, 0.0];
            let start = Isometry3::translation(0.0, 0.5, 0.0);
            let block = moving(
                cuboid([0.5; 3]),
                steady(start, rise, vector![0.0, turn, tip * turn]),
            );
            let found = query.time_of_impact(&floor, &block, 0.0..=1.0);
            let outcome = found.expect("an answer").outcome;
            let is_followed = !matches!(outcome, Outcome::Overlapping(_));
            assert!(is_followed, "{turns} {tip}: {outcome:?}");
        }
    }
}
