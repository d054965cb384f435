//! Johnson's subalgorithm exactly as in \[1\] 2 and 4: cached dot products and cofactors, weights from the cofactors,
//! no backup procedure.

use nalgebra::SVector;
use photofinish::Real;

use crate::contender::{Found, Nearest, SLOTS, Subalgorithm, members};

#[derive(Clone)]
pub struct Johnson<T> {
    /// The dot products y_i . y_j.
    dots: [[T; SLOTS]; SLOTS],
    /// The cofactors Delta_i(X). The bits of the index are the set X.
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
        // each subset comes after its own subsets, as its bits are a larger number
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

    /// Returns whether a subset has the nearest point, by the conditions (i) and (ii) of \[1\] 2.
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
