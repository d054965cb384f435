//! \[1\] 2 and 4 to the letter: dot products and cofactors cached, weights from the cofactors, no backup procedure.

use nalgebra::SVector;
use photofinish::Real;

use crate::contender::{Found, Nearest, SLOTS, Subalgorithm, members};

#[derive(Clone)]
pub struct Johnson<T> {
    /// y_i . y_j.
    dots: [[T; SLOTS]; SLOTS],
    /// Delta_i(X) at the bits of X.
    cofactor: [[T; SLOTS]; 1 << SLOTS],
}

impl<T: Real> Default for Johnson<T> {
    fn default() -> Self {
        Self {
            dots: [[T::zero(); SLOTS]; SLOTS],
            cofactor: [[T::zero(); SLOTS]; 1 << SLOTS],
        }
    }
}

impl<T: Real> Johnson<T> {
    fn update<const D: usize>(
        &mut self,
        points: &[SVector<T, D>; SLOTS],
        all: usize,
        newest: usize,
    ) {
        for i in members(all) {
            let dot = points[i].dot(&points[newest]);
            self.dots[i][newest] = dot;
            self.dots[newest][i] = dot;
        }
        self.cofactor[1 << newest][newest] = T::one();
        // a subset is a larger number than each of its own subsets
        for set in (1..=all)
            .filter(|&set| set & !all == 0 && set & 1 << newest != 0)
            .skip(1)
        {
            for j in members(set) {
                let rest = set & !(1 << j);
                let k = rest.trailing_zeros() as usize;
                self.cofactor[set][j] = members(rest).fold(T::zero(), |sum, i| {
                    sum + self.cofactor[rest][i] * (self.dots[i][k] - self.dots[i][j])
                });
            }
        }
    }

    /// Conditions (i) and (ii) of \[1\] 2.
    fn is_nearest(&self, set: usize, all: usize) -> bool {
        members(set).all(|i| self.cofactor[set][i] > T::zero())
            && members(all & !set).all(|j| self.cofactor[set | 1 << j][j] <= T::zero())
    }
}

impl<T: Real, const D: usize> Subalgorithm<T, D> for Johnson<T> {
    fn nearest(
        &mut self,
        points: &[SVector<T, D>; SLOTS],
        all: usize,
        newest: usize,
    ) -> Found<T, D> {
        self.update(points, all, newest);
        let found = (1..=all)
            .filter(|&set| set & !all == 0 && set & 1 << newest != 0)
            .find(|&set| self.is_nearest(set, all));
        match found {
            None => Found::Undetermined,
            Some(set) if set.count_ones() as usize == D + 1 => Found::ContainsOrigin,
            Some(set) => {
                let total = members(set).fold(T::zero(), |sum, i| sum + self.cofactor[set][i]);
                let weights = self.cofactor[set].map(|cofactor| cofactor / total);
                Found::Nearest(Nearest::of_weights(points, set, weights))
            }
        }
    }
}
