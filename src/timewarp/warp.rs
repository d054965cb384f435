//! Timewarp: events that are the first of all their bodies are handled together. If one of them is earlier than what
//! its bodies have done already, that is undone first.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::course::{Course, Question};
use super::dynamics::Dynamics;
use super::event::{Ahead, Event, Key, Moment};
use super::history::History;
use super::near::Near;
use super::report::{Report, RunStatistics, StopReason};
use crate::{Query, Real};

/// Bodies of which some have gone ahead of others.
pub(super) struct Warp<'c, F: Dynamics<T, D>, T: Real, const D: usize> {
    course: &'c Course<'c, F, T>,
    history: History<F, T, D>,
    near: Near<T, D>,
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
        ask: &impl Fn(&Query<T>, &mut [Question<'_, F, T, D>]) -> u64,
    ) -> Result<Self, StopReason<F::Error>> {
        let bodies = states.len();
        let mut warp = Self {
            course,
            history: History::new(bodies, course.fixed.clone()),
            near: Near::new(bodies),
            ahead: Ahead::new(bodies, course.fixed.clone()),
            ready: BTreeSet::new(),
            failed: BTreeMap::new(),
            settled: 0,
            report: Report {
                impacts: Vec::new(),
                statistics: RunStatistics::default(),
            },
        };
        let mut begun = Vec::new();
        for (body, state) in states.iter().enumerate() {
            let begin = Moment::first(course.during.start(), body);
            let leg = course.leg(body, state.clone(), begin)?;
            begun.push(warp.history.add(leg));
        }
        warp.set_out(&begun, Vec::new(), ask);
        Ok(warp)
    }

    /// Runs until `most` events are certain. No event is handled that is later than the first of all by more than
    /// `lead`. Returns the time up to which all bodies have flown, and why no farther than that.
    pub(super) fn run(
        &mut self,
        (most, lead): (u64, T),
        ask: &impl Fn(&Query<T>, &mut [Question<'_, F, T, D>]) -> u64,
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
            let mut open = Vec::new();
            let begun = self.round(first.time + lead, &mut open);
            self.set_out(&begun, open, ask);
        }
    }

    /// Returns the states at the time that is certain.
    pub(super) fn states(&self, time: T) -> Result<Vec<F::State>, StopReason<F::Error>> {
        self.course.states(self.history.certain(), time)
    }

    pub(super) fn into_report(mut self) -> Report<F::Note, T, D> {
        self.report.statistics.box_tests += self.near.tests();
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

    /// Handles all events up to a time that are the first of all their bodies. Returns the flights that begin, and adds
    /// pairs of flights that are to be asked about.
    fn round(&mut self, until: T, open: &mut Vec<[u64; 2]>) -> Vec<u64> {
        self.report.statistics.rounds += 1;
        self.ready.extend(self.ahead.take_next());
        let mut begun = Vec::new();
        let mut waiting = BTreeSet::new();
        for key in std::mem::take(&mut self.ready) {
            if !self.ahead.is_next(&key) {
                continue;
            }
            let Some(event) = self.ahead.get(&key).cloned() else {
                continue;
            };
            if event.time > until || self.failed.contains_key(&key) {
                waiting.insert(key);
                continue;
            }
            self.roll_back(&event, open);
            match self.handle(&event) {
                Ok(flights) => begun.extend(flights),
                Err(reason) => {
                    self.failed.insert(key, Failed { event, reason });
                    waiting.insert(key);
                }
            }
        }
        self.ready = waiting;
        begun
    }

    /// Rolls back the bodies of an event that have gone past it, and those that they have met since.
    fn roll_back(&mut self, event: &Event<T, D>, open: &mut Vec<[u64; 2]>) {
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
        // flights that go on have what would have come later ahead of them again, and others may be in their way
        let mut again = undone.events;
        for (flight, cut) in undone.reopened {
            if let Some(past) = self.history.get(flight) {
                let later = past.events.iter().filter(|event| event.key >= cut);
                again.extend(later.cloned());
            }
            self.meets(flight, &cut, open);
        }
        again.into_iter().for_each(|event| self.offer(event));
    }

    fn handle(&mut self, event: &Arc<Event<T, D>>) -> Result<Vec<u64>, StopReason<F::Error>> {
        let leg = |flight| &self.history.get(flight).expect("it is the latest").leg;
        let done = self.course.handle(event, event.flights.map(leg))?;
        self.report.statistics.handled += 1;
        self.ahead.remove(&event.key);
        for leg in done.legs.iter().flatten() {
            self.ahead.clear(leg.body);
        }
        Ok(self.history.happen(event.clone(), done))
    }

    /// Finds what lies ahead of flights that have just begun, and of pairs of flights.
    fn set_out(
        &mut self,
        begun: &[u64],
        mut open: Vec<[u64; 2]>,
        ask: &impl Fn(&Query<T>, &mut [Question<'_, F, T, D>]) -> u64,
    ) {
        self.report.statistics.flights += begun.len() as u64;
        let last = self.course.during.end();
        for &flight in begun {
            // it may be undone already
            let Some(past) = self.history.get_mut(flight) else {
                continue;
            };
            self.near.cover(&past.leg);
            if let Some(end) = past.leg.end(flight, last) {
                past.events.push(end.clone());
                self.offer(end);
            }
        }
        self.near.update(self.course);
        for &flight in begun {
            let begin = self.history.get(flight).map(|past| past.leg.begin.key);
            begin
                .into_iter()
                .for_each(|begin| self.meets(flight, &begin, &mut open));
        }
        self.ask(open, ask);
    }

    /// Lists the pairs of a flight and those flights that others are on after an event.
    fn meets(&self, flight: u64, after: &Key, open: &mut Vec<[u64; 2]>) {
        let body = self.history.get(flight).map(|past| past.leg.body);
        for other in body.into_iter().flat_map(|body| self.near.of(body)) {
            let others = self.history.flights_of(other);
            let later = others.take_while(|(_, past)| past.cut.is_none_or(|cut| cut > *after));
            open.extend(later.map(|(other, _)| [flight, other]));
        }
    }

    /// Asks about pairs of flights, unless that was done before.
    fn ask(
        &mut self,
        mut pairs: Vec<[u64; 2]>,
        ask: &impl Fn(&Query<T>, &mut [Question<'_, F, T, D>]) -> u64,
    ) {
        pairs.iter_mut().for_each(|pair| pair.sort_unstable());
        pairs.retain(|&[a, b]| {
            let later = self.history.get(b).is_some();
            let earlier = self.history.get_mut(a).filter(|_| later);
            earlier.is_some_and(|past| past.asked.insert(b))
        });
        let question = |numbers: &[u64; 2]| {
            let side = |number: u64| (number, &self.history.get(number).expect("it is there").leg);
            let mut sides = numbers.map(side);
            sides.sort_unstable_by_key(|(_, leg)| leg.body);
            Question {
                numbers: sides.map(|(number, _)| number),
                legs: sides.map(|(_, leg)| leg),
                answer: None,
            }
        };
        let mut questions: Vec<_> = pairs.iter().map(question).collect();
        self.report.statistics.queries += ask(&self.course.query, &mut questions);
        let answers = questions.into_iter().filter_map(|question| question.answer);
        let answers: Vec<_> = answers.collect();
        for event in answers {
            for flight in event.flights {
                if let Some(past) = self.history.get_mut(flight) {
                    past.events.push(event.clone());
                }
            }
            self.offer(event);
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
