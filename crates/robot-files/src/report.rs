//! What became of the meshes of a robot.

use std::fmt;

use super::Place;

/// What became of a mesh of a robot.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MeshReport {
    /// The place of the `<mesh>` in the URDF.
    pub place: Place,
    /// The name of the link.
    pub link: String,
    /// The file of the mesh, as the URDF names it.
    pub file: String,
    /// What it became.
    pub form: MeshForm,
    /// True iff the surface of the mesh has no holes: every edge has an even number of triangles. False for a mesh that
    /// was read without its triangles, which are those of COLLADA.
    pub closed: bool,
}

/// The form that a mesh was given.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeshForm {
    /// Its convex hull.
    Hull,
    /// The convex hulls of this many objects of its file.
    Objects(usize),
    /// This many pieces of a convex decomposition.
    Decomposed(usize),
    /// This many pieces of another file.
    Given(usize),
}

impl fmt::Display for MeshReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            place,
            link,
            file,
            form,
            closed,
        } = self;
        write!(f, "{place}: the mesh {file:?} of link {link:?} is {form}")?;
        if let (MeshForm::Decomposed(_), false) = (form, closed) {
            f.write_str(
                "; its surface has holes, and an object may be inside it between the pieces",
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for MeshForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hull => f.write_str("its hull"),
            Self::Objects(count) => write!(f, "the hulls of its objects: {count}"),
            Self::Decomposed(count) => write!(f, "the pieces of a decomposition: {count}"),
            Self::Given(count) => write!(f, "the pieces of another file: {count}"),
        }
    }
}
