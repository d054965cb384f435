//! What a search answers.

use std::ops::ControlFlow;

use nalgebra::SVector;

use super::search::{End, Pair, Search, Start, scalars};
use super::{Closest, Iterate, Seed, Termination, clear_of_rounding};
use crate::number::larger;
use crate::support::Difference;
use crate::tuning::SMALL_BESIDE_RADII;
use crate::{Contact, Real, Separation, SupportMap};

/// The most rounding errors between the bounds that count as convergence where rounding ends the search. Each bound is
/// off by one error, and so is the support point of either that was taken for the best. `CLEAR_ERRORS` counts on no
/// more.
const ROUNDED_ERRORS: f64 = 4.0;

impl<const D: usize> Search<D> {
    /// Searches for the distance, and shows every iteration. The search may also end once the cores are known to be nearer to
    /// each other than `enough`.
    #[inline(always)]
    pub(crate) fn measure<A, B, T: Real>(
        &mut self,
        bodies: &Difference<A, B, T, D>,
        start: &Start<'_, T, D>,
        enough: f64,
        mut visit: impl FnMut(&Iterate<T, D>) -> ControlFlow<()>,
    ) where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let radius = bodies.radius.as_f64();
        let relative = start.relative_tolerance.as_f64();
        let mut lower_bound = T::of(f64::NEG_INFINITY);
        let mut is_converged = false;
        self.end = self.run(bodies, start, |search| {
            let supporting_distance = T::of(search.reach - radius);
            lower_bound = lower_bound.max(supporting_distance);
            let seen = visit(&Iterate {
                direction: scalars(search.near.unit()),
                supporting_distance,
                upper_bound: T::of(search.near.length - radius),
                lower_bound,
            });
            if seen.is_break() {
                return true;
            }
            let said = search.near.length;
            if !(search.bounds_agree(said, radius, relative) || said < enough) {
                return false;
            }
            // the length that the plain subalgorithm says proves nothing
            search.settle();
            is_converged = search.bounds_agree(search.upper, radius, relative);
            is_converged || search.upper < enough
        });
        if !is_converged {
            self.settle();
        }
        let turn_rounding = bodies.turn_rounding.as_f64();
        if is_converged {
            self.end = End::Settled(Termination::Converged);
            // Near the end directions that differ by the root of rounding prove the same distance. The latest one comes
            // from the nearest simplex, and is the best.
            let proven = self.reach - self.error - turn_rounding;
            if proven > radius || self.most <= radius {
                self.keep_best(proven);
            }
        } else if self.end == End::Settled(Termination::Rounding) {
            let error = self.best.length - self.most - turn_rounding;
            if self.upper - self.best.length <= error * ROUNDED_ERRORS {
                self.end = End::Settled(Termination::Converged);
            }
        }
    }

    /// Finds out whether two bodies clearly touch.
    #[inline(always)]
    pub(super) fn touching<A, B, T: Real>(
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
        self.end = self.run(bodies, start, |search| {
            search.reach > radius + clear || search.near.length < radius - clear
        });
        if self.reach > radius + clear {
            return Some(false);
        }
        self.settle();
        let touches = self.end == End::Meets || self.upper < radius - clear;
        touches.then_some(true)
    }

    /// Returns whether the cores are proven disjoint.
    pub(crate) fn cores_are_apart(&self) -> bool {
        // infinite coordinates prove nothing
        self.end != End::Meets && self.most > 0.0 && self.most.is_finite()
    }

    /// Returns the closest points if the bodies are proven disjoint.
    #[inline(always)]
    pub(crate) fn closest<A, B, T: Real>(
        &self,
        bodies: &Difference<A, B, T, D>,
    ) -> Option<Closest<T, D>>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let End::Settled(termination) = self.end else {
            return None;
        };
        let radius = bodies.radius.as_f64();
        // infinite coordinates prove nothing, and neither does NaN
        let is_apart = self.most > radius && self.most.is_finite();
        if !(is_apart && T::of(self.upper).is_finite()) {
            return None;
        }
        let lower_bound = -T::above(radius - self.most);
        Some(Closest {
            distance: T::of(self.upper - radius).max(lower_bound),
            lower_bound,
            contact: self.contact(bodies),
            termination,
            iterations: self.iterations,
        })
    }

    /// Returns the nearest points of both bodies if their cores are apart.
    #[inline(always)]
    pub(crate) fn contact<A, B, T: Real>(&self, bodies: &Difference<A, B, T, D>) -> Contact<T, D>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let normal = self.normal();
        // the normal is square to a feature, which may be so thin that the points are another way
        let error = self.best.length - self.most;
        let least = larger(error, bodies.radius.as_f64() * SMALL_BESIDE_RADII);
        let length = self.between.length();
        let along = if length > least {
            scalars(self.between * (1.0 / length))
        } else {
            normal
        };
        let [witness_a, witness_b] = bodies.on_surfaces(self.nearest, &along);
        let names = self.pairs().iter().map(Pair::vertices);
        let [feature_a, feature_b] = bodies.features(names, &normal);
        Contact {
            normal,
            witness_a,
            witness_b,
            feature_a,
            feature_b,
        }
    }

    /// Returns what is known of the separation.
    pub(crate) fn separation<T: Real>(&self, radius: T) -> Separation<T, D> {
        let radius = radius.as_f64();
        Separation {
            normal: self.normal(),
            lower_bound: -T::above(radius - self.most),
            upper_bound: T::of(self.upper - radius),
            iterations: self.iterations,
        }
    }

    /// The unit vector that separates the bodies best, of those tried.
    #[inline(always)]
    pub(crate) fn normal<T: Real>(&self) -> SVector<T, D> {
        scalars(self.best.unit())
    }

    /// The distance of the cores along the normal, rounding not subtracted.
    pub(crate) fn distance_along_normal(&self) -> f64 {
        self.best.length
    }

    /// Why the search ended; `None` if it found that the cores meet.
    pub(crate) fn termination(&self) -> Option<Termination> {
        match self.end {
            End::Settled(termination) => Some(termination),
            End::Meets => None,
        }
    }

    /// Makes a seed of the corners that the nearest points are between.
    #[inline(always)]
    pub(crate) fn seed(&self) -> Seed {
        let mut seed = Seed::default();
        for point in self.pairs() {
            if let [Some(on_a), Some(on_b)] = point.vertices() {
                seed.push([on_a, on_b]);
            }
        }
        seed
    }
}
