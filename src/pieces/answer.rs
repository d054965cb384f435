//! The answers about bodies of pieces.

use nalgebra::SVector;
use thiserror::Error;

use super::PiecesError;
use crate::scalar::Ordered;
use crate::{Contact, InitialReport, Outcome, QueryError, Real, Solution};

/// Two pieces that come into contact.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PieceContact<T, const D: usize> {
    /// The index of the piece of A, and that of the piece of B. Convex shapes and half-spaces count as their piece 0.
    pub pieces: (u32, u32),
    /// When: the time of the impact, the start for pieces that overlap then, or the time until which pieces that are
    /// driven in keep their distance. For a query that ended undecided it is the time up to which it proves them free.
    /// For a contact that was looked past it is the time at which it began.
    pub time: T,
    /// The unit vector from A to B along which the bodies push each other, in the world's frame, or `None` if the query
    /// ended undecided.
    ///
    /// It is the normal of the two pieces. If they belong to a [surface](super::Pieces::surface), it leans over no edge
    /// farther than the surface does: over an edge between triangles in a plane it is the normal of that plane.
    pub normal: Option<SVector<T, D>>,
    /// The answer about these two pieces alone, with place and normal. The only error is
    /// [`QueryError::Undecided`] or [`QueryError::ToleranceTooSmall`].
    pub answer: Result<Solution<T, D>, QueryError>,
}

/// Which pieces of two bodies touch first, and when.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FirstContact<T, const D: usize> {
    /// The first contact, or `None` if all pieces that were not looked past stay farther apart than the target
    /// distance. Of impacts at the same time it is the one with the lowest indices. Of contacts at the start it is the
    /// first in the order of the trees; but for surfaces, if the [policy](crate::Query::initial_contact) looks past
    /// contacts, it is the one with the lowest indices.
    ///
    /// Its answer may be that its query ended undecided. Then the bodies are proven free up to its time, and nothing is
    /// known of later times.
    pub contact: Option<PieceContact<T, D>>,
    /// Pieces that were in contact and were looked past, as the query's [policy](crate::Query::initial_contact) asks,
    /// and did not meet again before the first contact: they started in contact, or a body
    /// [slid](super#sliding) onto them. If the first contact is at the start, there may be others.
    pub looked_past: Vec<PieceContact<T, D>>,
    /// The signed distance that all pieces keep before the first contact, or to the end: the target distance, or less
    /// if contacts were looked past.
    pub kept_distance: T,
    /// The time from which all pieces keep the target distance until the first contact, or to the end. It is the start
    /// if no contact was looked past, and `None` if one lasts until then.
    pub clear_from: Option<T>,
    /// What the answer cost.
    pub statistics: ContactStatistics,
}

/// Whether any pieces of two bodies touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnyContact {
    /// Two pieces that touch: the index of the piece of A, and that of the piece of B. `None` if no pieces do.
    pub pieces: Option<(u32, u32)>,
    /// What the answer cost.
    pub statistics: ContactStatistics,
}

impl AnyContact {
    /// Returns whether any pieces touch.
    pub fn touches(&self) -> bool {
        self.pieces.is_some()
    }
}

/// When each pair of pieces of two bodies touches first.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AllContacts<T, const D: usize> {
    /// The first contact of each pair of pieces that comes into contact, in the order of time, and at one time in that
    /// of indices. A query about two pieces that ended undecided counts as a contact.
    pub contacts: Vec<PieceContact<T, D>>,
    /// Pieces that were in contact and were looked past, as the query's [policy](crate::Query::initial_contact) asks.
    /// If they met again later, they are among the contacts too.
    pub looked_past: Vec<PieceContact<T, D>>,
    /// What the answer cost.
    pub statistics: ContactStatistics,
}

/// Counts of the work that a query about bodies of pieces did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContactStatistics {
    /// Spans over which the trees were walked.
    pub spans: u32,
    /// Pairs of boxes that were tested.
    pub box_pairs: u64,
    /// Queries about two pieces. Where no body may [slide](super#sliding), a pair mostly takes one.
    pub piece_queries: u64,
    /// Evaluated pairs of support points or support values of pieces, in queries that had an answer.
    pub support_evaluations: u64,
    /// How often two pieces near each other were no pair, as one of a [one-sided surface](super#one-sided-surfaces) lets
    /// the other pass. A pair may be counted several times. If it is 0 and no contact was looked past, the answer is the
    /// one about the same surfaces with two sides. Only its [normal](PieceContact::normal) may be another one: away from
    /// its rims, a one-sided surface pushes to its front alone.
    pub let_pass: u64,
}

/// The reason why a query about bodies of pieces has no answer.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ContactError {
    /// The interval, a setting of the query, or a motion is invalid.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// Both bodies are half-spaces: these are no pair that a query could be about.
    #[error("both bodies are half-spaces, of which none is asked about another")]
    TwoHalfSpaces,
    /// A shape is not finite, or too large.
    #[error(transparent)]
    Shape(#[from] PiecesError),
    /// The query about two pieces failed.
    #[error("the query about pieces {} and {} failed: {error}", pieces.0, pieces.1)]
    Pieces {
        /// The index of the piece of A, and that of the piece of B.
        pieces: (u32, u32),
        /// Why.
        error: QueryError,
    },
}

