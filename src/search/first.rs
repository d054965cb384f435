//! The first vector that is tried.

use crate::number::{Both, Pair, Vector};
use crate::proof::{Kernel, Moment};
use crate::simplex::Near;

/// Returns the vector that is known from before, if there is one. Or the direction from A to B, or the normal of a box's face where that seems to separate them farther.
///
/// The gain of a face is how much farther in front of it the other body's middle is than in front of the support plane
/// of the same box along the line of centres.
#[inline(never)]
pub(super) fn first<const D: usize>(
    kernel: &Kernel<'_, D>,
    at: &Moment<'_, D>,
    axis: Option<Vector<D>>,
) -> Near<D> {
    if let Some(axis) = axis {
        return Near::guess(axis, 1.0);
    }
    let turned = at.turned();
    let line = at.between() + turned.times(kernel.middles()).sum();
    let length = line.length();
    if !(length > 0.0) {
        return Near::guess(Vector::unit(0), 1.0);
    }
    let (half, d) = (kernel.half(), turned.transposed_times(line));
    let (sizes, inverse) = (d.abs(), 1.0 / length);
    let ahead = sizes - half;
    let of_line = Pair::same(length) - half.dots(sizes) * inverse;
    let gain = ahead.largest() - of_line;
    let [a, b] = kernel.boxes();
    let (of_a, of_b) = (
        if a { gain.a() } else { 0.0 },
        if b { gain.b() } else { 0.0 },
    );
    if of_a > 0.0 || of_b > 0.0 {
        let (ahead, d) = if of_a > of_b {
            (ahead.numbers_of_a(), d.numbers_of_a())
        } else {
            (ahead.numbers_of_b(), d.numbers_of_b())
        };
        let axis = largest(ahead);
        let column: Both<D> = turned.column(axis);
        let normal = if of_a > of_b { column.a() } else { column.b() };
        return Near::guess(normal * 1f64.copysign(d[axis]), 1.0);
    }
    Near::guess(line, inverse)
}

/// The axis of the largest number.
#[inline(always)]
fn largest<const D: usize>(x: [f64; D]) -> usize {
    let mut best = 0;
    for axis in 1..D {
        if x[axis] > x[best] {
            best = axis;
        }
    }
    best
}
