//! Motions in single precision, copied to double precision, follow the same path.

use nalgebra::{Complex, Quaternion, Unit};

use super::*;

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

/// Checks the copies of all motions between two poses against those built in double precision from the same numbers.
fn all_motions<R: Rotor<f32, D>, const D: usize>(
    rng: &mut StdRng,
    [from, to]: [Isometry<f32, R, D>; 2],
) {
    // in double precision with the rotations that a motion holds
    let [wide_from, wide_to] = [from, to].map(|pose| {
        let held = rest(pose).pose(0.0);
        let position = held.translation.vector.map(f64::from);
        Isometry::from_parts(position.into(), held.rotation.to_f64())
    });
    let centers: [SVector<f32, D>; 2] = [numbers(rng, 3.0), numbers(rng, 3.0)];
    let wide_centers = centers.map(|center| center.map(f64::from));
    let (linear, acceleration) = (numbers::<D>(rng, 5.0), numbers::<D>(rng, 5.0));
    let spin = R::velocity_of(vector_of(rng, 4.0));
    let start = number(rng, 1.0);

    assert_eq!(follows(&rest(from)), rest(wide_from));

    let flight = steady(from, linear, spin)
        .about(centers[0])
        .and_then(|motion| motion.starting_at(start))
        .expect("a motion");
    let exact = steady(wide_from, linear.map(f64::from), R::velocity_to_f64(spin))
        .about(wide_centers[0])
        .and_then(|motion| motion.starting_at(start.into()))
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
    let exact_back = Sweep::new(wide_ends.1, (2.0, wide_from), wide_centers[0]);
    let exact = [exact, exact_back].map(|sweep| sweep.expect("a motion"));
    let wide_knots = [0.1, 0.9, 2.0f32].map(f64::from);
    let copied = follows(&path(&[0.1, 0.9, 2.0], [sweep, back]));
    assert_eq!(copied, path(&wide_knots, exact));
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
fn copied_bodies_are_those_built_from_the_same_numbers() {
    repeat(8, |rng| {
        let (single, exact) = bar(rng);
        let start = pose(rng, 10.0);
        let moves = [3.0, 3.0, 1.0].map(|size| vector_of(rng, size));
        let motion = spinning(start, moves).0;
        let wide = Moving::new(single, motion).to_f64();
        let built = Moving::new(exact, motion.to_f64());
        assert_eq!(wide.shape(), built.shape());
        assert_eq!(wide.motion(), built.motion());
        assert_eq!(wide.size(), built.size());
        let bound =
            |body: &Moving<_, _, _, 3>| body.acceleration_bound(&Vector3::x(), span(0.0, 1.0));
        assert_eq!(bound(&wide), bound(&built));

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
