//! Limits of joints from YAML, as MoveIt has them.

use std::path::Path as FilePath;

use super::warning::Source;
use super::yaml::{self, Item, Keys};
use super::{ReadError, Reader, files};
use photofinish_robot::Robot;
use photofinish_spelling::{nearest, question};

const FILE: Keys = Keys {
    read: &["joint_limits"],
    idle: &[
        "default_velocity_scaling_factor",
        "default_acceleration_scaling_factor",
    ],
};
const JOINT: Keys = Keys {
    read: &[
        "has_position_limits",
        "min_position",
        "max_position",
        "has_velocity_limits",
        "max_velocity",
        "has_acceleration_limits",
        "max_acceleration",
    ],
    idle: &[
        "has_deceleration_limits",
        "max_deceleration",
        "has_jerk_limits",
        "max_jerk",
        "has_effort_limits",
        "max_effort",
        "has_soft_limits",
        "k_position",
        "k_velocity",
        "soft_lower_limit",
        "soft_upper_limit",
        "angle_wraparound",
    ],
};

/// Reads limits of joints from a YAML file, as the `joint_limits.yaml` of MoveIt: of positions, velocities and
/// accelerations. They replace those that the robot has.
///
/// ```
/// use photofinish_robot_files::{UrdfOptions, joint_limits_str, urdf};
///
/// let mut robot = urdf("../../examples/six_joint_arm/arm.urdf", &UrdfOptions::new())?;
/// let text = "
/// joint_limits:
///   joint_1: {has_velocity_limits: true, max_velocity: 2.0, has_acceleration_limits: true, max_acceleration: 5.0}
/// ";
/// joint_limits_str(text, &mut robot)?;
/// assert_eq!(robot.joints()[0].acceleration_limit(), Some(5.0));
/// # Ok::<(), photofinish_robot_files::ReadError>(())
/// ```
///
/// A limit whose `has_...` is false or left out stays as it is. Factors for planners, jerks and the like are ignored. A
/// joint that the robot does not have, or that follows another, is a [`Warning`](super::Warning).
///
/// # Errors
/// [`ReadError`] if the file cannot be read or is invalid, or if there is a warning.
pub fn joint_limits(path: impl AsRef<FilePath>, robot: &mut Robot) -> Result<(), ReadError> {
    Reader::strictly(|reader| reader.joint_limits(path, robot))
}

/// Reads limits of joints from YAML text, as [`joint_limits()`] does from a file.
///
/// # Errors
/// [`ReadError`] if the text is invalid or there is a warning, with "joint limits" for the name of the file.
pub fn joint_limits_str(text: &str, robot: &mut Robot) -> Result<(), ReadError> {
    Reader::strictly(|reader| read(text, reader.source("joint limits"), robot))
}

impl Reader {
    /// Reads limits of joints from a YAML file, as [`joint_limits()`] does, and keeps warnings.
    ///
    /// # Errors
    /// [`ReadError`] if the file cannot be read or is invalid.
    pub fn joint_limits(
        &self,
        path: impl AsRef<FilePath>,
        robot: &mut Robot,
    ) -> Result<(), ReadError> {
        let (text, name) = (files::text(path.as_ref())?, files::name(path.as_ref()));
        read(&text, self.source(&name), robot)
    }
}

fn read(text: &str, source: Source<'_>, robot: &mut Robot) -> Result<(), ReadError> {
    let node = yaml::parse(text, source.name)?;
    let root = Item::new(source, &node, "the limits of joints");
    root.check(&FILE)?;
    let limits = root.required("joint_limits")?;
    if !limits.is_map() {
        return Err(limits.malformed("a mapping"));
    }
    for name in limits.keys() {
        let Some(item) = limits.get(name) else {
            continue;
        };
        let item = item.named(format!("the limits of joint {name:?}"));
        item.check(&JOINT)?;
        if robot.coordinates().any(|joint| joint == name) {
            joint(&item, name, robot)?;
        } else {
            let question = question(nearest(name, robot.coordinates()));
            item.warn(format!(
                "passed over the limits of {name:?}: there is no joint of this name with a value of its own{question}"
            ));
        }
    }
    Ok(())
}

fn joint(item: &Item<'_>, name: &str, robot: &mut Robot) -> Result<(), ReadError> {
    let has = |key| item.get(key).map_or(Ok(false), |has| has.bool());
    let number = |key| item.required(key)?.number();
    let positive = |key| {
        let item = item.required(key)?;
        match item.number() {
            Ok(value) if value > 0.0 => Ok(value),
            _ => Err(item.malformed("a positive number")),
        }
    };
    let position = match has("has_position_limits")? {
        true => Some((number("min_position")?, number("max_position")?)),
        false => None,
    };
    let velocity = match has("has_velocity_limits")? {
        true => Some(positive("max_velocity")?),
        false => None,
    };
    let acceleration = match has("has_acceleration_limits")? {
        true => Some(positive("max_acceleration")?),
        false => None,
    };
    let changed = robot.limit(name, |mut joint| {
        if let Some((least, largest)) = position {
            joint = joint.limited(least, largest);
        }
        if let Some(largest) = velocity {
            joint = joint.velocity_limited(largest);
        }
        if let Some(largest) = acceleration {
            joint = joint.acceleration_limited(largest);
        }
        joint
    });
    changed.map_err(|error| ReadError::robot(item.place(), error))
}
