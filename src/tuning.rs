//! Tuning values: numbers that may change without making any answer wrong.
//!
//! They decide how much work a query takes, when it gives up, and how close its default tolerance is. Other values
//! would change the bits of answers, but no claim rests on them. What a claim rests on is a *proof allowance*: it
//! stands beside the code whose error it counts, with its derivation, and its name ends in `_ULPS`, `_ERRORS`,
//! `_UNITS`, `_SLACK` or `_FACTOR`.
//!
//! Every value has its unit, what a larger and a smaller one do, and the measurement that speaks for it. Most
//! measurements are counts of instructions, like "half +3.1 %, twice +0.4 %": with half of the value the queries of
//! `benches/instructions` take 3.1 % more, as the mean over the queries. To repeat one:
//!
//! ```sh
//! benches/instructions/tuning.py ENOUGH_OF_GAP
//! ```
//!
//! "No query" means that the value makes no difference to these queries. Tuning values of the scalars are at
//! [`Real`](crate::Real).

// The search over time: runs of GJK.

/// A run of GJK ends when the proven gap is this share of its upper bound: more iterations would gain less than a step
/// in time does.
///
/// Larger: more iterations per run. Smaller: shorter steps, and more of them. 0.6 -0.2 % (spin hit
/// -5.7 %, tumble hit in f32 -3.0 %, no other query), 0.9 +0.6 % (spin hit +9.0 %, tumble hit in f32 +7.4 %).
pub const ENOUGH_OF_GAP: f64 = 0.75;

/// The depth of an overlap that is allowed is known well enough if its bounds differ by this share of what the depth
/// lacks of the allowed one.
///
/// Larger: shorter steps of bodies that overlap. Smaller: more expansions of the difference. Half +0.01 %, twice no
/// query. With zero a stream of pairs that tumble and may overlap (`mixed`, the engine's settings) takes 12 % longer.
pub(crate) const ENOUGH_OF_ALLOWANCE: f64 = 0.25;

/// Where an overlap is allowed, bodies are nearly in touch if no gap beyond that is more than this many times the
/// allowed depth. Vectors are then tested in the frames of both bodies, and with bounds by support.
///
/// Larger: such tests where a vector of the world would do. Smaller: short steps of bodies that turn together and
/// nearly touch. With a limit far away a stream of pairs that tumble and may overlap takes 20 % longer. With none a box
/// on a turning table takes 5 to 12 spans instead of one.
pub(crate) const NEAR_IN_ALLOWANCES: f64 = 2.0;

/// This share counts in place of [`ENOUGH_OF_GAP`] after a step that ended where other features had become nearest. The
/// run has to find these.
///
/// Larger: more iterations per run. Smaller: more short steps. 0.75 +0.3 % (mixed
/// shapes +5.7 %), 0.9 +1.8 % (graze +66 %, the other queries -0.1 %).
pub(crate) const ENOUGH_AFTER_CHANGE: f64 = 0.85;

/// At an impact the distance is known to this share of the tolerance. The normal of smooth bodies is then off by the
/// square root of that uncertainty over their radius.
///
/// Larger: fewer iterations at an impact, and a worse normal. Half +0.03 %, twice -0.03 %.
pub(crate) const KNOWN_AT_IMPACT: f64 = 1.0 / 64.0;

/// The own errors e, which differ between computations, for which the default tolerance leaves room.
///
/// With c the error that all computations have in common: along a direction that GJK finds, the search can follow a gap
/// if the supporting distance is above 3 e + c. If not, the distance found exceeds the supporting distance by e at
/// most, and is itself known to e + c. The sum is 5 e + 2 c.
///
/// Larger: impacts are reported farther from contact where rounding counts. Smaller: some queries there are undecided.
/// Half -0.1 %, twice -0.3 % (graze -5.9 %).
pub(crate) const ERRORS_IN_TOLERANCE: f64 = 5.0;

/// The common errors c for which the default tolerance leaves room: see [`ERRORS_IN_TOLERANCE`]. Half -0.2 % (graze
/// -6.0 %), twice -0.2 % (graze -5.9 %).
pub(crate) const COMMON_ERRORS_IN_TOLERANCE: f64 = 2.0;

/// The errors for which the default tolerance leaves room at worst: where a run of GJK ends in rounding with bounds up
/// to 4 e apart, and the gap is too small to be followed.
///
/// That is 5 e + 2 c for both bounds, as above, and 3 e more for bounds that are 4 e apart instead of e. Larger and
/// smaller: as above. Half and twice no query.
pub const ERRORS_AT_WORST: f64 = 8.0;

