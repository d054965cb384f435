//! Tuning values: numbers that may change without making any answer wrong.
//!
//! They decide how much work a query takes, when it gives up, and how close its default tolerance is. Other values
//! would change the bits of answers, but no claim rests on them. What a claim rests on is a *proof allowance*: it
//! stands beside the code whose error it counts, with its derivation, and its name ends in `_ULPS`, `_ERRORS`,
//! `_UNITS`, `_SLACK` or `_FACTOR`.
//!
//! Every value has its unit, what a larger and a smaller one do, and the measurement that speaks for it. Most
//! measurements are counts of instructions, like "half +3.1 %, twice +0.4 %": with half of the value the queries of
//! `benches/instructions` take 3.1 % more, as the mean over the queries. To repeat one:
//!
//! ```sh
//! benches/instructions/tuning.py ENOUGH_OF_GAP
//! ```
//!
//! "No query" means that the value makes no difference to these queries. Tuning values of the scalars are at
//! [`Real`](crate::Real).

mod contact;
mod engine;
mod hulls;
mod pieces;
mod rest;
mod scene;
mod search;
mod swept;

pub(crate) use contact::*;
pub(crate) use engine::*;
pub(crate) use hulls::*;
pub(crate) use pieces::*;
pub(crate) use rest::*;
pub(crate) use scene::*;
pub(crate) use search::*;
pub(crate) use swept::*;

// `crates/robot` takes these too
pub use contact::CLEAR;
pub use search::{ENOUGH_OF_GAP, ERRORS_AT_WORST};
