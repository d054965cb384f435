//! Bodies that are asked about step after step, and are not to sink deeper and deeper into a half-space.
//!
//! The rules and their proof are those of two bodies (`toi/hold.rs`). The normal of the half-space is the only vector,
//! and no depth is too large to be followed.

use super::search::{Search, Seen};
use crate::toi::hold::{
    Levels, comes_no_nearer, has_risen, is_pressed, time_to_look_if_pressed, times_to_lift,
};
use crate::toi::{InitialReport, Outcome};
use crate::tuning::{ERRORS_AT_WORST, KEPT_OF_GAP, TOLERANCE_IN_GAP};
use crate::{Extrusion, QueryError, Real};

impl<'x, E, B, T, const D: usize> Search<'_, 'x, E, B, T, D>
where
    T: Real,
    E: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    /// Returns the answer for a body that is held and starts in contact. The distance `base` is that of free bodies.
    pub(super) fn hold(
        &mut self,
        base: T,
        first: Seen<'x, E, B, T, D>,
    ) -> Result<Outcome<T, D>, QueryError> {
        let mut now = first;
        let mut report = None;
        loop {
            let hidden = now.error * T::of(ERRORS_AT_WORST);
            let (lower, upper) = (self.target + now.gap, now.distance + now.error);
            let levels = Levels::new(base, self.problem.tolerance, hidden);
            let bottom = levels.bottom((lower, upper));
            let room = lower - bottom;
            let mut held = report.unwrap_or(InitialReport {
                distance: now.distance,
                contact: self.contact(&now),
                kept_distance: lower,
                kept_until: now.at.time,
                resumed_at: None,
                bottom,
                level: levels.apart,
            });
            let tolerance = room * T::of(TOLERANCE_IN_GAP);
            if tolerance > hidden {
                self.in_contact = Some(tolerance.min(self.asked_tolerance(&now)));
                self.contact_since = now.at.time;
                self.target = bottom + room * T::of(KEPT_OF_GAP);
                held.kept_distance = held.kept_distance.min(self.target);
                self.report = Some(held);
                return self.chain(now.at.time);
            }
            self.check_budget(now.at.time)?;
            let Some(then) = self.lift_off(&now, (lower, hidden))? else {
                self.report = Some(held);
                return Ok(
                    if report.is_some() && now.at.time == self.problem.during.end() {
                        Outcome::Stays(held)
                    } else {
                        Outcome::DrivesIn(held)
                    },
                );
            };
            held.kept_until = then.at.time;
            report = Some(held);
            if self.at_start(&then).is_none() {
                self.report = report;
                self.resume(then.at.time);
                return self.chain(then.at.time);
            }
            now = then;
        }
    }

    /// Returns the body at a later time up to which it does not come nearer, if there is such a time.
    fn lift_off(
        &mut self,
        now: &Seen<'x, E, B, T, D>,
        (lower, hidden): (T, T),
    ) -> Result<Option<Seen<'x, E, B, T, D>>, QueryError> {
        let start = now.at.time;
        let limit = self.problem.limit(start)?;
        let asked = self.target;
        // a gap at the start, which any distance would do for
        self.target = lower - hidden;
        let first = self.see(start)?;
        let mut reached = None;
        for time in times_to_lift(start, limit) {
            let then = self.see(time)?;
            if !has_risen((first.gap, then.gap), hidden) {
                continue;
            }
            let margin = self.test(&first, &then);
            if comes_no_nearer(&margin, first.gap) {
                self.push(start, time, margin);
                reached = Some(time);
                break;
            }
        }
        self.target = asked;
        reached.map(|time| self.see(time)).transpose()
    }

    /// Returns when a held body stops that keeps its distance until `time` and no longer: when its contact began, if it
    /// was pressed in from then on.
    pub(super) fn stop_of_held(
        &mut self,
        time: T,
        report: &InitialReport<T, D>,
    ) -> Result<T, QueryError> {
        let since = self.contact_since;
        let then = self.see(time_to_look_if_pressed(since, time))?;
        Ok(if is_pressed(then.gap, report) {
            since
        } else {
            time
        })
    }
}
