//! Contact manifolds: all points in which two bodies touch or nearly touch, with names that last from frame to frame.
//!
//! A query finds the normal and one pair of witness points. A contact solver needs more: a box that rests on a floor
//! is held by four points, not by one. [`Manifold`] finds them for two convex bodies, and [`BodyManifold`] for
//! [bodies of any form](#bodies-of-any-form), at rest and at an impact.
//!
//! ```
//! use nalgebra::{Isometry3, vector};
//! use photofinish::shape::Cuboid;
//! use photofinish::support::{Feature, Posed};
//! use photofinish::{Manifold, proximity};
//!
//! // a crate that has sunk into the floor by a thousandth
//! let floor = Posed::new(Cuboid::new(vector![10.0_f64, 0.5, 10.0])?, &Isometry3::translation(0.0, -0.5, 0.0))?;
//! let crate_ = Posed::new(Cuboid::new(vector![0.5, 0.5, 0.5])?, &Isometry3::translation(2.0, 0.499, 1.0))?;
//! let found = proximity(&floor, &crate_);
//!
//! let mut manifold = Manifold::new(); // the engine keeps it, with its memory
//! let points = manifold.update(&floor, &crate_, found.contact())?;
//! assert_eq!(points.len(), 4);
//! for point in points {
//!     assert!((point.separation + 0.001_f64).abs() < 1e-12);
//!     // a corner of the crate is over the floor's upper face
//!     assert_eq!(point.id.feature_a, Feature::Face(3));
//!     assert!(matches!(point.id.feature_b, Feature::Vertex(_)));
//!     assert!((point.witness_a.y - 0.0).abs() < 1e-12 && (point.witness_b.y + 0.001).abs() < 1e-12);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which points these are
//! Both bodies are seen along the normal. Where they overlap in this view, the gap between them is a convex function.
//! The manifold has the corners of that function: vertices of one body over the other, and edges across edges. Points
//! with a gap of more than [`within`](Manifold::within) beyond the least are left out, and so are points
//! [inside the polygon](Manifold::max_points) of the others. There are as many as the engine can use.
//!
//! So two boxes face to face touch in the corners of the polygon that their faces share, a capsule on a floor in two
//! points, and a ball in one. Cylinders and cones stand on a regular octagon inscribed in their rim, which keeps its
//! place in the body. If they are tilted, they also touch in the line of the mantle that is nearest to the other body.
//! A body of your own touches in one point, unless it says more by [`SupportMap::core_touching`]. The point of the
//! [`Contact`] is used as well if none of these comes as near, as between two corners of the octagon of a cylinder.
//!
//! # Bodies of any form
//! [`BodyManifold`] has all points of two bodies of any [form](crate::body): shapes, compounds, meshes, lines and
//! half-spaces. It looks for the pieces that are no farther apart than a margin, and takes the points of each pair.
//!
//! ```
//! use nalgebra::{Isometry3, vector};
//! use photofinish::BodyManifold3;
//! use photofinish::body::{AnyBody, AnyBody3};
//! use photofinish::motion::AtRest3;
//! use photofinish::pieces::TriMesh;
//! use photofinish::shape::Cuboid;
//! use photofinish::support::Feature;
//!
//! // a crate that has sunk by a thousandth into flat ground of 18 triangles
//! let ground = TriMesh::height_field(&[0.0; 16], 4, [1.0, 1.0])?;
//! let ground: AnyBody3<AtRest3<f64>> = AnyBody::new(ground.into(), AtRest3::new(Isometry3::identity())?);
//! let crate_ = Cuboid::new(vector![1.0, 0.5, 0.75])?;
//! let crate_ = AnyBody::new(crate_.into(), AtRest3::new(Isometry3::translation(1.4, 0.499, 1.7))?);
//!
//! let mut manifold = BodyManifold3::new(0.01); // the engine keeps it, with its margin
//! let points = manifold.update_at(&ground, &crate_, 0.0)?;
//! assert_eq!(points.len(), 4);
//! for point in points {
//!     assert_eq!(point.normal, vector![0.0, 1.0, 0.0]);
//!     assert!((point.separation + 0.001).abs() < 1e-12);
//!     // a corner of the crate over one of the triangles
//!     assert_eq!(point.id.features.feature_a, Feature::Face(0));
//!     assert!(matches!(point.id.features.feature_b, Feature::Vertex(_)));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Four rules make one manifold of those of all pairs of pieces:
//! - *Normals are those of the surface.* Where triangles or segments are [joined](crate::pieces::Surface), the normal
//!   leans over no edge farther than the surface does, as that of [`PieceContact::normal`] does.
//!   Of bodies that are apart, the nearest points tell on which side of a surface a body is. Of others the middle of
//!   its piece does. Sides of [one-sided surfaces](crate::pieces#one-sided-surfaces) do not count here: a body behind
//!   one has points too, with normals to the back. A solver that lets it pass leaves these out.
//! - *An edge within a plane is no edge.* A point on an edge between two triangles of one plane, or at a corner with
//!   only such edges, counts if it is at a vertex of the other body. In the plane the same goes for segments of one
//!   line. So a box on several triangles touches in its own corners, as on one large face. It stays so over triangles
//!   whose edges bend by less than 1e-5; if nothing would be left, the points of the nearest pair count, along the
//!   normal of that pair.
//! - *Each normal has points of its own.* Those along one normal, up to 5e-3, are as many as
//!   [`max_points`](BodyManifold::max_points) at most, chosen among the points of all pieces. A box in a corner has
//!   four for each wall.
//! - *One place has one point.* Of points of one normal that are at the same place up to
//!   [`merging`](BodyManifold::merging), the deepest counts, or of some that are as deep the one whose name comes
//!   first: one at a vertex, then that with the lowest pieces. So a corner of a box over the edge of two triangles
//!   keeps the name of the first of them. It gets another one where it slides on by more than that length.
//!
//! # Cost
//! The parts of each body within reach of the other are listed by `core_touching`: up to six for a box, and for a
//! hull all faces with a vertex in reach, found by a scan of all vertices. Each part of A is then compared with each
//! part of B whose rectangle it overlaps: the vertices and edges of one with the edges of the other. Two faces with m
//! and n vertices take m n comparisons. For two hulls a manifold takes several times as long as the query that found
//! the impact. A [`Manifold`] that is kept does not allocate once its lists are long enough.
//! A [`BodyManifold`] keeps its lists too, but each question allocates a few short ones.

