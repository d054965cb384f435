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

mod boundary;
mod expansion;
mod start;
mod support;

use std::ops::ControlFlow;

use nalgebra::{SVector, Vector3};

use boundary::Polygon;
use expansion::{Depth, expand};
use support::{Minkowski, Sample};

use crate::gjk::{End, Search, Start, Termination, search};
use crate::polytope::{LEAST_COORDINATE, Polytope};
use crate::simplex::{SLOTS, Simplex, power_of_two_scale};
use crate::support::{Difference, Feature, SupportPair};
use crate::tuning::ENOUGH_OF_ALLOWANCE;
use crate::vector::{length_of, unit};
use crate::{Contact, Real, SupportMap};

/// Ulps that the distance of points of disjoint cores may lose on the way to a depth. In halves of an ulp: their
/// direction 3, their distance 2.5, the product of both and the sum with the box 2, the length 2.5, what follows 2.
/// That is 6 ulps. The box holds two of them, as it counts 8 ulps of the radii where 6 are lost, and bodies overlap
/// only if their cores are nearer to each other than the radii.
const APART_ULPS: f64 = 4.0;
/// The factor by which a support value may be off if no coordinate of a point is off by more than 1: the root of three
/// coordinates, rounded up.
const LOST_FACTOR: f64 = 2.0;
/// Ulps of a lower bound of the depth of whole bodies: the division by a power of two is exact, the sum with the radii
/// and the conversion to the scalar lose half an ulp each.
const WHOLE_ULPS: f64 = 2.0;

/// The depth of the overlap of two bodies, with the normal and the witness points.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
#[non_exhaustive]
pub struct Penetration<T, const D: usize> {
    /// How far B must move along the normal, or A against it, to be free. Rounding aside, this is an upper bound of
    /// the least such way along any direction. It is zero for bodies that touch, and NaN for bodies whose coordinates
    /// are not finite. In the answer of a query it may be [rough](crate::Query::exact_depth); the termination is then
    /// [`Stopped`](Termination::Stopped).
    pub depth: T,
    /// A lower bound of the depth, rounding included: no shorter way frees the bodies.
    pub lower_bound: T,
    /// The deepest points, with their features and the normal along which the bodies overlap least. If the depth is
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

/// Returns how deep two placed bodies overlap, or `None` if they are disjoint.
///
/// If rounding hides whether the bodies touch, the depth is zero or of the size of rounding. If the bodies overlap but
/// their cores do not, the distance of the cores gives the depth, and no polytope is expanded.
///
/// ```
/// use nalgebra::{Isometry3, vector};
/// use photofinish::epa::penetration;
/// use photofinish::shape::Cuboid;
/// use photofinish::support::Posed;
///
/// let cube = Cuboid::new(vector![1.0, 1.0, 1.0])?;
/// let other = Posed::new(cube, &Isometry3::translation(1.75, 0.5, 0.0))?;
/// let overlap = penetration(&cube, &other).expect("they overlap");
/// assert_eq!((overlap.depth, overlap.contact.normal), (0.25, vector![1.0, 0.0, 0.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn penetration<T, const D: usize, A, B>(a: &A, b: &B) -> Option<Penetration<T, D>>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    let bodies = Difference::new(a, b);
    let start = Start::from_axis(unit(bodies.between()));
    let found = search(&bodies, &start, |_| ControlFlow::Continue(()));
    if found.proves_disjoint() {
        return None;
    }
    of_search(
        &bodies,
        &found,
        Accuracy::relative(start.relative_tolerance),
    )
    .ok()
}

/// How accurately a depth is wanted: the coarsest of these is enough. Between polytopes only `allowed` counts.
#[derive(Clone, Copy)]
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

/// Returns how deep two bodies overlap that a search did not prove disjoint. Fails with a second search if that one
/// proves them disjoint: the expansion may find a direction that separates bodies which only seemed to touch.
pub(crate) fn of_search<T, const D: usize, A, B>(
    bodies: &Difference<A, B, T, D>,
    found: &Search<T, D>,
    accuracy: Accuracy<T>,
) -> Result<Penetration<T, D>, Box<Search<T, D>>>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    if let Some(overlap) = of_disjoint_cores(bodies, found) {
        return Ok(overlap);
    }
    // support points with NaN leave the search without a finite bound
    let rounding_is_finite = bodies.rounding.iter().all(|x| x.is_finite());
    if !(found.lower_bound.is_finite() && rounding_is_finite) {
        return Ok(Penetration::unknown());
    }
    let mut lifted = Lifted::new(bodies, accuracy);
    let known = found.simplex.slots();
    let known = known.map(|slot| lifted.sample(found.simplex.pair(slot), found.vertices(slot)));
    let mut known: Vec<_> = known.collect();
    if known.is_empty() {
        known.push(lifted.support(&lift(&-found.normal.map(T::as_f64))).0);
    }
    let depth = match D {
        2 => expand::<Polygon>(&mut lifted, known),
        _ => expand::<Polytope>(&mut lifted, known),
    };
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
    let again = search(bodies, &Start::from_axis(axis), |_| {
        ControlFlow::Continue(())
    });
    if again.proves_disjoint() {
        return Err(Box::new(again));
    }
    Ok(of_disjoint_cores(bodies, &again).unwrap_or(overlap))
}

