//! A query: its settings, and what can be asked of a pair.

use std::ops::RangeInclusive;

use nalgebra::SVector;

use super::begins::{Begins, Explained};
use super::inquiry::{AtRest, Inquiry, origin};
use super::{InitialContact, Observer, Solution, WarmStart};
use crate::error::{finite, tolerance};
use crate::extrusion::Side;
use crate::proof::{Extruded, Subject};
use crate::{Certificate, CertifyError, Extrusion, QueryError, Real, Span};

/// A query for the time of impact, with its settings.
///
/// One query serves any number of pairs. [`time_of_impact`](Self::time_of_impact) asks it about a pair,
/// [`warm_started`](Self::warm_started) about a pair that is asked about every frame, [`touches`](Self::touches) only
/// if they meet, and [`certify`](Self::certify) keeps the proof. The methods whose names end in `_on`, such as
/// [`time_of_impact_on`](Self::time_of_impact_on), ask about a body and a [half-space](crate::HalfSpace).
///
/// ```
/// use nalgebra::{Isometry3, Vector3, vector};
/// use photofinish::motion::{AtRest, ConstantVelocity};
/// use photofinish::shape::{Ball, Cuboid};
/// use photofinish::{Moving, Outcome, Query};
///
/// let flight = ConstantVelocity::new(Isometry3::identity(), vector![2.0, 0.0, 0.0], Vector3::zeros())?;
/// let ball = Moving::new(Ball::new(0.5)?, flight);
/// let at_rest = AtRest::new(Isometry3::translation(4.5, 0.0, 0.0))?;
/// let wall = Moving::new(Cuboid::new(vector![0.5, 5.0, 5.0])?, at_rest);
///
/// // stop the ball one hundredth before the wall
/// let query = Query::new().target_distance(0.01).tolerance(1e-6);
/// let Outcome::Impact(impact) = query.time_of_impact(&ball, &wall, 0.0..=3.0)?.outcome else {
///     panic!("the ball reaches the wall");
/// };
/// assert!(impact.distance >= 0.01 && impact.distance <= 0.01 + 1e-6);
/// assert!((impact.time - 1.745f64).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Query<T> {
    pub(crate) tolerance: Option<T>,
    pub(crate) target_distance: T,
    pub(super) budget: u64,
    pub(crate) initial_contact: InitialContact,
    #[cfg_attr(feature = "serde", serde(default))]
    pub(crate) exact_depth: bool,
    /// The target distance of free bodies, iff bodies in contact are [held](crate::held).
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) held_below: Option<T>,
}

impl<T: Real> Default for Query<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Real> Query<T> {
    /// A query with the default settings.
    pub fn new() -> Self {
        Self {
            tolerance: None,
            target_distance: T::zero(),
            budget: 100_000,
            initial_contact: InitialContact::default(),
            exact_depth: false,
            held_below: None,
        }
    }

    /// Sets how much farther apart than the target distance the bodies may be at an impact: a length.
    ///
    /// The default scales with the problem. It is the square root of the scalar's rounding times the size of the
    /// smaller body, plus eight times the rounding error of a distance where the bodies are. In `f32` it also has what
    /// they move from one number to the next, as times are. For bodies that start in contact rounding can hide more, for
    /// example where two long edges cross, and so it can where they overlap in `f32`. With the default the impact then
    /// states a larger tolerance.
    ///
    /// A smaller tolerance costs little, as the search converges superlinearly. A tolerance below the rounding error is
    /// an error. The square root follows \[2\] 6.
    #[must_use]
    pub fn tolerance(mut self, tolerance: T) -> Self {
        self.tolerance = Some(tolerance);
        self
    }

