//! How much an audit samples. The tests plant mistakes: `cargo test -p photofinish-audit`. With an eighth of the times
//! and directions and two slices they are still found, in 0.3 s of a processor's time instead of 4 s. The rest is for
//! rarer mistakes.

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
pub(crate) const AUDITED_SPANS: usize = 10_000;

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
