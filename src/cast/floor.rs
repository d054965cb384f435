//! Casts at half-spaces.
//!
//! A body that moves straight ahead comes nearer to a plane at a constant speed. So the way to the half-space is the
//! gap over that speed, and no search is needed.

use nalgebra::SVector;

use super::{
    CastError, Glide, Ray, RayCast, Room, ShapeCast, ShapeHit, check_distance, of_outcome,
    unit_direction,
};
use crate::number::UNIT;
use crate::proof::ERRORS_IN_TOLERANCE;
use crate::toi::height;
use crate::{Extrusion, HalfSpace, InitialContact, Outcome, Query, QueryError, Real, SupportMap};

/// What the closing speed may be off by, as a share of its terms. In units of 2^-53: the normal was scaled to unit length
/// and may be off by 12, and the products and sums of the speed lose 5.
const SPEED_ERROR: f64 = 20.0 * UNIT;

/// What the gap may lose in two differences, as a share of its terms.
const GAP_ERROR: f64 = 4.0 * UNIT;

/// By what share the way is made shorter: a sum, a quotient and this product lose a unit each.
const WAY_ERROR: f64 = 4.0 * UNIT;

/// A cast along a surface is given with rounded vectors. To bring a normal or a direction to unit length moves it by an
/// ulp and a half, their coordinates may have been off by an ulp, and their product was computed with as much: 7
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

    /// Casts a body along a unit vector at a half-space.
    pub(crate) fn cast_on<const D: usize>(
        &self,
        a: &impl SupportMap<T, D>,
        direction: SVector<T, D>,
        floor: &HalfSpace<T, D>,
        max_distance: T,
    ) -> Result<ShapeCast<T, D>, CastError> {
        check_distance(max_distance)?;
        self.check()?;
        let glide = Glide::new(a, direction, Room::of(a)?);
        let query = self.initial_contact(InitialContact::Stop);
        let start = query.time_of_impact_on(floor, &glide, T::zero()..=T::zero())?;
        if !matches!(start.outcome, Outcome::Separated(_)) {
            return Ok(of_outcome(start.outcome).swapped());
        }
        let height = height(floor, &glide, T::zero());
        let along = |axis: usize| height.normal[axis] * direction[axis].as_f64();
        let speed = -(0..D).map(along).sum::<f64>();
        if speed <= T::EPSILON.as_f64() * PARALLEL_ULPS {
            return Ok(ShapeCast::Miss);
        }
        let speed_error = (0..D).map(|axis| along(axis).abs()).sum::<f64>() * SPEED_ERROR;
        let target = self.target_distance.as_f64();
        let error = height.error + (height.distance.abs() + target.abs()) * GAP_ERROR;
        let gap = height.distance - target - error;
        // nothing is met before that, rounded down to the scalar
        let way = gap / (speed + speed_error) * (1.0 - WAY_ERROR);
        let distance = -T::above(-way);
        if distance > max_distance {
            return Ok(ShapeCast::Miss);
        }
        // what rounding takes from the way, as a height: that of the gap twice, as it may be off to either side
        let short = way - distance.as_f64() + way * (2.0 * WAY_ERROR);
        let early = (error + speed_error * way + short * speed) * 2.0;
        let (mut contact, left) = (height.contact, height.distance - speed * distance.as_f64());
        contact.witness_b += direction * distance;
        contact.witness_a = contact.witness_b - contact.normal * T::of(left);
        Ok(ShapeCast::Hit(ShapeHit {
            distance,
            contact: contact.swapped(),
            tolerance: self.tolerance_of_hit(
                (glide.size(), T::above(error)),
                distance,
                T::above(early),
            )?,
        }))
    }

    /// Returns the tolerance of a hit that rounding may make early by the height `early`. The default gives way to
    /// rounding.
    fn tolerance_of_hit(
        &self,
        (size, error): (T, T),
        distance: T,
        early: T,
    ) -> Result<T, QueryError> {
        let default = size * T::SQRT_EPSILON + error * T::of(ERRORS_IN_TOLERANCE);
        match self.tolerance {
            None => Ok(default.max(early)),
            Some(asked) if asked >= early => Ok(asked),
            Some(asked) => Err(QueryError::ToleranceTooSmall {
                tolerance: asked.as_f64(),
                resolution: early.as_f64(),
                clear_until: distance.as_f64(),
            }),
        }
    }
}
