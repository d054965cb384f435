//! Contacts that are looked past: whether bodies leave one, stay in it, or are driven into each other.
//!
//! The search follows them with a smaller target distance, a little below their distance when the contact began. So every
//! span is proven, at any speed. There are three ends:
//! - A vector shows the bodies clear of the query's own target distance: the search goes on with that distance.
//! - The smaller distance holds up to the end: the bodies are measured there. They stay in contact, unless they have slid
//!   off each other unseen.
//! - The bodies come near the smaller distance: they are driven into each other.

use super::super::outcome::{InitialReport, Outcome};
use super::is_thick_enough;
use super::touching::Touching;
use super::{Found, Inquiry, Known, Stage, below, in_registers};
use crate::number::Vector;
use crate::proof::{self, Moment, Point, Question, prove};
use crate::search::Proven;
use crate::tuning::{
    CHECKS_IN_CONTACT, CLEAR, GIVES_WAY, HALVINGS, KEPT_OF_GAP, LEAST_TOLERANCE_IN_CONTACT,
    TOLERANCE_IN_GAP,
};
use crate::{QueryError, Real, Solution, Span, WarmStart};

/// How exactly it is known at the end whether bodies are clear, as a share of what they have to be clear by.
const SHARE_OF_CLEAR: f64 = 1.0 / 256.0;

/// The answer, and the contact at the start if the search went past it.
pub(super) type Answered<T, const D: usize> = (Outcome<T, D>, Option<InitialReport<T, D>>);

/// What the search does after a contact.
pub(super) enum Then<T, const D: usize> {
    Answer(Answered<T, D>),
    /// Go on with the target distance of the query from this time on, with this vector first: they have left the contact.
    From(f64, Vector<D>, InitialReport<T, D>),
}

impl<T: Real, const D: usize> Inquiry<'_, '_, T, D> {
    /// Goes past contacts, from what was found about the whole question on. Returns `None` if nothing more is known from
    /// some time on.
    #[inline(never)]
    pub(super) fn look_past(
        &self,
        mut found: Found<T, D>,
        known: &mut Known<'_, T, D>,
    ) -> Option<Answered<T, D>> {
        let (mut from, mut left) = (self.question.start, None);
        loop {
            let Some(begin) = self.contact_in(&found, from, left.is_none()) else {
                return found.outcome().map(|outcome| (outcome, left));
            };
            let is_rough = self.takes_rough_depth();
            if is_rough && let Some(overlap) = self.clear_overlap(known) {
                return Some((overlap, None));
            }
            let share = if is_rough {
                T::one()
            } else {
                T::RELATIVE_TOLERANCE
            };
            let is_known = !matches!(found, Found::AtStart(_, false, _));
            let touching = self.touching(begin, is_known, share, known)?;
            if self.stops() {
                return Some((touching.outcome, None));
            }
            match self.follow(&touching, known)? {
                Then::Answer(answer) => return Some(answer),
                Then::From(time, along, report) => {
                    (from, left) = (time, Some(report));
                    found = self.ask_along(time, along, known)?;
                }
            }
        }
    }

    /// Follows bodies from a contact at the start, with the distance of a report to keep, and until they are clear of the
    /// query's target distance by so much.
    pub(crate) fn follow_contact(
        &self,
        report: InitialReport<T, D>,
        (tolerance, clear): (T, T),
    ) -> Result<Solution<T, D>, QueryError> {
        let mut known = Known::begin(&WarmStart::new(), false, self.question.start);
        let at = (self.question.start, tolerance.as_f64());
        let answered = match self.follow_with(report, at, clear.as_f64(), &mut known) {
            Some(Then::From(time, along, report)) => self
                .ask_along(time, along, &mut known)
                .and_then(Found::outcome)
                .map(|outcome| (outcome, Some(report))),
            Some(Then::Answer(answer)) => Some(answer),
            None => None,
        };
        match answered {
            Some((outcome, report)) => Ok(known.solution(outcome, report)),
            None => Err(self.failure(&mut known)),
        }
    }

    /// Asks about the time from when bodies have left a contact, with this vector first.
    fn ask_along(
        &self,
        start: f64,
        along: Vector<D>,
        known: &mut Known<'_, T, D>,
    ) -> Option<Found<T, D>> {
        known.notes.axis = Some(along);
        let question = Question {
            start,
            ..self.question
        };
        self.ask(&question, known)
    }

