//! The GJK algorithm: the distance of two bodies that stand still, and whether they touch.
//!
//! - [`distance`] returns the distance and the closest points;
//! - [`intersects`] tells whether the bodies have a point in common, and is faster;
//! - [`visit`] shows every iteration, and may stop early.
//!
//! The algorithm of Gilbert, Johnson and Keerthi is implemented as in \[1\]. `search` has its loop, `answer` what it
//! says of two bodies, and `seed` the memory of earlier searches.

mod answer;
mod search;
mod seed;

pub(crate) use search::{Search, Start};
pub(crate) use seed::Seed;

use std::ops::ControlFlow;

use nalgebra::SVector;

use crate::support::Difference;
use crate::vector::unit;
use crate::{Contact, Real, SupportMap};

/// Beyond this many rounding errors of distance or overlap all searches agree whether bodies touch. A search for the
/// distance ends with bounds at most four errors apart. Each bound is off by one error, and the proof subtracts
/// another: 4 + 2 + 1 = 7. If a simplex contains the origin by three errors, no support value is above one error.
const CLEAR_ERRORS: f64 = 8.0;

/// One iteration of GJK: a direction and what the bodies do along it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Iterate<T, const D: usize> {
    /// The unit vector s from A to B along which support points were taken, in the world.
    pub direction: SVector<T, D>,
    /// The supporting distance along s, a lower bound of the distance:
    /// SD(s) = min over q in B of s . q - max over p in A of s . p.
    pub supporting_distance: T,
    /// How far apart the bodies seem to be: the distance of the nearest point of the simplex, less the radii. It is infinite
    /// while there is no simplex. It is an upper bound of the distance unless rounding misplaces the nearest point of a
    /// sliver. Then it is a little too small until the search notices, and rises. The answer has a bound that can be relied
    /// on.
    pub upper_bound: T,
    /// The largest supporting distance found so far, a lower bound of the distance. It never falls, and may be negative
    /// (mu in \[1\] 2).
    pub lower_bound: T,
}

/// The reason why a search ended.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Termination {
    /// The bounds of the result agree to within rounding or the relative tolerance.
    Converged,
    /// Rounding permits no more progress. The result is usually exact, and the gap between its bounds tells how exact.
    Rounding,
    /// A visitor stopped the search, or no more was asked for.
    Stopped,
    /// The search used up its iterations. The bounds still hold.
    Exhausted,
}

/// The closest points of two disjoint bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
#[non_exhaustive]
pub struct Closest<T, const D: usize> {
    /// The distance of the witness points, an upper bound of the distance up to rounding.
    pub distance: T,
    /// A proven lower bound of the distance: the supporting distance along the normal less its rounding error.
    pub lower_bound: T,
    /// The closest points, with their normal and features.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub contact: Contact<T, D>,
    /// Why the search ended.
    pub termination: Termination,
    /// The number of iterations that the search took.
    pub iterations: u32,
}

/// Returns the distance of two placed bodies with their closest points, or `None` if they are not proven disjoint.
///
/// Both bodies are in the frame of the world, where [`Posed`](crate::support::Posed) places them.
///
/// ```
/// use nalgebra::{Isometry3, vector};
/// use photofinish::gjk::distance;
/// use photofinish::shape::{Ball, Cuboid};
/// use photofinish::support::Posed;
///
/// let ball = Posed::new(Ball::new(0.5)?, &Isometry3::translation(3.0, 0.0, 0.0))?;
/// let crate_ = Cuboid::new(vector![1.0, 1.0, 1.0])?;
/// let closest = distance(&crate_, &ball).expect("they are 1.5 apart");
/// assert_eq!(closest.distance, 1.5);
/// assert_eq!(closest.contact.witness_a.x, 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The result is `None` if the bodies overlap, or if they touch so closely that rounding cannot tell. It may also be
/// `None` of smooth bodies that nearly touch, as the search ends where steps bring them no nearer. In random pairs
/// they were then within 2.5e-5 of their size in `f32`, and within 4e-11 in `f64`. [`proximity`](crate::proximity())
/// goes on there, and tells how deep bodies overlap. Bodies with coordinates that are not finite are never proven disjoint:
/// [`try_proximity`](crate::try_proximity) names the coordinate.
///
/// The distance is accurate to the rounding of the scalar for polytopes that know their vertices by index, as those
/// of this crate do. For other bodies the relative error is at most 2.5e-5 in `f32` and 4e-11 in `f64`. A
/// [`Tracker`](crate::Tracker) can set another one. The algorithm is \[1\] 2.
pub fn distance<T, const D: usize, A, B>(a: &A, b: &B) -> Option<Closest<T, D>>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    let bodies = Difference::new(a, b);
    let start = Start::from_axis(unit(bodies.between()));
    let mut search = Search::new(&start.axis);
    search.measure(&bodies, &start, clear_overlap(&bodies), go_on);
    search.closest(&bodies)
}

