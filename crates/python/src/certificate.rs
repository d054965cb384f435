//! Certificates of paths.

use photofinish_robot::Path;
use pyo3::prelude::*;

use crate::errors::{invalid, proof};

/// A path and its certificate, as they stand in a file.
#[pyclass(frozen, module = "photofinish._photofinish")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PathCertificate {
    pub path: Path,
    pub certificate: photofinish_robot::PathCertificate,
}

#[pymethods]
impl PathCertificate {
    /// Checks the certificate: returns the time until which it proves the path clear, whether that is its whole, and the
    /// least distance.
    fn verify(
        &self,
        py: Python<'_>,
        checker: &crate::checker::Checker,
    ) -> PyResult<(f64, bool, Option<f64>, Option<f64>)> {
        let proven = py.detach(|| self.certificate.verify(&checker.inner, &self.path));
        let proven = proven.map_err(proof)?;
        if proven.is_of_no_time {
            return Err(proof(proven));
        }
        Ok((
            proven.end,
            proven.is_whole,
            proven.clearance,
            proven.least_distance,
        ))
    }

    /// The number of pairs of pieces and of intervals.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.certificate.pairs.len(), self.certificate.intervals())
    }

    /// The first and the last time that it claims to cover; none if it covers no time.
    #[getter]
    fn interval(&self) -> Option<(f64, f64)> {
        let of = &self.certificate;
        (of.until != (0, 0.0)).then_some((of.start, of.end))
    }

    #[getter]
    fn waypoints(&self) -> Vec<Vec<f64>> {
        self.path.positions.clone()
    }

    #[getter]
    fn joints(&self) -> Vec<String> {
        self.path.joints.clone().unwrap_or_default()
    }

    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(self).map_err(invalid)
    }

    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        serde_json::from_str(text).map_err(proof)
    }
}
