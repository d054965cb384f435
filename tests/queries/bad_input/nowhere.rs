//! Bodies and directions with NaN or infinite numbers.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::SupportMap;
use photofinish::shape::Cuboid;

/// A body whose support points are NaN or infinite, everywhere or on one side.
struct Nowhere {
    value: f64,
    everywhere: bool,
}

impl SupportMap<f64, 3> for Nowhere {
    fn support_point(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        if self.everywhere || direction.x + 0.3 * direction.y < 0.0 {
            vector![0.25, self.value, 0.0]
        } else {
            vector![1.0, 0.0, 0.0]
        }
    }
}

#[test]
fn bodies_that_are_nowhere_have_no_distance() {
    let cube = Cuboid::new(vector![1.0, 1.0, 1.0]).expect("a box");
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for everywhere in [true, false] {
            let nowhere = Nowhere { value, everywhere };
            assert!(photofinish::gjk::distance(&cube, &nowhere).is_none());
            assert!(photofinish::gjk::distance(&nowhere, &cube).is_none());
            let mut axis = Vector3::zeros();
            assert!(photofinish::gjk::intersects(&cube, &nowhere, &mut axis));
            assert!(axis.iter().all(|x| x.is_finite()), "{axis}");
            let found = photofinish::proximity(&cube, &nowhere);
            assert!(matches!(found, photofinish::Proximity::Overlapping(_)));
            assert!(found.signed_distance().is_nan(), "{found:?}");
            let overlap = photofinish::epa::penetration(&nowhere, &cube).expect("not disjoint");
            assert!(overlap.depth.is_nan() && overlap.lower_bound == 0.0);
            let named = photofinish::try_proximity(&cube, &nowhere).expect_err("nowhere");
            assert!(!named.value.is_finite(), "{named}");
        }
    }
}

/// What a tracker remembers of such a body does not harm its next answer.
#[test]
fn a_tracker_recovers_from_a_body_that_is_nowhere() {
    let cube = Cuboid::new(vector![1.0, 1.0, 1.0]).expect("a box");
    let other = photofinish::support::Posed::new(cube, &Isometry3::translation(4.0, 0.5, 0.0));
    let other = other.expect("a pose");
    let mut tracker = photofinish::Tracker::new();
    for everywhere in [true, false] {
        let value = f64::NAN;
        let nowhere = Nowhere { value, everywhere };
        assert!(tracker.distance(&cube, &nowhere).is_none());
        assert!(tracker.intersects(&cube, &nowhere));
        assert!(
            tracker
                .proximity(&cube, &nowhere)
                .signed_distance()
                .is_nan()
        );
        assert!(tracker.try_proximity(&cube, &nowhere).is_err());
        let found = tracker.try_proximity(&cube, &other).expect("numbers");
        assert_eq!(found.signed_distance(), 2.0);
    }
}

/// A starting axis with NaN or infinite numbers is ignored.
#[test]
fn a_search_may_start_from_any_axis() {
    let cube = Cuboid::new(vector![1.0, 1.0, 1.0]).expect("a box");
    let other = photofinish::support::Posed::new(cube, &Isometry3::translation(0.0, 4.0, 0.0));
    let other = other.expect("a pose");
    for bad in [f64::NAN, f64::INFINITY, 1e300, 1e-300, 0.0] {
        for axis in [
            vector![bad, 1.0, 0.0],
            Vector3::repeat(bad),
            vector![0.0, bad, bad],
        ] {
            let visit = |_: &_| std::ops::ControlFlow::Continue(());
            let found = photofinish::gjk::visit(&cube, &other, axis, visit);
            assert_eq!(found.map(|closest| closest.distance), Some(2.0), "{axis}");
            let mut axis = axis;
            assert!(!photofinish::gjk::intersects(&cube, &other, &mut axis));
        }
    }
}
