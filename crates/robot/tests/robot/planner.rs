//! A planner's answers are those of whole checks, and of dense samples by the oracle.

use nalgebra::{Isometry3, Vector3};
use photofinish::shape::{AnyShape, Ball, Cuboid};
use photofinish_robot::{
    Joint, Link, Path, PathOutcome, Planner, RobotError, Rules, Scene, Verdict,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::build::{at, ball, body, checker, hinge, robot, scene};
use crate::generate::direction;
use crate::spec::Spec;

const ROBOTS: u64 = 100;
const SAMPLES: u32 = 40;

/// Returns the pairs of waypoints of a random robot's path, as edges, some of them short.
fn edges(spec: &Spec, seed: u64) -> Vec<[Vec<f64>; 2]> {
    let length = [1.0, 0.3, 0.1][seed as usize % 3];
    let ends = spec.path.positions.windows(2);
    ends.map(|ends| {
        let toward = ends[0].iter().zip(&ends[1]);
        let end = toward
            .map(|(from, to)| from + length * (to - from))
            .collect();
        [ends[0].clone(), end]
    })
    .collect()
}

/// Returns the least distance of all pairs in dense samples of an edge.
fn least(spec: &Spec, [from, to]: &[Vec<f64>; 2]) -> f64 {
    let at = |step: u32| {
        let share = f64::from(step) / f64::from(SAMPLES);
        let ends = from.iter().zip(to);
        let posture: Vec<_> = ends.map(|(from, to)| from + share * (to - from)).collect();
        spec.nearest(&spec.pairs(), &posture)
    };
    (0..=SAMPLES).map(at).fold(f64::INFINITY, f64::min)
}

fn planner(checker: &photofinish_robot::Checker) -> Planner<'_> {
    let joints: Vec<_> = checker.robot().coordinates().map(str::to_owned).collect();
    checker.planner(&joints).expect("joints")
}

#[test]
fn edges_are_as_checks_and_samples_say() {
    let (mut clear, mut contacts) = (0, 0);
    for seed in 0..ROBOTS {
        let spec = Spec::random(seed);
        let target = [0.0, 0.02][seed as usize % 2];
        let rules = Rules::new().target_distance(target).accuracy(1.0);
        let rules = rules.allow_nothing_to_check();
        let checker = checker(&spec.robot(), &spec.scene(), &rules);
        let mut planner = planner(&checker);
        for edge in edges(&spec, seed) {
            let [from, to] = &edge;
            let verdict = planner.edge(from, to).expect("an edge");
            let until = planner.clear_until(from, to).expect("an edge");
            let checked = checker.check(&Path::new(edge.to_vec())).expect("a path");
            match (&checked.outcome, verdict) {
                (PathOutcome::Separated(_), Verdict::Clear) => {
                    clear += 1;
                    assert_eq!(until, 1.0, "seed {seed}");
                    let least = least(&spec, &edge);
                    assert!(least > 0.0 && least >= target, "seed {seed}: {least}");
                }
                (PathOutcome::Impact(impact), Verdict::Contact(meeting)) => {
                    contacts += 1;
                    let off = (impact.share - until).abs();
                    assert!(off < 1e-6, "seed {seed}: {} {until}", impact.share);
                    assert!(meeting.share >= until - 1e-6, "seed {seed}: {meeting:?}");
                    let ends = from.iter().zip(to);
                    let share = meeting.share;
                    let posture: Vec<_> = ends.map(|(p, q)| p + share * (q - p)).collect();
                    let between = planner.between(&meeting).unwrap();
                    let nearest = spec.nearest(&spec.pairs_of(&between), &posture);
                    assert!(nearest <= target + 1e-7, "seed {seed}: {between} {nearest}");
                }
                other => panic!("seed {seed}: {other:?}"),
            }
        }
    }
    assert!(
        clear > 30 && contacts > 30,
        "{clear} clear, {contacts} contacts"
    );
}

