//! Convex hulls of points that are scanned one by one, and functions that all shapes with vertices share.

use nalgebra::SVector;

use crate::error::finite_point;
use crate::number::{UNIT, Vector};
use crate::support::{Feature, Vertex};
use crate::to_f64::vector_to_f64;
use crate::vector::length_of;
use crate::{Real, ShapeError, SupportMap, ToF64};

/// The convex hull of a few points. It is cheap to build, but every support point is a scan of all points.
///
/// The points may be in any order. They may coincide, be collinear or coplanar, or lie inside the hull. A point set
/// does not know its edges and faces: it reports any two points as an [edge](Feature::Edge), and more than two as
/// [curved](Feature::Curved). For many points, or for true edges and faces, there is
/// [`ConvexHull`](super::ConvexHull).
///
/// ```
/// use nalgebra::vector;
/// use photofinish::SupportMap;
/// use photofinish::shape::PointSet;
///
/// let kite = PointSet::new(vec![vector![0.0, -3.0], vector![-1.0, 0.0], vector![0.0, 1.0], vector![1.0, 0.0]])?;
/// assert_eq!(kite.support_point(&vector![0.5, -1.0]), vector![0.0, -3.0]);
/// assert_eq!(kite.extents(), vector![1.0, 3.0]);
/// # Ok::<(), photofinish::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "T: crate::serial::Scalar", try_from = "Written<T, D>")
)]
pub struct PointSet<T, const D: usize> {
    points: Vec<SVector<T, D>>,
    #[cfg_attr(feature = "serde", serde(skip))]
    extents: SVector<T, D>,
    #[cfg_attr(feature = "serde", serde(skip))]
    middle: SVector<T, D>,
    #[cfg_attr(feature = "serde", serde(skip))]
    reach: T,
}

#[cfg(feature = "serde")]
crate::serial::written! {
    struct Written<T, const D: usize> { points: Vec<SVector<T, D>> } for PointSet by new
}

impl<T: Real, const D: usize> PointSet<T, D> {
    /// The convex hull of `points`, in the frame that they are given in.
    ///
    /// # Errors
    /// [`ShapeError::Empty`] and [`ShapeError::NotFinite`].
    pub fn new(points: Vec<SVector<T, D>>) -> Result<Self, ShapeError> {
        if points.is_empty() {
            return Err(ShapeError::Empty);
        }
        for &point in &points {
            finite_point("point", point)?;
        }
        let extents = point_extents(&points);
        let reach = point_reach(&points, &SVector::zeros());
        Ok(Self {
            middle: middle(&points),
            points,
            extents,
            reach,
        })
    }

    /// The points, as they were given.
    pub fn points(&self) -> &[SVector<T, D>] {
        &self.points
    }
}

impl<T: Real, const D: usize> SupportMap<T, D> for PointSet<T, D> {
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        farthest(&self.points, direction)
    }

    #[inline]
    fn core_support_vertex(&self, direction: &SVector<T, D>, _near: Option<u32>) -> Vertex<T, D> {
        farthest_vertex(&self.points, direction)
    }

    #[inline]
    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        self.points.get(index as usize).copied()
    }

    /// Two points count as an edge, though they may be a diagonal of a face. More than two count as curved.
    fn core_feature(&self, vertices: &[u32], _direction: &SVector<T, D>) -> Feature {
        Feature::spanned(vertices).unwrap_or(Feature::Curved)
    }

    #[inline]
    fn core_support_value(&self, direction: &SVector<T, D>) -> T {
        let mut best = direction.dot(&self.points[0]);
        for point in &self.points[1..] {
            best = best.max(direction.dot(point));
        }
        best
    }

    #[inline]
    fn interior_point(&self) -> SVector<T, D> {
        self.middle
    }

    #[inline]
    fn extents(&self) -> SVector<T, D> {
        self.extents
    }

    /// The reach from the origin is stored. From another centre all points are measured, as the triangle inequality
    /// would give away up to the distance of that centre.
    #[inline]
    fn reach(&self, center: &SVector<T, D>) -> T {
        if *center == SVector::<T, D>::zeros() {
            self.reach
        } else {
            point_reach(&self.points, center)
        }
    }
}

impl<const D: usize> ToF64 for PointSet<f32, D> {
    type F64 = PointSet<f64, D>;

    fn to_f64(&self) -> PointSet<f64, D> {
        let points = self.points.iter().map(vector_to_f64).collect();
        PointSet::new(points).expect("points that are finite in single precision")
    }
}

/// Returns the first of `points` that is farthest along `direction`.
#[inline]
pub(crate) fn farthest<T: Real, const D: usize>(
    points: &[SVector<T, D>],
    direction: &SVector<T, D>,
) -> SVector<T, D> {
    points[farthest_index(points, direction) as usize]
}

/// Returns the index of the first of `points` that is farthest along `direction`.
#[inline]
pub(crate) fn farthest_index<T: Real, const D: usize>(
    points: &[SVector<T, D>],
    direction: &SVector<T, D>,
) -> u32 {
    let mut farthest = 0;
    let mut value = direction.dot(&points[0]);
    for (index, point) in points.iter().enumerate().skip(1) {
        let along = direction.dot(point);
        if along > value {
            value = along;
            farthest = index;
        }
    }
    farthest as u32
}

/// How much farther another point may be than [`farthest_of_few`], in the largest distance of a point from the origin:
/// each height loses 3 units of 2^-53, and two are compared.
pub(super) const FEW_ERROR: f64 = 8.0 * UNIT;

/// Returns the first of `points` that is farthest along `direction`, in double precision.
#[inline(always)]
pub(super) fn farthest_of_few<T: Real, const D: usize, const N: usize>(
    points: &[SVector<T, D>; N],
    direction: Vector<D>,
    index: &mut u32,
) -> [f64; D] {
    let d = direction.numbers();
    let points: [[f64; D]; N] = points.map(|point| std::array::from_fn(|k| point[k].as_f64()));
    let heights: [f64; N] = points.map(|point| (0..D).map(|k| d[k] * point[k]).sum());
    let mut farthest = 0;
    for index in 1..N {
        if heights[index] > heights[farthest] {
            farthest = index;
        }
    }
    *index = farthest as u32;
    points[farthest]
}

/// Returns the first of `points` that is farthest along `direction`, with its index.
#[inline]
pub(crate) fn farthest_vertex<T: Real, const D: usize>(
    points: &[SVector<T, D>],
    direction: &SVector<T, D>,
) -> Vertex<T, D> {
    let index = farthest_index(points, direction);
    Vertex::corner(points[index as usize], index)
}

/// The mean of all points.
pub(crate) fn middle<T: Real, const D: usize>(points: &[SVector<T, D>]) -> SVector<T, D> {
    let share = T::one() / T::of(points.len() as f64);
    points
        .iter()
        .fold(SVector::zeros(), |sum, point| sum + point * share)
}

/// Half the size of the box around the origin that contains all points.
pub(crate) fn point_extents<T: Real, const D: usize>(points: &[SVector<T, D>]) -> SVector<T, D> {
    points.iter().fold(SVector::zeros(), |extents, point| {
        extents.zip_map(point, |extent: T, x| extent.max(x.abs()))
    })
}

/// The largest distance of a point from `center`.
pub(crate) fn point_reach<T: Real, const D: usize>(
    points: &[SVector<T, D>],
    center: &SVector<T, D>,
) -> T {
    points.iter().fold(T::zero(), |reach, point| {
        reach.max(length_of(&(point - center)))
    })
}
