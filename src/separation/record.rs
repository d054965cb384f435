//! The record of separating vectors from one run of GJK (\[2\] 5).

use nalgebra::SVector;

use crate::Real;

/// The best of the vectors that separated the bodies at the start of the current span.
///
/// \[2\] 5 keeps all of them. The others hardly ever become the best later.
#[derive(Clone, Debug)]
pub(crate) struct Record<T, const D: usize> {
    /// The vectors with the largest gap at the start of the span, and with the largest margin over the whole span.
    best: Option<[SeparatingVector<T, D>; 2]>,
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
    /// The margin over the whole span, or an upper bound of it where that fails already; not positive, as the vector
    /// failed the test.
    pub margin: T,
}

impl<T: Real, const D: usize> Record<T, D> {
    pub(crate) fn new() -> Self {
        Self { best: None }
    }

    pub(crate) fn clear(&mut self) {
        self.best = None;
    }

    /// Adds a vector. Of vectors that are equally good the first is kept.
    #[inline]
    pub(crate) fn push(&mut self, vector: SeparatingVector<T, D>) {
        let [by_gap, by_margin] = self.best.get_or_insert([vector; 2]);
        if vector.gap > by_gap.gap {
            *by_gap = vector;
        }
        if vector.margin > by_margin.margin {
            *by_margin = vector;
        }
    }

    /// Returns the vector with the largest gap at the start of the span.
    #[inline]
    pub(crate) fn best_gap(&self) -> Option<&SeparatingVector<T, D>> {
        self.best.as_ref().map(|[by_gap, _]| by_gap)
    }

    /// Returns the vector with the largest margin over the whole span.
    #[inline]
    pub(crate) fn best_margin(&self) -> Option<&SeparatingVector<T, D>> {
        self.best.as_ref().map(|[_, by_margin]| by_margin)
    }
}
