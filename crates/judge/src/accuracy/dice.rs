//! Random numbers that a scalar represents exactly.

use nalgebra::{SVector, Vector3};
use photofinish::Real;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::f64::consts::{FRAC_PI_2, TAU};

use photofinish_oracle::motion::Orientation;
use photofinish_oracle::{lift, lower};

/// A seeded source of random numbers that a scalar represents exactly.
pub struct Dice {
    generator: Xoshiro256PlusPlus,
    round: fn(f64) -> f64,
}

impl Dice {
    pub fn new<T: Real>(seed: u64) -> Self {
        Self {
            generator: Xoshiro256PlusPlus::seed_from_u64(seed),
            round: |x| T::of(x).as_f64(),
        }
    }

    /// Returns the number of the scalar that is nearest to `x`.
    pub fn round(&self, x: f64) -> f64 {
        (self.round)(x)
    }

    /// Returns the first `D` coordinates of a vector in space, rounded.
    pub fn rounded<const D: usize>(&self, v: &Vector3<f64>) -> SVector<f64, D> {
        lower::<D>(v).map(self.round)
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        let share = self.generator.random::<f64>();
        self.round(low + (high - low) * share)
    }

    /// Returns a number whose logarithm is evenly distributed.
    pub fn scale(&mut self, low: f64, high: f64) -> f64 {
        let share = self.generator.random::<f64>();
        self.round(low * (high / low).powf(share))
    }

    pub fn chance(&mut self, share: f64) -> bool {
        self.generator.random::<f64>() < share
    }

    pub fn pick(&mut self, count: usize) -> usize {
        self.generator.random_range(0..count)
    }

    pub fn sign(&mut self) -> f64 {
        if self.chance(0.5) { 1.0 } else { -1.0 }
    }

    /// Returns a point of the unit ball or disc, but not one near its middle.
    pub fn in_ball<const D: usize>(&mut self) -> Vector3<f64> {
        loop {
            let v = lift(&SVector::<f64, D>::from_fn(|_, _| self.between(-1.0, 1.0)));
            if v.norm() < 1.0 && v.norm() > 1e-3 {
                return v;
            }
        }
    }

    /// Returns a unit vector in double precision.
    pub fn direction<const D: usize>(&mut self) -> Vector3<f64> {
        self.in_ball::<D>().normalize()
    }

    /// Returns any orientation.
    pub fn orientation<const D: usize>(&mut self) -> Orientation {
        if D == 2 {
            return Orientation::Angle(self.between(0.0, TAU));
        }
        let axis = self.direction::<3>();
        let (sin, cos) = (self.between(0.0, TAU) / 2.0).sin_cos();
        Orientation::Quaternion([axis.x * sin, axis.y * sin, axis.z * sin, cos])
    }

    /// Returns an orientation along the axes.
    pub fn square_orientation<const D: usize>(&mut self) -> Orientation {
        let quarters = self.pick(4);
        if D == 2 {
            return Orientation::Angle(quarters as f64 * FRAC_PI_2);
        }
        let half = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [1.0, -1.0]][quarters];
        let mut parts = [0.0; 4];
        parts[self.pick(3)] = half[0];
        parts[3] = half[1];
        Orientation::Quaternion(parts)
    }
}
