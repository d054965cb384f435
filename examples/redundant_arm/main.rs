//! A redundant arm moves its hand along a prescribed way, and keeps its links away from two pyramids. The planned path
//! is then proven clear as a whole, or its contacts are found.
//!
//! The joints follow q' = J+ x' + k (I - J+ J) grad H. The pseudoinverse J+ of the hand's Jacobian moves the hand as
//! prescribed. The motion that this leaves free descends the potential H of the distances between links and obstacles.
//! With `--k 0` nothing is avoided, and the arm hits a pyramid.
//!
//! This is the planning example of [3] 4.4, and the formula is its (6).
//!
//! # Where [3] contradicts itself
//! - The joint angles 0, 90, -150 and -30 degrees put the hand at (0, -0.0804, 2.3), to all digits, if every joint
//!   turns about the x axis, each angle counts from the direction of the link before, and the first from the z axis.
//!   [3] prints that as the destination. No choice of signs, order or quarter turns reaches the printed start,
//!   (0, -0.7877, 3.1918).
//! - From the printed start to the printed destination it is 0.7073 in the +y and 0.8918 in the -z direction. At the
//!   printed speed of 0.1, though, the hand goes 0.67 in the -y direction until t = 6.7, and 1 in the z direction until
//!   t = 16.7.
//!
//! So start and destination are taken to be exchanged in print; angles, directions, speed and times are taken to be
//! right. The way then ends at (0, -0.7504, 3.3), which is 0.114 from (0, -0.7877, 3.1918). The cause cannot be told;
//! perhaps an integration drifts. The first joint may as well turn about the z axis: at angle 0 the plane of the arm is
//! the same, but the first link would never move, and one joint would be redundant instead of two.
//!
//! [3] gives neither the thickness of the links nor the sizes and places of the pyramids. The formula of its potential
//! is not legible in the copy used: here it is the usual one, and the pyramids are in the way if nothing is avoided.
//!
//! Reading order: [`arm`] has the robot and the scene, [`potential`] has H and its gradient, [`plan`] makes the path,
//! and [`check`] proves it. [`tell`] prints, and [`draw`] draws, with the outlines of [`shadow`].
//!
//! Section numbers and [3] are as in ARCHITECTURE.md. Lengths have no unit in [3]; times are in seconds.

mod args;
mod arm;
mod check;
mod draw;
#[path = "../drawing/mod.rs"]
mod drawing;
mod plan;
mod potential;
mod shadow;
mod tell;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;

use args::Options;
use check::Run;

/// Any error, for `main` to print.
type Failure = Box<dyn Error>;

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), Failure> {
    let robot = arm::robot()?;
    let scene = arm::scene()?;
    tell::task(&robot)?;
    let mut runs = vec![Run::new(&robot, &scene, options.k, options)?];
    if options.k != 0.0 {
        runs.push(Run::new(&robot, &scene, 0.0, options)?);
    }
    for run in &runs {
        tell::run(run, options);
    }
    draw::write(
        &options.svg,
        &draw::Picture {
            robot: &robot,
            scene: &scene,
            runs: &runs,
            d0: options.d0,
        },
    )?;
    println!("\nThe picture is in {}.", options.svg.display());
    Ok(())
}
