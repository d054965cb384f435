//! The keys of the messages in a planning scene.

use crate::yaml::Keys;

pub(super) const SCENE: Keys = Keys {
    read: &[
        "world",
        "robot_state",
        "fixed_frame_transforms",
        "allowed_collision_matrix",
        "link_padding",
        "link_scale",
        // a world may stand alone
        "collision_objects",
        "octomap",
        "robot_model_name",
    ],
    idle: &["name", "object_colors", "is_diff"],
};
pub(super) const WORLD: Keys = Keys {
    read: &["collision_objects", "octomap"],
    idle: &[],
};
pub(super) const TRANSFORM_STAMPED: Keys = Keys {
    read: &["header", "child_frame_id", "transform"],
    idle: &[],
};
pub(super) const TRANSFORM: Keys = Keys {
    read: &["translation", "rotation"],
    idle: &[],
};
pub(super) const POSE: Keys = Keys {
    read: &["position", "orientation"],
    idle: &[],
};
pub(super) const HEADER: Keys = Keys {
    read: &["frame_id"],
    idle: &["stamp", "seq"],
};
pub(super) const OBJECT: Keys = Keys {
    read: &[
        "id",
        "header",
        "pose",
        "primitives",
        "primitive_poses",
        "meshes",
        "mesh_poses",
        "planes",
        "operation",
        // not of MoveIt
        "points",
        "octomap",
        "mesh",
    ],
    // without planes their poses say nothing
    idle: &["type", "plane_poses", "subframe_names", "subframe_poses"],
};
pub(super) const PRIMITIVE: Keys = Keys {
    read: &["type", "dimensions"],
    // the polygon belongs to prisms, which are not read
    idle: &["polygon"],
};
pub(super) const MESH: Keys = Keys {
    read: &["vertices"],
    idle: &["triangles"],
};
pub(super) const MATRIX: Keys = Keys {
    read: &[
        "entry_names",
        "entry_values",
        "default_entry_names",
        "default_entry_values",
    ],
    idle: &[],
};
pub(super) const STATE: Keys = Keys {
    read: &[
        "joint_state",
        "multi_dof_joint_state",
        "attached_collision_objects",
    ],
    idle: &["is_diff"],
};
pub(super) const JOINT_STATE: Keys = Keys {
    read: &["name", "position"],
    idle: &["header", "velocity", "effort"],
};
pub(super) const MULTI_JOINT_STATE: Keys = Keys {
    read: &["transforms"],
    idle: &["header", "joint_names", "twist", "wrench"],
};
pub(super) const ATTACHED: Keys = Keys {
    read: &["link_name", "object", "touch_links"],
    idle: &["detach_posture", "weight"],
};
pub(super) const POINTS: Keys = Keys {
    read: &["file", "radius"],
    idle: &[],
};
pub(super) const OCTOMAP: Keys = Keys {
    read: &["file"],
    idle: &[],
};
pub(super) const MESH_FILE: Keys = Keys {
    read: &["file", "surface"],
    idle: &[],
};
