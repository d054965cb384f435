#![doc = include_str!("../README.md")]
//!
//! # Bodies of a mesh
//!
//! | what | body | call |
//! |---|---|---|
//! | its surface | [`TriMesh`](photofinish::pieces::TriMesh) | [`Mesh::surface`] |
//! | its convex hull | [`ConvexHull`](photofinish::shape::ConvexHull) | [`Mesh::hull`] |
//! | a hull for each object of the file | [`Compound`](photofinish::pieces::Compound) | [`Mesh::hulls_of_objects`] |
//! | a convex decomposition (feature `decompose`) | [`Compound`](photofinish::pieces::Compound) | `Decomposer::decompose` |
//!
//! # What is an error
//! The readers are strict, because a lost triangle would make a body smaller than it is. A file that is cut off, a
//! coordinate that is no finite number, a corner that names no vertex, an unknown keyword, a curved surface, and a mesh
//! without triangles are errors, each with the file and the line or the triangle.
//!
//! # What is harmless
//! A surface has no inside and no orientation. So these change no answer:
//! - triangles without area, which are the segment or point that they cover, and triangles that are there twice;
//! - holes, surfaces that cross themselves, and edges with any number of triangles;
//! - the order of a triangle's corners, and normals, whatever they say;
//! - vertices that no face uses, textures, materials and colours.
//!
//! Lines and points of an OBJ file are part of its surface, as triangles without area. A polygon is cut into triangles
//! along its diagonals, also if it is not convex. If it crosses itself or has more than 1000 corners, its triangles are
//! the fan of its first corner, which covers all of the polygon and may cover more.
//!
//! # Limits
//! A file may have 256 MiB and 20,000,000 corners of faces. No file is read beyond its limit, even if it has no end.
//!
//! Lengths are in the unit of the file, which neither format tells; [`Mesh::scaled`] changes it.

// answers are the same bits on every machine: see clippy.toml
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

#[cfg(feature = "decompose")]
mod decompose;
mod error;
mod mesh;
mod obj;
mod place;
mod polygon;
mod stl;

#[cfg(feature = "decompose")]
pub use decompose::{DecomposeError, Decomposer, Decomposition};
pub use error::LoadError;
pub use mesh::{Format, Mesh, Object};
pub use place::Place;

/// Bytes of a file: 5 million triangles of binary STL. More is refused.
pub const MOST_BYTES: usize = 256 << 20;

/// Corners of all faces of a file. More are refused.
pub const MOST_CORNERS: usize = 20_000_000;
