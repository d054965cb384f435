//! Wavefront OBJ.

use std::collections::{BTreeSet, HashMap};

use nalgebra::Vector3;

use super::Part;
use crate::robot::read::{Place, ReadError, files};

/// The vertices that the faces, lines and points of each object and group use; all of them if there are none of these.
pub(super) fn read(text: &str, file: &str) -> Result<Vec<Part>, ReadError> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        let place = Place::line(file, index + 1);
        let line = line.trim();
        let (keyword, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        // in a name a # is no comment
        let numbers = rest.split('#').next().unwrap_or_default();
        match keyword {
            "v" => reader.vertex(numbers, place)?,
            "f" | "l" | "p" => reader.element(numbers, place)?,
            "o" => reader.begin([rest, ""]),
            "g" => reader.begin([reader.object.clone().as_str(), rest]),
            _ => {}
        }
    }
    Ok(reader.parts())
}

#[derive(Default)]
struct Reader {
    vertices: Vec<Vector3<f64>>,
    /// The name of the object that groups belong to.
    object: String,
    /// The vertices that each object or group uses.
    used: Vec<BTreeSet<usize>>,
    /// Where in `used` each object and group is: a group may be continued later.
    names: HashMap<[String; 2], usize>,
    current: Option<usize>,
}

impl Reader {
    /// Coordinates, and a weight or a colour after them.
    fn vertex(&mut self, rest: &str, place: Place) -> Result<(), ReadError> {
        let numbers = rest.split_whitespace().map(files::number);
        let vertex = match numbers.collect::<Option<Vec<_>>>().as_deref() {
            Some(&[x, y, z]) | Some(&[x, y, z, _, _, _]) => Some(Vector3::new(x, y, z)),
            Some(&[x, y, z, weight]) if weight != 0.0 => Some(Vector3::new(x, y, z) / weight),
            _ => None,
        };
        let vertex = vertex
            .ok_or_else(|| ReadError::malformed(place, "a vertex", "3 finite numbers", rest))?;
        self.vertices.push(vertex);
        Ok(())
    }

    /// The indices of vertices, each perhaps with those of a texture coordinate and a normal.
    fn element(&mut self, rest: &str, place: Place) -> Result<(), ReadError> {
        if self.current.is_none() {
            self.begin(["", ""]);
        }
        let current = self.current.unwrap_or_default();
        for corner in rest.split_whitespace() {
            let index = corner.split('/').next().unwrap_or_default();
            let vertex = self.index(index).ok_or_else(|| {
                let expected = "the index of a vertex above it";
                ReadError::malformed(place.clone(), "a corner", expected, corner)
            })?;
            self.used[current].insert(vertex);
        }
        Ok(())
    }

    /// Counted from 1, or backwards from -1, which is the last vertex so far.
    fn index(&self, text: &str) -> Option<usize> {
        let index: i64 = text.parse().ok()?;
        let count = i64::try_from(self.vertices.len()).ok()?;
        let index = if index < 0 {
            count.checked_add(index)?
        } else {
            index - 1
        };
        (0..count).contains(&index).then_some(index as usize)
    }

    fn begin(&mut self, [object, group]: [&str; 2]) {
        self.object = object.to_owned();
        let name = [object.to_owned(), group.to_owned()];
        let next = self.used.len();
        let index = *self.names.entry(name).or_insert(next);
        if index == next {
            self.used.push(BTreeSet::new());
        }
        self.current = Some(index);
    }

    fn parts(self) -> Vec<Part> {
        if self.used.iter().all(BTreeSet::is_empty) {
            return vec![self.vertices];
        }
        let part = |used: BTreeSet<usize>| used.into_iter().map(|index| self.vertices[index]);
        self.used
            .into_iter()
            .map(|used| part(used).collect())
            .collect()
    }
}
