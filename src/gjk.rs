//! The algorithm of Gilbert, Johnson and Keerthi as in \[1\]: distance, boolean test, and the form that hands out
//! every iteration. It knows nothing of time.

use std::ops::ControlFlow;

use nalgebra::SVector;

use crate::simplex::{Growth, Simplex};
use crate::{Real, SupportMap};

/// Iterations at most. Polytopes take under ten, smooth bodies a few tens.
const MAX_ITERATIONS: u32 = 128;

/// One iteration of GJK: a direction and what the bodies do along it.
#[derive(Clone, Copy, Debug)]
pub struct Iterate<T, const D: usize> {
    /// The unit vector s from A to B along which the bodies were evaluated, in the world.
    pub direction: SVector<T, D>,
    /// SD(s) = min over q in B of s . q - max over p in A of s . p: a lower bound of the distance.
    pub supporting_distance: T,
    /// The least distance of two points found so far, an upper bound of the distance; infinite at first.
    pub upper_bound: T,
    /// The largest supporting distance found so far: the monotone lower bound mu of \[1\] 2. It may be negative.
    pub lower_bound: T,
}

/// The closest points of two disjoint bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest<T, const D: usize> {
    /// The distance of the witness points: an upper bound of the distance, up to rounding.
    pub distance: T,
    /// A proven lower bound of the distance, rounding included: the bodies' supporting distance along the normal.
    pub lower_bound: T,
    /// The unit vector from A to B that separates the bodies best, in the world.
    pub normal: SVector<T, D>,
    /// The point of A nearest to B, in the world.
    pub witness_a: SVector<T, D>,
    /// The point of B nearest to A, in the world.
    pub witness_b: SVector<T, D>,
    /// Iterations taken.
    pub iterations: u32,
}

/// Two bodies that have points in common, or are too close for rounding to tell.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct Penetration<T, const D: usize> {
    /// How far one body must move to be free of the other, where known: bodies whose cores are disjoint know it.
    pub depth: Option<T>,
    /// The unit vector from A to B along which the bodies overlap least, where known.
    pub normal: Option<SVector<T, D>>,
}

/// Whether two bodies touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Proximity<T, const D: usize> {
    /// They are disjoint.
    Disjoint(Closest<T, D>),
    /// They overlap, or touch up to rounding.
    Overlapping(Penetration<T, D>),
}

/// The distance of two placed bodies, and their closest points (\[1\] 2).
///
/// Both are in one frame, the world's: see [`Posed`](crate::support::Posed).
///
/// ```
/// use nalgebra::{Isometry3, vector};
/// use photofinish::gjk::{Proximity, distance};
/// use photofinish::shape::{Ball, Cuboid};
/// use photofinish::support::Posed;
///
/// let ball = Posed::new(Ball::new(0.5)?, &Isometry3::translation(3.0, 0.0, 0.0));
/// let crate_ = Cuboid::new(vector![1.0, 1.0, 1.0])?;
/// let Proximity::Disjoint(closest) = distance(&crate_, &ball) else {
///     panic!("they are 1.5 apart");
/// };
/// assert_eq!(closest.distance, 1.5);
/// assert_eq!(closest.witness_a.x, 1.0);
/// # Ok::<(), photofinish::ShapeError>(())
/// ```
///
/// The distance of polytopes is accurate to the scalar's rounding. That of smooth bodies is sought to a relative error
/// of 2.5e-5 in `f32` and 4e-11 in `f64`; now and then rounding ends the search a little before, which shows in the gap
/// between the distance and its lower bound.
pub fn distance<T, const D: usize, A, B>(a: &A, b: &B) -> Proximity<T, D>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    let axis = first_axis(a, b);
    let search = search(a, b, axis, |_| ControlFlow::Continue(()));
    search.proximity(a, b)
}

