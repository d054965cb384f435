//! Polytopes that move freely in a cube, and the tests that tell which of them touch: the experiment of [1], appendix
//! B.
//!
//! `cargo run --release -p photofinish-experiments --example multi_body` races the tests of this library over the same
//! pairs of the same simulation: the boolean test with a cached axis (ISA-GJK), the distance, and the certified query
//! about the whole frame. It then varies the density, the velocity and the turn as figures 4 to 6 of [1] do, draws the
//! time of a frame and the share of tests that end at the cached axis, and writes a page that plays the simulation
//! back.
//!
//! [1] measured 50,000 frames for each setting (`--frames 50000`). It is G. van den Bergen, A Fast and Robust GJK
//! Implementation for Collision Detection of Convex Objects, 1999.

mod args;
mod draw;
#[allow(dead_code)] // it has helpers for outlines, which other examples draw
#[path = "../drawing/mod.rs"]
mod drawing;
mod play;
mod sweep;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use photofinish_experiments::multi_body::{Tally, measure, ours};

use args::Options;

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
    let setting = options.setting();
    print(&measure(&setting, ours, options.frames, options.rounds)?);
    if let Some(path) = &options.html {
        let bytes = play::record(&setting, options.seconds)?.write(path)?;
        println!(
            "\n{} plays the simulation back ({} kB).",
            path.display(),
            bytes / 1000
        );
    }
    if !options.no_sweeps {
        let sweeps = sweep::all(options)?;
        draw::write(&options.svg, &sweeps)?;
        println!("\nThe picture is in {}.", options.svg.display());
    }
    Ok(())
}

fn print(tally: &Tally) {
    println!(
        "{} frames, {} tests, of which {:.1} % touch; {} collisions",
        tally.frames,
        tally.tests,
        100.0 * tally.touching as f64 / tally.tests.max(1) as f64,
        tally.collisions
    );
    println!(
        "{:.1} % of the free pairs ended at the cached axis\n",
        100.0 * tally.share_at_axis()
    );
    println!("test                      ns per test  us per frame  times the first  other answers");
    for (index, (name, _)) in tally.times.iter().enumerate() {
        println!(
            "{name:25} {:11.0} {:13.2} {:16.2} {:14}",
            tally.nanos_per_test(index),
            tally.micros_per_frame(index),
            tally.nanos_per_test(index) / tally.nanos_per_test(0),
            tally.differ[index],
        );
    }
    println!(
        "\nThe continuous query also finds pairs that touch within a frame, but not at its end."
    );
    assert!(
        tally.missed.iter().all(|&missed| missed == 0),
        "a contact was missed: {tally:?}"
    );
}
