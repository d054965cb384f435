//! When pairs are looked at, and the questions about them.

use nalgebra::Vector3;
use photofinish::pieces::{FirstContact, distance_by_boxes, nearest_pieces};
use photofinish::{InitialContact, NotFinite, Outcome, Proximity, Query, Real};

use super::body::{Body, Condition};
use super::pairs::{Event, Next};
use super::tally::Frame;
use super::world::{SKIN, World, WorldError};
use crate::impulse::Contact;

/// Bodies that stay in contact are pushed apart if they are nearer than this. It is more than two tolerances, so that
/// they never touch.
const TOO_NEAR: f64 = 1e-3;
/// The first question about a pair after one of its bodies was sent another way looks ahead for this many times as long
/// as they moved between their last impacts, and each later one twice as far: by then they are likely to be on another
/// way.
const AS_LONG: f64 = 1.5;
/// The least share of a frame that a question looks ahead.
const LEAST_LOOK: f64 = 1.0 / 48.0;
/// A pair that is proven free for at least this share of the time that the next question looks ahead is not asked about.
const WORTHWHILE: f64 = 0.25;
/// What rounding may take from a distance, and from a time at the largest speeds, in metres.
const ROUNDING: f64 = 1e-5;

impl<T: Real> World<T> {
    /// Finds out anew when the pairs of those bodies that were sent another way at a time are to be looked at.
    pub(super) fn follow_changed(&mut self, bodies: [usize; 2], from: T) {
        for body in bodies {
            let changed = self.bodies.get(body);
            if changed.is_some_and(|body| body.changed_at(from)) {
                for other in (0..=self.bodies.len()).filter(|other| *other != body) {
                    self.expect([body.min(other), body.max(other)], from);
                }
            }
        }
    }

    /// Finds out when all pairs are to be looked at.
    pub(super) fn follow_all(&mut self) {
        for b in 0..=self.bodies.len() {
            for a in 0..b {
                self.expect([a, b], T::zero());
            }
        }
    }

    /// Finds out when a pair is to be looked at, one of whose bodies was sent another way.
    fn expect(&mut self, bodies: [usize; 2], from: T) {
        let time = from.as_f64();
        let speed = self.speed(bodies, from);
        let (kept, frame) = (self.kept(), self.frame.as_f64());
        let lasted = bodies.iter().filter_map(|&body| self.bodies.get(body));
        let lasted = lasted.map(Body::lasted).fold(frame, f64::min);
        let pair = self.pairs.get(bodies);
        pair.gap.change_speed(time, speed);
        pair.ahead = (lasted * AS_LONG).clamp(frame * LEAST_LOOK, frame);
        let until = pair.gap.keeps_until(kept);
        self.look_later(bodies, until.max(time));
    }

    /// Looks at a pair at a time of the frame, if it is not over by then.
    pub(super) fn look_later(&mut self, bodies: [usize; 2], time: f64) {
        let is_in_time = time < self.frame.as_f64();
        let next = is_in_time.then(|| Next::Look(T::of(time)));
        self.pairs.set(bodies, next);
    }

    /// Returns a bound of the speed at which any two points of two bodies approach, from a time to the end of the frame.
    fn speed(&self, bodies: [usize; 2], from: T) -> f64 {
        if bodies.iter().any(|&body| self.is(body, Condition::Gone)) {
            return 0.0;
        }
        let [a, b] = bodies.map(|body| self.bodies.get(body));
        let turning = [a, b].map(|body| body.map_or(0.0, Body::turning));
        // they fall on parabolas, so that the largest speed of the centres is at one of the ends
        let centers = [from, self.frame].map(|time| {
            let [a, b] =
                [a, b].map(|body| body.map_or(Vector3::zeros(), |body| body.velocity(time)));
            (a - b).norm().as_f64()
        });
        let sum = centers[0].max(centers[1]) + turning[0] + turning[1];
        sum + sum * ROUNDING
    }

    /// Returns the distance beyond which no question finds a contact.
    fn kept(&self) -> f64 {
        SKIN + self.tolerance + ROUNDING
    }

    pub(super) fn is(&self, body: usize, condition: Condition) -> bool {
        self.bodies
            .get(body)
            .is_some_and(|body| body.condition() == condition)
    }

