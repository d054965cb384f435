//! Defines the contenders for bodies at rest, and the form of their answers.

pub(crate) mod box3d;
#[cfg(has_coal)]
mod coal;
#[cfg(any(has_coal, has_jolt))]
mod foreign;
#[cfg(has_jolt)]
mod jolt;
pub(crate) mod parry;
pub(crate) mod photofinish;

use std::hint::black_box;
use std::sync::Arc;

pub use box3d::{MAKE_HULL, make_hull};
use nalgebra::Vector3;

use crate::scenes::Case;
use crate::watch::{Contestant, REPEATS, Timed, fastest};

/// A question about a pair of bodies at rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// How far are the bodies apart? The answer is 0 if they overlap.
    Distance,
    /// Do the bodies have a point in common?
    Intersects,
    /// How far are the bodies apart? If they overlap, the answer is minus the depth.
    Signed,
}

impl Question {
    pub const ALL: [Question; 3] = [Question::Distance, Question::Intersects, Question::Signed];

    pub fn title(self) -> &'static str {
        match self {
            Question::Distance => "distance",
            Question::Intersects => "intersection",
            Question::Signed => "signed distance, negative where the bodies overlap",
        }
    }
}

/// A signed distance, with the vectors by which it can be checked. They are in the world's frame.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    pub signed: f64,
    /// The unit vector from A to B along which this distance is measured.
    pub normal: Option<Vector3<f64>>,
    /// A point of A and one of B. Their distance is the absolute value of the signed distance.
    pub points: Option<[Vector3<f64>; 2]>,
}

/// The error that a library grants itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slack {
    /// The part that is a length.
    pub length: f64,
    /// The part that is relative to the distance or depth.
    pub share: f64,
}

/// The answer of a contender.
#[derive(Clone, Copy, Debug)]
pub enum Answer {
    Measured(Measure),
    Touching(bool),
    /// The call gave up or returned nothing.
    Nothing,
    /// The library has no such call, or not for such bodies.
    NotOffered,
    /// The library could not make the body.
    NotBuilt,
    /// Making the body crashed. This was tried in a separate process.
    Crashed,
    /// Making the body never ended. This was tried in a separate process.
    Hung,
}

/// A pair of bodies, built and placed, ready for any number of queries.
pub trait Pair {
    fn distance(&self) -> Answer;
    fn intersects(&self) -> Answer;
    fn signed(&self) -> Answer;

    /// Returns the closest points, if they need another call than the distance. That call is judged, but not timed.
    fn closest_points(&self) -> Option<[Vector3<f64>; 2]> {
        None
    }

    fn ask(&self, question: Question) -> Answer {
        match question {
            Question::Distance => self.distance(),
            Question::Intersects => self.intersects(),
            Question::Signed => self.signed(),
        }
    }
}

/// A library at one precision.
pub trait Contender: Send {
    fn name(&self) -> &'static str;

    /// Returns the distance from 1 to the next larger number of the scalar.
    fn epsilon(&self) -> f64;

    /// Returns the error that the library grants itself.
    fn slack(&self, question: Question) -> Slack {
        let _ = question;
        Slack::default()
    }

    /// Builds the bodies of a case. If that fails, the error is the answer to every question about them:
    /// [`Answer::NotOffered`], [`Answer::NotBuilt`] or how the building went wrong.
    fn build(&self, case: &Case) -> Result<Box<dyn Pair>, Answer>;
}

impl Contestant for Box<dyn Contender> {
    type Task = (Arc<Case>, Question);
    type Answer = Answer;

    fn answer(&self, (case, question): &Self::Task) -> Timed<Answer> {
        match self.build(case) {
            Ok(pair) => timed(&*pair, *question),
            Err(answer) => Timed {
                answer,
                nanoseconds: f64::NAN,
            },
        }
    }
}

fn timed(pair: &dyn Pair, question: Question) -> Timed<Answer> {
    let mut answer = pair.ask(question);
    if let (Question::Distance, Answer::Measured(measure)) = (question, &mut answer) {
        measure.points = measure.points.or_else(|| pair.closest_points());
    }
    Timed {
        answer,
        nanoseconds: fastest(REPEATS, || {
            black_box(black_box(pair).ask(question));
        }),
    }
}

/// All contenders, in the order of the tables.
pub const ALL: &[fn() -> Box<dyn Contender>] = &[
    || Box::new(photofinish::Photofinish::<f64>::default()),
    || Box::new(parry::f64::Parry),
    #[cfg(has_coal)]
    || Box::new(&coal::COAL),
    || Box::new(photofinish::Photofinish::<f32>::default()),
    || Box::new(parry::f32::Parry),
    || Box::new(box3d::Box3d::new()),
    #[cfg(has_jolt)]
    || Box::new(&jolt::JOLT),
];
