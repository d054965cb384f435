//! The side of a body that faces the other one, as seen along the normal: polygons, segments and points with heights.

use nalgebra::SVector;

use crate::Real;
use crate::support::{Feature, Touching};

/// A corner, seen along the normal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    /// Its place across the normal; the second coordinate is zero in the plane.
    pub(super) at: [f64; 2],
    /// How far it reaches towards the other body.
    pub(super) height: f64,
    /// A vertex, or curved.
    pub(super) feature: Feature,
}

/// A polygon, segment or point of the side.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) feature: Feature,
    pub(super) corners: std::ops::Range<usize>,
    /// The plane of a polygon with room inside; `None` if its edges are all there is of it.
    plane: Option<Plane>,
    /// The rectangle around it.
    pub(super) low: [f64; 2],
    pub(super) high: [f64; 2],
    pub(super) top: f64,
}

#[derive(Clone, Copy, Debug)]
struct Plane {
    at: [f64; 2],
    height: f64,
    slope: [f64; 2],
    /// 1 for corners that are counter-clockwise, -1 for others.
    turn: f64,
}

impl Plane {
    fn height(&self, at: [f64; 2]) -> f64 {
        let [x, y] = minus(at, self.at);
        self.height + self.slope[0] * x + self.slope[1] * y
    }
}

/// The place of a part that is nearest to some place across the normal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    pub(super) at: [f64; 2],
    pub(super) height: f64,
    /// How far it is from the place asked about: zero inside.
    pub(super) distance: f64,
}

/// Lengths that decide what counts as one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengths {
    /// How far a separation may be off by rounding, or by that of the normal.
    pub(super) tolerance: f64,
    /// Places across the normal that are nearer than this count as one.
    pub(super) merging: f64,
    /// How far below the top a side is looked at.
    pub(super) depth: f64,
    /// The gap of the contact, without the radii. It is the supporting distance if that is more, as it is once bodies
    /// have moved apart since the contact was found.
    pub(super) nearest: f64,
}

/// The axes across the normal and along it, and the point that heights and places are measured from.
pub(super) struct View<const D: usize> {
    pub(super) axes: [SVector<f64, D>; 2],
    /// From the body to the other one.
    pub(super) outward: SVector<f64, D>,
    pub(super) offset: SVector<f64, D>,
}

impl<const D: usize> View<D> {
    fn corner<T: Real>(&self, point: &SVector<T, D>, feature: Feature) -> Corner {
        let point = point.map(T::as_f64) + self.offset;
        Corner {
            at: self.axes.each_ref().map(|axis| axis.dot(&point)),
            height: self.outward.dot(&point),
            feature,
        }
    }
}

/// The side of a body that faces the other one.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    pub(super) corners: Vec<Corner>,
    pub(super) parts: Vec<Part>,
    /// The ends of faces that are seen edge-on.
    thin: Vec<std::ops::Range<usize>>,
}

impl Outline {
    /// Fills the outline with the parts that face outward. `interior` is a point inside the body.
    ///
    /// A face that is seen edge-on is left out: what it touches, its edges touch too, and these belong to other faces.
    /// If no other face reaches as high, as on a plate that stands on its edge, its edges stand for it.
    pub(super) fn fill<T: Real, const D: usize>(
        &mut self,
        touching: &Touching<T, D>,
        view: &View<D>,
        interior: &SVector<T, D>,
        lengths: &Lengths,
    ) {
        self.corners.clear();
        self.parts.clear();
        self.thin.clear();
        let interior = view.corner(interior, Feature::Curved);
        for (feature, points, names) in touching.parts() {
            let start = self.corners.len();
            let named = points.iter().zip(names);
            self.corners
                .extend(named.map(|(point, &name)| view.corner(point, name)));
            let corners = start..self.corners.len();
            if corners.len() < D {
                self.push(feature, corners, None);
                continue;
            }
            match plane(&self.corners[corners.clone()], lengths.merging) {
                None => self.thin.push(corners),
                // a face with the inside above it faces the other way
                Some(plane) if plane.height(interior.at) < interior.height - lengths.tolerance => {}
                Some(plane) => self.push(feature, corners, Some(plane)),
            }
        }
        self.add_edges(lengths);
    }

