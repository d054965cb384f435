//! One type for all shapes, for scenes that mix them.

use nalgebra::SVector;

use super::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, PointSet, PosedShape, Segment,
    Triangle,
};
use crate::number::Vector;
use crate::support::{AffineImage, Feature, Rounded, Touching, Vertex};
use crate::{Real, SupportMap, ToF64};

/// Any of this crate's shapes, for scenes that mix them.
///
/// ```
/// use nalgebra::{Isometry3, vector};
/// use photofinish::gjk::distance;
/// use photofinish::shape::{AnyShape, Ball, Cuboid};
/// use photofinish::support::Posed;
///
/// let shapes: Vec<AnyShape<f64, 3>> = vec![Ball::new(1.0)?.into(), Cuboid::new(vector![2.0, 1.0, 1.0])?.into()];
/// let ball = Posed::new(Ball::new(0.5)?, &Isometry3::translation(4.0, 0.0, 0.0))?;
/// let distances: Vec<f64> =
///     shapes.iter().filter_map(|shape| distance(shape, &ball)).map(|closest| closest.distance).collect();
/// assert_eq!(distances, [2.5, 1.5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Ellipsoids and shapes that are rounded, stretched or [posed](PosedShape) are behind a pointer, so that they take no
/// room in the others. They may hold each other:
///
/// ```
/// use nalgebra::{Matrix2, Vector2, vector};
/// use photofinish::SupportMap;
/// use photofinish::shape::{AnyShape, Cuboid, Ellipsoid};
/// use photofinish::support::{AffineImage, Rounded};
///
/// let rounded: AnyShape<f64, 2> = Rounded::new(Cuboid::new(vector![1.0, 2.0])?, 0.5)?.into();
/// assert_eq!(rounded.extents(), vector![1.5, 2.5]);
/// let doubled: AnyShape<f64, 2> = AffineImage::new(rounded, Matrix2::identity() * 2.0, Vector2::zeros())?.into();
/// assert_eq!(doubled.extents(), vector![3.0, 5.0]);
/// let ellipse: AnyShape<f64, 2> = Ellipsoid::new(vector![3.0, 1.0])?.into();
/// assert_eq!(ellipse.support_point(&Vector2::x()), vector![3.0, 0.0]);
/// # Ok::<(), photofinish::ShapeError>(())
/// ```
///
/// To mix in a shape of your own, write an enum of both, or put all of them behind `Box<dyn SupportMap<T, D>>`:
///
/// ```
/// use nalgebra::{Vector2, vector};
/// use photofinish::SupportMap;
/// use photofinish::gjk::intersects;
/// use photofinish::shape::{Ball, Triangle};
///
/// let triangle = Triangle::new([vector![0.5, 0.0], vector![2.0, 0.0], vector![2.0, 1.0]])?;
/// let bodies: Vec<Box<dyn SupportMap<f64, 2>>> = vec![Box::new(Ball::new(1.0)?), Box::new(triangle)];
/// assert!(intersects(&bodies[0], &bodies[1], &mut Vector2::zeros()));
/// # Ok::<(), photofinish::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(rename_all = "snake_case", bound = "T: crate::serial::Scalar")
)]
#[allow(missing_docs)] // each variant is the shape of its name
#[non_exhaustive]
pub enum AnyShape<T, const D: usize> {
    Ball(Ball<T>),
    Cuboid(Cuboid<T, D>),
    Capsule(Capsule<T>),
    Cylinder(Cylinder<T>),
    Cone(Cone<T>),
    Segment(Segment<T, D>),
    Triangle(Triangle<T, D>),
    PointSet(PointSet<T, D>),
    ConvexHull(ConvexHull<T, D>),
    Ellipsoid(Box<Ellipsoid<T, D>>),
    Rounded(Box<Rounded<AnyShape<T, D>, T>>),
    AffineImage(Box<AffineImage<AnyShape<T, D>, T, D>>),
    Posed(Box<PosedShape<T, D>>),
}

/// Calls a method of the shape that the enum holds.
macro_rules! of_shape {
    ($shape:expr, $method:ident($($argument:expr),*)) => {
        match $shape {
            AnyShape::Ball(shape) => SupportMap::<T, D>::$method(shape, $($argument),*),
            AnyShape::Cuboid(shape) => SupportMap::<T, D>::$method(shape, $($argument),*),
            AnyShape::Capsule(shape) => SupportMap::<T, D>::$method(shape, $($argument),*),
            AnyShape::Cylinder(shape) => SupportMap::<T, D>::$method(shape, $($argument),*),
            AnyShape::Cone(shape) => SupportMap::<T, D>::$method(shape, $($argument),*),
            AnyShape::Segment(shape) => SupportMap::<T, D>::$method(shape, $($argument),*),
            AnyShape::Triangle(shape) => SupportMap::<T, D>::$method(shape, $($argument),*),
            AnyShape::PointSet(shape) => SupportMap::<T, D>::$method(shape, $($argument),*),
            AnyShape::ConvexHull(shape) => SupportMap::<T, D>::$method(shape, $($argument),*),
            shape @ (AnyShape::Ellipsoid(_)
            | AnyShape::Rounded(_)
            | AnyShape::AffineImage(_)
            | AnyShape::Posed(_)) => {
                shape.out_of_line().$method($($argument),*)
            }
        }
    };
}

