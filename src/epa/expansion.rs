//! The expansion of the polytope, in double precision. Bodies in the plane are lifted to z = 0 in space.

use std::ops::Range;

use nalgebra::Vector3;

use super::boundary::Boundary;
use super::lifted::vector;
use super::start::first_simplex;
use super::support::{Least, Minkowski, Sample, Support};
use crate::gjk::Termination;
use crate::number::Vector;
use crate::simplex::nearest_part;
use crate::tuning::{EPA_DIVE, EPA_EVALUATIONS, USUAL_FACETS, USUAL_POINTS};

/// Ulps of the farthest point by which the distance of a facet may be off. In halves of an ulp: the products and sums
/// of n . y lose 3, and so do those of the rounding, which is less than y; their difference and what is subtracted here
/// lose one each. A normal is longer than 1 by up to 3, which is a share of the distance. That is 11 halves, or 6 ulps.
/// The length of the farthest point and the product with it are off by a small share of that.
const FACET_ULPS: f64 = 8.0;

/// The depth of the origin in the difference.
#[derive(Clone, Debug)]
pub(super) struct Depth {
    /// How far the difference reaches along the normal, an upper bound of the depth.
    pub(super) upper_bound: f64,
    /// The outward unit normal of the difference where the origin is nearest to its boundary.
    pub(super) along: Vector3<f64>,
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

/// Returns the depth of the origin in the difference. `known` are points of the difference around the origin, at least
/// one.
pub(super) fn expand<P: Boundary>(difference: &mut dyn Minkowski, known: Vec<Sample>) -> Depth {
    let mut least = Least {
        support: Support {
            value: f64::INFINITY,
            along: Vector3::x(),
            sample: known[0],
        },
        evaluations: 0,
    };
    let start = first_simplex(difference, &mut least, &known, P::DIMENSION)
        .and_then(|samples| Some((P::simplex(&samples)?, samples)));
    match start {
        Some((polytope, samples)) => Expansion::new(polytope, samples).run(difference, least),
        // the difference is flat, up to rounding: the bodies touch
        None => Depth {
            upper_bound: least.support.value,
            along: least.support.along,
            least: least.support,
            lower_bound: 0.0,
            proven: 0.0,
            nearest: known,
            termination: Termination::Converged,
            evaluations: least.evaluations,
        },
    }
}

/// A facet and its distance from the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Entry {
    /// The distance of the plane of the facet, negative iff the origin is beyond it. If `measured`, the distance of
    /// the facet itself.
    distance: f64,
    facet: u32,
    measured: bool,
    /// True iff the facet is known to lie on the boundary of the difference.
    settled: bool,
}

impl Entry {
    fn new(facet: u32) -> Self {
        Self {
            distance: 0.0,
            facet,
            measured: false,
            settled: false,
        }
    }
}

/// Returns the place of the nearest entry, the first of equally near ones. Of the usual few dozen it takes less to look at
/// all than to keep them in order. Round shapes that touch along a whole circle have some hundreds.
fn nearest(entries: &[Entry]) -> Option<usize> {
    let (mut nearest, mut least) = (None, f64::INFINITY);
    for (place, entry) in entries.iter().enumerate() {
        if entry.distance < least {
            (nearest, least) = (Some(place), entry.distance);
        }
    }
    nearest
}

/// The plane of a facet.
struct Plane {
    /// The outward unit normal; zero if rounding hides it.
    normal: Vector3<f64>,
    /// The distance of the plane from the origin, which is not negative on either side.
    distance: f64,
    /// The index of how far the difference reaches along the normal, if it was evaluated.
    support: Option<u32>,
}

/// A polytope inside the difference. It grows where the origin is nearest to its boundary.
struct Expansion<P> {
    polytope: P,
    /// The samples behind the points of the polytope, in the same order.
    samples: Vec<Sample>,
    /// The planes of the facets, by index.
    planes: Vec<Plane>,
    /// How far the difference reaches along the normals that were evaluated.
    supports: Vec<Support>,
    /// The facets that may still be expanded, in the order in which they came.
    queue: Vec<Entry>,
}

impl<P: Boundary> Expansion<P> {
    fn new(polytope: P, samples: Vec<Sample>) -> Self {
        let count = polytope.facets().count() as u32;
        let mut expansion = Self {
            polytope,
            samples,
            planes: Vec::with_capacity(USUAL_FACETS),
            supports: Vec::with_capacity(USUAL_POINTS),
            queue: Vec::with_capacity(USUAL_FACETS),
        };
        for facet in 0..count {
            expansion.push(facet);
        }
        expansion
    }

