//! A proof in a file: one run proves that a truck keeps its distance from a boom that swings over its lane, and writes
//! the certificate. Another run reads it back and checks it without any search.
//!
//! `cargo run --release --example certificate -- prove target/proof.json`
//! `cargo run --release --example certificate -- check target/proof.json`
//!
//! A certificate does not contain the bodies. So the code that makes them is shared by whoever proves and whoever checks.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use nalgebra::{Isometry3, UnitQuaternion, Vector3, vector};
use photofinish::audit::audit_motion;
use photofinish::motion::{FromFn, Motion, MotionBounds};
use photofinish::shape::{Capsule, Cuboid};
use photofinish::{Certificate, Extrusion, Moving, Outcome, Query, Span};

/// The interval of time, in seconds.
const DURING: (f64, f64) = (0.0, 6.0);

/// Proves that two bodies keep their distance, or checks the proof.
#[derive(Parser)]
struct Args {
    /// What to do.
    what: What,
    /// The file of the certificate.
    file: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    Prove,
    Check,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let truck = Moving::new(Cuboid::new(vector![3.0, 1.2, 1.5])?, along_the_lane()?);
    let boom = Moving::new(Capsule::new(4.0, 0.2)?, about_the_mast()?);
    match args.what {
        What::Prove => {
            let distance = farthest_kept(&truck, &boom)?;
            let query = Query::new().target_distance(distance);
            let (solution, certificate) = query.certify(&truck, &boom, DURING.0..=DURING.1)?;
            if !matches!(solution.outcome, Outcome::Separated(_)) {
                return Err("the truck and the boom touch".into());
            }
            fs::write(&args.file, serde_json::to_string(&certificate)?)?;
            let spans = certificate.intervals.len();
            println!("never nearer than {distance:.3} m: {spans} intervals prove it");
        }
        What::Check => {
            let certificate: Certificate<f64, 3> =
                serde_json::from_str(&fs::read_to_string(&args.file)?)?;
            // whoever checks states the claim; the certificate is only the evidence
            let claimed = 0.5;
            let beyond = certificate.verify(&truck, &boom, claimed, DURING.0..=DURING.1)?;
            println!("they keep {claimed} m, and {beyond:.3} m more");
        }
    }
    Ok(())
}

/// Returns a distance that the bodies keep, at most a hundredth of a metre less than the largest, or zero if they touch.
///
/// The clearance of a single query is what its proof happened to give, and may be far less than that.
fn farthest_kept(
    a: &impl Extrusion<f64, 3>,
    b: &impl Extrusion<f64, 3>,
) -> Result<f64, Box<dyn Error>> {
    // they are nearer than 20 m at the start
    let (mut kept, mut too_far) = (0.0, 20.0);
    while too_far - kept > 0.01 {
        let middle = 0.5 * (kept + too_far);
        let query = Query::new().target_distance(middle);
        if query.touches(a, b, DURING.0..=DURING.1)? {
            too_far = middle;
        } else {
            kept = middle;
        }
    }
    Ok(kept)
}

/// The truck drives along x at 2 m/s and swerves by up to 1 m, without turning.
fn along_the_lane() -> Result<impl Motion<f64, 3>, Box<dyn Error>> {
    let pose = |t: f64| Isometry3::translation(2.0 * t - 6.0, t.sin(), 1.5);
    // x' = 2 and y' = cos t; y'' = -sin t
    let bounds = |along: &Vector3<f64>, _: Span<f64>, _: f64| MotionBounds {
        acceleration: Some(along.y.abs()),
        speed: Some(2.0 * along.x + along.y.abs()),
    };
    checked(FromFn::new(pose).with_bounds(bounds))
}

/// The boom turns up about its middle, 9 m above the lane, by 0.1 t^2.
fn about_the_mast() -> Result<impl Motion<f64, 3>, Box<dyn Error>> {
    let pose = |t: f64| {
        let turn = UnitQuaternion::from_scaled_axis(vector![0.1 * t * t, 0.0, 0.0]);
        Isometry3::from_parts(vector![0.0, 0.0, 9.0].into(), turn)
    };
    // at a distance r from the middle the speed is r w and the acceleration at most r (w^2 + w'), with w = 0.2 t
    let bounds = |_: &Vector3<f64>, during: Span<f64>, reach: f64| {
        let w = 0.2 * during.end();
        MotionBounds {
            acceleration: Some(reach * (w * w + 0.2)),
            speed: Some(reach * w),
        }
    };
    checked(FromFn::new(pose).with_bounds(bounds))
}

/// Returns the motion if its bounds hold wherever they are sampled. A proof is only as good as they are.
fn checked<M: Motion<f64, 3>>(motion: M) -> Result<M, Box<dyn Error>> {
    audit_motion(&motion, Span::new(DURING.0, DURING.1)?, 5.0)?;
    Ok(motion)
}
