//! Convex decomposition that loses nothing of the surface.
//!
//! parry's V-HACD proposes where to cut: its parts are sets of voxels in boxes that do not overlap. This module takes
//! the cuts alone. The cuts divide all of space into cells (`cells.rs`), and every triangle is divided among the cells
//! that it crosses. The piece of a cell is the hull of all corners that it got. So the surface is covered whatever was
//! proposed, and the tolerance only counts the rounding of the corners at the cuts.

mod cells;
mod kept;
mod proposal;

use std::path::Path;

use nalgebra::Vector3;
use thiserror::Error;

use crate::{LoadError, Mesh};
use cells::{Cell, cut_error, distribute};
use photofinish::pieces::{Compound, PiecesError};
use photofinish::shape::ConvexHull;
use photofinish::{Real, ShapeError};
use proposal::{Proposal, propose};

/// How to decompose a mesh into convex pieces.
///
/// ```
/// use nalgebra::vector;
/// use photofinish_meshes::{Decomposer, Format, Mesh};
///
/// // an angle of two plates, 4 long and 1 thick: its hull would fill the corner between them
/// let file = "
///     v 0 0 0\n v 4 0 0\n v 4 1 0\n v 1 1 0\n v 1 4 0\n v 0 4 0
///     v 0 0 4\n v 4 0 4\n v 4 1 4\n v 1 1 4\n v 1 4 4\n v 0 4 4
///     f 1 2 3 4 5 6\n f 7 8 9 10 11 12
///     f 1 2 8 7\n f 2 3 9 8\n f 3 4 10 9\n f 4 5 11 10\n f 5 6 12 11\n f 6 1 7 12";
/// let mesh = Mesh::from_bytes("angle.obj", Format::Obj, file)?;
/// let angle = Decomposer::new().most_pieces(8).decompose::<f64>(&mesh)?;
///
/// assert!((2..=8).contains(&angle.body.shapes().len()));
/// assert!(angle.tolerance < 1e-13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decomposer {
    concavity: f64,
    resolution: u32,
    most_pieces: usize,
}

/// A mesh as convex pieces.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Decomposition<T: Real> {
    /// The pieces, in the frame of the mesh.
    pub body: Compound<ConvexHull<T, 3>, T, 3>,
    /// Every point of every triangle is at most this far from a piece. It is some ulps of the largest coordinate, from
    /// rounding where triangles were cut, and 0 if none was. Each hull counts its own
    /// [`deviation`](ConvexHull::deviation) besides.
    pub tolerance: T,
}

/// Resolutions that the decomposition accepts. Its memory grows with the cube: 2 GB at 256.
const RESOLUTIONS: std::ops::RangeInclusive<u32> = 4..=256;
/// The largest number of pieces that may be asked for.
const MOST_PIECES: usize = 1024;
/// Tests of a voxel against a triangle, beyond which a mesh is refused: half a minute or so.
const MOST_TESTS: u64 = 1_000_000_000;

impl Default for Decomposer {
    fn default() -> Self {
        Self {
            concavity: 0.01,
            resolution: 64,
            most_pieces: 32,
        }
    }
}

impl Decomposer {
    /// Returns the default settings: concavity 0.01, 64 voxels, at most 32 pieces.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the concavity up to which a piece is not cut: the volume that its hull adds to it, as a share of the volume
    /// of the whole hull, from 0 to 1.
    #[must_use]
    pub fn concavity(mut self, concavity: f64) -> Self {
        self.concavity = concavity;
        self
    }

    /// Sets the number of voxels along the longest side of the mesh, from 4 to 256. Cuts are between voxels, and gaps
    /// narrower than a voxel are filled. Time grows with the cube.
    #[must_use]
    pub fn resolution(mut self, voxels: u32) -> Self {
        self.resolution = voxels;
        self
    }

    /// Sets the largest number of pieces, from 1 to 1024.
    #[must_use]
    pub fn most_pieces(mut self, pieces: usize) -> Self {
        self.most_pieces = pieces;
        self
    }

    /// Decomposes all objects of a mesh together.
    ///
    /// Every triangle is covered by the pieces ([`Decomposition::tolerance`]). The inside of a closed surface is filled
    /// up to about a voxel from it, and so are closed cavities, and surfaces whose holes are narrower than a voxel. A
    /// surface with wider holes has no inside; its pieces are hulls of parts of the surface.
    ///
    /// # Errors
    /// [`DecomposeError`]. A panic in parry is caught and returned as [`DecomposeError::Library`], unless the program
    /// aborts at panics; the panic hook still reports it.
    pub fn decompose<T: Real>(&self, mesh: &Mesh) -> Result<Decomposition<T>, DecomposeError> {
        self.by(mesh, |points, triangles| propose(points, triangles, self))
    }

