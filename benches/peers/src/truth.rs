//! Finds the right answer for bodies at rest in `f64`, with the oracle of the tests.

use nalgebra::Vector3;

use crate::oracle::distance::{Bounds, distance};
use crate::oracle::motion::Pose;
use crate::oracle::penetration::depth;
use crate::oracle::shape::{Core, Solid};
use crate::scenes::Case;

/// The known bounds of a pair's signed distance, and the other numbers by which answers are judged.
///
/// Bodies are kept relative to A's position, so that no digits are lost far from the world's origin.
pub struct Truth {
    bodies: [(Core, Pose); 2],
    origin: Vector3<f64>,
    /// A lower bound of the signed distance: the bodies are this far apart along some direction.
    pub low: f64,
    /// An upper bound of the signed distance.
    pub high: f64,
    /// The radius of the smaller body.
    pub small: f64,
    /// An upper bound of the coordinates of all points of the bodies in the world, not far above the largest.
    pub coordinates: f64,
}

impl Truth {
    pub fn new(case: &Case) -> Self {
        let origin = case.a.position;
        let solids = [&case.a, &case.b];
        let bodies = solids.map(|solid| {
            let mut pose = solid.pose();
            pose.translation -= origin;
            (solid.core(), pose)
        });
        let extents = [0, 1].map(|i| bodies[i].0.extent());
        let reach = |i: usize| {
            let core: &Core = &bodies[i].0;
            solids[i].position.norm() + core.solid.reach(&Vector3::zeros()) + core.radius
        };
        let coordinates = reach(0).max(reach(1));
        let mut truth = Self {
            bodies,
            origin,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
            small: extents[0].min(extents[1]),
            coordinates,
        };
        truth.bound();
        truth
    }

    fn bound(&mut self) {
        let bounds = self.bounds();
        if !bounds.overlap {
            (self.low, self.high) = (bounds.lower, bounds.upper);
            return;
        }
        let [a, b] = &self.bodies;
        let deep = depth::<3>((&a.0, a.1), (&b.0, b.1));
        self.high = -deep;
        self.low = if self.is_round() {
            // the depth of round bodies exceeds that of the polytopes inside them, and any direction bounds it from
            // above
            self.best_direction()
        } else {
            -deep
        };
    }

    fn bounds(&self) -> Bounds {
        let [a, b] = &self.bodies;
        distance((&a.0, a.1), (&b.0, b.1), None)
    }

    fn is_round(&self) -> bool {
        let round = |(core, _): &(Core, Pose)| !matches!(core.solid, Solid::Polytope(_));
        self.bodies.iter().any(round)
    }

    /// Returns the largest supporting distance that a local search from several directions finds.
    fn best_direction(&self) -> f64 {
        let frames = self
            .bodies
            .iter()
            .flat_map(|(_, pose)| pose.rotation.column_iter());
        let mut starts: Vec<Vector3<f64>> = frames.map(|column| column.into_owned()).collect();
        starts.push(self.bodies[1].1.translation);
        let both = starts.into_iter().flat_map(|start| [start, -start]);
        let units = both.filter_map(|start| start.try_normalize(1e-300));
        units
            .map(|start| self.climb(start))
            .fold(f64::NEG_INFINITY, f64::max)
    }

    /// Returns the best supporting distance near a direction. The search takes shorter and shorter steps to better
    /// directions.
    fn climb(&self, start: Vector3<f64>) -> f64 {
        let (mut direction, mut best, mut step) = (start, self.along(&start), 0.5);
        while step > 1e-8 {
            let (u, v) = crate::oracle::hull::tangents(&direction);
            let around = [u, v, -u, -v, u + v, u - v, v - u, -u - v];
            let tried = around.map(|aside| (direction + aside * step).normalize());
            let better = tried.into_iter().find(|next| self.along(next) > best);
            match better {
                Some(next) => (direction, best) = (next, self.along(&next)),
                None => step *= 0.5,
            }
        }
        best
    }

    /// Returns the supporting distance of the bodies along a vector from A to B, which is brought to unit length.
    pub fn along(&self, direction: &Vector3<f64>) -> f64 {
        let s = direction.normalize();
        let most = |(core, pose): &(Core, Pose), s: &Vector3<f64>| {
            let local = pose.rotation.tr_mul(s);
            s.dot(&pose.apply(&core.solid.support_point(&local))) + core.radius
        };
        -most(&self.bodies[1], &-s) - most(&self.bodies[0], &s)
    }

    /// Improves the truth by a direction that a contender found. Returns how far the truth was off, which is 0 unless
    /// the oracle overlooked an axis.
    pub fn learn(&mut self, direction: &Vector3<f64>) -> f64 {
        let along = self.along(direction);
        if !along.is_finite() {
            return 0.0;
        }
        let wrong = (along - self.high).max(0.0);
        self.low = self.low.max(along);
        self.high = self.high.max(along);
        wrong
    }

    /// Returns a lower bound of the distance of a point in the world from body A (0) or B (1).
    pub fn off_body(&self, body: usize, point: &Vector3<f64>) -> f64 {
        let (core, pose) = &self.bodies[body];
        let dot = crate::oracle::shape::Body::<3>::sharp(crate::oracle::shape::Shape::Ball {
            radius: 0.0,
        });
        let place = Pose {
            rotation: nalgebra::Matrix3::identity(),
            translation: point - self.origin,
        };
        distance((core, *pose), (&dot.core(), place), None).lower
    }
}