/// A query that asks only if bodies touch looks where one body is this share of both inner diameters deep in the other.
/// At half of them their middles meet.
///
/// Larger: times at which a body may have gone through the other. Smaller: overlaps so shallow that rounding hides
/// them. Half +0.7 % (100 pairs that tumble, only if, +27 %).
pub(crate) const DEEP_IN_WIDTH: f64 = 0.25;

// The search over time: steps.

/// The root search aims at a margin of this share of the tolerance. With an aim of zero it would end where the gap is
/// lost in rounding, and the next run of GJK could neither confirm nor improve it.
///
/// Larger: impacts are found earlier, farther from contact. Smaller: nearer to the rounding that hides them. Half
/// -0.1 % (graze -5.8 %, tumble hit +2.3 %), twice +0.3 % (graze -5.8 %, tumble hit +4.8 %).
pub(crate) const AIM_IN_TOLERANCE: f64 = 0.25;

/// The aim is at most this share of the gap at the start of a step, so that a step from a small gap leads somewhere.
///
/// Larger: shorter steps from small gaps. Smaller: steps that end nearer to rounding. Half and twice no query.
pub(crate) const AIM_IN_GAP: f64 = 0.5;

/// Where other features have become nearest, the root search aims at this share of [`FAIR_SHARE_OF_GAP`] instead: a run
/// of GJK from any time before that gains more than the exact time.
///
/// Larger: shorter steps. Smaller: more times that fail. Half +0.6 % (tumble
/// hit in f32 +8.5 %), twice +0.8 % (tumble hit in the plane +17 %).
pub(crate) const AIM_IN_FAIR: f64 = 0.0625;

/// A time with a margin below this share of the aim counts as failed: so close to contact, the next query would
/// start within rounding.
///
/// Larger: more times fail that are proven free. Smaller: steps may end too near to go on. Half -0.2 % (tumble hit in
/// f32 -5.2 %), twice +1.2 % (spin hit +12 %, mixed shapes in f32 +12 %).
pub(crate) const LEAST_OF_AIM: f64 = 0.5;

/// A root search ends when the margin is at most this share of the tolerance: the bodies are near enough.
///
/// Larger: fewer times per step, and an impact that is found farther from contact. It must be above
/// [`AIM_IN_TOLERANCE`]. Half +0.6 % (tumble hit of hulls +3.6 %), twice -0.2 % (tumble hit of hulls -4.8 %).
pub(crate) const ENOUGH_OF_TOLERANCE: f64 = 0.5;

/// A root search also ends when the margin is at most this share of the gap at the start: the rest of the way is less
/// than another direction may gain.
///
/// Larger: shorter steps, and more runs of GJK. Smaller: more times per step. Half +0.1 % (spin
/// hit -16 %), twice +0.8 % (tumble hit in the plane +17 %).
pub(crate) const FAIR_SHARE_OF_GAP: f64 = 0.125;

/// A root search also ends when it has proven this share of the span up to the nearest time known to fail.
///
/// Larger: more times per step. Smaller: shorter steps, and more runs of GJK. Half -0.1 %, twice
/// +0.05 %.
pub(crate) const ENOUGH_OF_STEP: f64 = 0.25;

/// The number of times that are guessed from the fall of the gap before Brent's method takes over.
///
/// Larger: more guesses where the gap does not fall as expected. Smaller: Brent's method, which knows less. Three
/// +0.3 % (100 pairs that spin +7.5 %, none more), eight +0.1 %.
pub(crate) const GUESSES: u32 = 6;

/// The most iterations of Brent's method in a step. Bisection alone would narrow any span to below the resolution in
/// fewer.
///
/// Smaller: a step may end before it is as long as it could be. Half and twice no query.
pub(crate) const ROOT_ITERATIONS: usize = 100;

/// The first guess of a step takes the acceleration to be this many times its bound. The direction that is best at the
/// end of a step of bodies that spin leaves a smaller gap at its start than the best one there, and the plain formula
/// does not know how much smaller.
///
/// Larger: first guesses of shorter steps. Smaller: first guesses that fail. With 1, 2, 3 the pairs of `spin` (`moving` of
/// the peers) take 6 % more instructions, 1 % less, 4 % more; in `f32` 4, 2 and 2 % more. No other family.
pub(crate) const BEND_AT_FIRST: f64 = 1.5;

/// A guess from two gaps stops short by this share of the worst-case sag of the gap below its chord.
///
/// Larger: shorter steps. Smaller: more guesses that fail. Half -0.1 % (graze +6.7 %, spin hit -8.3 %), twice
/// +0.4 % (tumble hit in f32 +8.4 %, spin hit +4.6 %).
pub(crate) const CAUTION: f64 = 0.125;

/// A guess stops short by at most this share of the gap.
///
/// Larger: shorter steps. Smaller: more guesses that fail. Half +0.03 % (spin hit +1.1 %), twice -0.3 % (spin hit
/// -10 %, no other query).
pub(crate) const MOST_CAUTION: f64 = 0.125;

