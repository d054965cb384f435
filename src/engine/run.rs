//! The pass itself: events in the order of time, and new questions about bodies that were stopped or sent elsewhere.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;

use super::pairs::Pairs;
use super::track::{Track, whole};
use super::{Body, Event, Kind, Pass, PassError, Report, Response, Then, check_overlap};
use crate::body::{AnyBody, PairMemory};
use crate::motion::Rotor;
use crate::pieces::{PieceContact, Pieces};
use crate::scalar::Ordered;
use crate::{Outcome, QueryError, Real, SupportMap, UndecidedReason};

/// Makes the pass; see [`Pass::run`].
pub(super) fn run<S, P, T, R, const D: usize>(
    pass: &Pass<T>,
    bodies: &mut [Body<S, T, R, D, P>],
    pairs: impl IntoIterator<Item = [usize; 2]>,
    mut respond: impl FnMut(&Event<T, R, D>) -> Response<T, R, D>,
) -> Result<Report<T, R, D>, PassError>
where
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    T: Real,
    R: Rotor<T, D>,
{
    pass.check()?;
    let mut step = Step::new(pass, bodies, pairs)?;
    for pair in 0..step.pairs.len() {
        step.watch(pair, T::zero())?;
    }
    while let Some(event) = step.next_event()? {
        let response = respond(&event);
        step.apply(&event, response)?;
        step.report.events.push(event);
    }
    let Step {
        tracks, mut report, ..
    } = step;
    report.out_of_moves.sort_unstable();
    report.out_of_moves.dedup();
    report.no_longer_proven.sort_unstable();
    report.no_longer_proven.dedup();
    let ends: Vec<_> = tracks.into_iter().map(|track| track.end).collect();
    for (body, end) in bodies.iter_mut().zip(ends) {
        body.pose = end;
    }
    Ok(report)
}

/// What comes next for a pair, unless one of its bodies changes before.
#[derive(Clone, Copy)]
struct Next<T> {
    time: T,
    pair: usize,
    /// Which question about the pair it belongs to. Earlier ones do not hold any more.
    question: u32,
    /// For a pair that is not asked about yet: from when on to ask. Until `time` it is known to be apart.
    to_ask: Option<T>,
}

impl<T: Real> Next<T> {
    /// Orders them by time. At one time what is to ask comes before events, which come in the order of the pairs.
    fn rank(&self, other: &Self) -> Ordering {
        let by_time = Ordered::of(self.time).cmp(&Ordered::of(other.time));
        let asks_first = other.to_ask.is_some().cmp(&self.to_ask.is_some());
        by_time.then(asks_first).then(self.pair.cmp(&other.pair))
    }
}

impl<T: Real> PartialEq for Next<T> {
    fn eq(&self, other: &Self) -> bool {
        self.rank(other).is_eq()
    }
}

impl<T: Real> Eq for Next<T> {}

impl<T: Real> PartialOrd for Next<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Real> Ord for Next<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank(other)
    }
}

/// What the last query of a pair found.
struct Found<T, const D: usize> {
    pieces: [u32; 2],
    kind: Kind<T, D>,
}

/// A time step that is under way.
struct Step<'b, S, P, T: Real, R: Rotor<T, D>, const D: usize> {
    pass: &'b Pass<T>,
    tracks: Vec<Track<'b, S, P, T, R, D>>,
    /// The parts of each body that has others than itself, itself among them, by the number of every part.
    parts: BTreeMap<usize, Rc<[usize]>>,
    pairs: Pairs<T>,
    /// What pairs with trees of pieces pass on to their next question.
    memories: BTreeMap<usize, PairMemory<T, D>>,
    ahead: BinaryHeap<Reverse<Next<T>>>,
    /// The events ahead, by their pairs.
    found: BTreeMap<usize, Found<T, D>>,
    report: Report<T, R, D>,
}

