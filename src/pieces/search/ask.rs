//! Questions about single pieces.

use nalgebra::SVector;

use super::{Answered, Asks, Search};
use crate::extrusion::Side;
use crate::first_of::time_of;
use crate::pieces::moving::of_pieces;
use crate::pieces::{ContactError, PieceContact};
use crate::toi::Begins;
use crate::tuning::SAME_DIRECTION;
use crate::{InitialContact, Outcome, Query, QueryError, Real, Solution, Span};

impl<T: Real, const D: usize> Search<'_, T, D> {
    /// Asks about two pieces.
    pub(super) fn ask(&mut self, pieces: (u32, u32)) -> Result<(), ContactError> {
        if self.is_settled_in_span(pieces) {
            return Ok(());
        }
        self.answer(pieces)?;
        self.log.refer_to(pieces);
        Ok(())
    }

    /// Asks about two pieces over the whole interval, and keeps the answer.
    pub(super) fn answer(&mut self, pieces: (u32, u32)) -> Result<(), ContactError> {
        let mut answer = self.ask_whole(pieces, Begins::Afresh);
        if self.may_be_explained
            && let Some((normal, passed)) = self.passes_along(pieces, &answer)
        {
            // a proof is written as a question is asked
            answer = if self.log.keeps() {
                self.ask_whole(pieces, Begins::Along(normal))
            } else {
                Ok(passed)
            };
        }
        let contact = self.contact_of(pieces, &answer)?;
        let followed = self.followed(pieces, &answer);
        let answered = Answered {
            answer,
            contact,
            followed,
        };
        if let Some(time) = contact {
            self.found_another = true;
            if self.first.is_none_or(|first| time < first) {
                self.first = Some(time);
                let found = PieceContact::of_pieces(pieces, time, answered.answer);
                self.normal = found.normal;
            }
            if self.log.observer.is_some() {
                // the normal of a surface takes as long as the question
                let found = self.piece_contact(pieces, time, &answered);
                self.log.found(&found);
            }
            self.touching = self.touching.or(answered.answer.is_ok().then_some(pieces));
        }
        self.answered.insert(pieces, answered);
        Ok(())
    }

    /// Returns the normal of the surface along which two pieces stay apart after all, and the answer that says so, if
    /// another one says that they meet.
    ///
    /// A body that moves along a surface within the tolerance of it comes within the tolerance of each piece over an
    /// edge, from the side, and the search sees these two pieces alone. Along the normal of the surface they are apart
    /// all the time, which is the proof.
    fn passes_along(
        &mut self,
        pieces: (u32, u32),
        answer: &Result<Solution<T, D>, QueryError>,
    ) -> Option<(SVector<T, D>, Solution<T, D>)> {
        let solution = answer.as_ref().ok()?;
        let (Outcome::Impact(impact), None) = (&solution.outcome, solution.initial_contact) else {
            return None;
        };
        let sideways = impact.contact.normal;
        let normal = self.surface_normal(pieces, impact.time, sideways);
        if (normal - sideways).norm() <= T::EPSILON * T::of(SAME_DIRECTION) {
            return None;
        }
        self.statistics.piece_queries += 1;
        let interval = self.during.start()..=self.during.end();
        let along = Begins::Along(normal);
        let ask = |pieces: [Side<'_, T, D>; 2]| self.query.answer_untyped(pieces, interval, along);
        let answer = of_pieces((self.a, self.b), pieces, ask).0.ok()?;
        self.statistics.support_evaluations += answer.statistics.support_evaluations;
        matches!(answer.outcome, Outcome::Separated(_)).then_some((normal, answer))
    }

    /// Returns when two pieces come into contact, if they do.
    pub(super) fn contact_of(
        &mut self,
        pieces: (u32, u32),
        answer: &Result<Solution<T, D>, QueryError>,
    ) -> Result<Option<T>, ContactError> {
        let contact = time_of(answer, self.during.start());
        match answer {
            Err(error) if contact.is_none() => Err(ContactError::Pieces {
                pieces,
                error: *error,
            }),
            _ => Ok(contact),
        }
    }

    /// Returns whether a query about the span tells all that is asked: that the pieces are apart, or only that they
    /// touch. What it cannot tell may be told over the whole interval.
    fn is_settled_in_span(&mut self, pieces: (u32, u32)) -> bool {
        let span = self.window.during;
        if self.asks == Asks::Any {
            self.statistics.piece_queries += 1;
            let ask = |pieces: [Side<'_, T, D>; 2]| {
                let interval = span.start()..=span.end();
                self.query.touches_untyped(pieces, interval)
            };
            let touches = of_pieces((self.a, self.b), pieces, ask);
            if touches == Ok(true) {
                self.touching = Some(pieces);
            }
            return touches.is_ok();
        }
        if span == self.during {
            return false;
        }
        // what passes within the tolerance is asked about over the whole interval, whatever the span is
        let stop = self.query.initial_contact(InitialContact::Stop);
        let stop = stop.target_distance(self.clear_distance);
        match self.ask_during((&stop, span), pieces, Begins::Afresh) {
            Ok(solution) if matches!(solution.outcome, Outcome::Separated(_)) => {
                self.log.refer_to(pieces);
                true
            }
            _ => {
                self.log.forget(pieces);
                false
            }
        }
    }

    /// Asks about two pieces over the whole interval, with the policy of the query.
    pub(super) fn ask_whole(
        &mut self,
        pieces: (u32, u32),
        begins: Begins<T, D>,
    ) -> Result<Solution<T, D>, QueryError> {
        let query = self.query;
        self.ask_during((&query, self.during), pieces, begins)
    }

    fn ask_during(
        &mut self,
        (query, during): (&Query<T>, Span<T>),
        pieces: (u32, u32),
        begins: Begins<T, D>,
    ) -> Result<Solution<T, D>, QueryError> {
        self.statistics.piece_queries += 1;
        let ask = |sides: [Side<'_, T, D>; 2]| self.log.ask((query, begins), sides, pieces, during);
        let (answer, axis) = of_pieces((self.a, self.b), pieces, ask);
        if let Some(axis) = axis {
            self.keep_axis(pieces, &axis);
        }
        if let Ok(solution) = &answer {
            self.statistics.support_evaluations += solution.statistics.support_evaluations;
        }
        answer
    }
}