/// Adds a random cloud to the scene of a robot: as points, and as pieces of an object.
fn clouded(spec: &Spec, seed: u64) -> [Scene; 2] {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut point = || -> Vector3<f64> {
        let away: f64 = rng.random_range(0.5..1.5);
        away * direction(&mut rng).into_inner()
    };
    let points: Vec<_> = (0..200).map(|_| point()).collect();
    let flat: Vec<_> = points
        .iter()
        .flat_map(|point| [point.x, point.y, point.z])
        .collect();
    let [mut cloud, mut pieces] = [spec.scene(), spec.scene()];
    let shape: AnyShape<f64, 3> = if seed.is_multiple_of(2) {
        cloud.add_points("cloud", &flat, 0.01).expect("points");
        Ball::new(0.01).expect("a radius").into()
    } else {
        cloud.add_voxels("cloud", &flat, 0.02).expect("voxels");
        Cuboid::new(Vector3::repeat(0.01)).expect("a size").into()
    };
    let object = points.iter().fold(Link::new("cloud"), |object, point| {
        object.with(shape.clone(), Isometry3::from(*point))
    });
    pieces
        .add_object(object, Isometry3::identity())
        .expect("a new name");
    [cloud, pieces]
}

#[test]
fn clouds_are_as_their_points_one_by_one() {
    let (mut clear, mut contacts) = (0, 0);
    for seed in 0..ROBOTS {
        let spec = Spec::random(seed);
        let rules = Rules::new().target_distance([0.0, 0.0, 0.01][seed as usize % 3]);
        let rules = rules.accuracy(1.0).allow_nothing_to_check();
        let robot = spec.robot();
        let [cloud, pieces] = clouded(&spec, seed).map(|scene| checker(&robot, &scene, &rules));
        let mut planner = planner(&cloud);
        for edge in edges(&spec, seed) {
            let path = Path::new(edge.to_vec());
            let [by_points, by_pieces] = [&cloud, &pieces].map(|checker| checker.check(&path));
            let checked = by_pieces.expect("a path").outcome;
            assert_eq!(by_points.expect("a path").outcome, checked, "seed {seed}");
            let verdict = planner.edge(&edge[0], &edge[1]).expect("an edge");
            let until = planner.clear_until(&edge[0], &edge[1]).expect("an edge");
            match checked {
                PathOutcome::Separated(_) => {
                    clear += 1;
                    assert_eq!((verdict, until), (Verdict::Clear, 1.0), "seed {seed}");
                }
                PathOutcome::Impact(impact) => {
                    contacts += 1;
                    assert!(verdict.is_contact(), "seed {seed}: {verdict:?}");
                    let off = (impact.share - until).abs();
                    assert!(off < 1e-6, "seed {seed}: {} {until}", impact.share);
                }
            }
        }
    }
    assert!(
        clear > 30 && contacts > 30,
        "{clear} clear, {contacts} contacts"
    );
}

/// Objects that are taken away, added and moved are where a new checker has them, also once trees are built anew.
#[test]
fn edits_are_as_new_checkers() {
    let rules = Rules::new().accuracy(1.0).allow_nothing_to_check();
    let mut contacts = 0;
    for seed in 0..ROBOTS / 2 {
        let spec = Spec::random(seed);
        let (robot, mut scene) = (spec.robot(), spec.scene());
        let mut edited = checker(&robot, &scene, &rules);
        let mut rng = StdRng::seed_from_u64(seed);
        for step in 0..120 {
            let away = rng.random_range(0.6..1.6) * direction(&mut rng).into_inner();
            let (pose, name) = (Isometry3::from(away), format!("new {}", step % 60));
            let ball = Link::new(name.clone())
                .with(Ball::new(0.05).expect("a radius"), Isometry3::identity());
            if step >= 60 && step % 3 == 0 {
                scene.remove_object(&name).expect("an object");
                edited.remove_object(&name).expect("an object");
            } else if step >= 60 {
                scene.move_object(&name, pose).expect("an object");
                edited.move_object(&name, pose).expect("an object");
            } else {
                scene.add_object(ball.clone(), pose).expect("a new name");
                edited.add_object(ball, pose).expect("a new name");
            }
            if step % 23 != 0 {
                continue;
            }
            let anew = checker(&robot, &scene, &rules);
            for edge in edges(&spec, seed) {
                let path = Path::new(edge.to_vec());
                let checked = anew.check(&path).expect("a path").outcome;
                assert_eq!(edited.check(&path).expect("a path").outcome, checked);
                let verdict = planner(&edited).edge(&edge[0], &edge[1]).expect("an edge");
                let is_contact = matches!(checked, PathOutcome::Impact(_));
                assert_eq!(verdict.is_contact(), is_contact, "seed {seed}, step {step}");
                assert_eq!(verdict.is_clear(), !is_contact, "seed {seed}, step {step}");
                contacts += u32::from(is_contact);
            }
        }
    }
    assert!(contacts > 30, "{contacts}");
}

