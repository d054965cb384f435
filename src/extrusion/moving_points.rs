//! The convex hull of points that move on straight lines.

use nalgebra::SVector;

use super::Extrusion;
use crate::error::{finite, finite_point};
use crate::support::Vertex;
use crate::to_f64::vector_to_f64;
use crate::{Real, ShapeError, Span, SupportMap, ToF64};

/// The convex hull of points, each of which moves on a straight line at its own constant velocity.
///
/// Such a body may change its shape: a triangle of a cloth, the blade of a mower that opens. No point accelerates, so
/// that the separating hyperspace test of \[2\] is exact as it stands.
///
/// ```
/// use nalgebra::{Isometry3, vector};
/// use photofinish::motion::AtRest;
/// use photofinish::shape::Ball;
/// use photofinish::{Moving, MovingPoints, Outcome, time_of_impact};
///
/// // a triangle of a cloth sinks at speed 1 with two corners, and at speed 3 with the third, towards a ball
/// let corners = vec![vector![-1.0, 2.0, -1.0], vector![1.0, 2.0, -1.0], vector![0.0, 2.0, 1.0]];
/// let velocities = vec![vector![0.0, -1.0, 0.0], vector![0.0, -1.0, 0.0], vector![0.0, -3.0, 0.0]];
/// let cloth = MovingPoints::new(corners, velocities, 0.0)?;
/// let ball = Moving::new(Ball::new(0.5)?, AtRest::new(Isometry3::identity())?);
///
/// let outcome = time_of_impact(&cloth, &ball, 0.0..=1.0)?.outcome;
/// assert!(matches!(outcome, Outcome::Impact(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct MovingPoints<T, const D: usize> {
    points: Vec<SVector<T, D>>,
    velocities: Vec<SVector<T, D>>,
    epoch: T,
    size: T,
}

impl<T: Real, const D: usize> MovingPoints<T, D> {
    /// Returns the hull of points that are at `points` at time `epoch` and move at `velocities`, in the world's frame.
    ///
    /// # Errors
    /// [`ShapeError::Empty`], [`ShapeError::CountMismatch`] and [`ShapeError::NotFinite`].
    pub fn new(
        points: Vec<SVector<T, D>>,
        velocities: Vec<SVector<T, D>>,
        epoch: T,
    ) -> Result<Self, ShapeError> {
        if points.is_empty() {
            return Err(ShapeError::Empty);
        }
        if points.len() != velocities.len() {
            return Err(ShapeError::CountMismatch {
                points: points.len(),
                velocities: velocities.len(),
            });
        }
        for (&point, &velocity) in points.iter().zip(&velocities) {
            finite_point("point", point)?;
            finite_point("velocity", velocity)?;
        }
        let size = crate::shape::point_reach(&points, &points[0]);
        Ok(Self {
            points,
            velocities,
            epoch: finite("time", epoch)?,
            size,
        })
    }

    /// Returns the points at the [`epoch`](Self::epoch), in the world's frame.
    pub fn points(&self) -> &[SVector<T, D>] {
        &self.points
    }

    /// Returns the velocity of each point, in the world's frame.
    pub fn velocities(&self) -> &[SVector<T, D>] {
        &self.velocities
    }

    /// Returns the time at which the points are at [`points`](Self::points).
    pub fn epoch(&self) -> T {
        self.epoch
    }
}

/// The convex hull of [`MovingPoints`] at one time.
#[derive(Clone, Copy, Debug)]
pub struct MovingPointsSlice<'a, T, const D: usize> {
    points: &'a MovingPoints<T, D>,
    origin: SVector<T, D>,
    elapsed: T,
    extents: SVector<T, D>,
}

impl<T: Real, const D: usize> MovingPointsSlice<'_, T, D> {
    fn point(&self, index: usize) -> SVector<T, D> {
        (self.points.points[index] - self.origin) + self.points.velocities[index] * self.elapsed
    }
}

impl<T: Real, const D: usize> SupportMap<T, D> for MovingPointsSlice<'_, T, D> {
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        self.core_support_vertex(direction, None).point
    }

    fn core_support_vertex(&self, direction: &SVector<T, D>, _near: Option<u32>) -> Vertex<T, D> {
        let (mut farthest, mut found) = (self.point(0), 0);
        let mut value = direction.dot(&farthest);
        for index in 1..self.points.points.len() {
            let point = self.point(index);
            let along = direction.dot(&point);
            if along > value {
                (farthest, found, value) = (point, index, along);
            }
        }
        match u32::try_from(found) {
            Ok(index) => Vertex::corner(farthest, index),
            Err(_) => Vertex::unnamed(farthest),
        }
    }

    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        let index = index as usize;
        (index < self.points.points.len()).then(|| self.point(index))
    }

    fn interior_point(&self) -> SVector<T, D> {
        self.point(0)
    }

    fn extents(&self) -> SVector<T, D> {
        self.extents
    }
}

impl<T: Real, const D: usize> Extrusion<T, D> for MovingPoints<T, D> {
    type Slice<'a> = MovingPointsSlice<'a, T, D>;

    fn slice(&self, time: T, origin: &SVector<T, D>) -> Self::Slice<'_> {
        let elapsed = time - self.epoch;
        let mut extents = SVector::<T, D>::zeros();
        for (point, velocity) in self.points.iter().zip(&self.velocities) {
            // start and displacement may cancel in the position, but their rounding errors do not
            let passed = (point - origin).abs() + (velocity * elapsed).abs();
            extents = extents.zip_map(&passed, |extent: T, passed| extent.max(passed));
        }
        MovingPointsSlice {
            points: self,
            origin: *origin,
            elapsed,
            extents,
        }
    }

    fn reference(&self, _time: T) -> SVector<T, D> {
        self.points[0]
    }

    fn size(&self) -> T {
        self.size
    }

    fn next_knot(&self, _after: T) -> Option<T> {
        None
    }

    fn acceleration_bound(&self, _along: &SVector<T, D>, _during: Span<T>) -> Option<T> {
        Some(T::zero())
    }

    fn speed_bound(&self, along: &SVector<T, D>, _during: Span<T>) -> Option<T> {
        let of_point = |velocity| crate::vector::dot_bound(along, velocity);
        self.velocities.iter().map(of_point).reduce(|a, b| a.max(b))
    }
}

impl<const D: usize> ToF64 for MovingPoints<f32, D> {
    type F64 = MovingPoints<f64, D>;

    fn to_f64(&self) -> MovingPoints<f64, D> {
        let [points, velocities] =
            [&self.points, &self.velocities].map(|list| list.iter().map(vector_to_f64).collect());
        MovingPoints::new(points, velocities, f64::from(self.epoch))
            .expect("points that are finite in single precision")
    }
}
