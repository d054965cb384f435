//! Tests of robots so simple that the answer is known in closed form.

use std::sync::atomic::{AtomicUsize, Ordering};

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::shape::{Ball, Capsule, Cuboid, Cylinder};
use photofinish_robot::assert_clear;
use photofinish_robot::{Checker, Joint, Link, Path, PathOutcome, Robot, Rules, Scene};

const HALF_TURN: f64 = std::f64::consts::PI;
/// The sum of the radii of the bar and the ball.
const RADII: f64 = 0.05 + 0.1;
/// The distance of the ball from the hinge.
const AWAY: f64 = 0.8;

/// Returns a bar of length 1 and radius 0.05 that turns about the z axis through its end. At angle 0 it lies along y.
fn barrier() -> Robot {
    let capsule = Capsule::new(0.5, 0.05).expect("positive sizes");
    let bar = Link::new("bar").with(capsule, Isometry3::translation(0.0, 0.5, 0.0));
    let hinge = Joint::fixed("hinge", "base", "bar").turning(Vector3::z_axis());
    Robot::new("barrier", vec![Link::new("base"), bar], vec![hinge]).expect("a tree")
}

/// Returns a scene with a ball where the bar is at this angle.
fn ball_at(angle: f64) -> Scene {
    let mut scene = Scene::new();
    let at = Isometry3::translation(-AWAY * angle.sin(), AWAY * angle.cos(), 0.0);
    scene
        .add("ball", Ball::new(0.1).expect("a radius"), at)
        .expect("a name");
    scene
}

fn path(values: &[f64]) -> Path {
    Path::new(values.iter().map(|&value| vec![value]).collect())
}

fn close(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-7
}

#[test]
fn a_bar_that_passes_a_ball_touches_it_from_one_side_to_the_other() {
    let checker = Checker::new(&barrier(), &ball_at(1.0)).expect("a scene");
    let half_width = (RADII / AWAY).asin();
    // The bar passes the ball, goes on, and comes back.
    let contacts = checker.contacts(&path(&[0.0, 2.0, 0.5])).expect("a path");
    let found: Vec<_> = contacts
        .intervals
        .iter()
        .map(|interval| {
            (
                interval.first.time,
                interval.last.as_ref().expect("it ends").time,
            )
        })
        .collect();
    let expected = [
        ((1.0 - half_width) / 2.0, (1.0 + half_width) / 2.0),
        (
            1.0 + (1.0 - half_width) / 1.5,
            1.0 + (1.0 + half_width) / 1.5,
        ),
    ];
    assert_eq!(found.len(), 2);
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            close(found.0, expected.0) && close(found.1, expected.1),
            "{found:?} {expected:?}"
        );
    }
    let first = checker.check(&path(&[0.0, 2.0])).expect("a path");
    let impact = first.impact().expect("they meet");
    assert!(close(impact.time, expected[0].0));
    // The bodies meet where the ball is nearest to the bar.
    let toward = vector![(1.0 - half_width).cos(), (1.0 - half_width).sin(), 0.0] * -1.0;
    assert!(
        (impact.contact.normal - toward).norm() < 1e-6,
        "{}",
        impact.contact.normal
    );
    let center = vector![-AWAY * 1f64.sin(), AWAY * 1f64.cos(), 0.0];
    assert!((impact.contact.witness_b - (center - toward * 0.1)).norm() < 1e-6);
}

#[test]
fn a_contact_may_span_waypoints_and_last_until_the_end() {
    let checker = Checker::new(&barrier(), &ball_at(1.0)).expect("a scene");
    let half_width = (RADII / AWAY).asin();
    // The bar stops in the ball, goes back a little, then leaves the ball. At last it enters the ball and stays there.
    let contacts = checker
        .contacts(&path(&[0.5, 1.0, 0.95, 0.5, 1.0]))
        .expect("a path");
    assert_eq!(contacts.intervals.len(), 2, "{contacts:?}");
    let [first, second] = [&contacts.intervals[0], &contacts.intervals[1]];
    assert!(close(first.first.time, (0.5 - half_width) / 0.5));
    let left = 2.0 + (0.95 - (1.0 - half_width)) / 0.45;
    assert!(close(first.last.as_ref().expect("it ends").time, left));
    assert!(close(second.first.time, 3.0 + (0.5 - half_width) / 0.5));
    assert!(second.last.is_none());
    assert!(contacts.undecided.is_empty());
}

#[test]
fn a_path_that_begins_in_a_contact_says_how_deep() {
    let checker = Checker::new(&barrier(), &ball_at(0.0)).expect("a scene");
    for values in [&[0.0, 1.0][..], &[0.0]] {
        let solution = checker.check(&path(values)).expect("a path");
        let impact = solution.impact().expect("they overlap");
        assert_eq!((impact.time, impact.segment), (0.0, 0));
        assert!(close(impact.distance, -RADII), "{}", impact.distance);
    }
    assert!(checker.check(&path(&[1.0])).expect("a path").is_clear());
}

