//! A robot in a scene. `make` makes it of what scenes and rules are in Python; `paths` answers questions about whole paths,
//! and `postures` those about edges and postures.

mod make;
mod paths;
mod postures;

use std::collections::HashMap;
use std::fmt::Display;

use photofinish_robot::{BodyPair, Planner, Verdict};
use pyo3::prelude::*;

use crate::columns::{Bytes, Indices, Numbers, column};
use crate::errors::invalid;

/// A robot in a scene, ready to have paths checked.
#[pyclass(frozen, module = "photofinish._photofinish")]
pub struct Checker {
    pub inner: photofinish_robot::Checker,
    /// The joints that rows of values belong to.
    joints: Vec<String>,
    /// The links, then the objects.
    bodies: Vec<String>,
    links: HashMap<String, i32>,
    objects: HashMap<String, i32>,
}

/// Status, the time until which the path is clear, segment and share there, the clearance, and the bodies.
type Row = (i8, f64, i32, f64, f64, i32, i32);
/// The same as columns.
type Columns<'py> = (
    Bytes<'py>,
    Numbers<'py>,
    Indices<'py>,
    Numbers<'py>,
    Numbers<'py>,
    Indices<'py>,
    Indices<'py>,
);
const CLEAR: i8 = 1;
const CONTACT: i8 = 0;
const UNDECIDED: i8 = -1;

impl Checker {
    /// Returns the indices of two bodies.
    fn indices(&self, pair: &BodyPair) -> (i32, i32) {
        let other = if pair.is_object {
            &self.objects
        } else {
            &self.links
        };
        let of = |names: &HashMap<String, i32>, name: &str| names.get(name).copied().unwrap_or(-1);
        (of(&self.links, &pair.link), of(other, &pair.other))
    }

    /// Returns a planner's answer as a row. Until where the path is clear is not known for paths that are not.
    fn row(&self, planner: &Planner<'_>, verdict: Verdict) -> Row {
        let status = match verdict {
            Verdict::Clear => return (CLEAR, 1.0, 0, 1.0, f64::NAN, -1, -1),
            Verdict::Contact(_) => CONTACT,
            Verdict::Undecided(_) => UNDECIDED,
        };
        let Some(meeting) = verdict.meeting() else {
            return (UNDECIDED, f64::NAN, 0, 0.0, f64::NAN, -1, -1);
        };
        let (a, b) = self.indices(&planner.between(meeting).expect("the planner's own"));
        (
            status,
            f64::NAN,
            meeting.segment as i32,
            meeting.share,
            f64::NAN,
            a,
            b,
        )
    }

    fn planner(&self) -> PyResult<Planner<'_>> {
        self.inner.planner(&self.joints).map_err(invalid)
    }
}

/// Returns rows as columns.
fn columns(py: Python<'_>, rows: Vec<Row>) -> Columns<'_> {
    (
        column(py, &rows, |row| row.0),
        column(py, &rows, |row| row.1),
        column(py, &rows, |row| row.2),
        column(py, &rows, |row| row.3),
        column(py, &rows, |row| row.4),
        column(py, &rows, |row| row.5),
        column(py, &rows, |row| row.6),
    )
}

/// Names the row of a batch that an error is about.
fn at<E: Display>(index: usize) -> impl Fn(E) -> PyErr {
    move |error| invalid(format!("row {index}: {error}"))
}

#[pymethods]
impl Checker {
    /// The names of the links, and then of the objects, which indices of bodies mean.
    #[getter]
    fn bodies(&self) -> Vec<String> {
        self.bodies.clone()
    }
}
