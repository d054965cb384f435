//! Times queries about moving bodies in a mixed stream, as a physics engine asks them: a new pair at every query, and
//! shapes of all kinds in turn.
//!
//! The families of bodies and the queries of the peers are those of [`moving`](crate::moving). Reading order:
//! [`stream`] draws the pairs, [`contender`] defines who answers, [`walk`] asks and takes the times, and [`tables`]
//! prints the results.

pub mod contender;
pub mod stream;
pub mod tables;
pub mod walk;
