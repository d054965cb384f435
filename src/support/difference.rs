//! The Minkowski difference of two bodies, which a search works on.

use nalgebra::SVector;

use super::{Feature, SUPPORT_ULPS, SupportMap, Vertex};
use crate::Real;
use crate::vector::least_length;

/// Ulps that the difference of two locations may lose until it is part of a gap. It loses half an ulp when it is
/// taken, three halves in the dot product, and half in each of the four differences that follow, of which the last
/// two are with the error and the target distance: 0.5 + 1.5 + 2 = 4.
const OFFSET_ULPS: f64 = 4.0;
/// Ulps of the error of rotations that are lost when it is taken out of the errors along the axes and put back. Three
/// additions along each of three axes lose half an ulp each, which is 4.5. Unit vectors may be 9.25 ulps too short, see
/// `UNIT_VECTOR_ULPS`, and the sum of their coordinates times the error then falls by as much. Together that is 13.75.
const TURN_ULPS: f64 = 16.0;

/// Two placed bodies A and B, and their difference: the set of all q - p for points p of A and q of B. The set contains
/// the origin iff the bodies have a point in common.
///
/// All of a shape is inlined into [`support`](Self::support) and [`supporting_distance`](Self::supporting_distance),
/// one function each for a pair of types. A direction then stays in registers: between functions it would be written
/// in parts and read at once, which a processor has to wait for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Difference<A, B, T, const D: usize> {
    pub(crate) a: A,
    pub(crate) b: B,
    /// The vector from the location of A to the location of B.
    pub(crate) offset: SVector<T, D>,
    /// How far rounding may have moved the bodies towards each other, along each axis, without the rounding of
    /// rotations.
    pub(crate) rounding: SVector<T, D>,
    /// How far the rounding of rotations may have moved the bodies, in any direction. All that is computed of the
    /// bodies in one placement shares this error.
    pub(crate) turn_rounding: T,
    /// The sum of the bodies' radii.
    pub(crate) radius: T,
    /// The sum of all rounding errors, which is large or NaN if any coordinate is. It is added up while the errors are
    /// in registers: to read them back at once would take as long as all other checks.
    pub(crate) all_rounding: T,
}

/// Two placed bodies of any types.
pub(crate) type Untyped<'b, T, const D: usize> =
    Difference<&'b dyn SupportMap<T, D>, &'b dyn SupportMap<T, D>, T, D>;

/// Support points of both cores along one direction, each measured from its body's location.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SupportPair<T, const D: usize> {
    /// The point of A, along s.
    pub(crate) p: Vertex<T, D>,
    /// The point of B, against s.
    pub(crate) q: Vertex<T, D>,
}

impl<T: Real, const D: usize> SupportPair<T, D> {
    /// What both points are on.
    #[inline]
    pub(crate) fn names(&self) -> [Option<u32>; 2] {
        [self.p.index, self.q.index]
    }

    /// Returns whether both points are vertices of polytopes.
    #[inline]
    pub(crate) fn is_of_polytopes(&self) -> bool {
        self.p.index.is_some() && self.q.index.is_some()
    }

    /// The points in double precision.
    #[inline]
    pub(crate) fn points(&self) -> [SVector<f64, D>; 2] {
        [&self.p, &self.q].map(|vertex| vertex.point.map(T::as_f64))
    }
}

impl<A, B, T: Real, const D: usize> Difference<A, B, T, D> {
    /// About the largest coordinate that the search meets, told by the rounding errors: they have `SUPPORT_ULPS` of each
    /// coordinate of a body, and `OFFSET_ULPS` of the offset. It is too large where other errors are larger, as those of
    /// long turns are. A scale may be that.
    #[inline]
    pub(crate) fn size(&self) -> T {
        self.all_rounding / (T::EPSILON * T::of(SUPPORT_ULPS))
    }
}

impl<'b, A, B, T, const D: usize> Difference<&'b A, &'b B, T, D>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    /// The same bodies without their types.
    #[inline]
    pub(crate) fn untyped(self) -> Untyped<'b, T, D> {
        Difference {
            a: self.a,
            b: self.b,
            offset: self.offset,
            rounding: self.rounding,
            turn_rounding: self.turn_rounding,
            radius: self.radius,
            all_rounding: self.all_rounding,
        }
    }
}

