//! Manifolds of bodies of any form: settings, and which pieces of them touch.

use nalgebra::SVector;

use super::floor::Surface;
use super::patch::Patches;
use super::{ContactId, ContactPoint, Manifold, ManifoldError};
use crate::body::AnyBody;
use crate::error::{finite, finite_point};
use crate::motion::Motion;
use crate::pieces::{
    self, Bodies, Body, NearestPieces, Pieces, alone, near_pieces, of_placed_pieces,
    surface_normal, surface_normal_by,
};
use crate::scalar::Ordered;
use crate::support::Feature;
use crate::tuning::LEANS;
use crate::{Contact, HalfSpace, Proximity, Real, SupportMap};

/// The points in which two bodies of any form touch or nearly touch: shapes, bodies of pieces, and half-spaces.
///
/// The [module](crate::manifold#bodies-of-any-form) says which points these are. Keep one for each pair, or one for all
/// pairs of a thread.
///
/// At an impact, ask at the time of the answer. After an event of an [`engine`](crate::engine) both bodies rest at the
/// poses that it names:
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::BodyManifold2;
/// use photofinish::body::{AnyBody, AnyForm2};
/// use photofinish::engine::{Body2, Pass};
/// use photofinish::motion::AtRest;
/// use photofinish::pieces::Polyline;
/// use photofinish::shape::Cuboid;
///
/// // a crate falls on flat ground of three segments, of which it touches two
/// let ground = Polyline::open([-9.0, 0.0, 1.0, 9.0].map(|x| vector![x, 0.0]).to_vec())?;
/// let forms: [AnyForm2; 2] = [ground.into(), Cuboid::new(vector![1.0, 0.5])?.into()];
/// let mut bodies = [
///     Body2::fixed_of(forms[0].as_ref(), Isometry2::identity()),
///     Body2::of(forms[1].as_ref(), Isometry2::translation(0.5, 2.0), Isometry2::translation(0.5, -2.0)),
/// ];
///
/// let mut manifold = BodyManifold2::new(0.01); // a margin: points up to 0.01 apart count
/// Pass::new().run(&mut bodies, [[0, 1]], |event| {
///     let [ground, crate_] = [0, 1].map(|side| {
///         let rest = AtRest::new(event.poses[side]).expect("the poses of an event are finite");
///         AnyBody::new(forms[event.pair[side]].as_ref(), rest)
///     });
///     let points = manifold.update_at(&ground, &crate_, 0.0).expect("the bodies are finite");
///     assert_eq!(points.len(), 2);
///     for point in points {
///         assert_eq!(point.normal, vector![0.0, 1.0]);
///         assert!(point.separation.abs() < 1e-6);
///     }
///     event.usual_response()
/// })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BodyManifold<T, const D: usize> {
    margin: T,
    merging: Option<T>,
    max_points: usize,
    pair: Manifold<T, D>,
    near: Vec<NearestPieces<T, D>>,
    found: Vec<BodyPoint<T, D>>,
    patches: Patches,
    points: Vec<BodyPoint<T, D>>,
}

/// A manifold of bodies in the plane, for types that are written out. The scalar is `f64` unless it is given.
pub type BodyManifold2<T = f64> = BodyManifold<T, 2>;

/// A manifold of bodies in space, for types that are written out. The scalar is `f64` unless it is given.
pub type BodyManifold3<T = f64> = BodyManifold<T, 3>;

/// The name of a contact point of two bodies of any form.
///
/// It stays as long as the point is on the same vertices, edges and faces of the same pieces, as a [`ContactId`] does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct BodyContactId {
    /// The index of the piece of A, and that of the piece of B. It is 0 for a shape and a half-space.
    pub pieces: (u32, u32),
    /// The vertex, edge or face of each of these pieces.
    pub features: ContactId,
}

/// A point in which two bodies of any form touch or nearly touch.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
#[non_exhaustive]
pub struct BodyPoint<T, const D: usize> {
    /// The unit vector from A to B along which the bodies push each other there, in the world's frame.
    pub normal: SVector<T, D>,
    /// The point on the surface of A, in the world's frame.
    ///
    /// Of a rounded piece it is the point that is its radius from its core along the normal. That is a little inside
    /// the piece where the normal leans along its axis, as at an edge of a mesh that lets a normal lean only so far.
    pub witness_a: SVector<T, D>,
    /// The point on the surface of B, in the world's frame, as that of A.
    pub witness_b: SVector<T, D>,
    /// The way from A to B along the normal: negative if they overlap there. It is a length.
    pub separation: T,
    /// The name of the point.
    pub id: BodyContactId,
}