impl<'b, S, P, T, R, const D: usize> Step<'b, S, P, T, R, D>
where
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    T: Real,
    R: Rotor<T, D>,
{
    fn new(
        pass: &'b Pass<T>,
        bodies: &'b [Body<S, T, R, D, P>],
        pairs: impl IntoIterator<Item = [usize; 2]>,
    ) -> Result<Self, PassError> {
        // tracks are large: they are not to be moved as the list grows
        let mut tracks = Vec::with_capacity(bodies.len());
        for number in 0..bodies.len() {
            tracks.push(Track::new(number, bodies)?);
        }
        let parts = parts(bodies)?;
        let is_one = |[a, b]: &[usize; 2]| parts.get(a).is_some_and(|parts| parts.contains(b));
        let pairs = Pairs::new(bodies.len(), pairs.into_iter().filter(|pair| !is_one(pair)))?;
        Ok(Self {
            pass,
            tracks,
            pairs,
            parts,
            memories: BTreeMap::new(),
            ahead: BinaryHeap::new(),
            found: BTreeMap::new(),
            report: Report {
                events: Vec::new(),
                out_of_moves: Vec::new(),
                no_longer_proven: Vec::new(),
                queries: 0,
            },
        })
    }

    /// Waits for the event of a pair, from a time on. Earlier answers about the pair do not hold any more.
    ///
    /// It is asked about when the balls around its bodies meet: until then other events may change its bodies.
    fn watch(&mut self, pair: usize, from: T) -> Result<(), PassError> {
        let question = self.pairs.renew(pair);
        let sides = self.pairs.bodies(pair).map(|body| &self.tracks[body]);
        if self.pairs.passes(pair) || sides.iter().all(|side| side.at_rest) || from >= T::one() {
            return Ok(());
        }
        let Some(time) = self.pass.apart_until(sides, from) else {
            return Ok(());
        };
        if self.pass.slow > T::zero() {
            let way = self.pairs.travel(pair) + sides[0].travel_relative_to(sides[1], from);
            self.pairs.set_travel(pair, way);
            if self.pass.is_slow(sides, way) {
                return Ok(());
            }
        }
        let next = Next {
            time,
            pair,
            question,
            to_ask: Some(from),
        };
        if time > from {
            self.ahead.push(Reverse(next));
            return Ok(());
        }
        self.ask(&next, from)
    }

    /// Asks when the bodies of a pair meet, from a time on.
    fn ask(&mut self, next: &Next<T>, from: T) -> Result<(), PassError> {
        let pair = next.pair;
        let bodies = self.pairs.bodies(pair);
        let [a, b] = bodies.map(|body| &self.tracks[body]);
        let sides = [&a.body, &b.body];
        let allowed = self.pairs.allowed(pair).unwrap_or(self.pass.allowed);
        let has_pieces = sides.iter().any(|body| matches!(body, AnyBody::Pieces(_)));
        let answer = if has_pieces {
            let memory = self.memories.entry(pair).or_default();
            self.pass.first_contact(sides, (allowed, from), memory)
        } else {
            // bodies move much in a step: a fresh start is faster
            self.pass
                .first_contact(sides, (allowed, from), &mut PairMemory::new())
        };
        let Some(answer) = answer else {
            return Ok(());
        };
        self.report.queries += 1;
        let error = |error| PassError::Query {
            pair: bodies,
            error,
        };
        let Some(contact) = answer.map_err(error)?.contact else {
            return Ok(());
        };
        if let Some(kind) = kind_of(&contact).map_err(|of_pieces| error(of_pieces.into()))? {
            let pieces = contact.pieces.into();
            self.found.insert(pair, Found { pieces, kind });
            self.ahead.push(Reverse(Next {
                // they are apart until then, even if a search proves less, or calls them near
                time: next.time.max(contact.time),
                to_ask: None,
                ..*next
            }));
        }
        Ok(())
    }

    /// Returns the next event that still holds.
    fn next_event(&mut self) -> Result<Option<Event<T, R, D>>, PassError> {
        while let Some(Reverse(next)) = self.ahead.pop() {
            if next.question != self.pairs.question(next.pair) {
                continue;
            }
            if let Some(from) = next.to_ask {
                self.ask(&next, from)?;
                continue;
            }
            let Some(Found { pieces, kind }) = self.found.remove(&next.pair) else {
                continue;
            };
            let pair = self.pairs.bodies(next.pair);
            return Ok(Some(Event {
                pair,
                time: next.time,
                poses: pair.map(|body| self.tracks[body].pose(next.time)),
                pieces,
                kind,
            }));
        }
        Ok(None)
    }

    /// Does what the engine answered, and asks again about all pairs whose bodies go another way.
    fn apply(
        &mut self,
        event: &Event<T, R, D>,
        response: Response<T, R, D>,
    ) -> Result<(), PassError> {
        let this = self.pairs.find(event.pair);
        let thens = [response.a, response.b];
        if thens.iter().all(|then| matches!(then, Then::Continue)) {
            self.pairs.let_pass(this);
            self.end_proof(event);
            return Ok(());
        }
        let is_deeper = self.allow_deeper(this, thens)?;
        let mut changed = Vec::new();
        let mut is_sent = is_deeper;
        for (body, then) in event.pair.into_iter().zip(thens) {
            let then = match then {
                Then::Deeper(_) if is_deeper => Then::Continue,
                Then::Deeper(_) => Then::Stop,
                then => then,
            };
            let alone = [body];
            let parts = self.parts.get(&body).cloned();
            for &part in parts.as_deref().unwrap_or(&alone) {
                let way = self.redirect(part, event.time, then)?;
                is_sent |= matches!(way, Way::Elsewhere);
                if !matches!(way, Way::Same) {
                    changed.extend_from_slice(self.pairs.of_body(part));
                }
            }
        }
        if is_deeper {
            changed.push(this);
        }
        changed.sort_unstable();
        changed.dedup();
        let goes_on = event.pair.iter().any(|&body| !self.tracks[body].at_rest);
        if goes_on && !is_sent {
            self.end_proof(event);
        }
        for pair in changed {
            // bodies that stop are left to the contact solver
            if pair != this || is_sent {
                self.watch(pair, event.time)?;
            }
        }
        Ok(())
    }

    /// Lets a pair overlap by more, if a response says so. Returns whether it is more than the pair may already.
    fn allow_deeper(&mut self, pair: usize, thens: [Then<T, R, D>; 2]) -> Result<bool, PassError> {
        let mut allowed = self.pairs.allowed(pair).unwrap_or(self.pass.allowed);
        let mut is_deeper = false;
        for then in thens {
            if let Then::Deeper(depth) = then {
                check_overlap(depth)?;
                is_deeper |= depth > allowed;
                allowed = allowed.max(depth);
            }
        }
        if is_deeper {
            self.pairs.allow(pair, allowed);
        }
        Ok(is_deeper)
    }

    /// Notes that nothing is proven of a pair after an event, if there is any time left.
    fn end_proof(&mut self, event: &Event<T, R, D>) {
        if event.time < T::one() {
            self.report.no_longer_proven.push(event.pair);
        }
    }

    fn redirect(&mut self, body: usize, time: T, then: Then<T, R, D>) -> Result<Way, PassError> {
        let track = &mut self.tracks[body];
        let (end, way) = match then {
            Then::Continue | Then::Deeper(_) => return Ok(Way::Same),
            Then::MoveTo(_) if track.is_fixed => return Err(PassError::MovesFixed { body }),
            Then::MoveTo(end) if track.moves < self.pass.moves && time < T::one() => {
                track.moves += 1;
                (end, Way::Elsewhere)
            }
            Then::MoveTo(_) => {
                self.report.out_of_moves.push(body);
                (track.pose(time), Way::Stopped)
            }
            Then::Stop => (track.pose(time), Way::Stopped),
        };
        if track.at_rest && matches!(way, Way::Stopped) {
            return Ok(Way::Same);
        }
        track
            .head_for(time, end)
            .map_err(|error| PassError::Sweep { body, error })?;
        Ok(way)
    }
}

