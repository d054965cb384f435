//! STL, as text or binary.

use nalgebra::Vector3;

use super::Part;
use crate::robot::read::{Place, ReadError, files};

const HEADER: usize = 80;
const START: usize = HEADER + 4;
/// Bytes of a triangle: a normal, three corners, and two bytes of anything.
const TRIANGLE: usize = 50;

pub(super) fn read(bytes: &[u8], file: &str) -> Result<Vec<Part>, ReadError> {
    let promised = bytes.get(HEADER..START).map(|count| {
        let count = u32::from_le_bytes([count[0], count[1], count[2], count[3]]);
        (START as u64 + u64::from(count) * TRIANGLE as u64, count)
    });
    // many binary files begin with "solid" too, so that only their length tells them apart
    let length = bytes.len() as u64;
    let is_text = bytes.trim_ascii_start().starts_with(b"solid");
    match promised {
        Some((size, _)) if size == length || size < length && !is_text => {
            Ok(vec![triangles(&bytes[START..size as usize], file)?])
        }
        _ if is_text => text(&String::from_utf8_lossy(bytes), file),
        Some((size, count)) => Err(ReadError::malformed(
            Place::file(file),
            format!("the size of a binary STL file of {count} triangles"),
            "what its header says",
            &format!("{length} bytes, not {size}"),
        )),
        None => Err(ReadError::missing(
            Place::file(file),
            "an STL file",
            "\"solid\" or a header",
        )),
    }
}

fn triangles(bytes: &[u8], file: &str) -> Result<Part, ReadError> {
    let mut vertices = Vec::with_capacity(3 * bytes.len() / TRIANGLE);
    for (index, triangle) in bytes.chunks_exact(TRIANGLE).enumerate() {
        // the normal takes the first twelve bytes
        for corner in triangle[12..48].chunks_exact(12) {
            let coordinate = |axis: usize| {
                let at = 4 * axis;
                f32::from_le_bytes([corner[at], corner[at + 1], corner[at + 2], corner[at + 3]])
            };
            let vertex = Vector3::from_fn(|axis, _| coordinate(axis));
            if !vertex.iter().all(|coordinate| coordinate.is_finite()) {
                return Err(ReadError::malformed(
                    Place::file(file),
                    format!("a corner of triangle {index}"),
                    "3 finite numbers",
                    &format!("{} {} {}", vertex.x, vertex.y, vertex.z),
                ));
            }
            vertices.push(vertex.map(f64::from));
        }
    }
    Ok(vertices)
}

fn text(text: &str, file: &str) -> Result<Vec<Part>, ReadError> {
    let mut parts = Vec::new();
    let mut open: Option<Part> = None;
    let mut last = 0;
    for (index, line) in text.lines().enumerate() {
        last = index + 1;
        let place = || Place::line(file, last);
        let line = line.trim();
        let keyword = line.split_whitespace().next().unwrap_or_default();
        match (keyword, &mut open) {
            ("solid", None) => open = Some(Vec::new()),
            ("endsolid", Some(_)) => parts.extend(open.take()),
            ("vertex", Some(part)) => {
                let numbers = line.strip_prefix("vertex").and_then(files::numbers::<3>);
                part.push(Vector3::from(numbers.ok_or_else(|| {
                    ReadError::malformed(place(), "a vertex", "3 finite numbers", line)
                })?));
            }
            ("" | "facet" | "outer" | "endloop" | "endfacet", _) => {}
            _ => {
                let expected = "a line of an STL file";
                return Err(ReadError::malformed(place(), "this", expected, line));
            }
        }
    }
    if open.is_some() {
        return Err(ReadError::missing(
            Place::line(file, last),
            "\"solid\"",
            "an \"endsolid\" at its end",
        ));
    }
    Ok(parts)
}
