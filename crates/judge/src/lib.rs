//! Judges the answers of photofinish with its oracle.
//!
//! - [`soundness`] judges queries about moving bodies, and climbs in search of wrong claims;
//! - [`accuracy`] judges distances, depths, normals and witness points of bodies at rest;
//! - [`hull`] checks hulls of points, and [`contract`] what support mappings promise;
//! - [`pieces`] judges queries about bodies of many pieces;
//! - [`swept`] judges bounds of one body over a span.
//!
//! Tests judge thousands of answers, which takes minutes if the judges are not optimised. Cargo optimises a whole
//! package or none of it, and the tests of the library are many and quick to run: so the judges are a package of their
//! own, optimised in tests too, and the tests are not.

pub mod accuracy;
// only tests use it, and release builds would compile it twice
#[cfg(debug_assertions)]
pub mod compiled;
pub mod contract;
pub mod hull;
pub mod pieces;
mod refine;
pub mod soundness;
pub mod swept;
