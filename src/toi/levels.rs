//! Bodies that are asked about step after step, and are not to get deeper and deeper.
//!
//! A search follows bodies that start in contact with a target distance a little below their distance. That leaves them
//! room to slide and roll. Where each step begins at the end of the last one, bodies that are pressed into each other
//! would use the room of every step, and sink without end. So the bodies of a [`Pass`](crate::engine::Pass) are *held*:
//! how deep they may get does not depend on where a step begins.
//!
//! With the allowed overlap a, the *levels* are the signed distances -a - k h for k = 1, 2, ... The length h depends on
//! the shapes and the settings alone, up to a power of two. Bodies that overlap count as in contact up to a quarter of
//! h above the distance -a, and leave a contact there: with less room, bodies that twist slowly take very many spans.
//! The *bottom* of two bodies in contact is the highest level that their distance may be on, as far as rounding lets
//! one tell. There are three rules:
//! - Bodies whose distance is clearly above the bottom are followed with a target distance between both.
//! - Bodies that are near the bottom, or too deep to be followed, move only as long as they do not come nearer along
//!   the normal of their contact: they *lift off*.
//! - All others stay where they are.
//!
//! # Proof
//! Let B be the first level at or below the distance of a pair when some step begins; for free bodies it is the first
//! level of all. The claim is that the distance is not below B when any later step begins. During a step it is not below B
//! either, except by what is hidden while the pair lifts off. It follows by induction over the steps. The distance at
//! the start of a step is B or more, by assumption. So is its upper bound, so that the bottom is B or higher.
//! - By the first rule, the pair keeps more than the bottom at all times of the step, by what is hidden or more. That
//!   is more than the rounding of the poses at which bodies are stopped.
//! - By the second rule, its distance does not fall below the proven part of what it was at the start. When the bodies
//!   have lifted off, it is [`LIFTED_FACTOR`] times what may be hidden above that part, and so above what it was.
//! - By the third, nothing moves.
//!
//! A pair that comes into contact in the middle of a step was free before, and begins above the first level. As the
//! bounds are for B, and not for the distance at the start of each step, nothing adds up.
//!
//! - Where rounding grows, the length h may double a few times. All levels that are left were levels before. B is then
//!   the highest of them that is not above the old one, and at most one length h below it.
//! - Of two surfaces, B is the lowest level of all pieces in contact: pieces on which a body slides onwards
//!   keep what those keep that it leaves.
//! - What the engine does between the steps counts as a new beginning: a pair that it leaves deeper begins at a level
//!   of its own.
//!
//! # What is not proven
//! A third body may stop a pair while it lifts off. Its distance is then no less than the proven part of what it was
//! when the step began, but it may be less than B by what is hidden. That is at most an eighth of h ([`LEVEL_FACTOR`]),
//! so that the pair is above the next level: each step that ends so costs one level at most, and all others cost none.
//! Nothing bounds how many end so. In crowds whose bodies slide most do. For them the claim is tested
//! (`tests/engine/slides.rs`), and not proven.
//!
//! Rules that know no more than the poses can do no better. What is hidden does not tell a pair that has come nearer
//! from one that has not. So a pair near its bottom would either have to stay where it is, and could never leave, or
//! may lose what is hidden whenever it is stopped before it has moved apart by more.

use super::outcome::InitialReport;
use crate::Real;
use crate::tuning::{
    ERRORS_AT_WORST, KEPT_OF_GAP, LIFTS, PRESSED_AFTER, PRESSED_BY, RISE_IN_LEVEL, TOLERANCE_IN_GAP,
};

/// The number of tolerances between two levels. The bottom of bodies that have just met is that far below them.
const LEVEL_IN_TOLERANCES: f64 = 2.0;

/// The length between two levels as a share of the allowed overlap, if that is more.
///
/// In double precision two tolerances are so little that no single vector proves it for long where the normal turns:
/// edges that cross and twist by a thousandth of a radian then take 10,000 spans.
///
/// Bodies that start just on a level can only lift off: along the contact they would stay where they are. So no depth
/// that people write may be on one, such as twice what is allowed. This is a tenth of the golden ratio's fraction,
/// whose small multiples stay farthest from whole tenths, and a little less than the sixteenth that docs promise.
const LEVEL_IN_ALLOWED: f64 = 0.061_803_398_874_989_5;

/// The least length between two levels, in lengths that rounding may hide of a distance.
///
/// A pair that is stopped while it lifts off loses one such length, and is to stay above the next level: anything above
/// 1 would do. A pair on a level must be able to lift off to where it is followed, which takes [`LIFTED_FACTOR`] of
/// them.
const LEVEL_FACTOR: f64 = 8.0;

/// Held bodies lift off if they move apart by this many lengths that rounding may hide.
///
/// Their distance at the start exceeds its proven part by one such length at most, and poses at which they are stopped
/// are off by less than another: with anything above 2 they end no nearer than they began. From there they are to be
/// followed, which takes more than 1 / [`TOLERANCE_IN_GAP`] lengths of proven room above their bottom. The bottom may
/// be one length above the proven part at the start, and what is proven in the end is one length below the distance.
const LIFTED_FACTOR: f64 = 8.0;

