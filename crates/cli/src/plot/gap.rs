//! The upper panel: the gap over time, and the proven lower bounds beneath it.

use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{
    ANSWER, Area, Chart, Drawn, GRID, INK, LEFT, Picture, SEARCH, SIDE, colour, label, line, off,
    px, thin,
};
use crate::answer::Verb;

/// The least depth of the panel below zero, relative to its height above.
const BELOW: f64 = 0.16;
/// The share of the time axis that the label of the answer needs.
const ROOM: f64 = 0.18;
/// Width of a sample in the legend, in pixels.
const SAMPLE: i32 = 18;

impl Picture {
    /// Draws the panel.
    pub(super) fn draw_gap(&self, area: &Area) -> Drawn {
        let values = || self.gap.iter().map(|point| point.1);
        let (highest, deepest) = (values().fold(0.0, f64::max), -values().fold(0.0, f64::min));
        let top = match highest.max(deepest * BELOW) * 1.12 {
            top if top > 0.0 => top,
            _ => 1.0,
        };
        let bottom = -(top * BELOW).max((deepest * 1.12).min(highest));
        let mut chart = ChartBuilder::on(area)
            .margin_left(px(SIDE))
            .margin_right(px(SIDE))
            .margin_top(px(8))
            .x_label_area_size(px(44))
            .y_label_area_size(px(LEFT))
            .build_cartesian_2d(self.times.0..self.times.1, bottom..top)?;
        let gap = if self.target > 0.0 {
            format!("distance beyond the target of {}", self.target)
        } else {
            "distance".to_owned()
        };
        chart
            .configure_mesh()
            .x_desc("time")
            .y_desc(gap)
            .label_style(label(14))
            .axis_desc_style(label(16))
            .axis_style(line(INK, 1))
            .set_all_tick_mark_size(px(5))
            .bold_line_style(line(GRID, 1))
            .light_line_style(TRANSPARENT)
            .draw()?;
        self.draw_intervals(&mut chart)?;
        self.draw_distance(&mut chart, bottom, top)?;
        self.draw_looks(&mut chart, bottom, top)?;
        self.draw_answer(&mut chart, bottom, top)?;
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE.mix(0.85))
            .border_style(line(GRID, 1))
            .label_font(label(14))
            .legend_area_size(px(30))
            .margin(px(8))
            .draw()?;
        Ok(())
    }

    /// Draws the proven lower bounds as bands, with their least values.
    fn draw_intervals(&self, chart: &mut Chart) -> Drawn {
        for (index, interval) in self.shown_intervals() {
            let colour = colour(index);
            let bound = self.shown_bound(interval);
            let mut band = vec![(interval.start, 0.0)];
            band.extend(bound.iter().map(|&(t, gap)| (t, gap.max(0.0))));
            band.push((interval.end, 0.0));
            chart.draw_series([Polygon::new(band, colour.mix(0.18))])?;
            chart.draw_series(LineSeries::new(bound, line(colour, 2)))?;
            let ends = [interval.start, interval.end].map(|time| (time, interval.margin));
            chart.draw_series([PathElement::new(ends, line(colour.mix(0.6), 1))])?;
            let wall = [
                (interval.end, 0.0),
                *interval.bound.last().unwrap_or(&ends[1]),
            ];
            chart.draw_series([PathElement::new(wall, line(colour.mix(0.6), 1))])?;
        }
        if !self.trace.intervals.is_empty() {
            let sample = colour(0);
            chart
                .draw_series(LineSeries::new([], sample))?
                .label("certified: the distance is at least this")
                .legend(move |at| {
                    let (up, down, right) = (off(-6), off(6), off(SAMPLE));
                    EmptyElement::at(at)
                        + Rectangle::new([(0, up), (right, down)], sample.mix(0.25).filled())
                        + PathElement::new([(0, up), (right, up)], line(sample, 2))
                });
        }
        Ok(())
    }

    fn draw_distance(&self, chart: &mut Chart, bottom: f64, top: f64) -> Drawn {
        let zero = [(self.times.0, 0.0), (self.times.1, 0.0)];
        chart.draw_series([PathElement::new(zero, line(INK, 1))])?;
        let shown = self.gap.iter().map(|&(t, gap)| (t, gap.clamp(bottom, top)));
        chart
            .draw_series(LineSeries::new(shown, line(INK, 2)))?
            .label("distance by static tests; 0 where the depth of an overlap is unknown")
            .legend(|(x, y)| PathElement::new([(x, y), (x + off(SAMPLE), y)], line(INK, 2)));
        Ok(())
    }

    /// Draws the vectors that GJK found, and the times that were tried as the time of impact.
    fn draw_looks(&self, chart: &mut Chart, bottom: f64, top: f64) -> Drawn {
        let inside = |&(time, value): &(f64, f64)| (time, value.clamp(bottom, top));
        let in_time = |point: &&(f64, f64)| point.0 <= self.times.1;
        if !self.trace.vectors.is_empty() {
            let vectors = self.trace.vectors.iter().filter(in_time).map(inside);
            let vectors = thin::marks(vectors, |&at| at, self.times, (bottom, top));
            chart
                .draw_series(
                    vectors
                        .into_iter()
                        .map(|at| Circle::new(at, px(4), line(INK, 1))),
                )?
                .label("separating vectors that GJK found")
                .legend(|(x, y)| Circle::new((x + off(SAMPLE / 2), y), px(4), line(INK, 1)));
        }
        if self.trace.tried.is_empty() {
            return Ok(());
        }
        let tried = self.trace.tried.iter().filter(in_time).map(inside);
        let tried = thin::marks(tried, |&at| at, self.times, (bottom, top));
        let (below, seen): (Vec<_>, Vec<_>) =
            tried.into_iter().partition(|&(_, gap)| gap <= bottom);
        let triangle = [(-5, -9), (5, -9), (0, -1), (-5, -9)].map(|(x, y)| (off(x), off(y)));
        chart.draw_series(
            below
                .into_iter()
                .map(|at| EmptyElement::at(at) + PathElement::new(triangle, line(SEARCH, 1))),
        )?;
        let cross = |at| Cross::new(at, px(4), line(SEARCH, 2));
        chart
            .draw_series(seen.into_iter().map(cross))?
            .label("times tried as the time of impact: gap then (\u{25bd} below the picture)")
            .legend(|(x, y)| Cross::new((x + off(SAMPLE / 2), y), px(4), line(SEARCH, 2)));
        Ok(())
    }

    fn draw_answer(&self, chart: &mut Chart, bottom: f64, top: f64) -> Drawn {
        let answer = &self.trace.answer;
        let (time, name) = match (answer.time, answer.clear_until) {
            (Some(time), _) if answer.outcome == Verb::Impact => (time, "impact"),
            (Some(time), _) => (time, "overlap"),
            (None, Some(time)) => (time, "clear until"),
            (None, None) => return Ok(()),
        };
        let ends = [(time, bottom), (time, top)];
        let style = line(ANSWER, 2);
        chart.draw_series([DashedPathElement::new(ends, px(6), px(4), style)])?;
        // after the answer there is room above zero; before it there is more room below
        let room_after = self.times.1 - time > ROOM * (self.times.1 - self.times.0);
        let (side, shift, height) = if room_after {
            (HPos::Left, off(8), 0.0)
        } else {
            (HPos::Right, off(-8), bottom)
        };
        let style = label(16).color(&ANSWER).pos(Pos::new(side, VPos::Bottom));
        let text = Text::new(format!("{name} {time:.6}"), (shift, off(-8)), style);
        chart.draw_series([EmptyElement::at((time, height)) + text])?;
        Ok(())
    }
}
