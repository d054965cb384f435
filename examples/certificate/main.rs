//! A proof in a file: one run proves that a truck keeps its distance from a boom that swings over its lane, and writes
//! the proof. Another run reads it back and checks it without any search.
//!
//! `cargo run --release -p photofinish-examples --example certificate -- prove target/proof.json`
//! `cargo run --release -p photofinish-examples --example certificate -- check target/proof.json`
//! `python3 examples/certificate/check.py target/proof.json`
//!
//! The file has the bodies, the claim and the certificate. `check.py` shares nothing with the library: it follows the page
//! that describes the file, `docs/certificate.md`.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use nalgebra::{Isometry3, UnitQuaternion, Vector3, vector};
use photofinish::motion::{AtRest, Ballistic, ConstantVelocity, Motion, Piecewise};
use photofinish::shape::{Capsule, Cuboid};
use photofinish::{Extrusion, Outcome, Proof3, ProofBody, Query};

/// The interval of time, in seconds.
const DURING: (f64, f64) = (0.0, 6.0);

/// A body in space.
type Body = ProofBody<UnitQuaternion<f64>, 3>;

/// Proves that two bodies keep their distance, or checks the proof.
#[derive(Parser)]
struct Args {
    /// What to do.
    what: What,
    /// The file of the proof.
    file: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    Prove,
    Check,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    match args.what {
        What::Prove => {
            let (truck, boom) = (truck()?, boom()?);
            let distance = farthest_kept(&truck.moving(), &boom.moving())?;
            let query = Query::new().target_distance(distance);
            let (solution, certificate) =
                query.certify(&truck.moving(), &boom.moving(), DURING.0..=DURING.1)?;
            if !matches!(solution.outcome, Outcome::Separated(_)) {
                return Err("the truck and the boom touch".into());
            }
            let spans = certificate.intervals.len();
            let proof = Proof3 {
                a: truck,
                b: boom,
                distance,
                start: DURING.0,
                end: DURING.1,
                certificate,
            };
            fs::write(&args.file, serde_json::to_string(&proof)?)?;
            println!("never nearer than {distance:.3} m: {spans} intervals prove it");
        }
        What::Check => {
            let proof: Proof3 = serde_json::from_str(&fs::read_to_string(&args.file)?)?;
            let beyond = proof.verify()?;
            // a proof is worth what its claim is: whoever checks it reads that too
            let (distance, start, end) = (proof.distance, proof.start, proof.end);
            println!("from {start} s to {end} s they keep {distance:.3} m, and {beyond:.3} m more");
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

/// The truck comes along x at 4 m/s, and brakes.
fn truck() -> Result<Body, Box<dyn Error>> {
    let start = Isometry3::translation(-10.0, 0.0, 1.5);
    let drive = ConstantVelocity::new(start, vector![4.0, 0.0, 0.0], Vector3::zeros())?;
    let brake = Ballistic::new(drive, vector![-0.5, 0.0, 0.0])?;
    Ok(ProofBody::new(Cuboid::new(vector![3.0, 1.2, 1.5])?, brake))
}

/// The boom turns up about its middle, 9 m above the lane, and stops after 4 s.
fn boom() -> Result<Body, Box<dyn Error>> {
    let middle = Isometry3::translation(0.0, 0.0, 9.0);
    let turn = ConstantVelocity::new(middle, Vector3::zeros(), vector![0.3, 0.0, 0.0])?;
    let stop = AtRest::new(turn.pose(4.0))?;
    let path = Piecewise::new(vec![0.0, 4.0, 6.0], vec![turn.into(), stop.into()])?;
    Ok(ProofBody::on_path(Capsule::new(4.0, 0.2)?, path))
}
