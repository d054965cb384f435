//! Which boxes a half-space comes near.

use nalgebra::{AbstractRotation, Isometry};

use super::AnyBody;
use crate::motion::{AtRest, Motion};
use crate::shape::Cuboid;
use crate::swept::SweptBox;
use crate::{Moving, Query, Real, Span};

/// Ulps of both ends of a box by which its middle and half its side may be off together. In quarters of an ulp: one in
/// half their sum, one in half their difference, and one where the rounding is added.
const MIDDLE_ULPS: f64 = 1.0;

impl<S, P, M, T, const D: usize> AnyBody<S, P, M, T, D>
where
    T: Real,
    M: Motion<T, D>,
{
    /// Returns whether this body, a half-space, may come within `distance` of something in a box at some time of the
    /// span, wherever in the box that is. Returns `true` where this is not known, and for bodies of other forms.
    pub(crate) fn reaches(&self, swept: &SweptBox<T, D>, distance: T, during: Span<T>) -> bool {
        let half = T::of(0.5);
        let (middle, sides) = (
            (swept.min + swept.max) * half,
            (swept.max - swept.min) * half,
        );
        let rounding = (swept.min.abs() + swept.max.abs()) * (T::EPSILON * T::of(MIDDLE_ULPS));
        let place = Isometry::from_parts(middle.into(), M::Rotation::identity());
        let (Ok(cuboid), Ok(rest)) = (Cuboid::new(sides + rounding), AtRest::new(place)) else {
            return true;
        };
        let query = Query::new().target_distance(distance);
        let (body, interval) = (Moving::new(cuboid, rest), during.start()..=during.end());
        let answer = match self {
            Self::Floor(floor) => query.touches_on(floor, &body, interval),
            Self::MovingFloor(floor) => query.touches_on(floor, &body, interval),
            Self::Shape(_) | Self::Pieces(_) => return true,
        };
        answer.unwrap_or(true)
    }
}
