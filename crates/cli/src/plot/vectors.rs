//! The middle panel: the separating vector of each certified interval, as an arrow and in numbers.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Area, Chart, Drawn, GRID, LEFT, Picture, SIDE, colour, label, line, off, px, thin};
use crate::trace::Interval;

/// Length of an arrow in pixels.
const ARROW: f64 = 32.0;
/// Distance of the middles of the arrows from the upper end, in pixels.
const ARROWS_AT: u32 = 46;
/// Height of the panel in pixels if all numbers run across.
const LOW: u32 = 96;
/// Height of the panel in pixels if some numbers run down.
const HIGH: u32 = 226;
/// Width in pixels from which an interval has room for numbers that run across.
const WIDE: f64 = 190.0;
/// Width in pixels that numbers need if they run down.
const NARROW: f64 = 36.0;

/// An interval whose vector is shown.
pub(super) struct Labelled {
    index: usize,
    /// Whether its numbers run across.
    wide: bool,
}

/// Returns the height of the panel.
pub(super) fn height(labelled: &[Labelled]) -> u32 {
    match labelled {
        [] => 0,
        _ if labelled.iter().all(|label| label.wide) => px(LOW),
        _ => px(HIGH),
    }
}

impl Picture {
    /// Returns the intervals that have room for their vectors.
    pub(super) fn labelled_vectors(&self) -> Vec<Labelled> {
        let width = thin::width();
        let pixel = |time: f64| (time - self.times.0) / (self.times.1 - self.times.0) * width;
        let mut free_from = 0.0;
        let mut labelled = Vec::new();
        for (index, interval) in self.trace.intervals.iter().enumerate() {
            let (start, end) = (pixel(interval.start), pixel(interval.end));
            let wide = end - start >= WIDE;
            let middle = (start + end) * 0.5;
            // the numbers of a narrow interval may stick out on both sides, but not over those of its neighbour
            if wide || middle - NARROW * 0.5 >= free_from || labelled.is_empty() {
                free_from = middle + if wide { WIDE } else { NARROW } * 0.5;
                labelled.push(Labelled { index, wide });
            }
        }
        labelled
    }

    /// Draws the panel.
    pub(super) fn draw_vectors(&self, area: &Area, labelled: &[Labelled]) -> Drawn {
        let height = f64::from(area.dim_in_pixel().1);
        let mut chart = ChartBuilder::on(area)
            .margin_left(px(SIDE))
            .margin_right(px(SIDE))
            .y_label_area_size(px(LEFT))
            .build_cartesian_2d(self.times.0..self.times.1, 0.0..height)?;
        for (_, interval) in self.shown_intervals() {
            let wall = [
                (interval.end, 0.0),
                (interval.end, height - f64::from(px(24))),
            ];
            chart.draw_series([PathElement::new(wall, line(GRID, 1))])?;
        }
        let arrows_at = height - f64::from(px(ARROWS_AT));
        for &Labelled { index, wide } in labelled {
            let interval = &self.trace.intervals[index];
            draw_vector(&mut chart, interval, arrows_at, (colour(index), wide))?;
        }
        self.draw_captions(area, labelled.len())
    }

    fn draw_captions(&self, area: &Area, labelled: usize) -> Drawn {
        let intervals = &self.trace.intervals;
        let in_space = intervals
            .iter()
            .any(|interval| interval.direction.len() == 3);
        let view = if in_space { "; z points down left" } else { "" };
        let text = format!("separating vectors, from A to B{view}");
        let left = px(SIDE + LEFT + 6) as i32;
        area.draw(&Text::new(text, (left, off(4)), label(14)))?;
        let count = intervals.len();
        let text = match (count, count - labelled) {
            (1, _) => "1 interval".to_owned(),
            (_, 0) => format!("{count} intervals"),
            (_, narrow) => format!("{count} intervals, {narrow} of them too narrow to be labelled"),
        };
        let right = area.dim_in_pixel().0 as i32 - px(SIDE + 6) as i32;
        let style = label(14).pos(Pos::new(HPos::Right, VPos::Top));
        area.draw(&Text::new(text, (right, off(4)), style))?;
        Ok(())
    }
}

/// Draws a vector with its middle at a height, in a colour, with its numbers across or down.
fn draw_vector(
    chart: &mut Chart,
    interval: &Interval,
    height: f64,
    (colour, wide): (RGBColor, bool),
) -> Drawn {
    let middle = ((interval.start + interval.end) * 0.5, height);
    let (dx, dy) = projected(&interval.direction);
    let tip = (dx * 0.5 * ARROW, dy * 0.5 * ARROW);
    let length = dx.hypot(dy).max(1e-9);
    let (ux, uy) = (dx / length * ARROW, dy / length * ARROW);
    let barb = |side: f64| {
        let across = 0.16 * side;
        (
            tip.0 - 0.28 * ux - uy * across,
            tip.1 - 0.28 * uy + ux * across,
        )
    };
    let units = |(x, y): (f64, f64)| {
        let scale = f64::from(px(1));
        ((x * scale).round() as i32, (y * scale).round() as i32)
    };
    let shaft = [units((-tip.0, -tip.1)), units(tip)];
    let head = [units(barb(1.0)), units(tip), units(barb(-1.0))];
    let arrow = EmptyElement::at(middle)
        + PathElement::new(shaft, line(colour, 3))
        + PathElement::new(head, line(colour, 3));
    chart.draw_series([arrow])?;
    let coordinates = interval.direction.iter();
    let numbers: Vec<String> = coordinates.map(|x| format!("{x:.3}")).collect();
    let style = if wide {
        label(13).pos(Pos::new(HPos::Center, VPos::Top))
    } else {
        label(13)
            .transform(FontTransform::Rotate90)
            .pos(Pos::new(HPos::Left, VPos::Center))
    };
    let text = Text::new(format!("({})", numbers.join(", ")), (0, off(22)), style);
    chart.draw_series([EmptyElement::at(middle) + text])?;
    Ok(())
}

/// Projects a direction to the screen, whose y axis points down.
fn projected(direction: &[f64]) -> (f64, f64) {
    let z = direction.get(2).copied().unwrap_or(0.0);
    (direction[0] - 0.4 * z, 0.3 * z - direction[1])
}
