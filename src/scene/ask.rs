//! Questions about a pair, whose answers do not depend on what was asked before.
//!
//! The answer about a pair is that of a query which knows nothing, from the first time that both bodies have in common
//! to the end. Its last bits would differ with a warm start or a front, and a pair that passes within the tolerance
//! could count as free. So what was kept only ever shows that a pair is *clear*: that it keeps the target distance and
//! more than a tolerance beyond. No query finds an impact of such a pair.

use super::entry::{Entry, Kept};
use super::slots::Slots;
use crate::body::{AnyBody, PairMemory, Stretch};
use crate::motion::Motion;
use crate::pairs::{self, Known};
use crate::pieces::{ContactError, PieceContact, Pieces};
use crate::toi::is_thick_enough;
use crate::tuning::ULPS_IN_ROOM;
use crate::{InitialContact, Query, Real, SupportMap};

/// A pair of a scene.
pub(super) type Pair<T, const D: usize> = pairs::Pair<T, Box<PieceContact<T, D>>, Kept<T, D>>;

/// A pair to be asked about.
pub(super) struct Question<'p, T: Real, const D: usize> {
    pub(super) pair: &'p mut Pair<T, D>,
    pub(super) how: Result<How, ContactError>,
}

/// How a question was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// By a query that knew nothing.
    Asked,
    /// By what was kept: the pair is clear.
    Kept,
    /// Only up to the first meeting so far.
    PutOff,
}

/// What all questions have in common.
pub(super) struct Asker<'s, S, P, M, T: Real, const D: usize> {
    pub(super) query: &'s Query<T>,
    pub(super) end: T,
    /// The first meeting so far: a pair that is clear until then may be put off.
    pub(super) first: Option<T>,
    pub(super) bodies: &'s Slots<Entry<S, P, M, T, D>>,
}

impl<S, P, M, T, const D: usize> Asker<'_, S, P, M, T, D>
where
    T: Real,
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    M: Motion<T, D>,
{
    /// Answers a question.
    pub(super) fn ask(&self, question: &mut Question<'_, T, D>) {
        question.how = self.answer(question.pair);
    }

    fn answer(&self, pair: &mut Pair<T, D>) -> Result<How, ContactError> {
        let [a, b] = pair.bodies.map(|index| &self.bodies.at(index).stretch);
        let start = a.during.start().max(b.during.start());
        let Pair { known, kept, .. } = pair;
        if kept.was_free && self.is_clear([a, b], (start, self.end), &mut kept.memory) {
            *known = Known::Free;
            return Ok(How::Kept);
        }
        // a pair is put off only once: after that a question up to the end costs no more than another one. What a
        // one-sided surface lets pass depends on the whole interval, so that an answer about a part of it tells
        // nothing.
        if let (Some(first), Known::Nothing) = (self.first, &*known)
            && first >= start
            && first < self.end
            && !(a.body.is_one_sided() || b.body.is_one_sided())
            && self.is_clear([a, b], (start, first), &mut kept.memory)
        {
            *known = Known::FreeThrough(first);
            return Ok(How::PutOff);
        }
        let mut memory = PairMemory::new();
        let interval = start..=self.end;
        let answer = self
            .query
            .first_meeting_from(&a.body, &b.body, interval, &mut memory)?;
        *kept = Kept {
            memory,
            was_free: answer.contact.is_none() && answer.looked_past.is_empty(),
        };
        *known = match answer.contact {
            Some(contact) => Known::Meets(contact.time, Box::new(contact)),
            None => Known::Free,
        };
        Ok(How::Asked)
    }

    /// Returns whether a pair is proven to keep more than a tolerance beyond the target distance. That takes one test
    /// for two shapes, and a walk from where the last one ended for trees.
    fn is_clear(
        &self,
        [a, b]: [&Stretch<S, P, M, T, D>; 2],
        (start, end): (T, T),
        memory: &mut PairMemory<T, D>,
    ) -> bool {
        let Some(room) = self.room(a, b) else {
            return false;
        };
        let query = self
            .query
            .target_distance(self.query.target_distance + room)
            .initial_contact(InitialContact::Stop);
        let are_shapes = [a, b]
            .iter()
            .all(|stretch| matches!(stretch.body, AnyBody::Shape(_)));
        let query = if are_shapes { query.budget(0) } else { query };
        let answer = query.first_meeting_from(&a.body, &b.body, start..=end, memory);
        answer.is_ok_and(|answer| answer.contact.is_none())
    }

    /// Returns no less than how far beyond the target distance a query of two bodies may find an impact: the tolerance
    /// and rounding. `None` for bodies without boxes, and for those that a query may refuse, as they could pass through
    /// each other.
    fn room(&self, a: &Stretch<S, P, M, T, D>, b: &Stretch<S, P, M, T, D>) -> Option<T> {
        let [a, b] = [a.measures?, b.measures?];
        let tolerance = self
            .query
            .asked_tolerance_or((a.size + b.size) * T::SQRT_EPSILON);
        let coordinates = a.coordinates + b.coordinates + self.query.target_distance.abs();
        let room = tolerance + coordinates * (T::EPSILON * T::of(ULPS_IN_ROOM));
        let target = self.query.target_distance;
        let is_allowed =
            target >= T::zero() || is_thick_enough(a.thickness + b.thickness, room - target);
        (room.is_finite() && is_allowed).then_some(room)
    }
}
