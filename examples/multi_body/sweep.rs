//! Varies one quantity after the other.

use std::error::Error;

use indicatif::{ProgressBar, ProgressStyle};
use photofinish_experiments::multi_body::{Setting, Tally, measure, ours};

use crate::args::Options;

/// The settings of one figure of [1], with what was measured.
pub struct Sweep {
    /// What is varied, with its unit.
    pub label: &'static str,
    /// The values, and the measurement at each.
    pub points: Vec<(f64, Tally)>,
}

/// Sets a quantity to a value.
type Vary = fn(&mut Setting, f64);

/// What figures 4 to 6 vary, and the values.
const FIGURES: [(&str, Vary, [f64; 6]); 3] = [
    (
        "density, % of the space",
        |setting, value| setting.density = value / 100.0,
        [1.0, 2.0, 5.0, 10.0, 15.0, 20.0],
    ),
    (
        "way in a frame, % of the radius",
        |setting, value| setting.way = value / 100.0,
        [1.0, 2.0, 5.0, 10.0, 15.0, 20.0],
    ),
    (
        "turn in a frame, degrees",
        |setting, value| setting.turn = value,
        [1.0, 5.0, 10.0, 20.0, 30.0, 40.0],
    ),
];

/// Measures all settings of all figures.
pub fn all(options: &Options) -> Result<Vec<Sweep>, Box<dyn Error>> {
    let settings = FIGURES
        .iter()
        .map(|(_, _, values)| values.len() as u64)
        .sum::<u64>();
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} settings, {eta} left")?;
    let bar = ProgressBar::new(settings).with_style(style);
    let mut sweeps = Vec::new();
    for (label, vary, values) in FIGURES {
        let mut points = Vec::new();
        for value in values {
            let mut setting = options.setting();
            vary(&mut setting, value);
            points.push((
                value,
                measure(&setting, ours, options.frames, options.rounds)?,
            ));
            bar.inc(1);
        }
        sweeps.push(Sweep { label, points });
    }
    bar.finish_and_clear();
    Ok(sweeps)
}
