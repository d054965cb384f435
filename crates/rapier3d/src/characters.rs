//! Characters: kinematic bodies that a game guides, and that others push.

use std::sync::Arc;

use nalgebra::{Isometry, Point, SVector, Translation};
use photofinish::SupportMap;
use photofinish::body::AnyForm;
use photofinish::pieces::Compound;
use rapier::math::{DIM, Real};

use crate::Solid;
use crate::actor::{Actor, Role};
use crate::gauge::chord;
use crate::math::{Rotor, isometry, to_pose};
use crate::sweep::Event;

type Placed = Isometry<Real, Rotor, DIM>;

/// Returns a solid that the library's pass asks about however slowly it moves: a body of one piece, if it is a shape.
///
/// Rapier has no contacts between two kinematic bodies. So nothing would lift a character out of a slow one.
pub(crate) fn always_asked(solid: &Arc<Solid>) -> Arc<Solid> {
    let Solid::Form(AnyForm::Shape(shape)) = &**solid else {
        return solid.clone();
    };
    // a shape of a size that the library takes is a piece that it takes
    let pieces = Compound::new(vec![shape.clone()]);
    pieces.map_or_else(
        |_| solid.clone(),
        |pieces| Arc::new(Solid::Form(pieces.into())),
    )
}

/// Returns where a character ends that something pushes or stops, or `None` if they are not in touch.
///
/// It goes on to where it was about to end, `plan`. From there it is moved along the normal, so far that it ends no
/// deeper in the other one than it is now. What pushes takes the plane of contact along.
pub(crate) fn pushed(
    event: &Event,
    this: usize,
    actors: [&Actor; 2],
    plan: &Placed,
) -> Option<Placed> {
    let (actor, other) = (actors[this], actors[1 - this]);
    let now = event.poses[this];
    let solid = actor.solid.convex(event.pieces[this])?;
    let out = {
        let normal = event.kind.contact()?.normal;
        if this == 0 { -normal } else { normal }
    };
    let lowest = |pose: &Placed, out: SVector<Real, DIM>| {
        let direction = pose.inverse_transform_vector(&-out);
        pose * Point::from(solid.support_point(&direction))
    };
    let onwards = match other.role {
        Role::Driven => isometry(&other.end) * event.poses[1 - this].inverse(),
        _ => Placed::identity(),
    };
    let floor = onwards * lowest(&now, out);
    let out = onwards * out;
    // a corner of a body that turns dips on its way
    let turn = chord(to_pose(&now).rotation, to_pose(plan).rotation);
    let sinks = out.dot(&(floor - lowest(plan, out))) + actor.reach * turn * turn / 8.0;
    Some(Translation::from(out * sinks.max(0.0)) * plan)
}
