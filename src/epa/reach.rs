//! The reach of the Minkowski difference along a direction.

use nalgebra::Vector3;

/// A point y of the Minkowski difference that lies farthest along a direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) y: Vector3<f64>,
    /// The points p and q of both cores with y = q - p.
    pub(super) pair: [Vector3<f64>; 2],
    /// The indices of these points, where they are vertices.
    pub(super) indices: [Option<u32>; 2],
}

/// The Minkowski difference and its rounding, as the expansion sees them.
pub(super) trait Body {
    /// Returns the farthest point along a unit vector, and the unit vector n, rounded to the scalar, along which it is
    /// farthest.
    fn support(&mut self, along: &Vector3<f64>) -> (Sample, Vector3<f64>);
    /// The rounding error of n . y.
    fn error(&self, along: &Vector3<f64>) -> f64;
    /// The gap between the bounds of a depth at which the expansion ends.
    fn tolerance(&self, depth: f64, along: &Vector3<f64>) -> f64;
}

/// The reach of the difference along a direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// n . y, an upper bound of the depth of the origin.
    pub(super) length: f64,
    /// The unit vector n.
    pub(super) along: Vector3<f64>,
    /// The point y.
    pub(super) sample: Sample,
}

/// The least reach of the difference along any direction tried.
pub(super) struct Least {
    pub(super) reach: Reach,
    pub(super) evaluations: u32,
}

impl Least {
    pub(super) fn support(&mut self, body: &mut impl Body, along: &Vector3<f64>) -> Reach {
        let (sample, along) = body.support(along);
        self.evaluations += 1;
        let reach = Reach {
            length: along.dot(&sample.y),
            along,
            sample,
        };
        if reach.length < self.reach.length {
            self.reach = reach;
        }
        reach
    }
}
