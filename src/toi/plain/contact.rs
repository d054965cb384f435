//! Bodies that start in contact: whether they leave it, stay in it, or are driven into each other.
//!
//! The search follows them with a smaller target distance, a little below their distance at the start. So every span is
//! proven, at any speed. There are three ends:
//! - A vector shows the bodies clear of the query's own target distance: the search goes on with that distance.
//! - The smaller distance holds up to the end: the bodies are measured there. They stay in contact, unless they have slid
//!   off each other unseen.
//! - The bodies come near the smaller distance: they are driven into each other.

use super::super::outcome::{Impact, InitialReport, Outcome};
use super::{Found, Known, Plain, below, in_scalar, separated};
use crate::epa::{Accuracy, Penetration};
use crate::gjk::Termination;
use crate::number::Vector;
use crate::proof::{Moment, Overlap, Point, Question, prove};
use crate::search::Proven;
use crate::support::Feature;
use crate::tuning::{
    CHECKS_IN_CONTACT, CLEAR, GIVES_WAY, HALVINGS, KEPT_OF_GAP, LEAST_TOLERANCE_IN_CONTACT,
    TOLERANCE_IN_GAP,
};
use crate::{Contact, Proximity, Real};

/// The answer, and the contact at the start if the search went past it.
type Begun<T, const D: usize> = (Outcome<T, D>, Option<InitialReport<T, D>>);

impl<T: Real, const D: usize> Plain<'_, '_, T, D> {
    /// Decides what follows if nothing is proven of the start. Returns `None` if that is no contact.
    #[inline(never)]
    pub(super) fn begin(&self, tolerance: f64, known: &mut Known<'_, T, D>) -> Option<Begun<T, D>> {
        let query = self.query;
        let size = self.at_rest.size();
        // where rounding hides more than the bodies are large, nothing is known of them
        let is_known = tolerance <= size.as_f64() && size <= T::LARGEST;
        if query.held_below.is_some() || !is_known {
            return None;
        }
        let stops = self.stops();
        if stops
            && !query.exact_depth
            && let Some(overlap) = self.clear_overlap(known)
        {
            return Some((overlap, None));
        }
        let accuracy = Accuracy {
            allowed: T::of(-self.question.target),
            ..Accuracy::relative(T::RELATIVE_TOLERANCE)
        };
        let found = self.at_rest.proximity(T::of(self.question.start), accuracy);
        let (gap, resolution) = self.gap_at(self.question.start, found.contact());
        let contact = self.contact(&found, tolerance, gap)?;
        if stops {
            return Some((contact, None));
        }
        let (target, kept_tolerance) = room(gap, tolerance, resolution);
        let target: T = below(self.question.target + target);
        let question = Question {
            target: target.as_f64(),
            tolerance: Some(kept_tolerance),
            by_vectors: true,
            ..self.question
        };
        if target < T::zero() && !self.at_rest.is_thick_enough(&question) {
            return Some((contact, None));
        }
        let start = T::of(self.question.start);
        let report = InitialReport {
            distance: found.signed_distance(),
            contact: *found.contact(),
            kept_distance: target,
            kept_until: start,
            resumed_at: None,
            bottom: target,
            level: T::zero(),
        };
        self.follow(&question, report, tolerance, known)
    }

