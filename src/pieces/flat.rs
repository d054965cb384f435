//! The flat part of a surface that a body is over: a half-space in whose boundary a piece lies, and which contains all
//! other pieces that the body may come to.
//!
//! No body overlaps with what is in a half-space by more than it does with the half-space. So what is proven of the
//! half-space holds for all these pieces, and a query of a half-space takes a small part of the time. A contact with it
//! is one with the piece in its boundary if the deepest point of the body is well over that piece.
//!
//! # Proof
//! Let the body be d deep in the half-space, with the unit normal n, and let q be its deepest point. Bodies overlap by
//! the least h(u) over all unit vectors u: how far the body reaches along u plus how far the piece reaches along -u,
//! both measured from the foot of q. That is d for u = -n. It is no less for any other u, if
//! - the piece contains all points of the boundary within r of the foot of q, and
//! - the body contains a ball of the radius b >= d whose centre is beside q by l at most, along the plane, with
//!   r >= d and r b >= d l.
//!
//! Let c and s be the cosine and the sine of the angle between u and -n. The piece reaches along -u by r s.
//! - For c >= 0 the point q gives h(u) >= d c + r s >= d (c + s) >= d.
//! - For c < 0 let t = s / (1 - c), which is at most 1. The point q gives h(u) >= r s + d c. That is no less than d for
//!   t >= d / r. The centre of the ball is at least b - d above the plane, so that the ball gives
//!   h(u) >= b + (b - d) (0 - c) + (r - l) s. That is no less than d for (l - r) t <= b - d. One of the two always
//!   holds, as (l - r) d / r <= b - d is r b >= d l.

use nalgebra::SVector;

use super::tree::Tree;
use super::{Body, Surface};
use crate::swept::SweptBox;
use crate::{HalfSpace, Real};

/// Ulps of a height over the boundary, in the sum of the sizes of its terms. In halves: a difference, a product and two
/// sums lose one each.
const HEIGHT_ULPS: f64 = 4.0;

/// How far pieces may be above or below the boundary, in ulps of their coordinates and of their way from the body along
/// the normal: what rounding leaves of corners in a plane. No proof needs it, as all heights are measured. Larger:
/// uneven pieces are asked about in vain. Smaller: parts of tilted surfaces are left to the search.
const FLAT_IN_ULPS: f64 = 64.0;

/// Ulps of a box that is seen from the frame of a body at rest. In halves of the way between both frames: a rotation of
/// unit length is off by 16, its products with the way lose 3 each, and the way itself 1.
const SEEN_ULPS: f64 = 16.0;

/// Ulps of how far inside of a side of a piece a point is, in sums of the sizes of its terms. In halves: two
/// differences, two quotients and a product lose one each, and three products of vectors and a length three each.
const INSIDE_ULPS: f64 = 10.0;

/// Returns a box of the world as it is seen from the frame of a body that does not turn, with all that rounding may
/// hide.
pub(crate) fn seen_from<T: Real, const D: usize>(
    body: &Body<'_, T, D>,
    time: T,
    around: &SweptBox<T, D>,
) -> SweptBox<T, D> {
    let middle = (around.min + around.max) * T::of(0.5);
    let half = (around.max - middle).sup(&(middle - around.min));
    let placement = body.motion().placement(time, &middle);
    let way = placement.translation;
    let size = way.abs().sum() + half.sum();
    let ulps = T::EPSILON * T::of(SEEN_ULPS);
    let off = placement.translation_error.sum() + size * (placement.angle_error + ulps);
    let middle = -placement.rotation.tr_mul(&way);
    let half = placement.rotation.abs().tr_mul(&half).add_scalar(off);
    SweptBox {
        min: middle - half,
        max: middle + half,
    }
}

