//! Thousands of bodies that fall into heaps, moved in steps of time with the pass of `photofinish::engine`.
//!
//! The engine is a small one. A contact solver changes the velocities of all bodies that are near each other; then
//! every body is sent on its way for the step, and the pass stops it where it first meets another one. So no two bodies
//! pass through each other, however fast they are. The solver keeps resting bodies a little apart, and the pass lets
//! them overlap by as little, for where the solver is off. At the end of each step the distances of all bodies near
//! each other are measured by a static test, which knows nothing of the pass.
//!
//! [`stack`](World::stack) is a tower of blocks that falls onto the floor while a ball is shot through it, and
//! [`bowl`](World::bowl) pours bodies of five forms into a mesh.

mod body;
mod contacts;
mod scenes;
mod solve;
mod tally;
mod world;

pub use body::Body;
pub use tally::{Frame, Impact, Total};
pub use world::{HeapError, World};
