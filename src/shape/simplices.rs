//! Segments and triangles.

use nalgebra::SVector;

use super::point_set::{
    FEW_ERROR, farthest, farthest_of_few, farthest_vertex, middle, point_extents, point_reach,
};
use crate::error::finite_point;
use crate::number::Vector;
use crate::support::{Feature, Touching, Vertex};
use crate::to_f64::vector_to_f64;
use crate::{Real, ShapeError, SupportMap, ToF64};

/// A segment or triangle as it stands in a file.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Written<Points> {
    points: Points,
}

/// Writes the checked constructor and the support mapping of a shape with a fixed number of vertices.
macro_rules! vertex_shape {
    ($name:ident, $count:literal, $what:literal, $written:literal) => {
        #[doc = concat!("A ", $what, " with ", stringify!($count), " vertices, which may coincide or be collinear.")]
        ///
        /// ```
        /// use nalgebra::vector;
        /// use photofinish::gjk::distance;
        /// use photofinish::shape::{Segment, Triangle};
        ///
        /// let sail = Triangle::new([vector![0.0, 0.0, 0.0], vector![2.0, 0.0, 0.0], vector![0.0, 2.0, 0.0]])?;
        /// let mast = Segment::new([vector![0.5, 0.5, 1.0], vector![0.5, 0.5, 3.0]])?;
        /// let closest = distance(&sail, &mast).expect("the mast is in front of the sail");
        /// assert_eq!(closest.distance, 1.0);
        /// # Ok::<(), photofinish::ShapeError>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(
            feature = "serde",
            serde(bound = "T: crate::serial::Scalar", try_from = $written)
        )]
        pub struct $name<T, const D: usize> {
            points: [SVector<T, D>; $count],
        }

        #[cfg(feature = "serde")]
        impl<T: Real, const D: usize> TryFrom<Written<[SVector<T, D>; $count]>> for $name<T, D> {
            type Error = ShapeError;

            fn try_from(written: Written<[SVector<T, D>; $count]>) -> Result<Self, ShapeError> {
                Self::new(written.points)
            }
        }

        impl<T: Real, const D: usize> $name<T, D> {
            #[doc = concat!("The ", $what, " with these vertices, in the frame that they are given in.")]
            ///
            /// # Errors
            /// [`ShapeError::NotFinite`].
            pub fn new(points: [SVector<T, D>; $count]) -> Result<Self, ShapeError> {
                for point in points {
                    finite_point("vertex", point)?;
                }
                Ok(Self { points })
            }

            /// The vertices.
            pub fn points(&self) -> &[SVector<T, D>; $count] {
                &self.points
            }
        }

        impl<T: Real, const D: usize> SupportMap<T, D> for $name<T, D> {
            #[inline]
            fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
                farthest(&self.points, direction)
            }

            #[inline]
            fn core_support_vertex(
                &self,
                direction: &SVector<T, D>,
                _near: Option<u32>,
            ) -> Vertex<T, D> {
                farthest_vertex(&self.points, direction)
            }

            #[inline]
            fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
                self.points.get(index as usize).copied()
            }

            /// Three vertices in space are the face.
            fn core_feature(&self, vertices: &[u32], _direction: &SVector<T, D>) -> Feature {
                let whole = if D == 3 && !vertices.is_empty() {
                    Feature::Face(0)
                } else {
                    Feature::Curved
                };
                Feature::spanned(vertices).unwrap_or(whole)
            }

            /// All of it: the edges in the plane, and the whole shape in space.
            fn core_touching(
                &self,
                _direction: &SVector<T, D>,
                _depth: T,
                touching: &mut Touching<T, D>,
            ) {
                let vertices = (0..).zip(self.points);
                if D == 3 && $count > 2 {
                    touching.add_face(Feature::Face(0), vertices);
                    return;
                }
                let edges = if $count > 2 { $count } else { 1 };
                for (v, p) in vertices.take(edges) {
                    let w = (v + 1) % $count;
                    touching.add_edge([v, w], [p, self.points[w as usize]]);
                }
            }

            #[inline]
            fn core_farthest(&self, direction: Vector<D>, hint: &mut u32) -> [f64; D] {
                farthest_of_few(&self.points, direction, hint)
            }

            fn core_error(&self) -> f64 {
                FEW_ERROR * point_reach(&self.points, &SVector::zeros()).as_f64()
            }

            #[inline]
            fn interior_point(&self) -> SVector<T, D> {
                middle(&self.points)
            }

            #[inline]
            fn extents(&self) -> SVector<T, D> {
                point_extents(&self.points)
            }

            #[inline]
            fn reach(&self, center: &SVector<T, D>) -> T {
                point_reach(&self.points, center)
            }
        }

        impl<const D: usize> ToF64 for $name<f32, D> {
            type F64 = $name<f64, D>;

            fn to_f64(&self) -> $name<f64, D> {
                $name {
                    points: self.points.each_ref().map(vector_to_f64),
                }
            }
        }
    };
}

vertex_shape!(Segment, 2, "segment", "Written<[SVector<T, D>; 2]>");
vertex_shape!(Triangle, 3, "triangle", "Written<[SVector<T, D>; 3]>");
