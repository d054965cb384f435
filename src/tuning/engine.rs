//! A pass over a time step.

/// How often a body may be sent elsewhere in one step, unless the engine says otherwise.
///
/// Larger: bodies that bounce in a narrow place cost more queries, as every move asks again about all pairs of the
/// body. Smaller: bodies that bounce wait for the next step. No benchmark sends bodies elsewhere.
pub(crate) const MOVES_IN_PASS: u32 = 4;

/// Free bodies overlap by no more than this share of the inner diameter of the thinner one.
///
/// Larger: very small bodies sink so deep that a contact solver may push them out on the far side. Smaller: bodies
/// that are hardly thicker than the overlap that is allowed are stopped where the solver would let them sink.
pub(crate) const ALLOWED_SHARE: f64 = 0.25;

/// Bodies that slide on and are too deep in each other to be followed are moved apart by this share of their depth.
///
/// Larger: bodies that the solver cannot part jump. Smaller: rounding hides that they move apart, and stops them.
pub(crate) const RISE_IN_DEPTH: f64 = 1.0 / 64.0;

/// How often a body may slide on in one step. After that it stops.
///
/// Larger: bodies that are wedged in cost more queries, as each slide asks again about all pairs of the body. Smaller:
/// bodies in crowds stop.
pub(crate) const SLIDES_IN_PASS: u32 = 8;

/// The support evaluations after which a query of a pass gives up, unless the engine says otherwise. A usual query
/// takes a few tens; this many take about two milliseconds. Capsules that cross just at the allowed depth, and twist
/// slowly for a whole step, take up to 11,000.
///
/// Larger: a hard pair may take a large part of a step's time. Smaller: bodies in hard pairs stop early. It is a fifth
/// of that of a query, which is asked alone.
pub(crate) const BUDGET_IN_PASS: u64 = 20_000;

/// Bodies that come near more pieces of a surface than these are not asked whether these pieces are flat.
///
/// Larger: bodies on rough ground look at more pieces in vain. Smaller: bodies on fine meshes, and fast ones, are left
/// to the search. In a pile of 500 on triangles of 5 m, bodies come near one to four.
pub(crate) const GROUND_PIECES: usize = 12;
