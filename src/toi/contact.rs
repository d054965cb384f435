//! Contacts at the start of the interval that the query is to look past.

use std::ops::ControlFlow;

use super::departure::Departure;
use super::driver::{Driver, Slices};
use super::outcome::{InitialReport, Outcome};
use super::{InitialContact, Observer};
use crate::epa::Penetration;
use crate::gjk::{self, End, Search, Start, Termination};
use crate::{Extrusion, Real};

/// The share of the interval after which bodies in contact are looked at again, to see whether they approach.
const A_LITTLE_LATER: f64 = 1e-3;

impl<'x, A, B, O, T, const D: usize> Driver<'_, 'x, A, B, O, T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
    O: Observer<T, D>,
{
    /// Where to go on from a contact that the bodies started in, or `None` if the contact is the answer.
    ///
    /// Bodies that are proven disjoint are followed, certified, as long as their gap does not shrink. Bodies that
    /// overlap cannot be: they are looked at again at times that double their distance from the start.
    pub(super) fn look_past(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
        (search, contact): (&Search<T, D>, &Outcome<T, D>),
        departure: &mut Departure<T, D>,
    ) -> Option<Slices<'x, A, B, T, D>> {
        let (last_gap, mut report) = match departure {
            Departure::Over | Departure::Left(_) => return None,
            Departure::Leaving { gap, report } => (*gap, *report),
            Departure::AtStart(policy) => {
                let looks_past = match policy {
                    InitialContact::Stop => false,
                    InitialContact::Continue => true,
                    InitialContact::IgnoreSeparating => !self.closes(now, search),
                };
                if !looks_past {
                    return None;
                }
                let report = InitialReport {
                    penetration: penetration(contact)?,
                    resumed_at: now.time,
                };
                (T::zero(), report)
            }
        };
        let next = match self.best_gap() {
            Some(gap) if gap >= last_gap => {
                let next = self.advance(now, limit).ok()?;
                *departure = Departure::Leaving { gap, report };
                next
            }
            None if now.time == self.during.start() => {
                let next = self.first_time_apart()?;
                report.resumed_at = next.time;
                let gap = T::zero();
                *departure = Departure::Leaving { gap, report };
                next
            }
            _ => return None,
        };
        Some(next)
    }

    /// A time at which bodies that overlap at the start are apart, if one is found.
    fn first_time_apart(&mut self) -> Option<Slices<'x, A, B, T, D>> {
        let length = self.during.length();
        let mut offset = length * T::SQRT_EPSILON;
        let mut search = Search::new();
        while offset > T::zero() && offset < length {
            let then = self.instant(self.during.start() + offset);
            let limit = self.instant(self.limit(then.time));
            let passed = self.explore(&then, &limit, &mut search);
            if passed.is_some() || self.best_gap().is_some() {
                return Some(then);
            }
            self.axis = search.normal;
            offset += offset;
        }
        None
    }

    /// Whether the bodies are nearer, or deeper, a little after the start, by more than rounding.
    fn closes(&mut self, now: &Slices<'x, A, B, T, D>, search: &Search<T, D>) -> bool {
        let step = self.during.length() * T::of(A_LITTLE_LATER);
        let then = self.instant(now.time + step);
        let start = Start::from_axis(search.normal);
        let later = gjk::search(&then.bodies(), &start, |_| ControlFlow::Continue(()));
        self.statistics.gjk_runs += 1;
        self.statistics.gjk_iterations += later.iterations;
        self.statistics.support_evaluations += u64::from(later.iterations);
        let apart = search.end != End::CoresMeet && later.end != End::CoresMeet;
        let (before, after) = if apart {
            (search.upper_bound, later.upper_bound)
        } else {
            self.statistics.support_evaluations += 2;
            (now.gap(&search.normal), then.gap(&search.normal))
        };
        after + then.error(&search.normal) < before
    }
}

/// A contact as an overlap: bodies that are disjoint, but within the tolerance, have no depth.
fn penetration<T: Real, const D: usize>(contact: &Outcome<T, D>) -> Option<Penetration<T, D>> {
    match contact {
        Outcome::Separated(_) => None,
        Outcome::Overlapping(penetration) => Some(*penetration),
        Outcome::Impact(impact) => Some(Penetration {
            depth: T::zero(),
            lower_bound: T::zero(),
            normal: impact.normal,
            witness_a: impact.witness_a,
            witness_b: impact.witness_b,
            feature_a: impact.feature_a,
            feature_b: impact.feature_b,
            termination: Termination::Converged,
            iterations: 0,
        }),
    }
}
