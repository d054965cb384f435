//! Certificates with their bodies and their claim: files that anyone can check.

use nalgebra::{UnitComplex, UnitQuaternion};
use serde::{Deserialize, Serialize};

use super::file::file;
use super::{Certificate, CertificateError, CertifiedInterval};
use crate::motion::{AnyMotion, Motion, Piecewise, SerialRotor};
use crate::shape::AnyShape;
use crate::{MotionError, Moving};

/// The name of the format.
const FORMAT: &str = "photofinish proof";

/// A certificate with its bodies and its claim, which is all that a stranger needs to check it.
///
/// The file is described on one page, `docs/certificate.md`, and `examples/certificate/check.py` is a checker in Python
/// that follows that page alone. [`verify`](Self::verify) is the library's own check.
///
/// A proof is only worth what its claim is: read the bodies, the distance and the times before you trust it. It is in
/// double precision; bodies in single precision are copied by [`ToF64`](crate::ToF64).
///
/// ```
/// use nalgebra::{Isometry3, Vector3, vector};
/// use photofinish::motion::{AtRest, ConstantVelocity};
/// use photofinish::shape::{Ball, Cuboid};
/// use photofinish::{Proof3, ProofBody, Query};
///
/// let spin = ConstantVelocity::new(Isometry3::identity(), Vector3::zeros(), vector![0.0, 0.0, 50.0])?;
/// let bar = ProofBody::new(Cuboid::new(vector![2.0, 0.1, 0.1])?, spin);
/// let post = ProofBody::new(Ball::new(0.2)?, AtRest::new(Isometry3::translation(2.5, 0.0, 0.0))?);
/// let query = Query::new().target_distance(0.1);
/// let (_, certificate) = query.certify(&bar.moving(), &post.moving(), 0.0..=1.0)?;
/// let proof: Proof3 = Proof3 { a: bar, b: post, distance: 0.1, start: 0.0, end: 1.0, certificate };
/// assert!(proof.verify()? > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(
    bound = "R: SerialRotor<f64, D>",
    into = "File<R, D>",
    try_from = "File<R, D>"
)]
pub struct Proof<R: SerialRotor<f64, D>, const D: usize> {
    /// The body that separating vectors point away from.
    pub a: ProofBody<R, D>,
    /// The body that they point to.
    pub b: ProofBody<R, D>,
    /// The signed distance that the bodies are claimed to keep. If it is negative, they may overlap by that much.
    pub distance: f64,
    /// The first time of the claim.
    pub start: f64,
    /// The last time of the claim.
    pub end: f64,
    /// The evidence.
    pub certificate: Certificate<f64, D>,
}

/// A proof about bodies in the plane.
pub type Proof2 = Proof<UnitComplex<f64>, 2>;
/// A proof about bodies in space.
pub type Proof3 = Proof<UnitQuaternion<f64>, 3>;

impl<R: SerialRotor<f64, D>, const D: usize> Proof<R, D> {
    /// Checks that the bodies keep the distance at all times from `start` to `end`, and returns how much farther apart
    /// they are proven to be. See [`Certificate::verify`].
    ///
    /// # Errors
    /// The [`CertificateError`] of the first check that fails.
    pub fn verify(&self) -> Result<f64, CertificateError> {
        let (a, b) = (self.a.moving(), self.b.moving());
        (self.certificate).verify(&a, &b, self.distance, self.start..=self.end)
    }
}

/// A body as a proof states it: a shape, and one motion or several, one after the other.
///
/// A file cannot hold a motion of [another type](AnyMotion::other): to write one is an error.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(
    bound = "R: SerialRotor<f64, D>",
    into = "WrittenBody<R, D>",
    try_from = "WrittenBody<R, D>"
)]
pub struct ProofBody<R: SerialRotor<f64, D>, const D: usize> {
    shape: AnyShape<f64, D>,
    path: Path<R, D>,
}

#[derive(Clone, Debug)]
enum Path<R: SerialRotor<f64, D>, const D: usize> {
    One(Box<AnyMotion<f64, R, D>>),
    Several(Piecewise<f64, AnyMotion<f64, R, D>>),
}

impl<R: SerialRotor<f64, D>, const D: usize> ProofBody<R, D> {
    /// Returns the body with this shape and this motion.
    pub fn new(
        shape: impl Into<AnyShape<f64, D>>,
        motion: impl Into<AnyMotion<f64, R, D>>,
    ) -> Self {
        Self {
            shape: shape.into(),
            path: Path::One(Box::new(motion.into())),
        }
    }

    /// Returns the body with this shape, and motions one after the other.
    pub fn on_path(
        shape: impl Into<AnyShape<f64, D>>,
        path: Piecewise<f64, AnyMotion<f64, R, D>>,
    ) -> Self {
        Self {
            shape: shape.into(),
            path: Path::Several(path),
        }
    }

    /// Returns the moving body, to ask about and to check.
    pub fn moving(
        &self,
    ) -> Moving<&AnyShape<f64, D>, &(dyn Motion<f64, D, Rotation = R> + 'static), f64, D> {
        let motion: &dyn Motion<f64, D, Rotation = R> = match &self.path {
            Path::One(motion) => &**motion,
            Path::Several(path) => path,
        };
        Moving::new(&self.shape, motion)
    }
}

/// A body as it is written. There are no knots for one motion, and one more than there are motions for several.
#[derive(Serialize, Deserialize)]
#[serde(bound = "R: SerialRotor<f64, D>", deny_unknown_fields)]
struct WrittenBody<R: SerialRotor<f64, D>, const D: usize> {
    shape: AnyShape<f64, D>,
    motions: Vec<AnyMotion<f64, R, D>>,
    knots: Vec<f64>,
}

impl<R: SerialRotor<f64, D>, const D: usize> From<ProofBody<R, D>> for WrittenBody<R, D> {
    fn from(body: ProofBody<R, D>) -> Self {
        let (motions, knots) = match body.path {
            Path::One(motion) => (vec![*motion], Vec::new()),
            Path::Several(path) => (path.pieces().to_vec(), path.knots().to_vec()),
        };
        Self {
            shape: body.shape,
            motions,
            knots,
        }
    }
}

impl<R: SerialRotor<f64, D>, const D: usize> TryFrom<WrittenBody<R, D>> for ProofBody<R, D> {
    type Error = MotionError;

    fn try_from(mut body: WrittenBody<R, D>) -> Result<Self, MotionError> {
        match body.motions.pop() {
            Some(motion) if body.motions.is_empty() && body.knots.is_empty() => {
                Ok(Self::new(body.shape, motion))
            }
            last => {
                body.motions.extend(last);
                Ok(Self::on_path(
                    body.shape,
                    Piecewise::new(body.knots, body.motions)?,
                ))
            }
        }
    }
}

file! {
    #[serde(bound = "R: SerialRotor<f64, D>")]
    struct File<[R: SerialRotor<f64, D>, const D: usize] R, D> of Proof as proof {
        distance: f64 = proof.distance,
        start: f64 = proof.start,
        end: f64 = proof.end,
        a: ProofBody<R, D> = proof.a,
        b: ProofBody<R, D> = proof.b,
        origin: nalgebra::SVector<f64, D> = proof.certificate.origin,
        intervals: Vec<CertifiedInterval<f64, D>> = proof.certificate.intervals,
    }
    Self { a, b, distance, start, end, certificate: Certificate { origin, intervals } }
}
