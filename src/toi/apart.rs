//! Bodies whose cores overlap by less than is allowed: how far apart they are, without their depth.
//!
//! A query that allows an overlap seldom needs to know how deep bodies overlap. It needs a vector along which they
//! overlap by less than that, and which passes the test. So the bodies are moved apart along the best vector that is
//! known, until their cores are about as far apart as they may overlap. GJK looks for the direction in which they are
//! nearest then, and from there once more.
//!
//! That may find another vector than the one along which they overlap least. It does not matter for a proof, as gaps
//! and tests are those of the bodies where they are.

use std::ops::ControlFlow;

use super::driver::Driver;
use super::problem::Slices;
use super::state::Passed;
use crate::gjk::{End, Search, Start};
use crate::separation::SeparatingVector;
use crate::tuning::{KNOWN_WHEN_MOVED_APART, LOOKS_FROM_APART};
use crate::{Extrusion, Real, Span};

impl<'x, A, B, T, const D: usize> Driver<'_, 'x, A, B, T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    /// Returns whether the cores meet and an overlap is allowed.
    pub(super) fn may_overlap_less(&self, search: &Search<T, D>) -> bool {
        self.goal.target < T::zero() && search.end == End::CoresMeet
    }

    /// Returns whether the best vector shows that the bodies are farther apart than in a contact.
    pub(super) fn is_no_contact(&self, now: &Slices<'x, A, B, T, D>) -> bool {
        self.round.best.as_ref().is_some_and(|best| {
            let s = &best.direction;
            best.gap > self.tolerance_along(now, s).max(now.own_error(s))
        })
    }

    /// Returns a vector along which bodies whose cores meet overlap by less than is allowed, if one passes up to the
    /// limit.
    ///
    /// The best of those that fail is kept.
    pub(super) fn look_from_apart(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
    ) -> Option<Passed<T, D>> {
        let during = Span::known(now.time, limit.time);
        let best = self.round.best.as_ref();
        let mut along = best.map_or(self.memory.axis, |best| best.direction);
        let (mut best_gap, mut passed, mut evaluations) = (-T::LARGEST, None, 0);
        let mut search = Search::new();
        for _ in 0..LOOKS_FROM_APART {
            let mut bodies = now.bodies.borrowed();
            let of_cores = bodies.supporting_distance(&along) + bodies.radius;
            bodies.offset += along * (-self.goal.target - of_cores);
            let known_to = -self.goal.target * T::of(KNOWN_WHEN_MOVED_APART);
            let before = along;
            search.run(&bodies, &Start::from_axis(along), |iterate| {
                let s = iterate.direction;
                evaluations += 1;
                let gap = now.gap(&s);
                if gap > best_gap {
                    (best_gap, along) = (gap, s);
                }
                if gap > T::zero() {
                    evaluations += 1;
                    let gaps = (gap, limit.gap(&s));
                    let margin = self.test_in_world(&s, during, gaps);
                    if margin.value > T::zero() {
                        passed = Some(Passed::in_world(s, margin));
                        return ControlFlow::Break(());
                    }
                    let vector = SeparatingVector {
                        direction: s,
                        gap,
                        gap_at_end: gaps.1,
                        // a margin is never larger than the gap at an end
                        margin: margin.value.min(gaps.1),
                    };
                    self.keep(during, vector);
                }
                if iterate.upper_bound - iterate.lower_bound <= known_to {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            self.log.add_run(&search);
            if passed.is_some() || along == before {
                break;
            }
        }
        self.log.add_evaluations(evaluations);
        if passed.is_none() && best_gap > T::zero() {
            search.write_seed(&mut self.memory.seed);
        }
        passed
    }
}
