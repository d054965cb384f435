//! What is asked of all contenders.

/// What a contender says of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// No collision: proven, or none found.
    Clear,
    /// It collides at this place: the index of the segment, plus the share of it that has passed.
    Collides(f64),
    /// It could not be decided.
    Open,
}

/// A way to check paths. What it may prepare for a robot and a scene is prepared before.
pub trait Contender {
    /// The name in the table.
    fn name(&self) -> &str;

    /// Checks the path with this index.
    fn check(&mut self, path: usize) -> Answer;
}
