//! The options.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};

/// A stack of blocks falls onto a floor while a bullet is shot through it. No two bodies ever overlap.
#[derive(Debug, Parser)]
#[command(name = "falling-stack")]
pub struct Options {
    /// The number of blocks
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub count: u16,
    /// The seed that the sizes, the spins and the aim are drawn from
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The time to simulate, in seconds
    #[arg(long, default_value_t = 4.0, value_parser = seconds)]
    pub seconds: f64,
    /// The share of the approach speed that an impact gives back, 0 to 1
    #[arg(long, default_value_t = 0.4, value_parser = restitution)]
    pub restitution: f64,
    /// The coefficient of friction
    #[arg(long, default_value_t = 0.4, value_parser = friction)]
    pub friction: f64,
    /// Frames per second; the article by Vlack and Tachi (2001) has 24
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u16).range(10..=1000))]
    pub rate: u16,
    /// The precision to calculate in
    #[arg(long, value_enum, default_value_t = Scalar::F64)]
    pub scalar: Scalar,
    /// Handle each frame in other orders too, which must lead to the same, and compare the work and the time
    #[arg(long)]
    pub race: bool,
    /// The number of frames in a line of the table; by default, the table fits on a screen
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub every: Option<u32>,
    /// The file for the picture
    #[arg(long, default_value = "target/falling_stack.svg")]
    pub svg: PathBuf,
}

/// The precision to calculate in.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Scalar {
    /// Single precision
    F32,
    /// Double precision
    F64,
}

impl Scalar {
    /// Returns the name of the scalar in Rust.
    pub fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }
}

/// The number of lines of a table that fits on a screen.
const LINES: u32 = 30;

impl Options {
    /// Returns the number of frames to simulate.
    pub fn frames(&self) -> u32 {
        (self.seconds * f64::from(self.rate)).ceil() as u32
    }

    /// Returns the number of frames that make a line of the table.
    pub fn frames_per_line(&self) -> u32 {
        self.every.unwrap_or(self.frames().div_ceil(LINES))
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let value = number(text)?;
    if value > 0.0 && value <= 3600.0 {
        Ok(value)
    } else {
        Err("it must be above 0 and at most 3600".into())
    }
}

fn restitution(text: &str) -> Result<f64, String> {
    let value = number(text)?;
    if (0.0..=1.0).contains(&value) {
        Ok(value)
    } else {
        Err("it must be from 0 to 1".into())
    }
}

fn friction(text: &str) -> Result<f64, String> {
    let value = number(text)?;
    if (0.0..=100.0).contains(&value) {
        Ok(value)
    } else {
        Err("it must be from 0 to 100".into())
    }
}

fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "it is not a number".into())
}
