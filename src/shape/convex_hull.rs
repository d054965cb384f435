//! Convex hulls of points with their vertices, edges and faces (\[3\] 4).

mod build;
mod climb;
mod dimension;
mod faces;
mod faceted;
mod measure;
mod polygon;
mod quickhull;
mod scaled;
mod scan;
mod solid;
mod starts;
mod support;
mod width;

use nalgebra::SVector;

pub use self::faceted::Face;

use self::build::build;
use self::climb::Graph;
use self::faceted::FaceList;
use self::scan::Lanes;
use self::starts::Starts;
use super::point_set::{middle, point_extents, point_reach};
use crate::error::{finite_point, length};
use crate::{Real, ShapeError};

/// The convex hull of points, in the plane or in space, with its vertices, edges and faces.
///
/// Points may be in any order, coincide, be collinear, coplanar or inside. The vertices are some of the points, never
/// moved. Which are, and how they are joined, is decided in exact arithmetic. Support points are found by looking at
/// all vertices if they are few, and by climbing along the edges if they are many.
///
/// ```
/// use nalgebra::{Vector3, vector};
/// use photofinish::shape::ConvexHull;
///
/// // a cube from 27 points
/// let coordinates = [-1.0, 0.0, 1.0];
/// let points: Vec<Vector3<f64>> = coordinates
///     .iter()
///     .flat_map(|&x| coordinates.map(|y| coordinates.map(|z| vector![x, y, z])))
///     .flatten()
///     .collect();
/// let cube = ConvexHull::new(&points)?;
/// assert_eq!((cube.vertices().len(), cube.edges().len(), cube.faces().len()), (8, 12, 6));
///
/// // on each face lie nine of the points, and four of them are its vertices
/// for face in cube.faces() {
///     assert_eq!(face.vertices.len(), 4);
///     assert_eq!(points.iter().filter(|point| face.normal.dot(point) == 1.0).count(), 9);
/// }
/// assert_eq!(points[cube.source(0)], cube.vertices()[0]);
/// # Ok::<(), photofinish::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        bound = "T: crate::serial::Scalar",
        into = "crate::serial::Hull<T, D>",
        try_from = "crate::serial::Hull<T, D>"
    )
)]
pub struct ConvexHull<T, const D: usize> {
    vertices: Vec<SVector<T, D>>,
    extents: SVector<T, D>,
    middle: SVector<T, D>,
    reach: T,
    /// How far a point that was given may be outside the hull of the vertices.
    deviation: T,
    #[cfg_attr(not(feature = "serde"), allow(dead_code))]
    tolerance: T,
    lanes: Lanes<T, D>,
    topology: Box<Topology<T, D>>,
}

#[derive(Clone, Debug, PartialEq)]
struct Topology<T, const D: usize> {
    dimension: usize,
    sources: Vec<u32>,
    edges: Vec<[u32; 2]>,
    faces: FaceList<T, D>,
    graph: Graph,
    starts: Starts,
    /// Iff climbing is as exact as a scan.
    climbs: bool,
    inner_diameter: T,
}

impl<T: Real, const D: usize> ConvexHull<T, D> {
    /// The convex hull of `points`, in the frame that they are given in.
    ///
    /// Points that the scalar cannot tell apart, up to 8 ulps of the largest coordinate, are one, and facets that are
    /// flat to within that are one face. The support mapping counts what is lost by it as rounding.
    ///
    /// # Errors
    /// [`ShapeError::Empty`] and [`ShapeError::NotFinite`].
    pub fn new(points: &[SVector<T, D>]) -> Result<Self, ShapeError> {
        Self::welded(points, T::zero())
    }

