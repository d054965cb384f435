//! The time of impact (\[2\] 5): the query, its answer and the search for it.

mod contact;
mod driver;
mod look;
mod observer;
mod outcome;
mod reach;
mod step;
mod within;

pub use observer::Observer;
pub use outcome::{Impact, InitialReport, Outcome, Separated, Solution, Statistics};

use std::ops::RangeInclusive;

use nalgebra::SVector;

use crate::gjk::Seed;
use crate::{Certificate, CertifyError, Extrusion, QueryError, Real, Span};

/// When two moving bodies first touch, with the default settings: see [`Query::time_of_impact`].
///
/// # Errors
/// See [`Query::time_of_impact`].
pub fn time_of_impact<T, const D: usize, A, B>(
    a: &A,
    b: &B,
    interval: RangeInclusive<T>,
) -> Result<Solution<T, D>, QueryError>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    Query::new().time_of_impact(a, b, interval)
}

/// What to do with bodies that are in contact when the interval starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum InitialContact {
    /// A contact at the start is the answer, and the query ends.
    #[default]
    Stop,
    /// Bodies that leave the contact are followed from where they are clear of it, and the contact is reported beside the
    /// answer. Bodies that stay in it, or are driven into each other, give the answers [`Outcome::Stays`],
    /// [`Outcome::DrivesIn`]. That is proven at any speed and over any interval. Where it cannot be, for bodies so
    /// thin or so deep in each other that they could pass through, the contact is the answer.
    IgnoreSeparating,
    /// The same, but bodies that are driven into each other are followed too, from where they are found apart again, if
    /// they are. Nothing is known of the time in between: they may have passed through each other.
    Continue,
}

/// The settings of a query.
///
/// ```
/// use photofinish::{InitialContact, Query};
///
/// let query = Query::<f64>::new()
///     .tolerance(1e-6)
///     .target_distance(0.01)
///     .initial_contact(InitialContact::IgnoreSeparating);
/// # let _ = query;
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Query<T> {
    tolerance: Option<T>,
    target_distance: T,
    budget: u64,
    substeps: u32,
    initial_contact: InitialContact,
}

impl<T: Real> Default for Query<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Real> Query<T> {
    /// The default settings.
    pub fn new() -> Self {
        Self {
            tolerance: None,
            target_distance: T::zero(),
            budget: 100_000,
            substeps: 32,
            initial_contact: InitialContact::default(),
        }
    }

    /// An impact is reported at a time at which the distance exceeds the target distance by no more than this length.
    ///
    /// By default it is the square root of the scalar's rounding times the size of the smaller body, as in \[2\] 6,
    /// plus two to eight times the rounding error of the distance where the bodies are: it scales with the problem. Where
    /// rounding hides more, as along two long edges that cross, an impact by default says so in its tolerance. A smaller
    /// tolerance costs little, as the search converges superlinearly; one below the rounding error is an error.
    #[must_use]
    pub fn tolerance(mut self, tolerance: T) -> Self {
        self.tolerance = Some(tolerance);
        self
    }

    /// Bodies this far apart count as touching; 0 by default.
    ///
    /// A negative distance allows penetration: bodies count as apart until they overlap by more than that. An engine
    /// passes a little more than its slop here, and bodies that rest on each other are free.
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

    /// How many pairs of support points or support values may be evaluated before the query gives up with
    /// [`QueryError::Undecided`]; 100,000 by default. A usual query takes a few tens.
    #[must_use]
    pub fn budget(mut self, evaluations: u64) -> Self {
        self.budget = evaluations;
        self
    }

    /// Into how many steps the interval is cut if a motion has no bounds; 32 by default.
    ///
    /// Within a step the method of \[2\] is followed, which can miss what turns in and out again.
    #[must_use]
    pub fn substeps(mut self, substeps: u32) -> Self {
        self.substeps = substeps.max(1);
        self
    }

