//! How far bodies move, and the gate for slow ones.

use std::f64::consts::FRAC_PI_3;

use crate::build::*;

fn assert_near(found: f64, expected: f64, by: f64) {
    let is_near = found >= expected && found <= expected + by;
    assert!(is_near, "{found} {expected}");
}

fn travel<const D: usize>(body: &impl Extrusion<f64, D>, start: f64, end: f64) -> f64 {
    travel_bound(body, span(start, end)).expect("a bound")
}

#[test]
fn the_travel_of_a_turn_is_its_chord() {
    let bar = Capsule::new(1.0, 0.25).expect("a shape");
    for (angle, chord) in [
        (0.0, 0.0),
        (FRAC_PI_3, 1.0),
        (3.0, 2.0 * 1.5f64.sin()),
        (4.0, 2.0),
        (100.0, 2.0),
    ] {
        let spin = Vector3::z() * angle;
        let bar = moving(bar, steady(Isometry3::identity(), Vector3::zeros(), spin));
        // the ends of the core are at distance 1, and a span anywhere else is no different
        assert_near(travel(&bar, 0.0, 1.0), chord, 1e-12);
        assert_near(travel(&bar, 5.0, 6.0), chord, 1e-11);
    }
}

#[test]
fn ways_and_turns_add_up() {
    let about = steady(Isometry2::identity(), vector![3.0, 4.0], 1.0).about(vector![0.0, 1.0]);
    let bar = Capsule::new(1.0, 0.0).expect("a shape");
    // the other end is at distance 2 from the centre
    let turning = moving(bar, about.expect("a motion"));
    assert_near(travel(&turning, 0.0, 1.0), 5.0 + 4.0 * 0.5f64.sin(), 1e-12);
    // up 5 and down again within 2: farthest half way
    let throw = gliding([0.0, 0.0], [0.0, 10.0]);
    let flight = Ballistic::new(throw, vector![0.0, -10.0]).expect("a motion");
    assert_near(travel(&moving(bar, flight), 0.0, 2.0), 5.0, 1e-13);
}

#[test]
fn a_body_at_rest_travels_by_rounding() {
    let place = Isometry3::new(vector![1e3, 0.0, 0.0], vector![0.3, 0.2, 0.1]);
    let body = moving(cuboid([1.0, 2.0, 3.0]), rest(place));
    assert_near(travel(&body, 0.0, 1e9), 0.0, 1e-13);
    assert_near(travel(&body, 1.0, 1.0), 0.0, 0.0);
}

#[test]
fn bodies_without_a_fixed_axis_travel_by_their_speeds() {
    let points = vec![vector![0.0, 0.0], vector![1.0, 0.0]];
    let velocities = vec![vector![3.0, 0.0], vector![0.0, -4.0]];
    let body = MovingPoints::new(points, velocities, 0.0).expect("points");
    // no point moves farther than 4, but the bound takes the fastest along each axis
    assert_near(travel(&body, 0.0, 1.0), 5.0, 1e-13);
    let swing = FromFn::new(
        |t: f64| Isometry2::translation(t.sin(), 0.0),
        |along: &Vector2<f64>, _, _| bounds(None, Some(along.x.abs())),
    );
    let swings = Moving::new(ball(1.0), swing);
    assert_near(travel(&swings, 0.0, 0.5), 0.5, 1e-13);
    let rests = moving(ball(1.0), at(0.0, 0.0));
    let relative = relative_travel_bound(&swings, &rests, span(0.0, 0.5)).expect("a bound");
    assert_near(relative, 0.5, 1e-13);
}

#[test]
fn parts_between_knots_add_up() {
    let at = |time: f64, x: f64| (time, Isometry2::translation(x, 0.0));
    let legs = [(at(0.0, 0.0), at(1.0, 2.0)), (at(1.0, 2.0), at(3.0, -1.0))];
    let pieces = legs
        .map(|(from, to)| ConstantVelocity::between(from, to, Vector2::zeros()).expect("a motion"));
    let body = Moving::new(ball(1.0), path(&[0.0, 1.0, 3.0], pieces));
    assert_near(travel(&body, 0.0, 3.0), 5.0, 1e-12);
    assert_near(travel(&body, 0.5, 2.0), 1.0 + 1.5, 1e-12);
    // as seen from a body that moves along with the first leg
    let other = moving(ball(1.0), gliding([0.0, 0.0], [2.0, 0.0]));
    let relative = relative_travel_bound(&body, &other, span(0.0, 3.0)).expect("a bound");
    assert_near(relative, 7.0, 1e-12);
}

