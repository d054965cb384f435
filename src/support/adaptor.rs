//! Bodies made from other bodies: rounded, affinely mapped, added.

use nalgebra::{SMatrix, SVector};

use super::{
    CurvePoint, Feature, SUPPORT_ULPS, SupportMap, Touching, Vertex, rounded_support_point,
};
use crate::error::{finite, finite_point, length};
use crate::to_f64::vector_to_f64;
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
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        rounded_support_point(self.body.support_point(direction), self.radius, direction)
    }

    #[inline]
    fn location(&self) -> SVector<T, D> {
        self.body.location()
    }

    #[inline]
    fn core_support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        self.body.core_support_point(direction)
    }

    #[inline]
    fn core_support_vertex(&self, direction: &SVector<T, D>, near: Option<u32>) -> Vertex<T, D> {
        self.body.core_support_vertex(direction, near)
    }

    #[inline]
    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        self.body.core_vertex(index)
    }

    #[inline]
    fn core_curve(&self, index: u32, direction: &SVector<T, D>) -> Option<CurvePoint<T, D>> {
        self.body.core_curve(index, direction)
    }

    fn core_feature(&self, vertices: &[u32], direction: &SVector<T, D>) -> Feature {
        self.body.core_feature(vertices, direction)
    }

    fn core_touching(&self, direction: &SVector<T, D>, depth: T, touching: &mut Touching<T, D>) {
        self.body.core_touching(direction, depth, touching);
    }

    #[inline]
    fn core_normal_toward(&self, point: &SVector<T, D>) -> Option<SVector<T, D>> {
        self.body.core_normal_toward(point)
    }

    #[inline]
    fn core_support_value(&self, direction: &SVector<T, D>) -> T {
        self.body.core_support_value(direction)
    }

    #[inline]
    fn radius(&self) -> T {
        self.body.radius() + self.radius
    }

    #[inline]
    fn interior_point(&self) -> SVector<T, D> {
        self.body.interior_point()
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
    let exponent = (largest.as_f64().to_bits() >> 52) as i32 - 1023;
    // in two halves, as the inverse of a subnormal number is out of range
    let halves = [-exponent / 2, -exponent - -exponent / 2];
    halves.into_iter().fold(matrix, |matrix, half| {
        matrix * T::of(f64::from_bits(((1023 + half) as u64) << 52))
    })
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

    fn core_curve(&self, index: u32, direction: &SVector<T, D>) -> Option<CurvePoint<T, D>> {
        if self.body.radius() > T::zero() {
            return None;
        }
        let local = self.of_directions.tr_mul(direction);
        let at = self.body.core_curve(index, &local)?;
        // a slide falls with the root of the direction's length
        let longer = self.of_directions.amax().sqrt() / self.linear.amax().sqrt();
        Some(CurvePoint {
            point: self.linear * (self.body.location() + at.point),
            slide: self.linear * (at.slide * longer),
        })
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
        let inverse = self.linear.try_inverse();
        let shortest = inverse.map_or(T::zero(), |inverse| {
            let (size, residual) = (inverse.norm(), self.linear * inverse - SMatrix::identity());
            let rounding = self.linear.norm() * size * (T::EPSILON * T::of(INVERSE_ULPS));
            (T::one() - residual.norm() - rounding) / size
        });
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

/// The Minkowski sum of two bodies: every point of one added to every point of the other.
///
/// The sum of a body and a segment is all that the body passes over when it slides along the segment without turning.
///
/// ```
/// use nalgebra::vector;
/// use photofinish::SupportMap;
/// use photofinish::shape::{Cuboid, Segment};
/// use photofinish::support::MinkowskiSum;
///
/// let block = Cuboid::new(vector![1.0, 0.5])?;
/// let track = Segment::new([vector![0.0, 0.0], vector![4.0, 0.0]])?;
/// let passed_over = MinkowskiSum::new(block, track);
/// assert_eq!(passed_over.support_point(&vector![2.0, 1.0]), vector![5.0, 0.5]);
/// assert_eq!(passed_over.support_point(&vector![-2.0, 1.0]), vector![-1.0, 0.5]);
/// # Ok::<(), photofinish::ShapeError>(())
/// ```
///
/// A sum does not know its faces and edges. It touches other bodies in one point at a time, as far as contact
/// [manifolds](crate::manifold) are concerned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MinkowskiSum<A, B> {
    first: A,
    second: B,
}

impl<A, B> MinkowskiSum<A, B> {
    /// The sum of `first` and `second`.
    pub fn new(first: A, second: B) -> Self {
        Self { first, second }
    }

    /// The first body.
    pub fn first(&self) -> &A {
        &self.first
    }

    /// The second body.
    pub fn second(&self) -> &B {
        &self.second
    }
}

impl<T, const D: usize, A, B> SupportMap<T, D> for MinkowskiSum<A, B>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        self.first.support_point(direction) + self.second.support_point(direction)
    }

    #[inline]
    fn location(&self) -> SVector<T, D> {
        self.first.location() + self.second.location()
    }

    #[inline]
    fn core_support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        self.first.core_support_point(direction) + self.second.core_support_point(direction)
    }

    #[inline]
    fn radius(&self) -> T {
        self.first.radius() + self.second.radius()
    }

    #[inline]
    fn interior_point(&self) -> SVector<T, D> {
        self.first.interior_point() + self.second.interior_point()
    }

    #[inline]
    fn extents(&self) -> SVector<T, D> {
        self.first.extents() + self.second.extents()
    }

    fn inner_diameter(&self) -> T {
        self.first.inner_diameter() + self.second.inner_diameter()
    }

    #[inline]
    fn rounding(&self) -> SVector<T, D> {
        let of_sum = self.extents() * T::EPSILON;
        self.first.rounding() + self.second.rounding() + of_sum
    }
}

impl<A: ToF64, B: ToF64> ToF64 for MinkowskiSum<A, B> {
    type F64 = MinkowskiSum<A::F64, B::F64>;

    fn to_f64(&self) -> Self::F64 {
        MinkowskiSum::new(self.first.to_f64(), self.second.to_f64())
    }
}
