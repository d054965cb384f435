//! The plain queue: the first event of all, again and again.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::course::{Course, Leg, Question};
use super::dynamics::Dynamics;
use super::event::{Event, Key, Moment};
use super::report::{Report, RunStatistics, StopReason};
use crate::Real;
use crate::broad_phase::InTurn;
use crate::pairs::{Known, Near};

/// Every body on its latest flight, with what is known of their pairs.
pub(super) struct Queue<'c, F: Dynamics<T, D>, T: Real, const D: usize> {
    course: &'c Course<'c, F, T>,
    legs: Vec<Leg<F, T, D>>,
    near: Near<T, Arc<Event<T, D>>, (), D>,
    /// Flights that end by themselves.
    ends: BTreeMap<Key, Arc<Event<T, D>>>,
    report: Report<F::Note, T, D>,
}

impl<'c, F: Dynamics<T, D>, T: Real, const D: usize> Queue<'c, F, T, D> {
    /// Lets all bodies fly from the start on.
    pub(super) fn new(
        course: &'c Course<'c, F, T>,
        states: &[F::State],
    ) -> Result<Self, StopReason<F::Error>> {
        let mut queue = Self {
            course,
            legs: Vec::with_capacity(states.len()),
            near: Near::new(),
            ends: BTreeMap::new(),
            report: Report {
                impacts: Vec::new(),
                statistics: RunStatistics::default(),
            },
        };
        for (body, state) in states.iter().enumerate() {
            let begin = Moment::first(course.during.start(), body);
            let leg = course.leg(body, state.clone(), begin)?;
            queue.set_out(&leg);
            queue.legs.push(leg);
        }
        queue.ask();
        Ok(queue)
    }

    /// Handles up to `most` events. Returns the time up to which all bodies have flown, and why no farther than that.
    pub(super) fn run(&mut self, most: u64) -> (T, Option<StopReason<F::Error>>) {
        while let Some(event) = self.next_event() {
            let bodies = event.key.bodies;
            if self.report.statistics.handled == most {
                return (event.time, Some(StopReason::TooManyEvents { most, bodies }));
            }
            let legs = bodies.map(|body| &self.legs[body]);
            let done = match self.course.handle(&event, legs) {
                Ok(done) => done,
                Err(reason) => return (event.time, Some(reason)),
            };
            self.report.statistics.handled += 1;
            self.report.impacts.extend(done.impact);
            for leg in done.legs.into_iter().flatten() {
                if let Some(end) = self.legs[leg.body].end(0, self.course.during.end()) {
                    self.ends.remove(&end.key);
                }
                self.set_out(&leg);
                let body = leg.body;
                self.legs[body] = leg;
            }
            self.ask();
        }
        (self.course.during.end(), None)
    }

    /// Returns the states at a time that no event ahead comes before.
    pub(super) fn states(&self, time: T) -> Result<Vec<F::State>, StopReason<F::Error>> {
        self.course.states(self.legs.iter(), time)
    }

    pub(super) fn into_report(mut self) -> Report<F::Note, T, D> {
        self.report.statistics.box_tests += self.near.tests();
        self.report.statistics.rounds = self.report.statistics.handled;
        self.report
    }

    /// Notes that a body sets out on a flight.
    fn set_out(&mut self, leg: &Leg<F, T, D>) {
        self.report.statistics.flights += 1;
        self.near.change(leg.body, leg.around);
        if let Some(end) = leg.end(0, self.course.during.end()) {
            self.ends.insert(end.key, end);
        }
    }

    /// Asks about the pairs of all bodies that have set out.
    fn ask(&mut self) {
        let (course, legs) = (self.course, &self.legs);
        // a question about a floor begins with the box of the other body
        let reaches = |_, other: usize| legs[other].around.map(|_| true);
        let may_meet = |a, b| course.may_meet(a, b);
        self.near
            .renew::<InTurn, _>(|| 0..legs.len(), reaches, may_meet);
        for pair in self.near.pairs.take_fresh() {
            let mut question = Question {
                numbers: [0; 2],
                legs: self.near.pairs.get(pair).bodies.map(|body| &legs[body]),
                answer: None,
            };
            self.report.statistics.queries += u64::from(question.ask(&course.query));
            let known = question.answer.map_or(Known::Free, |event| Known::Meets {
                time: event.time,
                depth: event.key.depth,
                how: event,
            });
            self.near.pairs.set(pair, known);
        }
    }

    /// Returns the next event. That of a pair is no longer ahead of it then.
    fn next_event(&mut self) -> Option<Arc<Event<T, D>>> {
        let end = self.ends.first_key_value().map(|(_, end)| end);
        let first = self.near.pairs.first();
        let met = first.and_then(|pair| match &self.near.pairs.get(pair).known {
            Known::Meets { how, .. } => Some((pair, how)),
            _ => None,
        });
        match (end, met) {
            (Some(end), met) if met.is_none_or(|(_, met)| end.key < met.key) => Some(end.clone()),
            (_, met) => {
                let (pair, event) = met.map(|(pair, event)| (pair, event.clone()))?;
                self.near.pairs.set(pair, Known::Free);
                Some(event)
            }
        }
    }
}
