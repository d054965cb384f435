//! Wavefront OBJ: the vertices, faces, lines and points of each object and group.

use nalgebra::Vector3;

use crate::mesh::{Object, Renumbered};
use crate::polygon::triangulate;
use crate::{LoadError, MOST_CORNERS, Place};
use photofinish::error::finite_point;
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

/// Reads all objects and groups, some of which may have no faces.
pub(crate) fn read(text: &str, file: &str) -> Result<Vec<Object>, LoadError> {
    let mut reader = Reader {
        points: Vec::new(),
        groups: vec![Group::default()],
        corners: 0,
        ahead: Vec::new(),
    };
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        reader.line(line, || Place::line(file, index + 1))?;
    }
    reader.objects(file)
}

/// The polygons of an object.
#[derive(Default)]
struct Group {
    name: Option<String>,
    /// The corners of all polygons, one polygon after the other.
    corners: Vec<u32>,
    /// For each polygon, the number of corners up to its end.
    ends: Vec<usize>,
}

impl Group {
    fn end_polygon(&mut self) {
        self.ends.push(self.corners.len());
    }
}

struct Reader {
    points: Vec<Vector3<f64>>,
    /// Never empty: the last one is being read.
    groups: Vec<Group>,
    /// The number of corners of all groups.
    corners: usize,
    /// Lines with vertices that had not been read then, and the largest of these.
    ahead: Vec<(usize, u32)>,
}

impl Reader {
    fn line(&mut self, line: &str, place: impl Fn() -> Place) -> Result<(), LoadError> {
        let mut words = line.split_whitespace();
        let Some(keyword) = words.next() else {
            return Ok(());
        };
        match keyword {
            "v" => {
                let numbers: Vec<_> = words.collect();
                self.points.push(vertex(&numbers, place)?);
            }
            "f" | "l" | "p" => self.element(keyword, words, place)?,
            "o" | "g" => {
                let name: Vec<_> = words.collect();
                if self.group().corners.is_empty() {
                    self.groups.pop();
                }
                self.groups.push(Group {
                    name: Some(name.join(" ")).filter(|name| !name.is_empty()),
                    ..Group::default()
                });
            }
            _ if FREE_FORM.contains(&keyword) => {
                return Err(LoadError::Unsupported {
                    place: place(),
                    what: format!("{keyword:?} in an OBJ file"),
                    advice: "export the mesh as faces",
                });
            }
            _ if IDLE.contains(&keyword) => {}
            _ => {
                return Err(LoadError::Unrecognized {
                    place: place(),
                    word: keyword.to_owned(),
                    near: spelling::nearest(keyword, READ).map(str::to_owned),
                });
            }
        }
        Ok(())
    }

    fn group(&mut self) -> &mut Group {
        self.groups.last_mut().expect("there is always a group")
    }

    /// Reads a face, or a line or points, which are polygons of two corners or one.
    fn element<'l>(
        &mut self,
        keyword: &str,
        words: impl Iterator<Item = &'l str>,
        place: impl Fn() -> Place,
    ) -> Result<(), LoadError> {
        let mut corners = Vec::new();
        for word in words {
            corners.push(self.corner(word, corners.len(), &place)?);
        }
        if corners.is_empty() {
            return Err(LoadError::Missing {
                place: place(),
                owner: "a face, line or point",
                what: "vertices",
            });
        }
        if let Some(&largest) = corners.iter().max()
            && largest as usize >= self.points.len()
        {
            let line = place().line_number().unwrap_or_default();
            self.ahead.push((line as usize, largest));
        }
        self.corners += corners.len();
        if self.corners > MOST_CORNERS {
            return Err(LoadError::TooLarge {
                place: place(),
                what: "the corners of all faces",
                limit: MOST_CORNERS,
            });
        }
        let pieces = match keyword {
            "l" if corners.len() > 1 => corners.windows(2),
            "f" => corners.windows(corners.len()),
            _ => corners.windows(1),
        };
        let group = self.group();
        for piece in pieces {
            group.corners.extend(piece);
            group.end_polygon();
        }
        Ok(())
    }

    /// Returns the index of the vertex `V`, `V/T`, `V//N` or `V/T/N`, which is counted from 1, or back from the end.
    fn corner(
        &self,
        word: &str,
        corner: usize,
        place: impl Fn() -> Place,
    ) -> Result<u32, LoadError> {
        let what = || format!("corner {} of a face, line or point", corner + 1);
        let number = word.split('/').next().unwrap_or_default();
        let number: i64 = number
            .parse()
            .map_err(|_| LoadError::malformed(place(), what(), "the number of a vertex", word))?;
        let before = self.points.len() as i64;
        let index = match number {
            1.. => number - 1,
            _ => before.saturating_add(number),
        };
        match u32::try_from(index) {
            Ok(index) if number != 0 => Ok(index),
            _ => Err(LoadError::NoSuchVertex {
                place: place(),
                what: what(),
                vertex: number,
                vertices: self.points.len(),
            }),
        }
    }

    fn objects(self, file: &str) -> Result<Vec<Object>, LoadError> {
        let vertices = self.points.len();
        let mut ahead = self.ahead.iter();
        if let Some(&(line, largest)) = ahead.find(|(_, index)| *index as usize >= vertices) {
            return Err(LoadError::NoSuchVertex {
                place: Place::line(file, line),
                what: "a corner of a face, line or point".to_owned(),
                vertex: i64::from(largest) + 1,
                vertices,
            });
        }
        let mut renumbered = Renumbered::new(vertices);
        let object = |group: Group| {
            let mut triangles = Vec::new();
            let mut start = 0;
            for end in group.ends {
                triangulate(&group.corners[start..end], &self.points, &mut triangles);
                start = end;
            }
            renumbered.object(group.name, &self.points, &triangles)
        };
        Ok(self.groups.into_iter().map(object).collect())
    }
}

/// Reads a vertex: three coordinates, then perhaps a number that divides them, or a colour.
fn vertex(words: &[&str], place: impl Fn() -> Place) -> Result<Vector3<f64>, LoadError> {
    let numbers = words.iter().map(|word| word.parse().ok());
    let numbers: Option<Vec<f64>> = numbers.take(4).collect();
    let point = match (numbers.as_deref(), words.len()) {
        (Some(&[x, y, z]), 3) | (Some(&[x, y, z, _]), 6) => Some(Vector3::new(x, y, z)),
        (Some(&[x, y, z, w]), 4) => Some(Vector3::new(x, y, z) / w),
        _ => None,
    };
    let point = point.filter(|&point| finite_point("vertex", point).is_ok());
    point.ok_or_else(|| {
        LoadError::malformed(place(), "a vertex", "3 finite numbers", &words.join(" "))
    })
}
