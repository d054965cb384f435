//! Motions of which only poses at some times are known.

use std::ops::RangeInclusive;

use nalgebra::{Isometry, SVector, UnitComplex, UnitQuaternion};

use super::{Piecewise, Rotor, Sweep};
use crate::{MotionError, Real};

/// A motion through timed poses: a chain of [`Sweep`]s, each from one pose to the next.
///
/// Use it for what a recording, a simulator or a function without bounds gives you. Proofs are about this chain: what
/// the body really did between two poses is not known. Between two poses the frame's origin moves on a straight line,
/// and the body turns the shorter way. So take samples at less than half a turn.
///
/// Before the first pose and after the last one, the first and the last sweep go on by their formulas. Ask about times in
/// between, or let the motion rest outside of them ([`Clamped`](super::Clamped)).
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::motion::{AtRest, Sampled2};
/// use photofinish::shape::Cuboid;
/// use photofinish::{Moving, Outcome, time_of_impact};
///
/// // a block swings to and fro, and hits a wall whose face is at x = 1.5
/// let swing = Sampled2::of(|t: f64| Isometry2::translation(2.0 * t.sin(), 0.0), 0.0..=3.0, 300)?;
/// let block = Moving::new(Cuboid::new(vector![0.5, 0.5])?, swing);
/// let wall = Moving::new(Cuboid::new(vector![0.5, 2.0])?, AtRest::new(Isometry2::translation(2.0, 0.0))?);
///
/// let Outcome::Impact(impact) = time_of_impact(&block, &wall, 0.0..=3.0)?.outcome else {
///     panic!("the block reaches x = 2.5");
/// };
/// assert!((impact.time - 0.5f64.asin()).abs() < 1e-4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Sampled<T, R, const D: usize> = Piecewise<T, Sweep<T, R, D>>;
/// The motion through timed poses in the plane.
pub type Sampled2<T> = Sampled<T, UnitComplex<T>, 2>;
/// The motion through timed poses in space.
pub type Sampled3<T> = Sampled<T, UnitQuaternion<T>, 3>;

impl<T: Real, const D: usize, R: Rotor<T, D>> Sampled<T, R, D> {
    /// Returns the motion through these poses, in the order of time.
    ///
    /// ```
    /// use nalgebra::Isometry2;
    /// use photofinish::motion::{Motion, Sampled};
    ///
    /// let poses = [0.0, 1.0, 4.0].map(|x| (x, Isometry2::translation(x * x, 0.0)));
    /// assert_eq!(Sampled::through(&poses)?.pose(2.5).translation.x, 8.5);
    /// # Ok::<(), photofinish::MotionError>(())
    /// ```
    ///
    /// # Errors
    /// [`MotionError::SampleCount`] for fewer than two poses, and the errors of [`Sweep::new`] for two neighbours.
    pub fn through(samples: &[(T, Isometry<T, R, D>)]) -> Result<Self, MotionError> {
        if samples.len() < 2 {
            return Err(MotionError::SampleCount {
                samples: samples.len(),
            });
        }
        let sweeps = samples
            .windows(2)
            .map(|pair| Sweep::new(pair[0], pair[1], SVector::zeros()));
        let sweeps = sweeps.collect::<Result<_, _>>()?;
        Self::new(samples.iter().map(|sample| sample.0).collect(), sweeps)
    }

    /// Returns the motion by this number of sweeps through the poses of a function, which are taken evenly over the
    /// interval.
    ///
    /// # Errors
    /// The errors of [`through`](Self::through).
    pub fn of(
        mut pose: impl FnMut(T) -> Isometry<T, R, D>,
        interval: RangeInclusive<T>,
        sweeps: u32,
    ) -> Result<Self, MotionError> {
        let (start, end) = interval.into_inner();
        let share = |index: u32| T::of(f64::from(index) / f64::from(sweeps));
        let times = (0..=sweeps).map(|index| match index {
            0 => start,
            _ if index == sweeps => end,
            _ => start + (end - start) * share(index),
        });
        let samples: Vec<_> = times.map(|time| (time, pose(time))).collect();
        Self::through(&samples)
    }
}
