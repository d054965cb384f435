//! Two bodies: when they meet, how far apart they are, and where they touch.

use nalgebra::{Isometry3, Vector3};
use numpy::PyReadonlyArray3;
use photofinish::body::{AnyBody, AnyBody3, AnyForm};
use photofinish::motion::{AnyMotion3, AtRest, AtRest3, ConstantVelocity};
use photofinish::pieces::{
    AnyPieces, Convex, FirstContact, MovingPieces, PiecesError, nearest_pieces,
};
use photofinish::shape::AnyShape;
use photofinish::support::Posed;
use photofinish::{BodyManifold3, NotFinite, Proximity, Query, try_proximity};
use pyo3::prelude::*;

use crate::batch::{self, GoOn};
use crate::columns::{Bytes, Indices, Numbers, Vectors, column, vectors};
use crate::errors::invalid;
use crate::motion::Motion;
use crate::poses;
use crate::shape::Shape;

/// Status, time, distance, normal, a point of each body, and the pieces.
pub type Row = (i8, f64, f64, [f64; 3], [f64; 3], [f64; 3], i32, i32);
pub type Columns<'py> = (
    Bytes<'py>,
    Numbers<'py>,
    Numbers<'py>,
    Vectors<'py>,
    Vectors<'py>,
    Vectors<'py>,
    Indices<'py>,
    Indices<'py>,
);
/// Two bodies, their motions, and an interval.
pub type Pair<'py> = (
    PyRef<'py, Shape>,
    PyRef<'py, Shape>,
    PyRef<'py, Motion>,
    PyRef<'py, Motion>,
    (f64, f64),
);
/// A form that is borrowed from its shape.
pub type Form<'s> = AnyForm<&'s AnyShape<f64, 3>, &'s AnyPieces<f64, 3>>;
/// The same, in motion.
pub type Moving<'s, M> = AnyBody<&'s AnyShape<f64, 3>, &'s AnyPieces<f64, 3>, M, f64, 3>;

const UNKNOWN: [f64; 3] = [f64::NAN; 3];

/// Returns the row of an answer.
pub fn row(found: &FirstContact<f64, 3>, end: f64) -> Row {
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

pub fn columns<'py>(py: Python<'py>, rows: &[Row]) -> PyResult<Columns<'py>> {
    Ok((
        column(py, rows, |row| row.0),
        column(py, rows, |row| row.1),
        column(py, rows, |row| row.2),
        vectors(py, rows, |row| row.3)?,
        vectors(py, rows, |row| row.4)?,
        vectors(py, rows, |row| row.5)?,
        column(py, rows, |row| row.6),
        column(py, rows, |row| row.7),
    ))
}

pub fn query(target_distance: f64, tolerance: Option<f64>) -> Query<f64> {
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
    let answer = |(): &mut (), index: usize, _: GoOn<'_>| -> PyResult<Row> {
        let motion = |from: usize| -> PyResult<AnyMotion3<f64>> {
            let ends = [from, from + 1].map(|list| pick(lists[list], index));
            let motion =
                ConstantVelocity::between((0.0, ends[0]), (1.0, ends[1]), Vector3::zeros());
            Ok(motion.map_err(invalid)?.into())
        };
        let (a, b) = (
            AnyBody::new(a.form.as_ref(), motion(0)?),
            AnyBody::new(b.form.as_ref(), motion(2)?),
        );
        let found = query.first_meeting(&a, &b, 0.0..=1.0);
        Ok(row(&found.map_err(invalid)?, 1.0))
    };
    let rows = batch::run(py, count(&lists)?, threads, || Ok(()), answer)?;
    columns(py, &rows)
}

/// Answers when two bodies in motion meet first.
#[pyfunction]
pub fn first_contact(
    py: Python<'_>,
    pair: Pair<'_>,
    target_distance: f64,
    tolerance: Option<f64>,
) -> PyResult<Row> {
    let (a, b, motion_a, motion_b, (start, end)) = pair;
    let a = AnyBody3::new(a.form.clone(), motion_a.any()?);
    let b = AnyBody3::new(b.form.clone(), motion_b.any()?);
    let query = query(target_distance, tolerance);
    let found = py.detach(|| query.first_meeting(&a, &b, start..=end));
    Ok(row(&found.map_err(invalid)?, end))
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
    let count = count(&[&at[0], &at[1]])?;
    let answer = |(): &mut (), index: usize, _: GoOn<'_>| {
        let [at_a, at_b] = [0, 1].map(|side| pick(&at[side], index));
        near((a.form.as_ref(), at_a), (b.form.as_ref(), at_b))
    };
    let rows = batch::run(py, count, threads, || Ok(()), answer)?;
    columns(py, &rows)
}

