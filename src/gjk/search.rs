//! The careful search: GJK on the cores of the bodies, with bounds of its rounding.

use std::ops::ControlFlow;

use nalgebra::SVector;

use super::seed::Seed;
use super::{Iterate, Termination};
use crate::simplex::{Growth, SLOTS, Simplex, State};
use crate::support::{Difference, Feature, SupportPair};
use crate::tuning::{GJK_ITERATIONS, STALLS};
use crate::{Real, SupportMap};

/// The most rounding errors between the bounds for which repeated support points count as convergence. Each bound is
/// off by one error, and so is the support point of either that was taken for the best. `CLEAR_ERRORS` counts on no
/// more.
const REPEATED_ERRORS: f64 = 4.0;

/// The start of a search, and the gap at which it may end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start<'s, T, const D: usize> {
    /// A unit vector from A to B.
    pub(crate) axis: SVector<T, D>,
    /// The simplex of an earlier search.
    pub(crate) seed: Option<&'s Seed>,
    /// The relative gap between the bounds of the distance at which the search may end.
    pub(crate) relative_tolerance: T,
}

impl<T: Real, const D: usize> Start<'_, T, D> {
    /// A start from a unit vector, with nothing else known.
    pub(crate) fn from_axis(axis: SVector<T, D>) -> Self {
        Self {
            axis,
            seed: None,
            relative_tolerance: T::RELATIVE_TOLERANCE,
        }
    }
}

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum End {
    /// The search ended with bounds of the distance.
    Settled(Termination),
    /// The cores have a point in common.
    CoresMeet,
}

/// The end of a search in which rounding permits no more progress.
const ROUNDED: End = End::Settled(Termination::Rounding);

/// A search and its result. Distances are between the whole bodies: the radii are subtracted.
pub(crate) struct Search<T, const D: usize> {
    pub(crate) end: End,
    /// The distance of the points found, rounding not yet added.
    pub(crate) upper_bound: T,
    /// The largest supporting distance, rounding not yet subtracted.
    pub(crate) lower_bound: T,
    /// The distance that `normal` proves: its supporting distance with rounding subtracted.
    pub(crate) proven: T,
    /// The latest direction whose proven distance equals the best within rounding.
    pub(crate) normal: SVector<T, D>,
    /// The largest distance that any direction proved.
    most_proven: T,
    pub(crate) iterations: u32,
    pub(crate) simplex: Simplex<D>,
    /// What the points of the simplex are on in both bodies, by slot.
    names: [[Option<u32>; 2]; SLOTS],
    /// What the support points found last are on.
    last: [Option<u32>; 2],
    /// The steps since the upper bound fell.
    stalls: u32,
}

/// The next step after a point was added to the simplex.
enum Step<T, const D: usize> {
    /// The search goes on along this direction.
    To(SVector<T, D>),
    /// The search ends.
    End(End),
}

impl<T: Real, const D: usize> Search<T, D> {
    /// A search that has not begun.
    ///
    /// Searches are large and run where they are made. A copy would read at once what was written in parts, which a
    /// processor has to wait for.
    pub(crate) fn new() -> Self {
        let infinite = T::of(f64::INFINITY);
        Self {
            end: End::Settled(Termination::Exhausted),
            upper_bound: infinite,
            lower_bound: -infinite,
            proven: -infinite,
            normal: SVector::zeros(),
            most_proven: -infinite,
            iterations: 0,
            simplex: Simplex::EMPTY,
            names: [[None; 2]; SLOTS],
            last: [None; 2],
            stalls: 0,
        }
    }

    /// A search that ended where a simplex of these points contains the origin. The bounds are the largest supporting
    /// distance, and the radii.
    pub(super) fn of_meeting(
        points: impl Iterator<Item = ([SVector<f64, D>; 2], [Option<u32>; 2])>,
        normal: SVector<T, D>,
        (lower_bound, radius): (T, T),
        iterations: u32,
    ) -> Self {
        let mut search = Self {
            end: End::CoresMeet,
            upper_bound: -radius,
            lower_bound: lower_bound - radius,
            normal,
            iterations,
            ..Self::new()
        };
        for ([p, q], names) in points {
            search.names[search.simplex.push(p, q)] = names;
        }
        search
    }

