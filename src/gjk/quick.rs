//! Searches in double precision that trust the plain subalgorithm.
//!
//! `clear` has what they answer: they check what they found by its bounds. Where rounding leaves a doubt, the careful
//! search decides.

mod clear;

pub(crate) use clear::Clear;

use std::ops::RangeInclusive;

use nalgebra::SVector;

use super::{Seed, Start};
use crate::number::{UNIT, Vector};
use crate::simplex::{Corner, Near, Plain, VOLUME_ULPS, power_of_two_scale};
use crate::support::Difference;
use crate::tuning::QUICK_ITERATIONS;
use crate::{Real, SupportMap};

/// The inverse length of a vector along which a distance is measured: its products with points then neither overflow nor
/// lose digits.
const INVERSES: RangeInclusive<f64> = 1e-140..=1e120;
/// The share of its square by which a unit vector may be off.
const UNIT_ERROR: f64 = 32.0 * UNIT;

/// A point of each core, measured from their locations.
#[derive(Clone, Copy)]
struct Pair<const D: usize> {
    p: [f64; D],
    q: [f64; D],
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

/// A search, and what it knows of the cores.
pub(crate) struct Quick<const D: usize> {
    simplex: Plain<Pair<D>, D>,
    near: Near<D>,
    /// The distance of the cores along the vector that was tried last, and how far rounding may take it from the truth.
    reach: f64,
    error: f64,
    /// The largest distance less its error that a vector has proven, and that vector.
    most: f64,
    best: Near<D>,
    iterations: u32,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq)]
enum End {
    /// It was told to.
    Stopped,
    /// A simplex contains the origin.
    Meets,
    /// Rounding leaves a doubt.
    Doubt,
}

impl<const D: usize> Pair<D> {
    /// Whether both points are vertices of polytopes.
    #[inline(always)]
    fn is_of_polytopes(&self) -> bool {
        self.names.iter().all(|&name| name != u32::MAX)
    }

    /// The vertices that these points are.
    #[inline(always)]
    fn vertices(&self) -> [Option<u32>; 2] {
        (self.names).map(|name| (name != u32::MAX).then_some(name))
    }
}

fn scalars<T: Real, const D: usize>(v: Vector<D>) -> SVector<T, D> {
    SVector::from(v.numbers()).map(T::of)
}

fn vector<T: Real, const D: usize>(v: &SVector<T, D>) -> Vector<D> {
    Vector::new(std::array::from_fn(|k| v[k].as_f64()))
}

impl<const D: usize> Quick<D> {
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
            iterations: 0,
        }
    }

    /// Runs GJK from a start until a function says that what is known is enough.
    #[inline(always)]
    fn run<A, B, T: Real>(
        &mut self,
        bodies: &Difference<A, B, T, D>,
        start: &Start<'_, T, D>,
        mut is_enough: impl FnMut(&Self) -> bool,
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
        while self.iterations < QUICK_ITERATIONS {
            self.iterations += 1;
            let s = self.near.direction;
            let along = self.near.unit();
            let is_unit = (along.square() - 1.0).abs() <= UNIT_ERROR;
            if !(is_unit && INVERSES.contains(&self.near.inverse)) {
                break;
            }
            let next = self.simplex.next();
            // without negative zeros: if several points are farthest, a body then shows the same one as A and as B
            next.p = (bodies.a).core_farthest(s + Vector::default(), &mut hints[0]);
            next.q = (bodies.b).core_farthest(Vector::default() - s, &mut hints[1]);
            next.names = hints;
            next.y = (Vector::new(next.q) - Vector::new(next.p)) + offset;
            // Points are farthest along s. Along the unit vector, of which each coordinate is rounded once more, others
            // may be farther by an ulp of theirs: `SUPPORT_ULPS` has room for that.
            self.reach = along.dot(next.y);
            self.error = along.abs().dot(rounding);
            let proven = self.reach - self.error - turn_rounding;
            if proven > self.most {
                (self.most, self.best) = (proven, self.near);
            }
            if is_enough(self) {
                return End::Stopped;
            }
            let before = self.near.length;
            self.simplex.keep();
            self.near = self.simplex.nearest(self.most > 0.0);
            if self.near.length == 0.0 {
                return End::Meets;
            }
            // written so that what is no number ends the search too
            if !(self.near.length < before) {
                break;
            }
        }
        End::Doubt
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

    /// Makes a seed of the corners that the nearest points are between.
    #[inline(always)]
    pub(crate) fn seed(&self) -> Seed {
        let mut seed = Seed::default();
        for point in self.simplex.points() {
            if point.is_of_polytopes() {
                seed.push(point.names);
            }
        }
        seed
    }

    /// The nearest points of both cores, measured from their locations, and the vector between them.
    #[inline(always)]
    fn witnesses(&self) -> ([SVector<f64, D>; 2], Vector<D>) {
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

    /// Returns whether a simplex of all dimensions has the origin inside, farther from all of its facets than `clear`.
    ///
    /// The origin is on the same side of all facets. A side counts if the volume that shows it exceeds its rounding.
    fn is_deep(&self, clear: f64) -> bool {
        let points = self.simplex.points();
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

    /// The unit vector that separates the bodies best, of those tried.
    #[inline(always)]
    pub(crate) fn normal<T: Real>(&self) -> SVector<T, D> {
        scalars(self.best.unit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<const D: usize>(corners: &[[f64; D]]) -> Quick<D> {
        let mut quick = Quick::new(&SVector::<f64, D>::zeros());
        for &corner in corners {
            quick.simplex.next().y = Vector::new(corner);
            quick.simplex.keep();
        }
        quick
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
            assert!(of(&corners).is_deep(0.577));
            assert!(!of(&corners).is_deep(0.578));
        }
        let moved = [a, b, c, d].map(|[x, y, z]| [x + 2.0, y, z]);
        assert!(!of(&moved).is_deep(1e-9));
        let flat = [a, b, c, d].map(|[x, y, _]| [x, y, 1e-16]);
        assert!(!of(&flat).is_deep(0.0));
        assert!(!of(&[a, b, c]).is_deep(0.0));
        let triangle = [[1.0, 0.0], [-1.0, 1.0], [-1.0, -1.0]];
        assert!(of(&triangle).is_deep(0.44));
        assert!(!of(&triangle).is_deep(0.45));
        assert!(!of(&triangle.map(|[x, y]| [x - 2.0, y])).is_deep(1e-9));
    }
}
