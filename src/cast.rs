//! Ray casts and shape casts: how far a point or a body can go straight ahead before it meets another body.
//!
//! [`cast_ray`] sends out a point along a [`Ray`]. [`cast_shape`] moves a body without turning it. The other body is at
//! rest. Both bodies are [`SupportMap`]s in the world's frame: a shape as it is, or [`Posed`](crate::support::Posed).
//! Casts are queries for the time of impact at speed 1, where times are distances, and one run of GJK mostly answers
//! them (\[6\]). A [`Query`] with settings of its own casts too ([`Query::cast_ray`], [`Query::cast_shape`]).
//!
//! ```
//! use nalgebra::{Isometry3, vector};
//! use photofinish::cast::{Ray, RayCast, cast_ray};
//! use photofinish::shape::Cuboid;
//! use photofinish::support::Posed;
//!
//! // what does a pointer at the origin see along the x axis?
//! let block = Posed::new(Cuboid::new(vector![1.0, 2.0, 2.0])?, &Isometry3::translation(5.0, 0.0, 0.0))?;
//! let ray = Ray::new(vector![0.0, 0.5, 0.5], vector![10.0, 0.0, 0.0])?;
//! let RayCast::Hit(hit) = cast_ray(&ray, &block, f64::INFINITY)? else {
//!     panic!("the block is in front of the pointer");
//! };
//! assert!(hit.distance <= 4.0 && hit.distance > 4.0 - 1e-7);
//! assert!((hit.normal - vector![-1.0, 0.0, 0.0]).norm() < 1e-12);
//! assert!((hit.point - vector![4.0, 0.5, 0.5]).norm() < 1e-7);
//!
//! // it sees nothing within a distance of 3
//! assert_eq!(cast_ray(&ray, &block, 3.0)?, RayCast::Miss);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What an answer means
//! A hit is never late. The cast is proven free before the hit's distance, and at this distance it is within the
//! tolerance of the body. So a ray that meets a face head on is early by at most the tolerance. A ray that meets it at
//! a slant is early by at most the tolerance divided by the cosine between the ray and the normal. A cast that passes
//! by within the tolerance may be answered as a hit or as a miss. A miss is proven.
//!
//! # At the start
//! | a ray starts | answer |
//! |---|---|
//! | in a body that has an inside, a half-space too | [`RayCast::Inside`] |
//! | on its surface, up to rounding | [`RayCast::Inside`], also if the ray leads away |
//! | on a body without an inside: a triangle, a segment, a flat hull, a piece of a mesh, polyline or height field, and any whose [`inner_diameter`](SupportMap::inner_diameter) is not known | [`RayCast::Hit`] at distance 0, also if the ray leads away or along it |
//! | on a [one-sided](crate::pieces#one-sided-surfaces) piece, where its normal points | the ray passes the piece |
//!
//! So a ray from the ground down meets the ground at once, with the normal upwards. If the ray leads up, the normal
//! points down, as if the ray came from below: let rays that are to leave a surface start a little above it. (parry
//! answers the same about a ray that leads into the front of a triangle. One that leads out of it, or along it, misses.)
//!
//! A shape that overlaps the body at the start, or touches it, is [`ShapeCast::Overlapping`], on surfaces too.
//!
//! # Exactness
//! The [tolerance](Query::tolerance) is that of queries. The size of a body is here the radius of a ball around its box,
//! which is parallel to the axes of the world. A point has no size, so the other body sets the scale of a ray.
//!
//! Coordinates are measured from a point half way between the start of the cast and the body, so that casts far from
//! the world's origin lose nothing. A cast ends where it has passed the body for certain: a cast of any length is as
//! exact as a short one. Only the distance between start and body costs digits, some ulps of it.
//!
//! To find the nearest of many bodies, cast at one after the other and pass the best distance so far as
//! `max_distance`. A body that is farther away then is a miss.
//!
//! # Meshes, compounds and floors
//! | what is cast at | a ray | a shape |
//! |---|---|---|
//! | a convex shape | [`Query::cast_ray`] | [`Query::cast_shape`] |
//! | a [body of pieces](crate::pieces) | [`Query::cast_ray_at_pieces`] | [`Query::cast_shape_at_pieces`] |
//! | a [half-space](crate::HalfSpace) | [`Query::cast_ray_on`] | [`Query::cast_shape_on`] |
//! | a [body of any form](crate::body) | [`Query::cast_ray_at_body`] | [`Query::cast_shape_at_body`] |
//!
//! Casts at pieces say which piece is met ([`PiecesCast`](crate::pieces::PiecesCast)).

