//! The thickness of a hull: the diameter of a ball around its middle that it contains.

use super::ConvexHull;
use crate::Real;

/// Ulps of the reach that the distance of a face from the middle may lose. The normal, the difference of two points and
/// their dot product are each off by a few.
const FACE_ROUNDING: f64 = 32.0;

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
                let (along, toward) = (to - from, middle - from);
                let area = along[0] * toward[1] - along[1] * toward[0];
                area.abs() / along.norm()
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
        let rounding = self.reach * (T::EPSILON * T::of(FACE_ROUNDING));
        let radius = inside - rounding;
        // written so that NaN counts as flat
        if radius > T::zero() {
            radius + radius
        } else {
            T::zero()
        }
    }
}
