//! Polytopes that move freely in a cube: the multi-body simulation of I-COLLIDE, as \[1\] uses it in appendix B.
//!
//! Each frame moves all bodies at constant velocities. Those whose centre comes to a wall turn back. Two bodies that
//! begin to touch exchange their velocities. Bodies whose bounding boxes overlap are a pair, and pairs are what
//! [`Contender`]s test: a [`Race`] lets all of them test the same pairs of the same simulation.
//!
//! \[1\] exchanges velocities in every frame in which bodies touch. Here they do so only when they begin to: bodies
//! that overlap for two frames would otherwise turn back into each other, and stay together for good.

mod contender;
mod race;
mod setting;
mod world;

pub use contender::{Contender, Kept, ours};
pub use race::{Choose, Race, Tally, measure};
pub use setting::{Setting, SettingError};
pub use world::{Frame, World};
