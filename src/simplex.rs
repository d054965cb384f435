//! Johnson's distance subalgorithm in the cached form of \[1\] 2 and 4.
//!
//! It runs in double precision whatever the bodies are made of: it is a small part of a query, and decides by the signs
//! of differences of products, which single precision gets wrong for slivers. A needle three hundred times as long as
//! it is wide then seemed to overlap a box a hundred widths away.

mod frame;

use nalgebra::SVector;

use frame::Frame;

/// Points at most: one more than the dimensions of space.
const SLOTS: usize = 4;
/// Subsets of the slots, as bit sets.
const SUBSETS: usize = 1 << SLOTS;

/// A simplex of points y = b - a of the Minkowski difference, with the point of it nearest to the origin.
///
/// It keeps the set W of \[1\] as bits over four slots. A point keeps its slot while it stays, so that the cofactors
/// of subsets without the newest point need not be computed again.
#[derive(Clone, Debug)]
pub(crate) struct Simplex<const D: usize> {
    points: [SVector<f64, D>; SLOTS],
    from_a: [SVector<f64, D>; SLOTS],
    from_b: [SVector<f64, D>; SLOTS],
    /// Slot i is in W iff bit i is set.
    active: usize,
    /// The slot of the newest point, in W or not.
    newest: usize,
    /// `cofactor[x][i]` is Delta_i(X) of \[1\] 2 for the subset X with bits x, valid iff x is within W and i in x.
    cofactor: [[f64; SLOTS]; SUBSETS],
    /// lambda_i of the nearest point, valid iff i is in W.
    weights: [f64; SLOTS],
    /// Lengths are multiplied by this power of two, so that products of six of them neither over- nor underflow.
    scale: f64,
}

/// A W and the weights of its nearest point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    active: usize,
    weights: [f64; SLOTS],
}

/// What became of a simplex when a point was added.
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
    /// Rounding hides which subset is nearest (\[1\] 5). The simplex is as it was.
    Undetermined,
}

impl<const D: usize> Simplex<D> {
    /// An empty simplex for points of about this size.
    pub(crate) fn new(size: f64) -> Self {
        Self {
            points: [SVector::zeros(); SLOTS],
            from_a: [SVector::zeros(); SLOTS],
            from_b: [SVector::zeros(); SLOTS],
            active: 0,
            newest: 0,
            cofactor: [[0.0; SLOTS]; SUBSETS],
            weights: [0.0; SLOTS],
            scale: power_of_two_scale(size),
        }
    }

    /// Whether b - a is a point of W, or the newest one even if it was dropped again: either can only come from
    /// rounding, and means that no progress is possible (\[1\] 5).
    pub(crate) fn repeats(&self, a: &SVector<f64, D>, b: &SVector<f64, D>) -> bool {
        let point = (b - a) * self.scale;
        (0..SLOTS).any(|slot| {
            let known = self.active & bit(slot) != 0 || (self.active != 0 && slot == self.newest);
            known && self.points[slot] == point
        })
    }

    /// Adds the point b - a and reduces W to the smallest subset whose hull has the point nearest to the origin.
    pub(crate) fn add(&mut self, a: SVector<f64, D>, b: SVector<f64, D>) -> Growth<D> {
        let newest = (!self.active).trailing_zeros() as usize;
        debug_assert!(
            newest <= D,
            "a full simplex contains the origin and ends the search"
        );
        self.newest = newest;
        self.points[newest] = (b - a) * self.scale;
        self.from_a[newest] = a;
        self.from_b[newest] = b;
        let all = self.active | bit(newest);
        self.update_cofactors(all);
        // by [1] theorem 2 the newest point stays, so that only subsets with it come into question
        let candidates = || subsets_with(newest, all);
        match candidates().find(|&subset| self.is_nearest(subset, all)) {
            Some(subset) if is_full::<D>(subset) => self.confirm_origin(subset),
            Some(subset) => match self.project(subset) {
                Some(nearest) => self.reduce(subset, nearest),
                None => self.nearest_of(candidates()),
            },
            None => self.nearest_of(candidates()),
        }
    }

    /// Reduces W to a subset of at most `D` points.
    fn reduce(
        &mut self,
        subset: usize,
        (nearest, weights): (Growth<D>, [f64; SLOTS]),
    ) -> Growth<D> {
        self.active = subset;
        self.weights = weights;
        nearest
    }

    /// Whether a full simplex does contain the origin. Cofactors cannot tell that of a flat one.
    ///
    /// Let s point from the origin to the nearest facet. If the origin is inside, the vertex opposite to that facet
    /// has s . y < 0; if it is outside, s . y is at least the distance of the facet.
    fn confirm_origin(&mut self, full: usize) -> Growth<D> {
        let facets = members(full).map(|opposite| full & !bit(opposite));
        let nearest = self.nearest_of(facets);
        let opposite = (full & !self.active).trailing_zeros() as usize;
        match nearest {
            Growth::Nearest { direction, length }
                if length > 0.0 && direction.dot(&self.points[opposite]) > 0.0 =>
            {
                nearest
            }
            _ => {
                self.active = full;
                Growth::ContainsOrigin
            }
        }
    }

