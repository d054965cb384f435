//! Boxes, triangles and segments that straight ways in single precision meet, by the same numbers in double precision.

mod casts;

use nalgebra::SVector;

/// A linear congruential generator; numbers from -1 to 1.
pub(in crate::pieces) struct Dice(pub(in crate::pieces) u64);

impl Dice {
    pub(in crate::pieces) fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub(in crate::pieces) fn vector<const D: usize>(&mut self, size: f64) -> SVector<f64, D> {
        SVector::from_fn(|_, _| self.roll() * size)
    }
}

pub(in crate::pieces) fn rounded<const D: usize>(v: SVector<f64, D>) -> SVector<f32, D> {
    v.map(|x| x as f32)
}
