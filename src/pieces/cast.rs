//! Rays and shapes cast at bodies of pieces.
//!
//! A cast walks down the tree and takes the nearer box first. Measured from the moving body, a box is met where a ray
//! from the middle of that body meets the box enlarged by it. Boxes that the ray misses, or meets only beyond the best
//! hit so far, hold no nearer one. Single pieces are asked about like any convex body.

use nalgebra::SVector;

use super::tree::Node;
use super::{Body, MovingPieces, Pieces};
use crate::cast::{CastError, Glide, Ray, RayCast, Room, ShapeCast, at_origin, unit_direction};
use crate::error::finite;
use crate::motion::{Motion, Placement};
use crate::vector::length_of;
use crate::{Extrusion, Query, Real, SupportMap};

/// Errors of a coordinate of a box's side, as it is seen along a cast, in ulps of the largest distance between a point
/// of the body and the start of the cast. The product with the rotation loses 4 for the way to the body and 4 for the
/// direction, which then goes as far as that distance. The room of the moving body loses 6, the sum with the box 2, the
/// difference and the quotient that say where the ray meets a side 2. Together that is 18, and some of second order.
const SIDE_ULPS: f64 = 24.0;

/// The largest number of boxes that wait while a walk goes down: one for each level, and a tree for 2^31 pieces has 32.
const LEVELS: usize = 40;

/// A cast at a body of pieces: what it meets, and with which piece.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PiecesCast<C> {
    /// The answer, as for a convex body: [`RayCast`] or [`ShapeCast`].
    pub cast: C,
    /// The index of the piece that is met, or in which the cast starts; `None` for a miss.
    pub piece: Option<u32>,
}

impl<T: Real> Query<T> {
    /// Returns where a ray first meets a body of pieces as it is at `time`, with the piece, or that it does not within
    /// `max_distance`, which may be infinite.
    ///
    /// The answer means what that of [`cast_ray`](Self::cast_ray) means, and settings do what they do there, for each
    /// piece. A surface is hit from both sides, with the normal on the side of the ray. Where pieces meet, the hit is
    /// that of one of them, and always the same one. If the ray starts in a piece, the answer is
    /// [`Inside`](RayCast::Inside), though it may start in several.
    ///
    /// ```
    /// use nalgebra::{Isometry3, vector};
    /// use photofinish::Query;
    /// use photofinish::cast::{Ray, RayCast};
    /// use photofinish::motion::AtRest;
    /// use photofinish::pieces::{MovingPieces, TriMesh};
    ///
    /// // how high is the ground below a character?
    /// let ground = TriMesh::height_field(&[0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0], 3, [10.0, 10.0])?;
    /// let ground = MovingPieces::new(&ground, AtRest::new(Isometry3::translation(-10.0, 0.0, -10.0))?);
    /// let ray = Ray::new(vector![-2.0, 5.0, -1.0], vector![0.0, -1.0, 0.0])?;
    /// let found = Query::new().cast_ray_at_pieces(&ray, &ground, 0.0, f64::INFINITY)?;
    /// let RayCast::Hit(hit) = found.cast else {
    ///     panic!("the ground is below");
    /// };
    /// assert!((hit.point.y - 0.8).abs() < 1e-6);
    /// assert!(hit.normal.y > 0.9);
    /// assert_eq!(found.piece, Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`cast_ray`](Self::cast_ray), with [`CastError::Piece`] for those of the query about a piece, and
    /// [`CastError::NotFinite`] for the time or for a body that is not at a finite place then.
    pub fn cast_ray_at_pieces<P, M, const D: usize>(
        &self,
        ray: &Ray<T, D>,
        body: &MovingPieces<P, M, T, D>,
        time: T,
        max_distance: T,
    ) -> Result<PiecesCast<RayCast<T, D>>, CastError>
    where
        P: Pieces<T, D>,
        M: Motion<T, D>,
    {
        let found =
            self.cast_at_pieces(&ray.start(), *ray.direction(), body, time, max_distance)?;
        Ok(PiecesCast {
            cast: RayCast::of_point(found.cast),
            piece: found.piece,
        })
    }

    /// Returns where body A first meets a body of pieces as it is at `time`, if A moves along `direction` without
    /// turning, with the piece, or that it does not within `max_distance`, which may be infinite.
    ///
    /// The answer means what that of [`cast_shape`](Self::cast_shape) means, and settings do what they do there, for
    /// each piece. If A overlaps several pieces at the start, the answer is the overlap with one of them.
    ///
    /// ```
    /// use nalgebra::{Isometry2, vector};
    /// use photofinish::Query;
    /// use photofinish::cast::ShapeCast;
    /// use photofinish::motion::AtRest;
    /// use photofinish::pieces::{MovingPieces, Polyline};
    /// use photofinish::shape::Ball;
    /// use photofinish::support::Posed;
    ///
    /// let stairs = vec![vector![0.0, 0.0], vector![1.0, 0.0], vector![1.0, 1.0], vector![2.0, 1.0]];
    /// let stairs = MovingPieces::new(Polyline::open(stairs)?, AtRest::new(Isometry2::identity())?);
    /// let ball = Posed::new(Ball::new(0.25)?, &Isometry2::translation(-3.0, 0.5))?;
    /// let found = Query::new().cast_shape_at_pieces(&ball, vector![1.0, 0.0], &stairs, 0.0, 9.0)?;
    /// let ShapeCast::Hit(hit) = found.cast else {
    ///     panic!("the riser is ahead");
    /// };
    /// assert!(hit.distance <= 3.75 && hit.distance > 3.75 - 1e-6);
    /// assert_eq!(found.piece, Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`cast_shape`](Self::cast_shape), with [`CastError::Piece`] for those of the query about a piece,
    /// and [`CastError::NotFinite`] for the time or for a body that is not at a finite place then.
    pub fn cast_shape_at_pieces<P, M, const D: usize>(
        &self,
        a: &impl SupportMap<T, D>,
        direction: SVector<T, D>,
        body: &MovingPieces<P, M, T, D>,
        time: T,
        max_distance: T,
    ) -> Result<PiecesCast<ShapeCast<T, D>>, CastError>
    where
        P: Pieces<T, D>,
        M: Motion<T, D>,
    {
        self.cast_at_pieces(a, unit_direction(direction)?, body, time, max_distance)
    }

