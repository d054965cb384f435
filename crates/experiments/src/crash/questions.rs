//! When pairs are looked at, and the questions about them.

use std::collections::BTreeSet;

use nalgebra::{Isometry3, Vector3};
use photofinish::pieces::nearest_pieces;
use photofinish::{InitialContact, NotFinite, Proximity, Query, Real};

use super::approach::{Approach, Course, Nearness};
use super::body::{Body, Condition};
use super::front::Going;
use super::pairs::{Event, Next, Pair, SHARE_KEPT};
use super::planes::Planes;
use super::search::{Found, Meeting, Other, Question, Search};
use super::tally::Frame;
use super::world::{SKIN, World, WorldError};
use crate::impulse::Contact;

/// The tolerance of a question is at most this share of the distance that bodies keep. Bodies in contact are then
/// farther apart than what they keep next and its tolerance, so that the next question does not start in contact.
const TOLERANCE_IN_KEPT: f64 = 0.25;
/// The least share of a frame that a question looks ahead. After a body was sent another way, the first question about
/// its pairs looks ahead for as long as the bodies moved between their last impacts: by then they are likely to be on
/// another way. Each later one looks twice as far.
const LEAST_LOOK: f64 = 1.0 / 48.0;
/// What rounding may take from a distance, in metres, and from a speed, as a share of it.
///
/// This is in single precision and within 8 m of the plant's foot.
/// - A distance of two bodies loses 4.8e-7 m at most in each of the two places, in their difference and in its length.
///   A question that stops at a distance loses three times as much. Together that is below 4e-6 m. A search calculates
///   in double precision with places and support values in single precision, and loses less.
/// - A time in a frame is off by 2e-9 s, in which bodies move by less than 1e-7 m.
/// - A speed is a sum of eight numbers, each of which loses less than 1e-6 of it.
const ROUNDING: f64 = 1e-5;

impl<T: Real> World<T> {
    /// Finds out anew when the pairs of bodies are to be looked at that are on another way from a time on, and when the
    /// flights of these end.
    pub(super) fn follow(&mut self, changed: &BTreeSet<usize>, from: T) {
        for &body in changed {
            let end = self.bodies[body].end();
            if end < self.frame {
                self.pairs.ends(body, end);
            }
            self.balls[body] = self.bodies[body].ball();
        }
        for &body in changed {
            let is_followed = |other: usize| other < body && changed.contains(&other);
            let others =
                (0..=self.bodies.len()).filter(|&other| other != body && !is_followed(other));
            for other in others {
                self.expect(in_order(body, other), from);
            }
        }
    }

    /// Finds out when a pair is to be looked at, one of whose bodies is on another way from a time on.
    fn expect(&mut self, bodies: [usize; 2], from: T) {
        let time = from.as_f64();
        let is_gone = bodies.iter().any(|&body| self.is(body, Condition::Gone));
        let balls = self.balls(bodies, from, beyond(SKIN, self.tolerance));
        if is_gone || balls.gap > 0.0 && balls.free >= (self.end_of(bodies) - from).as_f64() {
            self.pairs.set_far(bodies);
            return;
        }
        self.pairs.marks(bodies).is_near = true;
        let speed = self.speed(bodies, from);
        let frame = self.frame.as_f64();
        let both = || bodies.iter().filter_map(|&body| self.bodies.get(body));
        let lasted = both().map(Body::lasted).fold(frame, f64::min);
        let pair = self.pairs.get(bodies);
        pair.gap.change_speed(time, speed);
        pair.ahead = lasted.clamp(frame * LEAST_LOOK, frame);
        let until = pair.gap.keeps_until(beyond(pair.kept, self.tolerance));
        self.look_later(bodies, until.max(time));
    }

    /// Looks at a pair at a time, unless it is looked at before, when the flight of one of its bodies ends.
    pub(super) fn look_later(&mut self, bodies: [usize; 2], time: f64) {
        let is_in_time = time < self.end_of(bodies).as_f64();
        let next = is_in_time.then(|| Next::Look(T::of(time)));
        self.pairs.set(bodies, next);
    }

    /// Returns when the first of two flights ends.
    fn end_of(&self, bodies: [usize; 2]) -> T {
        let ends = bodies.iter().filter_map(|&body| self.bodies.get(body));
        ends.map(Body::end).fold(self.frame, T::min)
    }