/// The gap falls nearly along a line if the acceleration can change it by less than this share of its fall. The first
/// guess of a step then uses the gap at the end of the span, not the one of the step before.
///
/// Larger: first guesses along a chord where the gap bends. Smaller: first guesses from the past where it does not.
/// Half no query, twice -0.1 % (graze -4.0 %, no other query).
pub(crate) const NEARLY_STRAIGHT: f64 = 1.0 / 16.0;

/// A gap that has grown is taken to grow on at this share of its rate.
///
/// Larger: first guesses that are too late where bodies spin. Smaller: guesses that are too early where bodies part.
/// Half +0.01 %, twice +0.3 % (lift off +13 %, spin hit -1.5 %), all of the rate +0.4 % (lift off +9.9 %).
pub(crate) const RISE_BELIEVED: f64 = 0.25;

/// Vectors that turn with a body are tried where they are likely to last longer than vectors of the world: where the
/// way that the bodies turn is more than the way that they travel, times their gap in sizes, times this.
///
/// Larger: shorter steps of bodies that spin. Smaller: tests of vectors that prove no more than those of the world.
/// Half +0.1 % (100 pairs that graze +0.6 %), twice -0.02 %; without such vectors 100 pairs that spin +9 %.
pub(crate) const LONGER_IF_TURNED: f64 = 2.0;

/// A vector that turns with a body is no candidate for a step if its gap now is less than this share of the gap of the
/// vector of the world. Rounding takes more from its gap, the more so the farther the body is from the origin.
///
/// Larger: vectors of the world where turning ones lead farther. Smaller: steps that end where they begin. Half and twice no
/// query, nor any of 100 pairs that spin (the families of `mixed` of the peers).
pub(crate) const GAP_OF_TURNED: f64 = 0.5;

/// Vectors that turn with a body are not tried where the gap is more than this share of both sizes together. There a
/// vector of the world lasts long enough, and the test of one that turns takes as long as a root search at one time.
///
/// Larger: tests that prove no more than those of vectors of the world. Smaller: shorter steps of bodies that spin close
/// to each other. The pairs of `spin` (`moving` of the peers) take 9 % more instructions without a limit, 0.2 % less with
/// half of this, and 0.8 % more with no such vectors at all; in `f32` 6 % more, 0.3 % less, and as many. No other family.
pub(crate) const NEAR_TO_TURN: f64 = 0.0625;

/// Vectors that turn with a body are not tried if the other body turns so differently that the gap along them may dip
/// by more than this share.
///
/// Larger: tests that prove no more than those of vectors of the world. Smaller: longer ways tilted against a face.
/// Half 0.0 %, twice +0.01 % (100 pairs that spin +0.4 %).
pub(crate) const DIP_OF_TURNING: f64 = 0.5;

/// After this many failures in a row, vectors that turn with a body as the nearest features do are tried only once in
/// [`MANY_SPANS`] spans.
///
/// Larger: tests that prove no more than those of vectors of the world, each as expensive as a root search at one time.
/// Smaller: bodies that spin take shorter steps. Half -0.07 % (spin hit -7.1 %), twice 0.0 % (spin hit -8.5 %). With
/// none at all, impacts of bodies that spin by 12 radians take 45 % more runs of GJK.
pub(crate) const TURNS_IN_VAIN: u32 = 4;

/// Once in this many spans the best vector is tried as one that turns with a body from the start of a step on, wherever
/// the nearest features do not tell where it goes; and in every step as long as that passes. The flat faces of
/// cylinders need that: their rims have one point each.
///
/// Larger: more short steps before that. Smaller: tests that gain little, as most queries take two or three spans. Half
/// +0.01 % (spin hit +7.9 %), twice +0.03 % (spin hit +12 %).
pub(crate) const MANY_SPANS: u32 = 8;

/// After this many spans the root search no longer follows nearest features that are on curves.
///
/// Larger: points that slide in vain where bodies spin. Smaller: more spans of bodies that tumble. With 3, 4, 6 pairs that
/// spin (families of `mixed` of the peers) take 5.7, 4.9, 4.1 % fewer instructions than without it, and 5.7, 5.7, 4.3 % in
/// `f32`; pairs that tumble 1.4, 0.7, 0.1 % more, and none in `f32`.
pub(crate) const SPANS_OF_CURVES: u32 = 4;

/// After [`MANY_SPANS`] spans of bodies in touch, the vector of the next step is the one that is best over this many
/// times the length of the last step.
///
/// Larger: the best vector over a long span may be the first to fail, so that all steps are short. Smaller: more steps
/// until long ones.
pub(crate) const LOOKS_AHEAD: f64 = 16.0;

