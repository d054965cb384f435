//! Newton's method for the direction between points that slide along curves.
//!
//! Along s the points of the simplex are at y_i(s) = q_i - p_i. For a small e, y_i(s + e) = y_i(s) - J_i e, where J_i
//! is the sum of j j^T over both bodies, with their vectors [`slide`](crate::support::CurvePoint::slide): p_i moves
//! along with e, and q_i against it. As the length of s does not matter, J_i s = 0. Let v be the point of the hull
//! nearest to the origin, the sum of lambda_i y_i(s), and J the sum of lambda_i J_i.
//!
//! Wanted is a direction s + e that v is along once all points have slid there, but for a step u along the hull:
//! v - J e + u = m (s + e), with s + e square to the hull. The length m is that of v afterwards, which differs from
//! s . v by a square of e. The hull may be the old one: its edges change by (J_0 - J_1) e, which is square to s. This
//! is Newton's method, and without curves it is a step of GJK.
//! - On a vertex u = 0, and (J + m) e = v - m s.
//! - On an edge, s is first made square to it. Then e has one unknown: its size along the third direction a, which is
//!   square to both, with (a . J a + m) e = a . v, less what J makes of the change of s.
//! - A face leaves no choice.

use nalgebra::SVector;

use crate::simplex::cross;
use crate::vector::{length_of, unit};

/// Returns s + e, of any length, for a single pair of points, a vector v apart, which slide along j on A and k on B.
///
/// With U = (j k) and r = v - (s . v) s, e = (U U^T + m)^-1 r = (r - U x) / m, where (U^T U + m) x = U^T r, and m is
/// s . v, or |v| where the cores overlap.
#[inline]
pub(super) fn turned_at_vertex<const D: usize>(
    [j, k]: &[SVector<f64, D>; 2],
    v: &SVector<f64, D>,
    s: &SVector<f64, D>,
) -> SVector<f64, D> {
    let ahead = s.dot(v);
    // bodies that overlap have no distance to come: |v| turns s as far as a step of GJK would
    let m = if ahead > 0.0 { ahead } else { length_of(v) };
    let r = v - s * ahead;
    // divided by m, so that products of lengths do not underflow
    let per_m = 1.0 / m;
    let (jj, kk, jk) = (
        j.dot(j) * per_m + 1.0,
        k.dot(k) * per_m + 1.0,
        j.dot(k) * per_m,
    );
    let (jr, kr) = (j.dot(&r) * per_m, k.dot(&r) * per_m);
    let determinant = jj * kk - jk * jk;
    let (x, y) = (jr * kk - kr * jk, kr * jj - jr * jk);
    // both products at once, so that swapping the bodies changes nothing
    let along_curves = j * x + k * y;
    s + (r * determinant - along_curves) / (determinant * m)
}

/// Returns s + e, of any length, for two pairs of points in space, whose difference is `edge`, by how they slide and
/// their weights in v.
#[inline]
pub(super) fn turned_at_edge<const D: usize>(
    edge: &SVector<f64, D>,
    slides: [(&[SVector<f64, D>; 2], f64); 2],
    v: &SVector<f64, D>,
    s: &SVector<f64, D>,
) -> SVector<f64, D> {
    let edge = unit(*edge);
    let square = s - edge * edge.dot(s);
    let square = square / square.norm();
    let aside = cross(&square, &edge);
    // bodies that overlap have no distance to come: only what slides resists
    let m = v.dot(&square).max(0.0);
    let (mut left, mut slope) = (v.dot(&aside), m);
    for (slides, weight) in slides {
        // both bodies at once, so that swapping them changes nothing
        let [of_a, of_b] = slides.map(|slide| {
            let speed = slide.dot(&aside) * weight;
            [speed * slide.dot(&(square - s)), speed * slide.dot(&aside)]
        });
        left -= of_a[0] + of_b[0];
        slope += of_a[1] + of_b[1];
    }
    square + aside * (left / slope)
}
