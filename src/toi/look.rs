//! Looking at the bodies at one time: the first directions, GJK, and what its end says.

use std::ops::ControlFlow;

use nalgebra::SVector;

use super::Observer;
use super::driver::{Driver, Passed, Slices};
use super::outcome::{Impact, Outcome};
use crate::epa::{self, Penetration};
use crate::gjk::{End, Iterate, Search, Start};
use crate::separation::{
    Instant, Margin, SeparatingVector, hyperspace_test, relative_acceleration, relative_speeds,
};
use crate::support::unit;
use crate::{Extrusion, Real, Span};

/// A run of GJK ends when the proven gap is this share of what it may still become: more iterations would gain less
/// than a step in time does.
const ENOUGH_OF_GAP: f64 = 0.75;
/// At an impact the distance is known to this share of the tolerance. The normal of smooth bodies is off by the square
/// root of what is left of it, relative to their radius.
const KNOWN_AT_IMPACT: f64 = 1.0 / 64.0;
/// The rounding errors that the default tolerance leaves room for.
const ERRORS_IN_TOLERANCE: f64 = 8.0;

impl<'x, A, B, O, T, const D: usize> Driver<'_, 'x, A, B, O, T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
    O: Observer<T, D>,
{
    /// Most pairs are free along the first direction, or along a normal of one body where the other is: no need for GJK
    /// then.
    #[inline]
    pub(super) fn try_axis(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
    ) -> Option<Margin<T>> {
        let along = now.bodies().supporting_distance(&self.axis);
        self.statistics.support_evaluations += 1;
        let margin = self.test(now, limit, along);
        if margin.is_some() {
            return margin;
        }
        let (axis, separates_by) = now.bodies().facing_axis()?;
        self.statistics.support_evaluations += 2;
        if !(separates_by > along) {
            return None;
        }
        self.axis = axis;
        self.test(now, limit, separates_by)
    }

    /// The margin of the axis with this supporting distance now, if it passes the test.
    #[inline]
    fn test(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
        supporting_distance: T,
    ) -> Option<Margin<T>> {
        let gap = now.gap_of_values(supporting_distance, &self.axis);
        if !(gap > T::zero()) {
            return None;
        }
        self.statistics.support_evaluations += 1;
        let gaps = (gap, limit.gap(&self.axis));
        let during = Span::known(now.time, limit.time);
        let margin = hyperspace_test((self.a, self.b), &self.axis, during, gaps);
        (margin.value > T::zero()).then_some(margin)
    }

    /// Both bodies at a time.
    pub(super) fn instant(&self, time: T) -> Slices<'x, A, B, T, D> {
        Instant::new(
            time,
            self.a.slice(time, &self.origin),
            self.b.slice(time, &self.origin),
            self.query.target_distance,
        )
    }

    /// How far a hyperspace test from `now` may reach: to the next knot, or step of motions without bounds.
    pub(super) fn limit(&self, now: T) -> T {
        let piece = during_first_piece(self.a, self.b, Span::known(now, self.during.end()));
        let any = unit(SVector::zeros());
        let bounded = relative_acceleration(self.a, self.b, &any, piece).is_some()
            || relative_speeds(self.a, self.b, &any, piece).is_some();
        if bounded {
            return piece.end();
        }
        let step = self.during.length() / T::of(f64::from(self.query.substeps));
        let passed = ((now - self.during.start()) / step).floor() + T::one();
        let next = self.during.start() + step * passed;
        // the last step ends with the interval, whatever rounding made of it
        if next > now && passed < T::of(f64::from(self.query.substeps)) {
            piece.end().min(next)
        } else {
            piece.end()
        }
    }

    /// GJK at `now`, every separating vector of which is tested up to `limit`: one that passes, if there is one.
    pub(super) fn explore(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        limit: &Slices<'x, A, B, T, D>,
        search: &mut Search<T, D>,
    ) -> Option<Passed<T, D>> {
        self.record.clear();
        let during = Span::known(now.time, limit.time);
        let target = self.query.target_distance;
        let mut best_gap = T::zero();
        let mut passed = None;
        let mut evaluations = 0;
        let start = Start {
            seed: self.seed,
            ..Start::from_axis(self.axis)
        };
        search.run(&now.bodies(), &start, |iterate: &Iterate<T, D>| {
            evaluations += 1;
            let s = iterate.direction;
            let gap = now.gap_of_points(iterate.supporting_distance, &s);
            if gap > T::zero() {
                best_gap = best_gap.max(gap);
                evaluations += 1;
                let gaps = (gap, limit.gap(&s));
                let margin = hyperspace_test((self.a, self.b), &s, during, gaps);
                if margin.value > T::zero() {
                    passed = Some((s, margin));
                    return ControlFlow::Break(());
                }
                let vector = SeparatingVector {
                    direction: s,
                    gap,
                    gap_at_end: gaps.1,
                    margin: margin.value,
                };
                self.observer
                    .separating_vector(now.time, limit.time, &vector);
                self.record.push(vector);
            }
            let may_become = iterate.upper_bound - target;
            let tolerance = self.tolerance_along(now, &s);
            let enough = if may_become > tolerance {
                best_gap >= may_become * T::of(ENOUGH_OF_GAP)
            } else {
                let known_to = iterate.upper_bound - iterate.lower_bound;
                best_gap > T::zero() && known_to <= tolerance * T::of(KNOWN_AT_IMPACT)
            };
            if enough {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        self.statistics.gjk_runs += 1;
        self.statistics.gjk_iterations += search.iterations;
        self.statistics.support_evaluations += evaluations;
        if passed.is_none() {
            self.seed = search.seed();
        }
        passed
    }

    /// The tolerance of the query, or the default one with its share for rounding along `s`.
    pub(super) fn tolerance_along(&self, now: &Slices<'x, A, B, T, D>, s: &SVector<T, D>) -> T {
        match self.query.tolerance {
            Some(tolerance) => tolerance,
            None => self.tolerance + now.error(s) * T::of(ERRORS_IN_TOLERANCE),
        }
    }

    /// The contact at `now`, if the bodies are within the tolerance there.
    pub(super) fn contact(
        &self,
        now: &Slices<'x, A, B, T, D>,
        search: &Search<T, D>,
        overlap: Option<Penetration<T, D>>,
    ) -> Option<Outcome<T, D>> {
        if let Some(overlap) = overlap {
            return Some(Outcome::Overlapping(overlap));
        }
        let target = self.query.target_distance;
        let tolerance = self.tolerance_along(now, &search.normal);
        let meet = search.end == End::CoresMeet;
        // written so that NaN is no contact
        let near = search.upper_bound + now.error(&search.normal) - target <= tolerance;
        if !(meet || near) {
            return None;
        }
        let bodies = now.bodies();
        let upper_bound = if search.upper_bound.is_finite() {
            search.upper_bound
        } else {
            search.proven
        };
        let [witness_a, witness_b] = search.witnesses(&bodies);
        let [feature_a, feature_b] = search.features(&bodies);
        Some(Outcome::Impact(Impact {
            time: now.time,
            distance: upper_bound.max(search.lower_bound).max(T::zero()),
            tolerance,
            normal: search.normal,
            witness_a: witness_a + self.origin,
            witness_b: witness_b + self.origin,
            feature_a,
            feature_b,
        }))
    }

    /// How deep the bodies are in each other at the start, if they are; or a direction that separates them after all.
    ///
    /// After the start, the certificate of the span that ends at `now` proves them disjoint.
    pub(super) fn overlap(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        search: &Search<T, D>,
    ) -> Result<Option<Penetration<T, D>>, SVector<T, D>> {
        if now.time != self.during.start() || search.proves_disjoint() {
            return Ok(None);
        }
        match epa::of_search(&now.bodies(), search, T::RELATIVE_TOLERANCE) {
            Ok(found) => {
                let expansion = found.iterations.saturating_sub(search.iterations);
                self.statistics.support_evaluations += u64::from(expansion);
                Ok(Some(Penetration {
                    witness_a: found.witness_a + self.origin,
                    witness_b: found.witness_b + self.origin,
                    ..found
                }))
            }
            Err(apart) => Err(apart.normal),
        }
    }

    /// The largest gap of a recorded vector, where the bodies were last looked at.
    pub(super) fn best_gap(&self) -> Option<T> {
        self.record.best_gap().map(|best| best.gap)
    }
}

/// The part of a span before the first knot of either body.
fn during_first_piece<T, const D: usize, A, B>(a: &A, b: &B, during: Span<T>) -> Span<T>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    let knots = [a.next_knot(during.start()), b.next_knot(during.start())];
    let end = knots
        .into_iter()
        .flatten()
        .fold(during.end(), |end, knot| end.min(knot));
    Span::known(during.start(), end)
}
