//! Capsules.

use nalgebra::SVector;

use super::Segment;
use super::revolved::flat_point;
use crate::error::length;
use crate::number::Vector;
use crate::support::{Feature, Rounded, Touching, Vertex, rounded_support_point};
use crate::vector::length_of;
use crate::{Real, ShapeError, SupportMap, ToF64};

/// A capsule: all points within a radius of a segment of the y axis. The segment's middle is the origin.
///
/// [`between`](Self::between) makes a capsule between any two points.
///
/// ```
/// use nalgebra::vector;
/// use photofinish::SupportMap;
/// use photofinish::shape::Capsule;
///
/// // the caps reach beyond the ends of the axis
/// let capsule = Capsule::new(2.0, 0.25)?;
/// assert_eq!(capsule.support_point(&vector![0.0, 1.0, 0.0]), vector![0.0, 2.25, 0.0]);
/// # Ok::<(), photofinish::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "T: crate::serial::Scalar", try_from = "Written<T>")
)]
pub struct Capsule<T> {
    half_height: T,
    radius: T,
}

#[cfg(feature = "serde")]
crate::serial::written! {
    struct Written<T> { half_height: T, radius: T } for Capsule by new
}

impl<T: Real> Capsule<T> {
    /// A capsule of the points within `radius` of the segment from `-half_height` to `half_height` on the y axis.
    ///
    /// # Errors
    /// [`ShapeError::Negative`], and [`ShapeError::NotFinite`] also for the sum of both lengths.
    pub fn new(half_height: T, radius: T) -> Result<Self, ShapeError> {
        let capsule = Self {
            half_height: length("half height", half_height)?,
            radius: length("radius", radius)?,
        };
        length("half height and radius", half_height + radius)?;
        Ok(capsule)
    }

    /// The capsule of all points within `radius` of the segment from `p` to `q`, in the frame of these two points.
    ///
    /// It is exact: nothing is turned, so nothing is rounded. The points may coincide.
    ///
    /// ```
    /// use nalgebra::{Vector3, vector};
    /// use photofinish::SupportMap;
    /// use photofinish::shape::Capsule;
    ///
    /// // a capsule that lies along the x axis
    /// let lying = Capsule::between(vector![-2.0, 0.0, 0.0], vector![2.0, 0.0, 0.0], 0.25)?;
    /// assert_eq!(lying.support_point(&Vector3::x()), vector![2.25, 0.0, 0.0]);
    /// assert_eq!(lying.extents(), vector![2.25, 0.25, 0.25]);
    /// # Ok::<(), photofinish::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// [`ShapeError::Negative`] and [`ShapeError::NotFinite`].
    pub fn between<const D: usize>(
        p: SVector<T, D>,
        q: SVector<T, D>,
        radius: T,
    ) -> Result<Rounded<Segment<T, D>, T>, ShapeError> {
        Rounded::new(Segment::new([p, q])?, radius)
    }

    /// Half the length of the segment: the distance from the origin to either end of it, without the caps.
    pub fn half_height(&self) -> T {
        self.half_height
    }

    /// The radius of the capsule.
    pub fn radius(&self) -> T {
        self.radius
    }
}

impl<T: Real, const D: usize> SupportMap<T, D> for Capsule<T> {
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        rounded_support_point(self.core_support_point(direction), self.radius, direction)
    }

    #[inline]
    fn core_support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        let mut point = SVector::zeros();
        point[1] = self.half_height.copysign(direction[1]);
        point
    }

    /// Vertex 0 is the lower end of the axis, vertex 1 the upper one.
    #[inline(always)]
    fn core_support_vertex(&self, direction: &SVector<T, D>, _near: Option<u32>) -> Vertex<T, D> {
        let point = self.core_support_point(direction);
        let is_upper = point[1] > T::zero();
        Vertex::corner(point, u32::from(is_upper))
    }

    #[inline(always)]
    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        let height = match index {
            0 => -self.half_height,
            1 => self.half_height,
            _ => return None,
        };
        let mut point = SVector::zeros();
        point[1] = height;
        Some(point)
    }

    fn core_feature(&self, vertices: &[u32], _direction: &SVector<T, D>) -> Feature {
        Feature::spanned(vertices).unwrap_or(Feature::Curved)
    }

    #[inline(always)]
    fn core_farthest(&self, direction: Vector<D>, hint: &mut u32) -> [f64; D] {
        let height = self.half_height.as_f64().copysign(direction.at(1).a());
        *hint = u32::from(height > 0.0);
        std::array::from_fn(|axis| if axis == 1 { height } else { 0.0 })
    }

    fn core_error(&self) -> f64 {
        0.0
    }

    fn core_box(&self) -> Option<SVector<T, D>> {
        Some(flat_point(T::zero(), self.half_height))
    }

    /// The axis is an edge.
    fn core_touching(&self, _direction: &SVector<T, D>, _depth: T, touching: &mut Touching<T, D>) {
        let end = |height: T| {
            let mut point = SVector::zeros();
            point[1] = height;
            point
        };
        touching.add_edge([0, 1], [end(-self.half_height), end(self.half_height)]);
    }

    #[inline(always)]
    fn core_support_value(&self, direction: &SVector<T, D>) -> T {
        self.half_height * direction[1].abs()
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
        let mut extents = SVector::repeat(self.radius);
        extents[1] += self.half_height;
        extents
    }

    #[inline]
    fn reach(&self, center: &SVector<T, D>) -> T {
        let mut farthest = center.abs();
        farthest[1] += self.half_height;
        length_of(&farthest) + self.radius
    }
}

impl ToF64 for Capsule<f32> {
    type F64 = Capsule<f64>;

    fn to_f64(&self) -> Capsule<f64> {
        Capsule {
            half_height: f64::from(self.half_height),
            radius: f64::from(self.radius),
        }
    }
}
