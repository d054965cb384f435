//! The distance between any two convex bodies, found by cutting planes in the space of directions.
//!
//! For a direction s let w = q - p be the difference of the support points. The point w lies in B - A, so the
//! supporting distance along any direction r is at most r.w. Let L be the best distance so far, found along s or
//! another direction. A direction r that separates by more than L satisfies `r.w > L |r| >= L r.s`: it lies in the
//! half-space `r.(w - L s) > 0`. All directions that may still be better form a convex cone. Each step tries its middle
//! and cuts it there, as the centre-of-gravity method does. The cross-section of the cone shrinks by a constant factor.
//!
//! The cone is kept in parts (see `half_space`). If it vanishes before a separating direction is found, there is none:
//! the bodies overlap. Otherwise the closest points come from the cuts that bound the last small cone. By duality, a
//! convex combination of their differences w is nearly as short as L.

use super::distance::{Best, Placed, supporting_distance};
use super::features::triangle_to_origin;
use super::hull::tangents;
use nalgebra::Vector3;

/// Largest number of steps. About 130 steps shrink the cone from a hemisphere to the size of rounding.
const STEPS: usize = 250;
/// Largest number of rays of a cone. A cut adds at most one, so more mean that rounding has spoilt its outline.
const RAYS: usize = STEPS + 4;
/// Number of cuts, the latest ones, among which four are sought that prove an overlap.
const LATEST: usize = 40;
/// Number of steps between two searches for the closest points.
const COMBINE_EVERY: usize = 6;

/// The support points along a direction that was tried.
struct Cut {
    on_a: Vector3<f64>,
    on_b: Vector3<f64>,
}

/// A corner ray of the cone, and the side from this ray to the next.
#[derive(Clone, Copy)]
struct Ray {
    direction: Vector3<f64>,
    /// Unit normal of the side, inward.
    side: Vector3<f64>,
    /// The cut that made the side. The sides of the first cone have none.
    cut: Option<usize>,
}

/// Tightens the bounds until they differ by at most `fine`. If no direction separates the bodies afterwards, they
/// overlap, or touch to rounding.
pub fn search(a: &Placed, b: &Placed, fine: f64, best: &mut Best) {
    let Some(mut cones) = half_space(&(b.middle() - a.middle())) else {
        return;
    };
    let mut cuts = Vec::with_capacity(STEPS);
    let mut suggestion = Some(best.direction);
    for step in 0..STEPS {
        let direction = suggestion.take().unwrap_or_else(|| middle(&cones));
        let (separation, on_a, on_b) = supporting_distance(a, b, &direction);
        if separation > best.lower {
            best.lower = separation;
            best.direction = direction;
        }
        best.try_points(&on_a, &on_b);
        let mut normal = on_b - on_a;
        if best.lower > 0.0 {
            normal -= direction * best.lower;
        }
        cuts.push(Cut { on_a, on_b });
        let clipped = cones.iter().map(|cone| clip(cone, &normal, cuts.len() - 1));
        let smaller: Vec<_> = clipped.filter(|cone| cone.len() >= 3).collect();
        let vanished = smaller.is_empty();
        if best.lower > 0.0 && (vanished || step % COMBINE_EVERY == COMBINE_EVERY - 1) {
            suggestion = combine(&cuts, &cones, best);
        }
        let spoilt = smaller.iter().any(|cone| cone.len() > RAYS);
        if (vanished || spoilt) && best.lower <= 0.0 {
            look_between((a, b), &mut cuts, &cones, best);
            best.overlap_is_proven = best.lower <= 0.0 && hold_origin(&cuts);
            return;
        }
        if vanished || spoilt || best.gap() <= fine {
            return;
        }
        cones = smaller;
    }
}

/// Tries the directions between near points before the search ends without a direction that separates the bodies.
///
/// The rays of a very narrow cone are not exact, so that it may vanish around a direction that separates long bodies.
fn look_between(
    (a, b): (&Placed, &Placed),
    cuts: &mut Vec<Cut>,
    cones: &[Vec<Ray>],
    best: &mut Best,
) {
    while best.lower <= 0.0
        && cuts.len() < STEPS
        && let Some(direction) = combine(cuts, cones, best)
    {
        best.try_direction(a, b, &direction);
        let (_, on_a, on_b) = supporting_distance(a, b, &direction);
        cuts.push(Cut { on_a, on_b });
    }
}

/// Returns the directions on one side of a plane, in four parts.
///
/// A half-space in one part would have corner rays opposite to each other, which do not define the plane between them.
/// The answer often lies on the axis. The parts therefore meet off the axis, so that the cuts around the answer bound a
/// single part.
fn half_space(axis: &Vector3<f64>) -> Option<Vec<Vec<Ray>>> {
    let axis = axis.try_normalize(f64::MIN_POSITIVE)?;
    let (u, v) = tangents(&axis);
    let pivot = (axis + u * 0.3 + v * 0.2).normalize();
    let sides = [u, v, -u, -v];
    let part = |i: usize| {
        let corners = [pivot, sides[i], sides[(i + 1) % 4]];
        let ray = |n: usize| Ray {
            direction: corners[n],
            side: corners[n].cross(&corners[(n + 1) % 3]).normalize(),
            cut: None,
        };
        [0, 1, 2].map(ray).to_vec()
    };
    Some([0, 1, 2, 3].map(part).to_vec())
}

