//! The choice of the few contact points that hold the most.

use super::outline::{cross, length, minus};

/// A point that may be chosen.
pub(super) trait Place {
    /// Its place across the normal.
    fn at(&self) -> [f64; 2];
    /// The distance of the bodies there.
    fn gap(&self) -> f64;
    /// Returns whether it is at a vertex of either body.
    fn is_at_vertex(&self) -> bool;
}

/// Returns which of the candidates comes first: the deepest. If others are as deep up to `merging`, it is the first of
/// these by name, so that it stays the same if bodies rock a little. Those at a vertex come before others: an edge may
/// cross another one in the middle of a side of the polygon, but a vertex is mostly a corner.
pub(super) fn deepest<P: Place>(candidates: &[P], merging: f64) -> Option<usize> {
    deepest_of(candidates, merging, |_| true)
}

/// Returns which of the candidates comes first, as [`deepest`] does, but prefers the corners of the polygon around all
/// of them. Where several pieces touch, a vertex may also be inside it, or in the middle of a side.
pub(super) fn deepest_corner<P: Place>(
    candidates: &[P],
    merging: f64,
    memory: &mut Memory,
) -> Option<usize> {
    memory.hull(candidates.iter().map(Place::at));
    // of points near one line those at the ends stay
    for candidate in candidates.iter().rev() {
        let polygon = &mut memory.polygon;
        let corner = polygon.iter().position(|&corner| corner == candidate.at());
        if let Some(corner) = corner
            && polygon.len() > 2
        {
            let count = polygon.len();
            let sides = [(corner + count - 1) % count, (corner + 1) % count];
            let chord = sides.map(|index| polygon[index]);
            if outside(&chord, polygon[corner]) <= merging {
                polygon.remove(corner);
            }
        }
    }
    let is_corner = |candidate: &P| memory.polygon.contains(&candidate.at());
    deepest_of(candidates, merging, is_corner).or_else(|| deepest(candidates, merging))
}

/// Returns the deepest candidate if it is among these, or another of these that is as deep.
fn deepest_of<P: Place>(
    candidates: &[P],
    merging: f64,
    is_among: impl Fn(&P) -> bool,
) -> Option<usize> {
    let least = candidates
        .iter()
        .map(Place::gap)
        .fold(f64::INFINITY, f64::min);
    let is_deepest = |candidate: &P| candidate.gap() <= least + merging && is_among(candidate);
    let at_vertex = |candidate: &P| is_deepest(candidate) && candidate.is_at_vertex();
    let first = candidates.iter().position(at_vertex);
    first.or_else(|| candidates.iter().position(is_deepest))
}

/// Keeps at most `most` of the candidates, which are in the order of their names, and begins with the `first` of them.
///
/// The second is the one farthest from it, across the normal. Each other one is the one farthest outside the polygon of
/// those before it. Candidates that are outside by no more than `merging` are left out.
pub(super) fn reduce<P: Place>(
    candidates: &mut Vec<P>,
    (first, most): (Option<usize>, usize),
    merging: f64,
    memory: &mut Memory,
) {
    let Some(first) = first else {
        return;
    };
    candidates[..=first].rotate_right(1);
    let mut kept = 1;
    while kept < most.min(candidates.len()) {
        let chosen = candidates[..kept].iter().map(Place::at);
        memory.hull(chosen);
        let mut farthest = (merging, None);
        for (index, candidate) in candidates.iter().enumerate().skip(kept) {
            let distance = outside(&memory.polygon, candidate.at());
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
        // the sort puts -0 before 0; adding zero makes them the same
        sorted.extend(points.map(|[x, y]| [x + 0.0, y + 0.0]));
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

#[cfg(test)]
mod tests;