/// Returns the parts of all bodies that have some, by the number of every part.
fn parts<S, P, T: Real, R: Rotor<T, D>, const D: usize>(
    bodies: &[Body<S, T, R, D, P>],
) -> Result<BTreeMap<usize, Rc<[usize]>>, PassError> {
    let mut wholes = BTreeMap::<usize, Vec<usize>>::new();
    for number in 0..bodies.len() {
        let whole = whole(number, bodies)?;
        if whole != number {
            wholes
                .entry(whole)
                .or_insert_with(|| vec![whole])
                .push(number);
        }
    }
    let shared = wholes.into_values().map(Rc::<[usize]>::from);
    Ok(shared
        .flat_map(|parts| {
            let numbers = parts.to_vec();
            numbers.into_iter().map(move |part| (part, parts.clone()))
        })
        .collect())
}

/// Returns how two pieces meet, or `None` if they do not.
fn kind_of<T: Real, const D: usize>(
    contact: &PieceContact<T, D>,
) -> Result<Option<Kind<T, D>>, QueryError> {
    Ok(Some(match &contact.answer {
        Ok(solution) => match solution.outcome {
            Outcome::Separated(_) | Outcome::Stays(_) => return Ok(None),
            Outcome::Impact(impact) => Kind::Touch(impact),
            Outcome::DrivesIn(report) => Kind::DrivenIn(report),
            Outcome::Overlapping(overlap) => Kind::TooDeep(overlap),
        },
        Err(QueryError::Undecided { reason, .. }) => Kind::Undecided(*reason),
        Err(QueryError::ToleranceTooSmall { resolution, .. }) => {
            Kind::Undecided(UndecidedReason::Resolution {
                resolution: *resolution,
            })
        }
        Err(error) => return Err(*error),
    }))
}

/// Which way a body goes after an event.
enum Way {
    Same,
    Stopped,
    Elsewhere,
}
