//! Shapes: convex pieces, or a surface of triangles.

use std::f64::consts::FRAC_PI_2;

use nalgebra::{Isometry3, Vector3};
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use photofinish::body::AnyForm3;
use photofinish::motion::Rotor;
use photofinish::pieces::{AnyPieces, Compound, TriMesh};
use photofinish::shape::{AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, PosedShape};
use photofinish_meshes::{Decomposer, Mesh};
use photofinish_robot::Piece;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::{Deserialize, Serialize};

use crate::errors::invalid;
use crate::poses;

/// A body in its own frame.
#[pyclass(frozen, module = "photofinish._photofinish")]
pub struct Shape {
    pub content: Content,
    /// The body as queries about pairs take it.
    pub form: AnyForm3,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Content {
    Pieces(Vec<Piece>),
    Surface {
        points: Vec<Vector3<f64>>,
        triangles: Vec<[u32; 3]>,
    },
}

impl Shape {
    pub fn new(content: Content) -> PyResult<Self> {
        let form = match &content {
            Content::Pieces(pieces) => {
                let shapes: Result<Vec<AnyShape<f64, 3>>, _> = pieces
                    .iter()
                    .map(|piece| {
                        if piece.pose == Isometry3::identity() {
                            return Ok(piece.shape.clone());
                        }
                        PosedShape::new(piece.shape.clone(), &piece.pose).map(Into::into)
                    })
                    .collect();
                let mut shapes = shapes.map_err(invalid)?;
                if shapes.len() == 1 {
                    shapes.remove(0).into_form()
                } else {
                    AnyForm3::Pieces(Compound::new(shapes).map_err(invalid)?.into())
                }
            }
            Content::Surface { points, triangles } => {
                let mesh = TriMesh::new(points.clone(), triangles.clone()).map_err(invalid)?;
                AnyForm3::Pieces(AnyPieces::from(mesh))
            }
        };
        Ok(Self { content, form })
    }

    fn single(shape: impl Into<AnyShape<f64, 3>>) -> PyResult<Self> {
        Self::new(Content::Pieces(vec![Piece::new(
            shape,
            Isometry3::identity(),
        )]))
    }

    /// Returns a shape that stands along y in the library, and along z here.
    fn upright(shape: impl Into<AnyShape<f64, 3>>) -> PyResult<Self> {
        let turn = nalgebra::UnitQuaternion::turn(Vector3::x(), FRAC_PI_2);
        let pose = Isometry3::from_parts(nalgebra::Translation3::identity(), turn);
        Self::new(Content::Pieces(vec![Piece::new(shape, pose)]))
    }

    /// Returns the convex pieces.
    pub fn pieces(&self) -> PyResult<&[Piece]> {
        match &self.content {
            Content::Pieces(pieces) => Ok(pieces),
            Content::Surface { .. } => Err(invalid(
                "a surface has no convex pieces: make the mesh with form=\"hull\" or form=\"pieces\"",
            )),
        }
    }

    /// Returns the pieces as a body of pieces, also if it is one.
    pub fn as_pieces(&self) -> PyResult<AnyPieces<f64, 3>> {
        match &self.form {
            AnyForm3::Pieces(pieces) => Ok(pieces.clone()),
            AnyForm3::Shape(shape) => {
                Ok(Compound::new(vec![shape.clone()]).map_err(invalid)?.into())
            }
        }
    }
}

/// Makes a form of a shape.
trait IntoForm {
    fn into_form(self) -> AnyForm3;
}

impl IntoForm for AnyShape<f64, 3> {
    fn into_form(self) -> AnyForm3 {
        AnyForm3::Shape(self)
    }
}

fn points(array: &PyReadonlyArray2<'_, f64>) -> PyResult<Vec<Vector3<f64>>> {
    if array.shape()[1] != 3 {
        return Err(invalid("points must have the shape (N, 3)"));
    }
    let rows = array.as_slice()?.chunks_exact(3);
    Ok(rows.map(Vector3::from_column_slice).collect())
}

/// Returns the triangles of an array (N, 3).
pub fn triangles(array: &PyReadonlyArray2<'_, u32>) -> PyResult<Vec<[u32; 3]>> {
    if array.shape()[1] != 3 {
        return Err(invalid("faces must have the shape (N, 3)"));
    }
    let rows = array.as_slice()?.chunks_exact(3);
    Ok(rows.map(|row| [row[0], row[1], row[2]]).collect())
}

#[pymethods]
impl Shape {
    #[staticmethod]
    fn ball(radius: f64) -> PyResult<Self> {
        Self::single(Ball::new(radius).map_err(invalid)?)
    }