impl<T: Real, const D: usize> BodyPoint<T, D> {
    /// Returns the point half way between both witness points, in the world's frame.
    pub fn middle(&self) -> SVector<T, D> {
        (self.witness_a + self.witness_b) * T::of(0.5)
    }

    fn of(point: &ContactPoint<T, D>, normal: SVector<T, D>, pieces: (u32, u32)) -> Self {
        Self {
            normal,
            witness_a: point.witness_a,
            witness_b: point.witness_b,
            separation: point.separation,
            id: BodyContactId {
                pieces,
                features: point.id,
            },
        }
    }

    /// Swaps the bodies.
    fn swap(&mut self) {
        self.normal = -self.normal;
        std::mem::swap(&mut self.witness_a, &mut self.witness_b);
        let id = &mut self.id;
        id.pieces = (id.pieces.1, id.pieces.0);
        std::mem::swap(&mut id.features.feature_a, &mut id.features.feature_b);
    }
}

impl<T: Real, const D: usize> BodyManifold<T, D> {
    /// A manifold without points yet, which takes all points in which bodies are no farther apart than `margin`: a
    /// length. Bodies at an [impact](crate::Impact) are up to its distance apart.
    pub fn new(margin: T) -> Self {
        Self {
            margin,
            merging: None,
            max_points: if D == 2 { 2 } else { 4 },
            pair: Manifold::new().max_points(usize::MAX),
            near: Vec::new(),
            found: Vec::new(),
            patches: Patches::default(),
            points: Vec::new(),
        }
    }

    /// Sets how near to each other, across the normal, places must be to count as one, as
    /// [`Manifold::merging`] does. The default is the largest that a manifold of two of the touching pieces has.
    #[must_use]
    pub fn merging(mut self, length: T) -> Self {
        self.merging = Some(length);
        self
    }

    /// Sets how many points there may be for each normal, chosen as [`Manifold::max_points`] says. The default is 4 in
    /// space and 2 in the plane.
    #[must_use]
    pub fn max_points(mut self, count: usize) -> Self {
        self.max_points = count;
        self
    }

    /// The points found last.
    pub fn points(&self) -> &[BodyPoint<T, D>] {
        &self.points
    }

    /// Finds the points in which two bodies touch at a time. Those of one normal stand together.
    ///
    /// Bodies far from the world's origin lose no accuracy, but for that of the coordinates of the points.
    ///
    /// # Errors
    /// [`ManifoldError`]; [`ManifoldError::TwoHalfSpaces`] for two half-spaces. There are no points then.
    pub fn update_at<S, P, M>(
        &mut self,
        a: &AnyBody<S, P, M, T, D>,
        b: &AnyBody<S, P, M, T, D>,
        time: T,
    ) -> Result<&[BodyPoint<T, D>], ManifoldError>
    where
        S: SupportMap<T, D>,
        P: Pieces<T, D>,
        M: Motion<T, D>,
    {
        self.points.clear();
        self.found.clear();
        if self.max_points == 0 {
            return Err(ManifoldError::NoPoints);
        }
        for (name, length) in [("margin", Some(self.margin)), ("merging", self.merging)] {
            let is_length = |length: T| (T::zero()..=T::LARGEST).contains(&length);
            if let Some(length) = length.filter(|&length| !is_length(length)) {
                let value = length.as_f64();
                return Err(ManifoldError::InvalidLength { name, value });
            }
        }
        let time = finite("the time", time)?;
        self.pair.set_merging(self.merging);
        let frame = match (a, b) {
            (AnyBody::Shape(a), AnyBody::Shape(b)) => {
                self.between((&alone(a)?.body(), &alone(b)?.body()), time)?
            }
            (AnyBody::Shape(a), AnyBody::Pieces(b)) => {
                self.between((&alone(a)?.body(), &b.body()), time)?
            }
            (AnyBody::Pieces(a), AnyBody::Shape(b)) => {
                self.between((&a.body(), &alone(b)?.body()), time)?
            }
            (AnyBody::Pieces(a), AnyBody::Pieces(b)) => {
                self.between((&a.body(), &b.body()), time)?
            }
            (AnyBody::Floor(floor), _) => self.on(floor, b, time)?,
            (AnyBody::MovingFloor(floor), _) => self.on(&floor.placed(time)?, b, time)?,
            (_, AnyBody::Floor(_) | AnyBody::MovingFloor(_)) => {
                self.update_at(b, a, time)?;
                self.points.iter_mut().for_each(BodyPoint::swap);
                return Ok(&self.points);
            }
        };
        self.patches
            .choose(&mut self.found, self.max_points, frame.merging);
        self.points.append(&mut self.found);
        for point in &mut self.points {
            point.witness_a += frame.origin;
            point.witness_b += frame.origin;
        }
        Ok(&self.points)
    }

