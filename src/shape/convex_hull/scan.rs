//! A scan for the farthest of all points, eight at a time.

use nalgebra::SVector;

use crate::Real;
use crate::tuning::LANES;
use crate::vector::{coordinates, of_coordinates};

/// Points in blocks, coordinate by coordinate, so that the compiler uses vector instructions.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lanes<T, const D: usize> {
    /// The last block is filled up with its last point.
    blocks: Box<[[[T; LANES]; D]]>,
}

impl<T: Real, const D: usize> Lanes<T, D> {
    pub(super) fn new(points: &[SVector<T, D>]) -> Self {
        let block = |points: &[SVector<T, D>]| {
            std::array::from_fn(|axis| {
                std::array::from_fn(|lane| points[lane.min(points.len() - 1)][axis])
            })
        };
        Self {
            blocks: points.chunks(LANES).map(block).collect(),
        }
    }

    /// Returns the point with this index.
    #[inline]
    pub(super) fn point(&self, index: u32) -> SVector<T, D> {
        let (block, lane) = (index as usize / LANES, index as usize % LANES);
        SVector::from_fn(|axis, _| self.blocks[block][axis][lane])
    }

    /// Returns the largest `direction . x` over all points x.
    #[inline(always)]
    pub(super) fn value(&self, direction: &SVector<T, D>) -> T {
        let [x, y, z] = coordinates(direction);
        self.value_along(x, y, z)
    }

    #[inline(never)]
    fn value_along(&self, x: T, y: T, z: T) -> T {
        let direction = &of_coordinates(x, y, z);
        let mut best = dots(&self.blocks[0], direction);
        for block in &self.blocks[1..] {
            let values = dots(block, direction);
            for lane in 0..LANES {
                best[lane] = larger(best[lane], values[lane]);
            }
        }
        reduce(best)
    }

    /// Returns the first index with the largest `direction . x`.
    ///
    /// Blocks are counted in numbers of the type of the values, so that comparing and selecting are vector instructions. They
    /// are exact up to 2^24 points.
    #[inline]
    pub(super) fn farthest(&self, direction: &SVector<T, D>) -> u32 {
        let mut best = dots(&self.blocks[0], direction);
        let (mut which, mut count) = ([T::zero(); LANES], T::zero());
        for block in &self.blocks[1..] {
            let values = dots(block, direction);
            count += T::one();
            for lane in 0..LANES {
                let is_farther = values[lane] > best[lane];
                which[lane] = if is_farther { count } else { which[lane] };
                best[lane] = if is_farther { values[lane] } else { best[lane] };
            }
        }
        let most = reduce(best);
        // the first of several is the one with the largest number here
        let mut left = [T::zero(); LANES];
        let size = (count + T::one()) * T::of(LANES as f64);
        for lane in 0..LANES {
            let index = which[lane] * T::of(LANES as f64) + T::of(lane as f64);
            left[lane] = if best[lane] == most {
                size - index
            } else {
                T::zero()
            };
        }
        let left = reduce(left);
        // NaN is equal to nothing
        if left > T::zero() {
            (size - left).as_f64() as u32
        } else {
            0
        }
    }
}

#[inline(always)]
fn dots<T: Real, const D: usize>(block: &[[T; LANES]; D], direction: &SVector<T, D>) -> [T; LANES] {
    let mut values: [T; LANES] = std::array::from_fn(|lane| block[0][lane] * direction[0]);
    for axis in 1..D {
        for lane in 0..LANES {
            values[lane] += block[axis][lane] * direction[axis];
        }
    }
    values
}

/// Returns the larger of two numbers in one instruction, and the second if one is NaN.
#[inline(always)]
fn larger<T: Real>(x: T, y: T) -> T {
    if x > y { x } else { y }
}

#[inline(always)]
fn reduce<T: Real>(values: [T; LANES]) -> T {
    let [a, b, c, d, e, f, g, h] = values;
    larger(
        larger(larger(a, e), larger(b, f)),
        larger(larger(c, g), larger(d, h)),
    )
}

#[cfg(test)]
mod tests {
    use nalgebra::{Vector2, Vector3};
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::shape::point_set::farthest_index;

    fn finds_the_first<T: Real, const D: usize>(mut coordinate: impl FnMut() -> i32) {
        for count in (1..70).step_by(3) {
            // points of a grid, so that many are as far
            let mut vector = || SVector::<T, D>::from_fn(|_, _| T::of(f64::from(coordinate())));
            let points: Vec<_> = (0..count).map(|_| vector()).collect();
            let lanes = Lanes::new(&points);
            for _ in 0..30 {
                let direction = vector();
                let first = farthest_index(&points, &direction);
                assert_eq!(lanes.farthest(&direction), first, "{points:?} {direction}");
                let value = direction.dot(&points[first as usize]);
                assert_eq!(lanes.value(&direction), value);
            }
        }
    }

    #[test]
    fn a_scan_finds_the_first_of_the_farthest_points() {
        let mut rng = StdRng::seed_from_u64(5);
        let mut coordinate = || rng.random_range(-3..=3);
        finds_the_first::<f64, 3>(&mut coordinate);
        finds_the_first::<f32, 3>(&mut coordinate);
        finds_the_first::<f64, 2>(&mut coordinate);
    }

    #[test]
    fn a_direction_that_is_no_number_finds_a_point() {
        let points = [Vector3::new(1.0, 2.0, 3.0); 20];
        assert_eq!(Lanes::new(&points).farthest(&Vector3::repeat(f64::NAN)), 0);
        let points = [Vector2::new(1.0f32, 2.0); 3];
        assert_eq!(Lanes::new(&points).farthest(&Vector2::repeat(f32::NAN)), 0);
    }
}
