//! One step of the search: how far the recorded vectors prove the bodies free, by a root search on their margins.

use nalgebra::SVector;

use super::Observer;
use super::driver::{Driver, Slices};
use crate::brent::{self, Sample};
use crate::separation::{Margin, Order, hyperspace_test, relative_acceleration};
use crate::{Extrusion, QueryError, Real, Span};

/// A root search ends when it has proven this share of the span up to the nearest time known to fail.
const ENOUGH_OF_STEP: f64 = 0.25;
/// The root search aims at this share of the tolerance as the margin. Aiming at none would end where the gap is lost
/// in rounding, and the next run of GJK could neither confirm nor improve it.
const AIM_IN_TOLERANCE: f64 = 0.25;
/// A margin below this share of the aim is as good as none: so close to the bodies the next query would start within
/// rounding.
const LEAST_OF_AIM: f64 = 0.5;
/// A root search ends when the margin is at most this share of the tolerance: the bodies are as near as need be.
const ENOUGH_OF_TOLERANCE: f64 = 0.5;

impl<'x, A, B, O, T, const D: usize> Driver<'_, 'x, A, B, O, T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
    O: Observer<T, D>,
{
    /// The latest time up to which a recorded vector proves the bodies free, by a root search on the margins.
    pub(super) fn advance(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
    ) -> Result<Slices<'x, A, B, T, D>, QueryError> {
        let (Some(best), Some(at_limit)) = (self.record.best_gap(), self.record.best_margin())
        else {
            return Err(self.unresolved(now));
        };
        let tolerance = self.tolerance_along(now, &best.direction);
        let start = now.time;
        let aim = (tolerance * T::of(AIM_IN_TOLERANCE)).min(best.gap * T::of(0.5));
        let mut reach = Reach {
            start,
            nearest: (start, best.gap),
            farthest: (limit.time, at_limit),
            proof: None,
            last_resort: None,
            least_margin: aim * T::of(LEAST_OF_AIM),
            enough_margin: tolerance * T::of(ENOUGH_OF_TOLERANCE),
        };
        self.shorten(&mut reach, best.direction);
        let resolution = T::EPSILON * start.abs().max(limit.time.abs());
        let end = |(time, margin): (T, T)| (time.as_f64(), (margin - aim).as_f64());
        let (positive, negative) = (end(reach.nearest), end(reach.farthest));
        if positive.1 > 0.0 && !reach.is_enough() {
            brent::search(positive, negative, resolution.as_f64(), |time| {
                let time = T::of(time).max(start).min(limit.time);
                let margin = self.sample(&mut reach, time);
                Sample {
                    value: (margin - aim).as_f64(),
                    enough: margin > reach.least_margin && reach.is_enough(),
                }
            });
        }
        let found = reach
            .proof
            .map(|(direction, margin)| (reach.nearest.0, direction, margin));
        let Some((time, direction, margin)) = found.or(reach.last_resort) else {
            return Err(self.unresolved(now));
        };
        self.push(start, time, direction, margin);
        Ok(self.instant(time))
    }

    /// Brings the far end of the bracket near, while the acceleration makes most of the fall of the margin: it falls
    /// with the square of time then, and a secant through a far end comes down in many small steps.
    fn shorten(&mut self, reach: &mut Reach<T, D>, s: SVector<T, D>) {
        let during = Span::known(reach.start, reach.farthest.0);
        let acceleration = relative_acceleration(self.a, self.b, &s, during).unwrap_or(T::zero());
        while reach.proof.is_none() {
            let gap = reach.nearest.1;
            let length = reach.farthest.0 - reach.start;
            // K / 4, the dip of a margin between equal gaps
            let dip = acceleration * length * length * T::of(0.125);
            let share = (gap / dip).sqrt();
            let time = reach.start + length * share;
            let most = dip > (gap - reach.farthest.1) * T::of(0.5);
            if !(most && share < T::of(ENOUGH_OF_STEP) && time > reach.start) {
                return;
            }
            self.sample(reach, time);
        }
    }

    /// The largest margin of a recorded vector from the start of the reach to `time`, noted in it.
    fn sample(&mut self, reach: &mut Reach<T, D>, time: T) -> T {
        let (direction, margin) = self.largest_margin(reach.start, time);
        self.observer.root_iterate(reach.start, time, margin.value);
        reach.note(time, direction, margin);
        margin.value
    }

    /// The recorded vector with the largest margin from `start` to `time`.
    fn largest_margin(&mut self, start: T, time: T) -> (SVector<T, D>, Margin<T>) {
        let then = self.instant(time);
        let during = Span::known(start, time);
        let mut largest = (
            SVector::zeros(),
            Margin {
                value: -T::of(f64::INFINITY),
                order: Order::Second,
            },
        );
        for vector in self.record.vectors() {
            let gaps = (vector.gap, then.gap(&vector.direction));
            let margin = hyperspace_test((self.a, self.b), &vector.direction, during, gaps);
            if margin.value > largest.1.value {
                largest = (vector.direction, margin);
            }
        }
        self.statistics.root_iterations += 1;
        self.statistics.support_evaluations += self.record.vectors().len() as u64;
        largest
    }
}

/// How far a root search has proven the bodies free.
struct Reach<T, const D: usize> {
    start: T,
    /// The latest time proven free from the start, and the margin there.
    nearest: (T, T),
    /// The earliest time known to fail, and the margin there.
    farthest: (T, T),
    /// What proves the latest time, if any is proven beyond the start.
    proof: Option<(SVector<T, D>, Margin<T>)>,
    /// A time with a smaller margin than wanted: all that is left where the scalar has no time between.
    last_resort: Option<(T, SVector<T, D>, Margin<T>)>,
    /// A margin below which a time counts as failed.
    least_margin: T,
    /// A margin that is near enough to an impact.
    enough_margin: T,
}

impl<T: Real, const D: usize> Reach<T, D> {
    fn note(&mut self, time: T, direction: SVector<T, D>, margin: Margin<T>) {
        if margin.value <= self.least_margin {
            if time < self.farthest.0 {
                self.farthest = (time, margin.value);
            }
            if margin.value > T::zero() && time > self.start {
                self.last_resort = Some((time, direction, margin));
            }
        } else if time > self.nearest.0 {
            self.nearest = (time, margin.value);
            self.proof = Some((direction, margin));
        }
    }

    /// Whether the step is long enough, or ends near enough to an impact.
    fn is_enough(&self) -> bool {
        let step = self.nearest.0 - self.start;
        let possible = self.farthest.0 - self.start;
        self.proof.is_some()
            && (self.nearest.1 <= self.enough_margin || step >= possible * T::of(ENOUGH_OF_STEP))
    }
}
