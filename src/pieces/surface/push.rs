//! The directions in which a surface pushes bodies that touch one of its pieces.
//!
//! At a peak these are all directions that lead away from the pieces around it. At any other corner, and at an edge,
//! they lie between the normal of the piece and its limits: over each edge one limit, the normal of the piece beyond it,
//! or straight out at a rim. So away from rims a push is a sum of positive multiples of these normals. Where they all
//! point up, it is no steeper than the steepest of these pieces.

use nalgebra::SVector;

use super::Surface;
use crate::Real;
use crate::tuning::{FLAT_EDGE, TOUCHED_FEATURE};
use crate::vector::{length_of, unit};

impl<T: Real, const D: usize> Surface<T, D> {
    /// Returns a direction in which the surface can push a body that touches this piece, as near to `direction` as
    /// there is one, or nearly so at a peak: a unit vector away from the piece, in the frame of the surface. What is
    /// given is one too, and `middle` is that of the body.
    ///
    /// A piece alone pushes bodies sideways at its edges. In a surface it does so only at a rim. Over an edge that it
    /// shares with another piece, the direction leans at most as far as the normal of that piece, and not at all if the
    /// pieces lie in a plane, or rise from each other. At a corner of two edges it leans no farther than between both.
    pub(in crate::pieces) fn allowed(
        &self,
        piece: u32,
        direction: SVector<T, D>,
        middle: &SVector<T, D>,
    ) -> SVector<T, D> {
        let Some(normal) = self.normal(piece) else {
            return direction;
        };
        let touched = touched(&self.corners(piece), &direction);
        if touched == [true; D] {
            let is_behind = direction.dot(&normal) < T::zero();
            return if is_behind { -normal } else { normal };
        }
        let mut around = self.around(piece, normal, &touched);
        if around.is_behind(middle, &direction) {
            around.turn_over();
        }
        let pushed = around.pushed_at_peak(direction);
        pushed.unwrap_or_else(|| self.pushed_between(piece, direction, (around.normal, &touched)))
    }

    /// Returns the direction nearest to `direction` between the normal of a piece, which points to the side where a
    /// body is, and the limits over the edges that it touches.
    fn pushed_between(
        &self,
        piece: u32,
        direction: SVector<T, D>,
        (normal, touched): (SVector<T, D>, &[bool; D]),
    ) -> SVector<T, D> {
        let corners = self.corners(piece);
        let mut limits = (0..D)
            .filter(|&opposite| !touched[opposite])
            .filter_map(|opposite| self.limit(piece, (&corners, opposite), normal));
        let pushed = match (limits.next(), limits.next()) {
            (Some(one), Some(other)) => nearest_of_three(&direction, [normal, one, other]),
            (Some(one), None) => nearest_of_two(&direction, [normal, one]),
            (None, _) => normal,
        };
        let length = length_of(&pushed);
        if length > T::SQRT_EPSILON {
            pushed / length
        } else {
            normal
        }
    }

    /// Returns the direction that leans farthest over an edge of a piece: the normal of the piece beyond, or straight
    /// out where there is none. `None` if nothing leans over it.
    fn limit(
        &self,
        piece: u32,
        (corners, opposite): (&[SVector<T, D>; D], usize),
        normal: SVector<T, D>,
    ) -> Option<SVector<T, D>> {
        let outward = away_from(corners[opposite], corners, opposite)?;
        let beyond = self
            .across(piece, opposite)
            .and_then(|other| self.beyond(other, corners, opposite));
        let Some(beyond) = beyond else {
            return Some(outward);
        };
        let falls = -beyond.dot(&normal);
        (falls > T::of(FLAT_EDGE)).then(|| normal * beyond.dot(&outward) + outward * falls)
    }

    /// Returns whether the surface goes on in the same plane across the edge opposite to a corner; in the plane, in the
    /// same line across the other end of a segment.
    pub(crate) fn is_flat_across(&self, piece: u32, opposite: usize) -> bool {
        let corners = self.corners(piece);
        let beyond = self
            .across(piece, opposite)
            .and_then(|other| self.beyond(other, &corners, opposite));
        let outward = away_from(corners[opposite], &corners, opposite);
        let (Some(beyond), Some(outward), Some(normal)) = (beyond, outward, self.normal(piece))
        else {
            return false;
        };
        let rises = beyond.dot(&normal).abs() > T::of(FLAT_EDGE);
        !rises && beyond.dot(&outward) > T::zero()
    }