    /// Returns a bound of the speed at which any two points of two bodies approach, from a time to the end of their
    /// flights.
    fn speed(&self, bodies: [usize; 2], from: T) -> f64 {
        let [a, b] = bodies.map(|body| self.bodies.get(body));
        let turning = [a, b].map(|body| body.map_or(0.0, Body::turning));
        // they fall on parabolas, so that the largest speed of the centres is at one of the ends
        let centers = [from, self.end_of(bodies)].map(|time| {
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

    /// Looks at a pair.
    pub(super) fn look(
        &mut self,
        bodies: [usize; 2],
        from: T,
        frame: &mut Frame,
    ) -> Result<(), WorldError> {
        frame.looks += 1;
        let time = from.as_f64();
        let pair = self.pairs.get(bodies);
        let (free, ahead) = (beyond(pair.kept, self.tolerance), pair.ahead);
        let balls = self.balls(bodies, from, free);
        let end = self.end_of(bodies).as_f64();
        if balls.gap > 0.0 && balls.free >= ahead.min(end - time) {
            self.pairs.get(bodies).gap.measured(time, balls.gap + free);
            self.look_later(bodies, time + balls.free);
            return Ok(());
        }
        self.ask(bodies, from, frame)
    }

    /// Returns how near the balls around two bodies are from a time on, if they are to keep a distance. The plant has no
    /// ball.
    fn balls(&self, [a, b]: [usize; 2], from: T, distance: f64) -> Nearness {
        let Some(b) = self.balls.get(b) else {
            return Nearness::NONE;
        };
        self.balls[a].near(b, (from.as_f64(), distance + ROUNDING))
    }

    /// Looks for the first pieces of two bodies that may come nearer than a distance, within so many seconds from a
    /// time.
    fn search(
        &mut self,
        bodies: [usize; 2],
        (distance, from): (f64, T),
        mut question: Question<'_, T>,
    ) -> Result<Found<T>, WorldError> {
        let course = |body: usize| {
            let body = self.bodies.get(body);
            body.map_or_else(Course::at_rest, |body| body.course(from))
        };
        let approach = Approach::new(bodies.map(course), distance);
        let valid = (self.end_of(bodies) - from).as_f64();
        let poses = bodies.map(|body| self.pose(body, from));
        let [a, b] = bodies;
        let Pair {
            warm_starts,
            front,
            gap,
            ..
        } = self.pairs.get(bodies);
        let going = Going {
            come: gap.come(from.as_f64()),
            kept: distance,
            speed: gap.speed,
        };
        let a = &self.bodies[a];
        match self.bodies.get(b) {
            Some(b) => Search {
                bodies: (&a.moving(), &b.moving()),
                boxes: [a.boxes(), b.boxes()],
                other: Other::Bone(Planes {
                    hulls: [a.hulls(), b.hulls()],
                    poses,
                    valid,
                }),
                front,
                going,
                approach,
                from,
                warm_starts,
            }
            .run(&mut question),
            None => Search {
                bodies: (&a.moving(), &self.plant),
                boxes: [a.boxes(), &self.boxes],
                other: Other::Plant(&self.slabs),
                front,
                going,
                approach,
                from,
                warm_starts,
            }
            .run(&mut question),
        }
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
        let ahead = from + T::of(pair.ahead);
        let until = ahead.min(self.end_of(bodies));
        let found = self.first_meeting(bodies, (from, until), frame)?;
        if let Some(meeting) = found.meeting {
            let event = self.event(bodies, &meeting, frame);
            self.pairs.set(bodies, Some(Next::Meet(event)));
            return Ok(());
        }
        let time = from.as_f64();
        let pair = self.pairs.get(bodies);
        pair.gap
            .measured(time, beyond(pair.kept, self.tolerance) + found.near.gap);
        let later = pair.gap.keeps_until(beyond(pair.kept, self.tolerance));
        let later = later.max(time + found.near.free);
        if later >= until.as_f64() {
            pair.ahead *= 2.0;
        }
        self.look_later(bodies, later);
        Ok(())
    }

    /// Returns the first time at which a pair is as near as it is to keep. Bodies that were in contact are asked first
    /// if they keep all of their distance again, and then twice what they kept.
    fn first_meeting(
        &mut self,
        bodies: [usize; 2],
        (from, until): (T, T),
        frame: &mut Frame,
    ) -> Result<Found<T>, WorldError> {
        let pair = self.pairs.get(bodies);
        let least = pair.kept;
        let more = if pair.may_have_parted {
            [SKIN, SKIN.min(least / SHARE_KEPT)]
        } else {
            [least; 2]
        };
        let mut nearest = f64::INFINITY;
        let mut tried = more.into_iter().filter(|kept| *kept > least);
        loop {
            frame.queries += 1;
            // what they keep is proven: with that they start in contact only if they are hardly farther apart
            let may_be_kept = tried.find(|kept| *kept < nearest);
            let kept = may_be_kept.unwrap_or(self.pairs.get(bodies).kept);
            let query = Query::new()
                .initial_contact(InitialContact::Stop)
                .target_distance(T::of(kept))
                .tolerance(T::of(self.tolerance.min(kept * TOLERANCE_IN_KEPT)));
            let question = Question {
                query,
                until,
                solver: &mut frame.solver,
            };
            let free = beyond(kept, self.tolerance);
            let found = self.search(bodies, (free, from), question)?;
            let pair = self.pairs.get(bodies);
            let starts_in_contact = found.meeting.is_some_and(|meeting| meeting.time <= from);
            if !starts_in_contact {
                pair.kept = kept;
                pair.may_have_parted = found.meeting.is_none();
                return Ok(found);
            }
            let apart = found.meeting.and_then(|meeting| meeting.contact);
            let apart = apart.map_or(0.0, |contact| {
                (contact.witness_b - contact.witness_a).norm().as_f64()
            });
            nearest = nearest.min(apart);
            if kept <= pair.kept && !pair.may_come_nearer() {
                return Ok(found);
            }
        }
    }

    /// Returns the event of a meeting.
    fn event(&mut self, bodies: [usize; 2], meeting: &Meeting<T>, frame: &mut Frame) -> Event<T> {
        let time = meeting.time;
        frame.undecided += u32::from(meeting.is_undecided);
        if let Some(touch) = &meeting.contact {
            let poses = bodies.map(|body| self.pose(body, time));
            let known = &mut self.pairs.get(bodies).known;
            known.add(touch.witnesses(), &touch.normal, poses);
        }
        let contact = meeting.contact.map(|touch| Contact {
            time,
            normal: touch.normal,
            point: (touch.witness_a + touch.witness_b) * T::of(0.5),
        });
        Event {
            time,
            contact,
            is_nearer: true,
        }
    }

    /// Returns the pose of a body, or of the plant.
    pub(super) fn pose(&self, body: usize, time: T) -> Isometry3<T> {
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

pub(super) fn in_order(one: usize, other: usize) -> [usize; 2] {
    [one.min(other), one.max(other)]
}

/// Returns the distance beyond which no question about bodies that keep a distance finds a contact.
fn beyond(kept: f64, tolerance: f64) -> f64 {
    kept + tolerance + ROUNDING
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crash::Settings;
    use crate::crash::tally::Solver;

    /// The world in the frame of the crash, all bodies at its start.
    fn crashing() -> World<f32> {
        let mut world = World::<f32>::new(&Settings::default()).unwrap();
        for _ in 0..14 {
            world.advance().unwrap();
        }
        world.begin_frame().unwrap();
        world
    }

    /// Up to a meeting, or as long as a search says, bodies keep the distance that was asked about, and they are as far
    /// apart as it says. These bounds are no idle ones.
    #[test]
    fn bodies_keep_their_distance_as_long_as_a_search_says() {
        const KEPT: f64 = 8e-3;
        const SAMPLES: u32 = 24;
        let mut world = crashing();
        let (mut solver, mut free, mut met, mut near) = (Solver::default(), 0, 0, 0);
        for b in (0..=world.bodies.len()).step_by(2) {
            for a in 0..b {
                let until = world.end_of([a, b]);
                let question = Question {
                    query: Query::new().target_distance(KEPT as f32).tolerance(3e-4),
                    until,
                    solver: &mut solver,
                };
                let found = world
                    .search([a, b], (beyond(KEPT, 3e-4), 0.0), question)
                    .unwrap();
                let distance = world.distance([a, b], 0.0).unwrap();
                let least = found.near.gap + beyond(KEPT, 3e-4);
                assert!(least <= distance + ROUNDING, "{a} {b}: {least} {distance}");
                near += u32::from(least > 0.5 * distance);
                let end = found
                    .meeting
                    .map_or(found.near.free, |met| met.time.as_f64());
                let end = end.min(until.as_f64());
                for sample in 0..=SAMPLES {
                    let time = end * f64::from(sample) / f64::from(SAMPLES);
                    let distance = world.distance([a, b], time as f32).unwrap();
                    let starts_nearer = found.meeting.is_some_and(|met| met.time == 0.0);
                    assert!(
                        distance > KEPT - ROUNDING || starts_nearer,
                        "{a} {b}: {time} {distance}"
                    );
                }
                met += u32::from(found.meeting.is_some_and(|met| met.time > 0.0));
                free += u32::from(found.meeting.is_none() && distance < 5.0 * KEPT);
            }
        }
        assert!(free > 50 && met > 20 && near > 500, "{free} {met} {near}");
    }

    /// Balls around bodies say how far apart they are at least, and for how long they keep a distance.
    #[test]
    fn bodies_keep_their_distance_as_long_as_balls_say() {
        let world = crashing();
        let frame = world.frame.as_f64();
        let mut told = 0;
        for b in (0..world.bodies.len()).step_by(3) {
            for a in (0..b).step_by(3) {
                let balls = world.balls([a, b], 0.0, 0.05);
                let distance = world.distance([a, b], 0.0).unwrap();
                assert!(
                    balls.gap + 0.05 <= distance,
                    "{a} {b}: {balls:?} {distance}"
                );
                for sample in 0..8 {
                    let time = balls.free.min(frame) * f64::from(sample) / 7.0;
                    let distance = world.distance([a, b], time as f32).unwrap();
                    assert!(balls.free == 0.0 || distance > 0.05 - ROUNDING);
                }
                told += u32::from(balls.free > 0.0 && balls.free < frame);
            }
        }
        assert!(told > 5, "{told}");
    }
}
