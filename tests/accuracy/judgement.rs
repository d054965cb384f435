//! What may be said of an answer.

use photofinish::gjk::Termination;

/// What may be wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// A number is not finite, or a normal not of unit length.
    NoNumber,
    /// The bodies are not as far apart as the distance says, or farther.
    Distance,
    /// The distance is right, but the bodies are not as far apart along the normal.
    Normal,
    /// The bodies do not overlap along the normal as the depth says.
    Depth,
    /// Along another direction they overlap less, or are apart.
    NotLeast,
    /// The lower bound is more than the truth.
    LowerBound,
    /// A witness point is not on its body.
    Membership,
    /// The witness points are not as far from each other as said.
    Witness,
    /// A witness point is not on the feature named.
    Feature,
    /// The boolean test says something else, or its axis does not separate.
    Boolean,
    /// The bodies swapped are answered differently.
    Swap,
    /// A tracker that comes from another pair answers differently.
    Tracker,
    /// The single functions answer differently.
    Functions,
    /// The search for polytopes ran out of iterations.
    Exhausted,
    /// The crate panicked.
    Panic,
}

/// What is said of one answer.
pub struct Judgement {
    pub overlapping: bool,
    /// The errors, in ulps of the coordinates and as shares of the size or distance.
    pub value_ulps: f64,
    pub value_share: f64,
    pub witness_ulps: f64,
    pub iterations: u32,
    pub termination: Termination,
    /// Distance and normal of the swapped bodies are the same bit by bit.
    pub mirrored: bool,
    /// The answers to the bodies swapped and of the tracker, if anything is wrong.
    pub others: String,
    /// With by how much it exceeds what is allowed, or 0.
    pub faults: Vec<(Fault, f64)>,
}
