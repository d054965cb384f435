//! The options.

use std::path::PathBuf;

use clap::Parser;
use photofinish_experiments::torso::RATE;

/// A torso of 80 bones falls on a plant, as in Vlack and Tachi (2001). No two bodies ever overlap.
#[derive(Debug, Parser)]
#[command(name = "torso")]
pub struct Options {
    /// The longest time to simulate, in seconds; the simulation ends when nothing moves any more
    #[arg(long, default_value_t = 20.0, value_parser = seconds)]
    pub seconds: f64,
    /// The seed of the plant and of the torso's pose
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The file for the picture
    #[arg(long, default_value = "target/torso.svg")]
    pub svg: PathBuf,
    /// A file for a page that plays the motion back
    #[arg(long)]
    pub html: Option<PathBuf>,
}

impl Options {
    /// Returns the largest number of frames.
    pub fn frames(&self) -> u32 {
        (self.seconds * f64::from(RATE)).ceil() as u32
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "it is not a number")?;
    if value > 0.0 && value <= 600.0 {
        Ok(value)
    } else {
        Err("it must be above 0 and at most 600".into())
    }
}
