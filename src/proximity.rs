//! The distance of two bodies, or the depth of their overlap, in one call. A [`Tracker`] passes its result on to the next
//! call.

use std::ops::ControlFlow;

use nalgebra::SVector;

use crate::epa::{self, Accuracy, Penetration};
use crate::error::finite;
use crate::gjk::{self, Closest, Iterate, Search, Seed, Start, clear_overlap, go_on};
use crate::separation::UNIT_VECTOR_ULPS;
use crate::support::Difference;
use crate::vector::unit;
use crate::{Contact, NotFinite, QueryError, Real, SupportMap};

/// The answer of [`proximity`](proximity()): the distance of two bodies, or the depth of their overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case", tag = "proximity"))]
pub enum Proximity<T, const D: usize> {
    /// The bodies are disjoint.
    Disjoint(Closest<T, D>),
    /// The bodies overlap, or touch so closely that rounding cannot tell. Bodies whose coordinates are not finite are
    /// here too, with a depth of NaN, as nothing proves them disjoint.
    Overlapping(Penetration<T, D>),
}

impl<T: Real, const D: usize> Proximity<T, D> {
    /// Returns the distance of the bodies, or minus the depth of their overlap; NaN if their coordinates are not
    /// finite.
    pub fn signed_distance(&self) -> T {
        match self {
            Self::Disjoint(closest) => closest.distance,
            // subtracted from zero, as a negated zero would have a sign
            Self::Overlapping(penetration) => T::zero() - penetration.depth,
        }
    }

    /// Returns where the bodies are nearest to each other or, if they overlap, where they are deepest in each other.
    pub fn contact(&self) -> &Contact<T, D> {
        match self {
            Self::Disjoint(closest) => &closest.contact,
            Self::Overlapping(penetration) => &penetration.contact,
        }
    }

    /// Returns the same answer for bodies whose coordinates are measured from the world's origin, if these were measured
    /// from `origin`.
    pub(crate) fn moved(mut self, origin: &SVector<T, D>) -> Self {
        let (Self::Disjoint(Closest { contact, .. })
        | Self::Overlapping(Penetration { contact, .. })) = &mut self;
        contact.witness_a += origin;
        contact.witness_b += origin;
        self
    }
}

/// Returns the distance of two placed bodies, or the depth of their overlap, with the normal and the witness points.
///
/// ```
/// use nalgebra::{Isometry3, vector};
/// use photofinish::proximity;
/// use photofinish::shape::{Capsule, Cuboid};
/// use photofinish::support::Posed;
///
/// let crate_ = Cuboid::new(vector![1.0, 1.0, 1.0])?;
/// let capsule = Capsule::new(0.5, 0.25)?;
/// for (x, distance) in [(2.0, 0.75), (1.125, -0.125), (0.5, -0.75)] {
///     let capsule = Posed::new(capsule, &Isometry3::translation(x, 0.0, 0.0))?;
///     assert_eq!(proximity(&crate_, &capsule).signed_distance(), distance);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Posed`](crate::support::Posed) places a body in the world. Bodies far from the origin lose no accuracy. For a
/// pair of bodies that you ask about again and again there is the [`Tracker`].
pub fn proximity<T, const D: usize, A, B>(a: &A, b: &B) -> Proximity<T, D>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    Tracker::new().proximity(a, b)
}

/// Returns the answer of [`proximity`](proximity()), or an error that names a coordinate that is not finite.
///
/// The shapes and poses of this crate refuse such numbers when they are made. A body of your own may have them.
///
/// # Errors
/// [`NotFinite`] if a coordinate of a body is NaN, infinite, or so large that its square overflows.
pub fn try_proximity<T, const D: usize, A, B>(a: &A, b: &B) -> Result<Proximity<T, D>, NotFinite>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    Tracker::new().try_proximity(a, b)
}

