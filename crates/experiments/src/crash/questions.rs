//! When pairs are looked at, and the questions about them.

use nalgebra::{Isometry3, Vector3};
use photofinish::pieces::{FirstContact, distance_by_boxes, nearest_pieces};
use photofinish::{InitialContact, NotFinite, Outcome, Proximity, Query, Real};

use super::body::{Body, Condition};
use super::pairs::{Event, Next};
use super::tally::Frame;
use super::world::{HOP, SKIN, World, WorldError};
use crate::impulse::Contact;

/// After a contact bodies keep this share of the distance that they kept up to it: they may come nearer elsewhere
/// before they part there. So no question starts in contact, which would take longer.
pub(super) const SHARE_KEPT: f64 = 0.5;
/// Bodies that keep less than this are wedged, in metres.
pub(super) const LEAST_KEPT: f64 = 5e-5;
/// The tolerance of a question is at most this share of the distance that bodies keep. Bodies in contact are then
/// farther apart than what they keep next and its tolerance, so that the next question does not start in contact.
const TOLERANCE_IN_KEPT: f64 = 0.25;
/// How far a question about bodies that were in contact looks ahead at most, in seconds. With a hop they part by then.
const PARTING: f64 = SKIN / HOP;
/// After a body was sent another way, the first question about its pairs looks ahead for this many times as long as the
/// bodies moved between their last impacts: by then they are likely to be on another way. Each later one looks twice as
/// far.
const AS_LONG: f64 = 1.5;
/// The least share of a frame that a question looks ahead.
const LEAST_LOOK: f64 = 1.0 / 48.0;
/// A pair that is proven free for at least this share of the time that the next question looks ahead is not asked about.
/// A distance takes less than a fifth of the time of a question.
const WORTHWHILE: f64 = 0.05;
/// Distances are measured up to this many times what is enough for the rest of the frame, as bodies may be sent another
/// way before.
const SPARE: f64 = 2.0;
/// What rounding may take from a distance, in metres, and from a speed, as a share of it.
///
/// This is in single precision and within 8 m of the plant's foot.
/// - A distance of two bodies loses 4.8e-7 m at most in each of the two places, in their difference and in its length.
///   A question that stops at a distance loses three times as much. Together that is below 4e-6 m.
/// - A time in a frame is off by 2e-9 s, in which bodies move by less than 1e-7 m.
/// - A speed is a sum of eight numbers, each of which loses less than 1e-6 of it.
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
        let frame = self.frame.as_f64();
        let lasted = bodies.iter().filter_map(|&body| self.bodies.get(body));
        let lasted = lasted.map(Body::lasted).fold(frame, f64::min);
        let pair = self.pairs.get(bodies);
        pair.gap.change_speed(time, speed);
        pair.ahead = (lasted * AS_LONG).clamp(frame * LEAST_LOOK, frame);
        let until = pair.gap.keeps_until(beyond(pair.kept, self.tolerance));
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
        let end = self.frame.as_f64();
        let pair = self.pairs.get(bodies);
        let free = beyond(pair.kept, self.tolerance);
        let far = SPARE * pair.gap.enough(free, time, end);
        let far_apart = self.distance_of_balls(bodies, from);
        let distance = if far_apart < far {
            self.distance_of_boxes(bodies, from, far)?
        } else {
            far_apart
        };
        let pair = self.pairs.get(bodies);
        pair.gap.measured(time, distance);
        let until = pair.gap.keeps_until(free);
        if until >= end || until - time > pair.ahead * WORTHWHILE {
            self.look_later(bodies, until);
            return Ok(());
        }
        self.ask(bodies, from, frame)
    }

    /// Returns a lower bound of the distance of two bodies: that of the balls around them, or zero for the plant.
    fn distance_of_balls(&self, [a, b]: [usize; 2], time: T) -> f64 {
        let a = &self.bodies[a];
        self.bodies.get(b).map_or(0.0, |b| {
            let way = (a.center(time) - b.center(time)).norm().as_f64();
            way - a.reach() - b.reach() - ROUNDING
        })
    }

    /// Returns a lower bound of the distance of two bodies, or at least `enough`, by the boxes around their pieces.
    fn distance_of_boxes(
        &self,
        [a, b]: [usize; 2],
        time: T,
        enough: f64,
    ) -> Result<f64, NotFinite> {
        let (moving, enough) = (self.bodies[a].moving(), T::of(enough));
        let distance = match self.bodies.get(b) {
            Some(b) => distance_by_boxes(&moving, &b.moving(), time, enough)?,
            None => distance_by_boxes(&moving, &self.plant, time, enough)?,
        };
        Ok(distance.as_f64())
    }

    /// Finds out when a pair next touches, and asks about it unless that is known.
    fn ask(&mut self, bodies: [usize; 2], from: T, frame: &mut Frame) -> Result<(), WorldError> {
        if let Some(contact) = self.closing(bodies, from) {
            let event = Event {
                time: from,
                contact: Some(contact),
                is_nearer: false,
            };
            self.pairs.set(bodies, Some(Next::Meet(event)));
            return Ok(());
        }
        let pair = self.pairs.get(bodies);
        if pair.kept < SKIN {
            pair.ahead = pair.ahead.min(PARTING);
        }
        let until = (from + T::of(pair.ahead)).min(self.frame);
        pair.ahead *= 2.0;
        let answer = self.first_contact(bodies, (from, until), frame)?;
        match self.event(bodies, &answer, frame)? {
            Some(event) => self.pairs.set(bodies, Some(Next::Meet(event))),
            None => self.look_later(bodies, until.as_f64()),
        }
        Ok(())
    }

    /// Returns a known contact at which a pair is in contact and does not part.
    fn closing(&mut self, bodies: [usize; 2], from: T) -> Option<Contact<T>> {
        let moves = |&body: &usize| self.is(body, Condition::Awake);
        if !bodies.iter().any(moves) || self.pairs.get(bodies).kept >= SKIN {
            return None;
        }
        let poses = bodies.map(|body| self.pose(body, from));
        let touching = T::of(SKIN + self.tolerance);
        let known: Vec<_> = self.pairs.get(bodies).known.at(from, poses).collect();
        let closing = known.into_iter().find(|(contact, distance)| {
            *distance <= touching && self.approach(bodies, contact) >= 0.0
        });
        closing.map(|(contact, _)| contact)
    }

    /// Returns the first time at which a pair is as near as it is to keep. Bodies that were in contact are asked first
    /// if they keep all of their distance again, and then twice what they kept.
    fn first_contact(
        &mut self,
        bodies: [usize; 2],
        (from, until): (T, T),
        frame: &mut Frame,
    ) -> Result<FirstContact<T, 3>, WorldError> {
        let pair = self.pairs.get(bodies);
        let least = pair.kept;
        let more = if pair.may_have_parted {
            [SKIN, SKIN.min(least / SHARE_KEPT)]
        } else {
            [least; 2]
        };
        let mut tried = more.into_iter().filter(|kept| *kept > least);
        loop {
            frame.queries += 1;
            // what they keep is proven: with that they start in contact only if they are hardly farther apart
            let kept = tried.next().unwrap_or(pair.kept);
            let query = Query::new()
                .initial_contact(InitialContact::Stop)
                .target_distance(T::of(kept))
                .tolerance(T::of(self.tolerance.min(kept * TOLERANCE_IN_KEPT)));
            let (during, front, solver) = (from..=until, &mut pair.front, &mut frame.solver);
            let moving = self.bodies[bodies[0]].moving();
            let answer = match self.bodies.get(bodies[1]) {
                Some(b) => {
                    query.first_contact_observed(&moving, &b.moving(), during, front, solver)
                }
                None => query.first_contact_observed(&moving, &self.plant, during, front, solver),
            }?;
            let starts_in_contact = answer.contact.is_some_and(|contact| contact.time <= from);
            if !starts_in_contact {
                pair.kept = kept;
                pair.may_have_parted = answer.contact.is_none();
                return Ok(answer);
            }
            if kept <= pair.kept {
                pair.kept *= SHARE_KEPT;
                if pair.kept < LEAST_KEPT {
                    return Ok(answer);
                }
            }
        }
    }

    /// Returns the event that an answer is about.
    fn event(
        &mut self,
        bodies: [usize; 2],
        answer: &FirstContact<T, 3>,
        frame: &mut Frame,
    ) -> Result<Option<Event<T>>, WorldError> {
        let Some(found) = &answer.contact else {
            return Ok(None);
        };
        let time = found.time;
        let outcome = found.answer.as_ref().map(|solution| &solution.outcome);
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
        if let Some(touch) = &touch {
            let poses = bodies.map(|body| self.pose(body, time));
            let known = &mut self.pairs.get(bodies).known;
            known.add(touch.witnesses(), &touch.normal, poses);
        }
        let contact = touch.map(|touch| Contact {
            time,
            normal: touch.normal,
            point: (touch.witness_a + touch.witness_b) * T::of(0.5),
        });
        Ok(Some(Event {
            time,
            contact,
            is_nearer: true,
        }))
    }

    /// Returns the pose of a body, or of the plant.
    fn pose(&self, body: usize, time: T) -> Isometry3<T> {
        let body = self.bodies.get(body);
        body.map_or_else(Isometry3::identity, |body| body.pose(time))
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

/// Returns the distance beyond which no question about bodies that keep a distance finds a contact.
fn beyond(kept: f64, tolerance: f64) -> f64 {
    kept + tolerance + ROUNDING
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crash::Settings;

    /// Both bounds of a distance hold, and that of balls is no idle one.
    #[test]
    fn bodies_are_at_least_as_far_apart_as_balls_and_boxes_say() {
        let mut world = World::<f32>::new(&Settings::default()).unwrap();
        for _ in 0..14 {
            world.advance().unwrap();
        }
        let mut told = 0;
        for time in [world.frame * 0.25, world.frame] {
            for b in (0..=world.bodies.len()).step_by(4) {
                for a in (0..b).step_by(3) {
                    let distance = world.distance([a, b], time).unwrap();
                    let of_balls = world.distance_of_balls([a, b], time);
                    assert!(of_balls <= distance, "{a} {b}: {of_balls} {distance}");
                    let of_boxes = world.distance_of_boxes([a, b], time, 0.05).unwrap();
                    assert!(
                        of_boxes <= distance.max(0.05),
                        "{a} {b}: {of_boxes} {distance}"
                    );
                    told += u32::from(of_balls > 0.5 * distance);
                }
            }
        }
        assert!(told > 100, "{told}");
    }
}
