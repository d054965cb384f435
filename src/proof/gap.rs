//! Distances that vectors prove.

use super::kernel::UNIT_ERROR;
use super::{Brand, Kernel, LEAST_VECTOR, LONGEST_VECTOR, Moment};
use crate::number::{Both, Vector};

/// A point of each core.
#[derive(Clone, Copy)]
pub struct Point<'id, const D: usize> {
    /// Measured from the pivots, in the bodies' frames.
    local: Both<D>,
    /// When they were found. Bodies that are not rigid have them at no other time.
    pub(super) time: f64,
    /// The point of B less that of A at some time. Searches may change it: no claim rests on it.
    pub y: Vector<D>,
    /// The indices of the vertices of both cores that these are, where the shapes told them. No claim rests on them.
    pub(super) names: [u32; 2],
    brand: Brand<'id>,
}

readable! { ['id, const D: usize] Point<'id, D>:
    /// The points, measured from the pivots, in the bodies' frames.
    local: Both<D>,
}

impl<const D: usize> Point<'_, D> {
    /// No point of a body.
    #[inline(always)]
    pub fn none() -> Self {
        let nan = Vector::new([f64::NAN; D]);
        Self {
            local: Both::same(nan),
            time: f64::NAN,
            y: nan,
            names: [u32::MAX; 2],
            brand: Brand::default(),
        }
    }
}

/// A vector of the world that leaves at least so much beyond the target distance at a time: for all points p of A and q
/// of B, s . (q - p) exceeds the target by more than the value. The vector has unit length but for rounding, which is
/// part of what is subtracted.
#[derive(Clone, Copy)]
pub struct Gap<'id, const D: usize> {
    pub(super) along: Vector<D>,
    pub(super) reach: f64,
    pub(super) value: f64,
    pub(super) time: f64,
    pub(super) brand: Brand<'id>,
}

readable! { ['id, const D: usize] Gap<'id, D>:
    /// The proven part of the distance beyond the target.
    value: f64,
    /// The distance of the cores along the vector.
    reach: f64,
    /// The vector, from A to B.
    along: Vector<D>,
}

impl<const D: usize> Gap<'_, D> {
    /// No vector, which proves nothing.
    #[inline(always)]
    pub fn none() -> Self {
        Self {
            along: Vector::default(),
            reach: f64::NEG_INFINITY,
            value: f64::NEG_INFINITY,
            time: f64::NAN,
            brand: Brand::default(),
        }
    }
}

impl<'id, const D: usize> Kernel<'id, D> {
    /// Measures the gap along d times `inverse`, and keeps the points that are nearest along it.
    ///
    /// A vector that is shorter than a unit makes deep overlaps shallow, a longer one makes distances large. So what has
    /// not unit length proves nothing. Nor does a vector so short or long that its products lose digits. If A is a
    /// half-space, its normal is measured in place of what is proposed.
    #[inline(always)]
    pub fn gap(
        &mut self,
        at: &Moment<'id, D>,
        d: Vector<D>,
        inverse: f64,
        point: &mut Point<'id, D>,
    ) -> Gap<'id, D> {
        if self.is_floor() {
            // taken apart: if a call wrote all of it, it would be in memory in the other branch, too
            return Gap {
                time: at.time,
                ..self.above(at, point)
            };
        }
        self.nearest(at, d, point);
        let along = d * inverse;
        let reach = d.dot(point.y) * inverse;
        // written so that what is no number is no unit vector
        let is_unit = inverse > 1.0 / LONGEST_VECTOR
            && inverse < 1.0 / LEAST_VECTOR
            && (along.square() - 1.0).abs() <= UNIT_ERROR;
        let value = if is_unit {
            reach - at.margin - at.error
        } else {
            f64::NEG_INFINITY
        };
        Gap {
            along,
            reach,
            value,
            time: at.time,
            brand: Brand::default(),
        }
    }

    /// Finds the points of the cores whose difference is least along `d`.
    #[inline(never)]
    pub(super) fn nearest(&mut self, at: &Moment<'id, D>, d: Vector<D>, point: &mut Point<'id, D>) {
        self.evaluations += 1;
        let d = -at.turned.transposed_times(d);
        let local = self.half.signed(d);
        if self.boxes == [true; 2] {
            self.put(at, local, point);
        } else {
            self.ask(at, d, local, point);
        }
    }

    /// Finds points of cores one of which is no box, along directions in the frames of the bodies. The matrix is read again
    /// afterwards: what is kept in registers over a call is written and read once more.
    #[inline(never)]
    fn ask(
        &mut self,
        at: &Moment<'id, D>,
        d: Both<D>,
        of_boxes: Both<D>,
        point: &mut Point<'id, D>,
    ) {
        let ([a, b], [hint_a, hint_b]) = (self.boxes, &mut self.hints);
        let then = (at.time, &self.origin);
        let p = if a {
            of_boxes.numbers_of_a()
        } else {
            self.a.shape.farthest(d.a(), hint_a, then)
        };
        let q = if b {
            of_boxes.numbers_of_b()
        } else {
            self.b.shape.farthest(d.b(), hint_b, then)
        };
        point.names = self.hints;
        self.put(at, Both::new(p, q), point);
    }

    /// Keeps points of the cores, measured from their locations, and their difference at a moment.
    #[inline(always)]
    fn put(&self, at: &Moment<'id, D>, local: Both<D>, point: &mut Point<'id, D>) {
        point.local = local - self.pivots;
        point.time = at.time;
        point.y = at.between + at.turned.times(point.local).sum();
    }
}
