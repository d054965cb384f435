//! Rays and shapes cast at bodies of any form.

use nalgebra::SVector;

use super::AnyBody;
use crate::cast::{CastError, Ray, RayCast, Room, ShapeCast, at_origin, unit_direction};
use crate::error::finite;
use crate::motion::Motion;
use crate::pieces::{Pieces, PiecesCast};
use crate::{Extrusion, Query, QueryError, Real, ShapeError, SupportMap};

impl<T: Real> Query<T> {
    /// Returns where a ray first meets a body of any form as it is at `time`, with the piece, or that it does not
    /// within `max_distance`, which may be infinite.
    ///
    /// A shape counts as its own piece 0, and so does a half-space. One that moves is taken where it is
    /// [placed](crate::MovingHalfSpace::placed) at that time. The answer is that of [`cast_ray`](Self::cast_ray), [`cast_ray_at_pieces`](Self::cast_ray_at_pieces) or
    /// [`cast_ray_on`](Self::cast_ray_on).
    ///
    /// ```
    /// use nalgebra::{Isometry2, vector};
    /// use photofinish::body::{AnyBody, AnyBody2};
    /// use photofinish::cast::Ray;
    /// use photofinish::motion::ConstantVelocity;
    /// use photofinish::shape::Ball;
    /// use photofinish::{HalfSpace, Moving, Query};
    ///
    /// // what is below a player: a ball that rolls by, or the floor
    /// let roll = ConstantVelocity::new(Isometry2::translation(-3.0, 0.5), vector![1.0, 0.0], 0.0)?;
    /// let bodies: [AnyBody2<ConstantVelocity<f64, _, 2>>; 2] = [
    ///     Moving::new(Ball::new(0.5)?.into(), roll).into(),
    ///     HalfSpace::new(vector![0.0, 1.0], vector![0.0, 0.0])?.into(),
    /// ];
    /// let ray = Ray::new(vector![0.0, 2.0], vector![0.0, -1.0])?;
    /// for (time, height) in [(1.0, 2.0), (3.0, 1.0)] {
    ///     let mut nearest = f64::INFINITY;
    ///     for body in &bodies {
    ///         let found = Query::new().cast_ray_at_body(&ray, body, time, nearest)?;
    ///         nearest = found.cast.hit().map_or(nearest, |hit| hit.distance);
    ///     }
    ///     assert!((nearest - height).abs() < 1e-7);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`cast_ray`](Self::cast_ray) and [`cast_ray_at_pieces`](Self::cast_ray_at_pieces), and
    /// [`CastError::NotFinite`] for the time.
    pub fn cast_ray_at_body<S, P, M, const D: usize>(
        &self,
        ray: &Ray<T, D>,
        body: &AnyBody<S, P, M, T, D>,
        time: T,
        max_distance: T,
    ) -> Result<PiecesCast<RayCast<T, D>>, CastError>
    where
        S: SupportMap<T, D>,
        P: Pieces<T, D>,
        M: Motion<T, D>,
    {
        let found = self.cast_at_body(&ray.start(), *ray.direction(), body, time, max_distance)?;
        Ok(found.of_point())
    }

    /// Returns where body A first meets a body of any form as it is at `time`, if A moves along `direction` without
    /// turning, with the piece, or that it does not within `max_distance`, which may be infinite.
    ///
    /// A shape counts as its own piece 0, and so does a half-space. The answer is that of
    /// [`cast_shape`](Self::cast_shape), [`cast_shape_at_pieces`](Self::cast_shape_at_pieces) or
    /// [`cast_shape_on`](Self::cast_shape_on).
    ///
    /// # Errors
    /// The errors of [`cast_shape`](Self::cast_shape) and [`cast_shape_at_pieces`](Self::cast_shape_at_pieces), and
    /// [`CastError::NotFinite`] for the time.
    pub fn cast_shape_at_body<S, P, M, const D: usize>(
        &self,
        a: &impl SupportMap<T, D>,
        direction: SVector<T, D>,
        body: &AnyBody<S, P, M, T, D>,
        time: T,
        max_distance: T,
    ) -> Result<PiecesCast<ShapeCast<T, D>>, CastError>
    where
        S: SupportMap<T, D>,
        P: Pieces<T, D>,
        M: Motion<T, D>,
    {
        self.cast_at_body(a, unit_direction(direction)?, body, time, max_distance)
    }

    fn cast_at_body<S, P, M, const D: usize>(
        &self,
        a: &impl SupportMap<T, D>,
        direction: SVector<T, D>,
        body: &AnyBody<S, P, M, T, D>,
        time: T,
        max_distance: T,
    ) -> Result<PiecesCast<ShapeCast<T, D>>, CastError>
    where
        S: SupportMap<T, D>,
        P: Pieces<T, D>,
        M: Motion<T, D>,
    {
        let time = finite("time", time)?;
        let cast = match body {
            AnyBody::Pieces(body) => {
                return self.cast_at_pieces(a, direction, body, time, max_distance);
            }
            AnyBody::Shape(body) => {
                let (origin, room) = (a.location(), Room::of(a)?);
                let placed = body.slice(time, &origin);
                let cast = self.cast(&at_origin(a, &room), direction, &placed, max_distance)?;
                cast.shifted(&origin)
            }
            AnyBody::Floor(floor) => self.cast_on(a, direction, floor, max_distance)?,
            AnyBody::MovingFloor(floor) => {
                let too_far = |error| QueryError::CoordinateNotFinite {
                    time: time.as_f64(),
                    value: match error {
                        ShapeError::NotFinite(bad) => bad.value,
                        _ => f64::NAN,
                    },
                };
                let floor = floor.placed(time).map_err(too_far)?;
                self.cast_on(a, direction, &floor, max_distance)?
            }
        };
        Ok(PiecesCast::of_piece(cast, 0))
    }
}
