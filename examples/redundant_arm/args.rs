//! The options.

use std::path::PathBuf;

use clap::Parser;

/// A redundant arm moves its hand along a prescribed way and keeps its links away from two pyramids.
#[derive(Debug, Parser)]
#[command(name = "redundant_arm", allow_negative_numbers = true)]
pub struct Options {
    /// How strongly the pyramids push the links away, -10 to 0; 0 is not at all
    #[arg(long, default_value_t = -1.0, value_parser = |text: &str| within(text, -10.0, 0.0))]
    pub k: f64,
    /// The distance from a pyramid within which links are pushed away
    #[arg(long, default_value_t = 0.5, value_parser = |text: &str| within(text, 0.01, 10.0))]
    pub d0: f64,
    /// The time between two waypoints of the path, in seconds
    #[arg(long, default_value_t = 0.1, value_parser = |text: &str| within(text, 0.01, 5.0))]
    pub apart: f64,
    /// Where to write the picture
    #[arg(long, default_value = "target/redundant_arm.svg")]
    pub svg: PathBuf,
}

fn within(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "it is not a number")?;
    if (least..=most).contains(&value) {
        Ok(value)
    } else {
        Err(format!("it must be from {least} to {most}"))
    }
}
