//! The smallest overlap of a pair that can be found. Polytopes are tried along every separating axis, smooth bodies by
//! a search from many directions.
//!
//! Each direction is a proof: the depth is at most the overlap along it.

use nalgebra::Vector3;

use super::reference::Reference;
use photofinish_oracle::hull::tangents;

/// The number of directions from which a search for smooth bodies begins.
const DIRECTIONS: usize = 1500;
/// The number of directions, the best ones, from which it goes downhill.
const DESCENTS: usize = 8;
/// The largest number of steps downhill. A narrow valley is not worth following to its end.
const STEPS: usize = 100;

/// The least overlap found, and its direction.
#[derive(Clone, Copy, Debug)]
pub struct Least {
    pub overlap: f64,
    pub along: Vector3<f64>,
}

struct Search<'r, 'a, const D: usize> {
    pair: &'r Reference<'a, D>,
    least: Least,
}

/// Returns the least overlap found, with the directions `hints` tried first.
pub fn least_overlap<const D: usize>(pair: &Reference<D>, hints: &[Vector3<f64>]) -> Least {
    let mut search = Search {
        pair,
        least: Least {
            overlap: f64::INFINITY,
            along: Vector3::x(),
        },
    };
    for hint in hints {
        search.look(hint);
    }
    search.facet_normals();
    if D == 3 && pair.is_smooth() {
        search.downhill(hints);
    } else if D == 3 {
        search.edge_crosses();
    }
    search.least
}

impl<const D: usize> Search<'_, '_, D> {
    fn look(&mut self, along: &Vector3<f64>) -> f64 {
        let overlap = -self.pair.supporting_distance(along);
        if overlap < self.least.overlap {
            self.least = Least {
                overlap,
                along: *along,
            };
        }
        overlap
    }

    fn facet_normals(&mut self) {
        for (side, sign) in [(0, 1.0), (1, -1.0)] {
            let matrix = self.pair.models[side].matrix;
            match &self.pair.models[side].facets {
                Some(facets) => {
                    for normal in &facets.normals {
                        self.look(&((matrix * normal).normalize() * sign));
                    }
                }
                None => {
                    let axis = matrix.column(1).normalize();
                    self.look(&axis);
                    self.look(&-axis);
                }
            }
        }
    }

    /// Tries the normals of pairs of edges.
    fn edge_crosses(&mut self) {
        let [of_a, of_b] = self.pair.models.map(|model| {
            let edges = model.facets.iter().flat_map(|facets| &facets.edges);
            edges.map(|edge| model.matrix * edge).collect::<Vec<_>>()
        });
        for (edge_a, edge_b) in of_a.iter().flat_map(|a| of_b.iter().map(move |b| (a, b))) {
            let floor = 1e-14 * edge_a.norm() * edge_b.norm();
            if let Some(axis) = edge_a.cross(edge_b).try_normalize(floor) {
                self.look(&axis);
                self.look(&-axis);
            }
        }
    }

    /// Goes downhill from the best of many directions and from the hints, until no neighbour is better.
    fn downhill(&mut self, hints: &[Vector3<f64>]) {
        let mut seen: Vec<(f64, Vector3<f64>)> = (0..DIRECTIONS)
            .map(|n| {
                let along = spiral(n);
                (self.look(&along), along)
            })
            .collect();
        seen.select_nth_unstable_by(DESCENTS, |p, q| p.0.total_cmp(&q.0));
        seen.truncate(DESCENTS);
        let spacing = 3.6 / (DIRECTIONS as f64).sqrt();
        for (overlap, along) in seen {
            self.descend(overlap, along, spacing);
        }
        for hint in hints {
            let overlap = self.look(hint);
            self.descend(overlap, *hint, 1e-3);
        }
        let Least { overlap, along } = self.least;
        self.descend(overlap, along, 1e-4);
    }

    fn descend(&mut self, mut overlap: f64, mut along: Vector3<f64>, mut step: f64) {
        for _ in 0..STEPS {
            if step < 1e-9 {
                break;
            }
            let (u, v) = tangents(&along);
            let around = [u, v, -u, -v, u + v, v - u, -u - v, u - v];
            let next = around
                .iter()
                .map(|t| (along + t * step).normalize())
                .map(|s| (self.look(&s), s))
                .min_by(|p, q| p.0.total_cmp(&q.0));
            match next {
                Some((less, s)) if less < overlap => (overlap, along) = (less, s),
                _ => step *= 0.3,
            }
        }
    }
}

/// Returns the n-th of many points spread evenly over the sphere.
fn spiral(n: usize) -> Vector3<f64> {
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let height = 1.0 - (2 * n + 1) as f64 / DIRECTIONS as f64;
    let radius = (1.0 - height * height).sqrt();
    let (sin, cos) = (golden * n as f64).sin_cos();
    Vector3::new(cos * radius, sin * radius, height)
}
