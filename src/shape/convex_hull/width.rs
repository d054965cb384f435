//! The thickness of a hull: the diameter of a ball around its middle that it contains.

use super::ConvexHull;
use crate::Real;
use crate::vector::unit;

/// Ulps of the reach that the distance of a face from the middle may lose.
///
/// In halves of an ulp of a vertex' distance from the middle: the normal is off by 2 in double precision and by 1 as it
/// is rounded to the scalar, its length by 4, the difference of two points by 1, and the dot product by 3. Together
/// that is 11. The distance of two points of the hull is at most twice the reach, which makes 11 ulps. In the plane the
/// direction of an edge is off by 4.5, the other side by 1, and their product by 3, which makes 8.5 ulps.
const FACE_ULPS: f64 = 32.0;

impl<T: Real, const D: usize> ConvexHull<T, D> {
    /// The diameter of a ball around the middle that the hull contains. It is zero for a flat hull.
    ///
    /// The largest such ball touches the plane of the nearest face. The least height of a vertex over the middle,
    /// along the normal of its face, is no more than the distance of that plane.
    pub(super) fn width_of_ball(&self) -> T {
        if self.dimension() < D {
            return T::zero();
        }
        let middle = self.middle;
        let inside = if D == 2 {
            let of_edge = |edge: &[u32; 2]| {
                let [from, to] = edge.map(|index| self.vertices[index as usize]);
                // a direction of unit length, as the products of tiny sides would underflow
                let (along, toward) = (unit(to - from), middle - from);
                (along[0] * toward[1] - along[1] * toward[0]).abs()
            };
            self.edges().iter().map(of_edge).fold(self.reach, T::min)
        } else {
            let of_face = |face: super::Face<'_, T, D>| {
                let heights = face.vertices.iter().map(|&index| {
                    let vertex = self.vertices[index as usize];
                    face.normal.dot(&(vertex - middle))
                });
                heights.fold(self.reach, T::min)
            };
            self.faces().map(of_face).fold(self.reach, T::min)
        };
        let rounding = self.reach * (T::EPSILON * T::of(FACE_ULPS));
        // products that underflow lose less than the smallest number with all its digits
        let radius = inside - (rounding + T::MIN_POSITIVE);
        // written so that NaN counts as flat
        if radius > T::zero() {
            radius + radius
        } else {
            T::zero()
        }
    }
}
