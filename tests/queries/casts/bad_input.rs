//! Casts that are refused, each with an error that names the value.

use crate::build::*;

#[test]
fn rays_without_a_direction_or_with_bad_numbers_are_refused() {
    let ray = |from: [f64; 2], along: [f64; 2]| Ray::<f64, 2>::new(from.into(), along.into());
    assert_eq!(ray([0.0; 2], [0.0; 2]), Err(CastError::NoDirection));
    for bad in [f64::NAN, f64::INFINITY, 1e200] {
        let said = ray([0.0; 2], [1.0, bad]).unwrap_err().to_string();
        assert!(said.starts_with("direction must be finite"), "{said}");
        let said = ray([bad, 0.0], [1.0, 0.0]).unwrap_err().to_string();
        assert!(said.starts_with("origin must be finite"), "{said}");
    }
    // a direction of any size does
    for size in [1e-320, 1e-200, 1e100] {
        let ray = ray([0.0; 2], [0.0, size]).unwrap();
        assert_eq!(ray.direction(), &vector![0.0, 1.0]);
    }
}

#[test]
fn bad_distances_and_settings_are_refused() {
    let ball = ball(1.0);
    let floor = HalfSpace::new(vector![1.0, 0.0], vector![0.0, 0.0]).unwrap();
    let ray = Ray::new(vector![-5.0, 0.0], vector![1.0, 0.0]).unwrap();
    for value in [-1.0, f64::NAN, f64::NEG_INFINITY] {
        let words = format!("InvalidDistance {{ value: {value:?} }}");
        assert_refused(&cast_ray(&ray, &ball, value), &words);
        let found = Query::new().cast_ray_on(&ray, &floor, value);
        assert_refused(&found, &words);
    }
    let ask = |query: Query<f64>| query.cast_ray(&ray, &ball, f64::INFINITY);
    let found = ask(Query::new().tolerance(-1.0));
    assert_refused(&found, "Query(InvalidTolerance { value: -1.0 }");
    let found = ask(Query::new().target_distance(f64::INFINITY));
    assert_refused(&found, "Query(InvalidTargetDistance { value: inf }");
    let error = cast_shape(&ball, Vector2::zeros(), &ball, 1.0).unwrap_err();
    assert_eq!(error, CastError::NoDirection);
    let found = Query::new().cast_shape_on(&ball, Vector2::zeros(), &floor, 1.0);
    assert_eq!(found, Err(CastError::NoDirection));
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
    let found = cast_ray(&ray, &Broken, f64::INFINITY);
    assert_refused(&found, "Query(CoordinateNotFinite");
    let far = Posed::new(ball(1.0), &Isometry2::translation(1e119, 0.0)).unwrap();
    // nothing to see so far off, and no panic
    assert!(cast_ray(&ray, &far, 10.0).is_ok());
}