/// Returns the pieces whose boxes overlap with a box in their frame, or `None` if there are more than `most`.
pub(crate) fn pieces_in<T: Real, const D: usize>(
    tree: &Tree<T, D>,
    around: &SweptBox<T, D>,
    most: usize,
) -> Option<Vec<u32>> {
    let (mut ahead, mut found) = (vec![0], Vec::new());
    while let Some(index) = ahead.pop() {
        let node = tree.node(index);
        let is_apart = (0..D).any(|axis| {
            let (center, half) = (node.center[axis], node.half_extents[axis]);
            // both differences and the comparison lose an ulp of what is left
            let larger = half * (T::one() + T::EPSILON * T::of(4.0));
            around.min[axis] - center > larger || center - around.max[axis] > larger
        });
        if is_apart {
            continue;
        }
        match node.piece() {
            Some(_) if found.len() == most => return None,
            Some(piece) => found.push(piece),
            None => ahead.extend(tree.children(index)),
        }
    }
    Some(found)
}

/// The flat part of a surface that a body may come to.
pub(crate) struct FlatPart<'s, T: Real, const D: usize> {
    surface: &'s Surface<T, D>,
    /// It contains all the pieces, and is in their frame. The middle of the body is in front of it.
    pub(crate) half_space: HalfSpace<T, D>,
    /// All that the body may come to.
    pieces: Vec<u32>,
}

/// A piece under a point.
pub(crate) struct Under<T> {
    pub(crate) piece: u32,
    /// How far the piece is below the boundary of the half-space at most, anywhere.
    pub(crate) below: T,
}

impl<'s, T: Real, const D: usize> FlatPart<'s, T, D> {
    /// Returns the half-space around these pieces of a surface, of which one lies in its boundary, if there is one. A
    /// point tells which side the body is on.
    pub(crate) fn around(
        surface: &'s Surface<T, D>,
        pieces: Vec<u32>,
        side: &SVector<T, D>,
    ) -> Option<Self> {
        let mut planes = pieces.iter();
        let half_space = planes.find_map(|&piece| half_space(surface, &pieces, piece, side))?;
        Some(Self {
            surface,
            half_space,
            pieces,
        })
    }

    /// Returns the piece of which all is in the boundary within a distance of a point, if there is one.
    pub(crate) fn under(&self, point: &SVector<T, D>, within: T) -> Option<Under<T>> {
        self.pieces.iter().find_map(|&piece| {
            let corners = self.surface.corners(piece);
            let below = self.below(&corners);
            // NaN is not inside
            let is_inside = || (0..D).all(|tip| from_side(&corners, tip, point) >= within);
            let is_under = is_flat(&self.half_space, below, &corners) && is_inside();
            is_under.then_some(Under { piece, below })
        })
    }

    /// Returns whether a piece in the boundary, or two of them that share a side, contain all of the boundary within a
    /// distance of each of these points, and of all points between them.
    pub(crate) fn is_around(&self, points: &[(SVector<T, D>, T)]) -> bool {
        let pieces = self.pieces.iter().map(|&piece| self.surface.corners(piece));
        let pieces: Vec<_> = pieces
            .filter(|corners| self.below(corners) == T::zero())
            .collect();
        // Half-planes are convex. What is within one side of a shared one, and within all other sides of both pieces, is
        // in one of them.
        let is_within = |corners: &[SVector<T, D>; D], but: Option<usize>| {
            (0..D).filter(|&tip| Some(tip) != but).all(|tip| {
                let mut points = points.iter();
                points.all(|(point, within)| from_side(corners, tip, point) >= *within)
            })
        };
        pieces.iter().enumerate().any(|(index, one)| {
            let of_two = |other: &[SVector<T, D>; D]| {
                tips([one, other]).is_some_and(|[tip, of_other]| {
                    is_within(one, Some(tip)) && is_within(other, Some(of_other))
                })
            };
            is_within(one, None) || pieces[index + 1..].iter().any(of_two)
        })
    }

    /// Returns how far a piece with these corners is below the boundary at most.
    fn below(&self, corners: &[SVector<T, D>; D]) -> T {
        let mut below = T::zero();
        for corner in corners {
            let (height, off) = height(&self.half_space, corner);
            below = below.max(off - height);
        }
        below
    }
}

