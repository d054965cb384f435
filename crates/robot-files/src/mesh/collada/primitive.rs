//! The points that faces and lines use. Other points do not count: exporters leave points of other objects in a
//! geometry.

use crate::ReadError;
use crate::xml::{Element, Words};

/// The words of a `<mesh>`.
const MESH: Words = Words {
    attributes: &[],
    idle_attributes: &[],
    single: &["vertices"],
    several: &[
        "source",
        "triangles",
        "polylist",
        "polygons",
        "tristrips",
        "trifans",
        "lines",
        "linestrips",
    ],
    idle: &["extra"],
    elsewhere: &[],
    open: false,
};

/// The words of faces and lines.
const PRIMITIVE: Words = Words {
    attributes: &["count"],
    idle_attributes: &["name", "material"],
    single: &["vcount"],
    several: &["input", "p", "ph"],
    idle: &["extra"],
    elsewhere: &[],
    open: false,
};

/// Returns, for each of the positions, whether the primitives of a `<mesh>` use it.
pub(super) fn used(mesh: Element<'_>, positions: usize) -> Result<Vec<bool>, ReadError> {
    mesh.check(&MESH)?;
    let mut used = vec![false; positions];
    for primitive in mesh.elements() {
        if !matches!(primitive.tag(), "source" | "vertices" | "extra") {
            mark(primitive, &mut used)?;
        }
    }
    Ok(used)
}

/// Marks the positions that a primitive uses.
fn mark(primitive: Element<'_>, used: &mut [bool]) -> Result<(), ReadError> {
    primitive.check(&PRIMITIVE)?;
    let (offset, stride) = layout(primitive)?;
    let mut corners = 0;
    for list in lists(primitive) {
        let mut length = 0;
        for word in list.text().split_whitespace() {
            if length % stride == offset {
                let index = word
                    .parse()
                    .ok()
                    .filter(|&index: &usize| index < used.len());
                let expected = "one of a position of the mesh";
                let index = index.ok_or_else(|| list.malformed("an index", expected, word))?;
                used[index] = true;
            }
            length += 1;
        }
        if length % stride != 0 {
            let expected = "as many for each corner";
            let found = format!("{length} for {stride} a corner");
            return Err(list.malformed("the number of indices", expected, &found));
        }
        corners += length / stride;
    }
    check_count(primitive, corners)
}

/// Returns the lists of indices of a primitive. A polygon with holes has one of its own, and one for each hole.
fn lists<'a>(primitive: Element<'a>) -> impl Iterator<Item = Element<'a>> {
    primitive.elements().flat_map(|part| {
        let is_holed = part.tag() == "ph";
        let inner = is_holed.then(|| part.elements()).into_iter().flatten();
        std::iter::once(part)
            .filter(|part| part.tag() == "p")
            .chain(inner)
    })
}

/// Returns the place of the position among the indices of a corner, and the number of these indices.
fn layout(primitive: Element<'_>) -> Result<(usize, usize), ReadError> {
    let (mut vertex, mut stride) = (None, 1);
    for input in primitive.children("input") {
        let text = input.required("offset")?;
        let offset: usize = match text.trim().parse() {
            // more inputs than this have no meaning
            Ok(offset) if offset < 100 => offset,
            _ => return Err(input.malformed("offset", "a small count", text)),
        };
        stride = stride.max(offset + 1);
        if input.attribute("semantic") == Some("VERTEX") {
            vertex = Some(offset);
        }
    }
    let what = "an <input> of vertices";
    let vertex = vertex
        .ok_or_else(|| ReadError::missing(primitive.place(), primitive.label(), what.to_owned()))?;
    Ok((vertex, stride))
}

/// Checks that a primitive has as many corners as it promises: a file that is cut off must not make a smaller body.
fn check_count(primitive: Element<'_>, corners: usize) -> Result<(), ReadError> {
    let promised = match primitive.tag() {
        "triangles" => 3 * count(primitive)?,
        "lines" => 2 * count(primitive)?,
        "polylist" => match primitive.child("vcount") {
            Some(counts) => {
                let count = |word: &str| {
                    let count = word.parse::<u32>().map(|count| count as usize);
                    count.map_err(|_| counts.malformed("a number", "a count", word))
                };
                let counts = counts.text().split_whitespace().map(count);
                counts.sum::<Result<usize, _>>()?
            }
            None => 0,
        },
        _ => return Ok(()),
    };
    if promised == corners {
        return Ok(());
    }
    let found = format!("{corners}, not {promised}");
    Err(primitive.malformed("the number of corners", "what it says itself", &found))
}

fn count(primitive: Element<'_>) -> Result<usize, ReadError> {
    let text = primitive.required("count")?;
    let count = text.trim().parse::<u32>();
    count
        .map(|count| count as usize)
        .map_err(|_| primitive.malformed("count", "a count", text))
}
