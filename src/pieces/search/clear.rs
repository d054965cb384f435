//! How far apart pieces are that need no question.

use super::Asks;
use crate::pieces::Bodies;
use crate::tuning::{ULPS_IN_ROOM, ULPS_OF_PLACES_IN_ROOM};
use crate::{InitialContact, Query, Real, Span};

/// Returns whether contacts may be looked past because other pieces of a surface explain them.
pub(super) fn may_slide<T: Real, const D: usize>(
    query: &Query<T>,
    (a, b): Bodies<'_, T, D>,
    asks: Asks,
) -> bool {
    asks != Asks::Any
        && query.initial_contact != InitialContact::Stop
        && (a.surface().is_some() || b.surface().is_some())
}

/// Returns the distance beyond which a query about two pieces counts them as free, whatever its tolerance is.
///
/// The default tolerance is a share of the size of the smaller piece, or of the other one if that is a point, and some
/// rounding errors. These belong to the target distance, to the bodies and the way between them, and to where they are.
pub(super) fn clear_distance<T: Real, const D: usize>(
    query: &Query<T>,
    (a, b): Bodies<'_, T, D>,
    during: Span<T>,
    asks: Asks,
) -> T {
    let asked = query.target_distance;
    if may_slide(query, (a, b), asks) {
        return asked;
    }
    let (of_a, of_b) = (a.tree().size_of_pieces(), b.tree().size_of_pieces());
    let (smaller, larger) = (of_a.min(of_b), of_a.max(of_b));
    let size = if smaller > T::zero() { smaller } else { larger };
    let (mut between, mut places) = (T::zero(), T::zero());
    for time in [during.start(), during.end()] {
        let (of_a, of_b) = (a.motion().reference(time), b.motion().reference(time));
        // sums of coordinates are at least the lengths, and take less time
        between = between.max((of_b - of_a).abs().sum());
        places = places.max(of_a.abs().sum() + of_b.abs().sum());
    }
    let coordinates = of_a + of_b + between + asked.abs();
    let ulps = coordinates * T::of(ULPS_IN_ROOM) + places * T::of(ULPS_OF_PLACES_IN_ROOM);
    let room = query.asked_tolerance_or(size * T::SQRT_EPSILON) + ulps * T::EPSILON;
    // the search finds out what is not finite
    if room.is_finite() {
        asked + room
    } else {
        asked
    }
}
