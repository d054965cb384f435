//! The expanding polytope algorithm (EPA), which finds how deep two bodies overlap, after \[5\].
//!
//! The depth is the least way by which one body must move to be free of the other. It is the distance from the origin
//! to the boundary of the Minkowski difference. The algorithm expands a polytope inside the difference: it adds a
//! support point where the origin is nearest to the boundary of the polytope, until that support point lies on this
//! boundary.
//!
//! Three things differ from \[5\], and make it robust:
//! - Exact arithmetic decides which facets see a point, so that the polytope stays convex whatever the input.
//! - The polytope need not contain the origin at first, or ever. Facets that have the origin beyond them are expanded
//!   before all others. If the bodies only touch, these facets cannot be expanded.
//! - The depth is not the distance of the last facet, but how far the difference reaches along its normal. That is an
//!   upper bound whatever the polytope is.
//!
//! `start` has the simplex that an expansion begins with, `expansion` the loop, and `boundary` the growing polytope.
//! `lifted` and `support` are what they see of the bodies.

mod boundary;
mod expansion;
mod lifted;
mod start;
mod support;

use nalgebra::SVector;

use expansion::expand;
use lifted::{Lifted, lift, lower};
use support::Minkowski;

use crate::gjk::{Closest, Search, Start, Termination, go_on};
use crate::support::{Feature, Untyped};
use crate::vector::{length_of, unit};
use crate::{Contact, Real};

/// The factor of the box of rounding that also holds what a mixture of points loses. In ulps of the coordinates of the
/// points, up to three products and their sum lose 1.5, the sum of the weights 1, and the division by it 1. The
/// difference of two points loses half an ulp, the sum with the offset another half, the offset itself too, and the
/// product of a matrix with a point 1.5. That is 6 ulps of the bodies, for which the box has 8, and 5 of the offset, for
/// which it has 4.
const MIXED: f64 = 1.25;
/// Ulps that a distance of disjoint cores loses from then on. In halves of an ulp: its conversion to the scalar 1, the
/// product and the sum with the box 2, the length 2.5, what follows 2. That is 4 ulps.
const APART_ULPS: f64 = 4.0;
/// The factor by which a support value may be off if no coordinate of a point is off by more than 1: the root of three
/// coordinates, rounded up.
const LOST_FACTOR: f64 = 2.0;

/// The depth of the overlap of two bodies, with the normal and the witness points.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
#[non_exhaustive]
pub struct Penetration<T, const D: usize> {
    /// How far B must move along the normal, or A against it, to be free. Rounding aside, this is an upper bound of
    /// the least such way along any direction. It is zero for bodies that touch, and NaN for bodies whose coordinates
    /// are not finite. In the answer of a query it may be [rough](crate::Query::exact_depth): many times as large as the
    /// lower bound.
    pub depth: T,
    /// A lower bound of the depth, rounding included: no shorter way frees the bodies.
    pub lower_bound: T,
    /// The deepest points, with their features and the normal along which the bodies overlap least. If a depth is
    /// rough, another normal that frees the bodies, the points farthest along it, and no features.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub contact: Contact<T, D>,
    /// The reason why the search ended.
    pub termination: Termination,
    /// The number of support points taken of each body, by GJK and by the expansion.
    pub iterations: u32,
}

impl<T: Real, const D: usize> Penetration<T, D> {
    /// Returns whether all numbers are finite.
    pub(crate) fn is_finite(&self) -> bool {
        self.depth.is_finite() && self.contact.is_finite()
    }

    /// The answer for bodies whose coordinates are not finite.
    fn unknown() -> Self {
        let nan = T::of(f64::NAN);
        Self {
            depth: nan,
            lower_bound: T::zero(),
            contact: Contact {
                normal: unit(SVector::zeros()),
                witness_a: SVector::repeat(nan),
                witness_b: SVector::repeat(nan),
                feature_a: Feature::Curved,
                feature_b: Feature::Curved,
            },
            termination: Termination::Rounding,
            iterations: 0,
        }
    }
}

/// How accurately a depth is wanted: the coarsest of these is enough. Between polytopes only `allowed` counts.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Accuracy<T> {
    /// To this share of the depth, the radii included,
    pub(crate) relative: T,
    /// or to this length,
    pub(crate) length: T,
    /// or, if the depth is less than this one, to a share of what is left up to it.
    pub(crate) allowed: T,
}

impl<T: Real> Accuracy<T> {
    /// To a share of the depth, the radii included.
    pub(crate) fn relative(relative: T) -> Self {
        Self {
            relative,
            length: T::zero(),
            allowed: T::zero(),
        }
    }
}

