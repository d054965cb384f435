//! Motions and their bounds, their stated rounding, and the audit that samples both.

// links the judges, whose compiled code is optimised
use photofinish_judge as _;

mod audit;
mod motions;
mod rounding;
mod swept;
