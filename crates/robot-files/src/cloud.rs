//! Clouds of points and octomaps as objects of a scene.

mod header;
mod octree;
mod table;

use std::path::Path as FilePath;

use nalgebra::{Isometry3, Translation3, Vector3};

use super::{Place, ReadError, files, limits};
use photofinish::shape::{Ball, Cuboid};
use photofinish_robot::Link;

/// Reads a cloud of points as an object: a ball of this radius about each point.
///
/// - PCD (`.pcd`): ascii and binary, with the fields x, y and z. The viewpoint is not applied, as in PCL.
/// - PLY (`.ply`): ascii and binary of either byte order, whose first element is `vertex` with x, y and z. Faces are
///   ignored.
/// - Points with a coordinate that is not finite are left out: sensors write them where they saw nothing. Points that
///   are there twice count once.
///
/// A scene in YAML can name such files too: see [`scene_with`](super::scene_with).
///
/// ```no_run
/// # let mut scene = photofinish_robot::Scene::new();
/// let cloud = photofinish_robot_files::points("table.pcd", "table", 0.005)?;
/// scene.add_object(cloud, nalgebra::Isometry3::identity())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReadError`] if the file cannot be read, is invalid, is compressed, or has no finite point, and if the radius is
/// not positive.
pub fn points(
    path: impl AsRef<FilePath>,
    name: impl Into<String>,
    radius: f64,
) -> Result<Link, ReadError> {
    let path = path.as_ref();
    let place = Place::file(files::name(path));
    let ball = Ball::new(radius)
        .map_err(|error| ReadError::shape(place.clone(), "the radius of the points", error))?;
    let at = |point: Vector3<f64>| Isometry3::from(Translation3::from(point));
    let cloud = Link::new(name);
    Ok(middles(path)?
        .into_iter()
        .fold(cloud, |cloud, point| cloud.with(ball, at(point))))
}

/// Returns the points in a file, each once.
pub(super) fn middles(path: &FilePath) -> Result<Vec<Vector3<f64>>, ReadError> {
    let file = files::name(path);
    let place = Place::file(file.clone());
    let bytes = files::bytes(path, limits::MESH_BYTES)?;
    let extension = path.extension().and_then(|extension| extension.to_str());
    let mut points = match extension.unwrap_or_default().to_ascii_lowercase().as_str() {
        "pcd" => header::pcd(&bytes, &file)?,
        "ply" => header::ply(&bytes, &file)?,
        other => {
            return Err(ReadError::unsupported(
                place,
                format!("the format {other:?} of points"),
                "use PCD or PLY (.pcd, .ply)",
            ));
        }
    };
    points.retain(|point| point.iter().all(|number| number.is_finite()));
    let order = |one: &Vector3<f64>, other: &Vector3<f64>| {
        let [one, other] = [one, other].map(|point| [point.x, point.y, point.z]);
        let pairs = one.iter().zip(&other);
        let mut orders = pairs.map(|(one, other)| one.total_cmp(other));
        orders
            .find(|order| order.is_ne())
            .unwrap_or(std::cmp::Ordering::Equal)
    };
    points.sort_unstable_by(order);
    points.dedup();
    if points.is_empty() {
        return Err(ReadError::missing(place, "the file", "a point"));
    }
    Ok(points)
}

/// Reads an octomap (`.bt`) as an object: a cuboid for each leaf that is occupied, at the size of the leaf. Free and
/// unknown space is free.
///
/// # Errors
/// [`ReadError`] if the file cannot be read or is invalid, or if no leaf is occupied.
pub fn octomap(path: impl AsRef<FilePath>, name: impl Into<String>) -> Result<Link, ReadError> {
    let path = path.as_ref();
    let file = files::name(path);
    let bytes = files::bytes(path, limits::MESH_BYTES)?;
    let leaves = octree::occupied(&bytes, &file)?;
    let place = Place::file(file);
    if leaves.is_empty() {
        return Err(ReadError::missing(place, "the file", "an occupied leaf"));
    }
    let mut map = Link::new(name);
    for leaf in leaves {
        let cuboid = Cuboid::new(Vector3::repeat(0.5 * leaf.size))
            .map_err(|error| ReadError::shape(place.clone(), "a leaf", error))?;
        map = map.with(cuboid, Translation3::from(leaf.center).into());
    }
    Ok(map)
}
