//! What the oracle sees of a pair, or of a body over a half-space: signed distances, which are negative in an overlap.

use nalgebra::{Matrix4, SVector, Vector3, Vector4};

use crate::soundness::convert::upright;
use photofinish_oracle::advance::{Moving, Pair};
use photofinish_oracle::motion::{Ballistic, Motion};
use photofinish_oracle::shape::Core;
use photofinish_oracle::{lift, lower};

/// The share of the size to which the oracle knows a distance of cores from below.
const FINE: f64 = 1e-12;

/// The bodies as the oracle knows them.
pub enum Truth<const D: usize> {
    Pair(Box<Pair<D>>),
    Ground(Box<Height<D>>),
}

impl<const D: usize> Truth<D> {
    /// The size that lengths are relative to.
    pub fn size(&self) -> f64 {
        match self {
            Self::Pair(pair) => pair.size(),
            Self::Ground(height) => 2.0 * height.body.extent(),
        }
    }

    /// How far the oracle's own arithmetic may be off until a time.
    pub fn rounding_until(&self, time: f64) -> f64 {
        match self {
            Self::Pair(pair) => pair.rounding_until(time),
            Self::Ground(height) => height.rounding_until(time),
        }
    }

    /// Returns an upper bound of the signed distance at a time. Rounding is included.
    pub fn at_most(&self, time: f64) -> f64 {
        match self {
            Self::Pair(pair) => {
                let (apart, rounding) = (pair.distance_at_most(time), pair.rounding_until(time));
                // an overlap takes longer to measure
                if apart > 2.0 * rounding {
                    return apart;
                }
                let deep = pair.penetration_at(time);
                if deep > rounding {
                    rounding - deep
                } else {
                    apart
                }
            }
            Self::Ground(height) => height.at(time) + height.rounding_until(time),
        }
    }

    /// Returns a lower bound of the signed distance at a time, if the cores do not overlap. If they do, the true one may be
    /// lower; but it is below zero by the sum of the radii or more, and no contact claims more than that.
    pub fn at_least(&self, time: f64) -> f64 {
        match self {
            Self::Pair(pair) => {
                let bounds = pair.distance_at(time);
                let signed = if bounds.overlap {
                    -pair.penetration_at(time) - FINE * pair.size()
                } else {
                    bounds.lower
                };
                signed - pair.rounding_until(time)
            }
            Self::Ground(height) => height.at(time) - height.rounding_until(time),
        }
    }

    /// Returns an upper bound of the signed distance at a time, if B is then moved by a vector.
    pub fn at_most_if_moved(&self, by: &SVector<f64, D>, time: f64) -> f64 {
        match self {
            Self::Pair(pair) => {
                Self::Pair(Box::new((**pair).clone().with_b_moved(by))).at_most(time)
            }
            Self::Ground(height) => {
                let (_, normal) = height.plane_at(time);
                let rounding = height.rounding_until(time) + 32.0 * f64::EPSILON * by.norm();
                height.at(time) + normal.dot(&lift(by)) + rounding
            }
        }
    }

    /// Returns the vector from A to B that separates them best at a time, as far as the oracle knows.
    pub fn direction(&self, time: f64) -> SVector<f64, D> {
        match self {
            Self::Pair(pair) => lower(&pair.distance_at(time).direction),
            Self::Ground(height) => lower(&height.plane_at(time).1),
        }
    }
}

/// A body over a half-space, which may move too.
pub struct Height<const D: usize> {
    /// The outward unit normal and a point of the boundary, in the frame of the half-space.
    normal: Vector3<f64>,
    point: Vector3<f64>,
    ground: Motion<D>,
    body: Core,
    motion: Motion<D>,
    reach: f64,
    /// Coordinates are measured from here, a point near the boundary.
    origin: Vector3<f64>,
}

impl<const D: usize> Height<D> {
    /// Takes the normal and the point of a half-space, its motion if it has one, and the body.
    pub fn new(
        [normal, point]: [SVector<f64, D>; 2],
        motion: Option<&Motion<D>>,
        over: &Moving<D>,
    ) -> Self {
        let at_rest = || Motion::Ballistic(Ballistic::at_rest(SVector::zeros(), upright::<D>()));
        let ground = motion.cloned().unwrap_or_else(at_rest);
        let body = over.body.core();
        Self {
            normal: lift(&normal).normalize(),
            point: lift(&point),
            origin: ground.pose(0.0).apply(&lift(&point)),
            reach: body.solid.reach(&over.motion.center()),
            ground,
            body,
            motion: over.motion.clone(),
        }
    }

    /// Returns the point of the boundary and the normal at a time.
    fn plane_at(&self, time: f64) -> (Vector3<f64>, Vector3<f64>) {
        let pose = self.ground.pose_about(time, &self.origin);
        (pose.apply(&self.point), pose.rotation * self.normal)
    }

    /// Returns the height of the lowest point of the body.
    pub fn at(&self, time: f64) -> f64 {
        let (point, normal) = self.plane_at(time);
        let pose = self.motion.pose_about(time, &self.origin);
        let lowest = self
            .body
            .solid
            .support_point(&pose.rotation.tr_mul(&-normal));
        normal.dot(&(pose.apply(&lowest) - point)) - self.body.radius
    }

    /// Of rounding every length loses a few ulps, and every length that turns a few more for each radian. With the
    /// normal turns how far the body is from the point.
    pub fn rounding_until(&self, time: f64) -> f64 {
        let center = self.motion.center();
        let centers = [0.0, time].map(|t| self.motion.pose_about(t, &self.origin).apply(&center));
        let arm = (self.point - self.ground.center()).norm();
        let points = [0.0, time].map(|t| self.plane_at(t).0.norm());
        let far = centers[0].norm() + centers[1].norm() + center.norm() + self.reach;
        let turns = self.motion.turned_until(time);
        let turns_under = self.ground.turned_until(time);
        let under = (arm + self.point.norm() + points[0] + points[1] + far) * (1.0 + turns_under);
        32.0 * f64::EPSILON * (self.body.radius + far + self.reach * turns + under)
    }
}

/// Returns weights with which the average of these points is zero, if they are the corners of a simplex. Otherwise all
/// weights are equal.
pub fn nearest_to_zero<const D: usize>(points: impl Iterator<Item = [f64; D]>) -> Vec<f64> {
    let points: Vec<_> = points.collect();
    let count = points.len();
    let solved = (count == D + 1).then(|| {
        // in the plane the last unknown is none
        let matrix = Matrix4::from_fn(|row, column| match (row, column) {
            _ if row.max(column) > D => f64::from(u8::from(row == column)),
            _ if row == D => 1.0,
            _ => points[column][row],
        });
        let wanted = Vector4::from_fn(|row, _| f64::from(u8::from(row == D)));
        matrix.lu().solve(&wanted)
    });
    let weights = solved
        .flatten()
        .map(|weights| weights.as_slice()[..count].to_vec());
    weights.unwrap_or_else(|| vec![1.0 / count.max(1) as f64; count])
}
