//! Judges what answers claim of the time in contact, of the time after it, and of the depth at the start.

use nalgebra::SVector;
use photofinish::{Certificate, Extrusion, Outcome, Real, Solution};

use super::judge::{Body, Truth};
use super::{Fault, Start};
use crate::refine::even;
use crate::soundness::convert::FromOracle;
use crate::soundness::judge::is_nearer;
use crate::soundness::proof::at;
use crate::soundness::resolution;

/// The number of times at which every claimed span is looked at.
const LOOKS: usize = 12;

impl<const D: usize> Start<D> {
    /// Returns what is wrong with the spans that an answer claims to be free, or not deeper than something: the
    /// certificate must prove them, and the oracle must not see the bodies nearer.
    pub(super) fn unkept<T: Real, R: FromOracle<T, D>>(
        &self,
        [a, b]: [&Body<T, R, D>; 2],
        (solution, certificate): (&Solution<T, D>, &Certificate<T, D>),
        truth: &Truth<D>,
    ) -> Option<Fault> {
        let until = T::of(self.until);
        let report = solution.initial_contact;
        let left = report.map_or(Some(T::zero()), |report| report.resumed_at);
        let free = match &solution.outcome {
            // what is free has left the contact at the start
            Outcome::Separated(_) if left.is_none() => return Some(Fault::Unproven),
            Outcome::Stays(report) if report.kept_until < until => return Some(Fault::Unproven),
            Outcome::Separated(_) => left.map(|left| (left, until)),
            Outcome::Impact(impact) => left.map(|left| (left, impact.time)),
            _ => None,
        };
        // an impact may be at the time from which on the answer is about
        let free = free.filter(|(from, to)| from < to);
        let free = free.map(|(from, to)| (T::of(self.target), from, to));
        let kept = report.map(|report| (report.kept_distance, T::zero(), report.kept_until));
        for (kept, from, to) in free.into_iter().chain(kept) {
            if from < to && certificate.verify(a, b, kept, from..=to).is_err() {
                return Some(Fault::Unproven);
            }
            let span = [from, to].map(T::as_f64);
            if even(LOOKS).any(|share| is_nearer(&truth.pair, at(span, share), kept.as_f64())) {
                return Some(Fault::Nearer);
            }
        }
        None
    }

    /// Returns what is wrong with the depth of bodies that overlap at the start: a move by it must free them.
    pub(super) fn stuck<T: Real, R: FromOracle<T, D>>(
        &self,
        [a, b]: [&Body<T, R, D>; 2],
        solution: &Solution<T, D>,
        truth: &Truth<D>,
    ) -> Option<Fault> {
        let Outcome::Overlapping(found) = &solution.outcome else {
            return None;
        };
        let origin = SVector::zeros();
        let [at_a, at_b] = [a.slice(T::zero(), &origin), b.slice(T::zero(), &origin)];
        let depth = found.depth.as_f64();
        // the search for the depth of smooth bodies ends at a relative difference of its bounds
        let slack =
            2.0 * resolution(&at_a, &at_b).as_f64() + 8.0 * T::RELATIVE_TOLERANCE.as_f64() * depth;
        let normal: SVector<f64, D> = found.contact.normal.map(T::as_f64);
        let freed = truth.pair.clone().with_b_moved(&(normal * (depth + slack)));
        let is_free = freed.penetration_at(0.0) <= truth.pair.rounding_until(0.0);
        (!is_free || found.lower_bound > found.depth).then_some(Fault::Stuck)
    }
}
