//! Audits accept what is right, and name what is wrong.

mod bodies;
mod exact;
mod extrusions;
mod motions;
mod pieces;
mod true_claims;

use std::fmt::Debug;

use nalgebra::{Isometry, SMatrix, SVector, Translation, UnitComplex, UnitQuaternion, vector};
use photofinish::motion::{Ballistic, ConstantVelocity, Rotor};
use photofinish::{Real, Span};

/// Checks that an audit has found this kind of fault. "Slice/Value" is a slice whose fault is a value.
fn is_found(audited: Result<(), impl Debug>, kind: &str) {
    let found = format!("{:?}", audited.expect_err(kind));
    let mut names = kind.split('/');
    assert!(
        found.starts_with(names.next().expect("a name")),
        "{kind}: {found}"
    );
    let of_cause = |name| found.contains(&format!("fault: {name}"));
    assert!(names.all(of_cause), "{kind}: {found}");
}

fn span<T: Real>(start: f64, end: f64) -> Span<T> {
    Span::new(T::of(start), T::of(end)).expect("in order")
}

fn point<T: Real, const D: usize>(seed: f64) -> SVector<T, D> {
    SVector::from_fn(|row, _| T::of((seed * (row as f64 + 1.3)).sin()))
}

/// Returns the turn by an angle in the plane of the first and the last axis.
fn turn<T: Real, const D: usize>(angle: T) -> SMatrix<T, D, D> {
    let (sin, cos) = angle.sine_and_cosine();
    let mut turn = SMatrix::<T, D, D>::identity();
    (turn[(0, 0)], turn[(0, D - 1)]) = (cos, -sin);
    (turn[(D - 1, 0)], turn[(D - 1, D - 1)]) = (sin, cos);
    turn
}

/// A little more than 1. A lie need only be larger than rounding.
fn more<T: Real>() -> T {
    T::one() + T::SQRT_EPSILON * T::of(30.0)
}

/// Returns the length with the sign that it has at this time: plus at about half of all times.
fn either_way<T: Real>(length: f64, time: T) -> T {
    T::of(length).copysign((time * T::of(1e4)).sine_and_cosine().0)
}

/// Two poses in one dimension.
type Poses<T, R, const D: usize> = [Isometry<T, R, D>; 2];

fn poses2<T: Real>() -> Poses<T, UnitComplex<T>, 2> {
    [0.4, 2.5].map(|angle| {
        let turn = UnitComplex::new(T::of(angle));
        Isometry::from_parts(Translation::from(point(angle)), turn)
    })
}

fn poses3<T: Real>() -> Poses<T, UnitQuaternion<T>, 3> {
    [0.4, 1.5].map(|seed| {
        let turn = UnitQuaternion::from_scaled_axis(point::<T, 3>(seed) * T::of(1.2));
        Isometry::from_parts(Translation::from(point(3.0 * seed)), turn)
    })
}

fn spin3<T: Real>() -> nalgebra::Vector3<T> {
    vector![1.0, -2.0, 0.5].map(T::of)
}

/// Returns a flight about a centre away from the origin of the frame.
fn flight<T: Real, R: Rotor<T, D>, const D: usize>(
    [from, _]: Poses<T, R, D>,
    spin: R::Velocity,
) -> Ballistic<T, R, D> {
    let start = ConstantVelocity::new(from, point(2.0), spin).expect("a motion");
    Ballistic::new(start.about(point(7.0)).expect("a motion"), point(3.0)).expect("a motion")
}

/// Calls a function in both dimensions and both scalars.
macro_rules! everywhere {
    ($check:ident) => {
        $check::<f64, 2, _>(crate::poses2(), 3.0);
        $check::<f32, 2, _>(crate::poses2(), 3.0);
        $check::<f64, 3, _>(crate::poses3(), crate::spin3());
        $check::<f32, 3, _>(crate::poses3(), crate::spin3());
    };
}
use everywhere;
