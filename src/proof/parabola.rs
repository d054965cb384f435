//! The inequality of the hyperspace test, as a step.

use crate::number::UNIT;

/// Units of 2^-53 of its terms that the parabola of [`lasts`] may lose.
///
/// The computed root is that of a parabola whose coefficients are off by a few units each: k by 1, the slope by 4 of
/// both its terms, c by 2, the discriminant and the root by 4. In the value at x, which is at most h, that is 4 units of
/// |f|, |g| and 8 of k h^2; x itself is taken 16 units too small, which is worth more than its quotient loses.
const PARABOLA_ERROR: f64 = 16.0 * UNIT;

/// Returns how long a gap stays above `aim`, of a span of length h at whose ends it is at least f and g, while its second
/// derivative is at most m. The result is h if it stays above throughout, and 0 if nothing is proven.
///
/// The gap is nowhere below the parabola through both ends with that second derivative, f + slope x + k x^2 with k =
/// m / 2 and slope = (g - f) / h - k h. So it stays above until the parabola's first root beyond which it is below. With
/// h for x, and both gaps above the aim, this is the test of the [crate] docs.
#[inline(always)]
pub(super) fn lasts(f: f64, g: f64, m: f64, h: f64, aim: f64) -> f64 {
    let k = 0.5 * m;
    let bow = k * h;
    let slope = (g - f) / h - bow;
    let rounding = (f.abs() + g.abs() + bow.abs() * h) * PARABOLA_ERROR;
    let c = f - aim - rounding;
    if !(c > 0.0) {
        return 0.0;
    }
    let square = slope * slope - 4.0 * k * c;
    if k >= 0.0 && (slope >= 0.0 || square < 0.0) {
        // it rises, or its lowest point is above the aim
        return h;
    }
    // one that bends down may rise first: of both forms of the root, the one without a difference
    let x = if slope > 0.0 {
        (slope + square.sqrt()) / -m
    } else {
        2.0 * c / (square.sqrt() - slope)
    };
    let x = x * (1.0 - 16.0 * UNIT);
    // written so that a root which is no number proves nothing: a square may overflow
    if x < h {
        x
    } else if x >= h {
        h
    } else {
        0.0
    }
}

/// Returns how long a gap stays above `aim`, of a span of length h at whose ends it is at least f and g, while it falls no
/// faster than `falling` and rises no faster than `rising`.
///
/// The gap is nowhere below the lines that fall from both ends. They meet above the aim iff W f + V g > V W h, for the
/// speeds V and W and gaps beyond the aim.
#[inline(always)]
pub(super) fn lasts_at_speed(f: f64, g: f64, [falling, rising]: [f64; 2], h: f64, aim: f64) -> f64 {
    let rounding = (f.abs() + g.abs()) * PARABOLA_ERROR;
    let (c, d) = (f - aim - rounding, g - aim - rounding);
    // bounds that contradict each other hold for no motion
    if !(c > 0.0 && falling + rising >= 0.0) {
        return 0.0;
    }
    let is_whole = if falling > 0.0 && rising > 0.0 {
        d > 0.0 && rising * c + falling * d > falling * rising * h
    } else {
        d > 0.0 || falling <= 0.0
    };
    if is_whole {
        return h;
    }
    let x = c / falling * (1.0 - 4.0 * UNIT);
    if x < h { x } else { h }
}
