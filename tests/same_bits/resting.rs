//! Bodies at rest: distances and depths.

use nalgebra::{Isometry, SVector, Translation};
use photofinish::support::Posed;
use photofinish::{Real, Tracker, proximity};

use crate::bits::Row;
use crate::bodies::{Shape, shape};
use crate::dice::Dice;
use crate::everywhere::{everywhere, name};
use crate::turn::Turn;

const CASES: u64 = 150;

fn placed<T: Real, R: Turn<T, D>, const D: usize>(
    dice: &mut Dice,
    size: f64,
) -> Posed<Shape<T, D>, T, D> {
    let body = shape(dice, 1.0);
    Posed::new(body, &dice.pose::<T, R, D>(size)).expect("a pose")
}

/// Adds pairs that are mostly apart, and pairs that mostly overlap.
fn untracked<T: Real, R: Turn<T, D>, const D: usize>(rows: &mut Vec<Row>) {
    for (family, size) in [("proximity", 2.0), ("depth", 0.5)] {
        let mut row = Row::new(name::<T, D>("at rest", family));
        for seed in 0..CASES {
            let mut dice = Dice::new(seed);
            let [a, b] = [(); 2].map(|()| placed::<T, R, D>(&mut dice, size));
            row.add(&proximity(&a, &b));
        }
        rows.push(row);
    }
}

/// Adds answers about pairs that move and turn a little between questions.
fn tracked<T: Real, R: Turn<T, D>, const D: usize>(rows: &mut Vec<Row>) {
    let mut row = Row::new(name::<T, D>("at rest", "tracked"));
    for seed in 0..CASES / 5 {
        let mut dice = Dice::new(seed);
        let [body, other] = [(); 2].map(|()| shape::<T, D>(&mut dice, 1.0));
        let mut pose: Isometry<T, R, D> = dice.pose(2.0);
        let still = Posed::new(other, &dice.pose::<T, R, D>(1.0)).expect("a pose");
        let step = R::velocity(&mut dice, 0.3);
        let along: SVector<T, D> = dice.vector(0.2);
        let mut tracker = Tracker::new();
        for _ in 0..15 {
            let (axis, angle) = R::axis_and_speed(step);
            let rotation = R::turn(axis, angle) * pose.rotation;
            pose =
                Isometry::from_parts(Translation::from(pose.translation.vector + along), rotation);
            let moved = Posed::new(body.clone(), &pose).expect("a pose");
            row.add(&tracker.proximity(&moved, &still));
            row.add(&tracker.intersects(&moved, &still));
        }
    }
    rows.push(row);
}

pub fn rows(rows: &mut Vec<Row>) {
    everywhere!(untracked(rows));
    everywhere!(tracked(rows));
}
