//! Watching a query at work.

use crate::certificate::CertifiedInterval;
use crate::separation::SeparatingVector;

/// Is shown every step of a query: for drawing, for tracing, for keeping the certificate.
///
/// `()` looks away; a `Vec<CertifiedInterval<T, D>>` keeps the certified intervals.
pub trait Observer<T, const D: usize> {
    /// GJK at `time` found a vector that separates the bodies there, but not until `until`.
    fn separating_vector(&mut self, time: T, until: T, vector: &SeparatingVector<T, D>) {
        let _ = (time, until, vector);
    }

    /// The root search asked for the largest margin of the recorded vectors from `start` to `time`.
    fn root_iterate(&mut self, start: T, time: T, margin: T) {
        let _ = (start, time, margin);
    }

    /// A span was proven free.
    fn certified(&mut self, interval: &CertifiedInterval<T, D>) {
        let _ = interval;
    }
}

impl<T, const D: usize> Observer<T, D> for () {}

impl<T: Copy, const D: usize> Observer<T, D> for Vec<CertifiedInterval<T, D>> {
    fn certified(&mut self, interval: &CertifiedInterval<T, D>) {
        self.push(*interval);
    }
}
