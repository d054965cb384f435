//! Motions of all kinds: with knots, with gravity.

use nalgebra::{Isometry2, Isometry3, Vector3, vector};
use photofinish::motion::{AtRest, Ballistic, Clamped, ConstantVelocity, Piecewise};
use photofinish::pieces::{Compound, Convex, MovingPieces, Polyline, TriMesh};
use photofinish::shape::{Ball, Cuboid};
use photofinish::support::Posed;
use photofinish::{Query, Span};

use crate::bodies::{comb, slide};

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

/// A thin plate that spins many turns is not missed by a passing mesh, nor by one that only reaches it in between.
#[test]
fn a_spinning_plate_is_never_passed() {
    let plate = Compound::new(vec![Cuboid::new(vector![1.0, 1.0, 0.01]).unwrap()]).unwrap();
    let field = TriMesh::height_field(&[0.0; 16], 4, [0.01, 0.01]).unwrap();
    for turns in [0.5, 3.0, 8.0, 40.0] {
        let turn = vector![0.0, std::f64::consts::TAU * turns, 0.0];
        let spin = ConstantVelocity::new(Isometry3::identity(), Vector3::zeros(), turn).unwrap();
        let plate = MovingPieces::new(&plate, spin);
        // beside the axis, where the plate only comes by once in half a turn
        let place = Isometry3::translation(0.5, 0.3, 0.5);
        let mesh = MovingPieces::new(&field, AtRest::new(place).unwrap());
        let answer = Query::new()
            .first_contact(&plate, &mesh, 0.0..=1.0)
            .unwrap();
        let contact = answer.contact.expect("the plate comes by");
        // the plate starts along x and turns towards -z, so it meets the mesh after three eighths of a turn: the
        // corner nearest to it is at (0.5, 0.53)
        let middle = (0.5f64).hypot(0.53);
        let angle = (0.5f64).atan2(0.53) + std::f64::consts::FRAC_PI_2 - (0.01 / middle).asin();
        let expected = angle / (std::f64::consts::TAU * turns);
        assert!(
            contact.time <= expected * (1.0 + 1e-9) && contact.time > expected - 0.03 / turns,
            "{turns}: {} {expected}",
            contact.time
        );
    }
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
    for step in 2..57 {
        let angle = 0.02 * f64::from(step);
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
