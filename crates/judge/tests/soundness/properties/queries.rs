//! Queries: the bodies are never nearer than proven before the answer, impacts are within the tolerance, and every
//! query has an answer.

use photofinish::Real;
use proptest::prelude::*;

use crate::properties::input::{in_every_space, pair, some_of};
use photofinish_judge::soundness::{Asked, FromOracle, Verdict, judge, judge_kernel};
use photofinish_oracle::generate::{Case, share_of_hits};

fn asked<const D: usize>() -> impl Strategy<Value = (Case<D>, Asked)> {
    let target = prop_oneof![3 => Just(0.0), 1 => 1e-4..0.2f64];
    let tolerance = prop_oneof![2 => Just(None), 1 => (1e-3..1e-1f64).prop_map(Some)];
    let until = prop_oneof![2 => Just(1.0), 1 => 0.01..1.0f64];
    let plain = any::<[bool; 2]>();
    let parts = (pair::<D>(), target, tolerance, until, plain);
    parts.prop_map(|(case, target, tolerance, until, plain)| {
        let asked = Asked {
            target,
            tolerance,
            until,
            plain,
            ..Asked::default()
        };
        (case, asked)
    })
}

fn check<T: Real, R: FromOracle<T, D>, const D: usize>(
    (case, asked): &(Case<D>, Asked),
) -> Result<(), TestCaseError> {
    let verdict = judge::<T, R, D>(case, *asked);
    prop_assert!(verdict.is_sound(), "{verdict:?}");
    prop_assert!(verdict != Verdict::Undecided);
    Ok(())
}

in_every_space!(two_moving_bodies, asked, check, 100);

fn check_kernel<T: Real, R: FromOracle<T, D>, const D: usize>(
    (case, asked): &(Case<D>, Asked),
) -> Result<(), TestCaseError> {
    let verdict = judge_kernel::<T, R, D>(case, *asked);
    prop_assert!(verdict.is_sound(), "{verdict:?}");
    Ok(())
}

in_every_space!(two_moving_bodies_and_the_kernel, asked, check_kernel, 100);

#[test]
fn a_good_share_of_the_pairs_meet() {
    let share = share_of_hits(&some_of(200, &pair::<3>()));
    assert!((0.3..0.8).contains(&share), "{share}");
}