    /// Measures how far apart a pair is, and asks about it if it is near.
    pub(super) fn look(
        &mut self,
        bodies: [usize; 2],
        from: T,
        frame: &mut Frame,
    ) -> Result<(), WorldError> {
        frame.looks += 1;
        let time = from.as_f64();
        let kept = self.kept();
        let end = self.frame.as_f64();
        let enough = T::of(self.pairs.get(bodies).gap.enough(kept, time, end));
        let [a, b] = bodies;
        let moving = self.bodies[a].moving();
        let distance = match self.bodies.get(b) {
            Some(b) => distance_by_boxes(&moving, &b.moving(), from, enough)?,
            None => distance_by_boxes(&moving, &self.plant, from, enough)?,
        };
        let pair = self.pairs.get(bodies);
        pair.gap.measured(time, distance.as_f64());
        let until = pair.gap.keeps_until(kept);
        if until >= end || until - time > pair.ahead * WORTHWHILE {
            self.look_later(bodies, until);
            return Ok(());
        }
        self.ask(bodies, from, frame)
    }

    /// Asks when a pair next touches.
    fn ask(&mut self, bodies: [usize; 2], from: T, frame: &mut Frame) -> Result<(), WorldError> {
        frame.queries += 1;
        let pair = self.pairs.get(bodies);
        let until = (from + T::of(pair.ahead)).min(self.frame);
        pair.ahead *= 2.0;
        let front = &mut pair.front;
        let mut ask = |query: &Query<T>| {
            let moving = self.bodies[bodies[0]].moving();
            let (during, solver) = (from..=until, &mut frame.solver);
            match self.bodies.get(bodies[1]) {
                Some(b) => {
                    query.first_contact_observed(&moving, &b.moving(), during, front, solver)
                }
                None => query.first_contact_observed(&moving, &self.plant, during, front, solver),
            }
        };
        // few start in contact, and it takes longer to look past that
        let mut answer = ask(&self.query.initial_contact(InitialContact::Stop))?;
        if answer.contact.is_some_and(|contact| contact.time <= from) {
            answer = ask(&self.query)?;
        }
        match self.event((bodies, from, until), &answer, frame)? {
            Some(event) => self.pairs.set(bodies, Some(Next::Meet(event))),
            None => self.look_later(bodies, until.as_f64()),
        }
        Ok(())
    }

    /// Returns the event that an answer is about.
    fn event(
        &self,
        (bodies, from, until): ([usize; 2], T, T),
        answer: &FirstContact<T, 3>,
        frame: &mut Frame,
    ) -> Result<Option<Event<T>>, WorldError> {
        let Some(found) = &answer.contact else {
            return Ok(sinking(answer, (from, until)));
        };
        let outcome = found.answer.as_ref().map(|solution| &solution.outcome);
        // bodies that are driven into each other stop where they are
        let time = if matches!(outcome, Ok(Outcome::DrivesIn(_))) {
            from
        } else {
            found.time
        };
        let touch = match (outcome, found.place()) {
            (Ok(Outcome::Overlapping(_)), _) => None,
            (_, Some(place)) => Some(*place),
            (_, None) => {
                frame.undecided += 1;
                match self.nearest(bodies, time)? {
                    Proximity::Disjoint(closest) => Some(closest.contact),
                    Proximity::Overlapping(_) => None,
                }
            }
        };
        let contact = touch.map(|touch| Contact {
            time,
            normal: touch.normal,
            point: (touch.witness_a + touch.witness_b) * T::of(0.5),
        });
        Ok(Some(Event {
            time,
            contact,
            stays_until: None,
        }))
    }

    pub(super) fn nearest(
        &self,
        [a, b]: [usize; 2],
        time: T,
    ) -> Result<Proximity<T, 3>, NotFinite> {
        let moving = self.bodies[a].moving();
        let nearest = match self.bodies.get(b) {
            Some(b) => nearest_pieces(&moving, &b.moving(), time)?,
            None => nearest_pieces(&moving, &self.plant, time)?,
        };
        Ok(nearest.proximity)
    }

    pub(super) fn distance(&self, bodies: [usize; 2], time: T) -> Result<f64, NotFinite> {
        Ok(self.nearest(bodies, time)?.signed_distance().as_f64())
    }
}

/// Returns the event of pieces that stay in contact and are too near already.
fn sinking<T: Real>(answer: &FirstContact<T, 3>, (from, until): (T, T)) -> Option<Event<T>> {
    answer.looked_past.iter().find_map(|past| {
        match past.answer.as_ref().map(|solution| &solution.outcome) {
            Ok(Outcome::Stays(report)) if report.distance.as_f64() < TOO_NEAR => Some(Event {
                time: from,
                contact: Some(Contact {
                    time: from,
                    normal: report.contact.normal,
                    point: (report.contact.witness_a + report.contact.witness_b) * T::of(0.5),
                }),
                stays_until: Some(until),
            }),
            _ => None,
        }
    })
}
