//! Defines the task of all contenders.

use photofinish_robot::Path;

/// The answer of a contender about a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// There is no collision. This is proven, or none was found.
    Clear,
    /// The path collides at this place: the index of the segment, plus the share of the segment before the collision.
    Collides(f64),
    /// The contender could not decide.
    Open,
}

/// A way to check paths. Preparations for a robot and a scene are made before.
pub trait Contender {
    /// The name in the table.
    fn name(&self) -> &str;

    /// Checks a path in the scene with this index.
    fn check(&mut self, scene: usize, path: &Path) -> Answer;
}
