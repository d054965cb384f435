//! Motions against closed forms, and their bounds against numerical derivatives.

use nalgebra::{
    Isometry, Isometry2, Isometry3, Point, SVector, Unit, UnitComplex, UnitQuaternion, Vector2,
    Vector3, vector,
};
use photofinish::motion::{
    AtRest, Ballistic, ConstantVelocity, FromFn, Motion, MotionBounds, Piecewise, Rotor, Sweep,
};
use photofinish::{MotionError, Span};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const SEED: u64 = 0x6d6f_7469_6f6e;

fn number(rng: &mut StdRng, size: f64) -> f64 {
    rng.random_range(-size..size)
}

fn vector_of<const D: usize>(rng: &mut StdRng, size: f64) -> SVector<f64, D> {
    SVector::from_fn(|_, _| number(rng, size))
}

fn pose2(rng: &mut StdRng) -> Isometry2<f64> {
    Isometry2::new(vector_of(rng, 3.0), number(rng, 3.0))
}

fn pose3(rng: &mut StdRng) -> Isometry3<f64> {
    Isometry3::new(vector_of(rng, 3.0), vector_of(rng, 1.7))
}

/// The largest observed ratio of s . p'' and of s . p' to their bounds, from differences of the position of points of
/// the body at distance `reach` from the centre. Fails where a bound is exceeded.
fn check_bounds<const D: usize>(
    rng: &mut StdRng,
    motion: &impl Motion<f64, D>,
    span: Span<f64>,
) -> (f64, f64) {
    let reach = rng.random_range(0.1..2.0);
    let along = vector_of::<D>(rng, 1.0).normalize();
    let acceleration = motion
        .acceleration_bound(&along, span, reach)
        .expect("a bound");
    let speed = motion.speed_bound(&along, span, reach).expect("a bound");
    let step = 1e-4 * span.length();
    let mut largest = (f64::MIN, f64::MIN);
    for _ in 0..40 {
        let time = rng.random_range(span.start() + step..span.end() - step);
        let offset = vector_of::<D>(rng, 1.0).normalize() * reach;
        let point = Point::from(motion.center() + offset);
        let height = |time: f64| along.dot(&motion.pose(time).transform_point(&point).coords);
        let (before, now, after) = (height(time - step), height(time), height(time + step));
        largest.0 = largest.0.max((before + after - 2.0 * now) / (step * step));
        largest.1 = largest.1.max((after - before) / (2.0 * step));
    }
    let slack = 1e-5 * (1.0 + acceleration.abs() + speed.abs()) / span.length().powi(2).min(1.0);
    assert!(
        largest.0 <= acceleration + slack,
        "{} > {acceleration}",
        largest.0
    );
    assert!(largest.1 <= speed + slack, "{} > {speed}", largest.1);
    (largest.0 / acceleration, largest.1 / speed)
}

/// Checks the bounds of many motions, and that they are not idle: some point comes close to them.
fn check_many<const D: usize, M: Motion<f64, D>>(mut make: impl FnMut(&mut StdRng) -> M) {
    let mut rng = StdRng::seed_from_u64(SEED);
    let mut tightest = (0.0f64, 0.0f64);
    for _ in 0..300 {
        let motion = make(&mut rng);
        let start = rng.random_range(0.0..0.8);
        let span = Span::new(start, rng.random_range(start + 0.1..1.0)).expect("in order");
        let (acceleration, speed) = check_bounds(&mut rng, &motion, span);
        tightest = (tightest.0.max(acceleration), tightest.1.max(speed));
    }
    assert!(
        tightest.0 > 0.9 && tightest.1 > 0.9,
        "the bounds are loose: {tightest:?}"
    );
}

