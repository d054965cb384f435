//! Bodies in contact, measured at one time.

use nalgebra::SVector;

use super::super::outcome::{Impact, Outcome};
use super::{Inquiry, Known, below, in_scalar};
use crate::epa::{Accuracy, Penetration};
use crate::gjk::Termination;
use crate::number::Vector;
use crate::proof::{Moment, Overlap, Point, Question, prove};
use crate::{Contact, Proximity, Real};

/// Bodies in contact at one time.
pub(super) struct Touching<T, const D: usize> {
    pub(super) time: f64,
    pub(super) contact: Contact<T, D>,
    /// The distance, or minus the depth.
    pub(super) distance: T,
    /// What is proven of the distance along the normal of the contact, beyond the target distance.
    pub(super) gap: f64,
    /// The tolerance of the query.
    pub(super) tolerance: f64,
    /// The least tolerance that rounding leaves room for.
    pub(super) resolution: f64,
    /// The answer, unless the contact is looked past.
    pub(super) outcome: Outcome<T, D>,
}

impl<T: Real, const D: usize> Inquiry<'_, '_, T, D> {
    /// Returns how the bodies overlap at the start, if they clearly do.
    pub(super) fn clear_overlap(&self, known: &Known<'_, T, D>) -> Option<Outcome<T, D>> {
        let starts = |overlap: &Overlap<D>| {
            overlap.time() == self.question.start && overlap.depth() <= T::LARGEST.as_f64()
        };
        let overlap = known.notes.overlap.filter(starts)?;
        let [witness_a, witness_b] = overlap.points().map(in_scalar);
        let [feature_a, feature_b] = overlap.features();
        Some(Outcome::Overlapping(Penetration {
            depth: T::above(overlap.depth()),
            lower_bound: below(overlap.lower_bound()),
            contact: Contact {
                normal: in_scalar(overlap.normal()),
                witness_a,
                witness_b,
                feature_a,
                feature_b,
            },
            termination: Termination::Stopped,
            iterations: known.notes.work.iterations,
        }))
    }

    /// Measures bodies in contact, a depth to this share of it. Returns `None` if they are not: neither known to be near, nor
    /// measured so.
    pub(super) fn touching(
        &self,
        (time, tolerance): (f64, f64),
        is_known: bool,
        share: T,
        known: &mut Known<'_, T, D>,
    ) -> Option<Touching<T, D>> {
        let target = self.question.target;
        if !self.is_known_to(tolerance) {
            return None;
        }
        let accuracy = Accuracy {
            allowed: T::of(-target),
            ..Accuracy::relative(share)
        };
        let found = self.at_rest.proximity(T::of(time), accuracy);
        let contact = *found.contact();
        let tolerance = self.measurable(&self.question, tolerance, (T::of(time), &contact.normal));
        let during = (time, self.question.end);
        let (gap, resolution) = self.gap_at(during, &contact.normal, known);
        let overlap = match found {
            Proximity::Overlapping(overlap) => Some(overlap),
            Proximity::Disjoint(_) => None,
        };
        let most = overlap.map_or(found.signed_distance(), |overlap| -overlap.lower_bound);
        let is_near = is_known || most.as_f64() - target <= tolerance;
        let is_overlap = overlap.is_some() && target >= 0.0;
        if !(contact.is_finite() && most.is_finite() && (is_near || is_overlap)) {
            return None;
        }
        let outcome = match overlap {
            // they are not proven to overlap by less than is allowed
            Some(overlap) if is_overlap || !(gap > 0.0) => Outcome::Overlapping(overlap),
            _ => Outcome::Impact(Impact {
                time: T::of(time),
                distance: most,
                tolerance: self.query.tolerance.unwrap_or(T::above(tolerance)),
                contact,
            }),
        };
        Some(Touching {
            time,
            contact,
            distance: found.signed_distance(),
            gap,
            tolerance,
            resolution,
            outcome,
        })
    }

    /// Returns the gap beyond the target distance along a normal at the first of these times, and the least tolerance that
    /// rounding leaves room for until the last one.
    pub(super) fn gap_at(
        &self,
        (start, end): (f64, f64),
        normal: &SVector<T, D>,
        known: &mut Known<'_, T, D>,
    ) -> (f64, f64) {
        let along = Vector::new(normal.map(T::as_f64).into());
        let mut found = (f64::NEG_INFINITY, f64::INFINITY);
        let question = Question {
            start,
            end,
            by_vectors: true,
            may_pass: true,
            ..self.question
        };
        prove(&question, |kernel, free| {
            let mut now = Moment::never();
            kernel.place(start, &mut now);
            let gap = kernel.gap(&now, along, 1.0 / along.length(), &mut Point::none());
            found = (gap.value(), kernel.resolution());
            known.notes.work.evaluations += kernel.evaluations();
            free.verdict(kernel, None)
        });
        found
    }
}
