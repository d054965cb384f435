//! The expansion of the polytope, in double precision. Bodies in the plane are lifted to z = 0 in space.

use nalgebra::Vector3;

use super::boundary::{Boundary, Facet};
use super::start::first_simplex;
use super::support::{Least, Minkowski, Sample, Support};
use crate::gjk::Termination;
use crate::tuning::{EPA_DIVE, EPA_EVALUATIONS};

/// Ulps of the farthest point by which the distance of a facet may be off. In halves of an ulp: the products and sums
/// of n . y lose 3, and so do those of the rounding, which is less than y; their difference and what is subtracted here
/// lose one each. A normal is longer than 1 by up to 3, which is a share of the distance. That is 11 halves, or 6 ulps.
/// The length of the farthest point and the product with it are off by a small share of that.
const FACET_ULPS: f64 = 8.0;

/// The depth of the origin in the difference.
#[derive(Clone, Debug)]
pub(super) struct Depth {
    /// How far the difference reaches along the outward normal where the origin is nearest to its boundary: an upper bound
    /// of the depth.
    pub(super) reach: Support,
    /// The least support value along any direction tried. If it is negative by more than rounding, the origin is not in
    /// the difference.
    pub(super) least: Support,
    /// The distance of the nearest facet of the polytope, a lower bound of the depth, rounding aside. It is 0 if the
    /// origin is outside the polytope.
    pub(super) lower_bound: f64,
    /// A lower bound of the depth, all rounding included; 0 if none is proven.
    pub(super) proven: f64,
    /// The points whose hull contains the nearest point of the boundary.
    pub(super) nearest: Vec<Sample>,
    pub(super) termination: Termination,
    pub(super) evaluations: u32,
}

impl Depth {
    /// What is known without a polytope.
    fn unproven(least: &Least, nearest: Vec<Sample>, termination: Termination) -> Self {
        Self {
            reach: least.support,
            least: least.support,
            lower_bound: 0.0,
            proven: 0.0,
            nearest,
            termination,
            evaluations: least.evaluations,
        }
    }
}

/// Returns the depth of the origin in the difference. `known` are points of the difference around the origin, at least
/// one.
pub(super) fn expand(
    difference: &mut dyn Minkowski,
    known: Vec<Sample>,
    dimension: usize,
) -> Depth {
    let mut least = Least::new(known[0]);
    let first = first_simplex(difference, &mut least, &known, dimension);
    match first.and_then(Boundary::simplex) {
        Some(polytope) => run(polytope, difference, &mut least),
        // the difference is flat, up to rounding: the bodies touch
        None => Depth::unproven(&least, known, Termination::Converged),
    }
}

/// A facet near the origin, how far the difference reaches along its normal, and the distance of the nearest facet.
#[derive(Clone, Copy)]
struct Best {
    facet: Facet,
    reach: Support,
    distance: f64,
}

/// Expands a polytope inside the difference until its nearest facet lies on the boundary of the difference.
///
/// After many evaluations it follows the nearest of the new facets, without regard to the others. No direction near the
/// normal that it ends with is better, though one far away may be.
fn run(mut polytope: Boundary, difference: &mut dyn Minkowski, least: &mut Least) -> Depth {
    // the nearest facet of which rounding hides that it closes, or the best one after many evaluations
    let mut best: Option<Best> = None;
    while let Some(place) = polytope.nearest() {
        let facet = polytope.facets[place];
        let reach = least.support(difference, &facet.normal);
        let closes = closes(&polytope, &facet, &reach, difference);
        let is_deep = least.evaluations >= EPA_EVALUATIONS;
        if closes || is_deep || (facet.is_settled && best.is_none()) {
            let distance = best.map_or(facet.distance, |known| known.distance);
            // The distance of a long edge is known to some digits of its length only, and the facet that closes after it
            // may be on the far side of a thin difference.
            let known = best.filter(|known| known.reach.value < reach.value);
            let better = known.unwrap_or(Best {
                facet,
                reach,
                distance,
            });
            if closes || least.evaluations >= EPA_EVALUATIONS + EPA_DIVE {
                return depth(&polytope, &better, difference, least);
            }
            best = Some(better);
        }
        if facet.is_settled {
            polytope.facets[place].distance = f64::INFINITY;
            if facet.plane < 0.0 {
                break;
            }
        } else if polytope.sees(&facet, &reach.sample.y) {
            if is_deep {
                let facets = polytope.facets.iter_mut();
                facets.for_each(|facet| facet.distance = f64::INFINITY);
            }
            polytope.add(reach.sample, place);
        } else {
            polytope.settle(place);
        }
    }
    // rounding hides how far the difference reaches along the normal of any facet
    match best {
        Some(best) => {
            let reach = least.support;
            depth(&polytope, &Best { reach, ..best }, difference, least)
        }
        None => Depth::unproven(least, vec![least.support.sample], Termination::Rounding),
    }
}

/// Returns whether a facet lies on the boundary of the difference and the origin is over it. A facet far away may lie in a
/// plane near the origin too.
fn closes(polytope: &Boundary, facet: &Facet, reach: &Support, difference: &dyn Minkowski) -> bool {
    let tolerance = difference.tolerance(reach.value, &reach.along);
    reach.value - facet.distance <= tolerance
        && polytope.measured(facet) - facet.plane.abs() <= tolerance
}

fn depth(polytope: &Boundary, best: &Best, difference: &dyn Minkowski, least: &Least) -> Depth {
    let reach = best.reach;
    // distances of facets are no depths if the origin is outside
    let is_outside = polytope.facets.iter().any(|facet| facet.plane < 0.0);
    let lower_bound = if is_outside {
        0.0
    } else {
        best.distance.max(0.0)
    };
    let is_known = reach.value - lower_bound <= difference.tolerance(reach.value, &reach.along);
    Depth {
        reach,
        least: least.support,
        lower_bound,
        proven: if lower_bound > 0.0 {
            proven(polytope, &difference.rounding())
        } else {
            0.0
        },
        nearest: polytope.vertices(&best.facet),
        termination: if is_known {
            Termination::Converged
        } else if least.evaluations >= EPA_EVALUATIONS {
            Termination::Exhausted
        } else {
            Termination::Rounding
        },
        evaluations: least.evaluations,
    }
}

/// Returns a length d such that no way shorter than d frees the origin, whatever rounding has done to the points.
///
/// Points may be off by a box E. Move the ball of radius d around the origin by all of E: if the polytope contains what it
/// sweeps, the difference contains the ball. The origin is inside the polytope, as exact arithmetic has decided. So the
/// polytope contains what is swept if no facet reaches into that. A facet does not if n . y >= |n| d + (|n_x|, |n_y|, |n_z|)
/// . E for all its corners y and some vector n. Its normal proves most, and any other vector proves too, so that it does not
/// matter how well the normal is known. A long body is off by much along itself, and by little across it: what counts is the
/// facet.
fn proven(polytope: &Boundary, rounding: &Vector3<f64>) -> f64 {
    let of_facets = (polytope.facets.iter())
        .map(|facet| facet.plane - facet.normal.abs().dot(rounding))
        .fold(f64::INFINITY, f64::min);
    let squares = (polytope.samples.iter()).map(|sample| sample.y.norm_squared());
    let farthest = squares.fold(0.0, f64::max).sqrt();
    (of_facets - farthest * f64::EPSILON * FACET_ULPS).max(0.0)
}

#[cfg(test)]
mod tests;
