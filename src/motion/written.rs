//! Motions as they stand in a file. They become motions through the constructors, so that a file cannot hold what these
//! refuse.

use nalgebra::{Isometry, SVector, Translation};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{AtRest, Ballistic, ConstantVelocity, Motion, Rotor, Sweep};
use crate::serial::Scalar;
use crate::{MotionError, Real};

/// A rotation that serialises and deserialises, and its angular velocity too.
pub trait SerialRotor<T: Real, const D: usize>:
    Rotor<T, D, Velocity: Serialize + DeserializeOwned> + Serialize + DeserializeOwned
{
}

impl<T, R, const D: usize> SerialRotor<T, D> for R
where
    T: Real,
    R: Rotor<T, D, Velocity: Serialize + DeserializeOwned> + Serialize + DeserializeOwned,
{
}

/// A pose. The rotation is a quaternion x, y, z, w in space, and a cosine and a sine in the plane.
#[derive(Serialize, Deserialize)]
#[serde(bound = "T: Scalar, R: SerialRotor<T, D>", deny_unknown_fields)]
struct Pose<T, R, const D: usize> {
    position: SVector<T, D>,
    rotation: R,
}

impl<T: Scalar, R: SerialRotor<T, D>, const D: usize> Pose<T, R, D> {
    fn of(pose: Isometry<T, R, D>) -> Self {
        Self {
            position: pose.translation.vector,
            rotation: pose.rotation,
        }
    }

    fn pose(self) -> Isometry<T, R, D> {
        Isometry::from_parts(Translation::from(self.position), self.rotation)
    }
}

/// Rest at a pose.
#[derive(Serialize, Deserialize)]
#[serde(bound = "T: Scalar, R: SerialRotor<T, D>", deny_unknown_fields)]
pub(super) struct Resting<T, R, const D: usize> {
    pose: Pose<T, R, D>,
}

impl<T: Scalar, R: SerialRotor<T, D>, const D: usize> From<AtRest<T, R, D>> for Resting<T, R, D> {
    fn from(motion: AtRest<T, R, D>) -> Self {
        Self {
            pose: Pose::of(motion.resting_pose()),
        }
    }
}

impl<T: Scalar, R: SerialRotor<T, D>, const D: usize> TryFrom<Resting<T, R, D>>
    for AtRest<T, R, D>
{
    type Error = MotionError;

    fn try_from(written: Resting<T, R, D>) -> Result<Self, MotionError> {
        Self::new(written.pose.pose())
    }
}

/// Constant velocities: the pose at the epoch, the centre in the body's frame, and both velocities in the world's.
#[derive(Serialize, Deserialize)]
#[serde(bound = "T: Scalar, R: SerialRotor<T, D>", deny_unknown_fields)]
pub(super) struct Steady<T: Scalar, R: SerialRotor<T, D>, const D: usize> {
    epoch: T,
    pose: Pose<T, R, D>,
    center: SVector<T, D>,
    linear: SVector<T, D>,
    angular: R::Velocity,
}

impl<T: Scalar, R: SerialRotor<T, D>, const D: usize> From<ConstantVelocity<T, R, D>>
    for Steady<T, R, D>
{
    fn from(motion: ConstantVelocity<T, R, D>) -> Self {
        Self {
            epoch: motion.epoch(),
            pose: Pose::of(motion.starting_pose()),
            center: motion.center(),
            linear: *motion.linear_velocity(),
            angular: motion.angular_velocity(),
        }
    }
}

impl<T: Scalar, R: SerialRotor<T, D>, const D: usize> TryFrom<Steady<T, R, D>>
    for ConstantVelocity<T, R, D>
{
    type Error = MotionError;

    fn try_from(written: Steady<T, R, D>) -> Result<Self, MotionError> {
        Self::new(written.pose.pose(), written.linear, written.angular)?
            .about(written.center)?
            .starting_at(written.epoch)
    }
}

/// Free flight: the motion without the acceleration, and the acceleration of the centre.
#[derive(Serialize, Deserialize)]
#[serde(bound = "T: Scalar, R: SerialRotor<T, D>", deny_unknown_fields)]
pub(super) struct Flight<T: Scalar, R: SerialRotor<T, D>, const D: usize> {
    start: ConstantVelocity<T, R, D>,
    acceleration: SVector<T, D>,
}

impl<T: Scalar, R: SerialRotor<T, D>, const D: usize> From<Ballistic<T, R, D>> for Flight<T, R, D> {
    fn from(motion: Ballistic<T, R, D>) -> Self {
        Self {
            start: *motion.start(),
            acceleration: *motion.acceleration(),
        }
    }
}

impl<T: Scalar, R: SerialRotor<T, D>, const D: usize> TryFrom<Flight<T, R, D>>
    for Ballistic<T, R, D>
{
    type Error = MotionError;

    fn try_from(written: Flight<T, R, D>) -> Result<Self, MotionError> {
        Self::new(written.start, written.acceleration)
    }
}

/// A sweep from one pose to another between two times, and the point of the body's frame that moves on a straight line.
#[derive(Serialize, Deserialize)]
#[serde(bound = "T: Scalar, R: SerialRotor<T, D>", deny_unknown_fields)]
pub(super) struct Swept<T: Scalar, R: SerialRotor<T, D>, const D: usize> {
    start: T,
    end: T,
    from: Pose<T, R, D>,
    to: Pose<T, R, D>,
    center: SVector<T, D>,
}

impl<T: Scalar, R: SerialRotor<T, D>, const D: usize> From<Sweep<T, R, D>> for Swept<T, R, D> {
    fn from(motion: Sweep<T, R, D>) -> Self {
        let [(start, from), (end, to)] = motion.given_poses();
        Self {
            start,
            end,
            from: Pose::of(from),
            to: Pose::of(to),
            center: motion.center(),
        }
    }
}

impl<T: Scalar, R: SerialRotor<T, D>, const D: usize> TryFrom<Swept<T, R, D>> for Sweep<T, R, D> {
    type Error = MotionError;

    fn try_from(written: Swept<T, R, D>) -> Result<Self, MotionError> {
        let start = (written.start, written.from.pose());
        Self::new(start, (written.end, written.to.pose()), written.center)
    }
}
