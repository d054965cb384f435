//! The distance subalgorithm: the point of a simplex nearest to the origin (\[1\] 2).
//!
//! Differs from \[1\] 4, which tries subsets by the signs of their cofactors. Here the signs of volumes, with bounds
//! of their rounding, choose the facets (`regions`), and orthogonal projection finds the nearest point of a facet
//! (`foot`).
//!
//! It always runs in double precision, whatever the scalar of the bodies. It is a small part of a query, and decides
//! by the signs of differences of products, which single precision gets wrong for slivers: in single precision a
//! needle three hundred times as long as wide seemed to overlap a box a hundred widths away.

mod foot;
mod plain;
mod regions;

use nalgebra::{ArrayStorage, SVector};

use foot::Nearest;
pub(crate) use plain::{Corner, Near, Plain, WHOLE};
pub(crate) use regions::VOLUME_ULPS;

use super::powers::{exponent_of, power_of_two};

/// The most points of a simplex: one more than the dimensions of space.
pub(crate) const SLOTS: usize = 4;

type Points<const D: usize> = [SVector<f64, D>; SLOTS];

/// A simplex of points y = b - a of the Minkowski difference, with its point v nearest to the origin.
///
/// It keeps the set W of \[1\] as bits over four slots. A point keeps its slot as long as it is in W.
#[derive(Clone, Debug)]
pub(crate) struct Simplex<const D: usize> {
    points: Points<D>,
    from_a: Points<D>,
    from_b: Points<D>,
    /// Slot i is in W iff bit i is set.
    active: usize,
    /// The slot of the newest point, in W or not.
    newest: usize,
    /// lambda_i of the nearest point, valid iff i is in W.
    weights: [f64; SLOTS],
    /// v / |v|, or zero if v is.
    direction: SVector<f64, D>,
    /// |v|; infinite if there are no points.
    length: f64,
    /// The vector that is added to every b - a.
    offset: SVector<f64, D>,
    /// The power of two that multiplies lengths, so that products of six of them neither over- nor underflow.
    scale: f64,
}

const fn zero<const D: usize>() -> SVector<f64, D> {
    SVector::from_array_storage(ArrayStorage([[0.0; D]]))
}

/// A set W and its nearest point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State<const D: usize> {
    active: usize,
    weights: [f64; SLOTS],
    direction: SVector<f64, D>,
    length: f64,
}

/// The state of a simplex after a point was added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Growth<const D: usize> {
    /// The point v of the simplex that is nearest to the origin.
    Nearest {
        /// v / |v|, or zero if v is.
        direction: SVector<f64, D>,
        /// |v|.
        length: f64,
    },
    /// The simplex has full dimension and contains the origin.
    ContainsOrigin,
    /// A number is NaN or too large. The simplex is as it was.
    Undetermined,
}

impl<const D: usize> Simplex<D> {
    /// An empty simplex for points b - a.
    pub(crate) const EMPTY: Self = Self {
        points: [zero(); SLOTS],
        from_a: [zero(); SLOTS],
        from_b: [zero(); SLOTS],
        active: 0,
        newest: 0,
        weights: [0.0; SLOTS],
        direction: zero(),
        length: f64::INFINITY,
        offset: zero(),
        scale: 1.0,
    };

    /// An empty simplex for points b - a + `offset` of about the size `size`.
    pub(crate) fn new(size: f64, offset: SVector<f64, D>) -> Self {
        Self {
            offset,
            scale: power_of_two_scale(size),
            ..Self::EMPTY
        }
    }

    /// Empties the simplex and begins anew, like [`new`](Self::new).
    pub(crate) fn begin(&mut self, size: f64, offset: SVector<f64, D>) {
        self.clear();
        self.direction = SVector::zeros();
        self.newest = 0;
        self.offset = offset;
        self.scale = power_of_two_scale(size);
    }