/// Like [`distance`], showing every iteration to `visit`, which may stop the search, and starting from the
/// direction `axis` from A to B.
///
/// What is found until then is returned: bounds of the distance that are right at any stage.
pub fn visit<T, const D: usize, A, B>(
    a: &A,
    b: &B,
    axis: SVector<T, D>,
    visit: impl FnMut(&Iterate<T, D>) -> ControlFlow<()>,
) -> Proximity<T, D>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    search(a, b, unit(axis), visit).proximity(a, b)
}

/// Whether two placed bodies have a point in common; the separating-axis form of GJK (\[1\] algorithm 2).
///
/// `axis` is where the search starts, and holds the separating direction from A to B afterwards if there is one:
/// pass it again when the bodies have moved a little (ISA-GJK, \[1\] 4), and the test mostly ends at once. The zero
/// vector is a fine start. Bodies that touch up to rounding count as touching.
pub fn intersects<T, const D: usize, A, B>(a: &A, b: &B, axis: &mut SVector<T, D>) -> bool
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    let start = if axis.norm_squared() > T::zero() {
        unit(*axis)
    } else {
        first_axis(a, b)
    };
    let rounding = a.rounding() + b.rounding();
    let mut separating = None;
    let found = search(a, b, start, |iterate| {
        let s = iterate.direction;
        if iterate.supporting_distance > s.abs().dot(&rounding) {
            separating = Some(s);
        }
        // once the bodies are apart, or two of their points coincide, the distance does not matter
        if separating.is_some() || iterate.upper_bound <= T::zero() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    *axis = separating.unwrap_or(found.normal);
    separating.is_none()
}

/// The direction from inside A to inside B: a start for bodies that nothing is known of.
pub(crate) fn first_axis<T, const D: usize, A, B>(a: &A, b: &B) -> SVector<T, D>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    unit(b.interior_point() - a.interior_point())
}

/// `axis` scaled to unit length, or the x axis where that cannot be done.
pub(crate) fn unit<T: Real, const D: usize>(axis: SVector<T, D>) -> SVector<T, D> {
    let largest = axis.amax();
    if largest > T::zero() && largest.is_finite() {
        let axis = axis / largest;
        axis / axis.norm()
    } else {
        SVector::from_fn(|row, _| if row == 0 { T::one() } else { T::zero() })
    }
}

fn double<T: Real, const D: usize>(vector: &SVector<T, D>) -> SVector<f64, D> {
    vector.map(T::as_f64)
}

/// Where a search ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum End {
    /// The bounds agree, or rounding allows no more, or the visitor had enough.
    Settled,
    /// The cores have a point in common.
    CoresMeet,
}

/// What a search found. Distances are of the whole bodies, radii subtracted.
pub(crate) struct Search<T, const D: usize> {
    pub(crate) end: End,
    pub(crate) upper_bound: T,
    /// The largest supporting distance, rounding not yet subtracted.
    pub(crate) lower_bound: T,
    /// The largest supporting distance with rounding subtracted.
    pub(crate) proven: T,
    /// The direction along which that is proven.
    pub(crate) normal: SVector<T, D>,
    pub(crate) iterations: u32,
    /// The sum of the bodies' radii.
    radius: T,
    simplex: Simplex<D>,
}

