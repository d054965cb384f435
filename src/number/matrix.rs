//! Rotations of both bodies as matrices.

use super::vector::by_axis;
use super::{Both, Pair, Vector};

/// The rotation of A with a minus sign, and that of B, by columns.
///
/// The difference of a point of B and one of A is then a sum, and the directions in which a vector from A to B looks
/// for support points are both the negative product with the transposed matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotations<const D: usize>([Both<D>; D]);

impl<const D: usize> Default for Rotations<D> {
    #[inline(always)]
    fn default() -> Self {
        Self([Both::default(); D])
    }
}

impl<const D: usize> Rotations<D> {
    /// Puts other matrices, by rows, in the place of those for which there are some.
    pub fn turn(&mut self, rows: [Option<[[f64; D]; D]>; 2]) {
        for (k, column) in self.0.iter_mut().enumerate() {
            let pick = |rows: Option<[[f64; D]; D]>, sign: f64, known: [f64; D]| {
                rows.map_or(known, |rows| rows.map(|row| sign * row[k]))
            };
            let of_a = pick(rows[0], -1.0, column.numbers_of_a());
            *column = Both::new(of_a, pick(rows[1], 1.0, column.numbers_of_b()));
        }
    }

    /// The rotations of unit quaternions (x, y, z, w), or in the plane of unit complex numbers (x, y, 0, 0).
    #[inline(always)]
    pub fn of_numbers([x, y, z, w]: [Pair; 4]) -> Self {
        let one = Pair::new(-1.0, 1.0);
        let mut to = Self::default();
        if D == 2 {
            let (x, y) = (x * one, y * one);
            to.0[0] = Both::of(by_axis(|i| [x, y][i]));
            to.0[1] = Both::of(by_axis(|i| [-y, x][i]));
            return to;
        }
        let two = one + one;
        let (x2, y2, z2) = (x * two, y * two, z * two);
        let (xx, yy, zz) = (x * x2, y * y2, z * z2);
        let (xy, xz, yz) = (x * y2, x * z2, y * z2);
        let (wx, wy, wz) = (w * x2, w * y2, w * z2);
        to.0[0] = Both::of(by_axis(|i| [one - (yy + zz), xy + wz, xz - wy][i]));
        to.0[1] = Both::of(by_axis(|i| [xy - wz, one - (xx + zz), yz + wx][i]));
        to.0[2] = Both::of(by_axis(|i| [xz + wy, yz - wx, one - (xx + yy)][i]));
        to
    }

    /// A column of both matrices.
    #[inline(always)]
    pub fn column(&self, k: usize) -> Both<D> {
        self.0[k]
    }

    /// The products of the matrices with vectors of the bodies.
    #[inline(always)]
    pub fn times(&self, v: Both<D>) -> Both<D> {
        let sum = self.0[0].scaled(v.at(0)) + self.0[1].scaled(v.at(1));
        if D == 2 {
            sum
        } else {
            sum + self.0[2].scaled(v.at(2))
        }
    }

    /// The products of the transposed matrices with a vector of the world.
    #[inline(always)]
    pub fn transposed_times(&self, v: Vector<D>) -> Both<D> {
        let v = Both::same(v);
        Both::of(by_axis(|k| self.0[k].dots(v)))
    }
}
