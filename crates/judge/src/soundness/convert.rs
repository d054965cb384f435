//! Converts bodies and motions of the oracle to those of the crate, and back.

use nalgebra::{
    Complex, Isometry, Quaternion, SVector, Translation, Unit, UnitComplex, UnitQuaternion, Vector3,
};
use photofinish::motion::{Ballistic, ConstantVelocity, Motion, Rotor, Sweep};
use photofinish::shape::{
    AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Segment, Triangle,
};
use photofinish::support::{Posed, Rounded};
use photofinish::{MotionError, Moving, Real, ShapeError};

use photofinish_oracle as oracle;
use photofinish_oracle::motion::{Motion as OracleMotion, Orientation};
use photofinish_oracle::shape::{Body, Shape};

/// Rotations of the plane and of space, converted from the oracle's orientations.
pub trait FromOracle<T: Real, const D: usize>: Rotor<T, D> {
    fn rotation(orientation: &Orientation) -> Self;
    fn velocity(angular: &Vector3<f64>) -> Self::Velocity;
    /// Returns the rotation as an orientation of the oracle.
    fn orientation(&self) -> Orientation;
}

impl<T: Real> FromOracle<T, 2> for UnitComplex<T> {
    fn rotation(orientation: &Orientation) -> Self {
        let matrix = orientation.matrix();
        Unit::new_normalize(Complex::new(T::of(matrix[(0, 0)]), T::of(matrix[(1, 0)])))
    }

    fn velocity(angular: &Vector3<f64>) -> T {
        T::of(angular.z)
    }

    fn orientation(&self) -> Orientation {
        Orientation::Angle(self.im.as_f64().atan2(self.re.as_f64()))
    }
}

impl<T: Real> FromOracle<T, 3> for UnitQuaternion<T> {
    fn rotation(orientation: &Orientation) -> Self {
        match *orientation {
            Orientation::Quaternion(parts) => {
                let [x, y, z, w] = parts.map(T::of);
                Self::new_normalize(Quaternion::new(w, x, y, z))
            }
            Orientation::Angle(_) => panic!("an angle is an orientation of the plane"),
        }
    }

    fn velocity(angular: &Vector3<f64>) -> Vector3<T> {
        angular.map(T::of)
    }

    fn orientation(&self) -> Orientation {
        Orientation::Quaternion([self.i, self.j, self.k, self.w].map(T::as_f64))
    }
}

/// Returns the orientation of a body that is not turned.
pub fn upright<const D: usize>() -> Orientation {
    match D {
        2 => Orientation::Angle(0.0),
        _ => Orientation::Quaternion([0.0, 0.0, 0.0, 1.0]),
    }
}

pub type AnyMotion<T, R, const D: usize> = Box<dyn Motion<T, D, Rotation = R>>;
pub type AnyBody<T, R, const D: usize> =
    Moving<Rounded<AnyShape<T, D>, T>, AnyMotion<T, R, D>, T, D>;

fn convert<T: Real, const D: usize>(vector: &SVector<f64, D>) -> SVector<T, D> {
    vector.map(T::of)
}

/// Returns a shape of the oracle as one of the crate.
pub fn shape<T: Real, const D: usize>(
    body: &Body<D>,
) -> Result<Rounded<AnyShape<T, D>, T>, ShapeError> {
    let of = T::of;
    let shape: AnyShape<T, D> = match &body.shape {
        Shape::Ball { radius } => Ball::new(of(*radius))?.into(),
        Shape::Cuboid { half } => Cuboid::new(convert(half))?.into(),
        Shape::Capsule {
            half_height,
            radius,
        } => Capsule::new(of(*half_height), of(*radius))?.into(),
        Shape::Cylinder {
            half_height,
            radius,
        } => Cylinder::new(of(*half_height), of(*radius))?.into(),
        Shape::Cone {
            half_height,
            radius,
        } => Cone::new(of(*half_height), of(*radius))?.into(),
        Shape::Segment(points) => Segment::new(points.map(|p| convert(&p)))?.into(),
        Shape::Triangle(points) => Triangle::new(points.map(|p| convert(&p)))?.into(),
        Shape::Points(points) => {
            let points: Vec<_> = points.iter().map(convert).collect();
            ConvexHull::new(&points)?.into()
        }
    };
    Rounded::new(shape, of(body.round))
}

