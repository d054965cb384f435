//! Robots are written and read back.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::shape::{Capsule, ConvexHull};
use photofinish_robot::{Joint, Link, MovingBase, Robot};

/// A robot that has all that can be written: a hull, turned pieces, limits, a follower, allowed pairs, a moving base.
fn robot() -> Robot {
    let turned = Isometry3::new(vector![0.1, 0.2, 0.3], vector![0.3, -0.7, 0.2]);
    let corners = [
        Vector3::x() * 0.1,
        Vector3::y() * 0.3,
        Vector3::z() * 0.7,
        -turned.translation.vector,
    ];
    let hull = ConvexHull::new(&corners).unwrap();
    let links = vec![
        Link::new("base").with(hull, turned),
        Link::new("bar").with(Capsule::new(0.5, 0.05).unwrap(), turned),
        Link::new("tip").with(Capsule::new(0.1, 0.05).unwrap(), turned),
    ];
    let joints = vec![
        Joint::fixed("hinge", "base", "bar")
            .at(turned)
            .turning(Vector3::z_axis())
            .limited(-2.0, 1.0)
            .velocity_limited(2.0)
            .acceleration_limited(3.0),
        Joint::fixed("slide", "bar", "tip")
            .sliding(Vector3::y_axis())
            .mimicking("hinge", 0.1, 0.2),
    ];
    let robot = Robot::new("arm", links, joints).unwrap();
    let mut robot = robot.with_moving_base("floor", MovingBase::Planar).unwrap();
    robot.set_base(turned).unwrap();
    robot.set_rest("hinge", 0.25).unwrap();
    robot.forbid("base", "bar").unwrap();
    robot.allow_everywhere("tip").unwrap();
    robot
}

#[test]
fn a_robot_is_the_same_after_it_was_written() {
    let robot = robot();
    let text = serde_json::to_string(&robot).unwrap();
    let read: Robot = serde_json::from_str(&text).unwrap();
    assert_eq!(read, robot);

    // robots that were written before there were such limits
    let old = text.replace("\"velocity\":2.0,\"acceleration\":3.0,", "");
    let old: Robot = serde_json::from_str(&old).unwrap();
    let hinge = old.joints().iter().find(|joint| joint.name() == "hinge");
    assert_eq!(hinge.unwrap().velocity_limit(), None);
}

#[test]
fn what_no_constructor_takes_is_refused() {
    let text = serde_json::to_string(&robot()).unwrap();
    for (from, to, why) in [
        ("\"parent\":\"bar\"", "\"parent\":\"rod\"", "rod"),
        ("\"limits\":[-2.0,1.0]", "\"limits\":[2.0,1.0]", "reversed"),
        ("\"anywhere\":[2]", "\"anywhere\":[9]", "number 9"),
        ("\"rest\":[", "\"rest\":[1.0,", "values at rest"),
        (
            "\"base\":{\"rotation\":[",
            "\"base\":{\"rotation\":[9.0,",
            "",
        ),
        ("\"name\":\"arm\"", "\"name\":\"arm\",\"more\":1", "more"),
    ] {
        assert!(text.contains(from), "{from} is not in {text}");
        let changed = serde_json::from_str::<Robot>(&text.replacen(from, to, 1));
        let error = changed.expect_err(from).to_string();
        assert!(error.contains(why), "{error}");
    }
}
