//! The question about two free bodies: the [kernel](crate::proof) answers it.

use nalgebra::SVector;

use super::outcome::{Impact, Outcome, Separated, Solution, Statistics};
use super::{InitialContact, Query, WarmStart};
use crate::certificate::CertifiedInterval;
use crate::epa::Penetration;
use crate::gjk::Termination;
use crate::number::Vector;
use crate::proof::Frame;
use crate::proof::{self, Question, Subject, check, prove};
use crate::search::{Notes, search};
use crate::separation::Order;
use crate::support::Feature;
use crate::vector::unit;
use crate::{Contact, Proximity, Real, Span};

/// What is asked about two bodies.
pub(super) struct Plain<'q, 'b, T: Real, const D: usize> {
    query: &'q Query<T>,
    question: Question<'b, D>,
    /// The distance of the bodies at a time, or the depth of their overlap. It is asked if an overlap is allowed.
    at_rest: Option<&'q dyn Fn(T) -> Proximity<T, D>>,
}

impl<'q, 'b, T: Real, const D: usize> Plain<'q, 'b, T, D> {
    pub(super) fn new(
        query: &'q Query<T>,
        [a, b]: [&'b dyn Subject<D>; 2],
        during: Span<T>,
    ) -> Self {
        let question = Question {
            a,
            b,
            start: during.start().as_f64(),
            end: during.end().as_f64(),
            target: query.target_distance.as_f64(),
            tolerance: query.tolerance.map(T::as_f64),
            in_single: T::EPSILON.as_f64() > f64::EPSILON,
            by_vectors: false,
        };
        Self {
            query,
            question,
            at_rest: None,
        }
    }

    /// Tells how the bodies overlap at a time.
    pub(super) fn with(self, at_rest: &'q dyn Fn(T) -> Proximity<T, D>) -> Self {
        Self {
            at_rest: Some(at_rest),
            ..self
        }
    }

    /// Returns the answer, or `None` if the bodies are in contact when the interval starts, or if nothing more is known
    /// from some time on.
    pub(super) fn answer(&self, warm: &mut WarmStart<T, D>) -> Option<Solution<T, D>> {
        self.solve(&mut Notes::default(), warm)
    }

    /// Returns the answer with the intervals of its certificate.
    pub(super) fn certify(&self) -> Option<(Solution<T, D>, Vec<CertifiedInterval<T, D>>)> {
        let mut notes = Notes {
            spans: Some(Vec::new()),
            ..Notes::default()
        };
        let mut solution = self.solve(&mut notes, &mut WarmStart::new())?;
        let end = match &solution.outcome {
            Outcome::Impact(impact) => impact.time.as_f64(),
            Outcome::Overlapping(_) => return Some((solution, Vec::new())),
            _ => self.question.end,
        };
        let mut intervals = Vec::new();
        self.chain(&notes, (self.question.start, end), &mut intervals)?;
        if let Outcome::Separated(separated) = &mut solution.outcome {
            let margins = intervals.iter().map(|interval| interval.margin);
            separated.clearance = margins.reduce(|least, margin| least.min(margin))?;
        }
        Some((solution, intervals))
    }

    /// Searches, and proposes the normals of overlaps.
    fn search(&self, question: &Question<'_, D>, notes: &mut Notes<'_, D>) -> proof::Outcome<D> {
        let Some(at_rest) = self.at_rest else {
            return prove(question, |kernel, free| search(kernel, free, notes));
        };
        let mut normals = |time: f64| {
            let normal = at_rest(T::of(time)).contact().normal;
            normal.map(T::as_f64).into()
        };
        let mut own = Notes {
            axis: notes.axis,
            overlap: None,
            budget: notes.budget,
            work: notes.work,
            spans: notes.spans.take(),
            normals: Some(&mut normals),
        };
        let outcome = prove(question, |kernel, free| search(kernel, free, &mut own));
        (notes.axis, notes.work, notes.spans) = (own.axis, own.work, own.spans);
        notes.overlap = own.overlap;
        outcome
    }

    /// Returns how the bodies overlap at the start, if they clearly do and no more is asked than about how deep.
    fn overlap_at_start(&self, notes: &Notes<'_, D>) -> Option<Outcome<T, D>> {
        let query = self.query;
        let looks_past = query.initial_contact != InitialContact::Stop;
        if query.exact_depth || looks_past || self.at_rest.is_some() {
            return None;
        }
        let overlap = notes.overlap.filter(|overlap| {
            overlap.time() == self.question.start && overlap.depth() <= T::LARGEST.as_f64()
        })?;
        let [witness_a, witness_b] = overlap.points().map(in_scalar);
        Some(Outcome::Overlapping(Penetration {
            depth: T::above(overlap.depth()),
            lower_bound: T::zero(),
            contact: Contact {
                normal: in_scalar(overlap.normal()),
                witness_a,
                witness_b,
                feature_a: Feature::Curved,
                feature_b: Feature::Curved,
            },
            termination: Termination::Stopped,
            iterations: notes.work.iterations,
        }))
    }

    /// Returns the impact of bodies that overlap by about as much as is allowed at a time up to which they are free.
    fn overlap_at(&self, time: T, tolerance: f64) -> Option<Impact<T, D>> {
        let found = self.at_rest?(time);
        let distance = match &found {
            Proximity::Disjoint(closest) => closest.distance,
            Proximity::Overlapping(overlap) => -overlap.lower_bound,
        };
        let beyond_target = (distance - self.query.target_distance).as_f64();
        (beyond_target <= tolerance).then(|| Impact {
            time,
            distance,
            tolerance: self.query.tolerance.unwrap_or(T::above(tolerance)),
            contact: *found.contact(),
        })
    }

    fn solve(
        &self,
        notes: &mut Notes<'_, D>,
        warm: &mut WarmStart<T, D>,
    ) -> Option<Solution<T, D>> {
        (notes.axis, notes.budget) = (
            warm.axis.and_then(|axis| in_registers(&axis)),
            self.query.budget,
        );
        let outcome = self.search(&self.question, notes);
        let (outcome, is_free) = match outcome {
            proof::Outcome::Separated(separated) => {
                let clearance = below(separated.clearance());
                (Outcome::Separated(Separated { clearance }), true)
            }
            proof::Outcome::Impact(impact) if impact.time() > self.question.start => {
                (Outcome::Impact(in_scalar_of(&impact, self.query)), false)
            }
            proof::Outcome::Undecided(undecided)
                if undecided.clear_until() > self.question.start =>
            {
                let time: T = below(undecided.clear_until());
                let impact = self.overlap_at(time, undecided.tolerance())?;
                (Outcome::Impact(impact), false)
            }
            _ => (self.overlap_at_start(notes)?, false),
        };
        // the older search begins with what it was given
        if let Some(axis) = notes.axis {
            warm.axis = Some(in_scalar(axis.numbers()));
        }
        let work = notes.work;
        Some(Solution {
            outcome,
            initial_contact: None,
            statistics: Statistics {
                subintervals: work.spans,
                gjk_runs: work.runs,
                gjk_iterations: work.iterations,
                root_iterations: work.meetings,
                support_evaluations: work.evaluations,
                photo_finish: is_free && work.steps + work.meetings > 0,
            },
        })
    }

    /// Makes intervals that follow each other of spans that overlap. Where bounding balls were proof enough, vectors are
    /// searched for. Returns `None` if that fails.
    fn chain(
        &self,
        notes: &Notes<'_, D>,
        (start, end): (f64, f64),
        intervals: &mut Vec<CertifiedInterval<T, D>>,
    ) -> Option<()> {
        let mut at = start;
        let spans = notes.spans.as_deref().unwrap_or_default();
        for (index, span) in spans.iter().enumerate() {
            let next = spans.get(index + 1).map_or(end, |next| next.from);
            if next <= span.from && index + 1 < spans.len() {
                // the next one begins with it, and goes on for longer
                continue;
            }
            if at < span.from {
                self.fill((at, span.from), intervals)?;
            }
            let until = if next < span.until { next } else { span.until };
            // what is checked is what the interval will say
            let until = below::<T>(until).as_f64();
            let order = if span.by_speed {
                Order::First
            } else {
                Order::Second
            };
            intervals.push(self.interval((span.from, until), (span.frame, span.vector), order)?);
            at = until;
        }
        if at < end {
            self.fill((at, end), intervals)?;
        } else if start == end {
            let along = notes.axis?.numbers();
            intervals.push(self.interval((at, at), (Frame::World, along), Order::Second)?);
        }
        Some(())
    }

    /// Proves a time by vectors in which bounding balls are apart.
    fn fill(
        &self,
        (start, end): (f64, f64),
        intervals: &mut Vec<CertifiedInterval<T, D>>,
    ) -> Option<()> {
        if self.question.by_vectors {
            return None;
        }
        let question = Question {
            start,
            end,
            by_vectors: true,
            ..self.question
        };
        let mut notes = Notes {
            budget: self.query.budget,
            spans: Some(Vec::new()),
            ..Notes::default()
        };
        self.search(&question, &mut notes);
        let part = Plain { question, ..*self };
        part.chain(&notes, (start, end), intervals)
    }

    /// Returns an interval that claims what its check proves.
    fn interval(
        &self,
        (start, end): (f64, f64),
        (frame, vector): (Frame, [f64; D]),
        order: Order,
    ) -> Option<CertifiedInterval<T, D>> {
        let direction: SVector<T, D> = unit(in_scalar(vector));
        let question = Question {
            start,
            end,
            ..self.question
        };
        let margin = check(&question, frame, direction.map(T::as_f64).into())?;
        if !(margin > 0.0) {
            return None;
        }
        Some(CertifiedInterval {
            start: T::of(start),
            end: T::of(end),
            direction,
            frame,
            kept_distance: self.query.target_distance,
            margin: below(margin),
            order,
        })
    }
}

fn in_scalar_of<T: Real, const D: usize>(
    impact: &proof::Impact<D>,
    query: &Query<T>,
) -> Impact<T, D> {
    let tolerance = query.tolerance.unwrap_or(T::above(impact.tolerance()));
    let [witness_a, witness_b] = impact.points().map(in_scalar);
    let [feature_a, feature_b] = impact.features();
    Impact {
        time: T::of(impact.time()),
        distance: T::above(query.target_distance.as_f64() + impact.beyond_target()),
        tolerance,
        contact: Contact {
            normal: in_scalar(impact.normal()),
            witness_a,
            witness_b,
            feature_a,
            feature_b,
        },
    }
}

fn in_scalar<T: Real, const D: usize>(x: [f64; D]) -> SVector<T, D> {
    SVector::from_fn(|axis, _| T::of(x[axis]))
}

/// Returns a number of the scalar that is no larger.
fn below<T: Real>(x: f64) -> T {
    -T::above(-x)
}

/// Returns a vector scaled to unit length, if it has a direction.
fn in_registers<T: Real, const D: usize>(x: &SVector<T, D>) -> Option<Vector<D>> {
    let x = Vector::new(std::array::from_fn(|axis| x[axis].as_f64()));
    let length = x.length();
    (length > 0.0 && length.is_finite()).then(|| x * (1.0 / length))
}
