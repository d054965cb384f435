//! Which pairs there are, and the questions about them.

use std::collections::BTreeSet;

use nalgebra::Vector3;
use photofinish::broad_phase::overlapping_pairs;
use photofinish::pieces::{ContactError, FirstContact, nearest_pieces};
use photofinish::swept::SweptBox;
use photofinish::{NotFinite, Outcome, Proximity, Real, Span};

use super::body::Condition;
use super::pairs::{Event, Pair, near};
use super::tally::Frame;
use super::world::{SKIN, World, WorldError};
use crate::impulse::Contact;

/// Bodies that stay in contact are pushed apart if they are nearer than this. It is more than two tolerances, so that
/// they never touch.
const TOO_NEAR: f64 = 1e-3;

impl<T: Real> World<T> {
    /// Finds the pairs of bodies that were sent another way, and asks about them.
    pub(super) fn follow(
        &mut self,
        bodies: [usize; 2],
        from: T,
        boxes: &mut [SweptBox<T, 3>],
        frame: &mut Frame,
    ) -> Result<(), WorldError> {
        let mut asked = BTreeSet::new();
        if let Some(pair) = self.pairs.get_mut(&bodies) {
            pair.next = None;
        }
        for body in bodies {
            let changed = self
                .bodies
                .get(body)
                .is_some_and(|body| body.changed_at(from));
            if from >= self.window || !changed {
                continue;
            }
            boxes[body] = self.bodies[body]
                .moving()
                .swept_box(span(from, self.window)?)?;
            for (other, around) in boxes.iter().enumerate() {
                let pair = [body.min(other), body.max(other)];
                if other == body || self.is(other, Condition::Gone) {
                    continue;
                }
                if near(&boxes[body], around, self.reach()) {
                    asked.insert(pair);
                } else if let Some(known) = self.pairs.get_mut(&pair) {
                    known.next = None;
                }
            }
        }
        asked
            .into_iter()
            .try_for_each(|pair| self.ask(pair, from, frame))
    }

    pub(super) fn is(&self, body: usize, condition: Condition) -> bool {
        self.bodies
            .get(body)
            .is_some_and(|body| body.condition() == condition)
    }

    /// Bodies whose boxes are farther apart than this are not asked about.
    fn reach(&self) -> T {
        T::of(SKIN)
    }

    /// Finds the pairs of a frame by the boxes around the ways of all bodies, and asks about them.
    pub(super) fn find_pairs(
        &mut self,
        frame: &mut Frame,
    ) -> Result<Vec<SweptBox<T, 3>>, WorldError> {
        let during = span(T::zero(), self.window)?;
        let mut boxes = Vec::new();
        for body in &self.bodies {
            boxes.push(match body.condition() {
                Condition::Gone => nowhere(),
                _ => body.moving().swept_box(during)?,
            });
        }
        boxes.push(self.plant.swept_box(during)?);
        let widened: Vec<_> = boxes
            .iter()
            .map(|around| SweptBox {
                min: around.min.add_scalar(-self.reach()),
                max: around.max.add_scalar(self.reach()),
            })
            .collect();
        let mut kept = std::mem::take(&mut self.pairs);
        let pairs = overlapping_pairs(&widened).pairs.into_iter();
        let asked = pairs.filter(|pair| {
            let any = |condition| pair.iter().any(|&body| self.is(body, condition));
            any(Condition::Awake) && !any(Condition::Gone)
        });
        let pairs: Vec<_> = asked.collect();
        for pair in &pairs {
            let known = kept.remove(pair).unwrap_or_else(Pair::new);
            let known = Pair {
                next: None,
                ..known
            };
            self.pairs.insert(*pair, known);
        }
        frame.pairs += pairs.len();
        for pair in pairs {
            self.ask(pair, T::zero(), frame)?;
        }
        Ok(boxes)
    }

    /// Asks when a pair next touches, between `from` and the end of the frame.
    fn ask(&mut self, bodies: [usize; 2], from: T, frame: &mut Frame) -> Result<(), WorldError> {
        self.pairs.entry(bodies).or_insert_with(Pair::new).next = None;
        let moves = |body: &usize| {
            let body = self.bodies.get(*body);
            body.is_some_and(|body| body.condition() == Condition::Awake)
        };
        if from >= self.window || !bodies.iter().any(moves) {
            return Ok(());
        }
        frame.queries += 1;
        let pair = self.pairs.entry(bodies).or_insert_with(Pair::new);
        let [a, b] = bodies;
        let during = from..=self.window;
        let moving = self.bodies[a].moving();
        let answer = match self.bodies.get(b) {
            Some(b) => self.query.first_contact_observed(
                &moving,
                &b.moving(),
                during,
                &mut pair.front,
                &mut frame.solver,
            ),
            None => self.query.first_contact_observed(
                &moving,
                &self.plant,
                during,
                &mut pair.front,
                &mut frame.solver,
            ),
        };
        let next = self.event((bodies, from), &answer?, frame)?;
        if let Some(pair) = self.pairs.get_mut(&bodies) {
            pair.next = next;
        }
        Ok(())
    }

    /// Returns the event that an answer is about.
    fn event(
        &self,
        (bodies, from): ([usize; 2], T),
        answer: &FirstContact<T, 3>,
        frame: &mut Frame,
    ) -> Result<Option<Event<T>>, WorldError> {
        let Some(found) = &answer.contact else {
            return Ok(sinking(answer, from));
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
            stays: false,
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
fn sinking<T: Real>(answer: &FirstContact<T, 3>, from: T) -> Option<Event<T>> {
    answer.looked_past.iter().find_map(|past| {
        match past.answer.as_ref().map(|solution| &solution.outcome) {
            Ok(Outcome::Stays(report)) if report.distance.as_f64() < TOO_NEAR => Some(Event {
                time: from,
                contact: Some(Contact {
                    time: from,
                    normal: report.contact.normal,
                    point: (report.contact.witness_a + report.contact.witness_b) * T::of(0.5),
                }),
                stays: true,
            }),
            _ => None,
        }
    })
}

fn span<T: Real>(from: T, to: T) -> Result<Span<T>, ContactError> {
    Ok(Span::new(from, to)?)
}

/// A box far away from all others.
fn nowhere<T: Real>() -> SweptBox<T, 3> {
    let far = Vector3::repeat(T::of(1e6));
    SweptBox { min: far, max: far }
}