/// A memory for a pair of bodies that move a little between calls, with the settings of static queries.
///
/// It keeps the direction that the last answer came from (\[1\] 4) and the vertices of the simplex (\[3\] 4.3). If these
/// are still nearest, the next answer takes one iteration for polytopes. Its memory never makes an answer less exact, even
/// if it comes from another pair.
///
/// ```
/// use nalgebra::{Isometry3, vector};
/// use photofinish::{Tracker, shape::Cuboid, support::Posed};
///
/// let cube = Cuboid::new(vector![1.0, 1.0, 1.0])?;
/// let mut tracker = Tracker::new();
/// for step in 0..100 {
///     let angle = 0.001 * f64::from(step);
///     let other = Posed::new(cube, &Isometry3::new(vector![4.0, 0.5, 0.2], vector![angle, 0.5, 0.3]))?;
///     let closest = tracker.distance(&cube, &other).expect("they are apart");
///     assert!(step == 0 || closest.iterations == 1);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tracker<T, const D: usize> {
    axis: Option<SVector<T, D>>,
    seed: Seed,
    relative_tolerance: T,
}

/// Which way two bodies are apart, and how far at least and at most.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Separation<T, const D: usize> {
    /// The unit vector from A to B along which the lower bound is proven, in the world.
    pub normal: SVector<T, D>,
    /// A proven lower bound of the distance, rounding included. The bodies may touch if it is not positive.
    pub lower_bound: T,
    /// An upper bound of the distance, up to rounding: the distance of the nearest points found.
    pub upper_bound: T,
    /// Iterations taken.
    pub iterations: u32,
}

impl<T: Real, const D: usize> Default for Tracker<T, D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Real, const D: usize> Tracker<T, D> {
    /// A tracker that knows nothing yet, with the default settings.
    pub fn new() -> Self {
        Self {
            axis: None,
            seed: Seed::default(),
            relative_tolerance: T::RELATIVE_TOLERANCE,
        }
    }

    /// Sets the relative gap between the bounds of a distance or depth at which a search ends.
    ///
    /// The default is 2.5e-5 in `f32` and 4e-11 in `f64`. It does not affect polytopes, whose distances and depths
    /// are exact to rounding.
    ///
    /// # Errors
    /// [`QueryError::InvalidRelativeTolerance`] if it is not positive, not less than 1, or not a number.
    pub fn relative_tolerance(mut self, tolerance: T) -> Result<Self, QueryError> {
        if !(tolerance > T::zero() && tolerance < T::one()) {
            return Err(QueryError::InvalidRelativeTolerance {
                value: tolerance.as_f64(),
            });
        }
        self.relative_tolerance = tolerance;
        Ok(self)
    }

