//! Motions and their bounds, what they state of rounding, and the audit that samples both.

mod audit;
mod motions;
mod rounding;
