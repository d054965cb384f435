//! What a run has found, and why it may stop early.

use std::fmt;

use thiserror::Error;

use crate::pieces::{ContactError, PieceContact};
use crate::swept::SweptError;
use crate::{QueryError, Real};

/// All impacts of a run.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report<N, T, const D: usize> {
    /// The impacts in the order in which they took place. None of them was undone.
    pub impacts: Vec<Impact<N, T, D>>,
    /// What the run has done.
    pub statistics: RunStatistics,
}

/// An impact that took place.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Impact<N, T, const D: usize> {
    /// The numbers of the bodies, A and B. A has the smaller one.
    pub bodies: [usize; 2],
    /// When they met.
    pub time: T,
    /// Where they met.
    pub contact: PieceContact<T, D>,
    /// What the response has left.
    pub note: N,
}

/// What a run has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunStatistics {
    /// Impacts and ends of flights that were handled, those that were undone included.
    pub handled: u64,
    /// Those that were undone.
    pub undone: u64,
    /// How often bodies were rolled back.
    pub rollbacks: u64,
    /// The largest number of impacts and ends of flights that were undone at once.
    pub most_undone: u64,
    /// Flights that were begun.
    pub flights: u64,
    /// Questions about two flights.
    pub queries: u64,
    /// Pairs of boxes that were compared, those around several bodies included.
    pub box_tests: u64,
    /// How often events were handled together, before anything else was asked.
    pub rounds: u64,
}

/// A run that stopped before its end, with all that took place before.
///
/// The states are those at its time. Nothing forces the bodies to go on from there: they are free up to then.
#[non_exhaustive]
pub struct Stopped<E, N, T, const D: usize> {
    /// When it stopped.
    pub time: T,
    /// Why.
    pub reason: StopReason<E>,
    /// What took place before.
    pub report: Report<N, T, D>,
}

/// Without the impacts, which may be thousands.
impl<E: fmt::Debug, N, T: Real, const D: usize> fmt::Debug for Stopped<E, N, T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut stopped = f.debug_struct("Stopped");
        stopped.field("time", &self.time);
        stopped.field("reason", &self.reason);
        stopped.field("impacts", &self.report.impacts.len());
        stopped.finish_non_exhaustive()
    }
}

impl<E: fmt::Display, N, T: Real, const D: usize> fmt::Display for Stopped<E, N, T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.time.as_f64();
        write!(f, "the run stopped at {time:?}: {}", self.reason)
    }
}

impl<E, N, T, const D: usize> std::error::Error for Stopped<E, N, T, D>
where
    E: std::error::Error + 'static,
    T: Real,
{
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.reason)
    }
}

/// Why a run stopped before its end.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum StopReason<E> {
    /// The interval, or a setting of the query, makes no sense.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The [lead](super::Timewarp::lead) is negative or NaN.
    #[error("the lead must be 0 or more, but is {value:?}")]
    InvalidLead {
        /// The value.
        value: f64,
    },
    /// The caller's dynamics failed.
    #[error("the dynamics of {} failed: {error}", named(bodies))]
    Dynamics {
        /// The bodies of the impact, or twice the body that should fly.
        bodies: [usize; 2],
        /// Why.
        error: E,
    },
    /// A response has a new state for a body that [no impact changes](super::Dynamics::is_fixed).
    #[error("body {body} is fixed, but an impact gives it a new state")]
    MovesFixed {
        /// The body.
        body: usize,
    },
    /// A flight ends where it starts, or before.
    #[error("body {body} flies from {from:?} on, but only until {until:?}")]
    EmptyFlight {
        /// The body.
        body: usize,
        /// When the flight begins.
        from: f64,
        /// When it ends.
        until: f64,
    },
    /// A body has coordinates or a motion that make no sense.
    #[error("body {body} has no bounds: {error}")]
    Bounds {
        /// The body.
        body: usize,
        /// Why.
        error: SweptError,
    },
    /// The query about two bodies failed, for example because a shape is too large for the scalar.
    #[error("the query about bodies {} and {} failed: {error}", bodies[0], bodies[1])]
    Pair {
        /// The bodies.
        bodies: [usize; 2],
        /// Why.
        error: ContactError,
    },
    /// As many impacts and ends of flights took place as the run [may have](super::Timewarp::most_events). Bodies whose
    /// impacts follow each other ever faster reach any number of them.
    #[error("more than {most} events: {} would be next", named(bodies))]
    TooManyEvents {
        /// The largest number.
        most: u64,
        /// The bodies of the next impact, or twice the body whose flight ends next.
        bodies: [usize; 2],
    },
}

/// Returns two bodies, or one that is given twice, in words.
fn named([a, b]: &[usize; 2]) -> String {
    if a == b {
        format!("body {a}")
    } else {
        format!("bodies {a} and {b}")
    }
}
