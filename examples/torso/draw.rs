//! Draws the time of each frame, as figure 6 of [2], and the impacts.

use std::path::Path;

use photofinish_experiments::torso::{Frame, RATE};
use plotters::prelude::*;

use crate::drawing::{self, Area, Drawn, INK, Points, UNITS, chart, legend};

const SIZE: (u32, u32) = (900, 640);
const RED: RGBColor = RGBColor(200, 60, 40);
const BLUE: RGBColor = RGBColor(40, 110, 180);

/// Writes the picture.
pub fn write(path: &Path, frames: &[Frame]) -> Drawn {
    let at = |index: usize| (index as f64 + 1.0) / f64::from(RATE);
    let series = |of: fn(&Frame) -> f64| -> Points {
        frames
            .iter()
            .enumerate()
            .map(|(index, frame)| (at(index), of(frame)))
            .collect()
    };
    drawing::write(path, SIZE, |root| {
        let (above, below) = root.split_vertically(SIZE.1 / 2 * UNITS);
        let times = series(|frame| frame.spent.as_secs_f64() * 1e3);
        let impacts = series(|frame| (frame.hits.len() - frame.micro()) as f64);
        let resting = series(|frame| frame.micro() as f64);
        let awake = series(|frame| frame.awake as f64);
        let time = "time of a frame";
        lines(&above, "time of a frame, ms", &[(time, INK, times)])?;
        let all = [
            ("impacts", RED, impacts),
            ("microcollisions", BLUE, resting),
            ("bones that move", INK, awake),
        ];
        lines(&below, "in a frame", &all)?;
        Ok(())
    })
}

/// A line with its name and colour.
type Line = (&'static str, RGBColor, Points);

fn lines(area: &Area, label: &str, all: &[Line]) -> Drawn {
    let points = || all.iter().flat_map(|(_, _, points)| points);
    let most = |of: fn(&(f64, f64)) -> f64| 1.05 * points().map(of).fold(1e-9, f64::max);
    let mut chart = chart(
        area,
        "",
        (0.0..most(|point| point.0), 0.0..most(|point| point.1)),
        ["simulated time, s", label],
    )?;
    for (name, color, points) in all {
        let color = *color;
        let key = move |(x, y)| {
            PathElement::new(
                [(x, y), (x + 10 * UNITS as i32, y)],
                color.stroke_width(2 * UNITS),
            )
        };
        let line = LineSeries::new(points.iter().copied(), color.stroke_width(3 * UNITS / 2));
        chart.draw_series(line)?.label(*name).legend(key);
    }
    if all.len() > 1 {
        legend(&mut chart, SeriesLabelPosition::UpperRight)?;
    }
    Ok(())
}