/// A cubic without velocity at its ends is 3u^2 - 2u^3. At first it is slower than the straight line.
#[test]
fn cubics_and_times_are_followed() {
    let slider = Link::new("slider").with(Ball::new(0.5).expect("a radius"), Isometry3::identity());
    let rail = Joint::fixed("rail", "base", "slider").sliding(Vector3::x_axis());
    let robot = Robot::new("rail", vec![Link::new("base"), slider], vec![rail]).expect("a tree");
    let mut scene = Scene::new();
    let wall = Cuboid::new(vector![0.5, 2.0, 2.0]).expect("sizes");
    scene
        .add("wall", wall, Isometry3::translation(2.0, 0.0, 0.0))
        .expect("a name");
    let checker = Checker::new(&robot, &scene).expect("a scene");
    let time = |path: Path| {
        let solution = checker.check(&path).expect("a path");
        solution.impact().expect("it arrives").time
    };
    // The bodies meet when the ball's centre is at 1, half way.
    assert!(close(time(path(&[0.0, 2.0]).times(vec![10.0, 14.0])), 12.0));
    let still = vec![vec![0.0], vec![0.0]];
    let cubic = path(&[0.0, 2.0])
        .times(vec![10.0, 14.0])
        .velocities(still.clone());
    assert!(close(time(cubic.clone()), 12.0));
    assert!(close(time(cubic.accelerations(still)), 12.0));
    // The cubic u^3, with velocities 0 and 3 at its ends, reaches 1/8 half way.
    let hurried = path(&[0.0, 8.0])
        .times(vec![0.0, 1.0])
        .velocities(vec![vec![0.0], vec![24.0]]);
    assert!(close(time(hurried), 0.5));
}

/// Two fingers close on a cylinder. The second finger follows the first.
#[test]
fn fingers_that_follow_each_other_close_together() {
    let finger = || Cuboid::new(vector![0.01, 0.02, 0.05]).expect("sizes");
    let links = vec![
        Link::new("palm"),
        Link::new("left").with(finger(), Isometry3::identity()),
        Link::new("right").with(finger(), Isometry3::identity()),
    ];
    let joints = vec![
        Joint::fixed("close", "palm", "left")
            .at(Isometry3::translation(-0.06, 0.0, 0.0))
            .sliding(Vector3::x_axis())
            .limited(0.0, 0.05),
        Joint::fixed("follow", "palm", "right")
            .at(Isometry3::translation(0.06, 0.0, 0.0))
            .sliding(Vector3::x_axis())
            .mimicking("close", -1.0, 0.0),
    ];
    let robot = Robot::new("gripper", links, joints).expect("a tree");
    // Without a can the fingers meet in the middle.
    let alone = Checker::new(&robot, &Scene::new()).expect("a scene");
    let solution = alone.check(&path(&[0.0, 0.06])).expect("a path");
    let impact = solution.impact().expect("they meet");
    assert!((impact.configuration[0] - 0.05).abs() < 1e-8);
    assert!(!impact.between.is_object);
    // A can between the fingers is reached earlier, by both fingers at once.
    let mut scene = Scene::new();
    let can = Cylinder::new(0.1, 0.02).expect("sizes");
    scene
        .add("can", can, Isometry3::identity())
        .expect("a name");
    let checker = Checker::new(&robot, &scene).expect("a scene");
    let contacts = checker.contacts(&path(&[0.0, 0.04])).expect("a path");
    let touched: Vec<_> = contacts
        .intervals
        .iter()
        .map(|i| i.first.configuration[0])
        .collect();
    assert_eq!(touched.len(), 2);
    assert!(
        touched.iter().all(|value| (value - 0.03).abs() < 1e-8),
        "{touched:?}"
    );
    assert!(
        checker
            .check(&path(&[0.0, 0.0299]))
            .expect("a path")
            .is_clear()
    );
}

