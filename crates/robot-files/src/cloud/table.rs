//! Rows of numbers, as text or as bytes.

use nalgebra::Vector3;

use crate::{Place, ReadError};

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Float,
    Signed,
    Unsigned,
}

/// A column of a table.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// The bytes of a number.
    pub(super) size: usize,
    /// How many numbers it has in each row.
    pub(super) count: usize,
}

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    LittleEndian,
    BigEndian,
}

/// The columns of a table, and the number of its rows.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) fields: Vec<Field>,
    pub(super) rows: usize,
    pub(super) form: Form,
}

impl Table {
    /// Returns the points of all rows in the bytes after the header.
    pub(super) fn points(&self, body: &[u8], file: &str) -> Result<Vec<Vector3<f64>>, ReadError> {
        let place = || Place::file(file);
        let axes = ["x", "y", "z"].map(|axis| {
            let is_axis = |field: &Field| field.name == axis && field.count == 1;
            self.fields.iter().position(is_axis)
        });
        let [Some(x), Some(y), Some(z)] = axes else {
            return Err(ReadError::missing(
                place(),
                "the header",
                "fields x, y and z",
            ));
        };
        let axes = [x, y, z];
        if axes
            .iter()
            .any(|&axis| self.fields[axis].kind != Kind::Float)
        {
            return Err(ReadError::unsupported(
                place(),
                "a coordinate that is a whole number",
                "write x, y and z as floats",
            ));
        }
        let cut = || {
            ReadError::syntax(
                place(),
                format!("the file ends before its {} points", self.rows),
            )
        };
        match self.form {
            Form::Text => self
                .of_text(body, axes, file)
                .and_then(|points| points.ok_or_else(cut)),
            _ => self.of_bytes(body, axes).ok_or_else(cut),
        }
    }

    /// Returns the points of rows of text; none if rows are missing.
    fn of_text(
        &self,
        body: &[u8],
        axes: [usize; 3],
        file: &str,
    ) -> Result<Option<Vec<Vector3<f64>>>, ReadError> {
        let text = std::str::from_utf8(body)
            .map_err(|_| ReadError::syntax(Place::file(file), crate::files::NOT_TEXT))?;
        let before = |axis: usize| -> usize { self.fields[..axis].iter().map(|f| f.count).sum() };
        let columns = axes.map(before);
        let width = before(self.fields.len());
        let rows = text.lines().filter(|line| !line.trim().is_empty());
        let mut points = Vec::new();
        for row in rows.take(self.rows) {
            let words: Vec<_> = row.split_whitespace().collect();
            let number = |column: usize| words.get(column).and_then(|word| word.parse().ok());
            match columns.map(number) {
                [Some(x), Some(y), Some(z)] if words.len() == width => {
                    points.push(Vector3::new(x, y, z));
                }
                _ => {
                    let expected = "a number for each field";
                    return Err(ReadError::malformed(
                        Place::file(file),
                        "a row",
                        expected,
                        row,
                    ));
                }
            }
        }
        Ok((points.len() == self.rows).then_some(points))
    }

    /// Returns the points of rows of bytes; none if rows are missing.
    fn of_bytes(&self, body: &[u8], axes: [usize; 3]) -> Option<Vec<Vector3<f64>>> {
        let size = |field: &Field| field.size.checked_mul(field.count);
        let before = |axis: usize| -> Option<usize> {
            let sizes = self.fields[..axis].iter().map(size);
            sizes
                .into_iter()
                .try_fold(0usize, |sum, size| sum.checked_add(size?))
        };
        let width = before(self.fields.len())?;
        let offsets = axes.map(before);
        let body = body.get(..width.checked_mul(self.rows)?)?;
        let point = |row: &[u8]| -> Option<Vector3<f64>> {
            let mut point = Vector3::zeros();
            for (index, axis) in axes.into_iter().enumerate() {
                let bytes = &row[offsets[index]?..][..self.fields[axis].size];
                point[index] = self.number(bytes)?;
            }
            Some(point)
        };
        body.chunks_exact(width).map(point).collect()
    }

    fn number(&self, bytes: &[u8]) -> Option<f64> {
        let is_big = self.form == Form::BigEndian;
        if let Ok(bytes) = <[u8; 4]>::try_from(bytes) {
            let number = if is_big {
                f32::from_be_bytes(bytes)
            } else {
                f32::from_le_bytes(bytes)
            };
            return Some(number.into());
        }
        let bytes = <[u8; 8]>::try_from(bytes).ok()?;
        Some(if is_big {
            f64::from_be_bytes(bytes)
        } else {
            f64::from_le_bytes(bytes)
        })
    }
}
