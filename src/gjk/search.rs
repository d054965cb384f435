//! The loop of GJK on the cores of the bodies, in double precision.
//!
//! It trusts the plain subalgorithm until a step brings no progress, and from then on tries every part of the simplex.
//! What it proves are distances along vectors, and those do not depend on the simplex.

use std::ops::RangeInclusive;

use nalgebra::SVector;

use super::{Seed, Termination, clear_of_rounding};
use crate::number::{UNIT, Vector};
use crate::simplex::{Corner, Near, Plain, power_of_two_scale};
use crate::support::Difference;
use crate::tuning::{GJK_ITERATIONS, STALLS, STALLS_IN_TOUCH};
use crate::vector::numbers;
use crate::{Real, SupportMap};

/// The inverse length of a vector along which a distance is measured: its products with points then neither overflow nor
/// lose digits.
const INVERSES: RangeInclusive<f64> = 1e-140..=1e120;
/// The share of its square by which a unit vector may be off.
///
/// In units: the square of a direction loses 3, and the length half of that and 1. The inverse loses 1 and the product 1, so
/// that the length of the unit vector is off by 4.5 and its square by 9. To compute that square loses 3 again. That is 12. What
/// is farther off has lost digits to underflow.
const UNIT_ERROR: f64 = 32.0 * UNIT;

/// The error of a volume, in ulps of the product of the lengths of its edges.
///
/// In halves of an ulp of that product, the three edges lose one each, the cross product 2.8 and the dot product 3.
/// Together that is 8.8, or 4.4 ulps. A smaller bound would trust signs that are rounding. A much larger one would take
/// bodies that clearly overlap for bodies that may not.
const VOLUME_ULPS: f64 = 16.0;

/// A point of each core, measured from their locations.
#[derive(Clone, Copy)]
pub(crate) struct Pair<const D: usize> {
    pub(crate) p: [f64; D],
    pub(crate) q: [f64; D],
    /// The corners that they are, `u32::MAX` for others.
    names: [u32; 2],
    y: Vector<D>,
}

impl<const D: usize> Corner<D> for Pair<D> {
    #[inline(always)]
    fn none() -> Self {
        Self {
            p: [f64::NAN; D],
            q: [f64::NAN; D],
            names: [u32::MAX; 2],
            y: Vector::new([f64::NAN; D]),
        }
    }

    #[inline(always)]
    fn at(&self) -> Vector<D> {
        self.y
    }

    #[inline(always)]
    fn y(&mut self) -> &mut Vector<D> {
        &mut self.y
    }
}

/// The start of a search, and the gap at which it may end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start<'s, T, const D: usize> {
    /// A unit vector from A to B.
    pub(crate) axis: SVector<T, D>,
    /// The simplex of an earlier search.
    pub(crate) seed: Option<&'s Seed>,
    /// The relative gap between the bounds of the distance at which the search may end.
    pub(crate) relative_tolerance: T,
}

impl<T: Real, const D: usize> Start<'_, T, D> {
    /// A start from a unit vector, with nothing else known.
    pub(crate) fn from_axis(axis: SVector<T, D>) -> Self {
        Self {
            axis,
            seed: None,
            relative_tolerance: T::RELATIVE_TOLERANCE,
        }
    }
}

/// A search, and what it knows of the cores.
pub(crate) struct Search<const D: usize> {
    simplex: Plain<Pair<D>, D>,
    pub(super) near: Near<D>,
    /// The distance of the cores along the vector that was tried last, and how far rounding may take it from the truth.
    pub(super) reach: f64,
    pub(super) error: f64,
    /// The largest distance less its error that a vector has proven.
    pub(super) most: f64,
    /// That vector, with the distance along it.
    pub(super) best: Near<D>,
    /// The least distance of the points of a simplex so far.
    least: f64,
    /// Whether every part of the simplex is tried, which it is after the first step that brought no progress.
    is_careful: bool,
    /// The steps in a row that brought none since then.
    stalls: u32,
    pub(super) end: End,
    /// In the end the nearest points of both cores, measured from their locations, and the vector between them.
    pub(super) nearest: [SVector<f64, D>; 2],
    pub(crate) between: Vector<D>,
    /// Their distance; 0 if a simplex clearly contains the origin.
    pub(crate) upper: f64,
    pub(crate) iterations: u32,
}

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum End {
    /// The search ended with bounds of the distance.
    Settled(Termination),
    /// A simplex clearly contains the origin.
    Meets,
}

