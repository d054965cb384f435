//! Bodies of pieces. Figures are pairs of boxes and queries about pieces, for one query of
//! `cargo run --release -p photofinish-peers --bin pieces -- --alone`.

/// The spans of bodies of pieces are so short that the path of a point of a body leaves a straight line by an eighth of
/// this share of the body's reach.
///
/// Larger: fewer spans, and more pairs of boxes in each. Smaller: the other way round. With 0.25, 0.5, 1 stars of 100
/// boxes that turn once take 632, 796, 953 pairs and 36, 48, 54 queries, with eight turns 533, 567, 678 and 18, 22, 28;
/// a cube that turns half above a field 101, 88, 81 pairs.
pub(crate) const SPAN_IN_BENDS: f64 = 0.25;

/// A span of bodies of pieces is halved if more queries about pieces than this have to be made in it.
///
/// Larger: fewer spans, and more pieces that only meet somewhere along a long way. Smaller: the other way round. With
/// 4, 8, 16 stars of 300 boxes take 1190, 1276, 1221 pairs and 44, 62, 77 queries, stars of 10 boxes with eight turns
/// 433, 360, 299 and 56, 50, 45. Without a limit stars of 100 boxes took eight times as long.
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

/// After this many walks down two trees, pairs of boxes of a front are merged where a direction separates their
/// parents.
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

/// After a contact at the start that others may explain, the first span ends at this share of the interval.
///
/// Larger: more pieces to ask about that only meet later, of bodies that are pressed into a surface. Smaller: a short span
/// more for bodies that rest on one. Of bodies that tumble on a mesh (`passed_through`, 10 variations), passes take 892
/// million instructions; with 1/16 977, with 1/1024 873, and with all of the interval 1,136. A pile on a mesh takes 0.1 %
/// more or less with each.
pub(crate) const AFTER_CONTACT_AT_START: f64 = 1.0 / 64.0;

/// A contact ends the span early only if the rest of the span after it is at least this share of the time before it.
///
/// Larger: more pieces to ask about that meet soon after the contact. Smaller: more spans that hardly differ from the
/// one before. Not measured. With zero, only the rounding of times would end that.
pub(crate) const LEAST_AFTER_FIRST_CONTACT: f64 = 1.0 / 1024.0;

/// How many pairs of boxes are looked into for an earlier contact, once a contact was found.
///
/// Larger: more tests of boxes that meet first, though the pieces in them do not. Smaller: on fine surfaces the look
/// ends before it comes to pieces; a million triangles take about 40. Without it, a cube that hits a field of a million
/// triangles takes 60 queries about pieces instead of 23.
pub(crate) const BOXES_IN_PROBE: u32 = 128;

/// The look for an earlier contact ends after this many queries about pieces that found none.
///
/// Larger: more of them in vain. Smaller: the first pieces whose boxes meet need not be the first to meet. Not
/// measured. It may be any number from 1 on: what the look leaves out, the walk finds.
pub(crate) const QUERIES_IN_PROBE: u32 = 2;

/// How many boxes are looked at to see that a turning body, as a ball, passes all pieces of the other body.
///
/// Larger: more of them in vain before a hit, and over a finer surface. Smaller: flights that do pass are not seen to. A
/// cube that flies over a field of 99,458 triangles and turns half a turn looks at 101 boxes in the mean; with half of the
/// value at 107, with no end at 89. One that hits a field of a million looks at 198; with half of it at 166, with no end
/// at 260.
pub(crate) const BOXES_OF_BALL: u64 = 64;

/// How many pairs of boxes are split to find out how far apart two bodies are at one time.
///
/// Larger: more time for bodies near each other. Smaller: bounds that are less sharp, so that more pairs are asked
/// about. Not measured. It is a proven bound for any value.
pub(crate) const BOXES_OF_GAP: u32 = 32;
