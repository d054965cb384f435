//! Who answers, and what to.

mod box3d;
mod parry;
mod photofinish;

use std::hint::black_box;
use std::sync::Arc;

use super::case::{Case, Model};
use crate::watch::{Contestant, REPEATS, Timed, fastest};

/// What a contender says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// They do not touch.
    Free,
    /// They touch first at this time, or rather are `within` so much of each other.
    Hit { time: f64, within: f64 },
    /// The call gave up or returned nothing.
    Nothing,
    /// The library has no such call, or not for such bodies, or could not make them.
    NotOffered,
}

impl Answer {
    /// A hit of a contender that does not say how exact it is.
    pub fn hit(time: f64) -> Self {
        Self::Hit { time, within: 0.0 }
    }
}

/// Which kind of query it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// photofinish, at constant velocity.
    Ours,
    /// photofinish, sweeping from pose to pose.
    OurSweep,
    /// A peer, sweeping from pose to pose.
    Sweep,
    /// A peer, at constant velocity.
    Nonlinear,
    /// A peer, without rotation.
    Cast,
    /// photofinish, whether the bodies overlap at the start; the bodies are placed within the time.
    PlacedTest,
    /// The same, the bodies placed before.
    Test,
}

impl Role {
    /// The motion that the answer is held against.
    pub fn model(self, case: &Case) -> Model {
        match self {
            Role::OurSweep | Role::Sweep if case.is_swept() => Model::Sweep,
            _ => Model::Velocity,
        }
    }

    /// Whether it is no query about motion, but a measure for one.
    pub fn is_static(self) -> bool {
        matches!(self, Role::PlacedTest | Role::Test)
    }
}

/// A pair of bodies, made, with their motions, ready to be asked about again and again.
pub trait Pair {
    fn ask(&self) -> Answer;
}

/// A query of a library at one precision.
pub trait Contender: Send {
    fn name(&self) -> &'static str;

    fn role(&self) -> Role;

    /// The distance from 1 to the next larger number of its scalar.
    fn epsilon(&self) -> f64;

    /// How far bodies may be apart, or overlap, by design, the smaller one being of this radius.
    fn slack(&self, small: f64) -> f64 {
        let _ = small;
        0.0
    }

    /// The bodies of a case; nothing if the query does not take them.
    fn build(&self, case: &Case) -> Option<Box<dyn Pair>>;
}

impl Contestant for Box<dyn Contender> {
    type Task = Arc<Case>;
    type Answer = Answer;

    fn answer(&self, case: &Arc<Case>) -> Timed<Answer> {
        match self.build(case) {
            Some(pair) => Timed {
                answer: pair.ask(),
                nanoseconds: fastest(REPEATS, || {
                    black_box(black_box(&*pair).ask());
                }),
            },
            None => Timed {
                answer: Answer::NotOffered,
                nanoseconds: f64::NAN,
            },
        }
    }
}

/// Makes a contender.
pub type Make = fn() -> Box<dyn Contender>;

/// Everyone, in the order of the tables.
pub const ALL: [Make; 16] = [
    || photofinish::contender::<f64>(Role::Ours, "photofinish f64"),
    || photofinish::contender::<f64>(Role::OurSweep, "photofinish f64 sweep"),
    || Box::new(parry::f64::Sweep),
    || Box::new(parry::f64::Nonlinear),
    || Box::new(parry::f64::Cast),
    || photofinish::contender::<f64>(Role::PlacedTest, "f64 test, placing"),
    || photofinish::contender::<f64>(Role::Test, "f64 test"),
    || photofinish::contender::<f32>(Role::Ours, "photofinish f32"),
    || photofinish::contender::<f32>(Role::OurSweep, "photofinish f32 sweep"),
    || Box::new(parry::f32::Sweep),
    || Box::new(parry::f32::Nonlinear),
    || Box::new(parry::f32::Cast),
    || Box::new(box3d::Sweep),
    || Box::new(box3d::Cast),
    || photofinish::contender::<f32>(Role::PlacedTest, "f32 test, placing"),
    || photofinish::contender::<f32>(Role::Test, "f32 test"),
];
