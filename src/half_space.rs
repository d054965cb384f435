//! Half-spaces: floors and walls without an end.
//!
//! A half-space is no [`SupportMap`]: it reaches infinitely far along all directions but one. Only its outward normal
//! can separate it from a body, so that its queries need neither GJK nor EPA. The certified test of the [crate] docs is
//! run along that one vector. [`Query::time_of_impact_on`](crate::Query::time_of_impact_on) has the search. In an
//! [`engine`](crate::engine) a half-space is a body of the pass.

mod boundary;
mod moving;

pub use moving::MovingHalfSpace;

use std::ops::RangeInclusive;

use nalgebra::SVector;

use crate::epa::Penetration;
use crate::error::finite_point;
use crate::extrusion::Side;
use crate::gjk::{Closest, Termination};
use crate::proof::{Frame, Subject};
use crate::separation::Instant;
use crate::support::Feature;
use crate::vector::{unit, unit_unless_it_is};
use crate::{
    Certificate, CertificateError, CertifiedInterval, Contact, Extrusion, Proximity, Real,
    ShapeError, SupportMap, ToF64,
};
use boundary::BoundaryAtRest;

pub(crate) mod sealed {
    use super::{Extrusion, Frame, Real, SVector, Subject};

    /// What the test sees of a half-space.
    pub trait HasBoundary<T: Real, const D: usize>: Subject<D> {
        /// A point of the boundary through time.
        type Boundary: Extrusion<T, D>;

        fn boundary(&self) -> &Self::Boundary;

        /// The outward unit normal, in the axes of `frame`.
        fn outward(&self) -> &SVector<T, D>;

        /// The frame in which the normal is fixed. The half-space is body A.
        fn frame(&self) -> Frame;
    }
}

/// A half-space that queries take: a [`HalfSpace`] at rest, or a [`MovingHalfSpace`].
pub trait Floor<T: Real, const D: usize>: sealed::HasBoundary<T, D> + Sized {
    /// Checks a certificate of [`Query::certify_on`](crate::Query::certify_on): that this half-space and a body keep
    /// `distance` at all times of `span`. Returns how much farther apart they are proven to be.
    ///
    /// [`Certificate::verify`] has the details. Besides, every vector must be the half-space's normal.
    ///
    /// # Errors
    /// [`CertificateError::NotTheNormal`], and the errors of [`Certificate::verify`].
    fn verify<B: Extrusion<T, D>>(
        &self,
        certificate: &Certificate<T, D>,
        body: &B,
        distance: T,
        span: RangeInclusive<T>,
    ) -> Result<T, CertificateError> {
        let is_other = |interval: &CertifiedInterval<T, D>| {
            interval.direction != *self.outward() || interval.frame != self.frame()
        };
        match certificate.intervals.iter().position(is_other) {
            Some(index) => Err(CertificateError::NotTheNormal { index }),
            None => {
                let floor = Side {
                    body: self.boundary(),
                    subject: self,
                };
                Side::of(body, |body| {
                    certificate.verify_of([floor, body], distance, span)
                })
            }
        }
    }
}

