//! What is asked about two bodies: the [kernel](crate::proof) answers it.
//!
//! `allowed` searches where an overlap is allowed, `at_rest` measures the bodies at one time, `touching` those in contact,
//! `contact` has what follows from a contact that is looked past, `known` what is known so far, `certificate` turns the
//! spans of a search into intervals, `observed` shows them with what else the search saw, and `failure` says why there is
//! no answer.

mod allowed;
mod at_rest;
mod certificate;
mod contact;
mod failure;
mod known;
mod observed;
mod touching;

use nalgebra::SVector;

use super::begins::Explained;
use super::outcome::{Impact, Outcome, Separated, Solution};
use super::{InitialContact, Observer, Query, WarmStart};
use crate::number::Vector;
use crate::proof::{self, Frame, Question, Subject, prove};
use crate::search::{Notes, search};
use crate::{Contact, QueryError, Real, Span};
pub(super) use at_rest::origin;
pub(crate) use at_rest::{AtRest, height, is_thick_enough};
use contact::Answered;
use known::{Found, Known, Stage};

/// What is asked about two bodies.
pub(crate) struct Inquiry<'q, 'b, T: Real, const D: usize> {
    query: &'q Query<T>,
    question: Question<'b, D>,
    at_rest: &'q AtRest<'b, T, D>,
    /// Contacts that are looked past beside the one at the start: another pair explains them.
    pub(super) explained: Option<Explained<T>>,
}