mod bodies;
mod error;
mod facing;
mod floor;
mod meet;
mod outline;
mod patch;
mod reduce;
mod settings;

pub use bodies::{BodyContactId, BodyManifold, BodyManifold2, BodyManifold3, BodyPoint};
pub use error::ManifoldError;
pub use settings::{Manifold, Manifold2, Manifold3};

use nalgebra::SVector;

use crate::Real;
#[cfg(doc)]
use crate::pieces::PieceContact;
use crate::support::Feature;
#[cfg(doc)]
use crate::{Contact, SupportMap};

/// The name of a contact point: the vertex, edge or face of each body that it is on.
///
/// A pair of bodies has at most one point of a name at a time, but for bodies with [curved](Feature::Curved) features.
/// Engines keep impulses by it from frame to frame. A place within [`merging`](Manifold::merging) of a vertex counts as
/// that vertex, and else one within it of an edge counts as that edge. So bodies that move by less than that mostly
/// keep their names, even if a vertex is exactly over an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ContactId {
    /// The vertex, edge or face of A. [`SupportMap::core_touching`] of a shape tells how it is numbered, as cylinders
    /// and cones have vertices for this purpose only.
    pub feature_a: Feature,
    /// The vertex, edge or face of B.
    pub feature_b: Feature,
}

impl ContactId {
    fn has_vertex(&self) -> bool {
        let is_vertex = |feature| matches!(feature, Feature::Vertex(_));
        is_vertex(self.feature_a) || is_vertex(self.feature_b)
    }
}

/// A point in which two bodies touch or nearly touch.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
#[non_exhaustive]
pub struct ContactPoint<T, const D: usize> {
    /// The point on the surface of A, in the world's frame.
    pub witness_a: SVector<T, D>,
    /// The point on the surface of B, in the world's frame. Seen along the normal it is at the same place, up to
    /// [`merging`](Manifold::merging).
    pub witness_b: SVector<T, D>,
    /// The way from A to B along the normal: negative if they overlap there. It is a length.
    pub separation: T,
    /// The name of the point.
    pub id: ContactId,
}

impl<T: Real, const D: usize> ContactPoint<T, D> {
    /// Returns the point half way between both witness points, in the world's frame.
    pub fn middle(&self) -> SVector<T, D> {
        (self.witness_a + self.witness_b) * T::of(0.5)
    }
}
