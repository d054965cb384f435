//! Motions of single bodies.

use nalgebra::{Isometry3, UnitQuaternion, Vector3};
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
pub struct Motion {
    pub given: Given,
    motions: Vec<AnyMotion3<f64>>,
}

/// What a motion was made of. What is computed of poses is not written: read back it is off by some ulps.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Given {
    One(Box<AnyMotion3<f64>>),
    Through {
        times: Vec<f64>,
        poses: Vec<Isometry3<f64>>,
    },
}

impl Motion {
    pub fn new(given: Given) -> PyResult<Self> {
        let motions = match &given {
            Given::One(motion) => vec![AnyMotion3::clone(motion)],
            Given::Through { times, poses } => {
                if poses.len() != times.len() || times.len() < 2 {
                    return Err(invalid(
                        "a motion needs two poses at least, and a time for each pose",
                    ));
                }
                let between = |next: usize| {
                    let [start, end] = [next - 1, next].map(|at| (times[at], poses[at]));
                    ConstantVelocity::between(start, end, Vector3::zeros()).map(Into::into)
                };
                let motions: Result<Vec<_>, _> = (1..times.len()).map(between).collect();
                motions.map_err(invalid)?
            }
        };
        let made = Self { given, motions };
        made.any()?;
        Ok(made)
    }

    fn one(motion: impl Into<AnyMotion3<f64>>) -> PyResult<Self> {
        Self::new(Given::One(Box::new(motion.into())))
    }

    fn path(&self) -> PyResult<Piecewise<f64, AnyMotion3<f64>>> {
        let knots = match &self.given {
            Given::One(_) => Vec::new(),
            Given::Through { times, .. } => times.clone(),
        };
        Piecewise::new(knots, self.motions.clone()).map_err(invalid)
    }

    /// Returns the motion as queries take it.
    pub fn any(&self) -> PyResult<AnyMotion3<f64>> {
        match &self.motions[..] {
            [only] => Ok(only.clone()),
            _ => Ok(AnyMotion::other(self.path()?)),
        }
    }

    /// Returns a body with this motion, as proofs state it.
    pub fn body(&self, shape: AnyShape<f64, 3>) -> PyResult<ProofBody<UnitQuaternion<f64>, 3>> {
        match &self.motions[..] {
            [only] => Ok(ProofBody::new(shape, only.clone())),
            _ => Ok(ProofBody::on_path(shape, self.path()?)),
        }
    }
}

#[pymethods]
impl Motion {
    #[staticmethod]
    fn still(pose: PyReadonlyArray2<'_, f64>) -> PyResult<Self> {
        Self::one(AtRest::new(poses::one(&pose)?).map_err(invalid)?)
    }

    #[staticmethod]
    fn through(times: Vec<f64>, through: PyReadonlyArray3<'_, f64>) -> PyResult<Self> {
        let poses = poses::many(&through)?;
        Self::new(Given::Through { times, poses })
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
            return Self::one(start);
        }
        Self::one(Ballistic::new(start, acceleration.into()).map_err(invalid)?)
    }

    #[staticmethod]
    fn from_state(state: &[u8]) -> PyResult<Self> {
        Self::new(serde_json::from_slice(state).map_err(invalid)?)
    }

    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = serde_json::to_vec(&self.given).map_err(invalid)?;
        Ok(PyBytes::new(py, &state))
    }
}
