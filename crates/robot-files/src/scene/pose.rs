//! Poses, as lists or mappings.

use nalgebra::{Isometry3, Translation3};

use super::keys::{HEADER, POSE, TRANSFORM};
use crate::yaml::Item;
use crate::{ReadError, files};

/// Reads a pose: `position`, and `orientation` unless it is the identity.
pub(super) fn pose(item: &Item<'_>) -> Result<Isometry3<f64>, ReadError> {
    item.check(&POSE)?;
    parts(item, "position", "orientation")
}

/// Reads a transform: `translation`, and `rotation` unless it is the identity.
pub(super) fn transform(item: &Item<'_>) -> Result<Isometry3<f64>, ReadError> {
    item.check(&TRANSFORM)?;
    parts(item, "translation", "rotation")
}

fn parts(item: &Item<'_>, position: &str, rotation: &str) -> Result<Isometry3<f64>, ReadError> {
    let position = item.required(position)?.vector(["x", "y", "z"])?;
    let mut pose = Isometry3::from(Translation3::from(position));
    if let Some(rotation) = item.get(rotation) {
        let quaternion = rotation.vector(["x", "y", "z", "w"])?;
        pose.rotation = files::rotation(quaternion)
            .ok_or_else(|| rotation.malformed_numbers("a unit quaternion", &quaternion))?;
    }
    Ok(pose)
}

/// Returns the frame that a header names.
pub(super) fn frame(item: &Item<'_>) -> Result<Option<String>, ReadError> {
    let Some(header) = item.get("header") else {
        return Ok(None);
    };
    header.check(&HEADER)?;
    let frame = header.get("frame_id");
    frame.map(|frame| frame.text()).transpose()
}
