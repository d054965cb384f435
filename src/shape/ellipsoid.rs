//! Ellipsoids.

use nalgebra::SVector;

use crate::error::length;
use crate::to_f64::vector_to_f64;
use crate::vector::{length_of, scaled_to};
use crate::{Real, ShapeError, SupportMap, ToF64};

/// An ellipsoid around the origin with its axes along those of the frame. In two dimensions it is an ellipse.
///
/// ```
/// use nalgebra::{Isometry3, vector};
/// use photofinish::gjk::distance;
/// use photofinish::shape::{Ball, Ellipsoid};
/// use photofinish::support::Posed;
///
/// let egg = Ellipsoid::new(vector![1.0, 1.5, 1.0])?;
/// let above = Posed::new(Ball::new(0.5)?, &Isometry3::translation(0.0, 4.0, 0.0))?;
/// let closest = distance(&egg, &above).expect("they are apart");
/// assert!((closest.distance - 2.0f64).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It is the image of the unit ball under a stretch along the axes, and its support mapping is that of \[1\]
/// theorem 1. [`AffineImage`](crate::support::AffineImage) makes sheared balls. An ellipsoid is smooth everywhere: it
/// has no vertices or curves that a search could name, and so takes more iterations than a body with corners.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "T: crate::serial::Scalar", try_from = "Written<T, D>")
)]
pub struct Ellipsoid<T, const D: usize> {
    half_axes: SVector<T, D>,
    /// The half axes as shares of the longest one, so that their products with a short direction do not underflow.
    #[cfg_attr(feature = "serde", serde(skip))]
    shares: SVector<T, D>,
}

#[cfg(feature = "serde")]
crate::serial::written! {
    struct Written<T, const D: usize> { half_axes: SVector<T, D> } for Ellipsoid by new
}

impl<T: Real, const D: usize> Ellipsoid<T, D> {
    /// An ellipsoid that reaches from `-half_axes[i]` to `half_axes[i]` on axis i. A half axis of zero makes it flat.
    ///
    /// # Errors
    /// [`ShapeError::Negative`] and [`ShapeError::NotFinite`].
    pub fn new(half_axes: SVector<T, D>) -> Result<Self, ShapeError> {
        for &half_axis in half_axes.iter() {
            length("half axis", half_axis)?;
        }
        let longest = half_axes.max();
        let share = |half: T| {
            if half == longest {
                T::one()
            } else {
                half / longest
            }
        };
        Ok(Self {
            half_axes,
            shares: half_axes.map(share),
        })
    }

    /// Half the length of the ellipsoid along each axis.
    pub fn half_axes(&self) -> &SVector<T, D> {
        &self.half_axes
    }
}

// The default `rounding` has room for both, of its 16 halves of an ulp. A value, the length of D products, loses 3.5
// halves of its terms, fewer than the 6 for a rim. A support point has a unit vector, whose length is off by 4.5, times
// the half axes, 1. A rounded direction only lets it slide along the surface, which changes its value in second order.
// A pose turns it, 3, a dot product follows, 3, and a difference, 3: that is 14.5.
impl<T: Real, const D: usize> SupportMap<T, D> for Ellipsoid<T, D> {
    /// With the half axes A as a diagonal matrix, s(v) = A (A v / |A v|).
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        let on_ball = scaled_to(&self.shares.component_mul(direction), T::one());
        self.half_axes.component_mul(&on_ball)
    }

    /// |A v|.
    #[inline]
    fn core_support_value(&self, direction: &SVector<T, D>) -> T {
        length_of(&self.half_axes.component_mul(direction))
    }

    #[inline]
    fn interior_point(&self) -> SVector<T, D> {
        SVector::zeros()
    }

    #[inline]
    fn extents(&self) -> SVector<T, D> {
        self.half_axes
    }

    /// Returns the distance to the corner of the box or that to a ball around the ellipsoid, whichever is less.
    #[inline]
    fn reach(&self, center: &SVector<T, D>) -> T {
        let of_box = length_of(&(center.abs() + self.half_axes));
        of_box.min(length_of(center) + self.half_axes.max())
    }

    fn inner_diameter(&self) -> T {
        self.half_axes.min() * T::of(2.0)
    }
}

impl<const D: usize> ToF64 for Ellipsoid<f32, D> {
    type F64 = Ellipsoid<f64, D>;

    fn to_f64(&self) -> Ellipsoid<f64, D> {
        Ellipsoid::new(vector_to_f64(&self.half_axes))
            .expect("lengths that are right in single precision")
    }
}
