//! The options.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use photofinish_experiments::crash::Settings;

/// A torso of 80 bones falls on a plant, as in Vlack and Tachi (2001). No two bodies ever overlap.
#[derive(Debug, Parser)]
#[command(name = "torso")]
pub struct Options {
    /// The longest time to simulate, in seconds; the simulation ends when nothing moves any more
    #[arg(long, default_value_t = 20.0, value_parser = seconds)]
    pub seconds: f64,
    /// Frames per second
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u32).range(10..=1000))]
    pub rate: u32,
    /// The precision to calculate in
    #[arg(long, value_enum, default_value_t = Scalar::F32)]
    pub scalar: Scalar,
    /// How far beyond the distance that bodies keep an impact may be found, in metres
    #[arg(long, default_value_t = 3e-4)]
    pub tolerance: f64,
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

/// The precision to calculate in.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Scalar {
    /// Single precision, as in the article
    F32,
    /// Double precision
    F64,
}

impl Options {
    /// Returns the largest number of frames.
    pub fn frames(&self) -> u32 {
        (self.seconds * f64::from(self.rate)).ceil() as u32
    }

    /// Returns the settings of the simulation.
    pub fn settings(&self) -> Settings {
        Settings {
            rate: self.rate,
            tolerance: self.tolerance,
            seed: self.seed,
            ..Settings::default()
        }
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
