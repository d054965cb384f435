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
    /// The contact that the bodies were in at the start, if the query's policy looks past it.
    pub initial_contact: Option<InitialReport<T, D>>,
    /// What the answer cost.
    pub statistics: Statistics,
}

/// The answers.
///
/// "Touch" and "overlap" are about the target distance: with an allowed penetration, bodies touch when they overlap by
/// that.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case", tag = "outcome"))]
pub enum Outcome<T, const D: usize> {
    /// The bodies keep their distance over the whole interval, or from when they left a contact that they started in.
    Separated(Separated<T>),
    /// The bodies keep their distance before a time, and are within the tolerance of it at that time.
    Impact(Impact<T, D>),
    /// The bodies overlap when the interval starts, or touch so closely that rounding cannot tell. Nothing is said of
    /// the time after.
    Overlapping(Penetration<T, D>),
    /// The bodies start in contact and stay in it: they rest, slide or roll on each other. They are never nearer than
    /// the report's [`kept_distance`](InitialReport::kept_distance) in the whole interval, and within two tolerances of the
    /// target distance at its end. They may part for a while in between, as long as no one vector shows them clear.
    Stays(InitialReport<T, D>),
    /// The bodies start in contact and are driven into each other: at the report's
    /// [`kept_until`](InitialReport::kept_until) they come within the tolerance of its
    /// [`kept_distance`](InitialReport::kept_distance). Nothing is said of the time after.
    DrivesIn(InitialReport<T, D>),
}

/// Two bodies that keep their distance over the whole interval.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct Separated<T> {
    /// The distance is proven to exceed the target distance by this much throughout; positive. The least distance of
    /// the bodies is at least the target distance plus this.
    pub clearance: T,
}

/// The first time at which two bodies are within the tolerance of touching.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct Impact<T, const D: usize> {
    /// When. The bodies keep the target distance at all times before, and at this one, unless they start nearer than a
    /// positive target distance.
    pub time: T,
    /// The distance at that time: at most the target distance plus the tolerance. Negative where the bodies overlap, as
    /// deep as a negative target distance allows.
    pub distance: T,
    /// The tolerance that applied: the query's, or the default one for these bodies, with all that rounding hides of their
    /// distance.
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

/// A contact that the bodies were in at the start, and what is proven of the time in which they are in it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct InitialReport<T, const D: usize> {
    /// The contact: its depth is zero where the bodies were disjoint, but within the tolerance.
    pub penetration: Penetration<T, D>,
    /// The signed distance that the bodies keep while in contact, negative where they may overlap: they are proven to
    /// come no nearer before [`kept_until`](Self::kept_until). It is less than their distance at the start by two
    /// tolerances and rounding at most.
    pub kept_distance: T,
    /// Up to when that is proven.
    pub kept_until: T,
    /// When the bodies were found apart, clear of the target distance by two tolerances, if they were. The answer
    /// speaks of the time from here on. For bodies that slid off each other unseen it is the end of the interval. It is
    /// later than [`kept_until`](Self::kept_until) only with [`InitialContact::Continue`](crate::InitialContact::Continue),
    /// for bodies that were driven into each other.
    pub resumed_at: Option<T>,
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
