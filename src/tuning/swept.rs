//! One body over a span, and one against many.

// Bounds of one body over a span.

/// A bound is sharp enough for a box if it exceeds the higher end of its span by this share of the body's size. Sharper
/// ones take two support evaluations a face.
///
/// Larger: wider boxes. Smaller: more support evaluations of bodies that turn a little. For a hull of 32 vertices in a
/// sweep by 30 degrees, four times this saves 30 % of the time and makes sides 0.1 % longer; with zero it takes 16 %
/// longer, and sides are as long. With zero a ball that turns by a degree takes 65 % longer.
pub(crate) const ENOUGH_OF_SIZE: f64 = 1.0 / 256.0;

/// A motion with more knots in a span is taken for a mistake: a knot may be the next number after the one before.
///
/// Larger: such a mistake takes longer to be found. Smaller: longer paths are refused. This many take less than a
/// second.
pub(crate) const MOST_KNOTS: usize = 1 << 18;

// One body against many.

/// The ulps of coordinates by which boxes must be farther apart than the tolerance for a body not to be asked about.
///
/// A query's errors are some tens of ulps of the coordinates of both bodies, measured from a point between them, and
/// its tolerance has up to [`ERRORS_AT_WORST`](super::ERRORS_AT_WORST) of these.
///
/// Larger: queries about bodies that pass at a distance of rounding. Smaller: bodies that pass within a tolerance which
/// is mostly rounding are left out, although a query counts them as met. Since queries compute in double precision no such
/// pair is known.
pub(crate) const ULPS_IN_ROOM: f64 = 512.0;

/// As [`ULPS_IN_ROOM`], for the places of both bodies in the world: a query measures coordinates from a point between
/// the bodies, and only rounding it loses some ulps of these. The default tolerance has up to
/// [`ERRORS_AT_WORST`](super::ERRORS_AT_WORST) times two or three of them for either body.
///
/// Larger: in `f32`, more queries about pieces of bodies far from the origin. Smaller: whether pieces count as met that
/// graze each other within a tolerance which is mostly rounding depends on the boxes around them.
pub(crate) const ULPS_OF_PLACES_IN_ROOM: f64 = 64.0;
