//! What the pass found.

use std::time::Duration;

use rapier::dynamics::RigidBodyHandle;
use rapier::geometry::ColliderHandle;
use rapier::math::{Real, Vector};

use crate::ConversionError;

/// Two colliders that met on their way, so that bodies were stopped or carried.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Impact {
    /// Both colliders.
    pub colliders: [ColliderHandle; 2],
    /// When they met: 0 is the start of the step, and 1 its end.
    pub time: Real,
    /// Where, in the world's frame.
    pub point: Vector,
    /// The unit vector from the first collider to the second, in the world's frame.
    pub normal: Vector,
}

/// Why a collider was followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// It went so far that it might have passed through something: at least a quarter of its thickness, minus the
    /// overlap that is allowed.
    Far,
    /// It went less far, but was so deep in others when the step began that these may not part it unless it is followed.
    Deep,
    /// Its body is a [character](crate::Ccd::add_character).
    Character,
}

/// A collider that was followed from where it was to where rapier has put it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Followed {
    /// The collider.
    pub collider: ColliderHandle,
    /// Why.
    pub cause: Cause,
    /// How far any of its points went at most.
    pub travel: Real,
}

/// What the pass found in a step, and what it did.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// All impacts, in the order of time. Sensors are not among them. A pair may come several times in a step, and
    /// again in the next one: for one sound for each hit, use rapier's `CollisionEvent::Started`.
    pub impacts: Vec<Impact>,
    /// The bodies that are not where rapier had put them: they were stopped, pushed or carried.
    pub moved: Vec<RigidBodyHandle>,
    /// Colliders of which nothing is proven after they met in this step: one of them went on, as something else drives
    /// it, and the other one could not be carried. Or the step began with one so deep in the other, both dynamic,
    /// that it is on no side of it: they are left to rapier's contacts, which part them.
    pub unproven: Vec<[ColliderHandle; 2]>,
    /// Colliders whose shape could not be asked about, with the reason. They pass through everything.
    pub unprotected: Vec<(ColliderHandle, ConversionError)>,
    /// The bodies that were carried or pushed so far that they may have met something unseen. Nothing is proven of that:
    /// see [`Ccd::set_margin`](crate::Ccd::set_margin).
    pub left_margin: Vec<RigidBodyHandle>,
    /// The colliders that were followed, each with the reason. All others went too little to pass through anything.
    pub followed: Vec<Followed>,
    /// How many queries were asked.
    pub queries: usize,
    /// How long the pass took, without [`Ccd::before_step`](crate::Ccd::before_step).
    pub time: Duration,
}
