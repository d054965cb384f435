//! Defines the contenders. Everything that a library does with the poses of a step is timed: photofinish makes bodies
//! of them, and the others make a relative pose.

mod box3d;
mod parry;
mod photofinish;

use std::hint::black_box;
use std::sync::Arc;

use super::path::{Path, Question};
use crate::watch::{Contestant, Timed, fastest};

/// The memory that a query keeps from step to step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    Cold,
    Tracked,
}

/// A pair of bodies that follows its path.
pub trait Walk {
    /// Forgets the steps so far.
    fn restart(&mut self);

    /// Returns the distance at a step, or 0 if the bodies overlap. If the question is the intersection, returns 0 for
    /// bodies that overlap and 1 for others.
    fn step(&mut self, step: usize) -> f64;
}

/// A query of a library at one precision.
pub trait Contender: Send {
    fn name(&self) -> &'static str;
    fn is_ours(&self) -> bool;
    fn memory(&self) -> Memory;

    /// Returns the distance from 1 to the next larger number of the scalar.
    fn epsilon(&self) -> f64;

    /// Builds the bodies of a path. Returns `None` if the query does not take them.
    fn build(&self, path: &Path) -> Option<Box<dyn Walk>>;
}

/// The error of the answers along a path. For distances it is the largest error, in sizes. For intersections it is the
/// number of answers that are wrong by more than a thousandth of the size.
pub type Error = f64;

impl Contestant for Box<dyn Contender> {
    type Task = Arc<Path>;
    /// `None` if the query does not take such bodies.
    type Answer = Option<Error>;

    fn answer(&self, path: &Arc<Path>) -> Timed<Option<Error>> {
        let Some(mut walk) = self.build(path) else {
            return Timed {
                answer: None,
                nanoseconds: f64::NAN,
            };
        };
        let steps = path.poses.len();
        let answers: Vec<f64> = (0..steps).map(|step| walk.step(step)).collect();
        let nanoseconds = fastest(1, || {
            walk.restart();
            for step in 0..steps {
                black_box(black_box(&mut walk).step(step));
            }
        });
        Timed {
            answer: Some(error(path, &answers)),
            nanoseconds: nanoseconds / steps as f64,
        }
    }
}

fn error(path: &Path, answers: &[f64]) -> Error {
    let both = answers.iter().zip(&path.signed);
    match path.question {
        Question::Distance => both
            .map(|(answer, signed)| (answer - signed).abs() / path.size)
            .fold(0.0, f64::max),
        Question::Intersects => {
            let wrong = |(answer, signed): &(&f64, &f64)| {
                let touching = **answer == 0.0;
                signed.abs() > 1e-3 * path.size && touching != (**signed <= 0.0)
            };
            both.filter(wrong).count() as f64
        }
    }
}

/// A function that makes a contender.
pub type Make = fn() -> Box<dyn Contender>;

/// All contenders, in the order of the tables.
pub const ALL: [Make; 12] = [
    || photofinish::contender::<f64>(Memory::Cold, "photofinish f64"),
    || photofinish::contender::<f64>(Memory::Tracked, "photofinish f64 tracked"),
    || Box::new(parry::f64::Query),
    || Box::new(parry::f64::Directed),
    || Box::new(parry::f64::Cached),
    || photofinish::contender::<f32>(Memory::Cold, "photofinish f32"),
    || photofinish::contender::<f32>(Memory::Tracked, "photofinish f32 tracked"),
    || Box::new(parry::f32::Query),
    || Box::new(parry::f32::Directed),
    || Box::new(parry::f32::Cached),
    || box3d::contender(Memory::Cold, "Box3D"),
    || box3d::contender(Memory::Tracked, "Box3D cached"),
];
