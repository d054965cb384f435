//! Both bodies at a time.

use super::{Brand, Frame, Kernel};
use crate::number::{Both, Rotations, Vector};

/// Where both bodies are at a time.
pub struct Moment<'id, const D: usize> {
    pub(super) time: f64,
    pub(super) turned: Rotations<D>,
    /// The pivot of B less that of A.
    pub(super) between: Vector<D>,
    /// How far rounding may take a gap from the truth: infinitely far, if it is not a time of the span.
    pub(super) error: f64,
    /// The distance that the cores are to keep: the radii and the target.
    pub(super) margin: f64,
    pub(super) brand: Brand<'id>,
}

readable! { ['id, const D: usize] Moment<'id, D>:
    /// The time.
    time: f64,
    /// The pivot of B less that of A.
    between: Vector<D>,
    /// The distance that the cores are to keep.
    margin: f64,
}

impl<const D: usize> Moment<'_, D> {
    /// No time at all, of which nothing can be proven.
    #[inline(always)]
    pub fn never() -> Self {
        Self {
            time: f64::NAN,
            turned: Rotations::default(),
            between: Vector::default(),
            error: f64::INFINITY,
            margin: f64::NAN,
            brand: Brand::default(),
        }
    }

    /// The rotations.
    #[inline(always)]
    pub fn turned(&self) -> &Rotations<D> {
        &self.turned
    }

    /// A vector in the axes of a frame, in those of the world.
    pub fn in_world(&self, frame: Frame, vector: [f64; D]) -> Vector<D> {
        let vector = Vector::new(vector);
        match frame {
            Frame::World => vector,
            // what belongs to A has its sign changed there
            Frame::A => -self.turned.times(Both::same(vector)).a(),
            Frame::B => self.turned.times(Both::same(vector)).b(),
        }
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
    /// Computes where the bodies are at a time, or at the last time before it that can be asked for. Nothing can be proven
    /// of a time outside the span.
    #[inline(never)]
    pub fn place(&self, time: f64, to: &mut Moment<'id, D>) {
        let time = self.askable(time);
        to.turned = self.turns.at(time);
        if self.has_laws {
            self.shift(time, to);
        } else {
            self.place_each(time, to);
        }
    }

    /// As [`place`](Self::place), for bodies that do not turn and were placed before.
    #[inline(always)]
    pub fn slide_to(&self, time: f64, to: &mut Moment<'id, D>) {
        if self.turning || to.time.is_nan() {
            self.place(time, to);
        } else {
            self.shift(self.askable(time), to);
        }
    }

    #[inline(always)]
    fn shift(&self, time: f64, to: &mut Moment<'id, D>) {
        to.between = self.between(time);
        to.time = self.known(time);
        to.margin = self.margin;
        to.error = if to.time.is_nan() {
            f64::INFINITY
        } else {
            self.error
        };
    }

    /// Places bodies of which a motion is not in closed form. Radii that are not among the facts of a body are part of
    /// the margin.
    #[inline(never)]
    fn place_each(&self, time: f64, to: &mut Moment<'id, D>) {
        let time = self.known(time);
        let [a, b] = self.placed(if time.is_nan() { self.start } else { time });
        to.turned.turn([a.rotation, b.rotation]);
        to.between = Vector::new(b.center) - Vector::new(a.center);
        to.time = time;
        to.margin = self.margin + a.radius + b.radius;
        to.error = if time.is_nan() {
            f64::INFINITY
        } else {
            self.error + a.error + b.error
        };
    }

    /// The time, if it is one of the span.
    #[inline(always)]
    fn known(&self, time: f64) -> f64 {
        if time >= self.start && time <= self.end {
            time
        } else {
            f64::NAN
        }
    }
}
