//! Bodies rounded by a radius.

use nalgebra::SVector;

use super::{Feature, SUPPORT_ULPS, SupportMap, Touching, Vertex, rounded_support_point};
use crate::error::length;
use crate::forward::pass_on;
use crate::number::Vector;
use crate::{Real, ShapeError, ToF64};

/// A body with rounded edges and corners, or a safety margin: all points within a radius of another body.
///
/// ```
/// use nalgebra::{Isometry3, vector};
/// use photofinish::gjk::distance;
/// use photofinish::shape::{Ball, Cuboid};
/// use photofinish::support::{Posed, Rounded};
///
/// let pillow = Rounded::new(Cuboid::new(vector![1.0, 1.0, 1.0])?, 0.25)?;
/// let ball = Posed::new(Ball::new(0.5)?, &Isometry3::translation(3.0, 0.0, 0.0))?;
/// let closest = distance(&pillow, &ball).expect("they are apart");
/// assert_eq!(closest.distance, 1.25);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        bound(
            serialize = "S: serde::Serialize, T: serde::Serialize",
            deserialize = "S: serde::Deserialize<'de>, T: crate::serial::Scalar"
        ),
        try_from = "WrittenRounded<S, T>"
    )
)]
pub struct Rounded<S, T> {
    body: S,
    radius: T,
}

/// A rounded body as it stands in a file.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct WrittenRounded<S, T> {
    body: S,
    radius: T,
}

#[cfg(feature = "serde")]
impl<S, T: Real> TryFrom<WrittenRounded<S, T>> for Rounded<S, T> {
    type Error = ShapeError;

    fn try_from(written: WrittenRounded<S, T>) -> Result<Self, ShapeError> {
        Self::new(written.body, written.radius)
    }
}

impl<S, T: Real> Rounded<S, T> {
    /// Rounds `body` by `radius`: the result has all points within `radius` of `body`.
    ///
    /// A query refuses a body that is too large in all with
    /// [`CoordinateNotFinite`](crate::QueryError::CoordinateNotFinite).
    ///
    /// # Errors
    /// [`ShapeError::Negative`] and [`ShapeError::NotFinite`].
    pub fn new(body: S, radius: T) -> Result<Self, ShapeError> {
        Ok(Self {
            body,
            radius: length("radius", radius)?,
        })
    }

    /// Returns the same with its body in another type.
    pub(crate) fn map<B>(self, body: impl FnOnce(S) -> B) -> Rounded<B, T> {
        Rounded {
            body: body(self.body),
            radius: self.radius,
        }
    }

    /// The body that is rounded.
    pub fn body(&self) -> &S {
        &self.body
    }

    /// The radius by which the body is rounded.
    ///
    /// [`SupportMap::radius`] also counts the radius that the body had before.
    pub fn added_radius(&self) -> T {
        self.radius
    }
}

impl<T: Real, const D: usize, S: SupportMap<T, D>> SupportMap<T, D> for Rounded<S, T> {
    pass_on! {
        to body:
        fn location(&self) -> SVector<T, D>;
        fn core_support_point(&self, direction: &SVector<T, D>) -> SVector<T, D>;
        fn core_support_vertex(&self, direction: &SVector<T, D>, near: Option<u32>) -> Vertex<T, D>;
        fn core_vertex(&self, index: u32) -> Option<SVector<T, D>>;
        fn core_feature(&self, vertices: &[u32], direction: &SVector<T, D>) -> Feature;
        fn core_touching(&self, direction: &SVector<T, D>, depth: T, touching: &mut Touching<T, D>);
        fn core_support_value(&self, direction: &SVector<T, D>) -> T;
        fn interior_point(&self) -> SVector<T, D>;
        fn core_farthest(&self, direction: Vector<D>, hint: &mut u32) -> [f64; D];
        fn core_box(&self) -> Option<SVector<T, D>>;
    }

    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        rounded_support_point(self.body.support_point(direction), self.radius, direction)
    }

    #[inline]
    fn radius(&self) -> T {
        self.body.radius() + self.radius
    }

    #[inline]
    fn extents(&self) -> SVector<T, D> {
        self.body.extents().add_scalar(self.radius)
    }

    #[inline]
    fn reach(&self, center: &SVector<T, D>) -> T {
        self.body.reach(center) + self.radius
    }

    fn inner_diameter(&self) -> T {
        self.body.inner_diameter() + self.radius * T::of(2.0)
    }

    #[inline]
    fn rounding(&self) -> SVector<T, D> {
        let own = self.radius * (T::EPSILON * T::of(SUPPORT_ULPS));
        self.body.rounding().add_scalar(own)
    }

    /// The sum of both radii loses half an ulp.
    #[inline]
    fn core_error(&self) -> f64 {
        self.body.core_error() + (SupportMap::<T, D>::radius(self) * T::EPSILON).as_f64()
    }
}

impl<S: ToF64> ToF64 for Rounded<S, f32> {
    type F64 = Rounded<S::F64, f64>;

    fn to_f64(&self) -> Self::F64 {
        Rounded {
            body: self.body.to_f64(),
            radius: f64::from(self.radius),
        }
    }
}
