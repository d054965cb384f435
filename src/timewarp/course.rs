//! Single flights, questions about two of them, and what events do: all that does not depend on the order of the work.

use std::sync::Arc;

use super::dynamics::{Collision, Dynamics, Flown};
use super::event::{Event, Fixed, Key, Moment, What};
use super::report::{Impact, StopReason};
use crate::body::Stretch;
use crate::scene::Groups;
use crate::swept::SweptBox;
use crate::{Outcome, Query, Real, Span};

/// A flight of a body, from an event on.
pub(super) struct Leg<F: Dynamics<T, D>, T: Real, const D: usize> {
    pub(super) body: usize,
    pub(super) begin: Moment<T>,
    /// The state at its begin.
    pub(super) state: F::State,
    pub(super) stretch: Stretch<F::Shape, F::Pieces, F::Motion, T, D>,
    /// The box in which it keeps half of the target distance, or `None` for a floor.
    pub(super) around: Option<SweptBox<T, D>>,
}

/// Two flights to be asked about, the one of the smaller body first.
pub(super) struct Question<'q, F: Dynamics<T, D>, T: Real, const D: usize> {
    pub(super) numbers: [usize; 2],
    pub(super) legs: [&'q Leg<F, T, D>; 2],
    pub(super) answer: Option<Arc<Event<T, D>>>,
}

/// What an event has done: the flights that it begins, and the impact that it was.
pub(super) struct Done<F: Dynamics<T, D>, T: Real, const D: usize> {
    pub(super) legs: [Option<Leg<F, T, D>>; 2],
    pub(super) impact: Option<Impact<F::Note, T, D>>,
}

/// What a whole run has in common.
pub(super) struct Course<'c, F, T> {
    pub(super) dynamics: &'c F,
    pub(super) query: Query<T>,
    pub(super) during: Span<T>,
    pub(super) fixed: Fixed,
    pub(super) groups: Vec<Groups>,
}

impl<F: Dynamics<T, D>, T: Real, const D: usize> Leg<F, T, D> {
    /// Returns the state at a time of the flight.
    pub(super) fn state_at(&self, dynamics: &F, time: T) -> Result<F::State, F::Error> {
        let flown = Flown {
            body: self.body,
            state: &self.state,
            from: self.begin.time,
            motion: self.stretch.body.motion(),
        };
        dynamics.state_at(&flown, time)
    }

    /// Returns the event that the flight ends by itself, or `None` if it lasts until then.
    pub(super) fn end(&self, number: usize, last: T) -> Option<Arc<Event<T, D>>> {
        let time = self.stretch.during.end();
        (time < last).then(|| {
            Arc::new(Event {
                key: Key::new(time, [self.body; 2], [self.begin; 2]),
                time,
                flights: [number; 2],
                what: What::FlightEnds,
            })
        })
    }
}

impl<F: Dynamics<T, D>, T: Real, const D: usize> Question<'_, F, T, D> {
    /// Asks when the two flights meet, while both last.
    ///
    /// The answer depends on these two alone, to the last bit: neither on what was asked before, nor on what ends the
    /// flights early.
    pub(super) fn ask(&mut self, query: &Query<T>) {
        let [a, b] = self.legs;
        let [start, end] = common(a, b);
        // bodies that are pressed into each other again and again are not to get deeper and deeper
        let mut query = *query;
        query.held_below = Some(query.target_distance);
        let answer = query.first_meeting(&a.stretch.body, &b.stretch.body, start..=end);
        let (time, what) = match answer {
            Err(error) => (start, What::Fails(error)),
            Ok(answer) => {
                let Some(contact) = answer.contact else {
                    return;
                };
                let outcome = contact.answer.as_ref().map(|solution| &solution.outcome);
                let time = match outcome {
                    // up to then they are proven to get no deeper
                    Ok(Outcome::DrivesIn(report)) => report.kept_until.max(start),
                    _ => contact.time.max(start),
                };
                (time, What::Meet(contact))
            }
        };
        self.answer = Some(Arc::new(Event {
            key: Key::new(time, [a.body, b.body], [a.begin, b.begin]),
            time,
            flights: self.numbers,
            what,
        }));
    }
}

/// Returns when both flights have begun, and when the first of them ends by itself.
fn common<F: Dynamics<T, D>, T: Real, const D: usize>(
    a: &Leg<F, T, D>,
    b: &Leg<F, T, D>,
) -> [T; 2] {
    let [a, b] = [a, b].map(|leg| leg.stretch.during);
    [a.start().max(b.start()), a.end().min(b.end())]
}

