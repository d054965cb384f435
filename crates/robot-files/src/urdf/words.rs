//! The words of URDF, and words that others have added to it and that change no geometry or motion.

use crate::xml::Words;

/// Elements whose content is not URDF, at the root and within links and joints.
pub(super) const EXTENSIONS: &[&str] = &[
    "gazebo",
    "ros2_control",
    "transmission",
    "sensor",
    "mujoco",
    "drake",
    "webots",
    "isaac_sim",
    "bullet",
    "plugin",
];

pub(super) const ROBOT: Words = Words {
    attributes: &["name"],
    idle_attributes: &["version"],
    single: &[],
    several: &["link", "joint"],
    idle: &[
        "material",
        "transmission",
        "gazebo",
        "ros2_control",
        "sensor",
        "mujoco",
        "drake",
        "webots",
        "isaac_sim",
        "bullet",
        "plugin",
        "frame",
        "loop_joint",
        "group",
        "actuator",
        "compiler",
    ],
    elsewhere: &["collision"],
    open: true,
};

pub(super) const LINK: Words = Words {
    attributes: &["name"],
    // concave bodies are covered by their hulls, whatever a simulator makes of them
    idle_attributes: &["type", "concave"],
    single: &["origin"],
    several: &["collision"],
    idle: &[
        "visual",
        "inertial",
        "sensor",
        "gazebo",
        "drake",
        "contact",
        "self_collision_checking",
        "collision_checking",
        "self_filter",
        "surface",
        "gravity",
        "kinematic",
        "audio_source",
        "bullet",
        "material",
    ],
    elsewhere: &["link", "joint", "geometry"],
    open: true,
};

pub(super) const COLLISION: Words = Words {
    attributes: &["name"],
    idle_attributes: &["group", "mask", "concave"],
    single: &["origin", "geometry"],
    several: &[],
    idle: &[
        "material",
        "verbose",
        "contact_coefficients",
        "contact",
        "surface",
        "bounce",
        "max_contacts",
        "laser_retro",
    ],
    elsewhere: &[],
    open: false,
};

pub(super) const JOINT: Words = Words {
    attributes: &["name", "type"],
    idle_attributes: &["dont_collapse"],
    single: &[
        "origin",
        "parent",
        "child",
        "axis",
        "limit",
        "mimic",
        "safety_controller",
    ],
    several: &[],
    idle: &[
        "dynamics",
        "calibration",
        "joint_properties",
        "gazebo",
        "drake",
        "hardwareInterface",
        "physics",
        "actuator",
        "bullet",
    ],
    elsewhere: &["link", "joint", "collision"],
    open: true,
};

/// Returns the words of an element that has these attributes and nothing else.
const fn of(attributes: &'static [&'static str]) -> Words {
    Words {
        attributes,
        idle_attributes: &[],
        single: &[],
        several: &[],
        idle: &[],
        elsewhere: &[],
        open: false,
    }
}

pub(super) const LINK_NAME: Words = of(&["link"]);
pub(super) const MIMIC: Words = of(&["joint", "multiplier", "offset"]);
pub(super) const AXIS: Words = Words {
    // no reader of URDF lets `rpy` turn the axis
    idle_attributes: &["rpy"],
    ..of(&["xyz"])
};
pub(super) const LIMIT: Words = Words {
    idle_attributes: &[
        "effort",
        "acceleration",
        "deceleration",
        "jerk",
        "command_effort",
        "gear_velocity",
        "current",
    ],
    open: true,
    ..of(&["lower", "upper", "velocity"])
};
pub(super) const SAFETY: Words = Words {
    idle_attributes: &["k_position", "k_velocity"],
    open: true,
    ..of(&["soft_lower_limit", "soft_upper_limit"])
};
pub(super) const BOX: Words = of(&["size"]);
pub(super) const SPHERE: Words = of(&["radius"]);
pub(super) const ROUND: Words = of(&["radius", "length"]);
pub(super) const MESH: Words = of(&["filename", "scale"]);
