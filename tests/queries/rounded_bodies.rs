//! Ellipsoids, rounded boxes and rounded cylinders, alone and as `AnyShape`: their impacts against closed forms, and
//! against the oracle.

use nalgebra::{
    Isometry, Isometry2, Isometry3, SVector, Translation, UnitComplex, UnitQuaternion, Vector3,
    vector,
};
use photofinish::motion::{
    AnyMotion, AtRest, Ballistic, ConstantVelocity, FromFn, Motion, MotionBounds, Rotor, Sweep,
};
use photofinish::shape::{AnyShape, Ball, Capsule, Cuboid, Cylinder, Ellipsoid, PosedShape};
use photofinish::support::{AffineImage, Rounded};
use photofinish::{Extrusion, Moving, Outcome, Real, ShapeError, SupportMap, time_of_impact};
use photofinish_judge::soundness::{FromOracle, body, shape};
use photofinish_oracle::generate::{Case, Family};

/// A shape that turns about the z axis through its origin, and how far it then reaches down at an angle.
type Rolling<T, const D: usize> = (AnyShape<T, D>, Box<dyn Fn(f64) -> f64>);

fn rolling<T: Real, R: Rotor<T, D>, const D: usize>() -> Result<Vec<Rolling<T, D>>, ShapeError> {
    let half = |axis: usize| [0.75, 0.25, 0.5][axis];
    let halves = SVector::from_fn(|axis, _| T::of(half(axis)));
    let of_box = move |angle: f64| half(0) * angle.sin().abs() + half(1) * angle.cos().abs();
    let of_ellipse = move |angle: f64| (half(0) * angle.sin()).hypot(half(1) * angle.cos());
    let radius = T::of(0.125);
    let sheared = nalgebra::SMatrix::from_diagonal(&halves);
    let center = SVector::zeros();
    let end = SVector::from_fn(|axis, _| T::of(if axis == 0 { 0.75 } else { 0.0 }));
    Ok(vec![
        (Ellipsoid::new(halves)?.into(), Box::new(of_ellipse)),
        // a needle, nearly without thickness
        (
            Ellipsoid::new(SVector::from_fn(|axis, _| T::of([0.75, 1e-5, 1e-5][axis])))?.into(),
            Box::new(|angle| (0.75 * angle.sin()).hypot(1e-5 * angle.cos())),
        ),
        (
            AffineImage::new(Ball::new(T::one())?, sheared, center)?.into(),
            Box::new(of_ellipse),
        ),
        (
            Rounded::new(Ellipsoid::new(halves)?, radius)?.into(),
            Box::new(move |angle| of_ellipse(angle) + 0.125),
        ),
        (
            Rounded::new(Cuboid::new(halves)?, radius)?.into(),
            Box::new(move |angle| of_box(angle) + 0.125),
        ),
        (
            Rounded::new(Cylinder::new(T::of(0.25), T::of(0.75))?, radius)?.into(),
            Box::new(move |angle| of_box(angle) + 0.125),
        ),
        (
            Capsule::between(-end, end, radius)?.into(),
            Box::new(|angle| 0.75 * angle.sin().abs() + 0.125),
        ),
        // a ball off the origin goes round it
        (
            PosedShape::new(
                Ball::new(radius)?,
                &Isometry::<T, R, D>::from_parts(Translation::from(end), R::identity()),
            )
            .expect("a pose")
            .into(),
            Box::new(|angle| 0.125 - 0.75 * angle.sin()),
        ),
    ])
}

/// Returns the first time at which a function that starts positive is zero.
fn first_root(f: impl Fn(f64) -> f64) -> f64 {
    let steps = 100_000;
    let time = |step: i32| f64::from(step) / f64::from(steps);
    let passed = (1..=steps).find(|&step| f(time(step)) <= 0.0);
    let passed = passed.expect("a body that comes down");
    let (mut before, mut after) = (time(passed - 1), time(passed));
    for _ in 0..60 {
        let middle = 0.5 * (before + after);
        *(if f(middle) > 0.0 {
            &mut before
        } else {
            &mut after
        }) = middle;
    }
    before
}