/// The features that were nearest count as still nearest unless others are nearer by this share of their distance.
///
/// Larger: the search guesses on, though other features decide. Smaller: it ends steps for changes that do not matter.
/// Half 0.0 %, twice +0.02 % (mixed shapes +0.5 %).
pub(crate) const OTHERS_NEARER: f64 = 0.25;

/// The features that were nearest also count as still nearest unless others are nearer by this many errors.
///
/// Larger and smaller: as above, for distances near rounding. Half and twice 0.0 % (mixed shapes in f32 +0.1 %).
pub(crate) const OTHERS_NEARER_IN_ERRORS: f64 = 4.0;

// The search over time: contacts at the start.

/// Bodies have left a contact once their gap is this many tolerances.
///
/// Larger: a contact is left later. With one tolerance, the next run of GJK would find the bodies in contact again.
/// Half -0.03 %, twice -0.1 % (lift off -3.9 %).
pub const CLEAR: f64 = 2.0;

/// Bodies that overlap, or touch within rounding, may come this many tolerances nearer.
///
/// Larger: bodies that drive into each other are noticed later. With one tolerance, some contacts would count as driven
/// in at once. Half and twice no query.
pub(crate) const GIVES_WAY: f64 = 2.0;

/// Bodies with a proven gap are followed with a target distance that keeps this share of the gap.
///
/// Larger: bodies count as driven in sooner. Smaller: less distance is proven for them. Half 0.0 % (lift off +0.1 %).
/// Twice keeps the whole gap, and lift off has another answer.
pub(crate) const KEPT_OF_GAP: f64 = 0.5;

/// The tolerance of such bodies, as a share of the gap. Within it of the kept distance, they count as driven into each
/// other. It must leave room between the kept distance and the gap.
///
/// Larger: bodies count as driven in sooner. Smaller: a root search that goes nearer. Half and twice no query.
pub(crate) const TOLERANCE_IN_GAP: f64 = 0.25;

/// The tolerance in contact is no smaller than this share of the query's: over a long way rounding takes more than at
/// the start.
///
/// Larger: small gaps count as none. Smaller: rounding may end the search. Half and twice no query.
pub(crate) const LEAST_TOLERANCE_IN_CONTACT: f64 = 1.0 / 64.0;

/// The shares of a proven span after which the search checks whether the bodies have left the contact. Each is a
/// quarter of the next, so that bodies that leave fast are seen early.
///
/// More: more support values per span in contact. Fewer: fast bodies are seen later, and followed at a smaller distance
/// meanwhile. With the end of the span alone (`CHECKS_IN_CONTACT='[1.0; 9]'`) -0.3 % (lift off -7.1 %, leave contact
/// -5.3 %, slide +1.0 %).
pub(crate) const CHECKS_IN_CONTACT: [f64; 9] = [
    1.0 / 65_536.0,
    1.0 / 16_384.0,
    1.0 / 4096.0,
    1.0 / 1024.0,
    1.0 / 256.0,
    1.0 / 64.0,
    1.0 / 16.0,
    1.0 / 4.0,
    1.0,
];

/// How often the time between the last check in contact and the first check clear of it is halved. Each halving costs
/// two support values, and brings the end of the contact twice as near. Half -0.2 % (leave contact -3.7 %, lift off
/// -4.5 %), twice +0.5 % (leave contact +7.3 %, lift off +9.0 %).
pub(crate) const HALVINGS: u32 = 10;

/// Held bodies that are driven in count as pressed from the start if they have come nearer by [`PRESSED_BY`] after this
/// share of the time: see `toi/hold.rs`.
///
/// Larger: bodies that roll on an edge and then come down on another one stop before that. Smaller: pressed bodies sink
/// a little in each step. Bodies that come down at a constant speed have used a quarter of their way after a quarter of
/// the time, and such that begin to come down a sixteenth.
pub(crate) const PRESSED_AFTER: f64 = 0.25;

/// The share of their room that held bodies have then used: between the quarter and the sixteenth of what they use until
/// they stop, which is half to nearly all of it.
pub(crate) const PRESSED_BY: f64 = 1.0 / 12.0;

/// For so many spans, each a quarter of the one before, it is tried whether held bodies lift off.
///
/// Larger: more work for bodies that are pressed in. Smaller: bodies that turn fast do not come free.
pub(crate) const LIFTS: u32 = 10;

// GJK.

/// The most iterations of a run of GJK. Polytopes take under ten, smooth bodies a few tens.
///
/// Smaller: bounds that are still apart when the run ends. Larger: nothing, but for bodies that never converge. Half
/// and twice no query.
pub(crate) const GJK_ITERATIONS: u32 = 128;

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

