//! Motions of single bodies.

use nalgebra::{UnitQuaternion, Vector3};
use numpy::{PyReadonlyArray2, PyReadonlyArray3};
use photofinish::ProofBody;
use photofinish::motion::{AnyMotion, AnyMotion3, AtRest, Ballistic, ConstantVelocity, Piecewise};
use photofinish::shape::AnyShape;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::{Deserialize, Serialize};

use crate::errors::invalid;
use crate::poses;

/// Where a body's frame is at any time.
#[pyclass(frozen, module = "photofinish._photofinish")]
pub struct Motion(pub Written);

/// One motion, or several, one after the other.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// One more than there are motions, or none for one motion.
    knots: Vec<f64>,
    motions: Vec<AnyMotion3<f64>>,
}

impl Motion {
    fn one(motion: impl Into<AnyMotion3<f64>>) -> Self {
        Self(Written {
            knots: Vec::new(),
            motions: vec![motion.into()],
        })
    }

    fn path(&self) -> PyResult<Piecewise<f64, AnyMotion3<f64>>> {
        Piecewise::new(self.0.knots.clone(), self.0.motions.clone()).map_err(invalid)
    }

    /// Returns the motion as queries take it.
    pub fn any(&self) -> PyResult<AnyMotion3<f64>> {
        match &self.0.motions[..] {
            [only] if self.0.knots.is_empty() => Ok(only.clone()),
            _ => Ok(AnyMotion::other(self.path()?)),
        }
    }

    /// Returns a body with this motion, as proofs state it.
    pub fn body(&self, shape: AnyShape<f64, 3>) -> PyResult<ProofBody<UnitQuaternion<f64>, 3>> {
        match &self.0.motions[..] {
            [only] if self.0.knots.is_empty() => Ok(ProofBody::new(shape, only.clone())),
            _ => Ok(ProofBody::on_path(shape, self.path()?)),
        }
    }
}

#[pymethods]
impl Motion {
    #[staticmethod]
    fn still(pose: PyReadonlyArray2<'_, f64>) -> PyResult<Self> {
        Ok(Self::one(AtRest::new(poses::one(&pose)?).map_err(invalid)?))
    }

    #[staticmethod]
    fn through(times: Vec<f64>, through: PyReadonlyArray3<'_, f64>) -> PyResult<Self> {
        let through = poses::many(&through)?;
        if through.len() != times.len() || times.len() < 2 {
            return Err(invalid(
                "a motion needs two poses at least, and a time for each pose",
            ));
        }
        let motions: Result<Vec<AnyMotion3<f64>>, _> = (1..times.len())
            .map(|next| {
                let ends = [next - 1, next].map(|at| (times[at], through[at]));
                ConstantVelocity::between(ends[0], ends[1], Vector3::zeros()).map(Into::into)
            })
            .collect();
        let mut motions = motions.map_err(invalid)?;
        if motions.len() == 1 {
            return Ok(Self::one(motions.remove(0)));
        }
        let written = Self(Written {
            knots: times,
            motions,
        });
        written.path()?;
        Ok(written)
    }

    #[staticmethod]
    fn twist(
        pose: PyReadonlyArray2<'_, f64>,
        linear: [f64; 3],
        angular: [f64; 3],
        about: [f64; 3],
        acceleration: [f64; 3],
    ) -> PyResult<Self> {
        let start =
            ConstantVelocity::new(poses::one(&pose)?, linear.into(), Vector3::from(angular))
                .and_then(|motion| motion.about(about.into()))
                .map_err(invalid)?;
        if acceleration == [0.0; 3] {
            return Ok(Self::one(start));
        }
        Ok(Self::one(
            Ballistic::new(start, acceleration.into()).map_err(invalid)?,
        ))
    }

    #[staticmethod]
    fn from_state(state: &[u8]) -> PyResult<Self> {
        let motion = Self(serde_json::from_slice(state).map_err(invalid)?);
        motion.any()?;
        Ok(motion)
    }

    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = serde_json::to_vec(&self.0).map_err(invalid)?;
        Ok(PyBytes::new(py, &state))
    }
}