impl<F, T> Course<'_, F, T> {
    /// Returns whether two flights are to be asked about, if they come near each other.
    pub(super) fn may_meet<const D: usize>(&self, a: &Leg<F, T, D>, b: &Leg<F, T, D>) -> bool
    where
        F: Dynamics<T, D>,
        T: Real,
    {
        let [start, end] = common(a, b);
        let [a, b] = [a, b].map(|leg| leg.body);
        let both_fixed = self.fixed.is_fixed(a) && self.fixed.is_fixed(b);
        a != b && start < end && !both_fixed && self.groups[a].meet(&self.groups[b])
    }

    /// Returns the states of bodies on these flights at a time.
    pub(super) fn states<'l, const D: usize>(
        &self,
        legs: impl Iterator<Item = &'l Leg<F, T, D>>,
        time: T,
    ) -> Result<Vec<F::State>, StopReason<F::Error>>
    where
        F: Dynamics<T, D> + 'l,
        F::State: 'l,
        T: Real,
    {
        let states = legs.map(|leg| {
            let state = leg.state_at(self.dynamics, time);
            state.map_err(|error| StopReason::Dynamics {
                bodies: [leg.body; 2],
                error,
            })
        });
        states.collect()
    }

    /// Lets a body fly from a state on.
    pub(super) fn leg<const D: usize>(
        &self,
        body: usize,
        state: F::State,
        begin: Moment<T>,
    ) -> Result<Leg<F, T, D>, StopReason<F::Error>>
    where
        F: Dynamics<T, D>,
        T: Real,
    {
        let (from, last) = (begin.time, self.during.end());
        let flight = self.dynamics.fly(body, &state, Span::known(from, last));
        let flight = flight.map_err(|error| StopReason::Dynamics {
            bodies: [body; 2],
            error,
        })?;
        // written so that NaN is refused too
        if from < last && !(flight.until > from) {
            return Err(StopReason::EmptyFlight {
                body,
                from: from.as_f64(),
                until: flight.until.as_f64(),
            });
        }
        let during = Span::known(from, flight.until.min(last).max(from));
        let stretch = Stretch::new(flight.body, during);
        let stretch = stretch.map_err(|error| StopReason::Bounds { body, error })?;
        Ok(Leg {
            body,
            begin,
            state,
            around: stretch.around(self.query.target_distance),
            stretch,
        })
    }

    /// Lets an event happen to its flights.
    pub(super) fn handle<const D: usize>(
        &self,
        event: &Event<T, D>,
        legs: [&Leg<F, T, D>; 2],
    ) -> Result<Done<F, T, D>, StopReason<F::Error>>
    where
        F: Dynamics<T, D>,
        T: Real,
    {
        let bodies = event.key.bodies;
        let failed = |error| StopReason::Dynamics { bodies, error };
        let state = |leg: &Leg<F, T, D>| leg.state_at(self.dynamics, event.time);
        let (states, impact) = match &event.what {
            What::Fails(error) => {
                return Err(StopReason::Pair {
                    bodies,
                    error: *error,
                });
            }
            What::FlightEnds => ([Some(state(legs[0]).map_err(failed)?), None], None),
            What::Meet(contact) => {
                let [a, b] = [
                    state(legs[0]).map_err(failed)?,
                    state(legs[1]).map_err(failed)?,
                ];
                let collision = Collision {
                    bodies,
                    time: event.time,
                    states: [&a, &b],
                    contact,
                };
                let response = self.dynamics.collide(&collision).map_err(failed)?;
                let impact = Impact {
                    bodies,
                    time: event.time,
                    contact: *contact,
                    note: response.note,
                };
                (response.states, Some(impact))
            }
        };
        for (body, state) in bodies.into_iter().zip(&states) {
            if impact.is_some() && state.is_some() && self.fixed.is_fixed(body) {
                return Err(StopReason::MovesFixed { body });
            }
        }
        let begin = Moment {
            time: event.time,
            key: event.key,
        };
        let [a, b] = states;
        let leg = |body, state: Option<F::State>| {
            state.map(|state| self.leg(body, state, begin)).transpose()
        };
        Ok(Done {
            legs: [leg(bodies[0], a)?, leg(bodies[1], b)?],
            impact,
        })
    }
}

/// Asks questions one after the other.
pub(super) fn one_by_one<F: Dynamics<T, D>, T: Real, const D: usize>(
    query: &Query<T>,
    questions: &mut [Question<'_, F, T, D>],
) {
    questions
        .iter_mut()
        .for_each(|question| question.ask(query));
}
