//! The colliders that take part in a pass.

use std::sync::Arc;

use photofinish::body::AnyForm;
use photofinish::engine::Body;
use photofinish::pieces::AnyPieces;
use photofinish::shape::AnyShape;
use photofinish::swept::SweptBox;
use rapier::dynamics::{RigidBody, RigidBodyHandle, RigidBodyType};
use rapier::geometry::ColliderHandle;
use rapier::math::{DIM, Pose, Real, Vector};

use crate::Solid;
use crate::filter::Traits;
use crate::math::{Rotor, isometry, vector};

/// Ulps of the coordinates by which a point of a pose may be off: a sum of four products, and a translation.
pub(crate) const BOX_ULPS: Real = 8.0;

/// What may be done with a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It never moves.
    Fixed,
    /// It goes its way, whatever it meets: a kinematic body, or a link of a multibody.
    Driven,
    /// A character: it goes its way, driven bodies push it out of theirs, and fixed ones stop it.
    Guided,
    /// It stops where it meets something.
    Free,
}

impl Role {
    /// Returns what rapier's rules take a body for: a character meets all that a dynamic body would.
    pub fn body_type(self, body: &RigidBody) -> RigidBodyType {
        match self {
            Self::Guided => RigidBodyType::Dynamic,
            _ => body.body_type(),
        }
    }

    /// Whether the pass may move such a body elsewhere than to where rapier has put it.
    pub fn may_stop(self) -> bool {
        matches!(self, Self::Guided | Self::Free)
    }
}

/// A collider that takes part in a pass.
pub(crate) struct Actor {
    pub collider: ColliderHandle,
    /// The body that it belongs to, if it may move.
    pub rigid: Option<RigidBodyHandle>,
    pub role: Role,
    /// What rapier's rules look at.
    pub traits: Traits,
    pub solid: Arc<Solid>,
    /// The poses of the frame that the solid is in, at the start and at the end of the step.
    pub start: Pose,
    pub end: Pose,
    /// The centre of mass of its body, in that frame.
    pub center: Vector,
    /// The largest distance of its points from that centre.
    pub reach: Real,
    /// Whether all pairs are known that it may meet when it leaves its way.
    pub may_slide: bool,
    /// Whether it is kept from passing through bodies that move, where not all are.
    pub is_bullet: bool,
    /// How deep it may be in others beyond the overlap that is allowed, if it is fast and nothing is known of its depth:
    /// one that is deeper is asked about however little it moves.
    pub unmeasured: Option<Real>,
    /// How far it may leave its way so that all that it may meet is among its pairs.
    pub margin: Real,
    /// Whether its body has other colliders.
    pub has_siblings: bool,
    /// The number of the first actor of the same body, if there is one before it.
    pub part_of: Option<usize>,
}

/// A body of the library's pass.
pub(crate) type PassBody<'s> =
    Body<&'s AnyShape<Real, DIM>, Real, Rotor, DIM, &'s AnyPieces<Real, DIM>>;

impl Actor {
    /// Whether the library's pass leaves it alone with others such as it if they move little. All others are always
    /// asked about.
    pub fn may_be_left(&self) -> bool {
        matches!(&*self.solid, Solid::Form(AnyForm::Shape(_)))
    }

    /// Returns it as a body of the library's pass.
    pub fn body(&self) -> PassBody<'_> {
        let [start, end] = [&self.start, &self.end].map(isometry);
        let body = match (&*self.solid, self.role) {
            (Solid::Form(form), Role::Fixed) => Body::fixed_of(form.as_ref(), start),
            (Solid::Form(form), _) => Body::of(form.as_ref(), start, end),
            (Solid::Floor(floor), Role::Fixed) => Body::fixed_floor(*floor, start),
            (Solid::Floor(floor), _) => Body::floor(*floor, start, end),
        };
        let body = match self.role {
            Role::Driven => body.kinematic(),
            _ => body,
        };
        let body = body.about(vector(self.center)).margin(self.margin);
        match self.part_of {
            Some(whole) => body.part_of(whole),
            None => body,
        }
    }

    /// Returns a box that contains it throughout the step: around a ball that goes the same way.
    ///
    /// A body turns about its centre of mass, which moves on a straight line. So all of it stays within its reach of
    /// that line. The box of a long body that hardly turns is larger than need be, but costs next to nothing.
    pub fn swept_box(&self) -> SweptBox<Real, DIM> {
        let is_centered = self.center == Vector::ZERO;
        let [from, to] = [&self.start, &self.end].map(|pose| match is_centered {
            true => vector(pose.translation),
            false => vector(pose.transform_point(self.center)),
        });
        let around = SweptBox {
            min: from.inf(&to),
            max: from.sup(&to),
        };
        let rounding = BOX_ULPS * Real::EPSILON * (from.amax() + to.amax() + self.center.length());
        around.grown(self.reach * (1.0 + BOX_ULPS * Real::EPSILON) + rounding)
    }
}
