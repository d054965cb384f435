//! The plant: rosettes of curved blades.

use nalgebra::{Vector3, vector};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::loft::Surface;

/// Blades, and the squares of each: 36 blades of 120 squares have 8,640 triangles, as many as the plant of \[2\].
const BLADES: u32 = 36;
const SQUARES: (u32, u32) = (20, 6);
/// Blades around the stem in a rosette.
const ROSETTE: u32 = 9;

/// Returns the plant, whose stem is the y axis.
pub fn plant(seed: u64) -> Surface {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut surface = Surface::default();
    for blade in 0..BLADES {
        let tier = blade / ROSETTE;
        let turn =
            (f64::from(blade % ROSETTE) + 0.5 * f64::from(tier % 2) + rng.random_range(-0.1..0.1))
                * std::f64::consts::TAU
                / f64::from(ROSETTE);
        let length = rng.random_range(0.75..0.95) * (1.0 - 0.1 * f64::from(tier));
        let rise = rng.random_range(0.28..0.4) + 0.08 * f64::from(tier);
        let droop = rng.random_range(0.55..0.75);
        let base = 0.12 * f64::from(tier);
        let (sine, cosine) = turn.sin_cos();
        let (out, side) = (vector![cosine, 0.0, sine], vector![-sine, 0.0, cosine]);
        surface.add_sheet(SQUARES, |along, across| {
            // wide in the middle, narrow at both ends, and hollow like a gutter
            let width = 0.03 + 0.11 * (std::f64::consts::PI * along.powf(0.8)).sin();
            let off = 2.0 * across - 1.0;
            let height = base
                + rise * (2.2 * along - droop * 3.0 * along * along)
                + 0.35 * width * off * off;
            out * (0.06 + length * along) + Vector3::y() * height + side * (width * off)
        });
    }
    surface
}
