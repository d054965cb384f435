//! The names of support points and of parts of a surface.

use nalgebra::SVector;

use crate::Real;

/// A support point of a core, with the name of the corner or curve that it is on, if that has one.
///
/// Among points with names a search converges in few iterations: it knows where the same corners and curves are along
/// another direction, or at another time.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Vertex<T, const D: usize> {
    /// The point.
    pub point: SVector<T, D>,
    /// What the point is on; `None` if that is not known.
    pub name: Option<VertexName>,
}

/// What a support point is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum VertexName {
    /// The vertex of a polytope with this index.
    Corner(u32),
    /// The curve with this index, such as the rim of a cylinder: [`core_curve`](super::SupportMap::core_curve) has its
    /// points.
    Curve(u32),
}

impl VertexName {
    /// The index, if this is a vertex of a polytope.
    #[inline]
    pub fn corner(self) -> Option<u32> {
        match self {
            Self::Corner(index) => Some(index),
            Self::Curve(_) => None,
        }
    }
}

impl<T: Real, const D: usize> Vertex<T, D> {
    /// A vertex of a polytope.
    #[inline]
    pub fn corner(point: SVector<T, D>, index: u32) -> Self {
        let name = Some(VertexName::Corner(index));
        Self { point, name }
    }

    /// A point of a curve.
    #[inline]
    pub fn on_curve(point: SVector<T, D>, index: u32) -> Self {
        let name = Some(VertexName::Curve(index));
        Self { point, name }
    }

    /// A point of which nothing else is known.
    #[inline]
    pub fn unnamed(point: SVector<T, D>) -> Self {
        Self { point, name: None }
    }

    /// The index of the vertex, if the body is a polytope.
    #[inline]
    pub fn index(&self) -> Option<u32> {
        self.name.and_then(VertexName::corner)
    }

    /// Returns whether the point is a vertex of a polytope.
    #[inline]
    pub(crate) fn is_corner(&self) -> bool {
        matches!(self.name, Some(VertexName::Corner(_)))
    }

    /// Returns whether the point is on a curve with a name.
    #[inline]
    pub(crate) fn is_on_curve(&self) -> bool {
        matches!(self.name, Some(VertexName::Curve(_)))
    }
}

/// The point of a curve that is farthest along a direction, and how it slides along the curve when the direction turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint<T, const D: usize> {
    /// The point, measured from the body's [location](super::SupportMap::location).
    pub point: SVector<T, D>,
    /// A vector j along the curve: a small change e of the direction moves the point by j (j . e). It is zero at a
    /// corner.
    ///
    /// Where the curve has the radius of curvature r, it is the unit tangent times √(r / m), with m the length of the
    /// part of the direction that is in the curve's plane. It is in the axes of the body, its unit is the root of a
    /// length, and it depends on the length of the direction.
    pub slide: SVector<T, D>,
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
