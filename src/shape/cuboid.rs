//! Boxes.

use nalgebra::SVector;

use crate::error::length;
use crate::number::Vector;
use crate::support::{Feature, Touching, Vertex};
use crate::to_f64::vector_to_f64;
use crate::{Real, ShapeError, SupportMap, ToF64};

/// A box around the origin with its faces square to the axes. In two dimensions it is a rectangle.
///
/// ```
/// use nalgebra::{Isometry3, vector};
/// use photofinish::gjk::distance;
/// use photofinish::shape::Cuboid;
/// use photofinish::support::Posed;
///
/// // a floor with its top at y = 0, and a crate above it
/// let floor = Posed::new(Cuboid::new(vector![10.0, 0.5, 10.0])?, &Isometry3::translation(0.0, -0.5, 0.0))?;
/// let crate_ = Posed::new(Cuboid::new(vector![1.0, 1.0, 1.0])?, &Isometry3::translation(0.0, 3.0, 0.0))?;
/// let closest = distance(&floor, &crate_).expect("the crate is above the floor");
/// assert_eq!(closest.distance, 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "T: crate::serial::Scalar", try_from = "Written<T, D>")
)]
pub struct Cuboid<T, const D: usize> {
    half_extents: SVector<T, D>,
}

#[cfg(feature = "serde")]
crate::serial::written! {
    struct Written<T, const D: usize> { half_extents: SVector<T, D> } for Cuboid by new
}

impl<T: Real, const D: usize> Cuboid<T, D> {
    /// A box that reaches from `-half_extents` to `half_extents`. An extent of zero makes it flat.
    ///
    /// # Errors
    /// [`ShapeError::Negative`] and [`ShapeError::NotFinite`].
    pub fn new(half_extents: SVector<T, D>) -> Result<Self, ShapeError> {
        for &half_extent in half_extents.iter() {
            length("half extent", half_extent)?;
        }
        Ok(Self { half_extents })
    }

    /// Half the length of the box along each axis.
    pub fn half_extents(&self) -> &SVector<T, D> {
        &self.half_extents
    }
}

impl<T: Real, const D: usize> Cuboid<T, D> {
    /// The face across the axis that is not among the `free` ones. It is on the side of `corner`, or, if the box is
    /// flat along that axis, on the side of `direction`.
    fn face(&self, free: u32, corner: u32, flat: u32, direction: &SVector<T, D>) -> Feature {
        let Some(axis) = (0..D).find(|axis| free >> axis & 1 == 0) else {
            return Feature::Curved;
        };
        let is_positive = if flat >> axis & 1 == 1 {
            direction[axis] > T::zero()
        } else {
            corner >> axis & 1 == 1
        };
        Feature::Face(2 * axis as u32 + u32::from(is_positive))
    }
}

impl<T: Real, const D: usize> Cuboid<T, D> {
    /// Adds the side across an axis, an edge in the plane.
    fn add_side(&self, axis: usize, side: u32, touching: &mut Touching<T, D>) {
        let flat = (0..D).filter(|&axis| self.half_extents[axis] == T::zero());
        let flat: u32 = flat.map(|axis| 1 << axis).sum();
        let vertex = |free: u32| {
            let index = (side << axis | free) & !flat;
            let half = |axis: usize| match index >> axis & 1 {
                1 => self.half_extents[axis],
                _ => -self.half_extents[axis],
            };
            (index, SVector::from_fn(|axis, _| half(axis)))
        };
        let [first, second] = [1 << ((axis + 1) % D), 1 << ((axis + 2) % D)];
        if D == 2 {
            let [(v, p), (w, q)] = [vertex(0), vertex(first)];
            touching.add_edge([v, w], [p, q]);
        } else {
            let around = [0, first, first | second, second];
            let feature = Feature::Face(2 * axis as u32 + side);
            touching.add_face(feature, around.map(vertex));
        }
    }
}

