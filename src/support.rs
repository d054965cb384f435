//! Support mappings: all that GJK needs to know of a shape (\[1\] 3).

mod adaptor;
mod difference;
mod posed;
mod vertex;

pub use adaptor::{AffineImage, MinkowskiSum, Rounded};
pub use difference::unit;
pub(crate) use difference::{Difference, SupportPair};
pub use posed::Posed;
pub(crate) use posed::core_reach;
pub use vertex::{Feature, Vertex};

use std::rc::Rc;
use std::sync::Arc;

use nalgebra::SVector;

use crate::Real;
use crate::forward::pass_on;

/// A convex body, described by its farthest point in any direction.
///
/// Coordinates are in the body's own frame. A body of your own needs one method:
///
/// ```
/// use nalgebra::{Vector2, vector};
/// use photofinish::SupportMap;
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
/// ```
///
/// # Core and radius
/// Many bodies are a simpler *core* rounded by a *radius*: all points within that radius of the core. A ball is a
/// rounded point, a capsule a rounded segment. Distances are found between cores, and the radii subtracted
/// afterwards: that is exact, and ends in fewer iterations. A body with no such structure is its own core. Whoever
/// overrides [`radius`](Self::radius) overrides [`core_support_point`](Self::core_support_point) too.
///
/// # Wrappers
/// A body that wraps another one either passes on [`support_point`](Self::support_point) alone, and states in
/// [`rounding`](Self::rounding) at least what the inner body does, or passes on every method. With some of location,
/// core and radius it would be another body. A reference, a box or an `Rc` of a body passes on all.
/// [`audit_support_map`](crate::audit::audit_support_map) finds mistakes in a body that you write yourself.
pub trait SupportMap<T: Real, const D: usize> {
    /// A point of the body farthest along `direction`, which need not be of unit length (\[1\] 3).
    ///
    /// For the zero vector it is any point of the body.
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D>;

    /// Where the points and values of the core are measured from; the origin, unless the body was moved.
    ///
    /// A body far from the origin keeps its digits that way: two bodies are compared by the difference of their
    /// locations, and by points of the cores that are not far from these.
    #[inline]
    fn location(&self) -> SVector<T, D> {
        SVector::zeros()
    }

    /// A point of the core farthest along `direction`, from the [`location`](Self::location).
    #[inline]
    fn core_support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        self.support_point(direction) - self.location()
    }

    /// The same point, with its index if the core is a polytope.
    ///
    /// `near` is the index of a vertex that is likely to be near: a place to begin the search at. It may be any number.
    #[inline]
    fn core_support_vertex(&self, direction: &SVector<T, D>, near: Option<u32>) -> Vertex<T, D> {
        let _ = near;
        Vertex {
            point: self.core_support_point(direction),
            index: None,
        }
    }

    /// The vertex of the core with this index, if there is one, from the [`location`](Self::location).
    #[inline]
    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        let _ = index;
        None
    }

    /// The smallest feature of the core that has all these vertices. Of several, that which faces `direction` most.
    fn core_feature(&self, vertices: &[u32], direction: &SVector<T, D>) -> Feature {
        let _ = (vertices, direction);
        Feature::Curved
    }

    /// The outward unit normal of the core where a point, measured from the [`location`](Self::location), is farthest in
    /// front of it, if the body has flat or straight sides that make this easy to tell: a direction that is likely to
    /// separate it from a body around that point. It decides nothing, and may be wrong.
    #[inline]
    fn core_normal_toward(&self, point: &SVector<T, D>) -> Option<SVector<T, D>> {
        let _ = point;
        None
    }

    /// How far the core reaches along `direction` from the [`location`](Self::location): the largest `direction . x`
    /// over its points `x`.
    ///
    /// The same as the dot product with [`core_support_point`](Self::core_support_point), where that is cheaper.
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
            // what is not a number shows here, as it does not in a maximum
            if ahead <= behind {
                behind
            } else if behind < ahead {
                ahead
            } else {
                T::of(f64::NAN)
            }
        })
    }

    /// Some point of the core from the [`location`](Self::location), the deeper inside the better: where a search starts.
    fn interior_point(&self) -> SVector<T, D> {
        let mut direction = SVector::zeros();
        direction[0] = T::one();
        (self.core_support_point(&direction) + self.core_support_point(&-direction)) * T::of(0.5)
    }

    /// The largest distance of any point of the body from `center`, or a bound on it.
    fn reach(&self, center: &SVector<T, D>) -> T {
        length_of(&(center.abs() + self.extents()))
    }

    /// The diameter of a ball that the body contains, or a lower bound of it.
    ///
    /// It limits how deep bodies may be allowed to overlap: by half the sum of both, a body could pass through another one
    /// without ever being too deep in it. The default is twice the radius, which is zero for a body that has none: a body of
    /// your own that is thicker says so here.
    fn inner_diameter(&self) -> T {
        self.radius() * T::of(2.0)
    }

    /// How far rounding may have moved a point or value of the core from where it should be, along each axis. What is
    /// lost in the difference of two locations is not part of it.
    ///
    /// Along a direction s the error is at most the sum over the axes of |s_i| times this.
    #[inline]
    fn rounding(&self) -> SVector<T, D> {
        self.extents() * (T::EPSILON * T::of(SUPPORT_ROUNDING))
    }

    /// How far a rounded rotation may have moved any point of the core, whichever way. It is part of every axis of
    /// [`rounding`](Self::rounding), and all points and values of the body have it in common.
    ///
    /// Zero is always right: it only makes tolerances and bounds larger than need be.
    #[inline]
    fn turn_rounding(&self) -> T {
        T::zero()
    }
}

