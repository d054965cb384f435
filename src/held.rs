//! Bodies that are asked about step after step, and are not to get deeper and deeper.
//!
//! A query follows bodies that start in contact with a target distance a little below their distance. That leaves them
//! room to slide and roll. Where each step begins at the end of the last one, bodies that are pressed into each other
//! would use the room of every step, and sink without end. So the bodies of a [`Pass`](crate::engine::Pass) are *held*:
//! how deep they may get does not depend on where a step begins.
//!
//! With the allowed overlap a, the *levels* are the signed distances -a - k h for k = 1, 2, ... The length h depends on
//! the shapes and the settings alone, up to a power of two. Bodies that overlap count as in contact up to a quarter of
//! h above the distance -a, and leave a contact there: with less room, bodies that twist slowly take very many spans.
//! The *bottom* of two bodies in contact is the highest level that their distance may be on, as far as rounding lets
//! one tell. There are three rules:
//! - Bodies whose distance is clearly above the bottom are followed with a target distance between both.
//! - Bodies that are near the bottom, or too deep to be followed, move only as long as they do not come nearer along
//!   the normal of their contact: they *lift off*.
//! - All others stay where they are.
//!
//! # Proof
//! Let B be the first level at or below the distance of a pair when some step begins; for free bodies it is the first
//! level of all. The claim is that the distance is not below B when any later step begins. During a step it is not below B
//! either, except by what is hidden while the pair lifts off. It follows by induction over the steps. The distance at
//! the start of a step is B or more, by assumption. So is its upper bound, so that the bottom is B or higher.
//! - By the first rule, the pair keeps more than the bottom at all times of the step, by what is hidden or more. That
//!   is more than the rounding of the poses at which bodies are stopped.
//! - By the second rule, its distance does not fall below the proven part of what it was at the start. When the bodies
//!   have lifted off, it is [`LIFTED_FACTOR`] times what may be hidden above that part, and so above what it was.
//! - By the third, nothing moves.
//!
//! A pair that comes into contact in the middle of a step was free before, and begins above the first level. As the
//! bounds are for B, and not for the distance at the start of each step, nothing adds up.
//!
//! - Where rounding grows, the length h may double a few times. All levels that are left were levels before. B is then
//!   the highest of them that is not above the old one, and at most one length h below it.
//! - Of two surfaces, B is the lowest level of all pieces in contact: pieces on which a body slides onwards
//!   keep what those keep that it leaves. Their bottom is the highest level of their own below that. It is no lower than the
//!   bottom of those, where they hide no more of a distance; else it is as where rounding grows.
//! - What the engine does between the steps counts as a new beginning: a pair that it leaves deeper begins at a level
//!   of its own.
//!
//! # What is not proven
//! A third body may stop a pair while it lifts off. Its distance is then no less than the proven part of what it was
//! when the step began, but it may be less than B by what is hidden. That is at most an eighth of h ([`LEVEL_FACTOR`]),
//! so that the pair is above the next level: each step that ends so costs one level at most, and all others cost none.
//! Nothing bounds how many end so. In crowds whose bodies slide most do. For them the claim is tested
//! (`tests/engine/slides.rs`), and not proven.
//!
//! Rules that know no more than the poses can do no better. What is hidden does not tell a pair that has come nearer
//! from one that has not. So a pair near its bottom would either have to stay where it is, and could never leave, or
//! may lose what is hidden whenever it is stopped before it has moved apart by more.

mod levels;

pub(crate) use levels::Levels;

use std::ops::RangeInclusive;

use nalgebra::SVector;

use crate::extrusion::Side;
use crate::half_space::Floor;
use crate::proof::Subject;
use crate::toi::{AtRest, Begins, Explained, Inquiry, time_of};
use crate::tuning::{
    CLEAR, CLEAR_IN_LEVEL, ERRORS_AT_WORST, KEPT_OF_GAP, LIFTS, PRESSED_AFTER, PRESSED_BY,
    TOLERANCE_IN_GAP,
};
use crate::{
    Extrusion, InitialContact, InitialReport, Outcome, Proximity, Query, QueryError, Real,
    Solution, Span, WarmStart,
};

/// How often bodies may lift off, or come into contact anew, in one question. After that they count as driven in.
const TURNS: usize = 16;

