//! Support mappings: what GJK needs to know of a body, and bodies that are made from other bodies.
//!
//! [`SupportMap`] describes a convex body by its farthest point in any direction (\[1\] 3). [`Posed`] places a body
//! in the world. [`Rounded`], [`AffineImage`] and [`MinkowskiSum`] make new bodies.

mod affine_image;
mod difference;
mod minkowski_sum;
mod posed;
mod rounded;
mod touching;
mod vertex;

pub use affine_image::AffineImage;
pub(crate) use difference::{Difference, SupportPair, Untyped, VertexSet, back};
pub use minkowski_sum::MinkowskiSum;
pub use posed::Posed;
pub(crate) use posed::core_reach;
pub use rounded::Rounded;
pub use touching::Touching;
pub use vertex::{Feature, Vertex};

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use nalgebra::SVector;

pub use crate::vector::unit;

use crate::Real;
use crate::forward::pass_on;
use crate::number::{Vector, larger};
use crate::vector::{length_of, numbers, scaled_to};

/// A convex body, described by its farthest point in any direction.
///
/// Coordinates are in the body's own frame. All [shapes](crate::shape) implement this trait. A body of your own needs
/// one method:
///
/// ```
/// use nalgebra::{Isometry2, Vector2, vector};
/// use photofinish::SupportMap;
/// use photofinish::gjk::distance;
/// use photofinish::shape::Ball;
/// use photofinish::support::Posed;
///
/// /// The upper half of a disc.
/// struct HalfDisc {
///     radius: f64,
/// }
///
/// impl SupportMap<f64, 2> for HalfDisc {
///     fn support_point(&self, direction: &Vector2<f64>) -> Vector2<f64> {
///         if direction.y > 0.0 {
///             // directions may be tiny: their squares would be zero
///             (direction / direction.amax()).normalize() * self.radius
///         } else {
///             vector![self.radius.copysign(direction.x), 0.0]
///         }
///     }
/// }
///
/// let half_disc = HalfDisc { radius: 2.0 };
/// assert_eq!(half_disc.extents(), vector![2.0, 2.0]);
/// assert_eq!(half_disc.support_point(&vector![0.0, 1e-300]), vector![0.0, 2.0]);
///
/// // queries take it like any shape
/// let below = Posed::new(Ball::new(0.5)?, &Isometry2::translation(1.0, -3.0))?;
/// let closest = distance(&half_disc, &below).expect("the ball is below the half disc");
/// assert!((closest.distance - 2.5).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What to override
/// Only [`support_point`](Self::support_point) is needed. The other methods have defaults that are right for any body.
/// Override those that bring what you need:
///
/// | methods | what they bring |
/// |---|---|
/// | [`core_support_point`](Self::core_support_point) with [`radius`](Self::radius) | rounded bodies: fewer iterations, and exact distances |
/// | [`core_support_vertex`](Self::core_support_vertex), [`core_vertex`](Self::core_vertex) | indices of vertices: searches go on where earlier ones ended, and those among polytopes end at the exact distance |
/// | [`core_feature`](Self::core_feature), [`core_touching`](Self::core_touching) | the features of an answer, and contact [manifolds](crate::Manifold) of more than one point |
/// | [`core_support_value`](Self::core_support_value), [`extents`](Self::extents), [`reach`](Self::reach), [`interior_point`](Self::interior_point) | less time: the defaults take several support points, or know less |
/// | [`inner_diameter`](Self::inner_diameter) | overlaps that are allowed to be deep |
/// | [`location`](Self::location), [`rounding`](Self::rounding), [`turn_rounding`](Self::turn_rounding) | for bodies that move others, as [`Posed`] does: the digits of places far from the origin |
///
/// # Core and radius
/// Many bodies are a simpler *core* rounded by a *radius*: all points within that radius of the core. A ball is a
/// rounded point, a capsule a rounded segment. A search finds the distance between the cores and subtracts the radii
/// afterwards. That is exact, and takes fewer iterations. A body without a radius is its own core. If you override
/// [`radius`](Self::radius), override [`core_support_point`](Self::core_support_point) too.
///
/// # Wrappers
/// A body that wraps another one has two choices. It may pass on every method. Or it may pass on
/// [`support_point`](Self::support_point) alone, and state a [`rounding`](Self::rounding) that is at least the inner
/// body's. A wrapper that passes on only some of location, core and radius would be a different body. References,
/// `Box`, `Rc` and `Arc` pass on every method.
///
/// `audit_support_map` of the package `photofinish-audit` finds mistakes in a body that you write yourself.
pub trait SupportMap<T: Real, const D: usize> {
    /// Returns a point of the body that is farthest along `direction`, which need not have unit length (\[1\] 3).
    ///
    /// For the zero vector it may be any point of the body.
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D>;

