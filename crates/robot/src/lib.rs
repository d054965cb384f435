#![doc = include_str!("../README.md")]
//!
//! # Questions
//! A [`Robot`] is a tree of links on joints. A [`Scene`] holds the objects around it. Together they make a [`Checker`],
//! which answers questions about a [`Path`] through the space of joint values:
//! - [`check`](Checker::check): is the path clear? The answer has the form of the answers for pairs of bodies:
//!   [separated](PathOutcome::Separated), with the clearance that is kept, or the first [impact](PathOutcome::Impact).
//!   A path that could not be decided is an [error](PathError::Undecided) with the time up to which the path is proven
//!   clear.
//! - [`planner`](Checker::planner): are postures and edges clear, yes or no?
//! - [`contacts`](Checker::contacts): when does each contact begin and end?
//! - [`certify`](Checker::certify): what is the proof? It is checked again without a search.
//! - [`distances`](Checker::distances): how far apart are all bodies at one configuration?
//! - [`first_among`](Checker::first_among): when does the robot first meet objects that move, or another robot?
//! - [`outside_limits`](Checker::outside_limits): does a joint leave its limits?
//!
//! Objects can be [added](Checker::add_object), [moved](Checker::move_object) and [taken
//! away](Checker::remove_object).
//!
//! [`Rules`] set the distance to be kept, among others. [`assert_clear!`](crate::assert_clear) checks a path in a test.
//!
//! # What an answer means
//! Links and objects are the convex pieces that they are given as. `photofinish-robot-files` says what pieces a mesh
//! becomes. The joint values follow the path exactly: straight lines, cubics or quintics between waypoints. The claims
//! account for rounding. All links are compared with each other and with all objects, except
//! - pairs that may touch: links that a joint connects, and pairs that the robot ([`Robot::allow`], SRDF), the scene
//!   ([`Scene::allow`]) or the [`Rules`] allow;
//! - links that move as one, because only fixed joints are between them.
//!
//! # How it works
//! Every pair is seen from the frame of the last joint that moves both bodies. Only the joints after it move the two
//! relative to each other, so links that are always close need no special treatment. Over a span of the path a
//! unit vector s, fixed in that frame, is tested as in the docs of [photofinish]. The test needs a bound M of the
//! relative acceleration along s:
//!
//! - In the middle of the span the velocities and accelerations of all links are known, computed from the root
//!   outwards. With A = \[omega\]^2 + \[alpha\] the acceleration of a point at x from a link's centre c is a(c) + A x.
//!   Along s no point within reach r accelerates by more than s . a(c) + r |A^T s|.
//! - Away from the middle the acceleration changes no faster than the third derivative allows. A link's place is a sum
//!   of lengths turned by products of rotations about its joints. The n-th derivative of such a product is at most the
//!   n-th derivative of exp(phi), where phi' = sum |q_i'|, phi'' = sum |q_i''| and so on.
//! - The second derivative has a bound of this kind too, over the whole segment. The smaller of both bounds counts.
//!
//! Spans that do not pass for some pair are halved for this pair, until they are so short that a query for moving
//! bodies ([`Query`](photofinish::Query)) takes over: near a contact it converges like the secant method. All pairs are
//! tested at the same times, so that every link is placed once for each time. Spans are searched in the order of time,
//! so that the first contact found ends the search.
//!
//! A [planner](Checker::planner) asks about many short edges, of which most touch something. Its search rejects first, at
//! the ends and the middle. Then it proves, by the same inequality, the pairs that proven boxes of the links over the edge
//! leave: the points of a link stay within M h^2 / 8 of the line between their places at both ends. A tree of the scene
//! finds what these boxes reach, so that the cost follows what is near.
//!
//! # Reading order
//! 1. `link`, `joint`, `model`, `cloud`, `scene`, `path`: the input;
//! 2. `rounded`, `pose`, `drive`, `polynomial`: numbers, poses and joint values with their errors;
//! 3. `kinematics`: the frames that move, and the frames that they are seen from;
//! 4. `following`: how frames move along a segment, and bounds of their motion;
//! 5. `motion`: a link as a [`Motion`](photofinish::motion::Motion);
//! 6. `bodies`: the pairs of bodies, of which `touching` says which may touch;
//! 7. `snapshots` and `scan`: the search over one segment, an iterator of findings;
//! 8. `tolerance` and `query`: what counts as a contact, and the query of one pair over a short span;
//! 9. `first` and `contacts`: from a path through its segments, their scans and the queries of pairs to an answer;
//! 10. `outcome`, `error` and `proof`: the answers, and their proof;
//! 11. `checker`, `questions`, `clearances`, `limits` and `rates`: what a user calls;
//! 12. `allowed`: which links can touch, whatever the path;
//! 13. `planner`: a planner's questions; `edits`: scenes that change; `among`: objects that move.

// answers are the same bits on every machine: see clippy.toml
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod allowed;
mod among;
mod assert;
mod bodies;
mod chain;
mod checker;
mod clearances;
mod cloud;
mod contacts;
mod course;
mod drive;
mod edits;
mod error;
mod first;
mod following;
mod joint;
mod kinematics;
mod limits;
mod link;
mod link_motion;
mod model;
mod motion;
mod outcome;
mod path;
mod planner;
mod polynomial;
mod pose;
mod proof;
mod query;
mod questions;
mod rates;
mod rounded;
mod rules;
mod scan;
mod scene;
mod snapshots;
mod tolerance;
mod touching;
mod tree;
mod tuning;
mod written;

pub use allowed::{LinkPair, PairSearch, PairVerdict};
pub use among::{MovingImpact, MovingObject};
pub use assert::{NotClear, expect_clear};
pub use chain::MovingBase;
pub use checker::Checker;
pub use clearances::{PairClearance, PairOutcome};
pub use cloud::Cloud;
pub use error::{PathCertifyError, PathError, PathUndecided, RobotError};
pub use joint::{Joint, JointKind, Mimic};
pub use limits::OutsideLimits;
pub use link::{Link, Piece};
pub use link_motion::LinkMotion;
pub use model::Robot;
pub use outcome::{
    BodyPair, ContactInterval, Contacts, PairDistance, PathImpact, PathOutcome, PathSeparated,
    PathSolution, ScanStatistics,
};
pub use path::Path;
pub use planner::{Meeting, Planner, Verdict};
pub use proof::{
    PairCertificate, PathCertificate, PathCertificateError, PathInterval, PathIntervalError, Proven,
};
pub use questions::WhileTrue;
pub use rates::{Rate, RateExceeded};
pub use rules::Rules;
pub use scene::{Attached, Scene};

/// The examples of the README and of the pages under docs, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../docs/answers.md")]
#[doc = include_str!("../../../docs/engines.md")]
#[doc = include_str!("../../../docs/robots.md")]
struct Pages;