/// All points on one side of a plane, or in two dimensions of a line: a floor or a wall without an end, at rest.
///
/// [`Query::time_of_impact_on`](crate::Query::time_of_impact_on) asks when a moving body meets it,
/// [`proximity`](Self::proximity) how far away a placed body is. [`MovingHalfSpace`] gives it a motion, and
/// [`Body::floor`](crate::engine::Body::floor) makes it a body of an engine's pass.
///
/// ```
/// use nalgebra::{Isometry3, vector};
/// use photofinish::motion::{Ballistic, ConstantVelocity};
/// use photofinish::shape::Cuboid;
/// use photofinish::{HalfSpace, Moving, Outcome, Query};
///
/// // a crate tumbles down on a floor that has no end
/// let floor = HalfSpace::new(vector![0.0, 1.0, 0.0], vector![0.0, 0.0, 0.0])?;
/// let start = Isometry3::translation(0.0, 3.0, 0.0);
/// let (throw, spin) = (vector![40.0, 0.0, 0.0], vector![0.0, 0.0, 2.0]);
/// let fall = Ballistic::new(ConstantVelocity::new(start, throw, spin)?, vector![0.0, -10.0, 0.0])?;
/// let crate_ = Moving::new(Cuboid::new(vector![0.5, 0.5, 0.5])?, fall);
///
/// let Outcome::Impact(impact) = Query::new().time_of_impact_on(&floor, &crate_, 0.0..=1.0)?.outcome else {
///     panic!("the crate falls on the floor");
/// };
/// // half the crate's height, after it has turned by an angle of 2 t
/// let (sin, cos) = (2.0f64 * impact.time).sin_cos();
/// let height = 3.0 - 5.0 * impact.time * impact.time - 0.5 * (sin.abs() + cos.abs());
/// assert!((0.0..1e-7).contains(&height));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Where a floor may stand
/// - In the queries that end in `_on`: [`time_of_impact_on`](crate::Query::time_of_impact_on),
///   [`touches_on`](crate::Query::touches_on), [`observed_on`](crate::Query::observed_on) and
///   [`certify_on`](crate::Query::certify_on), and for bodies of pieces in
///   [`first_contact_on`](crate::Query::first_contact_on).
/// - Among bodies of all forms: as an [`AnyBody`](crate::body::AnyBody).
/// - In an [`engine`](crate::engine): as a body of a [`Pass`](crate::engine::Pass), and in
///   [`candidates`](crate::engine::candidates).
/// - In a [`Manifold`](crate::Manifold): [`update_on`](crate::Manifold::update_on).
/// - In the gate for slow bodies, at rest: [`cannot_sink_into`](crate::swept::cannot_sink_into).
/// - In [casts](crate::cast), at rest: [`cast_ray_on`](crate::Query::cast_ray_on) and
///   [`cast_shape_on`](crate::Query::cast_shape_on).
///
/// Elsewhere it may not:
/// - [`AnyShape`](crate::shape::AnyShape) takes shapes with an end, [`AnyBody`](crate::body::AnyBody) all.
/// - [`swept`](crate::swept) has no box for it. Ask how far a body gets into a floor at rest, by
///   [`highest_along`](crate::swept::highest_along) with minus the normal.
/// - [`Query::first_of`](crate::Query::first_of) takes no floor. Ask about it by itself, and take the earlier answer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        bound = "T: crate::serial::Scalar",
        try_from = "Written<T, D>",
        into = "Written<T, D>"
    )
)]
pub struct HalfSpace<T: Real, const D: usize> {
    normal: SVector<T, D>,
    boundary: BoundaryAtRest<T, D>,
}

/// The fields of a half-space as they stand in a file.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(bound = "T: crate::serial::Scalar")]
struct Written<T: Real, const D: usize> {
    normal: SVector<T, D>,
    point: SVector<T, D>,
}

#[cfg(feature = "serde")]
impl<T: crate::serial::Scalar, const D: usize> TryFrom<Written<T, D>> for HalfSpace<T, D> {
    type Error = ShapeError;

    fn try_from(written: Written<T, D>) -> Result<Self, ShapeError> {
        Self::new(written.normal, written.point)
    }
}

#[cfg(feature = "serde")]
impl<T: Real, const D: usize> From<HalfSpace<T, D>> for Written<T, D> {
    fn from(half_space: HalfSpace<T, D>) -> Self {
        Self {
            normal: half_space.normal,
            point: half_space.boundary.0,
        }
    }
}

impl<T: Real, const D: usize> HalfSpace<T, D> {
    /// Returns the half-space with the outward normal `normal`, of any length, and `point` on its boundary.
    ///
    /// Both are in the world's frame. The normal is scaled to unit length, and is then taken as exact. Choose the point
    /// near the bodies, as rounding grows with the distance from it.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] and [`ShapeError::ZeroNormal`].
    pub fn new(normal: SVector<T, D>, point: SVector<T, D>) -> Result<Self, ShapeError> {
        let normal = finite_point("normal", normal)?;
        if normal == SVector::<T, D>::zeros() {
            return Err(ShapeError::ZeroNormal);
        }
        Ok(Self {
            normal: unit_unless_it_is(normal),
            boundary: BoundaryAtRest(finite_point("point", point)?),
        })
    }

    /// Returns the outward unit normal.
    pub fn normal(&self) -> &SVector<T, D> {
        &self.normal
    }