/// Two discs turn against each other a micrometre apart, on an arm that swings. The answer is never a false impact, and
/// its clearance comes near the gap.
#[test]
fn links_that_are_always_near_are_clear() {
    let disc = || Cylinder::new(0.01, 0.2).expect("sizes");
    let lying = Isometry3::rotation(Vector3::x() * (HALF_TURN / 2.0));
    let gap = 1e-6;
    let links = vec![
        Link::new("base"),
        Link::new("arm"),
        Link::new("lower").with(disc(), Isometry3::translation(0.5, 0.0, 0.0) * lying),
        Link::new("shaft"),
        Link::new("upper").with(disc(), Isometry3::translation(0.0, 0.0, 0.02 + gap) * lying),
    ];
    let joints = vec![
        Joint::fixed("shoulder", "base", "arm").turning(Vector3::y_axis()),
        Joint::fixed("lower joint", "arm", "lower").turning(Vector3::z_axis()),
        Joint::fixed("shaft joint", "lower", "shaft").at(Isometry3::translation(0.5, 0.0, 0.0)),
        Joint::fixed("upper joint", "shaft", "upper").turning(Vector3::z_axis()),
    ];
    let robot = Robot::new("discs", links, joints).expect("a tree");
    let swing = Path::new(vec![
        vec![0.0, 0.0, 0.0],
        vec![3.0, 1.0, 40.0],
        vec![0.0, -2.0, 0.0],
    ]);
    let separated = assert_clear!(&robot, &Scene::new(), &swing);
    assert!(
        separated.clearance <= gap && separated.clearance > 0.89 * gap,
        "{separated:?}"
    );
}

#[test]
fn what_is_attached_moves_with_its_link_and_may_touch_it() {
    let mut robot = barrier();
    let scene = ball_at(1.0);
    let short = path(&[0.0, 0.78]);
    assert_clear!(&robot, &scene, &short);
    let held = Link::new("box").with(
        Cuboid::new(vector![0.1, 0.1, 0.1]).expect("sizes"),
        Isometry3::identity(),
    );
    let at = Isometry3::translation(0.0, AWAY, 0.0);
    robot.attach("bar", held, at, &[]).expect("a link");
    let checker = Checker::new(&robot, &scene).expect("a scene");
    let impact = checker
        .check(&short)
        .expect("a path")
        .impact()
        .cloned()
        .expect("the box touches");
    assert_eq!(
        (impact.between.link.as_str(), impact.between.other.as_str()),
        ("box", "ball")
    );
    // The face of the box is 0.1 ahead of the bar's axis, and the ball's radius is 0.1. At the impact the sine of the
    // remaining angle is 0.2 / 0.8.
    let expected = 1.0 - (0.2f64 / AWAY).asin();
    assert!(
        (impact.configuration[0] - expected).abs() < 1e-7,
        "{impact}"
    );
}

#[test]
fn rules_say_what_may_touch() {
    let (robot, scene) = (barrier(), ball_at(1.0));
    let swing = path(&[0.0, 2.0]);
    let clear = |rules: &Rules, robot: &Robot, scene: &Scene| {
        let rules = rules.clone().allow_nothing_to_check();
        let checker = Checker::with_rules(robot, scene, &rules).expect("right rules");
        checker.check(&swing).expect("a path").is_clear()
    };
    assert!(!clear(&Rules::new(), &robot, &scene));
    assert!(!clear(&Rules::new().ignore_self(), &robot, &scene));
    assert!(clear(&Rules::new().exclude("bar"), &robot, &scene));
    let mut allowing = scene.clone();
    allowing.allow("ball", "bar");
    assert!(clear(&Rules::new(), &robot, &allowing));
    // The bar stops 0.35 radians before the ball, so it keeps `gap` from the ball but no larger distance.
    let stopped = path(&[0.0, 0.65]);
    let keeps = |distance: f64| {
        let rules = Rules::new().target_distance(distance);
        let checker = Checker::with_rules(&robot, &scene, &rules).expect("right rules");
        checker.check(&stopped).expect("a path")
    };
    let gap = AWAY * (1.0 - 0.65f64).sin() - RADII;
    assert!(keeps(gap - 1e-6).is_clear());
    let solution = keeps(gap + 1e-6);
    let impact = solution.impact().expect("nearer than the distance to keep");
    assert!(close(impact.distance, gap + 1e-6));
    let PathOutcome::Separated(separated) = keeps(0.0).outcome else {
        panic!("the path should be clear");
    };
    assert!(separated.clearance <= gap && separated.clearance > 0.9 * gap);
}

#[test]
#[should_panic(expected = "link \"bar\" and object \"ball\" meet at time")]
fn assert_clear_names_the_first_contact() {
    assert_clear!(&barrier(), &ball_at(1.0), &path(&[0.0, 2.0]));
}

/// The bar makes fifty turns with a post just out of reach, and then with one just within reach.
#[test]
fn many_turns_are_followed() {
    let mut scene = Scene::new();
    let post = Ball::new(0.1).expect("a radius");
    scene
        .add("post", post, Isometry3::translation(0.0, 1.15 + 1e-3, 0.0))
        .expect("a name");
    let turns = path(&[0.0, 100.0 * HALF_TURN]);
    let separated = assert_clear!(&barrier(), &scene, &turns);
    assert!(separated.clearance <= 1e-3 && separated.clearance > 0.9e-3);
    let mut scene = Scene::new();
    scene
        .add("post", post, Isometry3::translation(0.0, 1.15 - 1e-3, 0.0))
        .expect("a name");
    let checker = Checker::new(&barrier(), &scene).expect("a scene");
    let turns = path(&[HALF_TURN, 100.0 * HALF_TURN]);
    let solution = checker.check(&turns).expect("a path");
    let impact = solution.impact().expect("it touches in every turn");
    assert!(
        (impact.configuration[0] - 2.0 * HALF_TURN).abs() < 0.1,
        "{impact}"
    );
    assert_eq!(
        checker.contacts(&turns).expect("a path").intervals.len(),
        50
    );
}

