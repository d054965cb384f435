//! Tests of robots so simple that the answer is known in closed form.

use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::atomic::{AtomicUsize, Ordering};

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::shape::{Capsule, Cuboid, Cylinder};
use photofinish_robot::{Checker, Joint, Link, Robot, Rules, Scene};
use photofinish_robot::{Path, PathImpact, assert_clear, expect_clear};

use crate::build::{at, ball, body, checker, hinge, impact, path, robot, rows, scene, slider};

/// The sum of the radii of the bar and the ball.
const RADII: f64 = 0.05 + 0.1;
/// The distance of the ball from the hinge.
const AWAY: f64 = 0.8;

/// Returns a bar of length 1 and radius 0.05 that turns about the z axis through its end. At angle 0 it lies along y.
fn barrier() -> Robot {
    let capsule = Capsule::new(0.5, 0.05).expect("positive sizes");
    hinge(Link::new("bar").with(capsule, at(0.0, 0.5, 0.0)))
}

/// Returns a scene with a ball where the bar is at this angle.
fn ball_at(angle: f64) -> Scene {
    let place = at(-AWAY * angle.sin(), AWAY * angle.cos(), 0.0);
    scene("ball", ball(0.1), place)
}

fn plain(robot: &Robot, scene: &Scene) -> Checker {
    checker(robot, scene, &Rules::new())
}

fn close(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-7
}

/// Returns the times at which contacts begin and end. One that does not end does so at infinity.
fn contacts(checker: &Checker, path: &Path) -> Vec<[f64; 2]> {
    let contacts = checker.contacts(path).expect("a path");
    assert!(contacts.undecided.is_empty());
    let intervals = contacts.intervals.iter();
    let end = |last: &PathImpact| last.time;
    let ends = intervals.map(|i| [i.first.time, i.last.as_ref().map_or(f64::INFINITY, end)]);
    ends.collect()
}

#[track_caller]
fn assert_contacts(found: &[[f64; 2]], expected: &[[f64; 2]]) {
    let mut times = found.iter().flatten().zip(expected.iter().flatten());
    let is_so = times.all(|(&a, &b)| a == b || close(a, b));
    assert!(
        is_so && found.len() == expected.len(),
        "{found:?} {expected:?}"
    );
}

/// The bar passes the ball, goes on, and comes back. It stops in the ball, goes back a little, and leaves. At last it
/// enters the ball and stays there.
#[test]
fn a_bar_that_passes_a_ball_touches_it_from_one_side_to_the_other() {
    let checker = plain(&barrier(), &ball_at(1.0));
    let half = (RADII / AWAY).asin();
    let first = (1.0 - half) / 2.0;
    let again = 1.0 + (1.0 - half) / 1.5;
    let [end, end_again] = [(1.0 + half) / 2.0, 1.0 + (1.0 + half) / 1.5];
    let found = contacts(&checker, &path(&[0.0, 2.0, 0.5]));
    assert_contacts(&found, &[[first, end], [again, end_again]]);
    let entered = (0.5 - half) / 0.5;
    let left = 2.0 + (0.95 - (1.0 - half)) / 0.45;
    let found = contacts(&checker, &path(&[0.5, 1.0, 0.95, 0.5, 1.0]));
    assert_contacts(&found, &[[entered, left], [3.0 + entered, f64::INFINITY]]);
    let impact = impact(&checker, &path(&[0.0, 2.0])).expect("they meet");
    assert!(close(impact.time, first));
    // The bodies meet where the ball is nearest to the bar.
    let toward = -vector![(1.0 - half).cos(), (1.0 - half).sin(), 0.0];
    assert!((impact.contact.normal - toward).norm() < 1e-6, "{impact:?}");
    let center = vector![-AWAY * 1f64.sin(), AWAY * 1f64.cos(), 0.0];
    assert!((impact.contact.witness_b - (center - toward * 0.1)).norm() < 1e-6);
    let refused = expect_clear(&barrier(), &ball_at(1.0), &path(&[0.0, 2.0]), &Rules::new());
    let message = refused.expect_err("they meet").to_string();
    let expected = "link \"bar\" and object \"ball\" meet at time";
    assert!(message.contains(expected), "{message}");
}

