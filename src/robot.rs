//! Robots: links on joints, the scenes around them, and paths proven clear as a whole.

mod course;
mod error;
mod model;
mod path;
mod polynomial;
mod scene;
mod tree;

pub use error::RobotError;
pub use model::{Joint, JointKind, Link, Mimic, Piece, Robot};
pub use path::Path;
pub use scene::Scene;
