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

/// Where an overlap is allowed, bodies count as nearly in touch if no vector leaves a gap of more than this many times
/// the allowed depth. Gaps begin where bodies overlap by as much as is allowed. Vectors are then tested in the frames
/// of both bodies, and with bounds by support.
///
/// Larger: such tests where a vector of the world would do. Smaller: short steps of bodies that turn together and
/// nearly touch. With a limit far away a stream of pairs that tumble and may overlap takes 20 % longer. With none a box
/// on a turning table takes 5 to 12 spans instead of one.
pub(crate) const NEAR_IN_ALLOWANCES: f64 = 2.0;

/// Bodies that are nearly in touch, but were not at the start, are tested with plain bounds for this many spans.
///
/// Larger: more short steps of bodies that come near and turn together. Smaller: sharp bounds for bodies that hit each
/// other anyway. With none a stream of pairs that tumble and may overlap takes 69 % more instructions in `f64` and 34 %
/// more in `f32`, and a pile at 60 m/s 6 %. With one: 64 and 28 %. With two: 10 and 6 %. With eight: 6 and 0 %.
pub(crate) const SPANS_OF_PLAIN_BOUNDS: u32 = 4;

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
/// them. Half +0.7 % (100 pairs that tumble, asked only if they touch, +27 %).
pub(crate) const DEEP_IN_WIDTH: f64 = 0.25;

// Steps.

/// The root search aims at a margin of this share of the tolerance. With an aim of zero it would end where the gap is
/// lost in rounding, and the next run of GJK could neither confirm nor improve it.
///
/// Larger: impacts are found earlier, farther from contact. Smaller: nearer to the rounding that hides them. Half -0.1
/// % (graze -5.8 %, tumble hit +2.3 %), twice +0.3 % (graze -5.8 %, tumble hit +4.8 %).
pub(crate) const AIM_IN_TOLERANCE: f64 = 0.25;

/// The aim is at most this share of the gap at the start of a step, so that a step from a small gap leads somewhere.
///
/// Larger: shorter steps from small gaps. Smaller: steps that end nearer to rounding. Half and twice no query.
pub(crate) const AIM_IN_GAP: f64 = 0.5;

/// Where other features have become nearest, the root search aims at this share of [`FAIR_SHARE_OF_GAP`] instead: a run
/// of GJK from any time before that gains more than the exact time.
///
/// Larger: shorter steps. Smaller: more times that fail. Half +0.6 % (tumble hit in f32 +8.5 %), twice +0.8 % (tumble
/// hit in the plane +17 %).
pub(crate) const AIM_IN_FAIR: f64 = 0.0625;

/// A time with a margin below this share of the aim counts as failed: so close to contact, the next run of GJK would
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
/// Larger: shorter steps, and more runs of GJK. Smaller: more times per step. Half +0.1 % (spin hit -16 %), twice +0.8
/// % (tumble hit in the plane +17 %).
pub(crate) const FAIR_SHARE_OF_GAP: f64 = 0.125;

/// A root search also ends when it has proven this share of the span up to the nearest time known to fail.
///
/// Larger: more times per step. Smaller: shorter steps, and more runs of GJK. Half -0.1 %, twice +0.05 %.
pub(crate) const ENOUGH_OF_STEP: f64 = 0.25;

/// The number of times that are guessed from the fall of the gap before Brent's method takes over.
///
/// Larger: more guesses where the gap does not fall as expected. Smaller: Brent's method, which knows less. Three +0.3
/// % (100 pairs that spin +7.5 %, none more), eight +0.1 %.
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
/// Larger: first guesses of shorter steps. Smaller: first guesses that fail. With 1, 2, 3 the pairs of `spin` (`moving`
/// of the peers) take 6 % more instructions, 1 % less, 4 % more; in `f32` 4, 2 and 2 % more. No other family.
pub(crate) const BEND_AT_FIRST: f64 = 1.5;

/// A guess from two gaps stops short by this share of the worst-case sag of the gap below its chord.
///
/// Larger: shorter steps. Smaller: more guesses that fail. Half -0.1 % (graze +6.7 %, spin hit -8.3 %), twice +0.4 %
/// (tumble hit in f32 +8.4 %, spin hit +4.6 %).
pub(crate) const CAUTION: f64 = 0.125;

/// A guess stops short by at most this share of the gap.
///
/// Larger: shorter steps. Smaller: more guesses that fail. Half +0.03 % (spin hit +1.1 %), twice -0.3 % (spin hit -10
/// %, no other query).
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
/// Larger: vectors of the world where turning ones lead farther. Smaller: steps that end where they begin. Half and
/// twice no query, nor any of 100 pairs that spin (the families of `mixed` of the peers).
pub(crate) const GAP_OF_TURNED: f64 = 0.5;

/// Vectors that turn with a body are not tried where the gap is more than this share of both sizes together. There a
/// vector of the world lasts long enough, and the test of one that turns takes as long as a root search at one time.
///
/// Larger: tests that prove no more than those of vectors of the world. Smaller: shorter steps of bodies that spin
/// close to each other. The pairs of `spin` (`moving` of the peers) take 9 % more instructions without a limit, 0.2 %
/// less with half of this, and 0.8 % more with no such vectors at all; in `f32` 6 % more, 0.3 % less, and as many. No
/// other family.
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

/// After this many spans bodies count as spinning, if they turn by more than half a turn in the interval. Other features
/// are then nearest after each step, and it pays to look less for each step: neither GJK nor the root search follows
/// nearest features that are on curves, also of bodies in touch, and [`ENOUGH_IN_SPINS`] and [`FAIR_SHARE_IN_SPINS`]
/// apply.
///
/// Larger: too much care for every step of bodies that spin. Smaller: more spans of bodies that tumble. 100 pairs that
/// spin (families of `mixed` of the peers) take 8 % fewer instructions than without it, and 10 % in `f32`.
pub(crate) const SPANS_WITHOUT_SPIN: u32 = 5;

/// This share counts in place of [`ENOUGH_OF_GAP`] for bodies that spin.
///
/// Larger: more iterations per run. Smaller: shorter steps. With 0.4 and 0.6 the pairs above take within 0.3 % as many
/// instructions.
pub(crate) const ENOUGH_IN_SPINS: f64 = 0.5;

/// This share counts in place of [`FAIR_SHARE_OF_GAP`] for bodies that spin.
///
/// Larger: shorter steps, and more runs of GJK. Smaller: more times per step. With 0.125, the share of others, the
/// pairs above take 1 to 2 % more instructions; with 0.5 within 0.3 % as many.
pub(crate) const FAIR_SHARE_IN_SPINS: f64 = 0.375;

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
