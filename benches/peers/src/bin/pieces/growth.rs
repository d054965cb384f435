//! The cost of a field that grows ever finer, as a plot.

use std::path::Path;

use plotters::prelude::*;

/// What queries about one field took.
pub struct Grown {
    pub triangles: usize,
    /// The median of a near pass, in microseconds.
    pub pass: f64,
    /// The median of a hit, in microseconds.
    pub hit: f64,
}

/// Draws times over the number of triangles, both in powers of ten.
pub fn draw(path: &Path, grown: &[Grown]) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::new(path, (720, 480)).into_drawing_area();
    area.fill(&WHITE)?;
    let largest = grown.iter().map(|it| it.hit).fold(1.0, f64::max);
    let least = grown.iter().map(|it| it.pass).fold(1.0, f64::min);
    let mut chart = ChartBuilder::on(&area)
        .caption("A cube above a field, ever finer", ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(42)
        .y_label_area_size(56)
        .build_cartesian_2d(
            (50.0..2e6).log_scale(),
            (least / 2.0..largest * 4.0).log_scale(),
        )?;
    chart
        .configure_mesh()
        .x_desc("triangles")
        .y_desc("microseconds (median)")
        .draw()?;
    let lines = [
        (
            "hit",
            RED,
            grown
                .iter()
                .map(|it| (it.triangles as f64, it.hit))
                .collect::<Vec<_>>(),
        ),
        (
            "near pass",
            BLUE,
            grown
                .iter()
                .map(|it| (it.triangles as f64, it.pass))
                .collect(),
        ),
    ];
    for (name, color, points) in lines {
        let dots = points.iter().map(|&at| Circle::new(at, 3, color.filled()));
        chart.draw_series(dots.collect::<Vec<_>>())?;
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .border_style(BLACK)
        .draw()?;
    area.present()?;
    Ok(())
}
