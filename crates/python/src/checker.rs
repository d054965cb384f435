//! A robot in a scene: answers about paths, edges and postures.

use std::collections::HashMap;
use std::fmt::Display;
use std::ops::Range;

use nalgebra::Isometry3;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use photofinish_robot::{
    BodyPair, Link, Path, PathError, PathImpact, PathOutcome, Planner, Rules, Scene, Verdict,
};
use photofinish_robot_files::{Reader, SceneOptions};
use pyo3::prelude::*;

use crate::batch;
use crate::certificate::PathCertificate;
use crate::errors::{file, invalid};
use crate::poses;
use crate::robot::Robot;
use crate::shape::Shape;

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

/// A shape at a pose, and its name.
type Placed<'py> = (String, PyRef<'py, Shape>, PyReadonlyArray2<'py, f64>);
/// Points of a cloud and its name, and the radius of their balls or the size of their cubes.
type Cloud<'py> = (String, PyReadonlyArray2<'py, f64>, Option<f64>, Option<f64>);
/// A link that holds a shape at a pose, and the links that the shape may touch.
type Held<'py> = (String, Placed<'py>, Vec<String>);
/// Distances to keep: of all bodies, of links, to objects, of pairs; the tolerance, the accuracy and the budget.
type Settings = (
    f64,
    Option<f64>,
    Option<f64>,
    Vec<(String, String, f64)>,
    Option<f64>,
    f64,
    Option<u64>,
);
/// Status, the time until which the path is clear, segment and share there, the clearance, and the bodies.
type Row = (i8, f64, i32, f64, f64, i32, i32);
/// The same as columns.
type Columns<'py> = (
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i32>>,
);
/// Configuration, distance, normal, and a point of each body.
type Touch = (Vec<f64>, f64, [f64; 3], [f64; 3], [f64; 3]);

const CLEAR: i8 = 1;
const CONTACT: i8 = 0;
const UNDECIDED: i8 = -1;

