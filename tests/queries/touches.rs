//! Queries that ask only if bodies touch.

use crate::build::*;

/// Whatever a query for the time makes of a contact at the start, it is a contact.
#[test]
fn a_contact_at_the_start_counts() {
    let ball_at = |x, speed| moving(ball(1.0), flight3([x, 0.0, 0.0], [speed, 0.0, 0.0]));
    let (moves, rests) = (ball_at(0.0, 5.0), ball_at(-1.5, 0.0));
    for policy in [InitialContact::Stop, InitialContact::IgnoreSeparating] {
        let query = Query::new().initial_contact(policy);
        assert_eq!(query.touches(&moves, &rests, 0.0..=1.0), Ok(true));
        assert_eq!(query.touches(&moves, &rests, 0.2..=1.0), Ok(false));
    }
}

/// The ball flies through the wall on its second way, and stays behind it.
#[test]
fn a_contact_between_two_knots_counts() {
    let way = |time: f64, x: f64, speed: f64| {
        let flight = flight3([x, 0.0, 0.0], [speed, 0.0, 0.0]);
        flight.starting_at(time).expect("a time")
    };
    let ways = vec![way(0.0, -3.0, 0.0), way(1.0, -3.0, 3.0), way(3.0, 3.0, 0.0)];
    let ball = Moving::new(ball(0.1), path(&[0.0, 1.0, 3.0, 5.0], ways));
    let wall = moving(cuboid([0.1, 1.0, 1.0]), rest3([0.0; 3]));
    for (during, touches) in [(0.0..=5.0, true), (0.0..=1.5, false), (2.5..=5.0, false)] {
        assert_eq!(Query::new().touches(&ball, &wall, during), Ok(touches));
    }
}