    /// Adds the edges of faces that are seen edge-on, if nothing else is as high.
    fn add_edges(&mut self, lengths: &Lengths) {
        let thin = std::mem::take(&mut self.thin);
        let top_of = |corners: &[Corner]| {
            let heights = corners.iter().map(|corner| corner.height);
            heights.fold(f64::NEG_INFINITY, f64::max)
        };
        let reached = self.parts.iter().map(|part| part.top);
        let reached = reached.fold(f64::NEG_INFINITY, f64::max);
        let tops = thin
            .iter()
            .map(|range| top_of(&self.corners[range.clone()]));
        let top = tops.fold(f64::NEG_INFINITY, f64::max);
        if top > reached + lengths.tolerance {
            for range in &thin {
                for edge in edges(range.clone()) {
                    let ends = edge.map(|index| self.corners[index]);
                    let is_high = |end: &Corner| end.height >= top - lengths.depth;
                    if ends.iter().all(is_high) || ends.iter().any(|end| end.height == top) {
                        self.push_segment(ends, lengths);
                    }
                }
            }
        }
        self.thin = thin;
    }

    /// Adds a segment, or its higher end if it is seen along its length.
    fn push_segment(&mut self, ends: [Corner; 2], lengths: &Lengths) {
        let start = self.corners.len();
        let [p, q] = ends;
        let feature = match (p.feature, q.feature) {
            (Feature::Vertex(v), Feature::Vertex(w)) if v != w => {
                Feature::Edge([v.min(w), v.max(w)])
            }
            (feature, _) => feature,
        };
        if length(minus(p.at, q.at)) > lengths.merging {
            self.corners.extend(ends);
            self.push(feature, start..start + 2, None);
        } else {
            let higher = if q.height > p.height { q } else { p };
            self.corners.push(higher);
            self.push(higher.feature, start..start + 1, None);
        }
    }

    fn push(&mut self, feature: Feature, corners: std::ops::Range<usize>, plane: Option<Plane>) {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        let mut top = f64::NEG_INFINITY;
        for corner in &self.corners[corners.clone()] {
            for axis in 0..2 {
                low[axis] = low[axis].min(corner.at[axis]);
                high[axis] = high[axis].max(corner.at[axis]);
            }
            top = top.max(corner.height);
        }
        self.parts.push(Part {
            feature,
            corners,
            plane,
            low,
            high,
            top,
        });
    }

    /// Returns the place of a part that is nearest to `at`.
    pub(super) fn nearest(&self, part: &Part, at: [f64; 2]) -> Nearest {
        if let Some(plane) = part.plane
            && edges(part.corners.clone()).all(|edge| {
                let [p, q] = edge.map(|index| self.corners[index].at);
                cross(minus(q, p), minus(at, p)) * plane.turn >= 0.0
            })
            && at[0] >= part.low[0]
            && at[0] <= part.high[0]
        {
            return Nearest {
                at,
                height: plane.height(at),
                distance: 0.0,
            };
        }
        let first = self.corners[part.corners.start];
        let mut best = Nearest {
            at: first.at,
            height: first.height,
            distance: length(minus(at, first.at)),
        };
        for edge in edges(part.corners.clone()) {
            let found = nearest_of_segment(edge.map(|index| self.corners[index]), at);
            if found.distance < best.distance {
                best = found;
            }
        }
        best
    }

    /// Returns the vertex, edge or face of a part that a place on it is on: the vertex or edge if one is within
    /// `merging`.
    pub(super) fn feature(&self, part: &Part, at: [f64; 2], merging: f64) -> Feature {
        let mut nearest = (merging, None);
        for corner in &self.corners[part.corners.clone()] {
            let distance = length(minus(at, corner.at));
            if distance < nearest.0 || distance <= nearest.0 && nearest.1.is_none() {
                nearest = (distance, Some(corner.feature));
            }
        }
        if let Some(vertex) = nearest.1 {
            return vertex;
        }
        // a part with two corners is an edge, and has its name or one of its own
        let around = edges(part.corners.clone()).filter(|_| part.corners.len() > 2);
        for edge in around {
            let ends = edge.map(|index| self.corners[index]);
            let distance = nearest_of_segment(ends, at).distance;
            if distance < nearest.0 || distance <= nearest.0 && nearest.1.is_none() {
                nearest = match ends.map(|end| end.feature) {
                    [Feature::Vertex(v), Feature::Vertex(w)] => {
                        (distance, Some(Feature::Edge([v.min(w), v.max(w)])))
                    }
                    _ => (distance, Some(Feature::Curved)),
                };
            }
        }
        nearest.1.unwrap_or(part.feature)
    }
}

