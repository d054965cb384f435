//! What a query answers.

use nalgebra::SVector;

use crate::epa::Penetration;
use crate::support::Feature;

/// The answer of a query, with what it rests on and what it cost.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct Solution<T, const D: usize> {
    /// The answer.
    pub outcome: Outcome<T, D>,
    /// Whether the answer is proven. It is unless a motion had no bounds.
    pub certified: bool,
    /// The contact at the start that was left aside, if the query's policy says so.
    pub initial_contact: Option<InitialReport<T, D>>,
    /// What the answer cost.
    pub statistics: Statistics,
}

/// The three answers.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case", tag = "outcome"))]
pub enum Outcome<T, const D: usize> {
    /// The bodies keep their distance over the whole interval.
    Separated(Separated<T>),
    /// The bodies keep their distance before a time, and are within the tolerance of it at that time.
    Impact(Impact<T, D>),
    /// The bodies overlap when the interval starts, or touch so closely that rounding cannot tell.
    Overlapping(Penetration<T, D>),
}

/// Two bodies that keep their distance over the whole interval.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct Separated<T> {
    /// The distance is proven to exceed the target distance by this much throughout; positive. The least distance may
    /// be larger.
    pub clearance: T,
}

/// The first time at which two bodies are within the tolerance of touching.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct Impact<T, const D: usize> {
    /// When. All times before are free, and the bodies placed at this time do not overlap.
    pub time: T,
    /// The distance at that time: at most the target distance plus the tolerance.
    pub distance: T,
    /// The tolerance that applied: the query's, or the default one for these bodies.
    pub tolerance: T,
    /// The unit vector from A to B that separates the bodies best at that time, in the world.
    pub normal: SVector<T, D>,
    /// The point of A nearest to B, in the world.
    pub witness_a: SVector<T, D>,
    /// The point of B nearest to A, in the world.
    pub witness_b: SVector<T, D>,
    /// Where on A the witness point lies.
    pub feature_a: Feature,
    /// Where on B the witness point lies.
    pub feature_b: Feature,
}

/// A contact at the start that was left aside.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct InitialReport<T, const D: usize> {
    /// The contact: its depth is zero where the bodies were disjoint, but within the tolerance.
    pub penetration: Penetration<T, D>,
    /// When the bodies were found apart. The answer speaks of the time from here on.
    pub resumed_at: T,
}

/// What a query cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Statistics {
    /// Spans that were certified one after the other.
    pub subintervals: u32,
    /// Runs of GJK.
    pub gjk_runs: u32,
    /// Iterations of all runs of GJK.
    pub gjk_iterations: u32,
    /// Times at which the root search evaluated the recorded vectors: the solver iterations of \[2\] 6.
    pub root_iterations: u32,
    /// Pairs of support points or support values evaluated.
    pub support_evaluations: u64,
    /// Whether the whole interval failed the hyperspace test, but a chain of spans passed it (\[2\] 5).
    pub photo_finish: bool,
}
