#![doc = include_str!("../README.md")]
//!
//! # Format
//! Each line is one object:
//!
//! | key | meaning |
//! |---|---|
//! | `id`, `family` | names |
//! | `kind` | `time_of_impact`, `distance` (signed: negative is the penetration depth) or `intersects` |
//! | `a`, `b` | the bodies, as [`Body`] describes them |
//! | `interval` | start and end, 0 and 1 by default |
//! | `target_distance` | 0 by default |
//! | `params` | the policy of the query: `{"initial_contact": "stop"}` or `"ignore_separating"` |
//! | `expected` | the known answer, as [`Expected`] describes it |
//!
//! An unknown key of a body or shape is an error. Other unknown keys are allowed, as they may be for other programs,
//! unless they resemble a known key. `Case::from_json` returns the keys that it passed over.
//!
//! The dimension is the length of `pos`. The centre of rotation moves at `linvel` and is accelerated by `acc`; the body
//! turns about it at the constant `angvel`.

// answers have the same bits on every machine: see clippy.toml
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod json;

use nalgebra::{
    Complex, Isometry, Quaternion, SVector, Translation, UnitComplex, UnitQuaternion, Vector3,
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use photofinish::motion::{Ballistic, ConstantVelocity, Rotor};
use photofinish::shape::{
    AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Segment, Triangle,
};
use photofinish::support::Rounded;
use photofinish::{InitialContact, MotionError, Moving, PoseError, Real, ShapeError};

/// A pair of bodies, a question about them, and the answer if it is known.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Case {
    /// The name of the case.
    pub id: String,
    /// The name of the family that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The question.
    pub kind: Kind,
    /// The first body.
    pub a: Body,
    /// The second body.
    pub b: Body,
    /// The start and the end of the time interval.
    #[serde(default = "unit_interval")]
    pub interval: [f64; 2],
    /// The distance at which bodies count as touching.
    #[serde(default)]
    pub target_distance: f64,
    /// The policies of the query.
    #[serde(default)]
    pub params: Params,
    /// The known answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<Expected>,
}

/// The policies that a case asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Params {
    /// What the query does with bodies that start in contact.
    #[serde(default)]
    pub initial_contact: InitialContact,
}

fn unit_interval() -> [f64; 2] {
    [0.0, 1.0]
}

/// The question of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// When do they first touch?
    TimeOfImpact,
    /// How far apart are they at the start?
    Distance,
    /// Do they touch at the start?
    Intersects,
}

/// A body: shape, pose and motion, all in plain numbers.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// The shape in its own frame.
    pub shape: Shape,
    /// The position of its frame at time 0; the number of coordinates is the dimension.
    pub pos: Vec<f64>,
    /// In space, the rotation of its frame at time 0 as a quaternion: x, y, z, w.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quat: Option<[f64; 4]>,
    /// In the plane, the rotation of its frame at time 0, in radians.
    #[serde(default)]
    pub angle: f64,
    /// The velocity of the centre of rotation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linvel: Option<Vec<f64>>,
    /// The angular velocity: a vector in space, a number in the plane.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angvel: Option<AngularVelocity>,
    /// The centre of rotation, in the body's frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub center: Option<Vec<f64>>,
    /// The acceleration of the centre of rotation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acc: Option<Vec<f64>>,
}

/// A shape and the radius by which it is rounded.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)] // the library's shapes, with its names and measures
pub enum Shape {
    Ball {
        r: f64,
    },
    Cuboid {
        half: Vec<f64>,
        #[serde(default)]
        round: f64,
    },
    Capsule {
        half_height: f64,
        r: f64,
    },
    Cylinder {
        half_height: f64,
        r: f64,
        #[serde(default)]
        round: f64,
    },
    Cone {
        half_height: f64,
        r: f64,
        #[serde(default)]
        round: f64,
    },
    Hull {
        points: Vec<Vec<f64>>,
        #[serde(default)]
        round: f64,
    },
    Triangle {
        points: [Vec<f64>; 3],
        #[serde(default)]
        round: f64,
    },
    Segment {
        points: [Vec<f64>; 2],
        #[serde(default)]
        round: f64,
    },
}