    /// Where rounding hides from the cofactors which subset is nearest, the nearest one of those whose own nearest
    /// point is inside: the backup procedure of the original GJK. \[1\] 5 does without, which ends the search early.
    fn nearest_of(&mut self, candidates: impl Iterator<Item = usize>) -> Growth<D> {
        let mut shortest = f64::INFINITY;
        let mut found = Growth::Undetermined;
        for subset in candidates.filter(|&subset| !is_full::<D>(subset)) {
            if let Some(projection) = self.project(subset)
                && let Growth::Nearest { length, .. } = projection.0
                && length < shortest
            {
                shortest = length;
                found = self.reduce(subset, projection);
            }
        }
        found
    }

    /// The nearest point's witnesses on both bodies: the sums of lambda_i p_i and of lambda_i q_i.
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

    /// W and its nearest point, to go back to by [`restore`](Self::restore) if the next point is no progress.
    pub(crate) fn state(&self) -> State {
        State {
            active: self.active,
            weights: self.weights,
        }
    }

    /// Goes back to the state before the newest point was added.
    pub(crate) fn restore(&mut self, state: State) {
        self.active = state.active;
        self.weights = state.weights;
    }

    /// Whether no point was added yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.active == 0
    }

    /// Delta_i(X) for all subsets X with the newest point:
    ///
    /// Delta_j(X + {y_j}) = sum over i in X of Delta_i(X) (y_i . y_k - y_i . y_j), for any fixed k in X.
    ///
    /// Differs from \[1\] 4, which caches the dot products: y_i . (y_k - y_j) is accurate for points that are close to
    /// each other and far from the origin, where the difference of the products is not.
    fn update_cofactors(&mut self, all: usize) {
        let newest = bit(self.newest);
        self.cofactor[newest][self.newest] = 1.0;
        // smaller subsets come first, so that those with one point less are known
        for subset in subsets_with(self.newest, all).skip(1) {
            for j in members(subset) {
                let rest = subset & !bit(j);
                let k = rest.trailing_zeros() as usize;
                let edge = self.points[k] - self.points[j];
                self.cofactor[subset][j] = members(rest)
                    .map(|i| self.cofactor[rest][i] * self.points[i].dot(&edge))
                    .fold(0.0, |sum, term| sum + term);
            }
        }
    }

    /// Conditions (i) and (ii) of \[1\] 2: the nearest point of the affine hull of X is inside X, and no other point
    /// of the set is on the origin's side of it.
    fn is_nearest(&self, subset: usize, all: usize) -> bool {
        members(subset).all(|i| self.cofactor[subset][i] > 0.0)
            && members(all & !subset).all(|j| self.cofactor[subset | bit(j)][j] <= 0.0)
    }

    /// The point v of the affine hull of a subset nearest to the origin, and its weights lambda_i, if it is inside.
    ///
    /// Differs from \[1\] 2, which takes the weights from the cofactors: those of a sliver are so inaccurate that their
    /// sum of points misses a nearest point close to the origin. Here the point y nearest to the origin is freed from
    /// its components along the edges from it, made orthonormal. What is left is short and mostly rounding when the
    /// bodies almost touch; freed from the edges once more, its direction is square to them to the last digits.
    fn project(&self, subset: usize) -> Option<(Growth<D>, [f64; SLOTS])> {
        let mut base = self.newest;
        for i in members(subset) {
            if self.points[i].norm_squared() < self.points[base].norm_squared() {
                base = i;
            }
        }
        let y = self.points[base];
        let mut others = members(subset & !bit(base));
        let frame = match (others.next(), others.next()) {
            (None, _) => Frame::of_no_edge(),
            (Some(i), None) => Frame::of_edge(self.points[i] - y),
            (Some(i), Some(j)) => Frame::of_edges(self.points[i] - y, self.points[j] - y),
        };
        let shares = frame.shares(&y);
        let mut weights = [0.0; SLOTS];
        weights[base] = 1.0 - shares[0] - shares[1];
        for (i, share) in members(subset & !bit(base)).zip(shares) {
            weights[i] = share;
        }
        // written so that NaN, from edges without length, is not inside
        if !members(subset).all(|i| weights[i] >= 0.0) {
            return None;
        }
        let v = frame.square_part(&y);
        let length = v.norm();
        let (direction, length) = if length > 0.0 {
            let direction = frame.square_part(&(v * (1.0 / length)));
            let direction = direction * (1.0 / direction.norm());
            (direction, direction.dot(&y).max(0.0) / self.scale)
        } else {
            (v, length)
        };
        Some((Growth::Nearest { direction, length }, weights))
    }
}

