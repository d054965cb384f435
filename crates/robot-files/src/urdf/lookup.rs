//! The search for the file that the name of a mesh means.

use std::path::{Path as FilePath, PathBuf};

use roxmltree::Document;

use super::UrdfOptions;
use super::shape::Choices;
use crate::warning::Warnings;
use crate::xml::Element;
use crate::{ReadError, files};

/// The search for mesh files, and what they become.
pub(super) struct MeshFinder<'o> {
    pub(super) choices: &'o Choices,
    #[cfg(feature = "decompose")]
    pub(super) cuts: Option<&'o FilePath>,
    pub(super) warnings: &'o Warnings,
    /// The directory of the URDF file.
    directory: PathBuf,
    roots: &'o [PathBuf],
    /// Names of packages, and their folders.
    packages: &'o [(String, PathBuf)],
}

impl<'o> MeshFinder<'o> {
    pub(super) fn new(
        directory: &FilePath,
        options: &'o UrdfOptions,
        warnings: &'o Warnings,
    ) -> Self {
        Self {
            choices: &options.choices,
            #[cfg(feature = "decompose")]
            cuts: options.cuts.as_deref(),
            warnings,
            // a relative path would lack the directories above it
            directory: std::path::absolute(directory.join("x"))
                .ok()
                .and_then(|inside| Some(inside.parent()?.to_owned()))
                .unwrap_or_else(|| directory.to_owned()),
            roots: &options.package_roots,
            packages: &options.packages,
        }
    }

    /// Returns the file that `name` means, the value of an attribute of `element`.
    pub(super) fn find(&self, name: &str, element: Element<'_>) -> Result<PathBuf, ReadError> {
        let packaged = ["package://", "model://"]
            .iter()
            .find_map(|scheme| name.strip_prefix(scheme));
        let plain = name.strip_prefix("file://").unwrap_or(name);
        let candidates = match packaged {
            Some(rest) => self.in_packages(rest),
            None => vec![self.directory.join(plain)],
        };
        if let Some(found) = candidates.iter().find(|path| path.is_file()) {
            return Ok(found.clone());
        }
        let place = element.place();
        if let Some((package, rest)) = packaged.and_then(|rest| rest.split_once('/'))
            && let Some(found) = self.in_no_package(rest)
        {
            return Err(ReadError::NoPackage {
                place,
                package: package.to_owned(),
                name: name.to_owned(),
                found: files::name(&found),
            });
        }
        Err(ReadError::NoMesh {
            place,
            name: name.to_owned(),
            tried: candidates.iter().map(|path| files::name(path)).collect(),
        })
    }

    /// Returns the directories that may hold packages, or be packages.
    fn directories(&self) -> impl Iterator<Item = &FilePath> {
        let roots = self.roots.iter().map(PathBuf::as_path);
        roots.chain(self.directory.ancestors())
    }

    /// Returns the files that `PACKAGE/REST` could be.
    fn in_packages(&self, name: &str) -> Vec<PathBuf> {
        // a name from the root would leave the directory that it is looked for in
        let name = name.trim_start_matches('/');
        let (package, rest) = name.split_once('/').unwrap_or((name, ""));
        let rest = rest.trim_start_matches('/');
        let said = self.packages.iter().filter(|(name, _)| name == package);
        let said = said.map(|(_, folder)| folder.join(rest));
        let below = self.directories().map(|directory| directory.join(name));
        let packages = self.directories().filter(|folder| is(folder, package));
        let packages = packages.map(|folder| folder.join(rest));
        said.chain(below).chain(packages).collect()
    }

    /// Returns a file that is called `REST`, whatever its package.
    fn in_no_package(&self, rest: &str) -> Option<PathBuf> {
        let rest = rest.trim_start_matches('/');
        let mut found = self.directories().map(|directory| directory.join(rest));
        found.find(|path| path.is_file())
    }
}

/// Returns whether the `package.xml` of a folder says that it is the package of this name.
fn is(folder: &FilePath, package: &str) -> bool {
    let Ok(text) = files::text(&folder.join("package.xml")) else {
        return false;
    };
    let document = Document::parse(&text);
    document.is_ok_and(|document| {
        let mut parts = document.root_element().children();
        let name = parts.find(|part| part.has_tag_name("name"));
        name.and_then(|name| name.text()).map(str::trim) == Some(package)
    })
}
