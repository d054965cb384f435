//! The distance subalgorithm: the point of a simplex nearest to the origin (\[1\] 2).
//!
//! `plain` takes signs of volumes as they are computed, and `part` tries every part of the simplex, with projections that
//! keep all digits. Both always run in double precision, whatever the scalar of the bodies. They are a small part of a
//! query, and single precision gets slivers wrong: a needle three hundred times as long as wide seemed to overlap a box
//! a hundred widths away.

mod part;
mod plain;

pub(crate) use part::nearest_part;
pub(crate) use plain::{Corner, Near, Plain};

use super::powers::{exponent_of, power_of_two};

/// The sizes that are not scaled, as their squares are far from underflow and overflow. This only saves work: a scale
/// is a power of two, which changes no digit.
const SIZES_NEAR_ONE: std::ops::RangeInclusive<f64> = 1e-2..=1e3;

/// Returns a power of two that brings `size` near 1, or 1 if it is near enough.
pub(crate) fn power_of_two_scale(size: f64) -> f64 {
    if SIZES_NEAR_ONE.contains(&size) || size == 0.0 {
        return 1.0;
    }
    // the power for the largest numbers, or for subnormal ones, would not be a normal number itself
    power_of_two((-exponent_of(size)).clamp(-1000, 1000))
}

#[cfg(test)]
mod tests;
