//! Scenes as numbers.
//!
//! The numbers are: the dimension; the start and the end of the interval; the two bodies that are looked at closely, or
//! -1 twice for those that meet first; in how many parts the sweep is asked; its slop; how many bodies there are, and
//! those. All others are the times at which gaps are measured. A body has a position, a rotation (an angle, or a
//! quaternion x, y, z, w), a velocity, a spin, how many pieces it has, and those: a [kind](Kind), how many numbers it has,
//! these, and its place and rotation in the body.

use nalgebra::{Complex, Isometry, Quaternion, SVector, UnitComplex, UnitQuaternion, Vector3};
use photofinish::motion::{ConstantVelocity, Rotor};
use photofinish::shape::{
    AnyShape, Ball, Capsule, ConvexHull, Cuboid, PosedShape, Segment, Triangle,
};
use photofinish::{Moving, Real, ShapeError};

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Its number is the radius.
    Ball,
    /// Its half extents.
    Cuboid,
    /// Half its length along y, and the radius.
    Capsule,
    /// Points.
    Hull,
    /// Its two ends.
    Segment,
    /// Its corners.
    Triangle,
}

impl Kind {
    /// In the order of their numbers.
    const ALL: [Self; 6] = [
        Self::Ball,
        Self::Cuboid,
        Self::Capsule,
        Self::Hull,
        Self::Segment,
        Self::Triangle,
    ];
}

/// A scene.
#[derive(Debug)]
pub struct Scene<R: Dimension<D>, const D: usize> {
    /// The start and the end.
    pub interval: [f64; 2],
    /// The two bodies that are looked at closely.
    pub focus: Option<[usize; 2]>,
    /// In how many parts the interval is cut for the sweep.
    pub parts: u32,
    /// How near bodies must come for the sweep.
    pub slop: f64,
    /// The bodies.
    pub bodies: Vec<Body<R, D>>,
    /// When gaps are measured.
    pub times: Vec<f64>,
}

/// A moving body of convex pieces.
#[derive(Debug)]
pub struct Body<R: Dimension<D>, const D: usize> {
    /// How its frame moves.
    pub motion: ConstantVelocity<f64, R, D>,
    /// Where the frame is at time 0.
    pub pose: Isometry<f64, R, D>,
    /// The velocity of the frame.
    pub linear: SVector<f64, D>,
    /// How fast it turns.
    pub spin: R::Velocity,
    /// At least one.
    pub pieces: Vec<Piece<R, D>>,
}

/// A convex piece.
#[derive(Debug)]
pub struct Piece<R: Dimension<D>, const D: usize> {
    /// What it is.
    pub kind: Kind,
    /// Its sizes, or the coordinates of its points.
    pub numbers: Vec<f64>,
    /// Where it is in the frame of the body.
    pub place: Isometry<f64, R, D>,
    /// The piece in the frame of the body.
    pub shape: AnyShape<f64, D>,
}

/// The plane or space, named by its rotations.
pub trait Dimension<const D: usize>: Rotor<f64, D> {
    /// How many numbers a rotation has.
    const ROTATION: usize;
    /// How many numbers a spin has.
    const SPIN: usize;

    /// Returns the rotation with these numbers.
    fn rotation(numbers: &[f64]) -> Self;

    /// Returns the spin with these numbers.
    fn spin(numbers: &[f64]) -> Self::Velocity;
}

impl Dimension<2> for UnitComplex<f64> {
    const ROTATION: usize = 1;
    const SPIN: usize = 1;

    fn rotation(numbers: &[f64]) -> Self {
        let (sine, cosine) = numbers[0].sine_and_cosine();
        Self::new_normalize(Complex::new(cosine, sine))
    }

    fn spin(numbers: &[f64]) -> f64 {
        numbers[0]
    }
}

impl Dimension<3> for UnitQuaternion<f64> {
    const ROTATION: usize = 4;
    const SPIN: usize = 3;

    fn rotation(numbers: &[f64]) -> Self {
        Self::new_normalize(Quaternion::new(
            numbers[3], numbers[0], numbers[1], numbers[2],
        ))
    }

    fn spin(numbers: &[f64]) -> Vector3<f64> {
        Vector3::from_column_slice(numbers)
    }
}

/// Reads numbers one after the other.
struct Reader<'n>(&'n [f64]);

impl<'n> Reader<'n> {
    fn take(&mut self, count: usize) -> Result<&'n [f64], String> {
        let (taken, rest) = self
            .0
            .split_at_checked(count)
            .ok_or("the scene ends too early")?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<f64, String> {
        Ok(self.take(1)?[0])
    }

