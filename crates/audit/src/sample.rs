//! The times and directions that audits sample, the same on every run.

use nalgebra::SVector;
use photofinish::{Real, Span};

use crate::tuning::AUDITED_SPANS;

/// A sequence of pseudorandom numbers (SplitMix64 by Steele, Lea and Flood).
pub(crate) struct Samples(u64);

impl Samples {
    pub(crate) fn new() -> Self {
        Self(0x7068_6f74_6f66)
    }

    /// Returns a number from 0 to 1.
    pub(crate) fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        (bits >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns a point of the cube whose coordinates are from -1 to 1.
    pub(crate) fn point<const D: usize>(&mut self) -> SVector<f64, D> {
        SVector::from_fn(|_, _| 2.0 * self.share() - 1.0)
    }

    /// Returns a unit vector. The first ones are along the axes, both ways.
    pub(crate) fn direction<T: Real, const D: usize>(&mut self, index: usize) -> SVector<T, D> {
        if index < 2 * D {
            return along_axis(index);
        }
        let point = self.point::<D>();
        let length = point.norm();
        if length > 1e-3 {
            (point / length).map(T::of)
        } else {
            self.direction(0)
        }
    }

    /// Returns three times of a span in order, some of them near each other or at its ends. Returns `None` if rounding
    /// makes two of them equal.
    pub(crate) fn times<T: Real>(&mut self, piece: Span<T>) -> Option<[T; 3]> {
        let (start, end) = (piece.start().as_f64(), piece.end().as_f64());
        // lengths from the whole span to a 256th of it; about one in ten starts with the span, one in ten ends with it
        let apart = libm::pow(0.25, 4.0 * self.share());
        let first = (1.0 - apart) * (1.25 * self.share() - 0.125).clamp(0.0, 1.0);
        let middle = first + apart * (0.25 + 0.5 * self.share());
        let within = |share: f64| {
            let time = T::of(start + share * (end - start));
            time.max(piece.start()).min(piece.end())
        };
        let times = [first, middle, first + apart].map(within);
        (times[0] < times[1] && times[1] < times[2]).then_some(times)
    }
}

/// Returns a unit vector along an axis: ahead for the first `D` indices, back for the next ones.
pub(crate) fn along_axis<T: Real, const D: usize>(index: usize) -> SVector<T, D> {
    let ahead = if index < D { T::one() } else { -T::one() };
    SVector::from_fn(|row, _| if row == index % D { ahead } else { T::zero() })
}

/// Returns the span from the first to the last of some times, which are finite and in order.
pub(crate) fn span_of<T: Real, const N: usize>(times: [T; N]) -> Span<T> {
    Span::new(times[0], times[N - 1]).expect("the times are finite and in order")
}

/// Returns the spans between the knots inside `during`.
///
/// # Errors
/// A time, and the knot returned for it, if the knot does not come after the time.
pub(crate) fn between_knots<T: Real>(
    during: Span<T>,
    next_knot: impl Fn(T) -> Option<T>,
) -> Result<Vec<Span<T>>, [T; 2]> {
    let mut pieces = Vec::new();
    let mut start = during.start();
    while pieces.len() < AUDITED_SPANS {
        let knot = next_knot(start);
        let end = match knot {
            // written so that NaN is refused too
            Some(knot) if !(knot > start) => return Err([start, knot]),
            Some(knot) if knot < during.end() => knot,
            _ => during.end(),
        };
        pieces.push(span_of([start, end]));
        if end == during.end() {
            break;
        }
        start = end;
    }
    Ok(pieces)
}

/// Returns the factors by which the heights at three times add up to the second derivative of the parabola through
/// them. At some time in between, the height itself has this second derivative.
pub(crate) fn second_difference<T: Real>(times: [T; 3]) -> [f64; 3] {
    let [a, b, c] = times.map(T::as_f64);
    [
        2.0 / ((a - b) * (a - c)),
        2.0 / ((b - a) * (b - c)),
        2.0 / ((c - a) * (c - b)),
    ]
}

/// Returns the factors by which the heights at three times add up to the mean speed from the first to the last.
pub(crate) fn first_difference<T: Real>(times: [T; 3]) -> [f64; 3] {
    let duration = times[2].as_f64() - times[0].as_f64();
    [-1.0 / duration, 0.0, 1.0 / duration]
}
