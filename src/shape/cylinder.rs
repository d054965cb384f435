//! Cylinders.

use nalgebra::SVector;

use super::revolved::{
    distance_from_axis, flat_point, on_rim, rim_point, rim_value, upright_extents, upright_reach,
};
use crate::error::length;
use crate::support::{CurvePoint, Feature, Vertex};
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
            Vertex::on_curve(point, bit(1) >> 1)
        }
    }

    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        let side = |axis: u32, half: T| if index >> axis & 1 == 1 { half } else { -half };
        (D == 2 && index < 4).then(|| flat_point(side(0, self.radius), side(1, self.half_height)))
    }

    #[inline(always)]
    fn core_curve(&self, index: u32, direction: &SVector<T, D>) -> Option<CurvePoint<T, D>> {
        let height = if index == 0 {
            -self.half_height
        } else {
            self.half_height
        };
        (D == 3 && index < 2).then(|| on_rim(direction, self.radius, height))
    }

    fn core_feature(&self, vertices: &[u32], _direction: &SVector<T, D>) -> Feature {
        match Feature::spanned(vertices) {
            Some(Feature::Edge([v, w])) if (v ^ w).count_ones() != 1 => Feature::Curved,
            Some(feature) => feature,
            None => Feature::Curved,
        }
    }

    #[inline]
    fn core_normal_toward(&self, point: &SVector<T, D>) -> Option<SVector<T, D>> {
        if point[1].abs() - self.half_height > distance_from_axis(point) - self.radius {
            let mut cap = SVector::zeros();
            cap[1] = T::one().copysign(point[1]);
            Some(cap)
        } else {
            let mut across = *point;
            across[1] = T::zero();
            across.try_normalize(T::zero())
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
