//! The choice of the part of a simplex that is nearest to the origin.
//!
//! The signs of volumes tell which facets have the origin outside. Where rounding may hide a sign, all parts are
//! tried. The answer is then a part that proves itself: its direction separates the origin from every vertex.

use super::foot::{EdgeFoot, Nearest, cross};
use super::{Points, bit, members};

/// The error of a volume, in ulps of the product of the lengths of its edges.
///
/// In halves of an ulp of that product, the three edges lose one each, the cross product 2.8 and the dot product 3.
/// Together that is 8.8, or 4.4 ulps. A smaller bound would trust signs that are rounding. A much larger one would try
/// all parts of simplices that are only thin.
pub(crate) const VOLUME_ULPS: f64 = 16.0;

/// The nearest of the edges between these points.
fn nearest_edge<const D: usize, const N: usize>(
    points: &Points<D>,
    edges: [[usize; 2]; N],
) -> Nearest<D> {
    let foot = |[i, j]: [usize; 2]| EdgeFoot::new(points, i, j);
    let mut best = foot(edges[0]);
    for &edge in &edges[1..] {
        let next = foot(edge);
        if next.square() < best.square() {
            best = next;
        }
    }
    best.finish(points)
}

pub(super) fn of_edge<const D: usize>(points: &Points<D>, i: usize, j: usize) -> Nearest<D> {
    EdgeFoot::new(points, i, j).finish(points)
}

/// The nearest part of a triangle in space. By \[1\] theorem 2 the newest point n belongs to it.
#[inline]
pub(super) fn of_triangle<const D: usize>(points: &Points<D>, [n, p, q]: [usize; 3]) -> Nearest<D> {
    Nearest::of_face(points, [n, p, q]).unwrap_or_else(|| nearest_edge(points, [[n, p], [n, q]]))
}

/// Returns the nearest of all parts of some points, without the part of full dimension; `None` only if there are no
/// points.
pub(super) fn nearest_part<const D: usize>(points: &Points<D>, slots: usize) -> Option<Nearest<D>> {
    match slots {
        0b001 => return Some(Nearest::of_vertex(points, 0)),
        0b011 => return Some(of_edge(points, 0, 1)),
        _ => {}
    }
    let corners = || members(slots);
    let face = |triangle: usize| {
        let mut corners = members(triangle);
        let corners = [corners.next()?, corners.next()?, corners.next()?];
        Nearest::of_face(points, corners)
    };
    if D == 3 && slots.count_ones() == 3 {
        let inside = face(slots);
        if inside.is_some() {
            return inside;
        }
    }
    let pairs = corners().flat_map(|i| corners().filter(move |&j| i < j).map(move |j| [i, j]));
    let nearer = |best: Nearest<D>, next: Nearest<D>| {
        if next.length < best.length {
            next
        } else {
            best
        }
    };
    let edge = pairs.map(|[i, j]| of_edge(points, i, j)).reduce(nearer);
    let edge = edge.or_else(|| corners().next().map(|i| Nearest::of_vertex(points, i)));
    if D == 3 && slots.count_ones() == 4 {
        let facets = corners().filter_map(|opposite| face(slots & !bit(opposite)));
        return facets.chain(edge).reduce(nearer);
    }
    edge
}

/// The side of a facet on which the origin is.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Outside,
    Inside,
    /// Rounding may hide the side.
    Unclear,
}

/// Compares a volume, which is positive outside, with its rounding error. Squares save the square roots of the lengths.
#[inline]
fn side(volume: f64, squared_lengths: f64) -> Side {
    let ulps = VOLUME_ULPS * f64::EPSILON;
    if !(volume * volume > ulps * ulps * squared_lengths) {
        Side::Unclear
    } else if volume > 0.0 {
        Side::Outside
    } else {
        Side::Inside
    }
}

