//! Both bodies at a time.

use super::{Brand, Frame, Kernel};
use crate::number::{Rotations, Vector};

/// Where both bodies are at a time.
pub struct Moment<'id, const D: usize> {
    pub(super) time: f64,
    pub(super) turned: Rotations<D>,
    /// The pivot of B less that of A.
    pub(super) between: Vector<D>,
    brand: Brand<'id>,
}

impl<const D: usize> Moment<'_, D> {
    /// No time at all, of which nothing can be proven.
    #[inline(always)]
    pub fn never() -> Self {
        Self {
            time: f64::NAN,
            turned: Rotations::default(),
            between: Vector::default(),
            brand: Brand::default(),
        }
    }

    /// The time.
    #[inline(always)]
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The rotations.
    #[inline(always)]
    pub fn turned(&self) -> &Rotations<D> {
        &self.turned
    }

    /// The pivot of B less that of A.
    #[inline(always)]
    pub fn between(&self) -> Vector<D> {
        self.between
    }

    /// The vector `s` of this moment, fixed in a frame, at another moment.
    #[inline(always)]
    pub(super) fn kept(&self, frame: Frame, s: Vector<D>, to: &Self) -> Vector<D> {
        match frame {
            Frame::World => s,
            Frame::A => to.turned.times(self.turned.transposed_times(s)).a(),
            Frame::B => to.turned.times(self.turned.transposed_times(s)).b(),
        }
    }
}

impl<'id, const D: usize> Kernel<'id, D> {
    /// Computes where the bodies are at a time. Nothing can be proven of a time outside the question.
    #[inline(never)]
    pub fn place(&self, time: f64, to: &mut Moment<'id, D>) {
        to.turned = self.turns.at(time);
        self.shift(time, to);
    }

    /// As [`place`](Self::place), for bodies that do not turn and were placed before.
    #[inline(always)]
    pub fn slide_to(&self, time: f64, to: &mut Moment<'id, D>) {
        if self.turning || to.time.is_nan() {
            self.place(time, to);
        } else {
            self.shift(time, to);
        }
    }

    #[inline(always)]
    fn shift(&self, time: f64, to: &mut Moment<'id, D>) {
        to.between = self.between(time);
        to.time = if time >= self.start && time <= self.end {
            time
        } else {
            f64::NAN
        };
    }
}
