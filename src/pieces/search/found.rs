//! What a search has found: the contacts, with the normals of the surfaces.

use nalgebra::{AbstractRotation, SVector};

use super::{Answered, Search};
use crate::motion::Motion;
use crate::pieces::{Body, PieceContact};
use crate::{Extrusion, Outcome, QueryError, Real, SupportMap};

impl<A, B, T, const D: usize> Search<'_, A, B, T, D>
where
    T: Real,
    A: Body<T, D>,
    B: Body<T, D>,
{
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
        let met = answered.filter_map(|(&pieces, answered)| {
            let time = answered.contact?;
            Some((
                PieceContact::of_pieces(pieces, time, answered.answer),
                answered,
            ))
        });
        let (first, answered) = met.min_by(|(one, _), (other, _)| one.order(other))?;
        Some(self.piece_contact(first.pieces, first.time, answered))
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

    /// Returns the normal nearest to that of two pieces along which the surfaces that they belong to can push bodies.
    pub(super) fn surface_normal(
        &self,
        (a, b): (u32, u32),
        time: T,
        normal: SVector<T, D>,
    ) -> SVector<T, D> {
        if self.a.surface().is_none() && self.b.surface().is_none() {
            return normal;
        }
        let middle = |slice: &dyn SupportMap<T, D>| slice.location() + slice.interior_point();
        let of_a = middle(&self.a.moving_piece(a).slice(time, &self.origin));
        let of_b = middle(&self.b.moving_piece(b).slice(time, &self.origin));
        let at = (time, &self.origin);
        let pushed = allowed((self.a, a), at, normal, of_b);
        -allowed((self.b, b), at, -pushed, of_a)
    }

    /// Returns two pieces whose query ended undecided, if there are any.
    pub(in crate::pieces) fn undecided(&self) -> Option<((u32, u32), QueryError)> {
        let mut answered = self.answered.iter();
        answered.find_map(|(&pieces, answered)| Some((pieces, answered.answer.err()?)))
    }
}

/// Returns the direction nearest to `direction` in which a piece can push others, as a part of its body. `middle` is
/// that of the other piece, measured from an origin.
fn allowed<T: Real, const D: usize>(
    (body, piece): (&impl Body<T, D>, u32),
    (time, origin): (T, &SVector<T, D>),
    direction: SVector<T, D>,
    middle: SVector<T, D>,
) -> SVector<T, D> {
    let Some(surface) = body.surface() else {
        return direction;
    };
    let rotation = body.motion().pose(time).rotation;
    let way = middle - body.motion().placement(time, origin).translation;
    let [inward, middle] = [direction, way].map(|v| rotation.inverse_transform_vector(&v));
    rotation.transform_vector(&surface.allowed(piece, inward, &middle))
}
