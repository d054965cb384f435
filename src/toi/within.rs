//! How far apart bodies may be where a search for their distance ended, rounding included.

use std::ops::ControlFlow;

use nalgebra::SVector;

use super::Observer;
use super::driver::{Driver, Slices};
use crate::gjk::{Search, Start};
use crate::support::{Difference, length_of};
use crate::{Extrusion, Real, SupportMap};

/// Ulps that the length of a vector loses.
const LENGTH_ROUNDING: f64 = 8.0;
/// What a body is moved by, in errors. The sum of the offset and the error is rounded by half an ulp of the offset, and
/// four ulps of the offset are part of the error.
const MOVED_BY: f64 = 1.25;

impl<'x, A, B, O, T, const D: usize> Driver<'_, 'x, A, B, O, T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
    O: Observer<T, D>,
{
    /// An upper bound of the distance of the bodies beyond the target distance, `enough` if it is no more than that.
    ///
    /// The error along the normal is not all that rounding may have done: of two edges of which one is long, the points
    /// that are nearest may be off by more along the edge than they are apart.
    ///
    /// The vector v between two points of the bodies is off by no more than the box r, so that | |v| + r | is one bound.
    /// It is no good where r is large along a face, on which other points are as near. No support value along s is off
    /// by more than that of the box, which is the largest s . c of its corners c. So the largest supporting distance,
    /// which is the distance, is no more than the largest distance of the bodies moved by a corner.
    pub(super) fn at_most(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        search: &Search<T, D>,
        enough: T,
    ) -> T {
        let bodies = now.bodies();
        let direction = search.simplex.direction();
        let direction = direction.map_or(search.normal, |v| v.map(T::of));
        // the newest points may be farther apart than the nearest
        let of_cores = (search.upper_bound + bodies.radius).max(T::of(search.simplex.distance()));
        let between = direction * of_cores;
        let reached = length_of(&(between.abs() + bodies.rounding));
        let of_points = reached * (T::one() + T::EPSILON * T::of(LENGTH_ROUNDING));
        let known = now.beyond_target(of_points + bodies.turn_rounding);
        if known <= enough {
            return enough;
        }
        let (moved, iterations) = farthest_moved(&bodies, search);
        self.statistics.gjk_runs += 1 << D;
        self.statistics.gjk_iterations += iterations;
        self.statistics.support_evaluations += u64::from(iterations);
        let moved = moved + bodies.turn_rounding - self.target;
        known.min(moved).max(enough)
    }
}

/// The largest distance of bodies of which one is moved to a corner of the box of rounding errors, and the iterations of
/// GJK that it took.
fn farthest_moved<T, const D: usize, P, Q>(
    bodies: &Difference<'_, P, Q, T, D>,
    search: &Search<T, D>,
) -> (T, u32)
where
    T: Real,
    P: SupportMap<T, D>,
    Q: SupportMap<T, D>,
{
    let start = Start {
        seed: search.seed(),
        ..Start::from_axis(search.normal)
    };
    let mut moved = Search::new();
    let mut farthest = -T::LARGEST;
    let mut iterations = 0;
    for corner in 0..1_u32 << D {
        let by = SVector::from_fn(|axis, _| {
            let by = bodies.rounding[axis] * T::of(MOVED_BY);
            if corner >> axis & 1 == 0 { by } else { -by }
        });
        let offset = bodies.offset + by;
        let bodies = Difference { offset, ..*bodies };
        moved.run(&bodies, &start, |_| ControlFlow::Continue(()));
        farthest = farthest.max(moved.upper_bound);
        iterations += moved.iterations;
    }
    (farthest, iterations)
}
