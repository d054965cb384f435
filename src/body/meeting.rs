//! When two bodies of any form meet first.

use std::ops::RangeInclusive;

use super::AnyBody;
use crate::extrusion::Side;
use crate::first_of::time_of;
use crate::half_space::Floor;
use crate::motion::Motion;
use crate::pieces::kept;
use crate::pieces::{
    ContactError, ContactStatistics, FirstContact, Front, PieceContact, Pieces, alone,
};
use crate::{Extrusion, Query, QueryError, Real, Solution, SupportMap, WarmStart};

/// What the last query of two bodies passes on to the next one: a [`WarmStart`] of two shapes, or a [`Front`] where
/// there are trees.
///
/// Keep one for each pair that stays near and moves little from query to query. It never changes whether an answer is
/// right, and one from another pair only costs time.
#[derive(Clone, Debug)]
pub struct PairMemory<T, const D: usize>(Kept<T, D>);

#[derive(Clone, Debug)]
enum Kept<T, const D: usize> {
    Nothing,
    Warm(WarmStart<T, D>),
    Front(Front),
}

impl<T: Real, const D: usize> Default for PairMemory<T, D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Real, const D: usize> PairMemory<T, D> {
    /// The memory of bodies that were not asked about yet.
    pub fn new() -> Self {
        Self(Kept::Nothing)
    }

    fn warm(&mut self) -> &mut WarmStart<T, D> {
        if !matches!(self.0, Kept::Warm(_)) {
            self.0 = Kept::Warm(WarmStart::new());
        }
        match &mut self.0 {
            Kept::Warm(warm) => warm,
            _ => unreachable!("it was just made"),
        }
    }

    fn front(&mut self) -> &mut Front {
        if !matches!(self.0, Kept::Front(_)) {
            self.0 = Kept::Front(Front::new());
        }
        match &mut self.0 {
            Kept::Front(front) => front,
            _ => unreachable!("it was just made"),
        }
    }
}

impl<T: Real> Query<T> {
    /// Returns which pieces of two bodies of any form come within the target distance first during the interval, and
    /// when, or proof that none do.
    ///
    /// A shape counts as its own piece 0, and so does a half-space. For two shapes the answer is that of
    /// [`time_of_impact`](Self::time_of_impact), for a half-space that of
    /// [`time_of_impact_on`](Self::time_of_impact_on) or [`first_contact_on`](Self::first_contact_on), and where there
    /// are pieces that of [`first_contact`](Self::first_contact): to the last bit, but for normals, which always point
    /// from A to B. All settings mean what they mean there. The [module docs](crate::body) have an example.
    ///
    /// # Errors
    /// [`ContactError`]; [`ContactError::TwoHalfSpaces`] for two half-spaces. A query that ends undecided, or whose
    /// tolerance is too small for the scalar, is no error: it is the contact, if none is earlier.
    pub fn first_meeting<S, P, M, const D: usize>(
        &self,
        a: &AnyBody<S, P, M, T, D>,
        b: &AnyBody<S, P, M, T, D>,
        interval: RangeInclusive<T>,
    ) -> Result<FirstContact<T, D>, ContactError>
    where
        S: SupportMap<T, D>,
        P: Pieces<T, D>,
        M: Motion<T, D>,
    {
        self.first_meeting_from(a, b, interval, &mut PairMemory::new())
    }

