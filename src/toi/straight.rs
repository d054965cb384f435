//! Bodies that do not turn: one run of GJK up to the impact (\[6\]).

use super::driver::{Driver, Passed, Phase, Slices};
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
        let [of_a, of_b] = [
            self.setting.a.fixed_axis(during),
            self.setting.b.fixed_axis(during),
        ];
        let is_straight = of_a.is_some_and(|moves| moves.is_straight())
            && of_b.is_some_and(|moves| moves.is_straight());
        is_straight && !self.setting.sharp && !matches!(self.phase, Phase::InContact(_))
    }

    /// Runs GJK from `now`, and moves the bodies on whenever a direction separates them, as far as it does. Returns the
    /// vector that passes up to the limit, if one does; `now` is then the time from which it passes, and else the last
    /// time that was reached.
    ///
    /// Along a fixed direction the gap falls at a constant speed, so its root is known. Every step is certified like any
    /// other.
    pub(super) fn go_straight(
        &mut self,
        now: &mut Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
        search: &mut Search<T, D>,
    ) -> Option<Passed<T, D>> {
        self.record.clear();
        self.bad_coordinates = None;
        let bodies = (self.setting.a, self.setting.b);
        let target = self.target;
        let limit_offset = limit.bodies().offset;
        let mut passed = None;
        let mut reached = None;
        let mut evaluations = 0;
        let seed = self.seed;
        let start = Start {
            seed: Some(&seed),
            ..Start::from_axis(self.axis)
        };
        search.run(&now.bodies(), &start, |iterate: &Iterate<T, D>| {
            let here = reached.as_ref().unwrap_or(&*now);
            let s = iterate.direction;
            let gap = here.gap_of_points(iterate.supporting_distance, &s);
            if !(gap > T::zero()) {
                return Course::On;
            }
            let tolerance = self.tolerance_along(here, &s);
            let during = Span::known(here.time, limit.time);
            // the bodies keep their support points
            let at_limit = gap + s.dot(&(limit_offset - here.bodies().offset));
            if at_limit > T::zero() {
                evaluations += 1;
                let margin = hyperspace_test(bodies, &s, during, (gap, limit.gap(&s)));
                if margin.value > T::zero() {
                    passed = Some(Passed::in_world(s, margin));
                    return Course::End;
                }
            }
            let vector = SeparatingVector {
                direction: s,
                gap,
                gap_at_end: at_limit,
                margin: at_limit.min(T::zero()),
            };
            if let Some(observer) = &mut self.observer {
                observer.separating_vector(here.time, limit.time, &vector);
            }
            self.record.push(vector);
            let known_to = iterate.upper_bound - iterate.lower_bound;
            if iterate.upper_bound - target <= tolerance
                && known_to <= tolerance * T::of(KNOWN_AT_IMPACT)
            {
                return Course::End;
            }
            if gap <= tolerance * T::of(ENOUGH_OF_TOLERANCE) {
                return Course::On;
            }
            let share = (gap - tolerance * T::of(AIM_IN_TOLERANCE)) / (gap - at_limit);
            let time = here.time + during.length() * share;
            if !(time > here.time && time < limit.time) {
                return Course::On;
            }
            let then = self.instant(time);
            let during = Span::known(here.time, time);
            evaluations += 1;
            let margin = hyperspace_test(bodies, &s, during, (gap, then.gap(&s)));
            self.statistics.root_iterations += 1;
            if let Some(observer) = &mut self.observer {
                observer.root_iterate(here.time, time, margin.value);
            }
            if !(margin.value > T::zero()) {
                return Course::On;
            }
            self.push(during.start(), time, &Passed::in_world(s, margin));
            self.record.clear();
            let offset = then.bodies().offset;
            reached = Some(then);
            Course::Moved(offset)
        });
        if let Some(reached) = reached {
            *now = reached;
            self.leave_start();
        }
        self.statistics.gjk_runs += 1;
        self.statistics.gjk_iterations += search.iterations;
        self.statistics.support_evaluations += evaluations + search.support_evaluations();
        if passed.is_none() {
            self.seed = search.seed();
        }
        passed
    }
}
