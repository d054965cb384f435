//! Files as bytes, text and numbers.

use std::fs::File;
use std::io::Read;
use std::path::Path as FilePath;

use nalgebra::{Quaternion, UnitQuaternion};

use super::{Place, ReadError, limits};
use photofinish::error::finite;

/// A quaternion x, y, z, w is a rotation if its norm is this near to 1: files carry few digits. Further off it is a
/// mistake, not rounding.
const NORM_TOLERANCE: f64 = 0.1;

pub(super) const NOT_TEXT: &str = "this is not text in UTF-8";

/// How a file is named in errors.
pub(super) fn name(path: &FilePath) -> String {
    path.display().to_string()
}

/// The whole file, of which no more is read than this many bytes.
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

/// The whole file, which must be UTF-8, without a byte order mark.
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

/// The finite number that this text is.
pub(super) fn number(text: &str) -> Option<f64> {
    let value = text.trim().parse().ok()?;
    finite("number", value).ok()
}

/// The `N` finite numbers that this text is, separated by white space.
pub(super) fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let values = text
        .split_whitespace()
        .map(number)
        .collect::<Option<Vec<_>>>()?;
    values.try_into().ok()
}

/// The rotation of a quaternion x, y, z, w, unless it is far from unit length.
pub(super) fn rotation([x, y, z, w]: [f64; 4]) -> Option<UnitQuaternion<f64>> {
    let quaternion = Quaternion::new(w, x, y, z);
    let is_unit = (quaternion.norm() - 1.0).abs() <= NORM_TOLERANCE;
    is_unit.then(|| UnitQuaternion::new_normalize(quaternion))
}
