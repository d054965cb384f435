//! How both bodies turn.

use crate::motion::{Law, Turn};
use crate::number::{Pair, Rotations, Vector, sines_and_cosines};

/// The turns of both bodies over a span, and bounds of them.
pub struct Turns<const D: usize> {
    /// Whether they turn by a blend. A body that stays as it is goes the way of the other one.
    blends: [bool; 2],
    /// Whether neither turns.
    still: bool,
    versine: Pair,
    epoch: Pair,
    rate: Pair,
    from: [Pair; 4],
    to: [Pair; 4],
    axis: [Pair; 3],
    /// Of the angular speed.
    pub(super) fastest: Pair,
    /// Of the angular acceleration.
    pub(super) change: Pair,
    /// Of the acceleration of a point at distance 1 from the axis.
    pub(super) bend: Pair,
    /// |w_B - w_A|^2 + |w_A x w_B| + |w_A'| + |w_B'| of the angular velocities.
    pub(super) twist: f64,
}

/// The part of a unit vector across an axis loses up to 15 units of 2^-53: six of the axis, and nine of the products and
/// the difference in each coordinate, the square, the root and the sum. Bounds have room for 32.
const ACROSS_ERROR: f64 = 32.0 * crate::number::UNIT;

impl<const D: usize> Turns<D> {
    /// The turns of bodies that stay as they are. Those of bodies that turn must be [bounded](Self::bound) next.
    #[inline(always)]
    pub(super) fn new([a, b]: [&Law<D>; 2]) -> Self {
        let versine = |law: &Law<D>| match law.turn {
            Turn::Blend { versine, .. } => Some(versine),
            _ => None,
        };
        let [of_a, of_b] = [a, b].map(versine);
        Self {
            blends: [
                of_a.is_some() || of_b.is_some() && !a.turns(),
                of_b.is_some() || of_a.is_some() && !b.turns(),
            ],
            still: !a.turns() && !b.turns(),
            versine: Pair::new(of_a.unwrap_or(0.0), of_b.unwrap_or(0.0)),
            epoch: Pair::new(a.epoch, b.epoch),
            rate: Pair::new(a.rate, b.rate),
            from: std::array::from_fn(|i| Pair::new(a.from[i], b.from[i])),
            to: Default::default(),
            axis: Default::default(),
            fastest: Pair::default(),
            change: Pair::default(),
            bend: Pair::default(),
            twist: 0.0,
        }
    }

    /// Takes how the bodies turn, and bounds of it between two times.
    pub(super) fn bound(&mut self, [a, b]: [&Law<D>; 2], (begin, until): (f64, f64)) {
        self.to = std::array::from_fn(|i| Pair::new(a.to[i], b.to[i]));
        self.axis = std::array::from_fn(|i| Pair::new(a.axis[i], b.axis[i]));
        let (ra, rb) = (a.rates(begin, until), b.rates(begin, until));
        self.fastest = Pair::new(ra.fastest, rb.fastest);
        self.change = Pair::new(ra.change, rb.change);
        self.bend = Pair::new(ra.bend, rb.bend);
        // each angular velocity lies within the spread of its rate from the mean one
        let (wa, wb) = (
            0.5 * (ra.slowest + ra.fastest),
            0.5 * (rb.slowest + rb.fastest),
        );
        let apart: [f64; 3] = std::array::from_fn(|i| wa * a.axis[i] - wb * b.axis[i]);
        let spread = (ra.fastest - wa) + (rb.fastest - wb);
        let length = |v: [f64; 3]| (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
        let delta = length(apart) + spread;
        let cross = std::array::from_fn(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            a.axis[j] * b.axis[k] - a.axis[k] * b.axis[j]
        });
        // where rates and axes cancel, some roundings of both remain
        let both = ra.fastest + rb.fastest;
        self.twist = delta * delta
            + ra.fastest * rb.fastest * length(cross)
            + ra.change
            + rb.change
            + both * both * ACROSS_ERROR;
    }

    /// Returns the rotations at a time.
    #[inline(always)]
    pub(super) fn at(&self, time: f64) -> Rotations<D> {
        if self.still {
            return Rotations::of_numbers(self.from);
        }
        let u = (Pair::same(time) - self.epoch) * self.rate;
        let (x, y) = match self.blends {
            [false, false] => steady(u),
            [true, true] => blend(u, self.versine),
            [a_blends, _] => {
                let (steady, blend) = (steady(u), blend(u, self.versine));
                let (of_a, of_b) = if a_blends {
                    (blend, steady)
                } else {
                    (steady, blend)
                };
                let both = |of_a: Pair, of_b: Pair| Pair::new(of_a.a(), of_b.b());
                (both(of_a.0, of_b.0), both(of_a.1, of_b.1))
            }
        };
        Rotations::of_numbers(std::array::from_fn(|i| x * self.from[i] + y * self.to[i]))
    }

    /// Returns bounds of the parts of a unit vector that are square to the axes.
    #[inline(always)]
    pub(super) fn across(&self, s: Vector<D>) -> Pair {
        let one = Pair::same(1.0);
        if D == 2 {
            return one + Pair::same(ACROSS_ERROR);
        }
        let [x, y, z] = self.axis;
        let (x, y, z) = (
            y * s.at(2) - z * s.at(1),
            z * s.at(0) - x * s.at(2),
            x * s.at(1) - y * s.at(0),
        );
        (x * x + y * y + z * z).root() + Pair::same(ACROSS_ERROR)
    }

    /// Returns the velocities, relative to their pivots, of points that turn at the fastest rates. No claim rests on it.
    #[inline(always)]
    pub(crate) fn velocities(&self, x: crate::number::Both<D>) -> crate::number::Both<D> {
        let w = std::array::from_fn(|k| self.axis[k] * self.fastest);
        x.turning_at(&w)
    }

    /// Returns how fast a unit vector tilts against A, against B, and A against B along it. No claim rests on it.
    #[inline(always)]
    pub(crate) fn tilts(&self, s: Vector<D>) -> [f64; 3] {
        let w = std::array::from_fn(|k| self.axis[k] * self.fastest);
        if D == 2 {
            return [w[2].a().abs(), w[2].b().abs(), (w[2].a() - w[2].b()).abs()];
        }
        let both = crate::number::Both::same(s).turning_at(&w);
        let (a, b) = (both.a(), both.b());
        [a.length(), b.length(), (a - b).length()]
    }
}

/// Returns the factors of a steady turn.
#[inline(always)]
fn steady(u: Pair) -> (Pair, Pair) {
    let (sine, cosine) = sines_and_cosines(u);
    (cosine, sine)
}

/// Returns the factors of the normalised blend of two numbers.
#[inline(always)]
fn blend(u: Pair, versine: Pair) -> (Pair, Pair) {
    let one = Pair::same(1.0);
    let left = one - u;
    let inverse = one / (one - (u * left) * (versine + versine)).root();
    (left * inverse, u * inverse)
}