/// Ulps of the extents that a support evaluation may lose: a product of a matrix with the direction, one with the
/// support point, the dot product of both and the subtraction of the other body each lose at most `D` half ulps.
pub(crate) const SUPPORT_ROUNDING: f64 = 8.0;

/// A pointer to a body is that body: shapes may be shared, and `Box<dyn SupportMap<T, D>>` mixes them.
macro_rules! forward_support_map {
    ($($pointer:ty),*) => {$(
        impl<T: Real, const D: usize, S: SupportMap<T, D> + ?Sized> SupportMap<T, D> for $pointer {
            pass_on! {
                fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D>;
                fn location(&self) -> SVector<T, D>;
                fn core_support_point(&self, direction: &SVector<T, D>) -> SVector<T, D>;
                fn core_support_vertex(&self, direction: &SVector<T, D>, near: Option<u32>) -> Vertex<T, D>;
                fn core_vertex(&self, index: u32) -> Option<SVector<T, D>>;
                fn core_feature(&self, vertices: &[u32], direction: &SVector<T, D>) -> Feature;
                fn core_normal_toward(&self, point: &SVector<T, D>) -> Option<SVector<T, D>>;
                fn core_support_value(&self, direction: &SVector<T, D>) -> T;
                fn radius(&self) -> T;
                fn extents(&self) -> SVector<T, D>;
                fn interior_point(&self) -> SVector<T, D>;
                fn reach(&self, center: &SVector<T, D>) -> T;
                fn inner_diameter(&self) -> T;
                fn rounding(&self) -> SVector<T, D>;
                fn turn_rounding(&self) -> T;
            }
        }
    )*};
}

forward_support_map!(&S, &mut S, Box<S>, Rc<S>, Arc<S>);

/// The point of a body farthest along `direction`, from its core and radius.
#[inline]
pub(crate) fn rounded_support_point<T: Real, const D: usize>(
    core: SVector<T, D>,
    radius: T,
    direction: &SVector<T, D>,
) -> SVector<T, D> {
    core + scaled_to(direction, radius)
}

/// A vector of any size scaled to a length; the zero vector stays as it is.
#[inline]
pub(crate) fn scaled_to<T: Real, const D: usize>(
    vector: &SVector<T, D>,
    length: T,
) -> SVector<T, D> {
    let square = vector.norm_squared();
    let factor = length / square.sqrt();
    // written so that NaN is not usual
    if square >= least_length::<T>() && factor >= least_length::<T>() && factor.is_finite() {
        vector * factor
    } else {
        extreme_scaled_to(vector, length)
    }
}

#[cold]
fn extreme_scaled_to<T: Real, const D: usize>(vector: &SVector<T, D>, length: T) -> SVector<T, D> {
    let largest = vector.amax();
    if largest == T::zero() {
        return *vector;
    }
    let scaled = vector / largest;
    (scaled / scaled.norm()) * length
}

/// The length of a vector of any size: squares of tiny or huge coordinates leave the range of the scalar.
#[inline]
pub(crate) fn length_of<T: Real, const D: usize>(vector: &SVector<T, D>) -> T {
    let square = vector.norm_squared();
    if square >= least_length::<T>() && square.is_finite() {
        square.sqrt()
    } else {
        length_of_scaled(vector)
    }
}

#[cold]
fn length_of_scaled<T: Real, const D: usize>(vector: &SVector<T, D>) -> T {
    let largest = vector.amax();
    if largest == T::zero() || !largest.is_finite() {
        return largest;
    }
    (vector / largest).norm() * largest
}

/// A length below which nothing is resolved, and a square that is free of underflow: 1e-30 in `f32`, 1e-240 in `f64`.
///
/// A product that underflows is off by half the smallest number, 1e-45 in `f32` and 5e-324 in `f64`: less by a factor that
/// leaves room for coordinates of the largest size.
#[inline]
pub(crate) fn least_length<T: Real>() -> T {
    T::one() / (T::LARGEST * T::LARGEST)
}
