//! Defines the contenders for moving bodies and their queries.

pub(crate) mod box3d;
pub(crate) mod parry;
pub(crate) mod photofinish;

use std::hint::black_box;
use std::sync::Arc;

use self::parry::Slop;
use super::case::{Case, Model};
use crate::watch::{Contestant, REPEATS, Timed, fastest};

/// The answer of a contender.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// The bodies do not touch.
    Free,
    /// At this time the bodies first touch, up to a distance of `within`.
    Hit { time: f64, within: f64 },
    /// The bodies overlap at the start, and the call says no more.
    Overlapping,
    /// The call gave up or returned nothing.
    Nothing,
    /// The library has no such call, or not for such bodies, or could not make the bodies.
    NotOffered,
}

impl Answer {
    /// Returns a hit of a contender that does not say how exact it is.
    pub fn hit(time: f64) -> Self {
        Self::Hit { time, within: 0.0 }
    }
}

/// The kind of a query.
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
    /// A peer, how deep the bodies overlap at the start.
    Depth,
    /// photofinish, whether the bodies overlap at the start. Placing the bodies is timed.
    PlacedTest,
    /// photofinish, whether the bodies overlap at the start. Placing the bodies is not timed.
    Test,
}

impl Role {
    /// Returns the motion by which the answer is judged.
    pub fn model(self, case: &Case) -> Model {
        match self {
            Role::OurSweep | Role::Sweep if case.is_swept() => Model::Sweep,
            _ => Model::Velocity,
        }
    }

    /// Returns whether the query is about bodies at rest, and only gives a time to compare with.
    pub fn is_static(self) -> bool {
        matches!(self, Role::PlacedTest | Role::Test)
    }
}

/// A pair of bodies with their motions, ready for any number of queries.
pub trait Pair {
    fn ask(&self) -> Answer;
}

/// A query of a library at one precision.
pub trait Contender: Send {
    fn name(&self) -> &'static str;

    fn role(&self) -> Role;

    /// Returns the distance from 1 to the next larger number of the scalar.
    fn epsilon(&self) -> f64;

    /// Returns the error that the library grants itself, as a distance or a depth, if the smaller body has this radius.
    fn slack(&self, small: f64) -> f64 {
        let _ = small;
        0.0
    }

    /// Builds the bodies of a case. Returns `None` if the query does not take them.
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

/// A function that makes a contender.
pub type Make = fn() -> Box<dyn Contender>;

/// All contenders, in the order of the tables.
pub const ALL: [Make; 16] = [
    || photofinish::contender::<f64>(Role::Ours, "photofinish f64"),
    || photofinish::contender::<f64>(Role::OurSweep, "photofinish f64 sweep"),
    || {
        Box::new(parry::f64::Sweep {
            name: "parry f64 sweep",
            slop: Slop::OURS,
        })
    },
    || Box::new(parry::f64::Nonlinear),
    || Box::new(parry::f64::Cast),
    || photofinish::contender::<f64>(Role::PlacedTest, "f64 test, placing"),
    || photofinish::contender::<f64>(Role::Test, "f64 test"),
    || photofinish::contender::<f32>(Role::Ours, "photofinish f32"),
    || photofinish::contender::<f32>(Role::OurSweep, "photofinish f32 sweep"),
    || {
        Box::new(parry::f32::Sweep {
            name: "parry f32 sweep",
            slop: Slop::OURS,
        })
    },
    || Box::new(parry::f32::Nonlinear),
    || Box::new(parry::f32::Cast),
    || Box::new(box3d::Sweep),
    || Box::new(box3d::Cast),
    || photofinish::contender::<f32>(Role::PlacedTest, "f32 test, placing"),
    || photofinish::contender::<f32>(Role::Test, "f32 test"),
];
