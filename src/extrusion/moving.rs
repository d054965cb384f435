//! A shape with a motion.

use std::marker::PhantomData;

use nalgebra::SVector;

use super::{BodyFrame, Extrusion};
use crate::motion::{FixedAxis, Motion};
use crate::support::{Posed, core_reach};
use crate::{Real, Span, SupportMap};

/// A rigid body: a shape in its own frame, and the motion of that frame.
///
/// Shape and motion may be references, to share one shape among many bodies.
#[derive(Clone, Copy, Debug)]
pub struct Moving<S, M, T, const D: usize> {
    shape: S,
    motion: M,
    /// The largest distance of a point of the shape's core from the motion's centre. However the body turns, what is
    /// within its radius of the core stays so: the bounds need to hold for the core only.
    reach: T,
    /// The largest distance of a point of the core from the origin of its frame.
    reach_of_origin: T,
    dimension: PhantomData<[(); D]>,
}

impl<T: Real, const D: usize, S: SupportMap<T, D>, M: Motion<T, D>> Moving<S, M, T, D> {
    /// `shape` moving as `motion` does.
    pub fn new(shape: S, motion: M) -> Self {
        let reach = core_reach(&shape, &motion.center());
        let reach_of_origin = core_reach(&shape, &SVector::zeros());
        Self {
            shape,
            motion,
            reach,
            reach_of_origin,
            dimension: PhantomData,
        }
    }

    /// The shape, in its own frame.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The motion of the shape's frame.
    pub fn motion(&self) -> &M {
        &self.motion
    }
}

impl<T, const D: usize, S, M> Extrusion<T, D> for Moving<S, M, T, D>
where
    T: Real,
    S: SupportMap<T, D>,
    M: Motion<T, D>,
{
    type Slice<'a>
        = Posed<&'a S, T, D>
    where
        Self: 'a;

    #[inline]
    fn slice(&self, time: T, origin: &SVector<T, D>) -> Self::Slice<'_> {
        let placement = self.motion.placement(time, origin);
        Posed::placed(&self.shape, self.reach_of_origin, placement)
    }

    #[inline]
    fn reference(&self, time: T) -> SVector<T, D> {
        self.motion.reference(time)
    }

    fn size(&self) -> T {
        self.reach_of_origin + self.shape.radius()
    }

    #[inline]
    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T> {
        self.motion.acceleration_bound(along, during, self.reach)
    }

    #[inline]
    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>) -> Option<T> {
        self.motion.speed_bound(along, during, self.reach)
    }

    #[inline]
    fn next_knot(&self, after: T) -> Option<T> {
        self.motion.next_knot(after)
    }

    fn fixed_axis(&self, during: Span<T>) -> Option<FixedAxis<T, D>> {
        self.motion.fixed_axis(during)
    }

    fn frame(&self, time: T, origin: &SVector<T, D>) -> Option<BodyFrame<T, D>> {
        let placement = self.motion.placement(time, origin);
        let arm = self.motion.center();
        let turned = placement.rotation * arm;
        // the product of the matrix and the arm, and its sum with the translation, lose D + 1 ulps at most
        let rounding = (turned.abs() + placement.translation.abs()).sum() * T::EPSILON;
        let turned_error = arm.norm() * (placement.angle_error + T::EPSILON * T::of(4.0));
        Some(BodyFrame {
            rotation: placement.rotation,
            angle_error: placement.angle_error,
            center: placement.translation + turned,
            center_error: placement.translation_error.norm() + turned_error + rounding,
            reach: self.reach,
        })
    }

    fn inner_diameter(&self) -> T {
        self.shape.inner_diameter()
    }
}
