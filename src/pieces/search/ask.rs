//! Questions about single pieces.

use nalgebra::SVector;

use super::{Answered, Asks, Search};
use crate::extrusion::Side;
use crate::first_of::time_of;
use crate::pieces::ContactError;
use crate::pieces::moving::of_pieces;
use crate::toi::Begins;
use crate::tuning::SAME_DIRECTION;
use crate::{Outcome, QueryError, Real, Solution};

impl<T: Real, const D: usize> Search<'_, T, D> {
    /// Asks about two pieces, and if no more is asked only whether they touch by the end of a span.
    pub(super) fn ask(&mut self, pieces: (u32, u32), end: T) -> Result<(), ContactError> {
        if self.asks == Asks::Any {
            self.statistics.piece_queries += 1;
            let ask = |pieces: [Side<'_, T, D>; 2]| {
                let interval = self.during.start()..=end;
                self.query.touches_untyped(pieces, interval)
            };
            let touches = of_pieces((self.a, self.b), pieces, ask);
            if touches == Ok(true) {
                self.touching = Some(pieces);
            }
            if touches.is_ok() {
                return Ok(());
            }
        }
        self.answer(pieces)
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
            self.first = Some(self.first.map_or(time, |first| first.min(time)));
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
        let ask =
            |pieces: [Side<'_, T, D>; 2]| self.query.meeting_of_sides(pieces, interval, along);
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

    /// Asks about two pieces over the whole interval.
    pub(super) fn ask_whole(
        &mut self,
        pieces: (u32, u32),
        begins: Begins<T, D>,
    ) -> Result<Solution<T, D>, QueryError> {
        self.statistics.piece_queries += 1;
        let ask = |sides: [Side<'_, T, D>; 2]| {
            self.log
                .ask((&self.query, begins), sides, pieces, self.during)
        };
        let answer = of_pieces((self.a, self.b), pieces, ask);
        if let Ok(solution) = &answer {
            self.statistics.support_evaluations += solution.statistics.support_evaluations;
        }
        answer
    }
}
