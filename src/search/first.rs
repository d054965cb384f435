//! The first vector that is tried.

use crate::number::{Both, Pair, Rotations, Vector};
use crate::proof::{Kernel, Moment};
use crate::simplex::Near;

/// Returns the vector that is known from before, if there is one. Or the direction from A to B, or the normal of a face of
/// a box: of these the one along which boxes around both bodies are farthest apart.
///
/// With d from the middle of A to that of B, and the columns a and b of both rotations, boxes of half sizes h are
/// |d . a_k| - h_A,k - sum |a_k . b_j| h_B,j apart in front of a face of A.
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
    let ([a, b], inverse) = (kernel.boxes(), 1.0 / length);
    if !(a || b) {
        return Near::guess(line, inverse);
    }
    let (half, d) = (kernel.half(), turned.transposed_times(line));
    let sizes = d.abs();
    let of_line = length - half.dots(sizes).sum() * inverse;
    let apart = sizes - half - reaches(turned, half);
    let most = apart.largest();
    let (of_a, of_b) = (
        if a { most.a() } else { of_line },
        if b { most.b() } else { of_line },
    );
    if !(of_a > of_line || of_b > of_line) {
        return Near::guess(line, inverse);
    }
    let is_of_a = of_a > of_b;
    let (apart, d) = if is_of_a {
        (apart.numbers_of_a(), d.numbers_of_a())
    } else {
        (apart.numbers_of_b(), d.numbers_of_b())
    };
    let axis = largest(apart);
    let column = turned.column(axis);
    let normal = if is_of_a { column.a() } else { column.b() };
    Near::guess(normal * 1f64.copysign(d[axis]), 1.0)
}

/// How far the box of B reaches from its middle along the axes of A, and that of A along the axes of B.
#[inline(always)]
fn reaches<const D: usize>(turned: &Rotations<D>, half: Both<D>) -> Both<D> {
    let (mut along_a, mut along_b) = ([0.0; D], Both::default());
    for (k, along_a) in along_a.iter_mut().enumerate() {
        let cosines = turned.transposed_times(turned.column(k).a()).abs();
        *along_a = cosines.dots(half).b();
        along_b = along_b + cosines.scaled(Pair::same(half.at(k).a()));
    }
    Both::new(along_a, along_b.numbers_of_b())
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