impl Checker {
    fn path(&self, rows: &[f64]) -> Path {
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

    /// Returns the first contact of a path, or that it is clear.
    fn first(&self, path: &Path) -> Result<(Row, Option<PathImpact>, Option<String>), PathError> {
        match self.inner.check(path) {
            Ok(solution) => Ok(match solution.outcome {
                PathOutcome::Separated(separated) => {
                    let (a, b) = separated
                        .between
                        .map_or((-1, -1), |pair| self.indices(&pair));
                    let segments = path.positions.len().saturating_sub(2);
                    let end = match &path.times {
                        Some(times) => times.last().copied().unwrap_or(0.0),
                        None => path.positions.len().saturating_sub(1) as f64,
                    };
                    (
                        (CLEAR, end, segments as i32, 1.0, separated.clearance, a, b),
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
    macro_rules! column {
        ($field:tt) => {
            rows.iter()
                .map(|row| row.$field)
                .collect::<Vec<_>>()
                .into_pyarray(py)
        };
    }
    (
        column!(0),
        column!(1),
        column!(2),
        column!(3),
        column!(4),
        column!(5),
        column!(6),
    )
}

/// Names the row of a batch that an error is about.
fn at<E: Display>(index: usize) -> impl Fn(E) -> PyErr {
    move |error| invalid(format!("row {index}: {error}"))
}

/// Returns an object of a shape in its own frame.
fn object((name, shape, pose): &Placed<'_>) -> PyResult<(Link, Isometry3<f64>)> {
    let mut link = Link::new(name.clone());
    for piece in shape.pieces()? {
        link = link.with(piece.shape.clone(), piece.pose);
    }
    Ok((link, poses::one(pose)?))
}

fn rules(
    (distance, of_links, to_objects, of_pairs, tolerance, accuracy, budget): Settings,
    with_self: bool,
    excluded: Vec<String>,
) -> Rules {
    let mut rules = Rules::new().target_distance(distance).accuracy(accuracy);
    if let Some(distance) = of_links {
        rules = rules.target_distance_of_links(distance);
    }
    if let Some(distance) = to_objects {
        rules = rules.target_distance_to_objects(distance);
    }
    for (first, second, distance) in of_pairs {
        rules = rules.target_distance_between(first, second, distance);
    }
    if let Some(tolerance) = tolerance {
        rules = rules.tolerance(tolerance);
    }
    if let Some(budget) = budget {
        rules = rules.budget(budget);
    }
    if !with_self {
        rules = rules.ignore_self();
    }
    excluded
        .into_iter()
        .fold(rules, |rules, link| rules.exclude(link))
}

#[pymethods]
impl Checker {
    /// Makes a checker, and returns it with the warnings about the scene's text.
    #[staticmethod]
    #[allow(clippy::too_many_arguments)] // what a scene and rules are in Python
    fn make(
        py: Python<'_>,
        robot: &Robot,
        joints: Vec<String>,
        text: Option<&str>,
        objects: Vec<Placed<'_>>,
        clouds: Vec<Cloud<'_>>,
        held: Vec<Held<'_>>,
        pairs: Vec<(String, String, bool)>,
        values: Vec<(String, f64)>,
        settings: Settings,
        with_self: bool,
        excluded: Vec<String>,
    ) -> PyResult<(Self, Vec<String>)> {
        let reader = Reader::new();
        let mut scene = match text {
            Some(text) => reader
                .scene_str(text, &robot.inner, &SceneOptions::new())
                .map_err(file)?,
            None => Scene::new(),
        };
        for placed in &objects {
            let (object, pose) = object(placed)?;
            scene.add_object(object, pose).map_err(invalid)?;
        }
        for (name, points, radius, size) in clouds {
            let points = points.as_slice()?;
            if let Some(radius) = radius {
                scene.add_points(&name, points, radius).map_err(invalid)?;
            }
            if let Some(size) = size {
                scene.add_voxels(&name, points, size).map_err(invalid)?;
            }
        }
        for (link, placed, touching) in held {
            let (object, pose) = object(&placed)?;
            scene.attach(link, object, pose, touching);
        }
        for (first, second, may) in pairs {
            if may {
                scene.allow(first, second);
            } else {
                scene.forbid(first, second);
            }
        }
        for (joint, value) in values {
            scene.set_joint(joint, value);
        }
        let rules = rules(settings, with_self, excluded);
        let made =
            py.detach(|| photofinish_robot::Checker::with_rules(&robot.inner, &scene, &rules));
        let inner = made.map_err(invalid)?;
        inner.planner(&joints).map_err(invalid)?;
        let links: Vec<_> = inner
            .robot()
            .links()
            .iter()
            .map(|link| link.name().to_owned())
            .collect();
        let clouds = scene.clouds().iter().map(|cloud| cloud.name());
        let objects = scene.objects().iter().map(Link::name).chain(clouds);
        let objects: Vec<_> = objects.map(str::to_owned).collect();
        let numbered = |names: &[String], from: usize| {
            let names = names.iter().enumerate();
            names
                .map(|(index, name)| (name.clone(), (from + index) as i32))
                .collect()
        };
        let checker = Self {
            joints,
            links: numbered(&links, 0),
            objects: numbered(&objects, links.len()),
            bodies: [links, objects].concat(),
            inner,
        };
        Ok((
            checker,
            reader.warnings().iter().map(ToString::to_string).collect(),
        ))
    }

    /// The names of the links, and then of the objects, which indices of bodies mean.
    #[getter]
    fn bodies(&self) -> Vec<String> {
        self.bodies.clone()
    }

    /// Returns the first contact of a path, or that it is clear; and why it is undecided.
    #[allow(clippy::type_complexity)] // a struct would be taken apart at once
    fn check(
        &self,
        py: Python<'_>,
        waypoints: PyReadonlyArray2<'_, f64>,
        times: Option<Vec<f64>>,
    ) -> PyResult<(Row, Option<Touch>, Option<String>)> {
        let path = self.timed(&waypoints, times)?;
        let (row, impact, why) = py.detach(|| self.first(&path)).map_err(invalid)?;
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
        let found = batch::run(py, offsets.len() - 1, threads, |range: Range<usize>| {
            let answer = |index: usize| {
                let [from, to] = [index, index + 1].map(|at| offsets[at] as usize * width);
                Ok(self
                    .first(&self.path(&values[from..to]))
                    .map_err(at(index))?
                    .0)
            };
            range.map(answer).collect()
        })?;
        Ok(columns(py, found))
    }

    /// Answers many edges, from any contact.
    fn check_edges<'py>(
        &self,
        py: Python<'py>,
        from: PyReadonlyArray2<'py, f64>,
        to: PyReadonlyArray2<'py, f64>,
        threads: usize,
    ) -> PyResult<Columns<'py>> {
        // copies: while the interpreter is released, other threads may write to the arrays
        let (starts, ends) = (from.as_slice()?.to_vec(), to.as_slice()?.to_vec());
        let width = self.joints.len();
        let shared = from.shape()[0] == 1;
        if !shared && from.shape()[0] != to.shape()[0] {
            return Err(invalid("there must be one start, or a start for each end"));
        }
        let found = batch::run(py, to.shape()[0], threads, |range: Range<usize>| {
            let mut planner = self.planner()?;
            let answer = |index: usize| {
                let start = if shared { 0 } else { index * width };
                let [start, end] = [
                    &starts[start..start + width],
                    &ends[index * width..(index + 1) * width],
                ];
                let verdict = planner.edge(start, end).map_err(at(index))?;
                Ok(self.row(&planner, verdict))
            };
            range.map(answer).collect()
        })?;
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
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        // a copy: while the interpreter is released, other threads may write to the array
        let (values, width) = (postures.as_slice()?.to_vec(), self.joints.len());
        let found = batch::run(py, postures.shape()[0], threads, |range: Range<usize>| {
            let mut planner = self.planner()?;
            let answer = |index: usize| {
                let posture = &values[index * width..(index + 1) * width];
                Ok(status(planner.posture(posture).map_err(at(index))?))
            };
            range.map(answer).collect()
        })?;
        Ok(found.into_pyarray(py))
    }

    /// Returns the least distance at each posture, beyond the distance to keep, and the bodies.
    #[allow(clippy::type_complexity)] // columns
    fn clearance<'py>(
        &self,
        py: Python<'py>,
        postures: PyReadonlyArray2<'py, f64>,
        threads: usize,
    ) -> PyResult<(
        Bound<'py, PyArray1<f64>>,
        Bound<'py, PyArray1<i32>>,
        Bound<'py, PyArray1<i32>>,
    )> {
        // a copy: while the interpreter is released, other threads may write to the array
        let (values, width) = (postures.as_slice()?.to_vec(), self.joints.len());
        let found = batch::run(py, postures.shape()[0], threads, |range: Range<usize>| {
            let answer = |index: usize| {
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
            range.map(answer).collect()
        })?;
        macro_rules! column {
            ($field:tt) => {
                found
                    .iter()
                    .map(|row| row.$field)
                    .collect::<Vec<_>>()
                    .into_pyarray(py)
            };
        }
        Ok((column!(0), column!(1), column!(2)))
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
        let found = py.detach(|| self.inner.contacts(&path)).map_err(invalid)?;
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

    /// Returns the certificate of a path, up to its end, its first contact, or where it is undecided.
    fn certify(
        &self,
        py: Python<'_>,
        waypoints: PyReadonlyArray2<'_, f64>,
        times: Option<Vec<f64>>,
    ) -> PyResult<PathCertificate> {
        let path = self.timed(&waypoints, times)?;
        let certificate = py.detach(|| match self.inner.certify(&path) {
            Ok((_, certificate)) => Ok(certificate),
            Err(failed) => match failed.certificate {
                Some(certificate) => Ok(*certificate),
                None => Err(invalid(failed.error)),
            },
        })?;
        Ok(PathCertificate { certificate, path })
    }
}

fn status(verdict: Verdict) -> i8 {
    match verdict {
        Verdict::Clear => CLEAR,
        Verdict::Contact(_) => CONTACT,
        Verdict::Undecided(_) => UNDECIDED,
    }
}
