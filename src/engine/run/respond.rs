//! What the engine's answers do to the ways of bodies.

use nalgebra::{Isometry, SVector, Translation};

use super::super::pairs::Known;
use super::super::pass::check_overlap;
use super::super::{Event, PassError, Response, Then, slide};
use super::Step;
use crate::motion::Rotor;
use crate::pieces::Pieces;
use crate::{Real, SupportMap};

impl<S, P, T, R, const D: usize> Step<'_, S, P, T, R, D>
where
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    T: Real,
    R: Rotor<T, D>,
{
    /// Does what the engine answered, and asks again about all pairs whose bodies go another way.
    pub(super) fn apply(
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
        let slides = self.slides((this, event), thens);
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
                    (Some(slide), _) => self.slide(part, event.time, slide),
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

    /// Asks anew about all pairs of a body that goes another way. Those that it carried go on without it.
    fn reopen(&mut self, body: usize) {
        self.pairs.reopen_all(body);
        let whole = self.tracks[body].whole;
        let tracks = &mut self.tracks;
        self.carried.retain(|&other| {
            if tracks[other].carrier == Some(whole) {
                tracks[other].carrier = None;
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
        (pair, event): (usize, &Event<T, R, D>),
        thens: [Then<T, R, D>; 2],
    ) -> [Option<Aside<T, D>>; 2] {
        let tracks = event.pair.map(|body| &self.tracks[body]);
        let base = self.pairs.get(pair).kept.base;
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
            let ways = slide::ways(tracks, event, (slides, goes_on), base);
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
    fn slide(&mut self, body: usize, time: T, aside: &Aside<T, D>) -> Way {
        let track = &mut self.tracks[body];
        track.slides.0 += 1;
        track.slides.1 += aside.length;
        let end = Translation::from(aside.way) * track.end;
        self.head_for(body, time, end)
    }

    /// Lets a body go from where it is at a time to `end`, or stop if there is no sweep to it.
    fn head_for(&mut self, body: usize, time: T, end: Isometry<T, R, D>) -> Way {
        let track = &mut self.tracks[body];
        if let Err(error) = track.head_for(time, end) {
            self.report.refused.push(PassError::Sweep { body, error });
            return self.stop(body, time);
        }
        self.goes_with(body, None);
        self.note_margin(body);
        Way::Elsewhere
    }

    /// Notes where a body is that goes another way, and by whom it is carried.
    fn goes_with(&mut self, body: usize, carrier: Option<usize>) {
        let track = &mut self.tracks[body];
        track.carrier = carrier;
        self.places[body] = track.place();
    }

    /// Notes a body whose new way may leave the box by which its pairs were chosen. One that has only slid is within it.
    fn note_margin(&mut self, body: usize) {
        let track = &self.tracks[body];
        if track.moves > 0 && !track.stays_within(self.pass.slides) {
            self.report.left_margin.push(body);
        }
    }

    /// Lets a body stay where it is at a time.
    fn stop(&mut self, body: usize, time: T) -> Way {
        let track = &mut self.tracks[body];
        if track.at_rest {
            return Way::Same;
        }
        track.stop(time);
        self.goes_with(body, None);
        Way::Stopped
    }

    /// Lets a body go on with another one, as if it were fixed to it.
    fn carry(&mut self, body: usize, (pair, event): (usize, &Event<T, R, D>), by: usize) -> Way {
        if self.tracks[body].moves >= self.pass.moves {
            self.report.out_of_moves.push(body);
            return self.let_go(body, (pair, event));
        }
        let sweep = match self.tracks[body].way_with(event.time, &self.tracks[by]) {
            Some(Ok(sweep)) => sweep,
            Some(Err(error)) => {
                self.report.refused.push(PassError::Sweep { body, error });
                return self.stop(body, event.time);
            }
            None => return self.stop(body, event.time),
        };
        let leader = self.leader(by);
        let track = &mut self.tracks[body];
        track.moves += 1;
        let [_, (_, end)] = sweep.given_poses();
        track.go(event.time, sweep, end);
        self.goes_with(body, Some(leader));
        self.carried.push(body);
        self.note_margin(body);
        Way::Elsewhere
    }

    /// Lets a body go that is pressed by others from all sides, so that no answer is left. If both bodies of the pair
    /// touched when the step began, the engine knew of it: it goes where that has sent it, through the other one if need
    /// be. Otherwise it stops.
    fn let_go(&mut self, body: usize, (pair, event): (usize, &Event<T, R, D>)) -> Way {
        if !self.pass.touched_at_start(self.sides(pair)) {
            return self.stop(body, event.time);
        }
        self.pairs.kept_mut(pair).passes = true;
        self.end_proof(event);
        let track = &mut self.tracks[body];
        track.moves += 1;
        track.slides = (0, T::zero());
        let end = track.given_end();
        self.head_for(body, event.time, end)
    }

    /// Lets a body go on, stop, or go to another end.
    fn redirect(&mut self, body: usize, time: T, then: Then<T, R, D>) -> Way {
        let track = &mut self.tracks[body];
        match then {
            Then::Continue | Then::Deeper(_) => Way::Same,
            Then::MoveTo(_) if track.is_fixed => {
                self.report.refused.push(PassError::MovesFixed { body });
                Way::Same
            }
            Then::MoveTo(end) if track.moves < self.pass.moves && time < T::one() => {
                track.moves += 1;
                self.head_for(body, time, end)
            }
            Then::MoveTo(_) => {
                self.report.out_of_moves.push(body);
                self.stop(body, time)
            }
            Then::Stop | Then::Slide | Then::Carried => self.stop(body, time),
        }
    }
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
