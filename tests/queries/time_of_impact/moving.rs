//! Queries of every kind of motion, with bounds and without.

use std::f64::consts::PI;

use super::*;

/// A ball that swings along the x axis, to 1 on both sides of a place, and states these bounds.
fn swinging(
    from: f64,
    radius: f64,
    bounds: impl Fn(&Vector2<f64>, Span<f64>, f64) -> MotionBounds<f64>,
) -> impl Extrusion<f64, 2> {
    let swing = move |time: f64| Isometry2::translation(from + time.sin(), 0.0);
    Moving::new(ball(radius), FromFn::new(swing, bounds))
}

#[test]
fn a_speed_bound_alone_certifies_by_the_first_order() {
    let a = moving(ball(0.5), at(0.0, 0.0));
    let b = swinging(2.5, 0.25, |s, _, _| bounds(None, Some(s.x.abs())));
    let (solution, certificate) = Query::new().certify(&a, &b, 0.0..=6.0).expect("an answer");
    assert!(is_separated(&solution));
    let mut intervals = certificate.intervals.iter();
    assert!(intervals.all(|interval| interval.order == Order::First));
    let proven = certificate.verify(&a, &b, 0.0, 0.0..=6.0);
    proven.expect("it holds");
}

/// The stated acceleration may be far too large to prove anything over a span that is worth a step, and bounds of the
/// speed may say little over long spans.
#[test]
fn bodies_that_may_jolt_are_followed_by_their_speed() {
    let a = moving(ball(0.5), at(0.0, 0.0));
    let loosened: [fn(f64) -> f64; 4] = [
        |_| 1.0,
        |length| if length > 0.5 { f64::INFINITY } else { 1.0 },
        |length| if length > 0.5 { 1e6 } else { 1.0 },
        f64::exp,
    ];
    for acceleration in [1e3, 1e6, 1e12, f64::MAX] {
        for loose in loosened {
            let bounds = move |s: &Vector2<f64>, during: Span<f64>, _| {
                bounds(Some(acceleration), Some(s.x.abs() * loose(during.length())))
            };
            assert!(is_separated(&ask(&a, &swinging(2.5, 0.25, bounds), 60.0)));
        }
        let bounds = |s: &Vector2<f64>, _, _| bounds(Some(acceleration), Some(s.x.abs()));
        let hit = impact(ask(&a, &swinging(1.5, 0.25, bounds), 60.0));
        let early = PI + 0.75f64.asin() - hit.time;
        assert!((0.0..1e-6).contains(&early), "{early}");
    }
}
