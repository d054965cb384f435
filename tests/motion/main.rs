//! Motions and their bounds, and their stated rounding.

// links the judges, whose compiled code is optimised
use photofinish_judge as _;

mod motions;
mod rounding;
mod swept;