    /// The point from which points and values of the core are measured. It is the origin, unless the body was moved.
    ///
    /// This keeps the digits of bodies far from the origin. A query takes the difference of two locations, and points
    /// of the cores, which are not far from their location.
    #[inline]
    fn location(&self) -> SVector<T, D> {
        SVector::zeros()
    }

    /// Returns a point of the core that is farthest along `direction`, measured from the [`location`](Self::location).
    #[inline]
    fn core_support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        self.support_point(direction) - self.location()
    }

    /// Returns the point of [`core_support_point`](Self::core_support_point), with its index if it is a vertex of
    /// a polytope. A point without one only makes searches longer.
    ///
    /// `near` is the index of a vertex that is likely to be near, where a search may begin. It may be any number.
    #[inline]
    fn core_support_vertex(&self, direction: &SVector<T, D>, near: Option<u32>) -> Vertex<T, D> {
        let _ = near;
        Vertex::unnamed(self.core_support_point(direction))
    }

    /// Returns the vertex of the core with this index, if there is one, measured from the [`location`](Self::location).
    #[inline]
    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        let _ = index;
        None
    }

    /// Returns the smallest feature of the core that has all these vertices. If there are several, it is the one that
    /// faces `direction` most.
    fn core_feature(&self, vertices: &[u32], direction: &SVector<T, D>) -> Feature {
        let _ = (vertices, direction);
        Feature::Curved
    }

    /// Adds the vertices, edges and faces of the core with a point that is at most `depth` below the farthest along
    /// `direction`: those with some x for which `direction . x` is at least the support value less `depth`. The
    /// direction need not have unit length; the depth scales with it. Points are measured from the
    /// [`location`](Self::location).
    ///
    /// Contact manifolds ([`Manifold`](crate::Manifold)) are made of them. A list may have more parts than asked for:
    /// parts that face away, or are farther below, are left out later. The edges and vertices of a face need not be
    /// added beside it.
    ///
    /// The default adds the support point alone. That is right for a body without edges and faces. A body with edges
    /// or faces that keeps the default touches others in one point at a time.
    fn core_touching(&self, direction: &SVector<T, D>, depth: T, touching: &mut Touching<T, D>) {
        let _ = depth;
        let vertex = self.core_support_vertex(direction, None);
        let feature = vertex.index.map_or(Feature::Curved, Feature::Vertex);
        touching.add_point(feature, vertex.point);
    }

    /// Returns how far the core reaches along `direction`: the largest `direction . x` over its points `x`, measured
    /// from the [`location`](Self::location).
    ///
    /// It equals the dot product of `direction` and [`core_support_point`](Self::core_support_point). Override it where
    /// there is a cheaper way.
    #[inline]
    fn core_support_value(&self, direction: &SVector<T, D>) -> T {
        direction.dot(&self.core_support_point(direction))
    }

    /// The radius by which the core is rounded.
    #[inline]
    fn radius(&self) -> T {
        T::zero()
    }

    /// Half the size of an axis-aligned box around the origin that contains the body.
    fn extents(&self) -> SVector<T, D> {
        SVector::from_fn(|axis, _| {
            let mut direction = SVector::zeros();
            direction[axis] = T::one();
            let ahead = self.support_point(&direction)[axis].abs();
            let behind = self.support_point(&-direction)[axis].abs();
            // a maximum would hide NaN
            if ahead <= behind {
                behind
            } else if behind < ahead {
                ahead
            } else {
                T::of(f64::NAN)
            }
        })
    }

    /// Some point of the core, where a search starts, measured from the [`location`](Self::location). The deeper inside
    /// the better.
    fn interior_point(&self) -> SVector<T, D> {
        let mut direction = SVector::zeros();
        direction[0] = T::one();
        (self.core_support_point(&direction) + self.core_support_point(&-direction)) * T::of(0.5)
    }

    /// The largest distance from `center` to any point of the body, or an upper bound of it.
    fn reach(&self, center: &SVector<T, D>) -> T {
        length_of(&(center.abs() + self.extents()))
    }

    /// The diameter of a ball that the body contains, or a lower bound of it.
    ///
    /// It limits how deep a query may let bodies overlap. If they might overlap by half the sum of both diameters, one
    /// body could pass through the other without ever being too deep.
    ///
    /// The default is twice the radius, which is zero for a body without a radius. Override it for a body that is
    /// thicker.
    fn inner_diameter(&self) -> T {
        self.radius() * T::of(2.0)
    }

    /// How far rounding may have moved a point or value of the core from its exact place, along each axis.
    ///
    /// Along a direction s the error is at most the sum over the axes of |s_i| times this. Rounding in the difference
    /// of two locations is not part of it.
    #[inline]
    fn rounding(&self) -> SVector<T, D> {
        self.extents() * (T::EPSILON * T::of(SUPPORT_ULPS))
    }

    /// How far a rounded rotation may have moved any point of the core, in any direction.
    ///
    /// It is part of every axis of [`rounding`](Self::rounding). All points and values of the body share this error.
    /// Zero is always right: it only makes tolerances and bounds larger than necessary.
    #[inline]
    fn turn_rounding(&self) -> T {
        T::zero()
    }

    /// Returns the point of [`core_support_vertex`](Self::core_support_vertex) in double precision, from a direction in
    /// registers, which need not have unit length. `hint` is kept between calls, and may be anything. Afterwards it is the
    /// index of the vertex, or `u32::MAX`.
    #[doc(hidden)]
    #[inline]
    fn core_farthest(&self, direction: Vector<D>, hint: &mut u32) -> [f64; D] {
        // scaled, as single precision has no room for its length; to round it moves a height by less than half an ulp of
        // each of its terms
        let d = direction.numbers();
        let largest = d.iter().fold(0.0, |most, x| larger(x.abs(), most));
        let scale = if largest > 0.0 { 1.0 / largest } else { 1.0 };
        let direction = SVector::from_fn(|axis, _| T::of(d[axis] * scale));
        let vertex = self.core_support_vertex(&direction, Some(*hint));
        *hint = vertex.index.unwrap_or(u32::MAX);
        numbers(&vertex.point)
    }

    /// How much farther along a unit vector than the point of `core_farthest` another point of the core may be.
    #[doc(hidden)]
    #[inline]
    fn core_error(&self) -> f64 {
        length_of(&self.rounding()).as_f64()
    }

    /// Half the extents, if the core is a box around the origin along the axes, or a segment along one, or the origin.
    #[doc(hidden)]
    #[inline]
    fn core_box(&self) -> Option<SVector<T, D>> {
        None
    }
}

