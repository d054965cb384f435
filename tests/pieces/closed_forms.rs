//! Contacts whose time follows from a formula.

use nalgebra::{Isometry2, Isometry3, Vector2, Vector3, vector};
use photofinish::motion::{AtRest, Ballistic, Clamped, ConstantVelocity, Piecewise};
use photofinish::pieces::{Compound, Convex, MovingPieces, Pieces, Polyline, TriMesh};
use photofinish::shape::{Ball, Cuboid};
use photofinish::support::Posed;
use photofinish::{Query, Real, Span};

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

fn stairs() -> Polyline<f64> {
    let steps = (0..20).flat_map(|i| {
        let x = f64::from(i);
        [vector![x, -x], vector![x + 1.0, -x]]
    });
    Polyline::open(steps.collect()).unwrap()
}

/// A ball thrown in a parabola lands on the right step.
#[test]
fn a_thrown_ball_lands_on_the_right_step() {
    let stairs = stairs();
    let stairs = MovingPieces::new(&stairs, AtRest::new(Isometry2::identity()).unwrap());
    let ball = Convex::new(Ball::new(0.1).unwrap()).unwrap();
    let start = Isometry2::translation(0.5, 2.1);
    let throw = ConstantVelocity::new(start, vector![3.0, 0.0], 0.0).unwrap();
    let throw = Ballistic::new(throw, vector![0.0, -9.0]).unwrap();
    let ball = MovingPieces::new(&ball, throw);
    let contact = Query::new()
        .first_contact(&ball, &stairs, 0.0..=3.0)
        .unwrap()
        .contact
        .unwrap();
    // x = 0.5 + 3 t, and the lowest point is 2 - 4.5 t^2: the step below is -floor(x); on the fourth, 0.5 + 3 t in
    // 3..4, it is at -3 when t^2 = 5 / 4.5
    let expected = (5.0f64 / 4.5).sqrt();
    assert_eq!(contact.pieces, (0, 6));
    assert!(
        contact.time <= expected && contact.time > expected - 1e-7,
        "{}",
        contact.time
    );
}

/// A motion with knots is followed over them, and one that ends rests there.
#[test]
fn knots_and_ends_are_kept() {
    let comb = comb::<f64>(6);
    let still = MovingPieces::new(&comb, AtRest::new(Isometry2::identity()).unwrap());
    let ball = Convex::new(Ball::new(0.1).unwrap()).unwrap();
    // down into the gap beside a tooth, then sideways into the tooth
    let down = slide::<f64>([0.75, 3.0], [0.0, -2.5], 0.0);
    let aside = slide::<f64>([-0.25, 0.5], [1.0, 0.0], 0.0);
    let path = Piecewise::new(vec![0.0, 1.0, 2.0], vec![down, aside]).unwrap();
    let path = MovingPieces::new(&ball, path);
    let contact = Query::new()
        .first_contact(&path, &still, 0.0..=2.0)
        .unwrap()
        .contact
        .unwrap();
    // the next tooth's side leads from (1, 0) to (1.25, 1): at y = 0.5 the ball's centre is its radius times the root
    // of 17 / 16 away from x = 1.125
    let expected = 1.0 + (1.125 - 0.1 * (17.0f64 / 16.0).sqrt()) - 0.75;
    assert!(
        contact.time <= expected && contact.time > expected - 1e-6,
        "{}",
        contact.time
    );

    // stopped before, it never gets there
    let stopped = Clamped::new(path.motion().clone(), Span::new(0.0, 1.2).unwrap());
    let stopped = MovingPieces::new(&ball, stopped);
    let answer = Query::new()
        .first_contact(&stopped, &still, 0.0..=2.0)
        .unwrap();
    assert!(answer.contact.is_none());
}

/// Four tips on a circle turn by a good radian. A pin just inside their circle is hit, though at both ends of the spans
/// before and after a tip passes it, the tip lies inside the pin along the radius.
#[test]
fn tips_that_swing_past_between_the_ends_of_a_span_are_not_missed() {
    let tip = Cuboid::new(vector![0.05, 0.01, 0.01]).unwrap();
    let tips = (0..4).map(|quarter| {
        let turn = vector![0.0, 0.0, f64::from(quarter) * std::f64::consts::FRAC_PI_2];
        let out = Isometry3::rotation(turn) * Isometry3::translation(0.95, 0.0, 0.0);
        Posed::new(tip, &out).unwrap()
    });
    let tips = Compound::new(tips.collect()).unwrap();
    let whole = 1.2;
    let turn = vector![0.0, 0.0, whole];
    let turn = ConstantVelocity::new(Isometry3::identity(), Vector3::zeros(), turn).unwrap();
    let tips = MovingPieces::new(&tips, turn);
    let (radius, out) = (0.002, 0.97);
    let pin = Convex::new(Ball::new(radius).unwrap()).unwrap();
    for step in 1..19 {
        let angle = 0.06 * f64::from(step);
        let place = Isometry3::translation(out * angle.cos(), out * angle.sin(), 0.0);
        let pin = MovingPieces::new(&pin, AtRest::new(place).unwrap());
        let answer = Query::new().first_contact(&tips, &pin, 0.0..=1.0).unwrap();
        let contact = answer.contact.expect("the first tip passes there");
        // its side is 0.01 ahead of the radius
        let expected = (angle - ((0.01 + radius) / out).asin()) / whole;
        assert!(
            contact.time <= expected && contact.time > expected - 1e-6,
            "{angle}: {} {expected}",
            contact.time
        );
        assert_eq!(contact.pieces, (0, 0));
    }
}
