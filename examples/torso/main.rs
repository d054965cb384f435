//! A torso of 80 bones falls on a plant: the experiment of [2], section 6.
//!
//! `cargo run --release -p photofinish-experiments --example torso` simulates frames of 1/24 s until all bones are at
//! rest or have fallen past the plant. It goes from impact to impact with the library's pass: no bone passes through
//! another one, nor through a blade of the plant. It prints what a frame costs, beside the figures of [2], draws the
//! costs and the impacts over time, and writes a page that plays the motion back.
//!
//! The simulation is `photofinish_experiments::torso`. [2] is K. Vlack, S. Tachi, Fast and Accurate Spacio-temporal
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
use photofinish_experiments::torso::{Condition, Frame, World};

use args::Options;
use play::Play;

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let mut world = World::new(options.seed)?;
    let mut play = Play::new(&world)?;
    let mut frames: Vec<Frame> = Vec::new();
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} frames, {msg}")?;
    let bar = ProgressBar::new(options.frames().into()).with_style(style);
    while frames.len() < options.frames() as usize && world.count(Condition::Awake) > 0 {
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
    tell::all(&frames, &world);
    draw::write(&options.svg, &frames)?;
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