impl<const D: usize> Pair<D> {
    /// Whether both points are vertices of polytopes.
    #[inline(always)]
    fn is_of_polytopes(&self) -> bool {
        self.names.iter().all(|&name| name != u32::MAX)
    }

    /// The vertices that these points are.
    #[inline(always)]
    pub(crate) fn vertices(&self) -> [Option<u32>; 2] {
        (self.names).map(|name| (name != u32::MAX).then_some(name))
    }
}

pub(super) fn scalars<T: Real, const D: usize>(v: Vector<D>) -> SVector<T, D> {
    SVector::from(v.numbers()).map(T::of)
}

fn vector<T: Real, const D: usize>(v: &SVector<T, D>) -> Vector<D> {
    Vector::new(numbers(v))
}

impl<const D: usize> Search<D> {
    /// A search that has not begun. It runs where it is made: a copy would read at once what was written in parts.
    #[inline(always)]
    pub(crate) fn new<T: Real>(axis: &SVector<T, D>) -> Self {
        // in single precision a unit vector is none yet
        let axis = vector(axis);
        let axis = Near::guess(axis, 1.0 / axis.length());
        Self {
            simplex: Plain::new(),
            near: axis,
            best: axis,
            reach: f64::NAN,
            error: f64::NAN,
            most: f64::NEG_INFINITY,
            least: f64::INFINITY,
            is_careful: false,
            stalls: 0,
            end: End::Settled(Termination::Exhausted),
            nearest: [SVector::zeros(); 2],
            between: Vector::default(),
            upper: f64::INFINITY,
            iterations: 0,
        }
    }

