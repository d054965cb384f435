//! Casts that are refused, each with an error that names the value.

use nalgebra::{Isometry2, Vector2, vector};
use photofinish::cast::{CastError, Ray, cast_ray, cast_shape};
use photofinish::shape::Ball;
use photofinish::support::Posed;
use photofinish::{Query, QueryError, SupportMap};

#[test]
fn rays_without_a_direction_or_with_bad_numbers_are_refused() {
    let origin = Vector2::<f64>::zeros();
    assert_eq!(
        Ray::new(origin, Vector2::zeros()),
        Err(CastError::NoDirection)
    );
    for bad in [f64::NAN, f64::INFINITY, 1e200] {
        let of_direction = Ray::new(origin, vector![1.0, bad]).unwrap_err();
        assert!(
            of_direction
                .to_string()
                .starts_with("direction must be finite")
        );
        let of_origin = Ray::new(vector![bad, 0.0], vector![1.0, 0.0]).unwrap_err();
        assert!(of_origin.to_string().starts_with("origin must be finite"));
    }
    // a direction of any size does
    for size in [1e-320, 1e-200, 1e100] {
        let ray = Ray::new(origin, vector![0.0, size]).unwrap();
        assert_eq!(ray.direction(), &vector![0.0, 1.0]);
    }
}

#[test]
fn bad_distances_and_settings_are_refused() {
    let ball = Ball::new(1.0f64).unwrap();
    let ray = Ray::new(vector![-5.0, 0.0], vector![1.0, 0.0]).unwrap();
    for value in [-1.0, f64::NAN, f64::NEG_INFINITY] {
        let error = cast_ray(&ray, &ball, value).unwrap_err();
        let CastError::InvalidDistance { value: named } = error else {
            panic!("{error}");
        };
        assert_eq!(named.to_bits(), value.to_bits());
    }
    let query = Query::new().tolerance(-1.0);
    let error = query.cast_ray(&ray, &ball, 10.0).unwrap_err();
    assert_eq!(
        error,
        CastError::Query(QueryError::InvalidTolerance { value: -1.0 })
    );
    let query = Query::new().target_distance(f64::INFINITY);
    let error = query.cast_ray(&ray, &ball, f64::INFINITY).unwrap_err();
    let value = f64::INFINITY;
    assert_eq!(
        error,
        CastError::Query(QueryError::InvalidTargetDistance { value })
    );
    let error = cast_shape(&ball, Vector2::zeros(), &ball, 1.0).unwrap_err();
    assert_eq!(error, CastError::NoDirection);
}

#[test]
fn bodies_with_bad_coordinates_are_refused() {
    /// A body that reaches nowhere along the y axis.
    struct Broken;

    impl SupportMap<f64, 2> for Broken {
        fn support_point(&self, direction: &Vector2<f64>) -> Vector2<f64> {
            vector![0.0, if direction.y != 0.0 { f64::NAN } else { 0.0 }]
        }
    }

    let ray = Ray::new(vector![-5.0, 0.0], vector![1.0, 0.0]).unwrap();
    let error = cast_ray(&ray, &Broken, f64::INFINITY).unwrap_err();
    assert!(
        matches!(
            error,
            CastError::Query(QueryError::CoordinateNotFinite { .. })
        ),
        "{error}"
    );
    let far = Isometry2::translation(1e119, 0.0);
    let far = Posed::new(Ball::new(1.0).unwrap(), &far).unwrap();
    // nothing to see so far off, and no panic
    assert!(cast_ray(&ray, &far, 10.0).is_ok());
}