    /// What to do with bodies in contact at the start; by default that is the answer.
    #[must_use]
    pub fn initial_contact(mut self, policy: InitialContact) -> Self {
        self.initial_contact = policy;
        self
    }

    /// When the two moving bodies first come within the target distance during the interval, or proof that they do
    /// not.
    ///
    /// # Errors
    /// [`QueryError::ReversedInterval`], [`QueryError::TimeNotFinite`], [`QueryError::InvalidTolerance`],
    /// [`QueryError::InvalidTargetDistance`] and [`QueryError::CoordinateNotFinite`] for bad input,
    /// [`QueryError::AllowanceTooLarge`] for a negative target distance that bodies so thin could pass through,
    /// [`QueryError::ToleranceTooSmall`] for a tolerance that the scalar cannot resolve at these coordinates, and
    /// [`QueryError::Undecided`] with the time up to which the bodies are proven free if the search ended without an
    /// answer. It is never "no impact".
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
        self.observed(a, b, interval, &mut WarmStart::new(), &mut ())
    }

    /// Like [`time_of_impact`](Self::time_of_impact), starting where the last query of this pair ended.
    ///
    /// For bodies that moved a little since, the answer mostly comes from the first direction looked at. A warm start
    /// never changes whether an answer is right, and one from another pair only costs time.
    ///
    /// # Errors
    /// As [`time_of_impact`](Self::time_of_impact).
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
        self.observed(a, b, interval, warm, &mut ())
    }

    /// Like [`time_of_impact`](Self::time_of_impact), with the certificate for all times before the answer's.
    ///
    /// For bodies that left a contact at the start it begins with the intervals in which they were in it, which keep
    /// less than the target distance. The intervals of a motion without bounds are in it, marked as uncertified.
    ///
    /// # Errors
    /// As [`time_of_impact`](Self::time_of_impact), with the certificate of what was proven before the search ended.
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
        let mut intervals = Vec::new();
        let start = *interval.start();
        let solution = self.observed(a, b, interval, &mut WarmStart::new(), &mut intervals);
        let certificate = Certificate {
            origin: driver::origin(a, b, start),
            intervals,
        };
        match solution {
            Ok(solution) => Ok((solution, certificate)),
            Err(error) => Err(CertifyError { error, certificate }),
        }
    }

    /// The general form: with a warm start, and an observer that is shown every step.
    ///
    /// # Errors
    /// As [`time_of_impact`](Self::time_of_impact).
    pub fn observed<const D: usize, A, B, O>(
        &self,
        a: &A,
        b: &B,
        interval: RangeInclusive<T>,
        warm: &mut WarmStart<T, D>,
        observer: &mut O,
    ) -> Result<Solution<T, D>, QueryError>
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
        O: Observer<T, D>,
    {
        let during = Span::new(*interval.start(), *interval.end())?;
        self.check()?;
        driver::Driver::new(self, a, b, during, observer).run(warm)
    }

    fn check(&self) -> Result<(), QueryError> {
        if let Some(tolerance) = self.tolerance
            && !(tolerance > T::zero() && tolerance <= T::LARGEST)
        {
            return Err(QueryError::InvalidTolerance {
                value: tolerance.as_f64(),
            });
        }
        let target = self.target_distance;
        if !(target.abs() <= T::LARGEST) {
            return Err(QueryError::InvalidTargetDistance {
                value: target.as_f64(),
            });
        }
        Ok(())
    }
}

/// What one query leaves behind for the next one of the same pair.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct WarmStart<T, const D: usize> {
    /// The vector that separated the bodies last, from A to B.
    axis: Option<SVector<T, D>>,
    /// The vertices that they were nearest at.
    seed: Seed,
}

impl<T, const D: usize> WarmStart<T, D> {
    /// Nothing known yet.
    pub fn new() -> Self {
        Self {
            axis: None,
            seed: Seed::default(),
        }
    }
}