/// How often bodies whose cores overlap are moved apart along the best vector that is known, to find a better one.
///
/// Larger: more runs of GJK where a depth is needed all the same. Smaller: more runs of EPA. With two, a pass over a pile
/// of 500 at 60 m/s takes 5 % fewer instructions than with none.
pub(crate) const LOOKS_FROM_APART: u32 = 2;

/// How well the distance of bodies that were moved apart is known when the search for a vector ends, as a share of the
/// allowed depth.
///
/// Larger: worse vectors. Smaller: more iterations for curved bodies.
pub(crate) const KNOWN_WHEN_MOVED_APART: f64 = 0.1;

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

// Hulls: construction.

/// How often a hull is built again without the points inside its faces. After that the flatness is reduced.
///
/// Larger: more work for hulls that do not settle. Smaller: more facets that stay apart. Half and twice no query.
pub(crate) const HULL_ROUNDS: usize = 8;

/// How far a point that was left out may be from the hull, in units of the flatness. Each round may lose one such unit.
///
/// Larger: fewer facets, and a larger rounding error. The error is measured and counted, whatever this is. With half,
/// the hull of a turned grid keeps points that are no corners; twice no query.
pub(crate) const LARGEST_LOSS: f64 = 4.0;

/// How often a pair of far points is replaced by a pair that is farther apart, before a hull is begun with it.
///
/// Larger: more work before the hull. Smaller: a worse beginning. Half 0.0 % (hull of 200 points +0.5 %), twice no
/// query.
pub(crate) const FAR_PAIR_ROUNDS: usize = 4;

/// Points of a hull that are nearer than this many ulps of the largest coordinate become one. A rotation and the
/// rounding of its result move a point by a few ulps.
///
/// Larger: points that differ are merged, and what that moves counts as rounding. Smaller: the corners of a turned box
/// are slivers. With half, the hull of a turned grid keeps points that are no corners; twice no query.
pub(crate) const WELDED_WITHIN: f64 = 8.0;

/// The direction along which points are sorted before near ones are merged. It is oblique to all directions in which
/// input is likely to be aligned, so that few points share a place along it. The diagonal (`SORTED_ALONG='[0.577; 3]'`)
/// +0.01 %.
///
/// Another one changes the work only, if it is no longer than 1: then no two points are farther apart along it than
/// they are.
pub(crate) const SORTED_ALONG: [f64; 3] = [0.527_046, 0.612_372, 0.589_255];

/// The first attempt at a length that is not less after it was rounded to the scalar: the length times one and this.
/// Further attempts double the factor.
///
/// Larger: a larger rounding error. Smaller: more attempts. Half and twice no query.
pub(crate) const ROUNDED_UP_BY: f64 = 1e-6;

/// A facet without a normal of its own takes the mean of its neighbours' normals, if their sum is at least this long.
/// Shorter sums are of normals that cancel.
///
/// Larger: facets that could have had a mean are without it. Smaller: a mean that is mostly rounding. Half and twice no
/// query.
pub(crate) const LEAST_SUM_OF_NORMALS: f64 = 1e-3;

// Hulls: support points. Times in nanoseconds, measured on random points of a sphere, in double precision; in single
// precision only the values differ. No program repeats them; what is said in per cent, `tuning.py` does.
//
// vertices                              24   32   48   64  128  192  256
// scan of all vertices                  26   36   58   82  190  297  404
// climb from the table of starts        44   45   50   52   59   67   69
// value alone, eight at a time          10   13   19   25   47   74   96
// value alone, single precision          6    8   11   14   27   39   51

/// With more vertices than this a hull climbs rather than scanning all vertices, and has its vertices in an order for
/// that: see the table above. A scan also reads memory in order: of a hull of 32 vertices that is not in the cache, a
/// climb takes twice as long. Half -0.1 % (mixed
/// shapes in contact -3.8 %, tumble hit of hulls of 32 vertices +1.3 %), twice +0.3 % (distance of prisms +9.4 %).
pub(crate) const CLIMB_ABOVE: usize = 40;

/// With more vertices than this a support value is found faster by climbing than eight at a time: see the table above.
/// Half no query, twice +2.3 % (tumble hit of hulls of 256 vertices +77 %).
pub(crate) const CLIMB_FOR_VALUE: usize = 160;

/// Points per block of a scan: a multiple of what the widest registers hold. `reduce` in `convex_hull/scan.rs` is
/// written for eight: other values need another one.
pub(crate) const LANES: usize = 8;

/// How many vertices about as high as the best a climb remembers. More occur where the direction is the normal of a
/// face with many vertices. A visit to one of them takes as long as a scan of ten vertices.
///
/// Larger: long visits where a scan is faster. Smaller: scans where a visit is faster. Half -0.8 % (distance of prisms
/// of 24 sides -27 %), twice +1.2 % (distance of prisms +39 %).
pub(crate) const PLATEAU: usize = 16;

