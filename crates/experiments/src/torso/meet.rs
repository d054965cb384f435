//! What two bodies do when they meet.

use nalgebra::UnitQuaternion;
use photofinish::engine::{Event3, Kind, Response, Then};

use super::body::{Body, Condition};
use super::tally::{Frame, Hit};
use crate::impulse::{Contact, Material, Struck, collide};

/// What collisions do. Restitution and friction are those of \[2\]. At this speed bones at rest rise by two millimetres.
const MATERIAL: Material<f32> = Material {
    restitution: 0.7,
    friction: 0.4,
    hop: 0.2,
};
/// An impact at less than this speed is a microcollision, in metres per second.
const MICRO: f32 = 2.0 * MATERIAL.hop;

/// A step that is under way.
pub(super) struct Step<'w> {
    pub(super) bodies: &'w mut [Body],
    pub(super) frame: &'w mut Frame,
    /// When the step begins in the frame, and how long it is, in seconds.
    pub(super) since: f32,
    pub(super) length: f32,
}

impl Step<'_> {
    /// Lets two bodies collide, and returns where they go in the rest of the step.
    pub(super) fn respond(&mut self, event: &Event3<f32>) -> Response<f32, UnitQuaternion<f32>, 3> {
        let is_decided = matches!(event.kind, Kind::Touch(_) | Kind::DrivenIn(_));
        self.frame.undecided += usize::from(!is_decided);
        let Some(place) = event.kind.contact() else {
            return event.usual_response();
        };
        let contact = Contact {
            time: event.time * self.length,
            normal: place.normal,
            point: (place.witness_a + place.witness_b) * 0.5,
        };
        let pair = self.bodies.get_disjoint_mut(event.pair);
        let [a, b] = pair.expect("a pair has two bodies");
        [a.pose, b.pose] = event.poses;
        if !hit(a, b, &contact, self.frame, self.since) {
            self.frame.slid += 1;
            return Response::slide();
        }
        let left = self.length - contact.time;
        let [a, b] = [a, b].map(|body| match body.condition() {
            Condition::Awake => Then::MoveTo(body.after(left)),
            _ => Then::Stop,
        });
        Response { a, b }
    }
}

/// Lets two bodies collide, and notes it. Returns `false` if they part at the contact anyway.
fn hit(a: &mut Body, b: &mut Body, contact: &Contact<f32>, frame: &mut Frame, since: f32) -> bool {
    let [of_a, of_b] = [&*a, &*b].map(|body| body.velocity_at(&contact.point, contact.time));
    let micro = contact.normal.dot(&(of_a - of_b)) <= MICRO;
    if !micro {
        a.wake();
        b.wake();
    }
    if !matches!(
        collide(a, b, contact, &[contact.point], &MATERIAL),
        Ok(Some(_))
    ) {
        return false;
    }
    if micro {
        a.count_micro();
        b.count_micro();
    }
    frame.hits.push(Hit {
        time: f64::from(since + contact.time),
        point: contact.point.map(f64::from).into(),
        normal: contact.normal.map(f64::from).into(),
        micro,
    });
    true
}