    /// Runs GJK from a start, \[1\] algorithm 1, until a function says that what is known is enough.
    #[inline(always)]
    pub(super) fn run<A, B, T: Real>(
        &mut self,
        bodies: &Difference<A, B, T, D>,
        start: &Start<'_, T, D>,
        mut is_enough: impl FnMut(&mut Self) -> bool,
    ) -> End
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let (offset, rounding) = (vector(&bodies.offset), vector(&bodies.rounding));
        let turn_rounding = bodies.turn_rounding.as_f64();
        let mut hints = [u32::MAX; 2];
        if let Some(seed) = start.seed {
            self.plant(bodies, offset, seed, &mut hints);
        }
        while self.iterations < GJK_ITERATIONS {
            self.iterations += 1;
            let along = self.near.unit();
            let is_unit = (along.square() - 1.0).abs() <= UNIT_ERROR;
            if !(is_unit && INVERSES.contains(&self.near.inverse)) {
                if self.stall() {
                    return End::Settled(Termination::Rounding);
                }
                continue;
            }
            self.look(bodies, (offset, rounding), &mut hints);
            if is_enough(self) {
                return End::Settled(Termination::Stopped);
            }
            // the points are no farther apart than rounding along the vector between them ([1] 5: the tolerance omega)
            let is_rounding = self.near.length <= self.error + turn_rounding;
            if self.is_careful && self.most <= 0.0 && is_rounding {
                return End::Settled(Termination::Rounding);
            }
            self.simplex.keep();
            self.near = if self.is_careful {
                self.simplex.nearest_of_all()
            } else {
                self.simplex.nearest(self.most > 0.0)
            };
            // written so that what is no number is no progress
            if self.near.length > 0.0 && self.near.length < self.least {
                (self.least, self.stalls) = (self.near.length, 0);
                continue;
            }
            if self.near.length == 0.0
                && is_deep(self.simplex.points(), clear_of_rounding(bodies).as_f64())
            {
                return End::Meets;
            }
            if self.stall() {
                return End::Settled(Termination::Rounding);
            }
        }
        End::Settled(Termination::Exhausted)
    }

    /// Takes the support points along the vector, and notes how far the cores are apart along it and what that proves.
    #[inline(always)]
    fn look<A, B, T: Real>(
        &mut self,
        bodies: &Difference<A, B, T, D>,
        (offset, rounding): (Vector<D>, Vector<D>),
        hints: &mut [u32; 2],
    ) where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let (s, along) = (self.near.direction, self.near.unit());
        let next = self.simplex.next();
        // without negative zeros: if several points are farthest, a body then shows the same one as A and as B
        next.p = (bodies.a).core_farthest(s + Vector::default(), &mut hints[0]);
        next.q = (bodies.b).core_farthest(Vector::default() - s, &mut hints[1]);
        next.names = *hints;
        next.y = (Vector::new(next.q) - Vector::new(next.p)) + offset;
        // Points are farthest along s. Along the unit vector, of which each coordinate is rounded once more, others may be
        // farther by an ulp of theirs: `SUPPORT_ULPS` has room for that.
        self.reach = along.dot(next.y);
        self.error = along.abs().dot(rounding);
        let turn_rounding = bodies.turn_rounding.as_f64();
        let proven = self.reach - self.error - turn_rounding;
        if proven > self.most {
            self.keep_best(proven);
        }
    }

    /// Notes what the vector tried last has proven.
    #[inline(always)]
    pub(super) fn keep_best(&mut self, proven: f64) {
        self.most = proven;
        self.best = Near {
            length: self.reach,
            ..self.near
        };
    }

    /// Notes a step that brought no progress, and returns whether nothing is left to try. What is left is to try every part
    /// of the simplex from now on, and then a few more steps: near the end the error of the distance is only the square of
    /// the direction's.
    #[inline(always)]
    fn stall(&mut self) -> bool {
        if self.is_careful {
            self.stalls += 1;
        } else {
            self.is_careful = true;
            self.near = self.simplex.nearest_of_all();
        }
        let most = if self.most > 0.0 {
            STALLS
        } else {
            STALLS_IN_TOUCH
        };
        self.stalls > most || !(self.near.length > 0.0 && self.near.length.is_finite())
    }

    /// Begins with the corners of an earlier search, if there is one.
    #[inline(always)]
    fn plant<A, B, T: Real>(
        &mut self,
        bodies: &Difference<A, B, T, D>,
        offset: Vector<D>,
        seed: &Seed,
        hints: &mut [u32; 2],
    ) where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        for &[on_a, on_b] in seed.pairs().iter().take(D) {
            if let (Some(p), Some(q)) = (bodies.a.core_vertex(on_a), bodies.b.core_vertex(on_b)) {
                let next = self.simplex.next();
                (next.p, next.q) = (vector(&p).numbers(), vector(&q).numbers());
                next.names = [on_a, on_b];
                next.y = (vector(&q) - vector(&p)) + offset;
                self.simplex.keep();
                *hints = [on_a, on_b];
            }
        }
        if self.simplex.count() > 0 {
            let near = self.simplex.nearest(false);
            if near.length > 0.0 {
                self.near = near;
            } else {
                self.simplex = Plain::new();
            }
        }
    }

    /// Finds the nearest points of the simplex.
    // not inlined, so that the function that tells when a search ends is small enough to be
    #[inline(never)]
    pub(super) fn settle(&mut self) {
        (self.nearest, self.between) = self.witnesses();
        // of a long thin simplex the points have fewer digits than the length that a careful search knows
        self.upper = match self.end {
            End::Meets => 0.0,
            _ if self.is_careful => self.near.length,
            _ => self.between.length(),
        };
    }

    /// The pairs of points of the simplex.
    #[inline(always)]
    pub(crate) fn pairs(&self) -> &[Pair<D>] {
        self.simplex.points()
    }

    /// Whether the search may end: an upper bound of the distance of the cores is near enough to their distance along the
    /// vector tried last. Polytopes need no tolerance, as their searches end at the exact distance. The points found last,
    /// which are not kept yet, tell whether both bodies are polytopes.
    #[inline(always)]
    pub(super) fn bounds_agree(&self, upper: f64, radius: f64, relative: f64) -> bool {
        let of_curves = relative * (self.reach - radius).abs();
        let room = if !self.simplex.last().is_of_polytopes() && of_curves > self.error {
            of_curves
        } else {
            self.error
        };
        upper - self.reach <= room
    }

    /// The nearest points of both cores, measured from their locations, and the vector between them.
    #[inline(always)]
    fn witnesses(&self) -> ([SVector<f64, D>; 2], Vector<D>) {
        if self.simplex.count() == 0 {
            let Pair { p, q, y, .. } = *self.simplex.last();
            return ([p.into(), q.into()], y);
        }
        let (points, weights) = (self.simplex.points(), self.simplex.weights());
        // weights may be so small that their products with points are no numbers
        let sum: f64 = weights.iter().take(points.len()).sum();
        let scale = power_of_two_scale(sum);
        let (mut p, mut q) = (SVector::zeros(), SVector::zeros());
        let mut y = Vector::default();
        for (point, &weight) in points.iter().zip(weights) {
            let share = weight * scale;
            p += SVector::from(point.p) * share;
            q += SVector::from(point.q) * share;
            y = y + point.y * share;
        }
        let inverse = 1.0 / (sum * scale);
        ([p * inverse, q * inverse], y * inverse)
    }
}

