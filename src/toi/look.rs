//! The search at one time: the first directions, GJK, and the contact that its end may show.

use std::ops::ControlFlow;

use nalgebra::SVector;

use super::InitialContact;
use super::driver::Driver;
use super::outcome::{Impact, Outcome};
use super::problem::Slices;
use super::state::Passed;
use super::state::Phase;
use crate::epa::{self, Accuracy, Penetration};
use crate::gjk::{self, End, Intersection, Iterate, Search, Start};
use crate::separation::{Margin, SeparatingVector, hyperspace_test};
use crate::tuning::{
    DEEP_IN_WIDTH, ENOUGH_AFTER_CHANGE, ENOUGH_IN_SPINS, ENOUGH_OF_GAP, ERRORS_AT_WORST,
    KNOWN_AT_IMPACT, NEAR_IN_ALLOWANCES, SPANS_OF_PLAIN_BOUNDS, SPANS_WITHOUT_SPIN,
};
use crate::vector::unit;
use crate::{Contact, Extrusion, Real, Span};

impl<'x, A, B, T, const D: usize> Driver<'_, 'x, A, B, T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    /// Returns the margin of the start axis, or else of a body's normal towards the other body, if one passes the test.
    ///
    /// Most pairs are free along one of these two, and need no GJK.
    #[inline]
    pub(super) fn try_axis(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
    ) -> Option<Margin<T>> {
        let along = now.bodies.supporting_distance(&self.memory.axis);
        self.log.add_evaluations(1);
        let margin = self.test(now, limit, along);
        if margin.is_some() {
            return margin;
        }
        let (axis, separates_by) = now.bodies.facing_axis()?;
        self.log.add_evaluations(2);
        if !(separates_by > along) {
            return None;
        }
        self.memory.axis = axis;
        self.test(now, limit, separates_by)
    }

    /// Returns the margin of the axis, whose supporting distance now is known, if it passes the test.
    #[inline]
    fn test(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
        supporting_distance: T,
    ) -> Option<Margin<T>> {
        let gap = now.gap_of_values(supporting_distance, &self.memory.axis);
        if !(gap > T::zero()) {
            return None;
        }
        self.log.add_evaluations(1);
        let gaps = (gap, limit.gap(&self.memory.axis));
        let during = Span::known(now.time, limit.time);
        let bodies = (self.problem.setting.a, self.problem.setting.b);
        let margin = hyperspace_test(bodies, &self.memory.axis, during, gaps);
        (margin.value > T::zero()).then_some(margin)
    }

    /// Runs GJK at `now`, tests every separating vector up to `limit`, and returns the first that passes.
    ///
    /// The best of the vectors that fail are recorded.
    pub(super) fn explore(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
        search: &mut Search<T, D>,
    ) -> Option<Passed<T, D>> {
        let during = Span::known(now.time, limit.time);
        let target = self.goal.target;
        let mut best_gap = T::zero();
        let mut passed = None;
        let mut evaluations = 0;
        let mut nowhere = None;
        let seed = self.memory.seed;
        let start = Start {
            seed: Some(&seed),
            ..Start::from_axis(self.memory.axis)
        };
        let features_changed = std::mem::take(&mut self.memory.features_changed);
        let enough = T::of(if self.spins_apart() {
            ENOUGH_IN_SPINS
        } else if features_changed {
            // with features that are not the nearest, the next step would be as short as the last
            ENOUGH_AFTER_CHANGE
        } else {
            ENOUGH_OF_GAP
        });
        search.run(now.bodies.borrowed(), &start, |iterate: &Iterate<T, D>| {
            let s = &iterate.direction;
            let gap = now.gap_of_points(iterate.supporting_distance, s);
            if gap > T::zero() {
                best_gap = best_gap.max(gap);
                evaluations += 1;
                let gaps = (gap, limit.gap(s));
                // a margin is never larger than the gap at an end
                let mut most = gaps.1;
                if !(most <= T::zero()) {
                    let margin = self.test_in_world(s, during, gaps);
                    if margin.value > T::zero() {
                        passed = Some(Passed::in_world(*s, margin));
                        return ControlFlow::Break(());
                    }
                    most = margin.value;
                }
                self.keep(
                    during,
                    SeparatingVector {
                        direction: *s,
                        gap,
                        gap_at_end: gaps.1,
                        margin: most,
                    },
                );
            } else if !gap.is_finite() {
                nowhere = Some(*s);
            }
            if best_gap <= T::zero() {
                return ControlFlow::Continue(());
            }
            let may_become = iterate.upper_bound - target;
            let tolerance = self.tolerance_along(now, s);
            let is_enough = if may_become > tolerance {
                best_gap >= may_become * enough
            } else {
                let known_to = iterate.upper_bound - iterate.lower_bound;
                known_to <= tolerance * T::of(KNOWN_AT_IMPACT)
            };
            if is_enough {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if let Some(s) = nowhere {
            self.round.bad_coordinates = Some(self.not_finite(now.time, &s));
        }
        self.log.add_run(search);
        self.log.add_evaluations(evaluations);
        if passed.is_none() {
            self.memory.seed = search.seed();
        }
        passed
    }

    /// Returns whether the bodies have taken so many spans that they probably spin. Other features are nearest after
    /// each step then.
    pub(super) fn spins(&self) -> bool {
        self.log.statistics.subintervals > SPANS_WITHOUT_SPIN
    }

    /// Returns whether the bodies [spin](Self::spins) apart from each other. It then pays to look less for each step.
    ///
    /// Bodies in touch need the best directions: what is left of the gap may be little more than rounding.
    pub(super) fn spins_apart(&self) -> bool {
        self.spins() && !self.goal.lets_touch()
    }

    /// Tests a vector of the world over a span, from its gaps at both ends.
    #[inline]
    pub(super) fn test_in_world(
        &self,
        s: &SVector<T, D>,
        during: Span<T>,
        gaps: (T, T),
    ) -> Margin<T> {
        let bodies = (self.problem.setting.a, self.problem.setting.b);
        hyperspace_test(bodies, s, during, gaps)
    }

    /// Records a vector that failed the test over a span, and shows it to the observer.
    pub(super) fn keep(&mut self, during: Span<T>, vector: SeparatingVector<T, D>) {
        if let Some(observer) = &mut self.log.observer {
            observer.separating_vector(during.start(), during.end(), &vector);
        }
        self.round.record.push(vector);
    }

    /// Tests the best vector of bodies in contact, in the frame in which it proves most, and returns it if it passes.
    ///
    /// The best vector is the normal of the overlap or the best recorded one. It becomes the lead of the next step.
    pub(super) fn look_in_frames(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
        normal: Option<SVector<T, D>>,
    ) -> Option<Passed<T, D>> {
        let recorded = self.round.record.best_gap().copied();
        let normal = normal.filter(|normal| {
            let gap = now.gap(normal);
            self.log.add_evaluations(1);
            gap > recorded.map_or(T::zero(), |best| best.gap)
        });
        let direction = normal.or(recorded.map(|best| best.direction))?;
        let candidate = self.problem.setting.best_frame(&direction, now, limit);
        self.log.add_evaluations(6);
        if !(candidate.gap > T::zero()) {
            return None;
        }
        if normal.is_some() {
            let gaps = [now.gap(&direction), limit.gap(&direction)];
            self.round.record.push(SeparatingVector {
                direction,
                gap: gaps[0],
                gap_at_end: gaps[1],
                // an upper bound: the candidate is in the best frame, and no margin is above a gap at an end
                margin: candidate.tested.margin.value.min(gaps[0].min(gaps[1])),
            });
        }
        self.memory.lead = Some(candidate);
        let (vector, margin) = (candidate.vector, candidate.tested.margin);
        (margin.value > T::zero()).then_some(Passed { vector, margin })
    }

    /// Returns whether vectors are tested with sharp bounds. They are worth their cost where bodies are in touch, or
    /// nearly so: where an overlap is allowed, and no vector leaves a gap of much more. Bodies that come near later mostly
    /// hit each other, whatever the bounds. They get plain bounds for the first few spans.
    pub(super) fn wants_sharp_bounds(&self) -> bool {
        let is_near = || {
            let most = -self.goal.target * T::of(NEAR_IN_ALLOWANCES);
            let best = self.round.record.best_gap();
            best.is_none_or(|best| best.gap <= most)
        };
        let spans = self.log.statistics.subintervals;
        let is_late = !(1..=SPANS_OF_PLAIN_BOUNDS).contains(&spans);
        self.goal.is_in_contact() || (self.goal.lets_touch() && is_late && is_near())
    }

    /// Returns the tolerance that applies now along `s`: while the bodies are in contact it may be smaller than the
    /// query's.
    pub(super) fn tolerance_along(&self, now: &Slices<'x, A, B, T, D>, s: &SVector<T, D>) -> T {
        self.goal
            .tolerance_in_contact
            .unwrap_or_else(|| self.problem.asked_tolerance(now, s))
    }

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
        let best = self.round.record.best_gap();
        if !is_default || best.is_some_and(|best| best.gap >= now.own_error(s)) {
            return None;
        }
        let at_worst = self.problem.tolerance + now.error(s) * T::of(ERRORS_AT_WORST);
        (distance <= at_worst).then_some(at_worst)
    }

    /// Returns whether the direction that separates the bodies and the features that were nearest prove an impact at
    /// `now`. If so, there is no need of a run of GJK.
    pub(super) fn confirms_impact(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        search: &mut Search<T, D>,
    ) -> bool {
        let seed = self.memory.seed;
        let start = Start {
            seed: Some(&seed),
            ..Start::from_axis(self.memory.axis)
        };
        self.log.add_evaluations(1);
        let known_to = self.tolerance_along(now, &self.memory.axis) * T::of(KNOWN_AT_IMPACT);
        search.confirm(&now.bodies.borrowed(), &start)
            && search.upper_bound - search.lower_bound <= known_to
            && self.is_contact(now, search)
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
        search.run(now.bodies.borrowed(), &start, |_| ControlFlow::Continue(()));
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
            let is_apart = is_allowed && self.round.record.best_gap().is_some();
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

    /// Returns whether the bodies are seen to overlap at the later time at which they are most likely to.
    ///
    /// Along the best direction now, their gap falls until the end of the span. At the end they overlap most, unless
    /// one body has gone through the other by then.
    pub(super) fn overlap_later(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
    ) -> bool {
        let Some(best) = self.round.record.best_gap() else {
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
        let found = gjk::intersection(bodies, &Start::from_axis(unit(bodies.between())));
        self.log.add_evaluations(match &found {
            Intersection::Apart(..) => 1,
            Intersection::Searched(_, search) => search.support_evaluations(),
        });
        found.beyond_rounding(bodies) == Some(true)
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
