//! One moving body against many: which of them does it meet first?

use std::ops::RangeInclusive;

use thiserror::Error;

use crate::error::finite;
use crate::scalar::Ordered;
use crate::swept::{SweptBox, swept_box};
pub(crate) use crate::toi::time_of;
use crate::{Extrusion, Query, QueryError, Real, Solution, Span};

/// A body that is met, among many.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Met<I, T, const D: usize> {
    /// Which body it is, as the caller calls it.
    pub id: I,
    /// When: the time of the impact, the start for bodies that overlap then, or the time until which bodies that are
    /// driven in keep their distance. For a query that ended undecided it is the time up to which it proves them free.
    pub time: T,
    /// The answer about this pair: never [`Separated`](crate::Outcome::Separated) or [`Stays`](crate::Outcome::Stays),
    /// and no error but [`QueryError::Undecided`] and [`QueryError::ToleranceTooSmall`].
    pub answer: Result<Solution<T, D>, QueryError>,
}

/// The reason why it is not known which of many bodies is met first.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum FirstOfError<I: std::fmt::Debug> {
    /// The interval is reversed, or an end of it is not finite.
    #[error(transparent)]
    Interval(QueryError),
    /// The tolerance or the target distance of the query makes no sense.
    #[error(transparent)]
    Settings(QueryError),
    /// The time within which bodies count as met together is negative or not finite.
    #[error("the time of ties must be finite and not negative, but is {value:?}")]
    InvalidTies {
        /// Its value.
        value: f64,
    },
    /// The query about a body failed.
    #[error("the query about body {id:?} failed: {error}")]
    Query {
        /// Which body it is.
        id: I,
        /// Why.
        error: QueryError,
    },
}

impl<T: Real> Query<T> {
    /// Returns the bodies that a moving body meets first, among many.
    ///
    /// That is the first one, and all others that it meets within the time `ties` after it. They are in the order of
    /// time, and at the same time in the order of their ids. The list is empty if it meets none. The moving body is A.
    /// To leave out bodies, filter the iterator.
    ///
    /// Each answer in the list is that of [`time_of_impact`](Self::time_of_impact) for its pair, to the last bit, and
    /// does not depend on the order of the bodies. A body is left out only if it is proven to keep the target distance
    /// until then. A query might still count it as met, if it passes within the tolerance where rounding has made that
    /// large, or end undecided about it.
    ///
    /// Bodies whose [swept boxes](crate::swept) the moving body does not reach cost a box each. It asks about the
    /// others from the nearest to the farthest, and leaves out those that it cannot reach before the first impact
    /// found.
    ///
    /// ```
    /// use nalgebra::{Isometry3, Vector3, vector};
    /// use photofinish::motion::{AtRest, ConstantVelocity};
    /// use photofinish::shape::{Ball, Cuboid};
    /// use photofinish::{Moving, Query};
    ///
    /// // a ball flies along a row of walls, with a gap in the first two
    /// let flight = ConstantVelocity::new(Isometry3::identity(), vector![10.0, 0.0, 0.0], Vector3::zeros())?;
    /// let ball = Moving::new(Ball::new(0.5)?, flight);
    /// let wall = Cuboid::new(vector![0.1, 2.0, 2.0])?;
    /// let place = |x: f64, y: f64| AtRest::new(Isometry3::translation(x, y, 0.0));
    /// let walls = [
    ///     Moving::new(&wall, place(9.0, 0.0)?),
    ///     Moving::new(&wall, place(3.0, 5.0)?),
    ///     Moving::new(&wall, place(3.0, -5.0)?),
    ///     Moving::new(&wall, place(6.0, 0.0)?),
    /// ];
    /// let met = Query::new().first_of(&ball, walls.iter().enumerate(), 0.0..=1.0, 0.0)?;
    /// assert_eq!((met.len(), met[0].id), (1, 3));
    /// assert!(met[0].time <= 0.54 && met[0].time > 0.54 - 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`FirstOfError`]. A query that ends undecided, or whose tolerance is too small for the scalar, is no error: the
    /// body counts as met.
    pub fn first_of<'b, const D: usize, A, B, I>(
        &self,
        a: &A,
        bodies: impl IntoIterator<Item = (I, &'b B)>,
        interval: RangeInclusive<T>,
        ties: T,
    ) -> Result<Vec<Met<I, T, D>>, FirstOfError<I>>
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D> + 'b,
        I: Ord + std::fmt::Debug,
    {
        let during = Span::new(*interval.start(), *interval.end());
        let during = during.map_err(FirstOfError::Interval)?;
        self.check().map_err(FirstOfError::Settings)?;
        if finite("ties", ties).is_err() || ties < T::zero() {
            return Err(FirstOfError::InvalidTies {
                value: ties.as_f64(),
            });
        }
        let mut reach = Reach::new(self, a, during);
        let start = Reach::new(self, a, Span::known(during.start(), during.start()));
        let mut ahead: Vec<_> = bodies
            .into_iter()
            .filter(|(_, b)| !reach.excludes(*b))
            .map(|(id, b)| (start.room(b), id, b))
            .collect();
        ahead.sort_by(|(near, id, _), (far, other, _)| {
            let by_room = Ordered::of(*near).cmp(&Ordered::of(*far));
            by_room.then(id.cmp(other))
        });
        let mut first: Option<T> = None;
        let mut met: Vec<Met<I, T, D>> = Vec::new();
        for (_, id, b) in ahead {
            if first.is_some() && reach.excludes(b) {
                continue;
            }
            let answer = self.time_of_impact(a, b, interval.clone());
            let Some(time) = time_of(&answer, during.start()) else {
                if let Err(error) = answer {
                    return Err(FirstOfError::Query { id, error });
                }
                continue;
            };
            met.push(Met { id, time, answer });
            if first.is_none_or(|first| time < first) {
                first = Some(time);
                let end = (time + ties).min(during.end());
                reach = Reach::new(self, a, Span::known(during.start(), end));
            }
        }
        met.retain(|met| first.is_some_and(|first| met.time <= first + ties));
        met.sort_by(|a, b| {
            let by_time = Ordered::of(a.time).cmp(&Ordered::of(b.time));
            by_time.then_with(|| a.id.cmp(&b.id))
        });
        Ok(met)
    }
}

