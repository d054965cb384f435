//! Content that would change the geometry or the motion of a robot, and that stands where it is not read.

use super::words;
use crate::ReadError;
use crate::xml::Element;

/// Refuses links, joints and collision geometry that are not read because of where they stand. Within content for other
/// programs they are a warning.
pub(super) fn check(root: Element<'_>) -> Result<(), ReadError> {
    for part in root.elements() {
        let tag = part.tag();
        match tag {
            "link" => check_link(part)?,
            "joint" => {
                for part in part.elements() {
                    refuse(part, words::JOINT.idle, is_described)?;
                }
            }
            _ if words::EXTENSIONS.contains(&tag) => {
                refuse(part, words::EXTENSIONS, is_described)?;
            }
            _ => refuse(part, &[], |inner| {
                is_described(inner) || is_new(inner, root)
            })?,
        }
    }
    Ok(())
}

fn check_link(link: Element<'_>) -> Result<(), ReadError> {
    for part in link.elements() {
        match part.tag() {
            "collision" | "visual" => refuse(part, &[], |inner| inner.tag() == "collision")?,
            "inertial" => refuse(part, &[], |inner| {
                matches!(inner.tag(), "collision" | "geometry")
            })?,
            _ => refuse(part, words::LINK.idle, |inner| inner.tag() == "geometry")?,
        }
    }
    Ok(())
}

/// Refuses a part of a robot that holds what would be lost. If the tag of the part is among these, it is a warning.
fn refuse(
    part: Element<'_>,
    tags: &[&str],
    is_lost: impl Fn(Element<'_>) -> bool,
) -> Result<(), ReadError> {
    let mut inner = part.descendants().skip(1);
    let Some(lost) = inner.find(|inner| is_lost(*inner)) else {
        return Ok(());
    };
    let what = format!("{} within <{}>", lost.label(), part.tag());
    if tags.contains(&part.tag()) {
        lost.warn(format!("passed over {what}"));
        return Ok(());
    }
    let advice =
        "links and joints stand directly in <robot>, and shapes in the <collision> of a link";
    Err(ReadError::unsupported(lost.place(), what, advice))
}

/// Returns whether an element describes a link, a joint or the shape of a link, and does not only name one.
fn is_described(element: Element<'_>) -> bool {
    let has = |tag| element.child(tag).is_some();
    match element.tag() {
        "link" => has("collision") || has("visual") || has("inertial"),
        "joint" => has("parent") && has("child"),
        "collision" => has("geometry"),
        _ => false,
    }
}

/// Returns whether an element is a link or a joint that the robot does not have.
fn is_new(element: Element<'_>, root: Element<'_>) -> bool {
    let name = element.attribute("name");
    let is_part = name.is_some() && matches!(element.tag(), "link" | "joint");
    let mut known = root.elements().filter(|own| own.tag() == element.tag());
    is_part && !known.any(|own| own.attribute("name") == name)
}

/// Warns of links that are drawn but have no collision geometry, except these.
pub(super) fn warn_of_bare_links(root: Element<'_>, drawn_only: &[String]) {
    let is_bare = |link: &Element<'_>| {
        let mut drawn = link.children("visual");
        let is_drawn = drawn.any(|drawn| drawn.child("geometry").is_some());
        let name = link.attribute("name").unwrap_or_default();
        is_drawn && link.child("collision").is_none() && !drawn_only.iter().any(|own| own == name)
    };
    let bare: Vec<_> = root.children("link").filter(is_bare).collect();
    let Some(first) = bare.first() else {
        return;
    };
    let names = bare.iter().filter_map(|link| link.attribute("name"));
    let names: Vec<_> = names.map(|name| format!("{name:?}")).collect();
    let (noun, verb, pronoun) = match bare.len() {
        1 => ("link", "is", "it"),
        _ => ("links", "are", "them"),
    };
    let names = names.join(", ");
    first.warn(format!(
        "{noun} {names} {verb} drawn, but without collision geometry: nothing can touch {pronoun}"
    ));
}
