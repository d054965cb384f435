//! Motions in single precision, copied to double precision, follow the same path.

use nalgebra::{
    Complex, Isometry, Isometry2, Quaternion, SVector, Translation, Unit, UnitComplex,
    UnitQuaternion, vector,
};
use photofinish::motion::{AtRest, Ballistic, ConstantVelocity, Motion, Piecewise, Rotor, Sweep};
use photofinish::{Extrusion, Moving, MovingPoints, Span, ToF64};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;

/// Two poses in single precision, and in double precision with the rotations that a motion holds.
struct Poses<R: Rotor<f32, D>, const D: usize> {
    single: [Isometry<f32, R, D>; 2],
    double: [Isometry<f64, R::F64, D>; 2],
}

impl<R: Rotor<f32, D>, const D: usize> Poses<R, D> {
    fn new(single: [Isometry<f32, R, D>; 2]) -> Self {
        let held = |pose: Isometry<f32, R, D>| {
            let held = AtRest::new(pose).expect("a pose").pose(0.0);
            let position = held.translation.vector.map(f64::from);
            Isometry::from_parts(position.into(), held.rotation.to_f64())
        };
        Self {
            single,
            double: single.map(held),
        }
    }
}

fn poses_in_space(rng: &mut StdRng) -> Poses<UnitQuaternion<f32>, 3> {
    Poses::new([pose(rng, 1.0), pose(rng, 100.0)])
}

fn poses_in_plane(rng: &mut StdRng) -> Poses<UnitComplex<f32>, 2> {
    let mut pose = || {
        let angle = rng.random_range(-1.5..1.5f32);
        Isometry2::new(
            vector![rng.random_range(-9.0..9.0), rng.random_range(-9.0..9.0)],
            angle,
        )
    };
    Poses::new([pose(), pose()])
}

fn numbers<const D: usize>(rng: &mut StdRng, size: f64) -> SVector<f32, D> {
    SVector::from_fn(|_, _| number(rng, size))
}

/// Checks that a motion and its copy are at the same place, within the stated error of the first.
fn follows<M, const D: usize>(single: &M) -> M::F64
where
    M: Motion<f32, D> + ToF64<F64: Motion<f64, D>>,
{
    let wide = single.to_f64();
    for time in [-0.5f32, 0.0, 0.25, 0.5, 0.75, 1.0, 1.3] {
        let origin = single.reference(time);
        placed_where_stated(
            &single.placement(time, &origin),
            &wide.placement(f64::from(time), &origin.map(f64::from)),
        );
    }
    wide
}

