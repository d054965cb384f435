//! Support points of the Minkowski difference, and the least support value.

use nalgebra::Vector3;

/// A point y of the Minkowski difference that lies farthest along a direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) y: Vector3<f64>,
    /// The points p and q of both cores with y = q - p.
    pub(super) pair: [Vector3<f64>; 2],
    /// What these points are on.
    pub(super) names: [Option<u32>; 2],
}

/// The Minkowski difference and its rounding, as the expansion sees them.
pub(super) trait Minkowski {
    /// Returns the farthest point along a unit vector, and the unit vector n, rounded to the scalar, along which it is
    /// farthest.
    fn support(&mut self, along: &Vector3<f64>) -> (Sample, Vector3<f64>);
    /// The rounding error of n . y.
    fn error(&self, along: &Vector3<f64>) -> f64;
    /// How far rounding may have moved a point along each axis.
    fn rounding(&self) -> Vector3<f64>;
    /// The gap between the bounds of a depth at which the expansion ends.
    fn tolerance(&self, depth: f64, along: &Vector3<f64>) -> f64;
}

/// How far the difference goes along a direction: its support point there, and the support value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Support {
    /// n . y, an upper bound of the depth of the origin.
    pub(super) value: f64,
    /// The unit vector n.
    pub(super) along: Vector3<f64>,
    /// The point y.
    pub(super) sample: Sample,
}

/// The least support value of the difference along any direction tried.
pub(super) struct Least {
    pub(super) support: Support,
    pub(super) evaluations: u32,
}

impl Least {
    pub(super) fn new(sample: Sample) -> Self {
        Self {
            support: Support {
                value: f64::INFINITY,
                along: Vector3::x(),
                sample,
            },
            evaluations: 0,
        }
    }

    pub(super) fn support(
        &mut self,
        difference: &mut dyn Minkowski,
        along: &Vector3<f64>,
    ) -> Support {
        let (sample, along) = difference.support(along);
        self.evaluations += 1;
        let support = Support {
            value: along.dot(&sample.y),
            along,
            sample,
        };
        if support.value < self.support.value {
            self.support = support;
        }
        support
    }
}
