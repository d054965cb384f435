//! The margins of both orders in closed form; `exact` has them in exact arithmetic.

mod exact;

use nalgebra::{Isometry2, Vector2, vector};

use super::*;
use crate::Moving;
use crate::motion::{AtRest, Ballistic, ConstantVelocity};
use crate::shape::Segment;

#[test]
fn the_second_order_margin_is_the_least_value_of_the_parabola() {
    // f(t) = 1 - 4t + 8 t^2/2 on [0, 1] has f(0) = f(1) = 1 and its least value f(1/2) = 1 - 2 + 1 = 0
    let margin = second_order_margin(1.0, 1.0, 8.0, 1.0);
    assert!(margin <= 0.0 && margin > -1e-12, "{margin}");
    // half a unit lower it dips to -1/2: f(t) = 1/2 - 4t + 4t^2 has f(1/2) = 1/2 - 2 + 1
    let margin = second_order_margin(0.5, 0.5, 8.0, 1.0);
    assert!((margin + 0.5f64).abs() < 1e-12, "{margin}");
    // monotone spans end at their lower end
    assert_eq!(second_order_margin(5.0, 1.0, 2.0, 1.0), 1.0);
    assert_eq!(second_order_margin(5.0, 1.0, -2.0, 1.0), 1.0);
}

/// The better order counts: of a bar that is thrown the second, of one that turns fast the first.
#[test]
fn the_test_of_a_span_has_the_better_margin() {
    let bar = Segment::new([vector![-1.0, 0.0], vector![1.0, 0.0]]).expect("a segment");
    let rests = Moving::new(bar, AtRest::new(Isometry2::identity()).expect("a pose"));
    let start = Isometry2::<f64>::identity();
    let thrown = ConstantVelocity::new(start, vector![-4.0, 0.0], 0.0).expect("a motion");
    let thrown = Ballistic::new(thrown, vector![8.0, 0.0]);
    let thrown = Moving::new(bar, thrown.expect("a flight"));
    let turns = ConstantVelocity::new(start, Vector2::zeros(), 10.0).expect("a motion");
    let turns = Moving::new(bar, turns);
    let span = Span::new(0.0, 1.0).expect("a span");
    let margin = hyperspace_test((&rests, &thrown), &Vector2::x(), span, (1.0, 1.0));
    // as above, it touches zero
    assert!(margin.value.abs() < 1e-9, "{margin:?}");
    // its end goes at 10: the lines 6 - 10t and 6 - 10(1 - t) meet at 1, and the parabola would dip to 6 - 100/8
    let margin = hyperspace_test((&rests, &turns), &Vector2::x(), span, (6.0, 6.0));
    assert!((margin.value - 1.0).abs() < 1e-9, "{margin:?}");
}

#[test]
fn the_first_order_margin_is_where_the_two_slopes_meet() {
    // the lines 3 - 4t and 1 - 2(1 - t) meet at t = 2/3, at the height 1/3
    let margin = first_order_margin(3.0, 1.0, 4.0, 2.0, 1.0);
    let meet: f64 = (2.0 * 3.0 + 4.0 * 1.0 - 4.0 * 2.0) / 6.0;
    assert!((margin - meet).abs() < 1e-12, "{margin} {meet}");
    assert_eq!(first_order_margin(3.0, 1.0, -1.0, 2.0, 1.0), 1.0);
}

#[test]
fn huge_bounds_prove_nothing() {
    for huge in [f32::MAX, f32::INFINITY] {
        assert!(second_order_margin(1.0, 1.0, huge, huge) < 0.0);
        assert!(first_order_margin(1.0, 1.0, huge, huge, huge) < 0.0);
    }
    assert!(second_order_margin(1.0, 1.0, f64::NAN, 1.0) < 0.0);
    assert!(first_order_margin(1.0, 1.0, f64::NAN, 1.0, 1.0) < 0.0);
    let (nan, infinite) = (f64::NAN, f64::INFINITY);
    for gaps in [(1.0, nan), (nan, 1.0), (1.0, infinite), (infinite, 1.0)] {
        assert!(second_order_margin(gaps.0, gaps.1, -1.0, 1.0) < 0.0);
        assert!(first_order_margin(gaps.0, gaps.1, -1.0, 1.0, 1.0) < 0.0);
    }
}

#[test]
fn bounds_of_a_speed_that_rounding_makes_contradict_hold() {
    let more = 1.0f64.next_up();
    for (along, against) in [(1.0, -more), (-more, 1.0), (1.0, -1.0), (0.0, 0.0)] {
        assert!(can_both_hold((along, against)), "{along} {against}");
    }
    for (along, against) in [(1.0, -1.0 - 1e-12), (-1.0, 0.0), (f64::NAN, 1.0)] {
        assert!(!can_both_hold((along, against)), "{along} {against}");
    }
}
