//! Robots: links on joints, the scenes around them, and paths proven clear as a whole.
//!
//! A [`Robot`] and a [`Scene`] make a [`Checker`]; it says of a [`Path`] through the space of joint values that it is
//! [clear](Verdict::Clear), with the distance kept, or where its first [contact](Verdict::Contact) is, or how far it is
//! proven clear ([`Verdict::Undecided`]). [`Checker::contacts`] finds all contacts, [`Checker::certify`] keeps the
//! proof, [`assert_clear!`](crate::assert_clear) puts the question into a test, and the package
//! `photofinish-robot-files` reads robots, scenes and paths from files.
//!
//! ```
//! use photofinish_robot::{Checker, Path, Verdict};
//! use photofinish_robot_files as files;
//!
//! let mut robot = files::urdf("../../examples/six_joint_arm/arm.urdf", &files::UrdfOptions::new())?;
//! files::srdf("../../examples/six_joint_arm/arm.srdf", &mut robot)?; // which links may touch
//! let scene = files::scene("../../examples/six_joint_arm/shelf.yaml")?;
//! let checker = Checker::new(&robot, &scene)?;
//! let path = Path::new(vec![vec![0.0, -0.5, 1.2, 0.0, 0.9, 0.0], vec![0.6, -0.2, 1.0, 0.0, 0.9, 0.5]])
//!     .joints((1..=6).map(|index| format!("joint_{index}"))); // the gripper stays as it is
//! match checker.check(&path)?.verdict {
//!     Verdict::Clear(clear) => println!("clear, never nearer than {}", clear.least_distance),
//!     Verdict::Contact(contact) => println!("{contact}"),
//!     Verdict::Undecided(undecided) => println!("{undecided}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What an answer means
//! Links and objects are the convex pieces that they are given as; a mesh is its convex hull. The joint values follow
//! the path exactly: straight lines, cubics or quintics between waypoints. Rounding is part of the claims, as
//! everywhere in this crate. Two bodies are compared if they are of two links, or a link and an object, and
//! - nothing says that they may touch: the robot ([`Robot::allow`], SRDF), the scene ([`Scene::allow`]) or the
//!   [`Rules`];
//!   links that a joint connects may;
//! - they do not move as one: links that hang on each other by fixed joints are never compared.
//!
//! # How it works
//! Every pair is looked at from the frame of the last joint that moves both: only the joints in between move the two
//! past each other, and links that are always near each other are no special case. Over a span of the path a unit
//! vector s, fixed in that frame, is tested as in the docs of [photofinish], with a bound M of the relative acceleration along
//! s:
//!
//! - In the middle of the span velocities and accelerations of all links are known, from the root outwards: with
//!   A = \[omega\]^2 + \[alpha\] the acceleration of a point at x from a link's centre c is a(c) + A x, so that along s no
//!   point within reach r accelerates by more than s . a(c) + r |A^T s|.
//! - From there it changes no faster than the third derivative allows. A link's place is a sum of lengths turned by
//!   products of rotations about its joints; the n-th derivative of such a product is at most that of exp(phi), where
//!   phi' = sum |q_i'|, phi'' = sum |q_i''| and so on. The same bound for the second derivative holds over the whole
//!   segment, and the smaller counts.
//!
//! Spans that do not pass for some pair are halved for it, down to where a query for moving bodies
//! ([`Query`](photofinish::Query)) takes over: near a contact it converges as a secant does. All pairs are looked at at the
//! same times, where everything is placed once for all of them. Spans are gone through in the order of time, so that
//! the first contact found ends the search.
//!
//! # Reading order
//! `link`, `joint`, `model`, `scene`, `path`: what is given; `rounded`, `pose`, `drive`, `polynomial`: numbers, poses
//! and joint values with their errors; `kinematics`: the frames that move, and from where they are seen; `following`:
//! how they move along a segment, and what bounds it; `motion`: a link as a [`Motion`](photofinish::motion::Motion);
//! `bodies`: which pairs there are; `stage` and `scan`: the search; `query`, `first`, `contacts`, `proof`: what is made
//! of it; `check`: what a `checker` answers.

mod assert;
mod bodies;
mod chain;
mod check;
mod checker;
mod contacts;
mod course;
mod drive;
mod error;
mod first;
mod following;
mod joint;
mod kinematics;
mod link;
mod link_motion;
mod model;
mod motion;
mod path;
mod polynomial;
mod pose;
mod proof;
mod query;
mod report;
mod rounded;
mod rules;
mod scan;
mod scene;
mod stage;
mod tree;

pub use assert::{NotClear, expect_clear};
pub use chain::MovingBase;
pub use checker::Checker;
pub use error::RobotError;
pub use joint::{Joint, JointKind, Mimic};
pub use link::{Link, Piece};
pub use link_motion::LinkMotion;
pub use model::Robot;
pub use path::Path;
pub use proof::{
    PairCertificate, PathCertificate, PathCertificateError, PathInterval, PathIntervalError, Proven,
};
pub use report::{
    BodyPair, Clear, Contact, ContactInterval, Contacts, PairDistance, Report, ScanStatistics,
    Undecided, Verdict,
};
pub use rules::Rules;
pub use scene::{Attached, Scene};
