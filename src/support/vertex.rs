//! The names of support points and of parts of a surface.

use nalgebra::SVector;

/// A support point of a core, with its index if it is a vertex of a polytope.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex<T, const D: usize> {
    /// The point.
    pub point: SVector<T, D>,
    /// The index of the vertex in its body; `None` if the point is not a vertex of a polytope.
    pub index: Option<u32>,
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
