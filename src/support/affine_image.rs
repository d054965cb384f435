//! Bodies under a linear map and a translation.

use nalgebra::{SMatrix, SVector};

use super::{Feature, SUPPORT_ULPS, SupportMap, Touching, Vertex};
use crate::error::{finite, finite_point};
use crate::powers::{exponent_of, power_of_two};
use crate::to_f64::vector_to_f64;
use crate::{Real, ShapeError, ToF64};

/// Ulps of the sizes of a matrix and its inverse that the least stretch of a map may lose. In halves of an ulp: their
/// product and its difference with 1 lose 4, the norm of what is left 6, and the norm of the inverse, the quotient and
/// the product with the diameter 9. Together that is 9.5 ulps, as the product of both sizes is never less than 1.
const INVERSE_ULPS: f64 = 16.0;

/// A body stretched, sheared, mirrored or flattened: its image under the map x -> B x + c.
///
/// ```
/// use nalgebra::{Matrix3, Vector3, vector};
/// use photofinish::SupportMap;
/// use photofinish::shape::Ball;
/// use photofinish::support::AffineImage;
///
/// let stretch = Matrix3::from_diagonal(&vector![3.0, 2.0, 1.0]);
/// let ellipsoid = AffineImage::new(Ball::new(1.0)?, stretch, Vector3::zeros())?;
/// assert_eq!(ellipsoid.extents(), vector![3.0, 2.0, 1.0]);
/// assert_eq!(ellipsoid.support_point(&Vector3::y()), vector![0.0, 2.0, 0.0]);
/// # Ok::<(), photofinish::ShapeError>(())
/// ```
///
/// The support mapping is \[1\] theorem 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        bound(
            serialize = "S: serde::Serialize, T: crate::serial::Scalar",
            deserialize = "S: SupportMap<T, D> + serde::Deserialize<'de>, T: crate::serial::Scalar"
        ),
        try_from = "WrittenImage<S, T, D>"
    )
)]
pub struct AffineImage<S, T, const D: usize> {
    body: S,
    linear: SMatrix<T, D, D>,
    /// `linear`, scaled up if its entries are small, so that directions mapped by it do not underflow. The length of a
    /// direction does not change the support point.
    #[cfg_attr(feature = "serde", serde(skip))]
    of_directions: SMatrix<T, D, D>,
    offset: SVector<T, D>,
}

/// An image as it stands in a file: the columns of its matrix, one after the other.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(bound = "S: serde::Deserialize<'de>, T: crate::serial::Scalar")]
struct WrittenImage<S, T, const D: usize> {
    body: S,
    linear: SMatrix<T, D, D>,
    offset: SVector<T, D>,
}

#[cfg(feature = "serde")]
impl<S, T, const D: usize> TryFrom<WrittenImage<S, T, D>> for AffineImage<S, T, D>
where
    T: Real,
    S: SupportMap<T, D>,
{
    type Error = ShapeError;

    fn try_from(written: WrittenImage<S, T, D>) -> Result<Self, ShapeError> {
        Self::new(written.body, written.linear, written.offset)
    }
}

impl<S, T: Real, const D: usize> AffineImage<S, T, D> {
    /// The image of `body` under x -> `linear` x + `offset`. The matrix may shear, mirror and flatten.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`], also if the image is too large.
    pub fn new(body: S, linear: SMatrix<T, D, D>, offset: SVector<T, D>) -> Result<Self, ShapeError>
    where
        S: SupportMap<T, D>,
    {
        for &entry in linear.iter() {
            finite("matrix entry", entry)?;
        }
        let image = Self {
            body,
            linear,
            of_directions: near_one(linear),
            offset: finite_point("offset", offset)?,
        };
        finite_point("extent of the image", image.extents())?;
        Ok(image)
    }

    /// Returns the same with its body in another type.
    pub(crate) fn map<B>(self, body: impl FnOnce(S) -> B) -> AffineImage<B, T, D> {
        AffineImage {
            body: body(self.body),
            linear: self.linear,
            of_directions: self.of_directions,
            offset: self.offset,
        }
    }

    /// The body that is mapped.
    pub fn body(&self) -> &S {
        &self.body
    }

    /// The matrix B of the map x -> B x + c, from the frame of the body to that of the image.
    pub fn linear(&self) -> &SMatrix<T, D, D> {
        &self.linear
    }

    /// The vector c of the map x -> B x + c, in the frame of the image.
    pub fn offset(&self) -> &SVector<T, D> {
        &self.offset
    }
}

