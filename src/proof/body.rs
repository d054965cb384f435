//! A body as the kernel asks it.

use crate::motion::{Law, Motion};
use crate::number::Vector;
use crate::{Moving, Real, SupportMap};

/// A shape in either scalar. Its core is asked in double precision.
#[derive(Clone, Copy)]
pub enum Asked<'b, const D: usize> {
    /// In single precision.
    Single(&'b dyn SupportMap<f32, D>),
    /// In double precision.
    Double(&'b dyn SupportMap<f64, D>),
}

impl<const D: usize> Asked<'_, D> {
    /// Returns a point of the core that is farthest along a direction, which need not have unit length. It is measured
    /// from the shape's location.
    #[inline(always)]
    pub(crate) fn farthest(&self, direction: Vector<D>, hint: &mut u32) -> [f64; D] {
        match self {
            Self::Single(shape) => shape.core_farthest(direction, hint),
            Self::Double(shape) => shape.core_farthest(direction, hint),
        }
    }
}

/// A convex body and its motion in closed form, with what every query needs of them.
pub struct Body<'b, const D: usize> {
    pub(crate) shape: Asked<'b, D>,
    pub(super) law: Law<D>,
    /// The point of the shape's frame that the body turns about, measured from the shape's location.
    pub(crate) pivot: [f64; D],
    /// A point inside the core, measured from the pivot. No claim rests on it.
    pub(super) middle: [f64; D],
    /// Half the extents, if the core is a box: also a point, or a segment along an axis.
    pub(super) half: Option<[f64; D]>,
    pub(super) radius: f64,
    /// The largest distance of a point of the core from the pivot.
    pub(super) reach: f64,
    /// How much farther along a unit vector than a support point another point of the core may be.
    pub(super) error: f64,
    /// The smallest tolerance that its scalar asks for by default, relative to its size.
    pub(super) precision: f64,
}

impl<'b, const D: usize> Body<'b, D> {
    /// Returns a body as the kernel asks it, if its motion has a closed form.
    pub fn new<S, M, T>(moving: &'b Moving<S, M, T, D>) -> Option<Self>
    where
        T: Real,
        S: SupportMap<T, D>,
        M: Motion<T, D>,
    {
        let shape = moving.shape();
        let law = moving.motion().law()?;
        let (center, location) = (moving.motion().center(), shape.location());
        let pivot: [f64; D] = std::array::from_fn(|k| center[k].as_f64() - location[k].as_f64());
        let half = shape.core_box();
        let middle = shape.interior_point();
        Some(Self {
            shape: T::asked(shape),
            law,
            pivot,
            middle: std::array::from_fn(|k| middle[k].as_f64() - pivot[k]),
            half: half.map(|half| std::array::from_fn(|k| half[k].as_f64())),
            radius: shape.radius().as_f64(),
            reach: moving.reach().as_f64(),
            error: shape.core_error(),
            precision: T::SQRT_EPSILON.as_f64(),
        })
    }

    /// The radius of a ball about the pivot that contains the body.
    #[inline(always)]
    pub(super) fn ball(&self) -> f64 {
        self.reach + self.radius
    }
}
