//! The motion of the joints that moves the hand as prescribed.

use nalgebra::{Vector3, vector};
use photofinish_robot::{Path, Robot, Scene};

use crate::Failure;
use crate::arm::{self, Angles, LENGTHS, Posture};
use crate::potential::Potential;

/// The speed of the hand, in length per second.
pub const SPEED: f64 = 0.1;
/// The legs of the hand's way: the direction of each, and the time of its end.
pub const LEGS: [(Vector3<f64>, f64); 2] = [
    (vector![0.0, -1.0, 0.0], 6.7),
    (vector![0.0, 0.0, 1.0], 16.7),
];
/// The end of the last leg, in seconds.
pub const END: f64 = LEGS[LEGS.len() - 1].1;
/// The largest step of the integration, in seconds.
const STEP: f64 = 0.01;
/// The rate, per second, at which the hand makes good its distance from the prescribed way.
const CORRECTION: f64 = 10.0;
/// Singular values of the Jacobian below this count as 0. Those for directions out of the arm's plane are never larger.
const RANK_TOLERANCE: f64 = 1e-9;

/// Returns the place where the hand should be at a time.
pub fn prescribed(start: Vector3<f64>, time: f64) -> Vector3<f64> {
    let mut place = start;
    let mut began = 0.0;
    for (direction, ends) in LEGS {
        place += direction * SPEED * (time.clamp(began, ends) - began);
        began = ends;
    }
    place
}

/// The planner: it integrates q' = J+ x' + k (I - J+ J) grad H by the Runge-Kutta method of fourth order.
pub struct Planner<'a> {
    robot: &'a Robot,
    potential: Potential,
    k: f64,
    /// The place of the hand at the start.
    start: Vector3<f64>,
}

impl<'a> Planner<'a> {
    /// Returns a planner for the arm in a scene.
    ///
    /// # Errors
    /// Those of [`Potential::new`].
    pub fn new(
        robot: &'a Robot,
        scene: &Scene,
        k: f64,
        limit_distance: f64,
    ) -> Result<Self, Failure> {
        Ok(Self {
            robot,
            potential: Potential::new(robot, scene, limit_distance)?,
            k,
            start: Posture::new(robot, &arm::start())?.hand(),
        })
    }

    /// Returns a path whose waypoints are at most `apart` seconds from each other, with velocities. At the corner of
    /// the hand's way the velocity is the mean of the velocities before and after it.
    ///
    /// # Errors
    /// If the arm runs into an obstacle.
    pub fn path(&mut self, apart: f64) -> Result<Path, Failure> {
        let mut angles = arm::start();
        let (mut times, mut positions, mut velocities) = (Vec::new(), Vec::new(), Vec::new());
        let mut began = 0.0;
        for (direction, ends) in LEGS {
            let first = self.rates(&angles, began, &direction)?;
            match velocities.last_mut() {
                Some(corner) => *corner = (*corner + first) / 2.0,
                None => {
                    times.push(began);
                    positions.push(angles);
                    velocities.push(first);
                }
            }
            let waypoints = ((ends - began) / apart).ceil();
            let mut time = began;
            for waypoint in 1..=waypoints as u32 {
                let next = began + (ends - began) * f64::from(waypoint) / waypoints;
                angles = self.advance(angles, time, next, &direction)?;
                time = next;
                times.push(time);
                positions.push(angles);
                velocities.push(self.rates(&angles, time, &direction)?);
            }
            began = ends;
        }
        let rows = |values: Vec<Angles>| values.iter().map(|row| row.as_slice().to_vec()).collect();
        Ok(Path::new(rows(positions))
            .times(times)
            .velocities(rows(velocities)))
    }

    fn advance(
        &mut self,
        mut angles: Angles,
        from: f64,
        to: f64,
        direction: &Vector3<f64>,
    ) -> Result<Angles, Failure> {
        let steps = ((to - from) / STEP).ceil();
        let h = (to - from) / steps;
        for step in 0..steps as u32 {
            let t = from + h * f64::from(step);
            let k1 = self.rates(&angles, t, direction)?;
            let k2 = self.rates(&(angles + k1 * (h / 2.0)), t + h / 2.0, direction)?;
            let k3 = self.rates(&(angles + k2 * (h / 2.0)), t + h / 2.0, direction)?;
            let k4 = self.rates(&(angles + k3 * h), t + h, direction)?;
            angles += (k1 + (k2 + k3) * 2.0 + k4) * (h / 6.0);
        }
        Ok(angles)
    }

    /// Returns the rates of the joint angles.
    fn rates(
        &mut self,
        angles: &Angles,
        time: f64,
        direction: &Vector3<f64>,
    ) -> Result<Angles, Failure> {
        let posture = Posture::new(self.robot, angles)?;
        let hand = posture.hand();
        let jacobian = posture.jacobian(LENGTHS.len() - 1, &hand);
        let inverse = jacobian.pseudo_inverse(RANK_TOLERANCE)?;
        let velocity = direction * SPEED + (prescribed(self.start, time) - hand) * CORRECTION;
        let mut rates = inverse * velocity;
        if self.k != 0.0 {
            let gradient = self
                .potential
                .gradient(&posture)
                .map_err(|error| format!("at time {time:.2} {error}"))?;
            rates += (gradient - inverse * (jacobian * gradient)) * self.k;
        }
        Ok(rates)
    }
}
