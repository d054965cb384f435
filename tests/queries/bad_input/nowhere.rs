//! Bodies and directions with NaN or infinite numbers.

use std::ops::ControlFlow;

use photofinish::{Contact, Tracker, gjk, try_proximity};

use crate::build::*;

/// A cube whose support points have a bad coordinate along some directions, with extents that are those of the cube.
#[derive(Clone, Copy, Debug)]
struct Hollow {
    value: f64,
    /// Which coordinate is bad.
    axis: usize,
    /// Points along directions that lie farther than this along `toward` are bad.
    beyond: f64,
    toward: Vector3<f64>,
}

impl Hollow {
    /// Hollow cubes of all kinds.
    fn all() -> impl Iterator<Item = Self> {
        let sides = [Vector3::x(), -Vector3::x(), vector![0.6, -0.8, 0.0]];
        (0..81).map(move |kind| Self {
            value: [f64::NAN, f64::INFINITY, f64::NEG_INFINITY][kind % 3],
            axis: kind / 3 % 3,
            beyond: [-2.0, -0.3, 0.3][kind / 9 % 3],
            toward: sides[kind / 27],
        })
    }
}

impl SupportMap<f64, 3> for Hollow {
    fn support_point(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        let mut point = direction.map(|x| 1f64.copysign(x));
        if direction.dot(&self.toward) > self.beyond * direction.norm() {
            point[self.axis] = self.value;
        }
        point
    }

    fn extents(&self) -> Vector3<f64> {
        vector![1.0, 1.0, 1.0]
    }

    fn interior_point(&self) -> Vector3<f64> {
        Vector3::zeros()
    }
}

/// A body whose support points are all NaN or infinite, and so are its extents.
struct Nowhere(f64);

impl SupportMap<f64, 3> for Nowhere {
    fn support_point(&self, _: &Vector3<f64>) -> Vector3<f64> {
        vector![0.25, self.0, 0.0]
    }
}

/// What a tracker remembers of such a body does not harm its next answer.
#[test]
fn bodies_that_are_nowhere_have_no_distance() {
    let cube: Cuboid<f64, 3> = cuboid([1.0; 3]);
    let other = Posed::new(cube, &Isometry3::translation(4.0, 0.5, 0.0)).expect("a pose");
    let mut tracker = Tracker::new();
    for nowhere in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(Nowhere) {
        assert!(gjk::distance(&cube, &nowhere).is_none());
        assert!(gjk::distance(&nowhere, &cube).is_none());
        assert!(tracker.distance(&cube, &nowhere).is_none());
        let mut axis = Vector3::zeros();
        assert!(gjk::intersects(&cube, &nowhere, &mut axis));
        assert!(axis.iter().all(|x| x.is_finite()), "{axis}");
        assert!(tracker.intersects(&cube, &nowhere));
        for found in [
            proximity(&cube, &nowhere),
            tracker.proximity(&cube, &nowhere),
        ] {
            assert!(matches!(found, Proximity::Overlapping(_)));
            assert!(found.signed_distance().is_nan(), "{found:?}");
        }
        let Proximity::Overlapping(overlap) = proximity(&nowhere, &cube) else {
            panic!("not proven disjoint");
        };
        assert!(overlap.depth.is_nan() && overlap.lower_bound == 0.0);
        let named = try_proximity(&cube, &nowhere).expect_err("nowhere");
        assert!(!named.value.is_finite(), "{named}");
        assert!(tracker.try_proximity(&cube, &nowhere).is_err());
        let found = tracker.try_proximity(&cube, &other).expect("numbers");
        assert_eq!(found.signed_distance(), 2.0);
    }
}

/// A starting axis with NaN or infinite numbers is ignored.
#[test]
fn a_search_may_start_from_any_axis() {
    let cube: Cuboid<f64, 3> = cuboid([1.0; 3]);
    let other = Posed::new(cube, &Isometry3::translation(0.0, 4.0, 0.0)).expect("a pose");
    for bad in [f64::NAN, f64::INFINITY, 1e300, 1e-300, 0.0] {
        for mut axis in [[bad, 1.0, 0.0], [bad; 3], [0.0, bad, bad]].map(Vector3::from) {
            let found = gjk::visit(&cube, &other, axis, |_| ControlFlow::Continue(()));
            assert_eq!(found.map(|closest| closest.distance), Some(2.0), "{axis}");
            assert!(!gjk::intersects(&cube, &other, &mut axis));
        }
    }
}

fn is_finite(contact: &Contact<f64, 3>) -> bool {
    let vectors = [contact.normal, contact.witness_a, contact.witness_b];
    vectors.iter().flatten().all(|x| x.is_finite())
}

/// Returns whether all numbers of an answer are finite.
fn has_finite_points(solution: &Solution<f64, 3>) -> bool {
    let outcome = match &solution.outcome {
        Outcome::Separated(separated) => separated.clearance.is_finite(),
        Outcome::Impact(impact) => impact.distance.is_finite() && is_finite(&impact.contact),
        Outcome::Overlapping(overlap) => overlap.depth.is_finite() && is_finite(&overlap.contact),
        Outcome::Stays(report) | Outcome::DrivesIn(report) => report.distance.is_finite(),
    };
    let report = solution.initial_contact;
    outcome && report.is_none_or(|report| is_finite(&report.contact))
}

/// Extents that are finite do not show that points are not. Such points once were part of certified answers.
#[test]
fn no_answer_has_a_point_that_is_not_finite() {
    let block = cuboid([1.0; 3]);
    let cube = moving(block, rest3([0.0; 3]));
    let policies = [InitialContact::Stop, InitialContact::IgnoreSeparating];
    let mut refused = 0;
    for hollow in Hollow::all() {
        for (x, speed) in [(1.5, 0.0), (4.0, 0.0), (4.0, -3.0), (-4.0, 3.0), (3.0, 3.0)] {
            let start = Isometry3::translation(x, 0.2, 0.1);
            let placed = Posed::new(hollow, &start).expect("a pose");
            for found in [
                try_proximity(&placed, &block),
                try_proximity(&block, &placed),
            ] {
                let is_right = match &found {
                    Ok(near) => near.signed_distance().is_finite() && is_finite(near.contact()),
                    Err(error) => !error.value.is_finite(),
                };
                assert!(is_right, "{hollow:?} {x}: {found:?}");
            }
            let motion = steady(start, Vector3::x() * speed, vector![0.0, 0.3, 0.1]);
            let body = Moving::new(hollow, motion);
            for query in policies.map(|policy| Query::new().initial_contact(policy)) {
                for answer in [
                    query.time_of_impact(&body, &cube, 0.0..=1.0),
                    query.time_of_impact(&cube, &body, 0.0..=1.0),
                ] {
                    let is_right = match &answer {
                        Ok(solution) => has_finite_points(solution),
                        Err(QueryError::CoordinateNotFinite { value, .. }) => !value.is_finite(),
                        Err(_) => false,
                    };
                    assert!(is_right, "{hollow:?} {x} {speed}: {answer:?}");
                    refused += usize::from(answer.is_err());
                }
            }
        }
    }
    assert!(refused > 600, "{refused}");
}
