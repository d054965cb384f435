//! The picture: time and tests of a body in a frame, against the number of bodies.

use std::error::Error;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::{KINDS, Point};

const COLORS: [RGBColor; 3] = [
    RGBColor(20, 90, 180),
    RGBColor(200, 60, 40),
    RGBColor(20, 150, 130),
];

/// A line with its name.
type Line = (&'static str, Vec<(f64, f64)>);

pub fn draw(path: &Path, points: &[Point]) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(path, (1000, 440)).into_drawing_area();
    root.fill(&WHITE)?;
    let (left, right) = root.split_horizontally(500);
    let of_body = |value: fn(&Point) -> f64| -> Vec<(f64, f64)> {
        let points = points.iter();
        points
            .map(|point| (point.count as f64, value(point) / point.count as f64))
            .collect()
    };
    let times = [
        (KINDS[0], of_body(|point| point.times[0] * 1e6)),
        (KINDS[1], of_body(|point| point.times[1] * 1e6)),
        (KINDS[2], of_body(|point| point.times[2] * 1e6)),
    ];
    chart(&left, "microseconds of the processors a body", &times)?;
    let tests = [
        ("of boxes", of_body(|point| point.tests[0])),
        ("of pairs of bodies", of_body(|point| point.tests[1])),
        // n log n, through the first point
        ("log n", {
            let first = of_body(|point| point.tests[0])[0];
            let log = |n: f64| first.1 * n.ln() / first.0.ln();
            points
                .iter()
                .map(|point| (point.count as f64, log(point.count as f64)))
                .collect()
        }),
    ];
    chart(&right, "tests a body", &tests)?;
    root.present()?;
    Ok(())
}

fn chart(
    area: &DrawingArea<SVGBackend, Shift>,
    title: &str,
    lines: &[Line],
) -> Result<(), Box<dyn Error>> {
    let all = || lines.iter().flat_map(|(_, points)| points);
    let most = |of: fn(&(f64, f64)) -> f64| all().map(of).fold(0.0, f64::max);
    let least = all().map(|point| point.0).fold(f64::INFINITY, f64::min);
    let x = (0.8 * least)..(1.25 * most(|point| point.0));
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 18))
        .margin(10)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(x.log_scale(), 0.0..1.2 * most(|point| point.1))?;
    chart.configure_mesh().x_desc("bodies").draw()?;
    for ((name, points), color) in lines.iter().zip(COLORS) {
        let line = LineSeries::new(points.iter().copied(), color.stroke_width(2)).point_size(3);
        chart
            .draw_series(line)?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .draw()?;
    Ok(())
}
