//! Bodies in contact at the start that stay so, or drive into each other.

use super::*;

fn past() -> Query<f64> {
    Query::new().initial_contact(PAST)
}

/// A fast body is on the far side after a thousandth of the interval. Once, it seemed to separate, and passed through.
#[test]
fn bodies_that_drive_into_each_other_do_so_at_any_speed_and_over_any_interval() {
    let disc = moving(ball(1.0), at(0.0, 0.0));
    for speed in [1e-2, 1.0, 100.0, 2000.1, 5000.0, 1e9] {
        for end in [1e-3, 1.0, 10.0, 1e6] {
            for gap in [0.0, 1e-10, -1e-10, -0.01] {
                let other = moving(ball(1.0), gliding([2.0 + gap, 0.0], [-speed, 0.0]));
                let solution = past().time_of_impact(&disc, &other, 0.0..=end);
                let outcome = solution.expect("an answer").outcome;
                let Outcome::DrivesIn(report) = outcome else {
                    assert!(speed * end < 0.1, "{speed} {end} {gap}: {outcome:?}");
                    continue;
                };
                let distance = gap - speed * report.kept_until;
                let is_kept = distance >= report.kept_distance - 1e-14 && distance <= gap;
                assert!(is_kept, "{speed} {end} {gap}");
            }
        }
    }
}

/// A block and a ball overlap, and turn differently. Over a long span the vector that turns with the ball fails least,
/// but it fails first: every step along it was short, and the budget was used up.
#[test]
fn the_steps_of_bodies_in_contact_do_not_stay_short() {
    let turning = |[x, y]: [f64; 2], velocity: [f64; 2], spin| {
        steady(Isometry2::translation(x, y), Vector2::from(velocity), spin)
    };
    let block = turning([-3.0, 4.5], [6.75, -9.0], -9.0);
    let block = moving(cuboid([1.0, 0.75]), block);
    let other = moving(ball(1.0), turning([-3.0, 3.0], [4.5, -9.0], -4.5));
    for end in [0.01, 0.2, 1.0, 10.0] {
        let solution = past().time_of_impact(&block, &other, 0.0..=end);
        let report = drives_in(&solution.expect("an answer"));
        assert!((report.distance + 0.25).abs() < 1e-12 && report.kept_until < 1e-4);
    }
}

/// If bodies are so deep in each other, or so thin, that they could pass through, the contact is the answer.
#[test]
fn a_contact_that_could_be_passed_through_is_the_answer() {
    let plate = moving(cuboid([0.25, 5.0]), at(0.0, 0.0));
    // the point is 0.246 deep: with two tolerances, that is more than half of what both bodies together are thick
    let point = moving(cuboid([0.0, 0.0]), gliding([-0.004, 0.0], [3.0, 0.0]));
    let query = past().tolerance(3e-3);
    overlap(
        query
            .time_of_impact(&plate, &point, 0.0..=1.0)
            .expect("an answer"),
    );
}

/// With a tolerance below rounding, bodies that rest on each other were once said to drive in at once.
#[test]
fn a_tolerance_below_rounding_drives_nothing_in() {
    let floor = moving(cuboid([10.0, 0.5]), at(0.0, -0.5));
    for tolerance in [f64::from_bits(2024), 1e-300, 1e-20, 1e-16] {
        for (velocity, leaves) in [([0.0, 0.0], false), ([0.3, 0.0], false), ([0.3, 1.0], true)] {
            let block = moving(cuboid([0.5, 0.5]), gliding([0.0, 0.5], velocity));
            let query = past().tolerance(tolerance);
            let answer = query.time_of_impact(&floor, &block, 0.0..=1.0);
            let is_right = match answer.expect("an answer").outcome {
                Outcome::Stays(report) => !leaves && report.kept_distance > -2e-12,
                Outcome::Separated(_) => leaves,
                _ => false,
            };
            assert!(is_right, "{tolerance:e} {velocity:?}: {answer:?}");
        }
    }
}

/// At the end, boxes that start 0.129 deep are only 0.0455 deep, less than is allowed: they have left the contact. Their
/// nearest features are others by then. The depth at the end was once known to a share of what was left up to the depth
/// at the start only, and they were said to stay.
#[test]
fn bodies_that_have_left_a_contact_at_the_end_do_not_stay() {
    let a = moving(cuboid([0.5, 0.3, 0.2]), rest3([0.0; 3]));
    let start = Isometry3::new(vector![-1.1, 0.4, 0.1], vector![-0.3, 0.9, 0.7]);
    let flight = steady(start, vector![-0.7, 0.5, -1.1], Vector3::zeros());
    let b = moving(cuboid([0.9, 0.6, 0.4]), flight);
    let answer = |tolerance| {
        let query = past().target_distance(-0.05).tolerance(tolerance);
        query.time_of_impact(&a, &b, 0.0..=0.1).expect("an answer")
    };
    // they are 0.0045 above the target distance
    for tolerance in [1e-6, 1e-3, 2.2e-3] {
        let solution = answer(tolerance);
        assert!(is_separated(&solution), "{tolerance}: {solution:?}");
        let report = solution.initial_contact.expect("they start in contact");
        assert_eq!(report.kept_until, report.resumed_at.expect("they leave it"));
    }
    assert!(matches!(answer(2.3e-3).outcome, Outcome::Stays(_)));
}
