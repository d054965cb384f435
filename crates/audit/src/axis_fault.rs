//! What an audit finds wrong with a fixed axis.

use thiserror::Error;

/// A claim of a [`FixedAxis`](photofinish::motion::FixedAxis) that does not hold.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum AxisFault {
    /// A number is NaN or infinite.
    #[error("{what} must be finite, but is {value:?}")]
    NotFinite {
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// The slowest rate or the angular acceleration is negative.
    #[error("{what} must not be negative, but is {value:?}")]
    Negative {
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// The matrix is neither that of a unit axis nor zero.
    #[error("the matrix must be the skew matrix of a unit axis, or zero, but is {matrix:?}")]
    NotUnit {
        /// The matrix, column by column.
        matrix: Vec<f64>,
    },
    /// The slowest rate is faster than the fastest.
    #[error("the slowest rate must be at most the fastest, {fastest:?}, but is {slowest:?}")]
    Order {
        /// The smallest rate claimed, in radians per time.
        slowest: f64,
        /// The largest rate claimed.
        fastest: f64,
    },
    /// The frame does not turn about the axis, or not about it alone.
    #[error(
        "the frame must turn about the axis, but a point at distance 1 is {off:?} beside such a turn, of which \
         rounding explains {rounding:?}"
    )]
    OtherAxis {
        /// How far a point at distance 1 is from where the turn that fits best takes it.
        off: f64,
        /// How far rounding may have moved it.
        rounding: f64,
    },
    /// The frame turns faster or slower than the rates allow.
    #[error(
        "the rate must be from {slowest:?} to {fastest:?}, but its mean is {seen:?}, up to full turns"
    )]
    Rate {
        /// The smallest rate claimed, in radians per time.
        slowest: f64,
        /// The largest rate claimed.
        fastest: f64,
        /// A mean rate between two times, as near to the claim as rounding and full turns allow.
        seen: f64,
    },
    /// The rate changes faster than the angular acceleration allows.
    #[error("the angular acceleration must be at most {stated:?}, but its mean is {seen:?}")]
    AngularAcceleration {
        /// The largest angular acceleration claimed, in radians per squared time.
        stated: f64,
        /// A mean of it, less what rounding may have added.
        seen: f64,
    },
    /// The centre has another acceleration.
    #[error(
        "the centre must accelerate by {stated:?}, but its mean acceleration is {seen:?}; of the difference rounding \
         explains {rounding:?}"
    )]
    Acceleration {
        /// The acceleration of the centre claimed, in the world's frame.
        stated: Vec<f64>,
        /// A mean of it.
        seen: Vec<f64>,
        /// By how much the stated errors and rounding may have changed each coordinate of the mean.
        rounding: Vec<f64>,
    },
}
