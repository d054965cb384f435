//! What a planner says after changes, at the ends of its budget, and of bad input. `judge` looks at its answers.

use nalgebra::{Isometry3, Vector3};
use photofinish::shape::Cuboid;
use photofinish_robot::{Checker, Link, Path, PathOutcome, RobotError, Rules, Scene, Verdict};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::build::{at, ball, body, checker, hinge, scene};
use crate::generate::direction;
use crate::spec::Spec;

/// Returns the verdict on an edge of a robot with one joint.
pub fn edge(checker: &Checker, joint: &str, [from, to]: [f64; 2]) -> Verdict {
    let mut planner = checker.planner(&[joint]).expect("a joint");
    planner.edge(&[from], &[to]).expect("an edge")
}

/// Returns the share of an edge up to which it is clear.
pub fn clear_until(checker: &Checker, joint: &str, [from, to]: [f64; 2]) -> f64 {
    let mut planner = checker.planner(&[joint]).expect("a joint");
    planner.clear_until(&[from], &[to]).expect("an edge")
}

/// Objects that are taken away, added and moved are where a new checker has them, also once trees are built anew.
#[test]
fn edits_are_as_new_checkers() {
    let rules = Rules::new().accuracy(1.0).allow_nothing_to_check();
    let mut contacts = 0;
    for seed in 0..50 {
        let spec = Spec::random(seed);
        let (robot, mut scene) = (spec.robot(), spec.scene());
        let mut edited = checker(&robot, &scene, &rules);
        let joints: Vec<_> = robot.coordinates().collect();
        let mut rng = StdRng::seed_from_u64(seed);
        for step in 0..120 {
            let away = rng.random_range(0.6..1.6) * direction(&mut rng).into_inner();
            let (pose, name) = (Isometry3::from(away), format!("new {}", step % 60));
            if step >= 60 && step % 3 == 0 {
                scene.remove_object(&name).expect("an object");
                edited.remove_object(&name).expect("an object");
            } else if step >= 60 {
                scene.move_object(&name, pose).expect("an object");
                edited.move_object(&name, pose).expect("an object");
            } else {
                let ball = body(&name, ball(0.05));
                scene.add_object(ball.clone(), pose).expect("a new name");
                edited.add_object(ball, pose).expect("a new name");
            }
            if step % 23 != 0 {
                continue;
            }
            let anew = checker(&robot, &scene, &rules);
            let mut planner = edited.planner(&joints).expect("joints");
            for ends in spec.path.positions.windows(2) {
                let path = Path::new(ends.to_vec());
                let checked = anew.check(&path).expect("a path").outcome;
                assert_eq!(edited.check(&path).expect("a path").outcome, checked);
                let verdict = planner.edge(&ends[0], &ends[1]).expect("an edge");
                let is_contact = matches!(checked, PathOutcome::Impact(_));
                assert_eq!(verdict.is_contact(), is_contact, "seed {seed}, step {step}");
                assert_eq!(verdict.is_clear(), !is_contact, "seed {seed}, step {step}");
                contacts += u32::from(is_contact);
            }
        }
    }
    assert!(contacts > 30, "{contacts}");
}

/// A bar on an arm of length 1 is clear of a wall at both ends of its swing, along the wall's normal, and 0.01 deep in it
/// half way.
#[test]
fn a_swing_into_a_wall_between_clear_ends_touches() {
    let bar = Cuboid::new(Vector3::new(0.2, 0.02, 0.2)).expect("a size");
    let robot = hinge(Link::new("bar").with(bar, at(1.0, 0.0, 0.0)));
    let wall = Cuboid::new(Vector3::new(0.1, 0.5, 0.5)).expect("a size");
    for (face, touches) in [(1.19, true), (1.21, false)] {
        let scene = scene("wall", wall, at(face + 0.1, 0.0, 0.0));
        let checker = checker(&robot, &scene, &Rules::new());
        assert!(edge(&checker, "hinge", [-0.2; 2]).is_clear());
        assert!(edge(&checker, "hinge", [0.2; 2]).is_clear());
        let verdict = edge(&checker, "hinge", [-0.2, 0.2]);
        let found = (verdict.is_contact(), verdict.is_clear());
        assert_eq!(found, (touches, !touches), "{verdict:?}");
    }
}