impl<A, B, T, const D: usize> Difference<A, B, T, D>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    #[inline]
    pub(crate) fn new(a: A, b: B) -> Self {
        const { assert!(D == 2 || D == 3, "bodies are in the plane or in space") };
        let offset = b.location() - a.location();
        let of_offset = offset.abs() * (T::EPSILON * T::of(OFFSET_ULPS));
        let turn_rounding = a.turn_rounding() + b.turn_rounding();
        let rounding = (a.rounding() + b.rounding()).add_scalar(-turn_rounding);
        // products that underflow are off by less than the least length
        let rounding = (rounding + of_offset).add_scalar(least_length::<T>());
        let turn_rounding = turn_rounding * (T::one() + T::EPSILON * T::of(TURN_ULPS));
        Self {
            offset,
            rounding,
            turn_rounding,
            all_rounding: rounding.sum() + turn_rounding,
            radius: a.radius() + b.radius(),
            a,
            b,
        }
    }

    /// The support points along `s`. The search for them begins at the corners among `near`.
    #[inline(never)]
    pub(crate) fn support(
        &self,
        s: &SVector<T, D>,
        [near_p, near_q]: [Option<u32>; 2],
    ) -> SupportPair<T, D> {
        SupportPair {
            p: self.a.core_support_vertex(&along(s), near_p),
            q: self.b.core_support_vertex(&back(s), near_q),
        }
    }

    /// The most that rounding may have added to a supporting distance along the unit vector `s`, but for what all
    /// computations share for bodies in one placement.
    #[inline]
    pub(crate) fn own_error(&self, s: &SVector<T, D>) -> T {
        s.abs().dot(&self.rounding)
    }

    /// Returns a coordinate that is NaN, infinite or too large, if the sizes, locations and points of the bodies
    /// along an axis show one.
    pub(crate) fn first_bad_coordinate(&self, axis: &SVector<T, D>) -> Option<T> {
        let at = self.support(axis, [None; 2]);
        let [p, q] = [at.p.point, at.q.point];
        let sizes = [self.a.extents(), self.b.extents()];
        let bad = |x: &T| !(x.abs() <= T::LARGEST);
        let all = [p, q, self.offset, self.rounding, sizes[0], sizes[1]];
        let coordinates = all.iter().flat_map(|point| point.iter().copied());
        let inner = [self.a.interior_point(), self.b.interior_point()];
        let inner = inner.iter().flat_map(|point| point.iter().copied());
        let lengths = [self.radius, self.turn_rounding];
        coordinates.chain(inner).chain(lengths).find(bad)
    }

    /// A vector e for an upper bound of the error: along a unit vector s it is the sum of |s_i| e_i.
    pub(crate) fn rounding_by_axis(&self) -> SVector<T, D> {
        self.rounding.add_scalar(self.turn_rounding)
    }

    /// SD(s) of the bodies, from their support values.
    #[inline(never)]
    pub(crate) fn supporting_distance(&self, s: &SVector<T, D>) -> T {
        // written so that swapping the bodies changes nothing
        let values = self.a.core_support_value(&along(s)) + self.b.core_support_value(&back(s));
        s.dot(&self.offset) - values - self.radius
    }

    /// The features of both cores that have all of these vertices and face each other along `normal`.
    pub(crate) fn features(
        &self,
        pairs: impl Iterator<Item = [Option<u32>; 2]>,
        normal: &SVector<T, D>,
    ) -> [Feature; 2] {
        let (mut on_a, mut on_b) = (VertexSet::default(), VertexSet::default());
        for [name_a, name_b] in pairs {
            on_a.insert(name_a);
            on_b.insert(name_b);
        }
        [
            on_a.feature(|vertices| self.a.core_feature(vertices, normal)),
            on_b.feature(|vertices| self.b.core_feature(vertices, &-normal)),
        ]
    }

    /// The vector from inside A to inside B.
    pub(crate) fn between(&self) -> SVector<T, D> {
        (self.b.interior_point() - self.a.interior_point()) + self.offset
    }

    /// Moves points of both cores, measured from their locations, to the surfaces of the bodies and into the world.
    pub(crate) fn on_surfaces(
        &self,
        [on_a, on_b]: [SVector<f64, D>; 2],
        along: &SVector<T, D>,
    ) -> [SVector<T, D>; 2] {
        [
            self.a.location() + (on_a.map(T::of) + along * self.a.radius()),
            self.b.location() + (on_b.map(T::of) - along * self.b.radius()),
        ]
    }
}

/// s without negative zeros. If several points are farthest, a body then shows the same one as A and as B.
#[inline]
pub(crate) fn along<T: Real, const D: usize>(s: &SVector<T, D>) -> SVector<T, D> {
    s.map(|x| x + T::zero())
}

/// -s without negative zeros.
#[inline]
pub(crate) fn back<T: Real, const D: usize>(s: &SVector<T, D>) -> SVector<T, D> {
    s.map(|x| T::zero() - x)
}

/// The different vertices among the points of a simplex.
#[derive(Default)]
pub(crate) struct VertexSet {
    indices: [u32; 4],
    count: usize,
    /// True iff some point is not a vertex.
    curved: bool,
}

impl VertexSet {
    pub(crate) fn insert(&mut self, name: Option<u32>) {
        match name {
            None => self.curved = true,
            Some(index) if self.indices[..self.count].contains(&index) => {}
            Some(index) => {
                self.indices[self.count] = index;
                self.count += 1;
            }
        }
    }

    pub(crate) fn feature(&self, of: impl Fn(&[u32]) -> Feature) -> Feature {
        if self.curved || self.count == 0 {
            Feature::Curved
        } else {
            of(&self.indices[..self.count])
        }
    }
}
