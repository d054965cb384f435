//! Links with their collision geometry, before it is settled what their meshes become.

use nalgebra::Isometry3;

use super::geometry::{Collision, collisions};
use super::lookup::MeshFinder;
use super::words;
use crate::xml::Element;
use crate::{MeshReport, ReadError};
use photofinish_robot::Link;

/// A link as the file gives it.
#[derive(Clone)]
pub(super) struct LinkPlan<'a> {
    pub(super) name: String,
    pub(super) collisions: Vec<Collision<'a>>,
}

impl<'a> LinkPlan<'a> {
    pub(super) fn read(element: Element<'a>, meshes: &MeshFinder<'_>) -> Result<Self, ReadError> {
        element.check(&words::LINK)?;
        let name = element.required("name")?;
        if element.origin()? != Isometry3::identity() {
            let place = element.required_child("origin")?.place();
            let advice = "the joint that a link hangs on says where it is";
            return Err(ReadError::unsupported(
                place,
                format!("<origin> of link {name:?}"),
                advice,
            ));
        }
        Ok(Self {
            name: name.to_owned(),
            collisions: collisions(element, name, meshes)?,
        })
    }

    /// Returns the link with what its meshes became.
    pub(super) fn link(&self) -> Link {
        let pieces = self
            .collisions
            .iter()
            .flat_map(|collision| match collision {
                Collision::Primitive(piece) => std::slice::from_ref(piece),
                Collision::Mesh(mesh) => &mesh.pieces,
            });
        pieces.fold(Link::new(&self.name), |link, piece| {
            link.with(piece.shape.clone(), piece.pose)
        })
    }

    /// Returns what became of its meshes.
    pub(super) fn reports(&self) -> impl Iterator<Item = MeshReport> + '_ {
        self.collisions
            .iter()
            .filter_map(|collision| match collision {
                Collision::Primitive(_) => None,
                Collision::Mesh(mesh) => Some(mesh.report()),
            })
    }
}
