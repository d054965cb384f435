//! How far the Minkowski difference reaches along a direction.

use nalgebra::Vector3;

/// A point y of the Minkowski difference that lies farthest along a direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) y: Vector3<f64>,
    /// The points of both cores that it comes from, y = q - p.
    pub(super) pair: [Vector3<f64>; 2],
    /// The vertices that these are.
    pub(super) indices: [Option<u32>; 2],
}

/// What the expansion looks at: the Minkowski difference and its rounding.
pub(super) trait Body {
    /// The farthest point along a unit vector, and the unit vector n, rounded to the scalar, for which that holds.
    fn support(&mut self, along: &Vector3<f64>) -> (Sample, Vector3<f64>);
    /// The rounding error of n . y.
    fn error(&self, along: &Vector3<f64>) -> f64;
    /// The gap between its bounds at which a depth is good enough.
    fn tolerance(&self, depth: f64, along: &Vector3<f64>) -> f64;
}

/// How far the difference reaches along a direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// n . y: no less than the depth of the origin.
    pub(super) length: f64,
    /// The unit vector n.
    pub(super) along: Vector3<f64>,
    /// The point y.
    pub(super) sample: Sample,
}

/// The least that the difference reaches along any direction tried.
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
