//! Two bodies at one time, and how far a vector separates them beyond the distance that they are to keep.

use nalgebra::SVector;

use crate::support::Difference;
use crate::{QueryError, Real, SupportMap};

/// Ulps of the target distance that a gap may lose: half an ulp in each of two differences, and 9.25 as a unit vector
/// may be off unit length by `UNIT_VECTOR_ULPS` and the rounding of its length. Together that is 10.25.
const TARGET_ULPS: f64 = 12.0;

/// Two bodies at one time, and the distance that they are to keep. A negative distance is an overlap that is allowed.
///
/// Searches over time are made of this and [`hyperspace_test`](super::hyperspace_test): a vector that leaves a positive
/// [`gap`](Self::gap) at both ends of a span separates the bodies throughout if the test passes.
#[derive(Clone, Debug)]
pub struct Instant<SliceA, SliceB, T, const D: usize> {
    pub(crate) time: T,
    /// The bodies, on which GJK runs. They know nothing of the target distance: however large that is, bodies that are
    /// apart do not overlap.
    pub(crate) bodies: Difference<SliceA, SliceB, T, D>,
    target: T,
    /// How much the rounding of the target distance may take from a gap.
    target_rounding: T,
}

impl<SliceA, SliceB, T, const D: usize> Instant<SliceA, SliceB, T, D>
where
    T: Real,
    SliceA: SupportMap<T, D>,
    SliceB: SupportMap<T, D>,
{
    /// Takes two bodies as they are at `time`, measured from one origin, and the distance `target` that they are to
    /// keep.
    #[inline(always)]
    pub fn new(time: T, a: SliceA, b: SliceB, target: T) -> Self {
        let bodies = Difference::new(a, b);
        Self {
            time,
            target,
            target_rounding: target.abs() * T::EPSILON * T::of(TARGET_ULPS),
            bodies,
        }
    }

    /// Returns the time.
    #[inline]
    pub fn time(&self) -> T {
        self.time
    }

    /// Returns body A, placed.
    #[inline]
    pub fn a(&self) -> &SliceA {
        &self.bodies.a
    }

    /// Returns body B, placed.
    #[inline]
    pub fn b(&self) -> &SliceB {
        &self.bodies.b
    }

    /// Returns how much rounding may have added to a supporting distance along the unit vector `s`.
    #[inline]
    pub fn error(&self, s: &SVector<T, D>) -> T {
        self.own_error(s) + self.bodies.turn_rounding
    }

    /// Returns the part of [`error`](Self::error) that differs from one computation to another.
    #[inline]
    pub(crate) fn own_error(&self, s: &SVector<T, D>) -> T {
        self.bodies.own_error(s) + self.target_rounding
    }

    /// Returns the proven part of the supporting distance beyond the target distance: f(s) of the [crate] docs.
    #[inline]
    pub fn gap(&self, s: &SVector<T, D>) -> T {
        self.gap_of_values(self.bodies.supporting_distance(s), s)
    }

    /// Returns the gap for a supporting distance that was computed from support values.
    #[inline]
    pub(crate) fn gap_of_values(&self, supporting_distance: T, s: &SVector<T, D>) -> T {
        supporting_distance - self.error(s) - self.target
    }

    /// Checks that all coordinates are finite and not so large that their squares overflow.
    #[inline]
    pub(crate) fn check_coordinates(&self) -> Result<(), QueryError> {
        // rounding is some ulps of the largest coordinate
        if self.bodies.all_rounding >= T::zero()
            && self.bodies.all_rounding < T::LARGEST * T::EPSILON
        {
            return Ok(());
        }
        self.look_for_bad_coordinates()
    }

    #[cold]
    fn look_for_bad_coordinates(&self) -> Result<(), QueryError> {
        let rounding = self.bodies.rounding_by_axis();
        let extents = [self.bodies.a.extents(), self.bodies.b.extents(), rounding];
        let time = self.time.as_f64();
        if let Some(negative) = rounding.iter().find(|x| **x < T::zero()) {
            let value = negative.as_f64();
            return Err(QueryError::NegativeRounding { time, value });
        }
        let bad = extents
            .iter()
            .flat_map(|extents| extents.iter())
            .find(|x| !x.is_finite() || **x > T::LARGEST);
        match bad {
            Some(value) => Err(QueryError::CoordinateNotFinite {
                time,
                value: value.as_f64(),
            }),
            None => Ok(()),
        }
    }
}
