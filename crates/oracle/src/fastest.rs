//! The speed of the fastest point of a moving body in closed form, and the size of the terms that are rounded.

use super::lift;
use super::motion::{Motion, Sweep};
use nalgebra::Vector3;

impl<const D: usize> Motion<D> {
    /// Returns the largest speed and the largest acceleration along `s` at a time, over all points within `reach` of
    /// the centre. Some point attains each of them.
    pub fn fastest(&self, t: f64, s: &Vector3<f64>, reach: f64) -> [f64; 2] {
        match self {
            Motion::Ballistic(motion) => {
                let across = s.cross(&motion.angvel).norm();
                let acc = lift(&motion.acc);
                let speed = s.dot(&lift(&motion.linvel)) + s.dot(&acc) * t + across * reach;
                [speed, s.dot(&acc) + across * motion.angvel.norm() * reach]
            }
            Motion::Sweep(sweep) => {
                let [from, to] = sweep.centers(&lift(&sweep.positions[0]));
                let (axis, arc) = sweep.arc();
                let turns = Sweep::<D>::turns_per_arc();
                let across = s.cross(&axis).norm();
                let (sin, cos) = (arc / 2.0).sin_cos();
                let versine = 2.0 * sin * sin;
                let square = cos * cos + (sin * (1.0 - 2.0 * t)).powi(2);
                let rate = turns * arc.sin() / square;
                let change = turns * 2.0 * arc.sin() * versine * (1.0 - 2.0 * t) / square.powi(2);
                let turning = across * reach;
                [
                    s.dot(&(to - from)) + turning * rate,
                    turning * change.hypot(rate * rate),
                ]
            }
            Motion::Path(_) => panic!("a path has bounds only"),
        }
    }

    /// Returns an upper bound of the terms that [`Motion::fastest`] adds up for points at distance 1 from the centre,
    /// at times from 0 to 1.
    pub fn largest_term(&self) -> f64 {
        match self {
            Motion::Ballistic(motion) => {
                let spin = motion.angvel.norm();
                motion.linvel.norm() + motion.acc.norm() + spin + spin * spin
            }
            Motion::Sweep(sweep) => {
                let [from, to] = sweep.centers(&lift(&sweep.positions[0]));
                let (_, arc) = sweep.arc();
                let (tan, cos) = ((arc / 2.0).tan(), (arc / 2.0).cos());
                // Near half a turn cos(arc / 2) is small, and the rate is only as exact as that cosine.
                let turning = (tan + tan * tan + tan.powi(3)) * 16.0 / cos;
                // The arc comes from differences of products. They leave some ulps of 1 even between equal
                // orientations.
                let of_arc = 0.25;
                from.norm() + to.norm() + lift(&sweep.center).norm() + turning + of_arc
            }
            Motion::Path(path) => path.speed + path.spin,
        }
    }

    /// Returns an upper bound of the angle turned between time 0 and `t`, in radians.
    pub fn turned_until(&self, t: f64) -> f64 {
        match self {
            Motion::Ballistic(motion) => motion.angvel.norm() * t.abs(),
            Motion::Sweep(_) => std::f64::consts::PI,
            Motion::Path(path) => path.spin * t.abs(),
        }
    }
}
