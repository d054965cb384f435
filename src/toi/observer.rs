//! Watching the steps of a query.

use crate::certificate::CertifiedInterval;
use crate::separation::SeparatingVector;

/// An observer that a query shows every step of its search: to draw it, to trace it or to keep the certificate.
///
/// A `Vec<CertifiedInterval<T, D>>` keeps the certified intervals. Your own observer overrides the methods that it
/// needs:
///
/// ```
/// use nalgebra::{Isometry3, Vector3, vector};
/// use photofinish::motion::{AtRest, ConstantVelocity};
/// use photofinish::shape::Capsule;
/// use photofinish::{CertifiedInterval, Moving, Observer, Query, WarmStart};
///
/// /// The time up to which the bodies are proven free so far.
/// struct Progress(f64);
///
/// impl Observer<f64, 3> for Progress {
///     fn certified(&mut self, interval: &CertifiedInterval<f64, 3>) {
///         assert_eq!(interval.start, self.0);
///         self.0 = interval.end;
///     }
/// }
///
/// let spin = ConstantVelocity::new(Isometry3::identity(), Vector3::zeros(), vector![0.0, 0.0, 9.0])?;
/// let bar = Moving::new(Capsule::new(2.0, 0.05)?, spin);
/// let post = Moving::new(Capsule::new(2.0, 0.05)?, AtRest::new(Isometry3::translation(2.2, 0.0, 0.0))?);
///
/// let mut progress = Progress(0.0);
/// Query::new().observed(&bar, &post, 0.0..=1.0, &mut WarmStart::new(), &mut progress)?;
/// assert_eq!(progress.0, 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer<T, const D: usize> {
    /// GJK at `time` found a vector that separates the bodies at that time, but failed the test up to `until`.
    fn separating_vector(&mut self, time: T, until: T, vector: &SeparatingVector<T, D>) {
        let _ = (time, until, vector);
    }

    /// The root search evaluated its vectors at `time`: `margin` is the largest margin of any of them from `start` to
    /// `time`.
    fn root_iterate(&mut self, start: T, time: T, margin: T) {
        let _ = (start, time, margin);
    }

    /// The search proved a span free.
    fn certified(&mut self, interval: &CertifiedInterval<T, D>) {
        let _ = interval;
    }
}

impl<T: Copy, const D: usize> Observer<T, D> for Vec<CertifiedInterval<T, D>> {
    fn certified(&mut self, interval: &CertifiedInterval<T, D>) {
        self.push(*interval);
    }
}