/// Drops every shape, turning, on a floor at height 0.
fn roll_and_fall<T: Real, R: Rotor<T, D>, const D: usize>(turn: impl Fn(T) -> (R, R::Velocity)) {
    let up = |height: f64| SVector::from_fn(|axis, _| T::of(if axis == 1 { height } else { 0.0 }));
    let flat = Isometry::from_parts(Translation::from(up(-1.0)), R::identity());
    let floor = Cuboid::new(SVector::from_fn(|axis, _| T::of([8.0, 1.0, 8.0][axis])));
    let rest: AnyMotion<T, R, D> = AtRest::new(flat).expect("a pose").into();
    let floor = Moving::new(AnyShape::from(floor.expect("a box")), rest);
    for (index, (shape, down)) in rolling::<T, R, D>()
        .expect("shapes")
        .into_iter()
        .enumerate()
    {
        for (angle, spin) in [
            (0.0, 0.0),
            (0.5, 0.0),
            (0.25, 5.0),
            (1.5, -9.0),
            (0.125, 40.0),
        ] {
            let ((start, _), (_, velocity)) = (turn(T::of(angle)), turn(T::of(spin)));
            let pose = Isometry::from_parts(Translation::from(up(1.75)), start);
            let fall = ConstantVelocity::new(pose, up(-2.5), velocity).expect("a motion");
            let body = Moving::new(shape.clone(), AnyMotion::from(fall));
            let found = time_of_impact(&body, &floor, T::zero()..=T::one()).expect("an answer");
            let Outcome::Impact(impact) = found.outcome else {
                panic!("shape {index} falls on the floor, but {found:?}");
            };
            let expected = first_root(|t| 1.75 - 2.5 * t - down(angle + spin * t));
            let early = expected - impact.time.as_f64();
            let allowed = T::SQRT_EPSILON.as_f64() * 4.0;
            let late = T::EPSILON.as_f64() * 64.0;
            assert!(-late < early && early < allowed, "{index}, {spin}: {early}");
        }
    }
}

#[test]
fn turning_bodies_fall_on_a_floor_of_the_plane_in_time() {
    roll_and_fall::<f64, UnitComplex<f64>, 2>(|angle| (UnitComplex::new(angle), angle));
    roll_and_fall::<f32, UnitComplex<f32>, 2>(|angle| (UnitComplex::new(angle), angle));
}

#[test]
fn turning_bodies_fall_on_a_floor_in_space_in_time() {
    fn about_z<T: Real>(angle: T) -> (UnitQuaternion<T>, Vector3<T>) {
        let axis = vector![T::zero(), T::zero(), angle];
        (UnitQuaternion::from_scaled_axis(axis), axis)
    }
    roll_and_fall::<f64, UnitQuaternion<f64>, 3>(about_z);
    roll_and_fall::<f32, UnitQuaternion<f32>, 3>(about_z);
}

/// An ellipsoid may overlap a body by as much as its shortest axis allows, and no more.
#[test]
fn an_ellipsoid_is_as_thick_as_its_shortest_axis() {
    let ellipsoid = Ellipsoid::new(vector![3.0, 0.5, 2.0]).expect("an ellipsoid");
    assert_eq!(ellipsoid.inner_diameter(), 1.0);
    assert_eq!(ellipsoid.reach(&Vector3::zeros()), 3.0);
    let shape = AnyShape::from(ellipsoid);
    assert_eq!(shape.inner_diameter(), 1.0);
    let round = AnyShape::from(Rounded::new(shape, 0.25).expect("a radius"));
    assert_eq!(
        (round.inner_diameter(), round.reach(&Vector3::zeros())),
        (1.5, 3.25)
    );
}

#[test]
fn ellipsoids_that_are_none_are_refused() {
    assert!(Ellipsoid::new(vector![1.0, -0.5]).is_err());
    assert!(Ellipsoid::new(vector![1.0, f64::NAN]).is_err());
    assert!(Ellipsoid::new(vector![f64::INFINITY, 1.0]).is_err());
    assert!(Capsule::between(vector![1.0, f64::NAN], vector![0.0, 0.0], 1.0).is_err());
    assert!(Capsule::between(vector![1.0, 0.0], vector![0.0, 0.0], -1.0).is_err());
    let point = Ellipsoid::new(vector![0.0, 0.0]).expect("a point");
    assert_eq!(point.support_point(&vector![1.0, 2.0]), vector![0.0, 0.0]);
    let flat = Ellipsoid::new(vector![2.0, 0.0]).expect("a segment");
    assert_eq!(flat.support_point(&vector![0.5, 2.0]), vector![2.0, 0.0]);
    // short and small: no product underflows
    let small = Ellipsoid::new(vector![1e-200, 1e-200]).expect("an ellipse");
    assert_eq!(
        small.support_point(&vector![0.0, 1e-200]),
        vector![0.0, 1e-200]
    );
}

