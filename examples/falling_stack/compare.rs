//! Compares the impacts of a frame with the answers of simpler tests.

use std::collections::BTreeSet;

use photofinish::{Proximity, QueryError, Real, Span, Statistics};

use crate::body::{Body, proximity};
use crate::world::{Frame, World, query};

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

    /// Asks about each pair over the whole frame, as if nothing were in the way, and returns what each question cost.
    pub fn ask(&self, world: &World<T>) -> Result<Vec<Statistics>, QueryError> {
        let interval = T::zero()..=world.frame_length();
        let cost = |[a, b]: [usize; 2]| {
            let [a, b] = [a, b].map(|body| self.bodies[body].moving());
            match query().time_of_impact(&a, &b, interval.clone()) {
                Ok(solution) => Ok(Some(solution.statistics)),
                Err(QueryError::Undecided { .. }) => Ok(None),
                Err(error) => Err(error),
            }
        };
        world
            .pairs()
            .filter_map(|pair| cost(pair).transpose())
            .collect()
    }

    /// Compares with the world after the frame.
    pub fn compare(&self, world: &World<T>, frame: &Frame) -> Comparison {
        let length = world.frame_length();
        let during = Span::new(T::zero(), length).expect("a frame has a length");
        let boxes = self.bodies.iter().map(|body| {
            let swept = body.moving().swept_box(during);
            swept.expect("bodies move as numbers do")
        });
        let boxes: Vec<_> = boxes.collect();
        let hits = frame.hits.iter().filter(|impact| !impact.micro);
        let hits: BTreeSet<_> = hits.map(|impact| impact.bodies).collect();
        let mut found = Comparison::default();
        for [a, b] in world.pairs() {
            found.pairs += 1;
            found.boxes += u32::from(boxes[a].overlaps(&boxes[b]));
            let disjoint = |time| {
                let proximity = proximity(&self.bodies[a], &self.bodies[b], time);
                matches!(proximity, Proximity::Disjoint(_))
            };
            if hits.contains(&[a, b]) && disjoint(T::zero()) && disjoint(length) {
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
