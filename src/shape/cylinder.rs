//! Cylinders.

use nalgebra::SVector;

use super::revolved::{
    RIM_CORNERS, RIM_ERROR, add_rim, farthest_of_rim, flat_point, rim_is_flat, rim_point,
    rim_value, upright_extents, upright_reach,
};
use crate::error::length;
use crate::number::Vector;
use crate::support::{Feature, Touching, Vertex};
use crate::{Real, ShapeError, SupportMap, ToF64};

/// A cylinder around the y axis, with its origin at half its height. In two dimensions it is a rectangle.
///
/// ```
/// use std::f64::consts::FRAC_PI_2;
///
/// use nalgebra::{Isometry3, Vector3, vector};
/// use photofinish::SupportMap;
/// use photofinish::shape::Cylinder;
/// use photofinish::support::Posed;
///
/// // a barrel of height 2 that lies on its side: a quarter turn about z brings the axis from y to x
/// let barrel = Cylinder::new(1.0, 0.25)?;
/// let lying = Posed::new(barrel, &Isometry3::rotation(vector![0.0, 0.0, FRAC_PI_2]))?;
/// let end = lying.support_point(&Vector3::x());
/// assert!((end.x - 1.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "T: crate::serial::Scalar", try_from = "Written<T>")
)]
pub struct Cylinder<T> {
    half_height: T,
    radius: T,
}

#[cfg(feature = "serde")]
crate::serial::written! {
    struct Written<T> { half_height: T, radius: T } for Cylinder by new
}

impl<T: Real> Cylinder<T> {
    /// A cylinder from `-half_height` to `half_height` on the y axis.
    ///
    /// # Errors
    /// [`ShapeError::Negative`] and [`ShapeError::NotFinite`].
    pub fn new(half_height: T, radius: T) -> Result<Self, ShapeError> {
        Ok(Self {
            half_height: length("half height", half_height)?,
            radius: length("radius", radius)?,
        })
    }

    /// Half the height of the cylinder, along the y axis.
    pub fn half_height(&self) -> T {
        self.half_height
    }

    /// The radius of the caps.
    ///
    /// This is not [`SupportMap::radius`]: a cylinder has sharp edges.
    pub fn base_radius(&self) -> T {
        self.radius
    }
}

impl<T: Real, const D: usize> SupportMap<T, D> for Cylinder<T> {
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        rim_point(
            direction,
            self.radius,
            self.half_height.copysign(direction[1]),
        )
    }

    /// In the plane the index has a bit for each axis, which is set on the positive side.
    #[inline(always)]
    fn core_support_vertex(&self, direction: &SVector<T, D>, _near: Option<u32>) -> Vertex<T, D> {
        let point = self.core_support_point(direction);
        let bit = |axis: usize| u32::from(point[axis] > T::zero()) << axis;
        if D == 2 {
            Vertex::corner(point, bit(0) | bit(1))
        } else {
            Vertex::unnamed(point)
        }
    }

    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        let side = |axis: u32, half: T| if index >> axis & 1 == 1 { half } else { -half };
        (D == 2 && index < 4).then(|| flat_point(side(0, self.radius), side(1, self.half_height)))
    }

    fn core_feature(&self, vertices: &[u32], _direction: &SVector<T, D>) -> Feature {
        match Feature::spanned(vertices) {
            Some(Feature::Edge([v, w])) if (v ^ w).count_ones() != 1 => Feature::Curved,
            Some(feature) => feature,
            None => Feature::Curved,
        }
    }

    /// In the plane the four edges.
    ///
    /// In space both caps are polygons inscribed in the rims, with eight corners that keep their places in the body:
    /// face 0 is the lower cap with the vertices 0 to 7, face 1 the upper one with the vertices 8 to 15. Unless the
    /// whole cap is within the depth, there is also the line of the mantle that is farthest along the direction, from
    /// vertex 16 on the lower rim to vertex 17 on the upper one.
    fn core_touching(&self, direction: &SVector<T, D>, depth: T, touching: &mut Touching<T, D>) {
        if D == 2 {
            let corner = |x: T, y: T| flat_point(self.radius * x, self.half_height * y);
            let (low, high) = (-T::one(), T::one());
            for (vertices, ends) in [
                ([0, 1], [corner(low, low), corner(high, low)]),
                ([2, 3], [corner(low, high), corner(high, high)]),
                ([0, 2], [corner(low, low), corner(low, high)]),
                ([1, 3], [corner(high, low), corner(high, high)]),
            ] {
                touching.add_edge(vertices, ends);
            }
            return;
        }
        let height = self.half_height;
        add_rim(Feature::Face(0), 0, self.radius, -height, touching);
        add_rim(Feature::Face(1), RIM_CORNERS, self.radius, height, touching);
        if !rim_is_flat(direction, self.radius, depth) {
            let at = |height: T| rim_point(direction, self.radius, height);
            let vertices = [2 * RIM_CORNERS, 2 * RIM_CORNERS + 1];
            touching.add_edge(vertices, [at(-height), at(height)]);
        }
    }

    #[inline(always)]
    fn core_support_value(&self, direction: &SVector<T, D>) -> T {
        rim_value(direction, self.radius) + self.half_height * direction[1].abs()
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

    fn inner_diameter(&self) -> T {
        self.half_height.min(self.radius) * T::of(2.0)
    }

    #[inline]
    fn core_farthest(&self, direction: Vector<D>, hint: &mut u32) -> [f64; D] {
        let height = self.half_height.as_f64().copysign(direction.at(1).a());
        let point = farthest_of_rim(direction, self.radius.as_f64(), height);
        *hint = match D {
            2 => u32::from(point[0] > 0.0) | u32::from(height > 0.0) << 1,
            _ => u32::MAX,
        };
        point
    }

    fn core_error(&self) -> f64 {
        RIM_ERROR * (self.half_height + self.radius).as_f64()
    }
}

impl ToF64 for Cylinder<f32> {
    type F64 = Cylinder<f64>;

    fn to_f64(&self) -> Cylinder<f64> {
        Cylinder {
            half_height: f64::from(self.half_height),
            radius: f64::from(self.radius),
        }
    }
}
