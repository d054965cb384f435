//! A simplex carried from one search to the next (\[3\] 4.3).

use nalgebra::SVector;

use crate::support::{Difference, SupportPair, Vertex};
use crate::{Real, SupportMap};

/// The most pairs of a seed. In space a simplex with more points contains the origin, and a search from it would end
/// at once.
const ROOM: usize = 3;

/// The simplex of an earlier search, for the tracking of \[3\] 4.3: where the support points of both bodies came from.
///
/// It is planted at their present places. An outdated seed, or one of other bodies, only costs time: whatever it holds
/// is looked up in the bodies anew.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub(crate) struct Seed<T, const D: usize> {
    pairs: [Origin<T, D>; ROOM],
    count: usize,
}

/// Where a pair of support points came from.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub(super) enum Origin<T, const D: usize> {
    /// These vertices of two polytopes.
    Vertices([u32; 2]),
    /// Points that are farthest along this direction. At least one body is curved, and its points have no names.
    Along(SVector<T, D>),
}

impl<T, const D: usize> Default for Seed<T, D> {
    fn default() -> Self {
        Self {
            pairs: std::array::from_fn(|_| Origin::Vertices([0; 2])),
            count: 0,
        }
    }
}

impl<T: Real, const D: usize> Seed<T, D> {
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds a pair, if there is room.
    pub(super) fn push(&mut self, pair: Origin<T, D>) {
        if let Some(free) = self.pairs.get_mut(self.count) {
            *free = pair;
            self.count += 1;
        }
    }

    /// Returns the pairs at their present places, and the directions that they are farthest along if that is how they
    /// are kept. Vertices that a body does not know are left out.
    pub(super) fn support_pairs<A, B>(
        &self,
        bodies: &Difference<'_, A, B, T, D>,
    ) -> impl Iterator<Item = (SupportPair<T, D>, SVector<T, D>)>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let pairs = self.pairs[..self.count].iter();
        pairs.filter_map(move |origin| match origin {
            Origin::Vertices(indices) => Some((vertices_of(bodies, indices)?, SVector::zeros())),
            Origin::Along(direction) => Some((bodies.support(direction, [None; 2]), *direction)),
        })
    }

    /// Returns the pairs of vertices at their present places, or nothing for curved bodies.
    fn vertices<A, B>(
        &self,
        bodies: &Difference<'_, A, B, T, D>,
    ) -> impl Iterator<Item = SVector<T, D>>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let pairs = self.pairs[..self.count].iter().take(D);
        pairs.filter_map(move |origin| match origin {
            Origin::Vertices(indices) => Some(bodies.point(&vertices_of(bodies, indices)?)),
            Origin::Along(_) => None,
        })
    }
}

#[inline]
fn vertices_of<A, B, T, const D: usize>(
    bodies: &Difference<'_, A, B, T, D>,
    &[on_a, on_b]: &[u32; 2],
) -> Option<SupportPair<T, D>>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    let vertex = |point, index| Vertex {
        point,
        index: Some(index),
    };
    Some(SupportPair {
        p: vertex(bodies.a.core_vertex(on_a)?, on_a),
        q: vertex(bodies.b.core_vertex(on_b)?, on_b),
    })
}

impl<T: Real, const D: usize> Seed<T, D> {
    /// Returns the direction and distance between the cores, if the features of the pairs are still nearest to each
    /// other. Returns `None` if there are no pairs of vertices.
    ///
    /// The direction is the unit vector square to the hull of the pairs at their present places, on the side of
    /// `near`. For a vertex and a face it is the normal of the face, for two edges it is square to both.
    pub(crate) fn carried<A, B>(
        &self,
        bodies: &Difference<'_, A, B, T, D>,
        near: &SVector<T, D>,
    ) -> Option<(SVector<T, D>, T)>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let mut pairs = self.vertices(bodies);
        let y = pairs.next()?;
        let direction = match (pairs.next(), pairs.next()) {
            (None, _) => y,
            (Some(y1), None) => square_to_line(y, y1 - y),
            (Some(y1), Some(y2)) => square_to_plane(&(y1 - y), &(y2 - y)),
        };
        // the squares of a tiny vector would underflow
        let largest = direction.amax();
        if !(largest > T::zero() && largest.is_finite()) {
            return None;
        }
        let direction = direction / largest;
        let length = direction.norm();
        let toward = if direction.dot(near) < T::zero() {
            -length
        } else {
            length
        };
        let direction = direction / toward;
        Some((direction, direction.dot(&y)))
    }
}

/// A vector square to the edge e. In space it leads from the origin to the line through y, in the plane to either side.
#[inline]
pub(super) fn square_to_line<T: Real, const D: usize>(
    y: SVector<T, D>,
    e: SVector<T, D>,
) -> SVector<T, D> {
    if D == 2 {
        let mut normal = e;
        (normal[0], normal[1]) = (-e[1], e[0]);
        normal
    } else {
        y - e * (y.dot(&e) / e.norm_squared())
    }
}

/// e x f, in space only: a simplex in the plane has no third point here.
#[inline]
pub(super) fn square_to_plane<T: Real, const D: usize>(
    e: &SVector<T, D>,
    f: &SVector<T, D>,
) -> SVector<T, D> {
    SVector::from_fn(|i, _| {
        let (j, k) = ((i + 1) % D, (i + 2) % D);
        e[j] * f[k] - e[k] * f[j]
    })
}

#[cfg(test)]
mod tests {
    use nalgebra::{SMatrix, Vector3};

    use super::*;
    use crate::shape::PointSet;

    /// A seed that pairs the only vertex of A with the first vertices of B.
    fn seed(count: u32) -> Seed<f64, 3> {
        let mut seed = Seed::default();
        (0..count).for_each(|index| seed.push(Origin::Vertices([0, index])));
        seed
    }

    /// Bodies may turn past each other either way: a carried direction still points from A to B.
    #[test]
    fn a_carried_direction_is_square_to_the_features_and_never_points_backwards() {
        let points = SMatrix::<f64, 3, 3>::new(2.0, 1.5, 1.0, 0.3, -2.0, 1.0, 0.1, 0.4, -3.0);
        let points: Vec<Vector3<f64>> = points.column_iter().map(Into::into).collect();
        let origin = PointSet::new(vec![Vector3::zeros()]).expect("a point");
        let others = PointSet::new(points.clone()).expect("points");
        let bodies = Difference::new(&origin, &others);
        for count in 1..=3 {
            for near in [Vector3::x(), -Vector3::x(), points[0], -points[0]] {
                let found = seed(count).carried(&bodies, &near);
                let (direction, distance) = found.expect("a direction");
                assert!((direction.norm() - 1.0).abs() < 1e-15);
                assert!(direction.dot(&near) > 0.0, "{direction} {near}");
                for point in &points[..count as usize] {
                    assert!((direction.dot(point) - distance).abs() < 1e-14);
                }
            }
        }
        assert!(seed(0).carried(&bodies, &Vector3::x()).is_none());
    }
}
