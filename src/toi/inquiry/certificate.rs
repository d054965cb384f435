//! Certificates from the spans of searches.

use nalgebra::SVector;

use super::{Inquiry, Stage, below, in_scalar};
use crate::Real;
use crate::certificate::CertifiedInterval;
use crate::number::Vector;
use crate::proof::{Frame, Question, check, room_between_balls};
use crate::search::Notes;
use crate::separation::Order;
use crate::vector::unit;

impl<T: Real, const D: usize> Inquiry<'_, '_, T, D> {
    /// Makes intervals that follow each other of spans that overlap. Where bounding balls were proof enough, vectors are
    /// searched for. Returns `None` if that fails.
    pub(super) fn chain(
        &self,
        stage: &Stage<T, D>,
        axis: Option<Vector<D>>,
        intervals: &mut Vec<CertifiedInterval<T, D>>,
    ) -> Option<()> {
        let (start, end) = stage.during;
        let mut at = start;
        let spans = &stage.spans;
        for (index, span) in spans.iter().enumerate() {
            let next = spans.get(index + 1).map_or(end, |next| next.from);
            if next <= span.from && index + 1 < spans.len() {
                // the next one begins with it, and goes on for longer
                continue;
            }
            if span.from >= end && at > start {
                break;
            }
            if at < span.from {
                self.fill(stage.target, (at, span.from), intervals)?;
            }
            let until = if next < span.until { next } else { span.until };
            let until = if end < until { end } else { until };
            let order = if span.by_speed {
                Order::First
            } else {
                Order::Second
            };
            let vector = (span.frame, span.vector);
            intervals.push(self.interval(stage.target, (span.from, until), vector, order)?);
            at = until;
        }
        if at < end {
            self.fill(stage.target, (at, end), intervals)?;
        } else if start == end {
            intervals.push(self.at_instant(stage.target, at, axis)?);
        }
        Some(())
    }

    /// Proves one time by the normal of the nearest points, or by the vector of the search.
    fn at_instant(
        &self,
        target: T,
        time: f64,
        axis: Option<Vector<D>>,
    ) -> Option<CertifiedInterval<T, D>> {
        let found = (self.at_rest).proximity(T::of(time), self.accuracy(&self.question));
        let normal: [f64; D] = found.contact().normal.map(T::as_f64).into();
        let by =
            |vector| self.interval(target, (time, time), (Frame::World, vector), Order::Second);
        by(normal).or_else(|| by(axis?.numbers()))
    }

    /// Proves a time by vectors in which bounding balls are apart.
    fn fill(
        &self,
        target: T,
        during: (f64, f64),
        intervals: &mut Vec<CertifiedInterval<T, D>>,
    ) -> Option<()> {
        if self.question.by_vectors {
            return None;
        }
        // bounding balls are apart by that share of their radii: vectors are found with a tolerance of less
        let room = room_between_balls(self.question.in_single);
        let question = Question {
            start: during.0,
            end: during.1,
            target: target.as_f64(),
            tolerance: Some(0.25 * room * self.at_rest.size().as_f64()),
            by_vectors: true,
            ..self.question
        };
        let mut notes = Notes {
            budget: self.query.budget,
            spans: Some(Vec::new()),
            ..Notes::default()
        };
        self.search(&question, &mut notes);
        let part = Inquiry { question, ..*self };
        let stage = Stage {
            target,
            during,
            spans: notes.spans.take().unwrap_or_default(),
            seen: Vec::new(),
        };
        part.chain(&stage, notes.axis, intervals)
    }

    /// Checks a vector that is fixed in the world, whatever overlap is allowed. Returns its gaps at both ends, and the
    /// margin that it proves.
    pub(crate) fn checked(&self, along: &SVector<T, D>) -> ([f64; 2], Option<f64>) {
        let question = Question {
            may_pass: true,
            ..self.question
        };
        let found = check(&question, Frame::World, along.map(T::as_f64).into());
        (found.gaps, found.margin)
    }

    /// Returns an interval that claims what its check proves.
    fn interval(
        &self,
        target: T,
        (start, end): (f64, f64),
        (frame, vector): (Frame, [f64; D]),
        order: Order,
    ) -> Option<CertifiedInterval<T, D>> {
        let (frame, direction) = self
            .at_rest
            .normal()
            .unwrap_or_else(|| (frame, unit(in_scalar(vector))));
        let question = Question {
            start,
            end,
            target: target.as_f64(),
            ..self.question
        };
        let margin = check(&question, frame, direction.map(T::as_f64).into()).margin?;
        if !(margin > 0.0) {
            return None;
        }
        Some(CertifiedInterval {
            start: T::of(start),
            end: T::of(end),
            direction,
            frame,
            kept_distance: target,
            margin: below(margin),
            order,
        })
    }
}