    /// Finds the points of all pairs of pieces in reach of each other.
    fn between(&mut self, (a, b): Bodies<'_, T, D>, time: T) -> Result<Frame<T, D>, ManifoldError> {
        let half = T::of(0.5);
        let origin = a.motion().reference(time) * half + b.motion().reference(time) * half;
        let origin = finite_point("a body's coordinate", origin)?;
        let at = (time, &origin);
        let mut near = std::mem::take(&mut self.near);
        near.clear();
        near_pieces((a, b), at, self.margin, &mut near)?;
        self.near = near;
        let (surfaces, margin) = ([a.surface(), b.surface()], self.margin);
        let are_apart = are_known_apart(&self.near);
        let normal_of = |near: &NearestPieces<T, D>| {
            let contact = near.proximity.contact();
            if are_apart {
                let points = [contact.witness_a, contact.witness_b];
                surface_normal_by((a, b), near.pieces, at, (contact.normal, points))
            } else {
                surface_normal((a, b), near.pieces, at, contact.normal)
            }
        };
        let ask = |pair: &mut Manifold<T, D>, pieces: (u32, u32), along: Along<'_, T, D>| {
            of_placed_pieces((a, b), pieces, at, |[a, b]| {
                pair.up_to(margin, (&a, &b), along)
            })
        };
        let merging = self.ask_all(surfaces, normal_of, ask)?;
        Ok(Frame { origin, merging })
    }

    /// Finds the points of all pieces in reach of a half-space at rest.
    fn on<S, P, M>(
        &mut self,
        floor: &HalfSpace<T, D>,
        body: &AnyBody<S, P, M, T, D>,
        time: T,
    ) -> Result<Frame<T, D>, ManifoldError>
    where
        S: SupportMap<T, D>,
        P: Pieces<T, D>,
        M: Motion<T, D>,
    {
        match body {
            AnyBody::Shape(body) => self.pieces_on(floor, &alone(body)?.body(), time),
            AnyBody::Pieces(body) => self.pieces_on(floor, &body.body(), time),
            AnyBody::Floor(_) | AnyBody::MovingFloor(_) => Err(ManifoldError::TwoHalfSpaces),
        }
    }

    fn pieces_on(
        &mut self,
        floor: &HalfSpace<T, D>,
        body: &Body<'_, T, D>,
        time: T,
    ) -> Result<Frame<T, D>, ManifoldError> {
        let origin = finite_point("a body's coordinate", body.motion().reference(time))?;
        let floor = HalfSpace::new(*floor.normal(), floor.point() - origin)?;
        let at = (time, &origin);
        self.near.clear();
        let mut ahead = vec![0];
        while let Some(index) = ahead.pop() {
            let of_box = body.placed_box(index, at, |placed| floor.proximity(&placed));
            if of_box.signed_distance() > self.margin {
                continue;
            }
            let Some(piece) = body.tree().node(index).piece() else {
                ahead.extend(body.tree().children(index));
                continue;
            };
            let proximity = body.placed_piece(piece, at, |placed| floor.proximity(&placed));
            if proximity.signed_distance() <= self.margin {
                let pieces = (0, piece);
                self.near.push(NearestPieces { pieces, proximity });
            }
        }
        self.near.sort_unstable_by_key(|near| near.pieces);
        let margin = self.margin;
        let ask = |pair: &mut Manifold<T, D>, (_, piece): (u32, u32), along: Along<'_, T, D>| {
            body.placed_piece(piece, at, |placed| {
                let surface = Surface::below(floor.normal(), floor.point(), &placed);
                pair.up_to(margin, (&surface, &placed), along)
            })
        };
        let merging = self.ask_all([None, body.surface()], |_| *floor.normal(), ask)?;
        Ok(Frame { origin, merging })
    }

    /// Finds the points of each pair of pieces that are near each other. Returns how near to each other places count as
    /// one.
    ///
    /// `normal_of` is the normal of the surfaces at a pair, and `ask` finds its points along the normal of a contact.
    fn ask_all(
        &mut self,
        surfaces: [Option<&pieces::Surface<T, D>>; 2],
        normal_of: impl Fn(&NearestPieces<T, D>) -> SVector<T, D>,
        ask: impl Fn(&mut Manifold<T, D>, (u32, u32), Along<'_, T, D>) -> Result<f64, ManifoldError>,
    ) -> Result<f64, ManifoldError> {
        let mut largest = 0.0_f64;
        for near in &self.near {
            let own = near.proximity.contact();
            let mut contact = *own;
            contact.normal = normal_of(near);
            // where the surface goes on beyond the edge that the body is over, another piece is nearer
            let leans = (contact.normal - own.normal).norm() > T::SQRT_EPSILON * T::of(LEANS);
            let merging = ask(&mut self.pair, near.pieces, (&contact, !leans))?;
            largest = largest.max(merging);
            let points = self.pair.points().iter();
            let holding = points.filter(|point| holds(surfaces, near.pieces, &point.id));
            let kept = holding.filter(|point| point.separation <= self.margin);
            self.found
                .extend(kept.map(|point| BodyPoint::of(point, contact.normal, near.pieces)));
        }
        if self.found.is_empty() {
            self.ask_nearest(ask)?;
        }
        Ok(largest)
    }

    /// Finds the points of the nearest pair along its own normal, when no pair holds anything: where a surface bends by
    /// less than counts as a bend, a flat face may rest on what seems to be the inside of a plane.
    fn ask_nearest(
        &mut self,
        ask: impl Fn(&mut Manifold<T, D>, (u32, u32), Along<'_, T, D>) -> Result<f64, ManifoldError>,
    ) -> Result<(), ManifoldError> {
        let Some(near) = nearest(&self.near) else {
            return Ok(());
        };
        let contact = near.proximity.contact();
        ask(&mut self.pair, near.pieces, (contact, true))?;
        let points = self.pair.points().iter();
        let kept = points.filter(|point| point.separation <= self.margin);
        self.found
            .extend(kept.map(|point| BodyPoint::of(point, contact.normal, near.pieces)));
        Ok(())
    }
}

/// A contact along whose normal points are looked for, and whether it is also a point itself.
type Along<'a, T, const D: usize> = (&'a Contact<T, D>, bool);

