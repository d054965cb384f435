//! Target of queries of any bodies. They must end within the budget and without a panic, and the oracle must not refute
//! what they claim.

use photofinish::{InitialContact, Outcome, Query, Real, proximity};

use super::hostile::{number, spoil};
use photofinish_judge::in_every_space;
use photofinish_judge::soundness::climb::moves::changed;
use photofinish_judge::soundness::climb::{Trial, excesses};
use photofinish_judge::soundness::convert::{numbers, posed, try_given};
use photofinish_judge::soundness::{Asked, FromOracle};
use photofinish_oracle::generate::{Case, Family};
use photofinish_oracle::planted::Dice;

/// The budget of a query: the number of pairs of support points that it may compute.
const BUDGET: u64 = 2_000;

/// Asks the query that the bytes encode. They also choose the dimension and the scalar.
pub fn query(bytes: &[u8]) {
    let mut dice = Dice::of_bytes(bytes);
    let space = dice.pick(4);
    in_every_space!(ask)[space](&mut dice);
}

fn ask<T: Real, R: FromOracle<T, D>, const D: usize>(dice: &mut Dice) {
    let is_hostile = dice.chance(0.25);
    let mut trial = trial::<T, D>(dice);
    if is_hostile {
        for moving in [&mut trial.case.a, &mut trial.case.b] {
            let all = numbers(moving).into_iter().map(|(x, _)| x);
            spoil(all.collect(), dice);
        }
        return end_somehow::<T, R, D>(&trial, dice);
    }
    for excess in excesses::<T, R, D>(&trial) {
        assert!(!excess.is_wrong(), "{excess}\n{trial:?}");
    }
}

/// Returns a pair of some family and a question about it, after some changes.
pub fn trial<T: Real, const D: usize>(dice: &mut Dice) -> Trial<D> {
    let changes = dice.pick(8);
    let asked = Asked::of_seed(dice.pick(256) as u64);
    let family = Family::ALL[dice.pick(Family::ALL.len())];
    let case = Case::drawn(family, dice);
    let mut trial = Trial { case, asked };
    for _ in 0..changes {
        trial = changed::<T, D>(&trial, dice).unwrap_or(trial);
    }
    trial
}

/// Checks that queries of hostile numbers end. The oracle is not exact enough to check such answers.
fn end_somehow<T: Real, R: FromOracle<T, D>, const D: usize>(trial: &Trial<D>, dice: &mut Dice) {
    let Case { a, b, .. } = &trial.case;
    if let (Some(a), Some(b)) = (posed::<T, R, D>(a), posed::<T, R, D>(b)) {
        let near = proximity(&a, &b);
        assert!(!near.signed_distance().as_f64().is_nan(), "{trial:?}");
    }
    let (Some((a, _)), Some((b, _))) = (try_given::<T, R, D>(a), try_given::<T, R, D>(b)) else {
        return;
    };
    let policies = [InitialContact::Stop, InitialContact::IgnoreSeparating];
    let mut query = Query::new()
        .initial_contact(policies[dice.pick(2)])
        .budget(BUDGET);
    if dice.pick(2) == 0 {
        query = query
            .tolerance(T::of(number(dice)))
            .target_distance(T::of(number(dice)));
    }
    let [start, end] = [number(dice), number(dice)].map(T::of);
    let Ok(answer) = query.time_of_impact(&a, &b, start..=end) else {
        return;
    };
    let spent = answer.statistics.support_evaluations;
    assert!(spent <= BUDGET + 1_000, "{spent} evaluations: {trial:?}");
    match answer.outcome {
        Outcome::Impact(impact) => assert!(start <= impact.time && impact.time <= end),
        Outcome::Separated(free) => assert!(free.clearance > T::zero()),
        Outcome::Stays(report) | Outcome::DrivesIn(report) => {
            assert!(start <= report.kept_until && report.kept_until <= end);
        }
        Outcome::Overlapping(_) => {}
    }
}