    /// Returns the distance of the bodies now, or the depth of their overlap, as [`proximity`](crate::proximity())
    /// does.
    pub fn proximity<A, B>(&mut self, a: &A, b: &B) -> Proximity<T, D>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        self.proximity_to(a, b, Accuracy::relative(self.relative_tolerance))
    }

    /// As [`proximity`](Self::proximity), with a depth that is as accurate as asked.
    pub(crate) fn proximity_to<A, B>(
        &mut self,
        a: &A,
        b: &B,
        accuracy: Accuracy<T>,
    ) -> Proximity<T, D>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let bodies = Difference::new(a, b);
        let start = self.start(&bodies);
        let mut search = Search::new(&start.axis);
        search.measure(&bodies, &start, f64::NEG_INFINITY, go_on);
        self.keep(&search);
        if let Some(closest) = search.closest(&bodies) {
            return Proximity::Disjoint(closest);
        }
        match epa::of_search(&bodies.untyped(), &search, accuracy) {
            Ok(overlap) => {
                self.axis = Some(overlap.contact.normal);
                Proximity::Overlapping(overlap)
            }
            Err(closest) => {
                self.axis = Some(closest.contact.normal);
                Proximity::Disjoint(*closest)
            }
        }
    }

    /// Returns the answer of [`proximity`](Self::proximity), or an error that names a coordinate that is not finite.
    ///
    /// # Errors
    /// [`NotFinite`] if a coordinate of a body is NaN, infinite, or so large that its square overflows.
    pub fn try_proximity<A, B>(&mut self, a: &A, b: &B) -> Result<Proximity<T, D>, NotFinite>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let found = self.proximity(a, b);
        let seen = Difference::new(a, b).first_bad_coordinate(&found.contact().normal);
        let answer = [found.signed_distance()];
        let bad = seen.or_else(|| answer.into_iter().find(|x| !x.is_finite()));
        bad.map_or(Ok(found), |value| {
            finite("a body's coordinate", value).and(Ok(found))
        })
    }

    /// Returns the distance of the bodies now with their closest points, or `None` if they overlap, as
    /// [`gjk::distance`] does.
    pub fn distance<A, B>(&mut self, a: &A, b: &B) -> Option<Closest<T, D>>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let bodies = Difference::new(a, b);
        let start = self.start(&bodies);
        let mut search = Search::new(&start.axis);
        search.measure(&bodies, &start, clear_overlap(&bodies), go_on);
        self.keep(&search);
        search.closest(&bodies)
    }

    /// Returns whether the bodies have a point in common now, as [`gjk::intersects`] does.
    pub fn intersects<A, B>(&mut self, a: &A, b: &B) -> bool
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let bodies = Difference::new(a, b);
        let mut seed = self.seed;
        let found = gjk::intersection(&bodies, &self.start(&bodies), &mut seed);
        (self.axis, self.seed) = (Some(found.normal), seed);
        found
            .touching
            .unwrap_or_else(|| self.distance(a, b).is_none())
    }

    /// Searches for the direction along which the bodies are farthest apart, and shows every iteration to `visit`,
    /// which may stop the search. Unlike [`distance`](Self::distance) it computes no points: it serves searches over
    /// time that only need to know which way bodies are apart, and roughly how far.
    pub fn separate<A, B>(
        &mut self,
        a: &A,
        b: &B,
        visit: impl FnMut(&Iterate<T, D>) -> ControlFlow<()>,
    ) -> Separation<T, D>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let bodies = Difference::new(a, b);
        // what is kept is a unit vector
        let axis = self.axis.unwrap_or_else(|| unit(bodies.between()));
        let start = self.start_along(axis);
        let mut search = Search::new(&start.axis);
        search.measure(&bodies, &start, f64::NEG_INFINITY, visit);
        self.keep(&search);
        search.separation(bodies.radius)
    }

    /// Returns the unit vector from A to B along which the next call begins to search, if there was a call before.
    pub fn axis(&self) -> Option<&SVector<T, D>> {
        self.axis.as_ref()
    }

    /// Returns the tracker with a direction from A to B, of any length, along which the next call begins to search.
    #[must_use]
    pub fn along(mut self, axis: SVector<T, D>) -> Self {
        let off = (axis.norm() - T::one()).abs();
        let is_unit = off <= T::EPSILON * T::of(UNIT_VECTOR_ULPS);
        // to scale a unit vector again would round it again
        self.axis = Some(if is_unit { axis } else { unit(axis) });
        self
    }

    fn start<A, B>(&self, bodies: &Difference<A, B, T, D>) -> Start<'_, T, D>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        self.start_along(unit(self.axis.unwrap_or_else(|| bodies.between())))
    }

    fn start_along(&self, axis: SVector<T, D>) -> Start<'_, T, D> {
        Start {
            axis,
            seed: Some(&self.seed),
            relative_tolerance: self.relative_tolerance,
        }
    }

    /// Keeps what the next search begins with.
    #[inline(always)]
    fn keep(&mut self, search: &Search<D>) {
        (self.axis, self.seed) = (Some(search.normal()), search.seed());
    }
}
