//! Runs: the first event of all is handled, again and again, or by timewarp all events together that are the first of
//! their bodies. If one of these is earlier than what its bodies have done already, that is undone first.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::course::{Course, Question};
use super::dynamics::Dynamics;
use super::event::{Ahead, Event, Key, Moment};
use super::history::History;
use super::report::{Report, RunStatistics, StopReason};
use crate::{Query, Real};

/// Bodies of which some have gone ahead of others.
pub(super) struct Warp<'c, F: Dynamics<T, D>, T: Real, const D: usize> {
    course: &'c Course<'c, F, T>,
    history: History<F, T, D>,
    /// Events whose flights are those that their bodies are on then.
    ahead: Ahead<T, D>,
    /// Events that are the first of all their bodies. Those that are no longer are in it too.
    ready: BTreeSet<Key>,
    /// These count only if nothing comes before them in the end.
    failed: BTreeMap<Key, Failed<F::Error, T, D>>,
    settled: u64,
    report: Report<F::Note, T, D>,
}

/// An event that cannot be handled.
struct Failed<E, T: Real, const D: usize> {
    event: Arc<Event<T, D>>,
    reason: StopReason<E>,
}

impl<'c, F: Dynamics<T, D>, T: Real, const D: usize> Warp<'c, F, T, D> {
    /// Lets all bodies fly from the start on.
    pub(super) fn new(
        course: &'c Course<'c, F, T>,
        states: &[F::State],
        ask: &impl Fn(&Query<T>, &mut [Question<'_, F, T, D>]),
    ) -> Result<Self, StopReason<F::Error>> {
        let bodies = states.len();
        let mut warp = Self {
            course,
            history: History::new(bodies, course.fixed.clone()),
            ahead: Ahead::new(bodies, course.fixed.clone()),
            ready: BTreeSet::new(),
            failed: BTreeMap::new(),
            settled: 0,
            report: Report {
                impacts: Vec::new(),
                statistics: RunStatistics::default(),
            },
        };
        for (body, state) in states.iter().enumerate() {
            let begin = Moment::first(course.during.start(), body);
            let leg = course.leg(body, state.clone(), begin)?;
            let flight = warp.history.add(leg, course.during.end());
            warp.set_out(flight);
        }
        warp.look_ahead(ask);
        Ok(warp)
    }

    /// Runs until `most` events are certain. No event is handled that is later than the first of all by more than
    /// `lead`, and without a lead no other one. Returns the time up to which all bodies have flown, and why no farther
    /// than that.
    pub(super) fn run(
        &mut self,
        (most, lead): (u64, Option<T>),
        ask: &impl Fn(&Query<T>, &mut [Question<'_, F, T, D>]),
    ) -> (T, Option<StopReason<F::Error>>) {
        loop {
            let first = self.ahead.first().cloned();
            if let Some(stopped) = self.settle(first.as_deref(), most) {
                return stopped;
            }
            let Some(first) = first else {
                return (self.course.during.end(), None);
            };
            // what was undone since no longer fails
            self.failed
                .retain(|_, failed| self.ahead.holds(&failed.event));
            if let Some(failed) = self.failed.remove(&first.key) {
                return (first.time, Some(failed.reason));
            }
            self.report.statistics.rounds += 1;
            match lead {
                None => self.handle(&first),
                Some(lead) => self.handle_next(&first.key, first.time + lead),
            }
            self.look_ahead(ask);
        }
    }

    /// Returns the states at the time that is certain.
    pub(super) fn states(&self, time: T) -> Result<Vec<F::State>, StopReason<F::Error>> {
        self.course.states(self.history.certain(), time)
    }

    pub(super) fn into_report(mut self) -> Report<F::Note, T, D> {
        self.report.statistics.box_tests += self.history.tests();
        self.report
    }

    /// Forgets what comes before the first event ahead. Returns when to stop, if that is more than `most` events.
    fn settle(
        &mut self,
        ahead: Option<&Event<T, D>>,
        most: u64,
    ) -> Option<(T, Option<StopReason<F::Error>>)> {
        loop {
            let handled = self.history.first().map(|(key, time)| (*key, time));
            let ahead = ahead.map(|event| (event.key, event.time));
            let is_certain = match (handled, ahead) {
                (Some(handled), Some(ahead)) => handled.0 < ahead.0,
                (Some(_), None) => true,
                (None, _) => false,
            };
            let (key, time) = if is_certain { handled } else { ahead }?;
            if self.settled == most {
                let bodies = key.bodies;
                return Some((time, Some(StopReason::TooManyEvents { most, bodies })));
            }
            if !is_certain {
                return None;
            }
            self.settled += 1;
            self.report.impacts.extend(self.history.settle());
        }
    }

    /// Handles the first event of all, and the others up to a time that are the first of all their bodies. Bodies that are
    /// many events ahead wait.
    fn handle_next(&mut self, first: &Key, until: T) {
        self.ready.extend(self.ahead.take_next());
        let mut waiting = BTreeSet::new();
        for key in std::mem::take(&mut self.ready) {
            if !self.ahead.is_next(&key) {
                continue;
            }
            let Some(event) = self.ahead.get(&key).cloned() else {
                continue;
            };
            let may_go = event.time <= until && (key == *first || !self.history.is_far(&key));
            if may_go && !self.failed.contains_key(&key) {
                self.roll_back(&event);
                self.handle(&event);
            }
            if self.ahead.holds(&event) {
                waiting.insert(key);
            }
        }
        self.ready = waiting;
    }

    /// Rolls back the bodies of an event that have gone past it, and those that they have met since.
    fn roll_back(&mut self, event: &Event<T, D>) {
        if !self.history.is_past(&event.key) {
            return;
        }
        let undone = self.history.roll_back(&event.key);
        let statistics = &mut self.report.statistics;
        let count = undone.events.len() as u64;
        statistics.rollbacks += 1;
        statistics.undone += count;
        statistics.most_undone = statistics.most_undone.max(count);
        for gone in undone.gone {
            if self.ahead.holds(&gone) {
                self.ahead.remove(&gone.key);
            }
        }
        // flights that go on have what would have come later ahead of them again
        let again = undone.events.into_iter().chain(undone.later);
        again.for_each(|event| self.offer(event));
    }

    /// Handles an event, which comes after all that its bodies have done. One that fails stays ahead.
    fn handle(&mut self, event: &Arc<Event<T, D>>) {
        let legs = event.flights.map(|flight| &self.history.at(flight).leg);
        let done = match self.course.handle(event, legs) {
            Ok(done) => done,
            Err(reason) => {
                let event = event.clone();
                self.failed.insert(event.key, Failed { event, reason });
                return;
            }
        };
        self.report.statistics.handled += 1;
        self.ahead.remove(&event.key);
        let last = self.course.during.end();
        for [old, new] in self.history.happen(event.clone(), done, last) {
            for later in self.history.after_end(old) {
                if self.ahead.holds(later) {
                    self.ahead.remove(&later.key);
                }
            }
            self.set_out(new);
        }
    }

    /// Notes that a body sets out on a flight.
    fn set_out(&mut self, flight: usize) {
        self.report.statistics.flights += 1;
        if let Some(end) = self.history.at(flight).end.clone() {
            self.offer(end);
        }
    }

    /// Finds what lies ahead of the flights that have begun or go on.
    fn look_ahead(&mut self, ask: &impl Fn(&Query<T>, &mut [Question<'_, F, T, D>])) {
        let pairs = self.history.take_pairs(self.course);
        self.report.statistics.queries += pairs.len() as u64;
        let question = |&pair: &usize| {
            let sides = self.history.sides(pair);
            Question {
                numbers: sides.map(|(number, _)| number),
                legs: sides.map(|(_, leg)| leg),
                answer: None,
            }
        };
        let mut questions: Vec<_> = pairs.iter().map(question).collect();
        ask(&self.course.query, &mut questions);
        let answers: Vec<_> = questions
            .into_iter()
            .map(|question| question.answer)
            .collect();
        for (pair, answer) in pairs.into_iter().zip(answers) {
            if let Some(event) = answer {
                self.history.keep(pair, event.clone());
                self.offer(event);
            }
        }
    }

    /// Puts an event ahead, if its flights are those that their bodies are on then. Bodies may have gone past it: it is
    /// not known yet whether it takes place.
    fn offer(&mut self, event: Arc<Event<T, D>>) {
        if self.history.holds(&event) {
            self.ahead.insert(event);
        }
    }
}