    /// Decomposes a mesh as [`decompose`](Self::decompose) does, and keeps the cuts in a folder, so that the next time
    /// takes far less. The pieces are the same.
    ///
    /// Files are found by the content of the mesh and these settings, for this version of the package. Several processes
    /// may share a folder. A file that is damaged is made anew, and the pieces cover the surface whatever files say. If
    /// the folder cannot be written to, nothing is kept.
    ///
    /// # Errors
    /// As for [`decompose`](Self::decompose).
    pub fn decompose_kept<T: Real>(
        &self,
        mesh: &Mesh,
        folder: impl AsRef<Path>,
    ) -> Result<Decomposition<T>, DecomposeError> {
        self.by(mesh, |points, triangles| {
            kept::propose_or_take(folder.as_ref(), points, triangles, self)
        })
    }

    /// Decomposes a mesh by the cuts that a function proposes.
    fn by<T: Real>(
        &self,
        mesh: &Mesh,
        propose: impl FnOnce(&[Vector3<f64>], &[[u32; 3]]) -> Result<Proposal, DecomposeError>,
    ) -> Result<Decomposition<T>, DecomposeError> {
        self.check()?;
        let surface = mesh.surface::<T>()?;
        // what the scalar holds is what has to be covered
        let points: Vec<Vector3<f64>> = surface.points().iter().map(|p| p.map(T::as_f64)).collect();
        let Proposal { boxes, mut inside } = propose(&points, surface.triangles())?;
        let cells = Cell::around(boxes).with_most_leaves(self.most_pieces);
        let mut corners: Vec<Vec<Vector3<f64>>> = Vec::new();
        for corners_of_triangle in surface.triangles() {
            let triangle = corners_of_triangle.map(|corner| points[corner as usize]);
            distribute(&cells, triangle.to_vec(), &mut corners);
        }
        let mut hulls = Vec::new();
        for (leaf, parts) in cells.leaves().into_iter().enumerate() {
            let mut all = corners
                .get_mut(leaf)
                .map(std::mem::take)
                .unwrap_or_default();
            for &part in parts {
                all.append(&mut inside[part]);
            }
            if all.is_empty() {
                continue;
            }
            let all: Vec<_> = all.into_iter().map(|point| point.map(T::of)).collect();
            let piece = hulls.len();
            hulls.push(
                ConvexHull::new(&all).map_err(|source| DecomposeError::Hull { piece, source })?,
            );
        }
        let largest = points.iter().map(|point| point.amax()).fold(0.0, f64::max);
        Ok(Decomposition {
            body: Compound::new(hulls)?,
            tolerance: tolerance(cells.depth(), largest),
        })
    }

    fn check(&self) -> Result<(), DecomposeError> {
        let refused = |name, value, smallest, largest| {
            Err(DecomposeError::Setting {
                name,
                value,
                smallest,
                largest,
            })
        };
        let (resolution, pieces) = (f64::from(self.resolution), self.most_pieces as f64);
        if !(0.0..=1.0).contains(&self.concavity) {
            return refused("concavity", self.concavity, 0.0, 1.0);
        }
        if !RESOLUTIONS.contains(&self.resolution) {
            let [smallest, largest] =
                [RESOLUTIONS.start(), RESOLUTIONS.end()].map(|&n| f64::from(n));
            return refused("resolution", resolution, smallest, largest);
        }
        if !(1..=MOST_PIECES).contains(&self.most_pieces) {
            return refused("most_pieces", pieces, 1.0, MOST_PIECES as f64);
        }
        Ok(())
    }
}

/// Returns how far corners at cuts may be off: the errors of the cuts one after the other, then that of rounding to the
/// scalar, which is half an ulp along each of three axes, so less than one.
fn tolerance<T: Real>(cuts: usize, largest: f64) -> T {
    if cuts == 0 {
        return T::zero();
    }
    let rounding = match T::EPSILON.as_f64() {
        f64::EPSILON => 0.0,
        ulp => ulp * largest,
    };
    // rounded up
    T::of(cut_error(cuts, largest) + rounding) * (T::one() + T::EPSILON + T::EPSILON)
}

/// Why a mesh cannot be decomposed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DecomposeError {
    /// A setting is out of range.
    #[error("{name} must be from {smallest:?} to {largest:?}, but is {value:?}")]
    Setting {
        /// Which setting.
        name: &'static str,
        /// Its value.
        value: f64,
        /// The smallest value allowed.
        smallest: f64,
        /// The largest value allowed.
        largest: f64,
    },
    /// The mesh is no surface in this scalar.
    #[error(transparent)]
    Mesh(#[from] LoadError),
    /// Large triangles cross each other so often that the work would have no bound.
    #[error(
        "{tests} tests of voxels against triangles would take too long; the limit is {limit}: take a lower resolution"
    )]
    TooMuchWork {
        /// Tests that the mesh would take.
        tests: u64,
        /// The largest number allowed.
        limit: u64,
    },
    /// The library that proposes the cuts panicked.
    #[error("V-HACD failed: {message}")]
    Library {
        /// What it said.
        message: String,
    },
    /// A piece has no hull.
    #[error("piece {piece}: {source}")]
    Hull {
        /// Which piece.
        piece: usize,
        /// Why it has none.
        source: ShapeError,
    },
    /// The pieces make no body.
    #[error(transparent)]
    Pieces(#[from] PiecesError),
}
