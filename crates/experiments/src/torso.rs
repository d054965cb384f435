//! A torso of 80 bones falls on a plant: the experiment of \[2\], section 6.
//!
//! Each step sends all bones on their way and makes a pass of `photofinish::engine`. The pass finds the impacts in the
//! order of time. The law of [`impulse`](crate::impulse) says what both bodies do at each, and the pass asks again about
//! them on their new ways.
//!
//! Bones touch at 1 mm from the plant, and at 2 mm from each other: the pass sees bones that are rounded by 1 mm. So
//! bones that are pressed together never overlap.
//!
//! Bodies at rest on each other part and meet again, in *microcollisions*. A bone with a second one in a frame pauses
//! until the frame ends. A bone that was still for a fifth of a second sleeps until something hits it. It does not fall
//! when what it rested on goes, so bones may hang in the air at the end.

mod body;
mod meet;
pub mod plant;
pub mod skeleton;
mod start;
mod tally;
mod world;

pub use body::{Body, Condition};
pub use tally::{Frame, Hit};
pub use world::{RATE, TorsoError, World};
