//! The Minkowski difference of two bodies: what a search looks at.

use nalgebra::SVector;

use super::{Feature, SUPPORT_ROUNDING, SupportMap, Vertex, least_length};
use crate::Real;

/// Ulps that the difference of two locations may lose until it is part of a gap: half of one when it is taken, three
/// halves in the dot product, half in each of the four differences that follow, the last two with the error and the
/// target distance.
const OFFSET_ROUNDING: f64 = 4.0;
/// Ulps of the error of rotations that are lost where it is taken out of the errors along the axes and put back, a unit
/// vector being one to within some: three additions along each of three axes lose half an ulp each.
const TURN_SLACK: f64 = 16.0;

/// The set of all q - p for points p of A and q of B: it contains the origin iff the bodies have a point in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Difference<'x, A, B, T, const D: usize> {
    pub(crate) a: &'x A,
    pub(crate) b: &'x B,
    /// From the location of A to that of B.
    pub(crate) offset: SVector<T, D>,
    /// How far rounding may have moved the bodies towards each other, along each axis, their rotations aside.
    pub(crate) rounding: SVector<T, D>,
    /// How far the rounding of their rotations may have moved them, whichever way: the same for all that is computed of
    /// the bodies as they are placed.
    pub(crate) turn_rounding: T,
    /// The sum of the bodies' radii.
    pub(crate) radius: T,
}

/// Support points of both cores along one direction, each measured from its body's location.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SupportPair<T, const D: usize> {
    /// Of A, along s.
    pub(crate) p: Vertex<T, D>,
    /// Of B, against s.
    pub(crate) q: Vertex<T, D>,
}

impl<T: Real, const D: usize> SupportPair<T, D> {
    /// Whether both points are vertices of polytopes.
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

impl<A, B, T: Real, const D: usize> Difference<'_, A, B, T, D> {
    /// About the largest coordinate that appears.
    pub(crate) fn size(&self) -> T {
        let of_bodies = self.rounding.amax() / (T::EPSILON * T::of(SUPPORT_ROUNDING));
        of_bodies.max(self.offset.amax())
    }
}

impl<'x, A, B, T, const D: usize> Difference<'x, A, B, T, D>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    #[inline]
    pub(crate) fn new(a: &'x A, b: &'x B) -> Self {
        const { assert!(D == 2 || D == 3, "bodies are in the plane or in space") };
        let offset = b.location() - a.location();
        let of_offset = offset.abs() * (T::EPSILON * T::of(OFFSET_ROUNDING));
        let turn_rounding = a.turn_rounding() + b.turn_rounding();
        let rounding = (a.rounding() + b.rounding()).add_scalar(-turn_rounding);
        Self {
            a,
            b,
            offset,
            // products that underflow are off by less than the least length
            rounding: (rounding + of_offset).add_scalar(least_length::<T>()),
            turn_rounding: turn_rounding * (T::one() + T::EPSILON * T::of(TURN_SLACK)),
            radius: a.radius() + b.radius(),
        }
    }

    /// The support points along `s`, looked for from the vertices `near`.
    #[inline]
    pub(crate) fn support(&self, s: &SVector<T, D>, near: [Option<u32>; 2]) -> SupportPair<T, D> {
        SupportPair {
            p: self.a.core_support_vertex(&along(s), near[0]),
            q: self.b.core_support_vertex(&back(s), near[1]),
        }
    }

    /// The point q - p of a pair of points.
    #[inline]
    pub(crate) fn point(&self, at: &SupportPair<T, D>) -> SVector<T, D> {
        (at.q.point - at.p.point) + self.offset
    }

    /// How much rounding may have added to a supporting distance along the unit vector `s`.
    #[inline]
    pub(crate) fn error(&self, s: &SVector<T, D>) -> T {
        self.own_error(s) + self.turn_rounding
    }

    /// The part of it that differs from one computation to another: what two supporting distances of the bodies as they
    /// are placed may be off beside each other.
    #[inline]
    pub(crate) fn own_error(&self, s: &SVector<T, D>) -> T {
        s.abs().dot(&self.rounding)
    }

    /// A coordinate that is NaN, infinite or too large, if one shows in the bodies' sizes, locations and points along an
    /// axis.
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

    /// An upper bound of the error along a unit vector s as the sum of |s_i| times this.
    pub(crate) fn rounding_by_axis(&self) -> SVector<T, D> {
        self.rounding.add_scalar(self.turn_rounding)
    }

    /// SD(s) of the cores, from their support points.
    #[inline]
    pub(crate) fn core_supporting_distance(&self, s: &SVector<T, D>, at: &SupportPair<T, D>) -> T {
        s.dot(&self.point(at))
    }

    /// SD(s) of the bodies, from their support values.
    #[inline]
    pub(crate) fn supporting_distance(&self, s: &SVector<T, D>) -> T {
        // written so that swapping the bodies changes nothing
        let values = self.a.core_support_value(&along(s)) + self.b.core_support_value(&back(s));
        s.dot(&self.offset) - values - self.radius
    }

    /// Whether `s` separates the cores, rounding allowed for.
    pub(crate) fn separates(&self, s: &SVector<T, D>) -> bool {
        self.supporting_distance(s) + self.radius > self.error(s)
    }

    /// The features of both cores that have all of these vertices and face each other along `normal`.
    pub(crate) fn features(
        &self,
        pairs: impl Iterator<Item = [Option<u32>; 2]>,
        normal: &SVector<T, D>,
    ) -> [Feature; 2] {
        let (mut on_a, mut on_b) = (VertexSet::default(), VertexSet::default());
        for [index_a, index_b] in pairs {
            on_a.insert(index_a);
            on_b.insert(index_b);
        }
        [
            on_a.feature(|vertices| self.a.core_feature(vertices, normal)),
            on_b.feature(|vertices| self.b.core_feature(vertices, &-normal)),
        ]
    }

    /// From inside A to inside B.
    pub(crate) fn between(&self) -> SVector<T, D> {
        (self.b.interior_point() - self.a.interior_point()) + self.offset
    }

    /// Of the normals of each body where the other is, the one that separates them best, with its supporting distance.
    ///
    /// Between bodies with large faces it is a better guess than the direction between their insides.
    pub(crate) fn facing_axis(&self) -> Option<(SVector<T, D>, T)> {
        let in_a = self.b.interior_point() + self.offset;
        let in_b = self.a.interior_point() - self.offset;
        let of_a = self.a.core_normal_toward(&in_a);
        let of_b = self.b.core_normal_toward(&in_b).map(|normal| -normal);
        let judged = |axis: SVector<T, D>| {
            let axis = unit(axis);
            (axis, self.supporting_distance(&axis))
        };
        match (of_a.map(judged), of_b.map(judged)) {
            (Some(first), Some(second)) if is_better(&second, &first) => Some(second),
            (Some(first), _) => Some(first),
            (None, second) => second,
        }
    }

    /// Points of both cores, measured from their locations, moved to the surfaces of the bodies and to the world.
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

