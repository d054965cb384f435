//! Many bodies: scenes, runs and their pairs of boxes.

/// How many impacts and ends of flights a run of many bodies may have for each body, unless it is told otherwise.
///
/// Larger: a run whose bodies come to rest by ever more impacts takes longer until it stops. Smaller: crowds reach it.
/// Ten blocks that lie on each other have fifteen each in a sixtieth of a second (`examples/falling_stack`).
pub(crate) const EVENTS_OF_A_BODY: u64 = 1000;

/// How many events ahead of the first of all a body of timewarp may be.
///
/// Larger: each flight of a body is compared with more of its own and of others. Smaller: less is handled together. With 32,
/// 50 balls that bounce in place, 750 times each, take a third longer; without a limit, more than twice as long, and four times
/// for twice the bounces. The falling stack is the same with all of these.
pub(crate) const MOST_AHEAD: usize = 8;

/// How many pairs of a scene are asked about before the first meeting is looked for again.
///
/// Larger: pairs that meet later than others are asked about in vain. Smaller: threads wait for each other more often.
/// Not measured. The answers are the same for any value.
pub(crate) const PAIRS_AT_ONCE: usize = 256;

/// The most questions about pairs that a thread takes at once, where threads share them.
///
/// Larger: threads wait for each other at the end. Smaller: handing over questions costs more than to ask them, which
/// takes some microseconds each. The answers are the same for any value.
#[cfg(feature = "rayon")]
pub(crate) const QUESTIONS_AT_ONCE: usize = 32;

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
/// The most bodies whose pairs one thread looks up, and whose boxes it finds. See [`BOXES_AT_ONCE`].
pub(crate) const BODIES_AT_ONCE: usize = 512;

/// A tree of the broad phase is built anew, together with what changed, if it has no more than this many times as many
/// boxes.
///
/// Larger: fewer trees to compare with, and boxes that did not change are put into a new tree more often. Not measured.
/// With 2 a tree was more than twice as large as all smaller ones together when it was made, so that n boxes are in
/// about log2 n trees at most. The pairs found are the same for any value.
pub(crate) const GROWTH_OF_TREES: usize = 2;
