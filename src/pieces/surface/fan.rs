//! The pieces of a surface around a corner or an edge: on which side of them a body is, and how they push it.

use nalgebra::SVector;

use super::Surface;
use super::push::away_from;
use crate::Real;
use crate::tuning::FLAT_EDGE;
use crate::vector::{length_of, unit};

/// How often a direction is turned back over the sides that meet at a peak. Each round at least halves what is left for
/// two sides that meet at 45 degrees or more. Where that is not enough, the corner counts as no peak.
const ROUNDS: usize = 16;

/// The most pieces around a corner that are looked at.
const MOST_IN_FAN: usize = 64;

/// Room for so many pieces around a corner is made at once: most have six.
const USUAL_IN_FAN: usize = 8;

/// A piece that has a corner or an edge in common with others, as it is seen from there.
struct Wedge<T: Real, const D: usize> {
    /// The unit normal. Those of all pieces are on the same side of the surface.
    normal: SVector<T, D>,
    /// The unit vectors along its sides. A segment, and a triangle as seen from an edge, has only one, which is here
    /// twice.
    sides: [SVector<T, D>; 2],
    /// Whether it has only one.
    has_one_side: bool,
    /// Of each side, whether it is a rim: no single other piece goes on from there.
    is_rim: [bool; 2],
}

/// What of a wedge is nearest to a point.
struct Nearest<T> {
    /// The squared distance.
    squared: T,
    /// The weight of the wedge's normal.
    ///
    /// Where the tip is nearest it is half the angle of the wedge. The sum of all normals around a closed fan with
    /// these weights points outward from any point that is nearest to the tip (Baerentzen and Aanaes 2005).
    weight: T,
    /// Whether a rim is nearest, or a tip that lies on one.
    is_at_rim: bool,
}

impl<T: Real, const D: usize> Wedge<T, D> {
    /// Returns what of the wedge, which has no end, is nearest to a point. Squared distances that differ by no more
    /// than `slack` are alike.
    fn nearest(&self, point: &SVector<T, D>, slack: T) -> Nearest<T> {
        let height = self.normal.dot(point);
        let below = point - self.normal * height;
        let [one, other] = &self.sides;
        let between = one.dot(other);
        // a point between both sides is ahead of each, as seen along the wedge
        let (along_one, along_other) = (below.dot(one), below.dot(other));
        let is_beyond = |along: T| !(along > T::zero() && along * along > slack);
        let is_tip = is_beyond(along_one) && is_beyond(along_other);
        let is_between = if self.has_one_side {
            !is_tip
        } else {
            along_one - between * along_other >= T::zero()
                && along_other - between * along_one >= T::zero()
        };
        let weight = if is_tip && !self.has_one_side {
            T::angle_of(length_of(&(one + other)), length_of(&(one - other)))
        } else {
            T::one()
        };
        let from_side = |along: T, side: &SVector<T, D>| {
            let nearest = side * along.max(T::zero());
            (point - nearest).norm_squared()
        };
        let (from_one, from_other) = (from_side(along_one, one), from_side(along_other, other));
        let [one_is_rim, other_is_rim] = self.is_rim;
        let (squared, is_at_rim) = if is_between {
            (height * height, false)
        } else if is_tip {
            (from_one.min(from_other), one_is_rim || other_is_rim)
        } else if from_one <= from_other {
            (from_one, one_is_rim)
        } else {
            (from_other, other_is_rim)
        };
        Nearest {
            squared,
            weight,
            is_at_rim,
        }
    }
}

/// The pieces around a touched corner or edge of a piece.
pub(super) struct Around<T: Real, const D: usize> {
    wedges: Vec<Wedge<T, D>>,
    /// The normal of the piece itself.
    pub(super) normal: SVector<T, D>,
    /// The corner, or one of the edge.
    corner: SVector<T, D>,
    /// The unit vector along the edge, if it is one.
    edge: Option<SVector<T, D>>,
    is_one_sided: bool,
}

