//! Convex hulls that know their vertices, edges and faces (\[3\] 4).
//!
//! `build` goes from points to faces: through `scaled`, `dimension`, `polygon` or `solid` with `quickhull`, `measure`,
//! `faces` and `faceted`. `support` finds support points: by `scan`, by the lists of `cells` over a `grid` of
//! directions, or by `climb` where a list would be too long.

mod build;
mod cells;
mod climb;
mod dimension;
mod faces;
mod faceted;
mod grid;
mod measure;
mod order;
mod polygon;
mod quickhull;
mod scaled;
mod scan;
mod solid;
mod support;
mod wide;
mod width;
#[cfg(feature = "serde")]
mod written;

use nalgebra::SVector;

pub use self::faceted::Face;

use self::build::build;
use self::cells::Cells;
use self::climb::Graph;
use self::faceted::FaceList;
use self::scan::Lanes;
use super::point_set::{middle, point_extents, point_reach};
use crate::error::{finite_point, length};
use crate::tuning::SCANNED_SIZE;
use crate::{Real, ShapeError};

/// The convex hull of points, in the plane or in space, with its vertices, edges and faces.
///
/// The points may be in any order. They may coincide, be collinear or coplanar, or lie inside the hull. The vertices
/// are some of the points, and keep their coordinates. Exact arithmetic decides which points are vertices and how
/// they are joined. A support point is found by a scan of all vertices if there are few. If there are many, a table
/// says which of them may be farthest along a direction; where these are many too, a climb along the edges finds it.
///
/// With the feature `serde` a hull is written as its vertices, and built anew from them when it is read back. In that,
/// a hull that is flat to within rounding may lose more vertices. It then states a larger
/// [`deviation`](Self::deviation).
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
        into = "written::Written<T, D>",
        try_from = "written::Written<T, D>"
    )
)]
pub struct ConvexHull<T, const D: usize> {
    vertices: Box<[SVector<T, D>]>,
    extents: SVector<T, D>,
    middle: SVector<T, D>,
    reach: T,
    /// How far a given point may be outside the hull of the vertices.
    deviation: T,
    lanes: Lanes<T, D>,
    /// `None` for a small hull, and for one whose edges are not those of the exact hull of its vertices.
    cells: Option<Cells>,
    topology: Box<Topology<T, D>>,
}

#[derive(Clone, Debug, PartialEq)]
struct Topology<T, const D: usize> {
    dimension: usize,
    sources: Vec<u32>,
    edges: Vec<[u32; 2]>,
    faces: FaceList<T, D>,
    graph: Graph,
    #[cfg_attr(not(feature = "serde"), allow(dead_code))]
    tolerance: T,
    inner_diameter: T,
}

impl<T: Real, const D: usize> ConvexHull<T, D> {
    /// The convex hull of `points`, in the frame that they are given in.
    ///
    /// Points that the scalar cannot tell apart, within 8 ulps of the largest coordinate, become one point. Facets that
    /// are flat within the same distance become one face. The hull counts the loss as
    /// [`rounding`](crate::SupportMap::rounding).
    ///
    /// # Errors
    /// [`ShapeError::Empty`] and [`ShapeError::NotFinite`].
    pub fn new(points: &[SVector<T, D>]) -> Result<Self, ShapeError> {
        Self::welded(points, T::zero())
    }

    /// The convex hull of `points`, simplified: points at most `tolerance` apart become one point, and facets that
    /// are flat to within `tolerance` become one face. A tolerance below the one that [`new`](Self::new) uses has no
    /// effect.
    ///
    /// Given points may lie outside the hull by a few times the tolerance. The hull measures how far, and counts it as
    /// [`rounding`](crate::SupportMap::rounding): a body that is proven free of the hull is free of all given points. A
    /// query cannot resolve a distance smaller than that.
    ///
    /// # Errors
    /// [`ShapeError::Empty`], [`ShapeError::NotFinite`] and [`ShapeError::Negative`].
    pub fn welded(points: &[SVector<T, D>], tolerance: T) -> Result<Self, ShapeError> {
        Self::deviating(points, tolerance, T::zero())
    }

    /// The convex hull of points that stand for other points, each of which is at most `deviation` from this hull.
    fn deviating(points: &[SVector<T, D>], tolerance: T, deviation: T) -> Result<Self, ShapeError> {
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
        let vertices: Box<[_]> = hull.vertices.iter().map(vertex).collect();
        let lanes = Lanes::new(&vertices);
        let extents = point_extents(&vertices);
        let graph = Graph::new(vertices.len(), &hull.edges, &hull.diagonals);
        let size = vertices.len() * size_of::<T>();
        let has_cells = hull.exact && size > SCANNED_SIZE;
        let cells = has_cells.then(|| Cells::new(&graph, &vertices, &extents));
        let lower = |(normal, outline): (nalgebra::Vector3<f64>, Vec<u32>)| {
            (SVector::from_fn(|axis, _| T::of(normal[axis])), outline)
        };
        let faces = FaceList::new(vertices.len(), hull.faces.into_iter().map(lower));
        let mut hull = Self {
            extents,
            middle: middle(&vertices),
            reach: point_reach(&vertices, &SVector::zeros()),
            deviation: deviation + own_deviation,
            lanes,
            cells,
            topology: Box::new(Topology {
                dimension: hull.dimension,
                tolerance,
                sources: hull.vertices,
                edges: hull.edges,
                faces,
                graph,
                inner_diameter: T::zero(),
            }),
            vertices,
        };
        hull.topology.inner_diameter = hull.width_of_ball();
        Ok(hull)
    }
}

impl<T, const D: usize> ConvexHull<T, D> {
    /// The vertices. Those of a small hull are in the order in which the points were given. Those of a large one are in
    /// an order that keeps neighbours together in memory; [`source`](Self::source) tells which points they are.
    pub fn vertices(&self) -> &[SVector<T, D>] {
        &self.vertices
    }
}

impl<T: Real, const D: usize> ConvexHull<T, D> {
    /// Returns the index of a vertex among the given points. Those of a hull that was read back are the vertices as
    /// they were written.
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

    /// The faces. A hull in the plane has none, and a polygon in space has two: its sides.
    pub fn faces(&self) -> impl ExactSizeIterator<Item = Face<'_, T, D>> {
        self.topology.faces.iter()
    }

    /// Returns the vertices that share an edge with a vertex, in ascending order.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn neighbors(&self, vertex: u32) -> &[u32] {
        self.topology.graph.neighbors(vertex)
    }

    /// How far a given point may be outside the hull of the vertices. Zero means that no point is outside.
    pub fn deviation(&self) -> T {
        self.deviation
    }

    /// The dimension of the hull: 0 for a point, 1 for a segment, 2 for a polygon, 3 for a solid.
    pub fn dimension(&self) -> usize {
        self.topology.dimension
    }
}