    /// Answers like [`first_meeting`](Self::first_meeting), and begins with what the last query of this pair found.
    ///
    /// # Errors
    /// The errors of [`first_meeting`](Self::first_meeting).
    pub fn first_meeting_from<S, P, M, const D: usize>(
        &self,
        a: &AnyBody<S, P, M, T, D>,
        b: &AnyBody<S, P, M, T, D>,
        interval: RangeInclusive<T>,
        memory: &mut PairMemory<T, D>,
    ) -> Result<FirstContact<T, D>, ContactError>
    where
        S: SupportMap<T, D>,
        P: Pieces<T, D>,
        M: Motion<T, D>,
    {
        match (a, b) {
            (AnyBody::Shape(a), AnyBody::Shape(b)) => {
                let answer = self.meeting_of(a, b, interval.clone(), memory.warm());
                of_two(answer, self.target_distance, interval)
            }
            (AnyBody::Pieces(a), AnyBody::Pieces(b)) => {
                self.first_contact_from(a, b, interval, memory.front())
            }
            (AnyBody::Shape(a), AnyBody::Pieces(b)) => {
                self.first_contact_of((&alone(a)?.body(), &b.body()), interval, memory.front())
            }
            (AnyBody::Floor(floor), AnyBody::Shape(body)) => self.shape_on(floor, body, interval),
            (AnyBody::Floor(floor), AnyBody::Pieces(body)) => {
                self.first_contact_on(floor, body, interval)
            }
            (AnyBody::MovingFloor(floor), AnyBody::Shape(body)) => {
                self.shape_on(floor, body, interval)
            }
            (AnyBody::MovingFloor(floor), AnyBody::Pieces(body)) => {
                self.first_contact_on(floor, body, interval)
            }
            _ if a.is_floor() && b.is_floor() => Err(ContactError::TwoHalfSpaces),
            _ => {
                let answer = self.first_meeting_from(b, a, interval, memory)?;
                Ok(answer.swapped())
            }
        }
    }

    /// Returns the contact alone of [`first_meeting_from`](Self::first_meeting_from): for two shapes nothing else is
    /// looked for.
    pub(crate) fn contact_from<S, P, M, const D: usize>(
        &self,
        a: &AnyBody<S, P, M, T, D>,
        b: &AnyBody<S, P, M, T, D>,
        interval: RangeInclusive<T>,
        memory: &mut PairMemory<T, D>,
    ) -> Result<Option<PieceContact<T, D>>, ContactError>
    where
        S: SupportMap<T, D>,
        P: Pieces<T, D>,
        M: Motion<T, D>,
    {
        if let (AnyBody::Shape(a), AnyBody::Shape(b)) = (a, b) {
            let start = *interval.start();
            let answer = self.meeting_of(a, b, interval, memory.warm());
            return contact_of_two(&answer, start);
        }
        let answer = self.first_meeting_from(a, b, interval, memory)?;
        Ok(answer.contact)
    }

    fn shape_on<F, B, const D: usize>(
        &self,
        floor: &F,
        body: &B,
        interval: RangeInclusive<T>,
    ) -> Result<FirstContact<T, D>, ContactError>
    where
        F: Floor<T, D>,
        B: Extrusion<T, D>,
    {
        let answer = Side::of(body, |body| self.meeting_on(floor, body, interval.clone()));
        of_two(answer, self.target_distance, interval)
    }
}

/// Returns the answer about two convex bodies as one about their pieces.
fn of_two<T: Real, const D: usize>(
    answer: Result<Solution<T, D>, QueryError>,
    target: T,
    interval: RangeInclusive<T>,
) -> Result<FirstContact<T, D>, ContactError> {
    let start = *interval.start();
    let met = contact_of_two(&answer, start)?;
    let mut looked_past = Vec::new();
    let mut statistics = ContactStatistics {
        piece_queries: 1,
        ..ContactStatistics::default()
    };
    let until = met.map_or(*interval.end(), |met| met.time);
    if let Ok(solution) = &answer {
        statistics.support_evaluations = solution.statistics.support_evaluations;
        if met.is_none() && solution.initial_contact.is_some() {
            looked_past.push(PieceContact::of_pieces((0, 0), start, answer));
        }
    }
    let contacts = looked_past.iter().chain(&met);
    let (kept_distance, clear_from) = kept(contacts, target, (start, until));
    Ok(FirstContact {
        kept_distance,
        clear_from,
        contact: met,
        looked_past,
        statistics,
    })
}

/// Returns the contact of two convex bodies, if their answer is one.
fn contact_of_two<T: Real, const D: usize>(
    answer: &Result<Solution<T, D>, QueryError>,
    start: T,
) -> Result<Option<PieceContact<T, D>>, ContactError> {
    match (time_of(answer, start), answer) {
        (Some(time), _) => Ok(Some(PieceContact::of_pieces((0, 0), time, *answer))),
        (None, Ok(_)) => Ok(None),
        (None, Err(error)) => Err((*error).into()),
    }
}
