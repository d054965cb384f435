//! The search for contacts between bodies of pieces.
//!
//! ```text
//! now = start of the interval
//! loop
//!     while the boxes around both bodies are apart, go on with these alone, up to now
//!     take a span from now on in which the bodies turn little; halve it if there is too much to ask in it
//!     for each pair of boxes, from both roots or from the front:
//!         if a direction separates them over the span, they are settled
//!         if both have one piece, ask about these two over the span, unless a direction separates them
//!         else split the larger box
//!         if pieces meet in the span, look for some that meet earlier, and end it soon after that
//!     if pieces meet in the span, the first of these contacts is the answer
//!     now = end of the span
//! ```
//!
//! Two pieces that meet are asked about once more, from the start of the interval. So their answer does not depend on
//! the spans, nor on what else the bodies have.

mod ask;
mod clear;
mod descent;
mod fly;
mod found;
mod log;
mod pace;
mod probe;
mod slide;
mod walk;

use std::collections::BTreeMap;

use nalgebra::SVector;

use self::clear::{clear_distance, may_slide};
pub(super) use self::fly::Flying;
use self::log::Log;
use self::pace::Pace;
use self::slide::Followed;
use self::walk::Walked;
use super::moving::of_boxes;
use super::proof::Proof;
use super::sides::lets_pass;
use super::window::{Places, Window};
use super::{Bodies, Body, ContactError, ContactStatistics, Front, PiecesObserver};
use crate::toi::Begins;
use crate::tuning::LEAST_WAY_OF_PIECES;
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
    pace: Pace<'x, T, D>,
    window: Window<T, D>,
    /// A body of one piece that flies straight past the other body, if it does.
    flying: Option<Flying<T, D>>,
    /// The pairs of pieces with an answer for the whole interval.
    answered: BTreeMap<(u32, u32), Answered<T, D>>,
    /// The time of the first contact found.
    first: Option<T>,
    /// Its normal.
    normal: Option<SVector<T, D>>,
    /// Whether a contact was found since the span was last ended earlier.
    found_another: bool,
    /// The first pieces of the walk that were found to touch at some time.
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
            pace: Pace::new((a, b), during),
            window: Window::new(),
            flying: None,
            answered: BTreeMap::new(),
            first: None,
            normal: None,
            found_another: false,
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
        let is_done = match self.flying.take() {
            Some(flying) => self.fly(flying)?,
            None => self.descend()?,
        };
        if is_done {
            return Ok(());
        }
        let Some(mut now) = self.advance_apart(self.during.start())? else {
            return Ok(());
        };
        let mut places = self.places(now);
        loop {
            let end = self.pace.end(now)?;
            let last = self.places(end);
            self.look_at(&places, &last);
            let before = self.statistics.piece_queries;
            let goes_far = self.window.way > self.smaller_radius() * T::of(LEAST_WAY_OF_PIECES);
            let most = self.pace.most_queries(end - now).filter(|_| goes_far);
            if self.walk(&places, most.map(|most| before + most))? == Walked::TooMuch {
                self.pace.slow_down(end - now);
                continue;
            }
            let queries = self.statistics.piece_queries - before;
            self.pace.speed_up(end - now, queries);
            let (end, last) = match self.window.during.end() {
                earlier if earlier < end => (earlier, self.places(earlier)),
                _ => (end, last),
            };
            self.look_past_explained(end)?;
            if self.is_answered_by(end) || end >= self.during.end() {
                return Ok(());
            }
            (now, places) = (end, last);
            if self.are_apart() {
                match self.advance_apart(now)? {
                    None => return Ok(()),
                    Some(later) => now = later,
                }
                places = self.places(now);
            }
        }
    }

    /// Returns the radius of the smaller body.
    fn smaller_radius(&self) -> T {
        let radius_a = self.a.tree().node(0).radius;
        radius_a.min(self.b.tree().node(0).radius)
    }

    /// Returns whether two pieces need no question, as the one lets the other pass from behind.
    fn lets_pass(&mut self, pieces: (u32, u32)) -> bool {
        let passes = lets_pass((self.a, self.b), pieces, self.during);
        self.statistics.let_pass += u64::from(passes);
        passes
    }

    fn places(&self, time: T) -> Places<T, D> {
        Places::at((self.a, self.b), time, &self.origin)
    }

    /// Begins a span, or ends it earlier.
    fn look_at(&mut self, start: &Places<T, D>, end: &Places<T, D>) {
        let middle = self.places(start.time + (end.time - start.time) * T::of(0.5));
        let clear = self.clear_distance;
        self.window
            .move_to((self.a, self.b), [start, &middle, end], self.normal, clear);
    }

    /// Returns whether what was found up to a time is the answer.
    fn is_answered_by(&self, time: T) -> bool {
        match self.asks {
            Asks::Any => self.touching.is_some(),
            Asks::First => self.first.is_some_and(|first| first <= time),
            Asks::All => false,
        }
    }

    /// Returns whether the boxes around both bodies are apart at the end of the span.
    fn are_apart(&self) -> bool {
        let roots = (self.a.tree().node(0), self.b.tree().node(0));
        self.window.separates_at_end((self.a, self.b), roots)
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
                    query.answer_untyped(boxes, interval, Begins::Afresh).0,
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