    fn push(&mut self, facet: u32) {
        debug_assert_eq!(self.planes.len(), facet as usize, "facets come in order");
        let normal = self.polytope.normal(facet).unwrap_or_default();
        let vertex = self.polytope.vertices(facet)[0];
        let distance = normal.dot(&self.polytope.points()[vertex as usize]).abs();
        self.planes.push(Plane {
            normal,
            distance,
            support: None,
        });
        // a facet without a normal is a sliver, and its neighbours cover it
        if normal == Vector3::zeros() {
            return;
        }
        let beyond = self.polytope.sees_origin(facet);
        self.queue.push(Entry {
            distance: if beyond {
                -distance.max(f64::MIN_POSITIVE)
            } else {
                distance
            },
            ..Entry::new(facet)
        });
    }

    /// Removes and returns the nearest facet. The distance of the facet itself counts: rounding may put the plane of
    /// a sliver too near, and many facets may lie in one plane.
    fn pop(&mut self) -> Option<Entry> {
        loop {
            let place = nearest(&self.queue)?;
            let entry = self.queue[place];
            if entry.measured || entry.distance < 0.0 {
                return Some(self.queue.remove(place));
            }
            self.queue[place] = self.measured(entry);
        }
    }

    /// Returns the entry with the distance of the facet itself. It is at least the distance of the plane, if the
    /// origin is not beyond that plane.
    fn measured(&self, entry: Entry) -> Entry {
        if entry.measured {
            return entry;
        }
        let Plane {
            normal, distance, ..
        } = &self.planes[entry.facet as usize];
        let of_facet = if self.polytope.faces_origin(entry.facet, normal) {
            *distance
        } else {
            let vertices = self.polytope.vertices(entry.facet);
            let mut points = [Vector::default(); 3];
            for (point, &vertex) in points.iter_mut().zip(vertices) {
                *point = vector(&self.polytope.points()[vertex as usize]);
            }
            nearest_part(&points[..vertices.len()]).length
        };
        Entry {
            distance: of_facet.max(entry.distance),
            measured: true,
            ..entry
        }
    }

    /// Returns how far the difference reaches along the normal of a facet.
    fn evaluate(
        &mut self,
        facet: u32,
        difference: &mut dyn Minkowski,
        least: &mut Least,
    ) -> Support {
        let plane = &mut self.planes[facet as usize];
        if let Some(known) = plane.support {
            return self.supports[known as usize];
        }
        plane.support = Some(self.supports.len() as u32);
        let support = least.support(difference, &plane.normal);
        self.supports.push(support);
        support
    }

    /// Expands the polytope until its nearest facet lies on the boundary of the difference.
    fn run(mut self, difference: &mut dyn Minkowski, mut least: Least) -> Depth {
        let mut settled: Option<Entry> = None;
        while let Some(entry) = self.pop() {
            let support = self.evaluate(entry.facet, difference, &mut least);
            let distance = settled.unwrap_or(entry).distance;
            if self.closes(&entry, &support, difference) {
                let best = self.better(settled, (entry.facet, support));
                return self.depth(best, distance, difference, &least);
            }
            if least.evaluations >= EPA_EVALUATIONS {
                let best = self.dive(entry.facet, support, difference, &mut least);
                let best = self.better(settled, best);
                return self.depth(best, distance, difference, &least);
            }
            if entry.settled {
                settled.get_or_insert(entry);
                if self.polytope.sees_origin(entry.facet) {
                    break;
                }
            } else if self.expand(entry.facet, &support).is_none() {
                let settled = self.measured(entry);
                self.queue.push(Entry {
                    settled: true,
                    ..settled
                });
            }
        }
        // rounding hides how far the difference reaches along the normal of any facet
        let depth = Depth {
            upper_bound: least.support.value,
            along: least.support.along,
            least: least.support,
            lower_bound: 0.0,
            proven: 0.0,
            nearest: vec![least.support.sample],
            termination: Termination::Rounding,
            evaluations: least.evaluations,
        };
        settled.map_or(depth.clone(), |entry| {
            let lower_bound = self.lower_bound(entry.distance);
            Depth {
                lower_bound,
                proven: self.proven(lower_bound, difference),
                nearest: self.corners(entry.facet),
                ..depth
            }
        })
    }

    /// Returns the lower bound of the depth, given the distance of the nearest facet. It is 0 if the origin is outside
    /// the polytope: distances of facets are then no depths.
    fn lower_bound(&self, distance: f64) -> f64 {
        let mut facets = self.polytope.facets();
        if facets.any(|facet| self.polytope.sees_origin(facet)) {
            return 0.0;
        }
        distance.max(0.0)
    }

    /// Returns the facet along whose normal the difference reaches less: the nearest settled one, or another.
    ///
    /// Rounding may hide that the settled one closes. The distance of a long edge is known to some digits of its length
    /// only, and the facet that closes after it may be on the far side of a thin difference.
    fn better(&self, settled: Option<Entry>, other: (u32, Support)) -> (u32, Support) {
        let support = settled.and_then(|entry| {
            let support = self.planes[entry.facet as usize].support?;
            Some((entry.facet, self.supports[support as usize]))
        });
        support
            .filter(|(_, support)| support.value < other.1.value)
            .unwrap_or(other)
    }

