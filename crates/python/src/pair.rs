//! Two bodies: when they meet, how far apart they are, and proofs that they stay apart.

use std::ops::Range;

use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray3};
use photofinish::body::{AnyBody3, AnyForm3};
use photofinish::motion::{AnyMotion3, AtRest, ConstantVelocity};
use photofinish::pieces::{FirstContact, MovingPieces, nearest_pieces};
use photofinish::support::Posed;
use photofinish::{Proof3, Proximity, Query, QueryError, try_proximity};
use pyo3::prelude::*;

use crate::batch;
use crate::errors::{invalid, proof};
use crate::motion::Motion;
use crate::poses;
use crate::shape::Shape;

/// Status, time, distance, normal, a point of each body, and the pieces.
type Row = (i8, f64, f64, [f64; 3], [f64; 3], [f64; 3], i32, i32);
type Numbers<'py> = Bound<'py, PyArray1<f64>>;
type Vectors<'py> = Bound<'py, PyArray2<f64>>;
type Indices<'py> = Bound<'py, PyArray1<i32>>;
type Columns<'py> = (
    Bound<'py, PyArray1<i8>>,
    Numbers<'py>,
    Numbers<'py>,
    Vectors<'py>,
    Vectors<'py>,
    Vectors<'py>,
    Indices<'py>,
    Indices<'py>,
);

const UNKNOWN: [f64; 3] = [f64::NAN; 3];

/// Returns the row of an answer.
fn row(found: &FirstContact<f64, 3>, end: f64) -> Row {
    let Some(contact) = &found.contact else {
        return (1, end, f64::NAN, UNKNOWN, UNKNOWN, UNKNOWN, -1, -1);
    };
    let pieces = (contact.pieces.0 as i32, contact.pieces.1 as i32);
    let Ok(answer) = &contact.answer else {
        return (
            -1,
            contact.time,
            f64::NAN,
            UNKNOWN,
            UNKNOWN,
            UNKNOWN,
            pieces.0,
            pieces.1,
        );
    };
    let normal = contact.normal.map_or(UNKNOWN, Into::into);
    let (distance, points) = match &answer.outcome {
        photofinish::Outcome::Impact(impact) => (impact.distance, Some(&impact.contact)),
        photofinish::Outcome::Overlapping(overlap) => (-overlap.depth, Some(&overlap.contact)),
        _ => (f64::NAN, contact.place()),
    };
    let (a, b) = points.map_or((UNKNOWN, UNKNOWN), |at| {
        (at.witness_a.into(), at.witness_b.into())
    });
    (0, contact.time, distance, normal, a, b, pieces.0, pieces.1)
}

fn columns(py: Python<'_>, rows: Vec<Row>) -> PyResult<Columns<'_>> {
    macro_rules! column {
        ($field:tt) => {
            rows.iter()
                .map(|row| row.$field)
                .collect::<Vec<_>>()
                .into_pyarray(py)
        };
    }
    macro_rules! vectors {
        ($field:tt) => {
            rows.iter()
                .flat_map(|row| row.$field)
                .collect::<Vec<_>>()
                .into_pyarray(py)
                .reshape([rows.len(), 3])?
        };
    }
    Ok((
        column!(0),
        column!(1),
        column!(2),
        vectors!(3),
        vectors!(4),
        vectors!(5),
        column!(6),
        column!(7),
    ))
}

fn query(target_distance: f64, tolerance: Option<f64>) -> Query<f64> {
    let query = Query::new().target_distance(target_distance);
    tolerance.into_iter().fold(query, Query::tolerance)
}

/// Returns the length of the longest list; the others must be as long, or of one pose for all.
fn count(lists: &[&[Isometry3<f64>]]) -> PyResult<usize> {
    let longest = lists.iter().map(|list| list.len()).max().unwrap_or(0);
    if lists
        .iter()
        .any(|list| list.len() != longest && list.len() != 1)
    {
        return Err(invalid(
            "the numbers of poses differ: give one for all, or as many for each",
        ));
    }
    Ok(longest)
}

fn pick(list: &[Isometry3<f64>], index: usize) -> Isometry3<f64> {
    list[if list.len() == 1 { 0 } else { index }]
}

/// Answers when two bodies meet first, for many pairs of poses at both ends. Times go from 0 to 1.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // two bodies, two ends, settings
pub fn time_of_impact<'py>(
    py: Python<'py>,
    a: &Shape,
    b: &Shape,
    ends: [PyReadonlyArray3<'py, f64>; 4],
    target_distance: f64,
    tolerance: Option<f64>,
    threads: usize,
) -> PyResult<Columns<'py>> {
    let ends: Vec<_> = ends.iter().map(poses::many).collect::<PyResult<_>>()?;
    let lists: Vec<&[_]> = ends.iter().map(Vec::as_slice).collect();
    let query = query(target_distance, tolerance);
    let rows = batch::run(py, count(&lists)?, threads, |range: Range<usize>| {
        let answer = |index: usize| -> PyResult<Row> {
            let motion = |from: usize| -> PyResult<AnyMotion3<f64>> {
                let ends = [from, from + 1].map(|list| pick(lists[list], index));
                let motion =
                    ConstantVelocity::between((0.0, ends[0]), (1.0, ends[1]), Vector3::zeros());
                Ok(motion.map_err(invalid)?.into())
            };
            let bodies = (body(&a.form, motion(0)?), body(&b.form, motion(2)?));
            let found = query.first_meeting(&bodies.0, &bodies.1, 0.0..=1.0);
            Ok(row(&found.map_err(invalid)?, 1.0))
        };
        range.map(answer).collect()
    })?;
    columns(py, rows)
}