/// How far a body gets during a span, and how near others may come without being met.
struct Reach<'q, T: Real, const D: usize> {
    query: &'q Query<T>,
    during: Span<T>,
    /// `None` for a motion that states no bounds, and may get anywhere.
    swept: Option<SweptBox<T, D>>,
    size: T,
}

impl<'q, T: Real, const D: usize> Reach<'q, T, D> {
    fn new<A: Extrusion<T, D>>(query: &'q Query<T>, a: &A, during: Span<T>) -> Self {
        Self {
            query,
            during,
            swept: swept_box(a, during).ok(),
            size: a.size(),
        }
    }

    /// Returns a lower bound of how far the boxes are apart beyond the target distance and what a tolerance may be.
    ///
    /// The default tolerance is a share of a body's size, which both sizes bound. What rounding adds to it does not count.
    fn room<B: Extrusion<T, D>>(&self, b: &B) -> T {
        let boxes = self.swept.as_ref().zip(swept_box(b, self.during).ok());
        let Some((box_a, box_b)) = boxes else {
            return T::zero();
        };
        let sizes = self.size + b.size();
        let tolerance = self.query.asked_tolerance_or(sizes * T::SQRT_EPSILON);
        let asked = self.query.target_distance;
        room(box_a, &box_b) - asked.max(T::zero()) - tolerance
    }

    /// Returns whether a body is proven not to be met during the span.
    fn excludes<B: Extrusion<T, D>>(&self, b: &B) -> bool {
        // a query says what is wrong with NaN
        self.room(b) > T::zero()
    }
}

/// Returns the largest gap between two boxes along an axis; it is negative if they overlap.
fn room<T: Real, const D: usize>(a: &SweptBox<T, D>, b: &SweptBox<T, D>) -> T {
    let gap = |axis: usize| (b.min[axis] - a.max[axis]).max(a.min[axis] - b.max[axis]);
    (0..D).map(gap).fold(-T::LARGEST, T::max)
}
