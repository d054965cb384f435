//! A piece and a body that flies straight past it, along a few directions.

use nalgebra::SVector;

use super::flight::Flight;
use crate::pieces::slabs::{Meeting, Slab};
use crate::pieces::window::Reach;
use crate::pieces::{Bodies, Body};
use crate::vector::unit;
use crate::{Real, SupportMap};

impl<T: Real, const D: usize> Flight<T, D> {
    /// Returns when a piece may be touched, as far as its normal, the axes of the moving body and vectors across its
    /// edges and the way tell.
    pub(super) fn meets_sides(
        &self,
        (still, mover): Bodies<'_, T, D>,
        piece: u32,
        end: T,
    ) -> Option<T> {
        mover.shape(0, |shape| {
            self.meets_sides_of((still, piece), Along::new(self, shape, end))
        })
    }

    fn meets_sides_of(
        &self,
        (still, piece): (&Body<'_, T, D>, u32),
        mut along: Along<'_, T, D>,
    ) -> Option<T> {
        let Some(surface) = still.surface() else {
            still.shape(piece, |shape| {
                let reach = Reach::of(shape);
                for s in self.axes().into_iter().flatten() {
                    along.cut(&s, reach.both_ways(shape, &s));
                }
            });
            return along.least();
        };
        let corners = surface.corners(piece);
        along.cut_at_corners(&unit(normal(&corners)), &corners);
        for s in self.axes().into_iter().flatten() {
            along.cut_at_corners(&s, &corners);
        }
        for first in 0..if D == 3 { 3 } else { 1 } {
            let edge = corners[(first + 1) % D] - corners[first];
            along.cut_at_corners(&unit(across(&edge, &self.way.direction)), &corners);
        }
        if self.ball_radius.is_some() {
            for corner in &corners {
                along.cut_at_corners(&unit(self.beside_way(corner)), &corners);
            }
        }
        along.least()
    }

    /// Returns the vector across the way that leads from it to a point.
    fn beside_way(&self, point: &SVector<T, D>) -> SVector<T, D> {
        let (to, way) = (point - self.place, &self.way.direction);
        let ahead = way.dot(&to) / way.norm_squared();
        // a body that only turns goes nowhere
        if ahead.is_finite() {
            to - way * ahead
        } else {
            to
        }
    }

    /// Returns when a triangle may be touched, as far as vectors across its edges and the axes of the moving body tell.
    /// For boxes these, with those of [`meets_sides`](Self::meets_sides), tell all.
    pub(super) fn meets_edges(
        &self,
        (still, mover): Bodies<'_, T, D>,
        piece: u32,
        end: T,
    ) -> Option<T> {
        let Some(surface) = still.surface().filter(|_| D == 3) else {
            return Some(T::zero());
        };
        let corners = surface.corners(piece);
        mover.shape(0, |shape| {
            let mut along = Along::new(self, shape, end);
            for first in 0..D {
                let edge = corners[(first + 1) % D] - corners[first];
                for axis in 0..D {
                    let axis = self.turn.row(axis).transpose();
                    along.cut_at_corners(&unit(across(&edge, &axis)), &corners);
                }
            }
            along.least()
        })
    }

    /// Returns the axes of the moving body, if they are others than those of the other body. A ball has none.
    fn axes(&self) -> [Option<SVector<T, D>>; D] {
        if self.ball_radius.is_some() {
            return [None; D];
        }
        let is_along = |axis: &SVector<T, D>| axis.abs().max() > T::one() - T::SQRT_EPSILON;
        std::array::from_fn(|axis| {
            Some(unit(self.turn.row(axis).transpose())).filter(|axis| !is_along(axis))
        })
    }
}

/// When a moving body may touch a piece, as the directions so far tell.
struct Along<'x, T: Real, const D: usize> {
    flight: &'x Flight<T, D>,
    shape: &'x dyn SupportMap<T, D>,
    reach: Reach<T, D>,
    meeting: Meeting<T>,
}

impl<'x, T: Real, const D: usize> Along<'x, T, D> {
    fn new(flight: &'x Flight<T, D>, shape: &'x dyn SupportMap<T, D>, end: T) -> Self {
        Self {
            flight,
            reach: Reach::of(shape),
            shape,
            meeting: Meeting {
                until: end,
                ..Meeting::any_time()
            },
        }
    }

    /// Tries a unit vector, along which the other body reaches from `bottom` to `top`.
    fn cut(&mut self, s: &SVector<T, D>, (bottom, top): (T, T)) {
        let Flight {
            turn,
            place,
            way,
            lost,
            ball_radius,
            ..
        } = self.flight;
        let [ahead, behind] = match ball_radius {
            Some(radius) => [*radius; 2],
            None => {
                let (bottom, top) = self.reach.both_ways(self.shape, &(turn * s));
                [top, -bottom]
            }
        };
        let at = s.dot(place);
        let (low, high) = (at - behind - *lost, at + ahead + *lost);
        let slab = Slab::steady(low, high, s.dot(&way.direction));
        slab.cut(&mut self.meeting, bottom, top);
    }

    fn cut_at_corners(&mut self, s: &SVector<T, D>, corners: &[SVector<T, D>; D]) {
        // what is not possible stays so
        if !self.meeting.is_possible() {
            return;
        }
        let (mut bottom, mut top) = (T::LARGEST, -T::LARGEST);
        for corner in corners {
            let at = s.dot(corner);
            (bottom, top) = (bottom.min(at), top.max(at));
        }
        self.cut(s, (bottom, top));
    }

    fn least(&self) -> Option<T> {
        self.meeting.is_possible().then_some(self.meeting.from)
    }
}

/// Returns a vector across two others; in the plane, across the second one.
fn across<T: Real, const D: usize>(one: &SVector<T, D>, other: &SVector<T, D>) -> SVector<T, D> {
    SVector::from_fn(|axis, _| {
        if D == 2 {
            return [-other[1], other[0]][axis];
        }
        let (y, z) = ((axis + 1) % D, (axis + 2) % D);
        one[y] * other[z] - one[z] * other[y]
    })
}

/// Returns a vector along the normal of a triangle or segment.
fn normal<T: Real, const D: usize>(corners: &[SVector<T, D>; D]) -> SVector<T, D> {
    across(&(corners[D - 1] - corners[0]), &(corners[1] - corners[0]))
}
