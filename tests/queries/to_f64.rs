//! Bodies in single precision whose impact only double precision tells exactly.

use std::error::Error;

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::motion::{AtRest, AtRest3, Ballistic, Ballistic3, ConstantVelocity};
use photofinish::shape::{Ball, Cuboid};
use photofinish::{Extrusion, Moving, Outcome, Real, ToF64, time_of_impact};

type Result = std::result::Result<(), Box<dyn Error>>;

fn impact_time<T: Real, A: Extrusion<T, 3>, B: Extrusion<T, 3>>(a: &A, b: &B) -> f64 {
    let solution = time_of_impact(a, b, T::zero()..=T::one()).expect("an answer");
    match solution.outcome {
        Outcome::Impact(impact) => impact.time.as_f64(),
        other => panic!("they meet: {other:?}"),
    }
}

/// Checks that the copies of two bodies meet at `time` to 1e-7, and that the bodies themselves are reported
/// `early`, a time, before it at least.
fn meet_at<A, B>(a: &A, b: &B, time: f64, early: f64)
where
    A: Extrusion<f32, 3> + ToF64<F64: Extrusion<f64, 3>>,
    B: Extrusion<f32, 3> + ToF64<F64: Extrusion<f64, 3>>,
{
    let wide = impact_time(&a.to_f64(), &b.to_f64());
    assert!(wide <= time && wide > time - 1e-7, "{wide}, not {time}");
    let single = impact_time(a, b);
    assert!(single <= time - early, "{single} would do for {time}");
}

fn falling(
    at: Vector3<f32>,
    spin: Vector3<f32>,
) -> std::result::Result<Ballistic3<f32>, Box<dyn Error>> {
    let start = ConstantVelocity::new(
        Isometry3::translation(at.x, at.y, at.z),
        vector![0.0, -1.0, 0.0],
        spin,
    )?;
    Ok(Ballistic::new(start, vector![0.0, -10.0, 0.0])?)
}

/// The time to fall by `height`, with a speed of 1 at the start and an acceleration of 10.
fn fall_by(height: f64) -> f64 {
    ((1.0 + 20.0 * height).sqrt() - 1.0) / 10.0
}

#[test]
fn a_small_body_meets_a_large_floor_far_from_the_origin() -> Result {
    let rest: AtRest3<f32> = AtRest::new(Isometry3::translation(3000.0, -1.0, 70_000.0))?;
    let floor = Moving::new(Cuboid::new(vector![950.0, 1.0, 950.0])?, rest);
    let start = falling(vector![3700.5, 1.5, 70_400.0], Vector3::zeros())?;
    let small = Moving::new(Cuboid::new(vector![0.125, 0.125, 0.125])?, start);
    meet_at(&small, &floor, fall_by(1.375), 2e-6);
    // a ball may turn as it likes
    let start = falling(vector![3700.5, 1.5, 70_400.0], vector![3.0, 1.0, 2.0])?;
    let ball = Moving::new(Ball::new(0.125)?, start);
    meet_at(&ball, &floor, fall_by(1.375), 2e-6);
    Ok(())
}

#[test]
fn a_small_body_meets_a_large_one() -> Result {
    let turned = Isometry3::new(vector![0.0, -1000.0, 0.0], vector![0.0, 0.0, 0.0]);
    let large = Moving::new(
        Cuboid::new(vector![1000.0, 1000.0, 1000.0])?,
        AtRest::new(turned)?,
    );
    let start = falling(vector![999.0, 0.75, -998.0], Vector3::zeros())?;
    let grain = Moving::new(
        Cuboid::new(vector![0.0009765625, 0.0009765625, 0.0009765625])?,
        start,
    );
    meet_at(&grain, &large, fall_by(0.75 - 0.0009765625), 1e-4);
    Ok(())
}
