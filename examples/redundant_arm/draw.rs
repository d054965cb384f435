//! The picture: the arm on its way, seen from the side, and its distance from the pyramids over time.

use std::ops::Range;
use std::path::Path;

use nalgebra::Isometry3;
use photofinish::motion::Motion;
use photofinish_robot::{PathOutcome, Robot, Scene};
use plotters::prelude::*;

use crate::Failure;
use crate::arm::HAND;
use crate::check::Run;
use crate::drawing::{self, Area, Chart, FAINT, INK, Points, UNITS, chart, closed, legend};
use crate::plan::{END, LEGS};
use crate::shadow::outlines;

/// Width and height in pixels.
const SIZE: (u32, u32) = (900, 860);
/// Height of the side views, in pixels.
const SIDE_VIEW: u32 = 610;
/// The part of the y-z plane that is drawn.
const VIEW: (Range<f64>, Range<f64>) = (-2.0..1.0, -0.15..3.95);
/// The number of times that the arm is drawn on each leg, besides at its start.
const FRAMES: u32 = 2;

const STONE: RGBColor = RGBColor(150, 145, 140);
const CONTACT: RGBColor = RGBColor(205, 30, 45);
/// The colour of each run's curve.
const CURVES: [RGBColor; 2] = [RGBColor(30, 110, 200), RGBColor(215, 120, 20)];

/// The content of the picture.
pub struct Picture<'a> {
    pub robot: &'a Robot,
    pub scene: &'a Scene,
    pub runs: &'a [Run],
    /// The distance from a pyramid within which links are pushed away.
    pub d0: f64,
}

/// Draws everything to a file, and makes its folder if there is none.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, picture: &Picture) -> Result<(), Failure> {
    drawing::write(path, SIZE, |root| {
        let (above, below) = root.split_vertically(SIDE_VIEW * UNITS);
        let views = above.split_evenly((1, picture.runs.len()));
        for (run, area) in picture.runs.iter().zip(&views) {
            picture.side_view(run, area)?;
        }
        picture.distances(&below)
    })
}

