//! What a search has found: the contacts, with the normals of the surfaces.

use nalgebra::SVector;

use super::{Answered, Search};
use crate::pieces::PieceContact;
use crate::pieces::pushed::surface_normal;
use crate::scalar::Ordered;
use crate::{Outcome, QueryError, Real};

impl<T: Real, const D: usize> Search<'_, T, D> {
    /// Returns the pairs of pieces that meet, in the order of time.
    pub(in crate::pieces) fn met(&self) -> Vec<PieceContact<T, D>> {
        let answered = self.answered.iter();
        let met = answered.filter_map(|(&pieces, answered)| {
            Some(self.piece_contact(pieces, answered.contact?, answered))
        });
        let mut met: Vec<_> = met.collect();
        met.sort_by(PieceContact::order);
        met
    }

    /// Returns the pair of pieces that meets first.
    pub(in crate::pieces) fn first_met(&self) -> Option<PieceContact<T, D>> {
        let answered = self.answered.iter();
        let met =
            answered.filter_map(|(pieces, answered)| Some((answered.contact?, pieces, answered)));
        // of those that meet at one time the first, which has the lowest indices
        let (time, &pieces, answered) = met.min_by_key(|(time, ..)| Ordered::of(*time))?;
        Some(self.piece_contact(pieces, time, answered))
    }

    /// Returns the pairs of pieces that were looked past, before they met if they did.
    pub(in crate::pieces) fn looked_past(&self) -> Vec<PieceContact<T, D>> {
        let answered = self.answered.iter();
        let looked_past = answered.filter_map(|(&pieces, answered)| {
            let &(began, _) = answered.followed.spans.first()?;
            let is_before = answered.contact.is_none_or(|met| began < met);
            is_before.then(|| self.piece_contact(pieces, began, answered))
        });
        looked_past.collect()
    }

    pub(super) fn piece_contact(
        &self,
        pieces: (u32, u32),
        time: T,
        answered: &Answered<T, D>,
    ) -> PieceContact<T, D> {
        let mut contact = PieceContact {
            pieces,
            time,
            normal: None,
            answer: answered.answer,
        };
        if let Some(place) = contact.place() {
            let began = answered.followed.spans.last().map_or(time, |span| span.0);
            let is_later = matches!(contact.answer, Ok(solution) if matches!(solution.outcome, Outcome::Impact(_)));
            let time = if is_later { time } else { began };
            contact.normal = Some(self.surface_normal(pieces, time, place.normal));
        }
        contact
    }

    /// Returns the normal along which two pieces push each other, as parts of their surfaces.
    pub(super) fn surface_normal(
        &self,
        pieces: (u32, u32),
        time: T,
        normal: SVector<T, D>,
    ) -> SVector<T, D> {
        surface_normal((self.a, self.b), pieces, (time, &self.origin), normal)
    }

    /// Returns two pieces whose query ended undecided, if there are any.
    pub(in crate::pieces) fn undecided(&self) -> Option<((u32, u32), QueryError)> {
        let mut answered = self.answered.iter();
        answered.find_map(|(&pieces, answered)| Some((pieces, answered.answer.err()?)))
    }
}
