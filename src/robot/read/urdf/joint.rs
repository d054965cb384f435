//! Joints, those of several values being taken apart.

use nalgebra::{Isometry3, Unit, UnitQuaternion, Vector3};

use crate::robot::read::ReadError;
use crate::robot::read::xml::Element;
use crate::robot::{Joint, Link};

/// Adds what a `<joint>` describes; links only for the joints of a planar or floating one.
pub(super) fn read(
    element: Element<'_>,
    links: &mut Vec<Link>,
    joints: &mut Vec<Joint>,
) -> Result<(), ReadError> {
    let name = element.required("name")?;
    let kind = element.required("type")?;
    let parent = element.required_child("parent")?.required("link")?;
    let child = element.required_child("child")?.required("link")?;
    let joint = Joint::fixed(name, parent, child).at(element.origin()?);
    let joint = match kind {
        "fixed" => joint,
        "continuous" => mimicking(joint.turning(axis(element)?), element)?,
        "revolute" => {
            let (least, largest) = limits(element)?;
            mimicking(
                joint.turning(axis(element)?).limited(least, largest),
                element,
            )?
        }
        "prismatic" => {
            let (least, largest) = limits(element)?;
            mimicking(
                joint.sliding(axis(element)?).limited(least, largest),
                element,
            )?
        }
        "planar" => {
            no_mimic(element)?;
            let chain = Chain::new(&joint, &["x", "y", "theta"], links);
            joints.extend(chain.planar(axis(element)?));
            return Ok(());
        }
        "floating" => {
            no_mimic(element)?;
            // turning by yaw, then pitch, then roll along the chain is turning about fixed x, then y, then z
            let chain = Chain::new(&joint, &["x", "y", "z", "yaw", "pitch", "roll"], links);
            joints.extend(chain.floating());
            return Ok(());
        }
        _ => {
            return Err(element.malformed(
                "type",
                "revolute, continuous, prismatic, fixed, planar or floating",
                kind,
            ));
        }
    };
    joints.push(joint);
    Ok(())
}

fn axis(element: Element<'_>) -> Result<Unit<Vector3<f64>>, ReadError> {
    let Some(axis) = element.child("axis") else {
        return Ok(Vector3::x_axis());
    };
    let Some(direction) = axis.vector("xyz")? else {
        return Ok(Vector3::x_axis());
    };
    let largest = direction.amax();
    if largest == 0.0 {
        let text = axis.attribute("xyz").unwrap_or_default();
        return Err(axis.malformed("xyz", "a direction", text));
    }
    // divided first, so that squares neither overflow nor vanish
    Ok(Unit::new_normalize(direction / largest))
}

/// Both are 0 where a `<limit>` does not say them: that is what URDF says.
fn limits(element: Element<'_>) -> Result<(f64, f64), ReadError> {
    let limit = element.required_child("limit")?;
    let least = limit.number("lower")?.unwrap_or(0.0);
    let largest = limit.number("upper")?.unwrap_or(0.0);
    Ok((least, largest))
}

fn mimicking(joint: Joint, element: Element<'_>) -> Result<Joint, ReadError> {
    let Some(mimic) = element.child("mimic") else {
        return Ok(joint);
    };
    let multiplier = mimic.number("multiplier")?.unwrap_or(1.0);
    let offset = mimic.number("offset")?.unwrap_or(0.0);
    Ok(joint.mimicking(mimic.required("joint")?, multiplier, offset))
}

fn no_mimic(element: Element<'_>) -> Result<(), ReadError> {
    match element.child("mimic") {
        None => Ok(()),
        Some(mimic) => Err(ReadError::unsupported(
            mimic.place(),
            format!("{} of more than one value", mimic.label()),
            "only joints of one value can follow another",
        )),
    }
}

/// The joints of one value that a joint of several becomes.
struct Chain {
    joints: Vec<Joint>,
}

impl Chain {
    /// Joints named `NAME/STEP` from the parent of `whole` to its child, fixed so far.
    fn new(whole: &Joint, steps: &[&str], links: &mut Vec<Link>) -> Self {
        let mut joints = Vec::new();
        let mut parent = whole.parent().to_owned();
        for (index, step) in steps.iter().enumerate() {
            let name = format!("{}/{step}", whole.name());
            let is_last = index + 1 == steps.len();
            let child = if is_last {
                whole.child().to_owned()
            } else {
                links.push(Link::new(name.clone()));
                name.clone()
            };
            let origin = if index == 0 {
                *whole.origin()
            } else {
                Isometry3::identity()
            };
            joints.push(Joint::fixed(name, parent, child.clone()).at(origin));
            parent = child;
        }
        Self { joints }
    }

    fn planar(self, normal: Unit<Vector3<f64>>) -> impl Iterator<Item = Joint> {
        // only opposite directions have no shortest turn between them
        let turn = UnitQuaternion::rotation_between_axis(&Vector3::z_axis(), &normal)
            .unwrap_or_else(|| {
                UnitQuaternion::from_axis_angle(&Vector3::x_axis(), std::f64::consts::PI)
            });
        let axes = [turn * Vector3::x_axis(), turn * Vector3::y_axis()];
        let joints = self.joints.into_iter().enumerate();
        joints.map(move |(index, joint)| match axes.get(index) {
            Some(&axis) => joint.sliding(axis),
            None => joint.turning(normal),
        })
    }

    /// The joints in the order x, y, z, roll, pitch, yaw, which is not that of the chain.
    fn floating(self) -> impl Iterator<Item = Joint> {
        const ALONG_CHAIN: [usize; 6] = [0, 1, 2, 5, 4, 3];
        let axes = [Vector3::x_axis(), Vector3::y_axis(), Vector3::z_axis()];
        ALONG_CHAIN.into_iter().enumerate().map(move |(value, at)| {
            let joint = self.joints[at].clone();
            if value < 3 {
                joint.sliding(axes[value])
            } else {
                joint.turning(axes[value - 3])
            }
        })
    }
}