impl<T: Real, const D: usize> PieceContact<T, D> {
    /// A contact whose normal is that of the two pieces alone.
    pub(crate) fn of_pieces(
        pieces: (u32, u32),
        time: T,
        answer: Result<Solution<T, D>, QueryError>,
    ) -> Self {
        let contact = Self {
            pieces,
            time,
            normal: None,
            answer,
        };
        let normal = contact.place().map(|place| place.normal);
        Self { normal, ..contact }
    }

    /// Returns where the two pieces touch, with the normal of these two alone, or `None` if the query ended undecided.
    ///
    /// For a contact that was looked past it is the place where it began.
    pub fn place(&self) -> Option<&Contact<T, D>> {
        let solution = self.answer.as_ref().ok()?;
        match &solution.outcome {
            Outcome::Impact(impact) if self.time >= impact.time => Some(&impact.contact),
            Outcome::Overlapping(penetration) => Some(&penetration.contact),
            Outcome::Stays(report) | Outcome::DrivesIn(report) => Some(&report.contact),
            Outcome::Separated(_) | Outcome::Impact(_) => solution
                .initial_contact
                .as_ref()
                .map(|start| &start.contact),
        }
    }

    /// Returns where the bodies touch, with the normal along which they [push each other](Self::normal), or `None` if
    /// the query ended undecided. This is what a contact solver takes.
    ///
    /// ```
    /// use nalgebra::{Isometry2, vector};
    /// use photofinish::motion::AtRest;
    /// use photofinish::pieces::{Convex, MovingPieces, Polyline};
    /// use photofinish::shape::Cuboid;
    /// use photofinish::{Manifold2, Query};
    ///
    /// // a crate lies on a point of the ground: each of two segments holds one of its corners
    /// let ground = Polyline::open([-9.0, 0.0, 9.0].map(|x| vector![x, 0.0]).to_vec())?;
    /// let ground = MovingPieces::new(&ground, AtRest::new(Isometry2::identity())?);
    /// let crate_ = Convex::new(Cuboid::new(vector![1.0, 0.5])?)?;
    /// let crate_ = MovingPieces::new(&crate_, AtRest::new(Isometry2::translation(0.3, 0.5))?);
    /// let touching = Query::new().all_contacts(&ground, &crate_, 0.0..=0.0)?;
    /// let mut manifold = Manifold2::new();
    /// for found in &touching.contacts {
    ///     let contact = found.contact().expect("a place");
    ///     assert_eq!(contact.normal, vector![0.0, 1.0]);
    ///     let piece = ground.piece(found.pieces.0).expect("a segment");
    ///     let block = crate_.piece(0).expect("the crate");
    ///     let points = manifold.update_at(&piece, &block, 0.0, &contact)?;
    ///     assert_eq!(points.len(), 2);
    /// }
    /// assert_eq!(touching.contacts.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contact(&self) -> Option<Contact<T, D>> {
        let (place, normal) = (*self.place()?, self.normal?);
        Some(Contact { normal, ..place })
    }

    /// Returns the same contact with the bodies swapped.
    pub(crate) fn swapped(self) -> Self {
        Self {
            pieces: (self.pieces.1, self.pieces.0),
            normal: self.normal.map(|normal| -normal),
            answer: self.answer.map(Solution::swapped),
            ..self
        }
    }

    /// Orders contacts by their time, and at one time by the indices of their pieces.
    pub(super) fn order(&self, other: &Self) -> std::cmp::Ordering {
        let by_time = Ordered::of(self.time).cmp(&Ordered::of(other.time));
        by_time.then(self.pieces.cmp(&other.pieces))
    }
}

impl<T: Real, const D: usize> FirstContact<T, D> {
    /// Returns the same answer with the bodies swapped.
    pub(crate) fn swapped(mut self) -> Self {
        self.contact = self.contact.map(PieceContact::swapped);
        for contact in &mut self.looked_past {
            *contact = contact.swapped();
        }
        self.looked_past.sort_by_key(|contact| contact.pieces);
        self
    }
}

/// Returns the report on the contact that was looked past last.
pub(crate) fn report<T: Real, const D: usize>(
    solution: &Solution<T, D>,
) -> Option<InitialReport<T, D>> {
    match solution.outcome {
        Outcome::Stays(report) | Outcome::DrivesIn(report) => Some(report),
        _ => solution.initial_contact,
    }
}

/// Returns when a contact that was looked past had ended.
pub(super) fn ends<T: Real, const D: usize>(
    answer: Option<&Solution<T, D>>,
    report: &InitialReport<T, D>,
    end: T,
) -> T {
    match answer.map(|solution| solution.outcome) {
        Some(Outcome::Stays(_)) => end,
        Some(Outcome::DrivesIn(_)) => report.kept_until,
        _ => report.resumed_at.unwrap_or(report.kept_until),
    }
}

/// Returns the signed distance that pieces keep before a time, and the time from which they keep the target distance,
/// if that is earlier. The contacts are those that were looked past, and the one at that time.
pub(crate) fn kept<'c, T: Real, const D: usize>(
    contacts: impl Iterator<Item = &'c PieceContact<T, D>>,
    target: T,
    (start, until): (T, T),
) -> (T, Option<T>) {
    let (mut kept, mut clear) = (target, None);
    for contact in contacts {
        let solution = contact.answer.as_ref().ok();
        if let Some(report) = solution.and_then(report) {
            let end = ends(solution, &report, until);
            kept = kept.min(report.kept_distance);
            clear = Some(clear.map_or(end, |clear: T| clear.max(end)));
        }
    }
    match clear {
        None => (kept, Some(start)),
        Some(clear) => (kept, (clear < until).then_some(clear)),
    }
}
