//! Compares the events of a frame with the answers of simpler tests.

use nalgebra::Vector3;
use photofinish::{Extrusion, Proximity, Real, Span, SupportMap};

use crate::body::{Body, proximity};
use crate::world::{Frame, World};

/// The bodies at the start of a frame. If nothing were in the way, they would fly on freely.
pub struct Snapshot<T: Real> {
    bodies: Vec<Body<T>>,
}

/// The answers of simpler tests about a frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Comparison {
    /// The number of all pairs.
    pub pairs: u32,
    /// The number of pairs whose swept bounding boxes overlap.
    pub boxes: u32,
    /// The number of pairs that a static test at both ends of the frame misses: they had an impact, other than a
    /// microcollision, but would be disjoint at both ends if each body flew on freely.
    pub missed: u32,
    /// The number of pairs that overlap at the end of the frame. There should be none.
    pub overlaps: u32,
    /// The depth of the deepest of these overlaps, in metres.
    pub depth: f64,
}

impl<T: Real> Snapshot<T> {
    /// Returns the bodies of the world. Take it before the frame.
    pub fn new(world: &World<T>) -> Self {
        Self {
            bodies: world.bodies().to_vec(),
        }
    }

    /// Compares with the world after the frame.
    pub fn compare(&self, world: &World<T>, frame: &Frame) -> Comparison {
        let length = world.frame_length();
        let boxes: Vec<_> = self
            .bodies
            .iter()
            .map(|body| swept_box(body, length))
            .collect();
        let mut hit = vec![false; world.pairs().count()];
        for impact in frame.hits.iter().filter(|impact| !impact.micro) {
            hit[impact.pair] = true;
        }
        let mut found = Comparison::default();
        for (pair, [a, b]) in world.pairs().enumerate() {
            found.pairs += 1;
            found.boxes += u32::from(overlap(&boxes[a], &boxes[b]));
            let disjoint = |time| {
                let proximity = proximity(&self.bodies[a], &self.bodies[b], time);
                matches!(proximity, Proximity::Disjoint(_))
            };
            if hit[pair] && disjoint(T::zero()) && disjoint(length) {
                found.missed += 1;
            }
            if let Proximity::Overlapping(penetration) =
                proximity(&world.bodies()[a], &world.bodies()[b], T::zero())
            {
                found.overlaps += 1;
                found.depth = found.depth.max(penetration.depth.as_f64());
            }
        }
        found
    }
}

/// Returns the lower and the upper corner of a box that holds a body during the whole frame.
///
/// A point whose acceleration along an axis is at most M stays below the chord of its path plus M h²/8, with h the
/// length of the frame: the farther of the two ends plus that much bounds the body.
fn swept_box<T: Real>(body: &Body<T>, length: T) -> [Vector3<T>; 2] {
    let moving = body.extrusion();
    let origin = Vector3::zeros();
    let ends = [T::zero(), length].map(|time| moving.slice(time, &origin));
    let during = Span::new(T::zero(), length).expect("a frame has a length");
    let reach = |direction: Vector3<T>| {
        let [start, end] = [0, 1].map(|end| direction.dot(&ends[end].support_point(&direction)));
        let bound = moving.acceleration_bound(&direction, during);
        let bulge = bound.map_or(T::zero(), |most| most.max(T::zero()));
        start.max(end) + bulge * length * length / T::of(8.0)
    };
    let upper = Vector3::from_fn(|axis, _| reach(Vector3::ith(axis, T::one())));
    let lower = Vector3::from_fn(|axis, _| -reach(Vector3::ith(axis, -T::one())));
    [lower, upper]
}

fn overlap<T: Real>(one: &[Vector3<T>; 2], other: &[Vector3<T>; 2]) -> bool {
    (0..3).all(|axis| one[0][axis] <= other[1][axis] && other[0][axis] <= one[1][axis])
}
