//! The faces of a hull: neighbouring triangles that lie in one plane, up to the flatness (\[3\] appendix).

use nalgebra::Vector3;

use super::measure::{Projection, distance_to_segment, unit_normal};
use super::polygon;
use crate::polytope::Polytope;
use crate::tuning::LEAST_SUM_OF_NORMALS;

/// The mark of a facet that is not yet part of a face.
const NONE: u32 = u32::MAX;

/// The faces of a polytope.
pub(super) struct Faces {
    pub(super) faces: Vec<Face>,
    /// The face of every living facet of the polytope.
    pub(super) face_of: Vec<u32>,
}

/// A face: some facets that together are flat.
pub(super) struct Face {
    /// The largest facet, whose plane is the plane of the face.
    pub(super) reference: u32,
    /// The points of the polytope around the face, counter-clockwise as seen from outside.
    pub(super) outline: Vec<u32>,
}

/// Merges facets into faces whose vertices are at most `flatness` away from the plane of their largest facet.
///
/// Facets that are exactly coplanar always become one face, a convex polygon. A face then grows from its largest
/// facet over whole polygons of this kind, as long as they face its side. Its projection to the plane has no folds,
/// and covers the plane at most once if the outline is a simple curve. If the outline is not simple, or not convex up
/// to the flatness, only the coplanar facets are merged.
pub(super) fn merge(polytope: &Polytope, flatness: f64) -> Faces {
    let mut merger = Merger {
        polytope,
        flatness,
        group_of: Vec::new(),
        groups: Vec::new(),
        face_of: vec![NONE; polytope.facets().last().map_or(0, |last| last as usize + 1)],
    };
    merger.group();
    let mut seeds: Vec<(f64, u32)> = polytope
        .facets()
        .map(|facet| (area(polytope, facet), facet))
        .collect();
    seeds.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut faces = Vec::new();
    for (_, seed) in seeds {
        if merger.face_of[seed as usize] == NONE {
            faces.push(merger.face(seed, faces.len() as u32));
        }
    }
    Faces {
        faces,
        face_of: merger.face_of,
    }
}

/// The unit outward normal of a facet. A sliver that is a line in double precision gets the mean of its neighbours'.
pub(super) fn normal(polytope: &Polytope, facet: u32) -> Vector3<f64> {
    let known = |facet: u32| unit_normal(polytope.corners(facet));
    known(facet).unwrap_or_else(|| {
        let around = polytope.facet(facet).neighbors;
        let sum: Vector3<f64> = around.into_iter().filter_map(known).sum();
        sum.try_normalize(LEAST_SUM_OF_NORMALS).unwrap_or_else(|| {
            let count = polytope.points().len() as f64;
            let middle = polytope.points().iter().sum::<Vector3<f64>>() / count;
            let outward = polytope.corners(facet)[0] - middle;
            outward.try_normalize(0.0).unwrap_or_else(Vector3::x)
        })
    })
}

/// Twice the area of a facet.
fn area(polytope: &Polytope, facet: u32) -> f64 {
    let [a, b, c] = polytope.corners(facet);
    (b - a).cross(&(c - a)).norm()
}

struct Merger<'a> {
    polytope: &'a Polytope,
    flatness: f64,
    /// The index of the group of every living facet.
    group_of: Vec<u32>,
    /// The groups: connected facets that are exactly coplanar.
    groups: Vec<Vec<u32>>,
    face_of: Vec<u32>,
}