#[test]
fn postures_are_as_the_oracle_says() {
    let mut touching = 0;
    for seed in 0..ROBOTS {
        let spec = Spec::random(seed);
        let target = [0.0, 0.02][seed as usize % 2];
        let rules = Rules::new()
            .target_distance(target)
            .allow_nothing_to_check();
        let checker = checker(&spec.robot(), &spec.scene(), &rules);
        let mut planner = planner(&checker);
        for posture in &spec.path.positions {
            let verdict = planner.posture(posture).expect("a posture");
            let nearest = spec.nearest(&spec.pairs(), posture);
            if (nearest - target).abs() > 1e-6 || nearest == 0.0 {
                let touches = nearest <= target;
                assert_eq!(verdict.is_contact(), touches, "seed {seed}: {nearest}");
                assert_eq!(verdict.is_clear(), !touches, "seed {seed}: {nearest}");
                touching += u32::from(touches);
            }
        }
    }
    assert!(touching > 30, "{touching}");
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
        let mut planner = checker.planner(&["hinge"]).expect("a joint");
        assert!(planner.posture(&[-0.2]).expect("a posture").is_clear());
        assert!(planner.posture(&[0.2]).expect("a posture").is_clear());
        let verdict = planner.edge(&[-0.2], &[0.2]).expect("an edge");
        assert_eq!(
            (verdict.is_contact(), verdict.is_clear()),
            (touches, !touches)
        );
    }
}

/// What no joint moves is tested, too: once for all, and not for every edge.
#[test]
fn a_base_in_a_wall_touches_at_every_posture() {
    let bar = body("bar", ball(0.1));
    let joint = Joint::fixed("hinge", "base", "bar").turning(Vector3::z_axis());
    let robot = robot([body("base", ball(0.2)), bar], [joint]).expect("a tree");
    let rules = Rules::new();
    for (away, touches) in [(0.25, true), (0.35, false)] {
        let scene = scene("wall", ball(0.1), at(away, 0.0, 0.0));
        let checker = checker(&robot, &scene, &rules);
        let mut planner = checker.planner(&["hinge"]).expect("a joint");
        let verdict = planner.edge(&[0.0], &[0.5]).expect("an edge");
        assert_eq!(
            (verdict.is_contact(), verdict.is_clear()),
            (touches, !touches)
        );
        let until = planner.clear_until(&[0.0], &[0.5]).expect("an edge");
        assert_eq!(until, if touches { 0.0 } else { 1.0 });
        assert_eq!(
            planner.posture(&[0.1]).expect("a posture").is_contact(),
            touches
        );
    }
}

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
    assert!(planner.posture(&[f64::NAN]).is_err());
    assert!(
        planner
            .edges(&[0.0, 1.0], &[0.0, 1.0, 2.0], &mut answers)
            .is_err()
    );
    assert!(planner.path(&[]).is_err());
    // the row that is wrong is named, also behind a contact, and there are no answers
    let wrong = |error: RobotError| match error {
        RobotError::BadWaypoint { waypoint, .. } => waypoint,
        error => panic!("{error}"),
    };
    let rows = [0.0, 0.1, f64::NAN];
    assert_eq!(wrong(planner.path(&rows).unwrap_err()), 2);
    assert_eq!(
        wrong(planner.edges(&[0.0], &rows, &mut answers).unwrap_err()),
        2
    );
    assert_eq!(wrong(planner.postures(&rows, &mut answers).unwrap_err()), 2);
    assert!(answers.is_empty());
    assert!(
        planner
            .edges(&[0.0, 1.0], &[2.0, 3.0], &mut answers)
            .is_ok()
    );
    assert_eq!(answers.len(), 2);
    assert!(
        planner
            .path(&[0.0, 1.0, 2.0])
            .is_ok_and(|verdict| verdict.is_clear())
    );
}

