//! The search for contacts between bodies of pieces.
//!
//! ```text
//! now = start of the interval
//! loop
//!     if one body, or the ball around it, passes all boxes of the other one, which does not turn, that is the answer
//!     if the boxes around both bodies are apart, go on with these alone: now = when they no longer are
//!     take a span from now on in which the bodies turn little
//!     queue the boxes that it does not pass, or the pairs of boxes of the front, or both roots
//!     for the pair in the queue that is proven apart up to the earliest time, up to the first contact:
//!         if a direction separates it over the span, it is settled
//!         if it may meet later than the next one, put it back
//!         if both have one piece, ask about these two over the whole interval
//!         else split the larger box
//!         after a contact, look at what may meet before it over that shorter span
//!     if pieces meet in the span, the first of these contacts is the answer
//!     now = end of the span
//! ```
//!
//! So few pieces are asked about but those that meet first, however fine a surface is. The answer about two pieces
//! depends neither on the spans, nor on what else the bodies have.

mod ask;
mod clear;
mod found;
mod glance;
mod log;
mod pace;
mod slide;
mod walk;
mod write;

use std::collections::BTreeMap;

use nalgebra::SVector;

use self::clear::{clear_distance, may_slide};
use self::glance::Glance;
use self::log::Log;
use self::slide::Followed;
use self::walk::Over;
use super::front::Entry;
use super::moving::of_boxes;
use super::proof::Proof;
use super::sides::lets_pass;
use super::window::Window;
use super::{Bodies, Body, ContactError, ContactStatistics, Front, PiecesObserver};
use crate::toi::Begins;
use crate::{Outcome, Query, QueryError, Real, Solution, Span};

/// What is asked about two bodies of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    /// Whether any pieces touch.
    Any,
    /// Which pieces touch first.
    First,
    /// When each pair of pieces touches first.
    All,
}

pub(super) struct Search<'x, T: Real, const D: usize> {
    query: Query<T>,
    a: &'x Body<'x, T, D>,
    b: &'x Body<'x, T, D>,
    pub(super) during: Span<T>,
    /// The point from which the coordinates of boxes are measured.
    origin: SVector<T, D>,
    /// The distance that pieces keep which are left out: the target distance, and what the tolerance of a query about
    /// two pieces may be. So a query about those pieces would not count them as met either. Bodies that slide over a
    /// surface within the tolerance shall not meet its edges: for these it is the target distance alone.
    clear_distance: T,
    /// Whether contacts may be looked past because other pieces of a surface explain them.
    may_be_explained: bool,
    asks: Asks,
    front: &'x mut Front,
    /// The pairs of boxes with which a walk begins past a body that does not turn, each with a time before which they are
    /// apart. All that may meet up to the next knot is in them.
    nearby: Vec<(T, Entry)>,
    /// The pairs of pieces with an answer for the whole interval.
    answered: BTreeMap<(u32, u32), Answered<T, D>>,
    /// The time of the first contact found.
    first: Option<T>,
    /// The first pieces that were found to touch at some time.
    pub(super) touching: Option<(u32, u32)>,
    pub(super) statistics: ContactStatistics,
    pub(super) log: Log<'x, T, D>,
}

/// What is known of two pieces for the whole interval.
struct Answered<T: Real, const D: usize> {
    answer: Result<Solution<T, D>, QueryError>,
    /// When they come into contact, if they do.
    contact: Option<T>,
    /// When they were looked past.
    followed: Followed<T>,
}

impl<'x, T: Real, const D: usize> Search<'x, T, D> {
    pub(super) fn new(
        query: &Query<T>,
        (a, b): Bodies<'x, T, D>,
        during: Span<T>,
        asks: Asks,
        front: &'x mut Front,
    ) -> Self {
        let reference = a.motion().reference(during.start()) + b.motion().reference(during.start());
        Self {
            query: *query,
            a,
            b,
            during,
            origin: reference * T::of(0.5),
            may_be_explained: may_slide(query, (a, b), asks),
            clear_distance: clear_distance(query, (a, b), during, asks),
            asks,
            front,
            nearby: Vec::new(),
            answered: BTreeMap::new(),
            first: None,
            touching: None,
            statistics: ContactStatistics::default(),
            log: Log::new(),
        }
    }

    /// Keeps a proof of what is found.
    pub(super) fn proving(mut self) -> Self {
        self.log.proof = Some(Proof::new(self.origin));
        self
    }

    /// Shows every step to an observer.
    pub(super) fn observed(mut self, observer: &'x mut dyn PiecesObserver<T, D>) -> Self {
        self.log.observer = Some(observer);
        self
    }