/// Returns whether two orientations in space are half a turn apart, up to the rounding of the scalar: the product of
/// two unit quaternions loses a few ulps. Then both ways between them are equally short, and the oracle and the crate
/// may choose different ones.
fn way_is_open<T: Real>(orientations: &[Orientation; 2]) -> bool {
    let [Orientation::Quaternion(from), Orientation::Quaternion(to)] = orientations else {
        return false;
    };
    let cosine: f64 = from.iter().zip(to).map(|(x, y)| x * y).sum();
    cosine.abs() < 64.0 * T::EPSILON.as_f64()
}

/// Returns a pose of the oracle as one of the crate.
pub fn pose<T: Real, R: FromOracle<T, D>, const D: usize>(
    position: &SVector<f64, D>,
    orientation: &Orientation,
) -> Isometry<T, R, D> {
    let position = Translation::from(convert::<T, D>(position));
    Isometry::from_parts(position, R::rotation(orientation))
}

/// Returns a flight of the oracle as one of the crate.
pub fn flight<T: Real, R: FromOracle<T, D>, const D: usize>(
    flight: &oracle::motion::Ballistic<D>,
) -> Result<Ballistic<T, R, D>, MotionError> {
    let pose = pose::<T, R, D>(&flight.position, &flight.orientation);
    let angular = R::velocity(&flight.angvel);
    let start = ConstantVelocity::new(pose, convert(&flight.linvel), angular)?
        .about(convert(&flight.center))?;
    Ballistic::new(start, convert(&flight.acc))
}

pub fn motion<T: Real, R: FromOracle<T, D>, const D: usize>(
    motion: &OracleMotion<D>,
) -> Result<AnyMotion<T, R, D>, MotionError> {
    match motion {
        OracleMotion::Ballistic(of_oracle) => Ok(Box::new(flight::<T, R, D>(of_oracle)?)),
        OracleMotion::Sweep(sweep) => {
            if way_is_open::<T>(&sweep.orientations) {
                return Err(MotionError::OppositeRotations);
            }
            let ends = [0, 1].map(|i| pose::<T, R, D>(&sweep.positions[i], &sweep.orientations[i]));
            let timed = ((T::zero(), ends[0]), (T::one(), ends[1]));
            Ok(Box::new(Sweep::new(
                timed.0,
                timed.1,
                convert(&sweep.center),
            )?))
        }
        OracleMotion::Path(_) => panic!("the generators make no closures"),
    }
}

/// Returns a body of the oracle at its pose at time 0.
pub fn posed<T: Real, R: FromOracle<T, D>, const D: usize>(
    moving: &oracle::advance::Moving<D>,
) -> Option<Posed<Rounded<AnyShape<T, D>, T>, T, D>> {
    let (position, orientation) = match &moving.motion {
        OracleMotion::Ballistic(flight) => (&flight.position, &flight.orientation),
        OracleMotion::Sweep(sweep) => (&sweep.positions[0], &sweep.orientations[0]),
        OracleMotion::Path(_) => return None,
    };
    let pose = pose::<T, R, D>(position, orientation);
    Posed::new(shape(&moving.body).ok()?, &pose).ok()
}

/// Returns a body of the oracle as one of the crate, and exactly that body as one of the oracle. In the latter every
/// number is rounded to `T`, and every rotation is the one that `T` holds.
pub fn given<T: Real, R: FromOracle<T, D>, const D: usize>(
    moving: &oracle::advance::Moving<D>,
) -> (AnyBody<T, R, D>, oracle::advance::Moving<D>) {
    try_given(moving).expect("the generators make good bodies")
}

/// Returns the two bodies of [`given`], or `None` if the crate refuses the body.
pub fn try_given<T: Real, R: FromOracle<T, D>, const D: usize>(
    moving: &oracle::advance::Moving<D>,
) -> Option<(AnyBody<T, R, D>, oracle::advance::Moving<D>)> {
    let motion = motion::<T, R, D>(&moving.motion).ok()?;
    let body = Moving::new(shape(&moving.body).ok()?, motion);
    Some((body, exact::<T, R, D>(moving)))
}

