//! The faces of a hull, and the faces around each vertex.

use nalgebra::SVector;

use crate::Real;

/// A face of a convex hull in space.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Face<'a, T, const D: usize> {
    /// The unit normal, pointing out of the hull.
    pub normal: SVector<T, D>,
    /// The indices of the vertices of the face, counter-clockwise as seen from outside.
    pub vertices: &'a [u32],
}

/// All faces of a hull.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FaceList<T, const D: usize> {
    normals: Vec<SVector<T, D>>,
    outlines: Grouped,
    /// The faces around each vertex, ascending.
    around: Grouped,
}

impl<T: Real, const D: usize> FaceList<T, D> {
    pub(super) fn new(
        vertex_count: usize,
        faces: impl Iterator<Item = (SVector<T, D>, Vec<u32>)>,
    ) -> Self {
        let (normals, outlines): (Vec<_>, Vec<_>) = faces.unzip();
        let mut around = vec![Vec::new(); vertex_count];
        for (outline, face) in outlines.iter().zip(0..) {
            for &vertex in outline {
                around[vertex as usize].push(face);
            }
        }
        Self {
            normals,
            outlines: Grouped::new(&outlines),
            around: Grouped::new(&around),
        }
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = Face<'_, T, D>> {
        self.normals.iter().enumerate().map(|(face, &normal)| Face {
            normal,
            vertices: self.outlines.group(face),
        })
    }

    /// Returns the face with this index.
    pub(super) fn face(&self, index: u32) -> Face<'_, T, D> {
        Face {
            normal: self.normals[index as usize],
            vertices: self.outlines.group(index as usize),
        }
    }

    /// Returns the faces around a vertex, ascending.
    pub(super) fn around(&self, vertex: u32) -> &[u32] {
        self.around.group(vertex as usize)
    }

    /// Returns the same faces with other normals.
    pub(super) fn with_normals<U>(
        &self,
        normal: impl Fn(Face<'_, T, D>) -> SVector<U, D>,
    ) -> FaceList<U, D> {
        FaceList {
            normals: self.iter().map(normal).collect(),
            outlines: self.outlines.clone(),
            around: self.around.clone(),
        }
    }

    /// Returns the face that has all these vertices. If there are several, it is the one that faces `direction` most.
    pub(super) fn with(&self, vertices: &[u32], direction: &SVector<T, D>) -> Option<u32> {
        let (&first, others) = vertices.split_first()?;
        let has_all = |face: &u32| {
            let outline = self.outlines.group(*face as usize);
            others.iter().all(|vertex| outline.contains(vertex))
        };
        let along = |face: u32| self.normals[face as usize].dot(direction);
        let faces = self.around.group(first as usize).iter().copied();
        faces.filter(has_all).reduce(|best, face| {
            if along(face) > along(best) {
                face
            } else {
                best
            }
        })
    }
}

/// Lists of numbers, stored one after the other.
#[derive(Clone, Debug, PartialEq)]
struct Grouped {
    offsets: Vec<u32>,
    numbers: Vec<u32>,
}

impl Grouped {
    fn new(groups: &[Vec<u32>]) -> Self {
        let ends = groups.iter().scan(0, |end, group| {
            *end += group.len() as u32;
            Some(*end)
        });
        Self {
            offsets: std::iter::once(0).chain(ends).collect(),
            numbers: groups.concat(),
        }
    }

    fn group(&self, index: usize) -> &[u32] {
        &self.numbers[self.offsets[index] as usize..self.offsets[index + 1] as usize]
    }
}