/// Neighbours of a path may miss each other by some 1e-8, and the body is in both places at the knot.
#[test]
fn what_neighbours_miss_each_other_by_is_travelled() {
    let knots = [0.0, 1.0, 2.0];
    let path_of_rests = path(&knots, [at(0.0, 0.0), at(1e-8, 0.0)]);
    let travel = travel(&Moving::new(ball(1.0), path_of_rests), 0.5, 1.5);
    assert!((1e-8..1e-7).contains(&travel), "{travel}");
    // pieces that turn about a point off the frame's origin have no axis as a path, and travel by their speeds
    let turn = |x: f64| {
        let turn = steady(Isometry2::translation(x, 0.0), Vector2::zeros(), 1e-12);
        turn.about(vector![1.0, 0.0]).expect("a motion")
    };
    let path_of_turns = path(&knots, [turn(0.0), turn(1e-8)]);
    assert!(path_of_turns.fixed_axis(span(0.5, 1.0)).is_none());
    let body = Moving::new(ball(1.0), path_of_turns);
    let travel = travel_bound(&body, span(0.5, 1.5)).expect("a bound");
    assert!((1e-8..1e-7).contains(&travel), "{travel}");
}

#[test]
fn bodies_that_move_and_fall_together_do_not_travel_against_each_other() {
    let falls = |x: f32, spin: f32| {
        let start = Isometry2::translation(x, 50.0);
        let start = steady(start, vector![3.0, -20.0], spin);
        let flight = Ballistic::new(start, vector![0.0, -9.81]).expect("a motion");
        moving(cuboid([0.5, 0.5]), flight)
    };
    let (a, b) = (falls(0.0, 0.0), falls(2.0, 0.0));
    let relative = |a: &_, b: &_| relative_travel_bound(a, b, span(0.0, 1.0)).expect("a bound");
    assert!(relative(&a, &b) < 1e-3, "{}", relative(&a, &b));
    // both corners turn by a quarter of a radian
    let (a, b) = (falls(0.0, 0.25), falls(2.0, -0.25));
    let chords = 2.0 * 2.0 * 0.125f32.sin() * 0.5f32.sqrt();
    assert!(relative(&a, &b) >= chords && relative(&a, &b) < chords + 1e-3);
}

/// The gate opens where the travel and the slop reach half the thickness.
#[test]
fn the_gate_compares_travel_with_thickness() {
    let wall = moving(cuboid([0.125, 4.0, 4.0]), rest3([0.0; 3]));
    let ball = |speed: f64| {
        let start = Isometry3::translation(-1.0, 0.0, 0.0);
        let motion = steady(start, vector![speed, 0.0, 0.0], vector![5.0, 6.0, 7.0]);
        moving(ball(0.25), motion)
    };
    // half the thickness of both is 0.25 + 0.125
    let step = span(0.0, 0.5);
    let gate = |speed, slop| cannot_pass_through(&ball(speed), &wall, step, slop).expect("a bound");
    assert!(gate(0.74, 0.0) && !gate(0.75, 0.0) && !gate(0.76, 0.0));
    assert!(gate(0.49, 0.125) && !gate(0.51, 0.125));
    assert!(!gate(0.0, 0.375) && gate(0.0, 0.374));
    // a triangle has no thickness, but the ball has
    let corners = [[0.0, 2.0, 0.0], [0.0, -2.0, 2.0], [0.0, -2.0, -2.0]];
    let sheet = Triangle::new(corners.map(Vector3::from)).expect("a shape");
    let sheet = moving(sheet, rest3([0.0; 3]));
    let gate = |speed| cannot_pass_through(&sheet, &ball(speed), step, 0.0).expect("a bound");
    assert!(gate(0.49) && !gate(0.51));
    assert!(!cannot_pass_through(&sheet, &sheet, step, 0.0).expect("a bound"));
}
