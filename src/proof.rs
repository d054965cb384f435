//! The trusted kernel, in the style of theorem provers: claims are values that this module alone can make.
//!
//! | value | what it claims |
//! |---|---|
//! | [`Moment`] | where both bodies are at a time |
//! | [`Point`] | a point of each core |
//! | [`Gap`] | a vector leaves at least so much beyond the target distance, at a time |
//! | [`Course`] | how fast a gap may bend while its vector stays fixed in the world or in a body |
//! | [`Span`] | the bodies keep the target distance between two times |
//! | [`Free`] | the bodies keep the target distance from the start until a time |
//! | [`Touch`] | two points of the bodies are within the tolerance of the target distance, at a time |
//! | [`Overlap`] | the bodies overlap at a time, up to rounding: by how much at least, and which move frees them |
//! | [`Verdict`] | the answer |
//!
//! Whoever searches may propose any vectors, frames, times and weights. What is no unit vector, no number, out of order
//! or out of range proves nothing: it makes claims that are true and of no use.
//!
//! All of these but an overlap, which leads to no other claim, carry the brand `'id` of their query: a lifetime that can
//! be neither shortened nor extended. [`prove`] makes a new one for each query. So no claim about one pair of bodies can be
//! used for another:
//!
//! ```
//! use photofinish::number::Vector;
//! use photofinish::proof::{Moment, Outcome, Point, Question, prove};
//!
//! fn measured(question: &Question<'_, 3>) -> Outcome<3> {
//!     prove(question, |kernel, free| {
//!         let mut moment = Moment::never();
//!         kernel.place(0.5, &mut moment);
//!         kernel.gap(&moment, Vector::unit(0), 1.0, &mut Point::none());
//!         free.verdict(kernel, None)
//!     })
//! }
//! ```
//!
//! ```compile_fail,E0521
//! use photofinish::number::Vector;
//! use photofinish::proof::{Moment, Outcome, Point, Question, prove};
//!
//! fn measured(question: &Question<'_, 3>) -> Outcome<3> {
//!     prove(question, |kernel, free| {
//!         let mut moment = Moment::never();
//!         kernel.place(0.5, &mut moment);
//!         // the moment of one query, in another
//!         prove(question, |other, free| {
//!             other.gap(&moment, Vector::unit(0), 1.0, &mut Point::none());
//!             free.verdict(other, None)
//!         });
//!         free.verdict(kernel, None)
//!     })
//! }
//! ```
//!
//! What bodies and motions state of themselves is trusted too: support points, radii, reaches, laws, errors.

/// Lets everyone read fields that this module alone can set.
macro_rules! readable {
    ([$($generics:tt)*] $of:ty: $($(#[$doc:meta])* $field:ident: $type:ty,)*) => {
        impl<$($generics)*> $of {$(
            $(#[$doc])*
            #[inline(always)]
            pub fn $field(&self) -> $type {
                self.$field
            }
        )*}
    };
}

mod body;
mod check;
mod course;
mod floor;
mod free;
mod gap;
mod kernel;
mod moment;
mod movement;
mod outcome;
mod overlap;
mod parabola;
mod path;
mod question;
mod sliced;
#[cfg(test)]
mod tests;
mod touch;
mod turns;
mod window;

pub use body::{Asked, Body, Subject};
pub(crate) use body::{Facts, underflow};
pub use check::check;
pub use course::{Course, Frame};
pub use free::{Free, Span};
pub use gap::{Gap, Point};
pub(crate) use kernel::ERRORS_IN_TOLERANCE;
pub use kernel::Kernel;
pub use moment::Moment;
pub use movement::{Bounded, Movement};
pub use outcome::{Impact, Outcome, Separated, Undecided, Verdict};
pub use overlap::Overlap;
pub(crate) use question::room_between_balls;
pub use question::{Question, prove};
pub use sliced::{Extruded, Slices};
pub use touch::Touch;
pub use turns::Turns;

use std::marker::PhantomData;

/// The name of a query: a lifetime that can be neither shortened nor extended.
type Brand<'id> = PhantomData<fn(&'id ()) -> &'id ()>;

/// No shorter length is resolved: squares of lengths far below it would underflow. It is part of every gap's error.
const LEAST_LENGTH: f64 = 1e-140;

/// The shortest and the longest vector along which a gap is measured: its products with points neither overflow nor
/// lose digits.
const LEAST_VECTOR: f64 = 1e-120;
const LONGEST_VECTOR: f64 = 1e140;
