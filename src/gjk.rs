//! The algorithm of Gilbert, Johnson and Keerthi as in \[1\]: distance, boolean test, and the form that hands out
//! every iteration. It knows nothing of time.

mod search;
mod seed;

pub(crate) use search::{End, Search, Start, search};
pub(crate) use seed::Seed;

use std::ops::ControlFlow;

use nalgebra::SVector;

use crate::support::{Difference, Feature, length_of, unit};
use crate::{Real, SupportMap};

/// The distance of cores below which their direction does not matter for points on rounded surfaces, in sums of radii.
const SMALL_BESIDE_RADII: f64 = 1e-3;

/// Errors by which bodies are apart, or in each other, where all searches agree which. One that seeks the distance ends
/// with bounds at most four errors apart, each of which is off by one, and proves less by another; a simplex that has the
/// origin within by three leaves no support value above one error.
const CLEAR_OF_ROUNDING: f64 = 8.0;

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

/// Why a search ended.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Termination {
    /// The bounds of the result agree to within rounding, or the relative tolerance asked for.
    Converged,
    /// Rounding permits no progress: mostly the result is exact, and the gap between its bounds tells how exact.
    Rounding,
    /// A visitor had enough.
    Stopped,
    /// The iterations are used up. The bounds hold all the same.
    Exhausted,
}

/// The closest points of two disjoint bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
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
    /// Where on A the witness point lies.
    pub feature_a: Feature,
    /// Where on B the witness point lies.
    pub feature_b: Feature,
    /// Why the search ended.
    pub termination: Termination,
    /// Iterations taken.
    pub iterations: u32,
}

/// The distance of two placed bodies, and their closest points (\[1\] 2); `None` if they overlap, or touch so closely
/// that rounding cannot tell, or are not proven disjoint when the iterations are used up. Bodies with coordinates that
/// are not finite are never proven disjoint; [`try_proximity`](crate::try_proximity) names the coordinate.
///
/// Both are in one frame, the world's: see [`Posed`](crate::support::Posed). How deep they overlap is answered by
/// [`proximity`](crate::proximity()).
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
/// assert_eq!(closest.witness_a.x, 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The distance of polytopes that know their vertices by index, as all of this crate's do, is accurate to the scalar's
/// rounding. That of other bodies is sought to a relative error
/// of 2.5e-5 in `f32` and 4e-11 in `f64`; a [`Tracker`](crate::Tracker) takes another one.
pub fn distance<T, const D: usize, A, B>(a: &A, b: &B) -> Option<Closest<T, D>>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    let bodies = Difference::new(a, b);
    let start = Start::from_axis(unit(bodies.between()));
    search(&bodies, &start, |_| ControlFlow::Continue(())).closest(&bodies)
}

/// Like [`distance`], showing every iteration to `visit`, which may stop the search, and starting from the
/// direction `axis` from A to B.
///
/// What is found until then is returned: bounds of the distance that are right at any stage; `None` if nothing proves the
/// bodies disjoint yet.
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
    search(&bodies, &Start::from_axis(unit(axis)), visit).closest(&bodies)
}

/// Whether two placed bodies have a point in common; the separating-axis form of GJK (\[1\] algorithm 2).
///
/// `axis` is where the search starts, and holds the separating direction from A to B afterwards if there is one:
/// pass it again when the bodies have moved a little (ISA-GJK, \[1\] 4), and the test mostly ends at once. The zero
/// vector is a fine start. Bodies that are not proven disjoint count as touching, and with them those whose coordinates
/// are not finite. Bodies touch iff they have no [`distance`]: where rounding leaves room for either, that is what
/// decides.
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
    let found = intersection(&bodies, &Start::from_axis(unit(from)));
    *axis = match &found {
        Intersection::Apart(separating, _) => *separating,
        Intersection::Searched(_, search) => unit(search.normal),
    };
    if let Some(touching) = found.beyond_rounding(&bodies) {
        return touching;
    }
    match distance(a, b) {
        Some(closest) => {
            *axis = closest.normal;
            false
        }
        None => true,
    }
}

/// What bodies are apart, or in each other, if no two searches can differ about which. They may end with different
/// directions, along which the errors differ too: what counts is the largest of them, which the sum over the axes is above.
fn clear_of_rounding<A, B, T: Real, const D: usize>(bodies: &Difference<'_, A, B, T, D>) -> T {
    (bodies.rounding.sum() + bodies.turn_rounding) * T::of(CLEAR_OF_ROUNDING)
}

/// How it was found out whether bodies have a point in common.
#[allow(clippy::large_enum_variant)] // a query does not allocate
pub(crate) enum Intersection<T, const D: usize> {
    /// This direction, which needed no search, separates them, and this is how far they are apart along it.
    Apart(SVector<T, D>, T),
    /// Whether they have one, and the search that ended at the first proof.
    Searched(bool, Search<T, D>),
}

