//! Bodies for scenes, in the plane and in space, in both precisions.

use super::*;
use nalgebra::Isometry;
use photofinish::motion::Rotor;
use photofinish::shape::{Capsule, PosedShape};

pub const FLOOR: u8 = 4;
pub const MOVING_FLOOR: u8 = 5;

/// What a body is, where it is and how it moves, as plain numbers.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Which form it has, or `FLOOR` or `MOVING_FLOOR`.
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

/// Returns a ball, a box, a capsule or a fork, which reach as far as 1.6 times the size.
pub fn form<T: Real, R, const D: usize>(
    number: u8,
    size: T,
) -> AnyForm<AnyShape<T, D>, AnyPieces<T, D>>
where
    R: World<T, D>,
    AnyPieces<T, D>: From<Compound<AnyShape<T, D>, T, D>>,
{
    let cuboid = |sides: [f64; 3]| {
        let half = SVector::from_fn(|axis, _| size * T::of(sides[axis]));
        AnyShape::from(Cuboid::new(half).expect("a box"))
    };
    let shape = match number {
        0 => Ball::new(size).expect("a ball").into(),
        1 => cuboid([1.0, 0.5, 0.7]),
        2 => {
            let capsule = Capsule::new(size, size * T::of(0.3));
            capsule.expect("a capsule").into()
        }
        _ => {
            let arm = |side: f64| {
                let mut at = SVector::zeros();
                at[0] = size * T::of(side);
                let arm = PosedShape::new(cuboid([0.3, 1.0, 0.4]), &R::pose(at, T::zero()));
                arm.expect("an arm").into()
            };
            let fork = Compound::new(vec![arm(-1.0), arm(1.0), cuboid([1.0, 0.2, 0.2])]);
            return AnyForm::Pieces(fork.expect("a fork").into());
        }
    };
    AnyForm::Shape(shape)
}

/// Returns the body of a plan that is at its place at `from`.
pub fn body<T: Real, R, const D: usize>(plan: &Plan, from: T) -> Body<T, R, D>
where
    R: World<T, D>,
    AnyPieces<T, D>: From<Compound<AnyShape<T, D>, T, D>>,
{
    let motion = motion::<T, R, D>(plan, from);
    let normal = SVector::from_fn(|axis, _| T::of(if axis == 1 { 1.0 } else { 0.2 }));
    let floor = |height: f64| HalfSpace::new(normal, normal * T::of(height)).expect("a floor");
    match plan.form {
        FLOOR => floor(-3.0).into(),
        MOVING_FLOOR => MovingHalfSpace::new(floor(0.0), motion).into(),
        number => AnyBody::new(form::<T, R, D>(number, T::of(plan.size)), motion),
    }
}