/// Searches for the distance like [`distance`], and shows every iteration to `visit`, which may stop the search.
///
/// The search starts from `axis`, a direction from A to B of any length. The result has the bounds found until the
/// search stopped, which hold at any stage. It is `None` if nothing proves the bodies disjoint yet.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use nalgebra::{Isometry3, Vector3, vector};
/// use photofinish::gjk::{Termination, visit};
/// use photofinish::shape::{Ball, Cuboid};
/// use photofinish::support::Posed;
///
/// // stop as soon as the bodies are known to be more than 1 apart
/// let crate_ = Cuboid::new(vector![1.0, 1.0, 1.0])?;
/// let ball = Posed::new(Ball::new(0.5)?, &Isometry3::translation(3.0, 3.0, 0.0))?;
/// let found = visit(&crate_, &ball, Vector3::x(), |iterate| {
///     if iterate.lower_bound > 1.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
/// });
/// let closest = found.expect("they are apart");
/// assert!(closest.lower_bound > 1.0);
/// assert_eq!((closest.termination, closest.iterations), (Termination::Stopped, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn visit<T, const D: usize, A, B>(
    a: &A,
    b: &B,
    axis: SVector<T, D>,
    visit: impl FnMut(&Iterate<T, D>) -> ControlFlow<()>,
) -> Option<Closest<T, D>>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    let bodies = Difference::new(a, b);
    let start = Start::from_axis(unit(axis));
    let mut search = Search::new(&start.axis);
    search.measure(&bodies, &start, f64::NEG_INFINITY, visit);
    search.closest(&bodies)
}

/// Returns whether two placed bodies have a point in common.
///
/// The search starts along `axis`, which may be the zero vector. If the bodies are disjoint, `axis` afterwards holds
/// a direction from A to B that separates them. Pass it again when the bodies have moved a little, and the test
/// usually ends at once. If the axis does not separate them any more, the line between points inside them is tried
/// next.
///
/// ```
/// use nalgebra::{Isometry3, Vector3, vector};
/// use photofinish::gjk::intersects;
/// use photofinish::shape::{Ball, Cuboid};
/// use photofinish::support::Posed;
///
/// // a ball of radius 0.5 comes nearer to a crate that ends at x = 1
/// let crate_ = Cuboid::new(vector![1.0, 1.0, 1.0])?;
/// let mut axis = Vector3::zeros();
/// for step in 0..10 {
///     let x = 3.25 - 0.25 * f64::from(step);
///     let ball = Posed::new(Ball::new(0.5)?, &Isometry3::translation(x, 0.0, 0.0))?;
///     assert_eq!(intersects(&crate_, &ball, &mut axis), x <= 1.5);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Bodies that are not proven disjoint count as touching, and so do bodies whose coordinates are not finite. Bodies
/// touch iff [`distance`] returns `None`, even where rounding leaves the answer open. The algorithm is the
/// separating-axis form of GJK (\[1\] algorithm 2), and with `axis` kept between calls ISA-GJK (\[1\] 4).
pub fn intersects<T, const D: usize, A, B>(a: &A, b: &B, axis: &mut SVector<T, D>) -> bool
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    let bodies = Difference::new(a, b);
    let from = if axis.amax() > T::zero() {
        *axis
    } else {
        bodies.between()
    };
    let found = intersection(&bodies, &Start::from_axis(unit(from)), &mut Seed::default());
    *axis = found.normal;
    if let Some(touching) = found.touching {
        return touching;
    }
    match distance(a, b) {
        Some(closest) => {
            *axis = closest.contact.normal;
            false
        }
        None => true,
    }
}

/// The distance or overlap beyond which no two searches can differ about whether bodies touch. Searches may end with
/// different directions and so with different errors. The largest error counts, and is less than the sum over the axes.
fn clear_of_rounding<A, B, T: Real, const D: usize>(bodies: &Difference<A, B, T, D>) -> T {
    bodies.all_rounding * T::of(CLEAR_ERRORS)
}

/// The distance of the cores below which bodies overlap clear of rounding.
pub(crate) fn clear_overlap<A, B, T: Real, const D: usize>(bodies: &Difference<A, B, T, D>) -> f64 {
    bodies.radius.as_f64() - clear_of_rounding(bodies).as_f64()
}

/// What visits a search that nobody looks at.
pub(crate) fn go_on<T, const D: usize>(_: &Iterate<T, D>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The answer to whether bodies have a point in common.
pub(crate) struct Intersection<T, const D: usize> {
    /// Whether they have, or `None` where rounding leaves a doubt. There one search may prove what another does not,
    /// and the search for the distance decides.
    pub(crate) touching: Option<bool>,
    /// The unit vector that the answer comes from. It separates disjoint bodies.
    pub(crate) normal: SVector<T, D>,
}

/// Finds out whether the bodies touch. Most disjoint bodies are apart along the first direction. Others need a search,
/// which leaves a seed for the next one.
pub(crate) fn intersection<T, const D: usize, A, B>(
    bodies: &Difference<A, B, T, D>,
    start: &Start<'_, T, D>,
    seed: &mut Seed,
) -> Intersection<T, D>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    let by = bodies.supporting_distance(&start.axis);
    if by > clear_of_rounding(bodies) {
        return Intersection {
            touching: Some(false),
            normal: start.axis,
        };
    }
    let mut search = Search::new(&start.axis);
    let touching = search.touching(bodies, start);
    *seed = search.seed();
    Intersection {
        touching,
        normal: search.normal(),
    }
}
