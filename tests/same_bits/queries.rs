//! Times of impact.

use nalgebra::{Isometry, SVector, Translation};
use photofinish::{InitialContact, Moving, Query, Real, WarmStart};

use crate::bits::Row;
use crate::bodies::{AnyMotion, Moves, Shape, shape};
use crate::dice::Dice;
use crate::everywhere::{everywhere, name};
use crate::turn::Turn;

const CASES: u64 = 60;

type Body<T, R, const D: usize> = Moving<Shape<T, D>, AnyMotion<T, R, D>, T, D>;

/// Returns a body near the origin and another body that comes from a distance, mostly towards the first.
fn pair<T: Real, R: Turn<T, D>, const D: usize>(
    dice: &mut Dice,
    moves: Moves,
    from: f64,
) -> [Body<T, R, D>; 2] {
    // one pair in eleven is far from the world's origin
    let carry = if dice.pick(11) == 0 { 1e3 } else { 0.0 };
    let carry: SVector<T, D> = dice.vector(carry);
    let mut placed = |position: SVector<T, D>| {
        Isometry::from_parts(Translation::from(carry + position), R::random(dice))
    };
    let poses = [SVector::zeros(), SVector::repeat(T::of(from))].map(&mut placed);
    let toward = SVector::<T, D>::repeat(T::of(-1.5 * from)) + dice.vector(0.8 * from);
    let velocities = [dice.vector(0.5), toward];
    let mut bodies = poses.into_iter().zip(velocities).map(|(pose, velocity)| {
        let body = shape(dice, 1.0);
        Moving::new(body, moves.random(dice, pose, &velocity))
    });
    [(); 2].map(|()| bodies.next().expect("two bodies"))
}

fn by_motion<T: Real, R: Turn<T, D>, const D: usize>(rows: &mut Vec<Row>) {
    for moves in Moves::ALL {
        let mut row = Row::new(name::<T, D>(
            "queries",
            &format!("{moves:?}").to_lowercase(),
        ));
        for seed in 0..CASES {
            let mut dice = Dice::new(seed);
            let [a, b] = pair::<T, R, D>(&mut dice, moves, 3.0);
            match Query::new().time_of_impact(&a, &b, T::zero()..=T::one()) {
                Ok(found) => row.add(&(found.outcome, found.initial_contact)),
                Err(error) => row.add(&error),
            }
        }
        rows.push(row);
    }
}

/// Adds queries of bodies that are close or overlap at the start, under each policy.
fn in_contact<T: Real, R: Turn<T, D>, const D: usize>(rows: &mut Vec<Row>) {
    let policies = [InitialContact::Stop, InitialContact::IgnoreSeparating];
    let mut row = Row::new(name::<T, D>("queries", "in contact at the start"));
    for seed in 0..CASES {
        for policy in policies {
            let mut dice = Dice::new(seed);
            let [a, b] = pair::<T, R, D>(&mut dice, Moves::Tumbles, 0.3);
            let query = Query::new().initial_contact(policy);
            match query.time_of_impact(&a, &b, T::zero()..=T::one()) {
                Ok(found) => row.add(&(found.outcome, found.initial_contact)),
                Err(error) => row.add(&error),
            }
        }
    }
    rows.push(row);
}

/// Adds queries that go step by step at a target distance. Each starts from what the step before left.
fn warm_started<T: Real, R: Turn<T, D>, const D: usize>(rows: &mut Vec<Row>) {
    let mut row = Row::new(name::<T, D>("queries", "warm started"));
    let query = Query::new().target_distance(T::of(0.01));
    for seed in 0..CASES {
        let mut dice = Dice::new(seed);
        let [a, b] = pair::<T, R, D>(&mut dice, Moves::Falls, 3.0);
        let mut warm = WarmStart::new();
        for step in 0..8 {
            let [start, end] = [step, step + 1].map(|n| T::of(f64::from(n) * 0.125));
            match query.warm_started(&a, &b, start..=end, &mut warm) {
                Ok(found) => row.add(&found.outcome),
                Err(error) => row.add(&error),
            }
        }
    }
    rows.push(row);
}

fn certificates<T: Real, R: Turn<T, D>, const D: usize>(rows: &mut Vec<Row>) {
    let mut row = Row::new(name::<T, D>("queries", "certificates"));
    for seed in 0..CASES {
        let mut dice = Dice::new(seed);
        let [a, b] = pair::<T, R, D>(&mut dice, Moves::Swings, 3.0);
        match Query::new().certify(&a, &b, T::zero()..=T::one()) {
            Ok((_, certificate)) => row.add(&certificate),
            Err(error) => row.add(&error),
        }
    }
    rows.push(row);
}

pub fn rows(rows: &mut Vec<Row>) {
    everywhere!(by_motion(rows));
    everywhere!(in_contact(rows));
    everywhere!(warm_started(rows));
    everywhere!(certificates(rows));
}