    /// Whether a depth along any vector will do. It would not tell that bodies without an inside only touch.
    fn takes_rough_depth(&self) -> bool {
        let has_inside = self.at_rest.width() > T::zero();
        self.stops() && !self.query.exact_depth && self.question.target >= 0.0 && has_inside
    }

    /// Returns when a contact begins that is not the answer as it stands, if one does, and the tolerance.
    fn contact_in(&self, found: &Found<T, D>, from: f64, may_begin: bool) -> Option<(f64, f64)> {
        let is_explained = |time: f64| (self.explained).is_some_and(|it| time <= it.until.as_f64());
        match found {
            Found::AtStart(tolerance, ..) if may_begin || is_explained(from) => {
                Some((from, *tolerance))
            }
            Found::Impact(impact) => {
                let (time, tolerance) = (impact.time.as_f64(), impact.tolerance.as_f64());
                is_explained(time).then_some((time, tolerance))
            }
            Found::AtStart(..) | Found::Separated(_) => None,
        }
    }

    /// Returns the contact at the start of bodies that could pass through each other by the overlap that is allowed. Returns
    /// `None` if they are in none: nothing can be proven of them then.
    #[cold]
    pub(super) fn contact_of_thin(&self, known: &mut Known<'_, T, D>) -> Option<Answered<T, D>> {
        let start = Question {
            end: self.question.start,
            may_pass: true,
            ..self.question
        };
        match self.ask(&start, known)? {
            Found::AtStart(tolerance, is_known, _) => {
                let share = T::RELATIVE_TOLERANCE;
                let begin = (start.start, tolerance);
                let touching = self.touching(begin, is_known, share, known)?;
                Some((touching.outcome, None))
            }
            Found::Separated(_) | Found::Impact(_) => None,
        }
    }

    /// Goes on with a smaller target distance that leaves the bodies room to move, if they are thick enough for it.
    fn follow(&self, touching: &Touching<T, D>, known: &mut Known<'_, T, D>) -> Option<Then<T, D>> {
        let (room, tolerance) = self.room(touching);
        let target: T = below(self.question.target + room);
        if target < T::zero() && !is_thick_enough(self.at_rest.width(), -target) {
            return Some(Then::Answer((touching.outcome, None)));
        }
        let time = T::of(touching.time);
        let report = InitialReport {
            distance: touching.distance,
            contact: touching.contact,
            kept_distance: target,
            kept_until: time,
            resumed_at: None,
            hidden: T::of(self.hidden(time, &touching.contact.normal)),
        };
        let clear = CLEAR * touching.tolerance;
        self.follow_with(report, (touching.time, tolerance), clear, known)
    }

    /// Returns the target distance with which bodies in contact are followed, less the one of the query, and the
    /// tolerance.
    fn room(&self, touching: &Touching<T, D>) -> (f64, f64) {
        let larger = |x: f64, y: f64| if x > y { x } else { y };
        let (gap, resolution) = (touching.gap, touching.resolution);
        let tolerance = larger(touching.tolerance, resolution);
        if let Some(other) = self.explained {
            let of_other = other.distance.as_f64() - tolerance * GIVES_WAY;
            let kept = other.kept_distance.as_f64();
            let kept = if kept < of_other { kept } else { of_other };
            return (kept - self.question.target, tolerance);
        }
        let share = gap * TOLERANCE_IN_GAP;
        let least = larger(touching.tolerance * LEAST_TOLERANCE_IN_CONTACT, resolution);
        if share >= least {
            return (gap * KEPT_OF_GAP, share);
        }
        // with a tolerance below rounding, bodies at rest would count as driven in at once
        (gap - tolerance * GIVES_WAY, tolerance)
    }

