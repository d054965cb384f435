//! The search at one time: the first directions, and GJK.

use std::ops::ControlFlow;

use nalgebra::SVector;

use super::driver::Driver;
use super::problem::{Problem, Slices};
use super::state::Passed;
use crate::gjk::{Search, Start};
use crate::separation::{Margin, SeparatingVector, first_order, hyperspace_test, second_order};
use crate::tuning::{
    ENOUGH_IN_SPINS, ENOUGH_OF_GAP, KNOWN_AT_IMPACT, NEAR_IN_ALLOWANCES, SPANS_OF_PLAIN_BOUNDS,
    SPANS_WITHOUT_SPIN,
};
use crate::{Extrusion, Real, Span};

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
    /// The best of the vectors that fail is kept.
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
            seed: (!self.slides_in_vain()).then_some(&seed),
            ..Start::from_axis(self.memory.axis)
        };
        let enough = T::of(if self.spins_apart() {
            ENOUGH_IN_SPINS
        } else {
            ENOUGH_OF_GAP
        });
        search.run(&now.bodies, &start, |iterate| {
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
            search.write_seed(&mut self.memory.seed);
        }
        passed
    }

    /// Returns whether the bodies spin: they have taken many spans, and turn by more than half a turn. Other features
    /// are nearest after each step then.
    pub(super) fn spins(&self) -> bool {
        let Problem {
            setting, during, ..
        } = &self.problem;
        self.log.statistics.subintervals > SPANS_WITHOUT_SPIN
            && setting.half_turn(*during).is_some()
    }

    /// Returns whether the bodies [spin](Self::spins) apart from each other. It then pays to look less for each step.
    ///
    /// Bodies in touch need the best directions: what is left of the gap may be little more than rounding.
    pub(super) fn spins_apart(&self) -> bool {
        self.spins() && !self.goal.lets_touch()
    }

    /// Returns whether the nearest features are on curves, and the bodies [spin](Self::spins): points that slide along
    /// curves gain less than they cost then.
    pub(super) fn slides_in_vain(&self) -> bool {
        self.memory.seed.is_curved() && self.spins()
    }

    /// Tests a vector of the world over a span, from its gaps at both ends.
    ///
    /// The first order costs as much again as the second. It passes only if both gaps are positive, and its margin is
    /// below the larger gap by a speed times the duration: by V W / (V + W) or more, with the closing speed V and the
    /// opening speed W. It is not looked at where it would not pass even at the lowest such speed so far. Bounds that
    /// are not known to be tight may be far too large over one span and not over the next: they are always looked at.
    #[inline]
    pub(super) fn test_in_world(
        &mut self,
        s: &SVector<T, D>,
        during: Span<T>,
        gaps: (T, T),
    ) -> Margin<T> {
        let bodies = (self.problem.setting.a, self.problem.setting.b);
        let Some(second) = second_order(bodies, s, during, gaps) else {
            return hyperspace_test(bodies, s, during, gaps);
        };
        if second.value > T::zero() || !(gaps.0 > T::zero() && gaps.1 > T::zero()) {
            return second;
        }
        if let Some(slowest) = self.memory.slowest_fall
            && self.memory.bounds_are_tight
            && gaps.0.max(gaps.1) - slowest * during.length() <= T::zero()
        {
            return second;
        }
        match self.first_order(s, during, gaps) {
            Some(first) if first.value > second.value => first,
            _ => second,
        }
    }

    /// Returns the first-order margin of a vector of the world, and notes how fast it falls.
    #[inline]
    fn first_order(
        &mut self,
        s: &SVector<T, D>,
        during: Span<T>,
        gaps: (T, T),
    ) -> Option<Margin<T>> {
        let setting = &self.problem.setting;
        let first = first_order((setting.a, setting.b), s, during, gaps)?;
        let memory = &mut self.memory;
        if memory.slowest_fall.is_none() {
            // the motions that turn about a known axis are those of the crate with the tightest bounds
            memory.bounds_are_tight = setting.moves(during).is_some();
        }
        // bounds that prove nothing tell no speed
        if first.value > -T::LARGEST {
            memory.note_fall((gaps.0.max(gaps.1) - first.value) / during.length());
        }
        Some(first)
    }

    /// Shows a vector that failed the test over a span to the observer, and keeps it if it is the best.
    #[inline]
    pub(super) fn keep(&mut self, during: Span<T>, vector: SeparatingVector<T, D>) {
        if self.log.observer.is_some() {
            self.log
                .show_vector(during.start(), vector, self.goal.target);
        }
        self.round.keep(vector);
    }

    /// Tests the best vector of bodies in contact, in the frame in which it proves most, and returns it if it passes.
    ///
    /// The best vector is the normal of the overlap or the best of those that failed. It becomes the lead of the step of
    /// this round.
    pub(super) fn look_in_frames(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
        normal: Option<SVector<T, D>>,
    ) -> Option<Passed<T, D>> {
        // one up to another limit says nothing of this one
        self.round.lead = None;
        let best = self.round.best;
        let normal = normal.filter(|normal| {
            let gap = now.gap(normal);
            self.log.add_evaluations(1);
            gap > best.map_or(T::zero(), |best| best.gap)
        });
        let direction = normal.or(best.map(|best| best.direction))?;
        let candidate = self.problem.setting.best_frame(&direction, now, limit);
        self.log.add_evaluations(6);
        if !(candidate.gap > T::zero()) {
            return None;
        }
        if normal.is_some() {
            let gaps = [now.gap(&direction), limit.gap(&direction)];
            self.round.keep(SeparatingVector {
                direction,
                gap: gaps[0],
                gap_at_end: gaps[1],
                // an upper bound will do: the next step follows the candidate
                margin: gaps[0].min(gaps[1]),
            });
        }
        self.round.lead = Some(candidate);
        let (vector, margin) = (candidate.vector, candidate.tested.margin);
        (margin.value > T::zero()).then_some(Passed { vector, margin })
    }

    /// Returns whether vectors are tested with sharp bounds. They are worth their cost where bodies are in touch, or
    /// nearly so: where an overlap is allowed, and no vector leaves a gap of much more. Bodies that come near later
    /// mostly hit each other, whatever the bounds. They get plain bounds for the first few spans.
    pub(super) fn wants_sharp_bounds(&self) -> bool {
        let is_near = || {
            let most = -self.goal.target * T::of(NEAR_IN_ALLOWANCES);
            let best = self.round.best.as_ref();
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
}
