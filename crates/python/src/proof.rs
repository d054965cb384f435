//! Proofs that two bodies keep a distance.

use nalgebra::UnitQuaternion;
use photofinish::body::AnyForm3;
use photofinish::{Proof3, QueryError};
use pyo3::prelude::*;

use crate::errors::{invalid, proof};
use crate::pair::{Pair, query};

/// A proof that two bodies keep a distance, with all that a check of it needs.
#[pyclass(frozen, module = "photofinish._photofinish")]
pub struct Proof(Proof3);

/// Returns the end of what is covered, or the error for bodies that touch at the start.
fn covered(end: Option<f64>, start: f64) -> PyResult<f64> {
    match end {
        Some(end) if end > start => Ok(end),
        _ => Err(proof(
            "the bodies touch at the start, or are undecided there: there is nothing to prove",
        )),
    }
}

fn of_convex(py: Python<'_>, pair: &Pair<'_>, distance: f64) -> PyResult<Option<Proof3>> {
    let (a, b, motion_a, motion_b, (start, end)) = pair;
    let (AnyForm3::Shape(a), AnyForm3::Shape(b)) = (&a.form, &b.form) else {
        return Ok(None);
    };
    let (a, b) = (motion_a.body(a.clone())?, motion_b.body(b.clone())?);
    let query = query(distance, None);
    let certificate = match py.detach(|| query.certify(&a.moving(), &b.moving(), *start..=*end)) {
        Ok((_, certificate)) => certificate,
        Err(failed) if matches!(failed.error, QueryError::Undecided { .. }) => failed.certificate,
        Err(failed) => return Err(invalid(failed.error)),
    };
    let end = covered(certificate.covers().map(|covers| *covers.end()), *start)?;
    let start = *start;
    let proof: photofinish::Proof<UnitQuaternion<f64>, 3> = Proof3 {
        a,
        b,
        distance,
        start,
        end,
        certificate,
    };
    Ok(Some(proof))
}

/// Proves that two bodies keep a distance, up to their first contact or the end of the interval.
#[pyfunction]
pub fn certify(py: Python<'_>, pair: Pair<'_>, target_distance: f64) -> PyResult<Proof> {
    match of_convex(py, &pair, target_distance)? {
        Some(proof) => Ok(Proof(proof)),
        None => Err(invalid(
            "a proof of this kind is about two convex bodies, not about surfaces or compounds",
        )),
    }
}

#[pymethods]
impl Proof {
    /// Checks the proof without a search, and returns how much farther apart than their distance the bodies stay.
    fn verify(&self, py: Python<'_>) -> PyResult<f64> {
        py.detach(|| self.0.verify()).map_err(proof)
    }

    #[getter]
    fn interval(&self) -> (f64, f64) {
        (self.0.start, self.0.end)
    }

    #[getter]
    fn distance(&self) -> f64 {
        self.0.distance
    }

    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.0).map_err(invalid)
    }

    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        Ok(Self(serde_json::from_str(text).map_err(proof)?))
    }
}
