//! A simplex carried from one search to the next (\[3\] 4.3).

use nalgebra::SVector;

use crate::support::{Difference, VertexName};
use crate::{Real, SupportMap};

/// The most pairs of a seed. In space a simplex with more points contains the origin, and a search from it would end
/// at once.
const ROOM: usize = 3;

/// The simplex of an earlier search, for the tracking of \[3\] 4.3: the names of the support points of both bodies.
///
/// It is planted at their present places. An outdated seed, or one of other bodies, only costs time: whatever it names
/// is looked up in the bodies anew.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub(crate) struct Seed {
    pairs: [[VertexName; 2]; ROOM],
    count: usize,
    is_curved: bool,
}

impl Default for Seed {
    fn default() -> Self {
        Self {
            pairs: [[VertexName::Corner(0); 2]; ROOM],
            count: 0,
            is_curved: false,
        }
    }
}

impl Seed {
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds a pair, if there is room. A pair with a curve that is there already is left out: one point slides for both.
    /// A simplex has no pair of corners twice.
    #[inline(always)]
    pub(super) fn push(&mut self, pair: [VertexName; 2]) {
        let is_curved = pair.iter().any(|name| name.corner().is_none());
        if is_curved && self.pairs().contains(&pair) {
            return;
        }
        if let Some(free) = self.pairs.get_mut(self.count) {
            *free = pair;
            self.count += 1;
            self.is_curved |= is_curved;
        }
    }

    pub(super) fn pairs(&self) -> &[[VertexName; 2]] {
        &self.pairs[..self.count]
    }

    /// Returns whether some point is on a curve, and so depends on the direction.
    #[inline]
    pub(crate) fn is_curved(&self) -> bool {
        self.is_curved
    }
}

/// Returns the places of a pair of corners, each measured from its body's location.
#[inline]
pub(super) fn corner_points<A, B, T, const D: usize>(
    bodies: &Difference<A, B, T, D>,
    pair: &[VertexName; 2],
) -> Option<[SVector<T, D>; 2]>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    match *pair {
        [VertexName::Corner(on_a), VertexName::Corner(on_b)] => {
            Some([bodies.a.core_vertex(on_a)?, bodies.b.core_vertex(on_b)?])
        }
        _ => None,
    }
}

/// A vector square to the edge e. In space it leads from the origin to the line through y, in the plane to either side.
#[inline]
pub(super) fn square_to_line<T: Real, const D: usize>(
    y: SVector<T, D>,
    e: SVector<T, D>,
) -> SVector<T, D> {
    if D == 2 {
        let mut normal = e;
        (normal[0], normal[1]) = (-e[1], e[0]);
        normal
    } else {
        y - e * (y.dot(&e) / e.norm_squared())
    }
}

/// e x f, in space only: a simplex in the plane has no third point here.
#[inline]
pub(super) fn square_to_plane<T: Real, const D: usize>(
    e: &SVector<T, D>,
    f: &SVector<T, D>,
) -> SVector<T, D> {
    SVector::from_fn(|i, _| {
        let (j, k) = ((i + 1) % D, (i + 2) % D);
        e[j] * f[k] - e[k] * f[j]
    })
}
