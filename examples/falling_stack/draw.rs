//! Draws the picture of a run: the paths of all bodies, seen from the side, and their heights over time.

use std::path::Path;

use photofinish::Real;
use plotters::prelude::*;

use crate::args::Options;
use crate::contact::corners;
use crate::drawing::{self, Area, Chart, Drawn, FAINT, INK, Points, UNITS, chart, closed, legend};
use crate::plane::{hull, inside};
use crate::world::{Frame, Hit, World};

/// Width and height in pixels.
const SIZE: (u32, u32) = (900, 600);
/// Width of the side view, in pixels.
const SIDE_VIEW: u32 = 560;
/// The number of impacts of each kind that are drawn: the impacts that cost the most energy, and an even choice of
/// microcollisions.
const DOTS: usize = 250;

const IMPACT: RGBColor = RGBColor(205, 30, 45);
const MICRO: RGBColor = RGBColor(30, 110, 200);

/// The record of a run, drawn at its end.
pub struct Picture {
    frame_seconds: f64,
    /// For each body, its centre at the start and at the end of every frame. The first body is the floor, the last one
    /// the bullet.
    paths: Vec<Points>,
    /// For each body, its outline at the start, and at the last frame.
    outlines: [Vec<Points>; 2],
    /// The time of each impact from the start of the run, and the impact.
    hits: Vec<(f64, Hit)>,
}

impl Picture {
    /// Records the world before the first frame.
    pub fn new<T: Real>(world: &World<T>, options: &Options) -> Self {
        let mut picture = Self {
            frame_seconds: 1.0 / f64::from(options.rate),
            paths: vec![Vec::new(); world.bodies().len()],
            outlines: [outlines(world), Vec::new()],
            hits: Vec::new(),
        };
        picture.add_positions(world);
        picture
    }

    /// Records the world after a frame.
    pub fn add<T: Real>(&mut self, world: &World<T>, frame: &Frame) {
        let start = self.end_time();
        let hits = frame.hits.iter().map(|hit| (start + hit.time, *hit));
        self.hits.extend(hits);
        self.add_positions(world);
        self.outlines[1] = outlines(world);
    }

    fn add_positions<T: Real>(&mut self, world: &World<T>) {
        for (path, body) in self.paths.iter_mut().zip(world.bodies()) {
            let position = body.pose(T::zero()).translation.vector.map(Real::as_f64);
            path.push((position.x, position.y));
        }
    }

    fn end_time(&self) -> f64 {
        (self.paths[0].len() - 1) as f64 * self.frame_seconds
    }

    /// Draws everything to a file, and makes its folder if there is none.
    pub fn write(&self, path: &Path) -> Drawn {
        drawing::write(path, SIZE, |root| {
            let (left, right) = root.split_horizontally(SIDE_VIEW * UNITS);
            self.draw_side_view(&left)?;
            self.draw_heights(&right)
        })
    }

    /// Draws the view from the side, with x to the right and y up at equal scales.
    fn draw_side_view(&self, area: &Area) -> Drawn {
        let top = self.highest();
        let width = (top + 0.3) * f64::from(SIDE_VIEW - 70) / f64::from(SIZE.1 - 90);
        let (x, y) = (-0.16 * width..0.84 * width, -0.3..top);
        let mut chart = chart(
            area,
            "at first (pale), on the way, at last",
            (x.clone(), y.clone()),
            ["x in m", "height in m"],
        )?;
        let floor = Rectangle::new([(x.start, y.start), (x.end, 0.0)], FAINT.filled());
        chart.draw_series([floor])?;
        for (block, outline) in self.blocks(&self.outlines[0]) {
            chart.draw_series([Polygon::new(outline.clone(), self.color(block).mix(0.12))])?;
            draw_line(
                &mut chart,
                closed(outline),
                self.color(block).mix(0.5).stroke_width(UNITS),
            )?;
        }
        let in_view = |(_, outline): &(usize, &Points)| outline.iter().all(|at| x.contains(&at.0));
        for (block, outline) in self.blocks(&self.outlines[1]).filter(in_view) {
            chart.draw_series([Polygon::new(outline.clone(), self.color(block).mix(0.75))])?;
            draw_line(&mut chart, closed(outline), INK.stroke_width(UNITS))?;
        }
        for (block, path) in self.blocks(&self.paths) {
            let path = inside(path, &x, &y);
            draw_line(&mut chart, path, self.color(block).stroke_width(UNITS))?;
        }
        if let Some(bullet) = self.paths.last() {
            let style = INK.stroke_width(2 * UNITS);
            let mark = move |at: (i32, i32)| {
                PathElement::new([(at.0 - 20, at.1), (at.0 + 20, at.1)], style)
            };
            chart
                .draw_series([PathElement::new(inside(bullet, &x, &y), style)])?
                .label("bullet")
                .legend(mark);
        }
        for (micro, color, label) in [(true, MICRO, "microcollisions"), (false, IMPACT, "impacts")]
        {
            let places = self
                .dots(micro)
                .into_iter()
                .map(|(_, hit)| (hit.point[0], hit.point[1]));
            let places = places.filter(|at| x.contains(&at.0) && y.contains(&at.1));
            let style = color.mix(0.7).filled();
            chart
                .draw_series(places.map(|at| Circle::new(at, 2 * UNITS, style)))?
                .label(label)
                .legend(move |at| Circle::new(at, 3 * UNITS, style));
        }
        legend(&mut chart, SeriesLabelPosition::UpperRight)
    }

