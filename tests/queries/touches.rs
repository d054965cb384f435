//! Queries that ask only if bodies touch.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::motion::{AtRest, AtRest3, ConstantVelocity, ConstantVelocity3, Piecewise};
use photofinish::shape::{Ball, Cuboid};
use photofinish::{InitialContact, Moving, Query, QueryError};

fn rest(x: f64, y: f64) -> AtRest3<f64> {
    AtRest::new(Isometry3::translation(x, y, 0.0)).expect("a pose")
}

fn flight(x: f64, y: f64, speed: f64) -> ConstantVelocity3<f64> {
    let start = Isometry3::translation(x, y, 0.0);
    ConstantVelocity::new(start, vector![speed, 0.0, 0.0], Vector3::zeros()).expect("a motion")
}

/// Asks about a ball of radius 0.1 that flies along the x axis from -3 at a height, and a wall 0.2 thick and 2 high.
fn ball_touches_wall(query: Query<f64>, height: f64, speed: f64) -> Result<bool, QueryError> {
    let ball = Moving::new(Ball::new(0.1).expect("a ball"), flight(-3.0, height, speed));
    let wall = Cuboid::new(vector![0.1, 1.0, 1.0]).expect("a wall");
    query.touches(&ball, &Moving::new(wall, rest(0.0, 0.0)), 0.0..=1.0)
}

#[test]
fn a_ball_that_flies_through_a_wall_touches_it() {
    for speed in [3.0, 6.0, 600.0, 6e6] {
        assert_eq!(ball_touches_wall(Query::new(), 0.0, speed), Ok(true));
        assert_eq!(ball_touches_wall(Query::new(), 1.099, speed), Ok(true));
        assert_eq!(ball_touches_wall(Query::new(), 1.101, speed), Ok(false));
    }
    assert_eq!(ball_touches_wall(Query::new(), 0.0, 2.7999), Ok(false));
    assert_eq!(ball_touches_wall(Query::new(), 0.0, 2.8001), Ok(true));
}

#[test]
fn the_target_distance_counts() {
    let within = |distance| Query::new().target_distance(distance);
    assert_eq!(ball_touches_wall(within(0.2), 1.25, 6.0), Ok(true));
    assert_eq!(ball_touches_wall(within(0.1), 1.25, 6.0), Ok(false));
    // the ball's lowest point passes 0.05 below the top of the wall
    assert_eq!(ball_touches_wall(within(-0.06), 1.05, 6.0), Ok(false));
    assert_eq!(ball_touches_wall(within(-0.04), 1.05, 6.0), Ok(true));
}

/// Whatever a query for the time makes of a contact at the start, it is a contact.
#[test]
fn a_contact_at_the_start_counts() {
    let ball = Moving::new(Ball::new(1.0).expect("a ball"), flight(0.0, 0.0, 5.0));
    let other = Moving::new(Ball::new(1.0).expect("a ball"), rest(-1.5, 0.0));
    for policy in [InitialContact::Stop, InitialContact::IgnoreSeparating] {
        let query = Query::new().initial_contact(policy);
        assert_eq!(query.touches(&ball, &other, 0.0..=1.0), Ok(true));
        assert_eq!(query.touches(&ball, &other, 0.2..=1.0), Ok(false));
    }
}

/// The ball flies through the wall on its second way, and stays behind it.
#[test]
fn a_contact_between_two_knots_counts() {
    let at =
        |time: f64, x: f64, speed: f64| flight(x, 0.0, speed).starting_at(time).expect("a time");
    let ways = vec![at(0.0, -3.0, 0.0), at(1.0, -3.0, 3.0), at(3.0, 3.0, 0.0)];
    let motion = Piecewise::new(vec![0.0, 1.0, 3.0, 5.0], ways).expect("three ways");
    let ball = Moving::new(Ball::new(0.1).expect("a ball"), motion);
    let wall = Cuboid::new(vector![0.1, 1.0, 1.0]).expect("a wall");
    let wall = Moving::new(wall, rest(0.0, 0.0));
    assert_eq!(Query::new().touches(&ball, &wall, 0.0..=5.0), Ok(true));
    assert_eq!(Query::new().touches(&ball, &wall, 0.0..=1.5), Ok(false));
    assert_eq!(Query::new().touches(&ball, &wall, 2.5..=5.0), Ok(false));
}

#[test]
fn bad_input_is_refused() {
    let found = ball_touches_wall(Query::new().tolerance(-1.0), 0.0, 1.0);
    assert!(
        matches!(found, Err(QueryError::InvalidTolerance { .. })),
        "{found:?}"
    );
    let found = ball_touches_wall(Query::new().target_distance(f64::NAN), 0.0, 1.0);
    assert!(
        matches!(found, Err(QueryError::InvalidTargetDistance { .. })),
        "{found:?}"
    );
}
