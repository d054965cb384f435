//! Bodies in known contacts that are pressed together: they collide without a question.

use std::collections::BTreeSet;

use photofinish::Real;

use super::body::Condition;
use super::questions::in_order;
use super::tally::Frame;
use super::world::{MOST_HITS, SKIN, World, WorldError};
use crate::impulse::Contact;

impl<T: Real> World<T> {
    /// Lets pairs collide that are in known contacts and do not part, as other bodies sent theirs another way, and those
    /// in turn that these send another way.
    pub(super) fn press_on(
        &mut self,
        changed: &mut BTreeSet<usize>,
        time: T,
        frame: &mut Frame,
    ) -> Result<(), WorldError> {
        let bodies = self.bodies.len();
        let mut sent = changed.clone();
        let mut ahead = BTreeSet::new();
        loop {
            for &body in &sent {
                let others = (0..=bodies).filter(|&other| other != body);
                let pairs = others.map(|other| in_order(body, other));
                ahead.extend(pairs.filter(|&pair| self.pairs.marks(pair).has_met));
            }
            let Some(bodies) = ahead.pop_first() else {
                return Ok(());
            };
            sent.clear();
            if let Some(contact) = self.closing(bodies, time)
                && frame.hits.len() < MOST_HITS
            {
                sent = self.meet(bodies, &contact, frame)?;
                changed.extend(&sent);
            }
        }
    }

    /// Returns a known contact at which a pair is in contact and does not part.
    pub(super) fn closing(&mut self, bodies: [usize; 2], from: T) -> Option<Contact<T>> {
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
}
