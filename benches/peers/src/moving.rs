//! Compares answers about moving bodies: when do they first touch?
//!
//! Reading order: [`case`] defines the cases and [`draw`] draws them, [`contender`] defines who answers, [`truth`]
//! finds the right answer, [`verdict`] judges answers, and [`tables`] and [`targets`] print the results.

pub mod case;
pub mod contender;
mod draw;
pub mod tables;
pub mod targets;
pub mod truth;
pub mod verdict;