    /// Follows the nearest of the new facets, without regard to the others, to a facet on the boundary of the
    /// difference. No direction near its normal is better, though one far away may be.
    fn dive(
        &mut self,
        mut facet: u32,
        mut support: Support,
        difference: &mut dyn Minkowski,
        least: &mut Least,
    ) -> (u32, Support) {
        let mut best = (facet, support);
        let mut candidates: Vec<Entry> = Vec::new();
        while least.evaluations < EPA_EVALUATIONS + EPA_DIVE {
            if let Some(added) = self.expand(facet, &support) {
                let visible = |facet: &u32| self.planes[*facet as usize].normal != Vector3::zeros();
                let visible = added.filter(visible);
                candidates = visible
                    .map(|facet| self.measured(Entry::new(facet)))
                    .collect();
            }
            let Some(place) = nearest(&candidates) else {
                break;
            };
            let nearest = candidates.remove(place);
            facet = nearest.facet;
            support = self.evaluate(facet, difference, least);
            if support.value < best.1.value {
                best = (facet, support);
            }
            if self.closes(&nearest, &support, difference) {
                break;
            }
        }
        best
    }

    /// Returns whether a facet lies on the boundary of the difference and the origin is over it. A facet far away may
    /// lie in a plane near the origin too.
    fn closes(&self, entry: &Entry, support: &Support, difference: &dyn Minkowski) -> bool {
        let tolerance = difference.tolerance(support.value, &support.along);
        let of_plane = self.planes[entry.facet as usize].distance;
        support.value - entry.distance <= tolerance
            && self.measured(*entry).distance - of_plane <= tolerance
    }

    /// Adds the point that was found beyond a facet, and returns the new facets; `None` if the point is not beyond it.
    fn expand(&mut self, facet: u32, support: &Support) -> Option<Range<u32>> {
        if !self.polytope.sees(facet, &support.sample.y) {
            return None;
        }
        self.samples.push(support.sample);
        let added = self.polytope.add(support.sample.y, facet);
        let polytope = &self.polytope;
        self.queue.retain(|entry| polytope.is_alive(entry.facet));
        for facet in added.clone() {
            self.push(facet);
        }
        Some(added)
    }

    /// Returns the depth, given the facet along whose normal the difference reaches least, and the distance of the
    /// nearest facet.
    fn depth(
        &self,
        (facet, support): (u32, Support),
        distance: f64,
        difference: &dyn Minkowski,
        least: &Least,
    ) -> Depth {
        let lower_bound = self.lower_bound(distance);
        let is_known =
            support.value - lower_bound <= difference.tolerance(support.value, &support.along);
        Depth {
            upper_bound: support.value,
            along: support.along,
            least: least.support,
            lower_bound,
            proven: self.proven(lower_bound, difference),
            nearest: self.corners(facet),
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
    /// Points may be off by a box E. Move the ball of radius d around the origin by all of E: if the polytope contains
    /// what it sweeps, the difference contains the ball. The origin is inside the polytope, so that it does if no facet
    /// reaches into that. A facet does not if n . y >= |n| d + (|n_x|, |n_y|, |n_z|) . E for all its corners y and some
    /// vector n. Its normal proves most, and any other vector proves too, so that it does not matter how well the
    /// normal is known. A long body is off by much along itself, and by little across it: what counts is the facet.
    fn proven(&self, lower_bound: f64, difference: &dyn Minkowski) -> f64 {
        // exact arithmetic then has the origin inside
        if !(lower_bound > 0.0) {
            return 0.0;
        }
        let rounding = difference.rounding();
        let points = self.polytope.points();
        let squares = points.iter().map(|y| y.norm_squared());
        let farthest = squares.fold(0.0, f64::max);
        let facets = self.polytope.facets();
        let of_facets = facets.map(|facet| {
            let normal = &self.planes[facet as usize].normal;
            let corners = self.polytope.vertices(facet).iter();
            let reached = corners.map(|&vertex| normal.dot(&points[vertex as usize]));
            reached.fold(f64::INFINITY, f64::min) - normal.abs().dot(&rounding)
        });
        let nearest = of_facets.fold(f64::INFINITY, f64::min);
        (nearest - farthest.sqrt() * f64::EPSILON * FACET_ULPS).max(0.0)
    }

    fn corners(&self, facet: u32) -> Vec<Sample> {
        let corner = |&vertex: &u32| self.samples[vertex as usize];
        self.polytope.vertices(facet).iter().map(corner).collect()
    }
}

#[cfg(test)]
mod tests;
