//! Motions that follow each other, and the knots between them.

use crate::build::*;

#[test]
fn a_piecewise_motion_follows_its_pieces_and_names_its_knots() {
    let at = |time: f64, x: f64| (time, Isometry2::translation(x, 0.0));
    let line = |from, to| ConstantVelocity::between(from, to, Vector2::zeros()).expect("a motion");
    let (there, back) = (
        line(at(0.0, 0.0), at(1.0, 2.0)),
        line(at(1.0, 2.0), at(3.0, 0.0)),
    );
    let knots = [0.0, 1.0, 3.0];
    let whole = path(&knots, [there, back]);
    assert_eq!(whole.pose(0.5).translation.vector, vector![1.0, 0.0]);
    assert_eq!(whole.pose(2.0).translation.vector, vector![1.0, 0.0]);
    assert_eq!(
        [-1.0, 0.5, 1.0, 2.0, 3.0].map(|time| whole.next_knot(time)),
        [Some(0.0), Some(1.0), Some(3.0), Some(3.0), None]
    );
    let later = there.starting_at(0.5).expect("a motion");
    let torn = Piecewise::new(knots.to_vec(), vec![there, later]);
    let (knot, gap) = (1.0, 1.0);
    assert_eq!(torn, Err(MotionError::Discontinuous { knot, gap }));
}

/// No piece's bounds hold on both sides of a knot. A caller that forgets to split there gets no certified answer,
/// rather than a wrong one.
#[test]
fn a_span_with_a_knot_inside_has_no_bounds() {
    let at = |time: f64, x: f64| (time, Isometry2::translation(x, 0.0));
    let sweep = |from, to| Sweep::new(from, to, Vector2::zeros()).expect("a motion");
    let (there, back) = (
        sweep(at(0.0, 0.0), at(1.0, 1.0)),
        sweep(at(1.0, 1.0), at(2.0, 0.0)),
    );
    let whole = path(&[0.0, 1.0, 2.0], [there, back]);
    let bound = |start: f64, end: f64| {
        let (along, during) = (Vector2::x(), span(start, end));
        let speed = whole.speed_bound(&along, during, 1.0);
        let acceleration = whole.acceleration_bound(&along, during, 1.0);
        assert_eq!(speed.is_some(), acceleration.is_some());
        speed.map(f64::signum)
    };
    assert_eq!(bound(0.5, 1.5), None);
    assert_eq!((bound(0.5, 1.0), bound(1.0, 1.5)), (Some(1.0), Some(-1.0)));
    assert_eq!((bound(-1.0, 0.5), bound(1.5, 3.0)), (Some(1.0), Some(-1.0)));
    assert_eq!(bound(1.0, 1.0), Some(-1.0));
}
