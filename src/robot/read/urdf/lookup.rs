//! Which file the name of a mesh means.

use std::path::{Path as FilePath, PathBuf};

use super::{MeshPieces, UrdfOptions};
use crate::robot::read::xml::Element;
use crate::robot::read::{ReadError, files};

/// Finds the files of meshes.
pub(super) struct MeshFinder<'o> {
    pub(super) pieces: MeshPieces,
    /// Where the URDF file is.
    directory: PathBuf,
    roots: &'o [PathBuf],
}

impl<'o> MeshFinder<'o> {
    pub(super) fn new(directory: &FilePath, options: &'o UrdfOptions) -> Self {
        Self {
            pieces: options.mesh_pieces,
            // absolute, for its parents
            directory: std::path::absolute(directory.join("x"))
                .ok()
                .and_then(|inside| Some(inside.parent()?.to_owned()))
                .unwrap_or_else(|| directory.to_owned()),
            roots: &options.package_roots,
        }
    }

    /// The file that `name`, the value of an attribute of `element`, means.
    pub(super) fn find(&self, name: &str, element: Element<'_>) -> Result<PathBuf, ReadError> {
        let packaged = ["package://", "model://"]
            .iter()
            .find_map(|scheme| name.strip_prefix(scheme));
        let candidates = match packaged {
            Some(rest) => self.in_packages(rest),
            None => vec![
                self.directory
                    .join(name.strip_prefix("file://").unwrap_or(name)),
            ],
        };
        let found = candidates.iter().find(|path| path.is_file());
        found.cloned().ok_or_else(|| ReadError::NoMesh {
            place: element.place(),
            name: name.to_owned(),
            tried: candidates.iter().map(|path| files::name(path)).collect(),
        })
    }

    /// Where `PACKAGE/REST` could be. A file under the name of its package is surely the right one, and so is looked for
    /// first.
    fn in_packages(&self, name: &str) -> Vec<PathBuf> {
        let directories: Vec<&FilePath> = self
            .roots
            .iter()
            .map(PathBuf::as_path)
            .chain(self.directory.ancestors())
            .collect();
        let without_package = name.split_once('/').map(|(_, rest)| rest);
        let names = std::iter::once(name).chain(without_package);
        names
            // a name from the root would leave the directory that it is looked for in
            .map(|name| name.trim_start_matches('/'))
            .flat_map(|name| {
                directories
                    .iter()
                    .map(move |directory| directory.join(name))
            })
            .collect()
    }
}
