//! The simulations behind the examples and the benchmarks.
//!
//! - [`multi_body`]: polytopes that move freely in a cube, and the tests that tell which of them touch (\[1\], appendix
//!   B). The example `multi_body` races the tests of this library; the program of that name in `benches/peers` also
//!   races those of another one.
//! - [`torso`]: a torso of 80 bones that falls on a plant (\[2\], section 6). [`loft`] and [`solid`] make its bones, and
//!   [`impulse`] says what collisions do, also to the example `falling_stack`.
//! - [`heap`]: thousands of bodies that fall into heaps.
//!
//! \[1\] is G. van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects, 1999.
//! \[2\] is K. Vlack, S. Tachi, Fast and Accurate Spacio-temporal Intersection Detection with the GJK Algorithm, 2001.

pub mod heap;
#[path = "../../../examples/impulse.rs"]
pub mod impulse;
pub mod loft;
pub mod multi_body;
pub mod solid;
pub mod torso;
