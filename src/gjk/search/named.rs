//! Points with names: searches that begin with those of an earlier search, and points that slide along curves.

use nalgebra::SVector;

use super::Search;
use crate::gjk::curves;
use crate::gjk::seed::{self, Seed};
use crate::simplex::Growth;
use crate::support::{Difference, SupportPair};
use crate::tuning::{FAST_SHARE, NEAR_ENOUGH_TO_SLIDE, NEAR_IN_SIZE};
use crate::{Real, SupportMap};

impl<T: Real, const D: usize> Search<T, D> {
    /// Makes a seed of what the points of the simplex are on.
    #[inline]
    pub(crate) fn write_seed(&self, seed: &mut Seed) {
        *seed = Seed::default();
        for slot in self.simplex.slots() {
            if let [Some(on_a), Some(on_b)] = self.names[slot] {
                seed.push([on_a, on_b]);
            }
        }
    }

    /// Begins with the simplex of an earlier search, if there is one, at its present place. It only bounds the
    /// distance from above: even the points that an outdated seed picks are points of the bodies.
    pub(super) fn plant<A, B>(
        &mut self,
        bodies: &Difference<A, B, T, D>,
        seed: &Seed,
        axis: &SVector<T, D>,
    ) -> Option<SVector<T, D>>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        if seed.is_empty() {
            return None;
        }
        if seed.is_curved() {
            let direction = curves::slide(&mut self.simplex, f64::INFINITY, seed, bodies, axis)?;
            self.name(seed, bodies.radius);
            self.slid = Some(T::of(f64::INFINITY));
            return Some(direction);
        }
        let mut count = 0;
        for pair in seed.pairs().iter().take(D) {
            if let Some([p, q]) = seed::corner_points(bodies, pair) {
                self.simplex.put(count, p.map(T::as_f64), q.map(T::as_f64));
                self.last = pair.map(Some);
                self.names[count] = self.last;
                count += 1;
            }
        }
        let growth = self.simplex.reduce_first(count);
        match growth {
            Growth::Nearest { direction, length } if length > 0.0 => {
                self.upper_bound = T::of(length) - bodies.radius;
                Some(direction.map(T::of))
            }
            _ => {
                self.simplex.clear();
                None
            }
        }
    }

    /// Slides the named points of the simplex to where they are along `s`, if the bounds of the distance are near each
    /// other and that brings the cores nearer. Returns the direction to try next.
    ///
    /// It takes turns with the direction of the simplex unless the bounds approach each other fast. Cores that may meet
    /// do not slide: the origin is then not ahead of them.
    #[inline(never)]
    pub(super) fn slide<A, B>(
        &mut self,
        bodies: &Difference<A, B, T, D>,
        s: &SVector<T, D>,
    ) -> Option<SVector<T, D>>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let apart = self.upper_bound - self.lower_bound;
        let slow = |before: T| !(apart <= before * T::of(FAST_SHARE));
        let was_slow = self.slid.take().is_some_and(slow);
        let of_cores = |bound: T| bound + bodies.radius;
        let [lower, upper] = [self.lower_bound, self.upper_bound].map(of_cores);
        let is_near = lower >= upper * T::of(NEAR_ENOUGH_TO_SLIDE)
            || apart <= bodies.size() * T::of(NEAR_IN_SIZE);
        if was_slow || !is_near || !(lower > T::zero()) {
            return None;
        }
        let mut seed = Seed::default();
        self.write_seed(&mut seed);
        let most = self.simplex.distance();
        let direction = curves::slide(&mut self.simplex, most, &seed, bodies, s)?;
        self.name(&seed, bodies.radius);
        self.slid = Some(apart);
        Some(direction)
    }

    /// Returns the direction of the simplex if a pair of points is not beyond the simplex along it: the direction that
    /// the pair was found along has slid too far, and the pair brings the simplex no nearer.
    #[inline(never)]
    pub(super) fn direction_short_of<A, B>(
        &self,
        bodies: &Difference<A, B, T, D>,
        pair: &SupportPair<T, D>,
    ) -> Option<SVector<T, D>>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let direction = self.simplex.direction()?.map(T::of);
        let of_pair = bodies.core_supporting_distance(&direction, pair);
        (of_pair >= T::of(self.simplex.distance())).then_some(direction)
    }

    /// Goes on with a simplex of points of the bodies that a seed names: pair i of the seed is in slot i.
    fn name(&mut self, seed: &Seed, radius: T) {
        for (slot, pair) in seed.pairs().iter().take(D).enumerate() {
            self.last = pair.map(Some);
            self.names[slot] = self.last;
        }
        let distance = T::of(self.simplex.distance()) - radius;
        self.upper_bound = self.upper_bound.min(distance);
    }
}
