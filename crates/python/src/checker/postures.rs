//! Questions about edges and postures.

use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use photofinish_robot::{Planner, Verdict};
use pyo3::prelude::*;

use super::{CLEAR, CONTACT, Checker, Columns, UNDECIDED, at, columns};
use crate::batch::{self, GoOn};
use crate::columns::{Bytes, Indices, Numbers, column};
use crate::errors::invalid;

fn status(verdict: Verdict) -> i8 {
    match verdict {
        Verdict::Clear => CLEAR,
        Verdict::Contact(_) => CONTACT,
        Verdict::Undecided(_) => UNDECIDED,
    }
}

/// Returns a copy of the values of an array: while the interpreter is released, other threads may write to it.
fn values(array: &PyReadonlyArray2<'_, f64>) -> PyResult<Vec<f64>> {
    Ok(array.as_slice()?.to_vec())
}

#[pymethods]
impl Checker {
    /// Answers many edges, from any contact.
    fn check_edges<'py>(
        &self,
        py: Python<'py>,
        from: PyReadonlyArray2<'py, f64>,
        to: PyReadonlyArray2<'py, f64>,
        threads: usize,
    ) -> PyResult<Columns<'py>> {
        let (starts, ends) = (values(&from)?, values(&to)?);
        let width = self.joints.len();
        let shared = from.shape()[0] == 1;
        if !shared && from.shape()[0] != to.shape()[0] {
            return Err(invalid("there must be one start, or a start for each end"));
        }
        let begin = || self.planner();
        let answer = |planner: &mut _, index: usize, _: GoOn<'_>| {
            let start = if shared { 0 } else { index * width };
            let [start, end] = [
                &starts[start..start + width],
                &ends[index * width..(index + 1) * width],
            ];
            let verdict = Planner::edge(planner, start, end).map_err(at(index))?;
            Ok(self.row(planner, verdict))
        };
        let found = batch::run(py, to.shape()[0], threads, begin, answer)?;
        Ok(columns(py, found))
    }

    /// Answers one edge: its status, from any contact.
    fn edge(&self, py: Python<'_>, from: Vec<f64>, to: Vec<f64>) -> PyResult<i8> {
        let verdict = py.detach(|| self.inner.planner(&self.joints)?.edge(&from, &to));
        Ok(status(verdict.map_err(invalid)?))
    }

    /// Returns the share of an edge that is proven clear.
    fn clear_until(&self, py: Python<'_>, from: Vec<f64>, to: Vec<f64>) -> PyResult<f64> {
        let share = py.detach(|| self.inner.planner(&self.joints)?.clear_until(&from, &to));
        share.map_err(invalid)
    }

    /// Answers many postures: the status of each.
    fn postures<'py>(
        &self,
        py: Python<'py>,
        postures: PyReadonlyArray2<'py, f64>,
        threads: usize,
    ) -> PyResult<Bytes<'py>> {
        let (values, width) = (values(&postures)?, self.joints.len());
        let begin = || self.planner();
        let answer = |planner: &mut _, index: usize, _: GoOn<'_>| {
            let posture = &values[index * width..(index + 1) * width];
            Planner::posture(planner, posture)
                .map_err(at(index))
                .map(status)
        };
        let found = batch::run(py, postures.shape()[0], threads, begin, answer)?;
        Ok(column(py, &found, |status| *status))
    }

    /// Returns the least distance at each posture, beyond the distance to keep, and the bodies.
    fn clearance<'py>(
        &self,
        py: Python<'py>,
        postures: PyReadonlyArray2<'py, f64>,
        threads: usize,
    ) -> PyResult<(Numbers<'py>, Indices<'py>, Indices<'py>)> {
        let (values, width) = (values(&postures)?, self.joints.len());
        let answer = |(): &mut (), index: usize, _: GoOn<'_>| {
            let path = self.path(&values[index * width..(index + 1) * width]);
            let configuration = self.inner.configuration(&path, 0.0).map_err(at(index))?;
            let distances = self.inner.distances(&configuration).map_err(at(index))?;
            let beyond = distances
                .iter()
                .map(|pair| (pair.distance - pair.target_distance, &pair.between));
            let least = beyond.min_by(|one, other| one.0.total_cmp(&other.0));
            Ok(least.map_or((f64::INFINITY, -1, -1), |(distance, pair)| {
                let (a, b) = self.indices(pair);
                (distance, a, b)
            }))
        };
        let found = batch::run(py, postures.shape()[0], threads, || Ok(()), answer)?;
        Ok((
            column(py, &found, |row| row.0),
            column(py, &found, |row| row.1),
            column(py, &found, |row| row.2),
        ))
    }
}
