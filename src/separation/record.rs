//! The record of separating vectors from one run of GJK (\[2\] 5).

use nalgebra::SVector;

use crate::Real;
use crate::tuning::RECORDED;

/// The vectors that separated the bodies at the start of the current span (\[2\] 5).
#[derive(Clone, Debug)]
pub(crate) struct Record<T, const D: usize> {
    vectors: [SeparatingVector<T, D>; RECORDED],
    count: usize,
}

/// A vector that separates the bodies at the start of a span.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SeparatingVector<T, const D: usize> {
    /// The unit vector from A to B, in the world's frame.
    pub direction: SVector<T, D>,
    /// The proven gap at the start of the span: supporting distance less rounding and target distance.
    pub gap: T,
    /// The proven gap at the end of the span.
    pub gap_at_end: T,
    /// The margin over the whole span; not positive, as the vector failed the test.
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

    /// Adds a vector. If the record is full, it takes the place of the vector with the smallest margin.
    ///
    /// The newest vector is always kept: it is the best at the start of the span.
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

    /// Returns the vector with the largest gap at the start of the span.
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

    /// Returns the vector with the largest margin over the whole span.
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
