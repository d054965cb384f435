//! Bad input is refused, and bodies out of reach have no points.

use crate::bodies::*;

use super::{Body, at, cuboid, floor, shifted};

/// Settings are refused with nothing in reach too.
#[test]
fn bad_settings_are_refused_and_bodies_out_of_reach_have_no_points() {
    let plane = HalfSpace::new(Vector3::y(), Vector3::zeros()).expect("a floor");
    let grounds: [Body<f64>; 2] = [at(floor(), Isometry3::identity()), AnyBody::Floor(plane)];
    for (height, count) in [(0.509, 4), (0.511, 0), (9.0, 0)] {
        let body = at(cuboid([1.0, 1.0, 1.0]), shifted([2.2, height, 2.2]));
        for ground in &grounds {
            let ask = |mut manifold: BodyManifold3, time: f64| {
                let answer = manifold.update_at(ground, &body, time).map(<[_]>::len);
                assert_eq!(manifold.points().len(), answer.unwrap_or(0));
                answer
            };
            assert_eq!(ask(BodyManifold::new(0.01), 0.0), Ok(count), "at {height}");
            for bad in [-1e-3, f64::NAN, f64::INFINITY, 1e200] {
                for manifold in [BodyManifold::new(bad), BodyManifold::new(0.1).merging(bad)] {
                    let Err(ManifoldError::InvalidLength { value, .. }) = ask(manifold, 0.0) else {
                        panic!("{bad} is no length");
                    };
                    assert_eq!(value.to_bits(), bad.to_bits());
                }
            }
            let none = ask(BodyManifold::new(0.1).max_points(0), 0.0);
            assert_eq!(none, Err(ManifoldError::NoPoints));
            let bad_time = ask(BodyManifold::new(0.1), f64::NAN);
            assert!(matches!(bad_time, Err(ManifoldError::NotFinite(_))));
        }
    }
    let mut manifold = BodyManifold::new(0.01);
    let answer = manifold.update_at(&grounds[1], &grounds[1], 0.0);
    assert_eq!(answer.err(), Some(ManifoldError::TwoHalfSpaces));
}