impl<T: Real, const D: usize> AnyShape<T, D> {
    /// Returns the shape that the enum holds, behind a pointer. Only the rarer shapes come here, but all are listed:
    /// the compiler then names this place for a new shape.
    // it is not inlined, and neither are the methods behind the pointer: the rarer shapes add one call, and no code of
    // their own, to what is compiled for the common ones
    #[cold]
    #[inline(never)]
    fn out_of_line(&self) -> &dyn SupportMap<T, D> {
        match self {
            Self::Ball(shape) => shape,
            Self::Cuboid(shape) => shape,
            Self::Capsule(shape) => shape,
            Self::Cylinder(shape) => shape,
            Self::Cone(shape) => shape,
            Self::Segment(shape) => shape,
            Self::Triangle(shape) => shape,
            Self::PointSet(shape) => shape,
            Self::ConvexHull(shape) => shape,
            Self::Ellipsoid(shape) => &**shape,
            Self::Rounded(shape) => &**shape,
            Self::AffineImage(shape) => &**shape,
            Self::Posed(shape) => shape.posed(),
        }
    }
}

impl<T: Real, const D: usize> SupportMap<T, D> for AnyShape<T, D> {
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        of_shape!(self, support_point(direction))
    }

    #[inline]
    fn location(&self) -> SVector<T, D> {
        of_shape!(self, location())
    }

    #[inline]
    fn core_support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        of_shape!(self, core_support_point(direction))
    }

    #[inline(always)]
    fn core_support_vertex(&self, direction: &SVector<T, D>, near: Option<u32>) -> Vertex<T, D> {
        of_shape!(self, core_support_vertex(direction, near))
    }

    #[inline(always)]
    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        of_shape!(self, core_vertex(index))
    }

    fn core_feature(&self, vertices: &[u32], direction: &SVector<T, D>) -> Feature {
        of_shape!(self, core_feature(vertices, direction))
    }

    fn core_touching(&self, direction: &SVector<T, D>, depth: T, touching: &mut Touching<T, D>) {
        of_shape!(self, core_touching(direction, depth, touching))
    }

    #[inline(always)]
    fn core_support_value(&self, direction: &SVector<T, D>) -> T {
        of_shape!(self, core_support_value(direction))
    }

    #[inline]
    fn radius(&self) -> T {
        of_shape!(self, radius())
    }

    #[inline(always)]
    fn interior_point(&self) -> SVector<T, D> {
        of_shape!(self, interior_point())
    }

    #[inline]
    fn extents(&self) -> SVector<T, D> {
        of_shape!(self, extents())
    }

    #[inline]
    fn reach(&self, center: &SVector<T, D>) -> T {
        of_shape!(self, reach(center))
    }

    fn inner_diameter(&self) -> T {
        of_shape!(self, inner_diameter())
    }

    #[inline]
    fn rounding(&self) -> SVector<T, D> {
        of_shape!(self, rounding())
    }

    #[inline]
    fn turn_rounding(&self) -> T {
        of_shape!(self, turn_rounding())
    }

    #[inline]
    fn core_farthest(&self, direction: Vector<D>, hint: &mut u32) -> [f64; D] {
        of_shape!(self, core_farthest(direction, hint))
    }

    fn core_error(&self) -> f64 {
        of_shape!(self, core_error())
    }

    #[inline]
    fn core_box(&self) -> Option<SVector<T, D>> {
        of_shape!(self, core_box())
    }
}

impl<const D: usize> ToF64 for AnyShape<f32, D> {
    type F64 = AnyShape<f64, D>;

    fn to_f64(&self) -> AnyShape<f64, D> {
        match self {
            Self::Ball(shape) => shape.to_f64().into(),
            Self::Cuboid(shape) => shape.to_f64().into(),
            Self::Capsule(shape) => shape.to_f64().into(),
            Self::Cylinder(shape) => shape.to_f64().into(),
            Self::Cone(shape) => shape.to_f64().into(),
            Self::Segment(shape) => shape.to_f64().into(),
            Self::Triangle(shape) => shape.to_f64().into(),
            Self::PointSet(shape) => shape.to_f64().into(),
            Self::ConvexHull(shape) => shape.to_f64().into(),
            Self::Ellipsoid(shape) => shape.to_f64().into(),
            Self::Rounded(shape) => shape.to_f64().into(),
            Self::AffineImage(shape) => shape.to_f64().into(),
            Self::Posed(shape) => shape.to_f64().into(),
        }
    }
}

/// Converts every shape into an `AnyShape`.
macro_rules! from_shapes {
    ($($shape:ident<$($parameter:tt),*>),* $(,)?) => {
        $(impl<T, const D: usize> From<$shape<$($parameter),*>> for AnyShape<T, D> {
            fn from(shape: $shape<$($parameter),*>) -> Self {
                Self::$shape(shape)
            }
        })*
    };
}

from_shapes!(
    Ball<T>,
    Cuboid<T, D>,
    Capsule<T>,
    Cylinder<T>,
    Cone<T>,
    Segment<T, D>,
    Triangle<T, D>,
    PointSet<T, D>,
    ConvexHull<T, D>,
);

impl<T, const D: usize> From<Ellipsoid<T, D>> for AnyShape<T, D> {
    fn from(shape: Ellipsoid<T, D>) -> Self {
        Self::Ellipsoid(Box::new(shape))
    }
}

impl<T: Real, const D: usize, S: Into<Self>> From<Rounded<S, T>> for AnyShape<T, D> {
    fn from(rounded: Rounded<S, T>) -> Self {
        Self::Rounded(Box::new(rounded.map(Into::into)))
    }
}

impl<T: Real, const D: usize, S: Into<Self>> From<AffineImage<S, T, D>> for AnyShape<T, D> {
    fn from(image: AffineImage<S, T, D>) -> Self {
        Self::AffineImage(Box::new(image.map(Into::into)))
    }
}

impl<T, const D: usize> From<PosedShape<T, D>> for AnyShape<T, D> {
    fn from(shape: PosedShape<T, D>) -> Self {
        Self::Posed(Box::new(shape))
    }
}
