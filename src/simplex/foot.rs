//! The nearest points to the origin of vertices, edges and faces.

use nalgebra::SVector;

use super::{Points, SLOTS, bit};

/// How far below zero a weight may be while the foot still counts as inside a face. If the foot is on an edge, rounding
/// decides on which side it seems to be.
///
/// A weight is a quotient of two dot products of vectors that were freed from the longer edge, less one product: about
/// thirty roundings, or 15 ulps of 1. This is 45. The foot of a face is then outside by no more than this share of the
/// face, and so is what the distance to it may be too short.
const INSIDE_SLACK: f64 = 1e-14;

/// The point v of some part of a simplex that is nearest to the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest<const D: usize> {
    /// The vertices of the part, as a bit set over the slots.
    pub(super) subset: usize,
    /// The weight lambda_i of every vertex.
    pub(super) weights: [f64; SLOTS],
    /// v / |v|, or zero if v is.
    pub(super) direction: SVector<f64, D>,
    /// |v|.
    pub(super) length: f64,
}

impl<const D: usize> Nearest<D> {
    #[inline]
    pub(super) fn of_vertex(points: &Points<D>, slot: usize) -> Self {
        let mut weights = [0.0; SLOTS];
        weights[slot] = 1.0;
        let length = points[slot].norm();
        let direction = if length > 0.0 {
            points[slot] * (1.0 / length)
        } else {
            SVector::zeros()
        };
        Self {
            subset: bit(slot),
            weights,
            direction,
            length,
        }
    }

    /// Returns the foot of the origin on the plane of three points in space, if it is inside their triangle.
    ///
    /// The corner nearest to the origin is y. Of the two edges from y, the shorter one loses its component along the
    /// longer one. Differs from \[1\] 2, which takes the weights from the cofactors. For a sliver these are so
    /// inaccurate that the weighted sum of the points misses a nearest point close to the origin.
    pub(super) fn of_face(points: &Points<D>, mut corners: [usize; 3]) -> Option<Self> {
        let squares = corners.map(|corner| points[corner].norm_squared());
        if squares[1] < squares[0] && squares[1] <= squares[2] {
            corners.swap(0, 1);
        } else if squares[2] < squares[0] {
            corners.swap(0, 2);
        }
        let [base, mut long, mut short] = corners;
        let y = points[base];
        let mut e = points[long] - y;
        let mut f = points[short] - y;
        if e.norm_squared() < f.norm_squared() {
            std::mem::swap(&mut e, &mut f);
            std::mem::swap(&mut long, &mut short);
        }
        let inverse = 1.0 / e.norm_squared();
        let f_along = e.dot(&f) * inverse;
        let across = f - e * f_along;
        // both vectors are freed from the longer edge: the parts of it that rounding leaves in each hardly count in
        // the product
        let y_along = e.dot(&y) * inverse;
        let of_short = -(y - e * y_along).dot(&across) / across.norm_squared();
        let of_long = -y_along - of_short * f_along;
        let of_base = 1.0 - of_long - of_short;
        // written so that NaN, from a triangle without area, is not inside
        if ![of_base, of_long, of_short]
            .iter()
            .all(|&of| of >= -INSIDE_SLACK)
        {
            return None;
        }
        // square to the longer edge to the last digits, however thin the triangle
        let normal = cross(&e, &across);
        let (direction, length) = turned_to(normal * (1.0 / normal.norm()), &y);
        let mut weights = [0.0; SLOTS];
        weights[base] = of_base.max(0.0);
        weights[long] = of_long.max(0.0);
        weights[short] = of_short.max(0.0);
        Some(Self {
            subset: bit(base) | bit(long) | bit(short),
            weights,
            direction,
            length,
        })
    }
}

/// The point v of an edge that is nearest to the origin. Its direction is not yet accurate to all digits.
pub(super) struct EdgeFoot<const D: usize> {
    /// The slots of the end y nearer to the origin, and of the other end.
    base: usize,
    other: usize,
    edge: SVector<f64, D>,
    /// 1 / |edge|^2.
    inverse: f64,
    /// The weight lambda of the other end.
    share: f64,
    v: SVector<f64, D>,
}

impl<const D: usize> EdgeFoot<D> {
    #[inline(always)]
    pub(super) fn new(points: &Points<D>, i: usize, j: usize) -> Self {
        let (base, other) = if points[i].norm_squared() <= points[j].norm_squared() {
            (i, j)
        } else {
            (j, i)
        };
        let y = points[base];
        let edge = points[other] - y;
        let inverse = 1.0 / edge.norm_squared();
        // As y is nearer, it is not more than a half. But rounding may hide which end is, and then it may be anything.
        // NaN, from an edge without length, becomes 0.
        let share = (-y.dot(&edge) * inverse).max(0.0);
        let share = share.min(1.0);
        Self {
            base,
            other,
            edge,
            inverse,
            share,
            v: y + edge * share,
        }
    }

    /// |v|^2, good enough to compare edges.
    #[inline]
    pub(super) fn square(&self) -> f64 {
        self.v.norm_squared()
    }

    /// Returns the nearest point with an accurate direction. When the bodies almost touch, v is short and mostly
    /// rounding. Its component along the edge is therefore taken out once more, so that it is square to the edge to
    /// the last digits.
    #[inline(always)]
    pub(super) fn finish(&self, points: &Points<D>) -> Nearest<D> {
        if self.share == 0.0 {
            return Nearest::of_vertex(points, self.base);
        }
        if self.share == 1.0 {
            return Nearest::of_vertex(points, self.other);
        }
        let y = &points[self.base];
        let (direction, length) = if D == 2 {
            let mut normal = self.edge * (1.0 / self.edge.norm());
            (normal[0], normal[1]) = (-normal[1], normal[0]);
            turned_to(normal, y)
        } else {
            let v = self.v - self.edge * (self.v.dot(&self.edge) * self.inverse);
            let square = v.norm_squared();
            if square > 0.5 * self.square() {
                let direction = v * (1.0 / square.sqrt());
                (direction, direction.dot(y).max(0.0))
            } else {
                // v was only rounding along the edge: the origin is on the edge
                (SVector::zeros(), 0.0)
            }
        };
        let mut weights = [0.0; SLOTS];
        weights[self.base] = 1.0 - self.share;
        weights[self.other] = self.share;
        Nearest {
            subset: bit(self.base) | bit(self.other),
            weights,
            direction,
            length,
        }
    }
}

/// Returns a unit vector turned so that y is ahead, and how far ahead y is.
#[inline]
fn turned_to<const D: usize>(
    normal: SVector<f64, D>,
    y: &SVector<f64, D>,
) -> (SVector<f64, D>, f64) {
    let length = normal.dot(y);
    if length > 0.0 {
        (normal, length)
    } else if length == 0.0 {
        (SVector::zeros(), 0.0)
    } else {
        (-normal, -length)
    }
}

/// a x b, in space.
#[inline]
pub(crate) fn cross<const D: usize>(a: &SVector<f64, D>, b: &SVector<f64, D>) -> SVector<f64, D> {
    SVector::from_fn(|i, _| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j] * b[k] - a[k] * b[j]
    })
}
