//! The pass itself: events in the order of time, and new questions about bodies that were stopped or sent elsewhere.

mod respond;

use std::collections::BTreeMap;
use std::rc::Rc;

use super::contact::Question;
use super::ground::OverGround;
use super::pairs::{Found, Known, Pairs, pairs as pairs_of};
use super::track::{Place, Track, whole};
use super::{Body, Event, Kind, Pass, PassError, Report, Response};
use crate::body::{AnyBody, PairMemory};
use crate::motion::Rotor;
use crate::pieces::{ContactError, PieceContact, Pieces};
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
    step.watch_all(T::zero())?;
    while let Some(event) = step.next_event()? {
        step.has_begun = true;
        let response = respond(&event);
        step.apply(&event, response)?;
        step.report.events.push(event);
    }
    let Step {
        tracks, mut report, ..
    } = step;
    for bodies in [
        &mut report.out_of_moves,
        &mut report.wedged,
        &mut report.left_margin,
    ] {
        bodies.sort_unstable();
        bodies.dedup();
    }
    report.no_longer_proven.sort_unstable();
    report.no_longer_proven.dedup();
    let ends: Vec<_> = tracks.into_iter().map(|track| track.end).collect();
    for (body, end) in bodies.iter_mut().zip(ends) {
        body.pose = end;
    }
    Ok(report)
}

