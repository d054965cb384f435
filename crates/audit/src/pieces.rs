//! The audit of bodies of pieces: the boxes around them, and the pieces themselves.

use nalgebra::SVector;
use photofinish::pieces::{Pieces, Surface, Tree, TreeBox};
use photofinish::{Real, SupportMap};
use thiserror::Error;

use crate::numbers::listed;
use crate::sample::Samples;
use crate::tuning::{AUDITED_DIRECTIONS_OF_PIECES, AUDITED_SHAPES};
use crate::{SupportFault, audit_support_map};

/// How many ulps of a coordinate are allowed for the location of a support point.
const AUDIT_ULPS: f64 = 16.0;

/// A claim of a body of pieces that does not hold.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum PiecesFault {
    /// A piece reaches out of its box. It may pass through other bodies.
    #[error(
        "piece {index} has the point {point:?}, which is outside its box: from {low:?} to {high:?}"
    )]
    OutsideBox {
        /// The index of the piece.
        index: u32,
        /// The point.
        point: Vec<f64>,
        /// The lowest coordinates of the box.
        low: Vec<f64>,
        /// The highest coordinates of the box.
        high: Vec<f64>,
    },
    /// A piece has a point farther from a centre than the tree reaches. Bounds of its speed would be too small.
    #[error(
        "piece {index} has a point {distance:?} from {center:?}, but the tree only reaches {reach:?}"
    )]
    OutsideReach {
        /// The index of the piece.
        index: u32,
        /// The point from which the reach is measured.
        center: Vec<f64>,
        /// How far the piece reaches from there.
        distance: f64,
        /// How far the tree reaches.
        reach: f64,
    },
    /// A piece is thinner than the tree says. A query that allows some depth may let others pass through it.
    #[error(
        "piece {index} has the inner diameter {stated:?}, but the tree says that none is below {thinnest:?}"
    )]
    Thinner {
        /// The index of the piece.
        index: u32,
        /// The inner diameter of the piece.
        stated: f64,
        /// The least inner diameter by the tree.
        thinnest: f64,
    },
    /// The [surface](Pieces::surface) has more or fewer pieces than the tree.
    #[error("the surface has {of_surface} pieces, and the tree has {pieces}")]
    SurfaceCount {
        /// How many pieces the surface has.
        of_surface: usize,
        /// How many pieces the tree has.
        pieces: usize,
    },
    /// A piece is not the one of the [surface](Pieces::surface) with its index. Normals would be those of another
    /// piece, and the pass of an engine, or any query of a one-sided surface, may let through what this piece would
    /// stop.
    #[error(
        "piece {index} reaches {reaches:?} along {along:?}, but that piece of the surface reaches {of_surface:?}"
    )]
    OtherSurface {
        /// The index of the piece.
        index: u32,
        /// The unit vector along which both are measured.
        along: Vec<f64>,
        /// How far the piece reaches along it, from the origin.
        reaches: f64,
        /// How far the piece of the surface does.
        of_surface: f64,
    },
    /// A piece is not the convex body that it claims to be.
    #[error("piece {index}: {fault}")]
    Piece {
        /// The index of the piece.
        index: u32,
        /// What is wrong with it.
        fault: SupportFault,
    },
}

/// Checks that every piece of a body is inside its box of the tree and inside the boxes above, that the pieces are
/// those of its surface, if it has one, and that they are the convex bodies that they claim to be.
///
/// All boxes and all pieces are looked at, each piece along some directions. Up to twenty pieces, evenly among all, are
/// [audited](audit_support_map) as support mappings too.
///
/// ```
/// use nalgebra::vector;
/// use photofinish::pieces::{Pieces, Tree};
/// use photofinish::shape::Segment;
/// use photofinish_audit::{PiecesFault, audit_pieces};
///
/// /// A row of posts of one height.
/// struct Posts {
///     height: f64,
///     tree: Tree<f64, 2>,
/// }
///
/// fn post(index: u32, height: f64) -> Segment<f64, 2> {
///     let x = f64::from(index);
///     Segment::new([vector![x, 0.0], vector![x, height]]).expect("posts stand at finite places")
/// }
///
/// impl Pieces<f64, 2> for Posts {
///     type Piece<'a> = Segment<f64, 2>;
///
///     fn tree(&self) -> &Tree<f64, 2> {
///         &self.tree
///     }
///
///     fn piece(&self, index: u32) -> Segment<f64, 2> {
///         post(index, self.height)
///     }
/// }
///
/// let mut posts = Posts { height: 1.0, tree: Tree::around((0..5).map(|index| post(index, 1.0)))? };
/// audit_pieces(&posts)?;
/// // the posts grow, but the tree stays as it was
/// posts.height = 1.5;
/// assert!(matches!(audit_pieces(&posts), Err(PiecesFault::OutsideBox { index: 0, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first [`PiecesFault`].
pub fn audit_pieces<T, const D: usize, P>(body: &P) -> Result<(), PiecesFault>
where
    T: Real,
    P: Pieces<T, D> + ?Sized,
{
    let tree = body.tree();
    let leaves = leaves(tree);
    let surface = body.surface();
    let of_surface = surface.map_or(leaves.len(), |surface| surface.pieces().len());
    if of_surface != leaves.len() {
        let pieces = leaves.len();
        return Err(PiecesFault::SurfaceCount { of_surface, pieces });
    }
    let step = leaves.len().div_ceil(AUDITED_SHAPES);
    let mut samples = Samples::new();
    for (index, leaf) in (0..).zip(&leaves) {
        let piece = body.piece(index);
        if (index as usize).is_multiple_of(step) {
            audit_support_map(&piece).map_err(|fault| PiecesFault::Piece { index, fault })?;
        }
        thickness(tree, index, &piece)?;
        for along in 0..AUDITED_DIRECTIONS_OF_PIECES {
            let along = samples.direction::<T, D>(along);
            point(tree, index, leaf, &piece, &along)?;
            if let Some(surface) = surface {
                is_of_surface(surface, index, &piece, &along)?;
            }
        }
    }
    Ok(())
}

