//! How the pieces of a surface are joined.

mod fan;
mod push;

use nalgebra::SVector;

use crate::Real;
use crate::tuning::FLAT_EDGE;
use crate::vector::{length_of, unit};

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

    pub(crate) fn corners(&self, piece: u32) -> [SVector<T, D>; D] {
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
