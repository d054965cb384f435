//! Depths: the bounds are in order and right, and moving a body along the normal by the depth frees it.

use nalgebra::SVector;
use photofinish::{Extrusion, Outcome, Proximity, Query, Real, proximity};
use proptest::prelude::*;

use crate::properties::input::{in_every_space, resting_pair};
use photofinish_judge::soundness::{FromOracle, given, resolution};
use photofinish_oracle::advance::Pair;
use photofinish_oracle::generate::Case;

fn check<T: Real, R: FromOracle<T, D>, const D: usize>(
    case: &Case<D>,
) -> Result<(), TestCaseError> {
    let ((body_a, exact_a), (body_b, exact_b)) =
        (given::<T, R, D>(&case.a), given::<T, R, D>(&case.b));
    let truth = Pair::new(&exact_a, &exact_b);
    let origin = SVector::zeros();
    let (a, b) = (
        body_a.slice(T::zero(), &origin),
        body_b.slice(T::zero(), &origin),
    );
    let resolved = resolution(&a, &b).as_f64();
    let Proximity::Overlapping(found) = proximity(&a, &b) else {
        let deep = truth.penetration_at(0.0);
        prop_assert!(deep <= truth.rounding_until(0.0), "free, but {deep:e} deep");
        return Ok(());
    };
    let [lower, depth] = [found.lower_bound, found.depth].map(T::as_f64);
    // the search for the depth of smooth bodies ends at a relative difference of its bounds
    let slack = 2.0 * resolved + 8.0 * T::RELATIVE_TOLERANCE.as_f64() * depth;
    prop_assert!(0.0 <= lower && lower <= depth);
    prop_assert!(
        (found.contact.normal.norm() - T::one()).abs().as_f64() <= 8.0 * T::EPSILON.as_f64()
    );
    let least = truth.penetration_at(0.0);
    prop_assert!(
        least <= depth + slack,
        "found a depth of {depth:e}, but it is at least {least:e}"
    );
    let normal: SVector<f64, D> = found.contact.normal.map(T::as_f64);
    let moved = |by: f64| Pair::new(&exact_a, &exact_b).with_b_moved(&(normal * by));
    let rounding = truth.rounding_until(0.0);
    let still = moved(depth + slack).penetration_at(0.0);
    prop_assert!(
        still <= rounding,
        "moved by {depth:e}, still {still:e} deep"
    );
    let at_start = |query: Query<T>| {
        let solution = query.time_of_impact(&body_a, &body_b, T::zero()..=T::zero());
        solution.ok().map(|solution| solution.outcome)
    };
    let exact = at_start(Query::new().exact_depth());
    match at_start(Query::new()) {
        Some(Outcome::Overlapping(rough)) => {
            prop_assert!(matches!(exact, Some(Outcome::Overlapping(_))));
            let depth = rough.depth.as_f64();
            let along: SVector<f64, D> = rough.contact.normal.map(T::as_f64);
            let freed = Pair::new(&exact_a, &exact_b).with_b_moved(&(along * (depth + slack)));
            let still = freed.penetration_at(0.0);
            prop_assert!(
                still <= rounding,
                "moved by a rough depth of {depth:e}, still {still:e} deep"
            );
            prop_assert!(rough.lower_bound <= rough.depth);
        }
        rough => prop_assert_eq!(rough, exact),
    }
    // no move shorter than the lower bound frees the bodies, so this one does not either; a lower bound of zero claims
    // nothing
    let short = moved(lower).distance_at(0.0).lower;
    prop_assert!(
        lower == 0.0 || short <= rounding,
        "free by {short:e} when moved by {lower:e}"
    );
    Ok(())
}

in_every_space!(two_bodies_at_rest, resting_pair, check, 200);
