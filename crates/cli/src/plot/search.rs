//! The lower panel: the evaluations of the root search, in order.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{
    ANSWER, Area, Drawn, GRID, INK, LEFT, Picture, SEARCH, SIDE, colour, label, line, off, px, thin,
};

/// The smallest size at which a margin is drawn. Smaller margins are drawn at this size.
const LEAST: f64 = 1e-18;

impl Picture {
    /// Draws the panel: the size of the margin at each evaluation. The dot is filled if the margin is positive, which
    /// is a proof.
    pub(super) fn draw_search(&self, area: &Area) -> Drawn {
        let iterates = &self.trace.iterates;
        let size = |margin: f64| margin.abs().max(LEAST).log10();
        let sizes = || iterates.iter().map(|&(_, margin)| size(margin));
        let lowest = sizes().fold(size(self.tolerance), f64::min).floor();
        let highest = sizes().fold(lowest, f64::max).ceil().max(lowest + 1.0);
        let count = iterates.len() as f64;
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
            .x_desc("evaluation of the root search")
            .y_desc("margin")
            .x_labels(iterates.len().min(24))
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
        let walls = walls.filter(|(_, interval)| interval.iterates > 0);
        let walls = walls.map(|(index, interval)| (interval.iterates as f64 + 0.5, index));
        for (look, index) in thin::marks(walls, |wall| (wall.0, 0.0), looks, (-1.0, 1.0)) {
            let wall = [(look, lowest - 0.3), (look, highest + 0.3)];
            chart.draw_series([PathElement::new(wall, line(colour(index).mix(0.5), 1))])?;
        }
        let dots = iterates.iter().enumerate();
        let dots = dots.map(|(index, &(_, margin))| (index as f64 + 1.0, margin));
        let at = |&(look, margin): &(f64, f64)| (look, size(margin));
        let dots = thin::marks(dots, at, looks, (lowest - 0.3, highest + 0.3));
        chart.draw_series(dots.into_iter().map(|(look, margin)| {
            let style = line(SEARCH, 1);
            let style = if margin > 0.0 { style.filled() } else { style };
            Circle::new((look, size(margin)), px(4), style)
        }))?;
        let note = "root search: the size of the margin; \u{25cf} positive, so proven up to there, \u{25cb} negative; \
                    a vertical line where an interval ends";
        area.draw(&Text::new(
            note,
            (px(SIDE + LEFT + 6) as i32, off(2)),
            label(14),
        ))?;
        Ok(())
    }
}
