//! Bodies as JSON.

use nalgebra::{SVector, UnitComplex, UnitQuaternion};
use photofinish::Moving;
use photofinish::motion::{Ballistic, Motion};
use photofinish::pieces::{AnyPieces, Compound, MovingPieces, Polyline, TriMesh};
use photofinish::shape::{AnyShape, PosedShape};
use photofinish::support::Rounded;
use photofinish_cases::{self as cases, CaseRotor};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A moving body, ready for queries.
#[derive(Debug)]
pub struct Body<R: Dimension<D>, const D: usize> {
    /// The shape, unless the body has pieces.
    pub convex: Option<Convex<R, D>>,
    /// The body as one of pieces, of which a shape is the only one.
    pub pieces: MovingPieces<AnyPieces<f64, D>, Ballistic<f64, R, D>, f64, D>,
}

type Convex<R, const D: usize> =
    Moving<Rounded<AnyShape<f64, D>, f64>, Ballistic<f64, R, D>, f64, D>;

/// The plane or space, named by its rotations.
pub trait Dimension<const D: usize>: CaseRotor<f64, D> {
    /// The key of surfaces.
    const SURFACE: &'static str;

    /// Returns the surface that is the value of that key.
    ///
    /// # Errors
    /// A message for people.
    fn surface(value: Value) -> Result<AnyPieces<f64, D>, String>;
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    points: Vec<[f64; 2]>,
    #[serde(default)]
    closed: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mesh {
    points: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl Dimension<2> for UnitComplex<f64> {
    const SURFACE: &'static str = "line";

    fn surface(value: Value) -> Result<AnyPieces<f64, 2>, String> {
        let line: Line = read(value)?;
        let points = line.points.into_iter().map(SVector::from).collect();
        let line = if line.closed {
            Polyline::closed(points)
        } else {
            Polyline::open(points)
        };
        line.map(AnyPieces::from).map_err(message)
    }
}

impl Dimension<3> for UnitQuaternion<f64> {
    const SURFACE: &'static str = "mesh";

    fn surface(value: Value) -> Result<AnyPieces<f64, 3>, String> {
        let mesh: Mesh = read(value)?;
        let points = mesh.points.into_iter().map(SVector::from).collect();
        TriMesh::new(points, mesh.triangles)
            .map(AnyPieces::from)
            .map_err(message)
    }
}

/// Returns the body that JSON describes: one of `photofinish-cases`, or one whose shape is
///
/// - `{"compound": [...]}`: bodies of cases without motion, placed in the frame of the whole;
/// - in the plane `{"line": {"points": [...], "closed": false}}`;
/// - in space `{"mesh": {"points": [...], "triangles": [[0, 1, 2]]}}`.
///
/// # Errors
/// A message for people.
pub fn body<R: Dimension<D>, const D: usize>(mut value: Value) -> Result<Body<R, D>, String> {
    let shape = value.get_mut("shape").and_then(Value::as_object_mut);
    let taken = |key| shape.as_ref()?.contains_key(key).then_some(key);
    let key = taken("compound").or(taken(R::SURFACE));
    let Some(key) = key else {
        let convex = build::<R, D>(value)?;
        let piece = Compound::new(vec![AnyShape::from(convex.shape().clone())]).map_err(message)?;
        let pieces = MovingPieces::new(piece.into(), *convex.motion());
        return Ok(Body {
            convex: Some(convex),
            pieces,
        });
    };
    if shape.is_some_and(|shape| shape.len() > 1) {
        return Err(format!("a shape with `{key}` is nothing else too"));
    }
    // only the motion is asked of the body that stands in
    let form = value["shape"].take()[key].take();
    value["shape"] = json!({"ball": {"r": 1.0}});
    let motion = *build::<R, D>(value)?.motion();
    let pieces = if key == "compound" {
        compound::<R, D>(form)?
    } else {
        R::surface(form)?
    };
    Ok(Body {
        convex: None,
        pieces: MovingPieces::new(pieces, motion),
    })
}

fn compound<R: Dimension<D>, const D: usize>(parts: Value) -> Result<AnyPieces<f64, D>, String> {
    let parts: Vec<Value> = read(parts)?;
    let placed = |part: Value| -> Result<AnyShape<f64, D>, String> {
        if let Some(key) = ["linvel", "angvel", "acc", "center"]
            .iter()
            .find(|key| part.get(key).is_some())
        {
            return Err(format!("a part of a compound has no `{key}` of its own"));
        }
        let part = build::<R, D>(part)?;
        let shape = PosedShape::new(part.shape().clone(), &part.motion().pose(0.0));
        shape.map(AnyShape::from).map_err(message)
    };
    let parts: Result<Vec<_>, _> = parts.into_iter().map(placed).collect();
    Compound::new(parts?).map(AnyPieces::from).map_err(message)
}

fn build<R: Dimension<D>, const D: usize>(value: Value) -> Result<Convex<R, D>, String> {
    read::<cases::Body>(value)?.build().map_err(message)
}

fn read<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(message)
}

pub(crate) fn message(error: impl std::fmt::Display) -> String {
    error.to_string()
}
