//! Queries about one pair: settings, answers, and what is asked of the kernel.
//!
//! The search is in [`search`](crate::search). The page `docs/one-query.md` follows one query through the files.

mod begins;
mod half_space;
mod inquiry;
mod observer;
mod outcome;
mod query;

pub(crate) use begins::{Begins, Explained};
pub(crate) use inquiry::{AtRest, Inquiry, height, is_thick_enough};
pub use observer::Observer;
pub(crate) use outcome::time_of;
pub use outcome::{Impact, InitialReport, Outcome, Separated, Solution, Statistics};
pub use query::Query;

use std::ops::RangeInclusive;

use nalgebra::SVector;

use crate::{Extrusion, QueryError, Real};

/// Returns when two moving bodies first touch during the interval, or proof that they do not.
///
/// This is [`Query::time_of_impact`] with the default settings.
///
/// ```
/// use nalgebra::{Isometry3, Vector3, vector};
/// use photofinish::motion::{AtRest, ConstantVelocity};
/// use photofinish::shape::{Ball, Cuboid};
/// use photofinish::{Moving, Outcome, time_of_impact};
///
/// // a ball flies at speed 2 at a wall; its surface is 3.5 away from the wall
/// let flight = ConstantVelocity::new(Isometry3::identity(), vector![2.0, 0.0, 0.0], Vector3::zeros())?;
/// let ball = Moving::new(Ball::new(0.5)?, flight);
/// let at_rest = AtRest::new(Isometry3::translation(4.5, 0.0, 0.0))?;
/// let wall = Moving::new(Cuboid::new(vector![0.5, 5.0, 5.0])?, at_rest);
///
/// let Outcome::Impact(impact) = time_of_impact(&ball, &wall, 0.0..=3.0)?.outcome else {
///     panic!("the ball reaches the wall");
/// };
/// // never late, and early by no more than the tolerance takes
/// assert!(impact.time <= 1.75 && impact.time > 1.75 - 1e-7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The errors of [`Query::time_of_impact`].
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

/// What a query does with bodies that are in contact when the interval starts.
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::motion::{AtRest, ConstantVelocity};
/// use photofinish::shape::{Ball, Cuboid};
/// use photofinish::{InitialContact, Moving, Outcome, Query};
///
/// // a ball has just hit the floor and leaves it again
/// let up = ConstantVelocity::new(Isometry2::translation(0.0, 0.5), vector![0.0, 3.0], 0.0)?;
/// let ball = Moving::new(Ball::new(0.5)?, up);
/// let floor = Moving::new(Cuboid::new(vector![10.0, 1.0])?, AtRest::new(Isometry2::translation(0.0, -1.0))?);
///
/// // by default the query stops at the contact
/// let solution = Query::new().time_of_impact(&ball, &floor, 0.0..=1.0)?;
/// assert!(matches!(solution.outcome, Outcome::Overlapping(_)));
///
/// // on request it follows the ball out of the contact, and says when the ball is clear
/// let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
/// let solution = query.time_of_impact(&ball, &floor, 0.0..=1.0)?;
/// assert!(matches!(solution.outcome, Outcome::Separated(_)));
/// let contact = solution.initial_contact.expect("the ball starts on the floor");
/// assert!(contact.resumed_at.is_some_and(|time| time < 1e-6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum InitialContact {
    /// The contact is the answer, and the query ends.
    #[default]
    Stop,
    /// The query goes on from where the bodies have left the contact, and reports the contact beside the answer.
    ///
    /// Bodies that are in contact at the end give the answer [`Outcome::Stays`], bodies that are driven into each other
    /// [`Outcome::DrivesIn`]. These answers are proven at any speed and over any interval. Bodies that are too thin or
    /// too deep in each other could pass through: nothing can be proven of them, and the contact is the answer.
    ///
    /// Bodies that slide over a mesh go on over its [inner edges](crate::pieces#sliding).
    IgnoreSeparating,
}

/// What one query of a pair passes on to the next query of that pair.
///
/// Keep one for each pair of bodies that you ask about again and again.
///
/// ```
/// use nalgebra::{Isometry3, Vector3, vector};
/// use photofinish::motion::{AtRest, ConstantVelocity};
/// use photofinish::shape::Cuboid;
/// use photofinish::{Moving, Outcome, Query, WarmStart};
///
/// // a block tumbles past a post
/// let start = Isometry3::translation(-3.0, 2.0, 0.0);
/// let tumble = ConstantVelocity::new(start, Vector3::x(), vector![0.3, 0.0, 1.0])?;
/// let block = Moving::new(Cuboid::new(vector![0.5, 0.5, 0.5])?, tumble);
/// let post = Moving::new(Cuboid::new(vector![0.2, 0.8, 0.2])?, AtRest::new(Isometry3::identity())?);
///
/// let mut warm = WarmStart::new();
/// for frame in 0..60 {
///     let (start, end) = (f64::from(frame) * 0.1, f64::from(frame + 1) * 0.1);
///     let solution = Query::new().warm_started(&block, &post, start..=end, &mut warm)?;
///     assert!(matches!(solution.outcome, Outcome::Separated(_)));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct WarmStart<T, const D: usize> {
    /// The last vector that separated the bodies, from A to B.
    pub(crate) axis: Option<SVector<T, D>>,
}

impl<T, const D: usize> WarmStart<T, D> {
    /// A warm start for a pair of which nothing is known yet.
    pub fn new() -> Self {
        Self { axis: None }
    }

    /// Returns the last vector that separated the bodies, from A to B in the world's frame, or `None` before the first
    /// question. It is about a unit vector.
    pub fn axis(&self) -> Option<SVector<T, D>>
    where
        T: Copy,
    {
        self.axis
    }
}
