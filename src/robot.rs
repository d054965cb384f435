//! Robots: links on joints, the scenes around them, and paths proven clear as a whole.

mod bodies;
mod checker;
mod course;
mod error;
mod first;
mod following;
mod kinematics;
mod model;
mod motion;
mod path;
mod polynomial;
mod query;
mod report;
mod rules;
mod scan;
mod scene;
mod stage;
mod tree;

pub use checker::Checker;
pub use error::RobotError;
pub use model::{Joint, JointKind, Link, Mimic, Piece, Robot};
pub use path::Path;
pub use report::{
    BodyPair, Clear, Contact, ContactInterval, Report, ScanStatistics, Undecided, Verdict,
};
pub use rules::Rules;
pub use scene::Scene;
