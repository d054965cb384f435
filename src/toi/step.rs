//! One step of the search: how far the recorded vectors prove the bodies free, by a root search on their margins.

use nalgebra::SVector;

use super::Observer;
use super::driver::{Driver, Slices};
use crate::brent::{self, Sample};
use crate::separation::{Instant, Margin, MotionBounds, SeparatingVector};
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

/// The bounds of a motion are asked for anew when the span has shrunk to this share of the one that they are of.
const STALE_BOUNDS: f64 = 0.125;

impl<'x, A, B, O, T, const D: usize> Driver<'_, 'x, A, B, O, T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
    O: Observer<T, D>,
{
    /// The latest time up to which a recorded vector proves the bodies free, by a root search on the margins.
    ///
    /// Two vectors are followed: that which separates the bodies best at the start, and that which came nearest to passing
    /// the test over the whole span. \[2\] 5 follows all that were recorded; the others hardly ever are the best.
    pub(super) fn advance(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
    ) -> Result<Slices<'x, A, B, T, D>, QueryError> {
        let (Some(&best), Some(&last)) = (self.record.best_gap(), self.record.best_margin()) else {
            return Err(self.unresolved(now));
        };
        let tolerance = self.tolerance_along(now, &best.direction);
        let start = now.time;
        let aim = (tolerance * T::of(AIM_IN_TOLERANCE)).min(best.gap * T::of(0.5));
        let during = Span::known(start, limit.time);
        let follow = |vector| Followed::new((self.a, self.b), vector, during);
        let other = (last.direction != best.direction).then(|| follow(last));
        let mut reach = Reach {
            start,
            followed: [Some(follow(best)), other],
            nearest: (start, best.gap),
            farthest: (limit.time, last.margin),
            proof: None,
            last_resort: None,
            least_margin: aim * T::of(LEAST_OF_AIM),
            enough_margin: tolerance * T::of(ENOUGH_OF_TOLERANCE),
        };
        self.shorten(&mut reach);
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
        match (reach.proof, reach.last_resort) {
            (Some((then, direction, margin)), _) => {
                self.push(start, then.time, direction, margin);
                Ok(then)
            }
            (None, Some((time, direction, margin))) => {
                self.push(start, time, direction, margin);
                Ok(self.instant(time))
            }
            (None, None) => Err(self.unresolved(now)),
        }
    }

    /// Brings the far end of the bracket near, while the acceleration makes most of the fall of the margin: it falls
    /// with the square of time then, and a secant through a far end comes down in many small steps.
    fn shorten(&mut self, reach: &mut Reach<Slices<'x, A, B, T, D>, T, D>) {
        let acceleration = reach.followed[0]
            .as_ref()
            .and_then(|best| best.bounds.acceleration)
            .unwrap_or(T::zero());
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

    /// The largest margin of a followed vector from the start of the reach to `time`, noted in it.
    fn sample(&mut self, reach: &mut Reach<Slices<'x, A, B, T, D>, T, D>, time: T) -> T {
        let then = self.instant(time);
        let during = Span::known(reach.start, time);
        let mut largest: Option<(SVector<T, D>, Margin<T>)> = None;
        for vector in reach.followed.iter_mut().flatten() {
            // a margin is never larger than the gap at the start
            if largest.is_some_and(|(_, margin)| margin.value >= vector.gap) {
                continue;
            }
            self.statistics.support_evaluations += 1;
            let margin = vector.test((self.a, self.b), during, then.gap(&vector.direction));
            if !largest.is_some_and(|(_, largest)| margin.value <= largest.value) {
                largest = Some((vector.direction, margin));
            }
        }
        self.statistics.root_iterations += 1;
        let (direction, margin) = largest.expect("the first vector is always looked at");
        self.observer
            .root_iterate(reach.start, time, margin.value);
        reach.note(then, direction, margin);
        margin.value
    }
}

/// A vector that a root search follows.
struct Followed<T, const D: usize> {
    direction: SVector<T, D>,
    /// The gap at the start.
    gap: T,
    bounds: MotionBounds<T>,
    /// The end of the span that the bounds are of.
    bounded_until: T,
}

impl<T: Real, const D: usize> Followed<T, D> {
    fn new<A, B>(bodies: (&A, &B), vector: SeparatingVector<T, D>, during: Span<T>) -> Self
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
    {
        Self {
            direction: vector.direction,
            gap: vector.gap,
            bounds: MotionBounds::new(bodies, &vector.direction, during),
            bounded_until: during.end(),
        }
    }

    /// The hyperspace test over a span from the start, with the gap at its end.
    fn test<A, B>(&mut self, bodies: (&A, &B), during: Span<T>, gap_at_end: T) -> Margin<T>
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
    {
        let length = during.length();
        if length < (self.bounded_until - during.start()) * T::of(STALE_BOUNDS) {
            self.bounds = MotionBounds::new(bodies, &self.direction, during);
            self.bounded_until = during.end();
        }
        self.bounds.test(length, (self.gap, gap_at_end))
    }
}

/// How far a root search has proven the bodies free.
struct Reach<Slices, T, const D: usize> {
    start: T,
    followed: [Option<Followed<T, D>>; 2],
    /// The latest time proven free from the start, and the margin there.
    nearest: (T, T),
    /// The earliest time known to fail, and the margin there.
    farthest: (T, T),
    /// What proves the latest time, if any is proven beyond the start, and the bodies then.
    proof: Option<(Slices, SVector<T, D>, Margin<T>)>,
    /// A time with a smaller margin than wanted: all that is left where the scalar has no time between.
    last_resort: Option<(T, SVector<T, D>, Margin<T>)>,
    /// A margin below which a time counts as failed.
    least_margin: T,
    /// A margin that is near enough to an impact.
    enough_margin: T,
}

impl<SliceA, SliceB, T, const D: usize> Reach<Instant<SliceA, SliceB, T, D>, T, D>
where
    T: Real,
{
    fn note(
        &mut self,
        then: Instant<SliceA, SliceB, T, D>,
        direction: SVector<T, D>,
        margin: Margin<T>,
    ) {
        let time = then.time;
        if margin.value <= self.least_margin {
            if time < self.farthest.0 {
                self.farthest = (time, margin.value);
            }
            if margin.value > T::zero() && time > self.start {
                self.last_resort = Some((time, direction, margin));
            }
        } else if time > self.nearest.0 {
            self.nearest = (time, margin.value);
            self.proof = Some((then, direction, margin));
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
