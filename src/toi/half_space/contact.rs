//! Bodies that start in contact with a half-space: whether they leave it, stay in it, or are driven in.
//!
//! As for two bodies, the search follows them with a target distance a little below their distance at the start. No
//! depth is too large for it, as no body passes through a half-space.

use super::search::{Search, Seen};
use crate::half_space::overlap;
use crate::toi::{InitialReport, Outcome};
use crate::tuning::{CHECKS_IN_CONTACT, CLEAR, ERRORS_AT_WORST, GIVES_WAY, HALVINGS};
use crate::{Extrusion, QueryError, Real};

impl<'x, E, B, T, const D: usize> Search<'_, 'x, E, B, T, D>
where
    T: Real,
    E: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    /// Returns the answer for bodies that start in contact, or `None` if they do not.
    pub(super) fn at_start(&self, first: &Seen<'x, E, B, T, D>) -> Option<Outcome<T, D>> {
        let allowed = self.target.min(T::zero());
        if first.distance - first.error - allowed <= T::zero() {
            let overlap = overlap(first.distance, first.error, self.contact(first));
            return Some(Outcome::Overlapping(overlap));
        }
        self.is_met(first).then(|| self.impact(first))
    }

    /// Goes on with a target distance that is a little less than the distance at the start.
    pub(super) fn follow(&mut self, first: &Seen<'x, E, B, T, D>) {
        let tolerance = self
            .asked_tolerance(first)
            .max(first.error * T::of(ERRORS_AT_WORST));
        self.target += first.gap - tolerance * T::of(GIVES_WAY);
        self.in_contact = Some(tolerance);
        self.report = Some(InitialReport {
            distance: first.distance,
            contact: self.contact(first),
            kept_distance: self.target,
            kept_until: first.at.time,
            resumed_at: None,
            bottom: self.target,
            level: T::zero(),
        });
    }

    /// Returns whether a body that is followed in contact is clear of the query's target distance.
    pub(super) fn is_clear(&self, now: &Seen<'x, E, B, T, D>) -> bool {
        let beyond = now.gap + (self.target - self.problem.query.target_distance);
        beyond >= self.asked_tolerance(now) * T::of(CLEAR)
    }

    /// Goes on with the target distance of the query.
    pub(super) fn resume(&mut self, time: T) {
        if let Some(report) = &mut self.report {
            report.resumed_at = Some(time);
        }
        self.target = self.problem.query.target_distance;
        self.in_contact = None;
        self.log.clearance = T::of(f64::INFINITY);
    }

    /// Notes up to when a contact at the start is proven to be no deeper than is kept.
    pub(super) fn keep_until(&mut self, time: T) {
        if let (Some(report), Some(_)) = (&mut self.report, self.in_contact) {
            report.kept_until = time;
        }
    }

    /// Returns the answer for a body that has met the target distance.
    pub(super) fn meet(&mut self, now: &Seen<'x, E, B, T, D>) -> Result<Outcome<T, D>, QueryError> {
        let Some(mut report) = self.report.filter(|_| self.in_contact.is_some()) else {
            return Ok(self.impact(now));
        };
        if self.problem.query.held_below.is_some() {
            report.kept_until = self.stop_of_held(now.at.time, &report)?;
        }
        Ok(Outcome::DrivesIn(report))
    }

    /// Returns the body where it is first seen clear of its contact at the start, if it is in this span.
    pub(super) fn first_clear(
        &mut self,
        start: T,
        end: T,
    ) -> Result<Option<Seen<'x, E, B, T, D>>, QueryError> {
        let (mut before, mut clear) = (start, None);
        for share in CHECKS_IN_CONTACT {
            let part = start + (end - start) * T::of(share);
            let then = self.see(if share == 1.0 { end } else { part })?;
            if self.is_clear(&then) {
                clear = Some(then);
                break;
            }
            before = then.at.time;
        }
        let Some(mut clear) = clear else {
            return Ok(None);
        };
        for _ in 0..HALVINGS {
            let middle = self.see(before + (clear.at.time - before) * T::of(0.5))?;
            if self.is_clear(&middle) {
                clear = middle;
            } else {
                before = middle.at.time;
            }
        }
        Ok((clear.at.time > start).then_some(clear))
    }
}
