//! Draws the measurements as figures 4 to 6 of [1], and the share of tests that end at the cached axis.

use std::path::Path;

use photofinish_experiments::multi_body::Tally;
use plotters::prelude::*;

use crate::drawing::{self, Area, Drawn, INK, UNITS, chart, legend};
use crate::sweep::Sweep;

const SIZE: (u32, u32) = (1080, 620);
/// The height of the row with the times.
const TIMES: u32 = 370;
const COLORS: [RGBColor; 5] = [
    RGBColor(200, 60, 40),
    RGBColor(230, 160, 60),
    RGBColor(40, 110, 180),
    RGBColor(120, 175, 220),
    RGBColor(60, 140, 80),
];

/// Writes the picture.
pub fn write(path: &Path, sweeps: &[Sweep]) -> Drawn {
    drawing::write(path, SIZE, |root| {
        let (above, below) = root.split_vertically(TIMES * UNITS);
        let tallies = || {
            sweeps
                .iter()
                .flat_map(|sweep| &sweep.points)
                .map(|(_, tally)| tally)
        };
        let slowest = |tally: &Tally| {
            (0..tally.times.len())
                .map(|index| tally.micros_per_frame(index))
                .fold(0.0, f64::max)
        };
        let top = 1.08 * tallies().map(slowest).fold(0.0, f64::max);
        for (index, area) in above.split_evenly((1, sweeps.len())).iter().enumerate() {
            times(area, &sweeps[index], top, index == 0)?;
        }
        for (area, sweep) in below.split_evenly((1, sweeps.len())).iter().zip(sweeps) {
            shares(area, sweep)?;
        }
        Ok(())
    })
}

fn times(area: &Area, sweep: &Sweep, top: f64, named: bool) -> Drawn {
    let labels = [sweep.label, if named { "time of a frame, µs" } else { "" }];
    let mut chart = chart(area, "", (0.0..most(sweep), 0.0..top), labels)?;
    for (index, color) in COLORS.into_iter().enumerate() {
        let points = || {
            sweep
                .points
                .iter()
                .map(|(value, tally)| (*value, tally.micros_per_frame(index)))
        };
        let line = LineSeries::new(points(), color.stroke_width(2 * UNITS));
        let name = sweep.points[0].1.times[index].0.clone();
        let key = move |(x, y)| {
            PathElement::new(
                [(x, y), (x + 10 * UNITS as i32, y)],
                color.stroke_width(2 * UNITS),
            )
        };
        chart.draw_series(line)?.label(name).legend(key);
        chart.draw_series(points().map(|point| Circle::new(point, 3 * UNITS, color.filled())))?;
    }
    if named {
        legend(&mut chart, SeriesLabelPosition::UpperLeft)?;
    }
    Ok(())
}

fn shares(area: &Area, sweep: &Sweep) -> Drawn {
    let labels = [sweep.label, "ended at the cached axis, %"];
    let mut chart = chart(area, "", (0.0..most(sweep), 0.0..100.0), labels)?;
    let points = || {
        sweep
            .points
            .iter()
            .map(|(value, tally)| (*value, 100.0 * tally.share_at_axis()))
    };
    chart.draw_series(LineSeries::new(points(), INK.stroke_width(2 * UNITS)))?;
    chart.draw_series(points().map(|point| Circle::new(point, 3 * UNITS, INK.filled())))?;
    Ok(())
}

fn most(sweep: &Sweep) -> f64 {
    1.03 * sweep
        .points
        .iter()
        .map(|(value, _)| *value)
        .fold(0.0, f64::max)
}