    /// Casts a body along a unit vector.
    fn cast_at_pieces<P, M, const D: usize>(
        &self,
        a: &impl SupportMap<T, D>,
        direction: SVector<T, D>,
        body: &MovingPieces<P, M, T, D>,
        time: T,
        max_distance: T,
    ) -> Result<PiecesCast<ShapeCast<T, D>>, CastError>
    where
        P: Pieces<T, D>,
        M: Motion<T, D>,
    {
        crate::cast::check_distance(max_distance)?;
        self.check()?;
        let time = finite("time", time)?;
        // all that follows is measured from the start of the cast
        let (origin, room) = (a.location(), Room::of(a)?);
        let glide = Glide::new(a, direction, room);
        let start = at_origin(&glide);
        let placement = body.motion().placement(time, &origin);
        let view = View::new(&placement, &start, &direction, body, self.target_distance)?;
        let mut best = PiecesCast {
            cast: ShapeCast::Miss,
            piece: None,
        };
        let mut end = max_distance;
        let mut waiting = [(0_u32, T::zero()); LEVELS];
        let mut count = usize::from(view.meets(body.tree().node(0), end).is_some());
        while count > 0 {
            count -= 1;
            let (index, from) = waiting[count];
            if from > end {
                continue;
            }
            let Some(piece) = body.tree().node(index).piece() else {
                let children = body.tree().children(index);
                let met = children.map(|child| view.meets(body.tree().node(child), end));
                let nearer = usize::from(met[1].is_some_and(|b| met[0].is_none_or(|a| b < a)));
                // the nearer one is taken off first
                for side in [1 - nearer, nearer] {
                    if let Some(from) = met[side] {
                        waiting[count] = (children[side], from);
                        count += 1;
                    }
                }
                continue;
            };
            let moving = body.moving_piece(piece);
            let cast = self.cast(&start, direction, &moving.slice(time, &origin), end);
            let cast = cast.map_err(|error| error.of_piece(piece))?;
            match cast {
                ShapeCast::Miss => continue,
                ShapeCast::Hit(hit) if best.piece.is_some() && !(hit.distance < end) => continue,
                ShapeCast::Hit(hit) => end = hit.distance,
                ShapeCast::Overlapping(_) => count = 0,
            }
            best = PiecesCast {
                cast,
                piece: Some(piece),
            };
        }
        best.cast.shift(&origin);
        Ok(best)
    }
}

/// A cast, as it is seen from the frame of the body of pieces.
struct View<T, const D: usize> {
    /// The middle of the moving body at the start.
    from: SVector<T, D>,
    direction: SVector<T, D>,
    /// What boxes are enlarged by: half the room of the moving body, the target distance, and rounding.
    larger: SVector<T, D>,
}

impl<T: Real, const D: usize> View<T, D> {
    /// `start` is the moving body, measured from the origin of the placement.
    fn new(
        placement: &Placement<T, D>,
        start: &impl SupportMap<T, D>,
        direction: &SVector<T, D>,
        body: &impl Body<T, D>,
        target: T,
    ) -> Result<Self, CastError> {
        let (turn, way) = (&placement.rotation, &placement.translation);
        let half = T::of(0.5);
        let (mut middle, mut room) = (SVector::<T, D>::zeros(), SVector::<T, D>::zeros());
        for axis in 0..D {
            let along: SVector<T, D> = turn.column(axis).into_owned();
            let ahead = start.core_support_value(&along);
            let behind = start.core_support_value(&-along);
            middle[axis] = (ahead - behind) * half;
            room[axis] = (ahead + behind) * half + start.radius();
        }
        let farthest = length_of(way) + body.tree().reach(&SVector::zeros());
        let farthest = farthest + length_of(&middle) + length_of(&room);
        // the way to the body, and the direction that goes as far, are both turned
        let of_turn = placement.angle_error * T::of(2.0) + T::EPSILON * T::of(SIDE_ULPS);
        let rounding = farthest * of_turn
            + length_of(&placement.translation_error)
            + length_of(&start.rounding());
        let larger = room.add_scalar(rounding + target.max(T::zero()));
        finite("a body's place", larger.sum() + way.sum())?;
        Ok(Self {
            from: middle - turn.tr_mul(way),
            direction: turn.tr_mul(direction),
            larger,
        })
    }

    /// Returns a distance before which nothing in a box is met, or `None` if nothing in it is met before `end`.
    #[inline]
    fn meets(&self, node: &Node<T, D>, end: T) -> Option<T> {
        let (mut enters, mut leaves) = (T::zero(), end);
        for axis in 0..D {
            let half = node.half_extents[axis] + self.larger[axis];
            let way = node.center[axis] - self.from[axis];
            let speed = self.direction[axis];
            if speed == T::zero() {
                if way.abs() > half {
                    return None;
                }
                continue;
            }
            let inverse = T::one() / speed;
            let (one, other) = ((way - half) * inverse, (way + half) * inverse);
            // NaN, from a side at the start and a speed that is nearly none, is not taken
            enters = enters.max(one.min(other));
            leaves = leaves.min(one.max(other));
        }
        (enters <= leaves).then_some(enters)
    }
}
