//! Whether the bodies touch at one time, and the contact that they are in.

use std::ops::ControlFlow;

use nalgebra::SVector;

use super::InitialContact;
use super::driver::{Driver, Then};
use super::outcome::{Impact, Outcome};
use super::problem::Slices;
use super::state::Phase;
use crate::epa::{self, Accuracy, Penetration};
use crate::gjk::{self, End, Search, Start};
use crate::tuning::{DEEP_IN_WIDTH, ERRORS_AT_WORST, KNOWN_AT_IMPACT};
use crate::vector::unit;
use crate::{Contact, Extrusion, Real};

impl<'x, A, B, T, const D: usize> Driver<'_, 'x, A, B, T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    /// Returns whether the caller chose the tolerance that applies now: an impact may not exceed it then.
    fn is_asked_for(&self) -> bool {
        self.problem.query.tolerance.is_some() && self.goal.tolerance_in_contact.is_none()
    }

    /// Returns the tolerance within which this distance is a contact along `s`, if there is one.
    ///
    /// The distance is beyond the target distance and includes its error. The tolerance is the usual one, or a larger
    /// one if it is the default and the gap is lost in rounding.
    fn granted(&self, now: &Slices<'x, A, B, T, D>, s: &SVector<T, D>, distance: T) -> Option<T> {
        let usual = self.tolerance_along(now, s);
        if distance <= usual {
            return Some(usual);
        }
        let is_default =
            self.problem.query.tolerance.is_none() && self.goal.tolerance_in_contact.is_none();
        let best = self.round.best.as_ref();
        if !is_default || best.is_some_and(|best| best.gap >= now.own_error(s)) {
            return None;
        }
        let at_worst = self.problem.tolerance + now.error(s) * T::of(ERRORS_AT_WORST);
        (distance <= at_worst).then_some(at_worst)
    }

    /// Returns the most that the bodies may be beyond the target distance, rounding included.
    fn most_beyond_target(&self, now: &Slices<'x, A, B, T, D>, search: &Search<T, D>) -> T {
        search.upper_bound + now.error(&search.normal) - self.goal.target
    }

    /// Returns whether the search at `now` has found the bodies within the tolerance of the target distance.
    pub(super) fn is_contact(&self, now: &Slices<'x, A, B, T, D>, search: &Search<T, D>) -> bool {
        let tolerance = self.tolerance_along(now, &search.normal);
        search.end == End::CoresMeet || self.most_beyond_target(now, search) <= tolerance
    }

    /// Returns the contact at `now`, if the bodies are within the tolerance of the target distance.
    pub(super) fn contact(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        search: &Search<T, D>,
        overlap: Option<Penetration<T, D>>,
    ) -> Option<Outcome<T, D>> {
        if let Some(overlap) = overlap {
            return self.overlapping_contact(now, overlap);
        }
        let distance = self.most_beyond_target(now, search);
        // a NaN distance is granted no tolerance, and so is no contact
        let granted = self.granted(now, &search.normal, distance);
        let granted = match search.end {
            End::CoresMeet => granted.unwrap_or_else(|| self.tolerance_along(now, &search.normal)),
            End::Settled(_) => granted?,
        };
        let tolerance = self.at_most(now, search, granted);
        if tolerance > granted && self.is_asked_for() {
            self.round.hidden = tolerance;
            return None;
        }
        Some(self.impact(now, search, tolerance))
    }

    /// Returns the contact that a search at `now` has found, as an impact within this tolerance.
    fn impact(
        &self,
        now: &Slices<'x, A, B, T, D>,
        search: &Search<T, D>,
        tolerance: T,
    ) -> Outcome<T, D> {
        let bodies = &now.bodies;
        let upper_bound = if search.upper_bound.is_finite() {
            search.upper_bound
        } else {
            search.proven
        };
        let [witness_a, witness_b] = search.witnesses(bodies);
        let [feature_a, feature_b] = search.features(bodies);
        Outcome::Impact(Impact {
            time: now.time,
            distance: upper_bound.max(search.lower_bound).max(T::zero()),
            tolerance,
            contact: Contact {
                normal: search.normal,
                witness_a: witness_a + self.problem.setting.origin,
                witness_b: witness_b + self.problem.setting.origin,
                feature_a,
                feature_b,
            },
        })
    }

    /// Returns the contact of bodies of which rounding hides whether they are apart, or `None` if a vector separates
    /// them after all. It may be beyond the tolerance by what rounding hides.
    #[cold]
    pub(super) fn contact_by_rounding(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
    ) -> Option<Outcome<T, D>> {
        let mut search = Search::new();
        let start = Start::from_axis(self.memory.axis);
        search.run(&now.bodies, &start, |_| ControlFlow::Continue(()));
        self.log.add_run(&search);
        if let Some(overlap) = self.overlap(now, &search).ok()? {
            return Some(Outcome::Overlapping(overlap));
        }
        let tolerance = self.tolerance_along(now, &search.normal);
        let tolerance = self.at_most(now, &search, tolerance);
        Some(self.impact(now, &search, tolerance))
    }

    /// Returns the contact of overlapping bodies, if they overlap by more than the allowed depth less the tolerance, or
    /// less the larger one that is [granted](Self::granted) where rounding hides the gap.
    fn overlapping_contact(
        &self,
        now: &Slices<'x, A, B, T, D>,
        overlap: Penetration<T, D>,
    ) -> Option<Outcome<T, D>> {
        let normal = &overlap.contact.normal;
        // no direction separates them by more than that
        let distance = -overlap.lower_bound;
        let beyond_target = distance + now.error(normal) - self.goal.target;
        if matches!(self.goal.phase, Phase::AtStart) {
            let within = self.near_at_start(self.tolerance_along(now, normal));
            let is_allowed = self.goal.target < T::zero() && beyond_target > within;
            let is_apart = is_allowed && self.round.best.is_some();
            return (!is_apart).then_some(Outcome::Overlapping(overlap));
        }
        let tolerance = self.granted(now, normal, beyond_target)?;
        Some(Outcome::Impact(Impact {
            time: now.time,
            distance,
            tolerance,
            contact: overlap.contact,
        }))
    }

    /// Ends the search with the contact at the start.
    ///
    /// Bodies that are proven to overlap by less than is allowed have an impact: they are within the tolerance of it.
    pub(super) fn stop_in(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        outcome: Outcome<T, D>,
    ) -> Then<T> {
        if self.goal.target < T::zero()
            && let Outcome::Overlapping(overlap) = &outcome
            && let Some(impact) = self.impact_at_start(now, overlap)
        {
            return self.end_with(Outcome::Impact(impact));
        }
        self.end_with(outcome)
    }

    /// Returns the impact of bodies that overlap by less than is allowed, if a vector proves that they do.
    #[cold]
    fn impact_at_start(
        &self,
        now: &Slices<'x, A, B, T, D>,
        overlap: &Penetration<T, D>,
    ) -> Option<Impact<T, D>> {
        let normal = &overlap.contact.normal;
        let (distance, tolerance) = (-overlap.lower_bound, self.tolerance_along(now, normal));
        let beyond_target = distance + now.error(normal) - self.goal.target;
        let is_impact = self.round.best.is_some() && beyond_target <= tolerance;
        is_impact.then_some(Impact {
            time: now.time,
            distance,
            tolerance,
            contact: overlap.contact,
        })
    }

    /// Returns whether the bodies are seen to overlap at the later time at which they are most likely to.
    ///
    /// Along the best direction now, their gap falls until the end of the span. At the end they overlap most, unless
    /// one body has gone through the other by then.
    pub(super) fn overlap_later(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
    ) -> bool {
        let Some(best) = self.round.best.as_ref() else {
            return false;
        };
        if self.goal.target < T::zero() || !(best.gap_at_end < T::zero()) {
            return false;
        }
        // gaps are measured beyond the target distance
        let half_way = -(self.goal.target + self.problem.width() * T::of(DEEP_IN_WIDTH));
        let share = (best.gap - half_way) / (best.gap - best.gap_at_end);
        let time = now.time + (limit.time - now.time) * share;
        let then = self.instant(time.min(limit.time));
        let bodies = &then.bodies;
        let start = Start::from_axis(unit(bodies.between()));
        let found = gjk::intersection(bodies, &start, |search| self.log.add_run(search));
        // at most: the first direction, and a normal of either body
        self.log.add_evaluations(3);
        found.touching == Some(true)
    }

    /// Returns whether the caller wants no more than a bound of the depth, and the search needs no more either.
    fn depth_may_be_rough(&self) -> bool {
        !self.problem.query.exact_depth
            && self.goal.target >= T::zero()
            && self.problem.query.initial_contact == InitialContact::Stop
    }

    /// Returns how accurately the depth of an overlap has to be known.
    ///
    /// At the start it is to be known to all digits, as it may be the answer, and later to a share of the tolerance, as
    /// distances are. At all times a share of what is left up to the allowed depth is enough.
    fn depth_accuracy(&self, now: &Slices<'x, A, B, T, D>, search: &Search<T, D>) -> Accuracy<T> {
        if matches!(self.goal.phase, Phase::AtStart) {
            return Accuracy {
                allowed: -self.goal.target,
                ..Accuracy::relative(T::RELATIVE_TOLERANCE)
            };
        }
        Accuracy {
            relative: T::RELATIVE_TOLERANCE,
            length: self.tolerance_along(now, &search.normal) * T::of(KNOWN_AT_IMPACT),
            allowed: -self.goal.target,
        }
    }

    /// Returns how the bodies overlap, or `None` if they are known to be disjoint.
    ///
    /// After the start, the certificate of the span that ends at `now` proves them disjoint if the target distance is
    /// not negative.
    ///
    /// # Errors
    /// A direction that separates the bodies after all.
    pub(super) fn overlap(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        search: &Search<T, D>,
    ) -> Result<Option<Penetration<T, D>>, SVector<T, D>> {
        let at_start = matches!(self.goal.phase, Phase::AtStart);
        let disjoint = !at_start && self.goal.target >= T::zero();
        if disjoint || search.proves_disjoint() {
            return Ok(None);
        }
        let bodies = &now.bodies;
        let found = if self.depth_may_be_rough() && search.is_clearly_overlapping(bodies) {
            Ok(epa::rough(bodies, search))
        } else {
            epa::of_search(bodies, search, self.depth_accuracy(now, search))
        };
        match found {
            Ok(found) => {
                let expansion = found.iterations.saturating_sub(search.iterations);
                self.log.add_evaluations(u64::from(expansion));
                let contact = Contact {
                    witness_a: found.contact.witness_a + self.problem.setting.origin,
                    witness_b: found.contact.witness_b + self.problem.setting.origin,
                    ..found.contact
                };
                Ok(Some(Penetration { contact, ..found }))
            }
            Err(apart) => Err(apart.normal),
        }
    }
}