mod answer;
mod face;
mod floor;
mod glide;

use nalgebra::SVector;
use thiserror::Error;

pub use self::answer::{RayCast, RayHit, ShapeCast, ShapeHit};
use self::glide::Point;
pub(crate) use self::glide::{Glide, Room, at_origin};
use crate::epa::Penetration;
use crate::error::finite_point;
use crate::vector::{length_of, unit_unless_it_is};
use crate::{
    InitialContact, NotFinite, Outcome, Query, QueryError, Real, SupportMap, resolution,
    supporting_distance,
};

/// A half-line in the world: all points `origin + direction * distance` with distances from 0 on.
///
/// ```
/// use nalgebra::vector;
/// use photofinish::cast::Ray;
///
/// let ray = Ray::new(vector![1.0, 0.0], vector![0.0, 5.0])?;
/// assert_eq!(ray.direction(), &vector![0.0, 1.0]);
/// assert_eq!(ray.at(3.0), vector![1.0, 3.0]);
/// # Ok::<(), photofinish::cast::CastError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<T, const D: usize> {
    origin: SVector<T, D>,
    direction: SVector<T, D>,
}

impl<T: Real, const D: usize> Ray<T, D> {
    /// A ray from `origin` along `direction`, which may have any length but zero, both in the world's frame.
    ///
    /// The direction is scaled to unit length, which rounds it. Pass a direction of unit length to have it kept.
    ///
    /// # Errors
    /// [`CastError::NotFinite`] and [`CastError::NoDirection`].
    pub fn new(origin: SVector<T, D>, direction: SVector<T, D>) -> Result<Self, CastError> {
        Ok(Self {
            origin: finite_point("origin", origin)?,
            direction: unit_direction(direction)?,
        })
    }

    /// Returns the point where the ray starts, in the world's frame.
    pub fn origin(&self) -> &SVector<T, D> {
        &self.origin
    }

    /// Returns the direction, a unit vector in the world's frame.
    pub fn direction(&self) -> &SVector<T, D> {
        &self.direction
    }

    /// Returns the point of the ray at a distance from its origin, in the world's frame.
    pub fn at(&self, distance: T) -> SVector<T, D> {
        self.origin + self.direction * distance
    }

    /// The point where the ray starts, as a body.
    pub(crate) fn start(&self) -> Point<T, D> {
        Point(self.origin)
    }
}

/// Returns the direction with unit length. A unit vector stays as it is, as scaling would round it again.
pub(crate) fn unit_direction<T: Real, const D: usize>(
    direction: SVector<T, D>,
) -> Result<SVector<T, D>, CastError> {
    let direction = finite_point("direction", direction)?;
    if direction == SVector::<T, D>::zeros() {
        return Err(CastError::NoDirection);
    }
    Ok(unit_unless_it_is(direction))
}

/// The reason why a cast has no answer.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum CastError {
    /// A coordinate of the origin or of the direction is NaN, infinite, or so large that its square overflows.
    #[error(transparent)]
    NotFinite(#[from] NotFinite),
    /// The direction is zero.
    #[error("a cast needs a direction, but it is zero")]
    NoDirection,
    /// The largest distance is negative or NaN.
    #[error("the largest distance must not be negative, but is {value:?}")]
    InvalidDistance {
        /// Its value.
        value: f64,
    },
    /// The query failed. Its times are distances.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The query about a piece of the body failed.
    #[error("piece {piece}: {error}")]
    Piece {
        /// The index of the piece.
        piece: u32,
        /// Why it failed. Its times are distances.
        error: QueryError,
    },
}

