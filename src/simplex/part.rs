//! The point of a simplex that is nearest to the origin, with all the digits that there are. Every part is tried.

use super::super::number::Vector;

/// How far below zero a weight may be while the foot still counts as inside a part. If the foot is on the edge of a
/// face, rounding decides on which side it seems to be.
///
/// A weight is a quotient of two dot products of vectors that were freed from the longer edge, less one product: about
/// thirty roundings, or 15 ulps of 1. This is 45. The foot of a face is then outside by no more than this share of the
/// face, and so is what the distance to it may be too short.
const INSIDE_SLACK: f64 = 1e-14;

/// About how far rounding may move a point, as a share of its size.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// The point v of a part of a simplex that is nearest to the origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<const D: usize> {
    /// lambda_i of each point, 0 for points that are not of the part.
    pub(crate) weights: [f64; 4],
    /// v / |v|, or any unit vector if v is zero.
    pub(crate) direction: Vector<D>,
    /// |v|; infinite if coordinates that are not finite leave no part.
    pub(crate) length: f64,
}

/// Returns the nearest point of the hull of up to four points, which is of a part of at most D of them: that all contain
/// the origin is not recognised.
///
/// Of parts that are equally near, up to rounding, it is one with the last point. A far point may bring a simplex nearer
/// by less than rounding, and still turn v.
pub(crate) fn nearest_part<const D: usize>(points: &[Vector<D>]) -> Part<D> {
    let mut nearest = Part {
        weights: [1.0, 0.0, 0.0, 0.0],
        direction: Vector::unit(0),
        length: f64::INFINITY,
    };
    let sizes = points.iter().map(|point| point.sum_of_sizes());
    let rounding = sizes.fold(0.0, f64::max) * ROUNDING;
    let all = (1 << points.len()) - 1;
    for subset in (1..=all)
        .rev()
        .filter(|subset: &u32| subset.count_ones() as usize <= D)
    {
        if let Some(part) = foot(points, subset)
            && part.length < nearest.length - rounding
        {
            nearest = part;
            if subset == all {
                break;
            }
        }
    }
    nearest
}

/// Returns the foot of the origin on the point, line or plane of up to three points, if it is between them.
///
/// The point nearest to the origin is y. Of the two edges from y, the shorter one loses its component along the longer
/// one, and y then its components along both. Differs from \[1\] 2, which takes the weights from the cofactors. For a
/// sliver these are so inaccurate that the weighted sum of the points misses a nearest point close to the origin.
fn foot<const D: usize>(points: &[Vector<D>], subset: u32) -> Option<Part<D>> {
    let members = || (0..points.len()).filter(|slot| subset & (1 << slot) != 0);
    let square = |slot: usize| points[slot].square();
    let base = members().min_by(|&i, &j| square(i).total_cmp(&square(j)))?;
    let y = points[base];
    let mut others = members().filter(|&slot| slot != base);
    let [mut long, mut short] = [(); 2].map(|()| others.next().unwrap_or(base));
    if (points[long] - y).square() < (points[short] - y).square() {
        std::mem::swap(&mut long, &mut short);
    }
    let (e, f) = (points[long] - y, points[short] - y);
    let of_e = inverse(e.square());
    let f_along = e.dot(f) * of_e;
    let across = f - e * f_along;
    let of_across = inverse(across.square());
    // both vectors are freed from the longer edge: the parts of it that rounding leaves in each hardly count in the
    // product
    let y_along = e.dot(y) * of_e;
    let rest = y - e * y_along;
    let of_short = -rest.dot(across) * of_across;
    let of_long = -y_along - of_short * f_along;
    let of_base = 1.0 - of_long - of_short;
    // written so that NaN is not inside
    if !(of_base >= -INSIDE_SLACK && of_long >= -INSIDE_SLACK && of_short >= -INSIDE_SLACK) {
        return None;
    }
    // when bodies almost touch, v is short and mostly rounding: the second time it becomes square to the last digits
    let mut v = rest + across * of_short;
    v = v - e * (e.dot(v) * of_e);
    v = v - across * (across.dot(v) * of_across);
    let length = v.length();
    let direction = if length > 0.0 {
        v * (1.0 / length)
    } else {
        Vector::unit(0)
    };
    let mut weights = [0.0; 4];
    for (slot, weight) in [(base, of_base), (long, of_long), (short, of_short)] {
        weights[slot] += weight.max(0.0);
    }
    Some(Part {
        weights,
        direction,
        length,
    })
}

/// Returns 1 / x, or 0 for 0: points that are one have no edge between them.
fn inverse(x: f64) -> f64 {
    if x > 0.0 { 1.0 / x } else { 0.0 }
}
