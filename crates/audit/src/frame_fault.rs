//! What an audit finds wrong with the frame of a body.

use thiserror::Error;

/// A claim of a [`BodyFrame`](photofinish::BodyFrame) that does not hold.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum FrameFault {
    /// A number is NaN or infinite.
    #[error("{what} must be finite, but is {value:?}")]
    NotFinite {
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// An error or the reach is negative.
    #[error("{what} must not be negative, but is {value:?}")]
    Negative {
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// The rotation does not keep lengths.
    #[error(
        "the rotation must keep lengths, but its columns are {by:?} off unit vectors square to each other, where its \
         angle error {stated:?} allows {allowed:?}"
    )]
    Stretched {
        /// By how much its columns differ from unit vectors square to each other: |R^T R - 1| for the matrix R.
        by: f64,
        /// By how much they may differ.
        allowed: f64,
        /// The angle error stated.
        stated: f64,
    },
    /// A point of the core is farther from the centre than the reach.
    #[error(
        "a point of the core is at {lever:?} from the centre, a distance of {distance:?}, beyond the reach {reach:?}"
    )]
    OutsideReach {
        /// The vector from the centre to the point, in the world's axes.
        lever: Vec<f64>,
        /// Its length, less what rounding may have added.
        distance: f64,
        /// The reach.
        reach: f64,
    },
    /// The slice is not the same rigid body as an earlier one.
    #[error(
        "along {along:?} in its frame the body reaches {height:?} from its centre, but {before:?} at time \
         {time_before:?}; rounding explains {rounding:?}"
    )]
    NotRigid {
        /// The direction, in the frame of the body.
        along: Vec<f64>,
        /// How far the body reaches from its centre along the direction.
        height: f64,
        /// The time of the other slice.
        time_before: f64,
        /// How far the body reaches at that time.
        before: f64,
        /// By how much rounding may have changed the difference.
        rounding: f64,
    },
}
