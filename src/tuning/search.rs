//! The search over time.

// Runs of GJK.

/// A run of GJK ends when the proven gap is this share of its upper bound: more iterations would gain less than a step
/// in time does.
///
/// Larger: more iterations per run. Smaller: shorter steps, and more of them. 0.6 -0.2 % (spin hit -5.7 %, tumble hit
/// in f32 -3.0 %, no other query), 0.9 +0.6 % (spin hit +9.0 %, tumble hit in f32 +7.4 %).
pub const ENOUGH_OF_GAP: f64 = 0.75;

/// The depth of an allowed overlap is known well enough if its bounds differ by this share of what is left: the allowed
/// depth less the depth.
///
/// Larger: shorter steps of bodies that overlap. Smaller: more expansions of the difference. Half +0.01 %, twice no
/// query. With zero a stream of pairs that tumble and may overlap (`mixed`, the engine's settings) takes 12 % longer.
pub(crate) const ENOUGH_OF_ALLOWANCE: f64 = 0.25;

/// At an impact the distance is known to this share of the tolerance. The normal of smooth bodies is then off by the
/// square root of that uncertainty over their radius.
///
/// Larger: fewer iterations at an impact, and a worse normal. Half +0.03 %, twice -0.03 %.
pub(crate) const KNOWN_AT_IMPACT: f64 = 1.0 / 64.0;

/// The errors of a distance that rounding hides at worst.
///
/// Larger: bodies in contact need more room. Smaller: some queries there are undecided. Half and twice no query.
pub const ERRORS_AT_WORST: f64 = 8.0;

// Steps.

/// The most iterations of Brent's method in a step. Bisection alone would narrow any span to below the resolution in
/// fewer.
///
/// Smaller: a step may end before it is as long as it could be. Half and twice no query.
pub(crate) const ROOT_ITERATIONS: usize = 100;
