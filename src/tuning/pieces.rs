//! Bodies of pieces. Figures are pairs of boxes and queries about pieces, for one query of
//! `cargo run --release -p photofinish-peers --bin pieces -- --alone`.

/// The spans of bodies of pieces are so short that the path of a point of a body leaves a straight line by an eighth of
/// this share of the body's reach.
///
/// Larger: fewer spans, and more pairs of boxes in each. Smaller: the other way round. With 0.25, 0.5, 1 stars of 100
/// boxes that turn once take 632, 796, 953 pairs and 36, 48, 54 queries, with eight turns 533, 567, 678 and 18, 22, 28;
/// a cube that turns half above a field 101, 88, 81 pairs.
pub(crate) const SPAN_IN_BENDS: f64 = 0.25;

/// The spans of bodies of pieces are no shorter than this share of the interval.
///
/// Larger: more pairs of boxes for bodies that turn hundreds of times. Smaller: more spans for them. Half and twice: no
/// query.
pub(crate) const LEAST_SPAN_OF_PIECES: f64 = 1.0 / 1024.0;

/// After this many walks from a front, one begins from both roots: pairs of boxes that came near each other are then
/// whole again where they are apart.
///
/// Larger: fronts stay larger than necessary for longer. Smaller: more walks from the roots.
pub(crate) const WALKS_FROM_FRONT: u32 = 16;

/// Two triangles whose meeting edge falls by less than this share of its way lie in a plane.
///
/// It shapes the normals of answers, and tells which pieces of a one-sided surface explain contacts. Larger: normals at
/// blunt ridges are those of one triangle. Smaller: rounding of coordinates makes ridges. Points of meshes in `f32` are
/// known to about a millionth.
pub(crate) const FLAT_EDGE: f64 = 1e-5;

/// The normal of a surface counts as that of two pieces if they differ by no more than this many ulps: what a query
/// found along one, it would find again.
///
/// Larger: bodies within the tolerance of a plane may be stopped at edges that they come over almost from above.
/// Smaller: questions that are asked twice, as both normals are off by some ulps. Not measured. No claim rests on it:
/// an answer along the normal of the surface is proven like any other.
pub(crate) const SAME_DIRECTION: f64 = 16.0;

/// Corners of a triangle count as touched if they lie behind the foremost one by no more than this share of the
/// triangle's size.
///
/// It only shapes the normals of answers. Larger: bodies that touch a corner seem to touch an edge. Smaller: the
/// rounding of a normal hides an edge. The normal of an impact is known to about the root of the scalar's rounding,
/// 3e-4 in `f32`.
pub(crate) const TOUCHED_FEATURE: f64 = 1e-3;

/// How many pairs of boxes are split to find out how far apart two bodies are at one time.
///
/// Larger: more time for bodies near each other. Smaller: bounds that are less sharp, so that more pairs are asked
/// about. Not measured. It is a proven bound for any value.
pub(crate) const BOXES_OF_GAP: u32 = 32;