/// The edges between the corners of a part: around a polygon, one for a segment, none for a point.
pub(super) fn edges(corners: std::ops::Range<usize>) -> impl Iterator<Item = [usize; 2]> {
    let (start, count) = (corners.start, corners.len());
    let edges = if count > 2 { count } else { count - 1 };
    (0..edges).map(move |edge| [start + edge, start + (edge + 1) % count])
}

/// The plane of a face, or in the plane the line of an edge; `None` if it is seen edge-on.
///
/// The slope is that of Newell's normal, which is the mean one of a face that is not quite flat. A face with an area
/// less than the product of its longest edge and `merging` has no point farther than twice that from its edges.
fn plane(corners: &[Corner], merging: f64) -> Option<Plane> {
    let share = 1.0 / corners.len() as f64;
    let sum = |of: fn(&Corner) -> f64| corners.iter().map(of).sum::<f64>() * share;
    let at = [sum(|corner| corner.at[0]), sum(|corner| corner.at[1])];
    let height = sum(|corner| corner.height);
    if let [p, q] = corners {
        let run = q.at[0] - p.at[0];
        let slope = [(q.height - p.height) / run, 0.0];
        // no edge of a segment tells inside from outside: its ends are its boundary
        let turn = 0.0;
        return (run.abs() > merging).then_some(Plane {
            at,
            height,
            slope,
            turn,
        });
    }
    let (mut normal, mut longest) = ([0.0; 3], 0.0_f64);
    for [p, q] in edges(0..corners.len()) {
        let (p, q) = (corners[p], corners[q]);
        let [a, b] = [minus(p.at, at), minus(q.at, at)];
        let [h, k] = [p.height - height, q.height - height];
        normal[0] += a[1] * k - h * b[1];
        normal[1] += h * b[0] - a[0] * k;
        normal[2] += cross(a, b);
        longest = longest.max(length(minus(q.at, p.at)));
    }
    let [x, y, area] = normal;
    let has_room = area.abs() > 2.0 * merging * longest;
    has_room.then(|| Plane {
        at,
        height,
        slope: [-x / area, -y / area],
        turn: area.signum(),
    })
}

fn nearest_of_segment([p, q]: [Corner; 2], at: [f64; 2]) -> Nearest {
    let along = minus(q.at, p.at);
    let square = along[0] * along[0] + along[1] * along[1];
    let from = minus(at, p.at);
    let share = if square > 0.0 {
        ((from[0] * along[0] + from[1] * along[1]) / square).clamp(0.0, 1.0)
    } else if q.height > p.height {
        1.0
    } else {
        0.0
    };
    let found = between(p, q, share);
    Nearest {
        at: found.0,
        height: found.1,
        distance: length(minus(at, found.0)),
    }
}

/// The place and height at a share of the way from one corner to another.
pub(super) fn between(p: Corner, q: Corner, share: f64) -> ([f64; 2], f64) {
    // exact at both ends
    let mix = |x: f64, y: f64| x * (1.0 - share) + y * share;
    let at = [mix(p.at[0], q.at[0]), mix(p.at[1], q.at[1])];
    (at, mix(p.height, q.height))
}

pub(super) fn minus([a, b]: [f64; 2], [c, d]: [f64; 2]) -> [f64; 2] {
    [a - c, b - d]
}

pub(super) fn cross([a, b]: [f64; 2], [c, d]: [f64; 2]) -> f64 {
    a * d - b * c
}

pub(super) fn length([a, b]: [f64; 2]) -> f64 {
    (a * a + b * b).sqrt()
}