/// Returns how deep two bodies overlap at most, without a search: exactly if only their radii overlap.
pub(crate) fn rough<T, const D: usize, A, B>(
    bodies: &Difference<A, B, T, D>,
    found: &Search<T, D>,
) -> Penetration<T, D>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    of_disjoint_cores(bodies, found)
        .unwrap_or_else(|| along_normal(bodies, found, Termination::Stopped))
}

/// Returns the overlap along the direction with which a search ended: an upper bound of the depth.
///
/// It is the answer where no more is asked for, and where the expansion has no digits left, because the bodies are
/// longer than thin by more than the range of its coordinates.
fn along_normal<T, const D: usize, A, B>(
    bodies: &Difference<A, B, T, D>,
    found: &Search<T, D>,
    termination: Termination,
) -> Penetration<T, D>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    let on_cores = found.points_along_normal(bodies);
    let [witness_a, witness_b] = bodies.on_surfaces(on_cores, &found.normal);
    let overlap = Penetration {
        depth: (-found.lower_bound).max(T::zero()),
        lower_bound: T::zero(),
        contact: Contact {
            normal: found.normal,
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
fn of_disjoint_cores<T, const D: usize, A, B>(
    bodies: &Difference<A, B, T, D>,
    found: &Search<T, D>,
) -> Option<Penetration<T, D>>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    let End::Settled(termination) = found.end else {
        return None;
    };
    if found.proven + bodies.radius <= T::zero() {
        return None;
    }
    let [witness_a, witness_b] = found.witnesses(bodies);
    let [feature_a, feature_b] = found.features(bodies);
    let depth = (-found.lower_bound).max(T::zero());
    // Rounding r may have moved the nearest points of the cores along the line between them, by s . r, and across it,
    // which counts if they are as near as that. With v between them they are at most |v + r| apart.
    let apart = T::of(found.simplex.distance());
    let farthest = match found.simplex.direction() {
        Some(v) => length_of(&(v.map(T::of).abs() * apart + bodies.rounding)),
        None => apart + length_of(&bodies.rounding),
    };
    // the rounding of rotations may go in any direction
    let farthest = farthest.max(found.upper_bound + bodies.radius) + bodies.turn_rounding;
    let farthest = farthest * (T::one() + T::EPSILON * T::of(APART_ULPS));
    Some(Penetration {
        depth,
        lower_bound: (bodies.radius - farthest).max(T::zero()).min(depth),
        contact: Contact {
            normal: found.normal,
            witness_a,
            witness_b,
            feature_a,
            feature_b,
        },
        termination,
        iterations: found.iterations,
    })
}

/// The Minkowski difference of two cores, scaled by a power of two to a size near 1 and lifted to space.
struct Lifted<'x, A, B, T, const D: usize> {
    bodies: &'x Difference<A, B, T, D>,
    relative_tolerance: f64,
    /// The length to which the depth is wanted, and the depth that is allowed, both scaled.
    length: f64,
    allowed: f64,
    scale: f64,
    offset: SVector<f64, D>,
    last: [Option<u32>; 2],
    /// True iff all points so far were vertices of polytopes.
    is_of_polytopes: bool,
    /// How far rounding may have moved a point along each axis, scaled.
    rounding: Vector3<f64>,
    /// The largest coordinate that was too small for the expansion, and larger than its rounding; 0 if there was none.
    lost: f64,
    /// True iff a point had a coordinate that is not finite.
    is_nowhere: bool,
}