/// Checks the copies of all motions against those built in double precision from the same numbers.
fn all_motions<R: Rotor<f32, D>, const D: usize>(
    rng: &mut StdRng,
    poses: &Poses<R, D>,
    spin: R::Velocity,
) {
    let ([from, to], [wide_from, wide_to]) = (poses.single, poses.double);
    let centers: [SVector<f32, D>; 2] = [numbers(rng, 3.0), numbers(rng, 3.0)];
    let wide_centers = centers.map(|center| center.map(f64::from));
    let (linear, acceleration) = (numbers::<D>(rng, 5.0), numbers::<D>(rng, 5.0));
    let start = number(rng, 1.0);

    let rest = follows(&AtRest::new(from).expect("a motion"));
    assert_eq!(Ok(rest), AtRest::new(wide_from));

    let flight = ConstantVelocity::new(from, linear, spin)
        .and_then(|motion| motion.about(centers[0])?.starting_at(start))
        .expect("a motion");
    let exact = ConstantVelocity::new(wide_from, linear.map(f64::from), R::velocity_to_f64(spin))
        .and_then(|motion| motion.about(wide_centers[0])?.starting_at(start.into()))
        .expect("a motion");
    assert_eq!(follows(&flight), exact);

    let falling = Ballistic::new(flight, acceleration).expect("a motion");
    let exact = Ballistic::new(exact, acceleration.map(f64::from));
    assert_eq!(Ok(follows(&falling)), exact);

    let (ends, wide_ends) = (
        ((0.1, from), (0.9, to)),
        ((0.1f32.into(), wide_from), (0.9f32.into(), wide_to)),
    );
    let slerp = ConstantVelocity::between(ends.0, ends.1, centers[0]).expect("a motion");
    let exact = ConstantVelocity::between(wide_ends.0, wide_ends.1, wide_centers[0]);
    assert_eq!(Ok(follows(&slerp)), exact);
    let later = slerp
        .about(centers[1])
        .and_then(|motion| motion.starting_at(start));
    let exact = exact.and_then(|motion| motion.about(wide_centers[1])?.starting_at(start.into()));
    assert_eq!(later.map(|motion| motion.to_f64()), exact);

    let sweep = Sweep::new(ends.0, ends.1, centers[0]).expect("a motion");
    let exact = Sweep::new(wide_ends.0, wide_ends.1, wide_centers[0]);
    assert_eq!(Ok(follows(&sweep)), exact);

    let back = Sweep::new(ends.1, (2.0, from), centers[0]).expect("a motion");
    let path = Piecewise::new(vec![0.1, 0.9, 2.0], vec![sweep, back]).expect("a path");
    let exact_back = Sweep::new(wide_ends.1, (2.0, wide_from), wide_centers[0]);
    let knots = [0.1, 0.9, 2.0f32].map(f64::from).to_vec();
    let exact = Piecewise::new(
        knots,
        vec![exact.expect("a motion"), exact_back.expect("a motion")],
    );
    assert_eq!(Ok(follows(&path)), exact);
}

#[test]
fn copied_motions_are_those_built_from_the_same_numbers() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..4 {
        let (poses, spin) = (poses_in_space(&mut rng), vector_of(&mut rng, 4.0));
        all_motions(&mut rng, &poses, spin);
        let (poses, spin) = (poses_in_plane(&mut rng), number(&mut rng, 4.0));
        all_motions(&mut rng, &poses, spin);
    }
}

/// Both ways of half a turn are equally short. In single precision rounding may choose the other one than in double
/// precision.
#[test]
fn half_a_turn_goes_the_same_way() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..200 {
        let from = pose(&mut rng, 1.0);
        let half = UnitQuaternion::from_axis_angle(
            &nalgebra::Unit::new_normalize(vector_of(&mut rng, 1.0)),
            std::f32::consts::PI,
        );
        let to = Isometry::from_parts(from.translation, half * from.rotation);
        let slerp = ConstantVelocity::between((0.0, from), (1.0, to), Vector3::zeros());
        follows(&slerp.expect("a motion"));
        let sweep = Sweep::new((0.0, from), (1.0, to), Vector3::zeros());
        follows(&sweep.expect("a motion"));
    }
    for ulps in [-2.0, -1.0, 0.0, 1.0, 2.0f32] {
        let angle = std::f32::consts::PI + 2.0 * ulps * f32::EPSILON;
        for first in [0.0, 1.0, 2.5] {
            let [from, to] =
                [first, first + angle].map(|angle| Isometry2::new(vector![0.0, 0.0], angle));
            let slerp = ConstantVelocity::between((0.0, from), (1.0, to), vector![0.0, 0.0]);
            follows(&slerp.expect("a motion"));
        }
    }
}

/// A turn of a few ulps has an axis that is mostly rounding. It must not become the full turn about the opposite axis.
#[test]
fn a_turn_by_rounding_stays_one() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..600 {
        let from = pose(&mut rng, 1.0);
        let ulps = Vector3::from_fn(|_, _| rng.random_range(-0.3..0.3f32));
        let turn = UnitQuaternion::from_scaled_axis(ulps * f32::EPSILON);
        let to = Isometry::from_parts(from.translation, turn * from.rotation);
        let slerp = ConstantVelocity::between((0.0, from), (1.0, to), Vector3::zeros());
        follows(&slerp.expect("a motion"));
    }
}