/// Vertices per cell of the table of starts. With this many cells a climb takes one or two steps.
///
/// Larger: longer climbs. Smaller: a larger table. Half +0.1 % (tumble hit of hulls of 256 vertices +1.8 %), twice
/// +0.2 % (+6.4 %).
pub(crate) const VERTICES_PER_CELL: usize = 2;

/// The largest number of cells along an edge of a side of that table: it holds for hulls of more than 50,000 vertices.
///
/// Larger: a larger table for them. Smaller: longer climbs. Half and twice no query.
pub(crate) const MOST_CELLS: usize = 64;

/// How many visits to vertices may fill that table, for each vertex. Random points take some tens. On a prism a vertex
/// may have about as many neighbours as there are vertices, and the visits would grow with the square of the
/// vertices. The table then has fewer cells.
///
/// Larger: longer constructions of such hulls. Smaller: longer climbs on them. Half and twice no query.
pub(crate) const VISITS_PER_VERTEX: usize = 256;

// One body against many.

/// The ulps of coordinates by which boxes must be farther apart than the tolerance for a body not to be asked about.
///
/// A query's errors are some tens of ulps of the coordinates of both bodies, measured from a point between them, and its
/// tolerance has up to [`ERRORS_AT_WORST`] of these.
///
/// Larger: queries about bodies that pass at a distance of rounding. Smaller: bodies that pass within a tolerance which
/// is mostly rounding are left out, although a query counts them as met. With none, small balls in `f32` that pass each
/// other within the tolerance after a way of 2000 are left out.
pub(crate) const ULPS_IN_ROOM: f64 = 512.0;

/// As [`ULPS_IN_ROOM`], for the places of both bodies in the world: a query measures coordinates from a point between
/// the bodies, and only rounding it loses some ulps of these. The default tolerance has up to [`ERRORS_AT_WORST`] times
/// two or three of them for either body.
///
/// Larger: in `f32`, more queries about pieces of bodies far from the origin. Smaller: whether pieces count as met that
/// graze each other within a tolerance which is mostly rounding depends on the boxes around them.
pub(crate) const ULPS_OF_PLACES_IN_ROOM: f64 = 64.0;

// A pass over a time step.

/// How often a body may be sent elsewhere in one step, unless the engine says otherwise.
///
/// Larger: bodies that bounce in a narrow place cost more queries, as every move asks again about all pairs of the
/// body. Smaller: bodies that bounce wait for the next step. No benchmark sends bodies elsewhere.
pub(crate) const MOVES_IN_PASS: u32 = 4;

/// How far bodies that are driven in and slide on are moved apart, in lengths between two levels of held bodies.
///
/// Held bodies lift off if they move apart by eight lengths that rounding hides, which are no more than the length between
/// two levels: `toi/hold.rs` checks this. Larger: bodies that are pressed into each other jump. Smaller: they are stopped.
pub(crate) const RISE_IN_LEVEL: f64 = 1.0;

/// The same for bodies that are too deep in each other to be followed, as a share of their depth.
///
/// Larger: bodies that the solver cannot part jump. Smaller: rounding hides that they move apart, and stops them.
pub(crate) const RISE_IN_DEPTH: f64 = 1.0 / 64.0;

/// How often a body may slide on in one step. After that it stops.
///
/// Larger: bodies that are wedged in cost more queries, as each slide asks again about all pairs of the body. Smaller:
/// bodies in crowds stop.
pub(crate) const SLIDES_IN_PASS: u32 = 8;

/// The support evaluations after which a query of a pass gives up, unless the engine says otherwise. A usual query takes
/// a few tens; this many take about two milliseconds. Capsules that cross just at the allowed depth, and twist slowly for
/// a whole step, take up to 11,000.
///
/// Larger: a hard pair may take a large part of a step's time. Smaller: bodies in hard pairs stop early. It is a fifth
/// of that of a query, which is asked alone.
pub(crate) const BUDGET_IN_PASS: u64 = 20_000;

// Bounds of one body over a span.

/// A bound is sharp enough for a box if it exceeds the higher end of its span by this share of the body's size. Sharper
/// ones take two support evaluations a face.
///
/// Larger: wider boxes. Smaller: more support evaluations of bodies that turn a little. For a hull of 32 vertices in
/// a sweep by 30 degrees, four times this saves 30 % of the time and makes sides 0.1 % longer; with zero it takes 16 %
/// longer, and sides are as long. With zero a ball that turns by a degree takes 65 % longer.
pub(crate) const ENOUGH_OF_SIZE: f64 = 1.0 / 256.0;