/// Returns the boxes around single pieces, in the order of the indices of these.
fn leaves<T: Real, const D: usize>(tree: &Tree<T, D>) -> Vec<TreeBox<T, D>> {
    let boxes = (0..).map_while(|index| tree.bounds(index));
    let mut leaves: Vec<_> = boxes.filter(|bounds| bounds.piece.is_some()).collect();
    leaves.sort_by_key(|bounds| bounds.piece);
    leaves
}

/// Checks that a piece is as thick as the tree says.
fn thickness<T: Real, const D: usize>(
    tree: &Tree<T, D>,
    index: u32,
    piece: &impl SupportMap<T, D>,
) -> Result<(), PiecesFault> {
    let (stated, thinnest) = (piece.inner_diameter(), tree.thinnest());
    // written so that NaN is refused too
    if stated >= thinnest {
        return Ok(());
    }
    Err(PiecesFault::Thinner {
        index,
        stated: stated.as_f64(),
        thinnest: thinnest.as_f64(),
    })
}

/// Checks that the support point of a piece is in its box and within the reach of the tree.
fn point<T: Real, const D: usize>(
    tree: &Tree<T, D>,
    index: u32,
    leaf: &TreeBox<T, D>,
    piece: &impl SupportMap<T, D>,
    along: &SVector<T, D>,
) -> Result<(), PiecesFault> {
    let point = piece.support_point(along);
    let rounding = piece.rounding() + piece.extents() * (T::EPSILON * T::of(AUDIT_ULPS));
    let beyond = (point - leaf.center).abs() - leaf.half_extents - rounding;
    // written so that NaN is refused too
    if !beyond.iter().all(|beyond| *beyond <= T::zero()) {
        return Err(PiecesFault::OutsideBox {
            index,
            point: listed(&point),
            low: listed(&(leaf.center - leaf.half_extents)),
            high: listed(&(leaf.center + leaf.half_extents)),
        });
    }
    // from the origin, and from the corner of the box that is behind
    for center in [SVector::zeros(), leaf.center - leaf.half_extents] {
        let (distance, reach) = ((point - center).norm(), tree.reach(&center));
        if !(distance <= reach + rounding.norm()) {
            return Err(PiecesFault::OutsideReach {
                index,
                center: listed(&center),
                distance: distance.as_f64(),
                reach: reach.as_f64(),
            });
        }
    }
    Ok(())
}

/// Checks that a piece reaches as far along a unit vector as the piece of the surface with its index.
fn is_of_surface<T: Real, const D: usize>(
    surface: &Surface<T, D>,
    index: u32,
    piece: &impl SupportMap<T, D>,
    along: &SVector<T, D>,
) -> Result<(), PiecesFault> {
    let piece_of_surface = surface.pieces()[index as usize];
    let corners = piece_of_surface.map(|corner| surface.points()[corner as usize]);
    let ahead = corners.map(|corner| along.dot(&corner));
    let of_surface = ahead.into_iter().fold(-T::LARGEST, T::max);
    let reaches = along.dot(&piece.support_point(along));
    let size = corners
        .iter()
        .fold(T::zero(), |size, corner| size.max(corner.norm()));
    let rounding = piece.rounding().norm() + size * (T::EPSILON * T::of(AUDIT_ULPS));
    // written so that NaN is refused too
    if (reaches - of_surface).abs() <= rounding {
        return Ok(());
    }
    Err(PiecesFault::OtherSurface {
        index,
        along: listed(along),
        reaches: reaches.as_f64(),
        of_surface: of_surface.as_f64(),
    })
}