/// A number in the plane, a vector in space.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(
    untagged,
    expecting = "`angvel` must be a number in the plane and three coordinates in space"
)]
#[allow(missing_docs)]
pub enum AngularVelocity {
    Plane(f64),
    Space([f64; 3]),
}

/// The known answer of a case. Each case gives the keys that apply to it.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[allow(missing_docs)] // the keys of the format
pub struct Expected {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hit: Option<bool>,
    /// The time of impact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toi: Option<f64>,
    /// The largest error of the expected number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tol: Option<f64>,
    /// The least distance over the interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_dist: Option<f64>,
    /// The largest penetration after the impact, if the bodies moved on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deepest: Option<f64>,
    /// The normal from A to B at the impact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal: Option<Vec<f64>>,
    /// The signed distance at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<f64>,
    /// The bounding radius of the smaller body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// The signed distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intersecting: Option<bool>,
}

/// A reason why a line is not a valid case.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum CaseError {
    /// A vector has the wrong number of coordinates.
    #[error("`{name}` needs {expected} coordinates, but has {found}")]
    Dimension {
        /// The key of the vector.
        name: &'static str,
        /// The dimension of the case.
        expected: usize,
        /// The number of coordinates that it has.
        found: usize,
    },
    /// An angular velocity has the form of the other dimension.
    #[error("`angvel` must be a number in the plane and three coordinates in space")]
    AngularVelocity,
    /// A rotation has the form of the other dimension.
    #[error(
        "`{name}` turns a body of another dimension: use `angle` in the plane and `quat` in space"
    )]
    Rotation {
        /// The key.
        name: &'static str,
    },
    /// An unknown key resembles a known one.
    #[error("unknown key `{key}`{near}")]
    UnknownKey {
        /// The key.
        key: String,
        /// The question whether the known key was meant; it may be empty.
        near: String,
    },
    /// A line is not JSON, or not JSON of a case.
    #[error("{message} at column {column}")]
    Json {
        /// The message of the parser.
        message: String,
        /// The place in the line, in bytes from 1.
        column: usize,
    },
    /// A shape cannot be built.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A motion cannot be built.
    #[error(transparent)]
    Motion(#[from] MotionError),
}

/// A body of a case, ready for queries.
pub type MovingBody<T, R, const D: usize> =
    Moving<Rounded<AnyShape<T, D>, T>, Ballistic<T, R, D>, T, D>;

impl Case {
    /// Returns the number of dimensions: 2 or 3 for a valid case.
    pub fn dimension(&self) -> usize {
        self.a.pos.len()
    }
}

impl Body {
    /// Builds the body in the scalar `T`, with rotations of type `R`.
    ///
    /// # Errors
    /// A [`CaseError`] if the dimensions do not match, or the shape or the motion cannot be built.
    pub fn build<T, R, const D: usize>(&self) -> Result<MovingBody<T, R, D>, CaseError>
    where
        T: Real,
        R: CaseRotor<T, D>,
    {
        let position = vector("pos", &self.pos)?;
        let or_zero = |name, given: &Option<Vec<f64>>| match given {
            Some(given) => vector(name, given),
            None => Ok(SVector::zeros()),
        };
        let pose = Isometry::from_parts(Translation::from(position), R::rotation(self)?);
        let linear = or_zero("linvel", &self.linvel)?;
        let start = ConstantVelocity::new(pose, linear, R::velocity(self.angvel)?)?
            .about(or_zero("center", &self.center)?)?;
        let motion = Ballistic::new(start, or_zero("acc", &self.acc)?)?;
        Ok(Moving::new(self.shape.build()?, motion))
    }
}

