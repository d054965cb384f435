//! Half-spaces that move.

use nalgebra::{AbstractRotation, Point, SVector};

use super::boundary::{BoundaryAtRest, BoundaryPoint};
use super::sealed::HasBoundary;
use super::{Floor, HalfSpace};
use crate::motion::Motion;
use crate::proof::Frame;
use crate::{Moving, Real, ShapeError};

/// A half-space with a motion, which may turn: a lift, a ramp that tilts, a turntable that has no rim.
///
/// Its normal turns with it. The bounds along such a vector need to know how both bodies turn: if the half-space turns, it
/// and the body must move about fixed axes by motions of this crate. [`FromFn`](crate::motion::FromFn), polynomials and
/// motions of your own give [`QueryError::NoFixedAxis`](crate::QueryError::NoFixedAxis).
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::motion::{AtRest, ConstantVelocity};
/// use photofinish::shape::Ball;
/// use photofinish::{HalfSpace, Moving, MovingHalfSpace, Outcome, Query};
///
/// // a wall through the origin turns towards a ball beside it, by one radian per second
/// let wall = HalfSpace::new(vector![0.0, 1.0], vector![0.0, 0.0])?;
/// let turn = ConstantVelocity::new(Isometry2::identity(), vector![0.0, 0.0], 1.0)?;
/// let wall = MovingHalfSpace::new(wall, turn);
/// let ball = Moving::new(Ball::new(0.5)?, AtRest::new(Isometry2::translation(2.0, 2.0))?);
///
/// let Outcome::Impact(impact) = Query::new().time_of_impact_on(&wall, &ball, 0.0..=1.0)?.outcome else {
///     panic!("the wall turns against the ball");
/// };
/// // from 45 degrees to the angle at which the ball's centre is half a unit off the wall
/// let expected = std::f64::consts::FRAC_PI_4 - (0.5 / 8f64.sqrt()).asin();
/// assert!(impact.time <= expected && impact.time > expected - 1e-7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MovingHalfSpace<M, T, const D: usize> {
    pub(super) normal: SVector<T, D>,
    pub(super) boundary: Moving<BoundaryPoint<T, D>, M, T, D>,
}

impl<T: Real, const D: usize, M: Motion<T, D>> MovingHalfSpace<M, T, D> {
    /// Returns a half-space that moves. `half_space` is given in its own frame, which `motion` places in the world.
    pub fn new(half_space: HalfSpace<T, D>, motion: M) -> Self {
        Self {
            normal: half_space.normal,
            boundary: Moving::new(BoundaryPoint(half_space.boundary.0), motion),
        }
    }

    /// Returns the half-space, in its own frame.
    pub fn half_space(&self) -> HalfSpace<T, D> {
        HalfSpace {
            normal: self.normal,
            boundary: BoundaryAtRest(self.boundary.shape().0),
        }
    }

    /// Returns the half-space where it is at `time`, in the world's frame, with its normal rounded.
    ///
    /// ```
    /// use nalgebra::{Isometry2, Vector2, vector};
    /// use photofinish::motion::ConstantVelocity;
    /// use photofinish::{HalfSpace, MovingHalfSpace};
    ///
    /// let level = HalfSpace::new(vector![0.0, 1.0], vector![0.0, 2.0])?;
    /// let turn = ConstantVelocity::new(Isometry2::identity(), Vector2::zeros(), std::f64::consts::FRAC_PI_2)?;
    /// let upright = MovingHalfSpace::new(level, turn).placed(1.0)?;
    /// assert!((upright.normal() - vector![-1.0, 0.0]).norm() < 1e-15);
    /// assert!((upright.point() - vector![-2.0, 0.0]).norm() < 1e-15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] for a motion that leads too far.
    pub fn placed(&self, time: T) -> Result<HalfSpace<T, D>, ShapeError> {
        let pose = self.motion().pose(time);
        let point = pose.transform_point(&Point::from(self.boundary.shape().0));
        HalfSpace::new(pose.rotation.transform_vector(&self.normal), point.coords)
    }

    /// Replaces the motion, and returns the old one.
    pub(crate) fn replace_motion(&mut self, motion: M) -> M {
        self.boundary.replace_motion(motion)
    }

    /// Returns the motion of its frame.
    pub fn motion(&self) -> &M {
        self.boundary.motion()
    }
}

impl<T: Real, const D: usize, M: Motion<T, D>> HasBoundary<T, D> for MovingHalfSpace<M, T, D> {
    type Boundary = Moving<BoundaryPoint<T, D>, M, T, D>;

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

impl<T: Real, const D: usize, M: Motion<T, D>> Floor<T, D> for MovingHalfSpace<M, T, D> {}