    /// Draws the height of each centre over time.
    fn draw_heights(&self, area: &Area) -> Drawn {
        let axes = (0.0..self.end_time(), -0.3..self.highest());
        let mut chart = chart(
            area,
            "heights",
            axes.clone(),
            ["time in s", "height of the centre in m"],
        )?;
        let timed = |path: &Points| {
            let times = (0..).map(|frame| f64::from(frame) * self.frame_seconds);
            times
                .zip(path)
                .map(|(time, at)| (time, at.1))
                .collect::<Points>()
        };
        for (block, path) in self.blocks(&self.paths) {
            draw_line(
                &mut chart,
                timed(path),
                self.color(block).stroke_width(2 * UNITS),
            )?;
        }
        if let Some(bullet) = self.paths.last() {
            let path = inside(&timed(bullet), &axes.0, &axes.1);
            draw_line(&mut chart, path, INK.stroke_width(2 * UNITS))?;
        }
        Ok(())
    }

    /// Returns the items of the blocks, with the indices of the blocks among the bodies.
    fn blocks<'p>(&self, of_bodies: &'p [Points]) -> impl Iterator<Item = (usize, &'p Points)> {
        let bullet = self.paths.len() - 1;
        of_bodies.iter().enumerate().take(bullet).skip(1)
    }

    /// Returns the colour of a block, from blue at the bottom to orange at the top.
    fn color(&self, block: usize) -> HSLColor {
        let blocks = (self.paths.len() - 2).max(2) - 1;
        let height = (block - 1) as f64 / blocks as f64;
        HSLColor((0.6 - 0.52 * height).rem_euclid(1.0), 0.6, 0.5)
    }

    fn highest(&self) -> f64 {
        let corners = self.outlines[0].iter().skip(1).flatten();
        corners.map(|corner| corner.1).fold(1.0, f64::max) + 0.2
    }

    fn dots(&self, micro: bool) -> Vec<&(f64, Hit)> {
        let mut hits: Vec<_> = self
            .hits
            .iter()
            .filter(|(_, hit)| hit.micro == micro)
            .collect();
        if micro {
            let step = hits.len().div_ceil(DOTS).max(1);
            return hits.into_iter().step_by(step).collect();
        }
        hits.sort_by(|one, other| one.1.gain.total_cmp(&other.1.gain));
        hits.truncate(DOTS);
        hits
    }
}

/// Returns the outline of every body's shadow on the x-y plane; empty for a ball.
fn outlines<T: Real>(world: &World<T>) -> Vec<Points> {
    let shadow = |corner: &nalgebra::Vector3<T>| (corner.x.as_f64(), corner.y.as_f64());
    let bodies = world.bodies().iter();
    bodies
        .map(|body| hull(corners(body, T::zero()).iter().map(shadow).collect()))
        .collect()
}

fn draw_line(chart: &mut Chart, points: Points, style: ShapeStyle) -> Drawn {
    chart.draw_series([PathElement::new(points, style)])?;
    Ok(())
}
