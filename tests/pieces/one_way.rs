//! One-sided surfaces: what comes through from behind, in casts, walks and certificates, and what explains contacts.

use nalgebra::{Isometry2, Isometry3, Point2, Vector2, Vector3, vector};
use photofinish::cast::Ray;
use photofinish::motion::{AtRest, ConstantVelocity, FromFn, Motion, MotionBounds, Piecewise};
use photofinish::pieces::{
    Compound, Convex, MovingPieces, PiecesCertificateError, Polyline, ProofStep, TriMesh,
};
use photofinish::shape::{Ball, Cuboid};
use photofinish::support::Posed;
use photofinish::{InitialContact, Query};

use crate::bodies::slide;

/// The room is a cube whose walls look outward.
fn room() -> TriMesh<f64> {
    let point = |i: u32| {
        let sign = |bit: u32| if i >> bit & 1 == 0 { -2.0 } else { 2.0 };
        vector![sign(0), sign(1), sign(2)]
    };
    let faces = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let triangles = faces
        .iter()
        .flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
    TriMesh::new((0..8).map(point).collect(), triangles.collect())
        .unwrap()
        .one_sided()
}

/// Somebody walks out through the wall in many steps, and is not stopped half way; coming back, the wall stops him.
#[test]
fn one_walks_out_of_a_room_but_not_in() {
    let room = room();
    let room = MovingPieces::new(&room, AtRest::new(Isometry3::identity()).unwrap());
    let walker = Convex::new(Cuboid::new(vector![0.3, 0.8, 0.3]).unwrap()).unwrap();
    let walk = |x: f64, speed: f64| {
        let pose = Isometry3::translation(x, 0.1, 0.2);
        ConstantVelocity::new(pose, vector![speed, 0.0, 0.0], Vector3::zeros()).unwrap()
    };
    for policy in [InitialContact::Stop, InitialContact::IgnoreSeparating] {
        let query = Query::new().initial_contact(policy);
        for step in 0..40 {
            let out = MovingPieces::new(&walker, walk(0.1 * f64::from(step), 1.0));
            let answer = query.first_contact(&out, &room, 0.0..=0.1).unwrap();
            assert_eq!(answer.contact, None, "step {step}");
        }
        let back = MovingPieces::new(&walker, walk(4.0, -1.0));
        let stop = query.first_contact(&back, &room, 0.0..=4.0).unwrap();
        assert!((stop.contact.unwrap().time - 1.7).abs() < 1e-6);
    }
    // so do rays and balls, from both sides
    for (from, far) in [(-5.0, Some(3.0)), (0.1, None)] {
        let place = vector![from, 0.1, 0.2];
        let ray = Ray::new(place, Vector3::x()).unwrap();
        let ball = Posed::new(Ball::new(0.5).unwrap(), &Isometry3::from(place)).unwrap();
        let query = Query::new();
        let ray = query.cast_ray_at_pieces(&ray, &room, 0.0, 9.0).unwrap();
        let ball = query.cast_shape_at_pieces(&ball, Vector3::x(), &room, 0.0, 9.0);
        let ray = ray.cast.hit().map(|hit| hit.distance);
        let ball = ball.unwrap().cast.hit().map(|hit| hit.distance + 0.5);
        for found in [ray, ball] {
            assert_eq!(found.is_some(), far.is_some());
            assert!((found.unwrap_or(0.0) - far.unwrap_or(0.0)).abs() < 1e-6);
        }
    }
    // who turns back half way, with less than half of him outside, goes in again
    let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    let back = MovingPieces::new(&walker, walk(1.9, -1.0));
    let answer = query.first_contact(&back, &room, 0.0..=1.0).unwrap();
    assert_eq!(answer.contact, None);
}