    /// The simplex of at most four pairs of points (a, b), reduced to the smallest subset whose hull contains the point
    /// nearest to the origin. No point can be added to it.
    ///
    /// It does not recognise that the points contain the origin. It then takes the nearest facet of a full simplex.
    pub(crate) fn hull(pairs: &[[SVector<f64, D>; 2]], offset: SVector<f64, D>) -> Self {
        let mut simplex = Self::new(1.0, offset);
        for (slot, &[a, b]) in pairs.iter().enumerate() {
            simplex.put(slot, a, b);
        }
        simplex.reduce_all(bit(pairs.len()) - 1);
        simplex
    }

    /// Adds a pair of points to W, and returns its slot. The nearest point is not known afterwards.
    pub(crate) fn push(&mut self, a: SVector<f64, D>, b: SVector<f64, D>) -> usize {
        let slot = (!self.active).trailing_zeros() as usize;
        self.put(slot, a, b);
        self.active |= bit(slot);
        slot
    }

    /// Reduces these points to their nearest part.
    #[inline]
    fn reduce_all(&mut self, slots: usize) -> Growth<D> {
        match regions::nearest_part(&self.points, slots) {
            Some(nearest) => self.reduce(nearest),
            None => Growth::Undetermined,
        }
    }

    /// Reduces W again after it was moved.
    pub(crate) fn renew(&mut self) -> Growth<D> {
        self.reduce_all(self.active)
    }

    /// Forgets all points.
    pub(crate) fn clear(&mut self) {
        self.active = 0;
        self.length = f64::INFINITY;
    }

    /// Returns whether b - a is a point of W, or the newest point, even if that was dropped again. Either can only
    /// come from rounding, and means that no progress is possible (\[1\] 5).
    #[inline]
    pub(crate) fn repeats(&self, a: &SVector<f64, D>, b: &SVector<f64, D>) -> bool {
        let point = self.difference(a, b);
        (0..SLOTS).any(|slot| {
            let known = self.active & bit(slot) != 0 || (self.active != 0 && slot == self.newest);
            known && self.points[slot] == point
        })
    }

    /// Adds the point b - a, and reduces W to the smallest subset whose hull contains the point nearest to the origin.
    #[inline]
    pub(crate) fn add(&mut self, a: SVector<f64, D>, b: SVector<f64, D>) -> Growth<D> {
        let newest = (!self.active).trailing_zeros() as usize;
        debug_assert!(
            newest <= D,
            "a full simplex contains the origin and ends the search"
        );
        self.put(newest, a, b);
        match self.nearest() {
            // Rounding may hide on which side of an edge the origin is, and the nearest part may be one without the
            // newest point. But a far point may bring the simplex nearer by less than rounding, and still turn v.
            Some(nearest) if !(nearest.length <= self.length + self.rounding(newest)) => {
                self.reduce_all(self.active | bit(newest))
            }
            Some(nearest) => self.reduce(nearest),
            None => {
                self.active |= bit(newest);
                Growth::ContainsOrigin
            }
        }
    }

    /// About how far rounding may move a point. It only decides how many parts of a simplex are tried.
    #[inline]
    fn rounding(&self, slot: usize) -> f64 {
        self.points[slot].amax() * (8.0 * f64::EPSILON)
    }

    /// Puts a pair of points into a slot. The slot is not yet in W.
    #[inline]
    fn put(&mut self, slot: usize, a: SVector<f64, D>, b: SVector<f64, D>) {
        self.newest = slot;
        self.points[slot] = self.difference(&a, &b);
        self.from_a[slot] = a;
        self.from_b[slot] = b;
    }

    /// The point b - a, scaled. Written so that swapping the bodies mirrors it exactly.
    #[inline]
    fn difference(&self, a: &SVector<f64, D>, b: &SVector<f64, D>) -> SVector<f64, D> {
        ((b - a) + self.offset) * self.scale
    }

    #[inline]
    fn reduce(&mut self, nearest: Nearest<D>) -> Growth<D> {
        if !nearest.length.is_finite() {
            return Growth::Undetermined;
        }
        self.active = nearest.subset;
        self.weights = nearest.weights;
        self.direction = nearest.direction;
        self.length = nearest.length;
        Growth::Nearest {
            direction: self.direction,
            length: self.distance(),
        }
    }

