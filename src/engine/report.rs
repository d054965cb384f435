//! What a pass has found, and why there is none.

use thiserror::Error;

use super::Event;
use crate::motion::Rotor;
use crate::pieces::ContactError;
use crate::swept::SweptError;
use crate::{MotionError, Real};

/// What happened during a step.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report<T: Real, R: Rotor<T, D>, const D: usize> {
    /// All events, in the order of time. Bodies that are squeezed have several at one time.
    pub events: Vec<Event<T, R, D>>,
    /// Bodies that were sent elsewhere or carried more often than [allowed](super::Pass::moves), or sent elsewhere at
    /// the very end of the step. They stopped instead, but for those that [no answer](super::Then::Carried) was left
    /// for. Their next step begins in contact: the engine need do nothing about them. In the order of their numbers.
    pub out_of_moves: Vec<usize>,
    /// Bodies that may have left their [margin](super::Body::margin) after they were sent elsewhere or carried. Nothing
    /// is proven of what they meet out there that is not among their pairs. In the order of their numbers.
    pub left_margin: Vec<usize>,
    /// Bodies that were to [slide](super::Then::Slide) and stopped instead, as they are wedged in or would have left their way
    /// by too much. Set their velocities to zero, as they do not move: kept, these would grow. In the order of their
    /// numbers.
    pub wedged: Vec<usize>,
    /// Pairs of which nothing is proven after one of their events, as a body [went on](super::Then::Continue) and the other
    /// one was not sent elsewhere. In the order of their bodies.
    pub no_longer_proven: Vec<[usize; 2]>,
    /// What of the responses could not be followed: those that move a fixed body, or send a body where it cannot be swept
    /// to, and overlaps that are negative or not finite. The bodies stopped instead.
    pub refused: Vec<PassError>,
    /// How many queries were asked.
    pub queries: usize,
}

/// The reason why a pass cannot be made, or why a response was [refused](Report::refused).
///
/// A pass that fails has called no closure: what is wrong with its input is found before.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum PassError {
    /// A pair names a body that does not exist.
    #[error("a pair names body {body}, but there are {bodies} bodies")]
    NoSuchBody {
        /// Its number.
        body: usize,
        /// How many bodies there are.
        bodies: usize,
    },
    /// A body is made a part of one that does not come before it, or that is a part itself.
    #[error(
        "body {body} is a part of body {whole}, which must come before it and be no part itself"
    )]
    NoSuchWhole {
        /// Its number.
        body: usize,
        /// The number of the body that it is made a part of.
        whole: usize,
    },
    /// The allowed overlap of the pass or of a response is negative or not finite.
    #[error("the allowed overlap must be finite and not negative, but is {value:?}")]
    InvalidOverlap {
        /// Its value.
        value: f64,
    },
    /// The length by which sliding bodies may leave their way is negative or not finite.
    #[error(
        "sliding bodies may leave their way by a length that is finite and not negative, but not by {value:?}"
    )]
    InvalidSlide {
        /// Its value.
        value: f64,
    },
    /// The share of the thickness of slow pairs is not between 0 and 1.
    #[error("the share of slow pairs must lie between 0 and 1, but is {value:?}")]
    InvalidShare {
        /// Its value.
        value: f64,
    },
    /// The tolerance is not a positive number.
    #[error("the tolerance must be positive, finite and not too large, but is {value:?}")]
    InvalidTolerance {
        /// Its value.
        value: f64,
    },
    /// The margin around the boxes of bodies is negative or not finite.
    #[error("the margin must be finite and not negative, but is {value:?}")]
    InvalidMargin {
        /// Its value.
        value: f64,
    },
    /// There is no box that contains a body on its way.
    #[error("body {body} has no bounds: {error}")]
    Bounds {
        /// Its number.
        body: usize,
        /// Why.
        error: SweptError,
    },
    /// A response sends a fixed body elsewhere.
    #[error("the response moves body {body}, which is fixed")]
    MovesFixed {
        /// Its number.
        body: usize,
    },
    /// A body cannot be swept from its start to its end, or to where a response has sent it.
    #[error("body {body} cannot be swept: {error}")]
    Sweep {
        /// Its number.
        body: usize,
        /// Why.
        error: MotionError,
    },
    /// A query about a pair failed, for example because a shape is too large for the scalar.
    #[error("the query about the bodies {} and {} failed: {error}", pair[0], pair[1])]
    Query {
        /// The numbers of both bodies.
        pair: [usize; 2],
        /// Why.
        error: ContactError,
    },
}
