//! Motions and their bounds, and their stated rounding.

mod motions;
mod rounding;
mod swept;
