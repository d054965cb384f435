//! Collision geometry as convex pieces.

use std::f64::consts::FRAC_PI_2;

use nalgebra::{Isometry3, UnitQuaternion, Vector3};

use super::lookup::MeshFinder;
use super::{MeshPieces, words};
use crate::xml::Element;
use crate::{ReadError, mesh};
use photofinish::ShapeError;
use photofinish::motion::Rotor;
use photofinish::shape::{Ball, Capsule, ConvexHull, Cuboid, Cylinder};
use photofinish_robot::Piece;

/// Returns the convex pieces of a `<link>`.
pub(super) fn collisions(
    link: Element<'_>,
    meshes: &MeshFinder<'_>,
) -> Result<Vec<Piece>, ReadError> {
    let mut pieces = Vec::new();
    for collision in link.children("collision") {
        collision.check(&words::COLLISION)?;
        let origin = collision.origin()?;
        let geometry = collision.required_child("geometry")?;
        let mut shapes = geometry.elements();
        let (Some(shape), None) = (shapes.next(), shapes.next()) else {
            return Err(ReadError::missing(
                geometry.place(),
                geometry.label(),
                "exactly one shape",
            ));
        };
        if shape.tag() == "mesh" {
            pieces.extend(hulls(shape, &origin, meshes)?);
        } else {
            pieces.push(primitive(shape, origin)?);
        }
    }
    Ok(pieces)
}

fn primitive(element: Element<'_>, origin: Isometry3<f64>) -> Result<Piece, ReadError> {
    let radius = || element.required_number("radius");
    let half_length = || Ok::<_, ReadError>(0.5 * element.required_number("length")?);
    let bad = |error: ShapeError| ReadError::shape(element.place(), element.label(), error);
    Ok(match element.tag() {
        "box" => {
            element.check(&words::BOX)?;
            element.required("size")?;
            let size = element.vector("size")?.unwrap_or_default();
            Piece::new(Cuboid::new(0.5 * size).map_err(bad)?, origin)
        }
        "sphere" => {
            element.check(&words::SPHERE)?;
            Piece::new(Ball::new(radius()?).map_err(bad)?, origin)
        }
        "cylinder" => {
            element.check(&words::ROUND)?;
            let cylinder = Cylinder::new(half_length()?, radius()?).map_err(bad)?;
            Piece::new(cylinder, origin * y_to_z())
        }
        "capsule" => {
            element.check(&words::ROUND)?;
            let capsule = Capsule::new(half_length()?, radius()?).map_err(bad)?;
            Piece::new(capsule, origin * y_to_z())
        }
        tag => {
            return Err(ReadError::unsupported(
                element.place(),
                format!("the shape <{tag}>"),
                "use box, sphere, cylinder, capsule or mesh",
            ));
        }
    })
}

/// Returns the turn of y, the axis of the crate's shapes, to z, the axis of the files' shapes.
pub(crate) fn y_to_z() -> UnitQuaternion<f64> {
    UnitQuaternion::turn(Vector3::x(), FRAC_PI_2)
}

/// Returns the hulls of a mesh, in the frame of the link.
fn hulls(
    element: Element<'_>,
    origin: &Isometry3<f64>,
    meshes: &MeshFinder<'_>,
) -> Result<Vec<Piece>, ReadError> {
    element.check(&words::MESH)?;
    let name = element.required("filename")?;
    let scale = element
        .vector("scale")?
        .unwrap_or_else(|| Vector3::repeat(1.0));
    if scale.iter().any(|&factor| factor == 0.0) {
        let text = element.attribute("scale").unwrap_or_default();
        return Err(element.malformed("scale", "3 numbers that are not 0", text));
    }
    let file = meshes.find(name, element)?;
    let mut parts = mesh::read(&file, meshes.warnings)?;
    if meshes.pieces == MeshPieces::Whole {
        parts = vec![parts.concat()];
    }
    parts
        .into_iter()
        .map(|part| {
            let in_link = |vertex: Vector3<f64>| {
                origin.rotation * vertex.component_mul(&scale) + origin.translation.vector
            };
            let points: Vec<_> = part.into_iter().map(in_link).collect();
            let hull = ConvexHull::new(&points).map_err(|error| {
                ReadError::shape(element.place(), format!("the mesh {name:?}"), error)
            })?;
            Ok(Piece::new(hull, Isometry3::identity()))
        })
        .collect()
}
