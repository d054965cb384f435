//! Who answers, and the terms in which all answers are compared.

pub(crate) mod box3d;
pub(crate) mod parry;
pub(crate) mod photofinish;

use std::hint::black_box;
use std::sync::Arc;

pub use box3d::{MAKE_HULL, make_hull};
use nalgebra::Vector3;

use crate::scenes::Case;
use crate::watch::{Contestant, REPEATS, Timed, fastest};

/// What is asked of a pair of bodies at rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// How far they are apart; 0 if they overlap.
    Distance,
    /// Whether they have a point in common.
    Intersects,
    /// How far they are apart, or how deep they overlap, as a negative number.
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

/// A signed distance with what shows that it is right. Vectors are in the world.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    pub signed: f64,
    /// Unit vector from A to B.
    pub normal: Option<Vector3<f64>>,
    /// A point of A and one of B, as far apart as the signed distance is large.
    pub points: Option<[Vector3<f64>; 2]>,
}

/// How far answers may be off by design.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slack {
    /// In units of length.
    pub length: f64,
    /// As a share of the distance or depth.
    pub share: f64,
}

/// What a contender says.
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
    /// Making the body crashed, in a process of its own.
    Crashed,
    /// Making the body never ended, in a process of its own.
    Hung,
}

/// A pair of bodies, made and placed, ready to be asked about again and again.
pub trait Pair {
    fn distance(&self) -> Answer;
    fn intersects(&self) -> Answer;
    fn signed(&self) -> Answer;

    /// Closest points, where they take another call than the distance. That call is judged, but not timed.
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

    /// The distance from 1 to the next larger number of its scalar.
    fn epsilon(&self) -> f64;

    /// How far its answer may be off by design.
    fn slack(&self, question: Question) -> Slack {
        let _ = question;
        Slack::default()
    }

    /// The bodies of a case; or [`Answer::NotOffered`] or [`Answer::NotBuilt`], the answer to every question then.
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

/// Everyone, in the order of the tables.
pub const ALL: [fn() -> Box<dyn Contender>; 5] = [
    || Box::new(photofinish::Photofinish::<f64>::default()),
    || Box::new(parry::f64::Parry),
    || Box::new(photofinish::Photofinish::<f32>::default()),
    || Box::new(parry::f32::Parry),
    || Box::new(box3d::Box3d::new()),
];
