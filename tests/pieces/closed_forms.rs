//! Contacts whose time follows from a formula.

use nalgebra::{Isometry2, Isometry3, Vector2, Vector3, vector};
use photofinish::motion::{AtRest, ConstantVelocity};
use photofinish::pieces::{Compound, Convex, MovingPieces, Pieces, Polyline, TriMesh};
use photofinish::shape::{Ball, Cuboid};
use photofinish::support::Posed;
use photofinish::{Query, Real};

use crate::bodies::{comb, slide};

/// A ball that falls on a wavy field meets the triangle under it when the formula says so.
fn a_ball_falls_on_a_slope<T: Real>(early: f64) {
    // a slope of one half along x: the ball's lowest reach is its radius times the root of 5/4
    let heights: Vec<T> = (0..40 * 40)
        .map(|i| T::of(0.5 * f64::from(i % 40)))
        .collect();
    let field = TriMesh::height_field(&heights, 40, [T::one(), T::one()]).unwrap();
    let field = MovingPieces::new(&field, AtRest::new(Isometry3::identity()).unwrap());
    let ball = Convex::new(Ball::new(T::of(0.25)).unwrap()).unwrap();
    for (x, z) in [(3.3, 7.1), (20.7, 30.2), (38.4, 0.3), (11.9, 11.6)] {
        let start = Isometry3::translation(T::of(x), T::of(30.0), T::of(z));
        let down = vector![T::zero(), T::of(-10.0), T::zero()];
        let fall = ConstantVelocity::new(start, down, Vector3::zeros()).unwrap();
        let falling = MovingPieces::new(&ball, fall);
        let during = T::zero()..=T::of(5.0);
        let answer = Query::new()
            .first_contact(&falling, &field, during)
            .unwrap();
        let contact = answer.contact.expect("there is ground everywhere");
        let expected = (30.0 - 0.5 * x - 0.25 * 1.25f64.sqrt()) / 10.0;
        let time = contact.time.as_f64();
        assert!(
            time <= expected && time > expected - early,
            "{x} {z}: {time} {expected}"
        );
        // it touches uphill of its middle
        let touched = x + 0.25 * 0.2f64.sqrt();
        let cell = z as u32 * 39 + touched as u32;
        assert_eq!(contact.pieces.1 / 2, cell);
    }
}

#[test]
fn a_ball_falls_on_a_slope_in_time() {
    a_ball_falls_on_a_slope::<f64>(1e-8);
    a_ball_falls_on_a_slope::<f32>(1e-4);
}

/// A comb pushed into another one between its teeth is stopped by the right tooth at the right time.
fn combs_meet<T: Real>(early: f64) {
    let comb = comb::<T>(50);
    let below = MovingPieces::new(&comb, AtRest::new(Isometry2::identity()).unwrap());
    // upside down, its teeth over the gaps: their tips reach the floor of the gaps, at y = 0
    let over = Isometry2::new(vector![T::of(20.0), T::of(3.0)], T::pi());
    let fall = ConstantVelocity::new(over, vector![T::zero(), -T::one()], T::zero()).unwrap();
    let above = MovingPieces::new(&comb, fall);
    let during = T::zero()..=T::of(4.0);
    let answer = Query::new()
        .first_contact(&above, &below, during.clone())
        .unwrap();
    let contact = answer.contact.expect("the combs are pushed together");
    // a tip at 19.75 - k is over a gap, from 0.5 to 1 after a tooth, so its point meets the line at y = 0; at the same
    // time the tips of the lower comb meet the lines of the upper one
    let time = contact.time.as_f64();
    assert!(time <= 2.0 && time > 2.0 - early, "{time}");
    let (of_a, of_b) = (contact.pieces.0 % 3, contact.pieces.1 % 3);
    assert!(
        (of_a == 2) != (of_b == 2),
        "a tip and a line from one tooth to the next: {:?}",
        contact.pieces
    );
    let all = Query::new().all_contacts(&above, &below, during).unwrap();
    // pieces within the tolerance of each other may be proven free, but not after the contact of others
    assert!(time - all.contacts[0].time.as_f64() < early);
}

#[test]
fn combs_meet_between_their_teeth() {
    combs_meet::<f64>(1e-6);
    combs_meet::<f32>(2e-3);
}