    /// Returns the point of the boundary that the half-space was given by.
    pub fn point(&self) -> &SVector<T, D> {
        &self.boundary.0
    }

    /// Returns the distance of the half-space, as body A, and a placed body, or the depth of their overlap.
    ///
    /// The depth is that along the normal, the only way in which the body can leave. Coordinates that are not finite
    /// give an overlap with a depth of NaN.
    ///
    /// ```
    /// use nalgebra::{Isometry2, vector};
    /// use photofinish::HalfSpace;
    /// use photofinish::shape::Cuboid;
    /// use photofinish::support::{Feature, Posed};
    ///
    /// let floor = HalfSpace::new(vector![0.0, 2.0], vector![0.0, 1.0])?;
    /// for (y, distance) in [(3.0, 1.5), (1.25, -0.25), (-9.0, -10.5)] {
    ///     let block = Posed::new(Cuboid::new(vector![1.0, 0.5])?, &Isometry2::translation(1e6, y))?;
    ///     let found = floor.proximity(&block);
    ///     assert_eq!(found.signed_distance(), distance);
    ///     assert_eq!(found.contact().witness_a.y, 1.0);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn proximity<B: SupportMap<T, D>>(&self, body: &B) -> Proximity<T, D> {
        let origin = SVector::zeros();
        let boundary = self.boundary.slice(T::zero(), &origin);
        let placed = Instant::new(T::zero(), boundary, body, T::zero());
        let s = &self.normal;
        let value = placed.bodies.supporting_distance(s);
        let (contact, error) = (contact_with(body, s, value, &origin), placed.error(s));
        at_distance(value, error, contact)
    }
}

/// Returns the distance of a half-space and a body, or their overlap, from a signed distance that may be off by `error`.
pub(crate) fn at_distance<T: Real, const D: usize>(
    distance: T,
    error: T,
    contact: Contact<T, D>,
) -> Proximity<T, D> {
    let (termination, iterations) = (Termination::Converged, 1);
    if distance > error && distance.is_finite() {
        return Proximity::Disjoint(Closest {
            distance,
            lower_bound: distance - error,
            contact,
            termination,
            iterations,
        });
    }
    // bodies that touch up to rounding have no depth; NaN stays
    let depth = if distance > T::zero() {
        T::zero()
    } else {
        T::zero() - distance
    };
    Proximity::Overlapping(Penetration {
        depth,
        lower_bound: (depth - error).max(T::zero()),
        contact,
        termination,
        iterations,
    })
}

/// Returns where a half-space with the normal `s` and a body are nearest, if `distance` is their signed distance.
pub(crate) fn contact_with<B: SupportMap<T, D>, T: Real, const D: usize>(
    body: &B,
    s: &SVector<T, D>,
    distance: T,
    origin: &SVector<T, D>,
) -> Contact<T, D> {
    let witness_b = body.support_point(&-s) + origin;
    let vertex = body.core_support_vertex(&-s, None);
    let feature_b = vertex
        .index
        .map_or(Feature::Curved, |index| body.core_feature(&[index], &-s));
    Contact {
        normal: *s,
        witness_a: witness_b - s * distance,
        witness_b,
        feature_a: Feature::Face(0),
        feature_b,
    }
}

impl<T: Real, const D: usize> sealed::HasBoundary<T, D> for HalfSpace<T, D> {
    type Boundary = BoundaryAtRest<T, D>;

    fn boundary(&self) -> &Self::Boundary {
        &self.boundary
    }

    fn outward(&self) -> &SVector<T, D> {
        &self.normal
    }

    fn frame(&self) -> Frame {
        Frame::World
    }
}

impl<T: Real, const D: usize> Floor<T, D> for HalfSpace<T, D> {}

impl<const D: usize> ToF64 for HalfSpace<f32, D> {
    type F64 = HalfSpace<f64, D>;

    /// The normal is scaled to unit length anew: its direction stays the same.
    fn to_f64(&self) -> HalfSpace<f64, D> {
        HalfSpace {
            normal: unit(self.normal.map(f64::from)),
            boundary: BoundaryAtRest(self.boundary.0.map(f64::from)),
        }
    }
}
