//! What collision objects have very many of: points and the triangles of surfaces.

use nalgebra::{Isometry3, Point3, Translation3, Vector3};

use super::keys;
use super::object::file;
use crate::yaml::Item;
use crate::{ReadError, cloud, mesh};
use photofinish::shape::{Ball, ConvexHull, Triangle};
use photofinish_robot::{Piece, RobotError, Scene};

/// Points or a surface, in the frame of their object.
pub(super) enum Cloud {
    /// Points, and the ball around each.
    Points(Vec<Vector3<f64>>, Ball<f64>),
    /// Vertices, and triangles by the indices of these.
    Surface(Vec<Vector3<f64>>, Vec<[u32; 3]>),
}

impl Cloud {
    /// Reads the points of a file, and the ball around each.
    pub(super) fn points(item: &Item<'_>) -> Result<Self, ReadError> {
        item.check(&keys::POINTS)?;
        let radius = item.required("radius")?;
        let ball = Ball::new(radius.number()?)
            .map_err(|error| ReadError::shape(radius.place(), item.what(), error))?;
        Ok(Self::Points(cloud::middles(&file(item)?)?, ball))
    }

    /// Adds it to a scene, as an object with its frame at this pose in the world.
    pub(super) fn add_to(
        &self,
        scene: &mut Scene,
        name: &str,
        pose: &Isometry3<f64>,
    ) -> Result<(), RobotError> {
        let placed = |points: &[Vector3<f64>]| -> Vec<f64> {
            let points = points.iter().map(|&point| pose * Point3::from(point));
            points
                .flat_map(|point| [point.x, point.y, point.z])
                .collect()
        };
        match self {
            Self::Points(points, ball) => scene.add_points(name, &placed(points), ball.radius()),
            Self::Surface(vertices, triangles) => {
                scene.add_surface(name, &placed(vertices), triangles)
            }
        }
    }

    /// Returns all of it as pieces.
    pub(super) fn pieces(&self) -> Vec<Piece> {
        match self {
            Self::Points(points, ball) => points
                .iter()
                .map(|&point| Piece::new(*ball, Translation3::from(point).into()))
                .collect(),
            Self::Surface(vertices, triangles) => triangles
                .iter()
                .map(|corners| {
                    let triangle = triangle(vertices, corners).expect("corners that were checked");
                    Piece::new(triangle, Isometry3::identity())
                })
                .collect(),
        }
    }
}

fn triangle(
    vertices: &[Vector3<f64>],
    corners: &[u32; 3],
) -> Result<Triangle<f64, 3>, photofinish::ShapeError> {
    Triangle::new(corners.map(|corner| vertices[corner as usize]))
}

/// What a mesh of a file becomes.
pub(super) enum Mesh {
    Hull(Piece),
    Surface(Cloud),
}

/// Reads the mesh of a file: its surface if the item says so, else its hull.
pub(super) fn mesh(item: &Item<'_>) -> Result<Mesh, ReadError> {
    item.check(&keys::MESH_FILE)?;
    let bad = |error| ReadError::shape(item.place(), item.what(), error);
    let is_surface = item
        .get("surface")
        .map_or(Ok(false), |surface| surface.bool())?;
    let content = mesh::read(&file(item)?, item.warnings())?;
    if !is_surface {
        let hull = ConvexHull::new(&content.parts.concat()).map_err(bad)?;
        return Ok(Mesh::Hull(Piece::new(hull, Isometry3::identity())));
    }
    let Some(mesh) = content.mesh else {
        return Err(ReadError::unsupported(
            item.place(),
            format!("the surface of {}", item.what()),
            "export the mesh as STL or OBJ",
        ));
    };
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for object in mesh.objects() {
        let before = vertices.len() as u32;
        vertices.extend_from_slice(object.points());
        let own = object.triangles().iter();
        triangles.extend(own.map(|corners| corners.map(|corner| before + corner)));
    }
    for corners in &triangles {
        triangle(&vertices, corners).map_err(bad)?;
    }
    Ok(Mesh::Surface(Cloud::Surface(vertices, triangles)))
}
