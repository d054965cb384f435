//! Joints between links.

use nalgebra::{Isometry3, Unit, Vector3};

use super::RobotError;
use super::link::checked_pose;
use photofinish::PoseError;
use photofinish::error::{finite, finite_point};

/// How a joint lets its child move. Axes are in the joint's frame.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JointKind {
    /// The child does not move.
    Fixed,
    /// The child turns about the axis. The joint value is an angle in radians. A continuous joint is a revolute one
    /// without limits.
    Revolute(Unit<Vector3<f64>>),
    /// The child slides along the axis. The joint value is a length.
    Prismatic(Unit<Vector3<f64>>),
}

/// How a joint follows another: its value is `multiplier * value + offset`, with the value of the other joint.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mimic {
    /// The name of the other joint.
    pub joint: String,
    /// The factor.
    pub multiplier: f64,
    /// The number added to the product.
    pub offset: f64,
}

/// A joint between a parent link and a child link.
///
/// ```
/// use nalgebra::{Isometry3, Vector3};
/// use photofinish_robot::Joint;
///
/// // the forearm turns about the z axis of the elbow, which is 0.4 above the frame of the upper arm
/// let elbow = Joint::fixed("elbow", "upper_arm", "forearm")
///     .at(Isometry3::translation(0.0, 0.0, 0.4))
///     .turning(Vector3::z_axis())
///     .limited(-2.5, 2.5);
/// assert_eq!((elbow.parent(), elbow.child()), ("upper_arm", "forearm"));
/// ```
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Joint {
    pub(super) name: String,
    pub(super) parent: String,
    pub(super) child: String,
    pub(super) origin: Isometry3<f64>,
    pub(super) kind: JointKind,
    pub(super) limits: Option<(f64, f64)>,
    /// The largest size of its velocity.
    #[serde(default)]
    pub(super) velocity: Option<f64>,
    /// The largest size of its acceleration.
    #[serde(default)]
    pub(super) acceleration: Option<f64>,
    pub(super) mimic: Option<Mimic>,
    /// The link that the chain hangs on which this joint ends, if the chain stands for a joint of several values.
    pub(super) chain_from: Option<String>,
}

impl Joint {
    /// Returns a joint that does not move, with the child's frame at the parent's.
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
            velocity: None,
            acceleration: None,
            mimic: None,
            chain_from: None,
        }
    }

    /// Puts the joint's frame at this pose in the parent's frame. The child's frame is there where the value is zero.
    #[must_use]
    pub fn at(mut self, origin: Isometry3<f64>) -> Self {
        self.origin = origin;
        self
    }

    /// Lets the joint turn about an axis of its frame.
    #[must_use]
    pub fn turning(mut self, axis: Unit<Vector3<f64>>) -> Self {
        self.kind = JointKind::Revolute(axis);
        self
    }

    /// Lets the joint slide along an axis of its frame.
    #[must_use]
    pub fn sliding(mut self, axis: Unit<Vector3<f64>>) -> Self {
        self.kind = JointKind::Prismatic(axis);
        self
    }

    /// Sets the least and the largest value of the joint. At rest it has the value in this range that is nearest to 0.
    /// Paths that leave the range are checked all the same:
    /// [`Checker::outside_limits`](super::Checker::outside_limits) tells which.
    #[must_use]
    pub fn limited(mut self, least: f64, largest: f64) -> Self {
        self.limits = Some((least, largest));
        self
    }

    /// Sets the largest size of the velocity of the joint, in radians or units of length per unit of time. Paths that are
    /// faster are checked all the same: [`Checker::exceeded_rates`](super::Checker::exceeded_rates) tells which.
    #[must_use]
    pub fn velocity_limited(mut self, largest: f64) -> Self {
        self.velocity = Some(largest);
        self
    }

    /// Sets the largest size of the acceleration of the joint, as [`velocity_limited`](Self::velocity_limited) does.
    #[must_use]
    pub fn acceleration_limited(mut self, largest: f64) -> Self {
        self.acceleration = Some(largest);
        self
    }

    /// Lets the joint follow another one: its value is `multiplier * value + offset`, with the value of the other
    /// joint.
    #[must_use]
    pub fn mimicking(mut self, joint: impl Into<String>, multiplier: f64, offset: f64) -> Self {
        self.mimic = Some(Mimic {
            joint: joint.into(),
            multiplier,
            offset,
        });
        self
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name of the link that the joint hangs on.
    pub fn parent(&self) -> &str {
        &self.parent
    }

    /// Returns the name of the link that hangs on the joint.
    pub fn child(&self) -> &str {
        &self.child
    }

    /// Returns the pose of the joint's frame in the parent's frame.
    pub fn origin(&self) -> &Isometry3<f64> {
        &self.origin
    }

    /// Returns how the child moves.
    pub fn kind(&self) -> JointKind {
        self.kind
    }

    /// Returns the least and the largest value, if the joint is limited.
    pub fn limits(&self) -> Option<(f64, f64)> {
        self.limits
    }

    /// Returns the largest size of the velocity, if it is limited.
    pub fn velocity_limit(&self) -> Option<f64> {
        self.velocity
    }

    /// Returns the largest size of the acceleration, if it is limited.
    pub fn acceleration_limit(&self) -> Option<f64> {
        self.acceleration
    }

    /// Returns how the joint follows another, if it does.
    pub fn mimic(&self) -> Option<&Mimic> {
        self.mimic.as_ref()
    }

    /// Returns whether the joint has a value of its own: it moves, and follows no other joint.
    pub fn is_free(&self) -> bool {
        self.kind != JointKind::Fixed && self.mimic.is_none()
    }

    /// Returns the joint with its rotation and axis scaled to unit length, if all of its numbers are valid.
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
        for (name, limit) in [
            ("velocity limit", self.velocity),
            ("acceleration limit", self.acceleration),
        ] {
            // written so that NaN is refused too
            if let Some(value) = limit.filter(|&limit| !(limit > 0.0 && limit.is_finite())) {
                return Err(RobotError::BadSetting {
                    name,
                    requirement: "finite and positive",
                    value,
                });
            }
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

/// Scales a direction to unit length. It must have that length already, up to rounding.
fn checked_axis(axis: Unit<Vector3<f64>>) -> Result<Unit<Vector3<f64>>, PoseError> {
    let axis = finite_point("axis", axis.into_inner())?;
    let norm = axis.norm();
    if (norm - 1.0).abs() <= f64::EPSILON.sqrt() {
        Ok(Unit::new_normalize(axis))
    } else {
        Err(PoseError::NotARotation { norm })
    }
}
