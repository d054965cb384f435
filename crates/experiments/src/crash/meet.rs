//! The collision of two bodies.

use std::collections::BTreeSet;

use nalgebra::Vector3;
use photofinish::{MotionError, Real};

use super::tally::{Frame, Hit};
use super::world::{HOP, World, WorldError};
use crate::impulse::{Contact, Struck, collide};

/// An impact at less than this many hops is a microcollision.
const MICRO: f64 = 2.0;

impl<T: Real> World<T> {
    /// Lets two bodies collide, unless they part there anyway. Returns those that were sent another way.
    pub(super) fn meet(
        &mut self,
        bodies: [usize; 2],
        contact: &Contact<T>,
        frame: &mut Frame,
    ) -> Result<BTreeSet<usize>, WorldError> {
        self.wake(bodies, contact);
        let (points, material) = ([contact.point], &self.material);
        let [a, b] = bodies;
        let collision = if b == self.bodies.len() {
            collide(&mut self.bodies[a], &mut Fixed, contact, &points, material)?
        } else {
            let [a, b] = self.bodies.get_disjoint_mut([a, b]).expect("two bodies");
            collide(a, b, contact, &points, material)?
        };
        let Some(collision) = collision else {
            return Ok(BTreeSet::new());
        };
        self.pairs.marks(bodies).has_met = true;
        let micro = collision.approach <= MICRO * HOP;
        let sent = |body: &usize| {
            let body = self.bodies.get(*body);
            body.is_some_and(|body| body.changed_at(contact.time))
        };
        let sent: BTreeSet<usize> = bodies.into_iter().filter(sent).collect();
        if micro {
            for &body in &sent {
                self.bodies[body].count_micro(contact.time);
            }
        }
        frame.hits.push(Hit {
            bodies,
            time: frame.length + contact.time.as_f64(),
            point: contact.point.map(T::as_f64).into(),
            normal: contact.normal.map(T::as_f64).into(),
            micro,
        });
        Ok(sent)
    }

    /// Returns the speed at which two bodies approach each other at a contact.
    pub(super) fn approach(&self, bodies: [usize; 2], contact: &Contact<T>) -> f64 {
        let [a, b] = bodies.map(|body| {
            self.bodies.get(body).map_or(Vector3::zeros(), |body| {
                body.velocity_at(&contact.point, contact.time)
            })
        });
        contact.normal.dot(&(a - b)).as_f64()
    }

    /// Wakes a body that is hit harder than by a microcollision.
    fn wake(&mut self, bodies: [usize; 2], contact: &Contact<T>) {
        if self.approach(bodies, contact) > MICRO * HOP {
            for body in bodies {
                if let Some(body) = self.bodies.get_mut(body) {
                    body.wake(contact.time);
                }
            }
        }
    }
}

/// The plant, which never moves.
struct Fixed;

impl<T: Real> Struck<T> for Fixed {
    fn velocity_at(&self, _: &Vector3<T>, _: T) -> Vector3<T> {
        Vector3::zeros()
    }

    fn compliance_at(&self, _: &Vector3<T>, _: T) -> nalgebra::Matrix3<T> {
        nalgebra::Matrix3::zeros()
    }

    fn push(&mut self, _: Vector3<T>, _: &Vector3<T>, _: T) -> Result<(), MotionError> {
        Ok(())
    }
}
