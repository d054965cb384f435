//! Proofs that two bodies keep a distance.

use nalgebra::UnitQuaternion;
use photofinish::body::AnyForm3;
use photofinish::motion::AnyMotion3;
use photofinish::pieces::{AnyPieces, MovingPieces, PiecesCertificate};
use photofinish::{Proof3, QueryError};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use crate::errors::{invalid, proof};
use crate::motion::{Given, Motion};
use crate::pair::{Pair, query};
use crate::shape::{Content, Shape};

/// A proof that two bodies keep a distance, with all that a check of it needs.
#[pyclass(frozen, module = "photofinish._photofinish")]
pub struct Proof(Kind);

#[derive(Serialize)]
#[serde(untagged)]
enum Kind {
    Convex(Box<Proof3>),
    Pieces(Box<OfPieces>),
}

/// A proof about bodies of which one at least is not convex, as it stands in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OfPieces {
    format: String,
    version: u32,
    a: Body,
    b: Body,
    distance: f64,
    start: f64,
    end: f64,
    certificate: PiecesCertificate<f64, 3>,
}

const FORMAT: &str = "photofinish proof of pieces";
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    shape: Content,
    motion: Given,
}

impl Body {
    fn new(shape: &Shape, motion: &Motion) -> Self {
        Self {
            shape: shape.content.clone(),
            motion: motion.given.clone(),
        }
    }

    fn moving(&self) -> PyResult<MovingPieces<AnyPieces<f64, 3>, AnyMotion3<f64>, f64, 3>> {
        let shape = Shape::new(self.shape.clone())?;
        let motion = Motion::new(self.motion.clone())?.any()?;
        Ok(MovingPieces::new(shape.as_pieces()?, motion))
    }
}

impl OfPieces {
    fn verify(&self) -> PyResult<f64> {
        if (self.format.as_str(), self.version) != (FORMAT, VERSION) {
            return Err(proof(format!("this is no {FORMAT} of version {VERSION}")));
        }
        let (a, b) = (self.a.moving()?, self.b.moving()?);
        let proven = self
            .certificate
            .verify(&a, &b, self.distance, self.start..=self.end);
        proven.map_err(proof)
    }
}

/// Returns the end of what is covered, or the error for bodies that touch at the start.
fn covered(end: Option<f64>, start: f64) -> PyResult<f64> {
    match end {
        Some(end) if end > start => Ok(end),
        _ => Err(proof(
            "the bodies touch at the start, or are undecided there: there is nothing to prove",
        )),
    }
}

fn of_convex(py: Python<'_>, pair: &Pair<'_>, distance: f64) -> PyResult<Option<Proof3>> {
    let (a, b, motion_a, motion_b, (start, end)) = pair;
    let (AnyForm3::Shape(a), AnyForm3::Shape(b)) = (&a.form, &b.form) else {
        return Ok(None);
    };
    let (a, b) = (motion_a.body(a.clone())?, motion_b.body(b.clone())?);
    let query = query(distance, None);
    let certificate = match py.detach(|| query.certify(&a.moving(), &b.moving(), *start..=*end)) {
        Ok((_, certificate)) => certificate,
        Err(failed) if matches!(failed.error, QueryError::Undecided { .. }) => failed.certificate,
        Err(failed) => return Err(invalid(failed.error)),
    };
    let end = covered(certificate.covers().map(|covers| *covers.end()), *start)?;
    let start = *start;
    let proof: photofinish::Proof<UnitQuaternion<f64>, 3> = Proof3 {
        a,
        b,
        distance,
        start,
        end,
        certificate,
    };
    Ok(Some(proof))
}

fn of_pieces(py: Python<'_>, pair: &Pair<'_>, distance: f64) -> PyResult<OfPieces> {
    let (a, b, motion_a, motion_b, (start, end)) = pair;
    let (body_a, body_b) = (Body::new(a, motion_a), Body::new(b, motion_b));
    let a = MovingPieces::new(a.as_pieces()?, motion_a.any()?);
    let b = MovingPieces::new(b.as_pieces()?, motion_b.any()?);
    let query = query(distance, None);
    let certificate = match py.detach(|| query.certify_first_contact(&a, &b, *start..=*end)) {
        Ok((_, certificate)) => certificate,
        Err(failed) => return Err(invalid(failed.error)),
    };
    let end = covered(certificate.covers().map(|covers| *covers.end()), *start)?;
    Ok(OfPieces {
        format: FORMAT.to_owned(),
        version: VERSION,
        a: body_a,
        b: body_b,
        distance,
        start: *start,
        end,
        certificate,
    })
}

/// Proves that two bodies keep a distance, up to their first contact or the end of the interval.
#[pyfunction]
pub fn certify(py: Python<'_>, pair: Pair<'_>, target_distance: f64) -> PyResult<Proof> {
    Ok(Proof(match of_convex(py, &pair, target_distance)? {
        Some(proof) => Kind::Convex(Box::new(proof)),
        None => Kind::Pieces(Box::new(of_pieces(py, &pair, target_distance)?)),
    }))
}

#[pymethods]
impl Proof {
    /// Checks the proof without a search, and returns how much farther apart than their distance the bodies stay.
    fn verify(&self, py: Python<'_>) -> PyResult<f64> {
        py.detach(|| match &self.0 {
            Kind::Convex(of_convex) => of_convex.verify().map_err(proof),
            Kind::Pieces(of_pieces) => of_pieces.verify(),
        })
    }

    #[getter]
    fn interval(&self) -> (f64, f64) {
        match &self.0 {
            Kind::Convex(proof) => (proof.start, proof.end),
            Kind::Pieces(proof) => (proof.start, proof.end),
        }
    }

    #[getter]
    fn distance(&self) -> f64 {
        match &self.0 {
            Kind::Convex(proof) => proof.distance,
            Kind::Pieces(proof) => proof.distance,
        }
    }

    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.0).map_err(invalid)
    }

    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        #[derive(Deserialize)]
        struct Head {
            format: String,
        }
        let head: Head = serde_json::from_str(text).map_err(proof)?;
        Ok(Self(if head.format == FORMAT {
            Kind::Pieces(serde_json::from_str(text).map_err(proof)?)
        } else {
            Kind::Convex(serde_json::from_str(text).map_err(proof)?)
        }))
    }
}
