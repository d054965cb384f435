//! The pass of an engine over a pile of bodies: photofinish's own, and the same pass on parry's sweep.
//!
//! [`simulation`] lets bodies fall into a pit and records steps of an engine. [`ours`] and [`theirs`] make the pass
//! over a recorded step.

pub mod ours;
pub mod simulation;
pub mod theirs;

/// What a pass found in one step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    /// How many pairs it stopped.
    pub stopped: usize,
    /// How many queries it asked.
    pub queries: usize,
}
