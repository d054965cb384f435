//! Bodies that start in contact: the search for whether they leave it, stay in it, or are driven into each other.
//!
//! The search follows them with a smaller target distance, a little below their distance at the start. So every span is
//! certified, at any speed. There are three ends:
//! - Some vector shows the bodies clear of the query's own target distance: the search goes on with that distance.
//! - The smaller distance holds up to the end: GJK and EPA check the bodies there. They stay in contact, unless they have
//!   slid off each other unseen.
//! - The bodies come near the smaller distance: they are driven into each other.

use nalgebra::SVector;

use super::InitialContact;
use super::driver::{Driver, Then};
use super::outcome::{InitialReport, Outcome};
use super::problem::Slices;
use super::state::Phase;
use crate::tuning::{
    ERRORS_AT_WORST, GIVES_WAY, KEPT_OF_GAP, LEAST_TOLERANCE_IN_CONTACT, LOOKS_AHEAD, MANY_SPANS,
    TOLERANCE_IN_GAP,
};
use crate::{Contact, Extrusion, QueryError, Real, Span, UndecidedReason};

impl<'x, A, B, T, const D: usize> Driver<'_, 'x, A, B, T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    /// Decides what follows from a contact: it is the answer, unless the bodies started in it and the query looks past
    /// it.
    pub(super) fn meet(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        outcome: Outcome<T, D>,
    ) -> Result<Then<T>, QueryError> {
        let policy = self.problem.query.initial_contact;
        Ok(match self.goal.phase {
            Phase::AtStart if policy != InitialContact::Stop => self.follow(now, outcome)?,
            Phase::InContact(report) => self.drive_in(now.time, report),
            Phase::Free(_) if self.goal.explained.is_some_and(|it| now.time <= it.until) => {
                self.memory.last_restart = None;
                self.follow(now, outcome)?
            }
            Phase::AtStart => self.stop_in(now, outcome),
            Phase::Free(_) => self.end_with(outcome),
        })
    }

    /// Answers that bodies in contact are driven into each other.
    fn drive_in(&mut self, time: T, mut report: InitialReport<T, D>) -> Then<T> {
        report.kept_until = match self.problem.query.held_below {
            Some(_) => self.stop_of_held(time, &report),
            None => time,
        };
        self.goal.phase = Phase::InContact(report);
        self.end_with(Outcome::DrivesIn(report))
    }

    /// Decides what follows if no span can be proven from now on.
    ///
    /// Bodies in contact have come down to the kept distance if rounding hides whether they are farther apart. At the
    /// start, bodies are in contact if rounding hides whether they are apart.
    #[cold]
    pub(super) fn stuck(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        failed: Option<(T, T)>,
    ) -> Result<Then<T>, QueryError> {
        let error = self.unresolved(now, failed);
        let by_rounding = matches!(
            error,
            QueryError::ToleranceTooSmall { .. }
                | QueryError::Undecided {
                    reason: UndecidedReason::Resolution { .. },
                    ..
                }
        );
        match self.goal.phase {
            Phase::InContact(report) if by_rounding => Ok(self.drive_in(now.time, report)),
            Phase::Free(None) if by_rounding && now.time == self.problem.during.start() => {
                self.start_by_rounding(now, error)
            }
            _ => Err(error),
        }
    }

    /// Follows bodies as in contact if rounding hides whether they are apart at the start, the query looks past
    /// contacts, and they can be followed.
    fn start_by_rounding(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        error: QueryError,
    ) -> Result<Then<T>, QueryError> {
        self.goal.phase = Phase::AtStart;
        if self.problem.query.initial_contact == InitialContact::Stop {
            return Err(error);
        }
        let Some(outcome) = self.contact_by_rounding(now) else {
            return Err(error);
        };
        let is_apart = matches!(outcome, Outcome::Impact(_));
        match self.follow(now, outcome)? {
            // the contact itself may be beyond the tolerance, so that it is no answer
            Then::Answer if is_apart && matches!(self.log.outcome, Some(Outcome::Impact(_))) => {
                Err(error)
            }
            then => Ok(then),
        }
    }

    /// Goes on with a smaller target distance that leaves the bodies room to move, if they are thick enough for it.
    fn follow(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        outcome: Outcome<T, D>,
    ) -> Result<Then<T>, QueryError> {
        let Some((distance, contact)) = at_start(&outcome) else {
            return Ok(self.end_with(outcome));
        };
        if let Some(base) = self.problem.query.held_below {
            return self.hold(now, (base, distance, contact), outcome);
        }
        let normal = contact.normal;
        let gap = self
            .round
            .best
            .as_ref()
            .map_or(now.gap(&normal), |best| best.gap.max(now.gap(&normal)));
        let tolerance = self.tolerance_along(now, &normal);
        let least = now.error(&normal) * T::of(ERRORS_AT_WORST);
        let least = least.max(tolerance * T::of(LEAST_TOLERANCE_IN_CONTACT));
        let share = gap * T::of(TOLERANCE_IN_GAP);
        let (target, tolerance) = if let Some(other) = self.goal.explained {
            let tolerance = tolerance.max(least);
            let room = tolerance * T::of(GIVES_WAY);
            (other.kept_distance.min(other.distance - room), tolerance)
        } else if share >= least {
            (self.goal.target + gap * T::of(KEPT_OF_GAP), share)
        } else {
            // with a tolerance below rounding, bodies at rest would count as driven in at once
            let tolerance = tolerance.max(least);
            (
                self.goal.target + gap - tolerance * T::of(GIVES_WAY),
                tolerance,
            )
        };
        if target < T::zero() && !self.problem.is_thick_enough(-target) {
            return Ok(self.stop_in(now, outcome));
        }
        let report = InitialReport {
            distance,
            contact,
            kept_distance: distance,
            kept_until: now.time,
            resumed_at: None,
            bottom: target,
            level: T::zero(),
        };
        Ok(self.follow_at(now, report, (target, tolerance)))
    }

    /// Goes on with a target distance that leaves bodies in contact some room.
    pub(super) fn follow_at(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        report: InitialReport<T, D>,
        (target, tolerance): (T, T),
    ) -> Then<T> {
        self.goal.phase = Phase::InContact(InitialReport {
            kept_distance: target,
            ..report
        });
        self.goal.contact_since = now.time;
        self.goal.target = target;
        self.goal.tolerance_in_contact = Some(tolerance);
        Then::Afresh(now.time)
    }

    /// Goes on with the target distance of the query, from a time at which the bodies are clear of it.
    pub(super) fn resume(&mut self, time: T) -> Then<T> {
        if let Phase::InContact(report) = self.goal.phase {
            self.goal.phase = Phase::Free(Some(InitialReport {
                resumed_at: Some(time),
                ..report
            }));
        }
        self.goal.target = self.problem.query.target_distance;
        self.goal.tolerance_in_contact = None;
        self.log.clearance = T::of(f64::INFINITY);
        self.memory.last_restart = None;
        Then::Afresh(time)
    }

    /// Returns both bodies at a time before the limit up to which to choose a vector, if they touch and the limit is
    /// too far away for that: after half a turn, or after a multiple of the last of many steps.
    ///
    /// Over more than half a turn the bounds along all vectors are equally bad, and do not tell which vector is best
    /// now. Nor do they where all vectors fail long before the limit: the one that fails least there may be the first
    /// to fail, and then every step is short. Bodies that are farther apart than they are large are exempt: their
    /// vectors may pass over many turns.
    #[inline]
    pub(super) fn near(
        &self,
        now: &Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
    ) -> Option<Slices<'x, A, B, T, D>> {
        if !self.goal.lets_touch() {
            return None;
        }
        let sizes = self.problem.setting.a.size() + self.problem.setting.b.size();
        if self
            .round
            .best
            .as_ref()
            .is_some_and(|best| best.gap > sizes)
        {
            return None;
        }
        let during = Span::known(now.time, limit.time);
        let half_turn = self.problem.setting.half_turn(during);
        let times = [half_turn, self.after_short_step(during)].into_iter();
        let time = times.flatten().reduce(T::min)?;
        Some(self.instant(time))
    }

    /// Returns the time after a multiple of the last step, if there were many steps and that is within the span.
    fn after_short_step(&self, during: Span<T>) -> Option<T> {
        if self.log.statistics.subintervals < MANY_SPANS {
            return None;
        }
        let time = during.start() + self.memory.last_step * T::of(LOOKS_AHEAD);
        (time > during.start() && time < during.end()).then_some(time)
    }

    /// Takes a step that ends at a near time at the latest, along the vector that is best until then.
    pub(super) fn step_to_near(
        &mut self,
        now: &mut Slices<'x, A, B, T, D>,
        mut near: Slices<'x, A, B, T, D>,
        normal: Option<SVector<T, D>>,
    ) -> Result<Then<T>, QueryError> {
        match self.look_in_frames(now, &near, normal) {
            Some(passed) => Ok(self.go_to(&mut near, now, &passed)),
            None => self.step(now, &near),
        }
    }

    /// Refuses an allowed penetration that bodies could pass through.
    pub(super) fn check_allowance(&self, now: &Slices<'x, A, B, T, D>) -> Result<(), QueryError> {
        let allowed = -self.goal.target;
        let tolerance = self.tolerance_along(now, &self.memory.axis);
        if self.problem.is_thick_enough(allowed + tolerance) {
            return Ok(());
        }
        Err(QueryError::AllowanceTooLarge {
            allowed: allowed.as_f64(),
            needed: ((allowed + tolerance) * T::of(2.0)).as_f64(),
            width: self.problem.width().as_f64(),
        })
    }
}

/// Returns the signed distance and the place of a contact that may have held from the start.
fn at_start<T: Real, const D: usize>(outcome: &Outcome<T, D>) -> Option<(T, Contact<T, D>)> {
    match outcome {
        // subtracted from zero, as a negated zero would have a sign
        Outcome::Overlapping(overlap) => Some((T::zero() - overlap.depth, overlap.contact)),
        Outcome::Impact(impact) => Some((impact.distance, impact.contact)),
        Outcome::Separated(_) | Outcome::Stays(_) | Outcome::DrivesIn(_) => None,
    }
}

#[cfg(test)]
mod tests;
