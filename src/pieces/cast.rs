//! Rays and shapes cast at bodies of pieces.
//!
//! A cast walks down the tree and takes the nearer box first. Boxes that it misses, or meets only beyond the best hit
//! so far, hold no nearer one. Triangles and segments that the cast passes by are left out by vectors across it. A ray
//! that meets a triangle inside its edges needs no search. The other pieces are asked about like any convex body.

mod view;

use nalgebra::SVector;

use self::view::Sides;
pub(super) use self::view::way_of_cast;
use super::pushed::surface_normal_of_cast;
use super::straight::{Straight, Walk};
use super::{Body, MovingPieces, Pieces, Surface};
use crate::cast::{
    CastError, Glide, Ray, RayCast, Room, ShapeCast, at_origin, check_distance, unit_direction,
};
use crate::error::finite;
use crate::motion::Motion;
use crate::support::Feature;
use crate::{Extrusion, Query, Real, SupportMap};

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

impl<T: Real, const D: usize> PiecesCast<ShapeCast<T, D>> {
    pub(crate) fn of_piece(cast: ShapeCast<T, D>, piece: u32) -> Self {
        let is_met = !matches!(cast, ShapeCast::Miss);
        Self {
            cast,
            piece: is_met.then_some(piece),
        }
    }

    fn miss() -> Self {
        Self {
            cast: ShapeCast::Miss,
            piece: None,
        }
    }

    /// Returns the answer about a point as that about a ray.
    pub(crate) fn of_point(self) -> PiecesCast<RayCast<T, D>> {
        PiecesCast {
            cast: RayCast::of_point(self.cast),
            piece: self.piece,
        }
    }
}

impl<T: Real> Query<T> {
    /// Returns where a ray first meets a body of pieces as it is at `time`, with the piece, or that it does not within
    /// `max_distance`, which may be infinite.
    ///
    /// The answer means what that of [`cast_ray`](Self::cast_ray) means, and settings do what they do there, for each
    /// piece. A surface is hit from both sides, with the normal on the side of the ray, and a
    /// [one-sided](crate::pieces#one-sided-surfaces) one from its front only. Where pieces meet, the hit is that of one
    /// of them, and always the same one. On an edge between two triangles its normal lies between those of both, and is
    /// that of the face where they are in one plane, as for
    /// [`PieceContact::normal`](crate::pieces::PieceContact::normal). If the ray starts in a piece, the answer is
    /// [`Inside`](RayCast::Inside), though it may start in several. A surface has no inside: a ray that starts on it
    /// hits it at distance 0, with the normal on the side from which the ray comes.
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
    pub fn cast_ray_at_pieces<const D: usize>(
        &self,
        ray: &Ray<T, D>,
        body: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
        time: T,
        max_distance: T,
    ) -> Result<PiecesCast<RayCast<T, D>>, CastError> {
        let found =
            self.cast_at_pieces(&ray.start(), *ray.direction(), body, time, max_distance)?;
        Ok(found.of_point())
    }

    /// Returns where body A first meets a body of pieces as it is at `time`, if A moves along `direction` without
    /// turning, with the piece, or that it does not within `max_distance`, which may be infinite.
    ///
    /// The answer means what that of [`cast_shape`](Self::cast_shape) means, and settings do what they do there, for
    /// each piece. The normal of a hit points from A to the body: it pushes A the opposite way. It is one along which the
    /// whole surface pushes A, as for [`PieceContact::normal`](crate::pieces::PieceContact::normal). If A overlaps several
    /// pieces at the start, the answer is the overlap with one of them, with that piece's own normal.
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
    pub fn cast_shape_at_pieces<const D: usize>(
        &self,
        a: &impl SupportMap<T, D>,
        direction: SVector<T, D>,
        body: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
        time: T,
        max_distance: T,
    ) -> Result<PiecesCast<ShapeCast<T, D>>, CastError> {
        self.cast_at_pieces(a, unit_direction(direction)?, body, time, max_distance)
    }