/// Whether a subset spans the whole space.
fn is_full<const D: usize>(subset: usize) -> bool {
    subset.count_ones() as usize == D + 1
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

/// The subsets of a bit set that have a slot of it, every one after its own subsets.
fn subsets_with(slot: usize, all: usize) -> impl Iterator<Item = usize> {
    let others = all & !bit(slot);
    // subtracting the mask counts through the numbers within it
    let next =
        move |subset: &usize| (*subset != others).then(|| subset.wrapping_sub(others) & others);
    std::iter::successors(Some(0), next).map(move |subset| subset | bit(slot))
}

/// A power of two that brings `size` near 1, or 1 where it is near enough.
fn power_of_two_scale(size: f64) -> f64 {
    if (1e-2..=1e3).contains(&size) || size == 0.0 {
        return 1.0;
    }
    2f64.powi(-(size.log2().round() as i32))
}

#[cfg(test)]
mod tests {
    use nalgebra::{SVector, Vector3, vector};

    use super::*;

    /// The nearest point after adding all points, with those that did not determine it left out.
    fn nearest<const D: usize>(points: &[SVector<f64, D>]) -> Growth<D> {
        let mut simplex = Simplex::new(1.0);
        let mut last = Growth::Undetermined;
        for point in points {
            last = simplex.add(SVector::zeros(), *point);
        }
        last
    }

    fn nearest_point<const D: usize>(points: &[SVector<f64, D>]) -> SVector<f64, D> {
        match nearest(points) {
            Growth::Nearest { direction, length } => direction * length,
            other => panic!("a simplex in front of the origin, but {other:?}"),
        }
    }

    #[test]
    fn a_sliver_close_to_the_origin_keeps_the_digits_of_its_normal() {
        let gap = 1e-10;
        let sliver = [
            vector![-3.0, -1e-3, gap],
            vector![3.0, -1e-3, gap],
            vector![2.9, 2e-3, gap],
        ];
        let Growth::Nearest { direction, length } = nearest(&sliver) else {
            panic!("a face in front of the origin");
        };
        assert!(
            (direction - vector![0.0, 0.0, 1.0]).norm() < 1e-12,
            "{direction}"
        );
        assert!((length - gap).abs() < 1e-15, "{length}");
    }

    #[test]
    fn the_nearest_point_of_a_point_an_edge_a_face() {
        let a = vector![1.0, 2.0, 3.0];
        assert!((nearest_point(&[a]) - a).norm() < 1e-15);
        let edge = [vector![-1.0, 2.0, 0.0], vector![3.0, 2.0, 0.0]];
        assert_eq!(nearest_point(&edge), vector![0.0, 2.0, 0.0]);
        let face = [
            vector![-1.0, -1.0, 2.0],
            vector![3.0, -1.0, 2.0],
            vector![-1.0, 3.0, 2.0],
        ];
        assert_eq!(nearest_point(&face), vector![0.0, 0.0, 2.0]);
    }

    #[test]
    fn the_origin_inside_is_recognised_in_the_plane_and_in_space() {
        let triangle = [vector![-1.0, -1.0], vector![2.0, -1.0], vector![-1.0, 2.0]];
        assert_eq!(nearest(&triangle), Growth::ContainsOrigin);
        let tetrahedron: [Vector3<f64>; 4] = [
            vector![-1.0, -1.0, -1.0],
            vector![3.0, -1.0, -1.0],
            vector![-1.0, 3.0, -1.0],
            vector![-1.0, -1.0, 3.0],
        ];
        assert_eq!(nearest(&tetrahedron), Growth::ContainsOrigin);
    }

    #[test]
    fn a_point_that_is_farther_than_another_leaves() {
        let mut simplex = Simplex::<2>::new(1.0);
        simplex.add(SVector::zeros(), vector![5.0, 1.0]);
        let growth = simplex.add(SVector::zeros(), vector![0.3, 0.4]);
        let expected = Growth::Nearest {
            direction: vector![0.6, 0.8],
            length: 0.5,
        };
        assert_eq!(growth, expected);
        assert_eq!(simplex.active.count_ones(), 1);
    }

    #[test]
    fn going_back_restores_the_nearest_point_too() {
        let mut simplex = Simplex::<2>::new(1.0);
        simplex.add(SVector::zeros(), vector![-1.0, 2.0]);
        simplex.add(SVector::zeros(), vector![3.0, 2.0]);
        let (before, witnesses) = (simplex.state(), simplex.witnesses());
        simplex.add(SVector::zeros(), vector![0.5, 1.0]);
        assert_ne!(simplex.witnesses(), witnesses);
        simplex.restore(before);
        assert_eq!(simplex.witnesses(), witnesses);
    }

    #[test]
    fn sizes_far_from_one_neither_overflow_nor_underflow() {
        for size in [1e-70, 1.0, 1e70] {
            let corner = |x: f64, y: f64, z: f64| vector![x, y, z] * size;
            let mut simplex = Simplex::new(size);
            let (from_a, mut last) = (SVector::zeros(), Growth::Undetermined);
            for point in [
                corner(-1.0, -1.0, 2.0),
                corner(3.0, -1.0, 2.0),
                corner(-1.0, 3.0, 2.0),
            ] {
                last = simplex.add(from_a, point);
            }
            let Growth::Nearest { direction, length } = last else {
                panic!("a face in front of the origin, but {last:?}");
            };
            assert!((direction - vector![0.0, 0.0, 1.0]).norm() < 1e-6);
            assert!((length / size - 2.0).abs() < 1e-6);
        }
    }
}