impl<T: Real, const D: usize> SupportMap<T, D> for Cuboid<T, D> {
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        self.half_extents
            .zip_map(direction, |half, along| half.copysign(along))
    }

    /// The index has a bit for every axis, which is set on the positive side. Along an axis of zero length both sides
    /// are one, and the bit is not set.
    #[inline(always)]
    fn core_support_vertex(&self, direction: &SVector<T, D>, _near: Option<u32>) -> Vertex<T, D> {
        let point = self.core_support_point(direction);
        let bits = (0..D).map(|axis| u32::from(point[axis] > T::zero()) << axis);
        Vertex::corner(point, bits.sum())
    }

    #[inline(always)]
    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        let side = |axis: usize, half: T| if index >> axis & 1 == 1 { half } else { -half };
        let corner = || SVector::from_fn(|axis, _| side(axis, self.half_extents[axis]));
        (index >> D == 0).then(corner)
    }

    /// Face `2 axis` is on the negative side of an axis, face `2 axis + 1` on the positive side.
    fn core_feature(&self, vertices: &[u32], direction: &SVector<T, D>) -> Feature {
        let (Some(&first), true) = (vertices.first(), vertices.iter().all(|v| v >> D == 0)) else {
            return Feature::Curved;
        };
        let differing = vertices
            .iter()
            .fold(0, |bits, vertex| bits | (vertex ^ first));
        let flat = (0..D).filter(|&axis| self.half_extents[axis] == T::zero());
        let flat: u32 = flat.map(|axis| 1 << axis).sum();
        let free = differing & !flat;
        let corner = first & !flat;
        match free.count_ones() {
            0 => Feature::Vertex(corner),
            1 => Feature::Edge([corner & !free, corner | free]),
            _ if D == 3 => self.face(free, first, flat, direction),
            _ => Feature::Curved,
        }
    }

    /// The sides with a corner within the depth. A side of a flat box counts once.
    fn core_touching(&self, direction: &SVector<T, D>, depth: T, touching: &mut Touching<T, D>) {
        let lowest = self.half_extents.dot(&direction.abs()) - depth;
        for axis in 0..D {
            let is_flat = self.half_extents[axis] == T::zero();
            for side in 0..if is_flat { 1 } else { 2 } {
                // a side reaches as far as the box, but for the axis across it
                let across = direction[axis] * self.half_extents[axis];
                let top = lowest + depth - across.abs() + if side == 1 { across } else { -across };
                if top >= lowest {
                    self.add_side(axis, side, touching);
                }
            }
        }
    }

    #[inline(always)]
    fn core_support_value(&self, direction: &SVector<T, D>) -> T {
        self.half_extents.dot(&direction.abs())
    }

    #[inline]
    fn interior_point(&self) -> SVector<T, D> {
        SVector::zeros()
    }

    #[inline]
    fn extents(&self) -> SVector<T, D> {
        self.half_extents
    }

    fn inner_diameter(&self) -> T {
        self.half_extents.min() * T::of(2.0)
    }

    #[inline(always)]
    fn core_farthest(&self, direction: Vector<D>, hint: &mut u32) -> [f64; D] {
        let d = direction.numbers();
        let point: [f64; D] =
            std::array::from_fn(|axis| self.half_extents[axis].as_f64().copysign(d[axis]));
        *hint = (0..D)
            .map(|axis| u32::from(point[axis] > 0.0) << axis)
            .sum();
        point
    }

    /// The numbers of the corners are exact.
    fn core_error(&self) -> f64 {
        0.0
    }

    fn core_box(&self) -> Option<SVector<T, D>> {
        Some(self.half_extents)
    }
}

impl<const D: usize> ToF64 for Cuboid<f32, D> {
    type F64 = Cuboid<f64, D>;

    fn to_f64(&self) -> Cuboid<f64, D> {
        Cuboid {
            half_extents: vector_to_f64(&self.half_extents),
        }
    }
}