impl<'q, 'b, T: Real, const D: usize> Inquiry<'q, 'b, T, D> {
    #[inline(always)]
    pub(crate) fn new(
        query: &'q Query<T>,
        [a, b]: [&'b dyn Subject<D>; 2],
        during: Span<T>,
        at_rest: &'q AtRest<'b, T, D>,
    ) -> Self {
        let question = Question {
            a,
            b,
            start: during.start().as_f64(),
            end: during.end().as_f64(),
            target: query.target_distance.as_f64(),
            tolerance: query.tolerance.map(T::as_f64),
            in_single: T::IS_SINGLE,
            by_vectors: false,
            may_pass: false,
        };
        Self {
            query,
            question,
            at_rest,
            explained: None,
        }
    }

    /// Returns the answer, and shows an observer how it was found.
    #[inline(always)]
    pub(super) fn answer<'o>(
        &self,
        warm: &mut WarmStart<T, D>,
        observer: Option<&mut (dyn Observer<T, D> + 'o)>,
    ) -> Result<Solution<T, D>, QueryError> {
        if let Some(observer) = observer {
            return self.observed(warm, observer);
        }
        let mut known = Known::begin(warm, false, self.question.start);
        if self.is_too_thin() {
            return self.answer_in_contact(None, &mut known, warm);
        }
        let found = self.search_for(&self.question, &mut known);
        let proof::Outcome::Separated(free) = &found else {
            return self.answer_in_contact(Some(&found), &mut known, warm);
        };
        known.remember(warm);
        Ok(known.solution(separated(free.clearance()), None))
    }

    /// Returns the answer for bodies that are not known to stay apart.
    #[inline(never)]
    fn answer_in_contact(
        &self,
        found: Option<&proof::Outcome<D>>,
        known: &mut Known<'_, T, D>,
        warm: &mut WarmStart<T, D>,
    ) -> Result<Solution<T, D>, QueryError> {
        let Some((outcome, report)) = self.settle(found, known) else {
            return Err(self.failure(known));
        };
        known.remember(warm);
        Ok(known.solution(outcome, report))
    }

    /// As [`answer`](Self::answer), compiled once for all types of bodies: it takes about 150 instructions more.
    #[inline(never)]
    pub(crate) fn answer_untyped<'o>(
        &self,
        warm: &mut WarmStart<T, D>,
        observer: Option<&mut (dyn Observer<T, D> + 'o)>,
    ) -> Result<Solution<T, D>, QueryError> {
        self.answer(warm, observer)
    }

    /// As [`touches`](Self::touches), compiled once for all types of bodies.
    #[inline(never)]
    pub(super) fn touches_untyped(&self) -> Result<bool, QueryError> {
        self.touches()
    }

    /// Returns whether the bodies come within the target distance.
    #[inline(always)]
    pub(super) fn touches(&self) -> Result<bool, QueryError> {
        let mut known = Known::begin(&WarmStart::new(), false, self.question.start);
        let is_plain = self.question.target >= 0.0;
        known.notes.any_contact = is_plain;
        if self.is_too_thin() {
            return self.touches_where_measured(None, &mut known);
        }
        match &self.search_for(&self.question, &mut known) {
            proof::Outcome::Separated(_) => Ok(false),
            proof::Outcome::Impact(impact) if is_plain && self.is_known_to(impact.tolerance()) => {
                Ok(true)
            }
            // measuring the bodies may say more, or why there is no answer
            found => self.touches_where_measured(Some(found), &mut known),
        }
    }

    #[inline(never)]
    fn touches_where_measured(
        &self,
        found: Option<&proof::Outcome<D>>,
        known: &mut Known<'_, T, D>,
    ) -> Result<bool, QueryError> {
        match self.settle(found, known) {
            Some((outcome, _)) => Ok(!matches!(outcome, Outcome::Separated(_))),
            None => Err(self.failure(known)),
        }
    }

    /// Whether the bodies are so thin that they could pass through each other: then the whole question is not asked.
    #[inline(always)]
    fn is_too_thin(&self) -> bool {
        self.question.target < 0.0 && !self.is_thick_enough(&self.question)
    }

    /// Returns the answer, or `None` if nothing more is known from some time on.
    #[inline(always)]
    fn settle(
        &self,
        found: Option<&proof::Outcome<D>>,
        known: &mut Known<'_, T, D>,
    ) -> Option<Answered<T, D>> {
        let Some(found) = found else {
            return self.contact_of_thin(known);
        };
        match self.found(&self.question, found, known)? {
            Found::Separated(clearance) => Some((separated(clearance), None)),
            Found::Impact(impact) if self.explained.is_none() => {
                Some((Outcome::Impact(impact), None))
            }
            Found::AtStart(_, _, Some(impact)) if self.stops() => {
                Some((Outcome::Impact(impact), None))
            }
            found => self.look_past(found, known),
        }
    }

    /// Whether the bodies are too thick to pass through each other by the overlap that a question allows.
    #[inline(never)]
    fn is_thick_enough(&self, question: &Question<'_, D>) -> bool {
        let depth = self.tolerance_of(question) - T::of(question.target);
        is_thick_enough(self.at_rest.width(), depth)
    }

    /// Whether a contact at the start is the answer.
    #[inline(always)]
    fn stops(&self) -> bool {
        self.query.initial_contact == InitialContact::Stop && self.explained.is_none()
    }

    /// Whether anything is known of bodies in contact within a tolerance. Where rounding hides more than they are large,
    /// nothing is; points are not large.
    #[inline(never)]
    fn is_known_to(&self, tolerance: f64) -> bool {
        let size = self.at_rest.size();
        let least = size.as_f64() + self.question.target.abs();
        let is_asked = self.question.tolerance.is_some();
        size <= T::LARGEST && (is_asked || size == T::zero() || tolerance <= least)
    }

    /// The tolerance of a question, without what the default one has for rounding.
    fn tolerance_of(&self, question: &Question<'_, D>) -> T {
        let default = || self.at_rest.size() * T::SQRT_EPSILON;
        question.tolerance.map_or_else(default, T::of)
    }

    /// Asks whether the bodies keep a target distance. Returns `None` if nothing more is known from some time on.
    #[inline(never)]
    fn ask(&self, question: &Question<'_, D>, known: &mut Known<'_, T, D>) -> Option<Found<T, D>> {
        let outcome = self.search_for(question, known);
        self.found(question, &outcome, known)
    }

    /// Lets the kernel prove what the search proposes, and keeps the spans if that is asked for.
    #[inline(always)]
    fn search_for(
        &self,
        question: &Question<'_, D>,
        known: &mut Known<'_, T, D>,
    ) -> proof::Outcome<D> {
        let notes = &mut known.notes;
        notes.budget = self.query.budget;
        if known.stages.is_some() {
            notes.spans = Some(Vec::new());
            notes.seen = known.is_watched.then(Vec::new);
        }
        self.search(question, notes)
    }

    /// Returns what was found, and notes what is proven.
    #[inline(always)]
    fn found(
        &self,
        question: &Question<'_, D>,
        outcome: &proof::Outcome<D>,
        known: &mut Known<'_, T, D>,
    ) -> Option<Found<T, D>> {
        let (time, tolerance) = match outcome {
            proof::Outcome::Separated(separated) => {
                self.note(question, question.end, known);
                return Some(Found::Separated(separated.clearance()));
            }
            proof::Outcome::Impact(impact) => (impact.time(), impact.tolerance()),
            proof::Outcome::Undecided(undecided) => {
                (undecided.clear_until(), undecided.tolerance())
            }
        };
        let impact = match outcome {
            proof::Outcome::Impact(impact) if self.is_known_to(tolerance) => Some(impact),
            _ => None,
        };
        // written so that what is no number is at the start
        if !(time > question.start) {
            let free = impact.filter(|impact| impact.is_free());
            let contact = free.map(|impact| self.impact(question, impact));
            return Some(Found::AtStart(tolerance, impact.is_some(), contact));
        }
        let time: T = below(time);
        self.note(question, time.as_f64(), known);
        let found = match (impact, outcome) {
            (Some(impact), _) => Some(self.impact(question, impact)),
            (None, proof::Outcome::Undecided(_)) => self.overlap_at(question, time, tolerance),
            (None, _) => None,
        };
        found.map(Found::Impact)
    }

    /// Notes that a question is proven up to a time.
    #[inline(always)]
    fn note(&self, question: &Question<'_, D>, end: f64, known: &mut Known<'_, T, D>) {
        if question.target >= self.question.target {
            known.until = end;
        }
        if known.stages.is_some() {
            known.keep_stage(question, end);
        }
    }

    /// Searches. Where an overlap is allowed, measured overlaps propose vectors.
    #[inline(always)]
    fn search(&self, question: &Question<'_, D>, notes: &mut Notes<'_, D>) -> proof::Outcome<D> {
        if question.target >= 0.0 {
            return prove(question, |kernel, free| search(kernel, free, notes));
        }
        self.search_deep(question, notes)
    }

    fn impact(&self, question: &Question<'_, D>, impact: &proof::Impact<D>) -> Impact<T, D> {
        Impact {
            time: T::of(impact.time()),
            distance: T::above(question.target + impact.beyond_target()),
            tolerance: self.query.tolerance.unwrap_or(T::above(impact.tolerance())),
            contact: contact_of(impact, self.at_rest.normal()),
        }
    }
}

/// Returns the contact of an impact, with the exact normal of a half-space that does not turn.
fn contact_of<T: Real, const D: usize>(
    impact: &proof::Impact<D>,
    of_floor: Option<(Frame, SVector<T, D>)>,
) -> Contact<T, D> {
    let exact = of_floor.filter(|(frame, _)| *frame == Frame::World);
    let [witness_a, witness_b] = impact.points().map(in_scalar);
    let [feature_a, feature_b] = impact.features();
    Contact {
        normal: exact.map_or_else(|| in_scalar(impact.normal()), |(_, normal)| normal),
        witness_a,
        witness_b,
        feature_a,
        feature_b,
    }
}

fn separated<T: Real, const D: usize>(clearance: f64) -> Outcome<T, D> {
    Outcome::Separated(Separated {
        clearance: below(clearance),
    })
}

fn in_scalar<T: Real, const D: usize>(x: [f64; D]) -> SVector<T, D> {
    SVector::from_fn(|axis, _| T::of(x[axis]))
}

/// Returns a number of the scalar that is no larger.
fn below<T: Real>(x: f64) -> T {
    -T::above(-x)
}

/// Returns a vector scaled to unit length, if it has a direction.
fn in_registers<T: Real, const D: usize>(x: &SVector<T, D>) -> Option<Vector<D>> {
    let x = Vector::new(std::array::from_fn(|axis| x[axis].as_f64()));
    let length = x.length();
    (length > 0.0 && length.is_finite()).then(|| x * (1.0 / length))
}
