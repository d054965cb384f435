//! The record of separating vectors (\[2\] 5).

use nalgebra::SVector;

use crate::Real;

/// Separating vectors kept from one run of GJK. \[2\] finds that it meets fewer than seven.
const RECORDED: usize = 8;

/// The vectors that separated the bodies at the start of the current span (\[2\] 5).
#[derive(Clone, Debug)]
pub(crate) struct Record<T, const D: usize> {
    vectors: [SeparatingVector<T, D>; RECORDED],
    count: usize,
}

/// A vector that separates the bodies at the start of a span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeparatingVector<T, const D: usize> {
    /// The unit vector from A to B, in the world.
    pub direction: SVector<T, D>,
    /// Its proven gap at the start of the span: supporting distance less rounding and target distance.
    pub gap: T,
    /// Its gap at the end of the span.
    pub gap_at_end: T,
    /// The margin that is proven with it over the whole span; negative as it failed the test there.
    pub margin: T,
}

impl<T: Real, const D: usize> Record<T, D> {
    pub(crate) fn new() -> Self {
        let none = SeparatingVector {
            direction: SVector::zeros(),
            gap: T::zero(),
            gap_at_end: T::zero(),
            margin: T::zero(),
        };
        Self {
            vectors: [none; RECORDED],
            count: 0,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    pub(crate) fn vectors(&self) -> &[SeparatingVector<T, D>] {
        &self.vectors[..self.count]
    }

    /// Adds a vector, if need be in the place of the one that failed worst. The newest is always kept: it is the
    /// best at the start of the span.
    pub(crate) fn push(&mut self, vector: SeparatingVector<T, D>) {
        if self.count < RECORDED {
            self.vectors[self.count] = vector;
            self.count += 1;
            return;
        }
        let mut worst = 0;
        for index in 1..RECORDED {
            if self.vectors[index].margin < self.vectors[worst].margin {
                worst = index;
            }
        }
        self.vectors[worst] = vector;
    }

    /// The largest gap at the start of the span.
    pub(crate) fn best_gap(&self) -> Option<&SeparatingVector<T, D>> {
        let larger = |a, b| -> &SeparatingVector<T, D> {
            let (first, second): (&SeparatingVector<T, D>, &SeparatingVector<T, D>) = (a, b);
            if second.gap > first.gap {
                second
            } else {
                first
            }
        };
        self.vectors().iter().reduce(larger)
    }

    /// The largest margin over the whole span.
    pub(crate) fn best_margin(&self) -> Option<&SeparatingVector<T, D>> {
        let larger = |first, second| -> &SeparatingVector<T, D> {
            let (first, second): (&SeparatingVector<T, D>, &SeparatingVector<T, D>) =
                (first, second);
            if second.margin > first.margin {
                second
            } else {
                first
            }
        };
        self.vectors().iter().reduce(larger)
    }
}
