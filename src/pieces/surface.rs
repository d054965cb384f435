//! How the pieces of a surface are joined.

mod fan;

use nalgebra::SVector;

use crate::Real;
use crate::tuning::{FLAT_EDGE, TOUCHED_FEATURE};
use crate::vector::{length_of, unit};

/// How often a direction is turned back over the edges that meet at a corner. Each round at least halves what is left
/// for edges that meet at 45 degrees or more.
const ROUNDS: usize = 16;

/// Instead of the number of a neighbour.
const NONE: u32 = u32::MAX;

/// The triangles of a mesh, or the segments of a line, and how they are joined at their corners and edges.
///
/// Pieces are joined where they share corners: points with the same index, or at exactly the same place. A corner of
/// one piece that lies within an edge of another does not join them.
///
/// [`TriMesh`](super::TriMesh) and [`Polyline`](super::Polyline) build it. A body of your own that contains one of
/// them hands out its [`surface`](super::Pieces::surface).
#[derive(Clone, Debug, PartialEq)]
pub struct Surface<T, const D: usize>
where
    T: nalgebra::Scalar,
{
    points: Vec<SVector<T, D>>,
    pieces: Vec<[u32; D]>,
    /// For each point the first one at the same place.
    same: Vec<u32>,
    /// For each piece and each of its corners the piece across the edge opposite to that corner. In the plane, an edge
    /// is the other end of a segment. There is none at a rim, and where more than two pieces meet.
    across: Vec<[u32; D]>,
    is_one_sided: bool,
}

impl<T: Real, const D: usize> Surface<T, D> {
    /// The surface with these pieces, by the indices of their corners, which must exist. It takes time n log n.
    pub(super) fn new(points: Vec<SVector<T, D>>, pieces: Vec<[u32; D]>) -> Self {
        let same = first_at_the_same_place(&points);
        let mut edges = Vec::with_capacity(pieces.len() * D);
        for (piece, corners) in (0..).zip(&pieces) {
            for opposite in 0..D {
                let mut edge = corners.map(|corner| same[corner as usize]);
                edge[opposite] = NONE;
                edge.sort_unstable();
                edges.push((edge, piece, opposite));
            }
        }
        edges.sort_unstable();
        let mut across = vec![[NONE; D]; pieces.len()];
        for sharing in edges.chunk_by(|one, other| one.0 == other.0) {
            if let &[(_, one, of_one), (_, other, of_other)] = sharing {
                across[one as usize][of_one] = other;
                across[other as usize][of_other] = one;
            }
        }
        Self {
            points,
            pieces,
            same,
            across,
            is_one_sided: false,
        }
    }

    pub(super) fn make_one_sided(&mut self) {
        self.is_one_sided = true;
    }

    /// Returns whether the surface is touched [from its front only](super#one-sided-surfaces).
    pub fn is_one_sided(&self) -> bool {
        self.is_one_sided
    }

    /// The points, as they were given.
    pub fn points(&self) -> &[SVector<T, D>] {
        &self.points
    }

    /// The pieces, by the indices of their corners, as they were given.
    pub fn pieces(&self) -> &[[u32; D]] {
        &self.pieces
    }

    /// Returns whether two pieces share a corner. A piece is not joined to itself.
    ///
    /// # Panics
    /// If there is no piece with one of these indices.
    pub fn joins(&self, one: u32, other: u32) -> bool {
        let of_other = self.same_corners(other);
        one != other
            && self
                .same_corners(one)
                .iter()
                .any(|corner| of_other.contains(corner))
    }

    /// Returns whether no corner of either piece is in front of the other one: both lie in a plane, or fall away from
    /// each other as on a ridge. A piece whose corners lie on a line has no front.
    pub(super) fn fall_away(&self, one: u32, other: u32) -> bool {
        let is_behind = |front: u32, piece: u32| {
            let Some(normal) = self.normal(front) else {
                return true;
            };
            let from = self.corners(front)[0];
            let ways = self.corners(piece).map(|corner| corner - from);
            let is_behind =
                |way: &SVector<T, D>| normal.dot(way) <= length_of(way) * T::of(FLAT_EDGE);
            ways.iter().all(is_behind)
        };
        is_behind(one, other) && is_behind(other, one)
    }

    /// Returns the piece on the other side of the edge opposite to a corner, counted from 0; in the plane, across the
    /// other end of a segment. There is none at a rim, nor where more than two pieces meet.
    ///
    /// # Panics
    /// If there is no such piece or no such corner.
    pub fn across(&self, piece: u32, corner: usize) -> Option<u32> {
        let across = self.across[piece as usize][corner];
        (across != NONE).then_some(across)
    }

    fn same_corners(&self, piece: u32) -> [u32; D] {
        self.pieces[piece as usize].map(|corner| self.same[corner as usize])
    }

    pub(super) fn corners(&self, piece: u32) -> [SVector<T, D>; D] {
        self.pieces[piece as usize].map(|corner| self.points[corner as usize])
    }

