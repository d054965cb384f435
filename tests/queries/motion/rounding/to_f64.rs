//! Motions in single precision, copied to double precision, follow the same path.

use nalgebra::{Complex, Quaternion, Unit};

use super::*;

fn numbers<const D: usize>(rng: &mut StdRng, size: f64) -> SVector<f32, D> {
    SVector::from_fn(|_, _| number(rng, size))
}

/// Motions of every kind between two poses.
type Motions<T, R, const D: usize> = (
    AtRest<T, R, D>,
    Ballistic<T, R, D>,
    [ConstantVelocity<T, R, D>; 2],
    Piecewise<T, Sweep<T, R, D>>,
);

fn motions<T: Real, R: Rotor<T, D>, const D: usize>(
    [from, to]: [Isometry<T, R, D>; 2],
    [center, other, linear, acceleration]: [SVector<T, D>; 4],
    (spin, start, [begin, end, back]): (R::Velocity, T, [T; 3]),
) -> Result<Motions<T, R, D>, MotionError> {
    let flight = steady(from, linear, spin)
        .about(center)?
        .starting_at(start)?;
    let slerp = ConstantVelocity::between((begin, from), (end, to), center)?;
    let later = slerp.about(other)?.starting_at(start)?;
    let out = Sweep::new((begin, from), (end, to), center)?;
    let home = Sweep::new((end, to), (back, from), center)?;
    Ok((
        AtRest::new(from)?,
        Ballistic::new(flight, acceleration)?,
        [slerp, later],
        Piecewise::new(vec![begin, end, back], vec![out, home])?,
    ))
}

/// Checks the copies of all motions between two poses against those built in double precision from the same numbers.
fn all_motions<R: Rotor<f32, D>, const D: usize>(
    rng: &mut StdRng,
    poses: [Isometry<f32, R, D>; 2],
) {
    let vectors = [3.0, 3.0, 5.0, 5.0].map(|size| numbers::<D>(rng, size));
    let spin = R::velocity_of(vector_of(rng, 4.0));
    let (start, times) = (number(rng, 1.0), [0.1, 0.9, 2.0f32]);
    let single = motions(poses, vectors, (spin, start, times)).expect("motions");
    // in double precision with the rotations that a motion holds
    let wide = poses.map(|pose| {
        let held = rest(pose).pose(0.0);
        let position = held.translation.vector.map(f64::from);
        Isometry::from_parts(position.into(), held.rotation.to_f64())
    });
    let vectors = vectors.map(|vector| vector.map(f64::from));
    let times = (R::velocity_to_f64(spin), start.into(), times.map(f64::from));
    let exact = motions(wide, vectors, times).expect("motions");
    assert_eq!(follows(&single.0), exact.0);
    assert_eq!(follows(&single.1), exact.1);
    assert_eq!(follows(&single.2[0]), exact.2[0]);
    assert_eq!(single.2[1].to_f64(), exact.2[1]);
    assert_eq!(follows(&single.3), exact.3);
}

#[test]
fn copied_motions_are_those_built_from_the_same_numbers() {
    repeat(4, |rng| {
        let poses = [pose(rng, 1.0), pose(rng, 100.0)];
        all_motions(rng, poses);
        let poses = [(); 2].map(|()| Isometry2::new(numbers(rng, 9.0), number(rng, 1.5)));
        all_motions(rng, poses);
    });
}

