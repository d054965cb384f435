//! The simulations behind the examples and the benchmarks.
//!
//! - [`multi_body`]: polytopes that move freely in a cube, and the tests that tell which of them touch ([1], appendix
//!   B). The example `multi_body` races the tests of this library; the program of that name in `benches/peers` also
//!   races those of another one.
//!
//! [1] is G. van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects, 1999.

pub mod multi_body;