    /// The convex hull of `points`, where points at most `tolerance` apart are one, and so are facets that are flat to
    /// within `tolerance`, if it is larger than what [`new`](Self::new) uses.
    ///
    /// Points may be left outside the hull by a few times the tolerance. How far they are is measured, and counts as
    /// rounding of the support mapping: what is proven to be free of the hull is free of all points given. A query can
    /// then resolve no smaller distance.
    ///
    /// # Errors
    /// [`ShapeError::Empty`], [`ShapeError::NotFinite`] and [`ShapeError::Negative`].
    pub fn welded(points: &[SVector<T, D>], tolerance: T) -> Result<Self, ShapeError> {
        Self::deviating(points, tolerance, T::zero())
    }

    /// The convex hull of points that stand for others, of which each is at most `deviation` away from their hull.
    pub(crate) fn deviating(
        points: &[SVector<T, D>],
        tolerance: T,
        deviation: T,
    ) -> Result<Self, ShapeError> {
        const { assert!(D == 2 || D == 3, "hulls are in the plane or in space") };
        let tolerance = length("tolerance", tolerance)?;
        let deviation = length("deviation", deviation)?;
        if points.is_empty() {
            return Err(ShapeError::Empty);
        }
        for &point in points {
            finite_point("point", point)?;
        }
        let (hull, own_deviation) = build(points, tolerance);
        let vertex = |&source: &u32| points[source as usize];
        let vertices: Vec<_> = hull.vertices.iter().map(vertex).collect();
        let lanes = Lanes::new(&vertices);
        let extents = point_extents(&vertices);
        let graph = Graph::new(vertices.len(), &hull.edges, &hull.diagonals);
        // where no climb is as exact as a scan there is none
        let climbed = if hull.exact { vertices.len() } else { 1 };
        let starts = Starts::new(climbed, |direction, near| {
            graph.climb_roughly(&vertices, direction, near)
        });
        let lower = |(normal, outline): (nalgebra::Vector3<f64>, Vec<u32>)| {
            (SVector::from_fn(|axis, _| T::of(normal[axis])), outline)
        };
        let faces = FaceList::new(vertices.len(), hull.faces.into_iter().map(lower));
        let mut hull = Self {
            extents,
            middle: middle(&vertices),
            reach: point_reach(&vertices, &SVector::zeros()),
            deviation: deviation + own_deviation,
            tolerance,
            lanes,
            topology: Box::new(Topology {
                dimension: hull.dimension,
                climbs: hull.exact,
                sources: hull.vertices,
                edges: hull.edges,
                faces,
                graph,
                starts,
                inner_diameter: T::zero(),
            }),
            vertices,
        };
        hull.topology.inner_diameter = hull.width_of_ball();
        Ok(hull)
    }
}

impl<T, const D: usize> ConvexHull<T, D> {
    /// The vertices, in the order of the points that they are.
    pub fn vertices(&self) -> &[SVector<T, D>] {
        &self.vertices
    }
}

impl<T: Real, const D: usize> ConvexHull<T, D> {
    /// The index that a vertex has among the points given.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn source(&self, vertex: u32) -> usize {
        self.topology.sources[vertex as usize] as usize
    }

    /// The edges: pairs of vertices, the smaller index first, in ascending order.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.topology.edges
    }

    /// The faces. There are none in the plane; a polygon in space has two, its sides.
    pub fn faces(&self) -> impl ExactSizeIterator<Item = Face<'_, T, D>> {
        self.topology.faces.iter()
    }

    /// The vertices that share an edge with a vertex, in ascending order.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn neighbors(&self, vertex: u32) -> &[u32] {
        self.topology.graph.neighbors(vertex)
    }

    /// How far a point that was given may be outside the hull of the vertices: 0 if none is.
    pub fn deviation(&self) -> T {
        self.deviation
    }

    /// The tolerance that the hull was built with.
    #[cfg(feature = "serde")]
    pub(crate) fn tolerance(&self) -> T {
        self.tolerance
    }

    /// What the hull is: 0 for a point, 1 for a segment, 2 for a polygon, 3 for a solid.
    pub fn dimension(&self) -> usize {
        self.topology.dimension
    }
}