/// Returns how deep two bodies overlap that a search did not prove disjoint. Fails with the closest points if a second
/// search proves them disjoint: the expansion may find a direction that separates bodies which only seemed to touch.
pub(crate) fn of_search<T: Real, const D: usize>(
    bodies: &Untyped<'_, T, D>,
    found: &Search<D>,
    accuracy: Accuracy<T>,
) -> Result<Penetration<T, D>, Box<Closest<T, D>>> {
    if let Some(overlap) = of_disjoint_cores(bodies, found) {
        return Ok(overlap);
    }
    // support points with NaN leave the search without a finite bound
    let rounding_is_finite = bodies.rounding.iter().all(|x| x.is_finite());
    if !(found.distance_along_normal().is_finite() && rounding_is_finite) {
        return Ok(Penetration::unknown());
    }
    let mut lifted = Lifted::new(bodies, accuracy);
    let known = found.pairs().iter();
    let known = known.map(|at| lifted.sample([at.p.into(), at.q.into()], at.vertices()));
    let mut known: Vec<_> = known.collect();
    if known.is_empty() {
        known.push(lifted.support(&lift(&-found.normal())).0);
    }
    let depth = expand(&mut lifted, known, D);
    if lifted.is_nowhere {
        return Ok(Penetration::unknown());
    }
    let overlap = lifted.penetration(&depth, found);
    if lifted.lost > 0.0 || !overlap.is_finite() {
        let lost = T::of(lifted.lost * LOST_FACTOR / lifted.scale);
        let along_normal = along_normal(bodies, found, Termination::Rounding);
        // written so that NaN is not taken
        return Ok(
            if overlap.is_finite() && overlap.depth + lost < along_normal.depth {
                Penetration {
                    depth: overlap.depth + lost,
                    lower_bound: (overlap.lower_bound - lost).max(T::zero()),
                    ..overlap
                }
            } else {
                along_normal
            },
        );
    }
    if !(depth.least.value < -lifted.error(&depth.least.along)) {
        return Ok(overlap);
    }
    let axis = unit(lower::<D>(&-depth.least.along).map(T::of));
    let mut again = Search::new(&axis);
    let start = Start::from_axis(axis);
    again.measure(bodies, &start, f64::NEG_INFINITY, go_on);
    if let Some(closest) = again.closest(bodies) {
        return Err(Box::new(closest));
    }
    Ok(of_disjoint_cores(bodies, &again).unwrap_or(overlap))
}

/// Returns the overlap along the direction with which a search ended: an upper bound of the depth.
///
/// It is the answer where no more is asked for, and where the expansion has no digits left, because the bodies are
/// longer than thin by more than the range of its coordinates.
fn along_normal<T: Real, const D: usize>(
    bodies: &Untyped<'_, T, D>,
    found: &Search<D>,
    termination: Termination,
) -> Penetration<T, D> {
    let normal = found.normal();
    let on_cores = bodies.support(&normal, [None; 2]).points();
    let [witness_a, witness_b] = bodies.on_surfaces(on_cores, &normal);
    let overlap = Penetration {
        depth: (bodies.radius - T::of(found.distance_along_normal())).max(T::zero()),
        lower_bound: T::zero(),
        contact: Contact {
            normal,
            witness_a,
            witness_b,
            feature_a: Feature::Curved,
            feature_b: Feature::Curved,
        },
        termination,
        iterations: found.iterations,
    };
    if overlap.is_finite() {
        overlap
    } else {
        Penetration::unknown()
    }
}

/// The depth of bodies that overlap while their cores do not: the sum of the radii less the distance of the cores.
fn of_disjoint_cores<T: Real, const D: usize>(
    bodies: &Untyped<'_, T, D>,
    found: &Search<D>,
) -> Option<Penetration<T, D>> {
    let termination = found.termination()?;
    if !found.cores_are_apart() {
        return None;
    }
    let depth = (bodies.radius - T::of(found.distance_along_normal())).max(T::zero());
    // rounding may have moved the nearest points of the cores apart by a box, and that of rotations in any direction
    let between = SVector::from(found.between.numbers()).map(T::of);
    let moved = between.abs() + bodies.rounding * T::of(MIXED);
    let farthest = length_of(&moved) + bodies.turn_rounding;
    let farthest = farthest * (T::one() + T::EPSILON * T::of(APART_ULPS));
    Some(Penetration {
        depth,
        lower_bound: (bodies.radius - farthest).max(T::zero()).min(depth),
        contact: found.contact(bodies),
        termination,
        iterations: found.iterations,
    })
}
