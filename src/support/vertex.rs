//! What a polytope knows its support points by.

use nalgebra::SVector;

/// A support point of a core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex<T, const D: usize> {
    /// The point.
    pub point: SVector<T, D>,
    /// The index by which its body knows it; `None` if it is not a vertex of a polytope.
    pub index: Option<u32>,
}

/// A part of the surface of a core: where a closest point lies (\[3\] 3).
///
/// Indices are those of the shape. A body with a radius has the features of its core: a ball is `Vertex(0)`.
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
    /// What one or two vertices of a polytope are, if two of them always are an edge; `None` for none, or more.
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
