//! The support mapping of a convex hull: a scan of all vertices, one or eight at a time, or of those that a table names
//! for a direction, or a climb along the edges.

use nalgebra::SVector;

use super::ConvexHull;
use super::cells::Cells;
use crate::shape::point_set::{farthest_index, point_reach};
use crate::support::{Feature, SUPPORT_ULPS, Touching, Vertex};
use crate::tuning::LANES_ABOVE;
use crate::vector::{coordinates, of_coordinates};
use crate::{Real, SupportMap};

// The times of these ways are in `tuning/hulls.rs`.

impl<T: Real, const D: usize> ConvexHull<T, D> {
    #[inline(always)]
    fn farthest(&self, direction: &SVector<T, D>, near: Option<u32>) -> u32 {
        let [x, y, z] = coordinates(direction);
        self.farthest_along(x, y, z, near)
    }

    #[inline(never)]
    fn farthest_along(&self, x: T, y: T, z: T, near: Option<u32>) -> u32 {
        let direction = &of_coordinates(x, y, z);
        if let Some(cells) = &self.cells {
            let found = self.farthest_in(cells, direction, near);
            return found.map_or_else(|| self.lanes.farthest(direction), |(vertex, _)| vertex);
        }
        if self.vertices.len() <= LANES_ABOVE {
            return farthest_index(&self.vertices, direction);
        }
        self.lanes.farthest(direction)
    }

    /// Returns the vertex with this index, from where [`farthest`](Self::farthest) looks for it: the other place may
    /// not be in the cache.
    #[inline]
    fn vertex(&self, index: u32) -> SVector<T, D> {
        if self.vertices.len() > LANES_ABOVE && self.cells.is_none() {
            self.lanes.point(index)
        } else {
            self.vertices[index as usize]
        }
    }

    /// Returns the farthest vertex and its height, by the list of the direction's cell, or else by climbing. `None` if
    /// too many are about as far.
    #[inline(always)]
    fn farthest_in(
        &self,
        cells: &Cells,
        direction: &SVector<T, D>,
        near: Option<u32>,
    ) -> Option<(u32, T)> {
        let height = |vertex: u32| self.height(direction, vertex);
        match cells.farthest(direction, height) {
            Ok(found) => Some(found),
            Err(start) => {
                let found = self.climb(direction, start, near)?;
                Some((found, height(found)))
            }
        }
    }

    /// Returns the farthest vertex by climbing from the higher one of two vertices.
    #[cold]
    fn climb(&self, direction: &SVector<T, D>, start: u32, near: Option<u32>) -> Option<u32> {
        let known = |vertex: &u32| (*vertex as usize) < self.vertices.len();
        let start = near
            .filter(known)
            .filter(|&near| self.height(direction, near) > self.height(direction, start))
            .unwrap_or(start);
        let graph = &self.topology.graph;
        graph.climb(&self.vertices, &self.extents, direction, start, &mut 0)
    }

    #[inline(always)]
    fn height(&self, direction: &SVector<T, D>, vertex: u32) -> T {
        direction.dot(&self.vertices[vertex as usize])
    }
}

impl<T: Real, const D: usize> ConvexHull<T, D> {
    /// Adds each face that `is_high` finds a vertex of. Of the two sides of a polygon in space it is one.
    fn add_faces(
        &self,
        direction: &SVector<T, D>,
        is_high: impl Fn(u32) -> bool,
        touching: &mut Touching<T, D>,
    ) {
        let faces = &self.topology.faces;
        let vertex = |&vertex: &u32| (vertex, self.vertices[vertex as usize]);
        for high in (0..self.vertices.len() as u32).filter(|&vertex| is_high(vertex)) {
            for &index in faces.around(high) {
                let face = faces.face(index);
                // each face is added at the first of its vertices that is high
                let first = face.vertices.iter().copied().find(|&v| is_high(v));
                let is_back = self.dimension() == 2 && face.normal.dot(direction) < T::zero();
                if first == Some(high) && !is_back {
                    touching.add_face(Feature::Face(index), face.vertices.iter().map(vertex));
                }
            }
        }
    }
}

impl<T: Real, const D: usize> SupportMap<T, D> for ConvexHull<T, D> {
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        self.vertex(self.farthest(direction, None))
    }

    #[inline]
    fn core_support_vertex(&self, direction: &SVector<T, D>, near: Option<u32>) -> Vertex<T, D> {
        let index = self.farthest(direction, near);
        Vertex::corner(self.vertex(index), index)
    }

    #[inline]
    fn core_support_value(&self, direction: &SVector<T, D>) -> T {
        let cells = self.cells.as_ref();
        let found = cells.and_then(|cells| self.farthest_in(cells, direction, None));
        found.map_or_else(|| self.lanes.value(direction), |(_, height)| height)
    }

    #[inline(always)]
    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        ((index as usize) < self.vertices.len()).then(|| self.vertex(index))
    }

    fn core_feature(&self, vertices: &[u32], direction: &SVector<T, D>) -> Feature {
        let known = |&vertex: &u32| (vertex as usize) < self.vertices.len();
        if !vertices.iter().all(known) {
            return Feature::Curved;
        }
        match Feature::spanned(vertices) {
            Some(Feature::Edge([v, w])) if !self.neighbors(v).contains(&w) => {}
            Some(feature) => return feature,
            None => {}
        }
        let face = self.topology.faces.with(vertices, direction);
        face.map_or(Feature::Curved, Feature::Face)
    }

    /// The faces with a vertex within the depth, in the plane the edges. All vertices are looked at.
    fn core_touching(&self, direction: &SVector<T, D>, depth: T, touching: &mut Touching<T, D>) {
        let lowest = self.core_support_value(direction) - depth;
        let point = |vertex: u32| self.vertices[vertex as usize];
        let is_high = |vertex: u32| direction.dot(&point(vertex)) >= lowest;
        match self.dimension() {
            0 => touching.add_point(Feature::Vertex(0), point(0)),
            dimension if dimension >= 2 && D == 3 => {
                self.add_faces(direction, is_high, touching);
            }
            _ => {
                for &ends in self
                    .edges()
                    .iter()
                    .filter(|ends| ends.iter().any(|&v| is_high(v)))
                {
                    touching.add_edge(ends, ends.map(point));
                }
            }
        }
    }

    #[inline]
    fn interior_point(&self) -> SVector<T, D> {
        self.middle
    }

    #[inline]
    fn extents(&self) -> SVector<T, D> {
        self.extents.add_scalar(self.deviation)
    }

    /// The reach from the origin is stored. From another centre all vertices are measured.
    #[inline]
    fn reach(&self, center: &SVector<T, D>) -> T {
        self.deviation
            + if *center == SVector::<T, D>::zeros() {
                self.reach
            } else {
                point_reach(&self.vertices, center)
            }
    }

    fn inner_diameter(&self) -> T {
        self.topology.inner_diameter
    }

    /// The sum of rounding and of how far given points may be outside.
    #[inline]
    fn rounding(&self) -> SVector<T, D> {
        (self.extents * (T::EPSILON * T::of(SUPPORT_ULPS))).add_scalar(self.deviation)
    }
}