impl Merger<'_> {
    /// Finds the groups.
    fn group(&mut self) {
        self.group_of = vec![NONE; self.face_of.len()];
        for seed in self.polytope.facets() {
            if self.group_of[seed as usize] != NONE {
                continue;
            }
            let index = self.groups.len() as u32;
            self.group_of[seed as usize] = index;
            let mut group = vec![seed];
            let mut next = 0;
            while next < group.len() {
                for (edge, neighbor) in self.across(group[next]) {
                    if self.group_of[neighbor as usize] == NONE
                        && self.is_coplanar(group[next], edge, neighbor)
                    {
                        self.group_of[neighbor as usize] = index;
                        group.push(neighbor);
                    }
                }
                next += 1;
            }
            self.groups.push(group);
        }
    }

    /// The edges of a facet, each from one vertex to the next and with the neighbour across it.
    fn across(&self, facet: u32) -> [([u32; 2], u32); 3] {
        let facet = self.polytope.facet(facet);
        let [a, b, c] = facet.vertices;
        let [ab, bc, ca] = facet.neighbors;
        [([a, b], ab), ([b, c], bc), ([c, a], ca)]
    }

    fn is_coplanar(&self, facet: u32, edge: [u32; 2], neighbor: u32) -> bool {
        let vertices = self.polytope.facet(neighbor).vertices;
        let opposite = vertices.into_iter().find(|vertex| !edge.contains(vertex));
        opposite.is_some_and(|vertex| self.polytope.is_coplanar(facet, self.point(vertex)))
    }

    fn point(&self, vertex: u32) -> &Vector3<f64> {
        &self.polytope.points()[vertex as usize]
    }

    /// Returns the largest face around a facet.
    fn face(&mut self, reference: u32, index: u32) -> Face {
        if self.flatness > 0.0
            && let Some(normal) = unit_normal(self.polytope.corners(reference))
        {
            let seen = Projection::along(&normal);
            let region = self.grow(reference, index, &normal, seen);
            if let Some(outline) = self.outline(&region, index)
                && self.is_convex(&outline, seen)
            {
                return Face { reference, outline };
            }
            for facet in region {
                self.face_of[facet as usize] = NONE;
            }
        }
        let group = &self.groups[self.group_of[reference as usize] as usize];
        for &facet in group {
            self.face_of[facet as usize] = index;
        }
        let outline = self.outline(group, index);
        Face {
            reference,
            outline: outline.expect("coplanar facets of a convex polytope are a polygon"),
        }
    }

    /// Returns the facets around a facet that are flat with it and face its side, and marks them as part of the face.
    fn grow(
        &mut self,
        reference: u32,
        index: u32,
        normal: &Vector3<f64>,
        seen: Projection,
    ) -> Vec<u32> {
        let origin = *self.polytope.corners(reference)[0];
        let mut region = self.groups[self.group_of[reference as usize] as usize].clone();
        for &facet in &region {
            self.face_of[facet as usize] = index;
        }
        let mut next = 0;
        while next < region.len() {
            for (_, neighbor) in self.across(region[next]) {
                if self.face_of[neighbor as usize] != NONE {
                    continue;
                }
                let group = &self.groups[self.group_of[neighbor as usize] as usize];
                let is_flat =
                    |vertex: &Vector3<f64>| normal.dot(&(vertex - origin)).abs() <= self.flatness;
                let [a, b, c] = self.polytope.corners(neighbor);
                if [a, b, c].into_iter().all(is_flat)
                    && seen.turn(a, b, c) > 0.0
                    && group
                        .iter()
                        .all(|&f| self.polytope.corners(f).into_iter().all(is_flat))
                {
                    for &facet in group {
                        self.face_of[facet as usize] = index;
                    }
                    region.extend(group);
                }
            }
            next += 1;
        }
        region
    }

    /// Returns the boundary of a face as a cycle; `None` if it is not a single cycle without repeated vertices.
    fn outline(&self, region: &[u32], index: u32) -> Option<Vec<u32>> {
        let mut edges: Vec<[u32; 2]> = region
            .iter()
            .flat_map(|&facet| self.across(facet))
            .filter(|&(_, neighbor)| self.face_of[neighbor as usize] != index)
            .map(|(edge, _)| edge)
            .collect();
        edges.sort_unstable();
        if edges.windows(2).any(|pair| pair[0][0] == pair[1][0]) {
            return None;
        }
        let mut outline = Vec::with_capacity(edges.len());
        let mut vertex = edges.first()?[0];
        for _ in 0..edges.len() {
            outline.push(vertex);
            let edge = edges.binary_search_by_key(&vertex, |edge| edge[0]).ok()?;
            vertex = edges[edge][1];
            if vertex == edges[0][0] {
                break;
            }
        }
        (outline.len() == edges.len()).then_some(outline)
    }

    /// Returns whether an outline runs once around its convex hull, never back, and inside it by at most the flatness.
    fn is_convex(&self, outline: &[u32], seen: Projection) -> bool {
        let count = outline.len();
        let mut sorted: Vec<(u32, usize)> = outline.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        let place = |vertex: u32| {
            let found = sorted.binary_search_by_key(&vertex, |&(vertex, _)| vertex);
            sorted[found.expect("a corner of the outline's hull is on the outline")].1
        };
        let corners = polygon::outline(self.polytope.points(), outline, seen);
        let mut turned = 0;
        for (i, &corner) in corners.iter().enumerate() {
            let next = corners[(i + 1) % corners.len()];
            let (from, to) = (place(corner), place(next));
            let steps = (to + count - from) % count;
            turned += steps;
            let (a, b) = (self.point(corner), self.point(next));
            let mut passed = 0.0;
            for step in 1..steps {
                let point = self.point(outline[(from + step) % count]);
                let along = (point - a).dot(&(b - a));
                if !(along > passed) || distance_to_segment(point, a, b) > self.flatness {
                    return false;
                }
                passed = along;
            }
        }
        corners.len() >= 3 && turned == count
    }
}
