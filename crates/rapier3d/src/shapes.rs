//! The shapes of a world's colliders, each converted once.

use std::sync::Arc;

use rapier::geometry::{Collider, ColliderHandle, ColliderSet};
use rapier::math::{Pose, Real, Vector};
use rapier::parry::shape::SharedShape;

use crate::{ConversionError, Solid};

/// Ulps of the radius of a ball around a shape by which that of the core may be off: a sum and a length of parry's, and
/// a difference.
const CORE_ULPS: Real = 4.0;

/// What is known of a collider's shape.
#[derive(Debug)]
pub(crate) struct Known {
    handle: ColliderHandle,
    /// The shape that this was converted from, and its place in the frame of the solid.
    shape: SharedShape,
    place: Pose,
    pub solid: Result<Arc<Solid>, ConversionError>,
    /// A ball around the shape, in the same frame.
    pub center: Vector,
    pub radius: Real,
    /// The radius of a ball with the same centre around the core: the shape without the radius that rounds it.
    core_radius: Real,
    /// The inner diameter of the thinnest piece: 0 for surfaces, and infinite for half-spaces.
    pub thickness: Real,
    /// How deep the collider may be in others beyond the overlap that is allowed, as far as its own ways tell in which
    /// it was not asked about. It is infinite where nothing is known.
    pub depth: Real,
}

/// The shapes of all colliders that were asked about, by the index of their handles.
#[derive(Debug, Default)]
pub(crate) struct Shapes {
    known: Vec<Option<Known>>,
}

impl Shapes {
    /// Returns what is known of a collider's shape, which has this place in the frame of the solid. It is converted if
    /// it is new, or was changed.
    pub fn of(&mut self, handle: ColliderHandle, collider: &Collider, place: &Pose) -> &mut Known {
        let index = handle.into_raw_parts().0 as usize;
        if self.known.len() <= index {
            self.known.resize_with(index + 1, || None);
        }
        let shape = collider.shared_shape();
        let is_known = |known: &Known| {
            known.handle == handle && Arc::ptr_eq(&known.shape.0, &shape.0) && known.place == *place
        };
        let known = &mut self.known[index];
        if !known.as_ref().is_some_and(is_known) {
            *known = None;
        }
        known.get_or_insert_with(|| Known::new(handle, shape, place))
    }

    /// Forgets how deep a collider may be in others.
    pub fn forget_depth(&mut self, handle: ColliderHandle) {
        if let Some(Some(known)) = self.known.get_mut(handle.into_raw_parts().0 as usize) {
            known.depth = Real::INFINITY;
        }
    }

    /// Forgets colliders that are gone.
    pub fn forget_removed(&mut self, colliders: &ColliderSet) {
        if self.known.len() > 2 * colliders.len() + 64 {
            for (index, known) in self.known.iter_mut().enumerate() {
                if colliders.get_unknown_gen(index as u32).is_none() {
                    *known = None;
                }
            }
        }
    }
}

impl Known {
    /// Returns the largest distance of a point of the shape from this one, in the frame of the solid, or more.
    pub fn reach_from(&self, point: Vector) -> Real {
        (self.center - point).length() + self.radius
    }

    /// Returns the largest distance of a point of the shape's core from this one, in the frame of the solid, or more.
    pub fn core_reach_from(&self, point: Vector) -> Real {
        (self.center - point).length() + self.core_radius
    }

    fn new(handle: ColliderHandle, shape: &SharedShape, place: &Pose) -> Self {
        let ball = shape.compute_bounding_sphere(place);
        let solid = Solid::placed(&**shape, place).map(Arc::new);
        let thickness = solid.as_ref().map_or(0.0, |solid| solid.thickness());
        // a ball that contains all points within a radius of the core contains the core with that much to spare
        let rounded_by = solid.as_ref().map_or(0.0, |solid| solid.radius());
        let core_radius = ball.radius - rounded_by + ball.radius * CORE_ULPS * Real::EPSILON;
        Self {
            handle,
            shape: shape.clone(),
            place: *place,
            solid,
            center: ball.center,
            radius: ball.radius,
            core_radius: core_radius.max(0.0),
            thickness,
            depth: Real::INFINITY,
        }
    }
}
