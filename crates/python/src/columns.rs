//! Fields of rows as arrays.

use numpy::{Element, IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

pub type Bytes<'py> = Bound<'py, PyArray1<i8>>;
pub type Numbers<'py> = Bound<'py, PyArray1<f64>>;
pub type Indices<'py> = Bound<'py, PyArray1<i32>>;
pub type Vectors<'py> = Bound<'py, PyArray2<f64>>;

/// Returns a field of all rows.
pub fn column<'py, R, T: Element>(
    py: Python<'py>,
    rows: &[R],
    field: impl Fn(&R) -> T,
) -> Bound<'py, PyArray1<T>> {
    rows.iter().map(field).collect::<Vec<_>>().into_pyarray(py)
}

/// Returns a vector of all rows.
pub fn vectors<'py, R>(
    py: Python<'py>,
    rows: &[R],
    field: impl Fn(&R) -> [f64; 3],
) -> PyResult<Vectors<'py>> {
    let numbers = rows.iter().flat_map(field).collect::<Vec<_>>();
    numbers.into_pyarray(py).reshape([rows.len(), 3])
}