#[test]
fn bounds_of_constant_velocity_hold_and_are_tight() {
    check_many(|rng| {
        ConstantVelocity::new(pose2(rng), vector_of(rng, 2.0), number(rng, 20.0))
            .and_then(|motion| motion.about(vector_of(rng, 1.0)))
            .expect("a motion")
    });
    check_many(|rng| {
        ConstantVelocity::new(pose3(rng), vector_of(rng, 2.0), vector_of(rng, 12.0))
            .and_then(|motion| motion.about(vector_of(rng, 1.0)))
            .expect("a motion")
    });
}

#[test]
fn bounds_of_free_flight_hold_and_are_tight() {
    check_many(|rng| {
        let start = ConstantVelocity::new(pose2(rng), vector_of(rng, 2.0), number(rng, 3.0));
        Ballistic::new(start.expect("a motion"), vector_of(rng, 9.0)).expect("a motion")
    });
    check_many(|rng| {
        let start = ConstantVelocity::new(pose3(rng), vector_of(rng, 2.0), vector_of(rng, 3.0));
        Ballistic::new(start.expect("a motion"), vector_of(rng, 9.0)).expect("a motion")
    });
}

#[test]
fn bounds_of_the_sweep_hold_and_are_tight() {
    check_many(|rng| {
        let ends = (pose2(rng), pose2(rng));
        Sweep::new((0.0, ends.0), (1.0, ends.1), vector_of(rng, 1.0)).expect("a motion")
    });
    check_many(|rng| {
        let ends = (pose3(rng), pose3(rng));
        Sweep::new((0.0, ends.0), (1.0, ends.1), vector_of(rng, 1.0)).expect("a motion")
    });
}

#[test]
fn bounds_of_slerp_hold_and_are_tight() {
    check_many(|rng| {
        let ends = (pose3(rng), pose3(rng));
        ConstantVelocity::between((0.0, ends.0), (1.0, ends.1), vector_of(rng, 1.0))
            .expect("a motion")
    });
}

/// Both ends reached, the centre half way on the straight line in the middle.
fn check_ends<R: Rotor<f64, D>, const D: usize>(
    motion: &impl Motion<f64, D, Rotation = R>,
    (start, end): (Isometry<f64, R, D>, Isometry<f64, R, D>),
) {
    let close = |a: &Isometry<f64, R, D>, b: &Isometry<f64, R, D>| {
        let turn = R::speed(R::turn_between(&a.rotation, &b.rotation));
        (a.translation.vector - b.translation.vector).norm() < 1e-12 && turn < 1e-12
    };
    assert!(close(&motion.pose(2.0), &start));
    assert!(close(&motion.pose(6.0), &end));
    let center = Point::from(motion.center());
    let middle = motion.pose(4.0).transform_point(&center);
    let between = nalgebra::center(
        &start.transform_point(&center),
        &end.transform_point(&center),
    );
    assert!((middle - between).norm() < 1e-12);
}

#[test]
fn motions_between_poses_reach_both_and_keep_their_centre_straight() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..200 {
        let ends = (pose3(&mut rng), pose3(&mut rng));
        let center = vector_of(&mut rng, 1.0);
        let timed = ((2.0, ends.0), (6.0, ends.1));
        let slerp = ConstantVelocity::between(timed.0, timed.1, center).expect("a motion");
        check_ends(&slerp, ends);
        let sweep = Sweep::new(timed.0, timed.1, center).expect("a motion");
        check_ends(&sweep, ends);
        let ends = (pose2(&mut rng), pose2(&mut rng));
        let center = vector_of(&mut rng, 1.0);
        let timed = ((2.0, ends.0), (6.0, ends.1));
        check_ends(
            &ConstantVelocity::between(timed.0, timed.1, center).expect("a motion"),
            ends,
        );
        check_ends(
            &Sweep::new(timed.0, timed.1, center).expect("a motion"),
            ends,
        );
    }
}