impl Picture<'_> {
    /// Draws the arm from the side, y to the right and z up, to one scale.
    fn side_view(&self, run: &Run, area: &Area) -> Result<(), Failure> {
        let (width, height) = area.dim_in_pixel();
        // the same margins as those of the chart below
        let scale = (f64::from(height) - f64::from(76 * UNITS)) / (VIEW.1.end - VIEW.1.start);
        let shown = (f64::from(width) - f64::from(70 * UNITS)) / scale;
        let middle = (VIEW.0.start + VIEW.0.end) / 2.0;
        let axes = (middle - shown / 2.0..middle + shown / 2.0, VIEW.1.clone());
        let title = match &run.outcome {
            PathOutcome::Separated(_) => format!("k = {}: proven clear", run.k),
            PathOutcome::Impact(first) => {
                format!("k = {}: contact at t = {:.3} s", run.k, first.time)
            }
        };
        let mut chart = chart(area, &title, axes.clone(), ["y", "z"])?;
        let ground = Rectangle::new(
            [(axes.0.start, VIEW.1.start), (axes.0.end, 0.0)],
            FAINT.filled(),
        );
        chart.draw_series([ground])?;
        for object in self.scene.objects() {
            for outline in outlines(object, &Isometry3::identity())? {
                chart.draw_series([Polygon::new(outline.clone(), STONE.mix(0.55))])?;
                chart.draw_series([PathElement::new(closed(&outline), INK.stroke_width(UNITS))])?;
            }
        }
        for (time, color) in frames() {
            let mark = move |at: (i32, i32)| {
                Rectangle::new(
                    [(at.0, at.1 - 16), (at.0 + 40, at.1 + 16)],
                    color.mix(0.7).filled(),
                )
            };
            let arm = self.arm(run, time)?;
            let fill = arm
                .iter()
                .map(|outline| Polygon::new(outline.clone(), color.mix(0.3)));
            chart
                .draw_series(fill)?
                .label(format!("t = {time:.1}"))
                .legend(mark);
            let edge = arm
                .iter()
                .map(|outline| PathElement::new(closed(outline), color.stroke_width(UNITS)));
            chart.draw_series(edge)?;
        }
        if let PathOutcome::Impact(first) = &run.outcome {
            let style = CONTACT.stroke_width(3 * UNITS / 2);
            let arm = self.arm(run, first.time)?;
            chart.draw_series(
                arm.iter()
                    .map(|outline| PathElement::new(closed(outline), style)),
            )?;
            let at = (first.contact.witness_b.y, first.contact.witness_b.z);
            let mark =
                move |at: (i32, i32)| Circle::new((at.0 + 20, at.1), 4 * UNITS, CONTACT.filled());
            chart
                .draw_series([Circle::new(at, 4 * UNITS, CONTACT.filled())])?
                .label("first contact")
                .legend(mark);
        }
        self.hand(run, &mut chart)?;
        legend(&mut chart, SeriesLabelPosition::UpperRight)
    }

    /// Returns the outlines of all pieces of the arm at a time.
    fn arm(&self, run: &Run, time: f64) -> Result<Vec<Points>, Failure> {
        let mut drawn = Vec::new();
        for link in self.robot.links() {
            let pose = self.robot.motion(link.name(), &run.path)?.pose(time);
            drawn.extend(outlines(link, &pose)?);
        }
        Ok(drawn)
    }

    /// Draws the way of the hand.
    fn hand(&self, run: &Run, chart: &mut Chart) -> Result<(), Failure> {
        let hand = self.robot.motion(HAND, &run.path)?;
        let way = run.times().iter().map(|&time| {
            let place = hand.pose(time).translation.vector;
            (place.y, place.z)
        });
        let style = INK.stroke_width(2 * UNITS);
        let mark = move |at: (i32, i32)| PathElement::new([at, (at.0 + 40, at.1)], style);
        chart
            .draw_series([PathElement::new(way.collect::<Points>(), style)])?
            .label("way of the hand")
            .legend(mark);
        Ok(())
    }

    /// Draws the least distance to a pyramid at the waypoints, over time.
    fn distances(&self, area: &Area) -> Result<(), Failure> {
        let all = || {
            self.runs
                .iter()
                .flat_map(|run| &run.sampled)
                .map(|near| near.distance)
        };
        let least = all().fold(0.0, f64::min) - 0.03;
        let most = all().fold(self.d0, f64::max) + 0.03;
        let labels = ["t in s", "distance"];
        let mut chart = chart(
            area,
            "least distance of a link and a pyramid",
            (0.0..END, least..most),
            labels,
        )?;
        let inside = Rectangle::new([(0.0, least), (END, 0.0)], CONTACT.mix(0.12).filled());
        chart.draw_series([inside])?;

        let level = PathElement::new([(0.0, self.d0), (END, self.d0)], STONE.stroke_width(UNITS));
        let mark = move |at: (i32, i32)| {
            PathElement::new([at, (at.0 + 40, at.1)], STONE.stroke_width(UNITS))
        };
        chart.draw_series([level])?.label("d0").legend(mark);
        for (run, color) in self.runs.iter().zip(CURVES) {
            let style = color.stroke_width(2 * UNITS);
            let curve: Points = run
                .times()
                .iter()
                .zip(&run.sampled)
                .map(|(&time, near)| (time, near.distance))
                .collect();
            let mark = move |at: (i32, i32)| PathElement::new([at, (at.0 + 40, at.1)], style);
            chart
                .draw_series([PathElement::new(curve, style)])?
                .label(format!("k = {}", run.k))
                .legend(mark);
            if let PathOutcome::Impact(first) = &run.outcome {
                chart.draw_series([Circle::new((first.time, 0.0), 4 * UNITS, CONTACT.filled())])?;
            }
        }
        legend(&mut chart, SeriesLabelPosition::LowerRight)
    }
}

/// Returns the times at which the arm is drawn, with colours from blue at first to orange at last.
fn frames() -> impl Iterator<Item = (f64, HSLColor)> {
    let mut times = vec![0.0];
    let mut began = 0.0;
    for (_, ends) in LEGS {
        times.extend(
            (1..=FRAMES).map(|frame| began + (ends - began) * f64::from(frame) / f64::from(FRAMES)),
        );
        began = ends;
    }
    times
        .into_iter()
        .map(|time| (time, HSLColor(0.6 - 0.52 * time / END, 0.7, 0.48)))
}