/// Flights that were handed on in single precision miss each other by its rounding, which the path must state.
#[test]
fn a_copied_path_states_the_gaps_at_its_knots() {
    let first = ConstantVelocity::new(Isometry2::translation(1000.1, 0.0), vector![3.7, 1.1], 0.0);
    let first = first.expect("a motion");
    let corner = first.pose(0.7);
    let second = ConstantVelocity::new(corner, vector![-1.0, 0.3], 0.0)
        .and_then(|motion| motion.starting_at(0.7))
        .expect("a motion");
    let path = Piecewise::new(vec![0.0, 0.7, 1.0], vec![first, second]).expect("a path");
    let wide = path.to_f64();
    let knot = f64::from(0.7f32);
    let [before, after] = [first, second].map(|piece| piece.to_f64().pose(knot).translation.vector);
    let gap = (before - after).norm();
    assert!(
        gap > 1e-8
            && Piecewise::new(vec![0.0, knot, 1.0], vec![first.to_f64(), second.to_f64()]).is_err()
    );
    let stated = wide.placement(knot, &vector![0.0, 0.0]).translation_error;
    assert!(
        stated.min() >= gap && stated.max() < 2.0 * gap,
        "{stated} {gap}"
    );
}

#[test]
fn copied_bodies_are_those_built_from_the_same_numbers() {
    let mut rng = StdRng::seed_from_u64(SEED);
    let span = Span::new(0.0, 1.0).expect("in order");
    for _ in 0..8 {
        let (single, exact) = bar(&mut rng);
        let start = pose(&mut rng, 10.0);
        let moves = [3.0, 3.0, 1.0].map(|size| vector_of(&mut rng, size));
        let motion = spinning(start, moves).0;
        let wide = Moving::new(single, motion).to_f64();
        let built = Moving::new(exact, motion.to_f64());
        assert_eq!(wide.shape(), built.shape());
        assert_eq!(wide.motion(), built.motion());
        assert_eq!(wide.size(), built.size());
        assert_eq!(
            wide.acceleration_bound(&Vector3::x(), span),
            built.acceleration_bound(&Vector3::x(), span)
        );

        let points: Vec<_> = (0..5).map(|_| vector_of(&mut rng, 2.0)).collect();
        let velocities: Vec<_> = (0..5).map(|_| vector_of(&mut rng, 2.0)).collect();
        let epoch = number(&mut rng, 1.0);
        let wide = MovingPoints::new(points.clone(), velocities.clone(), epoch)
            .expect("points")
            .to_f64();
        let [points, velocities] = [points, velocities]
            .map(|list| list.iter().map(|p| p.map(f64::from)).collect::<Vec<_>>());
        assert_eq!(
            Ok(&wide),
            MovingPoints::new(points, velocities, epoch.into()).as_ref()
        );
    }
}

/// A rotation rounded to single precision stays the one that was given: scaled to unit length again, it would be another.
#[test]
fn a_rounded_rotation_keeps_its_bits() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..2_000 {
        let axis = vector_of(&mut rng, 3.0).map(f64::from);
        let (exact, number) = (UnitQuaternion::from_scaled_axis(axis), axis.x);
        let rounded = Unit::new_unchecked(Quaternion::from(exact.coords.map(|x| x as f32)));
        let pose = Isometry::from_parts(Translation::identity(), rounded);
        let kept = AtRest::new(pose).expect("a rotation").resting_pose();
        assert_eq!(kept.rotation.into_inner(), rounded.into_inner());
        let exact = UnitComplex::new(number);
        let rounded = Unit::new_unchecked(Complex::new(exact.re as f32, exact.im as f32));
        let pose = Isometry::from_parts(Translation::identity(), rounded);
        let kept = AtRest::new(pose).expect("a rotation").resting_pose();
        assert_eq!(kept.rotation.into_inner(), rounded.into_inner());
    }
}
