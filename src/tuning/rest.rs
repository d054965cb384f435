//! Bodies at rest: GJK and EPA.

// GJK.

/// The most iterations of a run of GJK. Polytopes take under ten, smooth bodies a few tens.
///
/// Smaller: bounds that are still apart when the run ends. Larger: nothing, but for bodies that never converge. Half
/// and twice no query.
pub(crate) const GJK_ITERATIONS: u32 = 128;

/// Points of a simplex slide along curves once the lower bound of the distance of the cores is this share of the upper.
///
/// Newton's method is fast near its end only, and most queries end a run of GJK before that.
///
/// Larger: more steps of GJK, each of which halves the error at best. With 0.98, distances of cylinders at rest take 5
/// % more iterations, and graze takes 2 % fewer instructions in the mixed stream. Smaller: slides that do not converge.
/// With 0.9, those distances take 3 % fewer iterations, and graze takes as many instructions. With zero, translate
/// takes 8 to 12 % more instructions, graze 11 to 14 %, spin 3 %, and bodies that start in contact 6 %.
pub(crate) const NEAR_ENOUGH_TO_SLIDE: f64 = 0.95;

/// Points of a simplex also slide once the bounds of the distance are within this share of the bodies' size. Of bodies
/// that nearly touch the bounds are no share of each other yet, but the direction is off by little.
///
/// Larger: in queries points slide that need not. With 1e-3 graze takes 7 % more instructions in the mixed stream. Smaller:
/// a tracker of rims a few millionths of their size apart takes up to 20 iterations where they moved a little, not 3.
pub(crate) const NEAR_IN_SIZE: f64 = 1e-5;

/// The most slides in a row of the points of a simplex. They end as soon as the points are nearer than they were.
///
/// Points of rims that nearly touch slide past each other first: they are far apart along a direction that is a little
/// off. Larger: more slides that do not converge. Smaller: plain steps of GJK in their place. With one slide, distances
/// of cylinders at rest take 38 % more iterations in `f64`, and one in a hundred takes 39 and not 20. With five they
/// take 1 % fewer.
pub(crate) const SLIDES_IN_A_ROW: u32 = 2;

/// After points of a simplex slid along curves, they slide again only if the bounds of the distance came together to
/// this share. If they did not, the next direction is that of the simplex.
///
/// Larger: more directions in a row that may not converge. Smaller: more of those that halve the error at best. Half
/// 0.0 %, twice +0.2 % (mixed shapes +2 %).
pub(crate) const FAST_SHARE: f64 = 0.5;

/// The most steps in a row of a run of GJK that may fail to bring the points of the bodies nearer.
///
/// Larger: more iterations near contact. Smaller: worse directions there, as the direction improves after the distance
/// no longer does. One: no query.
pub(crate) const STALLS: u32 = 3;

/// The distance of cores, in sums of radii, below which the normal stands in for the direction between the nearest
/// points. On rounded surfaces that direction does not matter then.
///
/// Larger: points on the surfaces that are nearest less exactly. Smaller: a direction that rounding may turn. Half and
/// twice no query.
pub(crate) const SMALL_BESIDE_RADII: f64 = 1e-3;

// EPA.

/// A point makes a good corner of the first polytope of EPA if it is this share of the size away from the hull of the
/// corners before it.
///
/// Larger: more support points before the first polytope. Smaller: it may be thin. Half and twice no query.
pub(crate) const GOOD_CORNER: f64 = 1e-2;

/// The size of a difference that is all rounding, in errors over [`GOOD_CORNER`]: points nearer than that are no good
/// corners.
///
/// Larger and smaller: as above, for bodies that are small beside their errors. Half and twice no query.
pub(crate) const ERRORS_IN_CORNER: f64 = 8.0;

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

/// The number of facets for which a new polytope has room, and an expansion for what it knows of them. Facets that are
/// no longer there count too.
///
/// Larger and smaller: as for [`USUAL_POINTS`].
pub(crate) const USUAL_FACETS: usize = 64;