/// Returns how near two forms are to each other at rest.
pub fn near(
    (a, at_a): (Form<'_>, Isometry3<f64>),
    (b, at_b): (Form<'_>, Isometry3<f64>),
) -> PyResult<Row> {
    let rest = |pose| AtRest::new(pose).map_err(invalid);
    let lone = |shape| Convex::new(shape).map_err(|error: PiecesError| invalid(error));
    let found = match (a, b) {
        (AnyForm::Shape(a), AnyForm::Shape(b)) => {
            let a = Posed::new(a, &at_a).map_err(invalid)?;
            let b = Posed::new(b, &at_b).map_err(invalid)?;
            return Ok(at_rest(&try_proximity(&a, &b).map_err(invalid)?, (0, 0)));
        }
        (AnyForm::Shape(a), AnyForm::Pieces(b)) => {
            let a = MovingPieces::new(lone(a)?, rest(at_a)?);
            nearest_pieces(&a, &MovingPieces::new(b, rest(at_b)?), 0.0)
        }
        (AnyForm::Pieces(a), AnyForm::Shape(b)) => {
            let b = MovingPieces::new(lone(b)?, rest(at_b)?);
            nearest_pieces(&MovingPieces::new(a, rest(at_a)?), &b, 0.0)
        }
        (AnyForm::Pieces(a), AnyForm::Pieces(b)) => {
            let b = MovingPieces::new(b, rest(at_b)?);
            nearest_pieces(&MovingPieces::new(a, rest(at_a)?), &b, 0.0)
        }
    };
    let found = found.map_err(|error: NotFinite| invalid(error))?;
    Ok(at_rest(&found.proximity, found.pieces))
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

/// The row of poses, separation, normal, a point of each body, and the pieces.
type Point = (i64, f64, [f64; 3], [f64; 3], [f64; 3], i32, i32);
type Points<'py> = (
    Bound<'py, numpy::PyArray1<i64>>,
    Numbers<'py>,
    Vectors<'py>,
    Vectors<'py>,
    Vectors<'py>,
    Indices<'py>,
    Indices<'py>,
);

/// Returns all points in which two bodies touch, or are within a margin, at many poses.
#[pyfunction]
pub fn contacts<'py>(
    py: Python<'py>,
    a: &Shape,
    b: &Shape,
    at: [PyReadonlyArray3<'py, f64>; 2],
    margin: f64,
    threads: usize,
) -> PyResult<Points<'py>> {
    let at: Vec<_> = at.iter().map(poses::many).collect::<PyResult<_>>()?;
    let answer = |found: &mut BodyManifold3, index: usize, _: GoOn<'_>| -> PyResult<Vec<Point>> {
        let rest = |side: usize| AtRest3::new(pick(&at[side], index)).map_err(invalid);
        let (a, b) = (
            AnyBody::new(a.form.as_ref(), rest(0)?),
            AnyBody::new(b.form.as_ref(), rest(1)?),
        );
        let points = found.update_at(&a, &b, 0.0).map_err(invalid)?.iter();
        Ok(points
            .map(|point| {
                let vectors = [point.normal, point.witness_a, point.witness_b];
                let ([normal, a, b], pieces) = (vectors.map(Into::into), point.id.pieces);
                (
                    index as i64,
                    point.separation,
                    normal,
                    a,
                    b,
                    pieces.0 as i32,
                    pieces.1 as i32,
                )
            })
            .collect())
    };
    let count = count(&[&at[0], &at[1]])?;
    let found = batch::run(
        py,
        count,
        threads,
        || Ok(BodyManifold3::new(margin)),
        answer,
    )?;
    let rows: Vec<Point> = found.into_iter().flatten().collect();
    Ok((
        column(py, &rows, |row| row.0),
        column(py, &rows, |row| row.1),
        vectors(py, &rows, |row| row.2)?,
        vectors(py, &rows, |row| row.3)?,
        vectors(py, &rows, |row| row.4)?,
        column(py, &rows, |row| row.5),
        column(py, &rows, |row| row.6),
    ))
}
