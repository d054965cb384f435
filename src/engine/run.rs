//! The pass itself: events in the order of time, and new questions about bodies that were stopped or sent elsewhere.

use std::collections::BTreeMap;
use std::rc::Rc;

use nalgebra::{Isometry, SVector, Translation};

use super::ground::OverGround;
use super::pairs::{Found, Known, Pairs, pairs as pairs_of};
use super::slide;
use super::track::{Place, Track, whole};
use super::{Body, Event, Kind, Pass, PassError, Report, Response, Then, check_overlap};
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
        let question = (kept.allowed, kept.base, kept.since);
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
        Ok(Known::meets(time, Box::new(Found { pieces, kind })))
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
            Known::meets(time, Box::new(Found { pieces, kind }))
        }))
    }

    /// Returns the next event.
    fn next_event(&mut self) -> Result<Option<Event<T, R, D>>, PassError> {
        while let Some(number) = self.pairs.first() {
            match self.pairs.set(number, Known::Free) {
                Known::Meets { time, how, .. } => {
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

    /// Does what the engine answered, and asks again about all pairs whose bodies go another way.
    fn apply(
        &mut self,
        event: &Event<T, R, D>,
        response: Response<T, R, D>,
    ) -> Result<(), PassError> {
        let this = self.pairs.find(event.pair);
        let this = this.expect("every event is about a pair");
        let thens = [response.a, response.b];
        if thens.iter().all(|then| matches!(then, Then::Continue)) {
            self.pairs.kept_mut(this).passes = true;
            self.end_proof(event);
            return Ok(());
        }
        let is_deeper = self.allow_deeper(this, thens);
        let mut is_sent = is_deeper;
        let thens = thens.map(|then| match then {
            Then::Deeper(_) if is_deeper => Then::Continue,
            Then::Deeper(_) => Then::Stop,
            then => then,
        });
        let slides = self.slides(event, thens);
        let thens = [0, 1].map(|side| self.or_carried(event, thens, side, slides[side].is_some()));
        for (side, body) in event.pair.into_iter().enumerate() {
            let wedged = matches!(thens[side], Then::Slide) && slides[side].is_none();
            if wedged && !self.tracks[body].is_fixed && event.kind.contact().is_some() {
                self.report.wedged.push(body);
            }
            let alone = [body];
            let parts = self.parts.get(&body).cloned();
            for &part in parts.as_deref().unwrap_or(&alone) {
                let way = match (&slides[side], thens[side]) {
                    (Some(slide), _) => self.slide(part, event.time, slide)?,
                    (None, Then::Carried) => self.carry(part, (this, event), event.pair[1 - side]),
                    (None, then) => self.redirect(part, event.time, then),
                };
                is_sent |= matches!(way, Way::Elsewhere);
                if !matches!(way, Way::Same) {
                    self.reopen(part);
                }
            }
        }
        let goes_on = event.pair.iter().any(|&body| !self.tracks[body].at_rest);
        if goes_on && !is_sent {
            self.end_proof(event);
        }
        if is_deeper {
            self.pairs.reopen(this);
        } else if !is_sent {
            // bodies that stop are left to the contact solver
            self.pairs.set(this, Known::Free);
        }
        self.watch_all(event.time)
    }

    /// Asks anew about all pairs of a body that goes another way, and of those that it carried.
    fn reopen(&mut self, body: usize) {
        self.pairs.reopen_all(body);
        let whole = self.tracks[body].whole;
        let tracks = &mut self.tracks;
        let pairs = &mut self.pairs;
        self.carried.retain(|&other| {
            if tracks[other].carrier == Some(whole) {
                tracks[other].carrier = None;
                pairs.reopen_all(other);
            }
            tracks[other].carrier.is_some()
        });
    }

    /// Returns what a body does that was to slide and cannot, or to be carried by one that does not go on.
    fn or_carried(
        &self,
        event: &Event<T, R, D>,
        thens: [Then<T, R, D>; 2],
        side: usize,
        slides: bool,
    ) -> Then<T, R, D> {
        let [this, other] = [side, 1 - side].map(|side| &self.tracks[event.pair[side]]);
        let is_driven = matches!(thens[1 - side], Then::Continue) && !other.at_rest;
        match thens[side] {
            Then::Slide if !slides && is_driven && !this.is_fixed => Then::Carried,
            Then::Carried if !is_driven || this.is_fixed => Then::Stop,
            then => then,
        }
    }

    /// Lets a pair overlap by more, if a response says so. Returns whether it is more than the pair may already.
    fn allow_deeper(&mut self, pair: usize, thens: [Then<T, R, D>; 2]) -> bool {
        let mut allowed = self.pairs.get(pair).kept.allowed;
        let mut is_deeper = false;
        for then in thens {
            if let Then::Deeper(depth) = then {
                match check_overlap(depth) {
                    Ok(()) => {
                        is_deeper |= depth > allowed;
                        allowed = allowed.max(depth);
                    }
                    Err(error) => self.report.refused.push(error),
                }
            }
        }
        self.pairs.kept_mut(pair).allowed = allowed;
        is_deeper
    }

    /// Notes that nothing is proven of a pair after an event, if there is any time left.
    fn end_proof(&mut self, event: &Event<T, R, D>) {
        if event.time < T::one() {
            self.report.no_longer_proven.push(event.pair);
        }
    }

    /// Returns how each of both bodies slides on that is to, and can.
    fn slides(
        &self,
        event: &Event<T, R, D>,
        thens: [Then<T, R, D>; 2],
    ) -> [Option<Aside<T, D>>; 2] {
        let tracks = event.pair.map(|body| &self.tracks[body]);
        let is_possible = event.kind.contact().is_some() && event.time < T::one();
        let mut slides = thens.map(|then| is_possible && matches!(then, Then::Slide));
        let shifts = [0, 1].map(|side| match slides[side] {
            true => self.shift(event.pair[side], event.time),
            false => T::zero(),
        });
        loop {
            for (side, slides) in slides.iter_mut().enumerate() {
                *slides &= !tracks[side].is_fixed && tracks[side].may_slide();
            }
            let goes_on = [0, 1].map(|side| slides[side] || matches!(thens[side], Then::Continue));
            let ways = slide::ways(tracks, event, (slides, goes_on));
            let asides = [0, 1].map(|side| Aside {
                way: ways[side],
                length: ways[side].norm() + shifts[side],
            });
            let mut too_far = false;
            for side in 0..2 {
                let length = asides[side].length;
                let is_too_far = slides[side] && !tracks[side].may_leave(length, self.pass.slides);
                slides[side] &= !is_too_far;
                too_far |= is_too_far;
            }
            if !too_far {
                return [0, 1].map(|side| slides[side].then_some(asides[side]));
            }
        }
    }

    /// Returns how far points of a body and its parts are at most from where they were to be, at any one time, if a new
    /// sweep begins then.
    fn shift(&self, body: usize, time: T) -> T {
        let alone = [body];
        let parts = self.parts.get(&body).map_or(&alone[..], |parts| parts);
        let shifts = parts.iter().map(|&part| self.tracks[part].shift(time));
        shifts.fold(T::zero(), |most, shift| most.max(shift))
    }

    /// Lets a body go on that ends elsewhere.
    fn slide(&mut self, body: usize, time: T, aside: &Aside<T, D>) -> Result<Way, PassError> {
        let track = &mut self.tracks[body];
        track.slides.0 += 1;
        track.slides.1 += aside.length;
        let end = Translation::from(aside.way) * track.end;
        self.head_for(body, time, end)?;
        Ok(Way::Elsewhere)
    }

    /// Lets a body go from where it is at a time to `end`.
    fn head_for(&mut self, body: usize, time: T, end: Isometry<T, R, D>) -> Result<(), PassError> {
        let track = &mut self.tracks[body];
        track
            .head_for(time, end)
            .map_err(|error| PassError::Sweep { body, error })?;
        track.carrier = None;
        self.places[body] = track.place();
        Ok(())
    }

    /// Lets a body go on with another one, as if it were fixed to it.
    fn carry(&mut self, body: usize, (pair, event): (usize, &Event<T, R, D>), by: usize) -> Way {
        if self.tracks[body].moves >= self.pass.moves {
            self.report.out_of_moves.push(body);
            return self.let_go(body, (pair, event));
        }
        let way = self.tracks[body].way_with(event.time, &self.tracks[by]);
        let (sweep, end) = match way {
            Some(Ok(way)) => way,
            Some(Err(error)) => {
                self.report.refused.push(PassError::Sweep { body, error });
                return self.redirect(body, event.time, Then::Stop);
            }
            None => return self.redirect(body, event.time, Then::Stop),
        };
        let leader = self.leader(by);
        let track = &mut self.tracks[body];
        track.moves += 1;
        track.go(event.time, sweep, end);
        track.carrier = Some(leader);
        self.places[body] = track.place();
        self.carried.push(body);
        self.note_margin(body);
        Way::Elsewhere
    }

    /// Lets a body go that is pressed by others from all sides, so that no answer is left. If both bodies of the pair
    /// were in contact when the step began, the engine knew of it: it goes where that has sent it, through the other one
    /// if need be. Otherwise it stops.
    fn let_go(&mut self, body: usize, (pair, event): (usize, &Event<T, R, D>)) -> Way {
        let was_pressed = matches!(event.kind, Kind::DrivenIn(_) | Kind::TooDeep(_))
            && self.pairs.get(pair).kept.since == T::zero();
        if !was_pressed {
            return self.redirect(body, event.time, Then::Stop);
        }
        self.pairs.kept_mut(pair).passes = true;
        self.end_proof(event);
        let track = &mut self.tracks[body];
        track.slides = (0, T::zero());
        let end = track.given_end();
        match self.head_for(body, event.time, end) {
            Ok(()) => Way::Elsewhere,
            Err(_) => self.redirect(body, event.time, Then::Stop),
        }
    }

    /// Notes a body whose new way may leave the box by which its pairs were chosen.
    fn note_margin(&mut self, body: usize) {
        let track = &self.tracks[body];
        if !track.stays_within(self.pass.slides) {
            self.report.left_margin.push(body);
        }
    }

    /// Lets a body stop or go to another end.
    fn redirect(&mut self, body: usize, time: T, then: Then<T, R, D>) -> Way {
        let track = &mut self.tracks[body];
        if let Then::MoveTo(end) = then {
            if track.is_fixed {
                self.report.refused.push(PassError::MovesFixed { body });
                return Way::Same;
            }
            if track.moves < self.pass.moves && time < T::one() {
                track.moves += 1;
                match self.head_for(body, time, end) {
                    Ok(()) => {
                        self.note_margin(body);
                        return Way::Elsewhere;
                    }
                    Err(error) => self.report.refused.push(error),
                }
            } else {
                self.report.out_of_moves.push(body);
            }
        }
        if matches!(then, Then::Continue | Then::Deeper(_)) {
            return Way::Same;
        }
        let track = &mut self.tracks[body];
        if track.at_rest {
            return Way::Same;
        }
        track.stop(time);
        track.carrier = None;
        self.places[body] = track.place();
        Way::Stopped
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

/// How a body slides on.
#[derive(Clone, Copy)]
struct Aside<T, const D: usize> {
    /// From where its way was to end to where it ends.
    way: SVector<T, D>,
    /// How far it leaves its way at most.
    length: T,
}

/// Which way a body goes after an event.
enum Way {
    Same,
    Stopped,
    Elsewhere,
}
