//! Bodies at rest: GJK and EPA.

// GJK.

/// The most iterations of a run of GJK. Polytopes take under ten, smooth bodies a few tens.
///
/// Smaller: bounds that are still apart when the run ends. Larger: nothing, but for bodies that never converge. Half
/// and twice no query.
pub(crate) const GJK_ITERATIONS: u32 = 128;

/// The most steps in a row of a run of GJK that may fail to bring the points of the bodies nearer than they were, once
/// every part of the simplex is tried and the bodies are proven apart.
///
/// Larger: no query. Smaller: distances of cylinders that are almost parallel are twice too large, one in ten with 3, one
/// in a hundred with 8 and one in 4,000 with 12. Their points are on rims, and near the end the direction improves while
/// the distance does not.
pub(crate) const STALLS: u32 = 32;

/// The same as long as the bodies may touch: then EPA has the answer.
///
/// Larger: the pass of an engine takes 13 % more instructions in `f32` with 32. One: no query.
pub(crate) const STALLS_IN_TOUCH: u32 = 3;

/// The distance of cores, in sums of radii, below which the normal stands in for the direction between the nearest
/// points. On rounded surfaces that direction does not matter then.
///
/// Larger: points on the surfaces that are nearest less exactly. Smaller: a direction that rounding may turn. Half and
/// twice no query.
pub(crate) const SMALL_BESIDE_RADII: f64 = 1e-3;

// EPA.

/// The most support evaluations of EPA before the search goes deep instead of wide. Polytopes take about as many as
/// they have vertices near the deepest facet, smooth bodies some tens. But between coaxial cylinders a whole ring of
/// directions is equally good, and no number is enough to prove that no direction is better.
///
/// Larger: more work for such pairs. Smaller: a lower bound of the depth that is less sharp. Half and twice no query.
pub(crate) const EPA_EVALUATIONS: u32 = 256;

/// The most support evaluations of EPA after that. Larger and smaller: as above, for the upper bound. Half and twice no
/// query.
pub(crate) const EPA_DIVE: u32 = 256;

/// The number of points for which a new polytope has room.
///
/// Larger: memory for points that most expansions do not reach. Smaller: lists that are moved as they grow. With no
/// room at the start, here and in [`USUAL_FACETS`], a depth takes 8 % more instructions.
pub(crate) const USUAL_POINTS: usize = 32;

/// The number of facets for which a new polytope has room. In a hull, facets that are no longer there count too.
///
/// Larger and smaller: as for [`USUAL_POINTS`].
pub(crate) const USUAL_FACETS: usize = 64;
