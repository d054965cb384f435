//! The search for contacts between bodies of pieces.
//!
//! ```text
//! now = start of the interval
//! loop
//!     while the boxes around both bodies are apart, go on with these alone, up to now
//!     take a span from now on in which the bodies turn little; halve it if there is too much to ask in it
//!     for each pair of boxes, from both roots or from the front:
//!         if a direction separates them over the span, they are settled
//!         if both have one piece, ask about these two over the span
//!         else split the larger box
//!         if pieces met early in the span, end it soon after that
//!     if pieces meet in the span, the first of these contacts is the answer
//!     now = end of the span
//! ```
//!
//! Two pieces that meet are asked about once more, from the start of the interval. So their answer does not depend on
//! the spans, nor on what else the bodies have.

use std::collections::BTreeMap;

use nalgebra::SVector;

use super::front::Entry;
use super::proof::{Proof, ProofStep};
use super::window::{Places, Window};
use super::{Body, ContactError, ContactStatistics, Front, PieceContact};
use crate::first_of::time_of;
use crate::motion::Motion;
use crate::separation::Order;
use crate::tuning::{
    AFTER_FIRST_CONTACT, LEAST_SPAN_OF_PIECES, LEAST_WAY_OF_PIECES, PIECES_IN_SPAN, SPAN_IN_BENDS,
};
use crate::{InitialContact, Outcome, Query, QueryError, Real, Solution, Span};

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

pub(super) struct Search<'x, A, B, T, const D: usize>
where
    T: Real,
{
    query: Query<T>,
    a: &'x A,
    b: &'x B,
    during: Span<T>,
    /// The point from which the coordinates of boxes are measured.
    origin: SVector<T, D>,
    asks: Asks,
    front: &'x mut Front,
    window: Window<T, D>,
    /// The pairs of pieces with an answer for the whole interval.
    answered: BTreeMap<(u32, u32), Answered<T, D>>,
    /// The time of the first contact found.
    first: Option<T>,
    /// Pieces that touch at some time, if no more is asked.
    pub(super) touching: Option<(u32, u32)>,
    /// Pieces of which it is not known if they touch.
    pub(super) undecided: Option<((u32, u32), QueryError)>,
    pub(super) certified: bool,
    pub(super) statistics: ContactStatistics,
    pub(super) proof: Option<Proof<T, D>>,
}

/// What is known of two pieces for the whole interval.
struct Answered<T: Real, const D: usize> {
    answer: Result<Solution<T, D>, QueryError>,
    /// When they come into contact, if they do.
    contact: Option<T>,
}

