//! Which colliders may be left to rapier's contacts in a step.

use rapier::math::Real;

use crate::gauge::Course;
use crate::shapes::Known;

/// A collider is slow if its way and the overlap that is allowed take less than this share of half its thickness: its
/// *room*. The pass leaves pairs that are as slow. A collider that is deeper in others than its room is never left.
///
/// # Nothing passes in the long run
/// Two bodies pass through each other only if they overlap by half the sum of their thicknesses before. Let h be half
/// the thickness of a collider, s this share, and a the allowed overlap, so that its room is s h - a.
/// - A collider has its depth measured before its unasked ways since the last time are more than its room.
/// - In between, the pass may have left a pair of its with another collider that was fast. That one has its depth
///   measured before every step in which it moves and has a pair that may be left, and such a step adds less than
///   s (h + h') - a.
///
/// So a pair that neither has found deep is no deeper than a + (s h' - a) when the last fast step of the other begins,
/// and s (h + h') - a more when it ends. The ways of the first one add its room: in sum less than 2 s (h + h'), which
/// is half the sum of the thicknesses for a share of a half. The same holds if both are slow, as one way counts less. A
/// pair that one of them has found deep is asked about in every step, and gets no deeper.
pub(crate) const SLOW_SHARE: Real = 0.5;

/// The room is a product and a difference, and sums are compared with it: each is off by half an ulp.
const ROOM_ULPS: Real = 4.0;

/// How a collider went in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// So little that it is left to rapier's contacts.
    Slow,
    /// So far that it might have passed through something. Whether it is deep in others is not known.
    Fast,
    /// Little, but it is so deep in others that it is followed.
    Deep,
}

/// Returns how deep a collider may be in others, beyond the overlap that is allowed, before it is followed however
/// little it moves.
pub(crate) fn depth_left_alone(known: &Known, overlap: Real) -> Real {
    // what is too thin to have room may be as deep as is allowed
    room(known, overlap).max(0.0)
}

/// Returns the room of a collider if this much overlap is allowed.
fn room(known: &Known, overlap: Real) -> Real {
    let share = SLOW_SHARE * 0.5 * (1.0 - ROOM_ULPS * Real::EPSILON);
    known.thickness * share - overlap
}

/// Returns how deep a collider was in others beyond the overlap that is allowed, if a depth up to `enough` makes no
/// difference. `measure` tells how deep it was when the step began; a depth below its argument may be too large.
pub(crate) fn depth_beyond(
    overlap: Real,
    enough: Real,
    measure: impl FnOnce(Real) -> Real,
) -> Real {
    (measure(enough + overlap) - overlap).max(0.0)
}

/// Returns how far a collider went in a step at most, and what follows from that, if this much overlap is allowed.
///
/// What it is known to be deep in others is brought up to date, as [`depth_beyond`] measures it. `bound` takes less work:
/// it tells how deep it was at most when the step began.
pub(crate) fn pace(
    known: &mut Known,
    course: &Course,
    overlap: Real,
    bound: impl FnOnce() -> Real,
    measure: impl FnOnce(Real) -> Real,
) -> (Real, Pace) {
    let room = room(known, overlap);
    // comparisons are written so that NaN is neither slow nor shallow
    let mut travel = course.travel(known);
    if !(known.depth + travel < room) && course.shift() < room {
        let bound = (bound() - overlap).max(0.0);
        if bound < known.depth {
            known.depth = bound;
        }
    }
    if !(known.depth + travel < room) && course.shift() < room {
        travel = course.closer_travel(known);
    }
    if !(travel < room) {
        known.depth = Real::INFINITY;
        return (travel, Pace::Fast);
    }
    let most = depth_left_alone(known, overlap);
    if !(known.depth + travel < room) {
        known.depth = depth_beyond(overlap, most, measure);
    }
    if known.depth <= most {
        known.depth = (known.depth + travel) * (1.0 + Real::EPSILON);
        return (travel, Pace::Slow);
    }
    known.depth = Real::INFINITY;
    (travel, Pace::Deep)
}
