//! One-sided surfaces: what comes through from behind, in casts, walks and certificates, and what explains contacts.

use super::*;
use nalgebra::Point2;

/// The room is a cube whose walls look outward.
fn room() -> TriMesh<f64> {
    let points: [_; 8] = std::array::from_fn(|i| [0, 1, 2].map(|bit| [-2.0, 2.0][i >> bit & 1]));
    let faces = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let triangles = faces.map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    mesh(&points, triangles.as_flattened()).one_sided()
}

/// Somebody walks out through the wall in many steps, and is not stopped half way; coming back, the wall stops him.
#[test]
fn one_walks_out_of_a_room_but_not_in() {
    let room = still3(room());
    let walk = |query: Query<f64>, x: f64, speed: f64, end: f64| {
        let walker = Cuboid::new(vector![0.3, 0.8, 0.3]).unwrap();
        let walker = moving(walker, fly([x, 0.1, 0.2], [speed, 0.0, 0.0]));
        let answer = query.first_contact(&walker, &room, 0.0..=end).unwrap();
        answer.contact.map(|contact| contact.time)
    };
    let ignoring = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    for query in [Query::new(), ignoring] {
        for step in 0..40 {
            let stop = walk(query, 0.1 * f64::from(step), 1.0, 0.1);
            assert_eq!(stop, None, "step {step}");
        }
        let stop = walk(query, 4.0, -1.0, 4.0);
        assert!((stop.unwrap() - 1.7).abs() < 1e-6);
    }
    // who turns back half way, with less than half of him outside, goes in again
    assert_eq!(walk(ignoring, 1.9, -1.0, 1.0), None);
}

/// Rays and balls get out too, and not in.
#[test]
fn casts_out_of_a_room_miss_it() {
    let room = still3(room());
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
}

/// A surface that turns, and a visitor whose motion has no bounds of its speed: there is a contact from behind too.
#[test]
fn what_is_not_known_to_get_ahead_is_stopped() {
    let line = line(&[[4.0, 2.0], [-4.0, 2.0]]).one_sided();
    fn contact<M: Motion<f64, 2>, N: Motion<f64, 2>>(
        line: &Polyline<f64>,
        up: M,
        of_line: N,
    ) -> bool {
        let ball = moving(Ball::new(0.5).unwrap(), up);
        let line = MovingPieces::new(line, of_line);
        let answer = Query::new().first_contact(&ball, &line, 0.0..=1.5);
        answer.unwrap().contact.is_some()
    }
    let still = slide([0.0, 0.0], [0.0, 0.0], 0.0);
    // a ball that spins goes nowhere by that
    let up = slide([0.0, 0.0], [0.0, 4.0], 9.0);
    assert!(!contact(&line, up, still));
    assert!(!contact(&line, up, slide([0.0, 0.0], [0.0, 3.0], 0.0)));
    assert!(contact(&line, up, slide([0.0, 0.0], [0.0, 0.0], 1e-3)));
    let pose = |time: f64| Isometry2::translation(0.0, 4.0 * time);
    let free = FromFn::new(pose, |_: &Vector2<f64>, _, _| MotionBounds {
        acceleration: Some(0.0),
        speed: None,
    });
    assert!(contact(&line, free, still));
    // up through the line, and then down onto it or on: between knots nothing comes back, but after them it may
    for (start, velocity, comes_back) in [
        ([0.0, 8.0], [0.0, -4.0], true),
        ([-2.0, 0.0], [2.0, 4.0], false),
    ] {
        let ways = vec![
            slide([0.0, 0.0], [0.0, 4.0], 0.0),
            slide(start, velocity, 0.0),
        ];
        let path = Piecewise::new(vec![0.0, 1.0, 1.5], ways).unwrap();
        assert_eq!(contact(&line, path, still), comes_back);
    }
}

/// A certificate says which pieces are let pass, and its check finds out if they are not.
#[test]
fn a_certificate_that_lets_pass_is_checked() {
    let line = still2(line(&[[4.0, 2.0], [0.0, 2.0], [-4.0, 1.0]]).one_sided());
    let flies = |y, speed| moving(Ball::new(0.5).unwrap(), slide([0.1, y], [0.0, speed], 0.0));
    let up = flies(0.0, 4.0);
    let certified = Query::new().certify_first_contact(&up, &line, 0.0..=1.0);
    let (answer, certificate) = certified.unwrap();
    assert_eq!(answer.contact, None);
    certificate.verify(&up, &line, 0.0, 0.0..=1.0).unwrap();
    let down = flies(4.0, -4.0);
    assert!(certificate.verify(&down, &line, 0.0, 0.0..=1.0).is_err());
    let mut shorter = certificate.clone();
    for step in shorter.chapters.iter_mut().flat_map(|it| &mut it.steps) {
        if let ProofStep::LetsPass { end, .. } = step {
            *end = 0.5;
        }
    }
    let refused = shorter.verify(&up, &line, 0.0, 0.0..=1.0);
    let Err(PiecesCertificateError::NotLetPass { .. }) = refused else {
        panic!("{refused:?}");
    };
    // nor does it speak of two boxes
    let (start, end) = (0.0, 1.0);
    let mut whole = certificate.clone();
    whole.chapters[0].steps = vec![ProofStep::LetsPass { start, end }];
    assert!(whole.verify(&up, &line, 0.0, 0.0..=1.0).is_err());
}

