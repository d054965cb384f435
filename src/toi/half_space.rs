//! Queries of a half-space and a moving body.
//!
//! Only the normal can separate a half-space from a body, so that there is no GJK and no choice among vectors. The kernel
//! measures the normal, whatever is proposed, and `search/floor.rs` looks for the time. All else is as for two bodies.
use std::ops::RangeInclusive;

use super::inquiry::{AtRest, Inquiry, origin};
use super::{InitialContact, Observer, Query, Solution, WarmStart};
use crate::extrusion::Side;
use crate::half_space::Floor;
use crate::{Certificate, CertifyError, Extrusion, QueryError, Real};

impl<T: Real> Query<T> {
    /// Returns when a moving body first comes within the target distance of a half-space during the interval, or proof
    /// that it does not.
    ///
    /// The half-space is body A, so that normals point from it to the body. Settings and answers mean what they mean
    /// for [two bodies](Self::time_of_impact), with these differences:
    /// - Any penetration may be allowed, and contacts of any depth are followed, as no body passes through a
    ///   half-space.
    /// - Depths are always exact: they are measured along the normal.
    /// - Only the body's size sets the default tolerance.
    /// - There is no warm start: the normal is the only vector that is ever tried, so that a query has nothing to pass
    ///   on to the next one.
    ///
    /// [`touches_on`](Self::touches_on) only asks whether they meet, [`certify_on`](Self::certify_on) keeps the proof,
    /// and [`observed_on`](Self::observed_on) shows the steps.
    ///
    /// ```
    /// use nalgebra::{Isometry2, vector};
    /// use photofinish::motion::ConstantVelocity;
    /// use photofinish::shape::Ball;
    /// use photofinish::{HalfSpace, Moving, Outcome, Query};
    ///
    /// // a ball sinks into a slope; it may be a hundredth deep
    /// let slope = HalfSpace::new(vector![3.0, 4.0], vector![0.0, 0.0])?;
    /// let fall = ConstantVelocity::new(Isometry2::translation(0.0, 2.0), vector![0.0, -1.0], 0.0)?;
    /// let ball = Moving::new(Ball::new(0.5)?, fall);
    /// let query = Query::new().target_distance(-0.01);
    /// let Outcome::Impact(impact) = query.time_of_impact_on(&slope, &ball, 0.0..=2.0)?.outcome else {
    ///     panic!("the ball meets the slope");
    /// };
    /// // the height over the slope is 0.8 (2 - t)
    /// let expected = 2.0 - (0.5 - 0.01) / 0.8;
    /// assert!(impact.time <= expected && impact.time > expected - 1e-7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`time_of_impact`](Self::time_of_impact) but for [`QueryError::AllowanceTooLarge`], and
    /// [`QueryError::NoFixedAxis`] for a half-space that moves by no motion of this crate in closed form, and for one
    /// that turns if the body does not either.
    pub fn time_of_impact_on<const D: usize, F, B>(
        &self,
        floor: &F,
        body: &B,
        interval: RangeInclusive<T>,
    ) -> Result<Solution<T, D>, QueryError>
    where
        F: Floor<T, D>,
        B: Extrusion<T, D>,
    {
        Side::of(body, |body| self.answer_floor(floor, body, interval, None))
    }

    /// Returns whether a moving body comes within the target distance of a half-space during the interval.
    ///
    /// It takes as long as [`time_of_impact_on`](Self::time_of_impact_on) or less. The answer means what that of
    /// [`touches`](Self::touches) means.
    ///
    /// ```
    /// use nalgebra::{Isometry2, vector};
    /// use photofinish::motion::{Ballistic, ConstantVelocity};
    /// use photofinish::shape::Ball;
    /// use photofinish::{HalfSpace, Moving, Query};
    ///
    /// // does a ball that is thrown up reach the ceiling, 3 above its centre?
    /// let ceiling = HalfSpace::new(vector![0.0, -1.0], vector![0.0, 3.0])?;
    /// let reaches = |speed: f64| -> Result<bool, Box<dyn std::error::Error>> {
    ///     let throw = ConstantVelocity::new(Isometry2::identity(), vector![1.0, speed], 0.0)?;
    ///     let ball = Moving::new(Ball::new(0.5)?, Ballistic::new(throw, vector![0.0, -10.0])?);
    ///     Ok(Query::new().touches_on(&ceiling, &ball, 0.0..=2.0)?)
    /// };
    /// // at the top, its centre is as high as the square of its speed over 20
    /// assert!(!reaches(7.0)?);
    /// assert!(reaches(7.1)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`time_of_impact_on`](Self::time_of_impact_on), but as with [`touches`](Self::touches).
    pub fn touches_on<const D: usize, F, B>(
        &self,
        floor: &F,
        body: &B,
        interval: RangeInclusive<T>,
    ) -> Result<bool, QueryError>
    where
        F: Floor<T, D>,
        B: Extrusion<T, D>,
    {
        Side::of(body, |body| self.touches_floor(floor, body, interval))
    }

