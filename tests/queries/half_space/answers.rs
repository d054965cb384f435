//! Closed forms, observers, and tolerances at the start.

use super::{Result, floor};
use crate::build::*;

#[test]
fn proximity_is_exact_and_tells_features() -> Result {
    let above = Isometry3::translation(0.0, 5.0, 0.0);
    let block = Posed::new(cuboid([1.0, 2.0, 3.0]), &above)?;
    let found = floor().proximity(&block);
    assert!(matches!(found, Proximity::Disjoint(_)));
    assert_eq!(found.signed_distance(), 3.0);
    let below = Isometry3::translation(0.0, -5.0, 0.0);
    let found = floor().proximity(&Posed::new(ball(1.0), &below)?);
    assert_eq!(found.signed_distance(), -6.0);
    assert_eq!(found.contact().witness_b, vector![0.0, -6.0, 0.0]);
    assert_eq!(found.contact().witness_a, vector![0.0, 0.0, 0.0]);
    Ok(())
}

#[test]
fn an_observer_sees_the_certificate() -> Result {
    for velocity in [-1.0, 1.0] {
        let (query, body) = (Query::new(), super::ball(1.5, velocity));
        let mut seen: Vec<CertifiedInterval<f64, 3>> = Vec::new();
        let solution = query.observed_on(&floor(), &body, 0.0..=3.0, &mut seen)?;
        let (same, certificate) = query.certify_on(&floor(), &body, 0.0..=3.0)?;
        assert_eq!((solution, seen), (same, certificate.intervals));
    }
    Ok(())
}

#[test]
fn a_half_space_is_placed_where_its_motion_says() -> Result {
    let start = Isometry3::translation(1.0, 2.0, 3.0);
    let turn = steady(start, Vector3::x(), Vector3::z());
    let slope = HalfSpace::new(Vector3::y(), vector![0.0, 5.0, 0.0])?;
    let moving = MovingHalfSpace::new(slope, turn);
    let (sin, cos) = 0.7f64.sin_cos();
    let placed = moving.placed(0.7)?;
    assert!((placed.normal() - vector![-sin, cos, 0.0]).norm() < 1e-15);
    assert!((placed.point() - vector![1.7 - 5.0 * sin, 2.0 + 5.0 * cos, 3.0]).norm() < 1e-14);
    // the distance there is that of the query
    let still = super::ball(20.0, 0.0);
    let asked = Query::new().time_of_impact_on(&moving, &still, 0.7..=0.7)?;
    let ball = Posed::new(still.shape(), &still.motion().pose(0.7))?;
    let Outcome::Separated(free) = asked.outcome else {
        panic!("{asked:?}");
    };
    let apart: f64 = placed.proximity(&ball).signed_distance();
    assert!((free.clearance - apart).abs() < 1e-12);
    assert_refused(&moving.placed(f64::NAN), "NotFinite");
    Ok(())
}

/// A tolerance that was asked for may be larger than the body.
#[test]
fn a_large_tolerance_hides_no_overlap() -> Result {
    let level = HalfSpace::new(Vector2::y(), Vector2::zeros())?;
    let deep = moving(ball(0.5), at(0.0, 0.0));
    for tolerance in [0.5, 0.51, 5.0] {
        let query = Query::new().tolerance(tolerance);
        let found = query.time_of_impact_on(&level, &deep, 0.0..=1.0)?;
        assert_eq!(overlap(found).depth, 0.5);
    }
    Ok(())
}

/// Points that rise were said to touch at the start, with a tolerance of what rounding hides in the end. So was a body
/// whose path leads to infinity.
#[test]
fn what_rounding_hides_in_the_end_is_not_hidden_at_the_start() -> Result {
    let level = HalfSpace::new(vector![0.0f32, 1.0], vector![0.0, 0.0])?;
    for end in [1.0, 100.0] {
        let up = MovingPoints::new(vec![vector![0.0f32, 0.01]], vec![vector![0.0, 50.0]], 0.0)?;
        assert!(!Query::new().touches_on(&level, &up, 0.0..=end)?);
    }
    let level = HalfSpace::new(Vector2::y(), Vector2::zeros())?;
    for far in [f64::INFINITY, 1e200, 1e130] {
        let path = FromFn::new(
            move |t: f64| Isometry2::translation(0.0, if t > 0.5 { far } else { 2.0 }),
            |_: &Vector2<f64>, _, _| bounds(Some(0.0), None),
        );
        let ball = Moving::new(ball(0.5), path);
        let found = Query::new().time_of_impact_on(&level, &ball, 0.0..=1.0);
        assert_refused(&found, "CoordinateNotFinite");
    }
    Ok(())
}
