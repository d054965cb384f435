//! The answers of a query.

use crate::epa::Penetration;
use crate::{Contact, QueryError, Real};

/// The answer of a query, and what it cost.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
#[non_exhaustive]
pub struct Solution<T, const D: usize> {
    /// The answer.
    pub outcome: Outcome<T, D>,
    /// The contact in which the bodies started, if they did and the query looked past it.
    pub initial_contact: Option<InitialReport<T, D>>,
    /// What the answer cost.
    pub statistics: Statistics,
}

/// The answer of a query.
///
/// With a negative target distance, an allowed penetration, bodies count as touching or overlapping only when they
/// overlap by that much. If they start a little less deep, by up to the tolerance, they may have an impact at the start.
/// A positive target distance changes nothing about `Overlapping`: bodies that start nearer than it, but disjoint, have
/// an impact at the start.
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::motion::{AtRest, ConstantVelocity};
/// use photofinish::shape::Ball;
/// use photofinish::{Moving, Outcome, time_of_impact};
///
/// let roll = ConstantVelocity::new(Isometry2::identity(), vector![1.0, 0.0], 0.0)?;
/// let ball = Moving::new(Ball::new(0.5)?, roll);
/// let other = Moving::new(Ball::new(0.5)?, AtRest::new(Isometry2::translation(4.0, 0.0))?);
///
/// // how far the ball may roll
/// let time: f64 = match time_of_impact(&ball, &other, 0.0..=5.0)?.outcome {
///     Outcome::Separated(_) => 5.0,
///     Outcome::Impact(impact) => impact.time,
///     Outcome::Overlapping(_) => 0.0,
///     Outcome::Stays(_) | Outcome::DrivesIn(_) => unreachable!("the query did not ask to look past contacts"),
/// };
/// assert!(time <= 3.0 && time > 3.0 - 1e-7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case", tag = "outcome"))]
pub enum Outcome<T, const D: usize> {
    /// The bodies stay farther apart than the target distance over the whole interval. If they started in contact, they
    /// do so from the time at which they have left it.
    Separated(Separated<T>),
    /// The bodies stay farther apart than the target distance before a time, and are within the tolerance of the target
    /// distance at that time.
    Impact(Impact<T, D>),
    /// The bodies overlap when the interval starts, by more than is allowed, or so closely to it that rounding hides
    /// whether they do. Nothing is known of later times. The depth is a rough bound unless the query asks for the
    /// [exact depth](super::Query::exact_depth).
    Overlapping(Penetration<T, D>),
    /// The bodies start in contact and stay in it: they rest, slide or roll on each other.
    ///
    /// They are never nearer than the report's [`kept_distance`](InitialReport::kept_distance) during the interval. At
    /// its end they are at most two tolerances and a small share of one above the target distance, rounding aside. In
    /// between they may part for a while and come back: the search need not see that.
    Stays(InitialReport<T, D>),
    /// The bodies start in contact and are driven into each other.
    ///
    /// At the report's [`kept_until`](InitialReport::kept_until) they come within the tolerance of its
    /// [`kept_distance`](InitialReport::kept_distance). Nothing is known of later times.
    DrivesIn(InitialReport<T, D>),
}

impl<T: Real, const D: usize> Solution<T, D> {
    /// Returns the same answer with the bodies swapped.
    pub(crate) fn swapped(mut self) -> Self {
        match &mut self.outcome {
            Outcome::Separated(_) => {}
            Outcome::Impact(Impact { contact, .. })
            | Outcome::Overlapping(Penetration { contact, .. })
            | Outcome::Stays(InitialReport { contact, .. })
            | Outcome::DrivesIn(InitialReport { contact, .. }) => *contact = contact.swapped(),
        }
        if let Some(InitialReport { contact, .. }) = &mut self.initial_contact {
            *contact = contact.swapped();
        }
        self
    }
}

/// Two bodies that stay farther apart than the target distance.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
#[non_exhaustive]
pub struct Separated<T> {
    /// How much farther apart than the target distance the bodies stay at least: a positive length.
    ///
    /// It may be far less than the least distance, as the query ends at the first proof. Ask with a larger target
    /// distance to prove more.
    pub clearance: T,
}

/// The first time at which two bodies are within the tolerance of touching.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
#[non_exhaustive]
pub struct Impact<T, const D: usize> {
    /// The time of the impact. The bodies are no nearer than the target distance at this time and at all times before,
    /// unless they start nearer than a positive target distance.
    pub time: T,
    /// An upper bound of the distance at that time, but for the rounding of the bodies' places: some ulps of their
    /// coordinates and of the angles that they have turned. It is at most the target distance plus the tolerance, and
    /// exceeds the distance by no more than the tolerance. Ask for a smaller tolerance, or for the
    /// [`proximity`](crate::proximity()) at that time, to know the distance better. It is negative if the bodies
    /// overlap, as a negative target distance allows.
    pub distance: T,
    /// The tolerance that applied: the query's, or the default for these bodies, which includes what rounding hides of
    /// their distance.
    pub tolerance: T,
    /// The place of the impact: the normal, witness points and features at that time.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub contact: Contact<T, D>,
}

/// The contact in which two bodies started, and what is proven while it lasts.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
#[non_exhaustive]
pub struct InitialReport<T, const D: usize> {
    /// The distance of the bodies at the start; minus the depth if they overlapped.
    pub distance: T,
    /// The place of the contact at the start: the normal, witness points and features.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub contact: Contact<T, D>,
    /// The signed distance that the bodies keep while in contact; negative if they may overlap.
    ///
    /// They are proven to come no nearer before [`kept_until`](Self::kept_until). It is less than their distance at the
    /// start by at most two tolerances and rounding.
    pub kept_distance: T,
    /// The time up to which [`kept_distance`](Self::kept_distance) is proven.
    pub kept_until: T,
    /// The time at which the bodies were found clear of the target distance by two tolerances, if they were. At the end of
    /// the interval a hundredth less is enough.
    ///
    /// The answer is about the time from then on. If the bodies slid off each other unseen, it is the end of the
    /// interval.
    pub resumed_at: Option<T>,
    /// How much of the distance at the start rounding may hide.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) hidden: T,
}

/// Counts of the work that a query did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Statistics {
    /// Certified spans, one after the other.
    pub subintervals: u32,
    /// Runs of GJK.
    pub gjk_runs: u32,
    /// Iterations of all runs of GJK.
    pub gjk_iterations: u32,
    /// Times that were tried as the time of impact: the solver iterations of \[2\] 6.
    pub root_iterations: u32,
    /// Evaluated pairs of support points or support values.
    pub support_evaluations: u64,
    /// True if the test failed over the whole interval, but a chain of spans passed it (\[2\] 5).
    pub photo_finish: bool,
}

/// Returns when a body is met. `None` if it is not, or if the query failed.
pub(crate) fn time_of<T: Real, const D: usize>(
    answer: &Result<Solution<T, D>, QueryError>,
    start: T,
) -> Option<T> {
    match answer {
        Ok(solution) => match &solution.outcome {
            Outcome::Separated(_) | Outcome::Stays(_) => None,
            Outcome::Impact(impact) => Some(impact.time),
            Outcome::Overlapping(_) => Some(start),
            Outcome::DrivesIn(report) => Some(report.kept_until),
        },
        Err(
            QueryError::Undecided { clear_until, .. }
            | QueryError::ToleranceTooSmall { clear_until, .. },
        ) => Some(T::of(*clear_until)),
        Err(_) => None,
    }
}
