//! Stated rounding of bodies and motions in single precision, checked in double precision.

mod between;
mod bodies;
mod motions;
mod to_f64;

use crate::build::*;

const SEED: u64 = 0x726f_756e_6421;
const ULP: f64 = f32::EPSILON as f64;

/// Returns a number in single precision, up to `size` and often up to three orders of magnitude smaller.
fn number(rng: &mut StdRng, size: f64) -> f32 {
    (rng.random_range(-size..size) * 10f64.powf(rng.random_range(-3.0..0.0))) as f32
}

fn vector_of(rng: &mut StdRng, size: f64) -> Vector3<f32> {
    Vector3::from_fn(|_, _| number(rng, size))
}

/// Returns a rotation by right angles about z and a tilt of any size. Its four numbers are rounded.
fn turn(rng: &mut StdRng) -> UnitQuaternion<f32> {
    let quarter = f64::from(rng.random_range(0..4_u8)) * std::f64::consts::FRAC_PI_2;
    let tilt = vector_of(rng, 1.0) * number(rng, 1.0);
    UnitQuaternion::from_scaled_axis(Vector3::z() * quarter as f32)
        * UnitQuaternion::from_scaled_axis(tilt)
}

fn pose(rng: &mut StdRng, size: f64) -> Isometry3<f32> {
    Isometry::from_parts(Translation::from(vector_of(rng, size)), turn(rng))
}

/// Returns a box in both precisions, with half extents from 1e-3 to 1e6.
fn bar(rng: &mut StdRng) -> (Cuboid<f32, 3>, Cuboid<f64, 3>) {
    let half = Vector3::from_fn(|_, _| 10f64.powf(rng.random_range(-3.0..6.0)) as f32);
    let exact = half.map(f64::from);
    (
        Cuboid::new(half).expect("a box"),
        Cuboid::new(exact).expect("a box"),
    )
}

/// Checks the stated error of a placement against the exact placement.
fn placed_where_stated<const D: usize>(placed: &Placement<f32, D>, exact: &Placement<f64, D>) {
    for axis in 0..D {
        let off = (f64::from(placed.translation[axis]) - exact.translation[axis]).abs();
        let stated = f64::from(placed.translation_error[axis]);
        assert!(off <= stated, "off by {off}, not {stated}");
    }
    let off = turned_by(&placed.rotation.map(f64::from), &exact.rotation);
    let stated = f64::from(placed.angle_error);
    assert!(off <= stated, "turned by {off}, not {stated}");
}

/// Returns the angle between two rotations, in radians.
fn turned_by<const D: usize>(first: &SMatrix<f64, D, D>, second: &SMatrix<f64, D, D>) -> f64 {
    (first - second).norm() / std::f64::consts::SQRT_2
}

/// Checks that a motion is where it says at a time, seen from the world's origin and from one that is near it.
fn goes_where_stated<const D: usize>(
    single: &impl Motion<f32, D>,
    exact: &impl Motion<f64, D>,
    time: f32,
) {
    for origin in [SVector::zeros(), single.reference(time)] {
        placed_where_stated(
            &single.placement(time, &origin),
            &exact.placement(f64::from(time), &origin.map(f64::from)),
        );
    }
}

/// Checks that a motion goes where its copy in double precision goes, which it returns.
pub(super) fn follows<M, const D: usize>(single: &M) -> M::F64
where
    M: Motion<f32, D> + ToF64<F64: Motion<f64, D>>,
{
    let wide = single.to_f64();
    for time in [-0.5f32, 0.0, 0.25, 0.5, 0.75, 1.0, 1.3] {
        goes_where_stated(single, &wide, time);
    }
    wide
}

fn spinning(
    start: Isometry3<f32>,
    [velocity, spin, center]: [Vector3<f32>; 3],
) -> ConstantVelocity3<f32> {
    let motion = steady(start, velocity, spin).about(center);
    motion.expect("a motion")
}

/// Places bodies in both precisions at the same pose.
fn posed<A: SupportMap<f32, 3>, B: SupportMap<f64, 3>>(
    (single, exact): (A, B),
    at: &Isometry3<f32>,
) -> (Posed<A, f32, 3>, Posed<B, f64, 3>) {
    let single = Posed::new(single, at).expect("a pose");
    (single, Posed::new(exact, &at.cast()).expect("a pose"))
}

/// Does this so many times, with random numbers.
fn repeat(times: usize, mut each: impl FnMut(&mut StdRng)) {
    let mut rng = StdRng::seed_from_u64(SEED);
    (0..times).for_each(|_| each(&mut rng));
}
