//! Random shapes and motions.

use nalgebra::{Isometry, SVector, Translation};
use photofinish::motion::{
    AtRest, Ballistic, ConstantVelocity, FromFn, Motion, MotionBounds, Piecewise, Sweep,
};
use photofinish::shape::{
    AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Segment, Triangle,
};
use photofinish::support::Rounded;
use photofinish::{MotionError, Real, ShapeError, Span};

use crate::dice::Dice;
use crate::turn::Turn;

pub type Shape<T, const D: usize> = Rounded<AnyShape<T, D>, T>;
pub type AnyMotion<T, R, const D: usize> = Box<dyn Motion<T, D, Rotation = R>>;

/// Returns a shape of any kind, about as large as `size`. One in four is rounded.
pub fn shape<T: Real, const D: usize>(dice: &mut Dice, size: f64) -> Shape<T, D> {
    let round = if dice.pick(4) == 0 { 0.1 * size } else { 0.0 };
    sharp(dice, size)
        .and_then(|shape| Rounded::new(shape, T::of(round)))
        .expect("a shape")
}

fn sharp<T: Real, const D: usize>(
    dice: &mut Dice,
    size: f64,
) -> Result<AnyShape<T, D>, ShapeError> {
    let length = |dice: &mut Dice| T::of(size * dice.between(0.2, 1.0));
    Ok(match dice.pick(9) {
        0 => Ball::new(length(dice))?.into(),
        1 => Cuboid::new(SVector::from_fn(|_, _| length(dice)))?.into(),
        2 => Capsule::new(length(dice), length(dice))?.into(),
        3 => Cylinder::new(length(dice), length(dice))?.into(),
        4 => Cone::new(length(dice), length(dice))?.into(),
        5 => Segment::new([dice.vector(size), dice.vector(size)])?.into(),
        6 => Triangle::new([dice.vector(size), dice.vector(size), dice.vector(size)])?.into(),
        7 => hull(dice, size, 12)?.into(),
        _ => hull(dice, size, 60)?.into(),
    })
}

fn hull<T: Real, const D: usize>(
    dice: &mut Dice,
    size: f64,
    count: u32,
) -> Result<ConvexHull<T, D>, ShapeError> {
    let points: Vec<SVector<T, D>> = (0..count).map(|_| dice.vector(size)).collect();
    ConvexHull::new(&points)
}

/// How a body moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    Rests,
    Translates,
    Tumbles,
    Spins,
    /// The body turns about a point away from its middle.
    Swings,
    Falls,
    Sweeps,
    /// The body goes from pose to pose at a constant velocity.
    Turns,
    /// The body goes through three poses.
    Pieces,
    /// A function gives the poses and the bounds.
    Function,
}

impl Moves {
    pub const ALL: [Self; 10] = [
        Self::Rests,
        Self::Translates,
        Self::Tumbles,
        Self::Spins,
        Self::Swings,
        Self::Falls,
        Self::Sweeps,
        Self::Turns,
        Self::Pieces,
        Self::Function,
    ];

    /// Returns a motion that starts from a pose at time 0, at a velocity of about `velocity`, and lasts until time 1.
    pub fn random<T: Real, R: Turn<T, D>, const D: usize>(
        self,
        dice: &mut Dice,
        pose: Isometry<T, R, D>,
        velocity: &SVector<T, D>,
    ) -> AnyMotion<T, R, D> {
        self.try_random(dice, pose, velocity).expect("a motion")
    }

    fn try_random<T: Real, R: Turn<T, D>, const D: usize>(
        self,
        dice: &mut Dice,
        pose: Isometry<T, R, D>,
        velocity: &SVector<T, D>,
    ) -> Result<AnyMotion<T, R, D>, MotionError> {
        let turning =
            |dice: &mut Dice, rate| ConstantVelocity::new(pose, *velocity, R::velocity(dice, rate));
        let half = T::of(0.5);
        let mut at = |share: T| {
            let position = pose.translation.vector + velocity * share;
            Isometry::from_parts(Translation::from(position), pose.rotation.near(dice))
        };
        Ok(match self {
            Self::Rests => Box::new(AtRest::new(pose)?),
            Self::Translates => Box::new(turning(dice, 0.0)?),
            Self::Tumbles => Box::new(turning(dice, 3.0)?),
            Self::Spins => Box::new(turning(dice, 30.0)?),
            Self::Swings => Box::new(turning(dice, 3.0)?.about(dice.vector(0.5))?),
            Self::Falls => Box::new(Ballistic::new(turning(dice, 2.0)?, dice.vector(9.0))?),
            Self::Sweeps => {
                let ends = ((T::zero(), pose), (T::one(), at(T::one())));
                Box::new(Sweep::new(ends.0, ends.1, dice.vector(0.3))?)
            }
            Self::Turns => {
                let ends = ((T::zero(), pose), (T::one(), at(T::one())));
                Box::new(ConstantVelocity::between(ends.0, ends.1, SVector::zeros())?)
            }
            Self::Pieces => {
                let poses = [
                    (T::zero(), pose),
                    (half, at(half)),
                    (T::one(), at(T::one())),
                ];
                let piece =
                    |n: usize| ConstantVelocity::between(poses[n], poses[n + 1], SVector::zeros());
                Box::new(Piecewise::new(
                    vec![T::zero(), half, T::one()],
                    vec![piece(0)?, piece(1)?],
                )?)
            }
            Self::Function => {
                let velocity = *velocity;
                let at = move |time: T| {
                    let position = pose.translation.vector + velocity * (time * time);
                    Isometry::from_parts(Translation::from(position), pose.rotation)
                };
                let bounds = move |along: &SVector<T, D>, during: Span<T>, _| {
                    let acceleration = velocity.dot(along) * T::of(2.0);
                    let room = T::one() + T::EPSILON * T::of(16.0);
                    MotionBounds {
                        acceleration: Some(acceleration.abs() * room),
                        speed: Some(acceleration.abs() * during.end() * room),
                    }
                };
                Box::new(FromFn::new(at, bounds))
            }
        })
    }
}