impl<T: Real, const D: usize> Around<T, D> {
    /// Returns whether a body is on the back of the surface, by its middle, or where that is out over a rim by the
    /// direction in which the piece alone would push it.
    ///
    /// The plane of the piece alone does not tell: beyond a ridge, a body may be behind that plane, and still be above
    /// the surface. The side of the nearest of these pieces is that of the middle, as no other one is between. Where a
    /// rim is nearest there is a way around it, and a body that lies over it may have its middle on either side. Away
    /// from rims, what is touched from its front only pushes there, wherever the middle is.
    pub(super) fn is_behind(&self, middle: &SVector<T, D>, direction: &SVector<T, D>) -> bool {
        let (above, is_at_rim) = self.side_of(&(middle - self.corner));
        let above = if is_at_rim {
            self.side_of(direction).0
        } else {
            above
        };
        above < T::zero() && (is_at_rim || !self.is_one_sided)
    }

    /// Returns a number that is negative on the back of the surface, for a point measured from the corner, and whether a
    /// rim is nearest to that.
    fn side_of(&self, point: &SVector<T, D>) -> (T, bool) {
        let mut from = *point;
        if let Some(along) = &self.edge {
            // along an edge, nothing tells on which side a point is
            from -= along * along.dot(&from);
        }
        let slack = from.norm_squared() * T::SQRT_EPSILON;
        let wedges = self.wedges.iter();
        let nearest: Vec<_> = wedges.map(|wedge| wedge.nearest(&from, slack)).collect();
        let squared = nearest.iter().map(|nearest| nearest.squared);
        let alike = squared.fold(T::LARGEST, T::min) + slack;
        let (mut above, mut is_at_rim) = (T::zero(), false);
        for (wedge, nearest) in self.wedges.iter().zip(&nearest) {
            if nearest.squared <= alike {
                above += wedge.normal.dot(&from) * nearest.weight;
                is_at_rim |= nearest.is_at_rim;
            }
        }
        (above, is_at_rim)
    }

    fn is_at_rim(&self) -> bool {
        self.wedges.iter().any(|wedge| wedge.is_rim.contains(&true))
    }

    /// Takes the other side of the surface as the one where normals point.
    pub(super) fn turn_over(&mut self) {
        self.normal = -self.normal;
        for wedge in &mut self.wedges {
            wedge.normal = -wedge.normal;
        }
    }

    /// Returns a direction near `direction` in which the pieces around a corner push bodies, if it leads away from the
    /// sides of all of them, on the side of the normals.
    pub(super) fn pushed_at_peak(&self, direction: SVector<T, D>) -> Option<SVector<T, D>> {
        if self.edge.is_some() {
            return None;
        }
        let sides = || self.wedges.iter().flat_map(|wedge| &wedge.sides);
        let mut pushed = direction;
        for _ in 0..ROUNDS {
            let before = pushed;
            for side in sides() {
                pushed -= side * side.dot(&pushed).max(T::zero());
            }
            if pushed == before {
                break;
            }
        }
        let length = length_of(&pushed);
        let leads = |side: &SVector<T, D>| side.dot(&pushed) > length * T::of(FLAT_EDGE);
        // over a rim also straight out
        let flat = T::of(FLAT_EDGE);
        let least = if self.is_at_rim() { -flat } else { flat };
        // on a sharp peak what pushes from one side is behind the pieces on the other
        let is_in_front = |wedge: &Wedge<T, D>| pushed.dot(&wedge.normal) > length * least;
        let is_above = self.wedges.iter().any(is_in_front);
        (is_above && !sides().any(leads)).then(|| pushed / length)
    }
}

impl<T: Real, const D: usize> Surface<T, D> {
    /// Returns the pieces around the touched corner or edge of a piece, as they are seen from where its `normal`
    /// points.
    pub(super) fn around(
        &self,
        piece: u32,
        normal: SVector<T, D>,
        touched: &[bool; D],
    ) -> Around<T, D> {
        let corners = self.corners(piece);
        let first = touched.iter().position(|touched| *touched).unwrap_or(0);
        let last = touched.iter().rposition(|touched| *touched);
        let (wedges, edge) = match last.filter(|last| *last != first) {
            None => (self.at_corner(piece, normal, first), None),
            Some(last) => {
                let opposite = (0..D).find(|&corner| !touched[corner]);
                let wedges = self.at_edge(piece, normal, opposite.unwrap_or(first));
                (wedges, Some(unit(corners[last] - corners[first])))
            }
        };
        Around {
            wedges,
            normal,
            corner: corners[first],
            edge,
            is_one_sided: self.is_one_sided,
        }
    }