#[test]
fn the_sweep_is_the_normalised_lerp_of_the_engines() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..200 {
        let ends = (pose3(&mut rng), pose3(&mut rng));
        let sweep = Sweep::new((0.0, ends.0), (1.0, ends.1), Vector3::zeros()).expect("a motion");
        let u = rng.random_range(0.0..1.0);
        let (from, to) = (ends.0.rotation, ends.1.rotation);
        let to = if from.coords.dot(&to.coords) < 0.0 {
            -to.into_inner()
        } else {
            to.into_inner()
        };
        let nlerp = UnitQuaternion::new_normalize(from.into_inner().lerp(&to, u));
        assert!(sweep.pose(u).rotation.angle_to(&nlerp) < 1e-12);

        let ends = (pose2(&mut rng), pose2(&mut rng));
        let sweep = Sweep::new((0.0, ends.0), (1.0, ends.1), Vector2::zeros()).expect("a motion");
        let lerp = ends.0.rotation.into_inner() * (1.0 - u) + ends.1.rotation.into_inner() * u;
        let nlerp: UnitComplex<f64> = Unit::new_normalize(lerp);
        assert!(sweep.pose(u).rotation.angle_to(&nlerp).abs() < 1e-11);
    }
}

#[test]
fn constant_velocity_turns_more_than_once_about_its_centre() {
    let turn = std::f64::consts::TAU;
    let motion = ConstantVelocity::new(
        Isometry3::translation(1.0, 0.0, 0.0),
        vector![0.5, 0.0, 0.0],
        vector![0.0, 0.0, 8.0 * turn],
    )
    .and_then(|motion| motion.about(vector![2.0, 0.0, 0.0]))
    .and_then(|motion| motion.starting_at(10.0))
    .expect("a motion");
    // after 8 turns only the centre has moved; after 8.5 the origin is on its other side
    let close = |time: f64, x: f64| {
        (motion.pose(time).translation.vector - vector![x, 0.0, 0.0]).norm() < 1e-12
    };
    assert!(close(10.0, 1.0) && close(11.0, 1.5) && close(11.0625, 5.53125));
}

#[test]
fn free_flight_is_a_parabola() {
    let start = ConstantVelocity::new(Isometry2::translation(0.0, 10.0), vector![3.0, 4.0], 0.5)
        .expect("a motion");
    let flight = Ballistic::new(start, vector![0.0, -10.0]).expect("a motion");
    let pose: Isometry2<f64> = flight.pose(2.0);
    assert!((pose.translation.vector - vector![6.0, 10.0 + 8.0 - 20.0]).norm() < 1e-14);
    assert!((pose.rotation.angle() - 1.0).abs() < 1e-15);
}

#[test]
fn a_piecewise_motion_follows_its_pieces_and_tells_its_knots() {
    let there = ConstantVelocity::between(
        (0.0, Isometry2::identity()),
        (1.0, Isometry2::translation(2.0, 0.0)),
        Vector2::zeros(),
    );
    let back = ConstantVelocity::between(
        (1.0, Isometry2::translation(2.0, 0.0)),
        (3.0, Isometry2::identity()),
        Vector2::zeros(),
    );
    let (there, back) = (there.expect("a motion"), back.expect("a motion"));
    let path = Piecewise::new(vec![0.0, 1.0, 3.0], vec![there, back]).expect("a motion");
    assert_eq!(path.pose(0.5).translation.vector, vector![1.0, 0.0]);
    assert_eq!(path.pose(2.0).translation.vector, vector![1.0, 0.0]);
    assert_eq!(
        [-1.0, 0.5, 1.0, 2.0, 3.0].map(|t| path.next_knot(t)),
        [Some(0.0), Some(1.0), Some(3.0), Some(3.0), None]
    );
    let torn = Piecewise::new(
        vec![0.0, 1.0, 3.0],
        vec![there, there.starting_at(0.5).expect("a motion")],
    );
    assert_eq!(
        torn,
        Err(MotionError::Discontinuous {
            knot: 1.0,
            gap: 1.0
        })
    );
}