    /// Runs the search to its end.
    pub(super) fn run(&mut self) -> Result<(), ContactError> {
        let mut now = self.during.start();
        let mut knot = None;
        loop {
            let rest = self.up_to_knot(now)?;
            let mut over = None;
            let mut passes = false;
            if knot != Some(rest.end()) {
                knot = Some(rest.end());
                match self.glance(rest) {
                    Glance::Passes => passes = true,
                    Glance::MayMeet(whole) => over = whole,
                }
            }
            let until = if passes {
                self.look_past_explained(rest.end())?;
                rest.end()
            } else if let Some(until) = self.advance(rest, over)? {
                until
            } else {
                return Ok(());
            };
            if self.is_answered_by(until) || until >= self.during.end() {
                return Ok(());
            }
            now = until;
        }
    }

    /// Goes on through a short span, or through all of it if something tells of that. Returns the time up to which all is
    /// known then, or `None` if the bodies are apart to the end.
    fn advance(
        &mut self,
        rest: Span<T>,
        over: Option<Over<'x, T, D>>,
    ) -> Result<Option<T>, ContactError> {
        let mut over = over.unwrap_or_else(|| self.over(self.beginning(rest)));
        if matches!(over, Over::Both(_)) && self.are_apart(rest.start()) {
            let Some(later) = self.advance_apart(rest.start())? else {
                return Ok(None);
            };
            // it may be past the knot
            self.nearby = vec![(later, Entry::ROOT)];
            over = self.over(self.beginning(self.up_to_knot(later)?));
        }
        let (start, until) = (over.during().start(), self.walk(&over)?);
        if self.log.proof.is_some() && !self.is_answered_by(start) {
            self.write(Span::known(start, until))?;
            self.look_past_explained(until)?;
        }
        Ok(Some(until))
    }

    /// Returns whether two pieces need no question, as the one lets the other pass from behind.
    fn lets_pass(&mut self, pieces: (u32, u32)) -> bool {
        let passes = lets_pass((self.a, self.b), pieces, self.during);
        self.statistics.let_pass += u64::from(passes);
        passes
    }

    /// Returns the directions of a span. What is kept and shown is about boxes, also of bodies of one piece.
    fn window(&self, during: Span<T>) -> Window<T, D> {
        let bodies = (self.a, self.b);
        let window = Window::over(bodies, during, &self.origin, self.clear_distance);
        if self.log.keeps() {
            window.by_boxes()
        } else {
            window
        }
    }

    /// Returns whether what was found up to a time is the answer.
    fn is_answered_by(&self, time: T) -> bool {
        match self.asks {
            Asks::Any => self.touching.is_some(),
            Asks::First => self.first.is_some_and(|first| first <= time),
            Asks::All => false,
        }
    }

    /// Returns whether the balls around both bodies are apart.
    fn are_apart(&self, time: T) -> bool {
        let middle = |body: &Body<'_, T, D>| {
            let place = body.motion().placement(time, &self.origin);
            place.translation + place.rotation * body.tree().node(0).center
        };
        let room = self.a.tree().node(0).radius + self.b.tree().node(0).radius;
        (middle(self.a) - middle(self.b)).norm() > room + self.clear_distance
    }

    /// Returns the time up to which the boxes around both bodies stay apart, or `None` if they do so to the end. The
    /// search for convex bodies finds it.
    fn advance_apart(&mut self, now: T) -> Result<Option<T>, ContactError> {
        // boxes have no inside that a negative distance could reach into
        let query = Query::new().target_distance(self.clear_distance.max(T::zero()));
        let interval = now..=self.during.end();
        let (solution, certificate) = of_boxes((self.a, self.b), (0, 0), |boxes| {
            if self.log.proof.is_none() {
                return (
                    query.meeting_of_sides(boxes, interval, Begins::Afresh).0,
                    None,
                );
            }
            match query.certify_untyped(boxes, interval, Begins::Afresh) {
                Ok((solution, certificate)) => (Ok(solution), Some(certificate)),
                Err(error) => (Err(error.error), Some(error.certificate)),
            }
        });
        let until = match solution {
            Ok(solution) => match solution.outcome {
                Outcome::Separated(_) => Ok(None),
                Outcome::Impact(impact) => Ok(Some(impact.time)),
                _ => Ok(Some(now)),
            },
            Err(
                QueryError::Undecided { clear_until, .. }
                | QueryError::ToleranceTooSmall { clear_until, .. },
            ) => Ok(Some(T::of(clear_until).max(now))),
            Err(error) => Err(error.into()),
        };
        let end = until
            .as_ref()
            .map_or(now, |until| until.unwrap_or(self.during.end()));
        self.log.apart(Span::known(now, end), certificate);
        until
    }
}
