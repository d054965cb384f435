//! How far claims are beyond the truth.

use std::fmt;

/// A claim of some kind, minus the truth: a length, a speed or an acceleration.
#[derive(Clone, Copy, Debug)]
pub struct Excess<K> {
    pub claim: K,
    pub over: f64,
    /// An excess that is allowed: the oracle's own error, and the rounding of claims that hold only up to rounding.
    pub allowed: f64,
    /// The unit of the excess: about what rounding may change.
    pub unit: f64,
    /// By how much the truth falls below what was known, as a part of what the claim leaves room for.
    pub share: f64,
}

impl<K> Excess<K> {
    pub fn is_wrong(&self) -> bool {
        self.over > self.allowed
    }

    /// Returns the quantity that a climb increases: the excess, or the part of the room that is used.
    pub fn height(&self, by_share: bool) -> f64 {
        let height = if by_share {
            self.share
        } else {
            (self.over - self.allowed) / self.unit
        };
        if height.is_nan() {
            f64::NEG_INFINITY
        } else {
            height
        }
    }
}

impl<K: fmt::Debug> fmt::Display for Excess<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { claim, over, .. } = self;
        let (units, allowed) = (over / self.unit, self.allowed);
        write!(
            f,
            "{claim:?} is wrong by {over:e}, {units:.2} of what rounding may change; {allowed:e} is allowed"
        )
    }
}
