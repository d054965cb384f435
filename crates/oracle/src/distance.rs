//! The distance between two placed bodies, as a lower and an upper bound.

use super::cutting;
use super::enumerate;
use super::motion::Pose;
use super::shape::{Core, Solid, farthest};
use nalgebra::Vector3;

/// A body without its radius, placed in the world.
pub struct Placed<'a> {
    pub solid: &'a Solid,
    pub pose: Pose,
    /// The vertices in the world if the solid is a polytope, otherwise empty.
    pub vertices: Vec<Vector3<f64>>,
}

/// Bounds of the distance between A and B.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The supporting distance along `direction`: the bodies are at least this far apart. Not negative.
    pub lower: f64,
    /// The distance of `on_a` and `on_b`: the bodies are at most this far apart. Not negative.
    pub upper: f64,
    /// Unit vector from A to B that separates the bodies by `lower`. If `lower` is 0, it is any unit vector.
    pub direction: Vector3<f64>,
    /// A point of A, in the world. It has no meaning if `overlap` is true.
    pub on_a: Vector3<f64>,
    /// A point of B, in the world. It has no meaning if `overlap` is true.
    pub on_b: Vector3<f64>,
    /// The distance of two points of the bodies, at least `upper`, or 0 if points prove that they overlap. It holds
    /// also if `overlap` is a mistake of rounding.
    pub of_points: f64,
    /// True iff the bodies have a point in common, as far as rounding lets the oracle tell.
    pub overlap: bool,
}

/// The best separating direction and the closest points found so far, of bodies without their radii.
pub struct Best {
    pub lower: f64,
    pub direction: Vector3<f64>,
    pub upper: f64,
    pub on_a: Vector3<f64>,
    pub on_b: Vector3<f64>,
    /// True iff points of the bodies prove that they overlap.
    pub overlap_is_proven: bool,
}

impl<'a> Placed<'a> {
    pub fn new(solid: &'a Solid, pose: Pose) -> Self {
        let vertices = match solid {
            Solid::Polytope(hull) => hull.vertices.iter().map(|v| pose.apply(v)).collect(),
            _ => Vec::new(),
        };
        Self {
            solid,
            pose,
            vertices,
        }
    }

    /// Returns the support point along `direction`, which need not be a unit vector.
    pub fn support_point(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        match self.solid {
            Solid::Polytope(_) => farthest(&self.vertices, direction),
            _ => {
                let local = self.pose.rotation.tr_mul(direction);
                self.pose.apply(&self.solid.support_point(&local))
            }
        }
    }

    /// Returns some point inside the body.
    pub fn middle(&self) -> Vector3<f64> {
        self.pose.apply(&self.solid.middle())
    }
}

/// Returns the supporting distance along a unit vector from A to B, and the two support points.
pub fn supporting_distance(
    a: &Placed,
    b: &Placed,
    direction: &Vector3<f64>,
) -> (f64, Vector3<f64>, Vector3<f64>) {
    let on_a = a.support_point(direction);
    let on_b = b.support_point(&-direction);
    (direction.dot(&(on_b - on_a)), on_a, on_b)
}

impl Best {
    /// Starts with the direction `guess`, if there is one, and with the direction between the middles if needed.
    pub fn new(a: &Placed, b: &Placed, guess: Option<Vector3<f64>>) -> Self {
        let (on_a, on_b) = (a.middle(), b.middle());
        let mut best = Self {
            lower: f64::NEG_INFINITY,
            direction: Vector3::y(),
            upper: (on_b - on_a).norm(),
            on_a,
            on_b,
            overlap_is_proven: false,
        };
        if let Some(guess) = guess {
            best.try_direction(a, b, &guess);
        }
        if best.lower <= 0.0 {
            best.try_direction(a, b, &(on_b - on_a));
        }
        if best.lower == f64::NEG_INFINITY {
            best.try_direction(a, b, &Vector3::y());
        }
        best
    }

    /// Raises the lower bound if this direction separates the bodies better. It need not be a unit vector.
    pub fn try_direction(&mut self, a: &Placed, b: &Placed, direction: &Vector3<f64>) {
        let Some(unit) = direction.try_normalize(0.0) else {
            return;
        };
        // One division is not enough to make a unit vector of a very short vector.
        let unit = unit.normalize();
        let (separation, on_a, on_b) = supporting_distance(a, b, &unit);
        if separation > self.lower {
            self.lower = separation;
            self.direction = unit;
        }
        self.try_points(&on_a, &on_b);
    }

    /// Lowers the upper bound if these points of the bodies are closer.
    pub fn try_points(&mut self, on_a: &Vector3<f64>, on_b: &Vector3<f64>) {
        let apart = (on_b - on_a).norm();
        if apart < self.upper {
            self.upper = apart;
            self.on_a = *on_a;
            self.on_b = *on_b;
        }
    }

    pub fn gap(&self) -> f64 {
        self.upper - self.lower
    }
}

/// Returns bounds of the distance of two bodies. A direction that nearly separates them saves time, if one is known.
pub fn distance(
    (core_a, pose_a): (&Core, Pose),
    (core_b, pose_b): (&Core, Pose),
    guess: Option<Vector3<f64>>,
) -> Bounds {
    let size = core_a.extent() + core_b.extent();
    let (best, overlap) = of_cores((core_a, pose_a), (core_b, pose_b), guess);
    finish(best, [core_a.radius, core_b.radius], size, overlap)
}

/// Returns the best bounds for the bodies without their radii, and whether these overlap. They overlap if no direction
/// separates them.
pub fn of_cores(
    (core_a, pose_a): (&Core, Pose),
    (core_b, pose_b): (&Core, Pose),
    guess: Option<Vector3<f64>>,
) -> (Best, bool) {
    let a = Placed::new(&core_a.solid, pose_a);
    let b = Placed::new(&core_b.solid, pose_b);
    let size = core_a.extent() + core_b.extent();
    let mut best = Best::new(&a, &b, guess);
    let both_polytopes = enumerate::search(&a, &b, size, &mut best);
    let fine = if both_polytopes { 1e-13 } else { 1e-12 } * size;
    if best.gap() > fine {
        cutting::search(&a, &b, fine, &mut best);
    }
    let overlap = best.lower <= 0.0;
    (best, overlap)
}

/// Subtracts the radii from the bounds of the cores, and the error of the arithmetic from the lower bound.
fn finish(best: Best, radii: [f64; 2], size: f64, overlap: bool) -> Bounds {
    // Support values are sums of a few products of numbers up to this size.
    let largest = size + best.on_a.norm() + best.on_b.norm();
    let error = 8.0 * f64::EPSILON * largest;
    let apart = if overlap { 0.0 } else { best.upper };
    let radius = radii[0] + radii[1];
    let toward_b = (best.on_b - best.on_a)
        .try_normalize(0.0)
        .unwrap_or(best.direction);
    Bounds {
        lower: (best.lower - radius - error).max(0.0),
        upper: (apart - radius).max(0.0),
        direction: best.direction,
        on_a: best.on_a + toward_b * radii[0],
        on_b: best.on_b - toward_b * radii[1],
        of_points: if best.overlap_is_proven {
            0.0
        } else {
            (best.upper - radius).max(0.0)
        },
        overlap: overlap || apart < radius,
    }
}
