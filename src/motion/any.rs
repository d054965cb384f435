//! One type for all motions, for scenes that mix them.

use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

use nalgebra::{Isometry, SVector, UnitComplex, UnitQuaternion};

use super::{AtRest, Ballistic, ConstantVelocity, FixedAxis, Law, Motion, Placement, Rotor, Sweep};
use crate::{Real, Span, ToF64};

/// Any motion, for scenes that mix them.
///
/// ```
/// use nalgebra::{Isometry3, Vector3, vector};
/// use photofinish::motion::{AnyMotion3, AtRest, Sweep};
/// use photofinish::shape::Ball;
/// use photofinish::{Moving, Outcome, time_of_impact};
///
/// let home = Isometry3::translation(-2.0, 0.0, 0.0);
/// let away = Isometry3::translation(2.0, 0.0, 0.0);
/// let sweep = Sweep::new((0.0, home), (1.0, away), Vector3::zeros())?;
/// let motions: Vec<AnyMotion3<f64>> = vec![sweep.into(), AtRest::new(away)?.into()];
///
/// let bodies = motions.iter().map(|motion| Ok(Moving::new(Ball::new(0.5)?, motion)));
/// let bodies: Vec<_> = bodies.collect::<Result<_, photofinish::ShapeError>>()?;
/// let Outcome::Impact(impact) = time_of_impact(&bodies[0], &bodies[1], 0.0..=1.0)?.outcome else {
///     panic!("the first ball sweeps to where the second one rests");
/// };
/// assert!(impact.time <= 0.75 && impact.time > 0.75 - 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A motion of another type comes in by [`other`](Self::other): [`Clamped`](super::Clamped),
/// [`Piecewise`](super::Piecewise), [`FromFn`](super::FromFn) or your own. `Clamped` and `Piecewise` also take an
/// `AnyMotion` as the motion that they stop, or as their pieces.
///
/// [`try_to_f64`](Self::try_to_f64) copies to double precision. With the feature `serde` every variant but `Other` is
/// written and read.
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        rename_all = "snake_case",
        bound = "T: crate::serial::Scalar, R: super::written::SerialRotor<T, D>"
    )
)]
#[non_exhaustive]
#[allow(missing_docs)] // each variant but the last is the motion of its name
pub enum AnyMotion<T: Real, R: Rotor<T, D>, const D: usize> {
    AtRest(AtRest<T, R, D>),
    ConstantVelocity(ConstantVelocity<T, R, D>),
    Ballistic(Ballistic<T, R, D>),
    Sweep(Sweep<T, R, D>),
    /// A motion of another type. Copies share it.
    #[cfg_attr(feature = "serde", serde(skip))]
    Other(Arc<dyn Motion<T, D, Rotation = R> + Send + Sync>),
}

/// Any motion in the plane.
pub type AnyMotion2<T> = AnyMotion<T, UnitComplex<T>, 2>;
/// Any motion in space.
pub type AnyMotion3<T> = AnyMotion<T, UnitQuaternion<T>, 3>;

/// Calls a method of the motion that the enum holds.
macro_rules! of_motion {
    ($motion:expr, $method:ident($($argument:expr),*)) => {
        match $motion {
            AnyMotion::AtRest(motion) => motion.$method($($argument),*),
            AnyMotion::ConstantVelocity(motion) => motion.$method($($argument),*),
            AnyMotion::Ballistic(motion) => motion.$method($($argument),*),
            AnyMotion::Sweep(motion) => motion.$method($($argument),*),
            AnyMotion::Other(motion) => motion.$method($($argument),*),
        }
    };
}

