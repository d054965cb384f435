//! Draws the least distance between bodies that may not touch, beyond what they must keep, along a path: as sampled, and
//! as proven.

use std::error::Error;
use std::path::{Path, PathBuf};

use photofinish_robot::{Checker, PathCertificate, PathCertifyError};
use plotters::prelude::*;

use super::ValidateArgs;
use super::paths::Job;

/// Width and height in pixels.
const SIZE: (u32, u32) = (1100, 480);
/// Times at which the distance is sampled.
const SAMPLES: u32 = 400;

const INK: RGBColor = RGBColor(40, 40, 50);
const GRID: RGBColor = RGBColor(225, 225, 230);
const CONTACT: RGBColor = RGBColor(200, 30, 45);
const PROVEN: RGBColor = RGBColor(50, 120, 190);

/// Returns the file for the picture of a path, if a picture is wanted.
pub fn file(args: &ValidateArgs, job: &Job) -> Option<PathBuf> {
    let folder = args.plot.as_ref()?;
    let id = job
        .record
        .as_ref()
        .ok()
        .and_then(|record| record.id.as_deref());
    let name = match id {
        // ids may repeat, and may have characters that file names must not have
        Some(id) => {
            let id = id.replace(|c: char| !c.is_alphanumeric() && c != '-', "_");
            format!("path{}-{id}", job.index)
        }
        None => format!("path{}", job.index),
    };
    Some(folder.join(name).with_extension("svg"))
}

/// The data of a picture.
struct Picture {
    /// Times and the least distances at these times.
    seen: Vec<(f64, f64)>,
    /// Times and the proven distances at these times.
    proven: Vec<(f64, f64)>,
    waypoints: Vec<f64>,
    /// The time of the first contact.
    contact: Option<f64>,
    title: String,
}

/// Draws the path of a job to a file.
///
/// # Errors
/// If the path does not fit the checker, or the file cannot be written.
pub fn draw(checker: &Checker, job: &Job, file: &Path) -> Result<(), Box<dyn Error>> {
    let record = job.record.as_ref().map_err(ToString::to_string)?;
    let (impact, certificate) = match checker.certify(&record.path) {
        Ok((solution, certificate)) => (solution.impact().cloned(), certificate),
        // an undecided path has a picture of what is proven
        Err(PathCertifyError {
            certificate: Some(certificate),
            ..
        }) => (None, *certificate),
        Err(failed) => return Err(failed.into()),
    };
    let waypoints = checker.waypoint_times(&record.path)?;
    let (start, end) = (waypoints[0], waypoints[waypoints.len() - 1]);
    let mut seen = Vec::new();
    let mut proven = Vec::new();
    for step in 0..=SAMPLES {
        let time = start + (end - start) * f64::from(step) / f64::from(SAMPLES);
        let configuration = checker.configuration(&record.path, time)?;
        let near = checker.distances(&configuration)?;
        let least = near
            .iter()
            .filter(|near| near.moves)
            .map(|near| near.distance - near.target_distance)
            .fold(f64::INFINITY, f64::min);
        seen.push((time, least));
        if let Some(distance) = distance(&certificate, &waypoints, time) {
            proven.push((time, distance));
        }
    }
    let picture = Picture {
        seen,
        proven,
        waypoints,
        contact: impact.as_ref().map(|impact| impact.time),
        title: match (&impact, &record.id) {
            (Some(impact), _) => impact
                .to_string()
                .split(';')
                .next()
                .unwrap_or_default()
                .to_owned(),
            (None, Some(id)) => format!("{id}: proven clear"),
            (None, None) => "proven clear".to_owned(),
        },
    };
    picture.draw(file)
}

/// Returns the distance beyond the one to keep that the certificate proves at a time.
fn distance(certificate: &PathCertificate, waypoints: &[f64], time: f64) -> Option<f64> {
    let last = waypoints.len().saturating_sub(2);
    let segment = waypoints
        .partition_point(|&w| w <= time)
        .saturating_sub(1)
        .min(last);
    let (start, end) = (waypoints[segment], *waypoints.get(segment + 1)?);
    let share = (time - start) / (end - start);
    let mut least = f64::INFINITY;
    for pair in certificate.pairs.iter().filter(|pair| pair.moves) {
        let intervals = pair.segments.get(segment)?;
        let next = intervals.partition_point(|interval| interval.end < share);
        least = least.min(intervals.get(next)?.distance() - pair.target_distance);
    }
    Some(least)
}

impl Picture {
    fn draw(&self, file: &Path) -> Result<(), Box<dyn Error>> {
        let root = SVGBackend::new(file, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let highest = self.seen.iter().map(|(_, d)| *d).filter(|d| d.is_finite());
        let highest = highest.fold(0.0, f64::max) * 1.1;
        let lowest = self.seen.iter().map(|(_, d)| *d).fold(0.0, f64::min) * 1.1;
        let times = self.waypoints[0]..self.waypoints[self.waypoints.len() - 1];
        let mut chart = ChartBuilder::on(&root)
            .margin(14)
            .caption(&self.title, ("sans-serif", 16).into_font().color(&INK))
            .x_label_area_size(40)
            .y_label_area_size(70)
            .build_cartesian_2d(times.clone(), lowest..highest.max(lowest + 1e-9))?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(INK)
            .x_desc("time")
            .y_desc("least distance, beyond the one to keep")
            .draw()?;
        for &waypoint in &self.waypoints {
            let line = [(waypoint, lowest), (waypoint, highest)];
            chart.draw_series(DashedLineSeries::new(line, 2, 4, GRID.stroke_width(2)))?;
        }
        let kept = [(times.start, 0.0), (times.end, 0.0)];
        chart.draw_series(LineSeries::new(kept, INK))?;
        let blue = PROVEN.mix(0.25);
        chart
            .draw_series(AreaSeries::new(self.proven.clone(), 0.0, blue))?
            .label("proven")
            .legend(move |at| sample(at, blue.stroke_width(8)));
        chart
            .draw_series(LineSeries::new(self.seen.clone(), INK.stroke_width(2)))?
            .label("sampled")
            .legend(|at| sample(at, INK.stroke_width(2)));
        if let Some(time) = self.contact {
            let line = [(time, lowest), (time, highest)];
            chart
                .draw_series(LineSeries::new(line, CONTACT.stroke_width(2)))?
                .label("first contact")
                .legend(|at| sample(at, CONTACT.stroke_width(2)));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE.mix(0.8))
            .border_style(GRID)
            .draw()?;
        root.present()?;
        Ok(())
    }
}

/// Returns the sample of a line for the legend.
fn sample((x, y): (i32, i32), style: impl Into<ShapeStyle>) -> PathElement<(i32, i32)> {
    PathElement::new(vec![(x, y), (x + 16, y)], style)
}
