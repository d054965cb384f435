//! Ellipsoids, rounded boxes and rounded cylinders as `AnyShape`, with motions as `AnyMotion`: their impacts against
//! closed forms, and what both types pass on.

use nalgebra::{
    Isometry, Isometry2, Isometry3, SVector, Translation, UnitComplex, UnitQuaternion, Vector3,
    vector,
};
use photofinish::motion::{
    AnyMotion, AtRest, Ballistic, ConstantVelocity, FromFn, Motion, MotionBounds, Rotor, Sweep,
};
use photofinish::shape::{AnyShape, Ball, Capsule, Cuboid, Cylinder, Ellipsoid, PosedShape};
use photofinish::support::{AffineImage, Rounded};
use photofinish::{Real, ShapeError, SupportMap, time_of_impact};

use crate::build::{impact, moving};

/// A shape that turns about the z axis through its origin, and how far it then reaches down at an angle.
type Rolling<T, const D: usize> = (AnyShape<T, D>, Box<dyn Fn(f64) -> f64>);

fn rolling<T: Real, R: Rotor<T, D>, const D: usize>() -> Result<Vec<Rolling<T, D>>, ShapeError> {
    let of_box = |angle: f64| 0.75 * angle.sin().abs() + 0.25 * angle.cos().abs();
    let of_ellipse = |angle: f64| (0.75 * angle.sin()).hypot(0.25 * angle.cos());
    let of_rod = |angle: f64| 0.75 * angle.sin().abs();
    let vector = |x: f64, y: f64, z: f64| SVector::from_fn(|axis, _| T::of([x, y, z][axis]));
    let (halves, end, origin) = (
        vector(0.75, 0.25, 0.5),
        vector(0.75, 0.0, 0.0),
        SVector::zeros(),
    );
    let radius = T::of(0.125);
    let beside = Isometry::<T, R, D>::from_parts(Translation::from(end), R::identity());
    let ball = PosedShape::new(Ball::new(radius)?, &beside).expect("a pose");
    let map = nalgebra::SMatrix::from_diagonal(&halves);
    let cylinder = Cylinder::new(T::of(0.25), T::of(0.75))?;
    let shapes: [Rolling<T, D>; 8] = [
        (Ellipsoid::new(halves)?.into(), Box::new(of_ellipse)),
        // a needle, nearly without thickness
        (
            Ellipsoid::new(vector(0.75, 1e-5, 1e-5))?.into(),
            Box::new(|angle| (0.75 * angle.sin()).hypot(1e-5 * angle.cos())),
        ),
        (
            AffineImage::new(Ball::new(T::one())?, map, origin)?.into(),
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
            Rounded::new(cylinder, radius)?.into(),
            Box::new(move |angle| of_box(angle) + 0.125),
        ),
        (
            Capsule::between(-end, end, radius)?.into(),
            Box::new(move |angle| of_rod(angle) + 0.125),
        ),
        // a ball off the origin goes round it
        (ball.into(), Box::new(|angle| 0.125 - 0.75 * angle.sin())),
    ];
    Ok(shapes.into())
}

/// Returns the first time at which a function that starts positive is zero.
fn first_root(f: impl Fn(f64) -> f64) -> f64 {
    let mut steps = (1..=100_000).map(|step| f64::from(step) * 1e-5);
    let mut after = steps
        .find(|&time| f(time) <= 0.0)
        .expect("a body that comes down");
    let mut before = after - 1e-5;
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
    let floor = moving(AnyShape::from(floor.expect("a box")), rest);
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
            let body = moving(shape.clone(), AnyMotion::from(fall));
            let found = time_of_impact(&body, &floor, T::zero()..=T::one()).expect("an answer");
            let expected = first_root(|t| 1.75 - 2.5 * t - down(angle + spin * t));
            let early = expected - impact(found).time.as_f64();
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
    let shape = AnyShape::from(ellipsoid);
    let round = AnyShape::from(Rounded::new(shape.clone(), 0.25).expect("a radius"));
    let sizes =
        |body: &dyn SupportMap<f64, 3>| [body.inner_diameter(), body.reach(&Vector3::zeros())];
    assert_eq!([sizes(&ellipsoid), sizes(&shape)], [[1.0, 3.0]; 2]);
    assert_eq!(sizes(&round), [1.5, 3.25]);
    let flat = Ellipsoid::new(vector![2.0, 0.0]).expect("a segment");
    assert_eq!(flat.support_point(&vector![0.5, 2.0]), vector![2.0, 0.0]);
    // short and small: no product underflows
    let small = Ellipsoid::new(vector![1e-200, 1e-200]).expect("an ellipse");
    let up = vector![0.0, 1e-200];
    assert_eq!(small.support_point(&up), up);
}