/// A time step that is under way.
struct Step<'b, S, P, T: Real, R: Rotor<T, D>, const D: usize> {
    pass: &'b Pass<T>,
    tracks: Vec<Track<'b, S, P, T, R, D>>,
    /// Where each body is on its way, as its track says.
    places: Vec<Place<T, D>>,
    /// The parts of each body that has others than itself, itself among them, by the number of every part.
    parts: BTreeMap<usize, Rc<[usize]>>,
    pairs: Pairs<T, D>,
    /// The bodies that are carried.
    carried: Vec<usize>,
    /// Whether the engine has heard of an event, and has changed velocities.
    has_begun: bool,
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
        let pairs = pairs.into_iter().filter(|pair| !is_one(pair));
        let places: Vec<_> = tracks.iter().map(Track::place).collect();
        let base = |pair: [usize; 2]| pass.base(pair.map(|body| &places[body]));
        Ok(Self {
            pass,
            pairs: pairs_of(bodies.len(), pairs, base)?,
            places,
            tracks,
            parts,
            carried: Vec::new(),
            has_begun: false,
            report: Report {
                events: Vec::new(),
                out_of_moves: Vec::new(),
                left_margin: Vec::new(),
                wedged: Vec::new(),
                no_longer_proven: Vec::new(),
                refused: Vec::new(),
                queries: 0,
            },
        })
    }

    /// Waits for the events of all pairs of which nothing is known, from a time on.
    fn watch_all(&mut self, from: T) -> Result<(), PassError> {
        for pair in self.pairs.take_fresh() {
            let known = self.watch(pair, from)?;
            self.pairs.set(pair, known);
        }
        Ok(())
    }

    /// Returns what is known of a pair from a time on.
    ///
    /// It is asked about when the balls and boxes around its bodies overlap by more than is allowed: until then other
    /// events may change its bodies.
    fn watch(&mut self, pair: usize, from: T) -> Result<Known<T, D>, PassError> {
        let (bodies, kept) = (self.pairs.get(pair).bodies, &self.pairs.get(pair).kept);
        let places = bodies.map(|body| &self.places[body]);
        if kept.passes || places.iter().all(|place| place.at_rest) || from >= T::one() {
            return Ok(Known::Free);
        }
        // they keep the distance that they have
        if self.leader(bodies[0]) == self.leader(bodies[1]) {
            return Ok(Known::Free);
        }
        let base = kept.base;
        let Some(time) = self.pass.shallow_until(places, (base, from)) else {
            return Ok(Known::Free);
        };
        if self.pass.slow > T::zero() {
            let sides = self.sides(pair);
            let way = kept.travel + sides[0].travel_relative_to(sides[1], from);
            let is_slow = self.pass.is_slow(sides, (base, way));
            self.pairs.kept_mut(pair).travel = way;
            if is_slow {
                return Ok(Known::Free);
            }
        }
        self.pairs.kept_mut(pair).since = from;
        if time > from {
            return Ok(Known::FreeBefore(time));
        }
        self.ask(pair, from)
    }

    fn sides(&self, pair: usize) -> [&Track<'b, S, P, T, R, D>; 2] {
        let bodies = self.pairs.get(pair).bodies;
        bodies.map(|body| &self.tracks[body])
    }

    /// Returns the number of the body that a body goes with: the one that carries it, or itself.
    fn leader(&self, body: usize) -> usize {
        let track = &self.tracks[body];
        track.carrier.unwrap_or(track.whole)
    }

    /// Asks when the bodies of a pair meet, which overlap by no more than is allowed before a time.
    fn ask(&mut self, pair: usize, shallow_until: T) -> Result<Known<T, D>, PassError> {
        let bodies = self.pairs.get(pair).bodies;
        let [a, b] = bodies.map(|body| self.tracks[body].body());
        if a.is_floor() && b.is_floor() {
            return Ok(Known::Free);
        }
        let kept = &self.pairs.get(pair).kept;
        let question = Question {
            allowed: kept.allowed,
            base: kept.base,
            since: kept.since,
        };
        let mut queries = 0;
        let over = self
            .pass
            .contact_with_ground(self.sides(pair), question, &mut queries);
        self.report.queries += queries;
        match over {
            OverGround::Free => return Ok(Known::Free),
            OverGround::Meets(contact) => return self.known_of(pair, shallow_until, contact),
            OverGround::Unknown => {}
        }
        let kept = self.pairs.kept_mut(pair);
        let mut fresh = PairMemory::new();
        let memory = match [a, b].iter().any(|body| matches!(body, AnyBody::Pieces(_))) {
            true => kept.memory.get_or_insert_default(),
            // bodies move much in a step: a fresh start is faster
            false => &mut fresh,
        };
        let answer = self.pass.first_contact([a, b], question, memory);
        self.report.queries += 1;
        match answer {
            Ok(None) => Ok(Known::Free),
            Ok(Some(contact)) => self.known_of(pair, shallow_until, contact),
            Err(error) => self.failed(pair, shallow_until, error),
        }
    }

    /// Returns what is known of a pair whose query fails at a time. Before the first event that is an error. Later the
    /// engine has changed velocities, so that it hears of it by another event.
    fn failed(&self, pair: usize, time: T, error: ContactError) -> Result<Known<T, D>, PassError> {
        if !self.has_begun {
            let pair = self.pairs.get(pair).bodies;
            return Err(PassError::Query { pair, error });
        }
        let (pieces, kind) = ([0; 2], Kind::Failed(error));
        Ok(Known::Meets(time, Box::new(Found { pieces, kind })))
    }

    /// Returns what is known of a pair with this next contact.
    fn known_of(
        &self,
        pair: usize,
        shallow_until: T,
        contact: PieceContact<T, D>,
    ) -> Result<Known<T, D>, PassError> {
        let kind = match kind_of(&contact) {
            Ok(kind) => kind,
            Err(error) => return self.failed(pair, shallow_until, error.into()),
        };
        // they overlap by no more than is allowed until then, even if a search proves less, or calls them near
        let time = shallow_until.max(contact.time);
        let pieces = contact.pieces.into();
        Ok(kind.map_or(Known::Free, |kind| {
            Known::Meets(time, Box::new(Found { pieces, kind }))
        }))
    }

    /// Returns the next event.
    fn next_event(&mut self) -> Result<Option<Event<T, R, D>>, PassError> {
        while let Some(number) = self.pairs.first() {
            match self.pairs.set(number, Known::Free) {
                Known::Meets(time, how) => {
                    return Ok(Some(Event {
                        pair: self.pairs.get(number).bodies,
                        time,
                        poses: self.sides(number).map(|side| side.pose(time)),
                        drives: self.drives(number),
                        pieces: how.pieces,
                        kind: how.kind,
                    }));
                }
                Known::FreeBefore(time) => {
                    let known = self.ask(number, time)?;
                    self.pairs.set(number, known);
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// Returns which bodies of a pair go on, and take the other one along.
    fn drives(&self, pair: usize) -> [bool; 2] {
        let sides = self.sides(pair);
        [0, 1].map(|this| {
            let (this, other) = (sides[this], sides[1 - this]);
            let is_free = !other.is_fixed && !other.is_kinematic && other.carrier.is_none();
            this.is_kinematic || this.carrier.is_some() && is_free
        })
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