/// \[1\] algorithm 1 with the terminations of \[1\] 5, on the cores of the bodies, from a unit vector.
pub(crate) fn search<T, const D: usize, A, B>(
    a: &A,
    b: &B,
    axis: SVector<T, D>,
    mut visit: impl FnMut(&Iterate<T, D>) -> ControlFlow<()>,
) -> Search<T, D>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    let radius = a.radius() + b.radius();
    let rounding = a.rounding() + b.rounding();
    let size = (rounding / (T::EPSILON * T::of(crate::support::SUPPORT_ROUNDING))).amax();
    let infinite = T::of(f64::INFINITY);
    let mut found = Search {
        end: End::Settled,
        upper_bound: infinite,
        lower_bound: -infinite,
        normal: axis,
        proven: -infinite,
        iterations: 0,
        radius,
        simplex: Simplex::new(size.as_f64()),
    };
    let mut s = axis;
    while found.iterations < MAX_ITERATIONS {
        found.iterations += 1;
        let p = a.core_support_point(&s);
        let q = b.core_support_point(&-s);
        let supporting_distance = s.dot(&(q - p)) - radius;
        let error = s.abs().dot(&rounding);
        found.lower_bound = found.lower_bound.max(supporting_distance);
        // the largest supporting distance proves less than another one if rounding is worse along its direction
        if supporting_distance - error > found.proven {
            found.proven = supporting_distance - error;
            found.normal = s;
        }
        let iterate = Iterate {
            direction: s,
            supporting_distance,
            upper_bound: found.upper_bound,
            lower_bound: found.lower_bound,
        };
        let gap = found.upper_bound - found.lower_bound;
        let tolerance = error.max(T::RELATIVE_TOLERANCE * found.upper_bound.abs());
        let bounds_agree = found.upper_bound.is_finite() && gap <= tolerance;
        if visit(&iterate).is_break()
            || bounds_agree
            || found.simplex.repeats(&double(&p), &double(&q))
        {
            return found;
        }
        let before = found.simplex.state();
        match found.simplex.add(double(&p), double(&q)) {
            Growth::Undetermined => return found,
            Growth::ContainsOrigin => {
                // cores with a separating direction between them have no common point, whatever rounding says
                if found.proven + radius > T::zero() {
                    found.simplex.restore(before);
                } else {
                    found.end = End::CoresMeet;
                }
                return found;
            }
            Growth::Nearest { direction, length } => {
                let length = T::of(length);
                // a v that is nothing but rounding along its own direction ([1] 5: the tolerance omega)
                let smallest = direction.map(T::of).abs().dot(&rounding);
                if length <= smallest && found.proven + radius <= T::zero() {
                    found.end = End::CoresMeet;
                    return found;
                }
                // a distance that does not shrink, or that falls below one already proven, is rounding ([1] 5);
                // written so that NaN ends the search too
                let distance = length - radius;
                if !(distance < found.upper_bound && distance >= found.proven && length > T::zero())
                {
                    found.simplex.restore(before);
                    return found;
                }
                found.upper_bound = distance;
                s = direction.map(T::of);
            }
        }
    }
    found
}

impl<T: Real, const D: usize> Search<T, D> {
    /// The points of the cores that the upper bound belongs to, moved to the surfaces of the bodies.
    pub(crate) fn witnesses<A, B>(&self, a: &A, b: &B) -> (SVector<T, D>, SVector<T, D>)
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let (on_a, on_b) = if self.simplex.is_empty() {
            let s = self.normal;
            (a.core_support_point(&s), b.core_support_point(&-s))
        } else {
            let (on_a, on_b) = self.simplex.witnesses();
            (on_a.map(T::of), on_b.map(T::of))
        };
        (
            on_a + self.normal * a.radius(),
            on_b - self.normal * b.radius(),
        )
    }

    /// What is known where the bodies are not proven disjoint: rounded bodies whose cores are know their depth.
    pub(crate) fn penetration(&self) -> Penetration<T, D> {
        let cores_apart = self.end == End::Settled && self.proven + self.radius > T::zero();
        Penetration {
            depth: cores_apart.then(|| (-self.lower_bound).max(T::zero())),
            normal: cores_apart.then_some(self.normal),
        }
    }

    fn proximity<A, B>(&self, a: &A, b: &B) -> Proximity<T, D>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        if self.end == End::CoresMeet || self.proven <= T::zero() {
            return Proximity::Overlapping(self.penetration());
        }
        let (witness_a, witness_b) = self.witnesses(a, b);
        let upper_bound = if self.upper_bound.is_finite() {
            self.upper_bound
        } else {
            // the visitor stopped the search before there was a simplex
            (witness_b - witness_a).norm()
        };
        Proximity::Disjoint(Closest {
            distance: upper_bound.max(self.proven),
            lower_bound: self.proven,
            normal: self.normal,
            witness_a,
            witness_b,
            iterations: self.iterations,
        })
    }
}
