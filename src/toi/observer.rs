//! Watching the steps of a query.

use nalgebra::SVector;

use crate::certificate::CertifiedInterval;

/// An observer that a query shows the steps of its search: to draw it, to trace it or to keep the certificate.
///
/// The steps come in the order of time: a vector that GJK finds at a time, then later times that are tried, and then what
/// is proven from there on. Only certified intervals are proof. Distances are lengths, and negative where the bodies
/// overlap.
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
    /// The search found a vector that separates the bodies at `time`: a unit vector from A to B, in the world's frame.
    /// Along it they are this far apart.
    fn separating_vector(&mut self, time: T, direction: &SVector<T, D>, distance: T) {
        let _ = (time, direction, distance);
    }

    /// The search tried `time` as the time of impact. The features or the vector that it follows are this far apart then.
    fn tried(&mut self, time: T, distance: T) {
        let _ = (time, distance);
    }

    /// The search proved a span free. It begins where the one before ends.
    fn certified(&mut self, interval: &CertifiedInterval<T, D>) {
        let _ = interval;
    }
}

impl<T: Copy, const D: usize> Observer<T, D> for Vec<CertifiedInterval<T, D>> {
    fn certified(&mut self, interval: &CertifiedInterval<T, D>) {
        self.push(*interval);
    }
}
