//! How deep colliders were in others when a step began.

use rapier::dynamics::RigidBodySet;
use rapier::geometry::{
    Collider, ColliderHandle, ColliderSet, ContactPair, NarrowPhase, SolverFlags,
};
use rapier::math::{Pose, Real, Vector};
use rapier::parry::bounding_volume::Aabb;
use rapier::parry::query::contact;
#[cfg(feature = "dim2")]
use rapier::parry::shape::Segment;
#[cfg(feature = "dim3")]
use rapier::parry::shape::Triangle;
use rapier::parry::shape::{Cuboid, HeightField, Shape, TypedShape};

use crate::ccd::{Parts, Scope};
use crate::starts::Starts;

/// What tells which colliders touch, and where they were when the step began.
#[derive(Clone, Copy)]
pub(crate) struct Depths<'w> {
    pub bodies: &'w RigidBodySet,
    pub colliders: &'w ColliderSet,
    pub narrow_phase: &'w NarrowPhase,
    pub starts: &'w Starts,
    /// Whether only depths in fixed bodies count.
    pub in_fixed: bool,
}

/// A convex shape, and its pose.
type Part<'s> = (&'s dyn Shape, Pose);

impl<'w> Depths<'w> {
    /// Returns what tells how deep a body was in those that it may not pass through.
    pub fn new(parts: &'w Parts<'_>, starts: &'w Starts, scope: Scope, is_bullet: bool) -> Self {
        Self {
            bodies: parts.bodies,
            colliders: parts.colliders,
            narrow_phase: parts.narrow_phase,
            starts,
            in_fixed: scope == Scope::Tiered && !is_bullet,
        }
    }

    /// Returns how deep a collider was in others when the step began. Depths below `enough` may have been less.
    ///
    /// rapier knows which colliders touch. It computes their contacts anew only when they have moved by some
    /// centimetres relative to each other, so its distances may be old. But two convex shapes overlap by no more than
    /// they do along any one direction. So a normal of rapier's gives a bound of the depth, however old it is.
    pub fn of(&self, handle: ColliderHandle, enough: Real) -> Real {
        let mut deepest = 0.0;
        for pair in self.narrow_phase.contact_pairs_with(handle) {
            deepest = Real::max(deepest, self.of_pair(handle, pair, enough));
        }
        deepest
    }

    fn of_pair(&self, this: ColliderHandle, pair: &ContactPair, enough: Real) -> Real {
        let handles = [pair.collider1, pair.collider2];
        let other = self.colliders.get(handles[usize::from(handles[0] == this)]);
        // that tells of most pairs in a crowd
        if self.in_fixed && !other.is_some_and(|other| self.is_fixed(other)) {
            return 0.0;
        }
        let manifolds = pair.manifolds();
        if manifolds.iter().all(|manifold| manifold.points.is_empty()) {
            return 0.0;
        }
        let [Some(a), Some(b)] = handles.map(|handle| self.colliders.get(handle)) else {
            return 0.0;
        };
        let [of_a, of_b] = [a, b].map(|collider| self.starts.of_collider(collider));
        let mut deepest = 0.0;
        for manifold in manifolds {
            let flags = manifold.data.solver_flags;
            if manifold.points.is_empty() || !flags.contains(SolverFlags::COMPUTE_RIGID_IMPULSES) {
                continue;
            }
            let normals = [manifold.local_n1, manifold.local_n2];
            let [place_a, place_b] = [(a.shape(), of_a), (b.shape(), of_b)];
            with_parts(place_a, manifold.subshape1, place_b, &mut |part_a| {
                with_parts(place_b, manifold.subshape2, part_a, &mut |part_b| {
                    deepest = Real::max(deepest, depth([part_a, part_b], normals, enough));
                });
            });
        }
        deepest
    }

    fn is_fixed(&self, collider: &Collider) -> bool {
        let body = collider.parent().and_then(|rigid| self.bodies.get(rigid));
        body.is_none_or(|body| body.is_fixed())
    }
}

/// Calls with a shape, or with this piece of it if it has pieces.
///
/// A contact with voxels is one with several of them, and names one. So it calls with all that are near another shape.
fn with_parts((shape, pose): Part<'_>, piece: u32, near: Part<'_>, f: &mut dyn FnMut(Part<'_>)) {
    if let Some(pieces) = shape.as_composite_shape() {
        pieces.map_part_at(piece, &mut |place, part, _| {
            f((part, place.map_or(pose, |place| pose * *place)));
        });
        return;
    }
    match shape.as_typed_shape() {
        TypedShape::HeightField(field) => {
            if let Some(part) = piece_of(field, piece) {
                f((&part, pose));
            }
        }
        TypedShape::Voxels(voxels) => {
            let around: Aabb = near.0.compute_aabb(&(pose.inverse() * near.1));
            let part = Cuboid::new(voxels.voxel_size() * 0.5);
            let near = voxels.voxels_intersecting_local_aabb(&around);
            for voxel in near.filter(|voxel| !voxel.state.is_empty()) {
                f((&part, pose * Pose::from_translation(voxel.center)));
            }
        }
        _ => f((shape, pose)),
    }
}

/// Returns a piece of a height field, unless it has been removed.
#[cfg(feature = "dim2")]
fn piece_of(field: &HeightField, piece: u32) -> Option<Segment> {
    field.segment_at(piece as usize)
}

/// Returns a piece of a height field, unless it has been removed.
#[cfg(feature = "dim3")]
fn piece_of(field: &HeightField, piece: u32) -> Option<Triangle> {
    field.triangle_at_id(piece)
}

/// Returns how deep two convex shapes are in each other. A depth below `enough` may be less.
///
/// Both `normals` point out of their shapes, each in the frame of its shape. They are those of one contact, and the
/// shapes have turned since: that of a large floor is still the right one, as a floor does not turn.
fn depth(parts: [Part<'_>; 2], normals: [Vector; 2], enough: Real) -> Real {
    let [a, b] = parts;
    let mut least = overlap(parts, a.1.rotation * normals[0]);
    if least >= enough {
        least = least.min(overlap(parts, -(b.1.rotation * normals[1])));
    }
    if least >= enough
        && let Ok(Some(found)) = contact(&a.1, a.0, &b.1, b.0, 0.0)
    {
        least = least.min(overlap(parts, found.normal1));
    }
    least.max(0.0)
}

/// Returns by how much two convex shapes overlap along a direction from the first to the second.
fn overlap([a, b]: [Part<'_>; 2], along: Vector) -> Real {
    // only its own normal bounds a half-space
    let along = match (outwards(a), outwards(b)) {
        (Some(out), _) => out,
        (None, Some(out)) => -out,
        (None, None) => along,
    };
    support_value(a, along) + support_value(b, -along)
}

/// Returns the normal of a half-space.
fn outwards((shape, pose): Part<'_>) -> Option<Vector> {
    match shape.as_typed_shape() {
        TypedShape::HalfSpace(half) => Some(pose.rotation * half.normal),
        _ => None,
    }
}

/// Returns how far a shape reaches along a direction, which is the normal if the shape is a half-space. Shapes that are
/// not convex reach without end.
fn support_value((shape, pose): Part<'_>, along: Vector) -> Real {
    match (shape.as_support_map(), shape.as_typed_shape()) {
        (Some(shape), _) => shape.support_point(&pose, along).dot(along),
        (None, TypedShape::HalfSpace(_)) => pose.translation.dot(along),
        _ => Real::MAX,
    }
}
