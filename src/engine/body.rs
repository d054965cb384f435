//! The bodies of a pass.

use nalgebra::{Isometry, SVector};

use crate::Real;
use crate::motion::Rotor;

/// A body during one time step: its shape, where the step begins, and where the integrator has put it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body<S, T: Real, R: Rotor<T, D>, const D: usize> {
    pub(super) shape: S,
    pub(super) center: SVector<T, D>,
    pub(super) start: Isometry<T, R, D>,
    pub(super) pose: Isometry<T, R, D>,
    pub(super) is_fixed: bool,
}

impl<S, T: Real, R: Rotor<T, D>, const D: usize> Body<S, T, R, D> {
    /// Returns the body with this shape, which may be a reference, that goes from one pose to another. Both poses map
    /// the shape's frame to the world.
    ///
    /// The origin of the shape's frame moves on a straight line; see [`about`](Self::about).
    pub fn new(shape: S, start: Isometry<T, R, D>, end: Isometry<T, R, D>) -> Self {
        Self {
            shape,
            center: SVector::zeros(),
            start,
            pose: end,
            is_fixed: false,
        }
    }

    /// Returns the body that stays at `pose`. No query is asked about two fixed bodies, and no response moves one.
    pub fn fixed(shape: S, pose: Isometry<T, R, D>) -> Self {
        Self {
            is_fixed: true,
            ..Self::new(shape, pose, pose)
        }
    }

    /// Sets the point that moves on a straight line while the body turns about it, in the shape's frame. Engines take
    /// the centre of mass.
    #[must_use]
    pub fn about(mut self, center: SVector<T, D>) -> Self {
        self.center = center;
        self
    }

    /// Returns the shape.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// Returns the pose at the start of the step.
    pub fn start(&self) -> &Isometry<T, R, D> {
        &self.start
    }

    /// Returns the pose at the end of the step; after a pass, where the body has got.
    pub fn pose(&self) -> &Isometry<T, R, D> {
        &self.pose
    }

    /// Returns whether the body stays where it is throughout the step.
    pub fn is_fixed(&self) -> bool {
        self.is_fixed
    }
}