/// Returns the nearest part of a tetrahedron with the newest point n, or `None` if it contains the origin.
pub(super) fn of_tetrahedron<const D: usize>(
    points: &Points<D>,
    [n, p, q, r]: [usize; 4],
) -> Option<Nearest<D>> {
    let y = points[n];
    let (ep, eq, er) = (points[p] - y, points[q] - y, points[r] - y);
    let normals = [cross(&ep, &eq), cross(&eq, &er), cross(&er, &ep)];
    let squares = [ep.norm_squared(), eq.norm_squared(), er.norm_squared()];
    let volume = normals[0].dot(&er);
    if side(volume, squares[0] * squares[1] * squares[2]) == Side::Unclear {
        return by_all_facets(points, [n, p, q, r]);
    }
    let outward = 1f64.copysign(volume);
    let far = y.norm_squared();
    let sides: [Side; 3] = std::array::from_fn(|k| {
        let lengths = far * squares[k] * squares[(k + 1) % 3];
        side(normals[k].dot(&y) * outward, lengths)
    });
    let facets = [[n, p, q], [n, q, r], [n, r, p]];
    if sides.contains(&Side::Outside) {
        return facets
            .into_iter()
            .zip(sides)
            .filter(|(_, side)| *side != Side::Inside)
            .map(|(facet, _)| of_triangle(points, facet))
            .reduce(|best, next| {
                if next.length < best.length {
                    next
                } else {
                    best
                }
            });
    }
    let (f, g) = (eq - ep, er - ep);
    let lengths = points[p].norm_squared() * f.norm_squared() * g.norm_squared();
    let opposite = side(-cross(&f, &g).dot(&points[p]) * outward, lengths);
    if opposite == Side::Inside && !sides.contains(&Side::Unclear) {
        None
    } else {
        by_all_facets(points, [n, p, q, r])
    }
}

fn by_all_facets<const D: usize>(
    points: &Points<D>,
    [n, p, q, r]: [usize; 4],
) -> Option<Nearest<D>> {
    let edge = nearest_edge(points, [[n, p], [n, q], [n, r]]);
    let facets = [[n, p, q], [n, q, r], [n, r, p], [p, q, r]];
    let faces = facets
        .into_iter()
        .filter_map(|facet| Nearest::of_face(points, facet));
    best_separated(points, [n, p, q, r], faces.chain([edge]))
}

/// Returns the nearest part of a triangle in the plane with the newest point n, or `None` if it contains the origin.
pub(super) fn of_flat_triangle<const D: usize>(
    points: &Points<D>,
    [n, p, q]: [usize; 3],
) -> Option<Nearest<D>> {
    let y = points[n];
    let (ep, eq) = (points[p] - y, points[q] - y);
    let squares = [ep.norm_squared(), eq.norm_squared()];
    let area = cross_2d(&ep, &eq);
    let outward = 1f64.copysign(area);
    let far = y.norm_squared();
    let of_p = side(cross_2d(&ep, &y) * outward, far * squares[0]);
    let of_q = side(-cross_2d(&eq, &y) * outward, far * squares[1]);
    if side(area, squares[0] * squares[1]) == Side::Unclear {
        return by_all_edges(points, [n, p, q]);
    }
    match (of_p, of_q) {
        (Side::Outside, Side::Inside) => Some(of_edge(points, n, p)),
        (Side::Inside, Side::Outside) => Some(of_edge(points, n, q)),
        (Side::Outside, _) | (_, Side::Outside) => Some(nearest_edge(points, [[n, p], [n, q]])),
        (Side::Inside, Side::Inside) => {
            let edge = eq - ep;
            let lengths = points[p].norm_squared() * edge.norm_squared();
            match side(cross_2d(&edge, &points[p]) * outward, lengths) {
                Side::Inside => None,
                _ => by_all_edges(points, [n, p, q]),
            }
        }
        _ => by_all_edges(points, [n, p, q]),
    }
}

fn by_all_edges<const D: usize>(points: &Points<D>, [n, p, q]: [usize; 3]) -> Option<Nearest<D>> {
    let edges = [[n, p], [n, q], [p, q]].map(|[i, j]| of_edge(points, i, j));
    best_separated(points, [n, p, q], edges.into_iter())
}

/// Returns the part whose direction s has all vertices farthest ahead of the origin.
///
/// Returns `None` if every s has some vertex with s . y <= 0. The direction of the nearest point would have no such
/// vertex, so that the simplex contains the origin up to rounding.
fn best_separated<const D: usize, const N: usize>(
    points: &Points<D>,
    corners: [usize; N],
    candidates: impl Iterator<Item = Nearest<D>>,
) -> Option<Nearest<D>> {
    let mut farthest = 0.0;
    let mut best = None;
    for candidate in candidates {
        let ahead = corners.map(|corner| candidate.direction.dot(&points[corner]));
        let least = ahead[1..]
            .iter()
            .fold(ahead[0], |least, &next| least.min(next));
        if least > farthest {
            farthest = least;
            best = Some(candidate);
        }
    }
    best
}

/// The component of a x b that is square to the plane.
fn cross_2d<const D: usize>(a: &nalgebra::SVector<f64, D>, b: &nalgebra::SVector<f64, D>) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}
