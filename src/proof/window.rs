//! When two bodies may meet at all.

use crate::number::{UNIT, Vector, larger};

/// By how much the sum of squares that decides is reduced, and times are moved apart. Half of it is proven to be enough in
/// `docs/proof`.
const WINDOW_ERROR: f64 = 64.0 * UNIT;

/// Between these, products of two squares of lengths keep their digits.
const LEAST_PRODUCT: f64 = 1e-270;
const MOST_PRODUCT: f64 = 1e290;

/// Returns the times between which balls may meet whose centres are `from` + t `velocity` apart, for t from 0 to `end`.
/// `radius` is the sum of their radii and of all that the centres may be off. If they never meet, the error is how far
/// apart they stay at least.
///
/// With x and v for the two vectors, the balls meet while v.v t^2 + 2 x.v t + x.x - r^2 is not positive. The last sum is
/// taken too small by more than all products lose that are as large as v.v x.x in the discriminant. So the roots are
/// those of a quadratic that is nowhere above, and its first root is earlier and its last one later.
#[inline(always)]
pub(super) fn window<const D: usize>(
    from: Vector<D>,
    velocity: Vector<D>,
    radius: f64,
    end: f64,
) -> Result<(f64, f64), f64> {
    let radius = if radius < 0.0 { 0.0 } else { radius };
    let (xx, xv, vv) = (from.square(), from.dot(velocity), velocity.square());
    let squares = xx + radius * radius;
    let size = squares * if vv > 0.0 { vv } else { squares };
    // written so that nothing is known of what is no number, nor where products leave the range of numbers
    if !(size > LEAST_PRODUCT && size < MOST_PRODUCT) {
        return Ok((0.0, end));
    }
    let c = xx - radius * radius - squares * WINDOW_ERROR;
    let discriminant = xv * xv - vv * c;
    if c > 0.0 && (xv >= 0.0 || discriminant < 0.0) {
        let t = if xv < 0.0 { -xv / vv } else { 0.0 };
        return Err(least_distance((xx, xv, vv), t, end, squares) - radius);
    }
    let root = larger(discriminant, 0.0).sqrt();
    let begin = if c > 0.0 {
        c / (root - xv) * (1.0 - WINDOW_ERROR)
    } else {
        0.0
    };
    let last = (root - xv) / vv * (1.0 + WINDOW_ERROR);
    if begin > end {
        return Err(least_distance((xx, xv, vv), end, end, squares) - radius);
    }
    // written so that no end is known where the bodies do not move
    Ok((begin, if vv > 0.0 && last < end { last } else { end }))
}

/// Returns a lower bound of the distance at a time, or at the end if that is earlier.
fn least_distance((xx, xv, vv): (f64, f64, f64), t: f64, end: f64, squares: f64) -> f64 {
    let t = if t < end { t } else { end };
    let size = squares + (xv.abs() * 2.0 + vv * t) * t;
    let square = xx + (2.0 * xv + vv * t) * t - size * WINDOW_ERROR;
    larger(square, 0.0).sqrt() * (1.0 - UNIT)
}
