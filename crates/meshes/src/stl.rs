//! STL, as text or binary, read by `stl_io`.
//!
//! This module does what `stl_io` does not: it tells text from binary, checks that a binary file is whole, and reads
//! all solids of a text, of which `stl_io` reads the first.

use std::collections::HashMap;
use std::io::{Cursor, Error};

use nalgebra::Vector3;
use stl_io::Triangle;

use crate::mesh::Object;
use crate::{LoadError, Place};
use photofinish::error::finite_point;

const HEADER: usize = 80;
const START: usize = HEADER + 4;
/// Bytes of a triangle: a normal, three corners, and two bytes of anything.
const TRIANGLE: u64 = 50;

/// Reads all solids, some of which may have no triangles.
pub(crate) fn read(mut bytes: Vec<u8>, file: &str) -> Result<Vec<Object>, LoadError> {
    let promised = bytes.get(HEADER..START).map(|count| {
        let count = u32::from_le_bytes([count[0], count[1], count[2], count[3]]);
        (START as u64 + u64::from(count) * TRIANGLE, count)
    });
    // many binary files begin with "solid" too, so that only their length tells them apart
    let length = bytes.len() as u64;
    let is_text = bytes.trim_ascii_start().starts_with(b"solid");
    let mut before = 0;
    match promised {
        Some((size, _)) if size == length || size < length && !is_text => {
            // the header says nothing, but stl_io takes a file with "solid" in it for text
            bytes[..HEADER].fill(0);
            Ok(vec![object(None, &bytes, &mut before, file)?])
        }
        _ if is_text => solids(&String::from_utf8_lossy(&bytes), file)?
            .into_iter()
            .map(|(name, solid)| object(name, solid.as_bytes(), &mut before, file))
            .collect(),
        Some((size, count)) => Err(LoadError::malformed(
            Place::file(file),
            format!("the size of a binary STL file of {count} triangles"),
            "what its header says",
            &format!("{length} bytes, not {size}"),
        )),
        None => Err(LoadError::Missing {
            place: Place::file(file),
            owner: "an STL file",
            what: "\"solid\" or a header",
        }),
    }
}

/// The name of a solid, and its text.
type Solid = (Option<String>, String);

/// Returns the solids of a text, each as a text of its own, without their names and normals. stl_io wants every solid
/// to have a name, and every normal to be finite, but normals of triangles without area often are not.
fn solids(text: &str, file: &str) -> Result<Vec<Solid>, LoadError> {
    let mut solids = Vec::new();
    let mut solid = String::new();
    let mut name = None;
    for (index, line) in text.lines().enumerate() {
        let mut words = line.split_whitespace();
        let keyword = words.next();
        match keyword {
            None => continue,
            Some("solid") => {
                let words: Vec<_> = words.collect();
                name = Some(words.join(" ")).filter(|name| !name.is_empty());
                solid.push_str("solid _");
            }
            Some(_) if solid.is_empty() => {
                let place = Place::line(file, index + 1);
                return Err(LoadError::malformed(place, "this", "a solid", line));
            }
            Some("facet") => solid.push_str("facet normal 0 0 0"),
            Some(_) => solid.push_str(line),
        }
        solid.push('\n');
        if keyword == Some("endsolid") {
            solids.push((name.take(), std::mem::take(&mut solid)));
        }
    }
    if !solid.is_empty() {
        // the solid is cut off: stl_io returns an error
        solids.push((name, solid));
    }
    Ok(solids)
}

/// Returns an error of `stl_io` in the words of the format.
fn not_stl(error: &Error, file: &str) -> LoadError {
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
    LoadError::syntax(Place::file(file), message)
}

/// Returns a solid with each of its points once. `before` counts the triangles of the solids up to it.
fn object(
    name: Option<String>,
    stl: &[u8],
    before: &mut usize,
    file: &str,
) -> Result<Object, LoadError> {
    let mut stl = Cursor::new(stl);
    let triangles: Vec<Triangle> = stl_io::create_stl_reader(&mut stl)
        .and_then(Iterator::collect)
        .map_err(|error: Error| not_stl(&error, file))?;
    let mut object = Object {
        name,
        ..Object::default()
    };
    let mut known = HashMap::new();
    for triangle in triangles {
        let mut corners = [0; 3];
        for (corner, vertex) in corners.iter_mut().zip(triangle.vertices) {
            let [x, y, z] = vertex.0;
            let point = Vector3::new(x, y, z).map(f64::from);
            if finite_point("corner", point).is_err() {
                let what = format!("a corner of triangle {before}");
                let found = format!("{x} {y} {z}");
                return Err(LoadError::malformed(
                    Place::file(file),
                    what,
                    "3 finite numbers",
                    &found,
                ));
            }
            let new = object.points.len() as u32;
            *corner = *known.entry([x, y, z].map(f32::to_bits)).or_insert(new);
            if *corner == new {
                object.points.push(point);
            }
        }
        object.triangles.push(corners);
        *before += 1;
    }
    Ok(object)
}