    /// Answers like [`time_of_impact_on`](Self::time_of_impact_on), and then shows the steps of the search to an observer:
    /// the spans that it proved, and the times that it tried. There is no
    /// [other vector](Observer::separating_vector) than the normal to be shown.
    ///
    /// # Errors
    /// The errors of [`time_of_impact_on`](Self::time_of_impact_on).
    pub fn observed_on<const D: usize, F, B>(
        &self,
        floor: &F,
        body: &B,
        interval: RangeInclusive<T>,
        observer: &mut dyn Observer<T, D>,
    ) -> Result<Solution<T, D>, QueryError>
    where
        F: Floor<T, D>,
        B: Extrusion<T, D>,
    {
        Side::of(body, |body| {
            self.answer_floor(floor, body, interval, Some(observer))
        })
    }

    /// Answers the question about a body without its type.
    pub(crate) fn answer_floor<'o, const D: usize>(
        &self,
        floor: &impl Floor<T, D>,
        body: Side<'_, T, D>,
        interval: RangeInclusive<T>,
        observer: Option<&mut (dyn Observer<T, D> + 'o)>,
    ) -> Result<Solution<T, D>, QueryError> {
        let during = self.checked_span(&interval)?;
        let at_rest = AtRest::on(floor, body, during.start());
        let inquiry = Inquiry::new(self, [floor, body.subject], during, &at_rest);
        inquiry.answer_untyped(&mut WarmStart::new(), observer)
    }

    /// Answers [`touches_on`](Self::touches_on) about a body without its type.
    pub(crate) fn touches_floor<const D: usize>(
        &self,
        floor: &impl Floor<T, D>,
        body: Side<'_, T, D>,
        interval: RangeInclusive<T>,
    ) -> Result<bool, QueryError> {
        let during = self.checked_span(&interval)?;
        let query = Self {
            initial_contact: InitialContact::Stop,
            ..*self
        };
        let at_rest = AtRest::on(floor, body, during.start());
        Inquiry::new(&query, [floor, body.subject], during, &at_rest).touches_untyped()
    }

    /// Answers like [`time_of_impact_on`](Self::time_of_impact_on), and returns the certificate for all times before
    /// the answer, which [`Floor::verify`] checks.
    ///
    /// ```
    /// use nalgebra::{Isometry3, vector};
    /// use photofinish::motion::ConstantVelocity;
    /// use photofinish::shape::Cuboid;
    /// use photofinish::{Floor, HalfSpace, Moving, Query};
    ///
    /// let floor = HalfSpace::new(vector![0.0, 1.0, 0.0], vector![0.0, 0.0, 0.0])?;
    /// let start = Isometry3::translation(0.0, 1.0, 0.0);
    /// let flight = ConstantVelocity::new(start, vector![9.0, 0.0, 0.0], vector![1.0, 2.0, 3.0])?;
    /// let die = Moving::new(Cuboid::new(vector![0.5, 0.5, 0.5])?, flight);
    /// let (_, certificate) = Query::new().certify_on(&floor, &die, 0.0..=1.0)?;
    /// assert!(floor.verify(&certificate, &die, 0.0, 0.0..=1.0)? > 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`time_of_impact_on`](Self::time_of_impact_on), with a certificate of what was proven before the
    /// search ended.
    pub fn certify_on<const D: usize, F, B>(
        &self,
        floor: &F,
        body: &B,
        interval: RangeInclusive<T>,
    ) -> Result<(Solution<T, D>, Certificate<T, D>), CertifyError<T, D>>
    where
        F: Floor<T, D>,
        B: Extrusion<T, D>,
    {
        let mut intervals = Vec::new();
        let start = *interval.start();
        let solution = self.observed_on(floor, body, interval, &mut intervals);
        let origin = origin([floor.boundary(), body], start);
        Certificate { origin, intervals }.with(solution)
    }
}
