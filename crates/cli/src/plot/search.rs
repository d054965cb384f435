//! The lower panel: the times that were tried as the time of impact, in order.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{
    ANSWER, Area, Drawn, GRID, INK, LEFT, Picture, SEARCH, SIDE, colour, label, line, off, px, thin,
};

/// The smallest size at which a gap is drawn. Smaller gaps are drawn at this size.
const LEAST: f64 = 1e-18;

impl Picture {
    /// Draws the panel: the size of the gap at each time that was tried. The dot is filled if the gap is positive.
    pub(super) fn draw_search(&self, area: &Area) -> Drawn {
        let tried = &self.trace.tried;
        let size = |gap: f64| gap.abs().max(LEAST).log10();
        let sizes = || tried.iter().map(|&(_, gap)| size(gap));
        let lowest = sizes().fold(size(self.tolerance), f64::min).floor();
        let highest = sizes().fold(lowest, f64::max).ceil().max(lowest + 1.0);
        let count = tried.len() as f64;
        let mut chart = ChartBuilder::on(area)
            .margin_left(px(SIDE))
            .margin_right(px(SIDE))
            .margin_top(px(24))
            .margin_bottom(px(4))
            .x_label_area_size(px(40))
            .y_label_area_size(px(LEFT))
            .build_cartesian_2d(0.5..count + 0.5, lowest - 0.3..highest + 0.3)?;
        chart
            .configure_mesh()
            .x_desc("time that was tried, in order")
            .y_desc("gap")
            .x_labels(tried.len().min(24))
            .x_label_formatter(&|look| format!("{look:.0}"))
            .y_labels(8)
            .y_label_formatter(&|power| format!("1e{power:.0}"))
            .label_style(label(13))
            .axis_desc_style(label(15))
            .axis_style(line(INK, 1))
            .set_all_tick_mark_size(px(5))
            .bold_line_style(line(GRID, 1))
            .light_line_style(TRANSPARENT)
            .draw()?;
        let tolerance = [
            (0.5, size(self.tolerance)),
            (count + 0.5, size(self.tolerance)),
        ];
        chart.draw_series([PathElement::new(tolerance, line(ANSWER, 1))])?;
        let above = label(13)
            .color(&ANSWER)
            .pos(Pos::new(HPos::Left, VPos::Bottom));
        let text =
            EmptyElement::at(tolerance[0]) + Text::new("tolerance", (off(6), off(-2)), above);
        chart.draw_series([text])?;
        let looks = (0.5, count + 0.5);
        let walls = self.trace.intervals.iter().enumerate();
        let walls = walls.filter(|(_, interval)| interval.tried > 0);
        let walls = walls.map(|(index, interval)| (interval.tried as f64 + 0.5, index));
        for (look, index) in thin::marks(walls, |wall| (wall.0, 0.0), looks, (-1.0, 1.0)) {
            let wall = [(look, lowest - 0.3), (look, highest + 0.3)];
            chart.draw_series([PathElement::new(wall, line(colour(index).mix(0.5), 1))])?;
        }
        let dots = tried.iter().enumerate();
        let dots = dots.map(|(index, &(_, gap))| (index as f64 + 1.0, gap));
        let at = |&(look, gap): &(f64, f64)| (look, size(gap));
        let dots = thin::marks(dots, at, looks, (lowest - 0.3, highest + 0.3));
        chart.draw_series(dots.into_iter().map(|(look, gap)| {
            let style = line(SEARCH, 1);
            let style = if gap > 0.0 { style.filled() } else { style };
            Circle::new((look, size(gap)), px(4), style)
        }))?;
        let note = "times tried as the time of impact: the size of the gap; \u{25cf} positive, \u{25cb} negative; \
                    a vertical line where an interval ends";
        area.draw(&Text::new(
            note,
            (px(SIDE + LEFT + 6) as i32, off(2)),
            label(14),
        ))?;
        Ok(())
    }
}
