//! Thins out large plots: marks that would cover each other are drawn once, and intervals only if they can be seen.
//!
//! A query that ends undecided has thousands of intervals and evaluations. Drawing all of them gave files of 16 MB that
//! looked no different. The limits below keep every plot under 2 MB.

use std::collections::HashSet;

use super::{LEFT, Picture, SIDE, SIZE};
use crate::trace::Interval;

/// The largest number of marks of one kind.
const MOST_MARKS: usize = 800;
/// The size of the cells in which only one mark is drawn, in pixels; it grows if there are too many marks.
const CELL: f64 = 2.0;
/// The height of the grid of cells, in pixels: the height of the largest panel.
const HEIGHT: f64 = 600.0;

/// Returns the width of the time axis, in pixels.
pub(super) fn width() -> f64 {
    f64::from(SIZE.0 - LEFT - 2 * SIDE)
}

/// Returns the marks to draw, in their order: the first mark in each cell of a grid over these ranges of both axes.
///
/// The grid is so coarse that no more than [`MOST_MARKS`] remain. `at` returns the position of a mark.
pub(super) fn marks<M>(
    marks: impl IntoIterator<Item = M>,
    at: impl Fn(&M) -> (f64, f64),
    xs: (f64, f64),
    ys: (f64, f64),
) -> Vec<M> {
    let share = |value: f64, (least, most): (f64, f64)| (value - least) / (most - least);
    let mut kept: Vec<_> = marks.into_iter().collect();
    let mut cell = CELL;
    loop {
        let mut taken = HashSet::new();
        kept.retain(|mark| {
            let (x, y) = at(mark);
            let (x, y) = (share(x, xs) * width() / cell, share(y, ys) * HEIGHT / cell);
            taken.insert((x.floor() as i64, y.floor() as i64))
        });
        if kept.len() <= MOST_MARKS {
            return kept;
        }
        cell *= 2.0;
    }
}

impl Picture {
    /// Returns the intervals that reach a column of pixels that no earlier interval reaches, with their indices.
    pub(super) fn shown_intervals(&self) -> impl Iterator<Item = (usize, &Interval)> {
        let mut last = -1;
        let all = self.trace.intervals.iter().enumerate();
        all.filter(move |(_, interval)| {
            let column = self.column(interval.end);
            let is_new = column > last;
            last = last.max(column);
            is_new
        })
    }

    /// Returns the points of an interval's bound to draw: both ends, and no more than one a pixel between them.
    pub(super) fn shown_bound(&self, interval: &Interval) -> Vec<(f64, f64)> {
        let pixels = self.column(interval.end) - self.column(interval.start);
        let last = interval.bound.len().saturating_sub(1);
        let pieces = (pixels.max(1) as usize).min(last.max(1));
        let points = (0..=pieces).filter_map(|piece| interval.bound.get(piece * last / pieces));
        points.copied().collect()
    }

    fn column(&self, time: f64) -> i64 {
        let (start, end) = self.times;
        ((time - start) / (end - start) * width()).floor() as i64
    }
}