    /// Sets the distance at which bodies count as touching; 0 by default.
    ///
    /// A negative distance allows penetration: bodies count as apart until they overlap by more than its size. An
    /// engine that lets bodies overlap by a slop sets a little more than the slop, with a minus sign. Bodies that rest
    /// on each other then count as apart.
    ///
    /// ```
    /// use nalgebra::{Isometry2, vector};
    /// use photofinish::motion::{AtRest, ConstantVelocity};
    /// use photofinish::shape::Cuboid;
    /// use photofinish::{Moving, Outcome, Query};
    ///
    /// // a block lies 0.004 deep in the floor and slides along it
    /// let slide = ConstantVelocity::new(Isometry2::translation(0.0, 0.996), vector![2.0, 0.0], 0.0)?;
    /// let block = Moving::new(Cuboid::new(vector![0.5, 0.5])?, slide);
    /// let floor = Moving::new(Cuboid::new(vector![10.0, 0.5])?, AtRest::new(Isometry2::identity())?);
    /// let query = Query::new().target_distance(-0.005);
    /// let solution = query.time_of_impact(&block, &floor, 0.0..=1.0)?;
    /// assert!(matches!(solution.outcome, Outcome::Separated(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn target_distance(mut self, target_distance: T) -> Self {
        self.target_distance = target_distance;
        self
    }

    /// Sets the work after which the query gives up with [`QueryError::Undecided`]; 100,000 by default.
    ///
    /// The unit is one evaluation of a pair of support points or support values, which takes about a tenth of a
    /// microsecond. A usual query takes a few tens. The search looks at its budget before each step: it may spend a
    /// step more, and an answer that needs no further step is given whatever the budget is.
    #[must_use]
    pub fn budget(mut self, evaluations: u64) -> Self {
        self.budget = evaluations;
        self
    }

    /// Sets what the query does with bodies that start in contact; by default the contact is the answer.
    #[must_use]
    pub fn initial_contact(mut self, policy: InitialContact) -> Self {
        self.initial_contact = policy;
        self
    }

    /// Asks how deep bodies overlap at the start, as exactly as [`epa`](crate::epa) finds it. That may take ten times
    /// as long as finding that they overlap.
    ///
    /// Without it, the [`depth`](crate::epa::Penetration::depth) in
    /// [`Outcome::Overlapping`](super::Outcome::Overlapping) is rough: an upper bound along the best of the directions
    /// that the search met. Moving one body by it along the normal separates them. But it may be many times too large,
    /// most of all for shallow overlaps between edges or rims, and the normal may be far off. The witness points are
    /// those that are farthest along the normal, and the features are not known. The lower bound is the sum of both radii
    /// (0 for bodies without): compare both. The termination, [`Stopped`](crate::gjk::Termination::Stopped), does not tell.
    /// A rough depth tells *that* bodies overlap. To push them apart, ask for the exact depth, or call
    /// [`proximity`](crate::proximity()).
    ///
    /// The depth is known anyway
    /// - where only the radii overlap (see [`SupportMap`](crate::SupportMap)), as for a ball whose centre is outside
    ///   the other body: to rounding if the cores are polytopes, else to four millionths. The lower bound says how
    ///   well;
    /// - for an overlap of the size of rounding;
    /// - with a negative target distance, or an [`InitialContact`] that looks past contacts.
    ///
    /// ```
    /// use nalgebra::{Isometry3, vector};
    /// use photofinish::motion::AtRest;
    /// use photofinish::shape::Cuboid;
    /// use photofinish::{Moving, Outcome, Query};
    ///
    /// let cube = Cuboid::new(vector![1.0, 1.0, 1.0])?;
    /// let a = Moving::new(cube, AtRest::new(Isometry3::identity())?);
    /// let b = Moving::new(cube, AtRest::new(Isometry3::translation(1.75, 0.5, 0.0))?);
    ///
    /// let Outcome::Overlapping(rough) = Query::new().time_of_impact(&a, &b, 0.0..=1.0)?.outcome else {
    ///     panic!("they overlap");
    /// };
    /// assert!(rough.depth >= 0.25);
    ///
    /// let Outcome::Overlapping(exact) = Query::new().exact_depth().time_of_impact(&a, &b, 0.0..=1.0)?.outcome else {
    ///     panic!("they overlap");
    /// };
    /// assert!((exact.depth - 0.25f64).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn exact_depth(mut self) -> Self {
        self.exact_depth = true;
        self
    }

    /// Returns when two moving bodies first come within the target distance during the interval, or proof that they do
    /// not.
    ///
    /// # Errors
    /// - [`QueryError::ReversedInterval`], [`QueryError::TimeNotFinite`], [`QueryError::InvalidTolerance`],
    ///   [`QueryError::InvalidTargetDistance`], [`QueryError::CoordinateNotFinite`], [`QueryError::KnotNotLater`],
    ///   [`QueryError::BoundNotFinite`] and [`QueryError::SpeedBoundsContradict`] for bad input;
    /// - [`QueryError::AllowanceTooLarge`] for a negative target distance if the bodies are so thin that they could
    ///   pass through each other;
    /// - [`QueryError::ToleranceTooSmall`] for a tolerance that the scalar cannot resolve at these coordinates;
    /// - [`QueryError::Undecided`] if the search ended without an answer. It says up to when the bodies are proven
    ///   free, and never means "no impact".
    pub fn time_of_impact<const D: usize, A, B>(
        &self,
        a: &A,
        b: &B,
        interval: RangeInclusive<T>,
    ) -> Result<Solution<T, D>, QueryError>
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
    {
        self.warm_started(a, b, interval, &mut WarmStart::new())
    }

    /// Returns whether two moving bodies come within the target distance during the interval.
    ///
    /// It takes as long as [`time_of_impact`](Self::time_of_impact), and less if the bodies overlap at the start: by how
    /// much need not be known. `false` is as certified as an answer of
    /// [`Outcome::Separated`](super::Outcome::Separated), and `true` as one of
    /// [`Outcome::Impact`](super::Outcome::Impact). A contact at the start counts, whatever the
    /// [policy](Self::initial_contact).
    ///
    /// ```
    /// use nalgebra::{Isometry2, vector};
    /// use photofinish::motion::{AtRest, ConstantVelocity};
    /// use photofinish::shape::Cuboid;
    /// use photofinish::{Moving, Query};
    ///
    /// // does a turning bar pass a post?
    /// let post = Moving::new(Cuboid::new(vector![0.1, 0.1])?, AtRest::new(Isometry2::translation(0.0, 1.5))?);
    /// let passes = |spin: f64| -> Result<bool, Box<dyn std::error::Error>> {
    ///     let flight = ConstantVelocity::new(Isometry2::translation(-3.0, 0.0), vector![6.0, 0.0], spin)?;
    ///     let bar = Moving::new(Cuboid::new(vector![2.0, 0.1])?, flight);
    ///     Ok(!Query::new().touches(&bar, &post, 0.0..=1.0)?)
    /// };
    /// assert!(passes(0.0)?);
    /// assert!(!passes(3.0)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`time_of_impact`](Self::time_of_impact). For some bodies in contact at the start it has an error, and
    /// this has an answer, as their distance need not be measured.
    pub fn touches<const D: usize, A, B>(
        &self,
        a: &A,
        b: &B,
        interval: RangeInclusive<T>,
    ) -> Result<bool, QueryError>
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
    {
        let during = self.checked_span(&interval)?;
        let query = self.stopping();
        let subjects = (Extruded::of(a), Extruded::of(b));
        let at_rest = AtRest::of([a, b], during.start());
        Inquiry::new(&query, [&subjects.0, &subjects.1], during, &at_rest).touches()
    }

    /// Answers like [`time_of_impact`](Self::time_of_impact), and begins with what the last query of this pair found.
    ///
    /// If the bodies have moved only a little since then, the first direction tried mostly gives the answer. If they
    /// have moved far or turned much, a new warm start is faster by up to a sixth. A warm start never changes whether
    /// an answer is right. A warm start from another pair only costs time. Keep it after an impact or an error too, and
    /// when the motions are replaced.
    ///
    /// # Errors
    /// The errors of [`time_of_impact`](Self::time_of_impact).
    pub fn warm_started<const D: usize, A, B>(
        &self,
        a: &A,
        b: &B,
        interval: RangeInclusive<T>,
        warm: &mut WarmStart<T, D>,
    ) -> Result<Solution<T, D>, QueryError>
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
    {
        let during = self.checked_span(&interval)?;
        let subjects = (Extruded::of(a), Extruded::of(b));
        let at_rest = AtRest::of([a, b], during.start());
        Inquiry::new(self, [&subjects.0, &subjects.1], during, &at_rest).answer(warm, None)
    }

    /// Answers like [`time_of_impact`](Self::time_of_impact), and returns the certificate for all times before the
    /// answer.
    ///
    /// If the bodies left a contact at the start, the certificate begins with the time in contact; its intervals there
    /// keep less than the target distance.
    ///
    /// # Errors
    /// The errors of [`time_of_impact`](Self::time_of_impact), with a certificate of what was proven before the search
    /// ended.
    pub fn certify<const D: usize, A, B>(
        &self,
        a: &A,
        b: &B,
        interval: RangeInclusive<T>,
    ) -> Result<(Solution<T, D>, Certificate<T, D>), CertifyError<T, D>>
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
    {
        Side::both(a, b, |bodies| {
            self.certify_untyped(bodies, interval, Begins::Afresh)
        })
    }

    /// Answers like [`warm_started`](Self::warm_started), and shows the steps of the search to an observer.
    ///
    /// The steps of a query are shown once it has an answer, and also if it has none. The
    /// [clearance](super::Separated::clearance) of bodies that stay apart is the least margin of the intervals that are
    /// shown, as with [`certify`](Self::certify).
    ///
    /// # Errors
    /// The errors of [`time_of_impact`](Self::time_of_impact).
    pub fn observed<const D: usize, A, B>(
        &self,
        a: &A,
        b: &B,
        interval: RangeInclusive<T>,
        warm: &mut WarmStart<T, D>,
        observer: &mut dyn Observer<T, D>,
    ) -> Result<Solution<T, D>, QueryError>
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
    {
        let during = self.checked_span(&interval)?;
        Side::both(a, b, |bodies| {
            let (asked, observer) = ((during, None), Some(observer));
            self.ask_untyped(bodies, asked, warm, observer)
        })
    }

    fn ask_untyped<'o, const D: usize>(
        &self,
        [a, b]: [Side<'_, T, D>; 2],
        (during, explained): (Span<T>, Option<Explained<T>>),
        warm: &mut WarmStart<T, D>,
        observer: Option<&mut (dyn Observer<T, D> + 'o)>,
    ) -> Result<Solution<T, D>, QueryError> {
        let at_rest = AtRest::of([a.body, b.body], during.start());
        let mut inquiry = Inquiry::new(self, [a.subject, b.subject], during, &at_rest);
        inquiry.explained = explained;
        inquiry.answer_untyped(warm, observer)
    }

    /// Answers about bodies without their types, as pieces ask: what is measured of them is remembered. Also returns the
    /// last vector that separated them.
    pub(crate) fn answer_untyped<const D: usize>(
        &self,
        (subjects, at_rest): ([&dyn Subject<D>; 2], &AtRest<'_, T, D>),
        interval: RangeInclusive<T>,
        begins: Begins<T, D>,
    ) -> (Result<Solution<T, D>, QueryError>, Option<SVector<T, D>>) {
        let mut warm = begins.warm();
        let answer = self.checked_span(&interval).and_then(|during| {
            let mut inquiry = Inquiry::new(self, subjects, during, at_rest);
            inquiry.explained = begins.explained();
            inquiry.answer_untyped(&mut warm, None)
        });
        (answer, warm.axis)
    }

    /// Answers as [`certify`](Self::certify) does about bodies without their types, as pieces ask.
    pub(crate) fn certify_untyped<const D: usize>(
        &self,
        bodies: [Side<'_, T, D>; 2],
        interval: RangeInclusive<T>,
        begins: Begins<T, D>,
    ) -> Result<(Solution<T, D>, Certificate<T, D>), CertifyError<T, D>> {
        let mut intervals = Vec::new();
        let answer = self.checked_span(&interval).and_then(|during| {
            let asked = (during, begins.explained());
            self.ask_untyped(bodies, asked, &mut begins.warm(), Some(&mut intervals))
        });
        let origin = origin(bodies.map(|side| side.body), *interval.start());
        Certificate { origin, intervals }.with(answer)
    }

    /// Answers [`touches`](Self::touches) about bodies without their types.
    pub(crate) fn touches_untyped<const D: usize>(
        &self,
        [a, b]: [Side<'_, T, D>; 2],
        interval: RangeInclusive<T>,
    ) -> Result<bool, QueryError> {
        let during = self.checked_span(&interval)?;
        let query = self.stopping();
        let at_rest = AtRest::of([a.body, b.body], during.start());
        Inquiry::new(&query, [a.subject, b.subject], during, &at_rest).touches_untyped()
    }

    /// The query that ends at a contact at the start, however deep.
    fn stopping(&self) -> Self {
        Self {
            initial_contact: InitialContact::Stop,
            exact_depth: false,
            ..*self
        }
    }

    /// Returns the interval, if it and the settings are valid.
    pub(crate) fn checked_span(&self, interval: &RangeInclusive<T>) -> Result<Span<T>, QueryError> {
        let during = Span::new(*interval.start(), *interval.end())?;
        self.check()?;
        Ok(during)
    }

    /// Returns the tolerance that was set, or this one.
    pub(crate) fn asked_tolerance_or(&self, default: T) -> T {
        self.tolerance.unwrap_or(default)
    }

    pub(crate) fn check(&self) -> Result<(), QueryError> {
        self.tolerance.map(tolerance).transpose()?;
        finite("target distance", self.target_distance)
            .map_err(|bad| QueryError::InvalidTargetDistance { value: bad.value })?;
        Ok(())
    }
}
