//! Distances: both bounds are in order and right, the witness points attain the distance, and the swapped pair has the
//! same answer.

use nalgebra::SVector;
use photofinish::gjk::{Closest, distance, intersects};
use photofinish::{Extrusion, Real, SupportMap, supporting_distance};
use proptest::prelude::*;

use crate::properties::input::{in_every_space, resting_pair, some_of};
use photofinish_judge::soundness::{FromOracle, given, resolution};
use photofinish_oracle::advance::Pair;
use photofinish_oracle::generate::Case;

/// A search for the distance of smooth bodies ends within this many relative tolerances of the scalar.
const SLACK: f64 = 4.0;

/// Returns the error that a distance may have beyond its bounds: the resolution of the scalar, and what a search for
/// smooth bodies leaves.
fn error<T: Real, const D: usize>(
    a: &impl SupportMap<T, D>,
    b: &impl SupportMap<T, D>,
    distance: f64,
) -> f64 {
    let around = distance + a.radius().as_f64() + b.radius().as_f64();
    resolution(a, b).as_f64() + SLACK * T::RELATIVE_TOLERANCE.as_f64() * around
}

/// Checks the bounds, and that the plane through each witness point at right angles to the normal bounds its body.
fn is_optimal<T: Real, const D: usize>(
    a: &impl SupportMap<T, D>,
    b: &impl SupportMap<T, D>,
    found: &Closest<T, D>,
) -> Result<(), TestCaseError> {
    let (normal, slack) = (found.contact.normal, error(a, b, found.distance.as_f64()));
    let [on_a, on_b] = found.contact.witnesses();
    prop_assert!(found.lower_bound <= found.distance && found.lower_bound > T::zero());
    prop_assert!((normal.norm() - T::one()).abs().as_f64() <= 8.0 * T::EPSILON.as_f64());
    let between = (on_b - on_a).norm();
    prop_assert!(
        (between - found.distance).abs().as_f64() <= slack,
        "{between} apart"
    );
    // a witness point is the farthest along the normal, up to the difference of the bounds
    let gap = (found.distance - found.lower_bound).as_f64() + slack;
    let beyond_a = normal.dot(&(a.support_point(&normal) - on_a));
    let beyond_b = normal.dot(&(on_b - b.support_point(&-normal)));
    prop_assert!(
        beyond_a.as_f64() <= gap,
        "A reaches {beyond_a} beyond its witness point"
    );
    prop_assert!(
        beyond_b.as_f64() <= gap,
        "B reaches {beyond_b} beyond its witness point"
    );
    let along = supporting_distance(a, b, &normal);
    prop_assert!(
        along >= found.lower_bound,
        "{along} < {}",
        found.lower_bound
    );
    Ok(())
}

fn check<T: Real, R: FromOracle<T, D>, const D: usize>(
    case: &Case<D>,
) -> Result<(), TestCaseError> {
    let ((a, exact_a), (b, exact_b)) = (given::<T, R, D>(&case.a), given::<T, R, D>(&case.b));
    let pair = Pair::new(&exact_a, &exact_b);
    let (truth, rounding) = (pair.distance_at(0.0), pair.rounding_until(0.0));
    let origin = SVector::zeros();
    let (a, b) = (a.slice(T::zero(), &origin), b.slice(T::zero(), &origin));
    let mut axis = SVector::zeros();
    let touching = intersects(&a, &b, &mut axis);
    let (found, swapped) = (distance(&a, &b), distance(&b, &a));
    let Some(found) = found else {
        let far = truth.lower > error(&a, &b, truth.lower);
        prop_assert!(!far, "no distance, but {:e} apart", truth.lower);
        prop_assert!(
            swapped.is_none() && touching,
            "no distance, but they do not intersect"
        );
        return Ok(());
    };
    let slack = error(&a, &b, truth.upper);
    is_optimal(&a, &b, &found)?;
    prop_assert!(
        !touching,
        "a distance of {}, but they intersect",
        found.distance
    );
    prop_assert!(supporting_distance(&a, &b, &axis) > T::zero());
    let [lower, upper] = [found.lower_bound, found.distance].map(T::as_f64);
    prop_assert!(
        lower <= truth.upper + rounding,
        "{lower:e} is proven, {truth:?}"
    );
    prop_assert!(
        upper + slack >= truth.lower,
        "{upper:e} is too near, {truth:?}"
    );
    prop_assert!(
        upper <= truth.upper + slack,
        "{upper:e} is too far, {truth:?}"
    );
    let swapped = swapped.expect("the swapped pair is apart too");
    prop_assert_eq!(swapped.distance, found.distance);
    prop_assert_eq!(swapped.contact.normal, -found.contact.normal);
    Ok(())
}

in_every_space!(two_bodies_at_rest, resting_pair, check, 250);

#[test]
fn a_good_share_of_the_pairs_overlap() {
    let pairs = some_of(300, &resting_pair::<3>());
    let overlapping = pairs
        .iter()
        .filter(|case| case.pair().distance_at(0.0).overlap);
    let share = overlapping.count() as f64 / 300.0;
    assert!((0.25..0.75).contains(&share), "{share}");
}