impl CastError {
    /// Names the piece that a query failed about.
    pub(crate) fn of_piece(self, piece: u32) -> Self {
        match self {
            Self::Query(error) => Self::Piece { piece, error },
            other => other,
        }
    }
}

/// Checks the largest distance of a cast.
pub(crate) fn check_distance<T: Real>(value: T) -> Result<(), CastError> {
    // written so that NaN is refused too
    if value >= T::zero() {
        return Ok(());
    }
    Err(CastError::InvalidDistance {
        value: value.as_f64(),
    })
}

/// Returns where a ray first meets a body, or that it does not within `max_distance`, which may be infinite.
///
/// [The module](self#what-an-answer-means) says what is proven, and has an example.
///
/// # Errors
/// [`CastError::InvalidDistance`], and [`CastError::Query`] for bodies with coordinates that are not finite or too
/// large.
pub fn cast_ray<T: Real, const D: usize>(
    ray: &Ray<T, D>,
    body: &impl SupportMap<T, D>,
    max_distance: T,
) -> Result<RayCast<T, D>, CastError> {
    Query::new().cast_ray(ray, body, max_distance)
}

/// Returns where body A first meets body B if A moves along `direction` without turning, or that it does not within
/// `max_distance`, which may be infinite.
///
/// The direction may have any length but zero. [The module](self#what-an-answer-means) says what is proven.
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::cast::{ShapeCast, cast_shape};
/// use photofinish::shape::{Ball, Cuboid};
/// use photofinish::support::Posed;
///
/// // how far may a disc move down before it lies on the floor?
/// let disc = Posed::new(Ball::new(0.5)?, &Isometry2::translation(1.0, 4.0))?;
/// let floor = Cuboid::new(vector![10.0, 1.0])?;
/// let ShapeCast::Hit(hit) = cast_shape(&disc, vector![0.0, -1.0], &floor, f64::INFINITY)? else {
///     panic!("the floor is below");
/// };
/// assert!(hit.distance <= 2.5 && hit.distance > 2.5 - 1e-7);
/// assert!((hit.contact.witness_b - vector![1.0, 1.0]).norm() < 1e-7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`CastError::NotFinite`], [`CastError::NoDirection`] and [`CastError::InvalidDistance`]; [`CastError::Query`] for
/// bodies with coordinates that are not finite or too large, and if the search ended without an answer.
pub fn cast_shape<T: Real, const D: usize>(
    a: &impl SupportMap<T, D>,
    direction: SVector<T, D>,
    b: &impl SupportMap<T, D>,
    max_distance: T,
) -> Result<ShapeCast<T, D>, CastError> {
    Query::new().cast_shape(a, direction, b, max_distance)
}

impl<T: Real> Query<T> {
    /// Returns where a ray first meets a body, like [`cast_ray`], with the settings of this query.
    ///
    /// A positive target distance makes the ray a ball of this radius, and the normal the one at the nearest point. A
    /// contact at the start is the answer, whatever the [policy](Self::initial_contact).
    ///
    /// # Errors
    /// The errors of [`cast_ray`], and those that settings may cause (see [`time_of_impact`](Self::time_of_impact)).
    pub fn cast_ray<const D: usize>(
        &self,
        ray: &Ray<T, D>,
        body: &impl SupportMap<T, D>,
        max_distance: T,
    ) -> Result<RayCast<T, D>, CastError> {
        let cast = self.cast(&ray.start(), ray.direction, body, max_distance)?;
        Ok(RayCast::of_point(cast))
    }

