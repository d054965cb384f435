//! Joints between links.

use nalgebra::{Isometry3, Unit, Vector3};

use super::RobotError;
use super::link::checked_pose;
use photofinish::MotionError;
use photofinish::error::{finite, finite_point};

/// How a joint lets its child move, about or along an axis in the joint's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointKind {
    /// Not at all.
    Fixed,
    /// It turns about the axis; the value is an angle in radians. Continuous joints are revolute ones without limits.
    Revolute(Unit<Vector3<f64>>),
    /// It slides along the axis; the value is a length.
    Prismatic(Unit<Vector3<f64>>),
}

/// The value of a joint that follows another: `multiplier * value + offset`.
#[derive(Clone, Debug, PartialEq)]
pub struct Mimic {
    /// The joint that is followed.
    pub joint: String,
    /// The factor.
    pub multiplier: f64,
    /// What is added.
    pub offset: f64,
}

/// A joint between a parent link and a child link.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    pub(super) name: String,
    pub(super) parent: String,
    pub(super) child: String,
    pub(super) origin: Isometry3<f64>,
    pub(super) kind: JointKind,
    pub(super) limits: Option<(f64, f64)>,
    pub(super) mimic: Option<Mimic>,
}

impl Joint {
    /// A joint that does not move, the child's frame at the parent's.
    pub fn fixed(
        name: impl Into<String>,
        parent: impl Into<String>,
        child: impl Into<String>,
    ) -> Self {
        Self {
            name: name.into(),
            parent: parent.into(),
            child: child.into(),
            origin: Isometry3::identity(),
            kind: JointKind::Fixed,
            limits: None,
            mimic: None,
        }
    }

    /// The same joint with its frame, which is the child's where the value is zero, at this pose in the parent's frame.
    #[must_use]
    pub fn at(mut self, origin: Isometry3<f64>) -> Self {
        self.origin = origin;
        self
    }

    /// The same joint turning about an axis of its frame.
    #[must_use]
    pub fn turning(mut self, axis: Unit<Vector3<f64>>) -> Self {
        self.kind = JointKind::Revolute(axis);
        self
    }

    /// The same joint sliding along an axis of its frame.
    #[must_use]
    pub fn sliding(mut self, axis: Unit<Vector3<f64>>) -> Self {
        self.kind = JointKind::Prismatic(axis);
        self
    }

    /// The same joint with the least and the largest value it may have: what it rests at is between them. Paths beyond them
    /// are checked all the same.
    #[must_use]
    pub fn limited(mut self, least: f64, largest: f64) -> Self {
        self.limits = Some((least, largest));
        self
    }

    /// The same joint following another one: its value is `multiplier * value + offset`.
    #[must_use]
    pub fn mimicking(mut self, joint: impl Into<String>, multiplier: f64, offset: f64) -> Self {
        self.mimic = Some(Mimic {
            joint: joint.into(),
            multiplier,
            offset,
        });
        self
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name of the link that it hangs on.
    pub fn parent(&self) -> &str {
        &self.parent
    }

    /// The name of the link that hangs on it.
    pub fn child(&self) -> &str {
        &self.child
    }

    /// Where its frame is in the parent's.
    pub fn origin(&self) -> &Isometry3<f64> {
        &self.origin
    }

    /// How it moves.
    pub fn kind(&self) -> JointKind {
        self.kind
    }

    /// The least and the largest value it may have, if it is limited.
    pub fn limits(&self) -> Option<(f64, f64)> {
        self.limits
    }

    /// The joint that it follows, if it does.
    pub fn mimic(&self) -> Option<&Mimic> {
        self.mimic.as_ref()
    }

    /// Returns whether its value is one of the robot's own: it moves, and follows no other joint.
    pub fn is_free(&self) -> bool {
        self.kind != JointKind::Fixed && self.mimic.is_none()
    }

    /// The same joint, its origin and axis of unit length, if all of it is right.
    pub(super) fn checked(mut self) -> Result<Self, RobotError> {
        self.origin = checked_pose(self.origin, &self.name)?;
        let mut numbers = Vec::new();
        if let Some((least, largest)) = self.limits {
            if least > largest {
                return Err(RobotError::ReversedLimits {
                    joint: self.name.clone(),
                    least,
                    largest,
                });
            }
            numbers.extend([least, largest]);
        }
        if let Some(mimic) = &self.mimic {
            numbers.extend([mimic.multiplier, mimic.offset]);
        }
        for number in numbers {
            finite("joint parameter", number)
                .map_err(|error| RobotError::bad(&self.name, error))?;
        }
        if let JointKind::Revolute(axis) | JointKind::Prismatic(axis) = &mut self.kind {
            *axis = checked_axis(*axis).map_err(|error| RobotError::bad(&self.name, error))?;
        }
        Ok(self)
    }
}

/// A direction that is of unit length up to rounding, made so.
fn checked_axis(axis: Unit<Vector3<f64>>) -> Result<Unit<Vector3<f64>>, MotionError> {
    let axis = finite_point("axis", axis.into_inner())?;
    let norm = axis.norm();
    if (norm - 1.0).abs() <= f64::EPSILON.sqrt() {
        Ok(Unit::new_normalize(axis))
    } else {
        Err(MotionError::NotARotation { norm })
    }
}
