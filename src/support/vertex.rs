//! Support points and parts of a surface.

use nalgebra::SVector;

use crate::Real;

/// A support point of a core, with its index if it is a vertex of a polytope.
///
/// Among vertices a search converges in few iterations: it knows where the same vertices are at another time.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Vertex<T, const D: usize> {
    /// The point.
    pub point: SVector<T, D>,
    /// The index of the vertex; `None` if the point is none, or that is not known.
    pub index: Option<u32>,
}

impl<T: Real, const D: usize> Vertex<T, D> {
    /// A vertex of a polytope.
    #[inline]
    pub fn corner(point: SVector<T, D>, index: u32) -> Self {
        let index = Some(index);
        Self { point, index }
    }

    /// A point of which nothing else is known.
    #[inline]
    pub fn unnamed(point: SVector<T, D>) -> Self {
        Self { point, index: None }
    }
}

/// A part of the surface of a core, on which a closest point lies (\[3\] 3).
///
/// The shape numbers its vertices and faces. A body with a radius has the features of its core: any point of a ball
/// is on `Vertex(0)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Feature {
    /// The vertex with this index.
    Vertex(u32),
    /// The edge between two vertices, the one with the smaller index first.
    Edge([u32; 2]),
    /// The face with this index. Only bodies in space have faces.
    Face(u32),
    /// A curved or unknown part.
    Curved,
}

impl Feature {
    /// Returns the feature of one or two vertices of a polytope in which any two are joined by an edge. Repeated
    /// indices count once. Returns `None` for no vertices, or for more than two.
    pub(crate) fn spanned(vertices: &[u32]) -> Option<Self> {
        let first = *vertices.first()?;
        let mut others = vertices.iter().copied().filter(|&vertex| vertex != first);
        let Some(second) = others.next() else {
            return Some(Self::Vertex(first));
        };
        let is_edge = others.all(|vertex| vertex == second);
        is_edge.then(|| Self::Edge([first.min(second), first.max(second)]))
    }
}
