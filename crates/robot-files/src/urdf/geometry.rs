//! Collision geometry: primitives as convex pieces, and meshes.

use std::f64::consts::FRAC_PI_2;

use nalgebra::{Isometry3, UnitQuaternion, Vector3};

use super::lookup::MeshFinder;
use super::mesh_use::MeshUse;
use super::words;
use crate::ReadError;
use crate::xml::Element;
use photofinish::ShapeError;
use photofinish::motion::Rotor;
use photofinish::shape::{Ball, Capsule, Cuboid, Cylinder};
use photofinish_robot::Piece;

/// A `<collision>` of a link.
#[derive(Clone)]
pub(super) enum Collision<'a> {
    Primitive(Piece),
    Mesh(MeshUse<'a>),
}

/// Returns the collision geometry of a `<link>` of this name.
pub(super) fn collisions<'a>(
    link: Element<'a>,
    name: &str,
    meshes: &MeshFinder<'_>,
) -> Result<Vec<Collision<'a>>, ReadError> {
    let mut all = Vec::new();
    for collision in link.children("collision") {
        collision.check(&words::COLLISION)?;
        let origin = collision.origin()?;
        let geometry = collision.required_child("geometry")?;
        let mut shapes = geometry.elements();
        let Some(shape) = shapes.next() else {
            let needed = "exactly one shape";
            return Err(ReadError::missing(
                geometry.place(),
                geometry.label(),
                needed,
            ));
        };
        if let Some(second) = shapes.next() {
            return Err(ReadError::unsupported(
                second.place(),
                format!("a second shape in {}", geometry.label()),
                "give the link a <collision> for each of them",
            ));
        }
        all.push(if shape.tag() == "mesh" {
            Collision::Mesh(MeshUse::read(shape, name, origin, meshes)?)
        } else {
            Collision::Primitive(primitive(shape, origin)?)
        });
    }
    Ok(all)
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
