//! A robot in a scene. `make` makes it of what scenes and rules are in Python; `paths` answers questions about whole paths,
//! and `postures` those about edges and postures.

mod make;
mod paths;
mod postures;

use std::collections::HashMap;
use std::fmt::Display;

use nalgebra::{Isometry3, Point3};
use photofinish_playback::Mesh;
use photofinish_robot::{BodyPair, Piece, Planner, Verdict};
use pyo3::prelude::*;

use crate::columns::{Bytes, Indices, Numbers, column};
use crate::errors::invalid;
use crate::poses;

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

/// Points and triangles.
type Triangles = (Vec<[f64; 3]>, Vec<[u32; 3]>);
/// The triangles of a body, and where they are to be repeated.
type Drawn = (Triangles, Vec<[f64; 3]>);

/// Returns triangles that show convex pieces.
fn mesh(pieces: &[Piece]) -> PyResult<Triangles> {
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    for piece in pieces {
        let mesh = Mesh::of_shape(&piece.shape).map_err(invalid)?;
        let (own, corners) = mesh.parts();
        let first = points.len() as u32;
        triangles.extend(
            corners
                .iter()
                .map(|triangle| triangle.map(|corner| corner + first)),
        );
        points.extend(
            own.iter()
                .map(|&point| -> [f64; 3] { (piece.pose * Point3::from(point)).into() }),
        );
    }
    Ok((points, triangles))
}

#[pymethods]
impl Checker {
    /// The names of the links, and then of the objects, which indices of bodies mean.
    #[getter]
    fn bodies(&self) -> Vec<String> {
        self.bodies.clone()
    }

    /// Returns the triangles of all bodies, as their points and the indices of these: of links in their own frames, of
    /// objects in that of the world. Of a cloud of points they are those of one point, and the points follow.
    fn drawing(&self) -> PyResult<Vec<Drawn>> {
        let (robot, scene) = (self.inner.robot(), self.inner.scene());
        let bodies = robot.links().iter().chain(scene.objects());
        let drawn = bodies.map(|body| Ok((mesh(body.pieces())?, Vec::new())));
        let clouds = scene.clouds().iter().map(|cloud| {
            let points = cloud.points().collect();
            Ok(match cloud.shape() {
                // without a place it would be drawn once, at the origin
                Some(_) if cloud.points().len() == 0 => Drawn::default(),
                Some(shape) => {
                    let piece = Piece::new(shape.clone(), Isometry3::identity());
                    (mesh(&[piece])?, points)
                }
                None => ((points, cloud.triangles().to_vec()), Vec::new()),
            })
        });
        drawn.chain(clouds).collect()
    }

    /// Returns the poses of the links at values of the checker's joints.
    fn poses(&self, row: Vec<f64>) -> PyResult<Vec<[[f64; 4]; 4]>> {
        let path = self.path(&row);
        let configuration = self.inner.configuration(&path, 0.0).map_err(invalid)?;
        poses::matrices(self.inner.robot(), &configuration)
    }
}