    /// Returns the direction from an edge of a piece into the piece across it, at right angles to the edge.
    pub(super) fn beyond(
        &self,
        other: u32,
        corners: &[SVector<T, D>; D],
        opposite: usize,
    ) -> Option<SVector<T, D>> {
        let (across, mut places) = (self.corners(other), *corners);
        let apex = across.iter().find(|corner| {
            let mut edge = (0..D).filter(|&index| index != opposite);
            edge.all(|index| corners[index] != **corner)
        })?;
        places[opposite] = *apex;
        away_from(*apex, &places, opposite).map(|toward_edge| -toward_edge)
    }
}

/// Returns which corners a body touches that lies in this direction.
fn touched<T: Real, const D: usize>(
    corners: &[SVector<T, D>; D],
    direction: &SVector<T, D>,
) -> [bool; D] {
    let ahead = corners.map(|corner| direction.dot(&(corner - corners[0])));
    let farthest = ahead.into_iter().fold(-T::LARGEST, T::max);
    let size = corners
        .iter()
        .map(|corner| length_of(&(corner - corners[0])))
        .fold(T::zero(), T::max);
    ahead.map(|ahead| farthest - ahead <= size * T::of(TOUCHED_FEATURE))
}

/// Returns the direction from a corner to the edge opposite to it, at right angles to that edge.
pub(super) fn away_from<T: Real, const D: usize>(
    corner: SVector<T, D>,
    corners: &[SVector<T, D>; D],
    opposite: usize,
) -> Option<SVector<T, D>> {
    let first = corners[(opposite + 1) % D];
    let mut way = first - corner;
    if D == 3 {
        let edge = unit(corners[(opposite + 2) % D] - first);
        way -= edge * edge.dot(&way);
    }
    (length_of(&way) > T::zero()).then(|| unit(way))
}

/// Returns the point nearest to `point` of all sums of positive multiples of two unit vectors; it may be the origin.
fn nearest_of_two<T: Real, const D: usize>(
    point: &SVector<T, D>,
    [one, other]: [SVector<T, D>; 2],
) -> SVector<T, D> {
    let (cosine, aside) = (one.dot(&other), other - one * one.dot(&other));
    let sine = length_of(&aside);
    // in the plane of both, with the second one at the angle of this cosine and sine
    let (along, across) = (one.dot(point), aside.dot(point) / sine);
    if across > T::zero() && across * cosine < along * sine {
        return one * along + aside * (across / sine);
    }
    let along_other = other.dot(point);
    if along_other > along {
        other * along_other.max(T::zero())
    } else {
        one * along.max(T::zero())
    }
}

/// Returns the point nearest to `point` of all sums of positive multiples of three unit vectors; it may be the origin.
fn nearest_of_three<T: Real, const D: usize>(
    point: &SVector<T, D>,
    [one, other, last]: [SVector<T, D>; 3],
) -> SVector<T, D> {
    let all = volume([one, other, last]);
    let parts = [
        volume([*point, other, last]),
        volume([one, *point, last]),
        volume([one, other, *point]),
    ];
    // with no part of the other sign than the whole it is such a sum itself
    let is_sum = parts.iter().all(|part| *part * all.signum() >= T::zero());
    if all != T::zero() && is_sum {
        return *point;
    }
    let sides = [[one, other], [one, last], [other, last]];
    let nearest = sides.map(|side| nearest_of_two(point, side));
    let distances = nearest.map(|near| (point - near).norm_squared());
    let mut least = 0;
    for index in 1..nearest.len() {
        if distances[index] < distances[least] {
            least = index;
        }
    }
    nearest[least]
}

/// Returns the signed volume that three vectors in space span.
fn volume<T: Real, const D: usize>([a, b, c]: [SVector<T, D>; 3]) -> T {
    let [x, y, z] = std::array::from_fn(|axis| axis % D);
    a[x] * (b[y] * c[z] - b[z] * c[y])
        + a[y] * (b[z] * c[x] - b[x] * c[z])
        + a[z] * (b[x] * c[y] - b[y] * c[x])
}

#[cfg(test)]
mod tests;