fn body(form: &AnyForm3, motion: AnyMotion3<f64>) -> AnyBody3<AnyMotion3<f64>> {
    AnyBody3::new(form.clone(), motion)
}

/// Answers when two bodies in motion meet first.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // two bodies, two motions, settings
pub fn first_contact(
    py: Python<'_>,
    a: &Shape,
    b: &Shape,
    motion_a: &Motion,
    motion_b: &Motion,
    interval: (f64, f64),
    target_distance: f64,
    tolerance: Option<f64>,
) -> PyResult<Row> {
    let bodies = (
        body(&a.form, motion_a.any()?),
        body(&b.form, motion_b.any()?),
    );
    let query = query(target_distance, tolerance);
    let found = py.detach(|| query.first_meeting(&bodies.0, &bodies.1, interval.0..=interval.1));
    Ok(row(&found.map_err(invalid)?, interval.1))
}

/// Returns the signed distances of two bodies at many poses.
#[pyfunction]
pub fn distance<'py>(
    py: Python<'py>,
    a: &Shape,
    b: &Shape,
    at: [PyReadonlyArray3<'py, f64>; 2],
    threads: usize,
) -> PyResult<Columns<'py>> {
    let at: Vec<_> = at.iter().map(poses::many).collect::<PyResult<_>>()?;
    let single = match (&a.form, &b.form) {
        (AnyForm3::Shape(a), AnyForm3::Shape(b)) => Some((a, b)),
        _ => None,
    };
    let pieces = match single {
        Some(_) => Vec::new(),
        None => vec![a.as_pieces()?, b.as_pieces()?],
    };
    let count = count(&[&at[0], &at[1]])?;
    let rows = batch::run(py, count, threads, |range: Range<usize>| {
        let answer = |index: usize| -> PyResult<Row> {
            let places = [pick(&at[0], index), pick(&at[1], index)];
            let (found, nearest) = if let Some((a, b)) = single {
                let a = Posed::new(a, &places[0]).map_err(invalid)?;
                let b = Posed::new(b, &places[1]).map_err(invalid)?;
                (try_proximity(&a, &b).map_err(invalid)?, (0, 0))
            } else {
                let at = |side: usize| -> PyResult<_> {
                    let rest = AtRest::new(places[side]).map_err(invalid)?;
                    Ok(MovingPieces::new(pieces[side].clone(), rest))
                };
                let found = nearest_pieces(&at(0)?, &at(1)?, 0.0).map_err(invalid)?;
                (found.proximity, found.pieces)
            };
            Ok(at_rest(&found, nearest))
        };
        range.map(answer).collect()
    })?;
    columns(py, rows)
}

fn at_rest(found: &Proximity<f64, 3>, pieces: (u32, u32)) -> Row {
    let (distance, contact) = (found.signed_distance(), found.contact());
    let [normal, a, b] = [contact.normal, contact.witness_a, contact.witness_b].map(Into::into);
    let apart = i8::from(matches!(found, Proximity::Disjoint(_)) && distance > 0.0);
    (
        apart,
        0.0,
        distance,
        normal,
        a,
        b,
        pieces.0 as i32,
        pieces.1 as i32,
    )
}

/// A proof that two convex bodies keep a distance, with all that a check of it needs.
#[pyclass(frozen, module = "photofinish._photofinish")]
pub struct Proof(Proof3);

/// Proves that two convex bodies keep a distance, up to their first contact or the end of the interval.
#[pyfunction]
pub fn certify(
    py: Python<'_>,
    a: &Shape,
    b: &Shape,
    motion_a: &Motion,
    motion_b: &Motion,
    interval: (f64, f64),
    target_distance: f64,
) -> PyResult<Proof> {
    let (AnyForm3::Shape(a), AnyForm3::Shape(b)) = (&a.form, &b.form) else {
        return Err(invalid(
            "a proof of this kind is about two convex bodies, not about surfaces or compounds",
        ));
    };
    let (a, b) = (motion_a.body(a.clone())?, motion_b.body(b.clone())?);
    let query = query(target_distance, None);
    let found = py.detach(|| query.certify(&a.moving(), &b.moving(), interval.0..=interval.1));
    let certificate = match found {
        Ok((_, certificate)) => certificate,
        Err(failed) if matches!(failed.error, QueryError::Undecided { .. }) => failed.certificate,
        Err(failed) => return Err(invalid(failed.error)),
    };
    let end = certificate
        .covers()
        .map_or(interval.0, |covers| *covers.end());
    if end <= interval.0 {
        return Err(proof(
            "the bodies are in contact at the start: there is nothing to prove",
        ));
    }
    let proof: photofinish::Proof<UnitQuaternion<f64>, 3> = Proof3 {
        a,
        b,
        distance: target_distance,
        start: interval.0,
        end,
        certificate,
    };
    Ok(Proof(proof))
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
