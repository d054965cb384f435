//! Points that slide along curves when the direction turns.
//!
//! To GJK the points of a rim are corners, each of which halves the error of the direction at best. But a curve is known
//! along any direction, and so is how its point slides there. So the simplex is moved to where its curves are along the
//! latest direction, and Newton's method says along which direction the nearest point will be once all have slid there.
//!
//! For a small e the points along s + e are at y - J e, where J is the sum of j j^T over the vectors j by which the points
//! slide, each weighted as its point is in the nearest point v. Wanted is v - J e + u = m (s + e), for a step u along the
//! feature, and s + e square to it; m is the length of v. On a vertex u = 0. On an edge e has one unknown. A face leaves
//! no choice.

use super::simplex::{Near, Simplex};
use crate::number::Vector;
use crate::proof::{Kernel, Moment, Point};

/// How often points slide on before a plain step of GJK follows.
const IN_A_ROW: usize = 5;
/// The nearest point is along the direction for which the points have slid if the cosine between them is at least this.
const ALONG: f64 = 0.999;

/// Moves the simplex to where its curves are along s, and on from there until its nearest point is no farther than `most`.
/// Returns that point then, with the direction to try next.
#[inline(never)]
pub(super) fn slid<'id, const D: usize>(
    kernel: &Kernel<'id, D>,
    at: &Moment<'id, D>,
    simplex: &mut Simplex<'id, D>,
    mut s: Vector<D>,
    most: f64,
) -> Option<Near<D>> {
    let mut moved = simplex.clone();
    for _ in 0..IN_A_ROW {
        for point in moved.points_mut() {
            kernel.slide_point(at, s, point);
        }
        let count = moved.count();
        moved.leave_out_doubles();
        let have_met = moved.count() < count && count > 2;
        let found = moved.nearest(true);
        let direction = turned(kernel, at, &moved, &found, s);
        let length = direction.length();
        if !(found.length > 0.0 && length > 0.0 && length < f64::INFINITY) {
            return None;
        }
        let is_along = found.unit().dot(s).abs() >= ALONG;
        if found.length <= most && is_along {
            *simplex = moved;
            return Some(Near {
                direction,
                inverse: 1.0 / length,
                length: found.length,
            });
        }
        if have_met {
            // they span a cap, which has them all
            return None;
        }
        s = direction * (1.0 / length);
    }
    None
}

/// Returns s + e, of any length, for the nearest feature of a simplex whose curves are where they are along s.
#[inline(always)]
fn turned<'id, const D: usize>(
    kernel: &Kernel<'id, D>,
    at: &Moment<'id, D>,
    simplex: &Simplex<'id, D>,
    found: &Near<D>,
    s: Vector<D>,
) -> Vector<D> {
    let slides = |mut point: Point<'id, D>| kernel.slide_point(at, s, &mut point);
    let v = found.unit() * found.length;
    match simplex.points() {
        [point] => turned_at_vertex(slides(*point), v, s),
        [first, second] if D == 3 => {
            let weights = simplex.weights();
            let share = weights[1] / (weights[0] + weights[1]);
            let both = [(slides(*first), 1.0 - share), (slides(*second), share)];
            turned_at_edge(second.y - first.y, both, v, s)
        }
        _ if v.dot(s) < 0.0 => -v,
        _ => v,
    }
}

/// Returns s + e, of any length, for points a vector v apart which slide along j and k.
///
/// With U = (j k) and r = v - (s . v) s, e = (U U^T + m)^-1 r = (r - U x) / m, where (U^T U + m) x = U^T r.
#[inline(always)]
fn turned_at_vertex<const D: usize>(
    [j, k]: [Vector<D>; 2],
    v: Vector<D>,
    s: Vector<D>,
) -> Vector<D> {
    let m = s.dot(v);
    let r = v - s * m;
    let (jj, kk, jk) = (j.square() + m, k.square() + m, j.dot(k));
    let (jr, kr) = (j.dot(r), k.dot(r));
    let determinant = jj * kk - jk * jk;
    let (x, y) = (
        (jr * kk - kr * jk) / determinant,
        (kr * jj - jr * jk) / determinant,
    );
    s + (r - j * x - k * y) * (1.0 / m)
}

/// Returns s + e, of any length, for two pairs of points, by how they slide and their weights in v.
#[inline(always)]
fn turned_at_edge<const D: usize>(
    edge: Vector<D>,
    slides: [([Vector<D>; 2], f64); 2],
    v: Vector<D>,
    s: Vector<D>,
) -> Vector<D> {
    let edge = edge * (1.0 / edge.length());
    let square = s - edge * edge.dot(s);
    let square = square * (1.0 / square.length());
    let aside = square.cross(edge);
    let ahead = v.dot(square);
    let (mut left, mut slope) = (v.dot(aside), if ahead > 0.0 { ahead } else { 0.0 });
    for (slides, weight) in slides {
        for slide in slides {
            let speed = slide.dot(aside) * weight;
            left = left - speed * slide.dot(square - s);
            slope += speed * slide.dot(aside);
        }
    }
    square + aside * (left / slope)
}
