//! Cones.

use nalgebra::SVector;

use super::revolved::{
    RIM_CORNERS, RIM_ERROR, add_rim, farthest_of_rim, flat_point, rim_is_flat, rim_point,
    rim_value, upright_extents, upright_reach,
};
use crate::error::length;
use crate::number::Vector;
use crate::support::{Feature, Touching, Vertex};
use crate::{Real, ShapeError, SupportMap, ToF64};

/// The index of the apex in the plane.
const APEX: u32 = 2;

/// Ulps that the diameter of a ball inside a cone may lose: a sum, a quotient, two products, half an ulp each.
const CONE_ULPS: f64 = 8.0;

/// A cone around the y axis, with its apex up and its origin at half its height. In two dimensions it is an isosceles
/// triangle.
///
/// ```
/// use nalgebra::{Isometry3, Vector3};
/// use photofinish::SupportMap;
/// use photofinish::shape::Cone;
/// use photofinish::support::Posed;
///
/// // a cone of height 2 that stands on the ground
/// let cone = Cone::new(1.0, 0.5)?;
/// let standing = Posed::new(cone, &Isometry3::translation(0.0, 1.0, 0.0))?;
/// assert_eq!(standing.support_point(&Vector3::y()).y, 2.0);
/// assert_eq!(standing.support_point(&-Vector3::y()).y, 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "T: crate::serial::Scalar", try_from = "Written<T>")
)]
pub struct Cone<T> {
    half_height: T,
    radius: T,
}

#[cfg(feature = "serde")]
crate::serial::written! {
    struct Written<T> { half_height: T, radius: T } for Cone by new
}

impl<T: Real> Cone<T> {
    /// A cone with its apex at `half_height` and its base, of this radius, at `-half_height` on the y axis.
    ///
    /// # Errors
    /// [`ShapeError::Negative`] and [`ShapeError::NotFinite`].
    pub fn new(half_height: T, radius: T) -> Result<Self, ShapeError> {
        Ok(Self {
            half_height: length("half height", half_height)?,
            radius: length("radius", radius)?,
        })
    }

    /// Half the height of the cone, along the y axis.
    pub fn half_height(&self) -> T {
        self.half_height
    }

    /// The radius of the base.
    ///
    /// This is not [`SupportMap::radius`]: a cone has sharp edges.
    pub fn base_radius(&self) -> T {
        self.radius
    }
}

