//! A cast, as it is seen from the frame of the body of pieces.

use nalgebra::SVector;

use crate::cast::CastError;
use crate::error::finite;
use crate::motion::Placement;
use crate::pieces::Surface;
use crate::pieces::sides::normal_error;
use crate::pieces::straight::{SIDE_ULPS, Straight};
use crate::vector::length_of;
use crate::{Real, SupportMap};

/// Returns the way of a cast by `start`, the moving body, measured from the origin of the placement. `reach` is that of
/// the body of pieces from the origin of its frame.
pub(in crate::pieces) fn way_of_cast<T: Real, const D: usize>(
    placement: &Placement<T, D>,
    reach: T,
    (start, direction): (&impl SupportMap<T, D>, &SVector<T, D>),
    target: T,
) -> Result<Straight<T, D>, CastError> {
    let (turn, way) = (&placement.rotation, &placement.translation);
    let half = T::of(0.5);
    let (mut middle, mut room) = (SVector::<T, D>::zeros(), SVector::<T, D>::zeros());
    for axis in 0..D {
        let along: SVector<T, D> = turn.column(axis).into_owned();
        let ahead = start.core_support_value(&along);
        let behind = start.core_support_value(&-along);
        middle[axis] = (ahead - behind) * half;
        room[axis] = (ahead + behind) * half + start.radius();
    }
    let farthest = length_of(way) + reach + length_of(&middle) + length_of(&room);
    // the way to the body, and the direction that goes as far, are both turned
    let of_turn = placement.angle_error * T::of(2.0) + T::EPSILON * T::of(SIDE_ULPS);
    let rounding =
        farthest * of_turn + length_of(&placement.translation_error) + length_of(&start.rounding());
    let larger = room.add_scalar(rounding + target.max(T::zero()));
    finite("a body's place", larger.sum() + way.sum())?;
    let way = (middle - turn.tr_mul(way), turn.tr_mul(direction));
    Ok(Straight::new(way, larger, farthest))
}

/// What of a one-sided surface a cast passes.
pub(super) struct Sides<'s, T: Real, const D: usize> {
    surface: &'s Surface<T, D>,
    /// The direction of the cast in the frame of the surface, and by how much it may be off.
    direction: SVector<T, D>,
    turned: T,
}

impl<'s, T: Real, const D: usize> Sides<'s, T, D> {
    /// Returns them, if the surface is one-sided.
    pub(super) fn of(
        surface: Option<&'s Surface<T, D>>,
        placement: &Placement<T, D>,
        direction: &SVector<T, D>,
    ) -> Option<Self> {
        Some(Self {
            surface: surface.filter(|surface| surface.is_one_sided())?,
            direction: placement.rotation.tr_mul(direction),
            turned: placement.angle_error,
        })
    }

    /// Returns whether a direction, in the frame of the surface, leads out of the front of a piece.
    pub(super) fn is_out_of(&self, piece: u32, direction: &SVector<T, D>) -> bool {
        let normal = self.surface.normal_and_sine(piece);
        normal.is_some_and(|(normal, _)| direction.dot(&normal) > T::zero())
    }

    /// Returns whether the cast goes where the normal of a piece points.
    pub(super) fn comes_from_behind(&self, piece: u32) -> bool {
        let normal = self.surface.normal_and_sine(piece);
        normal.is_some_and(|(normal, sine)| {
            self.direction.dot(&normal) > normal_error(sine) + self.turned
        })
    }
}
