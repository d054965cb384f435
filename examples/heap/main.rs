//! Thousands of bodies that fall into heaps.
//!
//! `cargo run --release -p photofinish-experiments --example heap -- stack` lets a tower of a thousand blocks fall,
//! which is shot through by a ball; `cargo run --release -p photofinish-experiments --example heap -- bowl` pours ten
//! thousand bodies into a bowl. An engine moves them in steps of 1/60 s, with the pass of `photofinish::engine`: no two
//! bodies pass through each other. At the end of each step a static test measures all pairs near each other. It prints
//! what a step costs, and writes a page that plays the motion back.
//!
//! The engine is `photofinish_experiments::heap`.

mod args;
mod play;
mod tell;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use photofinish_experiments::heap::{Total, World};

use args::{Options, Run, Scene};
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
    match &options.scene {
        Scene::Stack { blocks, run } => simulate(
            World::stack(*blocks as usize, run.seed)?,
            run,
            "A tower of blocks",
        ),
        Scene::Bowl { bodies, run } => simulate(
            World::bowl(*bodies as usize, run.seed)?,
            run,
            "Bodies in a bowl",
        ),
    }
}

fn simulate(mut world: World, run: &Run, title: &str) -> Result<(), Box<dyn Error>> {
    let mut play = Play::new(&world, title)?;
    let mut total = Total::default();
    let steps = (run.seconds / World::step_length()).ceil() as u64;
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} steps, {msg}, {eta} left")?;
    let bar = ProgressBar::new(steps).with_style(style);
    for _ in 0..steps {
        let frame = world.step()?;
        if run.html.is_some() {
            play.add(&world, &frame)?;
        }
        total.add(&frame);
        bar.set_message(format!("{} bodies", world.bodies().len()));
        bar.inc(1);
    }
    bar.finish_and_clear();
    tell::all(&total, &world);
    if let Some(path) = &run.html {
        println!(
            "\n{} plays the motion back ({} kB).",
            path.display(),
            play.write(&world, path)? / 1000
        );
    }
    Ok(())
}
