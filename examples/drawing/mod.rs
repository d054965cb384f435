//! Helpers for the pictures of the examples.

use std::error::Error;
use std::fs;
use std::ops::Range;
use std::path::Path;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

/// The number of units to a pixel. The backend rounds to whole units, which would be too coarse as pixels.
pub const UNITS: u32 = 4;
pub const INK: RGBColor = RGBColor(40, 40, 50);
pub const FAINT: RGBColor = RGBColor(225, 225, 230);

pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
pub type Drawn = Result<(), Box<dyn Error>>;
/// Points, one after the other.
pub type Points = Vec<(f64, f64)>;

/// Writes what `draw` draws to a file, and makes its folder if there is none. The size is in pixels.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, size: (u32, u32), draw: impl FnOnce(&Area) -> Drawn) -> Drawn {
    let mut svg = String::new();
    let in_units = (size.0 * UNITS, size.1 * UNITS);
    {
        let root = SVGBackend::with_string(&mut svg, in_units).into_drawing_area();
        root.fill(&WHITE)?;
        draw(&root)?;
        root.present()?;
    }
    let head = |(width, height)| format!("<svg width=\"{width}\" height=\"{height}\"");
    let svg = svg.replacen(&head(in_units), &head(size), 1);
    let failed = |error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    Ok(fs::write(path, svg).map_err(failed)?)
}

/// Draws the axes of a chart, and returns the chart.
pub fn chart<'a>(
    area: &Area<'a>,
    title: &str,
    (x, y): (Range<f64>, Range<f64>),
    labels: [&str; 2],
) -> Result<Chart<'a>, Box<dyn Error>> {
    let text = |size: u32| ("sans-serif", size * UNITS).into_font().color(&INK);
    let mut chart = ChartBuilder::on(area)
        .caption(title, text(16))
        .margin(8 * UNITS)
        .margin_right(16 * UNITS)
        .x_label_area_size(38 * UNITS)
        .y_label_area_size(46 * UNITS)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(FAINT.stroke_width(UNITS))
        .axis_style(INK.stroke_width(UNITS))
        .label_style(text(12))
        .axis_desc_style(text(13))
        .x_desc(labels[0])
        .y_desc(labels[1])
        .x_labels(6)
        .draw()?;
    Ok(chart)
}

/// Draws the legend of a chart.
pub fn legend(chart: &mut Chart, position: SeriesLabelPosition) -> Drawn {
    chart
        .configure_series_labels()
        .position(position)
        .background_style(WHITE.mix(0.9))
        .border_style(FAINT.stroke_width(UNITS))
        .label_font(("sans-serif", 12 * UNITS).into_font().color(&INK))
        .legend_area_size(12 * UNITS)
        .margin(6 * UNITS)
        .draw()?;
    Ok(())
}

/// Returns the points, with the first one again at the end.
pub fn closed(outline: &Points) -> Points {
    outline.iter().chain(outline.first()).copied().collect()
}
