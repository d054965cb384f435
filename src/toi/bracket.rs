//! The state of a root search: which times are proven free, which failed, and which to try next.

use nalgebra::SVector;

use super::state::Passed;
use crate::Real;
use crate::separation::{Fixed, Instant};
use crate::tuning::{CAUTION, ENOUGH_OF_STEP, MOST_CAUTION, NEARLY_STRAIGHT, RISE_BELIEVED};

/// The times between which a root search looks: the latest that is proven free, and the earliest that is known to fail.
pub(super) struct Bracket<Slices, T, const D: usize> {
    pub(super) start: T,
    /// The latest direction given by the starting features, if it separated the bodies; at first the best direction at
    /// the start. The next one is on the same side, and points on curves slide from there.
    pub(super) near: SVector<T, D>,
    /// The vector with the largest gap at the start, and the gap. For bodies in contact it is in the frame that proves
    /// most.
    pub(super) best: (Fixed<T, D>, T),
    /// The relative acceleration to expect along the best vector: its bound, or less.
    pub(super) acceleration: Option<T>,
    /// True iff the starting features have given the best direction at every later time tried.
    pub(super) carries: bool,
    /// The latest time up to which the bodies are proven free, and the margin up to there.
    pub(super) nearest: (T, T),
    /// The earliest time that is known to fail, and the margin up to there.
    pub(super) farthest: (T, T),
    /// The bodies at the latest proven time and the vector that proves it, if any time after the start is proven.
    pub(super) proof: Option<(Slices, Passed<T, D>)>,
    /// A time with a smaller margin than wanted: the last resort if the scalar has no time in between.
    pub(super) last_resort: Option<(T, Passed<T, D>)>,
    /// The margin up to which a time counts as failed.
    pub(super) least_margin: T,
    /// The margin at which the bodies are near enough to an impact.
    pub(super) enough_margin: T,
    /// The margin, a share of the gap at the start, below which a new direction may gain more than another time.
    pub(super) fair_margin: T,
}

impl<SliceA, SliceB, T, const D: usize> Bracket<Instant<SliceA, SliceB, T, D>, T, D>
where
    T: Real,
{
    pub(super) fn note(&mut self, then: Instant<SliceA, SliceB, T, D>, passed: Passed<T, D>) {
        let (time, margin) = (then.time, passed.margin);
        if margin.value <= self.least_margin {
            if time < self.farthest.0 {
                self.farthest = (time, margin.value);
            }
            if margin.value > T::zero() && time > self.start {
                self.last_resort = Some((time, passed));
            }
        } else if time > self.nearest.0 {
            self.nearest = (time, margin.value);
            self.proof = Some((then, passed));
        }
    }

    /// Returns the time at which the margin would equal the aim if the gap f went on as it fell.
    ///
    /// `None` if this time is not between the proven and the failed time.
    ///
    /// Measure u in units of a span h, let D be the change of f over h, and K = M h^2 / 2. If f falls along a line, the
    /// test passes up to the earlier of two times:
    /// - sqrt f + sqrt(f + D u) = sqrt K u, that is u = (D + 2 sqrt(K f)) / K;
    /// - f + D u = 0.
    ///
    /// The code has h = 1, so that D is the slope and K = M / 2. The line goes through the latest two gaps. By the time
    /// that it gives, the fall has bent away from it: by what the third gap tells, or else by at most what M allows.
    /// The guess is corrected for that to first order. Gaps of bodies that spin do not grow for long: if the latest gap
    /// is the larger one, the line through it rises at a part of that rate only.
    ///
    /// `bend` times M counts as the bound of the acceleration, for the dip alone.
    // inlined, so that the gaps stay in registers
    #[inline(always)]
    pub(super) fn guess(&self, fall: &Fall<T>, aim: T, bend: T) -> Option<T> {
        let m = self.acceleration?.max(T::zero());
        let slope = match fall.slope() {
            rises if rises > T::zero() => rises * T::of(RISE_BELIEVED),
            falls => falls,
        };
        let f = fall.latest.1 + slope * (self.start - fall.latest.0);
        let (duration, per_gap) = lasts(f - aim, slope, m * bend * T::of(0.5));
        let time = self.start + duration;
        let bent = fall.bent_by(time).unwrap_or_else(|| {
            let most = fall.bent_by_half(m, time).abs();
            -(most * T::of(CAUTION)).min(self.best.1 * T::of(MOST_CAUTION))
        });
        let later = bent * per_gap;
        let time = if later.is_finite() {
            time + later
        } else {
            time
        };
        (time > self.nearest.0 && time < self.farthest.0).then_some(time)
    }

    /// Returns whether the gap must fall nearly along a line from the start to this time and gap.
    pub(super) fn falls_in_line(&self, (time, gap): (T, T)) -> bool {
        let h = time - self.start;
        let fall = (self.best.1 - gap).abs();
        let may_bend = |m: T| m * h * h * T::of(0.5);
        self.acceleration
            .is_some_and(|m| may_bend(m) < fall * T::of(NEARLY_STRAIGHT))
    }

    /// Returns whether the step ends near enough to an impact.
    pub(super) fn is_enough(&self) -> bool {
        self.proof.is_some() && self.nearest.1 <= self.enough_margin
    }

    /// Returns whether the step is long enough, so that a new run of GJK is worth more than another time.
    pub(super) fn is_fair(&self) -> bool {
        let step = self.nearest.0 - self.start;
        let possible = self.farthest.0 - self.start;
        self.proof.is_some()
            && (self.nearest.1 <= self.enough_margin.max(self.fair_margin)
                || step >= possible * T::of(ENOUGH_OF_STEP))
    }
}

/// Returns how long the test passes for a gap f that changes along a line with this slope, and by how much that grows
/// with f.
fn lasts<T: Real>(f: T, slope: T, k: T) -> (T, T) {
    let dip = (k * f).sqrt();
    if slope >= -dip && k > T::zero() {
        ((slope + dip + dip) / k, T::one() / dip)
    } else {
        (f / -slope, -T::one() / slope)
    }
}

/// How the gap falls: two or three times with the gaps there, the latest found last.
pub(super) struct Fall<T> {
    first: Option<(T, T)>,
    before: (T, T),
    latest: (T, T),
}

impl<T: Real> Fall<T> {
    pub(super) fn new(before: (T, T), latest: (T, T)) -> Self {
        Self {
            first: None,
            before,
            latest,
        }
    }

    /// Adds a gap. It replaces the one at the end of the span, which is too far away to tell much. One from before the
    /// span belongs to another direction, and makes no parabola.
    pub(super) fn see(&mut self, gap: (T, T), (start, end): (T, T)) {
        if self.latest.0 < end {
            self.first = (self.before.0 >= start).then_some(self.before);
            self.before = self.latest;
        }
        self.latest = gap;
    }

    /// Returns the slope of the line through the latest two gaps.
    fn slope(&self) -> T {
        (self.latest.1 - self.before.1) / (self.latest.0 - self.before.0)
    }

    /// Returns how far above that line the parabola through all three gaps is at a time, if there are three.
    fn bent_by(&self, time: T) -> Option<T> {
        let first = self.first?;
        let slope_before = (self.before.1 - first.1) / (self.before.0 - first.0);
        let bend = (self.slope() - slope_before) / (self.latest.0 - first.0);
        Some(self.bent_by_half(bend + bend, time))
    }

    /// Returns how far above that line a parabola through the latest two gaps is, if it has this second derivative.
    fn bent_by_half(&self, second_derivative: T, time: T) -> T {
        second_derivative * (time - self.before.0) * (time - self.latest.0) * T::of(0.5)
    }
}
