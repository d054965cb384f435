//! Bodies in contact when the interval starts.

use super::*;

#[test]
fn overlap_at_the_start_is_told_with_its_depth_where_the_cores_are_apart() {
    let a = Moving::new(ball(1.0), at(0.0, 0.0));
    let b = Moving::new(ball(1.0), gliding([1.5, 0.0], [1.0, 0.0]));
    let Outcome::Overlapping(penetration) = time_of_impact(&a, &b, 0.0..=1.0)
        .expect("an answer")
        .outcome
    else {
        panic!("they overlap");
    };
    assert!((penetration.depth - 0.5).abs() < 1e-12);
    assert!((penetration.normal - vector![1.0, 0.0]).norm() < 1e-12);
}

#[test]
fn a_contact_that_opens_is_no_hit_if_the_query_says_so() {
    let a = Moving::new(ball(1.0), at(0.0, 0.0));
    let leaving = Moving::new(ball(1.0), gliding([1.9, 0.0], [1.0, 0.0]));
    let coming = Moving::new(ball(1.0), gliding([1.9, 0.0], [-1.0, 0.0]));
    let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    let opened = query
        .time_of_impact(&a, &leaving, 0.0..=1.0)
        .expect("an answer");
    assert!(is_separated(&opened));
    let report = opened
        .initial_contact
        .expect("the contact at the start is told");
    assert!((report.penetration.depth - 0.1).abs() < 1e-12);
    assert!(report.resumed_at >= 0.1 && report.resumed_at < 0.3);
    let closed = query
        .time_of_impact(&a, &coming, 0.0..=1.0)
        .expect("an answer");
    assert!(matches!(closed.outcome, Outcome::Overlapping(_)));
    // bodies that pass through each other come out on the other side
    let through = Query::new().initial_contact(InitialContact::Continue);
    let through = through
        .time_of_impact(&a, &coming, 0.0..=10.0)
        .expect("an answer");
    assert!(is_separated(&through));
    assert!(through.initial_contact.expect("a report").resumed_at >= 3.9);
}

#[test]
fn a_contact_left_aside_does_not_hide_the_next_one() {
    // a ball that bounces off at 1 m/s and falls back after 0.2 s
    let floor = Moving::new(
        cuboid([5.0, 1.0, 5.0]),
        AtRest3::new(Isometry3::translation(0.0, -1.0, 0.0)).expect("a motion"),
    );
    for gap in [0.0, 1e-9, 1e-8] {
        let start = ConstantVelocity3::new(
            Isometry3::translation(0.0, 0.5 + gap, 0.0),
            vector![0.0, 1.0, 0.0],
            Vector3::zeros(),
        );
        let flight = start
            .and_then(|start| Ballistic3::new(start, vector![0.0, -10.0, 0.0]))
            .expect("a motion");
        let bouncing = Moving::new(ball(0.5), flight);
        let query = Query::new()
            .initial_contact(InitialContact::IgnoreSeparating)
            .tolerance(1e-7);
        let solution = query
            .time_of_impact(&bouncing, &floor, 0.0..=1.0)
            .expect("an answer");
        assert!(solution.initial_contact.is_some());
        let found = impact(solution);
        assert!((found.time - 0.2).abs() < 1e-6, "{}", found.time);
    }
}

/// A block that hops off a floor by less than the tolerance: the contact at the start was the answer though it opened.
#[test]
fn a_hop_lower_than_the_tolerance_leaves_the_contact() {
    let floor = Moving::new(
        Cuboid::new(vector![10.0_f32, 0.5, 10.0]).expect("a box"),
        AtRest3::new(Isometry3::translation(0.0, -0.5, 0.0)).expect("a motion"),
    );
    let turned = UnitQuaternion::new_normalize(nalgebra::Quaternion::new(1.0_f32, 0.0, 0.15, 0.0));
    for (gap, target) in [(1e-4, 1e-4), (2e-4, 1e-4), (1e-6, 0.0)] {
        let pose = Isometry3::from_parts(vector![0.0, 0.18 + gap, 0.0].into(), turned);
        let start = ConstantVelocity3::new(pose, vector![0.0, 0.02, 0.0], Vector3::zeros())
            .expect("a motion");
        let flight = Ballistic3::new(start, vector![0.0, -10.0, 0.0]).expect("a motion");
        let hopping = Moving::new(
            Cuboid::new(vector![0.4_f32, 0.18, 0.35]).expect("a box"),
            flight,
        );
        for policy in [InitialContact::IgnoreSeparating, InitialContact::Continue] {
            let query = Query::new()
                .tolerance(3e-4)
                .target_distance(target)
                .initial_contact(policy);
            let solution = query
                .time_of_impact(&floor, &hopping, 0.0..=1.0 / 60.0)
                .expect("an answer");
            // it is down again after 4 ms
            let found = impact(solution);
            assert!(
                found.time > 1e-3 && found.time < 4.1e-3,
                "{gap} {policy:?}: {}",
                found.time
            );
        }
    }
}

/// The first piece of a path passed as a whole, so that the contact at its end was taken for one at the start.
#[test]
fn a_contact_at_a_corner_of_the_path_is_no_contact_at_the_start() {
    let a = Moving::new(ball(0.5), at(0.0, 0.0));
    let line =
        |start, end| ConstantVelocity2::between(start, end, Vector2::zeros()).expect("a motion");
    let corner = Isometry2::translation(0.0, 1.0 + 1e-8);
    let down = line((0.0, Isometry2::translation(0.0, 3.0)), (1.0, corner));
    let on = line((1.0, corner), (2.0, Isometry2::identity()));
    let path = Piecewise::new(vec![0.0, 1.0, 2.0], vec![down, on]).expect("a motion");
    let b = Moving::new(ball(0.5), path);
    for policy in [InitialContact::IgnoreSeparating, InitialContact::Continue] {
        let query = Query::new().tolerance(1e-7).initial_contact(policy);
        let solution = query.time_of_impact(&a, &b, 0.0..=2.0).expect("an answer");
        assert_eq!(solution.initial_contact, None);
        assert_eq!(impact(solution).time, 1.0);
    }
}