/// Returns whether a simplex of all dimensions has the origin inside, farther from all of its facets than `clear`.
///
/// The origin is on the same side of all facets. A side counts if the volume that shows it exceeds its rounding.
fn is_deep<const D: usize>(points: &[Pair<D>], clear: f64) -> bool {
    let side = |k: usize| {
        let corner = |of: usize| points[(k + of) % (D + 1)].y;
        let (y, e) = (corner(0), corner(1) - corner(0));
        let (volume, area, product) = if D == 2 {
            (e.area(y), e.length(), e.length() * y.length())
        } else {
            let f = corner(2) - y;
            let normal = e.cross(f);
            let product = e.length() * f.length() * y.length();
            // of four corners in a circle, every other facet is seen from its other side
            let sign = if k.is_multiple_of(2) { 1.0 } else { -1.0 };
            (normal.dot(y) * sign, normal.length(), product)
        };
        let clear = clear * area + VOLUME_ULPS * f64::EPSILON * product;
        i32::from(volume > clear) - i32::from(volume < -clear)
    };
    points.len() == D + 1 && side(0) != 0 && (1..=D).all(|k| side(k) == side(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_deep<const D: usize>(corners: &[[f64; D]], clear: f64) -> bool {
        let corners = corners.iter().map(|&corner| Pair {
            y: Vector::new(corner),
            ..Pair::none()
        });
        super::is_deep(&corners.collect::<Vec<_>>(), clear)
    }

    #[test]
    fn the_origin_is_deep_inside_only_if_it_is_clear_of_all_facets() {
        let [a, b, c, d] = [
            [1.0, 1.0, 1.0],
            [1.0, -1.0, -1.0],
            [-1.0, 1.0, -1.0],
            [-1.0, -1.0, 1.0],
        ];
        // each facet of this tetrahedron is 1 / √3 away
        for corners in [[a, b, c, d], [b, a, c, d], [d, a, c, b]] {
            assert!(is_deep(&corners, 0.577));
            assert!(!is_deep(&corners, 0.578));
        }
        let moved = [a, b, c, d].map(|[x, y, z]| [x + 2.0, y, z]);
        assert!(!is_deep(&moved, 1e-9));
        let flat = [a, b, c, d].map(|[x, y, _]| [x, y, 1e-16]);
        assert!(!is_deep(&flat, 0.0));
        assert!(!is_deep(&[a, b, c], 0.0));
        let triangle = [[1.0, 0.0], [-1.0, 1.0], [-1.0, -1.0]];
        assert!(is_deep(&triangle, 0.44));
        assert!(!is_deep(&triangle, 0.45));
        assert!(!is_deep(&triangle.map(|[x, y]| [x - 2.0, y]), 1e-9));
    }
}
