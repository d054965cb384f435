//! Collision objects as links.

use std::path::{Path as FilePath, PathBuf};

use nalgebra::{Isometry3, Vector3};

use super::cloud::{self, Cloud, Mesh};
use super::{keys, pose};
use crate::urdf::y_to_z;
use crate::yaml::Item;
use crate::{Place, ReadError, octomap};
use photofinish::ShapeError;
use photofinish::shape::{AnyShape, Ball, Cone, ConvexHull, Cuboid, Cylinder};
use photofinish_robot::{Link, Piece};

/// A collision object.
pub(super) struct Object {
    pub(super) place: Place,
    /// The shapes of the object, in its own frame, without its points and surfaces.
    pub(super) link: Link,
    pub(super) clouds: Vec<Cloud>,
    /// The pose of the object's frame in the frame that it names.
    pub(super) pose: Isometry3<f64>,
    pub(super) frame: Option<String>,
}

impl Object {
    pub(super) fn read(item: Item<'_>) -> Result<Self, ReadError> {
        let name = item.required("id")?.text()?;
        let item = item.named(format!("object {name:?}"));
        item.check(&keys::OBJECT)?;
        check_operation(&item)?;
        if let Some(plane) = item.list_at("planes")?.first() {
            return Err(ReadError::unsupported(
                plane.place(),
                format!("the half-space among the planes of object {name:?}"),
                "use a large box",
            ));
        }
        let own = item.get("pose").map(|own| pose::pose(&own)).transpose()?;
        let mut link = Link::new(name);
        let mut pieces = shapes(&item, "primitives", "primitive_poses", primitive)?;
        pieces.extend(shapes(&item, "meshes", "mesh_poses", mesh)?);
        if let Some(map) = item.get("octomap") {
            map.check(&keys::OCTOMAP)?;
            let map = octomap(file(&map)?, "")?;
            pieces.extend(map.pieces().iter().cloned());
        }
        let points = item.get("points").map(|points| Cloud::points(&points));
        let mut clouds: Vec<_> = points.transpose()?.into_iter().collect();
        if let Some(mesh) = item.get("mesh") {
            match cloud::mesh(&mesh)? {
                Mesh::Hull(hull) => pieces.push(hull),
                Mesh::Surface(surface) => clouds.push(surface),
            }
        }
        if pieces.is_empty() && clouds.is_empty() {
            let what = "primitives, meshes, points, a mesh or an octomap";
            return Err(ReadError::missing(item.place(), item.what(), what));
        }
        for piece in pieces {
            link = link.with(piece.shape, piece.pose);
        }
        Ok(Self {
            place: item.place(),
            link,
            clouds,
            pose: own.unwrap_or_else(Isometry3::identity),
            frame: pose::frame(&item)?,
        })
    }

    /// Returns all shapes of the object, with its points and surfaces among them.
    pub(super) fn solid(self) -> Link {
        let pieces = self.clouds.iter().flat_map(Cloud::pieces);
        pieces.fold(self.link, |link, piece| link.with(piece.shape, piece.pose))
    }
}

/// Returns the file that an item names, beside the file of the scene.
pub(super) fn file(item: &Item<'_>) -> Result<PathBuf, ReadError> {
    let name = item.required("file")?.text()?;
    let place = item.place();
    let folder = FilePath::new(place.file_name()).parent();
    Ok(folder.unwrap_or(FilePath::new("")).join(name))
}

fn check_operation(item: &Item<'_>) -> Result<(), ReadError> {
    let Some(operation) = item.get("operation") else {
        return Ok(());
    };
    let is_add = match operation.number() {
        Ok(number) => number == 0.0,
        Err(_) => operation.text()?.eq_ignore_ascii_case("add"),
    };
    if is_add {
        Ok(())
    } else {
        Err(operation.malformed("ADD or 0"))
    }
}

type Reader = fn(&Item<'_>) -> Result<AnyShape<f64, 3>, ReadError>;

/// Returns the shapes of one kind with their poses. Poses may be left out only if the object has one.
fn shapes(
    item: &Item<'_>,
    key: &str,
    pose_key: &str,
    reader: Reader,
) -> Result<Vec<Piece>, ReadError> {
    let shapes = item.list_at(key)?;
    let poses = item.list_at(pose_key)?;
    if poses.is_empty() && item.get("pose").is_some() {
        let at_origin = |shape| Ok(piece(reader(shape)?, Isometry3::identity()));
        return shapes.iter().map(at_origin).collect();
    }
    if shapes.len() != poses.len() {
        return Err(ReadError::malformed(
            item.place(),
            format!("the number of {pose_key} of {}", item.what()),
            "that of its shapes",
            &format!("{}, not {}", poses.len(), shapes.len()),
        ));
    }
    let pairs = shapes.iter().zip(&poses);
    pairs
        .map(|(shape, at)| Ok(piece(reader(shape)?, pose::pose(at)?)))
        .collect()
}

/// Returns a shape at the pose of its primitive. Cylinders and cones of primitives stand along z.
fn piece(shape: AnyShape<f64, 3>, pose: Isometry3<f64>) -> Piece {
    let stands = matches!(shape, AnyShape::Cylinder(_) | AnyShape::Cone(_));
    Piece::new(shape, if stands { pose * y_to_z() } else { pose })
}

fn primitive(item: &Item<'_>) -> Result<AnyShape<f64, 3>, ReadError> {
    item.check(&keys::PRIMITIVE)?;
    let kind = item.required("type")?;
    let name = match kind.number() {
        Ok(number) => number.to_string(),
        Err(_) => kind.text()?.to_ascii_lowercase(),
    };
    let dimensions = item.required("dimensions")?;
    let values = dimensions.numbers()?;
    let bad = |error: ShapeError| ReadError::shape(dimensions.place(), item.what(), error);
    Ok(match (name.as_str(), values.as_slice()) {
        ("box" | "1", &[x, y, z]) => Cuboid::new(0.5 * Vector3::new(x, y, z))
            .map_err(bad)?
            .into(),
        ("sphere" | "2", &[radius]) => Ball::new(radius).map_err(bad)?.into(),
        ("cylinder" | "3", &[height, radius]) => {
            Cylinder::new(0.5 * height, radius).map_err(bad)?.into()
        }
        ("cone" | "4", &[height, radius]) => Cone::new(0.5 * height, radius).map_err(bad)?.into(),
        ("box" | "1", _) => return Err(dimensions.malformed("3 numbers: its size")),
        ("sphere" | "2", _) => return Err(dimensions.malformed("1 number: its radius")),
        ("cylinder" | "3" | "cone" | "4", _) => {
            return Err(dimensions.malformed("2 numbers: its height and radius"));
        }
        _ => return Err(kind.malformed("box, sphere, cylinder, cone or their number 1 to 4")),
    })
}

/// Returns the hull of a mesh. Its triangles do not matter.
fn mesh(item: &Item<'_>) -> Result<AnyShape<f64, 3>, ReadError> {
    item.check(&keys::MESH)?;
    let vertices = item.required("vertices")?;
    let points = vertices
        .list()?
        .iter()
        .map(|vertex| vertex.vector(["x", "y", "z"]).map(Vector3::from))
        .collect::<Result<Vec<_>, _>>()?;
    if points.is_empty() {
        return Err(ReadError::missing(
            vertices.place(),
            item.what(),
            "vertices",
        ));
    }
    let hull = ConvexHull::new(&points)
        .map_err(|error| ReadError::shape(vertices.place(), item.what(), error))?;
    Ok(hull.into())
}
