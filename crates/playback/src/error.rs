//! Why a motion cannot be recorded or written.

use std::path::PathBuf;

use photofinish::ShapeError;
use thiserror::Error;

/// Why a motion cannot be recorded or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlaybackError {
    /// A number is NaN or infinite.
    #[error("{what} is {value}, which is not finite")]
    NotFinite {
        /// What the number says.
        what: &'static str,
        /// The number.
        value: f64,
    },
    /// A unit is zero or negative.
    #[error("the unit of {what} is {value}, but must be positive")]
    UnitNotPositive {
        /// What is measured in it.
        what: &'static str,
        /// The unit.
        value: f64,
    },
    /// A number is too large to be counted in its unit.
    #[error("{what} is {value}, which is too large for the unit {unit}")]
    TooLarge {
        /// What the number says.
        what: &'static str,
        /// The number.
        value: f64,
        /// The unit.
        unit: f64,
    },
    /// A time is before 0.
    #[error("the time {value} is before the start of the recording, which is 0")]
    BeforeStart {
        /// The time, in seconds.
        value: f64,
    },
    /// A pose of a body is before the body's last one.
    #[error("body {body} gets a pose at time {time}, before its last one at {last}")]
    TimeBackwards {
        /// The body.
        body: usize,
        /// The time of the pose.
        time: f64,
        /// The time of the last one.
        last: f64,
    },
    /// The recording has no such body.
    #[error("the recording has {bodies} bodies, but no body {body}")]
    NoSuchBody {
        /// The body.
        body: usize,
        /// The number of bodies.
        bodies: usize,
    },
    /// A body has no pose.
    #[error("body {body} has no pose")]
    NoPose {
        /// The body.
        body: usize,
    },
    /// A triangle of a mesh names a point that is not there.
    #[error("triangle {triangle} of a mesh names point {point}, but the mesh has {points}")]
    NoSuchPoint {
        /// The index of the triangle.
        triangle: usize,
        /// The index of the point.
        point: u32,
        /// The number of points.
        points: usize,
    },
    /// A shape has no mesh.
    #[error("a shape has no mesh: {0}")]
    Shape(#[from] ShapeError),
    /// The page cannot be written.
    #[error("{}: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
}

/// Returns the number, if it is finite.
pub(crate) fn finite(what: &'static str, value: f64) -> Result<f64, PlaybackError> {
    if value.is_finite() {
        Ok(value)
    } else {
        Err(PlaybackError::NotFinite { what, value })
    }
}

/// Returns how many units the number has, rounded to the nearest.
pub(crate) fn in_units(what: &'static str, value: f64, unit: f64) -> Result<i32, PlaybackError> {
    let count = (finite(what, value)? / unit).round();
    // differences of two such numbers, and of two differences, must be whole numbers of 32 bits too
    if count.abs() <= f64::from(i32::MAX / 4) {
        Ok(count as i32)
    } else {
        Err(PlaybackError::TooLarge { what, value, unit })
    }
}
