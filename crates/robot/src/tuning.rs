//! Tuning values: numbers that may change without making any answer wrong.
//!
//! They decide how much work a check takes, when it gives up, and how close its default tolerance is. What a claim
//! rests on is a *proof allowance*: it stands beside the code whose error it counts, with its derivation, and its name
//! ends in `_ULPS`, `_ERRORS`, `_UNITS`, `_SLACK` or `_FACTOR`.
//!
//! Every value has its unit, what a larger and a smaller one do, and the measurement that speaks for it. Measurements
//! are counts of instructions, like "half +1.6 %, twice -2.5 %": with half of the value, checks of the paths of
//! `examples/six_joint_arm` and of the example `redundant_arm` take 1.6 % more, as the mean over the checks. To repeat
//! one:
//!
//! ```sh
//! benches/instructions/tuning.py --robots SHORT_SPAN
//! ```
//!
//! "No check" means that the value makes no difference to these checks. `benches/instructions/README.md` says what they
//! are. Times of whole paths are in `benches/robots`, which needs published robots and plans.

// Values of the library. For the checks of paths, half of ENOUGH_OF_GAP is 0.0 %, and 0.9 +0.2 % (clear or not +1.2 %).
pub(super) use photofinish::tuning::{
    CLEAR as APART, ENOUGH_OF_GAP, ERRORS_AT_WORST as ERRORS_IN_TOLERANCE,
};

/// The angle, in radians, below which a pair is left to a query of its own, if the bodies meet in the middle of the
/// span. It is the angle that the joints that move the pair turn during the span.
///
/// Larger: queries over longer spans, which take more steps. Smaller: more halvings around a contact, each with a run
/// of GJK. Half +1.6 % (two centimetres apart +5.8 %), twice -2.5 % (clearance to a thousandth -4.9 %, none more).
pub(super) const SHORT_SPAN: f64 = 0.2;

/// The same limit if the bodies do not meet in the middle of the span.
///
/// Larger: queries for pairs that one more halving would prove apart. Smaller: halvings for pairs that nearly touch.
/// Half +0.3 % (clearance to a thousandth +2.3 %), twice -0.7 % (clearance to a thousandth -3.1 %, none more).
pub(super) const VERY_SHORT_SPAN: f64 = SHORT_SPAN / 64.0;

/// The largest number of halvings. The shortest span is 1/65536 of a segment.
///
/// Larger: more snapshots that are kept, and more work before a query takes over. Smaller: earlier queries. Few spans
/// are halved that often, as queries take over first. 8 -0.3 % (clearance to a thousandth -1.4 %), 32 no check.
pub(super) const MAX_LEVEL: usize = 16;

/// The error of a distance, as a share of the accuracy that is asked for.
///
/// Larger: worse directions, whose margins are too small for the clearance that is asked for. Smaller: more iterations
/// of GJK. Half +0.7 %, twice -0.4 %.
pub(super) const OF_ACCURACY: f64 = 0.25;

/// How many distances of a pair are sampled before the next query for a wider clearance.
///
/// Larger: more runs of GJK per query. Smaller: more queries, as the least distance is seen later. Half and twice no
/// check.
pub(super) const SAMPLES: u32 = 16;

/// The factor by which these samples move closer together after each query.
///
/// Larger: the samples stay far apart, and the least distance is found in more queries. Smaller: they miss a least
/// distance that is not near. Half and twice no check.
pub(super) const CLOSER: f64 = 0.25;

/// The share of the accuracy by which a distance must be below the least one seen, for another query to be worth its
/// work.
///
/// Larger: the scan takes over sooner. Smaller: queries that gain little. Half and twice no check.
pub(super) const NEARER_IN_ACCURACY: f64 = 0.5;

/// The least step between two samples of a contact, as a share of the segment.
///
/// Larger: a contact may be left and entered again unseen between two samples. Smaller: more samples of fast bodies. It
/// limits a contact to 10,000 samples per segment. Half and twice no check.
pub(super) const LEAST_STEP: f64 = 1e-4;

/// The largest default tolerance, as a share of the larger body. A contact within a larger one would mean nothing.
///
/// Larger: contacts far from the bodies, where rounding is large. Smaller: more paths that are undecided. Half and
/// twice no check.
pub(super) const COARSEST: f64 = 1e-3;

/// The number of views of a chain of joints that are kept without an allocation. Chains are seldom longer.
///
/// Larger: more memory to clear for each chain. Smaller: allocations for longer chains. Half -0.04 %; twice does not
/// compile, as an array of more than 32 has no default.
pub(super) const SHORT_CHAIN: usize = 24;

/// The number of pairs of pieces from which on the hulls of two owners are tested before their pieces.
///
/// Larger: more pairs that are tested one by one although their owners are far apart. Smaller: tests of hulls that save
/// few others. Half and twice no check, as the robots of the checks are not made of hulls.
pub(super) const LEAST_GROUP: usize = 4;

/// The largest excess of a box over a span, as a share of the size of what is in it, from which on the span is halved instead.
///
/// Larger: boxes that have more in reach. Smaller: more times at which the robot is placed. It has not been varied.
pub(super) const LOOSE: f64 = 0.25;