impl<T: Real> Query<T> {
    /// Answers as [`warm_started`](Self::warm_started) does about bodies that may be held.
    pub(crate) fn meeting_of<const D: usize, A, B>(
        &self,
        a: &A,
        b: &B,
        interval: RangeInclusive<T>,
        warm: &mut WarmStart<T, D>,
    ) -> Result<Solution<T, D>, QueryError>
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
    {
        if self.held_below.is_none() {
            return self.warm_started(a, b, interval, warm);
        }
        let begins = warm.axis.map_or(Begins::Afresh, Begins::Along);
        let answer;
        (answer, warm.axis) =
            Side::both(a, b, |sides| self.meeting_of_sides(sides, interval, begins));
        answer
    }

    /// Answers about bodies without their types, which may be held. Also returns the last vector that separated them.
    pub(crate) fn meeting_of_sides<const D: usize>(
        &self,
        sides: [Side<'_, T, D>; 2],
        interval: RangeInclusive<T>,
        begins: Begins<T, D>,
    ) -> (Result<Solution<T, D>, QueryError>, Option<SVector<T, D>>) {
        let during = (*interval.start(), *interval.end());
        let plain = match (self.held_below, begins) {
            (Some(_), Begins::Past(_)) => Begins::Afresh,
            _ => begins,
        };
        let at_rest = AtRest::of(sides.map(|side| side.body), during.0);
        let bodies = (sides.map(|side| side.subject), &at_rest);
        let (first, axis) = self.plain().answer_untyped(bodies, interval, plain);
        (self.go_on(first, bodies, during, begins.explained()), axis)
    }

    /// Answers as [`time_of_impact_on`](Self::time_of_impact_on) does about a body without its type, which may be held.
    pub(crate) fn meeting_on<const D: usize>(
        &self,
        floor: &impl Floor<T, D>,
        body: Side<'_, T, D>,
        interval: RangeInclusive<T>,
    ) -> Result<Solution<T, D>, QueryError> {
        let during = (*interval.start(), *interval.end());
        let first = self.plain().answer_floor(floor, body, interval, None);
        let at_rest = AtRest::on(floor, body, during.0);
        self.go_on(first, ([floor, body.subject], &at_rest), during, None)
    }

    /// Returns the query that bodies are asked first, of which a contact at the start is the answer if they are held.
    fn plain(&self) -> Self {
        let mut plain = *self;
        if plain.held_below.take().is_some() {
            plain = plain.initial_contact(InitialContact::Stop).exact_depth();
        }
        plain
    }

    /// Goes on from the first answer, if it is about bodies that are held and not free. What it cost is said of the last
    /// question alone.
    fn go_on<const D: usize>(
        &self,
        first: Result<Solution<T, D>, QueryError>,
        (subjects, at_rest): ([&dyn Subject<D>; 2], &AtRest<'_, T, D>),
        (start, end): (T, T),
        explained: Option<Explained<T>>,
    ) -> Result<Solution<T, D>, QueryError> {
        let is_free = |answer: &Solution<T, D>| matches!(answer.outcome, Outcome::Separated(_));
        let Some(base) = self
            .held_below
            .filter(|_| !first.as_ref().is_ok_and(is_free))
        else {
            return first;
        };
        let tolerance = self.asked_tolerance_or(at_rest.size() * T::SQRT_EPSILON);
        let room = (at_rest.width() - tolerance) * T::of(0.5);
        let held = Held {
            query: &self.plain(),
            base,
            subjects,
            at_rest,
            end,
            explained,
            tolerance,
            lowest: T::zero() - room.max(T::zero()),
        };
        held.go_on(first, start)
    }
}

/// Bodies that are held.
struct Held<'h, T: Real, const D: usize> {
    query: &'h Query<T>,
    /// The target distance of free bodies.
    base: T,
    subjects: [&'h dyn Subject<D>; 2],
    at_rest: &'h AtRest<'h, T, D>,
    end: T,
    explained: Option<Explained<T>>,
    /// The tolerance, without what the default one has for rounding.
    tolerance: T,
    /// The least signed distance that the bodies can keep without passing through each other, with some room.
    lowest: T,
}

/// A contact when it begins.
struct Start<T, const D: usize> {
    /// What is proven of the distance then is kept.
    report: InitialReport<T, D>,
    bottom: T,
    /// How far the bodies must be clear of the target distance to have left the contact.
    clear: T,
}

impl<'h, T: Real, const D: usize> Held<'h, T, D> {
    #[inline(never)]
    fn go_on(
        &self,
        mut answer: Result<Solution<T, D>, QueryError>,
        mut from: T,
    ) -> Result<Solution<T, D>, QueryError> {
        let (mut may_begin, mut lifted) = (true, None::<InitialReport<T, D>>);
        let mut turns = 0;
        loop {
            let Some(time) = self.contact_in(&answer, from, may_begin) else {
                return answer.map(|answer| Solution {
                    initial_contact: answer.initial_contact.or(lifted),
                    ..answer
                });
            };
            let start = self.start(time, &answer);
            turns += 1;
            if turns > TURNS {
                return self.stays_put(answer, &start, lifted);
            }
            if let Some((target, tolerance)) = self.follows(&start) {
                answer = self.follow(&start, target, tolerance);
                (from, may_begin, lifted) = (time, false, None);
                continue;
            }
            let Some(until) = self.lifts_until(&start) else {
                return self.stays_put(answer, &start, lifted);
            };
            let kept_distance = start.report.kept_distance - start.report.hidden;
            lifted = Some(InitialReport {
                kept_until: until,
                ..lifted.unwrap_or(InitialReport {
                    kept_distance,
                    ..start.report
                })
            });
            let axis = Some(start.report.contact.normal);
            answer = self
                .inquiry(until)
                .answer_untyped(&mut WarmStart { axis }, None);
            from = until;
        }
    }

    /// Asks about the bodies from a time on.
    fn inquiry(&self, from: T) -> Inquiry<'_, 'h, T, D> {
        let during = Span::known(from, self.end);
        Inquiry::new(self.query, self.subjects, during, self.at_rest)
    }

    /// Returns when a contact begins that an answer does not look past, if one does.
    fn contact_in(
        &self,
        answer: &Result<Solution<T, D>, QueryError>,
        from: T,
        may_begin: bool,
    ) -> Option<T> {
        let time = time_of(answer, from)?;
        let (ends_here, is_known) = (time <= from, answer.is_ok());
        if may_begin && (ends_here && is_known || self.is_near(from, ends_here)) {
            return Some(from);
        }
        let is_explained = self.explained.is_some_and(|other| time <= other.until);
        let is_impact = |answer: &Solution<T, D>| matches!(answer.outcome, Outcome::Impact(_));
        (is_explained && answer.as_ref().is_ok_and(is_impact)).then_some(time)
    }

    /// Whether the bodies are within a quarter of the length between two levels of their target distance. Those that are
    /// apart are not in contact yet, unless nothing is proven of them.
    fn is_near(&self, time: T, may_be_apart: bool) -> bool {
        let most = match self.measured(time) {
            Proximity::Overlapping(overlap) => -overlap.lower_bound,
            Proximity::Disjoint(closest) if may_be_apart => closest.distance,
            Proximity::Disjoint(_) => return false,
        };
        let length = Levels::new(self.base, self.tolerance, T::zero()).apart;
        let near = self.tolerance.max(length * T::of(CLEAR_IN_LEVEL));
        most - self.query.target_distance <= near
    }

    fn measured(&self, time: T) -> Proximity<T, D> {
        self.inquiry(time).measured(time)
    }

    /// Checks a vector that is fixed in the world: its gaps at both ends, and what it proves of the span.
    fn checked(
        &self,
        during: Span<T>,
        along: &SVector<T, D>,
        target: T,
    ) -> ([f64; 2], Option<f64>) {
        let query = self.query.target_distance(target);
        let inquiry = Inquiry::new(&query, self.subjects, during, self.at_rest);
        inquiry.checked(along)
    }

    /// Measures the bodies when a contact begins, unless the answer says how they overlap then. Those that can part along
    /// several normals are to lift off along the one that is reported.
    fn start(&self, time: T, answer: &Result<Solution<T, D>, QueryError>) -> Start<T, D> {
        let found = match answer {
            Ok(Solution {
                outcome: Outcome::Overlapping(overlap),
                ..
            }) => Proximity::Overlapping(*overlap),
            _ => self.measured(time),
        };
        let (distance, contact) = (found.signed_distance(), *found.contact());
        let error = self.at_rest.error(time, &contact.normal);
        let target = self.query.target_distance;
        let ([gap, _], _) = self.checked(Span::known(time, time), &contact.normal, target);
        let lower = -T::above(-(target.as_f64() + gap));
        let upper = match found {
            Proximity::Overlapping(overlap) => -overlap.lower_bound,
            Proximity::Disjoint(_) => distance + error + error,
        };
        let hidden = error * T::of(ERRORS_AT_WORST);
        let tolerance = self.query.asked_tolerance_or(self.tolerance.max(hidden));
        let hidden = hidden + (upper - lower).max(T::zero());
        let levels = Levels::new(self.base, self.tolerance, hidden);
        let bottom = match &self.explained {
            // the most is less than the least only by rounding
            None => levels.below(upper.max(lower)),
            Some(other) => levels.below(other.kept_distance),
        };
        Start {
            report: InitialReport {
                distance,
                contact,
                kept_distance: lower,
                kept_until: time,
                resumed_at: None,
                hidden,
            },
            bottom: bottom.max(self.lowest),
            clear: (tolerance * T::of(CLEAR)).max(levels.apart * T::of(CLEAR_IN_LEVEL)),
        }
    }

    /// Returns the target distance with which the bodies are followed, and its tolerance, if they can be: where another
    /// pair is followed, what that one keeps.
    fn follows(&self, Start { report, bottom, .. }: &Start<T, D>) -> Option<(T, T)> {
        let (lower, hidden) = (report.kept_distance, report.hidden);
        if let Some(other) = &self.explained {
            let tolerance = (other.distance - other.kept_distance) * T::of(KEPT_OF_GAP);
            let least = *bottom + hidden;
            let target = other.kept_distance.max(least).min(lower - tolerance);
            return (target >= least && lower > self.lowest).then_some((target, tolerance));
        }
        let room = lower - *bottom;
        let most = room * T::of(TOLERANCE_IN_GAP);
        let tolerance = self.query.asked_tolerance_or(self.tolerance).min(most);
        (most > hidden).then(|| (*bottom + room * T::of(KEPT_OF_GAP), tolerance))
    }

    fn follow(
        &self,
        start: &Start<T, D>,
        kept_distance: T,
        tolerance: T,
    ) -> Result<Solution<T, D>, QueryError> {
        let since = start.report.kept_until;
        let report = InitialReport {
            kept_distance,
            ..start.report
        };
        let mut solution =
            (self.inquiry(since)).follow_contact(report, (tolerance, start.clear))?;
        if let Outcome::DrivesIn(report) = &mut solution.outcome
            && self.is_pressed(since, report)
        {
            report.kept_until = since;
            solution.initial_contact = Some(*report);
        }
        Ok(solution)
    }

    /// Returns whether bodies that are driven in were pressed into each other from when their contact began, as what they
    /// have left of their room after a share of the time tells.
    ///
    /// Such bodies stop where their contact began. Otherwise they would use a share of their room in every step. Bodies
    /// that come down after a while, as when they roll from one edge to the next, may do so.
    fn is_pressed(&self, since: T, report: &InitialReport<T, D>) -> bool {
        let time = since + (report.kept_until - since) * T::of(PRESSED_AFTER);
        let found = self.measured(time);
        let error = self.at_rest.error(time, &found.contact().normal);
        let left = found.signed_distance() - error - report.kept_distance;
        let room = report.distance - report.kept_distance;
        left < room * T::of(1.0 - PRESSED_BY)
    }

    /// Returns the time up to which bodies move apart along the normal of their contact, fixed in the world, if they do.
    fn lifts_until(&self, Start { report, .. }: &Start<T, D>) -> Option<T> {
        let (now, hidden) = (report.kept_until, report.hidden);
        let target = report.kept_distance - hidden;
        let (mut until, mut length) = (self.end, self.end - now);
        for _ in 0..LIFTS {
            if until > now {
                let during = Span::known(now, until);
                let checked = self.checked(during, &report.contact.normal, target);
                if levels::has_lifted(checked, hidden.as_f64()) {
                    return Some(until);
                }
            }
            length *= T::of(0.25);
            until = now + length;
        }
        None
    }

    /// Returns the answer for bodies that can neither be followed nor lift off.
    fn stays_put(
        &self,
        answer: Result<Solution<T, D>, QueryError>,
        start: &Start<T, D>,
        lifted: Option<InitialReport<T, D>>,
    ) -> Result<Solution<T, D>, QueryError> {
        let report = lifted.unwrap_or(start.report);
        if report.kept_distance <= self.lowest && lifted.is_none() {
            return answer;
        }
        Ok(Solution {
            outcome: match lifted {
                Some(report) if report.kept_until >= self.end => Outcome::Stays(report),
                _ => Outcome::DrivesIn(report),
            },
            initial_contact: Some(report),
            statistics: answer.map(|answer| answer.statistics).unwrap_or_default(),
        })
    }
}
