//! Mesh files. Where the parts of a mesh become convex hulls, only their vertices matter.
//!
//! STL and OBJ are read by [`photofinish_meshes`]. All readers are strict, because a lost vertex would make a body
//! smaller than it is: a truncated file is an error.

mod collada;

use std::path::Path as FilePath;

use nalgebra::Vector3;

use super::warning::{Source, Warnings};
use super::{Place, ReadError, files, limits};
use photofinish_meshes::{Format, Mesh};

/// The vertices of one object of a mesh.
pub(super) type Part = Vec<Vector3<f64>>;

/// What a mesh file holds.
#[derive(Clone, Debug)]
pub(super) struct Content {
    /// The vertices of each object, in the frame of the file. There is at least one object, and each has some.
    pub(super) parts: Vec<Part>,
    /// The triangles too, unless the file is COLLADA.
    pub(super) mesh: Option<Mesh>,
}

/// Reads a mesh file. Objects without vertices are left out; at least one must have some.
pub(super) fn read(path: &FilePath, warnings: &Warnings) -> Result<Content, ReadError> {
    if Format::of_name(path).is_some() {
        let mesh = Mesh::read(path)?;
        let objects = mesh.objects().iter();
        return Ok(Content {
            parts: objects.map(|object| object.points().to_vec()).collect(),
            mesh: Some(mesh),
        });
    }
    let file = files::name(path);
    let extension = path.extension().and_then(|extension| extension.to_str());
    let extension = extension.unwrap_or_default().to_ascii_lowercase();
    if extension != "dae" {
        return Err(ReadError::unsupported(
            Place::file(file),
            format!("the mesh format {extension:?}"),
            "use STL, OBJ or COLLADA (.stl, .obj, .dae)",
        ));
    }
    let text = files::as_text(files::bytes(path, limits::MESH_BYTES)?, &file)?;
    let mut parts = collada::read(&text, Source::new(&file, warnings))?;
    parts.retain(|part| !part.is_empty());
    if parts.is_empty() {
        return Err(ReadError::missing(Place::file(file), "the mesh", "faces"));
    }
    let mut vertices = parts.iter().flatten();
    if let Some(vertex) = vertices.find(|vertex| !vertex.iter().all(|number| number.is_finite())) {
        return Err(ReadError::malformed(
            Place::file(file),
            "a vertex",
            "3 finite numbers",
            &format!("{} {} {}", vertex.x, vertex.y, vertex.z),
        ));
    }
    Ok(Content { parts, mesh: None })
}