/// Returns a direction in the middle of the widest cone.
fn middle(cones: &[Vec<Ray>]) -> Vector3<f64> {
    let sums = cones.iter().map(|cone| centroid(cone));
    let widest = sums.max_by(|a, b| a.norm_squared().total_cmp(&b.norm_squared()));
    let fallback = cones[0][0].direction;
    widest.map_or(fallback, |sum| {
        sum.try_normalize(1e-300).unwrap_or(fallback)
    })
}

/// Returns the centroid of the flat polygon between the unit rays of a cone, multiplied by about six times its area.
fn centroid(cone: &[Ray]) -> Vector3<f64> {
    let first = cone[0].direction;
    let mut sum = Vector3::zeros();
    for pair in cone[1..].windows(2) {
        let (second, third) = (pair[0].direction, pair[1].direction);
        let area = (second - first).cross(&(third - first)).norm();
        sum += (first + second + third) * area;
    }
    sum
}

/// Returns the part of the cone on the positive side of a plane, with its rays in order. The new side belongs to `cut`.
fn clip(cone: &[Ray], normal: &Vector3<f64>, cut: usize) -> Vec<Ray> {
    let Some(normal) = normal.try_normalize(0.0) else {
        return Vec::new();
    };
    let mut kept = Vec::with_capacity(cone.len() + 1);
    for (i, ray) in cone.iter().enumerate() {
        let next = cone[(i + 1) % cone.len()];
        let (here, there) = (normal.dot(&ray.direction), normal.dot(&next.direction));
        if here > 0.0 {
            kept.push(*ray);
        }
        if (here > 0.0) != (there > 0.0) {
            let between = ray.direction * there.abs() + next.direction * here.abs();
            let direction = crossing(&ray.side, &normal, &between);
            // Where the outline leaves the positive side, the new side begins. Where it enters, the old side goes on.
            kept.push(if here > 0.0 {
                Ray {
                    direction,
                    side: normal,
                    cut: Some(cut),
                }
            } else {
                Ray { direction, ..*ray }
            });
        }
    }
    kept
}

/// Returns the unit vector that lies in both planes, on the side of `near`.
///
/// Interpolation between the ends of a side would give it less exactly. The ends of a side may be nearly opposite, and
/// then do not define the plane of the side.
fn crossing(side: &Vector3<f64>, normal: &Vector3<f64>, near: &Vector3<f64>) -> Vector3<f64> {
    match side.cross(normal).try_normalize(1e-300) {
        Some(along) if along.dot(near) < 0.0 => -along,
        Some(along) => along,
        None => near.normalize(),
    }
}

/// Returns the cuts that bound the cones, and the last one.
fn active(cuts: &[Cut], cones: &[Vec<Ray>]) -> Vec<usize> {
    let mut active: Vec<usize> = cones.iter().flatten().filter_map(|ray| ray.cut).collect();
    active.push(cuts.len() - 1);
    active.sort_unstable();
    active.dedup();
    active
}

/// Returns whether the differences of four cuts hold the origin between them by more than rounding. Then the bodies
/// overlap.
fn hold_origin(cuts: &[Cut]) -> bool {
    let latest = &cuts[cuts.len().saturating_sub(LATEST)..];
    let points: Vec<_> = latest.iter().map(|cut| cut.on_b - cut.on_a).collect();
    let size = points.iter().map(Vector3::norm).fold(0.0, f64::max);
    let rounding = 64.0 * f64::EPSILON * size.powi(3);
    let volume = |p: &Vector3<f64>, q: &Vector3<f64>, r: &Vector3<f64>| p.dot(&q.cross(r));
    let count = points.len();
    (0..count).any(|i| {
        (0..i).any(|j| {
            (0..j).any(|k| {
                let [p, q, r] = [i, j, k].map(|n| &points[n]);
                let base = volume(p, q, r);
                base.abs() > rounding
                    && (0..k).any(|n| {
                        let s = &points[n];
                        let sides = [volume(q, p, s), volume(r, q, s), volume(p, r, s)];
                        // seen from the fourth point, the origin is beyond the base and between the sides
                        sides.iter().all(|side| side * base.signum() > rounding)
                    })
            })
        })
    })
}

/// Searches for closer points among the cuts that bound the cones, and returns their direction as a suggestion.
fn combine(cuts: &[Cut], cones: &[Vec<Ray>], best: &mut Best) -> Option<Vector3<f64>> {
    let active = active(cuts, cones);
    let mut suggestion = None;
    let difference = |i: usize| cuts[i].on_b - cuts[i].on_a;
    for (n, &i) in active.iter().enumerate() {
        for (m, &j) in active.iter().enumerate().skip(n) {
            for &k in &active[m..] {
                let corners = [i, j, k];
                let weights = triangle_to_origin(corners.map(difference));
                let mix = |points: [Vector3<f64>; 3]| {
                    points[0] * weights[0] + points[1] * weights[1] + points[2] * weights[2]
                };
                let on_a = mix(corners.map(|c| cuts[c].on_a));
                let on_b = mix(corners.map(|c| cuts[c].on_b));
                if (on_b - on_a).norm() < best.upper {
                    best.try_points(&on_a, &on_b);
                    suggestion = (on_b - on_a).try_normalize(0.0);
                }
            }
        }
    }
    suggestion
}