/// A wall, and ground from its foot on to the right or to the left. Both look to the side where the ground is.
fn wall_and_ground(side: f64) -> Polyline<f64> {
    let mut points = [[0.0, 4.0], [0.0, 0.0], [1.0, 0.0], [9.0, 0.0]].map(|[x, y]| [x * side, y]);
    if side > 0.0 {
        points.reverse();
    }
    line(&points).one_sided()
}

/// Bodies that start in contact may get 0.005 deep.
fn sinking() -> Query<f64> {
    let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    query.target_distance(-0.005)
}

/// A ball that is half way in a wall does not get as deep in the ground as it may be in the wall.
#[test]
fn a_wall_that_is_come_through_explains_no_ground() {
    for side in [1.0, -1.0] {
        let line = still2(wall_and_ground(side));
        for x in [0.05, 0.2, 0.35] {
            let falls = slide([x * side, 1.0], [0.0, -1.0], 0.0);
            let ball = moving(Ball::new(0.4).unwrap(), falls);
            let answer = sinking().first_contact(&ball, &line, 0.0..=1.0).unwrap();
            let time = answer.contact.unwrap().time;
            assert!((time - 0.605).abs() < 1e-6, "{time:?} at {x}");
        }
    }
}

/// A ball that starts in a wall and a little in the ground rolls over an inner point of the ground, and then falls. It may
/// get as deep as it was in the ground, and not as deep as it was in the wall.
#[test]
fn a_wall_that_is_left_does_not_say_how_deep_one_may_get_in_the_ground() {
    let (radius, deep, tolerance) = (0.4, 0.006, 1e-3);
    for side in [1.0, -1.0] {
        let line = still2(wall_and_ground(side));
        for x in [0.2, 0.35] {
            let rolls = slide([x * side, radius - deep], [4.0 * side, 0.0], 0.0);
            let corner = [(x + 2.0) * side, radius - deep + 0.5];
            let falls = slide(corner, [0.0, -1.0], 0.0);
            let motion = Piecewise::new(vec![0.0, 0.5, 1.0], vec![rolls, falls]).unwrap();
            let ball = moving(Ball::new(radius).unwrap(), motion);
            let query = sinking().tolerance(tolerance);
            let answer = query.first_contact(&ball, &line, 0.0..=1.0).unwrap();
            let sunk = answer.contact.unwrap().time - 0.5;
            // there is room for two tolerances
            assert!(sunk > 0.0 && sunk < 3.0 * tolerance, "{sunk} from {x}");
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
    // inner points at every quarter and a twentieth
    let points: [_; 40] = std::array::from_fn(|k| [0.05 + 0.25 * (19.0 - k as f64), 0.0]);
    let ground = still2(line(&points).one_sided());
    for start in [0.0, 0.06, 0.1, 0.19] {
        // the left end is deep, the right one a little deeper than is allowed
        let tilt = ((deep - 0.006) / 2.0_f64).asin();
        let center = vector![start - 1.0 + tilt.cos(), radius - deep + tilt.sin()];
        let pose = Isometry2::new(center, tilt);
        let turn = ConstantVelocity::new(pose, vector![1.0, 0.0], -0.015).unwrap();
        let turn = turn.about(vector![-1.0, 0.0]).unwrap();
        let bar = MovingPieces::new(&bar, turn);
        let query = sinking().tolerance(tolerance);
        let answer = query.first_contact(&bar, &ground, 0.0..=1.0).unwrap();
        let contact = answer.contact.unwrap();
        assert_eq!(contact.pieces.0, 1, "{contact:?}");
        let right = turn.pose(contact.time) * Point2::new(1.0, 0.0);
        let depth = radius - right.y;
        // it began at 0.006, and has room for two tolerances
        assert!(depth < 0.006 + 3.0 * tolerance, "{depth} from {start} on");
    }
}
