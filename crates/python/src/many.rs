//! Many bodies: which of them are near each other, and when they meet.

use std::collections::BTreeSet;

use photofinish::Span;
use photofinish::body::AnyBody;
use photofinish::broad_phase::overlapping_pairs;
use photofinish::motion::{AnyMotion3, AtRest3, Motion as _};
use photofinish::swept::SweptBox;
use pyo3::prelude::*;

use crate::batch::{self, GoOn};
use crate::columns::{Indices, column};
use crate::errors::invalid;
use crate::motion::Motion;
use crate::pair::{self, Columns, Moving, Row};
use crate::shape::Shape;

/// Shapes and their motions.
type Bodies = Vec<(Py<Shape>, Py<Motion>)>;
/// Two bodies, and the answer about them.
type Found = (i32, i32, Row);
/// The same as columns.
type Table<'py> = (Indices<'py>, Indices<'py>, Columns<'py>);

fn table(py: Python<'_>, found: Vec<Found>) -> PyResult<Table<'_>> {
    let bodies = [
        column(py, &found, |found| found.0),
        column(py, &found, |found| found.1),
    ];
    let rows: Vec<Row> = found.into_iter().map(|found| found.2).collect();
    let [a, b] = bodies;
    Ok((a, b, pair::columns(py, &rows)?))
}

/// The boxes of bodies, and which of their pairs count: if there are two groups, those of a body of each.
struct Boxes {
    boxes: Vec<SweptBox<f64, 3>>,
    /// How many belong to the first group; all, if there is one group.
    first_group: usize,
}

impl Boxes {
    fn new<M: photofinish::motion::Motion<f64, 3>>(
        bodies: &[Moving<'_, M>],
        first_group: usize,
        during: Span<f64>,
    ) -> PyResult<Self> {
        let boxed = |body: &Moving<'_, M>| {
            let swept = body.swept_box(during).map_err(invalid)?;
            Ok(swept.expect("it is no half-space"))
        };
        Ok(Self {
            boxes: bodies.iter().map(boxed).collect::<PyResult<_>>()?,
            first_group,
        })
    }

    /// Returns the pairs that may be within a distance.
    fn pairs(&self, distance: f64) -> Vec<[usize; 2]> {
        let grown = self.boxes.iter().map(|swept| swept.grown(distance / 2.0));
        let mut pairs = overlapping_pairs(&grown.collect::<Vec<_>>()).pairs;
        let is_second = |body: usize| body >= self.first_group;
        if self.first_group < self.boxes.len() {
            pairs.retain(|[a, b]| is_second(*a) != is_second(*b));
        }
        pairs
    }

    /// The number of pairs that count.
    fn count(&self) -> usize {
        let (all, first) = (self.boxes.len(), self.first_group);
        if first < all {
            first * (all - first)
        } else {
            all * all.saturating_sub(1) / 2
        }
    }

    /// Returns a bound of the distance of a pair, from below: that of its boxes, if they are apart.
    fn at_least(&self, [a, b]: [usize; 2]) -> f64 {
        let (a, b) = (&self.boxes[a], &self.boxes[b]);
        let gap = (b.min - a.max).sup(&(a.min - b.max));
        let apart = gap.map(|side| side.max(0.0)).norm();
        if apart > 0.0 {
            apart
        } else {
            f64::NEG_INFINITY
        }
    }

    /// Returns a length to begin the search for the nearest pair with: the least size of a box that has one.
    fn size(&self) -> f64 {
        let sizes = self
            .boxes
            .iter()
            .map(|swept| (swept.max - swept.min).amax());
        let least = sizes.filter(|size| *size > 0.0).reduce(f64::min);
        least.unwrap_or(1.0)
    }
}

/// Returns a body where it is at a time.
fn placed(
    (shape, motion): &(Py<Shape>, Py<Motion>),
    time: f64,
) -> PyResult<Moving<'_, AtRest3<f64>>> {
    let pose = motion.get().any()?.pose(time);
    let rest = AtRest3::new(pose).map_err(invalid)?;
    Ok(AnyBody::new(shape.get().form.as_ref(), rest))
}

/// Returns a body in motion.
fn moving((shape, motion): &(Py<Shape>, Py<Motion>)) -> PyResult<Moving<'_, AnyMotion3<f64>>> {
    Ok(AnyBody::new(shape.get().form.as_ref(), motion.get().any()?))
}

