//! Robots: links on joints, the scenes around them, and paths proven clear as a whole.

mod assert;
mod bodies;
mod chain;
mod checker;
mod contacts;
mod course;
mod error;
mod first;
mod following;
mod kinematics;
mod link_motion;
mod model;
mod motion;
mod path;
mod polynomial;
mod proof;
mod query;
pub mod read;
mod report;
mod rules;
mod scan;
mod scene;
mod stage;
mod tree;

pub use assert::{NotClear, expect_clear};
pub use chain::MovingBase;
pub use checker::Checker;
pub use error::RobotError;
pub use link_motion::LinkMotion;
pub use model::{Joint, JointKind, Link, Mimic, Piece, Robot};
pub use path::Path;
pub use proof::{PairCertificate, PathCertificate, PathCertificateError};
pub use report::{
    BodyPair, Clear, Contact, ContactInterval, Contacts, Report, ScanStatistics, Undecided, Verdict,
};
pub use rules::Rules;
pub use scene::{Attached, Scene};