    /// Returns the unit normal of a piece: the corners of a triangle are counterclockwise seen from where it points,
    /// and it points to the right of a segment. `None` if the corners lie on a line, or coincide.
    pub(super) fn normal(&self, piece: u32) -> Option<SVector<T, D>> {
        self.normal_and_sine(piece).map(|(normal, _)| normal)
    }

    /// Returns the normal, and the sine of the angle between the edges that it is computed from; in the plane 1.
    pub(super) fn normal_and_sine(&self, piece: u32) -> Option<(SVector<T, D>, T)> {
        let corners = self.corners(piece);
        let along = unit(corners[1] - corners[0]);
        let normal = if D == 2 {
            SVector::from_fn(|row, _| if row == 0 { along[1] } else { -along[0] })
        } else {
            let other = unit(corners[2] - corners[0]);
            SVector::from_fn(|row, _| {
                let (next, last) = ((row + 1) % D, (row + 2) % D);
                along[next] * other[last] - along[last] * other[next]
            })
        };
        let length = length_of(&normal);
        (length > T::SQRT_EPSILON).then(|| (normal / length, length))
    }

    /// Returns the direction nearest to `direction` in which the surface can push a body that touches this piece: a
    /// unit vector away from the piece, in the frame of the surface. What is given is one too, and `middle` is that of
    /// the body.
    ///
    /// A piece alone pushes bodies sideways at its edges. In a surface it does so only at a rim. Over an edge that it
    /// shares with another piece, the direction leans at most as far as the normal of that piece, and not at all if the
    /// pieces lie in a plane, or rise from each other. At a corner it leans over no edge of any piece around it.
    pub(super) fn allowed(
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
        if around.is_behind(middle) {
            around.turn_over();
        }
        let pushed = around.pushed_at_peak(direction);
        pushed.unwrap_or_else(|| self.allowed_on(piece, direction, around.normal))
    }

    /// Returns the direction in which the surface can push a body on one side of a piece, where `normal` points.
    fn allowed_on(
        &self,
        piece: u32,
        direction: SVector<T, D>,
        normal: SVector<T, D>,
    ) -> SVector<T, D> {
        let corners = self.corners(piece);
        let is_touched = touched(&corners, &direction);
        if is_touched == [true; D] {
            return normal;
        }
        let edges: [_; D] = std::array::from_fn(|opposite| {
            let other = self.across(piece, opposite);
            let other = other.filter(|_| !is_touched[opposite])?;
            let outward = away_from(corners[opposite], &corners, opposite)?;
            Some((outward, self.beyond(other, &corners, opposite)?))
        });
        let mut allowed = direction;
        // at a corner, leaning less over one edge may lean over the other: this comes ever nearer to both
        for _ in 0..ROUNDS {
            let before = allowed;
            for &(outward, beyond) in edges.iter().flatten() {
                allowed = lean_less(allowed, (normal, outward), beyond);
            }
            if allowed == before {
                break;
            }
        }
        let length = length_of(&allowed);
        if length > T::SQRT_EPSILON {
            allowed / length
        } else {
            normal
        }
    }

    /// Returns the direction from an edge of a piece into the piece across it, at right angles to the edge.
    fn beyond(
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

/// Returns for each point the first that is at the same place.
fn first_at_the_same_place<T: Real, const D: usize>(points: &[SVector<T, D>]) -> Vec<u32> {
    // adding zero makes both zeros the same
    let key = |index: u32| points[index as usize].map(|x| (x + T::zero()).as_f64());
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    order.sort_unstable_by(|&one, &other| {
        let (p, q) = (key(one), key(other));
        let by_place = (0..D).map(|axis| p[axis].total_cmp(&q[axis]));
        by_place
            .fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
            .then(one.cmp(&other))
    });
    let mut same = vec![0; points.len()];
    for together in order.chunk_by(|&one, &other| key(one) == key(other)) {
        for &point in together {
            same[point as usize] = together[0];
        }
    }
    same
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
fn away_from<T: Real, const D: usize>(
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

/// Returns a direction that leans no farther over an edge than the normal of the piece beyond it.
///
/// It is turned from the normal of the piece on this side towards `outward`, the direction out of that piece.
fn lean_less<T: Real, const D: usize>(
    direction: SVector<T, D>,
    (normal, outward): (SVector<T, D>, SVector<T, D>),
    beyond: SVector<T, D>,
) -> SVector<T, D> {
    let (up, out) = (direction.dot(&normal), direction.dot(&outward));
    if !(out > T::zero()) {
        return direction;
    }
    let falls = -beyond.dot(&normal);
    // the normal beyond the edge, in the plane of both
    let limit = if falls <= T::of(FLAT_EDGE) {
        (T::one(), T::zero())
    } else {
        (beyond.dot(&outward), falls)
    };
    if out * limit.0 <= up * limit.1 {
        return direction;
    }
    let length = (up * up + out * out).sqrt();
    direction + normal * (length * limit.0 - up) + outward * (length * limit.1 - out)
}
