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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crash::Settings;
    use crate::impulse::Struck;

    /// Says that two bodies are in a contact half way between them, and whether they met in this frame.
    fn touch(world: &mut World<f64>, bodies: [usize; 2], has_met: bool) {
        let poses = bodies.map(|body| world.pose(body, 0.0));
        let [a, b] = poses.map(|pose| pose.translation.vector);
        let (middle, normal) = ((a + b) * 0.5, (b - a).normalize());
        let witnesses = [-0.5, 0.5].map(|share| middle + normal * (share * SKIN));
        world.pairs.get(bodies).kept = 0.5 * SKIN;
        world.pairs.get(bodies).known.add(witnesses, &normal, poses);
        world.pairs.marks(bodies).has_met = has_met;
    }

    /// Four bodies touch in a row. The first is pushed into the second, and that pushes the second into the third. The
    /// third and the fourth have not met in this frame, so that a question has to tell when they do.
    #[test]
    fn bodies_that_met_pass_a_push_on_until_none_is_pressed() {
        let mut world = World::<f64>::new(&Settings::default()).unwrap();
        for (bodies, has_met) in [([0, 1], true), ([1, 2], true), ([2, 3], false)] {
            touch(&mut world, bodies, has_met);
        }
        let center = world.pose(0, 0.0).translation.vector;
        let ahead = world.pose(1, 0.0).translation.vector - center;
        world.bodies[0].push(ahead * 10.0, &center, 0.0).unwrap();
        assert!(world.closing([0, 1], 0.0).is_some());
        let mut changed = BTreeSet::from([0]);
        let mut frame = Frame::default();
        world.press_on(&mut changed, 0.0, &mut frame).unwrap();
        let pairs: Vec<_> = frame.hits.iter().map(|hit| hit.bodies).collect();
        assert_eq!(pairs[..2], [[0, 1], [1, 2]]);
        assert_eq!(changed, BTreeSet::from([0, 1, 2]));
        for bodies in [[0, 1], [1, 2]] {
            assert!(world.closing(bodies, 0.0).is_none(), "{bodies:?} part");
        }
        assert!(pairs.iter().all(|pair| pair[1] < 3));
    }
}
