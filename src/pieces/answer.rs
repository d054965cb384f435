//! The answers about bodies of pieces.

use thiserror::Error;

use super::PiecesError;
use crate::{Contact, Outcome, QueryError, Real, Solution};

/// Two pieces that come into contact.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PieceContact<T, const D: usize> {
    /// The index of the piece of A, and that of the piece of B. Convex shapes and half-spaces count as their piece 0.
    pub pieces: (u32, u32),
    /// When: the time of the impact, the start for pieces that overlap then, or the time until which pieces that are
    /// driven in keep their distance. For a query that ended undecided it is the time up to which it proves them free.
    /// For a contact that was looked past it is the start.
    pub time: T,
    /// The answer about these two pieces alone, with place and normal. The only error is
    /// [`QueryError::Undecided`] or [`QueryError::ToleranceTooSmall`].
    pub answer: Result<Solution<T, D>, QueryError>,
}

/// Which pieces of two bodies touch first, and when.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FirstContact<T, const D: usize> {
    /// The first contact, or `None` if the bodies stay farther apart than the target distance, but for pieces that were
    /// looked past. Of impacts at the same time it is the one with the lowest indices; of contacts at the start, the
    /// first in the order of the trees.
    ///
    /// Its answer may be that its query ended undecided. Then the bodies are proven free up to its time, and nothing is
    /// known of later times.
    pub contact: Option<PieceContact<T, D>>,
    /// Pieces that started in contact and were looked past, as the query's
    /// [policy](crate::Query::initial_contact) asks, and did not meet again before the first contact. If the first
    /// contact is at the start, there may be others.
    pub looked_past: Vec<PieceContact<T, D>>,
    /// True iff the answer is proven: it is, unless a motion has no bounds.
    pub certified: bool,
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
    /// Queries about two pieces. A pair that meets mostly takes two.
    pub piece_queries: u64,
    /// Evaluated pairs of support points or support values of pieces, in queries that had an answer.
    pub support_evaluations: u64,
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
        #[source]
        error: QueryError,
    },
}

impl<T: Real, const D: usize> PieceContact<T, D> {
    /// Returns where the pieces touch, with the normal from A to B, or `None` if the query ended undecided.
    ///
    /// For a contact that was looked past it is the place at the start.
    pub fn place(&self) -> Option<&Contact<T, D>> {
        let solution = self.answer.as_ref().ok()?;
        match &solution.outcome {
            Outcome::Impact(impact) => Some(&impact.contact),
            Outcome::Overlapping(penetration) => Some(&penetration.contact),
            Outcome::Stays(report) | Outcome::DrivesIn(report) => Some(&report.contact),
            Outcome::Separated(_) => solution
                .initial_contact
                .as_ref()
                .map(|start| &start.contact),
        }
    }

    /// Returns the same contact with the bodies swapped.
    fn swapped(self) -> Self {
        Self {
            pieces: (self.pieces.1, self.pieces.0),
            answer: self.answer.map(Solution::swapped),
            ..self
        }
    }

    /// Orders contacts by their time, and at one time by the indices of their pieces.
    pub(super) fn order(&self, other: &Self) -> std::cmp::Ordering {
        let times = self.time.as_f64().total_cmp(&other.time.as_f64());
        times.then(self.pieces.cmp(&other.pieces))
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
