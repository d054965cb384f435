//! A torso of 80 bones falls on a plant: the experiment of \[2\], section 6.
//!
//! A frame goes from impact to impact, as in \[2\] 5: the pair that touches first collides, and the pairs with one of
//! the two bodies are looked at again. A pair is only asked about once its bodies may have moved as far as they were
//! apart. Bodies at rest on each other part and meet again, in microcollisions. A body that has not moved for a while
//! sleeps until something hits it. Bones that fall past the plant are taken away.

mod body;
mod meet;
mod pairs;
pub mod plant;
mod questions;
pub mod skeleton;
mod start;
mod tally;
mod world;

pub use body::{Body, Condition};
pub use tally::{Frame, Hit, Solver};
pub use world::{Settings, World, WorldError};
