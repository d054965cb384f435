//! What changes on a living checker: objects that are held and left again, pairs that may touch, surfaces.

use nalgebra::Vector3;
use photofinish::shape::Cuboid;
use photofinish_robot::{Checker, MovingObject, Rules};

use crate::bad_input::refused;
use crate::build::{at, ball, body, checker, impact, path, scene, slider};
use crate::planner::{clear_until, edge};

/// Returns a car on a rail in a scene with a post, which it touches on its way.
fn car_and_post() -> Checker {
    let post = scene("post", ball(0.1), at(1.0, 0.0, 0.0));
    checker(&slider(body("car", ball(0.1))), &post, &Rules::new())
}

/// A car takes a load with it, over which it may not roll before and after. Where it holds it, the load touches the post first.
#[test]
fn an_object_is_held_and_left_again() {
    let mut living = car_and_post();
    let added = living.add_object(body("load", ball(0.1)), at(0.15, 0.0, 0.0));
    added.expect("a new name");
    let added = living.add_points("dust", &[0.0, 0.4, 0.0], 0.01);
    added.expect("points");
    let until = |checker: &Checker| clear_until(checker, "rail", [0.0, 1.0]);
    assert_eq!(until(&living), 0.0);
    let held = living.attach_object("load", "car", at(0.15, 0.0, 0.0), &[]);
    held.expect("an object");
    assert!((until(&living) - 0.65).abs() < 1e-6);
    // what is held is heeded by whole checks, too, and by what moves
    let met = impact(&living, &path(&[0.0, 1.0])).expect("the load meets the post");
    assert_eq!([&met.between.link, &met.between.other], ["load", "post"]);
    let mut other = slider(body("other", ball(0.1)));
    other.set_base(at(0.7, 0.0, 0.0)).expect("a pose");
    let others = MovingObject::links(&other, &path(&[0.0, 0.0])).expect("a path");
    let met = living.first_among(&path(&[0.0, 1.0]), &others);
    let met = met.expect("a path").expect("the load meets the other");
    assert!((met.time - 0.35).abs() < 1e-6 && met.between.link == "load");
    let left = living.detach_object("load", at(0.0, 0.4, 0.0));
    left.expect("it is held");
    assert!((until(&living) - 0.8).abs() < 1e-6);
    // edits go on where the object was left
    let moved = living.move_object("load", at(0.6, 0.0, 0.0));
    moved.expect("an object");
    assert!((until(&living) - 0.4).abs() < 1e-6);
    living.remove_object("load").expect("an object");
    assert!((until(&living) - 0.8).abs() < 1e-6);
}

#[test]
fn what_is_not_there_is_neither_held_nor_allowed() {
    let mut living = car_and_post();
    let added = living.add_points("dust", &[0.0, 5.0, 0.0], 0.1);
    added.expect("points");
    let here = at(0.0, 0.0, 0.0);
    let no_object = "there is no object of the scene, other than a cloud, named";
    let load = living.attach_object("load", "car", here, &[]);
    refused(load, &format!("{no_object} \"load\""));
    let dust = living.move_object("dust", here);
    refused(dust, &format!("{no_object} \"dust\""));
    let car = living.remove_object("car");
    refused(car, "there is no object of the scene named \"car\"");
    // an object that nobody holds
    let post = living.detach_object("post", here);
    refused(post, "there is no attached object named \"post\"");
    let neither = "there is neither a link nor an object named \"pots\": did you mean `post`?";
    refused(living.allow("car", "pots"), neither);
    let no_link = "there is no link named \"cart\": did you mean `car`?";
    refused(living.attach_object("post", "cart", here, &[]), no_link);
    let no_points = "\"more\": 4 coordinates cannot be those of points, which have 3 each";
    refused(living.add_points("more", &[0.0; 4], 0.1), no_points);
    let surface = living.add_surface("more", &[0.0; 9], &[[0, 1, 3]]);
    let no_vertex = "\"more\": a triangle has vertex 3, but there are 3";
    refused(surface, no_vertex);
    // rules name bodies: an object with the name of a link would be allowed to touch what that link may
    let two = "there are two collision objects named \"car\"";
    refused(living.add_object(body("car", ball(0.1)), here), two);
    refused(living.add_points("car", &[2.0, 0.0, 0.0], 0.1), two);
    refused(living.add_voxels("car", &[2.0, 0.0, 0.0], 0.1), two);
    let robot = slider(body("car", ball(0.1)));
    refused(Checker::new(&robot, &scene("car", ball(0.1), here)), two);
    // an error changes nothing
    assert!(edge(&living, "rail", [0.0, 1.0]).is_contact());
}

#[test]
fn pairs_are_allowed_and_forbidden_again() {
    let mut living = car_and_post();
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
    // the car meets one triangle alone
    let corners = [[-1.0, -0.5], [1.0, -0.5], [1.0, 1.5], [-1.0, 1.5]];
    let square = |x: f64| corners.map(|[y, z]| [x, y, z]).concat();
    let vertices = [square(-0.5), square(0.5)].concat();
    let triangles = [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]];
    let solid = Cuboid::new(Vector3::repeat(0.1)).expect("a size");
    let cell = scene("solid", solid, at(0.0, 1.0, 0.0));
    let mut living = checker(&slider(body("car", ball(0.1))), &cell, &Rules::new());
    for _ in 0..2 {
        assert!(edge(&living, "rail", [0.0, 5.0]).is_clear());
        let added = living.add_surface("walls", &vertices, &triangles);
        added.expect("triangles");
        assert!(edge(&living, "rail", [-0.39, 0.39]).is_clear());
        assert!(edge(&living, "rail", [0.0, 0.41]).is_contact());
        assert!(edge(&living, "rail", [0.0, -0.41]).is_contact());
        assert!(edge(&living, "rail", [0.7, 5.0]).is_clear());
        living.remove_object("walls").expect("an object");
    }
}
