//! Points that go straight ahead and meet a triangle inside its edges, or do not come as far as its plane: most rays that
//! come near a triangle of a mesh.
//!
//! Such a point comes nearer to a plane at a constant speed. So the way to the plane is the gap over that speed, as for a
//! half-space, and no search is needed. If the point straight ahead of the normal is in the triangle there, they are no
//! farther apart than along the normal. All of it is computed in double precision, in units of 2^-53.

use nalgebra::SVector;

use super::{ShapeCast, ShapeHit};
use crate::number::UNIT;
use crate::proof::ERRORS_IN_TOLERANCE;
use crate::support::Feature;
use crate::vector::{length_of, unit};
use crate::{Contact, Query, Real, SupportMap};

/// What a height along the normal may lose, as a share of the coordinates. A corner loses a unit, the dot product 5, the
/// normal's length is off by 4, and the way along the ray by 6.
const HEIGHT_ERROR: f64 = 32.0 * UNIT;

/// By what the closing speed may be off. The normal's length is off by 4 units, and the product of two vectors of about
/// unit length by 9.
const SPEED_ERROR: f64 = 16.0 * UNIT;

/// By what share the way to the plane is made shorter: a sum, a quotient and this product lose a unit each.
const WAY_ERROR: f64 = 4.0 * UNIT;

impl<T: Real> Query<T> {
    /// Returns where a point that goes from the origin along a unit vector meets a body whose core is the triangle of its
    /// vertices 0 to 2, or that it misses it up to a distance. `None` means nothing: it takes a search near the edges and at the
    /// start.
    pub(crate) fn meets_face<const D: usize>(
        &self,
        direction: &SVector<T, D>,
        body: &impl SupportMap<T, D>,
        end: T,
    ) -> Option<ShapeCast<T, D>> {
        let seen = Face::of(body)?;
        let direction = direction.map(T::as_f64);
        let kept = self.target_distance.as_f64() + body.radius().as_f64();
        let error = body.core_error() + T::TINY.as_f64() + (seen.far + kept) * HEIGHT_ERROR;
        let (lowest, highest) = seen.heights;
        let (gap, speed) = (lowest - kept - error, seen.normal.dot(&direction));
        let way = gap / (speed + SPEED_ERROR) * (1.0 - WAY_ERROR);
        // rounded down to the scalar
        let distance = -T::above(-way);
        let far = distance.as_f64();
        let default = || {
            let rounding = error + far.abs() * T::EPSILON.as_f64();
            seen.size() * T::SQRT_EPSILON.as_f64() + rounding * ERRORS_IN_TOLERANCE
        };
        let tolerance = self.tolerance.map_or_else(default, T::as_f64);
        // a point allows no penetration, which the search says; written so that NaN is left to it too
        if !(self.target_distance >= T::zero() && gap > tolerance) {
            return None;
        }
        if speed + SPEED_ERROR <= 0.0 || distance > end {
            return Some(ShapeCast::Miss);
        }
        // where it is within the tolerance, the tolerance is two errors or more: by that the point is inside the edges
        let left = highest - kept - (speed - SPEED_ERROR) * far + error;
        let at = direction * far;
        if !(left <= tolerance && seen.is_over_face(&at, tolerance)) {
            return None;
        }
        let on_face = at + seen.normal * (highest - speed * far - body.radius().as_f64());
        Some(ShapeCast::Hit(ShapeHit {
            distance,
            contact: Contact {
                normal: seen.normal.map(T::of),
                witness_a: at.map(T::of),
                witness_b: on_face.map(T::of),
                feature_a: Feature::Vertex(0),
                feature_b: Feature::Face(0),
            },
            tolerance: self.tolerance.unwrap_or(T::above(tolerance)),
        }))
    }
}

/// A triangle, as it is seen from the origin.
struct Face<const D: usize> {
    corners: [SVector<f64, D>; 3],
    /// The unit normal that points away from the origin.
    normal: SVector<f64, D>,
    /// The least and the largest height of a corner along the normal.
    heights: (f64, f64),
    /// No less than the length of any term of a corner.
    far: f64,
}

impl<const D: usize> Face<D> {
    fn of<T: Real>(body: &impl SupportMap<T, D>) -> Option<Self> {
        if body.core_vertex(3).is_some() {
            return None;
        }
        let location = body.location().map(T::as_f64);
        let corner = |index| Some(location + body.core_vertex(index)?.map(T::as_f64));
        let corners = [corner(0)?, corner(1)?, corner(2)?];
        let [p, q, r] = corners;
        let normal = unit(cross(&(q - p), &(r - p)));
        let is_ahead = normal.dot(&p) > 0.0;
        let normal = if is_ahead { normal } else { -normal };
        let heights = corners.map(|corner| normal.dot(&corner));
        let [lowest, highest] = [f64::min, f64::max].map(|of| heights.into_iter().reduce(of));
        let sizes = location.abs() + corners.iter().map(SVector::abs).sum::<SVector<f64, D>>();
        Some(Self {
            corners,
            normal,
            heights: (lowest?, highest?),
            far: sizes.sum(),
        })
    }

    /// The radius of a ball around a box that contains the triangle, as [`Room`](super::Room) has it.
    fn size(&self) -> f64 {
        let [p, q, r] = &self.corners;
        let sides = SVector::from_fn(|k, _| p[k].max(q[k]).max(r[k]) - p[k].min(q[k]).min(r[k]));
        0.5 * length_of::<f64, D>(&sides)
    }

    /// Returns whether a point, seen along the normal, is inside all edges by some length.
    fn is_over_face(&self, point: &SVector<f64, D>, by: f64) -> bool {
        let [p, q, r] = &self.corners;
        let turn = cross(&(q - p), &(r - p)).dot(&self.normal);
        [(p, q), (q, r), (r, p)].into_iter().all(|(from, to)| {
            let edge = to - from;
            let inside = cross(&self.normal, &edge).dot(&(point - from));
            inside * turn.signum() >= length_of(&edge) * by
        })
    }
}

/// Returns the cross product of two vectors in space.
fn cross<const D: usize>(one: &SVector<f64, D>, other: &SVector<f64, D>) -> SVector<f64, D> {
    SVector::from_fn(|axis, _| {
        let (y, z) = ((axis + 1) % D, (axis + 2) % D);
        one[y] * other[z] - one[z] * other[y]
    })
}

#[cfg(test)]
mod tests;
