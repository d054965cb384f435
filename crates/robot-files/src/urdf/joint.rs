//! Joints. Joints of several values are taken apart.

use nalgebra::{Unit, Vector3};

use super::words;
use crate::ReadError;
use crate::xml::Element;
use photofinish_robot::{Joint, Link};

/// Adds the joints that a `<joint>` describes. Planar and floating ones add links too.
pub(super) fn read(
    element: Element<'_>,
    links: &mut Vec<Link>,
    joints: &mut Vec<Joint>,
) -> Result<(), ReadError> {
    element.check(&words::JOINT)?;
    let name = element.required("name")?;
    let kind = element.required("type")?;
    let parent = linked(element, "parent")?;
    let child = linked(element, "child")?;
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
            let (between, parts) = joint.planar(axis(element)?);
            links.extend(between);
            joints.extend(parts);
            return Ok(());
        }
        "floating" => {
            no_mimic(element)?;
            let (between, parts) = joint.floating();
            links.extend(between);
            joints.extend(parts);
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
    joints.push(match velocity(element)? {
        Some(largest) if joint.is_free() => joint.velocity_limited(largest),
        _ => joint,
    });
    Ok(())
}

/// Returns the limit of the velocity of a joint. One that is not positive is no limit: files have 0 where nobody knew it.
fn velocity(element: Element<'_>) -> Result<Option<f64>, ReadError> {
    let velocity = element.child("limit").map(|limit| limit.number("velocity"));
    let velocity = velocity.transpose()?.flatten();
    Ok(velocity.filter(|&velocity| velocity > 0.0))
}

/// Returns the link that a `<parent>` or `<child>` names.
fn linked<'a>(element: Element<'a>, tag: &'static str) -> Result<&'a str, ReadError> {
    let end = element.required_child(tag)?;
    end.check(&words::LINK_NAME)?;
    end.required("link")
}

fn axis(element: Element<'_>) -> Result<Unit<Vector3<f64>>, ReadError> {
    let Some(axis) = element.child("axis") else {
        return Ok(Vector3::x_axis());
    };
    axis.check(&words::AXIS)?;
    let Some(direction) = axis.vector("xyz")? else {
        return Ok(Vector3::x_axis());
    };
    let largest = direction.amax();
    if largest == 0.0 {
        let text = axis.attribute("xyz").unwrap_or_default();
        return Err(axis.malformed("xyz", "a direction", text));
    }
    // scaled by the largest coordinate first, so that squares neither overflow nor vanish
    Ok(Unit::new_normalize(direction / largest))
}

/// Returns the limits of a joint. As URDF has it, those that a `<limit>` leaves out are 0. Soft limits are narrower.
fn limits(element: Element<'_>) -> Result<(f64, f64), ReadError> {
    let limit = element.required_child("limit")?;
    limit.check(&words::LIMIT)?;
    let lower = limit.number("lower")?.unwrap_or(0.0);
    let upper = limit.number("upper")?.unwrap_or(0.0);
    let name = element.attribute("name").unwrap_or_default();
    let (lower, upper) = match lower > upper {
        true => {
            limit.warn(format!(
                "the limits of joint {name:?} are reversed: {lower} to {upper} is taken for {upper} to {lower}"
            ));
            (upper, lower)
        }
        false => (lower, upper),
    };
    let Some(safety) = element.child("safety_controller") else {
        return Ok((lower, upper));
    };
    safety.check(&words::SAFETY)?;
    let soft_lower = safety.number("soft_lower_limit")?.unwrap_or(lower);
    let soft_upper = safety.number("soft_upper_limit")?.unwrap_or(upper);
    let narrowed = (soft_lower.max(lower), soft_upper.min(upper));
    if narrowed.0 > narrowed.1 {
        safety.warn(format!(
            "passed over the soft limits of joint {name:?}: {soft_lower} to {soft_upper} has nothing of {lower} to {upper}"
        ));
        return Ok((lower, upper));
    }
    Ok(narrowed)
}

fn mimicking(joint: Joint, element: Element<'_>) -> Result<Joint, ReadError> {
    let Some(mimic) = element.child("mimic") else {
        return Ok(joint);
    };
    mimic.check(&words::MIMIC)?;
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