impl<T: Real, const D: usize> Intersection<T, D> {
    /// Whether the bodies touch, where rounding leaves no doubt. Where it does, one of two searches may prove what the
    /// other does not, and that for the distance decides.
    pub(crate) fn beyond_rounding<A, B>(&self, bodies: &Difference<'_, A, B, T, D>) -> Option<bool>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let (touching, clear) = match self {
            Self::Apart(_, by) => (false, *by > clear_of_rounding(bodies)),
            Self::Searched(true, found) => (true, found.is_clearly_overlapping(bodies)),
            Self::Searched(false, found) => (false, found.proven > clear_of_rounding(bodies)),
        };
        clear.then_some(touching)
    }
}

/// Whether the bodies touch: most that do not are apart along the first direction, or along the normal of one of them.
pub(crate) fn intersection<T, const D: usize, A, B>(
    bodies: &Difference<'_, A, B, T, D>,
    start: &Start<T, D>,
) -> Intersection<T, D>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    let along_start = bodies.supporting_distance(&start.axis);
    if along_start > bodies.error(&start.axis) {
        return Intersection::Apart(start.axis, along_start);
    }
    let mut start = *start;
    if let Some((axis, separates_by)) = bodies.facing_axis()
        && separates_by > along_start
    {
        if separates_by > bodies.error(&axis) {
            return Intersection::Apart(axis, separates_by);
        }
        start.axis = axis;
    }
    let found = search(bodies, &start, |iterate| {
        // once the bodies are apart, or two of their points coincide, the distance does not matter
        let apart = iterate.supporting_distance > bodies.error(&iterate.direction);
        if apart || iterate.upper_bound <= T::zero() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    Intersection::Searched(
        !(found.proven > T::zero() && found.proven.is_finite()),
        found,
    )
}

impl<T: Real, const D: usize> Search<T, D> {
    /// Whether the bodies, radii included, are proven disjoint.
    pub(crate) fn proves_disjoint(&self) -> bool {
        // infinite coordinates prove nothing
        self.end != End::CoresMeet && self.proven > T::zero() && self.proven.is_finite()
    }

    /// Whether the bodies are in each other by so much that no search can prove them disjoint: for either the cores are
    /// nearer to each other than the radii reach, or a simplex has the origin far within all of its facets.
    fn is_clearly_overlapping<A, B>(&self, bodies: &Difference<'_, A, B, T, D>) -> bool
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let clear = clear_of_rounding(bodies);
        if self.upper_bound < -clear {
            return true;
        }
        if self.end != End::CoresMeet || self.simplex.slots().count() <= D {
            return false;
        }
        // a simplex of all slots: each facet leaves out one point
        let corner = |slot: usize| self.simplex.point(slot % (D + 1));
        (0..=D).all(|apex| {
            let y = corner(apex + 1);
            let e = corner(apex + 2) - y;
            let normal = if D == 2 {
                seed::square_to_line(y, e)
            } else {
                seed::square_to_plane(&e, &(corner(apex + 3) - y))
            };
            let normal = normal / normal.norm();
            normal.dot(&y).abs() > clear.as_f64()
        })
    }

    /// The points of the bodies that the upper bound belongs to, in the world: those of the cores, moved along the line
    /// between them, so that they are as far apart as the bound says.
    pub(crate) fn witnesses<A, B>(&self, bodies: &Difference<'_, A, B, T, D>) -> [SVector<T, D>; 2]
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let on_cores = if self.simplex.is_empty() {
            bodies.support(&self.normal, [None; 2]).points()
        } else {
            self.simplex.witnesses().into()
        };
        bodies.on_surfaces(on_cores, &self.between(bodies))
    }

    /// The direction between the points of the cores, or the normal if rounding hides it, or if the radii are so much
    /// larger than their distance that points along the normal are as good.
    pub(crate) fn between<A, B>(&self, bodies: &Difference<'_, A, B, T, D>) -> SVector<T, D>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let between = self.simplex.direction().map(|v| v.map(T::of));
        let seen = |v: &SVector<T, D>| {
            let least = bodies
                .error(v)
                .max(bodies.radius * T::of(SMALL_BESIDE_RADII));
            self.simplex.distance() > least.as_f64()
        };
        between.filter(seen).unwrap_or(self.normal)
    }

    /// The closest points, if the bodies are disjoint.
    pub(crate) fn closest<A, B>(&self, bodies: &Difference<'_, A, B, T, D>) -> Option<Closest<T, D>>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let End::Settled(termination) = self.end else {
            return None;
        };
        if !self.proves_disjoint() {
            return None;
        }
        let [witness_a, witness_b] = self.witnesses(bodies);
        let upper_bound = if self.upper_bound.is_finite() {
            self.upper_bound
        } else {
            // the visitor stopped the search before there was a simplex
            length_of(&(witness_b - witness_a))
        };
        let [feature_a, feature_b] = self.features(bodies);
        Some(Closest {
            distance: upper_bound.max(self.proven),
            lower_bound: self.proven,
            normal: self.normal,
            witness_a,
            witness_b,
            feature_a,
            feature_b,
            termination,
            iterations: self.iterations,
        })
    }
}
