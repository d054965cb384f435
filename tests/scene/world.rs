//! Bodies for scenes, in the plane and in space, in both precisions.

use nalgebra::{Isometry, Isometry2, Isometry3, SVector, UnitComplex, UnitQuaternion};
use photofinish::body::AnyBody;
use photofinish::motion::{ConstantVelocity, Rotor};
use photofinish::pieces::{AnyPieces, Compound, MovingPieces};
use photofinish::shape::{AnyShape, Ball, Capsule, Cuboid, PosedShape};
use photofinish::{HalfSpace, Moving, MovingHalfSpace, Real};

/// What a body is, where it is and how it moves, as plain numbers.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Which form it has.
    pub form: u8,
    pub size: f64,
    pub place: [f64; 3],
    pub velocity: [f64; 3],
    pub spin: f64,
}

pub type Turn<T, R, const D: usize> = ConstantVelocity<T, R, D>;
pub type Body<T, R, const D: usize> = AnyBody<AnyShape<T, D>, AnyPieces<T, D>, Turn<T, R, D>, T, D>;

/// A plane or a space.
pub trait World<T: Real, const D: usize>: Rotor<T, D> {
    fn pose(place: SVector<T, D>, angle: T) -> Isometry<T, Self, D>;
    fn spin(speed: T) -> Self::Velocity;
}

impl<T: Real> World<T, 2> for UnitComplex<T> {
    fn pose(place: SVector<T, 2>, angle: T) -> Isometry2<T> {
        Isometry2::new(place, angle)
    }

    fn spin(speed: T) -> T {
        speed
    }
}

impl<T: Real> World<T, 3> for UnitQuaternion<T> {
    fn pose(place: SVector<T, 3>, angle: T) -> Isometry3<T> {
        Isometry3::new(place, SVector::from([angle, angle * T::of(0.5), -angle]))
    }

    fn spin(speed: T) -> SVector<T, 3> {
        SVector::from([speed * T::of(0.6), -speed * T::of(0.3), speed * T::of(0.7)])
    }
}

/// Returns the motion of a plan that is at its place at `from`.
pub fn motion<T: Real, R: World<T, D>, const D: usize>(plan: &Plan, from: T) -> Turn<T, R, D> {
    let vector = |of: [f64; 3]| SVector::<T, D>::from_fn(|axis, _| T::of(of[axis]));
    let pose = R::pose(vector(plan.place), T::of(plan.spin * 0.7));
    let turn = ConstantVelocity::new(pose, vector(plan.velocity), R::spin(T::of(plan.spin)));
    let turn = turn.expect("plans are finite");
    turn.starting_at(from).expect("times are finite")
}

/// Returns the body of a plan that is at its place at `from`.
pub fn body<T: Real, R, const D: usize>(plan: &Plan, from: T) -> Body<T, R, D>
where
    R: World<T, D>,
    AnyPieces<T, D>: From<Compound<AnyShape<T, D>, T, D>>,
{
    let motion = motion::<T, R, D>(plan, from);
    let size = T::of(plan.size);
    let cuboid = |sides: [f64; 3]| {
        let half = SVector::from_fn(|axis, _| size * T::of(sides[axis]));
        AnyShape::from(Cuboid::new(half).expect("a box"))
    };
    let shape = match plan.form % 8 {
        0 => Ball::new(size).expect("a ball").into(),
        1 => cuboid([1.0, 0.5, 0.7]),
        2 => Capsule::new(size, size * T::of(0.3))
            .expect("a capsule")
            .into(),
        3 => {
            let arm = |x: f64| {
                let at = SVector::from_fn(|axis, _| {
                    if axis == 0 {
                        size * T::of(x)
                    } else {
                        T::zero()
                    }
                });
                let posed = PosedShape::new(cuboid([0.3, 1.0, 0.4]), &R::pose(at, T::zero()));
                posed.expect("an arm").into()
            };
            let fork = Compound::new(vec![arm(-1.0), arm(1.0), cuboid([1.0, 0.2, 0.2])]);
            return MovingPieces::new(fork.expect("a fork").into(), motion).into();
        }
        4 => {
            let normal = SVector::from_fn(|axis, _| T::of(if axis == 1 { 1.0 } else { 0.2 }));
            let floor = HalfSpace::new(normal, SVector::zeros()).expect("a floor");
            return match plan.form {
                4 => MovingHalfSpace::new(floor, motion).into(),
                _ => HalfSpace::new(normal, normal * T::of(-3.0))
                    .expect("a floor")
                    .into(),
            };
        }
        _ => Ball::new(size * T::of(0.5)).expect("a ball").into(),
    };
    Moving::new(shape, motion).into()
}
