//! The headers of PCD and PLY.

use nalgebra::Vector3;

use super::table::{Field, Form, Kind, Table};
use crate::{Place, ReadError};

/// The largest number of points of a cloud. It keeps a header from asking for all memory.
const MOST_POINTS: usize = 20_000_000;

/// The lines of a header, and what comes after them.
struct Lines<'b> {
    rest: &'b [u8],
    number: usize,
    file: &'b str,
}

impl<'b> Lines<'b> {
    fn new(bytes: &'b [u8], file: &'b str) -> Self {
        Self {
            rest: bytes,
            number: 0,
            file,
        }
    }

    /// Returns the words of the next line; an error if the file ends.
    fn next(&mut self) -> Result<Vec<&'b str>, ReadError> {
        self.number += 1;
        let end = self.rest.iter().position(|&byte| byte == b'\n');
        let end = end.ok_or_else(|| self.wrong("the header has no end"))?;
        let (line, rest) = self.rest.split_at(end);
        self.rest = &rest[1..];
        let line = std::str::from_utf8(line).map_err(|_| self.wrong(crate::files::NOT_TEXT))?;
        Ok(line.split_whitespace().collect())
    }

    fn wrong(&self, message: &str) -> ReadError {
        ReadError::syntax(Place::line(self.file, self.number), message)
    }

    fn count(&self, word: Option<&&str>) -> Result<usize, ReadError> {
        let count = word.and_then(|word| word.parse().ok());
        let count: usize = count.ok_or_else(|| self.wrong("a count must be a whole number"))?;
        if count > MOST_POINTS {
            let place = Place::line(self.file, self.number);
            return Err(ReadError::too_large(
                place,
                "the number of points",
                MOST_POINTS,
            ));
        }
        Ok(count)
    }
}

/// Reads the points of a PCD file.
pub(super) fn pcd(bytes: &[u8], file: &str) -> Result<Vec<Vector3<f64>>, ReadError> {
    let mut lines = Lines::new(bytes, file);
    let (mut names, mut sizes, mut kinds, mut counts) = (vec![], vec![], vec![], vec![]);
    let (mut rows, mut size) = (None, 1usize);
    let form = loop {
        let words = lines.next()?;
        let Some((&key, values)) = words.split_first() else {
            continue;
        };
        match key {
            "FIELDS" => names = values.to_vec(),
            "SIZE" => sizes = values.to_vec(),
            "TYPE" => kinds = values.to_vec(),
            "COUNT" => counts = values.to_vec(),
            "POINTS" => rows = Some(lines.count(values.first())?),
            "WIDTH" | "HEIGHT" => size = size.saturating_mul(lines.count(values.first())?),
            "DATA" => match values.first() {
                Some(&"ascii") => break Form::Text,
                Some(&"binary") => break Form::LittleEndian,
                _ => {
                    return Err(ReadError::unsupported(
                        Place::line(file, lines.number),
                        format!("points as {:?}", values.join(" ")),
                        "write them as ascii or binary",
                    ));
                }
            },
            "VERSION" | "VIEWPOINT" => {}
            _ if key.starts_with('#') => {}
            _ => return Err(lines.wrong("this is no line of a PCD header")),
        }
    };
    if counts.is_empty() {
        counts = vec!["1"; names.len()];
    }
    if [&sizes, &kinds, &counts]
        .iter()
        .any(|list| list.len() != names.len())
    {
        return Err(lines.wrong("FIELDS, SIZE, TYPE and COUNT differ in length"));
    }
    let mut fields = Vec::new();
    for (index, name) in names.iter().enumerate() {
        fields.push(Field {
            name: (*name).to_owned(),
            kind: match kinds[index] {
                "F" => Kind::Float,
                "I" => Kind::Signed,
                "U" => Kind::Unsigned,
                _ => return Err(lines.wrong("a TYPE must be F, I or U")),
            },
            size: lines.count(sizes.get(index))?,
            count: lines.count(counts.get(index))?,
        });
    }
    let rows = rows.unwrap_or(size);
    Table { fields, rows, form }.points(lines.rest, file)
}

/// Reads the vertices of a PLY file.
pub(super) fn ply(bytes: &[u8], file: &str) -> Result<Vec<Vector3<f64>>, ReadError> {
    let mut lines = Lines::new(bytes, file);
    if lines.next()? != ["ply"] {
        return Err(lines.wrong("a PLY file begins with the line \"ply\""));
    }
    let (mut form, mut rows, mut elements) = (None, 0, 0);
    let mut fields = Vec::new();
    loop {
        let words = lines.next()?;
        match words[..] {
            ["format", "ascii", _] => form = Some(Form::Text),
            ["format", "binary_little_endian", _] => form = Some(Form::LittleEndian),
            ["format", "binary_big_endian", _] => form = Some(Form::BigEndian),
            ["element", name, count] => {
                elements += 1;
                if elements == 1 && name != "vertex" {
                    return Err(lines.wrong("the first element must be \"vertex\""));
                }
                if elements == 1 {
                    rows = lines.count(Some(&count))?;
                }
            }
            ["property", kind, name] if elements == 1 => {
                let (kind, size) = scalar(kind).ok_or_else(|| lines.wrong("unknown type"))?;
                fields.push(Field {
                    name: name.to_owned(),
                    kind,
                    size,
                    count: 1,
                });
            }
            ["property", "list", ..] if elements == 1 => {
                return Err(lines.wrong("a vertex has no lists here"));
            }
            ["end_header"] => break,
            ["comment" | "obj_info", ..] | ["property", ..] | [] => {}
            _ => return Err(lines.wrong("this is no line of a PLY header")),
        }
    }
    let form = form.ok_or_else(|| lines.wrong("the header has no format"))?;
    Table { fields, rows, form }.points(lines.rest, file)
}

fn scalar(name: &str) -> Option<(Kind, usize)> {
    Some(match name {
        "char" | "int8" => (Kind::Signed, 1),
        "uchar" | "uint8" => (Kind::Unsigned, 1),
        "short" | "int16" => (Kind::Signed, 2),
        "ushort" | "uint16" => (Kind::Unsigned, 2),
        "int" | "int32" => (Kind::Signed, 4),
        "uint" | "uint32" => (Kind::Unsigned, 4),
        "float" | "float32" => (Kind::Float, 4),
        "double" | "float64" => (Kind::Float, 8),
        _ => return None,
    })
}
