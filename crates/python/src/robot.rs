//! Robots from files.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use photofinish_robot::{JointKind, LinkPair, PairSearch, PairVerdict};
use photofinish_robot_files::{Decomposer, MeshShape, Reader, UrdfOptions, srdf_of_pairs};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::batch;
use crate::errors::{file, invalid};
use crate::poses;

/// A robot: links, joints, and which links may touch.
#[pyclass(frozen, module = "photofinish._photofinish")]
pub struct Robot {
    pub inner: photofinish_robot::Robot,
}

/// A robot, its warnings, what became of its meshes, and the values of its joints in the named states of groups.
type Read = (
    Robot,
    Vec<String>,
    Vec<(String, String, String)>,
    Vec<(String, Vec<(String, f64)>)>,
);

/// Links, verdict, distance, configuration, and the share of all postures that is proven.
type LinkPairRow = (
    [String; 2],
    &'static str,
    Option<f64>,
    Option<Vec<f64>>,
    Option<f64>,
);

#[pymethods]
impl Robot {
    /// Reads a robot. `source` is the text of a URDF if a folder for its meshes is given, else a path.
    #[staticmethod]
    #[allow(clippy::too_many_arguments)] // what files say of a robot
    fn read(
        py: Python<'_>,
        source: &str,
        folder: Option<PathBuf>,
        srdf: Option<(&str, bool)>,
        joint_limits: Option<PathBuf>,
        package_roots: Vec<PathBuf>,
        meshes: Vec<(String, String)>,
        drawn_only: Vec<String>,
    ) -> PyResult<Read> {
        let options = options(package_roots, &meshes, drawn_only)?;
        py.detach(|| {
            let reader = Reader::new();
            let mut robot = match folder {
                Some(folder) => reader.urdf_str(source, folder, &options),
                None => reader.urdf(source, &options),
            }
            .map_err(file)?;
            if let Some(path) = joint_limits {
                reader.joint_limits(path, &mut robot).map_err(file)?;
            }
            let semantics = match srdf {
                None => None,
                Some((text, true)) => Some(reader.srdf_str(text, &mut robot)),
                Some((path, false)) => Some(reader.srdf(path, &mut robot)),
            };
            let mut states = Vec::new();
            if let Some(semantics) = semantics {
                let semantics = semantics.map_err(file)?;
                for (group, name) in semantics.states() {
                    let values = semantics.state(group, name).unwrap_or_default().to_vec();
                    states.push((format!("{group}/{name}"), values));
                }
            }
            let warnings = reader.warnings().iter().map(ToString::to_string).collect();
            let meshes = reader.meshes().into_iter();
            let meshes = meshes.map(|mesh| (mesh.link, mesh.file, mesh.form.to_string()));
            Ok((Self { inner: robot }, warnings, meshes.collect(), states))
        })
    }

    #[getter]
    fn name(&self) -> &str {
        self.inner.name()
    }

    #[getter]
    fn links(&self) -> Vec<&str> {
        self.inner.links().iter().map(|link| link.name()).collect()
    }

    /// The joints with a value of their own: name, least and largest value, and whether it is an angle.
    #[getter]
    fn joints(&self) -> Vec<(&str, f64, f64, bool)> {
        let free = self.inner.joints().iter().filter(|joint| joint.is_free());
        free.map(|joint| {
            let (least, largest) = joint.limits().unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
            (
                joint.name(),
                least,
                largest,
                matches!(joint.kind(), JointKind::Revolute(_)),
            )
        })
        .collect()
    }

    /// The number of convex pieces of each link.
    #[getter]
    fn pieces(&self) -> Vec<usize> {
        self.inner
            .links()
            .iter()
            .map(|link| link.pieces().len())
            .collect()
    }

    fn poses(&self, configuration: Vec<f64>) -> PyResult<Vec<[[f64; 4]; 4]>> {
        poses::matrices(&self.inner, &configuration)
    }

    /// Returns the robot with links that may, or may not, touch.
    fn with_pairs(&self, pairs: Vec<(String, String, bool)>) -> PyResult<Self> {
        let mut inner = self.inner.clone();
        for (first, second, may) in pairs {
            let set = if may {
                inner.allow(&first, &second)
            } else {
                inner.forbid(&first, &second)
            };
            set.map_err(invalid)?;
        }
        Ok(Self { inner })
    }

    /// Decides which links can touch within the limits of the joints. Returns the links, the word for the verdict, a
    /// distance, a configuration and the proven share; and the SRDF.
    fn allowed_pairs(
        &self,
        py: Python<'_>,
        tests: u64,
        threads: usize,
    ) -> PyResult<(Vec<LinkPairRow>, String)> {
        let search = PairSearch::new().tests(tests);
        let found = batch::on_threads(py, threads, |stop| {
            self.inner
                .allowed_pairs(&search, |_| match stop.load(Ordering::Relaxed) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                })
        })?;
        let found = found.map_err(invalid)?;
        let srdf = srdf_of_pairs(&self.inner, &found);
        Ok((found.into_iter().map(link_pair).collect(), srdf))
    }

    fn with_base(&self, pose: numpy::PyReadonlyArray2<'_, f64>) -> PyResult<Self> {
        let mut inner = self.inner.clone();
        inner.set_base(poses::one(&pose)?).map_err(invalid)?;
        Ok(Self { inner })
    }

    #[staticmethod]
    fn from_state(state: &[u8]) -> PyResult<Self> {
        let inner = serde_json::from_slice(state).map_err(invalid)?;
        Ok(Self { inner })
    }

    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = serde_json::to_vec(&self.inner).map_err(invalid)?;
        Ok(PyBytes::new(py, &state))
    }
}

fn link_pair(pair: LinkPair) -> LinkPairRow {
    let (word, length, configuration, share) = match pair.verdict {
        PairVerdict::Adjacent => ("adjacent", None, None, None),
        PairVerdict::Never { clearance } => ("never", Some(clearance), None, None),
        PairVerdict::Always => ("always", None, None, None),
        PairVerdict::May {
            touching, depth, ..
        } => ("may", Some(-depth), Some(touching), None),
        PairVerdict::Undecided {
            nearest,
            distance,
            proven,
        } => ("undecided", Some(distance), Some(nearest), Some(proven)),
        _ => ("undecided", None, None, None),
    };
    (pair.links, word, length, configuration, share)
}

/// Returns how to read a robot. `meshes` has names of links with forms; the empty name stands for all links.
fn options(
    package_roots: Vec<PathBuf>,
    meshes: &[(String, String)],
    drawn_only: Vec<String>,
) -> PyResult<UrdfOptions> {
    let mut options = UrdfOptions::new();
    for root in package_roots {
        options = options.package_root(root);
    }
    for link in drawn_only {
        options = options.drawn_only(link);
    }
    for (link, form) in meshes {
        let shape = match form.as_str() {
            "auto" => MeshShape::Automatic,
            "hull" => MeshShape::Hull,
            "objects" => MeshShape::Objects,
            "pieces" => MeshShape::Decomposed(Decomposer::new()),
            _ => {
                return Err(invalid(format!(
                    "the form of meshes must be \"auto\", \"hull\", \"objects\" or \"pieces\", but is {form:?}"
                )));
            }
        };
        options = if link.is_empty() {
            options.meshes(shape)
        } else {
            options.meshes_of_link(link, shape)
        };
    }
    Ok(options)
}
