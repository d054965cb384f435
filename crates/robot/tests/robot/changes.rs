//! What changes on a living checker: objects that are held and left again, pairs that may touch, surfaces.

use nalgebra::{Isometry3, Vector3};
use photofinish::shape::Cuboid;
use photofinish_robot::{Checker, Link, MovingObject, Path, RobotError, Rules, Scene, Verdict};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::build::{at, ball, body, checker, scene, slider};
use crate::generate::direction;
use crate::spec::Spec;

fn edge(checker: &Checker, joint: &str, ends: [f64; 2]) -> Verdict {
    let mut planner = checker.planner(&[joint]).expect("a joint");
    planner.edge(&[ends[0]], &[ends[1]]).expect("an edge")
}

/// A car takes a load with it, over which it may not roll before and after. Where it holds it, the load touches the post first.
#[test]
fn an_object_is_held_and_left_again() {
    let slider = slider(body("car", ball(0.1)));
    let mut cell = scene("post", ball(0.1), at(1.0, 0.0, 0.0));
    cell.add("load", ball(0.1), at(0.15, 0.0, 0.0))
        .expect("a new name");
    cell.add_points("dust", &[0.0, 0.4, 0.0], 0.01)
        .expect("points");
    let mut living = checker(&slider, &cell, &Rules::new());
    let until = |checker: &Checker| {
        let mut planner = checker.planner(&["rail"]).expect("a joint");
        planner.clear_until(&[0.0], &[1.0]).expect("an edge")
    };
    assert_eq!(until(&living), 0.0);
    living
        .attach_object("load", "car", at(0.15, 0.0, 0.0), &[])
        .expect("an object");
    assert!((until(&living) - 0.65).abs() < 1e-6);
    // what is held is heeded by whole checks, too, and by what moves
    let impact = living
        .check(&Path::new(vec![vec![0.0], vec![1.0]]))
        .expect("a path");
    let between = &impact.impact().expect("the load meets the post").between;
    assert_eq!(
        (between.link.as_str(), between.other.as_str()),
        ("load", "post")
    );
    let still = Path::new(vec![vec![0.0], vec![0.0]]);
    let mut other = self::slider(body("other", ball(0.1)));
    other.set_base(at(0.7, 0.0, 0.0)).expect("a pose");
    let others = MovingObject::links(&other, &still).expect("a path");
    let met = living.first_among(&Path::new(vec![vec![0.0], vec![1.0]]), &others);
    let met = met.expect("a path").expect("the load meets the other");
    assert!((met.time - 0.35).abs() < 1e-6 && met.between.link == "load");
    living
        .detach_object("load", at(0.0, 0.4, 0.0))
        .expect("it is held");
    assert!((until(&living) - 0.8).abs() < 1e-6);
    // edits go on where the object was left
    living
        .move_object("load", at(0.6, 0.0, 0.0))
        .expect("an object");
    assert!((until(&living) - 0.4).abs() < 1e-6);
    living.remove_object("load").expect("an object");
    assert!((until(&living) - 0.8).abs() < 1e-6);
}

#[test]
fn what_is_not_there_is_neither_held_nor_allowed() {
    let slider = slider(body("car", ball(0.1)));
    let mut living = checker(
        &slider,
        &scene("post", ball(0.1), at(1.0, 0.0, 0.0)),
        &Rules::new(),
    );
    living
        .add_points("dust", &[0.0, 5.0, 0.0], 0.1)
        .expect("points");
    let here = at(0.0, 0.0, 0.0);
    for (found, expected) in [
        (
            living.attach_object("load", "car", here, &[]),
            "there is no object of the scene, other than a cloud, named \"load\"",
        ),
        (
            living.move_object("dust", here),
            "there is no object of the scene, other than a cloud, named \"dust\"",
        ),
        (
            living.remove_object("car"),
            "there is no object of the scene named \"car\"",
        ),
        // an object that nobody holds
        (
            living.detach_object("post", here),
            "there is no attached object named \"post\"",
        ),
        (
            living.allow("car", "pots"),
            "there is neither a link nor an object named \"pots\": did you mean `post`?",
        ),
    ] {
        assert_eq!(found.expect_err(expected).to_string(), expected);
    }
    let uneven = living.add_points("more", &[0.0; 4], 0.1);
    let message = "\"more\": 4 coordinates cannot be those of points, which have 3 each";
    assert_eq!(uneven.expect_err(message).to_string(), message);
    let wrong = living.attach_object("post", "cart", at(0.0, 0.0, 0.0), &[]);
    assert!(matches!(wrong, Err(RobotError::UnknownLink { .. })));
    // an error changes nothing
    assert!(edge(&living, "rail", [0.0, 1.0]).is_contact());
}

