//! Questions about whole paths.

use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use photofinish_robot::{BodyPair, PairOutcome, Path, PathError, PathImpact, PathOutcome, Rate};
use pyo3::prelude::*;

use super::{CLEAR, CONTACT, Checker, Columns, Row, UNDECIDED, at, columns};
use crate::batch::{self, GoOn};
use crate::certificate::PathCertificate;
use crate::errors::invalid;

/// The joint, the word for the quantity, its value and limit, the time, and the waypoint.
type RateRow = (String, &'static str, f64, f64, f64, usize);
/// Two bodies, their distance to keep, status, the time until which they are apart, and the clearance.
type PairRow = (String, String, f64, i8, f64, f64);
/// Configuration, distance, normal, and a point of each body.
type Touch = (Vec<f64>, f64, [f64; 3], [f64; 3], [f64; 3]);

impl Checker {
    pub(super) fn path(&self, rows: &[f64]) -> Path {
        let rows = rows
            .chunks_exact(self.joints.len().max(1))
            .map(<[f64]>::to_vec)
            .collect();
        Path::new(rows).joints(self.joints.iter().cloned())
    }

    fn timed(
        &self,
        waypoints: &PyReadonlyArray2<'_, f64>,
        times: Option<Vec<f64>>,
    ) -> PyResult<Path> {
        let path = self.path(waypoints.as_slice()?);
        Ok(match times {
            Some(times) => path.times(times),
            None => path,
        })
    }

    /// Returns the first contact of a path, or that it is clear.
    fn first(
        &self,
        path: &Path,
        go_on: GoOn<'_>,
    ) -> Result<(Row, Option<PathImpact>, Option<String>), PathError> {
        match self.inner.while_true(go_on).check(path) {
            Ok(solution) => Ok(match solution.outcome {
                PathOutcome::Separated(separated) => {
                    let (a, b) = separated
                        .between
                        .map_or((-1, -1), |pair| self.indices(&pair));
                    let segments = path.positions.len().saturating_sub(2);
                    let (end, clearance) = (end(path), separated.clearance);
                    (
                        (CLEAR, end, segments as i32, 1.0, clearance, a, b),
                        None,
                        None,
                    )
                }
                PathOutcome::Impact(impact) => {
                    let (a, b) = self.indices(&impact.between);
                    let row = (
                        CONTACT,
                        impact.time,
                        impact.segment as i32,
                        impact.share,
                        0.0,
                        a,
                        b,
                    );
                    (row, Some(impact), None)
                }
            }),
            Err(PathError::Undecided(why)) => {
                let (a, b) = self.indices(&why.between);
                let row = (
                    UNDECIDED,
                    why.clear_until,
                    why.segment as i32,
                    why.share,
                    0.0,
                    a,
                    b,
                );
                Ok((row, None, Some(why.to_string())))
            }
            Err(error) => Err(error),
        }
    }
}

/// Returns the time of the last waypoint.
fn end(path: &Path) -> f64 {
    match &path.times {
        Some(times) => times.last().copied().unwrap_or(0.0),
        None => path.positions.len().saturating_sub(1) as f64,
    }
}

#[pymethods]
impl Checker {
    /// Returns the first contact of a path, or that it is clear; and why it is undecided.
    #[allow(clippy::type_complexity)] // a struct would be taken apart at once
    fn check(
        &self,
        py: Python<'_>,
        waypoints: PyReadonlyArray2<'_, f64>,
        times: Option<Vec<f64>>,
    ) -> PyResult<(Row, Option<Touch>, Option<String>)> {
        let path = self.timed(&waypoints, times)?;
        let found = batch::stoppable(py, |go_on| self.first(&path, go_on))?;
        let (row, impact, why) = found.map_err(invalid)?;
        let touch = impact.map(|impact| {
            let contact = &impact.contact;
            let [normal, a, b] =
                [contact.normal, contact.witness_a, contact.witness_b].map(Into::into);
            (impact.configuration, impact.distance, normal, a, b)
        });
        Ok((row, touch, why))
    }

    /// Answers many paths, whose waypoints follow each other: those of path i are the rows from `offsets[i]` to
    /// `offsets[i + 1]`.
    fn check_paths<'py>(
        &self,
        py: Python<'py>,
        waypoints: PyReadonlyArray2<'py, f64>,
        offsets: PyReadonlyArray1<'py, i64>,
        threads: usize,
    ) -> PyResult<Columns<'py>> {
        // copies: while the interpreter is released, other threads may write to the arrays
        let (values, offsets) = (waypoints.as_slice()?.to_vec(), offsets.as_slice()?.to_vec());
        let (rows, width) = (waypoints.shape()[0] as i64, self.joints.len());
        let ordered = offsets.windows(2).all(|pair| pair[0] < pair[1]);
        if !ordered || offsets.first() != Some(&0) || offsets.last() != Some(&rows) {
            return Err(invalid(
                "offsets must begin with 0, increase, and end with the number of waypoints; a path has one at least",
            ));
        }
        let answer = |(): &mut (), index: usize, go_on: GoOn<'_>| {
            let [from, to] = [index, index + 1].map(|at| offsets[at] as usize * width);
            let path = self.path(&values[from..to]);
            Ok(self.first(&path, go_on).map_err(at(index))?.0)
        };
        let found = batch::run(py, offsets.len() - 1, threads, || Ok(()), answer)?;
        Ok(columns(py, found))
    }

    /// Returns all contacts of a path: beginning, end if it has one, and the bodies; and the times from which it is
    /// undecided.
    #[allow(clippy::type_complexity)] // a row for each contact
    fn contacts(
        &self,
        py: Python<'_>,
        waypoints: PyReadonlyArray2<'_, f64>,
        times: Option<Vec<f64>>,
    ) -> PyResult<(Vec<(f64, Option<f64>, String, String)>, Vec<f64>)> {
        let path = self.timed(&waypoints, times)?;
        let asked = |go_on: GoOn<'_>| self.inner.while_true(go_on).contacts(&path);
        let found = batch::stoppable(py, asked)?.map_err(invalid)?;
        let intervals = found.intervals.into_iter().map(|interval| {
            let BodyPair { link, other, .. } = interval.first.between;
            (
                interval.first.time,
                interval.last.map(|last| last.time),
                link,
                other,
            )
        });
        let undecided = found.undecided.iter().map(|stretch| stretch.clear_until);
        Ok((intervals.collect(), undecided.collect()))
    }

    /// Returns where a joint moves faster than it may.
    fn exceeded_rates(
        &self,
        waypoints: PyReadonlyArray2<'_, f64>,
        times: Vec<f64>,
    ) -> PyResult<Option<RateRow>> {
        let path = self.timed(&waypoints, Some(times))?;
        let found = self.inner.exceeded_rates(&path).map_err(invalid)?;
        Ok(found.map(|found| {
            let word = match found.quantity {
                Rate::Acceleration => "acceleration",
                _ => "velocity",
            };
            let (value, limit) = (found.value, found.limit);
            (found.joint, word, value, limit, found.time, found.waypoint)
        }))
    }

    /// Returns how near each two bodies come.
    fn clearances(
        &self,
        py: Python<'_>,
        waypoints: PyReadonlyArray2<'_, f64>,
        times: Option<Vec<f64>>,
    ) -> PyResult<Vec<PairRow>> {
        let path = self.timed(&waypoints, times)?;
        let asked = |go_on: GoOn<'_>| self.inner.while_true(go_on).clearances(&path);
        let found = batch::stoppable(py, asked)?.map_err(invalid)?;
        let rows = found.into_iter().map(|pair| {
            let (status, until, clearance) = match pair.outcome {
                PairOutcome::Separated { clearance } => (CLEAR, end(&path), clearance),
                PairOutcome::Impact { time } => (CONTACT, time, 0.0),
                PairOutcome::Undecided { clear_until } => (UNDECIDED, clear_until, 0.0),
                _ => (UNDECIDED, f64::NAN, 0.0),
            };
            let BodyPair { link, other, .. } = pair.between;
            (link, other, pair.target_distance, status, until, clearance)
        });
        Ok(rows.collect())
    }

    /// Returns the certificate of a path, up to its end, its first contact, or where it is undecided.
    fn certify(
        &self,
        py: Python<'_>,
        waypoints: PyReadonlyArray2<'_, f64>,
        times: Option<Vec<f64>>,
    ) -> PyResult<PathCertificate> {
        let path = self.timed(&waypoints, times)?;
        let asked = |go_on: GoOn<'_>| self.inner.while_true(go_on).certify(&path);
        let certificate = match batch::stoppable(py, asked)? {
            Ok((_, certificate)) => certificate,
            Err(failed) => match failed.certificate {
                Some(certificate) => *certificate,
                None => return Err(invalid(failed.error)),
            },
        };
        Ok(PathCertificate { certificate, path })
    }
}