    /// Goes on from a time with the smaller target distance of a report, as far as it holds, or until the bodies are clear
    /// of the query's target distance by so much.
    fn follow_with(
        &self,
        mut report: InitialReport<T, D>,
        (from, tolerance): (f64, f64),
        clear: f64,
        known: &mut Known<'_, T, D>,
    ) -> Option<Then<T, D>> {
        let question = Question {
            start: from,
            target: report.kept_distance.as_f64(),
            tolerance: Some(tolerance),
            by_vectors: true,
            ..self.question
        };
        // the normal of the contact separates the bodies best
        known.notes.axis = in_registers(&report.contact.normal);
        let (found, stage) = self.ask_in_contact(&question, known);
        let spans = stage.as_ref().map_or(&[][..], |stage| &stage.spans);
        let left = (spans.iter()).find_map(|span| self.is_left_in(span, clear, known));
        let proven = stage.as_ref().map_or(from, |stage| stage.during.1);
        let end = left.map_or(proven, |(time, _)| time);
        if let (Some(stages), Some(stage)) = (&mut known.stages, stage) {
            let during = (stage.during.0, end);
            stages.push(Stage { during, ..stage });
        }
        report.kept_until = T::of(end);
        if let Some((time, along)) = left {
            report.resumed_at = Some(report.kept_until);
            return Some(Then::From(time, along, report));
        }
        match found {
            Some(Found::Separated(_)) => {
                if let Some(along) = self.is_clear_at_end(clear, known) {
                    report.resumed_at = Some(report.kept_until);
                    return Some(Then::From(end, along, report));
                }
                Some(Then::Answer((Outcome::Stays(report), Some(report))))
            }
            // rounding hides whether they are farther apart
            None | Some(Found::AtStart(..)) if !self.is_decidable(end, known) => None,
            _ => Some(Then::Answer((Outcome::DrivesIn(report), Some(report)))),
        }
    }

    /// Whether the search went on from a time with bounds and a budget that could prove more.
    fn is_decidable(&self, time: f64, known: &Known<'_, T, D>) -> bool {
        let during = Span::known(T::of(time), T::of(self.question.end));
        known.notes.work.evaluations <= self.query.budget && self.at_rest.defect(during).is_none()
    }

    /// Asks whether bodies in contact keep a smaller target distance, and returns what is proven too.
    fn ask_in_contact(
        &self,
        question: &Question<'_, D>,
        known: &mut Known<'_, T, D>,
    ) -> (Option<Found<T, D>>, Option<Stage<T, D>>) {
        let others = known.stages.replace(Vec::new());
        let found = self.ask(question, known);
        let stages = std::mem::replace(&mut known.stages, others);
        (found, stages.and_then(|mut stages| stages.pop()))
    }

    /// Returns a vector that shows the bodies clear of the query's target distance by so much at the end, if one does.
    fn is_clear_at_end(&self, clear: f64, known: &mut Known<'_, T, D>) -> Option<Vector<D>> {
        // of bodies that stay it is claimed that they are not clear: the tolerance of this question is on the other side
        let share = clear * SHARE_OF_CLEAR;
        let question = Question {
            start: self.question.end,
            target: self.question.target + (clear - 2.0 * share),
            tolerance: Some(share),
            by_vectors: true,
            ..self.question
        };
        match self.search(&question, &mut known.notes) {
            proof::Outcome::Separated(_) => known.notes.axis,
            _ => None,
        }
    }

    /// Returns a time of a proven span at which its vector shows the bodies clear of the query's target distance by this
    /// much, if there is one, and the vector then. It is about the first one.
    fn is_left_in(
        &self,
        span: &Proven<D>,
        enough: f64,
        known: &mut Known<'_, T, D>,
    ) -> Option<(f64, Vector<D>)> {
        let mut left = None;
        let question = Question {
            start: span.from,
            end: span.until,
            by_vectors: true,
            ..self.question
        };
        prove(&question, |kernel, free| {
            let (mut now, mut scratch) = (Moment::never(), Point::none());
            let mut is_clear = |time: f64| {
                kernel.place(time, &mut now);
                let along = now.in_world(span.frame, span.vector);
                let along = along * (1.0 / along.length());
                let gap = kernel.gap(&now, along, 1.0, &mut scratch);
                (gap.value() >= enough).then(|| (now.time(), gap.along()))
            };
            let (mut before, length) = (span.from, span.until - span.from);
            for share in CHECKS_IN_CONTACT {
                // the sum may be rounded past the end
                let time = (span.from + share * length).min(span.until);
                left = is_clear(time);
                if left.is_some() {
                    break;
                }
                before = time;
            }
            for _ in 0..HALVINGS {
                let Some((clear, _)) = left else { break };
                let middle = before + 0.5 * (clear - before);
                match is_clear(middle) {
                    None => before = middle,
                    earlier => left = earlier,
                }
            }
            known.notes.work.evaluations += kernel.evaluations();
            free.verdict(kernel, None)
        });
        left
    }
}