/// Any motion says of itself what the motion inside says.
#[test]
fn any_motion_passes_on_every_method() {
    fn check<M: Motion<f64, 3, Rotation = UnitQuaternion<f64>>>(
        motion: M,
        any: AnyMotion<f64, UnitQuaternion<f64>, 3>,
    ) {
        let all = |motion: &dyn Motion<f64, 3, Rotation = UnitQuaternion<f64>>| {
            let during = photofinish::Span::new(0.5, 1.5).expect("a span");
            let along = vector![0.6, 0.0, 0.8];
            let places = (
                motion.pose(0.75),
                motion.placement(0.75, &along),
                motion.reference(0.75),
            );
            let rates = (
                motion.acceleration_bound(&along, during, 2.0),
                motion.speed_bound(&along, during, 2.0),
                motion.fixed_axis(during),
            );
            format!(
                "{:?}",
                (places, motion.center(), motion.next_knot(0.75), rates)
            )
        };
        assert_eq!(all(&any), all(&motion));
    }
    let (home, away) = (
        Isometry3::translation(1.0, 2.0, 3.0),
        Isometry3::new(vector![4.0, 2.0, 0.0], vector![0.0, 1.0, 0.5]),
    );
    let center = vector![0.5, 0.0, -0.25];
    let steady = ConstantVelocity::between((0.0, home), (2.0, away), center).expect("a motion");
    let sweep = Sweep::new((0.0, home), (2.0, away), center).expect("a motion");
    let flight = Ballistic::new(steady, vector![0.0, -10.0, 0.0]).expect("a motion");
    let rest = AtRest::new(away).expect("a motion");
    let bounds = |_: &Vector3<f64>, _, reach| MotionBounds {
        acceleration: None,
        speed: Some(reach),
    };
    let function = FromFn::new(move |_: f64| home, bounds);
    check(rest, rest.into());
    check(steady, steady.into());
    check(flight, flight.into());
    check(sweep, sweep.into());
    check(flight, AnyMotion::other(flight));
    check(function, AnyMotion::other(function));
}

#[test]
fn motions_hand_back_their_poses() {
    let home = (0.5, Isometry2::new(vector![1.0, 2.0], 0.0));
    let away = (2.0, Isometry2::new(vector![4.0, 2.0], 1.0));
    let are_given = |poses: [(f64, Isometry2<f64>); 2]| {
        let same = |(found, given): ((f64, Isometry2<f64>), (f64, Isometry2<f64>))| {
            let off = found.1.rotation.angle_to(&given.1.rotation).abs();
            found.0 == given.0 && found.1.translation == given.1.translation && off < 1e-15
        };
        poses.into_iter().zip([home, away]).all(same)
    };
    let center = vector![0.5, -0.5];
    let sweep = Sweep::new(home, away, center).expect("a motion");
    assert!(are_given(sweep.given_poses()));
    let steady = ConstantVelocity::between(home, away, center).expect("a motion");
    assert!(are_given(
        steady.given_poses().expect("it is between two poses")
    ));
    assert_eq!((steady.epoch(), steady.starting_pose()), home);
    let plain = ConstantVelocity::new(home.1, center, 1.0).expect("a motion");
    assert_eq!(plain.given_poses(), None);
    let rest = AtRest::new(home.1).expect("a motion");
    assert_eq!(rest.resting_pose(), home.1);
}
