//! An upper bound of the distance of bodies where a run of GJK ended, rounding included.

use std::ops::ControlFlow;

use nalgebra::SVector;

use super::driver::Driver;
use super::problem::Slices;
use super::state::Log;
use crate::gjk::{Search, Seed, Start};
use crate::support::Difference;
use crate::vector::length_of;
use crate::{Extrusion, Real, SupportMap};

/// Ulps that rounding may take from the computed length of a vector. In halves of an ulp: its direction and its product
/// with the distance lose 2, the sum with the box 1, the length 2.5, and what follows 3. Together that is 8.5. The
/// rounding of radii is part of the box.
const LENGTH_ULPS: f64 = 8.0;
/// How far a body is moved, in errors. It is more than one because the sum of offset and error is itself rounded, by
/// half an ulp of the offset; the error contains four ulps of the offset, so a quarter more covers it.
const MOVED_ERRORS: f64 = 1.25;

impl<'x, A, B, T, const D: usize> Driver<'_, 'x, A, B, T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    /// Returns an upper bound of the distance of the bodies beyond the target distance, or `enough` if that is more.
    ///
    /// The error along the normal is not all that rounding can do. For example, if one of two edges is long, rounding
    /// may move their nearest points along it by more than they are apart.
    ///
    /// There are two bounds, and the smaller counts:
    /// - The vector v between two points of the bodies is off by no more than the box r, so | |v| + r | is a bound. It
    ///   is poor where r is large along a face, as other points of the face are equally near.
    /// - A support value along s is off by no more than the support value of the box, the largest s . c over its
    ///   corners c. The distance is the largest supporting distance. So it is no more than the largest distance of the
    ///   bodies when one of them is moved by a corner.
    pub(super) fn at_most(
        &mut self,
        now: &Slices<'x, A, B, T, D>,
        search: &Search<T, D>,
        enough: T,
    ) -> T {
        let bodies = &now.bodies;
        let direction = search.simplex.direction();
        let direction = direction.map_or(search.normal, |v| v.map(T::of));
        // the simplex holds the newest points, which may be farther apart than the nearest pair
        let of_cores = (search.upper_bound + bodies.radius).max(T::of(search.simplex.distance()));
        let between = direction * of_cores;
        let reached = length_of(&(between.abs() + bodies.rounding));
        let of_points = reached * (T::one() + T::EPSILON * T::of(LENGTH_ULPS));
        let lost = bodies.turn_rounding + now.target_rounding();
        let known = now.beyond_target(of_points + lost);
        if known <= enough {
            return enough;
        }
        let moved = farthest_moved(bodies, search, &mut self.log);
        let moved = moved + lost - self.goal.target;
        known.min(moved).max(enough)
    }
}

/// Returns the largest distance of the bodies when one of them is moved by a corner of the box of rounding errors.
fn farthest_moved<T, const D: usize, P, Q>(
    bodies: &Difference<P, Q, T, D>,
    search: &Search<T, D>,
    log: &mut Log<'_, T, D>,
) -> T
where
    T: Real,
    P: SupportMap<T, D>,
    Q: SupportMap<T, D>,
{
    let mut seed = Seed::default();
    search.write_seed(&mut seed);
    let start = Start {
        seed: Some(&seed),
        ..Start::from_axis(search.normal)
    };
    let mut moved = Search::new();
    let mut farthest = -T::LARGEST;
    for corner in 0..1_u32 << D {
        let by = SVector::from_fn(|axis, _| {
            let by = bodies.rounding[axis] * T::of(MOVED_ERRORS);
            if corner >> axis & 1 == 0 { by } else { -by }
        });
        let offset = bodies.offset + by;
        let bodies = Difference {
            offset,
            ..bodies.borrowed()
        };
        moved.run(&bodies, &start, |_| ControlFlow::Continue(()));
        farthest = farthest.max(moved.upper_bound);
        log.add_run(&moved);
    }
    farthest
}
