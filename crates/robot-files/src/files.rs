//! Files as bytes, text and numbers.

use std::fs::File;
use std::io::Read;
use std::path::Path as FilePath;

use nalgebra::{Quaternion, UnitQuaternion};

use super::{Place, ReadError, limits};
use photofinish::error::finite;

/// The largest difference from 1 of the norm of a quaternion that is taken for a rotation. Files carry few digits; a
/// larger difference is a mistake, not rounding.
const NORM_TOLERANCE: f64 = 0.1;

pub(super) const NOT_TEXT: &str = "this is not text in UTF-8";

/// Returns the name of a file for errors.
pub(super) fn name(path: &FilePath) -> String {
    path.display().to_string()
}

/// Reads a whole file, which must not have more than this many bytes.
pub(super) fn bytes(path: &FilePath, most: usize) -> Result<Vec<u8>, ReadError> {
    let unreadable = |source| ReadError::Unreadable {
        file: name(path),
        source,
    };
    let file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    let mut beginning = file.take(most as u64 + 1);
    beginning.read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() > most {
        let place = Place::file(name(path));
        return Err(ReadError::too_large(place, "the bytes of the file", most));
    }
    Ok(bytes)
}

/// Reads a whole file, which must be UTF-8. A byte order mark is removed.
pub(super) fn text(path: &FilePath) -> Result<String, ReadError> {
    as_text(bytes(path, limits::FILE_BYTES)?, &name(path))
}

pub(super) fn as_text(bytes: Vec<u8>, file: &str) -> Result<String, ReadError> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        ReadError::syntax(Place::line(file, line), NOT_TEXT)
    })?;
    match text.strip_prefix('\u{feff}') {
        Some(rest) => Ok(rest.to_owned()),
        None => Ok(text),
    }
}

/// Reads a finite number.
pub(super) fn number(text: &str) -> Option<f64> {
    let value = text.trim().parse().ok()?;
    finite("number", value).ok()
}

/// Reads exactly `N` finite numbers, separated by white space.
pub(super) fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let values = text
        .split_whitespace()
        .map(number)
        .collect::<Option<Vec<_>>>()?;
    values.try_into().ok()
}

/// Returns the rotation of a quaternion x, y, z, w, unless it is far from unit length.
pub(super) fn rotation([x, y, z, w]: [f64; 4]) -> Option<UnitQuaternion<f64>> {
    let quaternion = Quaternion::new(w, x, y, z);
    let is_unit = (quaternion.norm() - 1.0).abs() <= NORM_TOLERANCE;
    is_unit.then(|| UnitQuaternion::new_normalize(quaternion))
}
