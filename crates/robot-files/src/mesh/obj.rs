//! Wavefront OBJ, read by `tobj`.

use nalgebra::Vector3;
use tobj::{LoadError, LoadOptions};

use super::Part;
use crate::{Place, ReadError, limits};
use photofinish_spelling as spelling;

/// Keywords that say where faces and lines are.
const READ: [&str; 6] = ["v", "f", "l", "p", "o", "g"];
/// Keywords of curves, surfaces and files within the file.
const FREE_FORM: [&str; 12] = [
    "call", "csh", "curv", "curv2", "surf", "fo", "bsp", "bzp", "cdc", "cdp", "res", "con",
];
/// Keywords that change no point that is used.
const IDLE: [&str; 29] = [
    "vt",
    "vn",
    "vp",
    "s",
    "mg",
    "usemtl",
    "mtllib",
    "usemap",
    "maplib",
    "bevel",
    "c_interp",
    "d_interp",
    "lod",
    "shadow_obj",
    "trace_obj",
    "ctech",
    "stech",
    "cstype",
    "deg",
    "bmat",
    "step",
    "parm",
    "trim",
    "hole",
    "scrv",
    "sp",
    "end",
    "vc",
    "shading",
];

/// Reads the vertices that the faces, lines and points of each object and group use.
pub(super) fn read(text: &str, file: &str) -> Result<Vec<Part>, ReadError> {
    let mut essence = String::new();
    let mut corners = 0;
    for (index, line) in text.lines().enumerate() {
        let essential = essential(line, || Place::line(file, index + 1))?;
        corners += essential.bytes().filter(|&byte| byte == b' ').count();
        if corners > limits::MESH_POINTS {
            let what = "the corners of all faces";
            return Err(ReadError::too_large(
                Place::file(file),
                what,
                limits::MESH_POINTS,
            ));
        }
        essence += &essential;
        essence.push('\n');
    }
    let mut unread = essence.as_bytes();
    // materials do not matter
    let no_materials = |_: &_| Err(LoadError::OpenFileFailed);
    let loaded = tobj::load_obj_buf(&mut unread, &LoadOptions::default(), no_materials);
    let (models, _) = loaded.map_err(|error| {
        let place = match error {
            // tobj finds this at the end of an object, whichever line of it is wrong
            LoadError::FaceVertexOutOfBounds => Place::file(file),
            _ => {
                let read = &essence.as_bytes()[..essence.len() - unread.len()];
                Place::line(file, read.iter().filter(|&&byte| byte == b'\n').count())
            }
        };
        ReadError::syntax(place, error)
    })?;
    let part = |positions: &[f64]| {
        let points = positions.chunks_exact(3);
        points.map(Vector3::from_column_slice).collect()
    };
    Ok(models
        .iter()
        .map(|model| part(&model.mesh.positions))
        .collect())
}

/// Returns the part of a line that tobj needs to find the vertices. The rest may make it fail: comments after numbers,
/// colours that only some vertices have, and relative indices of texture coordinates and normals that do not exist.
fn essential(line: &str, place: impl Fn() -> Place) -> Result<String, ReadError> {
    let line = line.split('#').next().unwrap_or_default();
    let mut words: Vec<_> = line.split_whitespace().collect();
    match words.as_mut_slice() {
        ["v", _, _, _, _, _, _] => words.truncate(4),
        ["v" | "f" | "l" | "o" | "g", ..] => {}
        // tobj ignores this
        [keyword @ "p", ..] => *keyword = "f",
        [keyword, ..] if FREE_FORM.contains(keyword) => {
            return Err(ReadError::unsupported(
                place(),
                format!("{keyword:?} in an OBJ file"),
                "export the mesh as faces",
            ));
        }
        [keyword, ..] if !IDLE.contains(keyword) => {
            let near = spelling::nearest(keyword, READ);
            let owner = "an OBJ file";
            return Err(ReadError::unrecognized(
                place(),
                "keyword",
                keyword,
                owner,
                near,
            ));
        }
        _ => words.clear(),
    }
    Ok(words.join(" "))
}