    /// Casts a body along a unit vector.
    pub(crate) fn cast_at_pieces<const D: usize>(
        &self,
        a: &impl SupportMap<T, D>,
        direction: SVector<T, D>,
        body: &MovingPieces<impl Pieces<T, D>, impl Motion<T, D>, T, D>,
        time: T,
        max_distance: T,
    ) -> Result<PiecesCast<ShapeCast<T, D>>, CastError> {
        check_distance(max_distance)?;
        self.check()?;
        let time = finite("time", time)?;
        // all that follows is measured from the start of the cast
        let (origin, room) = (a.location(), Room::of(a)?);
        let start = at_origin(a, &room);
        let moving = Glide::new(&start, direction, Room::of(&start)?);
        let placement = body.motion().placement(time, &origin);
        let seen = body.body();
        let reach = seen.tree().reach(&SVector::zeros());
        let cast = (&start, &direction);
        let way = way_of_cast(&placement, reach, cast, self.target_distance)?;
        let sides = Sides::of(seen.surface(), &placement, &direction);
        let walk = Walk::new(seen.tree(), way, max_distance);
        let may_meet_face = D == 3 && room.is_point() && seen.surface().is_some();
        let mut best = nearest_hit((&seen, sides.as_ref()), walk, |piece, end| {
            let placed = body.moving_piece(piece);
            let placed = placed.slice(time, &origin);
            let of_face = may_meet_face
                .then(|| self.meets_face(&direction, &placed, end))
                .flatten();
            match of_face {
                Some(cast) => Ok(cast),
                None => self
                    .cast_glide(&moving, &placed, end)
                    .map_err(|error| error.of_piece(piece)),
            }
        })?;
        if let (ShapeCast::Hit(hit), Some(piece)) = (&mut best.cast, best.piece) {
            let normal = hit.contact.normal;
            if !matches!(hit.contact.feature_b, Feature::Face(_)) {
                // farther back than it is then, as the middle of a ray is on the surface
                let back = hit.distance - seen.tree().size_of_pieces();
                let middle = start.location() + start.interior_point() + direction * back;
                hit.contact.normal =
                    surface_normal_of_cast((&seen, piece), (time, &origin), normal, middle);
            } else if let Some(sides) = &sides
                && sides.is_out_of(piece, &placement.rotation.tr_mul(&normal))
            {
                // a ray that starts on the face and leads along it comes from neither side
                hit.contact.normal = -normal;
            }
        }
        best.cast = best.cast.shifted(&origin);
        Ok(best)
    }
}

/// Returns the nearest hit of a walk. `cast` is told a piece, and beyond which distance no hit counts.
#[inline]
fn nearest_hit<T: Real, const D: usize>(
    (body, sides): (&Body<'_, T, D>, Option<&Sides<'_, T, D>>),
    mut walk: Walk<'_, Straight<T, D>, T, D>,
    mut cast: impl FnMut(u32, T) -> Result<ShapeCast<T, D>, CastError>,
) -> Result<PiecesCast<ShapeCast<T, D>>, CastError> {
    let mut best = PiecesCast::miss();
    while let Some(piece) = walk.next_piece() {
        let is_passed_by = |surface: &Surface<T, D>| walk.way.passes(&surface.corners(piece));
        if body.surface().is_some_and(is_passed_by)
            || sides.is_some_and(|sides| sides.comes_from_behind(piece))
        {
            continue;
        }
        let found = cast(piece, walk.end)?;
        match found {
            ShapeCast::Miss => continue,
            ShapeCast::Hit(hit) if best.piece.is_some() && !(hit.distance < walk.end) => continue,
            ShapeCast::Hit(hit) => walk.end = hit.distance,
            ShapeCast::Overlapping(_) => walk.stop(),
        }
        best = PiecesCast::of_piece(found, piece);
    }
    Ok(best)
}
