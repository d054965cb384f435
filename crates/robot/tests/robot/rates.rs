//! Tests of the limits of velocities and accelerations.

use nalgebra::Vector3;
use photofinish_robot::{Joint, Link, Path, Rate, RateExceeded, Robot, Rules};

use crate::bad_input::refused;
use crate::build::{self, at, ball, path};

/// A ball on a rail, with a velocity of 1 and an acceleration of 3 at most, and another that follows it twice as fast.
fn robot() -> Robot {
    let rail = |name: &str, car: &str| {
        let joint = Joint::fixed(name, "base", car).sliding(Vector3::x_axis());
        joint.velocity_limited(1.0)
    };
    let joints = [
        rail("rail", "car").acceleration_limited(3.0),
        rail("follower", "other").mimicking("rail", 2.0, 0.0),
        rail("free", "third"),
    ];
    let links = ["base", "car", "other", "third"].map(Link::new);
    build::robot(links, joints).expect("a robot")
}

fn exceeded(path: &Path) -> Option<RateExceeded> {
    let scene = build::scene("far", ball(0.1), at(0.0, 0.0, 5.0));
    let rules = Rules::new().allow_nothing_to_check();
    let checker = build::checker(&robot(), &scene, &rules);
    checker.exceeded_rates(path).expect("a path")
}

fn rail(positions: &[f64]) -> Path {
    path(positions).joints(["rail"])
}

#[track_caller]
fn assert_found(path: &Path, (quantity, value, time, waypoint): (Rate, f64, f64, usize)) {
    let found = exceeded(path).expect("it is too fast");
    assert_eq!(found.joint, "rail");
    assert_eq!((found.quantity, found.waypoint), (quantity, waypoint));
    assert!((found.value - value).abs() < 1e-9, "{found}");
    assert!((found.time - time).abs() < 1e-9, "{found}");
}

#[test]
fn straight_lines_have_a_velocity_and_jumps() {
    let timed = |positions: &[f64], times: &[f64]| rail(positions).times(times.to_vec());
    for path in [
        // from 0.5 to -1 in a second: 1.5
        timed(&[0.0, 0.5, -0.5], &[0.0, 1.0, 2.0]),
        // without times there are no velocities
        rail(&[0.0, 9.0]),
        timed(&[0.0], &[3.0]),
        // a thousandth more is rounding
        timed(&[0.0, 1.0009], &[0.0, 1.0]),
        // the follower moves by 1.8 in a second, and the limits of followers often contradict
        timed(&[0.0, 0.9], &[0.0, 1.0]),
    ] {
        assert_eq!(exceeded(&path), None, "{path:?}");
    }
    let fast = timed(&[0.0, 0.5, 2.0], &[1.0, 2.0, 3.0]);
    assert_found(&fast, (Rate::Velocity, 1.5, 2.0, 1));
    let fast = timed(&[0.0, -1.0011], &[0.0, 1.0]);
    assert_found(&fast, (Rate::Velocity, -1.0011, 0.0, 0));
    // from 1 to -1, between the middles of segments of 0.5 and 0.25
    let sudden = timed(&[0.0, 0.5, 0.25], &[0.0, 0.5, 0.75]);
    assert_found(&sudden, (Rate::Acceleration, -2.0 / 0.375, 0.5, 1));
    // the same jump of a joint without a limit of accelerations
    let free = sudden.joints(["free"]);
    assert_eq!(exceeded(&free), None);
    let fast = timed(&[0.9, -0.1], &[0.0, 0.5]).joints(["free"]);
    assert_eq!(exceeded(&fast).expect("it is too fast").joint, "free");
}

#[test]
fn curves_are_bounded_between_waypoints() {
    let curve = |positions: [f64; 2], times: [f64; 2]| {
        let path = rail(&positions).times(times.to_vec());
        path.velocities(vec![vec![0.0]; 2])
    };
    // from rest to rest over 0.6: 3 d / (2 t) = 0.9 in the middle, and 6 d / t^2 = 3.6 at both ends
    let found = exceeded(&curve([0.0, 0.6], [0.0, 1.0])).expect("it is too fast");
    assert_eq!((found.quantity, found.waypoint), (Rate::Acceleration, 0));
    assert!((found.value.abs() - 3.6).abs() < 1e-9, "{found}");
    // twice as slow, in another unit of time
    assert_eq!(exceeded(&curve([0.0, 0.6], [0.0, 2.0])), None);
    // 1.2 in the middle although the waypoints are at rest; 2.4 at the ends
    let found = exceeded(&curve([0.0, 1.6], [5.0, 7.0])).expect("it is too fast");
    assert_eq!(found.quantity, Rate::Velocity);
    assert!(found.value > 1.001 && found.value <= 1.2 && found.time > 5.0 && found.time < 6.0);
    // x = v^2 / 4 has the acceleration 2 everywhere, though waypoints that lie so unevenly seem to jump by 3.8
    let velocities = [-0.9f64, 0.9, 1.0];
    let even = rail(&velocities.map(|v| 0.25 * v * v)).times(vec![0.0, 0.9, 0.95]);
    let even = even.velocities(velocities.map(|v| vec![v]).to_vec());
    assert_eq!(exceeded(&even), None);
    // a quintic, whose end brakes
    let quintic = curve([0.0, 0.1], [0.0, 1.0]).accelerations(vec![vec![0.0], vec![4.0]]);
    let found = exceeded(&quintic).expect("it brakes too late");
    assert_eq!((found.quantity, found.limit), (Rate::Acceleration, 3.0));
    assert!(found.to_string().contains("\"rail\" has the acceleration"));
}

#[test]
fn limits_are_set_and_checked() {
    let mut robot = robot();
    let set = robot.limit("rail", |rail| rail.velocity_limited(2.0).limited(0.0, 1.0));
    set.expect("limits");
    assert_eq!(robot.joints()[0].velocity_limit(), Some(2.0));
    assert_eq!(robot.joints()[0].limits(), Some((0.0, 1.0)));
    for bad in [0.0, f64::NAN, f64::INFINITY] {
        let set = robot.limit("rail", |rail| rail.acceleration_limited(bad));
        refused(set, "acceleration limit must be finite and positive");
    }
    let unknown = robot.limit("rial", |rail| rail);
    let expected = "there is no joint named \"rial\" with a value of its own: did you mean `rail`";
    refused(unknown, expected);
    assert!(robot.limit("follower", |follower| follower).is_err());
}