    /// Returns where body A first meets body B if A moves along `direction` without turning, like [`cast_shape`], with
    /// the settings of this query.
    ///
    /// A contact at the start is the answer, whatever the [policy](Self::initial_contact).
    ///
    /// # Errors
    /// The errors of [`cast_shape`], and those that settings may cause (see [`time_of_impact`](Self::time_of_impact)).
    pub fn cast_shape<const D: usize>(
        &self,
        a: &impl SupportMap<T, D>,
        direction: SVector<T, D>,
        b: &impl SupportMap<T, D>,
        max_distance: T,
    ) -> Result<ShapeCast<T, D>, CastError> {
        self.cast(a, unit_direction(direction)?, b, max_distance)
    }

    /// Casts a body along a unit vector.
    pub(crate) fn cast<const D: usize>(
        &self,
        a: &impl SupportMap<T, D>,
        direction: SVector<T, D>,
        b: &impl SupportMap<T, D>,
        max_distance: T,
    ) -> Result<ShapeCast<T, D>, CastError> {
        check_distance(max_distance)?;
        self.check()?;
        let moving = Glide::new(a, direction, Room::of(a)?);
        self.cast_glide(&moving, b, max_distance)
    }

    /// Casts a body that moves along a unit vector.
    pub(crate) fn cast_glide<A: SupportMap<T, D>, const D: usize>(
        &self,
        moving: &Glide<'_, A, T, D>,
        b: &impl SupportMap<T, D>,
        max_distance: T,
    ) -> Result<ShapeCast<T, D>, CastError> {
        let resting = Glide::new(b, SVector::zeros(), Room::of(b)?);
        let rooms = (moving.room(), resting.room());
        let query = self.initial_contact(InitialContact::Stop);
        let end = rooms.0.passed(rooms.1, self.target_distance);
        let end = max_distance.min(end);
        let solution = query.time_of_impact(moving, &resting, T::zero()..=end)?;
        let cast = of_outcome(solution.outcome);
        if rooms.0.is_point()
            && let ShapeCast::Overlapping(overlap) = &cast
        {
            let tolerance = self.asked_tolerance_or(rooms.1.size() * T::SQRT_EPSILON);
            let ray = (moving.body(), moving.velocity());
            let hit = hit_at_start(ray, b, overlap, tolerance);
            return Ok(hit.map_or(cast, ShapeCast::Hit));
        }
        Ok(cast)
    }
}

/// Returns the hit of a ray that starts on a body without an inside, or `None` for other bodies.
///
/// The body is on both sides of the point, so that there are two normals, and more on edges. That of the hit is on the
/// side that the ray comes from, unless the ray leaves a rim.
fn hit_at_start<T: Real, const D: usize>(
    (point, direction): (&impl SupportMap<T, D>, &SVector<T, D>),
    body: &impl SupportMap<T, D>,
    overlap: &Penetration<T, D>,
    tolerance: T,
) -> Option<ShapeHit<T, D>> {
    if body.inner_diameter() > T::zero() || !(overlap.depth <= tolerance) {
        return None;
    }
    let mut contact = overlap.contact;
    let hidden = overlap.depth + length_of(&resolution(point, body)) * T::of(2.0);
    let faces_ray = |normal: &SVector<T, D>| {
        normal.dot(direction) > T::zero() && supporting_distance(point, body, normal) >= -hidden
    };
    let normals = [*direction, contact.normal, -contact.normal];
    if let Some(normal) = normals.into_iter().find(faces_ray) {
        contact.normal = normal;
    }
    Some(ShapeHit {
        distance: T::zero(),
        contact,
        tolerance,
    })
}

/// Returns the answer of a query that does not look past contacts, as that of a cast.
fn of_outcome<T: Real, const D: usize>(outcome: Outcome<T, D>) -> ShapeCast<T, D> {
    match outcome {
        Outcome::Impact(impact) => ShapeCast::Hit(ShapeHit {
            distance: impact.time,
            contact: impact.contact,
            tolerance: impact.tolerance,
        }),
        Outcome::Overlapping(penetration) => ShapeCast::Overlapping(penetration),
        Outcome::Separated(_) => ShapeCast::Miss,
        Outcome::Stays(_) | Outcome::DrivesIn(_) => {
            unreachable!("the query does not look past contacts")
        }
    }
}