impl Shape {
    fn build<T: Real, const D: usize>(&self) -> Result<Rounded<AnyShape<T, D>, T>, CaseError> {
        let of = T::of;
        let (shape, round): (AnyShape<T, D>, f64) = match self {
            Self::Ball { r } => (Ball::new(of(*r))?.into(), 0.0),
            Self::Capsule { half_height, r } => {
                (Capsule::new(of(*half_height), of(*r))?.into(), 0.0)
            }
            Self::Cuboid { half, round } => (Cuboid::new(vector("half", half)?)?.into(), *round),
            Self::Cylinder {
                half_height,
                r,
                round,
            } => (Cylinder::new(of(*half_height), of(*r))?.into(), *round),
            Self::Cone {
                half_height,
                r,
                round,
            } => (Cone::new(of(*half_height), of(*r))?.into(), *round),
            Self::Hull { points, round } => {
                let points: Result<Vec<_>, _> =
                    points.iter().map(|p| vector("points", p)).collect();
                (ConvexHull::new(&points?)?.into(), *round)
            }
            Self::Triangle {
                points: [a, b, c],
                round,
            } => {
                let points = [
                    vector("points", a)?,
                    vector("points", b)?,
                    vector("points", c)?,
                ];
                (Triangle::new(points)?.into(), *round)
            }
            Self::Segment {
                points: [a, b],
                round,
            } => {
                let points = [vector("points", a)?, vector("points", b)?];
                (Segment::new(points)?.into(), *round)
            }
        };
        Ok(Rounded::new(shape, of(round))?)
    }
}

fn vector<T: Real, const D: usize>(
    name: &'static str,
    coordinates: &[f64],
) -> Result<SVector<T, D>, CaseError> {
    if coordinates.len() != D {
        return Err(CaseError::Dimension {
            name,
            expected: D,
            found: coordinates.len(),
        });
    }
    Ok(SVector::from_fn(|row, _| T::of(coordinates[row])))
}

/// The rotations of the plane and of space, as cases give them.
pub trait CaseRotor<T: Real, const D: usize>: Rotor<T, D> {
    /// Returns the rotation of the body at time 0.
    ///
    /// # Errors
    /// A [`CaseError`] if the given numbers are not a rotation of this dimension.
    fn rotation(body: &Body) -> Result<Self, CaseError>;

    /// Returns the angular velocity, or zero if none is given.
    ///
    /// # Errors
    /// [`CaseError::AngularVelocity`] if it has the form of the other dimension.
    fn velocity(given: Option<AngularVelocity>) -> Result<Self::Velocity, CaseError>;
}

impl<T: Real> CaseRotor<T, 2> for UnitComplex<T> {
    fn rotation(body: &Body) -> Result<Self, CaseError> {
        if body.quat.is_some() {
            return Err(CaseError::Rotation { name: "quat" });
        }
        let (sin, cos) = body.angle.sine_and_cosine();
        Ok(Self::new_normalize(Complex::new(T::of(cos), T::of(sin))))
    }

    fn velocity(given: Option<AngularVelocity>) -> Result<T, CaseError> {
        match given {
            None => Ok(T::zero()),
            Some(AngularVelocity::Plane(speed)) => Ok(T::of(speed)),
            Some(AngularVelocity::Space(_)) => Err(CaseError::AngularVelocity),
        }
    }
}

impl<T: Real> CaseRotor<T, 3> for UnitQuaternion<T> {
    fn rotation(body: &Body) -> Result<Self, CaseError> {
        if body.angle != 0.0 {
            return Err(CaseError::Rotation { name: "angle" });
        }
        let Some([x, y, z, w]) = body.quat else {
            return Ok(Self::identity());
        };
        let norm = (x * x + y * y + z * z + w * w).sqrt();
        // cases are often written with few digits, so the quaternion is scaled to unit length, unless it is off by more
        if !((norm - 1.0).abs() <= 1e-3) {
            return Err(MotionError::from(PoseError::NotARotation { norm }).into());
        }
        let [x, y, z, w] = [x, y, z, w].map(|part| T::of(part / norm));
        Ok(Self::new_normalize(Quaternion::new(w, x, y, z)))
    }

    fn velocity(given: Option<AngularVelocity>) -> Result<Vector3<T>, CaseError> {
        match given {
            None => Ok(Vector3::zeros()),
            Some(AngularVelocity::Space(velocity)) => Ok(Vector3::from(velocity.map(T::of))),
            Some(AngularVelocity::Plane(_)) => Err(CaseError::AngularVelocity),
        }
    }
}
