//! Ellipsoids, rounded boxes and rounded cylinders as `AnyShape`: their impacts against closed forms, and their sizes.

use photofinish::shape::PosedShape;

use crate::build::*;

/// A shape that turns about the z axis through its origin, and how far it then reaches down at an angle.
type Rolling<T, const D: usize> = (AnyShape<T, D>, Box<dyn Fn(f64) -> f64>);

fn rolling<T: Real, R: Rotor<T, D>, const D: usize>() -> Result<Vec<Rolling<T, D>>, ShapeError> {
    let of_box = |angle: f64| 0.75 * angle.sin().abs() + 0.25 * angle.cos().abs();
    let of_ellipse = |angle: f64| (0.75 * angle.sin()).hypot(0.25 * angle.cos());
    let of_needle = |angle: f64| (0.75 * angle.sin()).hypot(1e-5 * angle.cos());
    let of_rod = |angle: f64| 0.75 * angle.sin().abs();
    let vector = |x: f64, y: f64, z: f64| SVector::from_fn(|axis, _| T::of([x, y, z][axis]));
    let (halves, end) = (vector(0.75, 0.25, 0.5), vector(0.75, 0.0, 0.0));
    let needle = Ellipsoid::new(vector(0.75, 1e-5, 1e-5))?;
    let image = AffineImage::new(
        Ball::new(T::one())?,
        SMatrix::from_diagonal(&halves),
        SVector::zeros(),
    );
    let radius = T::of(0.125);
    let ellipsoid = Rounded::new(Ellipsoid::new(halves)?, radius)?;
    let block = Rounded::new(Cuboid::new(halves)?, radius)?;
    let cylinder = Rounded::new(Cylinder::new(T::of(0.25), T::of(0.75))?, radius)?;
    let rod = Capsule::between(-end, end, radius)?;
    let beside = Isometry::<T, R, D>::from_parts(Translation::from(end), R::identity());
    let ball = PosedShape::new(Ball::new(radius)?, &beside).expect("a pose");
    let shapes: [Rolling<T, D>; 8] = [
        (Ellipsoid::new(halves)?.into(), Box::new(of_ellipse)),
        (needle.into(), Box::new(of_needle)),
        (image?.into(), Box::new(of_ellipse)),
        (ellipsoid.into(), Box::new(move |a| of_ellipse(a) + 0.125)),
        (block.into(), Box::new(move |a| of_box(a) + 0.125)),
        (cylinder.into(), Box::new(move |a| of_box(a) + 0.125)),
        (rod.into(), Box::new(move |a| of_rod(a) + 0.125)),
        // a ball off the origin goes round it
        (ball.into(), Box::new(|a| 0.125 - 0.75 * a.sin())),
    ];
    Ok(shapes.into())
}

/// Returns the first time at which a function that starts positive is zero.
fn first_root(f: impl Fn(f64) -> f64) -> f64 {
    let mut steps = (1..=100_000).map(|step| f64::from(step) * 1e-5);
    let mut after = steps.find(|&time| f(time) <= 0.0).expect("it comes down");
    let mut before = after - 1e-5;
    for _ in 0..60 {
        let middle = 0.5 * (before + after);
        let end = if f(middle) > 0.0 {
            &mut before
        } else {
            &mut after
        };
        *end = middle;
    }
    before
}

/// Drops every shape, turning about the z axis, on a floor at height 0.
fn roll_and_fall<T: Real, R: Rotor<T, D>, const D: usize>() {
    let up = |height: f64| SVector::from_fn(|axis, _| T::of(if axis == 1 { height } else { 0.0 }));
    let place = |height, turn: R| Isometry::from_parts(Translation::from(up(height)), turn);
    let about_z = |angle: f64| R::velocity_of(Vector3::z() * T::of(angle));
    let half = std::array::from_fn::<_, D, _>(|axis| [8.0, 1.0, 8.0][axis]);
    let floor = moving(cuboid(half), rest(place(-1.0, R::identity())));
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
            let start = place(1.75, R::turn(about_z(1.0), T::of(angle)));
            let body = moving(shape.clone(), steady(start, up(-2.5), about_z(spin)));
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
fn turning_bodies_fall_on_a_floor_in_time() {
    roll_and_fall::<f64, UnitComplex<f64>, 2>();
    roll_and_fall::<f32, UnitComplex<f32>, 2>();
    roll_and_fall::<f64, UnitQuaternion<f64>, 3>();
    roll_and_fall::<f32, UnitQuaternion<f32>, 3>();
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
