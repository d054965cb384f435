//! Judgements of answers.

/// What may be wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// A number is not finite, or a normal is not of unit length.
    NoNumber,
    /// The distance is wrong.
    Distance,
    /// The distance is right, but not along the normal.
    Normal,
    /// The depth is not the overlap along the normal.
    Depth,
    /// Along another direction the bodies overlap less, or are apart.
    NotLeast,
    /// The lower bound is above the truth.
    LowerBound,
    /// A witness point is not on its body.
    Membership,
    /// The distance between the witness points differs from that of the answer.
    Witness,
    /// A witness point is not on the feature of the answer.
    Feature,
    /// The intersection test disagrees, or its axis does not separate the bodies.
    Boolean,
    /// The answer differs if the bodies are swapped.
    Swap,
    /// A tracker that was used for another pair answers differently.
    Tracker,
    /// The function for distances alone answers differently.
    Functions,
    /// The search for polytopes ran out of iterations.
    Exhausted,
    /// The crate panicked.
    Panic,
}

/// The judgement of one answer.
#[derive(Default)]
pub struct Judgement {
    pub overlapping: bool,
    /// The error of the distance or depth, in ulps of the coordinates.
    pub value_ulps: f64,
    /// The error of the distance or depth, relative to the size or distance.
    pub value_share: f64,
    pub witness_ulps: f64,
    /// The answers for the swapped bodies and of the tracker, if anything is wrong.
    pub others: String,
    /// Each fault, with its error divided by what is allowed, or with 0.
    pub faults: Vec<(Fault, f64)>,
}
