//! The search over time for bodies that start in contact.

/// Bodies have left a contact once their gap is this many tolerances.
///
/// Larger: a contact is left later. With one tolerance, the next run of GJK would find the bodies in contact again.
/// Half -0.03 %, twice -0.1 % (lift off -3.9 %).
pub const CLEAR: f64 = 2.0;

/// Held bodies have left a contact once their gap is this share of the length between their levels as well.
///
/// Larger: they may get as deep as in the contact for longer. Smaller: bodies that twist slowly just above the allowed
/// overlap take more spans, as little room is left to each: with zero, two cubes that part by a ten-thousandth of their
/// size took 400,000 evaluations.
pub(crate) const CLEAR_IN_LEVEL: f64 = 0.25;

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
/// -5.3 %, slide +1.0 %), but bodies that leave and come back within a span count as driven in.
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
/// -4.5 %), twice +0.5 % (leave contact +7.3 %, lift off +9.0 %). Without any, leave contact takes 10.5 % less and lift off
/// 19 % less, but a contact may end four times as late as it does.
pub(crate) const HALVINGS: u32 = 10;

/// Held bodies that are driven in count as pressed from the start if they have come nearer by [`PRESSED_BY`] after this
/// share of the time: see `held.rs`.
///
/// Larger: bodies that roll on an edge and then come down on another one stop before that. Smaller: pressed bodies sink
/// a little in each step. After a quarter of the time, bodies that come down at a constant speed have used a quarter of
/// their way, and bodies that begin to come down a sixteenth. If all counted as pressed, blocks that tip onto their next
/// corner by 0.005 radians would go 0.21 of their steps in the mean, in place of 0.56.
pub(crate) const PRESSED_AFTER: f64 = 0.25;

/// The share of their room that held bodies have then used: between the quarter and the sixteenth of what they use
/// until they stop, which is half to nearly all of it.
pub(crate) const PRESSED_BY: f64 = 1.0 / 12.0;

/// The number of spans, each a quarter of the one before, over which it is tried whether held bodies lift off.
///
/// Larger: more work for bodies that are pressed in. Smaller: bodies that turn fast do not come free. Of 786 blocks that
/// turn by a radian and leave a slab, 569 come free, and with a single span 250.
pub(crate) const LIFTS: u32 = 10;

/// The normals of contact points of one patch differ by no more than this: an angle in radians.
///
/// Larger: points on both sides of a blunt ridge count as those of a plane, of which an engine takes four at most.
/// Smaller: the normals of pieces side by side, known to about the root of the scalar's rounding (3e-4 in `f32`), seem
/// to differ. Not measured.
pub(crate) const SAME_PATCH: f64 = 5e-3;

/// Two pieces are not nearest to each other if their normal differs from that of their surface by more than this many
/// roots of the scalar's rounding: the body is over the next piece of the surface.
///
/// Larger: a ball beside an edge within a plane touches the plane in two points. Smaller: a normal that is off by that
/// root, as one of an impact is, seems to lean. Not measured.
pub(crate) const LEANS: f64 = 2.0;
