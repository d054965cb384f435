//! Links and the convex pieces that they carry.

use nalgebra::Isometry3;

use super::RobotError;
use photofinish::error::finite_point;
use photofinish::motion::Rotor;
use photofinish::shape::AnyShape;

/// A convex piece of a link or an object: a shape and where it is in the frame of what it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The shape, in its own frame.
    pub shape: AnyShape<f64, 3>,
    /// Maps the shape's frame to that of its link or object.
    pub pose: Isometry3<f64>,
}

impl Piece {
    /// A shape at a pose.
    pub fn new(shape: impl Into<AnyShape<f64, 3>>, pose: Isometry3<f64>) -> Self {
        Self {
            shape: shape.into(),
            pose,
        }
    }

    /// Checks the pose; `owner` is named in the error.
    pub(super) fn checked(mut self, owner: &str) -> Result<Self, RobotError> {
        self.pose = checked_pose(self.pose, owner)?;
        Ok(self)
    }
}

/// A rigid part of a robot: a frame, and the convex pieces that move with it. A link without pieces is only a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    pub(super) name: String,
    pub(super) pieces: Vec<Piece>,
}

impl Link {
    /// A link without pieces.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            pieces: Vec::new(),
        }
    }

    /// The same link with one more piece, its frame being that of the link.
    #[must_use]
    pub fn with(mut self, shape: impl Into<AnyShape<f64, 3>>, pose: Isometry3<f64>) -> Self {
        self.pieces.push(Piece::new(shape, pose));
        self
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The convex pieces, in the frame of the link.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }
}

/// A pose of finite numbers, its rotation of unit length.
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