/// Returns whether all pieces are apart by so much that their nearest points tell on which side of each other they are.
///
/// Where a body has sunk into a surface, pieces beside it are apart from it too, but their nearest points are below
/// that surface.
fn are_known_apart<T: Real, const D: usize>(near: &[NearestPieces<T, D>]) -> bool {
    near.iter().all(|near| match &near.proximity {
        Proximity::Disjoint(closest) => closest.lower_bound * T::of(2.0) >= closest.distance,
        Proximity::Overlapping(_) => false,
    })
}

/// What two bodies were seen from, and how near to each other places count as one.
struct Frame<T, const D: usize> {
    origin: SVector<T, D>,
    merging: f64,
}

/// Returns the nearest pair.
fn nearest<T: Real, const D: usize>(near: &[NearestPieces<T, D>]) -> Option<&NearestPieces<T, D>> {
    let distance = |near: &NearestPieces<T, D>| Ordered::of(near.proximity.signed_distance());
    near.iter().min_by_key(|near| distance(near))
}

/// Returns whether a point may be a corner of the gap between two bodies.
///
/// An edge between two triangles in a plane is no edge of the body, and a corner between such edges is no corner of it.
/// What touches there touches the plane: a point there counts only if it is at a vertex of the other body.
fn holds<T: Real, const D: usize>(
    surfaces: [Option<&pieces::Surface<T, D>>; 2],
    pieces: (u32, u32),
    id: &ContactId,
) -> bool {
    let is_corner = |feature| matches!(feature, Feature::Vertex(_) | Feature::Curved);
    let [a, b] = [(pieces.0, id.feature_a), (pieces.1, id.feature_b)];
    let is_inner = |side: usize, (piece, feature)| {
        surfaces[side].is_some_and(|surface| is_inside(surface, piece, feature))
    };
    (is_corner(b.1) || !is_inner(0, a)) && (is_corner(a.1) || !is_inner(1, b))
}

/// Returns whether an edge or a corner of a piece has the same plane on both sides, as far as this piece tells: if a
/// corner has an edge elsewhere, it belongs to another piece in this plane too.
fn is_inside<T: Real, const D: usize>(
    surface: &pieces::Surface<T, D>,
    piece: u32,
    feature: Feature,
) -> bool {
    match feature {
        Feature::Vertex(corner) => {
            let others = (0..D).filter(|&other| other != corner as usize);
            others
                .into_iter()
                .all(|opposite| surface.is_flat_across(piece, opposite))
        }
        Feature::Edge(ends) if D == 3 => {
            let others = (0..D).filter(|&other| !ends.contains(&(other as u32)));
            others
                .into_iter()
                .all(|opposite| surface.is_flat_across(piece, opposite))
        }
        _ => false,
    }
}
