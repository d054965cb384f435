//! Manifolds of half-spaces.

use nalgebra::SVector;

use super::facing::across;
use super::{ContactPoint, Manifold, ManifoldError};
use crate::error::{finite, finite_point};
use crate::half_space::sealed::HasBoundary;
use crate::support::{Feature, Touching};
use crate::{Contact, Extrusion, HalfSpace, Real, SupportMap};

/// How many times as wide as the body the part of the floor is that stands for all of it. The body must not reach its
/// edges, however its width was rounded.
const ROOM: f64 = 4.0;

impl<T: Real, const D: usize> Manifold<T, D> {
    /// Finds the points in which a placed body touches a half-space, which is body A, along the normal of the
    /// half-space.
    ///
    /// The contact is one of [`HalfSpace::proximity`] or of a query on the half-space; only its witness points and
    /// features count. The half-space has one face, `Feature::Face(0)`, in the plane too, so that points are named
    /// after the vertices of the body. All else is as for [`update`](Self::update).
    ///
    /// ```
    /// use nalgebra::{Isometry3, vector};
    /// use photofinish::shape::Cuboid;
    /// use photofinish::support::{Feature, Posed};
    /// use photofinish::{HalfSpace, Manifold};
    ///
    /// let floor = HalfSpace::new(vector![0.0, 1.0, 0.0], vector![0.0, 0.0, 0.0])?;
    /// let crate_ = Posed::new(Cuboid::new(vector![0.5, 0.5, 0.5])?, &Isometry3::translation(2.0, 0.499, 1.0))?;
    /// let mut manifold = Manifold::new();
    /// let points = manifold.update_on(&floor, &crate_, floor.proximity(&crate_).contact())?;
    /// assert_eq!(points.len(), 4);
    /// for point in points {
    ///     assert!((point.separation + 0.001_f64).abs() < 1e-12);
    ///     assert_eq!(point.id.feature_a, Feature::Face(0));
    ///     assert!(matches!(point.id.feature_b, Feature::Vertex(_)));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`update`](Self::update).
    pub fn update_on<B: SupportMap<T, D>>(
        &mut self,
        floor: &HalfSpace<T, D>,
        body: &B,
        contact: &Contact<T, D>,
    ) -> Result<&[ContactPoint<T, D>], ManifoldError> {
        let surface = Surface::below(floor.normal(), floor.point(), body);
        let mut contact = *contact;
        contact.normal = *floor.normal();
        self.update(&surface, body, &contact)
    }

    /// Finds the points in which a body touches a half-space at a time, as [`update_on`](Self::update_on) does. A
    /// half-space that moves is [placed](crate::MovingHalfSpace::placed) at that time.
    ///
    /// # Errors
    /// Those of [`update_at`](Self::update_at).
    pub fn update_on_at<B: Extrusion<T, D>>(
        &mut self,
        floor: &HalfSpace<T, D>,
        body: &B,
        time: T,
        contact: &Contact<T, D>,
    ) -> Result<&[ContactPoint<T, D>], ManifoldError> {
        self.clear();
        let time = finite("the time", time)?;
        let origin = finite_point("a body's coordinate", body.reference(time))?;
        let mut seen = *contact;
        seen.normal = *floor.normal();
        seen.witness_a -= origin;
        seen.witness_b -= origin;
        let slice = body.slice(time, &origin);
        let surface = Surface::below(floor.outward(), &(floor.point() - origin), &slice);
        self.update(&surface, &slice, &seen)?;
        Ok(self.moved(&origin))
    }
}

/// The part of a half-space's surface that is below a body, and around that.
pub(super) struct Surface<T, const D: usize> {
    /// Its middle, from which all else is measured.
    middle: SVector<T, D>,
    normal: SVector<T, D>,
    /// From the middle to the middles of its sides; the second is zero in the plane.
    sides: [SVector<T, D>; 2],
}

impl<T: Real, const D: usize> Surface<T, D> {
    pub(super) fn below(
        normal: &SVector<T, D>,
        point: &SVector<T, D>,
        body: &impl SupportMap<T, D>,
    ) -> Self {
        let inside = body.location() + body.interior_point();
        let axes = across(&normal.map(T::as_f64)).map(|axis| axis.map(T::of));
        let reaches = axes.iter().flat_map(|axis| [*axis, -axis]);
        let reach = reaches.map(|axis| body.core_support_value(&axis).abs() + body.radius());
        let inner = body.interior_point().abs().sum();
        let wide = reach.fold(inner, T::max) * T::of(ROOM);
        // a point of a body has no width, but the floor below it has one
        let wide = if wide > T::zero() { wide } else { T::one() };
        Self {
            middle: inside + normal * normal.dot(&(point - inside)),
            normal: *normal,
            sides: axes.map(|axis| axis * wide),
        }
    }

    /// The corners, in order around: two in the plane.
    fn corners(&self) -> impl Iterator<Item = SVector<T, D>> {
        let [u, v] = self.sides;
        let all = if D == 2 { 2 } else { 4 };
        [u + v, v - u, -u - v, u - v].into_iter().take(all)
    }
}

impl<T: Real, const D: usize> SupportMap<T, D> for Surface<T, D> {
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        self.middle + self.core_support_point(direction)
    }

    fn location(&self) -> SVector<T, D> {
        self.middle
    }

    fn core_support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        let toward = |side: &SVector<T, D>| {
            if side.dot(direction) < T::zero() {
                -side
            } else {
                *side
            }
        };
        toward(&self.sides[0]) + toward(&self.sides[1])
    }

    fn core_touching(&self, _direction: &SVector<T, D>, _depth: T, touching: &mut Touching<T, D>) {
        touching.add_face(Feature::Face(0), (0..).zip(self.corners()));
    }

    fn interior_point(&self) -> SVector<T, D> {
        -self.normal * self.sides[0].amax()
    }

    fn extents(&self) -> SVector<T, D> {
        self.middle.abs() + self.sides[0].abs() + self.sides[1].abs()
    }
}
