//! Bodies that do not turn: mostly one run of GJK up to the impact (\[6\]).
//!
//! Every step is certified by gaps of support values at both ends and the hyperspace test, so that no proof rests on
//! the bodies not turning. All else is a guess that follows from it: where the points of the simplex are after a step,
//! the bounds of the distance that they give, and the time at which a gap is used up.

use super::driver::Driver;
use super::problem::Slices;
use super::state::{Passed, Phase};
use crate::gjk::{Course, Iterate, Search, Start};
use crate::separation::{SeparatingVector, hyperspace_test};
use crate::tuning::{AIM_IN_TOLERANCE, ENOUGH_OF_TOLERANCE, KNOWN_AT_IMPACT};
use crate::{Extrusion, Real, Span};

impl<'x, A, B, T, const D: usize> Driver<'_, 'x, A, B, T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    /// Returns whether both bodies move at constant velocities until the limit without turning, and are not followed
    /// in contact.
    pub(super) fn goes_straight(
        &self,
        now: &Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
    ) -> bool {
        let during = Span::known(now.time, limit.time);
        let (a, b) = (self.problem.setting.a, self.problem.setting.b);
        !self.goal.lets_touch()
            && a.fixed_axis(during).is_some_and(|a| a.is_straight())
            && b.fixed_axis(during).is_some_and(|b| b.is_straight())
    }

    /// Runs GJK from `now`, and moves the bodies on whenever a direction separates them, as far as it does. Returns the
    /// vector that passes up to the limit, if one does. `now` is moved to the last time that was reached, from which
    /// that vector passes.
    ///
    /// Along a fixed direction the gap falls at a constant speed, so its root is known.
    pub(super) fn go_straight(
        &mut self,
        now: &mut Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
        search: &mut Search<T, D>,
    ) -> Option<Passed<T, D>> {
        let bodies = (self.problem.setting.a, self.problem.setting.b);
        let target = self.goal.target;
        let limit_offset = limit.bodies.offset;
        // a gap within the tolerance at the start may be a contact, for which there is a policy
        let may_be_contact = matches!(self.goal.phase, Phase::AtStart);
        let mut passed = None;
        let mut reached = None;
        let at_start = &*now;
        let bodies_at_start = at_start.bodies.borrowed();
        let mut evaluations = 0;
        let seed = self.memory.seed;
        let start = Start {
            seed: Some(&seed),
            ..Start::from_axis(self.memory.axis)
        };
        search.run_moving(bodies_at_start, &start, |iterate: &Iterate<T, D>| {
            let here = reached.as_ref().unwrap_or(at_start);
            let s = iterate.direction;
            let mut gap = here.gap_of_points(iterate.supporting_distance, &s);
            if !(gap > T::zero()) {
                return Course::On;
            }
            if reached.is_some() {
                // the points are those of the bodies before they moved: values of their own prove the gap
                evaluations += 1;
                gap = gap.min(here.gap(&s));
            }
            let tolerance = self.tolerance_along(here, &s);
            if may_be_contact && reached.is_none() && !(gap > tolerance) {
                return Course::On;
            }
            let rest = Span::known(here.time, limit.time);
            // the gap at the limit, if the bodies keep their support points
            let at_limit = gap + s.dot(&(limit_offset - here.bodies.offset));
            if at_limit > T::zero() {
                evaluations += 1;
                let margin = hyperspace_test(bodies, &s, rest, (gap, limit.gap(&s)));
                if margin.value > T::zero() {
                    passed = Some(Passed::in_world(s, margin));
                    return Course::End;
                }
            }
            let known_to = iterate.upper_bound - iterate.lower_bound;
            let is_impact = iterate.upper_bound - target <= tolerance
                && known_to <= tolerance * T::of(KNOWN_AT_IMPACT);
            let is_far = gap > tolerance * T::of(ENOUGH_OF_TOLERANCE);
            // if the gap does not fall, the share is no time before the limit
            let share = (gap - tolerance * T::of(AIM_IN_TOLERANCE)) / (gap - at_limit);
            let time = here.time + rest.length() * share;
            if is_far && !is_impact && time > here.time && time < limit.time {
                let then = self.instant(time);
                let during = Span::known(here.time, time);
                evaluations += 1;
                let gap_then = then.gap(&s);
                let margin = hyperspace_test(bodies, &s, during, (gap, gap_then));
                self.log.add_root_iterate(time, gap_then + target);
                if margin.value > T::zero() {
                    self.push(here.time, time, &Passed::in_world(s, margin));
                    self.round.best = None;
                    let moved = at_start.bodies.moved_to(&then.bodies);
                    reached = Some(then);
                    return Course::Moved(moved);
                }
            }
            // the bodies stay here, and what follows may need the vector
            evaluations += 1;
            let gap_at_end = limit.gap(&s);
            self.keep(
                rest,
                SeparatingVector {
                    direction: s,
                    gap,
                    gap_at_end,
                    // a margin is never larger than the gap at an end
                    margin: gap_at_end.min(T::zero()),
                },
            );
            if is_impact { Course::End } else { Course::On }
        });
        if let Some(reached) = reached {
            *now = reached;
            self.goal.leave_start();
        }
        self.log.add_run(search);
        self.log.add_evaluations(evaluations);
        if passed.is_none() {
            search.write_seed(&mut self.memory.seed);
        }
        passed
    }
}