    fn begin<A, B>(&mut self, bodies: &Difference<A, B, T, D>, axis: SVector<T, D>) {
        self.end = End::Settled(Termination::Exhausted);
        self.normal = axis;
        self.iterations = 0;
        self.last = [None; 2];
        self.forget_bounds();
        let (size, offset) = (bodies.size().as_f64(), bodies.offset.map(T::as_f64));
        self.simplex.begin(size, offset);
    }

    fn forget_bounds(&mut self) {
        let infinite = T::of(f64::INFINITY);
        self.upper_bound = infinite;
        self.lower_bound = -infinite;
        self.proven = -infinite;
        self.most_proven = -infinite;
        self.stalls = 0;
    }

    /// Runs GJK, \[1\] algorithm 1 with the terminations of \[1\] 5, and replaces the earlier result.
    #[inline(always)]
    pub(crate) fn run<A, B>(
        &mut self,
        bodies: &Difference<A, B, T, D>,
        start: &Start<'_, T, D>,
        mut visit: impl FnMut(&Iterate<T, D>) -> ControlFlow<()>,
    ) where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        self.begin(bodies, start.axis);
        let mut iterate = Iterate {
            // written in place, see `new`
            direction: start.axis,
            supporting_distance: self.lower_bound,
            upper_bound: self.upper_bound,
            lower_bound: self.lower_bound,
        };
        while self.iterations < GJK_ITERATIONS {
            self.iterations += 1;
            let pair = bodies.support(&iterate.direction, self.last);
            self.last = pair.names();
            let (supporting_distance, error) = self.measure(bodies, &iterate.direction, &pair);
            iterate.supporting_distance = supporting_distance;
            iterate.upper_bound = self.upper_bound;
            iterate.lower_bound = self.lower_bound;
            if visit(&iterate).is_break() {
                self.end = End::Settled(Termination::Stopped);
                return;
            }
            // polytopes need no tolerance: their searches end at the exact distance
            let relative = if pair.is_of_polytopes() {
                T::zero()
            } else {
                start.relative_tolerance * self.upper_bound.abs()
            };
            if self.bounds_agree(error.max(relative)) {
                self.end = End::Settled(Termination::Converged);
                return;
            }
            match self.grow(bodies, &pair, error) {
                Step::To(direction) => iterate.direction = direction,
                Step::End(end) => {
                    self.end = end;
                    return;
                }
            }
        }
    }

    /// Returns the supporting distance along `s` from its support points, and the part of its rounding error that is
    /// not shared by all directions. Notes what it proves.
    #[inline]
    fn measure<A, B>(
        &mut self,
        bodies: &Difference<A, B, T, D>,
        s: &SVector<T, D>,
        pair: &SupportPair<T, D>,
    ) -> (T, T)
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let supporting_distance = bodies.core_supporting_distance(s, pair) - bodies.radius;
        let error = bodies.own_error(s);
        let error_in_all = error + bodies.turn_rounding;
        self.note(supporting_distance, error_in_all, s, bodies.radius);
        (supporting_distance, error)
    }

    /// Notes the distance that a direction proves.
    ///
    /// The largest supporting distance may not prove the most, as rounding may be worse along its direction.
    ///
    /// The supporting distance of round bodies hardly changes near its largest value: directions that differ by the
    /// square root of rounding prove the same distance. The latest direction comes from the nearest simplex and is
    /// then the best. It is not taken if it no longer proves that the bodies, or their cores, are disjoint.
    #[inline]
    fn note(&mut self, supporting_distance: T, error: T, s: &SVector<T, D>, radius: T) {
        self.lower_bound = self.lower_bound.max(supporting_distance);
        let proven = supporting_distance - error;
        let proves_as_much = proven >= self.most_proven - error
            && (proven > T::zero() || self.proven <= T::zero())
            && (proven + radius > T::zero() || self.proven + radius <= T::zero());
        if proves_as_much {
            self.proven = proven;
            self.normal = *s;
        }
        self.most_proven = self.most_proven.max(proven);
    }

    /// Returns the support points of both cores along the normal, each measured from its body's location.
    pub(crate) fn points_along_normal<A, B>(
        &self,
        bodies: &Difference<A, B, T, D>,
    ) -> [SVector<f64, D>; 2]
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        bodies.support(&self.normal, [None; 2]).points()
    }

    fn bounds_agree(&self, tolerance: T) -> bool {
        self.upper_bound.is_finite() && self.upper_bound - self.lower_bound <= tolerance
    }

    /// Adds a pair of support points to the simplex; `error` is the rounding error along their direction.
    fn grow<A, B>(
        &mut self,
        bodies: &Difference<A, B, T, D>,
        pair: &SupportPair<T, D>,
        error: T,
    ) -> Step<T, D>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let [p, q] = pair.points();
        if self.simplex.repeats(&p, &q) {
            // no point is beyond the known ones: that is convergence, unless rounding brought this point back
            let termination = if self.bounds_agree(error * T::of(REPEATED_ERRORS)) {
                Termination::Converged
            } else {
                Termination::Rounding
            };
            return Step::End(End::Settled(termination));
        }
        let before = self.simplex.state();
        let cores_apart = self.proven + bodies.radius > T::zero();
        let growth = self.simplex.add(p, q);
        self.names[self.simplex.newest()] = pair.names();
        match growth {
            Growth::Undetermined => Step::End(ROUNDED),
            // a proven separating direction outweighs a simplex that seems to contain the origin: that is only near
            Growth::ContainsOrigin if cores_apart => {
                let reduced = self.simplex.renew();
                self.end_in_rounding(&reduced, before, bodies.radius)
            }
            Growth::ContainsOrigin => {
                self.upper_bound = -bodies.radius;
                Step::End(End::CoresMeet)
            }
            Growth::Nearest { direction, length } => {
                let (length, direction) = (T::of(length), direction.map(T::of));
                // v is no longer than the rounding along its own direction ([1] 5: the tolerance omega)
                if length <= bodies.error(&direction) && !cores_apart {
                    self.upper_bound = self.upper_bound.min(length - bodies.radius);
                    return Step::End(End::CoresMeet);
                }
                // A distance that does not shrink, or falls below a proven one, is rounding ([1] 5). Near the end the
                // error of the distance is only the square of the direction's, and a few more steps mend the direction.
                // Written so that NaN ends the search too.
                let distance = length - bodies.radius;
                if distance < self.upper_bound {
                    self.stalls = 0;
                } else {
                    self.stalls += 1;
                }
                let shrinks = distance <= self.upper_bound + error && self.stalls <= STALLS;
                if !(shrinks && distance >= self.proven && length > T::zero()) {
                    return self.end_in_rounding(&growth, before, bodies.radius);
                }
                self.upper_bound = self.upper_bound.min(distance);
                Step::To(direction)
            }
        }
    }

    /// Ends the search at the simplex that is nearer to the origin: the last one, or that before it.
    ///
    /// The last one has no direction to go on with, or seems nearer than is proven to be possible. Still its points may
    /// be nearest: thin bodies that touch can have points far apart before, at the ends of an edge.
    #[cold]
    fn end_in_rounding(&mut self, last: &Growth<D>, before: State<D>, radius: T) -> Step<T, D> {
        match last {
            Growth::Nearest { length, .. } if T::of(*length) - radius < self.upper_bound => {
                self.upper_bound = (T::of(*length) - radius).max(self.proven);
            }
            _ => self.simplex.restore(before),
        }
        Step::End(ROUNDED)
    }

    /// Returns what the points of both bodies in a slot are on.
    pub(crate) fn names(&self, slot: usize) -> [Option<u32>; 2] {
        self.names[slot]
    }

    /// Returns the features of both cores on which the nearest points lie.
    pub(crate) fn features<A, B>(&self, bodies: &Difference<A, B, T, D>) -> [Feature; 2]
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let slots = self
            .simplex
            .slots()
            .filter(|&slot| self.simplex.weight(slot) > 0.0);
        bodies.features(slots.map(|slot| self.names[slot]), &self.normal)
    }
}
