//! The options.

use std::path::PathBuf;

use clap::Parser;
use photofinish_experiments::multi_body::Setting;

/// Races the tests of this library over polytopes that move freely in a cube, as in [1], appendix B.
#[derive(Debug, Parser)]
#[command(name = "multi_body")]
pub struct Options {
    /// The number of bodies
    #[arg(long, default_value_t = 20)]
    bodies: usize,
    /// The number of vertices of each body
    #[arg(long, default_value_t = 20)]
    vertices: usize,
    /// The share of the cube that the bodies fill
    #[arg(long, default_value_t = 0.05)]
    density: f64,
    /// The way of each body in a frame, as a share of its radius
    #[arg(long, default_value_t = 0.05)]
    way: f64,
    /// The turn of each body in a frame, in degrees
    #[arg(long, default_value_t = 10.0)]
    turn: f64,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of frames for each setting; [1] has 50000
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..))]
    pub frames: u32,
    /// The number of times that each setting is run; of each frame's times, the least counts
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,
    /// Measure this setting only, and draw nothing
    #[arg(long)]
    pub no_sweeps: bool,
    /// The file for the picture
    #[arg(long, default_value = "target/multi_body.svg")]
    pub svg: PathBuf,
    /// A file for a page that plays the simulation back
    #[arg(long)]
    pub html: Option<PathBuf>,
    /// The length of the page's motion, in seconds of 30 frames
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub seconds: u32,
}

impl Options {
    /// Returns the setting that the options describe.
    pub fn setting(&self) -> Setting {
        Setting {
            bodies: self.bodies,
            vertices: self.vertices,
            density: self.density,
            way: self.way,
            turn: self.turn,
            seed: self.seed,
        }
    }
}