// bodies that slide are moved apart by as much as they need to lift off, and to lift off is to clear the room that
// bodies are followed in
const _: () = assert!(RISE_IN_LEVEL * LEVEL_FACTOR >= LIFTED_FACTOR);
const _: () = assert!((LIFTED_FACTOR - 2.0) * TOLERANCE_IN_GAP > 1.0);
// within their tolerance of what they keep, bodies stay above their bottom, and begin above both
const _: () = assert!(KEPT_OF_GAP > TOLERANCE_IN_GAP && KEPT_OF_GAP + TOLERANCE_IN_GAP < 1.0);
// what followed bodies keep of more room than 1 / TOLERANCE_IN_GAP hidden lengths is at least one of them, and that is
// more than the one error by which the pose of a body that is stopped may be off
const _: () = assert!(KEPT_OF_GAP >= TOLERANCE_IN_GAP && ERRORS_AT_WORST > 1.0);

/// The levels of two bodies.
pub(super) struct Levels<T> {
    /// The distance that free bodies keep.
    base: T,
    pub(super) apart: T,
}

/// Returns the length between two levels where rounding hides little.
pub(crate) fn length_of_levels<T: Real>(base: T, tolerance: T) -> T {
    Levels::new(base, tolerance, T::zero()).apart
}

impl<T: Real> Levels<T> {
    /// The levels below the distance `base`, for a tolerance that depends on no pose, where this much of the distance
    /// is `hidden`.
    ///
    /// The levels are farther apart where more is hidden. As their distance is then doubled, they are levels before
    /// too. It is doubled only while it is less than [`LEVEL_FACTOR`] times what is hidden, so that it ends below twice
    /// that: below 16 hidden lengths.
    pub(super) fn new(base: T, tolerance: T, hidden: T) -> Self {
        let of_allowed = (T::zero() - base) * T::of(LEVEL_IN_ALLOWED);
        let of_shapes = of_allowed.max(tolerance * T::of(LEVEL_IN_TOLERANCES));
        // points have no tolerance: zero would stay zero, however often it is doubled
        let mut apart = of_shapes.max(T::MIN_POSITIVE);
        let least = (hidden * T::of(LEVEL_FACTOR)).min(T::LARGEST * T::EPSILON);
        while apart < least {
            apart = apart + apart;
        }
        Self { base, apart }
    }

    /// Returns the highest level that is not above a distance.
    pub(super) fn below(&self, distance: T) -> T {
        let level = |k: T| self.base - self.apart * k;
        let k = ((self.base - distance) / self.apart).ceil().max(T::one());
        // the quotient may have been rounded down to the level above
        if level(k) > distance {
            // of lengths that are far below the rounding of the distance, one more makes no difference
            level(k + T::one()).min(distance)
        } else {
            level(k)
        }
    }

    /// Returns the bottom of bodies whose distance is between these two: the highest level that it may be on.
    ///
    /// So a pair on a level has this level as its bottom, however much of its distance is hidden: see the proof. The
    /// most is less than the least only by rounding.
    pub(super) fn bottom(&self, (least, most): (T, T)) -> T {
        self.below(most.max(least))
    }
}

/// Returns the times up to which it is tried whether held bodies lift off: the limit, and then a quarter of the way to
/// each before.
pub(super) fn times_to_lift<T: Real>(now: T, limit: T) -> impl Iterator<Item = T> {
    let mut length = limit - now;
    let times = (0..LIFTS).map(move |attempt| {
        let time = if attempt == 0 { limit } else { now + length };
        length *= T::of(0.25);
        time
    });
    times.take_while(move |time| *time > now)
}

/// Returns whether held bodies with these gaps at the start and at a later time have moved apart by more than is
/// hidden.
pub(super) fn has_risen<T: Real>((gap, then): (T, T), hidden: T) -> bool {
    then - gap >= hidden * T::of(LIFTED_FACTOR)
}

/// Returns when to look whether held bodies were pressed into each other, if they touched at the time `since` and stop
/// at `time`.
pub(super) fn time_to_look_if_pressed<T: Real>(since: T, time: T) -> T {
    since + (time - since) * T::of(PRESSED_AFTER)
}

/// Returns whether held bodies were pressed into each other from when their contact began, if this gap beyond the kept
/// distance is left at the [time to look](time_to_look_if_pressed).
///
/// Such bodies stop where their contact began. Otherwise they would use a share of their room in every step. Bodies
/// that come down after a while, as when they roll from one edge to the next, may do so.
pub(super) fn is_pressed<T: Real, const D: usize>(gap: T, report: &InitialReport<T, D>) -> bool {
    let room = report.distance - report.kept_distance;
    gap < room * T::of(1.0 - PRESSED_BY)
}

#[cfg(test)]
mod tests;
