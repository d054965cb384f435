//! The picture: time and comparisons a box, against the number of boxes.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

use crate::Line;

const COLORS: [RGBColor; 6] = [
    RGBColor(20, 90, 180),
    RGBColor(90, 160, 230),
    RGBColor(20, 150, 130),
    RGBColor(200, 60, 40),
    RGBColor(220, 150, 30),
    RGBColor(120, 80, 160),
];

pub fn draw(path: &Path, lines: &[Line]) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(path, (1000, 460)).into_drawing_area();
    root.fill(&WHITE)?;
    let (left, right) = root.split_horizontally(500);
    let times = |line: &Line| {
        let points = line.points.iter();
        points
            .map(|&(count, time, _)| (count as f64, time * 1e9 / count as f64))
            .collect()
    };
    chart(&left, "nanoseconds a box", lines, times)?;
    let tests = |line: &Line| {
        let points = line.points.iter();
        let tests = points.filter_map(|&(count, _, tests)| Some((count as f64, tests? as f64)));
        tests.map(|(count, tests)| (count, tests / count)).collect()
    };
    chart(&right, "comparisons a box", lines, tests)?;
    root.present()?;
    Ok(())
}

fn chart(
    area: &DrawingArea<SVGBackend, plotters::coord::Shift>,
    title: &str,
    lines: &[Line],
    points: impl Fn(&Line) -> Vec<(f64, f64)>,
) -> Result<(), Box<dyn Error>> {
    let all: Vec<(f64, f64)> = lines.iter().flat_map(&points).collect();
    let range = |values: Vec<f64>| {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(0.0, f64::max);
        low * 0.7..high * 1.4
    };
    let x = range(all.iter().map(|point| point.0).collect());
    let y = range(all.iter().map(|point| point.1).collect());
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 18))
        .margin(10)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(x.log_scale(), y.log_scale())?;
    chart.configure_mesh().x_desc("boxes").draw()?;
    for (line, color) in lines.iter().zip(COLORS) {
        let points = points(line);
        if points.is_empty() {
            continue;
        }
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)).point_size(3))?
            .label(line.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .draw()?;
    Ok(())
}
