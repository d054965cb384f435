//! Motions that start late or end early.

use nalgebra::{Isometry, SVector};

use super::{FixedAxis, Law, Motion, Placement};
use crate::{Real, Span, ToF64};

/// A motion that takes place during one span only: the body rests where the span starts, moves, and rests where it
/// ends.
///
/// A body that was stopped by an impact follows its motion until then, and waits there for other bodies. At both ends
/// of the span its place is the one of the motion to the last bit, so that what is proven before and after fits
/// together. To let another motion follow, see [`Piecewise`](super::Piecewise).
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::motion::{Clamped, ConstantVelocity};
/// use photofinish::shape::Ball;
/// use photofinish::{Moving, Outcome, Span, time_of_impact};
///
/// // a ball rolls for half a second and stops; another one follows it, twice as fast
/// let ball = Ball::new(0.5)?;
/// let roll = ConstantVelocity::new(Isometry2::translation(0.0, 0.0), vector![2.0, 0.0], 0.0)?;
/// let stopped = Moving::new(ball, Clamped::new(roll, Span::new(0.0, 0.5)?));
/// let chase = ConstantVelocity::new(Isometry2::translation(-4.0, 0.0), vector![4.0, 0.0], 0.0)?;
/// let chaser = Moving::new(ball, chase);
///
/// // it has to go 4 to where the first one stopped at 1, less the diameter
/// let Outcome::Impact(impact) = time_of_impact(&chaser, &stopped, 0.0..=2.0)?.outcome else {
///     panic!("the first ball waits");
/// };
/// assert!(impact.time <= 1.0 && impact.time > 1.0 - 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clamped<M, T> {
    motion: M,
    during: Span<T>,
}

/// Where a span lies, seen from that of the motion.
enum Part {
    AtRest,
    Moving,
    /// A knot is inside.
    Both,
}

impl<T: Real, M> Clamped<M, T> {
    /// Returns the motion that moves as `motion` does `during` the span, and rests before and after.
    pub fn new(motion: M, during: Span<T>) -> Self {
        Self { motion, during }
    }

    /// Returns the motion during the span.
    pub fn motion(&self) -> &M {
        &self.motion
    }

    /// Returns the span during which the body moves.
    pub fn during(&self) -> Span<T> {
        self.during
    }

    /// Returns the time at which the motion itself is where this one is at `time`.
    fn clamp(&self, time: T) -> T {
        // written so that NaN is passed on
        if time < self.during.start() {
            self.during.start()
        } else if time > self.during.end() {
            self.during.end()
        } else {
            time
        }
    }

    fn part(&self, span: Span<T>) -> Part {
        let (start, end) = (self.during.start(), self.during.end());
        if span.end() <= start || span.start() >= end {
            Part::AtRest
        } else if span.start() >= start && span.end() <= end {
            Part::Moving
        } else {
            Part::Both
        }
    }
}

impl<T: Real, const D: usize, M: Motion<T, D>> Motion<T, D> for Clamped<M, T> {
    type Rotation = M::Rotation;

    fn pose(&self, time: T) -> Isometry<T, Self::Rotation, D> {
        self.motion.pose(self.clamp(time))
    }

    fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D> {
        self.motion.placement(self.clamp(time), origin)
    }

    fn reference(&self, time: T) -> SVector<T, D> {
        self.motion.reference(self.clamp(time))
    }

    fn center(&self) -> SVector<T, D> {
        self.motion.center()
    }

    fn next_knot(&self, after: T) -> Option<T> {
        let (start, end) = (self.during.start(), self.during.end());
        if after < start {
            return Some(start);
        }
        if after >= end {
            return None;
        }
        let inner = self.motion.next_knot(after);
        // written so that NaN is passed on
        Some(inner.map_or(end, |inner| if end <= inner { end } else { inner }))
    }

    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        match self.part(during) {
            Part::AtRest => Some(T::zero()),
            Part::Moving => self.motion.acceleration_bound(along, during, reach),
            Part::Both => None,
        }
    }

    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        match self.part(during) {
            Part::AtRest => Some(T::zero()),
            Part::Moving => self.motion.speed_bound(along, during, reach),
            Part::Both => None,
        }
    }

    fn fixed_axis(&self, during: Span<T>) -> Option<FixedAxis<T, D>> {
        match self.part(during) {
            Part::AtRest => Some(FixedAxis::without_turning()),
            Part::Moving => self.motion.fixed_axis(during),
            Part::Both => None,
        }
    }

    fn has_pieces(&self) -> bool {
        self.motion.has_pieces()
    }

    fn law(&self, during: Span<T>) -> Option<&Law<D>> {
        match self.part(during) {
            Part::Moving => self.motion.law(during),
            Part::AtRest | Part::Both => None,
        }
    }
}

impl<M: ToF64> ToF64 for Clamped<M, f32> {
    type F64 = Clamped<M::F64, f64>;

    fn to_f64(&self) -> Self::F64 {
        let (start, end) = (self.during.start(), self.during.end());
        Clamped::new(self.motion.to_f64(), Span::known(start.into(), end.into()))
    }
}