/// A motion with more knots in a span is taken for a mistake: a knot may be the next number after the one before.
///
/// Larger: such a mistake takes longer to be found. Smaller: longer paths are refused. This many take less than a
/// second.
pub(crate) const MOST_KNOTS: usize = 1 << 18;

// Audits: how much is sampled. The tests plant mistakes: `cargo test -p photofinish-tests --test motion audit`. With an
// eighth of the times and directions and two slices they are still found, in 0.9 s instead of 12 s. The rest is for
// rarer mistakes.

/// The least number of triples of times at which an audit checks bounds.
///
/// Larger: longer audits, which find rarer mistakes.
pub(crate) const AUDITED_TIMES: usize = 600;

/// The number of directions along which an audit checks a body. Larger: as above.
pub(crate) const AUDITED_DIRECTIONS: usize = 160;

/// The number of slices of an extrusion that are audited as bodies. Larger: as above.
pub(crate) const AUDITED_SLICES: usize = 8;

/// The depth at which an audit asks what of a body touches a plane, beside zero: a share of the body's extents.
///
/// Larger: more parts touch, and mistakes in those that are nearest are hidden. Smaller: as at depth zero.
pub(crate) const AUDITED_DEPTH: f64 = 0.05;

/// The largest number of spans between knots that an audit checks. Knots after these are not audited.
///
/// Larger: longer audits of motions with more knots. Smaller: more knots that are not audited. No test has as many.
pub(crate) const AUDITED_PIECES: usize = 10_000;

/// The largest number of pieces of a body that are audited as support mappings.
///
/// Larger: longer audits of large bodies; each piece takes half a millisecond. Smaller: more pieces whose shape is not
/// audited. Their boxes always are.
pub(crate) const AUDITED_SHAPES: usize = 20;

/// The number of directions along which an audit looks for points of a piece outside its box: those of the axes, and
/// some between.
///
/// Larger: longer audits of large bodies. Smaller than 6: not all sides of a box are looked at.
pub(crate) const AUDITED_DIRECTIONS_OF_PIECES: usize = 8;

// Bodies of pieces. Figures are pairs of boxes and queries about pieces, for one query of
// `cargo run --release -p photofinish-peers --bin pieces -- --alone`.

/// The spans of bodies of pieces are so short that the path of a point of a body leaves a straight line by an eighth of
/// this share of the body's reach.
///
/// Larger: fewer spans, and more pairs of boxes in each. Smaller: the other way round. With 0.25, 0.5, 1 stars of 100
/// boxes that turn once take 632, 796, 953 pairs and 36, 48, 54 queries, with eight turns 533, 567, 678 and 18, 22, 28;
/// a cube that turns half above a field 101, 88, 81 pairs.
pub(crate) const SPAN_IN_BENDS: f64 = 0.25;

/// A span of bodies of pieces is halved if more queries about pieces than this have to be made in it.
///
/// Larger: fewer spans, and more pieces that only meet somewhere along a long way. Smaller: the other way round. With 4,
/// 8, 16 stars of 300 boxes take 1190, 1276, 1221 pairs and 44, 62, 77 queries, stars of 10 boxes with eight turns 433,
/// 360, 299 and 56, 50, 45. Without a limit stars of 100 boxes took eight times as long.
pub(crate) const PIECES_IN_SPAN: u64 = 8;

/// A span is only halved for that if the bodies move farther in it than this share of the smaller one's radius. Pieces
/// that rest on each other are as many in half a span.
///
/// Larger: more pieces to ask about where bodies cross. Smaller: more spans of bodies that move slowly near each other.
/// Half: no query. Twice: up to 2 % fewer queries.
pub(crate) const LEAST_WAY_OF_PIECES: f64 = 0.125;

/// The spans of bodies of pieces are no shorter than this share of the interval.
///
/// Larger: more pairs of boxes for bodies that turn hundreds of times. Smaller: more spans for them. Half and twice: no
/// query.
pub(crate) const LEAST_SPAN_OF_PIECES: f64 = 1.0 / 1024.0;

/// Every so many walks down two trees, pairs of boxes of a front are merged where a direction separates their parents.
///
/// Larger: fronts stay larger than necessary for longer. Smaller: more tests of parents that fail. A kept front of two
/// stars takes 98.8, 99.8, 101.6 pairs with 8, 16, 32.
pub(crate) const WALKS_TO_MERGE: u32 = 16;

