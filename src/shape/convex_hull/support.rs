//! The support mapping of a convex hull: a scan of all vertices, or a climb along the edges.

use nalgebra::SVector;

use super::{ConvexHull, Topology};
use crate::shape::point_set::{farthest_index, point_reach};
use crate::support::{Feature, SUPPORT_ULPS, Vertex};
use crate::tuning::{CLIMB_ABOVE, CLIMB_FOR_VALUE};
use crate::{Real, SupportMap};

// The times of these ways are in `tuning.rs`.

impl<T: Real, const D: usize> ConvexHull<T, D> {
    #[inline]
    fn farthest(&self, direction: &SVector<T, D>, near: Option<u32>) -> u32 {
        if self.vertices.len() <= CLIMB_ABOVE {
            return farthest_index(&self.vertices, direction);
        }
        let near = near.filter(|&vertex| (vertex as usize) < self.vertices.len());
        self.climb(direction, near)
            .unwrap_or_else(|| self.lanes.farthest(direction))
    }

    /// Returns the farthest vertex by climbing, or `None` if that is not possible.
    fn climb(&self, direction: &SVector<T, D>, near: Option<u32>) -> Option<u32> {
        let Topology {
            graph,
            starts,
            climbs,
            ..
        } = &*self.topology;
        let height = |vertex: u32| direction.dot(&self.vertices[vertex as usize]);
        let from_table = starts.near(direction);
        let start = near
            .filter(|&near| height(near) > height(from_table))
            .unwrap_or(from_table);
        climbs
            .then(|| graph.climb(&self.vertices, &self.extents, direction, start))
            .flatten()
    }
}

impl<T: Real, const D: usize> SupportMap<T, D> for ConvexHull<T, D> {
    #[inline]
    fn support_point(&self, direction: &SVector<T, D>) -> SVector<T, D> {
        self.vertices[self.farthest(direction, None) as usize]
    }

    #[inline]
    fn core_support_vertex(&self, direction: &SVector<T, D>, near: Option<u32>) -> Vertex<T, D> {
        let index = self.farthest(direction, near);
        Vertex::corner(self.vertices[index as usize], index)
    }

    #[inline]
    fn core_support_value(&self, direction: &SVector<T, D>) -> T {
        let many = self.vertices.len() > CLIMB_FOR_VALUE;
        match many.then(|| self.climb(direction, None)).flatten() {
            Some(vertex) => direction.dot(&self.vertices[vertex as usize]),
            None => self.lanes.value(direction),
        }
    }

    #[inline]
    fn core_vertex(&self, index: u32) -> Option<SVector<T, D>> {
        self.vertices.get(index as usize).copied()
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