/// Two discs turn against each other a micrometre apart, on an arm that swings. The answer is never a false impact, and
/// its clearance comes near the gap.
#[test]
fn links_that_are_always_near_are_clear() {
    let disc = || Cylinder::new(0.01, 0.2).expect("sizes");
    let lying = Isometry3::rotation(Vector3::x() * FRAC_PI_2);
    let gap = 1e-6;
    let links = [
        Link::new("base"),
        Link::new("arm"),
        Link::new("lower").with(disc(), at(0.5, 0.0, 0.0) * lying),
        Link::new("shaft"),
        Link::new("upper").with(disc(), at(0.0, 0.0, 0.02 + gap) * lying),
    ];
    let joint = Joint::fixed;
    let joints = [
        joint("shoulder", "base", "arm").turning(Vector3::y_axis()),
        joint("lower joint", "arm", "lower").turning(Vector3::z_axis()),
        joint("shaft joint", "lower", "shaft").at(at(0.5, 0.0, 0.0)),
        joint("upper joint", "shaft", "upper").turning(Vector3::z_axis()),
    ];
    let robot = robot(links, joints).expect("a tree");
    let swing = rows(&[[0.0, 0.0, 0.0], [3.0, 1.0, 40.0], [0.0, -2.0, 0.0]]);
    let clearance = assert_clear!(&robot, &Scene::new(), &swing).clearance;
    assert!(clearance <= gap && clearance > 0.89 * gap, "{clearance}");
}

/// The bar makes fifty turns with a post just out of reach, and then with one just within reach.
#[test]
fn many_turns_are_followed() {
    let post = |gap: f64| scene("post", ball(0.1), at(0.0, 1.15 + gap, 0.0));
    let separated = assert_clear!(&barrier(), &post(1e-3), &path(&[0.0, 100.0 * PI]));
    assert!(separated.clearance <= 1e-3 && separated.clearance > 0.9e-3);
    let checker = plain(&barrier(), &post(-1e-3));
    let turns = path(&[PI, 100.0 * PI]);
    let impact = impact(&checker, &turns).expect("it touches in every turn");
    assert!((impact.configuration[0] - 2.0 * PI).abs() < 0.1, "{impact}");
    assert_eq!(contacts(&checker, &turns).len(), 50);
}

#[test]
fn many_paths_are_checked_as_one_by_one() {
    let checker = plain(&barrier(), &ball_at(1.0));
    let paths: Vec<_> = (0..20).map(|i| path(&[0.0, 0.07 * f64::from(i)])).collect();
    let told = AtomicUsize::new(0);
    let solutions = checker.check_all(&paths, |done| {
        told.fetch_max(done, Ordering::Relaxed);
    });
    assert_eq!(told.into_inner(), paths.len());
    for (path, solution) in paths.iter().zip(solutions) {
        let alone = checker.check(path).expect("a path");
        assert_eq!(solution.expect("a path"), alone);
    }
}

/// A ball rushes past another one, fast or slowly. The clearance of a fast one was once a hundred times too small,
/// because the search had computed no distance.
#[test]
fn the_clearance_is_as_accurate_as_asked_for() {
    let robot = slider(body("slider", ball(0.1)));
    for (gap, accuracy, speed) in [
        (0.3, 0.1, 20.0),
        (0.3, 0.1, 1e4),
        (0.3, 1e-6, 20.0),
        (1e-4, 1e-6, 2.0),
        (1e-4, 0.1, 2.0),
        (3e-3, 1e-5, 2.0),
        (1e-2, 1e-3, 2.0),
        (0.1, 1e-6, 2.0),
    ] {
        let hurried = path(&[-1.0, 1.0]).times(vec![0.0, 1.0]);
        let hurried = hurried.velocities(vec![vec![speed]; 2]);
        let scene = scene("ball", ball(0.1), at(0.0, 0.2 + gap, 0.0));
        let rules = Rules::new().accuracy(accuracy);
        let clearance = assert_clear!(&robot, &scene, &hurried, &rules).clearance;
        let least = gap * (1.0 - accuracy) - 1e-8;
        let is_so = (least..=gap).contains(&clearance);
        assert!(is_so, "{gap} {accuracy} {speed}: {clearance}");
    }
}

/// A bar that swings over a table within the tolerance has at most one contact with it, not a thousand.
#[test]
fn a_contact_that_lasts_is_reported_once() {
    let table = Cuboid::new(vector![2.0, 2.0, 0.5]).expect("sizes");
    let scene = scene("table", table, at(0.0, 0.0, -0.55 - 1e-9));
    let checker = checker(&barrier(), &scene, &Rules::new().tolerance(1e-7));
    let contacts = checker.contacts(&path(&[0.0, 3.0, 0.0])).expect("a path");
    assert!(contacts.intervals.len() <= 1, "{contacts:?}");
}

/// Two pieces of a link that pass an object one after the other make one contact with it.
#[test]
fn contacts_of_pieces_are_contacts_of_their_link() {
    let pair = Link::new("pair").with(ball(0.2), at(0.1, 0.0, 0.0));
    let robot = slider(pair.with(ball(0.2), at(-0.1, 0.0, 0.0)));
    let scene = scene("ball", ball(0.2), at(0.0, 0.0, 0.0));
    let found = contacts(&plain(&robot, &scene), &path(&[-1.0, 1.0]));
    assert_contacts(&found, &[[0.25, 0.75]]);
}