/// A span of bodies of pieces in which a contact was found early ends at this share of the rest after it.
///
/// Larger: more pieces to ask about that meet later. Smaller: the span ends at the contact itself, and which of two
/// pieces that touch at the same time is named may depend on the order of the walk. Half: a cube that hits a field of
/// 100,352 triangles takes 205 pairs and 36 queries instead of 213 and 40; twice: 227 and 44. Where spans did not end
/// early, it took 1.4 times as long, and on a million triangles twice as long. These figures are from before other
/// contacts were looked for before it.
pub(crate) const AFTER_FIRST_CONTACT: f64 = 0.0625;

/// Two triangles whose meeting edge falls by less than this share of its way lie in a plane.
///
/// It shapes normals that answers give, and tells which pieces of a one-sided surface explain contacts. Larger: normals at blunt ridges are those of one
/// triangle. Smaller: rounding of coordinates makes ridges. Points of meshes in `f32` are known to about a millionth.
pub(crate) const FLAT_EDGE: f64 = 1e-5;

/// The normal of a surface counts as that of two pieces if they differ by no more than this many ulps: what a query found
/// along one, it would find again.
///
/// Larger: bodies within the tolerance of a plane may be stopped at edges that they come over almost from above. Smaller:
/// questions that are asked twice, as both normals are off by some ulps. Not measured. No claim rests on it: an answer
/// along the normal of the surface is proven like any other.
pub(crate) const SAME_DIRECTION: f64 = 16.0;

/// Corners of a triangle count as touched if they lie behind the foremost one by no more than this share of the
/// triangle's size.
///
/// It only shapes normals that answers give. Larger: bodies that touch a corner seem to touch an edge. Smaller: the
/// rounding of a normal hides an edge. The normal of an impact is known to about the root of the scalar's rounding,
/// 3e-4 in `f32`.
pub(crate) const TOUCHED_FEATURE: f64 = 1e-3;

// Many bodies.

/// How many impacts and ends of flights a run of many bodies may have for each body, unless it is told otherwise.
///
/// Larger: a run whose bodies come to rest by ever more impacts takes longer until it stops. Smaller: crowds reach it.
/// Ten blocks that lie on each other have fifteen each in a sixtieth of a second (`examples/falling_stack`).
pub(crate) const EVENTS_OF_A_BODY: u64 = 1000;

/// How many pairs of a scene are asked about before the first meeting is looked for again.
///
/// Larger: pairs that meet later than others are asked about in vain. Smaller: threads wait for each other more often. Not
/// measured. The answers are the same for any value.
pub(crate) const PAIRS_AT_ONCE: usize = 256;

/// The most boxes that a leaf of the broad phase's trees has.
///
/// Larger: fewer nodes, and more comparisons. 2 -12 % comparisons for 10,000 boxes of sizes from 1 to 100, 8 +66 %
/// (`broad_phase` of the peers); with 2 there are twice as many nodes to build.
pub(crate) const BOXES_IN_LEAF: usize = 4;

/// The most boxes that one thread puts into a tree of the broad phase, and the most nodes that it searches, where
/// threads may share the work.
///
/// Larger: threads wait for each other at the end. Smaller: handing over a part costs more than doing it, some
/// microseconds. Not measured. The pairs found are the same for any value.
pub(crate) const BOXES_AT_ONCE: usize = 512;
/// See [`BOXES_AT_ONCE`].
pub(crate) const NODES_AT_ONCE: usize = 256;

/// A tree of the broad phase is built anew, together with what changed, if it has no more than this many times as many
/// boxes.
///
/// Larger: fewer trees to compare with, and boxes that did not change are put into a new tree more often. Not measured.
/// With 2 a tree was more than twice as large as all smaller ones together when it was made, so that n boxes are in about
/// log2 n trees at most. The pairs found are the same for any value.
pub(crate) const GROWTH_OF_TREES: usize = 2;

/// A span is no longer ended earlier for a contact where the rest after it is a smaller share of the time before it.
///
/// Larger: more pieces to ask about that meet soon after the contact. Smaller: more spans that hardly differ from the one
/// before. Not measured. With zero, only the rounding of times would end that.
pub(crate) const LEAST_AFTER_FIRST_CONTACT: f64 = 1.0 / 1024.0;

/// How many pairs of boxes are looked into for an earlier contact, once there is one.
///
/// Larger: more tests of boxes that meet first, though the pieces in them do not. Smaller: on fine surfaces the look ends
/// before it comes to pieces; a million triangles take about 40. Without it, a cube that hits a field of a million
/// triangles takes 60 queries about pieces instead of 23.
pub(crate) const BOXES_IN_PROBE: u32 = 128;

/// How many queries about pieces may tell of no earlier contact, before the look for one ends.
///
/// Larger: more of them in vain. Smaller: the first pieces whose boxes meet need not be the first to meet. Not measured. It
/// may be any number from 1 on: what the look leaves out, the walk finds.
pub(crate) const QUERIES_IN_PROBE: u32 = 2;
