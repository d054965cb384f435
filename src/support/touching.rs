//! The vertices, edges and faces of a core that come near a plane.

use nalgebra::SVector;

use super::Feature;
use crate::Real;

/// The vertices, edges and faces with which a core may touch a plane, each with its corners.
///
/// [`SupportMap::core_touching`](super::SupportMap::core_touching) fills it. It is a list that keeps its memory, so
/// that bodies can be asked again and again without an allocation.
///
/// ```
/// use nalgebra::vector;
/// use photofinish::SupportMap;
/// use photofinish::shape::Cuboid;
/// use photofinish::support::Touching;
///
/// let brick = Cuboid::new(vector![2.0, 0.5, 1.0])?;
/// let mut touching = Touching::new();
/// brick.core_touching(&vector![0.0, -1.0, 0.0], 1e-9, &mut touching);
/// // the lower face, and the four faces around it that touch the plane with an edge
/// assert_eq!(touching.len(), 5);
/// assert!(touching.points().any(|corner| *corner == vector![2.0, -0.5, 1.0]));
/// # Ok::<(), photofinish::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Touching<T, const D: usize> {
    points: Vec<SVector<T, D>>,
    /// The name of each point: a vertex, or curved.
    names: Vec<Feature>,
    parts: Vec<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Part {
    feature: Feature,
    /// The number of points up to the last one of this part.
    end: usize,
}

impl<T, const D: usize> Default for Touching<T, D> {
    fn default() -> Self {
        Self {
            points: Vec::new(),
            names: Vec::new(),
            parts: Vec::new(),
        }
    }
}

impl<T: Real, const D: usize> Touching<T, D> {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Removes all parts, and keeps the memory.
    pub fn clear(&mut self) {
        self.points.clear();
        self.names.clear();
        self.parts.clear();
    }

    /// The number of parts.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Returns whether there are no parts.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The corners of all parts, in the order in which they were added. A corner of two parts is there twice.
    pub fn points(&self) -> impl ExactSizeIterator<Item = &SVector<T, D>> {
        self.points.iter()
    }

    /// Adds a point with this name: [`Feature::Vertex`] if the body has numbers for such points, or
    /// [`Feature::Curved`].
    pub fn add_point(&mut self, feature: Feature, point: SVector<T, D>) {
        self.points.push(point);
        self.names.push(feature);
        self.close(feature);
    }

    /// Adds the edge between two vertices with these indices.
    pub fn add_edge(&mut self, vertices: [u32; 2], points: [SVector<T, D>; 2]) {
        let [v, w] = vertices;
        let edge = Feature::Edge([v.min(w), v.max(w)]);
        self.add_face(edge, vertices.into_iter().zip(points));
    }

    /// Adds a face with this name and these vertices, in order around it, either way. They form a convex polygon.
    pub fn add_face(
        &mut self,
        feature: Feature,
        vertices: impl IntoIterator<Item = (u32, SVector<T, D>)>,
    ) {
        for (vertex, point) in vertices {
            self.points.push(point);
            self.names.push(Feature::Vertex(vertex));
        }
        self.close(feature);
    }

    /// Replaces the points from the index `start` on by their images. A body that moves another one lets that one add
    /// its parts, and then maps the points that came.
    pub fn map_from(&mut self, start: usize, image: impl Fn(&SVector<T, D>) -> SVector<T, D>) {
        for point in self.points.iter_mut().skip(start) {
            *point = image(point);
        }
    }

    /// The parts, each with its corners and their names.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (Feature, &[SVector<T, D>], &[Feature])> {
        let starts = std::iter::once(0).chain(self.parts.iter().map(|part| part.end));
        self.parts.iter().zip(starts).map(|(part, start)| {
            let range = start..part.end;
            (
                part.feature,
                &self.points[range.clone()],
                &self.names[range],
            )
        })
    }

    /// Ends a part, unless it has no points.
    fn close(&mut self, feature: Feature) {
        let end = self.points.len();
        if self.parts.last().map_or(0, |part| part.end) < end {
            self.parts.push(Part { feature, end });
        }
    }
}
