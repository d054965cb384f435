//! Draws the search for a time of impact: the gap over time with the certified intervals below it, their separating
//! vectors, and the times that were tried as the time of impact.

mod gap;
mod search;
mod thin;
mod vectors;

use std::error::Error;
use std::fs;
use std::path::Path;

use photofinish_cases::Case;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use crate::answer::{Answer, Verb};
use crate::pair::{Pair, Settings};
use crate::trace::Trace;

/// Units per pixel. The backend rounds to whole units, so the picture is drawn larger and scaled down.
const UNITS: u32 = 4;
/// Width and height in pixels.
const SIZE: (u32, u32) = (1200, 900);
/// Height of the panel of the root search.
const SEARCH_HEIGHT: u32 = 220;
/// Width of the labels to the left of a panel. It is the same for all panels, so that their time axes line up.
const LEFT: u32 = 90;
/// Width of the margin on both sides.
const SIDE: u32 = 16;
/// Times at which the gap is sampled.
const SAMPLES: u32 = 400;
/// The length of the time axis, relative to the time from the start to the end of the search.
const BEYOND: f64 = 1.25;

const INK: RGBColor = RGBColor(40, 40, 50);
const ANSWER: RGBColor = RGBColor(200, 30, 45);
const SEARCH: RGBColor = RGBColor(120, 60, 160);
const GRID: RGBColor = RGBColor(225, 225, 230);
/// The colours of the certified intervals, in turn.
const INTERVALS: [RGBColor; 4] = [
    RGBColor(50, 120, 190),
    RGBColor(40, 150, 110),
    RGBColor(215, 130, 20),
    RGBColor(90, 90, 170),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
type Drawn = Result<(), Box<dyn Error>>;

/// The data of a picture.
struct Picture {
    trace: Trace,
    /// Samples of the distance beyond the target distance, zero or less in overlap.
    gap: Vec<(f64, f64)>,
    /// The start and the end of the time axis.
    times: (f64, f64),
    /// The tolerance at the answer.
    tolerance: f64,
    title: String,
    target: f64,
}

/// Draws a case to a file.
///
/// # Errors
/// If the file cannot be written.
pub fn draw(case: &Case, pair: &dyn Pair, settings: &Settings, path: &Path) -> Drawn {
    let picture = Picture::new(case, pair, settings);
    let mut svg = String::new();
    {
        let size = (SIZE.0 * UNITS, SIZE.1 * UNITS);
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        picture.draw(&root)?;
        root.present()?;
    }
    let drawn = |(width, height)| format!("<svg width=\"{width}\" height=\"{height}\"");
    let svg = svg.replacen(&drawn((SIZE.0 * UNITS, SIZE.1 * UNITS)), &drawn(SIZE), 1);
    fs::write(path, svg).map_err(|error| format!("{}: {error}", path.display()).into())
}

impl Picture {
    fn new(case: &Case, pair: &dyn Pair, settings: &Settings) -> Self {
        let trace = pair.trace(settings);
        let [start, end] = case.interval;
        let ended = trace.answer.time.or(trace.answer.clear_until);
        let until = match ended {
            Some(ended) if ended > start => (start + (ended - start) * BEYOND).min(end),
            _ => end,
        };
        // an interval without length still needs an axis
        let until = if until > start {
            until
        } else {
            start + start.abs().max(1.0) * 1e-3
        };
        let target = case.target_distance;
        let sample = |step: u32| {
            let time = start + (until - start) * f64::from(step) / f64::from(SAMPLES);
            (time, pair.placed(time).distance - target)
        };
        Self {
            gap: (0..=SAMPLES).map(sample).collect(),
            times: (start, until),
            tolerance: pair.tolerance(ended.unwrap_or(end), settings),
            title: format!("{} \u{2014} {}", case.id, told(&trace.answer)),
            target,
            trace,
        }
    }

    fn draw(&self, root: &Area) -> Drawn {
        root.fill(&WHITE)?;
        let title = ("sans-serif", px(22)).into_font().color(&INK);
        let area = root.margin(px(6), 0, 0, 0).titled(&self.title, title)?;
        let labelled = self.labelled_vectors();
        let vectors_height = vectors::height(&labelled);
        let search_height = if self.trace.tried.is_empty() {
            0
        } else {
            px(SEARCH_HEIGHT)
        };
        let gap_height = area.dim_in_pixel().1 - vectors_height - search_height;
        let (top, rest) = area.split_vertically(gap_height);
        let (middle, bottom) = rest.split_vertically(vectors_height);
        self.draw_gap(&top)?;
        if vectors_height > 0 {
            self.draw_vectors(&middle, &labelled)?;
        }
        if search_height > 0 {
            self.draw_search(&bottom)?;
        }
        Ok(())
    }
}

/// Returns the answer in a few words.
fn told(answer: &Answer) -> String {
    let number = |value: Option<f64>| value.map_or("?".to_owned(), |value| format!("{value:.3e}"));
    let time = |value: Option<f64>| value.map_or("?".to_owned(), |value| format!("{value:.9}"));
    match answer.outcome {
        Verb::Separated | Verb::Disjoint => {
            format!("separated, clearance {}", number(answer.clearance))
        }
        Verb::Impact => format!(
            "impact at {}, distance {}",
            time(answer.time),
            number(answer.distance)
        ),
        Verb::Stays => "stays in contact".to_owned(),
        Verb::DrivesIn => format!("driven in, contact kept until {}", time(answer.kept_until)),
        Verb::Overlapping => match answer.depth {
            Some(depth) => format!("overlapping at the start, {depth:.3e} deep"),
            None => "overlapping at the start".to_owned(),
        },
        Verb::Undecided => format!("undecided, clear until {}", time(answer.clear_until)),
        Verb::Error => "error".to_owned(),
    }
}

/// Returns the colour of an interval.
fn colour(index: usize) -> RGBColor {
    INTERVALS[index % INTERVALS.len()]
}

/// Returns a font for labels, with its size in pixels.
fn label(size: u32) -> TextStyle<'static> {
    ("sans-serif", px(size)).into_font().color(&INK)
}

/// Converts a length from pixels to units.
fn px(pixels: u32) -> u32 {
    pixels * UNITS
}

/// Converts an offset from pixels to units.
fn off(pixels: i32) -> i32 {
    pixels * UNITS as i32
}

/// Returns the style of a line with this width in pixels.
fn line(colour: impl Color, pixels: u32) -> ShapeStyle {
    ShapeStyle::from(&colour.to_rgba()).stroke_width(px(pixels))
}