/// A surface that turns, and one whose motion or whose visitor's motion has no bounds of its speed, is touched from both sides.
#[test]
fn what_is_not_known_to_get_ahead_is_stopped() {
    let line = Polyline::open(vec![vector![4.0, 2.0], vector![-4.0, 2.0]])
        .unwrap()
        .one_sided();
    let ball = Convex::new(Ball::new(0.5).unwrap()).unwrap();
    let up = MovingPieces::new(&ball, slide::<f64>([0.0, 0.0], [0.0, 4.0], 9.0));
    let query = Query::new();
    let still = MovingPieces::new(&line, AtRest::new(Isometry2::identity()).unwrap());
    let passes = |motion| {
        let line = MovingPieces::new(&line, motion);
        let answer = query.first_contact(&up, &line, 0.0..=1.0).unwrap();
        answer.contact.is_none()
    };
    // a ball that spins goes nowhere by that
    assert!(passes(slide([0.0, 0.0], [0.0, 0.0], 0.0)));
    assert!(passes(slide([0.0, 0.0], [0.0, 3.0], 0.0)));
    assert!(!passes(slide([0.0, 0.0], [0.0, 0.0], 1e-3)));
    let pose = |time: f64| Isometry2::translation(0.0, 4.0 * time);
    let free = FromFn::new(pose, |_: &Vector2<f64>, _, _| MotionBounds {
        acceleration: Some(0.0),
        speed: None,
    });
    let free = MovingPieces::new(&ball, free);
    let answer = query.first_contact(&free, &still, 0.0..=1.0).unwrap();
    assert!(answer.contact.is_some());
    // up through the line, and down onto it: between its knots it does not come back, but after them it does
    let up_and_down = |knot: f64| {
        let down = slide::<f64>([0.0, 8.0 * knot], [0.0, -4.0], 0.0);
        let path = Piecewise::new(
            vec![0.0, knot, 1.5],
            vec![slide([0.0, 0.0], [0.0, 4.0], 0.0), down],
        )
        .unwrap();
        let ball = MovingPieces::new(&ball, path);
        let answer = query.first_contact(&ball, &still, 0.0..=1.5).unwrap();
        answer.contact.is_some()
    };
    assert!(up_and_down(1.0));
    let steps = vec![
        slide::<f64>([0.0, 0.0], [1.0, 4.0], 0.0),
        slide([-1.0, 0.0], [2.0, 4.0], 0.0),
    ];
    let path = Piecewise::new(vec![0.0, 1.0, 1.5], steps).unwrap();
    let ball = MovingPieces::new(&ball, path);
    let answer = query.first_contact(&ball, &still, 0.0..=1.5).unwrap();
    assert_eq!(answer.contact, None);
}

/// A certificate says which pieces are let pass, and its check finds out if they are not.
#[test]
fn a_certificate_that_lets_pass_is_checked() {
    let line = Polyline::open(vec![
        vector![4.0, 2.0],
        vector![0.0, 2.0],
        vector![-4.0, 1.0],
    ])
    .unwrap()
    .one_sided();
    let line = MovingPieces::new(&line, AtRest::new(Isometry2::identity()).unwrap());
    let ball = Convex::new(Ball::new(0.5).unwrap()).unwrap();
    let up = MovingPieces::new(&ball, slide::<f64>([0.1, 0.0], [0.0, 4.0], 0.0));
    let (answer, certificate) = Query::new()
        .certify_first_contact(&up, &line, 0.0..=1.0)
        .unwrap();
    assert_eq!(answer.contact, None);
    certificate.verify(&up, &line, 0.0, 0.0..=1.0).unwrap();
    let down = MovingPieces::new(&ball, slide::<f64>([0.1, 4.0], [0.0, -4.0], 0.0));
    assert!(certificate.verify(&down, &line, 0.0, 0.0..=1.0).is_err());
    let mut shorter = certificate.clone();
    let steps = shorter
        .chapters
        .iter_mut()
        .flat_map(|chapter| &mut chapter.steps);
    for step in steps {
        if let ProofStep::LetsPass { end, .. } = step {
            *end = 0.5;
        }
    }
    let refused = shorter.verify(&up, &line, 0.0, 0.0..=1.0);
    let is_found = matches!(refused, Err(PiecesCertificateError::NotLetPass { .. }));
    assert!(is_found, "{refused:?}");
    // nor does it speak of two boxes
    let mut whole = certificate.clone();
    whole.chapters[0].steps = vec![ProofStep::LetsPass {
        start: 0.0,
        end: 1.0,
    }];
    assert!(whole.verify(&up, &line, 0.0, 0.0..=1.0).is_err());
}

/// A wall, and ground from its foot on to the right or to the left. Both look to the side where the ground is.
fn wall_and_ground(side: f64) -> Polyline<f64> {
    let mut points: Vec<_> = [[0.0, 4.0], [0.0, 0.0], [1.0, 0.0], [9.0, 0.0]]
        .map(|[x, y]| vector![x * side, y])
        .into();
    if side > 0.0 {
        points.reverse();
    }
    Polyline::open(points).unwrap().one_sided()
}