    #[staticmethod]
    fn r#box(size: [f64; 3]) -> PyResult<Self> {
        Self::single(Cuboid::new(Vector3::from(size) / 2.0).map_err(invalid)?)
    }

    #[staticmethod]
    fn capsule(radius: f64, length: f64) -> PyResult<Self> {
        Self::upright(Capsule::new(length / 2.0, radius).map_err(invalid)?)
    }

    #[staticmethod]
    fn cylinder(radius: f64, length: f64) -> PyResult<Self> {
        Self::upright(Cylinder::new(length / 2.0, radius).map_err(invalid)?)
    }

    #[staticmethod]
    fn cone(radius: f64, length: f64) -> PyResult<Self> {
        Self::upright(Cone::new(length / 2.0, radius).map_err(invalid)?)
    }

    #[staticmethod]
    fn hull(points_of: PyReadonlyArray2<'_, f64>) -> PyResult<Self> {
        Self::single(ConvexHull::new(&points(&points_of)?).map_err(invalid)?)
    }

    /// Returns a mesh in one of its forms.
    #[staticmethod]
    fn mesh(
        py: Python<'_>,
        vertices: PyReadonlyArray2<'_, f64>,
        faces: PyReadonlyArray2<'_, u32>,
        form: &str,
    ) -> PyResult<Self> {
        let vertices = points(&vertices)?;
        let faces = triangles(&faces)?;
        if form == "surface" {
            return Self::new(Content::Surface {
                points: vertices,
                triangles: faces,
            });
        }
        let mesh = Mesh::new("mesh", vertices, &faces).map_err(invalid)?;
        match form {
            "hull" => Self::single(mesh.hull::<f64>().map_err(invalid)?),
            "pieces" => {
                let found = py.detach(|| Decomposer::new().decompose::<f64>(&mesh));
                let hulls = found.map_err(invalid)?.body.shapes().to_vec();
                let piece = |hull| Piece::new(hull, Isometry3::identity());
                Self::new(Content::Pieces(hulls.into_iter().map(piece).collect()))
            }
            _ => Err(invalid(format!(
                "form must be \"surface\", \"hull\" or \"pieces\", but is {form:?}"
            ))),
        }
    }

    #[staticmethod]
    fn compound(parts: Vec<(PyRef<'_, Shape>, PyReadonlyArray2<'_, f64>)>) -> PyResult<Self> {
        let mut pieces = Vec::new();
        for (shape, at) in &parts {
            let at = poses::one(at)?;
            let own = shape.pieces()?.iter();
            pieces.extend(own.map(|piece| Piece::new(piece.shape.clone(), at * piece.pose)));
        }
        Self::new(Content::Pieces(pieces))
    }

    /// The number of convex pieces or triangles.
    fn __len__(&self) -> usize {
        match &self.content {
            Content::Pieces(pieces) => pieces.len(),
            Content::Surface { triangles, .. } => triangles.len(),
        }
    }

    #[getter]
    fn is_surface(&self) -> bool {
        matches!(self.content, Content::Surface { .. })
    }

    #[staticmethod]
    fn from_state(state: &[u8]) -> PyResult<Self> {
        Self::new(serde_json::from_slice(state).map_err(invalid)?)
    }

    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = serde_json::to_vec(&self.content).map_err(invalid)?;
        Ok(PyBytes::new(py, &state))
    }
}