#[test]
fn pairs_are_allowed_and_forbidden_again() {
    let slider = slider(body("car", ball(0.1)));
    let mut living = checker(
        &slider,
        &scene("post", ball(0.1), at(1.0, 0.0, 0.0)),
        &Rules::new(),
    );
    living.allow("car", "post").expect("a link and an object");
    assert!(edge(&living, "rail", [0.0, 1.0]).is_clear());
    living.forbid("car", "post").expect("a link and an object");
    assert!(edge(&living, "rail", [0.0, 1.0]).is_contact());
    // what is held may touch its link, whatever is forbidden
    let held = living.attach_object("post", "car", at(0.1, 0.0, 0.0), &[]);
    held.expect("an object");
    living.forbid("car", "post").expect("both are links now");
    assert!(edge(&living, "rail", [0.0, 1.0]).is_clear());
}

/// A sheet of triangles has nothing inside: a ball may be between two of them, and touches neither.
#[test]
fn a_surface_is_no_solid() {
    let square = |x: f64| {
        // the car meets one triangle alone
        let corners = [[-1.0, -0.5], [1.0, -0.5], [1.0, 1.5], [-1.0, 1.5]];
        corners.map(|[y, z]| [x, y, z]).concat()
    };
    let vertices = [square(-0.5), square(0.5)].concat();
    let triangles = [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]];
    let mut cell = Scene::new();
    cell.add_surface("walls", &vertices, &triangles)
        .expect("triangles");
    cell.add(
        "solid",
        Cuboid::new(Vector3::repeat(0.1)).expect("a size"),
        at(0.0, 1.0, 0.0),
    )
    .expect("a new name");
    let mut living = checker(&slider(body("car", ball(0.1))), &cell, &Rules::new());
    assert!(edge(&living, "rail", [-0.39, 0.39]).is_clear());
    assert!(edge(&living, "rail", [0.0, 0.41]).is_contact());
    assert!(edge(&living, "rail", [0.0, -0.41]).is_contact());
    assert!(edge(&living, "rail", [0.7, 5.0]).is_clear());
    living.remove_object("walls").expect("an object");
    assert!(edge(&living, "rail", [0.0, 5.0]).is_clear());
    living
        .add_surface("walls", &vertices, &triangles)
        .expect("triangles");
    assert!(edge(&living, "rail", [0.0, 5.0]).is_contact());
    let wrong = cell.add_surface("more", &vertices, &[[0, 1, 8]]);
    assert!(matches!(
        wrong,
        Err(RobotError::UnknownVertex {
            vertex: 8,
            vertices: 8,
            ..
        })
    ));
}

/// Many random triangles are as pieces of an object.
#[test]
fn surfaces_are_as_their_triangles_one_by_one() {
    let mut contacts = 0;
    for seed in 0..60 {
        let spec = Spec::random(seed);
        let mut rng = StdRng::seed_from_u64(seed);
        let [mut surface, mut pieces] = [spec.scene(), spec.scene()];
        let (mut vertices, mut object) = (Vec::new(), Link::new("sheet"));
        let triangles: Vec<_> = (0..60).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        for _ in &triangles {
            let middle = direction(&mut rng).into_inner() * rng.random_range(0.6..1.4);
            let corners: [Vector3<f64>; 3] =
                std::array::from_fn(|_| middle + 0.1 * direction(&mut rng).into_inner());
            corners
                .iter()
                .for_each(|corner| vertices.extend_from_slice(corner.as_slice()));
            let triangle = photofinish::shape::Triangle::new(corners).expect("corners");
            object = object.with(triangle, Isometry3::identity());
        }
        surface
            .add_surface("sheet", &vertices, &triangles)
            .expect("triangles");
        pieces
            .add_object(object, Isometry3::identity())
            .expect("a new name");
        let rules = Rules::new().accuracy(1.0).allow_nothing_to_check();
        let [surface, pieces] =
            [surface, pieces].map(|scene| checker(&spec.robot(), &scene, &rules));
        let joints: Vec<_> = surface.robot().coordinates().map(str::to_owned).collect();
        for ends in spec.path.positions.windows(2) {
            let path = Path::new(ends.to_vec());
            let checked = pieces.check(&path).expect("a path");
            assert_eq!(
                surface.check(&path).expect("a path").outcome,
                checked.outcome
            );
            let mut planner = surface.planner(&joints).expect("joints");
            let verdict = planner.edge(&ends[0], &ends[1]).expect("an edge");
            assert_eq!(verdict.is_clear(), checked.is_clear(), "seed {seed}");
            assert_eq!(verdict.is_contact(), !checked.is_clear(), "seed {seed}");
            contacts += u32::from(verdict.is_contact());
        }
    }
    assert!(contacts > 30, "{contacts}");
}
