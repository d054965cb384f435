//! Random rays against every shape, in the plane and in space, in both precisions.

use super::judge::{Found, TILT, Truth, judge};
use super::signed_distance::Form;
use crate::build::*;

/// Rays for each kind of number and dimension.
const RAYS: usize = 150;

/// Rounding of an answer, in ulps of the largest coordinate that it may come from.
const SLACK_ULPS: f64 = 200.0;

/// The radius of the ball that is cast along each ray.
const BALL: f64 = 0.25;

/// A length that both precisions hold exactly.
fn length(dice: &mut StdRng) -> f64 {
    f64::from(dice.random_range(0.2f32..1.5))
}

fn form<const D: usize>(dice: &mut StdRng) -> Form<D> {
    let half = SVector::from_fn(|_, _| length(dice));
    let (height, radius) = (length(dice), length(dice));
    match dice.random_range(0..7) {
        0 => Form::Ball(radius),
        1 => Form::Cuboid(half),
        2 => Form::Capsule(height, radius),
        3 => Form::Cylinder(height, radius),
        4 => Form::Cone(height, radius),
        5 => Form::Rounded(half, radius),
        _ => Form::Segment(height),
    }
}

/// Builds the shape of a form; every other cuboid as the hull of its corners.
fn shape<T: Real, const D: usize>(
    form: &Form<D>,
    as_hull: bool,
) -> Result<AnyShape<T, D>, ShapeError> {
    let of = |length: f64| T::of(length);
    Ok(match *form {
        Form::Ball(radius) => ball(radius).into(),
        Form::Cuboid(half) if as_hull => {
            let sign = |corner: usize, row: usize| [1.0, -1.0][corner >> row & 1];
            let corner = |k| SVector::from_fn(|row, _| of(half[row] * sign(k, row)));
            ConvexHull::new(&(0..1 << D).map(corner).collect::<Vec<_>>())?.into()
        }
        Form::Cuboid(half) => Cuboid::new(half.map(of))?.into(),
        Form::Capsule(half, radius) => Capsule::new(of(half), of(radius))?.into(),
        Form::Cylinder(half, radius) => Cylinder::new(of(half), of(radius))?.into(),
        Form::Cone(half, radius) => Cone::new(of(half), of(radius))?.into(),
        Form::Rounded(half, radius) => Rounded::new(Cuboid::new(half.map(of))?, of(radius))?.into(),
        Form::Segment(half) => {
            let end = SVector::from_fn(|row, _| if row == 1 { of(half) } else { T::zero() });
            Segment::new([end, -end])?.into()
        }
    })
}

/// Draws a ray near a body at `place`: mostly at a point within its reach, one in eight along an axis, one in sixteen
/// from inside.
fn ray<T: Real, const D: usize>(dice: &mut StdRng, place: &SVector<f64, D>) -> Ray<T, D> {
    let mut draw = |size: f64| SVector::<f64, D>::from_fn(|_, _| dice.random_range(-size..size));
    let (aside, mut away) = (draw(1.3), draw(1.0));
    let far = 10f64.powf(dice.random_range(0.0..3.0));
    if dice.random_range(0..8) == 0 {
        let axis = dice.random_range(0..D);
        away = SVector::from_fn(|row, _| if row == axis { 1.0 } else { 0.0 });
    }
    let near = dice.random_range(0..16) == 0;
    let start = if near {
        place + aside * 0.1
    } else {
        place + aside + away * far
    };
    Ray::new(start.map(T::of), (-away).map(T::of)).unwrap()
}

/// Casts one ray at a body and judges the answer, and then a ball along the ray.
fn try_one<T: Real, const D: usize>(
    ray: &Ray<T, D>,
    ball: &impl SupportMap<T, D>,
    body: &impl SupportMap<T, D>,
    (place, longest, tilt): (&SVector<f64, D>, f64, f64),
    distance: &dyn Fn(&SVector<f64, D>) -> f64,
) -> [Found<D>; 2] {
    let origin = ray.origin().map(T::as_f64);
    let coordinate = place.norm() + origin.norm() + 10.0;
    let slack = coordinate * T::EPSILON.as_f64() * SLACK_ULPS;
    // beyond this the cast has passed the body
    let end = longest.min((place - origin).norm() + 10.0);

    let of_ray = cast_ray(ray, body, T::of(longest)).unwrap().into();
    let of_ball = cast_shape(ball, *ray.direction(), body, T::of(longest));
    let of_ball = of_ball.unwrap().into();
    for (found, radius) in [(&of_ray, 0.0), (&of_ball, BALL)] {
        let truth = Truth {
            distance,
            radius,
            slack,
            tilt,
        };
        judge(ray, end, found, &truth);
    }
    [of_ray, of_ball]
}

fn cast_randomly<T: Real, R: Rotor<T, D>, const D: usize>() {
    let mut dice = StdRng::seed_from_u64(71);
    let [mut hits, mut inside] = [0; 2];
    for _ in 0..RAYS {
        let far = [0.0, 1.0, 1000.0][dice.random_range(0..3usize)];
        let place: SVector<T, D> =
            SVector::from_fn(|_, _| T::of(dice.random_range(-1.0..1.0) * far));
        let turn: Vector3<T> = Vector3::from_fn(|_, _| T::of(dice.random_range(-2.0..2.0)));
        let (axis, angle) = R::axis_and_speed(R::velocity_of(turn));
        let pose = Isometry::from_parts(Translation::from(place), R::turn(axis, angle));
        let form = form::<D>(&mut dice);
        let shape = shape::<T, D>(&form, dice.random()).unwrap();
        let tilt = match form {
            Form::Cylinder(..) | Form::Cone(..) => TILT,
            _ => 0.0,
        };
        let body = Posed::new(&shape, &pose).unwrap();
        // as the body holds them
        let (rotation, place) = (body.rotation().map(T::as_f64), place.map(T::as_f64));
        let distance = |x: &SVector<f64, D>| form.at(&rotation.tr_mul(&(x - place)));
        let ray = ray(&mut dice, &place);
        let start = Isometry::from_parts(Translation::from(*ray.origin()), R::identity());
        let ball = Posed::new(ball::<T>(BALL), &start).unwrap();
        let longest = [f64::INFINITY, 30.0, 1e12][dice.random_range(0..3usize)];
        for found in try_one(&ray, &ball, &body, (&place, longest, tilt), &distance) {
            hits += usize::from(matches!(found, Found::Hit { .. }));
            inside += usize::from(found == Found::Inside);
        }
    }
    let all = 2 * RAYS;
    let misses = all - hits - inside;
    assert!(hits * 10 > all * 3 && hits * 10 < all * 7, "{hits}");
    assert!(inside * 100 > all && misses * 10 > all * 2, "{inside}");
}

#[test]
fn rays_and_balls_hit_what_is_in_their_way() {
    cast_randomly::<f64, UnitComplex<f64>, 2>();
    cast_randomly::<f32, UnitComplex<f32>, 2>();
    cast_randomly::<f64, UnitQuaternion<f64>, 3>();
    cast_randomly::<f32, UnitQuaternion<f32>, 3>();
}
