//! How deep bodies are in each other.

use photofinish::body::AnyForm;
use photofinish::proximity;
use photofinish::shape::AnyShape;
use photofinish_rapier::Solid;

use crate::rapier::math::DIM;
use crate::rapier::parry::shape::Shape;
use crate::rapier::prelude::*;

/// Returns how deep two colliders in touch are in each other: where they have pieces, these in each other.
///
/// rapier's own distances may be some centimetres old, as it keeps contacts while bodies move little.
pub fn depth(world: &PhysicsWorld, pair: &ContactPair) -> Real {
    let [a, b] = [pair.collider1, pair.collider2].map(|handle| &world.colliders[handle]);
    let touching = pair
        .manifolds()
        .iter()
        .filter(|manifold| !manifold.points.is_empty());
    let depths = touching.map(|manifold| {
        let (a, b) = (piece(a, manifold.subshape1), piece(b, manifold.subshape2));
        -proximity(&a, &b).signed_distance()
    });
    depths.fold(0.0, Real::max)
}

/// Returns a collider where it is, or a piece of it if it has pieces.
fn piece(collider: &Collider, index: u32) -> AnyShape<Real, DIM> {
    let mut solid = None;
    let mut place = |local: Option<&Pose>, shape: &dyn Shape| {
        let pose = local.map_or(*collider.position(), |local| *collider.position() * *local);
        solid = Solid::placed(shape, &pose).ok();
    };
    match collider.shape().as_composite_shape() {
        Some(pieces) => pieces.map_part_at(index, &mut |local, shape, _| place(local, shape)),
        None => place(None, collider.shape()),
    }
    match solid {
        Some(Solid::Form(AnyForm::Shape(shape))) => shape,
        _ => unreachable!("the scenes have convex shapes, and meshes of them"),
    }
}