/// A ball that is half way in a wall does not get as deep in the ground as it may be in the wall.
#[test]
fn a_wall_that_is_come_through_explains_no_ground() {
    let ball = Convex::new(Ball::new(0.4).unwrap()).unwrap();
    let query = Query::new()
        .initial_contact(InitialContact::IgnoreSeparating)
        .target_distance(-0.005);
    for side in [1.0, -1.0] {
        let line = wall_and_ground(side);
        let line = MovingPieces::new(&line, AtRest::new(Isometry2::identity()).unwrap());
        for x in [0.05, 0.2, 0.35] {
            let falls = slide::<f64>([x * side, 1.0], [0.0, -1.0], 0.0);
            let ball = MovingPieces::new(&ball, falls);
            let answer = query.first_contact(&ball, &line, 0.0..=1.0).unwrap();
            let time = answer.contact.map(|contact| contact.time);
            let is_ground = time.is_some_and(|time| (time - 0.605).abs() < 1e-6);
            assert!(is_ground, "{time:?} at {x}");
        }
    }
}

/// A ball that starts in a wall and a little in the ground rolls over an inner point of the ground, and then falls. It may
/// get as deep as it was in the ground, and not as deep as it was in the wall.
#[test]
fn a_wall_that_is_left_does_not_say_how_deep_one_may_get_in_the_ground() {
    let (radius, deep, tolerance) = (0.4, 0.006, 1e-3);
    let ball = Convex::new(Ball::new(radius).unwrap()).unwrap();
    let query = Query::new()
        .initial_contact(InitialContact::IgnoreSeparating)
        .target_distance(-0.005)
        .tolerance(tolerance);
    for side in [1.0, -1.0] {
        let line = wall_and_ground(side);
        let line = MovingPieces::new(&line, AtRest::new(Isometry2::identity()).unwrap());
        for x in [0.2, 0.35] {
            let rolls = slide::<f64>([x * side, radius - deep], [4.0 * side, 0.0], 0.0);
            let corner = [(x + 2.0) * side, radius - deep + 0.5];
            let falls = slide::<f64>(corner, [0.0, -1.0], 0.0);
            let motion = Piecewise::new(vec![0.0, 0.5, 1.0], vec![rolls, falls]).unwrap();
            let ball = MovingPieces::new(&ball, motion);
            let answer = query.first_contact(&ball, &line, 0.0..=1.0).unwrap();
            let contact = answer.contact.unwrap();
            let depth = deep + contact.time - 0.5;
            // there is room for two tolerances
            assert!(depth < deep + 3.0 * tolerance, "{depth} from {x}");
            assert!(depth > deep, "{depth} from {x}");
        }
    }
}

/// Of two balls on one bar, one lies deep in the ground and stays there. The other one, which slides over an inner point,
/// may not get as deep for that.
#[test]
fn what_one_piece_of_a_body_is_deep_in_explains_nothing_of_another_piece() {
    let (radius, deep, tolerance) = (0.1, 0.05, 1e-3);
    let end = Ball::new(radius).unwrap();
    let ends = [-1.0, 1.0].map(|x| Posed::new(end, &Isometry2::translation(x, 0.0)).unwrap());
    let bar = Compound::new(ends.to_vec()).unwrap();
    // inner points at every whole number and a twentieth
    let points = (-20..20)
        .rev()
        .map(|k| vector![0.05 + 0.25 * f64::from(k), 0.0]);
    let ground = Polyline::open(points.collect()).unwrap().one_sided();
    let ground = MovingPieces::new(&ground, AtRest::new(Isometry2::identity()).unwrap());
    let query = Query::new()
        .initial_contact(InitialContact::IgnoreSeparating)
        .target_distance(-0.005)
        .tolerance(tolerance);
    for start in [0.0, 0.06, 0.1, 0.19] {
        // the left end is deep, the right one a little deeper than is allowed
        let tilt = ((deep - 0.006) / 2.0_f64).asin();
        let left = vector![start - 1.0, radius - deep];
        let center = left + vector![tilt.cos(), tilt.sin()];
        let pose = Isometry2::new(center, tilt);
        let turn = ConstantVelocity::new(pose, vector![1.0, 0.0], -0.015).unwrap();
        let turn = turn.about(vector![-1.0, 0.0]).unwrap();
        let bar = MovingPieces::new(&bar, turn);
        let answer = query.first_contact(&bar, &ground, 0.0..=1.0).unwrap();
        let contact = answer.contact.unwrap();
        assert_eq!(contact.pieces.0, 1, "{contact:?}");
        let right = turn.pose(contact.time) * Point2::new(1.0, 0.0);
        let depth = radius - right.y;
        // it began at 0.006, and has room for two tolerances
        assert!(depth < 0.006 + 3.0 * tolerance, "{depth} from {start} on");
    }
}
