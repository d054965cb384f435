//! Counts what passes through what: with continuous collision detection off, with rapier's own, and with the pass of
//! photofinish.
//!
//!     cargo run --release -p photofinish-rapier3d --example tunnelling -- --variations 1000
//!     cargo run --release -p photofinish-rapier2d --example tunnelling2d -- --pages target/tunnelling2d
//!
//! Each scene is made anew for each variation, from the same random numbers for all three.

#[cfg(feature = "dim2")]
extern crate rapier2d as rapier;
#[cfg(feature = "dim3")]
extern crate rapier3d as rapier;

#[cfg(feature = "dim2")]
extern crate photofinish_rapier2d as photofinish_rapier;
#[cfg(feature = "dim3")]
extern crate photofinish_rapier3d as photofinish_rapier;

mod cost;
mod dimension;
mod driven;
mod energy;
mod measure;
mod overlap;
mod page;
mod passing;
mod scenes;
mod settling;

use std::path::PathBuf;

use clap::Parser;

use measure::{Mode, Tally};

#[derive(Parser)]
struct Args {
    /// How many random variations of each scene; a hundredth of it for the pile and the jails.
    #[arg(long, default_value_t = 100)]
    variations: u64,
    /// The first variation.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Runs only the scenes whose name contains this.
    #[arg(long)]
    scene: Option<String>,
    /// Writes a page for each scene into this folder. It plays one variation in a browser: rapier's own detection on
    /// the left, the pass of photofinish on the right. What passes through flashes, and is counted. The variation is the
    /// first of 50 in which something passes with rapier's detection, if there is one.
    #[arg(long)]
    pages: Option<PathBuf>,
    /// Prints what the detection costs in a pile of 500, from so many rounds.
    #[arg(long)]
    cost: Option<u64>,
    /// Prints how energy falls and when bodies fall asleep in worlds that come to rest, from so many variations.
    #[arg(long)]
    energy: Option<u64>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args = Args::parse();
    let named = |name: &str| {
        args.scene
            .as_ref()
            .is_none_or(|part| name.contains(part.as_str()))
    };
    let scenes: Vec<_> = scenes::all()
        .into_iter()
        .filter(|scene| named(scene.name))
        .collect();
    if let Some(rounds) = args.cost {
        cost::print(rounds);
        return Ok(());
    }
    if let Some(variations) = args.energy {
        energy::print(variations, args.seed);
        return Ok(());
    }
    if let Some(folder) = &args.pages {
        std::fs::create_dir_all(folder)?;
        for (name, bytes) in page::write(&scenes, args.seed, folder)? {
            println!("wrote {} ({bytes} bytes)", folder.join(name).display());
        }
        return Ok(());
    }
    println!(
        "{:38} {:>10} {:>29} {:>29} {:>29}",
        "", "", "passed through", "deepest overlap, mm", "us per step in CCD"
    );
    print!("{:38} {:>10}", "scene", "variations");
    (0..3).for_each(|_| print!(" {:>9} {:>9} {:>9}", "off", "rapier", "ours"));
    println!();
    for scene in &scenes {
        let variations = if scene.is_crowd {
            args.variations.div_ceil(100)
        } else {
            args.variations
        };
        let tallies = Mode::ALL.map(|mode| {
            let mut tally = Tally::default();
            for variation in args.seed..args.seed + variations {
                tally.add(scene, variation, mode);
            }
            tally
        });
        print!("{:38} {variations:10}", scene.name);
        tallies
            .iter()
            .for_each(|tally| print!(" {:9}", tally.passed));
        tallies
            .iter()
            .for_each(|tally| print!(" {:9.1}", tally.deepest * 1000.0));
        tallies
            .iter()
            .for_each(|tally| print!(" {:9.1}", tally.time_per_step() * 1e6));
        println!();
        let ours = &tallies[2];
        if ours.unproven + ours.unprotected + ours.failed > 0 {
            println!(
                "    ours: {} pairs unproven, {} colliders unprotected, {} steps failed",
                ours.unproven, ours.unprotected, ours.failed
            );
        }
    }
    Ok(())
}
