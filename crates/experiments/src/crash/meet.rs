//! The collision of two bodies.

use nalgebra::Vector3;
use photofinish::{MotionError, Real};

use super::tally::{Frame, Hit};
use super::world::{HOP, World, WorldError};
use crate::impulse::{Contact, Struck, collide};

/// An impact at less than this many hops is a microcollision.
const MICRO: f64 = 2.0;

impl<T: Real> World<T> {
    /// Lets two bodies collide, harder and harder until they part. Returns whether they did: bodies that stay in
    /// contact need not.
    pub(super) fn meet(
        &mut self,
        bodies: [usize; 2],
        contact: &Contact<T>,
        stays: bool,
        frame: &mut Frame,
    ) -> Result<bool, WorldError> {
        let mut material = self.material;
        self.wake(bodies, contact);
        let collision = loop {
            let [a, b] = bodies;
            let points = [contact.point];
            let found = if b == self.bodies.len() {
                collide(&mut self.bodies[a], &mut Fixed, contact, &points, &material)?
            } else {
                let [a, b] = self.bodies.get_disjoint_mut([a, b]).expect("two bodies");
                collide(a, b, contact, &points, &material)?
            };
            match found {
                Some(collision) => break collision,
                None if stays => return Ok(false),
                None => {
                    frame.pushed += 1;
                    material.hop += material.hop;
                }
            }
        };
        let micro = collision.approach <= MICRO * HOP;
        for body in bodies {
            if let Some(body) = self.bodies.get_mut(body)
                && body.changed_at(contact.time)
            {
                if micro {
                    body.count_micro(contact.time);
                }
                body.fly(self.frame)?;
            }
        }
        frame.hits.push(Hit {
            bodies,
            time: frame.length + contact.time.as_f64(),
            point: contact.point.map(T::as_f64).into(),
            normal: contact.normal.map(T::as_f64).into(),
            micro,
        });
        Ok(true)
    }

    /// Wakes a body that is hit harder than by a microcollision.
    fn wake(&mut self, bodies: [usize; 2], contact: &Contact<T>) {
        let speed = |body: usize| {
            self.bodies.get(body).map_or(Vector3::zeros(), |body| {
                body.velocity_at(&contact.point, contact.time)
            })
        };
        let approach = contact.normal.dot(&(speed(bodies[0]) - speed(bodies[1])));
        if approach.as_f64() > MICRO * HOP {
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
