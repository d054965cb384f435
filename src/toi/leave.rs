//! Bodies that were in contact at the start, and leave it: when they are clear of it, and where the search goes on.

use std::ops::ControlFlow;

use nalgebra::SVector;

use super::driver::{Driver, Then};
use super::problem::Slices;
use super::state::{Passed, Phase};
use crate::epa::{self, Accuracy};
use crate::gjk::{End, Search, Seed, Start};
use crate::tuning::{CHECKS_IN_CONTACT, CLEAR, CLEAR_IN_LEVEL, HALVINGS, KNOWN_AT_IMPACT};
use crate::{Extrusion, Real};

impl<'x, A, B, T, const D: usize> Driver<'_, 'x, A, B, T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    /// Returns whether bodies that were followed in contact have left it now.
    pub(super) fn is_clear(&mut self, now: &Slices<'x, A, B, T, D>) -> bool {
        let Phase::InContact(report) = &mut self.goal.phase else {
            return false;
        };
        let best = self.round.best.as_ref();
        let Some(best) = best else { return false };
        let (gap, direction) = (best.gap, best.direction);
        report.kept_until = now.time;
        self.clears(gap, self.problem.asked_tolerance(now, &direction))
    }

    /// Returns whether this gap, measured from the present target distance, is clear of the query's target distance.
    ///
    /// Held bodies must be clear of it by a share of the length between their levels too.
    fn clears(&self, gap: T, tolerance: T) -> bool {
        gap + (self.goal.target - self.problem.query.target_distance) >= self.clear_gap(tolerance)
    }

    /// Returns the least gap beyond the query's target distance that is clear of it.
    fn clear_gap(&self, tolerance: T) -> T {
        let level = match &self.goal.phase {
            Phase::InContact(report) => report.level,
            _ => T::zero(),
        };
        (tolerance * T::of(CLEAR)).max(level * T::of(CLEAR_IN_LEVEL))
    }

    /// Returns the time at which bodies in contact are first seen clear of it, in a span over which this vector passed.
    ///
    /// The part of the span before that time is then added to the certificate.
    pub(super) fn leave_contact(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        then: &Slices<'x, A, B, T, D>,
        passed: &Passed<T, D>,
    ) -> Option<T> {
        if !self.goal.is_in_contact() {
            return None;
        }
        let length = then.time - now.time;
        let (mut before, mut clear) = (now.time, None);
        for share in CHECKS_IN_CONTACT {
            let last = share == 1.0;
            let time = if last {
                then.time
            } else {
                now.time + length * T::of(share)
            };
            if self.is_clear_at(time, passed) {
                clear = Some(time);
                break;
            }
            before = time;
        }
        let mut clear = clear?;
        for _ in 0..HALVINGS {
            let middle = before + (clear - before) * T::of(0.5);
            if self.is_clear_at(middle, passed) {
                clear = middle;
            } else {
                before = middle;
            }
        }
        let apart = self.instant(clear);
        let vector = passed.vector;
        let gaps = [now, &apart].map(|at| vector.gap(&self.problem.setting, at));
        let tested = vector.test(&self.problem.setting, (now, gaps[0]), (&apart, gaps[1]));
        if !(tested.margin.value > T::zero()) {
            return None;
        }
        let margin = tested.margin;
        self.push(now.time, clear, &Passed { vector, margin });
        if let Phase::InContact(report) = &mut self.goal.phase {
            report.kept_until = clear;
        }
        Some(clear)
    }

    fn is_clear_at(&mut self, time: T, passed: &Passed<T, D>) -> bool {
        self.log.add_evaluations(1);
        let then = self.instant(time);
        let gap = passed.vector.gap(&self.problem.setting, &then);
        match passed.vector.at(&self.problem.setting, time) {
            Some((direction, _)) => {
                self.clears(gap, self.problem.asked_tolerance(&then, &direction))
            }
            None => false,
        }
    }

    /// Returns a direction along which bodies followed in contact are clear of it at the end of the interval, if any.
    ///
    /// GJK looks for it, and EPA where the cores meet: when a body slides off the other, the vectors with which they
    /// were followed need not show it.
    #[inline]
    pub(super) fn clear_at_end(&mut self, end: &Slices<'x, A, B, T, D>) -> Option<SVector<T, D>> {
        if self.goal.is_in_contact() {
            self.search_at_end(end)
        } else {
            None
        }
    }

    fn search_at_end(&mut self, end: &Slices<'x, A, B, T, D>) -> Option<SVector<T, D>> {
        let mut search = Search::new();
        let seed = self.memory.seed;
        let start = Start {
            seed: Some(&seed),
            ..Start::from_axis(self.memory.axis)
        };
        let asked = self.problem.query.target_distance;
        let mut clear = None;
        search.run(&end.bodies, &start, |iterate| {
            let s = iterate.direction;
            let tolerance = self.problem.asked_tolerance(end, &s);
            if self.clears(
                end.gap_of_points(iterate.supporting_distance, &s),
                tolerance,
            ) {
                clear = Some(s);
            }
            let may_be_clear = iterate.upper_bound - asked >= tolerance * T::of(CLEAR);
            if clear.is_some() || !may_be_clear {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        self.log.add_run(&search);
        if clear.is_some() || search.end != End::CoresMeet || asked >= T::zero() {
            return clear;
        }
        // the cores meet, but the allowed penetration may still leave the bodies clear: EPA has the normal, as exactly
        // as it takes to tell
        let tolerance = self.problem.asked_tolerance(end, &search.normal);
        let accuracy = Accuracy {
            relative: T::RELATIVE_TOLERANCE,
            length: tolerance * T::of(KNOWN_AT_IMPACT),
            allowed: T::zero() - asked - self.clear_gap(tolerance),
        };
        let normal = match epa::of_search(&end.bodies, &search, accuracy) {
            Ok(overlap) => {
                let expansion = overlap.iterations.saturating_sub(search.iterations);
                self.log.add_evaluations(u64::from(expansion));
                overlap.contact.normal
            }
            Err(apart) => apart.normal,
        };
        // the gap of support points, as above: two errors less than the gap of support values
        let gap = end.gap(&normal) - end.own_error(&normal) * T::of(2.0);
        let is_clear = self.clears(gap, self.problem.asked_tolerance(end, &normal));
        is_clear.then_some(normal)
    }

    /// Goes on with bodies that left a contact unseen, and are clear of it along `axis` at the end of the interval.
    pub(super) fn part_at_end(&mut self, end: T, axis: SVector<T, D>) -> Then<T> {
        if let Phase::InContact(report) = &mut self.goal.phase {
            report.kept_until = end;
        }
        let then = self.resume(end);
        self.memory.axis = axis;
        self.memory.seed = Seed::default();
        then
    }
}