    fn vector<const D: usize>(&mut self) -> Result<SVector<f64, D>, String> {
        Ok(SVector::from_column_slice(self.take(D)?))
    }

    fn pose<R: Dimension<D>, const D: usize>(&mut self) -> Result<Isometry<f64, R, D>, String> {
        let place: SVector<f64, D> = self.vector()?;
        Ok(Isometry::from_parts(
            place.into(),
            R::rotation(self.take(R::ROTATION)?),
        ))
    }
}

impl<R: Dimension<D>, const D: usize> Scene<R, D> {
    /// Reads a scene from the numbers after its dimension.
    ///
    /// # Errors
    /// A message for people.
    pub fn read(numbers: &[f64]) -> Result<Self, String> {
        let mut reader = Reader(numbers);
        let [start, end, a, b, parts, slop, count] = reader.take(7)? else {
            return Err("the scene ends too early".to_owned());
        };
        let bodies: Result<Vec<_>, _> = (0..*count as usize).map(|_| body(&mut reader)).collect();
        let bodies: Vec<Body<R, D>> = bodies?;
        let focus = [*a as usize, *b as usize];
        let exists = *a >= 0.0 && focus[0] < focus[1] && focus[1] < bodies.len();
        Ok(Self {
            interval: [*start, *end],
            focus: exists.then_some(focus),
            parts: (*parts as u32).clamp(1, 1000),
            slop: *slop,
            bodies,
            times: reader.0.to_vec(),
        })
    }
}

fn body<R: Dimension<D>, const D: usize>(reader: &mut Reader<'_>) -> Result<Body<R, D>, String> {
    let pose = reader.pose()?;
    let linear = reader.vector()?;
    let spin = R::spin(reader.take(R::SPIN)?);
    let motion = ConstantVelocity::new(pose, linear, spin).map_err(|error| error.to_string())?;
    let count = reader.number()?;
    let pieces: Result<Vec<_>, _> = (0..count as usize).map(|_| piece(reader)).collect();
    Ok(Body {
        motion,
        pose,
        linear,
        spin,
        pieces: pieces?,
    })
}

fn piece<R: Dimension<D>, const D: usize>(reader: &mut Reader<'_>) -> Result<Piece<R, D>, String> {
    let kind = *Kind::ALL
        .get(reader.number()? as usize)
        .ok_or("unknown kind of piece")?;
    let count = reader.number()? as usize;
    let numbers = reader.take(count)?.to_vec();
    let place = reader.pose::<R, D>()?;
    let least = match kind {
        Kind::Ball => 1,
        Kind::Cuboid | Kind::Hull => D,
        Kind::Capsule => 2,
        Kind::Segment => 2 * D,
        Kind::Triangle => 3 * D,
    };
    if count < least {
        return Err("a piece has too few numbers".to_owned());
    }
    let shape = shape(kind, &numbers).map_err(|error| error.to_string())?;
    let shape = if place == Isometry::identity() {
        shape
    } else {
        PosedShape::new(shape, &place)
            .map_err(|error| error.to_string())?
            .into()
    };
    Ok(Piece {
        kind,
        numbers,
        place,
        shape,
    })
}

fn shape<const D: usize>(kind: Kind, numbers: &[f64]) -> Result<AnyShape<f64, D>, ShapeError> {
    let points: Vec<_> = numbers
        .chunks_exact(D)
        .map(SVector::from_column_slice)
        .collect();
    Ok(match kind {
        Kind::Ball => Ball::new(numbers[0])?.into(),
        Kind::Cuboid => Cuboid::new(points[0])?.into(),
        Kind::Capsule => Capsule::new(numbers[0], numbers[1])?.into(),
        Kind::Hull => ConvexHull::new(&points)?.into(),
        Kind::Segment => Segment::new([points[0], points[1]])?.into(),
        Kind::Triangle => Triangle::new([points[0], points[1], points[2]])?.into(),
    })
}

/// A piece that moves.
pub type MovingPiece<'b, R, const D: usize> =
    Moving<&'b AnyShape<f64, D>, &'b ConstantVelocity<f64, R, D>, f64, D>;

impl<R: Dimension<D>, const D: usize> Body<R, D> {
    /// Returns the pieces, each as a moving body.
    pub fn moving(&self) -> Vec<MovingPiece<'_, R, D>> {
        self.pieces
            .iter()
            .map(|piece| Moving::new(&piece.shape, &self.motion))
            .collect()
    }
}
