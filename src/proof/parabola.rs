//! The inequality of the hyperspace test, as a step.

use crate::number::UNIT;

/// Units of 2^-53 of its terms that the parabola of [`lasts`] may lose.
///
/// The computed root is that of a parabola whose coefficients are off by a few units each: the bow by 4, with the length
/// of the span, what the gap falls by 4 of its terms, c by 2, the discriminant and the root by 4. In the value at x, which
/// is at most h, that is 4 units of |f|, |g| and 8 of the bow; x itself is taken 16 units too small, which is worth more
/// than its quotient and product lose.
const PARABOLA_ERROR: f64 = 16.0 * UNIT;
/// Between these, products of two lengths keep their digits.
const LEAST_SIZE: f64 = 1e-135;
const MOST_SIZE: f64 = 1e135;

/// Returns how long a gap stays above `aim`, of a span of length h at whose ends it is at least f and g, while its second
/// derivative is at most m. The result is h if it stays above throughout, and 0 if nothing is proven.
///
/// With u = x / h the gap is nowhere below the parabola through both ends with that second derivative, f + slope u +
/// bow u^2 with bow = m h^2 / 2 and slope = g - f - bow. So it stays above until the parabola's first root beyond which it
/// is below. With 1 for u, and both gaps above the aim, this is the test of the [crate] docs.
#[inline(always)]
pub(super) fn lasts(f: f64, g: f64, m: f64, h: f64, aim: f64) -> f64 {
    let bow = 0.5 * m * h * h;
    let slope = (g - f) - bow;
    let size = f.abs() + g.abs() + bow.abs();
    let c = f - aim - size * PARABOLA_ERROR;
    // written so that what is no number proves nothing
    if !(c > 0.0 && size > LEAST_SIZE && size < MOST_SIZE) {
        return 0.0;
    }
    let square = slope * slope - 4.0 * bow * c;
    if bow >= 0.0 && (slope >= 0.0 || square < 0.0) {
        // it rises, or its lowest point is above the aim
        return h;
    }
    // one that bends down may rise first: of both forms of the root, the one without a difference
    let u = if slope > 0.0 {
        (slope + square.sqrt()) / (-2.0 * bow)
    } else {
        2.0 * c / (square.sqrt() - slope)
    };
    let u = u * (1.0 - 16.0 * UNIT);
    if u < 1.0 { u * h } else { h }
}

/// Returns the least value of the parabola of [`lasts`]. One that clearly rises from the first end on, or that bends down, has
/// it at an end.
#[inline(always)]
pub(super) fn least(f: f64, g: f64, m: f64, h: f64) -> f64 {
    let bow = 0.5 * m * h * h;
    let slope = (g - f) - bow;
    let ends = if g < f { g } else { f };
    let lost = (f.abs() + g.abs() + bow.abs()) * PARABOLA_ERROR;
    if slope >= lost || bow <= 0.0 {
        return ends;
    }
    // it has its lowest point between the ends iff it falls at first and rises at last
    let least = if slope < 0.0 && slope + 2.0 * bow > 0.0 {
        f - slope * slope / (4.0 * bow)
    } else {
        ends
    };
    least - lost
}

/// Returns how long a gap stays above `aim`, of a span of length h at whose ends it is at least f and g, while it falls no
/// faster than `falling` and rises no faster than `rising`.
///
/// The gap is nowhere below the lines that fall from both ends. They meet above the aim iff W f + V g > V W h, for the
/// speeds V and W and gaps beyond the aim.
#[inline(always)]
pub(super) fn lasts_at_speed(f: f64, g: f64, [falling, rising]: [f64; 2], h: f64, aim: f64) -> f64 {
    let size = f.abs() + g.abs();
    let rounding = size * PARABOLA_ERROR;
    let (c, d) = (f - aim - rounding, g - aim - rounding);
    // bounds that contradict each other hold for no motion
    if !(c > 0.0 && size > LEAST_SIZE && size < MOST_SIZE && falling + rising >= 0.0) {
        return 0.0;
    }
    let is_whole = if falling > 0.0 && rising > 0.0 {
        let (v, w) = (falling * h, rising * h);
        let is_in_range = v > LEAST_SIZE && w > LEAST_SIZE && v < MOST_SIZE && w < MOST_SIZE;
        is_in_range && d > 0.0 && w * c + v * d > v * w
    } else {
        d > 0.0 || falling <= 0.0
    };
    if is_whole {
        return h;
    }
    let x = c / falling * (1.0 - 4.0 * UNIT);
    if x < h { x } else { h }
}

/// Returns the least height of the lines of [`lasts_at_speed`]: where they meet, that is (W f + V g - V W h) / (V + W).
#[inline(always)]
pub(super) fn least_at_speed(f: f64, g: f64, [falling, rising]: [f64; 2], h: f64) -> f64 {
    let ends = if g < f { g } else { f };
    let (v, w) = (falling * h, rising * h);
    let least = if v > 0.0 && w > 0.0 {
        let meet = (w * f + v * g - v * w) / (v + w);
        if meet < ends { meet } else { ends }
    } else {
        ends
    };
    least - (f.abs() + g.abs() + v.abs() + w.abs()) * PARABOLA_ERROR
}
