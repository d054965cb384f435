//! The distances below which held bodies may not get.

use crate::Real;
use crate::tuning::{ERRORS_AT_WORST, KEPT_OF_GAP, TOLERANCE_IN_GAP};

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

// bodies that slide are moved apart by the length between two levels, which lets them lift off, and to lift off is to clear
// the room that bodies are followed in
const _: () = assert!(LEVEL_FACTOR >= LIFTED_FACTOR);
const _: () = assert!((LIFTED_FACTOR - 2.0) * TOLERANCE_IN_GAP > 1.0);
// within their tolerance of what they keep, bodies stay above their bottom, and begin above both
const _: () = assert!(KEPT_OF_GAP > TOLERANCE_IN_GAP && KEPT_OF_GAP + TOLERANCE_IN_GAP < 1.0);
// what followed bodies keep of more room than 1 / TOLERANCE_IN_GAP hidden lengths is at least one of them, and that is
// more than the one error by which the pose of a body that is stopped may be off
const _: () = assert!(KEPT_OF_GAP >= TOLERANCE_IN_GAP && ERRORS_AT_WORST > 1.0);

/// The levels of two bodies.
pub(crate) struct Levels<T> {
    /// The distance that free bodies keep.
    base: T,
    pub(crate) apart: T,
}

impl<T: Real> Levels<T> {
    /// The levels below the distance `base`, for a tolerance that depends on no pose, where this much of the distance
    /// is `hidden`.
    ///
    /// The levels are farther apart where more is hidden. As their distance is then doubled, they are levels before
    /// too. It is doubled only while it is less than [`LEVEL_FACTOR`] times what is hidden, so that it ends below twice
    /// that: below 16 hidden lengths.
    pub(crate) fn new(base: T, tolerance: T, hidden: T) -> Self {
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

    /// Returns whether they are the same where this much of a distance is hidden.
    pub(crate) fn are_known(&self, hidden: T) -> bool {
        hidden * T::of(LEVEL_FACTOR) <= self.apart
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
}

/// Returns whether held bodies have moved apart by more than is `hidden`, along a vector that was checked with what is
/// proven of their distance, less what is hidden. They come no nearer along it than they were.
pub(super) fn has_lifted(([gap, risen], margin): ([f64; 2], Option<f64>), hidden: f64) -> bool {
    let least = gap - hidden * (1.0 / ERRORS_AT_WORST);
    risen - gap >= hidden * LIFTED_FACTOR && margin.is_some_and(|margin| margin >= least)
}

#[cfg(test)]
mod tests;