impl<T: Real, const D: usize> SupportMap<T, D> for Cone<T> {
    /// Returns the apex if it is farther along v than the base.
    ///
    /// Differs from \[1\] 3, which compares y with |v| sin(alpha). The two tests agree, but this one needs no square
    /// root of |v|, and is right for a flat cone too.
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        let base = rim_point(direction, self.radius, -self.half_height);
        let mut apex = SVector::zeros();
        apex[1] = self.half_height;
        if direction.dot(&(apex - base)) > T::zero() {
            apex
        } else {
            base
        }
    }

    /// In the plane 0 and 1 are the base at negative and positive x, 2 is the apex.
    #[inline(always)]
    fn core_support_vertex(&self, direction: &SVector<T, D>, _near: Option<u32>) -> Vertex<T, D> {
        let point = self.core_support_point(direction);
        let of_base = || u32::from(point[0] > T::zero());
        let aside = |axis: usize| axis < D && point[axis] != T::zero();
        let is_flat_apex = point[1] == self.half_height && !aside(0) && !aside(2);
        let is_apex = point[1] > T::zero() || is_flat_apex;
        if D == 2 {
            Vertex::corner(point, if is_apex { APEX } else { of_base() })
        } else {
            Vertex::unnamed(point)
        }
    }

    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        if D != 2 {
            return None;
        }
        match index {
            0 => Some(flat_point(-self.radius, -self.half_height)),
            1 => Some(flat_point(self.radius, -self.half_height)),
            APEX => Some(flat_point(T::zero(), self.half_height)),
            _ => None,
        }
    }

    fn core_feature(&self, vertices: &[u32], _direction: &SVector<T, D>) -> Feature {
        Feature::spanned(vertices).unwrap_or(Feature::Curved)
    }

    /// In the plane the three edges.
    ///
    /// In space face 0 is the base, a polygon inscribed in its rim, with the eight vertices 0 to 7 that keep their
    /// places in the body. Unless the whole base is within the depth, there is also the line of the mantle that is
    /// farthest along the direction, from vertex 8 on the rim to the apex, vertex 9.
    fn core_touching(&self, direction: &SVector<T, D>, depth: T, touching: &mut Touching<T, D>) {
        let apex = flat_point(T::zero(), self.half_height);
        if D == 2 {
            let [left, right] =
                [-self.radius, self.radius].map(|x| flat_point(x, -self.half_height));
            touching.add_edge([0, 1], [left, right]);
            touching.add_edge([0, APEX], [left, apex]);
            touching.add_edge([1, APEX], [right, apex]);
            return;
        }
        add_rim(
            Feature::Face(0),
            0,
            self.radius,
            -self.half_height,
            touching,
        );
        let is_upward = direction[1] > T::zero();
        if is_upward || !rim_is_flat(direction, self.radius, depth) {
            let base = rim_point(direction, self.radius, -self.half_height);
            touching.add_edge([RIM_CORNERS, RIM_CORNERS + 1], [base, apex]);
        }
    }

    #[inline(always)]
    fn core_support_value(&self, direction: &SVector<T, D>) -> T {
        let of_apex = self.half_height * direction[1];
        of_apex.max(rim_value(direction, self.radius) - of_apex)
    }

    #[inline]
    fn interior_point(&self) -> SVector<T, D> {
        SVector::zeros()
    }

    #[inline]
    fn extents(&self) -> SVector<T, D> {
        upright_extents(self.half_height, self.radius)
    }

    #[inline]
    fn reach(&self, center: &SVector<T, D>) -> T {
        upright_reach(center, self.half_height, self.radius)
    }

    /// The largest ball inside has the radius r h / (r + l), with the height h and the slant length l <= r + h. The
    /// bound puts r + h for l.
    fn inner_diameter(&self) -> T {
        let height = self.half_height * T::of(2.0);
        let around = self.radius * T::of(2.0) + height;
        if around > T::zero() {
            let diameter = T::of(2.0) * height * (self.radius / around);
            diameter * (T::one() - T::of(CONE_ULPS) * T::EPSILON)
        } else {
            T::zero()
        }
    }

    /// The apex is taken where both are as far: it has no rounding.
    #[inline]
    fn core_farthest(&self, direction: Vector<D>, hint: &mut u32) -> [f64; D] {
        let (height, radius) = (self.half_height.as_f64(), self.radius.as_f64());
        let base = farthest_of_rim(direction, radius, -height);
        let d = direction.numbers();
        let to_apex = |axis: usize| {
            if axis == 1 {
                height + height
            } else {
                -base[axis]
            }
        };
        let is_apex = (0..D).map(|axis| d[axis] * to_apex(axis)).sum::<f64>() >= 0.0;
        *hint = match D {
            2 if is_apex => APEX,
            2 => u32::from(base[0] > 0.0),
            _ => u32::MAX,
        };
        if is_apex {
            std::array::from_fn(|axis| if axis == 1 { height } else { 0.0 })
        } else {
            base
        }
    }

    fn core_error(&self) -> f64 {
        RIM_ERROR * (self.half_height + self.radius).as_f64()
    }
}

impl ToF64 for Cone<f32> {
    type F64 = Cone<f64>;

    fn to_f64(&self) -> Cone<f64> {
        Cone {
            half_height: f64::from(self.half_height),
            radius: f64::from(self.radius),
        }
    }
}