/// The row that is wrong is named, also behind a contact, and there are no answers.
#[test]
fn rows_that_do_not_fit_are_errors() {
    let robot = hinge(body("bar", ball(0.1)));
    let scene = scene("wall", ball(0.1), at(1.0, 0.0, 0.0));
    let checker = checker(&robot, &scene, &Rules::new());
    assert!(checker.planner(&["hinge", "hinge"]).is_err());
    assert!(checker.planner(&["hing"]).is_err());
    let mut planner = checker.planner(&["hinge"]).expect("a joint");
    let mut answers = Vec::new();
    assert!(planner.edge(&[0.0, 1.0], &[0.0]).is_err());
    let edges = planner.edges(&[0.0, 1.0], &[0.0, 1.0, 2.0], &mut answers);
    assert!(edges.is_err() && planner.path(&[]).is_err());
    let rows = [0.0, 0.1, f64::NAN];
    for error in [
        planner.path(&rows).unwrap_err(),
        planner.edges(&[0.0], &rows, &mut answers).unwrap_err(),
        planner.postures(&rows, &mut answers).unwrap_err(),
    ] {
        let is_so = matches!(error, RobotError::BadWaypoint { waypoint: 2, .. });
        assert!(is_so, "{error}");
    }
    assert!(answers.is_empty());
    let edges = planner.edges(&[0.0, 1.0], &[2.0, 3.0], &mut answers);
    edges.expect("two edges");
    assert_eq!(answers.len(), 2);
    let path = planner.path(&[0.0, 1.0, 2.0]);
    assert!(path.expect("a path").is_clear());
}

/// A new object takes the number of one that was taken away, but not what that may touch. It may have an empty name.
#[test]
fn an_object_without_a_name_is_moved() {
    let robot = hinge(Link::new("bar").with(ball(0.1), at(1.0, 0.0, 0.0)));
    let mut scene = scene("a", ball(0.1), at(0.0, 1.0, 0.0));
    scene.allow("bar", "a");
    let rules = Rules::new().allow_nothing_to_check();
    let mut checker = checker(&robot, &scene, &rules);
    for _ in 0..2 {
        checker.remove_object("a").expect("an object");
        let added = checker.add_object(body("", ball(0.1)), at(9.0, 9.0, 9.0));
        added.expect("a new name");
        let moved = checker.move_object("", at(0.0, 1.0, 0.0));
        moved.expect("an object");
        assert!(edge(&checker, "hinge", [0.0, 3.0]).is_contact());
        checker.remove_object("").expect("an object");
        let again = checker.add_points("a", &[0.0, 1.0, 0.0], 0.1);
        again.expect("a new name");
        assert!(edge(&checker, "hinge", [0.0, 3.0]).is_clear());
    }
}

/// A bar turns very often in a ring that it nearly touches. The search counts all that it does, and gives up once that is too
/// much: without the tests of boxes and pieces it gets six times as far.
#[test]
fn a_budget_bounds_the_work_for_an_edge() {
    let bar = Cuboid::new(Vector3::new(0.5, 0.02, 0.02)).expect("a size");
    let robot = hinge(Link::new("bar").with(bar, at(0.5, 0.0, 0.0)));
    let side = Cuboid::new(Vector3::repeat(0.2)).expect("a size");
    let mut ring = Scene::new();
    for index in 0..24 {
        let turn = f64::from(index) * std::f64::consts::TAU / 24.0;
        let pose = Isometry3::rotation(Vector3::z() * turn) * at(1.22, 0.0, 0.0);
        let added = ring.add(format!("side {index}"), side, pose);
        added.expect("a new name");
    }
    let checker = checker(&robot, &ring, &Rules::new().budget(20_000));
    match edge(&checker, "hinge", [0.0, 1e5]) {
        Verdict::Undecided(meeting) => assert!(meeting.share < 0.002, "{meeting:?}"),
        other => panic!("{other:?}"),
    }
    let until = clear_until(&checker, "hinge", [0.0, 1e5]);
    assert!(until > 0.0 && until < 0.002, "{until}");
    assert!(edge(&checker, "hinge", [0.0, 1.0]).is_clear());
}

/// A bar meets a post on its way, and another one at the end, which is seen first. Wherever the work ends, the edge is not said
/// to be clear beyond the first.
#[test]
fn a_budget_leaves_no_contact_out() {
    let robot = hinge(Link::new("bar").with(ball(0.1), at(1.0, 0.0, 0.0)));
    let post = |angle: f64| at(angle.cos(), angle.sin(), 0.0);
    let mut scene = scene("last", ball(0.1), post(3.0));
    let added = scene.add("first", ball(0.1), post(1.8));
    added.expect("a new name");
    // two balls of radius 0.1 at distance 1 from the axis
    let first = (1.8 - 2.0 * 0.1f64.asin()) / 3.0;
    for budget in 1..400 {
        let checker = checker(&robot, &scene, &Rules::new().budget(budget));
        let until = clear_until(&checker, "hinge", [0.0, 3.0]);
        assert!(until <= first + 1e-9, "{budget}: {until}, not {first}");
    }
}