#[test]
fn boxed_motions_of_different_kinds_make_one_path() {
    type Boxed = Box<dyn Motion<f64, 3, Rotation = UnitQuaternion<f64>>>;
    let rest: Boxed = Box::new(AtRest::new(Isometry3::identity()).expect("a motion"));
    let flight: Boxed = Box::new(
        Sweep::new(
            (1.0, Isometry3::identity()),
            (2.0, Isometry3::translation(0.0, 1.0, 0.0)),
            Vector3::zeros(),
        )
        .expect("a motion"),
    );
    let path = Piecewise::new(vec![0.0, 1.0, 2.0], vec![rest, flight]).expect("a motion");
    assert_eq!(path.pose(0.7).translation.vector, Vector3::zeros());
    assert!((path.pose(1.5).translation.vector - vector![0.0, 0.5, 0.0]).norm() < 1e-15);
}

#[test]
fn a_closure_has_the_bounds_it_is_given() {
    let along = vector![0.0, 1.0];
    let span = Span::new(0.0, 1.0).expect("in order");
    let free = FromFn::new(|t: f64| Isometry2::translation(0.0, t.sin()));
    assert_eq!(free.acceleration_bound(&along, span, 1.0), None);
    assert_eq!(free.speed_bound(&along, span, 1.0), None);
    let bounded = free.with_bounds(|along: &Vector2<f64>, _: Span<f64>, _: f64| MotionBounds {
        acceleration: Some(along.y.abs()),
        speed: None,
    });
    assert_eq!(bounded.acceleration_bound(&along, span, 1.0), Some(1.0));
    assert_eq!(bounded.speed_bound(&along, span, 1.0), None);
}

/// The exact position is within the stated rounding error of the one in single precision.
#[test]
fn placements_state_their_rounding_errors() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..2000 {
        let far = vector_of::<3>(&mut rng, 1e4).map(|x| f64::from(x as f32));
        let position = (far + vector_of::<3>(&mut rng, 3.0)).map(|x| f64::from(x as f32));
        let turn = vector_of::<3>(&mut rng, 30.0).map(|x| f64::from(x as f32));
        let velocity = vector_of::<3>(&mut rng, 5.0).map(|x| f64::from(x as f32));
        let center = vector_of::<3>(&mut rng, 2.0).map(|x| f64::from(x as f32));
        let single = ConstantVelocity::new(
            Isometry3::translation(position.x as f32, position.y as f32, position.z as f32),
            velocity.map(|x| x as f32),
            turn.map(|x| x as f32),
        )
        .and_then(|motion| motion.about(center.map(|x| x as f32)))
        .expect("a motion");
        let exact = ConstantVelocity::new(
            Isometry3::translation(position.x, position.y, position.z),
            velocity,
            turn,
        )
        .and_then(|motion| motion.about(center))
        .expect("a motion");
        let time: f32 = rng.random_range(0.0..2.0);
        check_placement(&single, &exact, time, &far);
    }
}

/// The same for the sweep between two poses, within them and a little beyond.
#[test]
fn placements_of_a_sweep_state_their_rounding_errors() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..2000 {
        // the velocity is rounded when the motion is made, which is no error of a placement: no large coordinates
        let origin = vector_of::<3>(&mut rng, 0.5).map(|x| f64::from(x as f32));
        let center = vector_of::<3>(&mut rng, 2.0).map(|x| f64::from(x as f32));
        let [from, to] = [0, 1].map(|_| {
            let position = vector_of::<3>(&mut rng, 3.0).map(|x| f64::from(x as f32));
            // whole multiples of a right angle are exact rotations in both precisions
            let quarter = |rng: &mut StdRng| f64::from(rng.random_range(0..4_u8));
            let turn = Vector3::z() * (quarter(&mut rng) * std::f64::consts::FRAC_PI_2);
            Isometry3::new(position, turn)
        });
        let single = Sweep::new(
            (0.0, from.cast::<f32>()),
            (1.0, to.cast::<f32>()),
            center.map(|x| x as f32),
        );
        let (Ok(single), Ok(exact)) = (single, Sweep::new((0.0, from), (1.0, to), center)) else {
            continue; // half a turn
        };
        check_placement(&single, &exact, rng.random_range(-0.25..1.25), &origin);
    }
}

