//! Along which normal two pieces push each other, as parts of their bodies.

use nalgebra::SVector;

use super::{Bodies, Body};
use crate::{Real, SupportMap};

/// Returns the normal nearest to that of two pieces along which the surfaces that they belong to can push bodies. All
/// is as seen from an origin at a time.
pub(crate) fn surface_normal<T: Real, const D: usize>(
    (a, b): Bodies<'_, T, D>,
    (of_a, of_b): (u32, u32),
    (time, origin): (T, &SVector<T, D>),
    normal: SVector<T, D>,
) -> SVector<T, D> {
    if a.surface().is_none() && b.surface().is_none() {
        return normal;
    }
    let middle = |slice: &dyn SupportMap<T, D>| slice.location() + slice.interior_point();
    let middle_a = a.placed_piece(of_a, (time, origin), middle);
    let middle_b = b.placed_piece(of_b, (time, origin), middle);
    surface_normal_by(
        (a, b),
        (of_a, of_b),
        (time, origin),
        (normal, [middle_a, middle_b]),
    )
}

/// Returns the normal as [`surface_normal`] does, but a point of each body tells on which side of the other body's
/// surface it is, instead of the middle of its piece. The points are measured from the origin.
///
/// The middle may be beyond a rim or a sharp ridge, and behind the plane of a piece that the body is in front of.
pub(crate) fn surface_normal_by<T: Real, const D: usize>(
    (a, b): Bodies<'_, T, D>,
    (of_a, of_b): (u32, u32),
    (time, origin): (T, &SVector<T, D>),
    (normal, [point_a, point_b]): (SVector<T, D>, [SVector<T, D>; 2]),
) -> SVector<T, D> {
    let pushed = allowed((a, of_a), (time, origin), normal, point_b);
    -allowed((b, of_b), (time, origin), -pushed, point_a)
}

/// Returns the normal as [`surface_normal`] does, of a body that is cast at a body of pieces. `middle` is its middle
/// before it meets the piece, or another point on the same side, measured from the origin.
pub(super) fn surface_normal_of_cast<T: Real, const D: usize>(
    at_piece: (&Body<'_, T, D>, u32),
    at: (T, &SVector<T, D>),
    normal: SVector<T, D>,
    middle: SVector<T, D>,
) -> SVector<T, D> {
    -allowed(at_piece, at, -normal, middle)
}

/// Returns the direction nearest to `direction` in which a piece can push others, as a part of its body. `middle` is
/// that of the other piece, or another point on the same side, measured from the origin.
fn allowed<T: Real, const D: usize>(
    (body, piece): (&Body<'_, T, D>, u32),
    (time, origin): (T, &SVector<T, D>),
    direction: SVector<T, D>,
    middle: SVector<T, D>,
) -> SVector<T, D> {
    let Some(surface) = body.surface() else {
        return direction;
    };
    let motion = body.motion();
    let way = middle - motion.placement(time, origin).translation;
    let [inward, middle] = [direction, way].map(|v| motion.turned_back(time, &v));
    motion.turned(time, &surface.allowed(piece, inward, &middle))
}