    /// Returns the nearest part of W with the newest point, or `None` if W has full dimension and contains the origin.
    #[inline]
    fn nearest(&self) -> Option<Nearest<D>> {
        let (points, n) = (&self.points, self.newest);
        let mut others = members(self.active);
        match [others.next(), others.next(), others.next()] {
            [None, ..] => Some(Nearest::of_vertex(points, n)),
            [Some(p), None, _] => Some(regions::of_edge(points, n, p)),
            [Some(p), Some(q), None] if D == 2 => regions::of_flat_triangle(points, [n, p, q]),
            [Some(p), Some(q), None] => Some(regions::of_triangle(points, [n, p, q])),
            [Some(p), Some(q), Some(r)] => regions::of_tetrahedron(points, [n, p, q, r]),
        }
    }

    /// Returns the witness points of v on both bodies: the sums of lambda_i p_i and of lambda_i q_i.
    pub(crate) fn witnesses(&self) -> (SVector<f64, D>, SVector<f64, D>) {
        let mix = |of: &[SVector<f64, D>; SLOTS]| {
            let mut total = 0.0;
            let mut sum = SVector::zeros();
            for i in members(self.active) {
                sum += of[i] * self.weights[i];
                total += self.weights[i];
            }
            sum / total
        };
        (mix(&self.from_a), mix(&self.from_b))
    }

    /// Returns W and its nearest point, for [`restore`](Self::restore) if the next point brings no progress.
    pub(crate) fn state(&self) -> State<D> {
        State {
            active: self.active,
            weights: self.weights,
            direction: self.direction,
            length: self.length,
        }
    }

    /// Goes back to the state before the newest point was added.
    pub(crate) fn restore(&mut self, state: State<D>) {
        self.active = state.active;
        self.weights = state.weights;
        self.direction = state.direction;
        self.length = state.length;
    }

    /// |v|.
    pub(crate) fn distance(&self) -> f64 {
        self.length / self.scale
    }

    /// v / |v|, unless rounding hides it.
    pub(crate) fn direction(&self) -> Option<SVector<f64, D>> {
        let direction = self.direction;
        (direction != SVector::<f64, D>::zeros()).then_some(direction)
    }

    /// The slot of the point that was added last.
    pub(crate) fn newest(&self) -> usize {
        self.newest
    }

    /// The slots of the points in W.
    pub(crate) fn slots(&self) -> impl Iterator<Item = usize> {
        members(self.active)
    }

    /// The weight lambda_i of a point of W in the nearest point.
    pub(crate) fn weight(&self, slot: usize) -> f64 {
        self.weights[slot]
    }

    /// The points of both bodies behind a slot.
    pub(crate) fn pair(&self, slot: usize) -> [SVector<f64, D>; 2] {
        [self.from_a[slot], self.from_b[slot]]
    }

    /// Returns whether W has no points.
    pub(crate) fn is_empty(&self) -> bool {
        self.active == 0
    }
}

fn bit(slot: usize) -> usize {
    1 << slot
}

/// The slots in a bit set.
fn members(set: usize) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let slot = rest.trailing_zeros() as usize;
        (rest != 0).then(|| {
            rest &= rest - 1;
            slot
        })
    })
}

/// The sizes that are not scaled, as their squares are far from underflow and overflow. This only saves work: a scale
/// is a power of two, which changes no digit.
const SIZES_NEAR_ONE: std::ops::RangeInclusive<f64> = 1e-2..=1e3;

/// Returns a power of two that brings `size` near 1, or 1 if it is near enough.
pub(crate) fn power_of_two_scale(size: f64) -> f64 {
    if SIZES_NEAR_ONE.contains(&size) || size == 0.0 {
        return 1.0;
    }
    // the power for the largest numbers, or for subnormal ones, would not be a normal number itself
    power_of_two((-exponent_of(size)).clamp(-1000, 1000))
}

#[cfg(test)]
mod tests;
