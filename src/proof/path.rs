//! The path of one pivot against the other.

use super::LEAST_LENGTH;
use crate::motion::Law;
use crate::number::{UNIT, Vector, larger};

/// Units of 2^-53 that the vector between the pivots may lose. Its numbers, at the times of the question, lose 6 with
/// three products and three sums, the time 1, and its part of the dot product 4.
pub(super) const PATH_ERROR: f64 = 12.0 * UNIT;
/// What products and quotients may lose that are no normal numbers: each half of the least number there is. It stands
/// for a dozen in each of three coordinates.
pub(super) const LEAST_NUMBERS: f64 = 64.0 * f64::MIN_POSITIVE * f64::EPSILON;

/// The pivot of B less that of A over a question.
pub(super) struct Path<const D: usize> {
    pub(super) from: Vector<D>,
    pub(super) velocity: Vector<D>,
    pub(super) half_acceleration: Vector<D>,
    /// Whether a pivot is accelerated against the other one.
    pub(super) falls: bool,
    /// How far its numbers may be off at any time of the question.
    pub(super) error: f64,
    /// No less than the length of any term.
    pub(super) size: f64,
}

impl<const D: usize> Path<D> {
    /// The vectors are combined before anything is added to them: bodies that are far from the world's origin keep the
    /// digits of their distance.
    #[inline(always)]
    pub(super) fn new([a, b]: [&Law<D>; 2], start: f64, end: f64) -> Self {
        let from = Vector::new(b.center) - Vector::new(a.center);
        let velocity = Vector::new(b.velocity) - Vector::new(a.velocity);
        let error = |law: &Law<D>| law.center_error(law.longest_from_epoch(start, end));
        let of_laws = error(a) + error(b);
        let mut path = Self {
            from,
            velocity,
            half_acceleration: Vector::default(),
            falls: false,
            error: of_laws + LEAST_LENGTH,
            size: from.sum_of_sizes(),
        };
        let elapsed = [start - a.epoch, start - b.epoch];
        if elapsed != [0.0; 2] || a.falls || b.falls {
            path.begin_at([a, b], elapsed, end - start);
        }
        path.size += path.velocity.sum_of_sizes() * (end - start);
        path.error += path.size * PATH_ERROR;
        path
    }

    /// Moves the begin of the path from the epochs of the laws to the start, and lets the pivots fall.
    #[inline(never)]
    fn begin_at(&mut self, [a, b]: [&Law<D>; 2], [ea, eb]: [f64; 2], duration: f64) {
        let (va, vb) = (Vector::new(a.velocity), Vector::new(b.velocity));
        let (aa, ab) = (Vector::new(a.acceleration), Vector::new(b.acceleration));
        let acceleration = ab - aa;
        self.from = self.from + (vb + ab * (0.5 * eb)) * eb - (va + aa * (0.5 * ea)) * ea;
        self.velocity = self.velocity + ab * eb - aa * ea;
        self.half_acceleration = acceleration * 0.5;
        self.falls = acceleration != Vector::default();
        let sizes = |v: Vector<D>, x: Vector<D>, e: f64| {
            let h = e.abs() + duration;
            (v.sum_of_sizes() + x.sum_of_sizes() * h) * h
        };
        self.size += sizes(va, aa, ea) + sizes(vb, ab, eb);
        self.size += acceleration.sum_of_sizes() * duration * duration;
        if a.falls || b.falls {
            // where half an acceleration, or a speed that it brings, is not a normal number
            let most = larger(ea.abs(), eb.abs()) + duration;
            self.error += LEAST_NUMBERS * most * (most + 1.0);
        }
    }
}
