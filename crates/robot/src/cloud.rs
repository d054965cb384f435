//! Objects of very many pieces: points with a shape around each, and surfaces of triangles.

use nalgebra::{Isometry3, Vector3};

use super::{Link, RobotError};
use photofinish::error::finite;
use photofinish::shape::{AnyShape, Triangle};

/// Very many pieces that are one object: points with a ball or a cube around each, as sensors and maps give them, or the
/// triangles of a surface.
#[derive(Clone, Debug, PartialEq)]
pub struct Cloud {
    pub(super) name: String,
    points: Vec<f64>,
    elements: Elements,
}

/// What the points of a cloud carry.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Elements {
    /// This shape around each point.
    Shape(AnyShape<f64, 3>),
    /// Triangles, by the indices of their vertices.
    Triangles(Vec<[u32; 3]>),
}

impl Cloud {
    /// Returns points, whose coordinates lie one after the other, with something of each.
    pub(super) fn new(
        name: String,
        points: &[f64],
        elements: Elements,
    ) -> Result<Self, RobotError> {
        if !points.len().is_multiple_of(3) {
            return Err(RobotError::CoordinateCount {
                name,
                found: points.len(),
            });
        }
        for &value in points {
            finite("position", value).map_err(|error| RobotError::bad(&name, error))?;
        }
        if let Elements::Triangles(triangles) = &elements {
            let vertices = points.len() / 3;
            let mut corners = triangles.iter().flatten();
            if let Some(&vertex) = corners.find(|&&vertex| vertex as usize >= vertices) {
                return Err(RobotError::UnknownVertex {
                    name,
                    vertex: vertex as usize,
                    vertices,
                });
            }
        }
        Ok(Self {
            name,
            points: points.to_vec(),
            elements,
        })
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the shape around each point; none for a surface.
    pub fn shape(&self) -> Option<&AnyShape<f64, 3>> {
        match &self.elements {
            Elements::Shape(shape) => Some(shape),
            Elements::Triangles(_) => None,
        }
    }

    /// Returns the points. Those of a surface are its vertices.
    pub fn points(&self) -> impl ExactSizeIterator<Item = [f64; 3]> {
        self.points.chunks_exact(3).map(|p| [p[0], p[1], p[2]])
    }

    /// Returns the triangles of a surface, by the indices of their vertices.
    pub fn triangles(&self) -> &[[u32; 3]] {
        match &self.elements {
            Elements::Shape(_) => &[],
            Elements::Triangles(triangles) => triangles,
        }
    }

    /// Returns the corners of all triangles.
    pub(super) fn corners(&self) -> impl Iterator<Item = [Vector3<f64>; 3]> {
        let corner =
            |&vertex: &u32| Vector3::from_column_slice(&self.points[3 * vertex as usize..][..3]);
        let corners = move |triangle: &[u32; 3]| triangle.each_ref().map(corner);
        self.triangles().iter().map(corners)
    }

    /// Returns an object that has all of it as pieces.
    pub(super) fn in_pieces(&self) -> Link {
        let mut object = Link::new(self.name.clone());
        if let Some(shape) = self.shape() {
            for [x, y, z] in self.points() {
                object = object.with(shape.clone(), Isometry3::translation(x, y, z));
            }
        }
        for corners in self.corners() {
            object = object.with(triangle(corners), Isometry3::identity());
        }
        object
    }
}

/// Returns a triangle with corners that were checked.
pub(super) fn triangle(corners: [Vector3<f64>; 3]) -> Triangle<f64, 3> {
    Triangle::new(corners).expect("corners that were checked")
}