    /// Returns how the bodies overlap at the start, if they clearly do.
    fn clear_overlap(&self, known: &Known<'_, T, D>) -> Option<Outcome<T, D>> {
        let starts = |overlap: &Overlap<D>| {
            overlap.time() == self.question.start && overlap.depth() <= T::LARGEST.as_f64()
        };
        let overlap = known.notes.overlap.filter(starts)?;
        if self.question.target < 0.0 {
            return None;
        }
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
            iterations: known.notes.work.iterations,
        }))
    }

    /// Returns the gap beyond the target distance along the normal of a contact at a time, and the least tolerance that
    /// rounding leaves room for from then on.
    fn gap_at(&self, time: f64, contact: &Contact<T, D>) -> (f64, f64) {
        let along = Vector::new(contact.normal.map(T::as_f64).into());
        let mut found = (f64::NEG_INFINITY, f64::INFINITY);
        let question = Question {
            start: time,
            by_vectors: true,
            ..self.question
        };
        prove(&question, |kernel, free| {
            let mut now = Moment::never();
            kernel.place(time, &mut now);
            let gap = kernel.gap(&now, along, 1.0 / along.length(), &mut Point::none());
            found = (gap.value(), kernel.resolution());
            free.verdict(kernel, None)
        });
        found
    }

    /// Returns the contact of bodies so measured at the start, if it is one.
    fn contact(&self, found: &Proximity<T, D>, tolerance: f64, gap: f64) -> Option<Outcome<T, D>> {
        let target = self.question.target;
        let distance = match found {
            Proximity::Disjoint(closest) => closest.distance,
            Proximity::Overlapping(overlap) if target >= 0.0 => {
                let is_number = overlap.depth.is_finite() && overlap.contact.is_finite();
                return is_number.then_some(Outcome::Overlapping(*overlap));
            }
            Proximity::Overlapping(overlap) => -overlap.lower_bound,
        };
        if !(distance.as_f64() - target <= tolerance && found.contact().is_finite()) {
            return None;
        }
        match found {
            // they are not proven to overlap by less than is allowed
            Proximity::Overlapping(overlap) if !(gap > 0.0) => Some(Outcome::Overlapping(*overlap)),
            _ => Some(Outcome::Impact(Impact {
                time: T::of(self.question.start),
                distance,
                tolerance: self.query.tolerance.unwrap_or(T::above(tolerance)),
                contact: *found.contact(),
            })),
        }
    }

    /// Goes on with a smaller target distance, as far as it holds.
    fn follow(
        &self,
        question: &Question<'_, D>,
        mut report: InitialReport<T, D>,
        tolerance: f64,
        known: &mut Known<'_, T, D>,
    ) -> Option<Begun<T, D>> {
        let keeps = known.stages.is_some();
        known.stages.get_or_insert_default();
        let found = self.ask(question, known)?;
        let stages = known.stages.as_mut()?;
        let stage = stages.last_mut()?;
        let enough = CLEAR * tolerance;
        let left = (stage.spans.iter()).find_map(|span| self.is_left_in(span, enough));
        if let Some((time, along)) = left {
            stage.during.1 = time;
            known.notes.axis = Some(along);
        }
        if !keeps {
            known.stages = None;
        }
        if let Some((time, _)) = left {
            return self.resume(time, report, known);
        }
        let end = self.question.end;
        match found {
            Found::Separated(_) => {
                report.kept_until = T::of(end);
                // what is left up to where they are clear is to be known
                let clear = Question {
                    target: self.question.target + enough,
                    ..self.question
                };
                let found = (self.at_rest).proximity(T::of(end), self.accuracy(&clear));
                if self.gap_at(end, found.contact()).0 < enough {
                    return Some((Outcome::Stays(report), Some(report)));
                }
                known.notes.axis = super::in_registers(&found.contact().normal);
                self.resume(end, report, known)
            }
            Found::Impact(impact) => {
                report.kept_until = impact.time;
                Some((Outcome::DrivesIn(report), Some(report)))
            }
            Found::AtStart(..) => None,
        }
    }

    /// Goes on with the target distance of the query, from a time at which the bodies are clear of it.
    fn resume(
        &self,
        time: f64,
        mut report: InitialReport<T, D>,
        known: &mut Known<'_, T, D>,
    ) -> Option<Begun<T, D>> {
        report.kept_until = T::of(time);
        report.resumed_at = Some(report.kept_until);
        let question = Question {
            start: time,
            ..self.question
        };
        let outcome = match self.ask(&question, known)? {
            Found::Separated(clearance) => separated(clearance),
            Found::Impact(impact) => Outcome::Impact(impact),
            Found::AtStart(..) => return None,
        };
        Some((outcome, Some(report)))
    }

    /// Returns a time of a proven span at which its vector shows the bodies clear of the query's target distance by this
    /// much, if there is one, and the vector then. It is about the first one.
    fn is_left_in(&self, span: &Proven<D>, enough: f64) -> Option<(f64, Vector<D>)> {
        let mut left = None;
        let question = Question {
            start: span.from,
            end: span.until,
            by_vectors: true,
            ..self.question
        };
        prove(&question, |kernel, free| {
            let mut now = Moment::never();
            let mut scratch = Point::none();
            let mut is_clear = |time: f64| {
                kernel.place(time, &mut now);
                let along = now.in_world(span.frame, span.vector);
                let along = along * (1.0 / along.length());
                let gap = kernel.gap(&now, along, 1.0, &mut scratch);
                (gap.value() >= enough).then(|| (now.time(), gap.along()))
            };
            let (mut before, length) = (span.from, span.until - span.from);
            for share in CHECKS_IN_CONTACT {
                let time = if share == 1.0 {
                    span.until
                } else {
                    span.from + share * length
                };
                left = is_clear(time);
                if left.is_some() {
                    break;
                }
                before = time;
            }
            for _ in 0..HALVINGS {
                let Some((clear, _)) = left else { break };
                let middle = before + 0.5 * (clear - before);
                match is_clear(middle) {
                    None => before = middle,
                    earlier => left = earlier,
                }
            }
            free.verdict(kernel, None)
        });
        left
    }
}

/// Returns the target distance with which bodies are followed that have this gap, less the one of the query, and the
/// tolerance.
fn room(gap: f64, tolerance: f64, resolution: f64) -> (f64, f64) {
    let larger = |x: f64, y: f64| if x > y { x } else { y };
    let share = gap * TOLERANCE_IN_GAP;
    if share >= larger(tolerance * LEAST_TOLERANCE_IN_CONTACT, resolution) {
        return (gap * KEPT_OF_GAP, share);
    }
    // with a tolerance below rounding, bodies at rest would count as driven in at once
    let tolerance = larger(tolerance, resolution);
    (gap - tolerance * GIVES_WAY, tolerance)
}
