//! Held bodies, by the three rules of [`levels`](super::super::levels).

use super::super::levels::{Levels, has_risen, is_pressed, time_to_look_if_pressed, times_to_lift};
use super::super::outcome::{InitialReport, Outcome};
use super::contact::{Past, Then};
use super::touching::Touching;
use super::{Inquiry, Known, below, in_registers};
use crate::number::Vector;
use crate::proof::{Frame, Gap, Kernel, Moment, Point, Question, prove};
use crate::search::Proven;
use crate::tuning::{CLEAR, CLEAR_IN_LEVEL, ERRORS_AT_WORST, KEPT_OF_GAP, TOLERANCE_IN_GAP};
use crate::{Proximity, Real};

/// What is known of held bodies in contact.
struct Held<T, const D: usize> {
    report: InitialReport<T, D>,
    /// The proven part of their distance.
    lower: T,
    /// The part of it that may be hidden.
    hidden: T,
    /// Whether they can be followed at all.
    is_thick_enough: bool,
}

impl<T: Real, const D: usize> Inquiry<'_, '_, T, D> {
    /// Returns within what distance of the target bodies that overlap count as in contact: the tolerance, or for held
    /// bodies the share of the length between their levels by which they would have to leave a contact.
    pub(super) fn near(&self, tolerance: f64) -> f64 {
        let Some(base) = self.query.held_below else {
            return tolerance;
        };
        let levels = Levels::new(base, self.tolerance_of(&self.question), T::zero());
        let of_level = levels.apart.as_f64() * CLEAR_IN_LEVEL;
        if of_level > tolerance {
            of_level
        } else {
            tolerance
        }
    }

    /// Whether held bodies are in contact at a time, though they are not within the tolerance of it.
    pub(super) fn is_nearly_held(&self, time: f64, tolerance: f64) -> bool {
        if self.query.held_below.is_none() || self.question.target >= 0.0 {
            return false;
        }
        let found = (self.at_rest).proximity(T::of(time), self.accuracy(&self.question));
        match found {
            Proximity::Overlapping(overlap) => {
                let beyond = -overlap.lower_bound.as_f64() - self.question.target;
                beyond <= self.near(tolerance)
            }
            Proximity::Disjoint(_) => false,
        }
    }

    /// The least signed distance that bodies can keep without passing through each other, with some room.
    fn lowest(&self) -> T {
        let depth = (self.at_rest.width() - self.tolerance_of(&self.question)) * T::of(0.5);
        T::zero() - depth.max(T::zero())
    }

    /// Goes on with bodies in contact as the three rules say.
    pub(super) fn hold(
        &self,
        base: T,
        touching: &Touching<T, D>,
        past: Past<T, D>,
        known: &mut Known<'_, T, D>,
    ) -> Option<Then<T, D>> {
        let held = self.held(base, touching);
        let room = held.lower - held.report.bottom;
        let level = held.report.level.as_f64() * CLEAR_IN_LEVEL;
        let clear = CLEAR * touching.tolerance;
        let clear = if clear > level { clear } else { level };
        if let Some(other) = self.explained {
            // where the other pair is followed, it keeps more than its bottom
            let tolerance = (other.distance - other.kept_distance) * T::of(KEPT_OF_GAP);
            let bottom = other.bottom.max(self.lowest());
            let target = other.kept_distance.max(bottom + held.hidden);
            let target = target.min(held.lower - tolerance);
            if target >= bottom + held.hidden && held.is_thick_enough {
                let report = InitialReport {
                    bottom,
                    kept_distance: target,
                    ..held.report
                };
                let from = (touching.time, tolerance.as_f64());
                return self.follow_with(report, from, clear, known);
            }
        } else if room * T::of(TOLERANCE_IN_GAP) > held.hidden {
            let tolerance = (room * T::of(TOLERANCE_IN_GAP)).as_f64();
            let tolerance = if touching.tolerance < tolerance {
                touching.tolerance
            } else {
                tolerance
            };
            let report = InitialReport {
                kept_distance: held.report.bottom + room * T::of(KEPT_OF_GAP),
                ..held.report
            };
            return self.follow_with(report, (touching.time, tolerance), clear, known);
        }
        if let Some(then) = self.lift_off(&held, touching, past, known) {
            return Some(then);
        }
        let answer = match past {
            Past::Lifted(report) if touching.time == self.question.end => {
                (Outcome::Stays(report), Some(report))
            }
            Past::Lifted(report) => (Outcome::DrivesIn(report), Some(report)),
            _ if held.is_thick_enough => (Outcome::DrivesIn(held.report), Some(held.report)),
            _ => (touching.outcome, None),
        };
        Some(Then::Answer(answer))
    }

    fn held(&self, base: T, touching: &Touching<T, D>) -> Held<T, D> {
        let time = T::of(touching.time);
        let lower = below(self.question.target + touching.gap);
        let error = self.at_rest.error(time, &touching.contact.normal);
        let upper = match touching.outcome {
            Outcome::Overlapping(_) => touching.most,
            _ => touching.distance + error + error,
        };
        let hidden = error * T::of(ERRORS_AT_WORST) + (upper - lower).max(T::zero());
        let levels = Levels::new(base, self.tolerance_of(&self.question), hidden);
        let lowest = self.lowest();
        Held {
            report: InitialReport {
                distance: touching.distance,
                contact: touching.contact,
                kept_distance: lower,
                kept_until: time,
                resumed_at: None,
                bottom: levels.bottom((lower, upper)).max(lowest),
                level: levels.apart,
            },
            lower,
            hidden,
            is_thick_enough: lower > lowest,
        }
    }

