//! Casts at half-spaces.
//!
//! A body that moves straight ahead comes nearer to a plane at a constant speed. So the way to the half-space is the
//! gap over that speed, and no search is needed.

use nalgebra::SVector;

use super::{
    CastError, Glide, Ray, RayCast, Room, ShapeCast, ShapeHit, check_distance, of_outcome,
    unit_direction,
};
use crate::half_space::Floor;
use crate::{HalfSpace, Query, Real, SupportMap};

/// Ulps by which the closing speed may be off. It is a product of two vectors of about unit length, which loses half an
/// ulp in each of three products and up to two sums: 3 halves.
const SPEED_ULPS: f64 = 2.0;

/// Ulps that the way may lose: half an ulp in its quotient, an ulp in the sums below that, and half an ulp where it is
/// made shorter for them.
const WAY_ULPS: f64 = 4.0;

/// A cast along a surface is given with rounded vectors. To bring a normal or a direction to unit length moves it by an
/// ulp and a half, their coordinates may have been off by an ulp, and their product is computed with [`SPEED_ULPS`]: 7
/// ulps in all. A cast that comes nearer by no more than about twice that is one along the surface.
const PARALLEL_ULPS: f64 = 16.0;

impl<T: Real> Query<T> {
    /// Returns where a ray first meets a half-space, or that it does not within `max_distance`, which may be infinite.
    ///
    /// The answer means what that of [`cast_ray`](Self::cast_ray) means. Directions are rounded, so that a ray along
    /// the surface may seem to lead into it, far away. A ray that comes nearer by no more than 16
    /// [`EPSILON`](Real::EPSILON) of its way counts as one along the surface: it starts in the half-space or misses it.
    ///
    /// A half-space that moves may be cast at where it is at some time: [`cast_ray_at_body`](Self::cast_ray_at_body).
    ///
    /// ```
    /// use nalgebra::vector;
    /// use photofinish::cast::{Ray, RayCast};
    /// use photofinish::{HalfSpace, Query};
    ///
    /// let floor = HalfSpace::new(vector![0.0, 1.0, 0.0], vector![0.0, -1.0, 0.0])?;
    /// let ray = Ray::new(vector![5.0, 2.0, 0.0], vector![4.0, -3.0, 0.0])?;
    /// let RayCast::Hit(hit) = Query::new().cast_ray_on(&ray, &floor, f64::INFINITY)? else {
    ///     panic!("the ray leads down");
    /// };
    /// assert!((hit.distance - 5.0).abs() < 1e-12);
    /// assert!((hit.point - vector![9.0, -1.0, 0.0]).norm() < 1e-12);
    /// assert_eq!(hit.normal, vector![0.0, 1.0, 0.0]);
    ///
    /// let along = Ray::new(vector![5.0, 2.0, 0.0], vector![1.0, 0.0, 0.0])?;
    /// assert_eq!(Query::new().cast_ray_on(&along, &floor, f64::INFINITY)?, RayCast::Miss);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`cast_ray`](Self::cast_ray).
    pub fn cast_ray_on<const D: usize>(
        &self,
        ray: &Ray<T, D>,
        floor: &HalfSpace<T, D>,
        max_distance: T,
    ) -> Result<RayCast<T, D>, CastError> {
        let cast = self.cast_on(&ray.start(), *ray.direction(), floor, max_distance)?;
        Ok(RayCast::of_point(cast))
    }

    /// Returns where body A first meets a half-space if A moves along `direction` without turning, or that it does not
    /// within `max_distance`, which may be infinite.
    ///
    /// The answer means what that of [`cast_shape`](Self::cast_shape) means. Any penetration may be allowed. A body
    /// that moves along the surface, up to rounding, is treated like such a [ray](Self::cast_ray_on).
    ///
    /// ```
    /// use nalgebra::{Isometry2, vector};
    /// use photofinish::cast::ShapeCast;
    /// use photofinish::shape::Cuboid;
    /// use photofinish::support::Posed;
    /// use photofinish::{HalfSpace, Query};
    ///
    /// let slope = HalfSpace::new(vector![3.0, 4.0], vector![0.0, 0.0])?;
    /// let block = Posed::new(Cuboid::new(vector![0.5, 0.5])?, &Isometry2::translation(0.0, 3.0))?;
    /// let ShapeCast::Hit(hit) = Query::new().cast_shape_on(&block, vector![0.0, -1.0], &slope, 9.0)? else {
    ///     panic!("the slope is below");
    /// };
    /// // its centre is 0.8 times 3 over the slope, its corner 0.7 nearer, and 1.7 is 0.8 times 2.125
    /// assert!((hit.distance - 2.125_f64).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`cast_shape`](Self::cast_shape), but for
    /// [`AllowanceTooLarge`](crate::QueryError::AllowanceTooLarge).
    pub fn cast_shape_on<const D: usize>(
        &self,
        a: &impl SupportMap<T, D>,
        direction: SVector<T, D>,
        floor: &HalfSpace<T, D>,
        max_distance: T,
    ) -> Result<ShapeCast<T, D>, CastError> {
        self.cast_on(a, unit_direction(direction)?, floor, max_distance)
    }

    /// Casts a body along a unit vector at a half-space that stays where it is.
    pub(crate) fn cast_on<const D: usize>(
        &self,
        a: &impl SupportMap<T, D>,
        direction: SVector<T, D>,
        floor: &impl Floor<T, D>,
        max_distance: T,
    ) -> Result<ShapeCast<T, D>, CastError> {
        check_distance(max_distance)?;
        self.check()?;
        let glide = Glide::new(a, direction, Room::of(a)?);
        let start = self.above(floor, &glide, T::zero())?;
        if let Some(outcome) = start.touching {
            return Ok(of_outcome(outcome).swapped());
        }
        let (normal, normal_error) = start.normal;
        let speed = -normal.dot(&direction);
        if speed <= T::EPSILON * T::of(PARALLEL_ULPS) + normal_error {
            return Ok(ShapeCast::Miss);
        }
        let speed_error = T::EPSILON * T::of(SPEED_ULPS) + normal_error;
        let way = start.gap / (speed + speed_error);
        // nothing is met before that
        let distance = way - way * (T::EPSILON * T::of(WAY_ULPS));
        if distance > max_distance {
            return Ok(ShapeCast::Miss);
        }
        // what rounding takes from the way, as a height: that of the gap twice, as it may be off to either side
        let two = T::of(2.0);
        let early = (start.distance.1 + speed_error * way) * two + (way - distance) * speed * two;
        let mut contact = start.contact;
        contact.witness_b += direction * distance;
        contact.witness_a = contact.witness_b - normal * (start.distance.0 - speed * distance);
        Ok(ShapeCast::Hit(ShapeHit {
            distance,
            contact: contact.swapped(),
            tolerance: start.tolerance(distance, early)?,
        }))
    }
}