/// An object may have an empty name. It is not one that was taken away.
#[test]
fn an_object_without_a_name_is_moved() {
    let robot = hinge(body("bar", ball(0.1)).with(Ball::new(0.1).unwrap(), at(1.0, 0.0, 0.0)));
    let mut scene = scene("a", ball(0.1), at(0.0, 1.0, 0.0));
    scene.allow("bar", "a");
    let rules = Rules::new().allow_nothing_to_check();
    let mut checker = checker(&robot, &scene, &rules);
    checker.remove_object("a").unwrap();
    let far = at(9.0, 9.0, 9.0);
    checker
        .add_object(
            Link::new("").with(Ball::new(0.1).unwrap(), at(0.0, 0.0, 0.0)),
            far,
        )
        .unwrap();
    checker.move_object("", at(0.0, 1.0, 0.0)).unwrap();
    let swings = |checker: &photofinish_robot::Checker| {
        let mut planner = checker.planner(&["hinge"]).expect("a joint");
        planner.edge(&[0.0], &[3.0]).expect("an edge")
    };
    assert!(swings(&checker).is_contact());
    checker.remove_object("").unwrap();
    assert!(swings(&checker).is_clear());
}

/// Rules name bodies: an object with the name of a link would be allowed to touch what that link may.
#[test]
fn an_object_with_the_name_of_a_link_is_refused() {
    let robot = hinge(body("bar", ball(0.1)));
    let taken = scene("bar", ball(0.1), at(1.0, 0.0, 0.0));
    let is_refused = |error: RobotError| matches!(error, RobotError::DuplicateName { name, .. } if name == "bar");
    assert!(photofinish_robot::Checker::new(&robot, &taken).is_err_and(is_refused));
    let wall = scene("wall", ball(0.1), at(1.0, 0.0, 0.0));
    let mut checker = checker(&robot, &wall, &Rules::new());
    let added = checker.add_object(body("bar", ball(0.1)), at(2.0, 0.0, 0.0));
    assert!(added.is_err_and(is_refused));
    assert!(
        checker
            .add_points("bar", &[2.0, 0.0, 0.0], 0.1)
            .is_err_and(is_refused)
    );
    assert!(
        checker
            .add_voxels("bar", &[2.0, 0.0, 0.0], 0.1)
            .is_err_and(is_refused)
    );
}

/// A bar turns very often in a ring that it nearly touches. The search counts all that it does, and gives up once that is too
/// much: without the tests of boxes and pieces it gets six times as far.
#[test]
fn a_budget_bounds_the_work_for_an_edge() {
    let bar = Cuboid::new(Vector3::new(0.5, 0.02, 0.02)).expect("a size");
    let robot = hinge(Link::new("bar").with(bar, at(0.5, 0.0, 0.0)));
    let mut ring = Scene::new();
    for index in 0..24 {
        let turn = f64::from(index) * std::f64::consts::TAU / 24.0;
        let (sin, cos) = turn.sin_cos();
        let place = Vector3::new(1.22 * cos, 1.22 * sin, 0.0);
        let side = Cuboid::new(Vector3::repeat(0.2)).expect("a size");
        let pose = Isometry3::new(place, Vector3::z() * turn);
        ring.add(format!("side {index}"), side, pose)
            .expect("a new name");
    }
    let checker = checker(&robot, &ring, &Rules::new().budget(20_000));
    let mut planner = checker.planner(&["hinge"]).expect("a joint");
    match planner.edge(&[0.0], &[1e5]).expect("an edge") {
        Verdict::Undecided(meeting) => assert!(meeting.share < 0.002, "{meeting:?}"),
        other => panic!("{other:?}"),
    }
    let until = planner.clear_until(&[0.0], &[1e5]).expect("an edge");
    assert!(until > 0.0 && until < 0.002, "{until}");
    assert!(planner.edge(&[0.0], &[1.0]).expect("an edge").is_clear());
}

/// A bar meets a post on its way, and another one at the end, which is seen first. Wherever the work ends, the edge is not said
/// to be clear beyond the first.
#[test]
fn a_budget_leaves_no_contact_out() {
    let robot = hinge(Link::new("bar").with(ball(0.1), at(1.0, 0.0, 0.0)));
    let mut scene = scene("last", ball(0.1), at(3f64.cos(), 3f64.sin(), 0.0));
    scene
        .add("first", ball(0.1), at(1.8f64.cos(), 1.8f64.sin(), 0.0))
        .expect("a new name");
    // two balls of radius 0.1 at distance 1 from the axis
    let first = (1.8 - 2.0 * 0.1f64.asin()) / 3.0;
    for budget in 1..400 {
        let checker = checker(&robot, &scene, &Rules::new().budget(budget));
        let mut planner = checker.planner(&["hinge"]).expect("a joint");
        let until = planner.clear_until(&[0.0], &[3.0]).expect("an edge");
        assert!(until <= first + 1e-9, "{budget}: {until}, not {first}");
    }
}
