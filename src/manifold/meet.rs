//! Where the sides of two bodies meet: vertices over faces, edges and vertices, and edges across edges.

use super::ContactId;
use super::outline::{Corner, Lengths, Outline, Part, between, cross, edges, length, minus};
use super::reduce::Place;
use crate::support::Feature;

/// A point of contact, seen along the normal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// The places on A and on B across the normal.
    pub(super) at: [[f64; 2]; 2],
    /// How far A reaches towards B there, and B towards A.
    pub(super) heights: [f64; 2],
    /// The distance of both places across the normal.
    apart: f64,
    pub(super) id: ContactId,
}

impl Candidate {
    /// A candidate that is kept before all others of its name.
    pub(super) fn preferred(at: [[f64; 2]; 2], heights: [f64; 2], id: ContactId) -> Self {
        Self {
            at,
            heights,
            apart: 0.0,
            id,
        }
    }
}

impl Place for Candidate {
    fn at(&self) -> [f64; 2] {
        self.at[0]
    }

    /// The radii do not count.
    fn gap(&self) -> f64 {
        -self.heights[0] - self.heights[1]
    }

    fn is_at_vertex(&self) -> bool {
        self.id.has_vertex()
    }
}

/// Collects the corners of the gap between two sides: all places where it may be least, and all corners of the region
/// in which the sides overlap as seen along the normal. They have at most a gap of `within` more than the least.
///
/// The gap is a convex function with a constant slope between its corners, if the sides are polytopes. For each pair of
/// parts the corners are the vertices of one over the other, and the crossings of their edges. Of candidates with the
/// same name one is kept: the one whose places are nearest to each other, and of these the one with the least gap.
///
/// The contact, if it is given, is one of them only if no other comes as near. The parts of a body are not all of it: a
/// cylinder's octagon lacks up to 7.6 % of its radius, and a body that lists no parts has only one point. What stays of
/// the bodies may then be far apart where it overlaps.
pub(super) fn meet(
    sides: [&Outline; 2],
    contact: Option<Candidate>,
    within: f64,
    lengths: &Lengths,
    found: &mut Vec<Candidate>,
) {
    found.clear();
    let mut pair = Pair {
        sides,
        merging: lengths.merging,
        least: f64::INFINITY,
        found,
    };
    for part_a in &sides[0].parts {
        for part_b in &sides[1].parts {
            if pair.may_meet([part_a, part_b], within) {
                pair.vertices([part_a, part_b], 0);
                pair.vertices([part_a, part_b], 1);
                pair.crossings([part_a, part_b]);
            }
        }
    }
    // points as deep as others up to `merging` count as deep, so that names last if bodies rock
    let slack = within.min(lengths.merging) + lengths.tolerance;
    if let Some(contact) = contact
        && lengths.nearest + slack < pair.least
    {
        pair.least = contact.gap();
        pair.found.push(contact);
    }
    let most = pair.least + within;
    found.retain(|candidate| candidate.gap() <= most);
    found.sort_unstable_by(|p, q| {
        let by_place = p
            .apart
            .total_cmp(&q.apart)
            .then(p.gap().total_cmp(&q.gap()));
        key(&p.id).cmp(&key(&q.id)).then(by_place)
    });
    found.dedup_by_key(|candidate| candidate.id);
}

struct Pair<'a> {
    sides: [&'a Outline; 2],
    merging: f64,
    least: f64,
    found: &'a mut Vec<Candidate>,
}

impl Pair<'_> {
    /// Returns whether the rectangles around two parts meet, and their gap may be small enough.
    fn may_meet(&self, parts: [&Part; 2], within: f64) -> bool {
        let [a, b] = parts;
        let overlap = |axis: usize| {
            a.low[axis] <= b.high[axis] + self.merging && b.low[axis] <= a.high[axis] + self.merging
        };
        overlap(0) && overlap(1) && -a.top - b.top <= self.least + within
    }

    /// Adds the vertices of one part that are over the other.
    fn vertices(&mut self, parts: [&Part; 2], of: usize) {
        let other = 1 - of;
        for index in parts[of].corners.clone() {
            let corner = self.sides[of].corners[index];
            let under = self.sides[other].nearest(parts[other], corner.at);
            if under.distance <= self.merging {
                let mut places = [(corner.at, corner.height); 2];
                places[other] = (under.at, under.height);
                self.add(parts, places, under.distance);
            }
        }
    }

    /// Adds the places where edges cross.
    fn crossings(&mut self, parts: [&Part; 2]) {
        for edge in edges(parts[0].corners.clone()) {
            let [p, q] = edge.map(|index| self.sides[0].corners[index]);
            for edge in edges(parts[1].corners.clone()) {
                let [r, s] = edge.map(|index| self.sides[1].corners[index]);
                if let Some([first, second]) = crossing([p, q], [r, s]) {
                    let places = [between(p, q, first), between(r, s, second)];
                    // edges in one line cross anywhere, as far as rounding can tell
                    let apart = length(minus(places[0].0, places[1].0));
                    if apart <= self.merging {
                        self.add(parts, places, apart);
                    }
                }
            }
        }
    }

    fn add(&mut self, parts: [&Part; 2], places: [([f64; 2], f64); 2], apart: f64) {
        let name =
            |side: usize| self.sides[side].feature(parts[side], places[side].0, self.merging);
        let candidate = Candidate {
            at: places.map(|place| place.0),
            heights: places.map(|place| place.1),
            apart,
            id: ContactId {
                feature_a: name(0),
                feature_b: name(1),
            },
        };
        self.least = self.least.min(candidate.gap());
        self.found.push(candidate);
    }
}

/// Returns how far along each of two segments they cross; `None` if they do not, or are parallel.
fn crossing([p, q]: [Corner; 2], [r, s]: [Corner; 2]) -> Option<[f64; 2]> {
    let (first, second) = (minus(q.at, p.at), minus(s.at, r.at));
    let from = minus(r.at, p.at);
    let area = cross(first, second);
    let shares = [cross(from, second) / area, cross(from, first) / area];
    // quotients by zero are no numbers or too large
    shares
        .iter()
        .all(|share| (0.0..=1.0).contains(share))
        .then_some(shares)
}

/// A number for each name, by which contacts are in order.
pub(super) fn key(id: &ContactId) -> [[u32; 3]; 2] {
    [id.feature_a, id.feature_b].map(|feature| match feature {
        Feature::Vertex(v) => [0, v, 0],
        Feature::Edge([v, w]) => [1, v, w],
        Feature::Face(face) => [2, face, 0],
        Feature::Curved => [3, 0, 0],
    })
}
