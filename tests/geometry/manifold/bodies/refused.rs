//! Bad input is refused, and bodies out of reach have no points.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::body::AnyBody;
use photofinish::{BodyManifold, BodyManifold3, HalfSpace, ManifoldError};

use super::{Body, at, cuboid, floor, shifted};

#[test]
fn bad_settings_are_refused() {
    let ground: Body<f64> = at(floor(), Isometry3::identity());
    let body = at(cuboid([1.0, 1.0, 1.0]), shifted([2.0, 0.5, 2.0]));
    let ask = |mut manifold: BodyManifold3, time: f64| {
        let answer = manifold.update_at(&ground, &body, time).map(<[_]>::len);
        assert_eq!(manifold.points().len(), answer.unwrap_or(0));
        answer
    };
    assert_eq!(ask(BodyManifold::new(0.0).merging(1e-9), 0.0), Ok(4));
    for bad in [-1e-3, f64::NAN, f64::INFINITY, 1e200] {
        for manifold in [BodyManifold::new(bad), BodyManifold::new(0.1).merging(bad)] {
            let Err(ManifoldError::InvalidLength { value, .. }) = ask(manifold, 0.0) else {
                panic!("{bad} is no length");
            };
            assert_eq!(value.to_bits(), bad.to_bits());
        }
    }
    // with nothing in reach too
    let mut manifold = BodyManifold::new(0.1).merging(-1.0);
    let far = at(cuboid([1.0, 1.0, 1.0]), shifted([2.0, 9.0, 2.0]));
    let (answer, name) = (manifold.update_at(&ground, &far, 0.0), "merging");
    assert_eq!(
        answer,
        Err(ManifoldError::InvalidLength { name, value: -1.0 })
    );
    assert_eq!(
        ask(BodyManifold::new(0.1).max_points(0), 0.0),
        Err(ManifoldError::NoPoints)
    );
    let bad_time = ask(BodyManifold::new(0.1), f64::NAN);
    assert!(matches!(bad_time, Err(ManifoldError::NotFinite(_))));
}

#[test]
fn bodies_out_of_reach_have_no_points_and_two_half_spaces_are_refused() {
    let ground: Body<f64> = at(floor(), Isometry3::identity());
    let plane = HalfSpace::new(Vector3::y(), Vector3::zeros()).expect("a floor");
    let plane: Body<f64> = AnyBody::Floor(plane);
    let mut manifold = BodyManifold::new(0.01);
    for (height, count) in [(0.509, 4), (0.511, 0)] {
        let body = at(
            cuboid([1.0, 1.0, 1.0]),
            Isometry3::from(vector![2.2, height, 2.2]),
        );
        for below in [&ground, &plane] {
            let points = manifold
                .update_at(below, &body, 0.0)
                .expect("finite bodies");
            assert_eq!(points.len(), count, "at {height}");
        }
    }
    let answer = manifold.update_at(&plane, &plane, 0.0);
    assert_eq!(answer.err(), Some(ManifoldError::TwoHalfSpaces));
}
