//! Moving bodies: when do they first touch?
//!
//! Reading order: [`case`], what is asked, with [`draw`] behind it; [`contender`], who answers; [`truth`], what is right;
//! [`verdict`], what counts as wrong; [`tables`] and [`targets`], what is printed.

pub mod case;
pub mod contender;
mod draw;
pub mod tables;
pub mod targets;
pub mod truth;
pub mod verdict;