/// A hook that turns many times meets a pin only in the turn in which the pin has come near enough.
#[test]
fn a_hook_that_turns_meets_a_pin_in_the_right_turn() {
    // a bar from the centre with a short bar across its end
    let bar = Cuboid::new(vector![0.5, 0.05, 0.05]).unwrap();
    let cross = Cuboid::new(vector![0.05, 0.3, 0.05]).unwrap();
    let place = |x: f64| Isometry3::translation(x, 0.0, 0.0);
    let hook = Compound::new(vec![
        Posed::new(bar, &place(0.5)).unwrap(),
        Posed::new(cross, &place(1.0)).unwrap(),
    ])
    .unwrap();
    let turns = 8.0;
    let turn = vector![0.0, 0.0, std::f64::consts::TAU * turns];
    let turn = ConstantVelocity::new(Isometry3::identity(), Vector3::zeros(), turn).unwrap();
    let hook = MovingPieces::new(&hook, turn);
    // the farthest point of the hook is at (1.05, 0.3); the pin comes nearer along the x axis
    let reach = 1.05f64.hypot(0.3);
    let pin = Convex::new(Ball::new(0.02).unwrap()).unwrap();
    let come =
        ConstantVelocity::new(place(2.0), vector![-1.2, 0.0, 0.0], Vector3::zeros()).unwrap();
    let pin = MovingPieces::new(&pin, come);
    let answer = Query::new().first_contact(&hook, &pin, 0.0..=1.0).unwrap();
    let contact = answer
        .contact
        .expect("the pin comes into the way of the hook");
    assert_eq!(contact.pieces, (1, 0));
    // not before the pin is in reach, and at most one turn later
    let in_reach = (2.0 - 0.02 - reach) / 1.2;
    assert!(contact.time >= in_reach && contact.time <= in_reach + 1.0 / turns);
    // no earlier contact of any piece: sampled densely
    for step in 0..40_000 {
        let time = contact.time * f64::from(step) / 40_000.0;
        let angle = std::f64::consts::TAU * turns * time;
        let pin =
            Isometry3::rotation(vector![0.0, 0.0, -angle]) * vector![2.0 - 1.2 * time, 0.0, 0.0];
        let outside = |x: f64, half: [f64; 3]| {
            let d = vector![pin.x - x, pin.y, pin.z].abs() - Vector3::from(half);
            d.map(|d| d.max(0.0)).norm() > 0.02
        };
        assert!(outside(0.5, [0.5, 0.05, 0.05]) && outside(1.0, [0.05, 0.3, 0.05]));
    }
}

/// A ball in a closed room of walls flies until it meets one from within.
#[test]
fn a_surface_is_touched_from_both_sides() {
    let corners = vec![[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]];
    let room = Polyline::closed(corners.into_iter().map(|[x, y]| vector![x, y]).collect()).unwrap();
    let room = MovingPieces::new(&room, AtRest::new(Isometry2::identity()).unwrap());
    let ball = Convex::new(Ball::new(0.5).unwrap()).unwrap();
    for (start, velocity, wall, time) in [
        ([2.0, 1.5], [1.0, 0.0], 1, 1.5),
        ([2.0, 1.5], [0.0, -2.0], 0, 0.5),
        ([6.0, 1.5], [-1.0, 0.0], 1, 1.5),
    ] {
        let ball = MovingPieces::new(&ball, slide(start, velocity, 0.0));
        let contact = Query::new()
            .first_contact(&ball, &room, 0.0..=2.0)
            .unwrap()
            .contact
            .unwrap();
        assert_eq!(contact.pieces, (0, wall));
        assert!(contact.time <= time && contact.time > time - 1e-7);
    }
    assert_eq!(room.pieces().tree().pieces(), 4);
}

/// The boxes of a tree are there for users: each has its parts inside, and every piece has one.
#[test]
fn boxes_of_a_tree_can_be_read() {
    let comb = comb::<f64>(5);
    let tree = comb.tree();
    let boxes: Vec<_> = (0..tree.boxes() as u32)
        .map(|index| tree.bounds(index).unwrap())
        .collect();
    assert!(tree.bounds(tree.boxes() as u32).is_none());
    let mut pieces: Vec<u32> = boxes.iter().filter_map(|bounds| bounds.piece).collect();
    pieces.sort_unstable();
    assert!(pieces.into_iter().eq(0..tree.pieces() as u32));
    assert!(
        boxes
            .iter()
            .all(|bounds| bounds.piece.is_some() != bounds.children.is_some())
    );
    // from (0, 0) to (4.5, 1)
    let whole = boxes[0];
    assert!((whole.center - vector![2.25, 0.5]).norm() < 1e-12);
    assert!((whole.half_extents - vector![2.25, 0.5]).norm() < 1e-12);
    // the farthest point from the origin is an end of the last segment, and segments have no inside
    let reach = tree.reach(&Vector2::zeros());
    assert!((4.5..4.5 + 1e-12).contains(&reach) && tree.thinnest() == 0.0);
}