impl<'x, A, B, T, const D: usize> Search<'x, A, B, T, D>
where
    T: Real,
    A: Body<T, D>,
    B: Body<T, D>,
{
    pub(super) fn new(
        query: &Query<T>,
        (a, b): (&'x A, &'x B),
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
            asks,
            front,
            window: Window::new(),
            answered: BTreeMap::new(),
            first: None,
            touching: None,
            undecided: None,
            certified: true,
            statistics: ContactStatistics::default(),
            proof: None,
        }
    }

    /// Keeps a proof of what is found.
    pub(super) fn proving(mut self) -> Self {
        self.proof = Some(Proof::new(self.origin));
        self
    }

    /// Runs the search to its end.
    pub(super) fn run(&mut self) -> Result<(), ContactError> {
        let Some(mut now) = self.advance_apart(self.during.start())? else {
            return Ok(());
        };
        let mut places = self.places(now);
        let mut pace = Pace::new(self.during);
        loop {
            let end = pace.end(now, self.span_end(now)?);
            let last = self.places(end);
            let middle = self.places(now + (end - now) * T::of(0.5));
            let bodies = (self.a, self.b);
            let target = self.query.target_distance;
            self.window
                .move_to(bodies, [&places, &middle, &last], target);
            let before = self.statistics.piece_pairs;
            let goes_far = self.window.way > self.smaller_radius() * T::of(LEAST_WAY_OF_PIECES);
            let most = pace.most_pieces(end - now).filter(|_| goes_far);
            let most = most.map(|most| before + most);
            if self.walk(&places, most)? == Walked::TooMuch {
                pace.slow_down(end - now);
                continue;
            }
            pace.speed_up(end - now, self.statistics.piece_pairs - before);
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

    /// Returns the contacts found: the pairs of pieces that meet, and those that were looked past.
    pub(super) fn contacts(&self) -> (Vec<PieceContact<T, D>>, Vec<PieceContact<T, D>>) {
        let (mut met, mut looked_past) = (Vec::new(), Vec::new());
        for (&pieces, answered) in &self.answered {
            let contact = |time| PieceContact {
                pieces,
                time,
                answer: answered.answer,
            };
            match answered.contact {
                Some(time) => met.push(contact(time)),
                None if answered
                    .answer
                    .is_ok_and(|answer| answer.initial_contact.is_some()) =>
                {
                    looked_past.push(contact(self.during.start()));
                }
                None => {}
            }
        }
        met.sort_by(PieceContact::order);
        (met, looked_past)
    }

    /// Returns the start of the interval.
    pub(super) fn start(&self) -> T {
        self.during.start()
    }

    /// Returns the radius of the smaller body.
    fn smaller_radius(&self) -> T {
        let radius_a = self.a.tree().node(0).radius;
        radius_a.min(self.b.tree().node(0).radius)
    }

    fn places(&self, time: T) -> Places<T, D> {
        Places::at((self.a, self.b), time, &self.origin)
    }

    /// Returns whether what was found up to a time is the answer.
    fn is_answered_by(&self, time: T) -> bool {
        match self.asks {
            Asks::Any => self.touching.is_some(),
            Asks::First => self.first.is_some_and(|first| first <= time),
            Asks::All => false,
        }
    }

    /// Returns whether both motions have bounds between all their knots: of their acceleration, or both of their speed.
    fn are_bounded(&self) -> bool {
        let along = SVector::from_fn(|row, _| if row == 0 { T::one() } else { T::zero() });
        let (a, b) = (self.a.motion(), self.b.motion());
        let (reach_a, reach_b) = (self.a.reach(), self.b.reach());
        let mut from = self.during.start();
        loop {
            let Ok(end) = self.before_knot(from) else {
                return false;
            };
            let piece = Span::known(from, end);
            let accelerations = a.acceleration_bound(&along, piece, reach_a).is_some()
                && b.acceleration_bound(&along, piece, reach_b).is_some();
            let speeds = a.speed_bound(&along, piece, reach_a).is_some()
                && b.speed_bound(&along, piece, reach_b).is_some();
            if !(accelerations || speeds) {
                return false;
            }
            if end >= self.during.end() {
                return true;
            }
            from = end;
        }
    }

    /// Returns whether the boxes around both bodies are apart at the end of the span.
    fn are_apart(&self) -> bool {
        self.window
            .separates_at_end(self.a.tree().node(0), self.b.tree().node(0))
    }

    /// Returns the time up to which the boxes around both bodies stay apart, or `None` if they do so to the end. The
    /// search for convex bodies finds it.
    fn advance_apart(&mut self, now: T) -> Result<Option<T>, ContactError> {
        let (a, b) = (self.a.moving_box(0), self.b.moving_box(0));
        // boxes have no inside that a negative distance could reach into
        let query = Query::new()
            .target_distance(self.query.target_distance.max(T::zero()))
            .substeps(self.query.substeps);
        let interval = now..=self.during.end();
        let solution = match &mut self.proof {
            None => query.time_of_impact(&a, &b, interval),
            Some(proof) => match query.certify(&a, &b, interval) {
                Ok((solution, certificate)) => {
                    proof.add_apart(certificate);
                    Ok(solution)
                }
                Err(error) => {
                    proof.add_apart(error.certificate);
                    Err(error.error)
                }
            },
        };
        match solution {
            Ok(solution) => {
                self.certified &= solution.certified;
                match solution.outcome {
                    Outcome::Separated(_) => Ok(None),
                    Outcome::Impact(impact) => Ok(Some(impact.time)),
                    _ => Ok(Some(now)),
                }
            }
            Err(
                QueryError::Undecided { clear_until, .. }
                | QueryError::ToleranceTooSmall { clear_until, .. },
            ) => {
                self.certified &= self.are_bounded();
                Ok(Some(T::of(clear_until).max(now)))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the first knot of a motion after `now`, or the end of the interval if that is earlier.
    fn before_knot(&self, now: T) -> Result<T, ContactError> {
        let mut end = self.during.end();
        let knots = [
            self.a.motion().next_knot(now),
            self.b.motion().next_knot(now),
        ];
        for knot in knots.into_iter().flatten() {
            // written so that NaN is refused too
            if !(knot > now) {
                let (after, knot) = (now.as_f64(), knot.as_f64());
                return Err(QueryError::KnotNotLater { after, knot }.into());
            }
            end = end.min(knot);
        }
        Ok(end)
    }

    /// Returns the end of the next span: the bodies bend little in it, and have no knot inside.
    fn span_end(&self, now: T) -> Result<T, ContactError> {
        let end = self.before_knot(now)?;
        let rest = Span::known(now, end);
        let length_for_a = self.length_for(self.a, rest);
        let length = length_for_a.min(self.length_for(self.b, rest));
        let spans = (rest.length() / length).ceil();
        let next = now + rest.length() / spans.max(T::one());
        // written so that NaN and times too near to tell apart end the span
        Ok(if next > now && next < end { next } else { end })
    }

    /// Returns a length of time in which a body bends little: the paths of its points leave their chords by a share of
    /// its reach. A motion without bounds is cut into steps.
    fn length_for<X: Body<T, D>>(&self, body: &X, rest: Span<T>) -> T {
        let (motion, reach) = (body.motion(), body.reach());
        let mut largest = T::zero();
        for axis in 0..D {
            for sign in [T::one(), -T::one()] {
                let mut along = SVector::zeros();
                along[axis] = sign;
                match motion.acceleration_bound(&along, rest, reach) {
                    Some(bound) => largest = largest.max(bound),
                    None if motion.speed_bound(&along, rest, reach).is_some() => {}
                    None => return self.during.length() / T::of(f64::from(self.query.substeps)),
                }
            }
        }
        if largest > T::zero() {
            let shortest = self.during.length() * T::of(LEAST_SPAN_OF_PIECES);
            (reach * T::of(SPAN_IN_BENDS) / largest)
                .sqrt()
                .max(shortest)
        } else {
            self.during.length()
        }
    }

    /// Walks down both trees, and asks about the pieces that no direction separates.
    ///
    /// Gives up when there have been `most` of these since the search began.
    fn walk(&mut self, start: &Places<T, D>, most: Option<u64>) -> Result<Walked, ContactError> {
        self.statistics.spans += 1;
        let bodies = (self.a, self.b);
        if let Some(proof) = &mut self.proof {
            proof.begin(self.window.during);
            // a proof has the whole walk
            self.front.clear();
        }
        let mut ahead = self.front.take(bodies);
        ahead.reverse();
        while let Some(entry) = ahead.pop() {
            if let Some(end) = self.earlier_end() {
                self.end_at(start, end);
            }
            self.settle(entry, &mut ahead)?;
            // the walk has the same order from any front, and so has the first contact in it
            let at_start = self.first.is_some_and(|first| first <= self.during.start());
            if self.is_answered_by(self.window.during.end()) && (self.asks == Asks::Any || at_start)
            {
                self.front.push_all(ahead);
                return Ok(Walked::ToItsEnd);
            }
            if most.is_some_and(|most| self.statistics.piece_pairs >= most) {
                self.front.push_all(ahead);
                if let Some(proof) = &mut self.proof {
                    proof.give_up_chapter();
                }
                return Ok(Walked::TooMuch);
            }
        }
        self.front.complete();
        self.front.merge_now_and_then(bodies, &self.window);
        Ok(Walked::ToItsEnd)
    }

    /// Returns an earlier end for the span, if a contact in its first half makes the rest of no interest.
    ///
    /// It is somewhat after that contact, so that others at the same time are found too.
    fn earlier_end(&self) -> Option<T> {
        let first = self.first.filter(|_| self.asks == Asks::First)?;
        let during = self.window.during;
        let middle = during.start() + during.length() * T::of(0.5);
        let end = first + (during.end() - first) * T::of(AFTER_FIRST_CONTACT);
        (first >= during.start() && end < middle).then_some(end)
    }

    /// Ends the span earlier.
    fn end_at(&mut self, start: &Places<T, D>, end: T) {
        let last = self.places(end);
        let middle = self.places(start.time + (end - start.time) * T::of(0.5));
        let (bodies, target) = ((self.a, self.b), self.query.target_distance);
        self.window.move_to(bodies, [start, &middle, &last], target);
        if let Some(proof) = &mut self.proof {
            proof.end_chapter_at(end);
        }
    }

    /// Settles a pair of boxes, or splits it.
    #[inline]
    fn settle(&mut self, entry: Entry, ahead: &mut Vec<Entry>) -> Result<(), ContactError> {
        let (tree_a, tree_b) = (self.a.tree(), self.b.tree());
        let (a, b) = (tree_a.node(entry.a), tree_b.node(entry.b));
        self.statistics.box_pairs += 1;
        if let Some(passed) = self.window.separates(a, b, entry.sight)
            && self.is_proven(entry, &passed)
        {
            self.certified &= passed.margin.order != Order::Uncertified;
            let sight = passed.sight;
            self.front.push(Entry { sight, ..entry });
            return Ok(());
        }
        if let (Some(of_a), Some(of_b)) = (a.piece(), b.piece()) {
            self.front.push(entry);
            return self.ask((of_a, of_b));
        }
        let splits_a = a.splits_before(b);
        let depth = entry.depth + 1;
        if splits_a {
            let [one, other] = tree_a.children(entry.a);
            ahead.push(Entry {
                a: other,
                depth,
                ..entry
            });
            ahead.push(Entry {
                a: one,
                depth,
                ..entry
            });
        } else {
            let [one, other] = tree_b.children(entry.b);
            ahead.push(Entry {
                b: other,
                depth,
                ..entry
            });
            ahead.push(Entry {
                b: one,
                depth,
                ..entry
            });
        }
        if let Some(proof) = &mut self.proof {
            proof.add(if splits_a {
                ProofStep::SplitA
            } else {
                ProofStep::SplitB
            });
        }
        Ok(())
    }

    /// Adds a separated pair of boxes to the proof, if one is kept. Returns whether its check accepts the pair.
    fn is_proven(&mut self, entry: Entry, passed: &super::window::Passed<T, D>) -> bool {
        let Some(proof) = &mut self.proof else {
            return true;
        };
        let boxes = (self.a.moving_box(entry.a), self.b.moving_box(entry.b));
        proof.add_separated((&boxes.0, &boxes.1), passed, self.query.target_distance)
    }

    /// Asks about two pieces.
    fn ask(&mut self, pieces: (u32, u32)) -> Result<(), ContactError> {
        if self.asks == Asks::Any {
            return self.ask_if_they_touch(pieces);
        }
        if self.answered.contains_key(&pieces) {
            self.refer_to(pieces);
            return Ok(());
        }
        if self.window.during != self.during {
            let stop = self.query.initial_contact(InitialContact::Stop);
            match self.ask_during(&stop, pieces, self.window.during) {
                Ok(solution) if matches!(solution.outcome, Outcome::Separated(_)) => {
                    self.certified &= solution.certified;
                    self.refer_to(pieces);
                    return Ok(());
                }
                _ => self.forget(pieces),
            }
        }
        let query = self.query;
        let answer = self.ask_during(&query, pieces, self.during);
        let contact = time_of(&answer, self.during.start());
        match &answer {
            Ok(solution) => self.certified &= solution.certified,
            Err(error) if contact.is_none() => {
                let error = *error;
                return Err(ContactError::Pieces { pieces, error });
            }
            Err(_) => self.certified &= self.are_bounded(),
        }
        if let Some(time) = contact {
            self.first = Some(self.first.map_or(time, |first| first.min(time)));
        }
        self.answered.insert(pieces, Answered { answer, contact });
        self.refer_to(pieces);
        Ok(())
    }

    fn ask_if_they_touch(&mut self, pieces: (u32, u32)) -> Result<(), ContactError> {
        self.statistics.piece_pairs += 1;
        let a = self.a.moving_piece(pieces.0);
        let b = self.b.moving_piece(pieces.1);
        let during = self.window.during;
        match self.query.touches(&a, &b, during.start()..=during.end()) {
            Ok(true) => self.touching = Some(pieces),
            Ok(false) => {}
            // what cannot be told within the span may be told over the whole interval
            Err(_) => {
                let whole = self.during.start()..=self.during.end();
                match self.query.time_of_impact(&a, &b, whole) {
                    Ok(solution) if matches!(solution.outcome, Outcome::Separated(_)) => {}
                    Ok(_) => self.touching = Some(pieces),
                    Err(
                        error @ (QueryError::Undecided { .. }
                        | QueryError::ToleranceTooSmall { .. }),
                    ) => self.undecided = self.undecided.or(Some((pieces, error))),
                    Err(error) => return Err(ContactError::Pieces { pieces, error }),
                }
            }
        }
        Ok(())
    }

    fn ask_during(
        &mut self,
        query: &Query<T>,
        pieces: (u32, u32),
        during: Span<T>,
    ) -> Result<Solution<T, D>, QueryError> {
        self.statistics.piece_pairs += 1;
        let a = self.a.moving_piece(pieces.0);
        let b = self.b.moving_piece(pieces.1);
        let interval = during.start()..=during.end();
        let answer = match &mut self.proof {
            None => query.time_of_impact(&a, &b, interval),
            Some(proof) => proof.certify(query, (&a, &b), pieces, interval),
        };
        if let Ok(solution) = &answer {
            self.statistics.support_evaluations += solution.statistics.support_evaluations;
        }
        answer
    }

    /// Lets the proof refer to the certificate of two pieces.
    fn refer_to(&mut self, pieces: (u32, u32)) {
        if let Some(proof) = &mut self.proof {
            proof.refer_to(pieces);
        }
    }

    /// Takes back the certificate of two pieces.
    fn forget(&mut self, pieces: (u32, u32)) {
        if let Some(proof) = &mut self.proof {
            proof.forget(pieces);
        }
    }
}

/// How a walk down both trees ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Walked {
    ToItsEnd,
    TooMuch,
}

/// How long spans are.
///
/// Over a long span bodies sweep over much of each other, and many pieces have to be asked about; over short ones most
/// of these are settled by boxes.
struct Pace<T> {
    length: T,
    shortest: T,
    /// How many pairs of pieces may be asked about in a span, before it is halved.
    most: u64,
}

impl<T: Real> Pace<T> {
    fn new(during: Span<T>) -> Self {
        Self {
            length: during.length(),
            shortest: during.length() * T::of(LEAST_SPAN_OF_PIECES),
            most: PIECES_IN_SPAN,
        }
    }

    /// Returns when a span from `now` on is to end, if it must end by `limit`.
    fn end(&self, now: T, limit: T) -> T {
        let end = now + self.length;
        if end > now && end < limit { end } else { limit }
    }

    /// Returns how many pairs of pieces may be asked about in a span, if it may be halved.
    fn most_pieces(&self, length: T) -> Option<u64> {
        (length * T::of(0.5) >= self.shortest).then_some(self.most)
    }

    /// Halves a span in which there was too much to ask. Each time more is allowed, as pieces that stay near each other
    /// are as many in the shortest span.
    fn slow_down(&mut self, length: T) {
        self.length = length * T::of(0.5);
        self.most *= 2;
    }

    /// Doubles the next span, if there was little to ask in this one. A knot may have cut this one short: then the next
    /// one is as long as it would have been.
    fn speed_up(&mut self, length: T, pieces: u64) {
        if pieces <= self.most / 4 {
            self.length = self.length.max(length * T::of(2.0));
            self.most = (self.most / 2).max(PIECES_IN_SPAN);
        }
    }
}
