//! What a quick search answers.

use std::ops::ControlFlow;

use super::{End, Pair, Quick, scalars};
use crate::gjk::{self, Closest, Iterate, Search, Start, Termination, clear_of_rounding};
use crate::number::larger;
use crate::support::Difference;
use crate::tuning::SMALL_BESIDE_RADII;
use crate::{Contact, Real, Separation, SupportMap};

/// What is clear of two bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Clear<T, const D: usize> {
    /// They are apart.
    Apart(Closest<T, D>),
    /// They overlap.
    Overlap,
    /// Nothing: rounding leaves a doubt.
    Nothing,
}

impl<const D: usize> Quick<D> {
    /// Finds out what is clear of the distance of two bodies.
    #[inline(always)]
    pub(crate) fn distance<A, B, T: Real>(
        &mut self,
        bodies: &Difference<A, B, T, D>,
        start: &Start<'_, T, D>,
    ) -> Clear<T, D>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let radius = bodies.radius.as_f64();
        let relative = start.relative_tolerance.as_f64();
        let clear = clear_of_rounding(bodies).as_f64();
        let end = self.run(bodies, start, |quick| {
            quick.near.length - quick.reach <= quick.room(radius, relative)
                || quick.near.length < radius - clear
        });
        let (on_cores, between) = self.witnesses();
        let upper = between.length();
        // the bounds cannot contradict each other, unless products were too small for a number
        if !(self.most <= upper || end == End::Meets) {
            return Clear::Nothing;
        }
        if (end == End::Meets && self.is_deep(clear)) || upper < radius - clear {
            return Clear::Overlap;
        }
        let turn_rounding = bodies.turn_rounding.as_f64();
        let proven = self.reach - self.error - turn_rounding - radius;
        let is_clear = end == End::Stopped
            && proven > 0.0
            && upper - self.reach <= self.room(radius, relative)
            && upper < T::LARGEST.as_f64();
        if !is_clear {
            return Clear::Nothing;
        }
        let lower_bound = -T::above(-proven);
        let normal = scalars(self.near.unit());
        // the normal is square to a feature, which may be so thin that the points are another way
        let least = larger(self.error, radius * SMALL_BESIDE_RADII);
        let along = if upper > least {
            scalars(between * (1.0 / upper))
        } else {
            normal
        };
        let [witness_a, witness_b] = bodies.on_surfaces(on_cores, &along);
        let names = self.simplex.points().iter().map(Pair::vertices);
        let [feature_a, feature_b] = bodies.features(names, &normal);
        Clear::Apart(Closest {
            distance: T::of(upper - radius).max(lower_bound),
            lower_bound,
            contact: Contact {
                normal,
                witness_a,
                witness_b,
                feature_a,
                feature_b,
            },
            termination: Termination::Converged,
            iterations: self.iterations,
        })
    }

    /// How far the bounds of the distance may be apart in the end, for the pair of points found last, which is not kept yet.
    /// Polytopes need no tolerance: their searches end at the exact distance.
    #[inline(always)]
    fn room(&self, radius: f64, relative: f64) -> f64 {
        let of_curves = relative * (self.reach - radius);
        if !self.simplex.last().is_of_polytopes() && of_curves > self.error {
            of_curves
        } else {
            self.error
        }
    }

    /// Searches for the direction along which bodies are farthest apart, and shows every iteration. Returns `None` if
    /// rounding leaves a doubt.
    #[inline(always)]
    pub(crate) fn separate<A, B, T: Real>(
        &mut self,
        bodies: &Difference<A, B, T, D>,
        start: &Start<'_, T, D>,
        visit: &mut impl FnMut(&Iterate<T, D>) -> ControlFlow<()>,
    ) -> Option<Separation<T, D>>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let radius = bodies.radius.as_f64();
        let relative = start.relative_tolerance.as_f64();
        let mut lower_bound = T::of(f64::NEG_INFINITY);
        let end = self.run(bodies, start, |quick| {
            let supporting_distance = T::of(quick.reach - radius);
            lower_bound = lower_bound.max(supporting_distance);
            let stops = visit(&Iterate {
                direction: scalars(quick.near.unit()),
                supporting_distance,
                upper_bound: T::of(quick.near.length - radius),
                lower_bound,
            });
            stops.is_break() || quick.near.length - quick.reach <= quick.room(radius, relative)
        });
        let upper = match end {
            End::Stopped if self.simplex.count() > 0 => self.witnesses().1.length(),
            End::Stopped => f64::INFINITY,
            End::Meets if self.is_deep(clear_of_rounding(bodies).as_f64()) => 0.0,
            _ => return None,
        };
        Some(Separation {
            normal: self.normal(),
            lower_bound: -T::above(radius - self.most),
            upper_bound: T::of(upper - radius),
            iterations: self.iterations,
        })
    }

    /// Finds out whether two bodies clearly touch.
    #[inline(always)]
    pub(crate) fn touching<A, B, T: Real>(
        &mut self,
        bodies: &Difference<A, B, T, D>,
        start: &Start<'_, T, D>,
    ) -> Option<bool>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let radius = bodies.radius.as_f64();
        let clear = clear_of_rounding(bodies).as_f64();
        let end = self.run(bodies, start, |quick| {
            quick.reach > radius + clear || quick.near.length < radius - clear
        });
        if end == End::Stopped && self.reach > radius + clear {
            return Some(false);
        }
        let touches = (end == End::Meets && self.is_deep(clear))
            || end == End::Stopped && self.witnesses().1.length() < radius - clear;
        touches.then_some(true)
    }

    /// Searches carefully where a doubt is left. If that proves nothing, and was not told to stop, it begins again with the
    /// vector that has proven the bodies apart here, if there is one.
    pub(crate) fn carefully<A, B, T: Real>(
        &self,
        bodies: &Difference<A, B, T, D>,
        start: &Start<'_, T, D>,
        search: &mut Search<T, D>,
        mut visit: impl FnMut(&Iterate<T, D>) -> ControlFlow<()>,
    ) where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        search.run(bodies, start, &mut visit);
        let is_stopped = search.end == gjk::End::Settled(Termination::Stopped);
        if !is_stopped && !search.proves_disjoint() && self.most > bodies.radius.as_f64() {
            let before = search.iterations;
            search.run(bodies, &Start::from_axis(self.normal()), visit);
            search.iterations += before;
        }
    }

    /// Hands over a simplex that has the origin inside.
    pub(crate) fn found<T: Real>(&self, radius: T) -> Option<Search<T, D>> {
        (self.simplex.count() == D + 1).then(|| {
            let points = self.simplex.points().iter();
            let points = points.map(|at| ([at.p.into(), at.q.into()], at.vertices()));
            Search::of_meeting(
                points,
                self.normal(),
                (T::of(self.most), radius),
                self.iterations,
            )
        })
    }

    #[inline(always)]
    pub(crate) fn iterations(&self) -> u32 {
        self.iterations
    }
}