#[test]
fn many_paths_are_checked_as_one_by_one() {
    let checker = Checker::new(&barrier(), &ball_at(1.0)).expect("a scene");
    let paths: Vec<_> = (0..50).map(|i| path(&[0.0, 0.03 * f64::from(i)])).collect();
    let told = AtomicUsize::new(0);
    let solutions = checker.check_all(&paths, |done| {
        told.fetch_max(done, Ordering::Relaxed);
    });
    assert_eq!(told.into_inner(), paths.len());
    for (path, solution) in paths.iter().zip(solutions) {
        assert_eq!(
            solution.expect("a path"),
            checker.check(path).expect("a path")
        );
    }
}

/// A ball rushes past another one. Its clearance was once a hundred times too small, because the search had computed no
/// distance.
#[test]
fn the_clearance_of_hurried_paths_is_known_too() {
    let ball = || Ball::new(0.1).expect("a radius");
    let slider = Link::new("slider").with(ball(), Isometry3::identity());
    let rail = Joint::fixed("rail", "base", "slider").sliding(Vector3::x_axis());
    let robot = Robot::new("rail", vec![Link::new("base"), slider], vec![rail]).expect("a tree");
    let mut scene = Scene::new();
    scene
        .add("ball", ball(), Isometry3::translation(0.0, 0.5, 0.0))
        .expect("a name");
    for (accuracy, speed) in [(0.1, 20.0), (0.1, 1e4), (1e-6, 20.0)] {
        let hurried = path(&[-1.0, 1.0]).times(vec![0.0, 1.0]);
        let hurried = hurried.velocities(vec![vec![speed], vec![speed]]);
        let rules = Rules::new().accuracy(accuracy);
        let separated = assert_clear!(&robot, &scene, &hurried, &rules);
        let least = 0.3 * (1.0 - accuracy) - 1e-8;
        assert!(
            separated.clearance <= 0.3 && separated.clearance > least,
            "{speed}: {separated:?}"
        );
    }
}

/// A bar that swings over a table within the tolerance has at most one contact with it, not a thousand.
#[test]
fn a_contact_that_lasts_is_reported_once() {
    let bar = Capsule::new(0.5, 0.05).expect("sizes");
    let bar = Link::new("bar").with(bar, Isometry3::translation(0.0, 0.5, 0.0));
    let hinge = Joint::fixed("hinge", "base", "bar").turning(Vector3::z_axis());
    let robot = Robot::new("bar", vec![Link::new("base"), bar], vec![hinge]).expect("a tree");
    let mut scene = Scene::new();
    let table = Cuboid::new(vector![2.0, 2.0, 0.5]).expect("sizes");
    scene
        .add(
            "table",
            table,
            Isometry3::translation(0.0, 0.0, -0.55 - 1e-9),
        )
        .expect("a name");
    let rules = Rules::new().tolerance(1e-7);
    let checker = Checker::with_rules(&robot, &scene, &rules).expect("rules");
    let contacts = checker.contacts(&path(&[0.0, 3.0, 0.0])).expect("a path");
    assert!(
        contacts.intervals.len() <= 1,
        "{}",
        contacts.intervals.len()
    );
}

/// Two pieces of a link that pass an object one after the other make one contact with it.
#[test]
fn contacts_of_pieces_are_contacts_of_their_link() {
    let ball = |radius| Ball::new(radius).expect("a radius");
    let pair = Link::new("pair")
        .with(ball(0.2), Isometry3::translation(0.1, 0.0, 0.0))
        .with(ball(0.2), Isometry3::translation(-0.1, 0.0, 0.0));
    let rail = Joint::fixed("rail", "base", "pair").sliding(Vector3::x_axis());
    let robot = Robot::new("rail", vec![Link::new("base"), pair], vec![rail]).expect("a tree");
    let mut scene = Scene::new();
    scene
        .add("ball", ball(0.2), Isometry3::identity())
        .expect("a name");
    let checker = Checker::new(&robot, &scene).expect("a scene");
    let contacts = checker.contacts(&path(&[-1.0, 1.0])).expect("a path");
    let [interval] = &contacts.intervals[..] else {
        panic!("{contacts:?}");
    };
    let last = interval.last.as_ref().expect("it ends");
    assert!(close(interval.first.configuration[0], -0.5) && close(last.configuration[0], 0.5));
}