impl<'x, A, B, T, const D: usize> Lifted<'x, A, B, T, D>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    fn new(bodies: &'x Difference<A, B, T, D>, accuracy: Accuracy<T>) -> Self {
        let scale = power_of_two_scale(bodies.size().as_f64());
        Self {
            bodies,
            relative_tolerance: accuracy.relative.as_f64(),
            length: accuracy.length.as_f64() * scale,
            allowed: accuracy.allowed.as_f64() * scale,
            scale,
            offset: bodies.offset.map(T::as_f64) * scale,
            last: [None; 2],
            is_of_polytopes: true,
            rounding: lift(&(bodies.rounding.map(T::as_f64) * scale)),
            lost: 0.0,
            is_nowhere: false,
        }
    }

    fn sample(&mut self, pair: [SVector<f64, D>; 2], indices: [Option<u32>; 2]) -> Sample {
        let pair = pair.map(|point| lift(&(point * self.scale)));
        let mut y = (pair[1] - pair[0]) + lift(&self.offset);
        self.is_nowhere |= !y.sum().is_finite();
        for (x, rounding) in y.iter_mut().zip(self.rounding.iter()) {
            // exact arithmetic would underflow on smaller numbers
            if x.abs() < LEAST_COORDINATE {
                if x.abs() > *rounding {
                    self.lost = self.lost.max(x.abs());
                }
                *x = 0.0;
            }
        }
        Sample { y, pair, indices }
    }

    fn penetration(&self, depth: &Depth, found: &Search<T, D>) -> Penetration<T, D> {
        let bodies = self.bodies;
        let normal = lower::<D>(&-depth.along).map(T::of);
        let mut pairs = [[Vector3::zeros(); 2]; SLOTS];
        for (pair, sample) in pairs.iter_mut().zip(&depth.nearest) {
            *pair = sample.pair;
        }
        let simplex = Simplex::hull(&pairs[..depth.nearest.len()], lift(&self.offset));
        let on_cores: [_; 2] = simplex.witnesses().into();
        let on_cores = on_cores.map(|point| lower::<D>(&(point / self.scale)));
        let [witness_a, witness_b] = bodies.on_surfaces(on_cores, &normal);
        let slots = simplex.slots().filter(|&slot| simplex.weight(slot) > 0.0);
        let [feature_a, feature_b] =
            bodies.features(slots.map(|slot| depth.nearest[slot].indices), &normal);
        let whole = |length: f64| length / self.scale + bodies.radius.as_f64();
        let depth_of_bodies = T::of(whole(depth.upper_bound)).max(T::zero());
        let lower_bound = if depth.lower_bound > 0.0 && depth.upper_bound > 0.0 {
            whole(depth.lower_bound)
        } else {
            // no polytope contains the origin: the cores may be as far apart as the points that the search found
            -found.upper_bound.as_f64()
        };
        let in_scalar = |bound: f64| T::of(bound - bound.abs() * WHOLE_ULPS * T::EPSILON.as_f64());
        // rounding may have moved any facet outwards, along its own normal
        let plain = in_scalar(lower_bound) - length_of(&bodies.rounding);
        let lower_bound = if depth.proven > 0.0 {
            plain.max(in_scalar(whole(depth.proven)))
        } else {
            plain
        };
        Penetration {
            depth: depth_of_bodies,
            lower_bound: (lower_bound - bodies.turn_rounding)
                .max(T::zero())
                .min(depth_of_bodies),
            contact: Contact {
                normal,
                witness_a,
                witness_b,
                feature_a,
                feature_b,
            },
            termination: depth.termination,
            iterations: found.iterations + depth.evaluations,
        }
    }
}

impl<A, B, T, const D: usize> Minkowski for Lifted<'_, A, B, T, D>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    fn support(&mut self, along: &Vector3<f64>) -> (Sample, Vector3<f64>) {
        let s = lower::<D>(&-along).map(T::of);
        let pair: SupportPair<T, D> = self.bodies.support(&s, self.last);
        self.last = [pair.p.index(), pair.q.index()];
        self.is_of_polytopes &= pair.is_of_polytopes();
        let sample = self.sample(pair.points(), self.last);
        (sample, lift(&-s.map(T::as_f64)))
    }

    fn error(&self, along: &Vector3<f64>) -> f64 {
        let s = lower::<D>(along).map(T::of);
        self.bodies.error(&s).as_f64() * self.scale
    }

    fn rounding(&self) -> Vector3<f64> {
        self.rounding
    }

    fn tolerance(&self, depth: f64, along: &Vector3<f64>) -> f64 {
        let whole = depth + self.bodies.radius.as_f64() * self.scale;
        let lacks = (self.allowed - whole) * ENOUGH_OF_ALLOWANCE;
        let enough = self.error(along).max(lacks);
        // the expansion of polytopes ends at the exact depth
        if self.is_of_polytopes {
            return enough;
        }
        enough.max(self.length).max(self.relative_tolerance * whole)
    }
}

fn lift<const D: usize>(vector: &SVector<f64, D>) -> Vector3<f64> {
    Vector3::from_fn(|row, _| if row < D { vector[row] } else { 0.0 })
}

fn lower<const D: usize>(vector: &Vector3<f64>) -> SVector<f64, D> {
    SVector::from_fn(|row, _| vector[row])
}
