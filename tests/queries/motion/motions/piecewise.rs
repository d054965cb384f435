//! Motions that follow each other, and the knots between them.

use nalgebra::{Isometry2, Isometry3, Vector2, Vector3, vector};
use photofinish::motion::{AtRest, ConstantVelocity, Motion, Piecewise, Sweep};
use photofinish::{MotionError, Span};

#[test]
fn a_piecewise_motion_follows_its_pieces_and_names_its_knots() {
    let there = ConstantVelocity::between(
        (0.0, Isometry2::identity()),
        (1.0, Isometry2::translation(2.0, 0.0)),
        Vector2::zeros(),
    );
    let back = ConstantVelocity::between(
        (1.0, Isometry2::translation(2.0, 0.0)),
        (3.0, Isometry2::identity()),
        Vector2::zeros(),
    );
    let (there, back) = (there.expect("a motion"), back.expect("a motion"));
    let path = Piecewise::new(vec![0.0, 1.0, 3.0], vec![there, back]).expect("a motion");
    assert_eq!(path.pose(0.5).translation.vector, vector![1.0, 0.0]);
    assert_eq!(path.pose(2.0).translation.vector, vector![1.0, 0.0]);
    assert_eq!(
        [-1.0, 0.5, 1.0, 2.0, 3.0].map(|t| path.next_knot(t)),
        [Some(0.0), Some(1.0), Some(3.0), Some(3.0), None]
    );
    let torn = Piecewise::new(
        vec![0.0, 1.0, 3.0],
        vec![there, there.starting_at(0.5).expect("a motion")],
    );
    assert_eq!(
        torn,
        Err(MotionError::Discontinuous {
            knot: 1.0,
            gap: 1.0
        })
    );
}

/// No piece's bounds hold on both sides of a knot. A caller that forgets to split there gets no certified answer,
/// rather than a wrong one.
#[test]
fn a_span_with_a_knot_inside_has_no_bounds() {
    let there = Sweep::new(
        (0.0, Isometry2::identity()),
        (1.0, Isometry2::translation(1.0, 0.0)),
        Vector2::zeros(),
    );
    let back = Sweep::new(
        (1.0, Isometry2::translation(1.0, 0.0)),
        (2.0, Isometry2::identity()),
        Vector2::zeros(),
    );
    let pieces = vec![there.expect("a motion"), back.expect("a motion")];
    let path = Piecewise::new(vec![0.0, 1.0, 2.0], pieces).expect("they fit");
    let bound = |start: f64, end: f64| {
        let during = Span::new(start, end).expect("in order");
        let speed = path.speed_bound(&Vector2::x(), during, 1.0);
        assert_eq!(
            speed.is_some(),
            path.acceleration_bound(&Vector2::x(), during, 1.0)
                .is_some()
        );
        speed.map(f64::signum)
    };
    assert_eq!(bound(0.5, 1.5), None);
    assert_eq!((bound(0.5, 1.0), bound(1.0, 1.5)), (Some(1.0), Some(-1.0)));
    assert_eq!((bound(-1.0, 0.5), bound(1.5, 3.0)), (Some(1.0), Some(-1.0)));
    assert_eq!(bound(1.0, 1.0), Some(-1.0));
}

/// Zero and minus zero are one time.
#[test]
fn a_knot_at_zero_is_also_a_knot_at_minus_zero() {
    let at = |x: f32| AtRest::new(Isometry3::translation(x, 0.0, 0.0)).expect("a motion");
    for zero in [0.0f32, -0.0] {
        let path = Piecewise::new(vec![-1.0, zero, 1.0], vec![at(1000.0), at(1000.3)]);
        let path = path.expect("they fit");
        for time in [0.0, -0.0] {
            let placed = path.placement(time, &Vector3::zeros());
            assert_eq!(placed.translation.x, 1000.3);
            assert!(placed.translation_error.x > 0.3, "{placed:?}");
            assert_eq!(path.next_knot(time), Some(1.0));
        }
    }
}
