//! A torso of 80 bones falls on a plant: the experiment of \[2\], section 6.
//!
//! A frame goes from impact to impact, as in \[2\] 5: the pair that touches first collides. So do at once those that its
//! bodies press on. Then the pairs with bodies that were sent another way are looked at again, and so are those of a
//! body whose flight ends. A pair is only looked at once its bodies may have moved as far as they were apart. Then
//! planes between parts of them, or boxes around these, tell which pieces may meet, and these are asked about. Bones
//! that fall past the plant are taken away.
//!
//! Bodies at rest on each other part and meet again, in microcollisions:
//! - Bodies touch at 2 mm. After a contact they may come to half of that distance before the next one, then to half of
//!   what is left, and so on until they have parted. So they never overlap, and no question starts in contact, which
//!   would take several times as long.
//! - Where they were in contact and do not part, they are pushed at once, without a question.
//! - A body with a second microcollision in a frame pauses until the end of the frame. So do bodies that are wedged, as
//!   they keep less than a twentieth of a millimetre.
//! - A body that was still for a fifth of a second sleeps until something hits it. It does not fall when what it rested
//!   on goes, so that bones may hang in the air at the end.

mod approach;
mod body;
mod bounds;
mod boxes;
mod front;
mod known;
mod meet;
mod pairs;
mod planes;
pub mod plant;
mod press;
mod questions;
mod search;
pub mod skeleton;
mod start;
mod tally;
mod world;

pub use body::{Body, Condition};
pub use pairs::LEAST_KEPT;
pub use tally::{Frame, Hit, Solver};
pub use world::{Settings, World, WorldError};
