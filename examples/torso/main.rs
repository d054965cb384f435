//! A torso of 80 bones falls on a plant: the experiment of [2], section 6.
//!
//! `cargo run --release -p photofinish-experiments --example torso` simulates frames of 1/24 s until all bones are at
//! rest or have fallen past the plant. The engine goes from impact to impact, each of them certified: between any two
//! frames no bone passes through another one, nor through a blade of the plant. It prints what a frame costs and what
//! the solver does, beside the figures of [2], draws both over time, and writes a page that plays the motion back.
//!
//! The simulation is `photofinish_experiments::crash`. [2] is K. Vlack, S. Tachi, Fast and Accurate Spacio-temporal
//! Intersection Detection with the GJK Algorithm, 2001.

mod args;
mod draw;
#[allow(dead_code)] // it has helpers for outlines, which other examples draw
#[path = "../drawing/mod.rs"]
mod drawing;
mod play;
mod tell;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use photofinish::Real;
use photofinish_experiments::crash::{Frame, World};

use args::{Options, Scalar};
use play::Play;

fn main() -> ExitCode {
    let options = Options::parse();
    let done = match options.scalar {
        Scalar::F32 => run::<f32>(&options),
        Scalar::F64 => run::<f64>(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run<T: Real>(options: &Options) -> Result<(), Box<dyn Error>> {
    let mut world = World::<T>::new(&options.settings())?;
    let mut play = Play::new(&world, options)?;
    let mut frames: Vec<Frame> = Vec::new();
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} frames, {msg}")?;
    let bar = ProgressBar::new(options.frames().into()).with_style(style);
    while frames.len() < options.frames() as usize && !world.is_still() {
        let frame = world.advance()?;
        play.add(&world, &frame)?;
        bar.set_message(format!(
            "{} bones move, {} have fallen past",
            frame.awake, frame.gone
        ));
        bar.inc(1);
        frames.push(frame);
    }
    bar.finish_and_clear();
    tell::all(&frames, &world, options);
    draw::write(&options.svg, &frames, options.rate)?;
    println!("\nThe picture is in {}.", options.svg.display());
    if let Some(path) = &options.html {
        println!(
            "{} plays the motion back ({} kB).",
            path.display(),
            play.write(path)? / 1000
        );
    }
    Ok(())
}