impl<T: Real, const D: usize, R: Rotor<T, D>> AnyMotion<T, R, D> {
    /// Returns a motion of any type, such as [`Piecewise`](super::Piecewise) or one of your own, as an `AnyMotion`.
    ///
    /// ```
    /// use nalgebra::Isometry2;
    /// use photofinish::motion::{AnyMotion2, Motion, Sampled};
    ///
    /// let swing = Sampled::of(|t: f64| Isometry2::translation(t.sin(), 0.0), 0.0..=2.0, 100)?;
    /// assert_eq!(AnyMotion2::other(swing).pose(1.0).translation.x, 1f64.sin());
    /// # Ok::<(), photofinish::MotionError>(())
    /// ```
    pub fn other(motion: impl Motion<T, D, Rotation = R> + Send + Sync + 'static) -> Self {
        Self::Other(Arc::new(motion))
    }
}

impl<T: Real, const D: usize, R: Rotor<T, D>> Motion<T, D> for AnyMotion<T, R, D> {
    type Rotation = R;

    fn pose(&self, time: T) -> Isometry<T, R, D> {
        of_motion!(self, pose(time))
    }

    #[inline]
    fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D> {
        of_motion!(self, placement(time, origin))
    }

    #[inline]
    fn reference(&self, time: T) -> SVector<T, D> {
        of_motion!(self, reference(time))
    }

    #[inline]
    fn center(&self) -> SVector<T, D> {
        of_motion!(self, center())
    }

    #[inline]
    fn next_knot(&self, after: T) -> Option<T> {
        of_motion!(self, next_knot(after))
    }

    #[inline]
    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        of_motion!(self, acceleration_bound(along, during, reach))
    }

    #[inline]
    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        of_motion!(self, speed_bound(along, during, reach))
    }

    #[inline]
    fn fixed_axis(&self, during: Span<T>) -> Option<FixedAxis<T, D>> {
        of_motion!(self, fixed_axis(during))
    }

    #[inline]
    fn has_pieces(&self) -> bool {
        of_motion!(self, has_pieces())
    }

    #[inline]
    fn law(&self, during: Span<T>) -> Option<&Law<D>> {
        of_motion!(self, law(during))
    }
}

impl<const D: usize, R: Rotor<f32, D>> AnyMotion<f32, R, D> {
    /// Returns the same motion in double precision, as [`ToF64`] does. Returns `None` for a motion of
    /// [another](Self::other) type, which computes in single precision.
    ///
    /// ```
    /// use nalgebra::Isometry3;
    /// use photofinish::motion::{AnyMotion3, AtRest};
    ///
    /// let rest: AnyMotion3<f32> = AtRest::new(Isometry3::identity())?.into();
    /// let wide: AnyMotion3<f64> = rest.try_to_f64().expect("a motion of the crate");
    /// # Ok::<(), photofinish::MotionError>(())
    /// ```
    pub fn try_to_f64(&self) -> Option<AnyMotion<f64, R::F64, D>> {
        match self {
            Self::AtRest(motion) => Some(motion.to_f64().into()),
            Self::ConstantVelocity(motion) => Some(motion.to_f64().into()),
            Self::Ballistic(motion) => Some(motion.to_f64().into()),
            Self::Sweep(motion) => Some(motion.to_f64().into()),
            Self::Other(_) => None,
        }
    }
}

impl<T: Real, const D: usize, R: Rotor<T, D>> Debug for AnyMotion<T, R, D> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtRest(motion) => motion.fmt(formatter),
            Self::ConstantVelocity(motion) => motion.fmt(formatter),
            Self::Ballistic(motion) => motion.fmt(formatter),
            Self::Sweep(motion) => motion.fmt(formatter),
            Self::Other(_) => formatter.debug_tuple("Other").finish_non_exhaustive(),
        }
    }
}

/// Converts every motion into an `AnyMotion`.
macro_rules! from_motions {
    ($($motion:ident),*) => {
        $(impl<T: Real, const D: usize, R: Rotor<T, D>> From<$motion<T, R, D>> for AnyMotion<T, R, D> {
            fn from(motion: $motion<T, R, D>) -> Self {
                Self::$motion(motion)
            }
        })*
    };
}

from_motions!(AtRest, ConstantVelocity, Ballistic, Sweep);