/// Both ways of half a turn are equally short. In single precision rounding may choose the other one than in double
/// precision.
#[test]
fn half_a_turn_goes_the_same_way() {
    repeat(200, |rng| {
        let from = pose(rng, 1.0);
        let axis = Unit::new_normalize(vector_of(rng, 1.0));
        let half = UnitQuaternion::from_axis_angle(&axis, std::f32::consts::PI);
        let to = Isometry::from_parts(from.translation, half * from.rotation);
        let slerp = ConstantVelocity::between((0.0, from), (1.0, to), Vector3::zeros());
        follows(&slerp.expect("a motion"));
        let sweep = Sweep::new((0.0, from), (1.0, to), Vector3::zeros());
        follows(&sweep.expect("a motion"));
    });
    for ulps in [-2.0, -1.0, 0.0, 1.0, 2.0f32] {
        let angle = std::f32::consts::PI + 2.0 * ulps * f32::EPSILON;
        for first in [0.0, 1.0, 2.5] {
            let [from, to] = [first, first + angle].map(Isometry2::rotation);
            let slerp = ConstantVelocity::between((0.0, from), (1.0, to), Vector2::zeros());
            follows(&slerp.expect("a motion"));
        }
    }
}

/// A turn of a few ulps has an axis that is mostly rounding. It must not become the full turn about the opposite axis.
#[test]
fn a_turn_by_rounding_stays_one() {
    repeat(600, |rng| {
        let from = pose(rng, 1.0);
        let ulps = Vector3::from_fn(|_, _| rng.random_range(-0.3..0.3f32));
        let turn = UnitQuaternion::from_scaled_axis(ulps * f32::EPSILON);
        let to = Isometry::from_parts(from.translation, turn * from.rotation);
        let slerp = ConstantVelocity::between((0.0, from), (1.0, to), Vector3::zeros());
        follows(&slerp.expect("a motion"));
    });
}

/// Flights that were handed on in single precision miss each other by its rounding, which the path must state.
#[test]
fn a_copied_path_states_the_gaps_at_its_knots() {
    let start = Isometry2::translation(1000.1, 0.0);
    let first = steady(start, vector![3.7, 1.1], 0.0);
    let second = steady(first.pose(0.7), vector![-1.0, 0.3], 0.0)
        .starting_at(0.7)
        .expect("a motion");
    let wide = path(&[0.0, 0.7, 1.0], [first, second]).to_f64();
    let knot = f64::from(0.7f32);
    let [before, after] = [first, second].map(|piece| piece.to_f64());
    let gap = (before.pose(knot).translation.vector - after.pose(knot).translation.vector).norm();
    assert!(gap > 1e-8 && Piecewise::new(vec![0.0, knot, 1.0], vec![before, after]).is_err());
    let stated = wide.placement(knot, &Vector2::zeros()).translation_error;
    let is_stated = stated.min() >= gap && stated.max() < 2.0 * gap;
    assert!(is_stated, "{stated} {gap}");
}

#[test]
fn copied_points_are_those_built_from_the_same_numbers() {
    repeat(8, |rng| {
        let [points, velocities] =
            [(); 2].map(|()| (0..5).map(|_| vector_of(rng, 2.0)).collect::<Vec<_>>());
        let epoch = number(rng, 1.0);
        let exactly = |list: &[Vector3<f32>]| list.iter().map(|p| p.map(f64::from)).collect();
        let built = MovingPoints::new(exactly(&points), exactly(&velocities), epoch.into());
        let single = MovingPoints::new(points, velocities, epoch).expect("points");
        assert_eq!(single.to_f64(), built.expect("points"));
    });
}

/// A rotation rounded to single precision stays the one that was given: scaled to unit length again, it would be another.
#[test]
fn a_rounded_rotation_keeps_its_bits() {
    fn is_kept<R: Rotor<f32, D>, const D: usize>(rounded: R) {
        let pose = Isometry::from_parts(Translation::identity(), rounded);
        assert_eq!(rest(pose).resting_pose().rotation, rounded);
    }
    repeat(2000, |rng| {
        let axis = vector_of(rng, 3.0).map(f64::from);
        let exact = UnitQuaternion::from_scaled_axis(axis);
        is_kept(Unit::new_unchecked(Quaternion::from(
            exact.coords.map(|x| x as f32),
        )));
        let exact = UnitComplex::new(axis.x);
        is_kept(Unit::new_unchecked(Complex::new(
            exact.re as f32,
            exact.im as f32,
        )));
    });
}