/// Scales a matrix with small entries by a power of two, without rounding, so that the largest entry is near 1.
fn near_one<T: Real, const D: usize>(matrix: SMatrix<T, D, D>) -> SMatrix<T, D, D> {
    let largest = matrix.amax();
    if largest == T::zero() || largest >= T::one() {
        return matrix;
    }
    let exponent = exponent_of(largest.as_f64());
    // in two halves, as the inverse of a subnormal number is out of range
    let halves = [-exponent / 2, -exponent - -exponent / 2];
    halves
        .into_iter()
        .fold(matrix, |matrix, half| matrix * T::of(power_of_two(half)))
}

impl<T: Real, const D: usize, S: SupportMap<T, D>> SupportMap<T, D> for AffineImage<S, T, D> {
    /// s_T(A)(v) = T(s_A(B^T v)), \[1\] theorem 1. The image of a rounded core is not a rounded core, so that the
    /// image is its own core.
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        let local = self.of_directions.tr_mul(direction);
        self.linear * self.body.support_point(&local) + self.offset
    }

    #[inline]
    fn location(&self) -> SVector<T, D> {
        self.offset
    }

    #[inline]
    fn core_support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        let local = self.of_directions.tr_mul(direction);
        self.linear * self.body.support_point(&local)
    }

    /// The vertices of a polytope keep their indices. A map that flattens makes some of them coincide.
    #[inline]
    fn core_support_vertex(&self, direction: &SVector<T, D>, near: Option<u32>) -> Vertex<T, D> {
        if self.body.radius() > T::zero() {
            return Vertex::unnamed(self.core_support_point(direction));
        }
        let local = self.of_directions.tr_mul(direction);
        let vertex = self.body.core_support_vertex(&local, near);
        Vertex {
            point: self.linear * (self.body.location() + vertex.point),
            ..vertex
        }
    }

    #[inline]
    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        if self.body.radius() > T::zero() {
            return None;
        }
        let point = self.body.core_vertex(index)?;
        Some(self.linear * (self.body.location() + point))
    }

    fn core_feature(&self, vertices: &[u32], direction: &SVector<T, D>) -> Feature {
        if self.body.radius() > T::zero() {
            return Feature::Curved;
        }
        let local = self.of_directions.tr_mul(direction);
        self.body.core_feature(vertices, &local)
    }

    /// The image of a rounded core touches in its support point alone.
    fn core_touching(&self, direction: &SVector<T, D>, depth: T, touching: &mut Touching<T, D>) {
        if self.body.radius() > T::zero() {
            touching.add_point(Feature::Curved, self.core_support_point(direction));
            return;
        }
        let start = touching.points().len();
        let local = self.of_directions.tr_mul(direction);
        // a map that makes a point of the body has no scale, and needs none
        let scale = self.of_directions.amax() / self.linear.amax();
        let depth = if scale.is_finite() {
            depth * scale
        } else {
            depth
        };
        self.body.core_touching(&local, depth, touching);
        let location = self.body.location();
        touching.map_from(start, |point| self.linear * (location + point));
    }

    fn interior_point(&self) -> SVector<T, D> {
        self.linear * (self.body.location() + self.body.interior_point())
    }

    fn extents(&self) -> SVector<T, D> {
        self.linear.abs() * self.body.extents() + self.offset.abs()
    }

    /// The image of a ball contains a ball whose diameter is that of the first times the least stretch of the map,
    /// 1 / |B^-1|.
    ///
    /// The inverse X of a map that is nearly flat is mostly rounding. But for any X with |B X - 1| <= r < 1 the least
    /// stretch is at least (1 - r) / |X|.
    fn inner_diameter(&self) -> T {
        let Some(inverse) = self.linear.try_inverse() else {
            return T::zero();
        };
        let (size, residual) = (inverse.norm(), self.linear * inverse - SMatrix::identity());
        let rounding = self.linear.norm() * size * (T::EPSILON * T::of(INVERSE_ULPS));
        let shortest = (T::one() - residual.norm() - rounding) / size;
        let width = self.body.inner_diameter() * shortest;
        // written so that an inverse with NaN proves nothing
        if width > T::zero() { width } else { T::zero() }
    }

    fn rounding(&self) -> SVector<T, D> {
        let of_product = self.body.extents() * (T::EPSILON * T::of(SUPPORT_ULPS));
        self.linear.abs() * (self.body.rounding() + of_product)
    }
}

impl<S: ToF64, const D: usize> ToF64 for AffineImage<S, f32, D> {
    type F64 = AffineImage<S::F64, f64, D>;

    fn to_f64(&self) -> Self::F64 {
        AffineImage {
            body: self.body.to_f64(),
            linear: self.linear.map(f64::from),
            of_directions: self.of_directions.map(f64::from),
            offset: vector_to_f64(&self.offset),
        }
    }
}