/// The velocity of a centre was the difference of two positions far from the origin: the end was missed by their rounding.
#[test]
fn motions_about_a_centre_reach_their_end_far_from_the_origin() {
    let mut rng = StdRng::seed_from_u64(SEED);
    for _ in 0..500 {
        let far = vector_of::<3>(&mut rng, 1e4).map(|x| x as f32);
        let center = vector_of::<3>(&mut rng, 1.0).map(|x| x as f32);
        let [from, to] = [0, 1].map(|_| {
            let place = far + vector_of::<3>(&mut rng, 2.0).map(|x| x as f32);
            Isometry3::new(place, vector_of::<3>(&mut rng, 1.0).map(|x| x as f32))
        });
        let sweep = Sweep::new((0.0, from), (1.0, to), center).expect("a motion");
        let slerp = ConstantVelocity::between((0.0, from), (1.0, to), center).expect("a motion");
        for placed in [sweep.placement(1.0, &far), slerp.placement(1.0, &far)] {
            let off = (placed.translation - (to.translation.vector - far)).norm();
            assert!(off < 1e-5, "{off}");
        }
    }
}

/// After many turns the pose at a knot is rounded by more than a few ulps, which the next piece takes over.
#[test]
fn a_piece_at_rest_after_a_fast_spin_states_the_rounding_of_the_spin() {
    let spin = vector![1.3e4f32, -1.9e4, 0.7e4];
    let single = |turn: Vector3<f32>| {
        ConstantVelocity::new(Isometry3::identity(), Vector3::zeros(), turn).expect("a motion")
    };
    let exact = ConstantVelocity::new(Isometry3::identity(), Vector3::zeros(), spin.map(f64::from));
    let before = single(spin);
    let after = ConstantVelocity::new(before.pose(1.0), Vector3::zeros(), Vector3::zeros());
    let path = Piecewise::new(vec![0.0, 1.0, 2.0], vec![before, after.expect("a motion")]);
    let placed = path.expect("it fits").placement(1.0, &Vector3::zeros());
    let truth = exact.expect("a motion").placement(1.0, &Vector3::zeros());
    let turned = placed.rotation.map(f64::from) * truth.rotation.transpose();
    let off = (turned - nalgebra::Matrix3::identity()).norm();
    assert!(off <= f64::from(placed.angle_error) * 2.0, "{off}");
}

/// What a motion in single precision states of its error, against the same motion in double precision.
fn check_placement<S, M>(single: &S, exact: &M, time: f32, origin: &Vector3<f64>)
where
    S: Motion<f32, 3>,
    M: Motion<f64, 3>,
{
    let placed = single.placement(time, &origin.map(|x| x as f32));
    let truth = exact.placement(f64::from(time), origin);
    for axis in 0..3 {
        let error = (f64::from(placed.translation[axis]) - truth.translation[axis]).abs();
        let stated = f64::from(placed.translation_error[axis]);
        assert!(error <= stated, "off by {error}, not {stated}");
    }
    let turned = placed.rotation.map(f64::from) * truth.rotation.transpose();
    let error = (turned - nalgebra::Matrix3::identity()).norm() / std::f64::consts::SQRT_2;
    assert!(
        error <= f64::from(placed.angle_error),
        "{error} > {}",
        placed.angle_error
    );
}