    /// Returns a triangle, and the one across an edge of it, as they are seen from that edge.
    fn at_edge(&self, piece: u32, normal: SVector<T, D>, opposite: usize) -> Vec<Wedge<T, D>> {
        let corners = self.corners(piece);
        let mut wedges = Vec::new();
        let inward = away_from(corners[opposite], &corners, opposite).map(|outward| -outward);
        let is_rim = self.across(piece, opposite).is_none();
        wedges.extend(inward.map(|side| Wedge {
            normal,
            sides: [side; 2],
            has_one_side: true,
            is_rim: [is_rim; 2],
        }));
        if let Some(other) = self.across(piece, opposite)
            && let (Some(up), Some(side)) =
                (self.normal(other), self.beyond(other, &corners, opposite))
        {
            let up = if self.looks_the_other_way(piece, opposite, other) {
                -up
            } else {
                up
            };
            let up = self.as_seen(piece, &normal, up);
            wedges.push(Wedge {
                normal: up,
                sides: [side; 2],
                has_one_side: true,
                is_rim: [false; 2],
            });
        }
        wedges
    }

    /// Returns the pieces around a corner of a piece, as they are seen from there.
    fn at_corner(&self, piece: u32, normal: SVector<T, D>, corner: usize) -> Vec<Wedge<T, D>> {
        let point = self.same_corners(piece)[corner];
        let mut fan = Vec::with_capacity(USUAL_IN_FAN);
        fan.push((piece, false));
        let mut next = 0;
        while let Some(&(here, is_flipped)) = fan.get(next).filter(|_| fan.len() < MOST_IN_FAN) {
            next += 1;
            let corners = self.same_corners(here);
            for opposite in (0..D).filter(|&index| corners[index] != point) {
                let Some(other) = self.across(here, opposite) else {
                    continue;
                };
                if fan.iter().all(|(known, _)| *known != other) {
                    let turns = self.looks_the_other_way(here, opposite, other);
                    fan.push((other, is_flipped != turns));
                }
            }
        }
        let wedge = |&(here, is_flipped): &(u32, bool)| {
            let up = self.normal(here)?;
            let up = self.as_seen(piece, &normal, if is_flipped { -up } else { up });
            let (corners, names) = (self.corners(here), self.same_corners(here));
            let from = names.iter().position(|name| *name == point)?;
            let side = |step: usize| unit(corners[(from + step) % D] - corners[from]);
            // a triangle's side leads to the corner `step` on, and is opposite to the corner that is left; across the other
            // end of a segment is the piece that goes on from this one
            let is_rim = |step: usize| self.across(here, (from + D - step) % D).is_none();
            Some(Wedge {
                normal: up,
                sides: [side(1), side(D - 1)],
                has_one_side: D == 2,
                is_rim: [is_rim(1), is_rim(D - 1)],
            })
        };
        let mut wedges = Vec::with_capacity(fan.len());
        wedges.extend(fan.iter().filter_map(wedge));
        wedges
    }

    /// Turns a normal that fits that of a piece so that it fits `normal`, which may be the opposite one.
    fn as_seen(&self, piece: u32, normal: &SVector<T, D>, up: SVector<T, D>) -> SVector<T, D> {
        let own = self.normal(piece);
        if own.is_some_and(|own| own.dot(normal) < T::zero()) {
            -up
        } else {
            up
        }
    }

    /// Returns whether the normals of a piece and of the one across an edge point to different sides of the surface:
    /// both then go the same way along the edge.
    fn looks_the_other_way(&self, piece: u32, opposite: usize, other: u32) -> bool {
        let (own, others) = (self.same_corners(piece), self.same_corners(other));
        let start = own[(opposite + 1) % D];
        let Some(at) = others.iter().position(|corner| *corner == start) else {
            return false;
        };
        if D == 2 {
            // the end of one segment is the start of the next
            return (opposite + 1) % D == at;
        }
        let end = own[(opposite + 2) % D];
        others[(at + 1) % D] == end
    }
}

#[cfg(test)]
mod tests;
