//! Queries that ask only if bodies touch.

use crate::build::*;

/// Asks about a ball of radius 0.1 that flies along the x axis from -3 at a height, and a wall 0.2 thick and 2 high.
fn ball_touches_wall(query: Query<f64>, height: f64, speed: f64) -> bool {
    let ball = moving(ball(0.1), flight3([-3.0, height, 0.0], [speed, 0.0, 0.0]));
    let wall = moving(cuboid([0.1, 1.0, 1.0]), rest3([0.0; 3]));
    let touches = query.touches(&ball, &wall, 0.0..=1.0);
    touches.expect("an answer")
}

#[test]
fn a_ball_that_flies_through_a_wall_touches_it() {
    for speed in [3.0, 6.0, 600.0, 6e6] {
        for (height, touches) in [(0.0, true), (1.099, true), (1.101, false)] {
            assert_eq!(ball_touches_wall(Query::new(), height, speed), touches);
        }
    }
    assert!(!ball_touches_wall(Query::new(), 0.0, 2.7999));
    assert!(ball_touches_wall(Query::new(), 0.0, 2.8001));
    // the ball's lowest point passes 0.15 above the top of the wall, or 0.05 below it
    for (target, height, touches) in [
        (0.2, 1.25, true),
        (0.1, 1.25, false),
        (-0.06, 1.05, false),
        (-0.04, 1.05, true),
    ] {
        let within = Query::new().target_distance(target);
        let found = ball_touches_wall(within, height, 6.0);
        assert_eq!(found, touches, "{target}");
    }
}

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