    /// Goes on to a later time up to which the bodies move apart along one vector, if there is such a time.
    fn lift_off(
        &self,
        held: &Held<T, D>,
        touching: &Touching<T, D>,
        past: Past<T, D>,
        known: &mut Known<'_, T, D>,
    ) -> Option<Then<T, D>> {
        // a gap at the start, which any distance would do for
        let target = held.lower - held.hidden;
        let along = in_registers(&touching.contact.normal)?;
        let question = Question {
            start: touching.time,
            target: target.as_f64(),
            tolerance: Some(held.hidden.as_f64()),
            by_vectors: true,
            may_pass: true,
            ..self.question
        };
        let limit = T::of(self.lifts_until(&question, along, &[], known).0);
        let lifted = times_to_lift(T::of(touching.time), limit).find_map(|time| {
            // along a face that turns they may go as far as the step does, or not at all
            let frames: &[Frame] = match time == limit {
                true => &[Frame::World, Frame::A, Frame::B],
                false => &[Frame::World],
            };
            let question = Question {
                end: time.as_f64(),
                ..question
            };
            let vector = self.lifts_until(&question, along, frames, known).1;
            Some((time, vector?))
        });
        let (time, (frame, vector)) = lifted?;
        let span = Proven {
            from: touching.time,
            until: time.as_f64(),
            frame,
            vector,
            by_speed: false,
        };
        known.keep_span(target, span);
        let first = match past {
            Past::Lifted(first) => first,
            _ => InitialReport {
                kept_distance: target,
                ..held.report
            },
        };
        let report = InitialReport {
            kept_until: time,
            ..first
        };
        Some(Then::From(span.until, along, Past::Lifted(report)))
    }

    /// Returns the next knot or the end of a question, and a vector along which the bodies move apart until then, fixed in
    /// one of these frames, if there is one.
    fn lifts_until(
        &self,
        question: &Question<'_, D>,
        along: Vector<D>,
        frames: &[Frame],
        known: &mut Known<'_, T, D>,
    ) -> (f64, Option<(Frame, [f64; D])>) {
        let hidden = question.tolerance.unwrap_or(f64::INFINITY);
        let (mut end, mut lifted) = (question.start, None);
        prove(question, |kernel, free| {
            let mut now = Moment::never();
            kernel.place(free.until(), &mut now);
            let gap = kernel.gap(&now, along, 1.0, &mut Point::none());
            end = kernel.end();
            let found = frames
                .iter()
                .find(|&&frame| lifts(kernel, (&now, &gap), frame, hidden));
            lifted = found.map(|&frame| vector_in(kernel, &now, &gap, frame));
            known.notes.work.evaluations += kernel.evaluations();
            free.verdict(kernel, None)
        });
        (end, lifted)
    }

    /// Returns the time at which held bodies stop that are proven to keep their distance over these times and no longer.
    pub(super) fn stop_of_held(
        &self,
        (since, until): (f64, f64),
        report: &InitialReport<T, D>,
    ) -> f64 {
        let time = time_to_look_if_pressed(T::of(since), T::of(until));
        let found = self.at_rest.proximity(time, self.accuracy(&self.question));
        let least = match &found {
            Proximity::Disjoint(closest) => closest.distance,
            Proximity::Overlapping(overlap) => -overlap.depth,
        };
        let error = self.at_rest.error(time, &found.contact().normal);
        if is_pressed(least - error - report.kept_distance, report) {
            since
        } else {
            until
        }
    }
}

/// The vector of a gap, fixed in a frame.
fn vector_in<'id, const D: usize>(
    kernel: &Kernel<'id, D>,
    now: &Moment<'id, D>,
    gap: &Gap<'id, D>,
    frame: Frame,
) -> (Frame, [f64; D]) {
    (frame, kernel.course(gap, now, frame, now.time()).vector())
}

/// Whether bodies move apart until the end along the vector of a gap, fixed in a frame: they come no nearer than they are
/// now, and are farther apart then.
fn lifts<'id, const D: usize>(
    kernel: &mut Kernel<'id, D>,
    (now, gap): (&Moment<'id, D>, &Gap<'id, D>),
    frame: Frame,
    hidden: f64,
) -> bool {
    let (mut then, mut scratch) = (Moment::never(), Point::none());
    kernel.place(kernel.end(), &mut then);
    let course = kernel.course(gap, now, frame, then.time());
    let (_, vector) = vector_in(kernel, now, gap, frame);
    let along = then.in_world(frame, vector);
    let risen = kernel.gap(&then, along, 1.0 / along.length(), &mut scratch);
    let span = kernel.span(&course, &then, &mut scratch);
    // a vector that turns with a body is rounded at each time
    let least = gap.value() - hidden * (1.0 / ERRORS_AT_WORST);
    has_risen((gap.value(), risen.value()), hidden)
        && span.until() >= then.time()
        && span.clearance() >= least
        && gap.value() > 0.0
}
