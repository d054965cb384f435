//! STL, as text or binary, read by `stl_io`.
//!
//! This module does what `stl_io` does not: it tells text from binary, checks that a binary file is whole, and reads
//! all solids of a text, of which `stl_io` reads the first.

use std::io::{Cursor, Error};

use nalgebra::Vector3;
use stl_io::Triangle;

use super::Part;
use crate::{Place, ReadError};

const HEADER: usize = 80;
const START: usize = HEADER + 4;
/// Bytes of a triangle: a normal, three corners, and two bytes of anything.
const TRIANGLE: u64 = 50;

pub(super) fn read(mut bytes: Vec<u8>, file: &str) -> Result<Vec<Part>, ReadError> {
    let promised = bytes.get(HEADER..START).map(|count| {
        let count = u32::from_le_bytes([count[0], count[1], count[2], count[3]]);
        (START as u64 + u64::from(count) * TRIANGLE, count)
    });
    // many binary files begin with "solid" too, so that only their length tells them apart
    let length = bytes.len() as u64;
    let is_text = bytes.trim_ascii_start().starts_with(b"solid");
    match promised {
        Some((size, _)) if size == length || size < length && !is_text => {
            // the header says nothing, but stl_io takes a file with "solid" in it for text
            bytes[..HEADER].fill(0);
            Ok(vec![corners(&bytes, file)?])
        }
        _ if is_text => solids(&String::from_utf8_lossy(&bytes), file)?
            .iter()
            .map(|solid| corners(solid.as_bytes(), file))
            .collect(),
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

/// Returns the solids of a text, each as a text of its own, without their names and normals. stl_io wants every solid
/// to have a name, and every normal to be finite, but normals of triangles without area often are not.
fn solids(text: &str, file: &str) -> Result<Vec<String>, ReadError> {
    let mut solids = Vec::new();
    let mut solid = String::new();
    for (index, line) in text.lines().enumerate() {
        let keyword = line.split_whitespace().next();
        match keyword {
            None => continue,
            Some("solid") => solid.push_str("solid _"),
            Some(_) if solid.is_empty() => {
                let place = Place::line(file, index + 1);
                return Err(ReadError::malformed(place, "this", "a solid", line));
            }
            Some("facet") => solid.push_str("facet normal 0 0 0"),
            Some(_) => solid.push_str(line),
        }
        solid.push('\n');
        if keyword == Some("endsolid") {
            solids.push(std::mem::take(&mut solid));
        }
    }
    if !solid.is_empty() {
        // the solid is cut off: stl_io returns an error
        solids.push(solid);
    }
    Ok(solids)
}

/// Returns an error of `stl_io` in the words of the format.
fn not_stl(error: &Error, file: &str) -> ReadError {
    let told = error.to_string();
    let message = match told.as_str() {
        "EOF while expecting facet or endsolid." => "the file ends within a solid".to_owned(),
        _ => match told.split_once(", got ") {
            Some((_, found)) => {
                format!("this is no \"vertex\" with three numbers, or no line of a facet: {found}")
            }
            None => format!("this is no STL: {told}"),
        },
    };
    ReadError::syntax(Place::file(file), message)
}

fn corners(stl: &[u8], file: &str) -> Result<Part, ReadError> {
    let mut stl = Cursor::new(stl);
    let triangles: Vec<Triangle> = stl_io::create_stl_reader(&mut stl)
        .and_then(Iterator::collect)
        .map_err(|error: Error| not_stl(&error, file))?;
    let corner = |[x, y, z]: [f32; 3]| Vector3::new(x, y, z).map(f64::from);
    Ok(triangles
        .into_iter()
        .flat_map(|triangle| triangle.vertices.map(|vertex| corner(vertex.0)))
        .collect())
}
