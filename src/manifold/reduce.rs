//! The choice of the few contact points that hold the most.

use super::meet::Candidate;
use super::outline::{cross, length, minus};

/// Keeps at most `most` of the candidates, which are in the order of their names.
///
/// The first is the deepest. If others are as deep up to `merging`, it is the first of these by name, so that it stays
/// the same if bodies rock a little. Those at a vertex come before others: an edge may cross another one in the middle
/// of a side of the polygon, but a vertex is mostly a corner.
///
/// The second is the one farthest from it, across the normal. Each other one is the one farthest outside the polygon of
/// those before it. Candidates that are outside by no more than `merging` are left out.
pub(super) fn reduce(
    candidates: &mut Vec<Candidate>,
    most: usize,
    merging: f64,
    memory: &mut Memory,
) {
    let least = candidates
        .iter()
        .map(Candidate::gap)
        .fold(f64::INFINITY, f64::min);
    let is_deepest = |candidate: &Candidate| candidate.gap() <= least + merging;
    let at_vertex = |candidate: &Candidate| is_deepest(candidate) && candidate.is_at_vertex();
    let first = candidates.iter().position(at_vertex);
    let Some(first) = first.or_else(|| candidates.iter().position(is_deepest)) else {
        return;
    };
    candidates[..=first].rotate_right(1);
    let mut kept = 1;
    while kept < most.min(candidates.len()) {
        let chosen = candidates[..kept].iter().map(|chosen| chosen.at[0]);
        memory.hull(chosen);
        let mut farthest = (merging, None);
        for (index, candidate) in candidates.iter().enumerate().skip(kept) {
            let distance = outside(&memory.polygon, candidate.at[0]);
            if distance > farthest.0 {
                farthest = (distance, Some(index));
            }
        }
        let Some(next) = farthest.1 else {
            break;
        };
        candidates[kept..=next].rotate_right(1);
        kept += 1;
    }
    candidates.truncate(kept);
}

/// Points across the normal, in memory that is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    polygon: Vec<[f64; 2]>,
    sorted: Vec<[f64; 2]>,
}

impl Memory {
    /// Makes the polygon the convex hull of some points, counter-clockwise (Andrew's monotone chain).
    fn hull(&mut self, points: impl Iterator<Item = [f64; 2]>) {
        let Self { polygon, sorted } = self;
        sorted.clear();
        sorted.extend(points);
        sorted.sort_unstable_by(|p, q| p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1])));
        polygon.clear();
        for is_upper in [false, true] {
            let start = polygon.len();
            for &point in sorted.iter() {
                while let [.., before, last] = polygon[start..]
                    && cross(minus(last, before), minus(point, before)) <= 0.0
                {
                    polygon.pop();
                }
                polygon.push(point);
            }
            // the last point of each half begins the other one
            if is_upper || sorted.len() > 1 {
                polygon.pop();
            }
            sorted.reverse();
        }
    }
}

/// How far a point is outside a convex polygon, which may be a segment or a point.
fn outside(polygon: &[[f64; 2]], at: [f64; 2]) -> f64 {
    let count = polygon.len();
    let mut nearest = f64::INFINITY;
    let mut is_inside = count > 2;
    for (index, &p) in polygon.iter().enumerate() {
        let along = minus(polygon[(index + 1) % count], p);
        let from = minus(at, p);
        is_inside &= cross(along, from) >= 0.0;
        let square = along[0] * along[0] + along[1] * along[1];
        let share = if square > 0.0 {
            ((from[0] * along[0] + from[1] * along[1]) / square).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let beside = minus(from, [along[0] * share, along[1] * share]);
        nearest = nearest.min(length(beside));
    }
    if is_inside { 0.0 } else { nearest }
}
