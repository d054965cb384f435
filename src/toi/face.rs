//! A point that goes straight ahead and meets a triangle inside its edges, without a search: most rays at a mesh do.
//!
//! The triangle's normal separates both until the point comes to its plane, at a time that is known. So the step up to
//! there is one that the search would take too, and it is proven in the same way: by gaps of support values at both
//! ends, and the hyperspace test. The point straight ahead of the normal is in the triangle. So the bodies are no
//! farther apart than along the normal.

use nalgebra::SVector;

use super::problem::Problem;
use super::{Impact, Query};
use crate::separation::hyperspace_test;
use crate::support::Feature;
use crate::tuning::{AIM_IN_TOLERANCE, KNOWN_AT_IMPACT};
use crate::vector::{length_of, unit};
use crate::{Contact, Extrusion, Real, Span, SupportMap};

impl<T: Real> Query<T> {
    /// Returns when A, a point that goes straight ahead, comes within the target distance of B, in which the vertices 0
    /// to 2 are a triangle. `None` means nothing: it takes a search near the edges, at the start and at the end.
    ///
    /// The query does not look past contacts.
    pub(crate) fn meets_face<A, B, const D: usize>(
        &self,
        (a, b): (&A, &B),
        end: T,
    ) -> Option<Impact<T, D>>
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
    {
        let problem = Problem::new(self, (a, b), Span::known(T::zero(), end));
        let (target, during) = (self.target_distance, problem.during);
        let now = problem.instant(during.start(), target);
        let limit = problem.instant(during.end(), target);
        // the corners, as seen from the point
        let corner = |index: u32| Some(now.b().core_vertex(index)? + now.bodies.offset);
        let corners = [corner(0)?, corner(1)?, corner(2)?];
        let normal = unit(cross(
            &(corners[1] - corners[0]),
            &(corners[2] - corners[0]),
        ));
        let is_ahead = normal.dot(&corners[0]) > T::zero();
        let s = if is_ahead { normal } else { -normal };
        let gap = now.gap(&s);
        let tolerance = problem.asked_tolerance(&now, &s);
        // what falls until the end is used up before, if it is less than that
        let falls = s.dot(&(now.bodies.offset - limit.bodies.offset));
        let used_up = gap - tolerance * T::of(AIM_IN_TOLERANCE);
        // a point allows no penetration, which the search says; written so that NaN is left to it too
        if !(target >= T::zero() && gap > tolerance && falls > used_up) {
            return None;
        }
        let then = problem.instant(during.length() * (used_up / falls), target);
        let passed = Span::known(during.start(), then.time);
        let margin = hyperspace_test((a, b), &s, passed, (gap, then.gap(&s)));
        if !(margin.value > T::zero()) {
            return None;
        }
        let moved = then.bodies.offset - now.bodies.offset;
        let corners = corners.map(|corner| corner + moved);
        let heights = corners.map(|corner| s.dot(&corner));
        let [lowest, highest] =
            [T::min, T::max].map(|of| of(of(heights[0], heights[1]), heights[2]));
        let tolerance = problem.asked_tolerance(&then, &s);
        let distance = highest - then.bodies.radius;
        let is_known = highest - lowest <= tolerance * T::of(KNOWN_AT_IMPACT);
        if !(is_known && distance - target <= tolerance && is_inside(&corners, &normal, tolerance))
        {
            return None;
        }
        let point = then.a().location() + problem.setting.origin;
        Some(Impact {
            time: then.time,
            distance,
            tolerance,
            contact: Contact {
                normal: s,
                witness_a: point + s * then.a().radius(),
                witness_b: point + s * (then.a().radius() + distance),
                feature_a: Feature::Vertex(0),
                feature_b: Feature::Face(0),
            },
        })
    }
}

/// Returns whether the origin, seen along the normal of a triangle, is inside all edges by some length.
fn is_inside<T: Real, const D: usize>(
    corners: &[SVector<T, D>; 3],
    normal: &SVector<T, D>,
    by: T,
) -> bool {
    (0..3).all(|first| {
        let edge = corners[(first + 1) % 3] - corners[first];
        -cross(normal, &edge).dot(&corners[first]) >= length_of(&edge) * by
    })
}

/// Returns the cross product of two vectors in space.
fn cross<T: Real, const D: usize>(one: &SVector<T, D>, other: &SVector<T, D>) -> SVector<T, D> {
    SVector::from_fn(|axis, _| {
        let (y, z) = ((axis + 1) % D, (axis + 2) % D);
        one[y] * other[z] - one[z] * other[y]
    })
}

#[cfg(test)]
mod tests;
