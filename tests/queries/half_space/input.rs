//! Input that is refused, and half-spaces that are written and read.

use std::f64::consts::PI;

use super::{Result, ball, floor};
use crate::build::*;

#[test]
fn a_certificate_with_another_vector_is_refused() -> Result {
    let free = ball(2.0, 0.0);
    let (_, mut certificate) = Query::new().certify_on(&floor(), &free, 0.0..=1.0)?;
    floor().verify(&certificate, &free, 0.0, 0.0..=1.0)?;
    // this vector separates the body from the point that stands for the half-space
    certificate.intervals[0].direction = vector![0.6, 0.8, 0.0];
    let verified = floor().verify(&certificate, &free, 0.0, 0.0..=1.0);
    assert_eq!(verified, Err(CertificateError::NotTheNormal { index: 0 }));
    Ok(())
}

#[test]
fn bad_numbers_are_refused() {
    let zero = Vector3::<f64>::zeros();
    assert_eq!(HalfSpace::new(zero, zero), Err(ShapeError::ZeroNormal));
    for bad in [f64::NAN, f64::INFINITY, 1e200] {
        let bad = vector![0.0, bad, 0.0];
        for refused in [HalfSpace::new(bad, zero), HalfSpace::new(Vector3::y(), bad)] {
            assert_refused(&refused, "NotFinite");
        }
    }
    let tiny = HalfSpace::new(vector![0.0, 1e-300, 0.0], zero).expect("it has a direction");
    assert_eq!(*tiny.normal(), Vector3::y());
    let falling = ball(2.0, -1.0);
    let ask = |query: Query<f64>| query.time_of_impact_on(&floor(), &falling, 0.0..=3.0);
    assert_refused(&ask(Query::new().tolerance(1e-18)), "ToleranceTooSmall");
    let spent = ask(Query::new().budget(1));
    let Err(QueryError::Undecided { clear_until, .. }) = spent else {
        panic!("one evaluation is not enough");
    };
    assert!(clear_until < 1.5, "{clear_until}");
}

#[test]
fn motions_without_bounds_or_axes_are_told() -> Result {
    let pose = |time: f64| Isometry2::new(vector![0.0, 2.0 - time], PI * time);
    let of_speed = |speed: Option<f64>| {
        let bounds =
            move |_: &Vector2<f64>, _, reach| bounds(None, speed.map(|speed| speed + PI * reach));
        Moving::new(crate::build::ball(0.5), FromFn::new(pose, bounds))
    };
    let line = HalfSpace::new(Vector2::y(), Vector2::zeros())?;
    let unknown = Query::new().time_of_impact_on(&line, &of_speed(None), 0.0..=3.0);
    let words = "Undecided { clear_until: 0.0, reason: NoBounds { end: 3.0 } }";
    assert_refused(&unknown, words);
    let body = of_speed(Some(1.0));
    let solution = Query::new().time_of_impact_on(&line, &body, 0.0..=3.0)?;
    let impact = impact(solution);
    assert!((impact.time - 1.5).abs() < 1e-6f64);
    // one that could turn, and does not, is asked as if it were at rest
    let still = MovingHalfSpace::new(line, at(0.0, 0.0));
    let asked = Query::new().time_of_impact_on(&still, &body, 0.0..=3.0)?;
    assert_eq!(asked.outcome, solution.outcome);
    let turning = MovingHalfSpace::new(line, turning([0.0, 0.0], 0.02));
    let asked = Query::new().time_of_impact_on(&turning, &body, 0.0..=3.0);
    assert_refused(&asked, "NoFixedAxis");
    Ok(())
}

#[test]
fn a_half_space_is_written_and_read_with_all_its_bits() -> Result {
    let slope = HalfSpace::new(vector![1.0, 2.0, -3.0], vector![0.1, 0.2, 0.3])?;
    let written = serde_json::to_string(&slope)?;
    assert_eq!(serde_json::from_str::<HalfSpace<f64, 3>>(&written)?, slope);
    let no_normal = r#"{"normal":[0.0,0.0,0.0],"point":[0.0,0.0,0.0]}"#;
    assert!(serde_json::from_str::<HalfSpace<f64, 3>>(no_normal).is_err());
    // in double precision the normal has the same direction, and unit length to more digits
    let narrow = HalfSpace::new(vector![1.0f32, 2.0, -3.0], vector![0.1, 0.2, 0.3])?;
    let wide = narrow.to_f64();
    let across = narrow.normal().map(f64::from).cross(wide.normal());
    assert!(across.norm() < 1e-15 && (wide.normal().norm() - 1.0).abs() < 1e-15);
    Ok(())
}
