//! The options.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Thousands of bodies that fall into heaps. No two of them pass through each other.
#[derive(Debug, Parser)]
#[command(name = "heap")]
pub struct Options {
    /// What falls
    #[command(subcommand)]
    pub scene: Scene,
}

/// What falls.
#[derive(Debug, Subcommand)]
pub enum Scene {
    /// A tower of blocks, which lands on the floor and is shot through by a ball
    Stack {
        /// How many blocks
        #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        blocks: u32,
        /// What all runs have
        #[command(flatten)]
        run: Run,
    },
    /// Balls, cuboids, cylinders, capsules and hulls, which are poured into a bowl
    Bowl {
        /// How many bodies
        #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        bodies: u32,
        /// What all runs have
        #[command(flatten)]
        run: Run,
    },
}

/// What all runs have.
#[derive(Debug, Args)]
pub struct Run {
    /// The time to simulate, in seconds
    #[arg(long, default_value_t = 8.0, value_parser = seconds)]
    pub seconds: f64,
    /// The seed of the scene
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// A file for a page that plays the motion back
    #[arg(long)]
    pub html: Option<PathBuf>,
}

fn seconds(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "it is not a number")?;
    if value > 0.0 && value <= 600.0 {
        Ok(value)
    } else {
        Err("it must be above 0 and at most 600".into())
    }
}
