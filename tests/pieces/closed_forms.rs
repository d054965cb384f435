//! Contacts whose time follows from a formula.

use super::*;

fn assert_at<const D: usize>(contact: &PieceContact<f64, D>, time: f64, piece: u32) {
    assert!(
        contact.time <= time && contact.time > time - 1e-6,
        "{contact:?} {time}"
    );
    assert_eq!(contact.pieces, (0, piece));
}

/// A ball that falls on a slope meets the triangle under it when the formula says so.
fn a_ball_falls_on_a_slope<T: Real>(early: f64) {
    // a slope of one half along x: the ball's lowest reach is its radius times the root of 5/4
    let heights: Vec<T> = (0..40 * 40)
        .map(|i| T::of(0.5 * f64::from(i % 40)))
        .collect();
    let field = TriMesh::height_field(&heights, 40, [T::one(), T::one()]).unwrap();
    let field = still3(&field);
    for (x, z) in [(3.3, 7.1), (20.7, 30.2), (38.4, 0.3), (11.9, 11.6)] {
        let fall = fly([x, 30.0, z], [0.0, -10.0, 0.0]);
        let ball = moving(Ball::new(T::of(0.25)).unwrap(), fall);
        let answer = Query::new().first_contact(&ball, &field, T::zero()..=T::of(5.0));
        let contact = answer.unwrap().contact.expect("there is ground everywhere");
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
    let (whole, radius, out) = (1.2, 0.002, 0.97);
    let turn = vector![0.0, 0.0, whole];
    let turn = ConstantVelocity::new(Isometry3::identity(), Vector3::zeros(), turn).unwrap();
    let tips = MovingPieces::new(&tips, turn);
    for step in 1..19 {
        let angle = 0.06 * f64::from(step);
        let place = Isometry3::translation(out * angle.cos(), out * angle.sin(), 0.0);
        let pin = moving(Ball::new(radius).unwrap(), AtRest::new(place).unwrap());
        let answer = Query::new().first_contact(&tips, &pin, 0.0..=1.0).unwrap();
        let contact = answer.contact.expect("the first tip passes there");
        // its side is 0.01 ahead of the radius
        assert_at(
            &contact,
            (angle - ((0.01 + radius) / out).asin()) / whole,
            0,
        );
    }
}
