//! Measures how much time memory of the last answer saves, for static queries about bodies that move a little in
//! between.
//!
//! Reading order: [`path`] defines the bodies and their poses, [`contender`] who answers, and [`tables`] prints the
//! results.

pub mod contender;
pub mod path;
pub mod tables;
