//! Poses, placements and bounds of motions.

use nalgebra::SVector;
use photofinish::motion::Motion;
use photofinish::{Real, Span};

use crate::bits::Row;
use crate::bodies::Moves;
use crate::dice::Dice;
use crate::everywhere::{everywhere, name};
use crate::turn::Turn;

const CASES: u64 = 40;

fn motions<T: Real, R: Turn<T, D>, const D: usize>(rows: &mut Vec<Row>) {
    for moves in Moves::ALL {
        let mut row = Row::new(name::<T, D>(
            "motions",
            &format!("{moves:?}").to_lowercase(),
        ));
        for seed in 0..CASES {
            let mut dice = Dice::new(seed);
            let (pose, velocity) = (dice.pose::<T, R, D>(3.0), dice.vector(3.0));
            let motion = moves.random(&mut dice, pose, &velocity);
            let along: SVector<T, D> = dice.vector::<T, D>(1.0).normalize();
            for _ in 0..5 {
                let time = T::of(dice.between(0.0, 1.0));
                let pose = motion.pose(time);
                row.add(&(pose.translation, pose.rotation));
                row.add(&motion.placement(time, &SVector::repeat(T::one())));
            }
            if let Ok(span) = Span::new(T::of(0.125), T::of(0.375)) {
                row.add(&motion.acceleration_bound(&along, span, T::one()));
                row.add(&motion.speed_bound(&along, span, T::one()));
            }
        }
        rows.push(row);
    }
}

pub fn rows(rows: &mut Vec<Row>) {
    everywhere!(motions(rows));
}
