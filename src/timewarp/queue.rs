//! The plain queue: the first event of all, again and again.

use std::sync::Arc;

use super::course::{Course, Leg, Question, one_by_one};
use super::dynamics::Dynamics;
use super::event::{Ahead, Event, Moment};
use super::near::Near;
use super::report::{Report, RunStatistics, StopReason};
use crate::Real;

/// Every body on its latest flight, with the events ahead of it.
pub(super) struct Queue<'c, F: Dynamics<T, D>, T: Real, const D: usize> {
    course: &'c Course<'c, F, T>,
    /// The latest flight of each body, with its number.
    legs: Vec<(u64, Leg<F, T, D>)>,
    near: Near<T, D>,
    ahead: Ahead<T, D>,
    report: Report<F::Note, T, D>,
}

impl<'c, F: Dynamics<T, D>, T: Real, const D: usize> Queue<'c, F, T, D> {
    /// Lets all bodies fly from the start on.
    pub(super) fn new(
        course: &'c Course<'c, F, T>,
        states: &[F::State],
    ) -> Result<Self, StopReason<F::Error>> {
        let bodies = 0..states.len();
        let mut queue = Self {
            course,
            legs: Vec::with_capacity(states.len()),
            near: course.near(states.len()),
            ahead: Ahead::new(states.len(), course.fixed.clone()),
            report: Report {
                impacts: Vec::new(),
                statistics: RunStatistics::default(),
            },
        };
        for (body, state) in states.iter().enumerate() {
            let begin = Moment::first(course.during.start(), body);
            let leg = course.leg(body, state.clone(), begin)?;
            queue.legs.push((0, leg));
        }
        let bodies: Vec<_> = bodies.collect();
        queue.set_out(&bodies);
        Ok(queue)
    }

    /// Handles up to `most` events. Returns the time up to which all bodies have flown, and why no farther than that.
    pub(super) fn run(&mut self, most: u64) -> (T, Option<StopReason<F::Error>>) {
        while let Some(event) = self.ahead.first().cloned() {
            let bodies = event.key.bodies;
            if self.report.statistics.handled == most {
                return (event.time, Some(StopReason::TooManyEvents { most, bodies }));
            }
            let legs = bodies.map(|body| &self.legs[body].1);
            let done = match self.course.handle(&event, legs) {
                Ok(done) => done,
                Err(reason) => return (event.time, Some(reason)),
            };
            self.report.statistics.handled += 1;
            self.report.impacts.extend(done.impact);
            self.ahead.remove(&event.key);
            let mut sent = Vec::new();
            for leg in done.legs.into_iter().flatten() {
                let body = leg.body;
                self.ahead.clear(body);
                self.legs[body] = (self.report.statistics.flights, leg);
                sent.push(body);
            }
            self.set_out(&sent);
        }
        (self.course.during.end(), None)
    }

    /// Returns the states at a time that no event ahead comes before.
    pub(super) fn states(&self, time: T) -> Result<Vec<F::State>, StopReason<F::Error>> {
        let states = self.legs.iter().map(|(_, leg)| {
            let state = leg.state_at(self.course.dynamics, time);
            state.map_err(|error| StopReason::Dynamics {
                bodies: [leg.body; 2],
                error,
            })
        });
        states.collect()
    }

    pub(super) fn into_report(mut self) -> Report<F::Note, T, D> {
        self.report.statistics.box_tests += self.near.tests();
        self.report.statistics.rounds = self.report.statistics.handled;
        self.report
    }

    /// Finds what lies ahead of bodies whose flights have just begun.
    fn set_out(&mut self, bodies: &[usize]) {
        for &body in bodies {
            self.near.cover(&self.legs[body].1);
        }
        self.near.update();
        let last = self.course.during.end();
        for &body in bodies {
            self.legs[body].0 = self.report.statistics.flights;
            self.report.statistics.flights += 1;
            let (number, leg) = &self.legs[body];
            leg.end(*number, last)
                .into_iter()
                .for_each(|end| self.ahead.insert(end));
        }
        let mut questions = Vec::new();
        for &body in bodies {
            for &other in self.near.of(body) {
                // two bodies that have both set out are asked about once
                if other < body && bodies.contains(&other) {
                    continue;
                }
                let sides = [body.min(other), body.max(other)].map(|body| &self.legs[body]);
                questions.push(Question {
                    numbers: sides.map(|side| side.0),
                    legs: sides.map(|side| &side.1),
                    answer: None,
                });
            }
        }
        self.report.statistics.queries += one_by_one(&self.course.query, &mut questions);
        let answers = questions.into_iter().filter_map(|question| question.answer);
        let answers: Vec<Arc<Event<T, D>>> = answers.collect();
        answers
            .into_iter()
            .for_each(|event| self.ahead.insert(event));
    }
}
