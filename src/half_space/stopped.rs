//! A half-space that is kept where it is at one time.

use nalgebra::SVector;

use super::boundary::BoundaryPoint;
use super::sealed::HasBoundary;
use super::{Floor, MovingHalfSpace};
use crate::motion::{FixedAxis, Motion};
use crate::proof::Frame;
use crate::{BodyFrame, Extrusion, Moving, Real, Span};

/// A moving half-space as it is at one time, at all times. Its place and its normal keep their rounding errors.
pub(crate) struct StoppedHalfSpace<'m, M, T, const D: usize> {
    normal: SVector<T, D>,
    boundary: Stopped<&'m Moving<BoundaryPoint<T, D>, M, T, D>, T>,
}

impl<T: Real, const D: usize, M: Motion<T, D>> MovingHalfSpace<M, T, D> {
    /// Returns the half-space as it is at `time`, at rest.
    pub(crate) fn stopped(&self, time: T) -> StoppedHalfSpace<'_, M, T, D> {
        let body = &self.boundary;
        StoppedHalfSpace {
            normal: self.normal,
            boundary: Stopped { body, time },
        }
    }
}

impl<'m, T, const D: usize, M> HasBoundary<T, D> for StoppedHalfSpace<'m, M, T, D>
where
    T: Real,
    M: Motion<T, D>,
{
    type Boundary = Stopped<&'m Moving<BoundaryPoint<T, D>, M, T, D>, T>;

    fn boundary(&self) -> &Self::Boundary {
        &self.boundary
    }

    fn outward(&self) -> &SVector<T, D> {
        &self.normal
    }

    fn frame(&self) -> Frame {
        Frame::A
    }
}

impl<T: Real, const D: usize, M: Motion<T, D>> Floor<T, D> for StoppedHalfSpace<'_, M, T, D> {}

/// A body as it is at one time, at all times.
pub struct Stopped<E, T> {
    body: E,
    time: T,
}

impl<E: Extrusion<T, D>, T: Real, const D: usize> Extrusion<T, D> for Stopped<E, T> {
    type Slice<'a>
        = E::Slice<'a>
    where
        Self: 'a;

    fn slice(&self, _time: T, origin: &SVector<T, D>) -> Self::Slice<'_> {
        self.body.slice(self.time, origin)
    }

    fn reference(&self, _time: T) -> SVector<T, D> {
        self.body.reference(self.time)
    }

    fn size(&self) -> T {
        self.body.size()
    }

    fn acceleration_bound(&self, _along: &SVector<T, D>, _during: Span<T>) -> Option<T> {
        Some(T::zero())
    }

    fn speed_bound(&self, _along: &SVector<T, D>, _during: Span<T>) -> Option<T> {
        Some(T::zero())
    }

    fn next_knot(&self, _after: T) -> Option<T> {
        None
    }

    fn fixed_axis(&self, _during: Span<T>) -> Option<FixedAxis<T, D>> {
        Some(FixedAxis::without_turning())
    }

    fn frame(&self, _time: T, origin: &SVector<T, D>) -> Option<BodyFrame<T, D>> {
        self.body.frame(self.time, origin)
    }

    fn inner_diameter(&self) -> T {
        self.body.inner_diameter()
    }
}
