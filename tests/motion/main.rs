//! Motions and their bounds, their stated rounding, and the audit that samples both.

mod audit;
mod motions;
mod rounding;