/// s with no zero negative: of several support points a body then shows the same one in either role.
#[inline]
fn along<T: Real, const D: usize>(s: &SVector<T, D>) -> SVector<T, D> {
    s.map(|x| x + T::zero())
}

/// The same of -s.
#[inline]
fn back<T: Real, const D: usize>(s: &SVector<T, D>) -> SVector<T, D> {
    s.map(|x| T::zero() - x)
}

/// Whether an axis separates better than another. If both are as good, the same one is taken when the bodies are swapped.
fn is_better<T: Real, const D: usize>(
    (first, by): &(SVector<T, D>, T),
    (second, than): &(SVector<T, D>, T),
) -> bool {
    let ahead = || {
        let mut pairs = first
            .iter()
            .zip(second.iter())
            .map(|(x, y)| (x.abs(), y.abs()));
        pairs.find(|(x, y)| x != y).is_some_and(|(x, y)| x > y)
    };
    by > than || by == than && ahead()
}

/// Scales a vector of any size to unit length. The zero vector, and one that is not finite, becomes the x axis.
#[inline]
pub fn unit<T: Real, const D: usize>(axis: SVector<T, D>) -> SVector<T, D> {
    let square = axis.norm_squared();
    if square >= least_length::<T>() && square.is_finite() {
        axis / square.sqrt()
    } else {
        extreme_unit(axis)
    }
}

#[cold]
fn extreme_unit<T: Real, const D: usize>(axis: SVector<T, D>) -> SVector<T, D> {
    let largest = axis.amax();
    if largest > T::zero() && largest.is_finite() {
        let axis = axis / largest;
        let length = axis.norm();
        // a coordinate that is not a number may hide behind one that is larger
        if length.is_finite() {
            return axis / length;
        }
    }
    SVector::from_fn(|row, _| if row == 0 { T::one() } else { T::zero() })
}

/// The different vertices among the points of a simplex.
#[derive(Default)]
struct VertexSet {
    indices: [u32; 4],
    count: usize,
    /// Whether a point is no vertex.
    curved: bool,
}

impl VertexSet {
    fn insert(&mut self, index: Option<u32>) {
        match index {
            None => self.curved = true,
            Some(index) if self.indices[..self.count].contains(&index) => {}
            Some(index) => {
                self.indices[self.count] = index;
                self.count += 1;
            }
        }
    }

    fn feature(&self, of: impl Fn(&[u32]) -> Feature) -> Feature {
        if self.curved || self.count == 0 {
            Feature::Curved
        } else {
            of(&self.indices[..self.count])
        }
    }
}
