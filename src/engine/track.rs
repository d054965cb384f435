//! The ways of bodies through a step, and when two of them meet.

use nalgebra::Isometry;

use super::body::Form;
use super::{Body, Pass, PassError};
use crate::motion::{Motion, Rotor, Sweep};
use crate::{
    HalfSpace, MotionError, Moving, MovingHalfSpace, QueryError, Real, Solution, SupportMap,
};

/// A body with its motion, from some time on.
pub(super) enum Swept<'b, S, T: Real, R: Rotor<T, D>, const D: usize> {
    Shape(Moving<&'b S, Sweep<T, R, D>, T, D>),
    Floor(MovingHalfSpace<Sweep<T, R, D>, T, D>),
}

impl<'b, S: SupportMap<T, D>, T: Real, R: Rotor<T, D>, const D: usize> Swept<'b, S, T, R, D> {
    /// # Errors
    /// [`PassError::Sweep`].
    pub(super) fn new(number: usize, body: &'b Body<S, T, R, D>) -> Result<Self, PassError> {
        let ends = ((T::zero(), body.start), (T::one(), body.pose));
        let sweep = Sweep::new(ends.0, ends.1, body.center).map_err(|error| PassError::Sweep {
            body: number,
            error,
        })?;
        Ok(match &body.form {
            Form::Shape(shape) => Self::Shape(Moving::new(shape, sweep)),
            Form::Floor(half_space) => Self::Floor(MovingHalfSpace::new(*half_space, sweep)),
        })
    }

    fn motion(&self) -> &Sweep<T, R, D> {
        match self {
            Self::Shape(body) => body.motion(),
            Self::Floor(floor) => floor.motion(),
        }
    }

    fn with_motion(&self, sweep: Sweep<T, R, D>) -> Self {
        match self {
            Self::Shape(body) => Self::Shape(body.with_motion(sweep)),
            Self::Floor(floor) => Self::Floor(MovingHalfSpace::new(floor.half_space(), sweep)),
        }
    }
}

/// A body's way from some time on.
pub(super) struct Track<'b, S, T: Real, R: Rotor<T, D>, const D: usize> {
    body: Swept<'b, S, T, R, D>,
    /// The time and the pose at which this way begins, and the pose at the end of the step.
    since: T,
    start: Isometry<T, R, D>,
    pub(super) end: Isometry<T, R, D>,
    pub(super) at_rest: bool,
    pub(super) is_fixed: bool,
    /// How often the body was sent elsewhere.
    pub(super) moves: u32,
}

impl<'b, S: SupportMap<T, D>, T: Real, R: Rotor<T, D>, const D: usize> Track<'b, S, T, R, D> {
    pub(super) fn new(number: usize, body: &'b Body<S, T, R, D>) -> Result<Self, PassError> {
        Ok(Self {
            body: Swept::new(number, body)?,
            since: T::zero(),
            start: body.start,
            end: body.pose,
            at_rest: body.is_fixed || body.start == body.pose,
            is_fixed: body.is_fixed,
            moves: 0,
        })
    }

    pub(super) fn is_floor(&self) -> bool {
        matches!(self.body, Swept::Floor(_))
    }

    pub(super) fn pose(&self, time: T) -> Isometry<T, R, D> {
        // the pose at the start is the one that was given, to the last bit
        if self.at_rest || time == self.since {
            self.start
        } else {
            self.body.motion().pose(time)
        }
    }

    /// Lets the body go from its pose at `time` to `end`.
    pub(super) fn head_for(&mut self, time: T, end: Isometry<T, R, D>) -> Result<(), MotionError> {
        let start = self.pose(time);
        let at_rest = start == end;
        // a body at rest may be so from any time on
        let from = if at_rest { T::zero() } else { time };
        let center = self.body.motion().center();
        let sweep = Sweep::new((from, start), (T::one(), end), center)?;
        self.body = self.body.with_motion(sweep);
        (self.since, self.start, self.end, self.at_rest) = (time, start, end, at_rest);
        Ok(())
    }

    /// Returns a floor at rest in the world's frame, where its normal is the same at all times: rounding then does not
    /// grow along the floor.
    fn still(&self, floor: &MovingHalfSpace<Sweep<T, R, D>, T, D>) -> Option<HalfSpace<T, D>> {
        let still = self.at_rest.then(|| floor.placed(self.since));
        still.and_then(Result::ok)
    }
}

impl<T: Real> Pass<T> {
    /// Returns when two bodies meet, from a time on, or `None` for two floors. A floor is body A of the answer.
    pub(super) fn first_impact<S, R, const D: usize>(
        &self,
        a: &Track<'_, S, T, R, D>,
        b: &Track<'_, S, T, R, D>,
        from: T,
    ) -> Option<Result<Solution<T, D>, QueryError>>
    where
        S: SupportMap<T, D>,
        R: Rotor<T, D>,
    {
        let interval = from..=T::one();
        let query = self.query.target_distance(-self.allowed);
        let (floor, way, body) = match (&a.body, &b.body) {
            (Swept::Shape(a), Swept::Shape(b)) => {
                let answer = query.time_of_impact(a, b, interval.clone());
                return Some(match answer {
                    Err(QueryError::AllowanceTooLarge { .. }) => {
                        let query = self.query.target_distance(T::zero());
                        query.time_of_impact(a, b, interval)
                    }
                    answer => answer,
                });
            }
            (Swept::Floor(floor), Swept::Shape(body)) => (floor, a, body),
            (Swept::Shape(body), Swept::Floor(floor)) => (floor, b, body),
            (Swept::Floor(_), Swept::Floor(_)) => return None,
        };
        Some(match way.still(floor) {
            Some(still) => query.time_of_impact_on(&still, body, interval),
            None => query.time_of_impact_on(floor, body, interval),
        })
    }
}
