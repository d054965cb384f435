//! Links and the convex pieces that they carry.

use nalgebra::Isometry3;

use super::RobotError;
use photofinish::error::finite_point;
use photofinish::motion::Rotor;
use photofinish::shape::AnyShape;

/// A convex piece of a link or an object: a shape, and its pose in the frame of the link or object.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// The shape, in its own frame.
    pub shape: AnyShape<f64, 3>,
    /// Maps the shape's frame to the frame of the link or object.
    pub pose: Isometry3<f64>,
}

impl Piece {
    /// Returns a piece with a shape at a pose.
    pub fn new(shape: impl Into<AnyShape<f64, 3>>, pose: Isometry3<f64>) -> Self {
        Self {
            shape: shape.into(),
            pose,
        }
    }

    /// Checks the pose. An error names `owner`.
    pub(super) fn checked(mut self, owner: &str) -> Result<Self, RobotError> {
        self.pose = checked_pose(self.pose, owner)?;
        Ok(self)
    }
}

/// A rigid part of a robot: a frame, and the convex pieces that move with it. A link without pieces is only a frame.
///
/// ```
/// use nalgebra::Isometry3;
/// use photofinish_robot::Link;
/// use photofinish::shape::{Ball, Cylinder};
///
/// // cylinders stand along the y axis of their frame
/// let hammer = Link::new("hammer")
///     .with(Cylinder::new(0.15, 0.02)?, Isometry3::identity())
///     .with(Ball::new(0.05)?, Isometry3::translation(0.0, 0.15, 0.0));
/// assert_eq!(hammer.pieces().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    pub(super) name: String,
    pub(super) pieces: Vec<Piece>,
}

impl Link {
    /// Returns a link without pieces.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            pieces: Vec::new(),
        }
    }

    /// Adds a piece: a shape at a pose in the frame of the link.
    #[must_use]
    pub fn with(mut self, shape: impl Into<AnyShape<f64, 3>>, pose: Isometry3<f64>) -> Self {
        self.pieces.push(Piece::new(shape, pose));
        self
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the convex pieces, in the frame of the link.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }
}

/// Checks that a pose has finite numbers, and scales its rotation to unit length.
pub(super) fn checked_pose(
    pose: Isometry3<f64>,
    owner: &str,
) -> Result<Isometry3<f64>, RobotError> {
    let position = finite_point("position", pose.translation.vector)
        .map_err(|error| RobotError::bad(owner, error))?;
    let rotation = pose
        .rotation
        .normalized()
        .map_err(|error| RobotError::bad(owner, error))?;
    Ok(Isometry3::from_parts(position.into(), rotation))
}