/// Returns exactly the body that `T` holds.
pub fn exact<T: Real, R: FromOracle<T, D>, const D: usize>(
    moving: &oracle::advance::Moving<D>,
) -> oracle::advance::Moving<D> {
    oracle::advance::Moving {
        body: changed(&moving.body, |x| T::of(x).as_f64()),
        motion: rounded_motion::<T, R, D>(&moving.motion),
    }
}

/// Returns a motion whose numbers are rounded to `T`, and whose rotations are those that `T` holds.
pub fn rounded_motion<T: Real, R: FromOracle<T, D>, const D: usize>(
    motion: &OracleMotion<D>,
) -> OracleMotion<D> {
    let mut motion = motion.clone();
    let (coordinates, turns) = motion_parts(&mut motion);
    for x in coordinates {
        *x = T::of(*x).as_f64();
    }
    // a motion scales a rotation anew that is off unit length by more than its numbers' rounding
    for turn in turns {
        let rotation = R::rotation(turn);
        *turn = rotation.normalized().unwrap_or(rotation).orientation();
    }
    motion
}

/// Returns the body with each number changed.
pub fn changed<const D: usize>(body: &Body<D>, number: impl Fn(f64) -> f64) -> Body<D> {
    let mut body = body.clone();
    let (points, lengths) = parts(&mut body);
    for x in points.iter_mut().flatten().chain(lengths) {
        *x = number(*x);
    }
    body
}

/// The kind of a number of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A length of a shape, which is never negative.
    Length,
    /// A coordinate of a point, a velocity or an acceleration.
    Coordinate,
    /// A part of a rotation.
    Turn,
}

/// Returns the points and the lengths that a body is made of.
pub fn parts<const D: usize>(body: &mut Body<D>) -> (&mut [SVector<f64, D>], Vec<&mut f64>) {
    let (points, mut lengths): (&mut [_], Vec<_>) = match &mut body.shape {
        Shape::Ball { radius } => (&mut [], vec![radius]),
        Shape::Cuboid { half } => (&mut [], half.iter_mut().collect()),
        Shape::Capsule {
            half_height,
            radius,
        }
        | Shape::Cylinder {
            half_height,
            radius,
        }
        | Shape::Cone {
            half_height,
            radius,
        } => (&mut [], vec![half_height, radius]),
        Shape::Segment(points) => (points, Vec::new()),
        Shape::Triangle(points) => (points, Vec::new()),
        Shape::Points(points) => (points, Vec::new()),
    };
    lengths.push(&mut body.round);
    (points, lengths)
}

/// Returns the coordinates and the rotations that a motion is made of.
pub fn motion_parts<const D: usize>(
    motion: &mut OracleMotion<D>,
) -> (Vec<&mut f64>, &mut [Orientation]) {
    match motion {
        OracleMotion::Ballistic(flight) => {
            let vectors = [
                &mut flight.center,
                &mut flight.position,
                &mut flight.linvel,
                &mut flight.acc,
            ];
            let spins = flight.angvel.iter_mut().skip(if D == 2 { 2 } else { 0 });
            let numbers = vectors.into_iter().flatten().chain(spins).collect();
            (numbers, std::slice::from_mut(&mut flight.orientation))
        }
        OracleMotion::Sweep(sweep) => {
            let vectors = sweep.positions.iter_mut().chain([&mut sweep.center]);
            (vectors.flatten().collect(), &mut sweep.orientations)
        }
        OracleMotion::Path(_) => panic!("the generators make no closures"),
    }
}

/// Returns all numbers that a moving body is made of.
pub fn numbers<const D: usize>(moving: &mut oracle::advance::Moving<D>) -> Vec<(&mut f64, Kind)> {
    let (points, lengths) = parts(&mut moving.body);
    let (coordinates, turns) = motion_parts(&mut moving.motion);
    let turns = turns.iter_mut().flat_map(|turn| match turn {
        Orientation::Angle(angle) => vec![angle],
        Orientation::Quaternion(parts) => parts.iter_mut().collect(),
    });
    let points = points.iter_mut().flatten().map(|x| (x, Kind::Coordinate));
    let lengths = lengths.into_iter().map(|x| (x, Kind::Length));
    let coordinates = coordinates.into_iter().map(|x| (x, Kind::Coordinate));
    let turns = turns.map(|x| (x, Kind::Turn));
    points
        .chain(lengths)
        .chain(coordinates)
        .chain(turns)
        .collect()
}
