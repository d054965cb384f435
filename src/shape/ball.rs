//! Balls.

use nalgebra::SVector;

use crate::error::length;
use crate::number::Vector;
use crate::support::{Feature, Vertex, rounded_support_point};
use crate::vector::length_of;
use crate::{Real, ShapeError, SupportMap, ToF64};

/// A ball around the origin. In two dimensions it is a disc.
///
/// ```
/// use nalgebra::Isometry3;
/// use photofinish::gjk::distance;
/// use photofinish::shape::Ball;
/// use photofinish::support::Posed;
///
/// let ball = Ball::new(0.5)?;
/// let other = Posed::new(ball, &Isometry3::translation(3.0, 0.0, 0.0))?;
/// let closest = distance(&ball, &other).expect("the balls are apart");
/// assert_eq!(closest.distance, 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "T: crate::serial::Scalar", try_from = "Written<T>")
)]
pub struct Ball<T> {
    radius: T,
}

#[cfg(feature = "serde")]
crate::serial::written! {
    struct Written<T> { radius: T } for Ball by new
}

impl<T: Real> Ball<T> {
    /// A ball of this radius. A radius of zero makes a point.
    ///
    /// # Errors
    /// [`ShapeError::Negative`] and [`ShapeError::NotFinite`].
    pub fn new(radius: T) -> Result<Self, ShapeError> {
        Ok(Self {
            radius: length("radius", radius)?,
        })
    }

    /// The radius of the ball.
    pub fn radius(&self) -> T {
        self.radius
    }
}

impl<T: Real, const D: usize> SupportMap<T, D> for Ball<T> {
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        rounded_support_point(SVector::zeros(), self.radius, direction)
    }

    #[inline]
    fn core_support_point(&self, _direction: &SVector<T, D>) -> SVector<T, D> {
        SVector::zeros()
    }

    #[inline(always)]
    fn core_support_vertex(&self, _direction: &SVector<T, D>, _near: Option<u32>) -> Vertex<T, D> {
        Vertex::corner(SVector::zeros(), 0)
    }

    #[inline(always)]
    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        (index == 0).then(SVector::zeros)
    }

    fn core_feature(&self, vertices: &[u32], _direction: &SVector<T, D>) -> Feature {
        Feature::spanned(vertices).unwrap_or(Feature::Curved)
    }

    #[inline(always)]
    fn core_support_value(&self, _direction: &SVector<T, D>) -> T {
        T::zero()
    }

    #[inline]
    fn radius(&self) -> T {
        self.radius
    }

    #[inline]
    fn interior_point(&self) -> SVector<T, D> {
        SVector::zeros()
    }

    #[inline]
    fn extents(&self) -> SVector<T, D> {
        SVector::repeat(self.radius)
    }

    #[inline]
    fn reach(&self, center: &SVector<T, D>) -> T {
        length_of(center) + self.radius
    }

    #[inline(always)]
    fn core_farthest(&self, _direction: Vector<D>, hint: &mut u32) -> [f64; D] {
        *hint = 0;
        [0.0; D]
    }

    fn core_error(&self) -> f64 {
        0.0
    }

    fn core_box(&self) -> Option<SVector<T, D>> {
        Some(SVector::zeros())
    }
}

impl ToF64 for Ball<f32> {
    type F64 = Ball<f64>;

    fn to_f64(&self) -> Ball<f64> {
        Ball {
            radius: f64::from(self.radius),
        }
    }
}
