//! Judges the answers of photofinish with its oracle.
//!
//! - [`soundness`] judges queries about moving bodies, and climbs in search of wrong claims;
//! - [`accuracy`] judges distances, depths, normals and witness points of bodies at rest;
//! - [`pieces`] judges queries about bodies of many pieces;
//! - [`swept`] judges bounds of one body over a span.
//!
//! Tests judge thousands of answers, which takes minutes if the judges are not optimised. Cargo optimises a whole
//! package or none of it, and the tests of the library are many and quick to run: so the judges and their tests are a
//! package of their own, which is optimised in tests too. `.ci/long` runs them.

// only tests and searches use it
#![allow(missing_docs)]

pub mod accuracy;
pub mod findings;
#[cfg(feature = "pieces")]
pub mod pieces;
pub mod refine;
pub mod soundness;
pub mod swept;