/// Returns the pairs that are within a margin of each other at a time; or, without a margin, the nearest pair.
#[pyfunction]
pub fn near_pairs(
    py: Python<'_>,
    bodies: Bodies,
    first_group: usize,
    time: f64,
    margin: Option<f64>,
    threads: usize,
) -> PyResult<Table<'_>> {
    let placed: Vec<_> = bodies
        .iter()
        .map(|body| placed(body, time))
        .collect::<PyResult<_>>()?;
    let boxes = Boxes::new(&placed, first_group, Span::new(0.0, 1.0).map_err(invalid)?)?;
    let near = |[a, b]: [usize; 2]| -> PyResult<Found> {
        let at = |body: usize| {
            let (shape, rest) = (&bodies[body].0, placed[body].motion());
            let rest = rest.expect("it is no half-space");
            (shape.get().form.as_ref(), rest.pose(0.0))
        };
        Ok((a as i32, b as i32, pair::near(at(a), at(b))?))
    };
    let Some(margin) = margin else {
        let found = batch::stoppable(py, |go_on| nearest(&boxes, near, go_on))??;
        return table(py, found.into_iter().collect());
    };
    let pairs = boxes.pairs(margin);
    let answer = |(): &mut (), index: usize, _: GoOn<'_>| near(pairs[index]);
    let mut found = batch::run(py, pairs.len(), threads, || Ok(()), answer)?;
    found.retain(|(_, _, row)| row.0 == 0 || row.2 <= margin);
    table(py, found)
}

/// Returns the nearest pair, if there is a pair. All pairs within a distance have boxes that come as near; so the boxes
/// that are as near as a pair that was found have the nearest one among them.
fn nearest(
    boxes: &Boxes,
    near: impl Fn([usize; 2]) -> PyResult<Found>,
    go_on: GoOn<'_>,
) -> PyResult<Option<Found>> {
    let mut reach = boxes.size();
    let mut least: Option<Found> = None;
    let mut seen = BTreeSet::new();
    loop {
        let mut pairs = boxes.pairs(reach);
        let is_all = pairs.len() == boxes.count();
        pairs.retain(|pair| seen.insert(*pair));
        let mut pairs: Vec<_> = pairs
            .into_iter()
            .map(|pair| (boxes.at_least(pair), pair))
            .collect();
        pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
        for (at_least, pair) in pairs {
            if !go_on() {
                return Ok(None);
            }
            if least.as_ref().is_some_and(|least| least.2.2 < at_least) {
                break;
            }
            let found = near(pair)?;
            if least.as_ref().is_none_or(|least| found.2.2 < least.2.2) {
                least = Some(found);
            }
        }
        match &least {
            Some(least) if is_all || least.2.2 <= reach => break,
            Some(least) => reach = least.2.2,
            None if is_all => break,
            None => reach *= 2.0,
        }
    }
    Ok(least)
}

/// Returns all pairs that meet during an interval, or are undecided in it, with their first contacts, in the order of
/// time. All other pairs are proven apart.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // bodies, the interval, settings
pub fn meeting_pairs(
    py: Python<'_>,
    bodies: Bodies,
    first_group: usize,
    interval: (f64, f64),
    target_distance: f64,
    tolerance: Option<f64>,
    threads: usize,
) -> PyResult<Table<'_>> {
    let moving: Vec<_> = bodies.iter().map(moving).collect::<PyResult<_>>()?;
    let (start, end) = interval;
    let boxes = Boxes::new(
        &moving,
        first_group,
        Span::new(start, end).map_err(invalid)?,
    )?;
    let pairs = boxes.pairs(target_distance.max(0.0));
    let query = pair::query(target_distance, tolerance);
    let answer = |(): &mut (), index: usize, _: GoOn<'_>| {
        let [a, b] = pairs[index];
        let found = query.first_meeting(&moving[a], &moving[b], start..=end);
        Ok((a as i32, b as i32, pair::row(&found.map_err(invalid)?, end)))
    };
    let mut found = batch::run(py, pairs.len(), threads, || Ok(()), answer)?;
    found.retain(|(_, _, row)| row.0 != 1);
    found.sort_by(|one, other| one.2.1.total_cmp(&other.2.1));
    table(py, found)
}