/// A rounded shape inside `AnyShape`, with a motion inside `AnyMotion`, gets the answer of both outside of them.
fn same_answers<T: Real, R: FromOracle<T, D>, const D: usize>() {
    let mut hits = 0;
    for (number, family) in (0..220).map(|n| (n, Family::ALL[n as usize % Family::ALL.len()])) {
        let case = Case::<D>::random(family, 9_000_000 + number);
        let [plain_a, plain_b] = [&case.a, &case.b].map(body::<T, R, D>);
        let [any_a, any_b] = [(&case.a, &plain_a), (&case.b, &plain_b)].map(|(given, plain)| {
            let shape = AnyShape::from(shape::<T, D>(&given.body).expect("a shape"));
            Moving::new(shape, plain.motion())
        });
        let (plain, any) = (answer(&plain_a, &plain_b), answer(&any_a, &any_b));
        hits += u32::from(plain.contains("Impact"));
        assert_eq!(any, plain, "{family:?} {number}");
    }
    assert!((60..180).contains(&hits), "{hits} of 220");
}

fn answer<T: Real, const D: usize>(a: &impl Extrusion<T, D>, b: &impl Extrusion<T, D>) -> String {
    format!(
        "{:?}",
        time_of_impact(a, b, T::zero()..=T::one()).map(|found| found.outcome)
    )
}

#[test]
fn rounded_shapes_in_one_type_have_the_same_answers() {
    same_answers::<f64, UnitComplex<f64>, 2>();
    same_answers::<f32, UnitComplex<f32>, 2>();
    same_answers::<f64, UnitQuaternion<f64>, 3>();
    same_answers::<f32, UnitQuaternion<f32>, 3>();
}

/// Any motion says of itself what the motion inside says.
#[test]
fn any_motion_passes_on_every_method() {
    let (home, away) = (
        Isometry3::translation(1.0, 2.0, 3.0),
        Isometry3::new(vector![4.0, 2.0, 0.0], vector![0.0, 1.0, 0.5]),
    );
    let center = vector![0.5, 0.0, -0.25];
    let steady = ConstantVelocity::between((0.0, home), (2.0, away), center).expect("a motion");
    let sweep = Sweep::new((0.0, home), (2.0, away), center).expect("a motion");
    let flight = Ballistic::new(steady, vector![0.0, -10.0, 0.0]).expect("a motion");
    let rest = AtRest::new(away).expect("a motion");
    same_motion(rest, rest.into());
    same_motion(steady, steady.into());
    same_motion(flight, flight.into());
    same_motion(sweep, sweep.into());
    same_motion(flight, AnyMotion::other(flight));
    let bounds = |_: &Vector3<f64>, _, reach| MotionBounds {
        acceleration: None,
        speed: Some(reach),
    };
    let function = FromFn::new(move |_: f64| home, bounds);
    same_motion(function, AnyMotion::other(function));
}

fn same_motion<M: Motion<f64, 3, Rotation = UnitQuaternion<f64>>>(
    motion: M,
    any: AnyMotion<f64, UnitQuaternion<f64>, 3>,
) {
    let all = |motion: &dyn Motion<f64, 3, Rotation = UnitQuaternion<f64>>| {
        let during = photofinish::Span::new(0.5, 1.5).expect("a span");
        let along = vector![0.6, 0.0, 0.8];
        format!(
            "{:?}",
            (
                (motion.pose(0.75), motion.placement(0.75, &along)),
                (
                    motion.reference(0.75),
                    motion.center(),
                    motion.next_knot(0.75)
                ),
                motion.acceleration_bound(&along, during, 2.0),
                motion.speed_bound(&along, during, 2.0),
                motion.fixed_axis(during),
            )
        )
    };
    assert_eq!(all(&any), all(&motion));
}

#[test]
fn motions_hand_back_their_poses() {
    let (home, away) = (
        (0.5, Isometry2::new(vector![1.0, 2.0], 0.0)),
        (2.0, Isometry2::new(vector![4.0, 2.0], 1.0)),
    );
    let near = |x: &[(f64, Isometry2<f64>); 2]| {
        let both = x.iter().zip([home, away]);
        both.clone().all(|(x, given)| x.0 == given.0)
            && both
                .into_iter()
                .all(|(x, given)| (x.1.inverse() * given.1).rotation.angle().abs() < 1e-15)
            && x[0].1.translation == home.1.translation
            && x[1].1.translation == away.1.translation
    };
    let center = vector![0.5, -0.5];
    assert!(near(
        &Sweep::new(home, away, center)
            .expect("a motion")
            .given_poses()
    ));
    let steady = ConstantVelocity::between(home, away, center).expect("a motion");
    assert!(near(
        &steady.given_poses().expect("it is between two poses")
    ));
    assert_eq!((steady.epoch(), steady.starting_pose()), home);
    let plain = ConstantVelocity::new(home.1, center, 1.0).expect("a motion");
    assert_eq!(plain.given_poses(), None);
    assert_eq!(
        AtRest::new(home.1).expect("a motion").resting_pose(),
        home.1
    );
}