/// A motion that is pointed to is that motion: its centre, its knots and its errors go with it.
#[test]
fn pointers_to_motions_are_motions() {
    type Boxed = Box<dyn Motion<f64, 3, Rotation = UnitQuaternion<f64>>>;
    let spin = ConstantVelocity::new(
        Isometry3::new(vector![1.0, 2.0, 3.0], vector![0.1, 0.2, 0.3]),
        vector![1.0, 0.0, 0.0],
        vector![0.0, 5.0, 0.0],
    );
    let spin = spin.and_then(|motion| motion.about(vector![2.0, 0.0, 0.0]));
    let spin = spin.expect("a motion");
    let next = ConstantVelocity::new(spin.pose(1.0), Vector3::zeros(), Vector3::zeros());
    let pieces = vec![spin, next.expect("a motion")];
    let mut path = Piecewise::new(vec![0.0, 1.0, 2.0], pieces).expect("they fit");
    let along = Vector3::z();
    let span = Span::new(0.2, 0.9).expect("in order");
    let facts = |motion: &dyn Motion<f64, 3, Rotation = UnitQuaternion<f64>>| {
        let placed = motion.placement(1.0, &along);
        (
            (motion.pose(0.3), motion.reference(0.3), motion.center()),
            (placed.rotation, placed.translation, placed.angle_error),
            placed.translation_error,
            motion.next_knot(0.3),
            motion.acceleration_bound(&along, span, 1.0),
            motion.speed_bound(&along, span, 1.0),
        )
    };
    for (motion, center) in [(facts(&spin), 2.0), (facts(&path), 0.0)] {
        assert_eq!(motion.0.2, vector![center, 0.0, 0.0]);
    }
    let expected = facts(&path);
    assert_eq!(expected.3, Some(1.0));
    assert_eq!(facts(&&path), expected);
    assert_eq!(facts(&std::rc::Rc::new(path.clone())), expected);
    assert_eq!(facts(&std::sync::Arc::new(path.clone())), expected);
    let boxed: Boxed = Box::new(path.clone());
    assert_eq!(facts(&boxed), expected);
    assert_eq!(facts(&&mut path), expected);
}

/// Over a knot no piece's bounds hold: who forgets to split there has no certified answer, not a false one.
#[test]
fn a_span_with_a_knot_inside_has_no_bounds() {
    let there = Sweep::new(
        (0.0, Isometry2::identity()),
        (1.0, Isometry2::translation(1.0, 0.0)),
        Vector2::zeros(),
    );
    let back = Sweep::new(
        (1.0, Isometry2::translation(1.0, 0.0)),
        (2.0, Isometry2::identity()),
        Vector2::zeros(),
    );
    let pieces = vec![there.expect("a motion"), back.expect("a motion")];
    let path = Piecewise::new(vec![0.0, 1.0, 2.0], pieces).expect("they fit");
    let bound = |start: f64, end: f64| {
        let during = Span::new(start, end).expect("in order");
        let speed = path.speed_bound(&Vector2::x(), during, 1.0);
        assert_eq!(
            speed.is_some(),
            path.acceleration_bound(&Vector2::x(), during, 1.0)
                .is_some()
        );
        speed.map(f64::signum)
    };
    assert_eq!(bound(0.5, 1.5), None);
    assert_eq!((bound(0.5, 1.0), bound(1.0, 1.5)), (Some(1.0), Some(-1.0)));
    assert_eq!((bound(-1.0, 0.5), bound(1.5, 3.0)), (Some(1.0), Some(-1.0)));
    assert_eq!(bound(1.0, 1.0), Some(-1.0));
}

/// A time is the same with either sign of zero.
#[test]
fn a_knot_at_zero_is_one_at_minus_zero() {
    let at = |x: f32| AtRest::new(Isometry3::translation(x, 0.0, 0.0)).expect("a motion");
    for zero in [0.0f32, -0.0] {
        let path = Piecewise::new(vec![-1.0, zero, 1.0], vec![at(1000.0), at(1000.3)]);
        let path = path.expect("they fit");
        for time in [0.0, -0.0] {
            let placed = path.placement(time, &Vector3::zeros());
            assert_eq!(placed.translation.x, 1000.3);
            assert!(placed.translation_error.x > 0.3, "{placed:?}");
            assert_eq!(path.next_knot(time), Some(1.0));
        }
    }
}
