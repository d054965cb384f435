//! What a pass asks about two bodies on their ways.

use super::Pass;
use super::track::{Place, Swept, Track};
use crate::body::{AnyBody, PairMemory};
use crate::motion::Rotor;
use crate::pieces::{ContactError, PieceContact, Pieces};
use crate::toi::is_thick_enough;
use crate::tuning::ALLOWED_SHARE;
use crate::{Extrusion, InitialContact, Query, QueryError, Real, SupportMap};

/// What is asked about two bodies.
#[derive(Clone, Copy)]
pub(super) struct Question<T> {
    /// How deep they may overlap.
    pub(super) allowed: T,
    /// How deep free ones may.
    pub(super) base: T,
    /// Since when they are on their ways.
    pub(super) since: T,
}

impl<T: Real> Pass<T> {
    /// Returns how deep two free bodies may overlap: as deep as is allowed, but no deeper than a share of the inner
    /// diameter of the thinner one. Surfaces have none, and two of them may not overlap. Nothing comes out of a floor on
    /// the far side.
    pub(super) fn base<const D: usize>(&self, places: [&Place<T, D>; 2]) -> T {
        let widths = places.map(|place| place.thickness);
        if widths.contains(&T::LARGEST) {
            return self.allowed;
        }
        let thinner = match widths[0] > T::zero() && widths[1] > T::zero() {
            true => widths[0].min(widths[1]),
            false => widths[0].max(widths[1]),
        };
        self.allowed.min(thinner * T::of(ALLOWED_SHARE))
    }

    /// Returns whether two shapes that move this far relative to each other are [slow](Pass::leave_slow).
    pub(super) fn is_slow<S, P, R, const D: usize>(
        &self,
        [a, b]: [&Track<'_, S, P, T, R, D>; 2],
        (base, travel): (T, T),
    ) -> bool
    where
        S: SupportMap<T, D>,
        P: Pieces<T, D>,
        R: Rotor<T, D>,
    {
        let (AnyBody::Shape(a), AnyBody::Shape(b)) = (a.body(), b.body()) else {
            return false;
        };
        let thinner = a.inner_diameter().min(b.inner_diameter());
        // half an ulp is lost in each sum and product
        let least = thinner * (T::one() - T::EPSILON * T::of(4.0));
        base + travel < self.slow * least
    }

    /// Returns a time before which two bodies overlap by no more than the `base` that free ones may, from `from` on, or
    /// `None` if they overlap by no more until the end of the step, as balls and boxes around them tell.
    pub(super) fn shallow_until<const D: usize>(
        &self,
        [a, b]: [&Place<T, D>; 2],
        (base, from): (T, T),
    ) -> Option<T> {
        let (Some(of_a), Some(of_b)) = (&a.around, &b.around) else {
            return Some(from);
        };
        // Bodies that are too thin to overlap by so much may not overlap at all: see `first_contact`. The default
        // tolerance is not known here. Where it alone makes them too thin, they are asked about once they overlap by
        // what is allowed. That is less than half of both inner diameters, so that they have not passed each other.
        let tolerance = self.query.asked_tolerance_or(T::zero());
        let may_overlap = is_thick_enough(a.thickness + b.thickness, base + tolerance);
        let allowed = if may_overlap { base } else { T::zero() };
        of_a.shallow_until(of_b, from, (allowed, tolerance))
    }

    /// Returns how two bodies meet, if they do. Two floors are no pair.
    pub(super) fn first_contact<S, P, R, const D: usize>(
        &self,
        [a, b]: [&Swept<'_, S, P, T, R, D>; 2],
        question: Question<T>,
        memory: &mut PairMemory<T, D>,
    ) -> Result<Option<PieceContact<T, D>>, ContactError>
    where
        S: SupportMap<T, D>,
        P: Pieces<T, D>,
        R: Rotor<T, D>,
    {
        let mut ask = |question: Question<T>| {
            let query = self.query_about(question);
            query.contact_from(a, b, question.since..=T::one(), memory)
        };
        let mut answer = ask(question);
        for less in [question.base, T::zero()] {
            if is_too_much(&answer) {
                answer = ask(Question {
                    allowed: less,
                    base: less,
                    ..question
                });
            }
        }
        answer
    }

    /// Returns whether two bodies touched or overlapped when the step began.
    pub(super) fn touched_at_start<S, P, R, const D: usize>(
        &self,
        sides: [&Track<'_, S, P, T, R, D>; 2],
    ) -> bool
    where
        S: SupportMap<T, D>,
        P: Pieces<T, D>,
        R: Rotor<T, D>,
    {
        let [Ok(a), Ok(b)] = sides.map(Track::as_given) else {
            return false;
        };
        let query = self.query.initial_contact(InitialContact::Stop);
        let start = T::zero()..=T::zero();
        let touch = query.contact_from(&a, &b, start, &mut PairMemory::new());
        matches!(touch, Ok(Some(_)))
    }

    /// Returns the query of a pair that may overlap by so much.
    pub(super) fn query_about(&self, question: Question<T>) -> Query<T> {
        let mut query = self.query.target_distance(-question.allowed);
        query.held_below = Some(-question.base);
        query
    }
}

/// Returns whether two bodies are too thin to overlap by as much as they were allowed.
fn is_too_much<C>(answer: &Result<C, ContactError>) -> bool {
    matches!(
        answer,
        Err(ContactError::Query(QueryError::AllowanceTooLarge { .. })
            | ContactError::Pieces {
                error: QueryError::AllowanceTooLarge { .. },
                ..
            })
    )
}
