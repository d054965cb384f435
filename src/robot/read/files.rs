//! Files as bytes, text and numbers.

use std::path::Path as FilePath;

use nalgebra::{Quaternion, UnitQuaternion};

use super::{Place, ReadError};
use crate::error::finite;

/// A quaternion x, y, z, w is a rotation if its norm is this near to 1: files carry few digits. Further off it is a
/// mistake, not rounding.
const NORM_TOLERANCE: f64 = 0.1;

pub(super) const NOT_TEXT: &str = "this is not text in UTF-8";

/// How a file is named in errors.
pub(super) fn name(path: &FilePath) -> String {
    path.display().to_string()
}

pub(super) fn bytes(path: &FilePath) -> Result<Vec<u8>, ReadError> {
    std::fs::read(path).map_err(|source| ReadError::Unreadable {
        file: name(path),
        source,
    })
}

/// The whole file, which must be UTF-8, without a byte order mark.
pub(super) fn text(path: &FilePath) -> Result<String, ReadError> {
    as_text(bytes(path)?, &name(path))
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