/// Ulps of the extents that a support evaluation may lose. Four operations each lose at most `D` half ulps: the
/// product of a matrix with the direction, its product with the support point, the dot product of both, and the
/// subtraction of the other body. In space that is 12 halves, or 6 ulps. A value along a rim takes a length in place of
/// the support point: at most 6 halves, with two products and a sum.
pub(crate) const SUPPORT_ULPS: f64 = 8.0;

/// Makes a pointer to a body act as that body, so that shapes may be shared, and `Box<dyn SupportMap<T, D>>` mixes
/// them. The bound in brackets is what the pointer asks of a body.
macro_rules! forward_support_map {
    ($($pointer:ty: ($($bound:tt)*)),*) => {$(
        impl<T: Real, const D: usize, S: SupportMap<T, D> + $($bound)*> SupportMap<T, D> for $pointer {
            pass_on! {
                fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D>;
                fn location(&self) -> SVector<T, D>;
                fn core_support_point(&self, direction: &SVector<T, D>) -> SVector<T, D>;
                fn core_support_vertex(&self, direction: &SVector<T, D>, near: Option<u32>) -> Vertex<T, D>;
                fn core_vertex(&self, index: u32) -> Option<SVector<T, D>>;
                fn core_feature(&self, vertices: &[u32], direction: &SVector<T, D>) -> Feature;
                fn core_touching(&self, direction: &SVector<T, D>, depth: T, touching: &mut Touching<T, D>);
                fn core_support_value(&self, direction: &SVector<T, D>) -> T;
                fn radius(&self) -> T;
                fn extents(&self) -> SVector<T, D>;
                fn interior_point(&self) -> SVector<T, D>;
                fn reach(&self, center: &SVector<T, D>) -> T;
                fn inner_diameter(&self) -> T;
                fn rounding(&self) -> SVector<T, D>;
                fn turn_rounding(&self) -> T;
                fn core_farthest(&self, direction: Vector<D>, hint: &mut u32) -> [f64; D];
                fn core_error(&self) -> f64;
                fn core_box(&self) -> Option<SVector<T, D>>;
            }
        }
    )*};
}

forward_support_map!(
    &S: (?Sized),
    &mut S: (?Sized),
    Box<S>: (?Sized),
    Rc<S>: (?Sized),
    Arc<S>: (?Sized),
    Cow<'_, S>: (Clone)
);

/// The point of a body that is farthest along `direction`, from the support point of its core and its radius.
#[inline]
pub(crate) fn rounded_support_point<T: Real, const D: usize>(
    core: SVector<T, D>,
    radius: T,
    direction: &SVector<T, D>,
) -> SVector<T, D> {
    core + scaled_to(direction, radius)
}