/// Returns the half-space with a piece in its boundary, if it contains the others.
fn half_space<T: Real, const D: usize>(
    surface: &Surface<T, D>,
    pieces: &[u32],
    piece: u32,
    side: &SVector<T, D>,
) -> Option<HalfSpace<T, D>> {
    let normal = surface.normal(piece)?;
    let corner = surface.corners(piece)[0];
    let normal = match normal.dot(&(side - corner)) < T::zero() {
        true => -normal,
        false => normal,
    };
    // the point of the plane that is beside `side` along the axis nearest to the normal: on a floor along the axes it
    // has exactly the floor's height
    let axis = normal.iamax();
    let mut point = *side;
    let mut rise = T::zero();
    for other in (0..D).filter(|&other| other != axis) {
        rise += normal[other] * (corner[other] - side[other]);
    }
    point[axis] = corner[axis] + rise / normal[axis];
    let plane = HalfSpace::new(normal, point).ok()?;
    let mut highest = T::zero();
    for &piece in pieces {
        let corners = surface.corners(piece);
        for corner in &corners {
            let (height, off) = height(&plane, corner);
            // written so that NaN is not flat
            if !is_flat(&plane, height + off, &corners) {
                return None;
            }
            highest = highest.max(height + off);
        }
    }
    if highest == T::zero() {
        return Some(plane);
    }
    // the raised point is off by half an ulp of its coordinates, and the product with the normal by one
    let rounding = plane.normal().abs().dot(&point.abs()) * (T::EPSILON * T::of(HEIGHT_ULPS));
    HalfSpace::new(normal, point + plane.normal() * (highest + rounding)).ok()
}

/// Returns whether a height over the boundary of a half-space is no more than rounding, for a piece with these corners.
fn is_flat<T: Real, const D: usize>(
    plane: &HalfSpace<T, D>,
    height: T,
    corners: &[SVector<T, D>; D],
) -> bool {
    let mut largest = T::zero();
    for corner in corners {
        let terms = corner.abs() + (corner - plane.point()).abs();
        largest = largest.max(plane.normal().abs().dot(&terms));
    }
    height <= largest * (T::EPSILON * T::of(FLAT_IN_ULPS))
}

/// Returns the height of a point over the boundary of a half-space, and by how much it may be off.
fn height<T: Real, const D: usize>(plane: &HalfSpace<T, D>, point: &SVector<T, D>) -> (T, T) {
    let way = point - plane.point();
    let size = plane.normal().abs().dot(&way.abs());
    (
        plane.normal().dot(&way),
        size * (T::EPSILON * T::of(HEIGHT_ULPS)),
    )
}

/// Returns how far inside of the side opposite to a corner the foot of a point is, or inside of the other end of a
/// segment. It is a lower bound, and negative outside.
fn from_side<T: Real, const D: usize>(
    corners: &[SVector<T, D>; D],
    tip: usize,
    point: &SVector<T, D>,
) -> T {
    let base = corners[(tip + 1) % D];
    let to_tip = corners[tip] - base;
    // square to the side
    let mut inward = to_tip;
    if D == 3 {
        let along = corners[(tip + 2) % D] - base;
        inward -= along * (along.dot(&to_tip) / along.norm_squared());
    }
    let way = point - base;
    let off = way.abs().sum() * to_tip.abs().sum() * (T::EPSILON * T::of(INSIDE_ULPS));
    (inward.dot(&way) - off) / inward.norm()
}

/// Returns the corners of two pieces that are opposite to the side which they share, if they are on both sides of it.
fn tips<T: Real, const D: usize>([one, other]: [&[SVector<T, D>; D]; 2]) -> Option<[usize; 2]> {
    let tips = (0..D).flat_map(|tip| (0..D).map(move |of_other| [tip, of_other]));
    let mut sharing = tips.filter(|&[tip, of_other]| {
        let mut side = (1..D).map(|k| one[(tip + k) % D]);
        side.all(|corner| (1..D).any(|k| other[(of_other + k) % D] == corner))
    });
    sharing.find(|&[tip, of_other]| {
        // seen from the side, the reflected tip is where the piece is
        let reflected = one[(tip + 1) % D] * T::of(2.0) - other[of_other];
        from_side(one, tip, &reflected) > T::zero()
    })
}

#[cfg(test)]
mod tests;
