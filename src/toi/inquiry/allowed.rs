//! Questions that allow an overlap: measured overlaps propose vectors, and an impact is measured.

use nalgebra::SVector;

use super::super::outcome::Impact;
use super::Inquiry;
use crate::epa::Accuracy;
use crate::number::larger;
use crate::proof::{self, Question, prove};
use crate::search::{Notes, search};
use crate::tuning::{ERRORS_AT_WORST, KNOWN_AT_IMPACT};
use crate::{Proximity, Real};

impl<T: Real, const D: usize> Inquiry<'_, '_, T, D> {
    /// Searches, with the normals of measured overlaps.
    #[inline(never)]
    pub(super) fn search_deep(
        &self,
        question: &Question<'_, D>,
        notes: &mut Notes<'_, D>,
    ) -> proof::Outcome<D> {
        let accuracy = self.accuracy(question);
        let mut normals = |time: f64| {
            let found = self.at_rest.proximity(T::of(time), accuracy);
            found.contact().normal.map(T::as_f64).into()
        };
        let mut own = Notes {
            axis: notes.axis,
            any_contact: notes.any_contact,
            overlap: None,
            budget: notes.budget,
            work: notes.work,
            spans: notes.spans.take(),
            seen: notes.seen.take(),
            normals: Some(&mut normals),
        };
        let outcome = prove(question, |kernel, free| search(kernel, free, &mut own));
        (notes.axis, notes.work, notes.overlap) = (own.axis, own.work, own.overlap);
        (notes.spans, notes.seen) = (own.spans, own.seen);
        outcome
    }

    /// How accurately the depth of an overlap is to be known, if some overlap is allowed.
    pub(super) fn accuracy(&self, question: &Question<'_, D>) -> Accuracy<T> {
        Accuracy {
            relative: T::RELATIVE_TOLERANCE,
            length: self.tolerance_of(question) * T::of(KNOWN_AT_IMPACT),
            allowed: T::of(-question.target),
        }
    }

    /// Returns the impact of bodies that overlap by about as much as is allowed at a time up to which they are free.
    pub(super) fn overlap_at(
        &self,
        question: &Question<'_, D>,
        time: T,
        tolerance: f64,
    ) -> Option<Impact<T, D>> {
        if question.target >= 0.0 {
            return None;
        }
        let found = self.at_rest.proximity(time, self.accuracy(question));
        let distance = match &found {
            Proximity::Disjoint(closest) => closest.distance,
            Proximity::Overlapping(overlap) => -overlap.lower_bound,
        };
        let contact = *found.contact();
        let tolerance = self.measurable(question, tolerance, (time, &contact.normal));
        let beyond_target = distance.as_f64() - question.target;
        (beyond_target <= tolerance).then(|| Impact {
            time,
            distance,
            tolerance: T::above(tolerance),
            contact,
        })
    }

    /// Returns the tolerance of a question, or the least one in which a distance along a normal can be measured, if that is
    /// larger and none was asked for: the kernel is more exact than what measures bodies in single precision.
    pub(super) fn measurable(
        &self,
        question: &Question<'_, D>,
        tolerance: f64,
        (time, normal): (T, &SVector<T, D>),
    ) -> f64 {
        (question.tolerance).unwrap_or_else(|| larger(tolerance, self.hidden(time, normal)))
    }

    /// Returns how much of a distance along a normal rounding may hide.
    pub(super) fn hidden(&self, time: T, normal: &SVector<T, D>) -> f64 {
        self.at_rest.error(time, normal).as_f64() * ERRORS_AT_WORST
    }

    /// Measures the bodies at a time.
    pub(crate) fn measured(&self, time: T) -> Proximity<T, D> {
        self.at_rest.proximity(time, self.accuracy(&self.question))
    }
}
