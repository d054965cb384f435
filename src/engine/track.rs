//! The ways of bodies through a step, and when two of them meet.

use std::cell::OnceCell;

use nalgebra::{Isometry, SVector};

use super::around::Around;
use super::body::Form;
use super::pass::check_margin;
use super::{Body, PassError};
use crate::body::{AnyBody, AnyForm};
use crate::motion::{Motion, Rotor, Sweep};
use crate::pieces::Pieces;
use crate::support::core_reach;
use crate::swept::relative_travel_bound;
use crate::tuning::SLIDES_IN_PASS;
use crate::vector::length_of;
use crate::{MotionError, MovingHalfSpace, Real, Span, SupportMap};

/// A body on its way.
pub(super) type Swept<'b, S, P, T, R, const D: usize> = AnyBody<&'b S, &'b P, Sweep<T, R, D>, T, D>;

/// Where a body is on its way: data that rules out most pairs without a query.
///
/// It stands beside the tracks, in a list of its own: thousands of tracks are too large for a cache, and most pairs need
/// no more than this.
pub(super) struct Place<T: Real, const D: usize> {
    /// A ball and a box around it on this way.
    pub(super) around: Option<Around<T, D>>,
    /// The inner diameter of its thinnest piece.
    pub(super) thickness: T,
    pub(super) at_rest: bool,
}

/// A body's way from some time on.
pub(super) struct Track<'b, S, P, T: Real, R: Rotor<T, D>, const D: usize> {
    given: &'b Body<S, T, R, D, P>,
    /// The body on this way, once it was asked for. If it was not, the way goes from the start of the step to its end,
    /// and can be gone.
    body: OnceCell<Swept<'b, S, P, T, R, D>>,
    center: SVector<T, D>,
    /// A ball and a box around it on this way.
    around: Option<Around<T, D>>,
    /// The time and the pose at which this way begins, and the pose at the end of the step.
    since: T,
    start: Isometry<T, R, D>,
    pub(super) end: Isometry<T, R, D>,
    pub(super) at_rest: bool,
    pub(super) is_fixed: bool,
    pub(super) is_kinematic: bool,
    /// How often the body was sent elsewhere or carried.
    pub(super) moves: u32,
    /// How often it slid on, and how far it has left its way by that.
    pub(super) slides: (u32, T),
    /// The number of the body that it goes with as if fixed to it, if there is one, and that of the body it is a part of.
    pub(super) carrier: Option<usize>,
    pub(super) whole: usize,
    /// That body, whose way it goes.
    way_of: &'b Body<S, T, R, D, P>,
}

impl<'b, S, P, T, R, const D: usize> Track<'b, S, P, T, R, D>
where
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    T: Real,
    R: Rotor<T, D>,
{
    /// # Errors
    /// [`PassError::NoSuchWhole`], [`PassError::InvalidMargin`] and [`PassError::Sweep`].
    pub(super) fn new(number: usize, bodies: &'b [Body<S, T, R, D, P>]) -> Result<Self, PassError> {
        let of_whole = whole(number, bodies)?;
        check_margin(bodies[of_whole].margin.unwrap_or(T::zero()))?;
        let whole = &bodies[of_whole];
        let mut track = Self {
            given: &bodies[number],
            around: None,
            body: OnceCell::new(),
            center: whole.center,
            since: T::zero(),
            start: whole.start,
            end: whole.pose,
            at_rest: whole.is_fixed || whole.start == whole.pose,
            is_fixed: whole.is_fixed,
            is_kinematic: whole.is_kinematic,
            moves: 0,
            slides: (0, T::zero()),
            carrier: None,
            whole: of_whole,
            way_of: whole,
        };
        if let Some(shape) = track.turns_about_origin()
            && let Some(way) = Sweep::way_of_origin(&whole.start, &whole.pose)
        {
            let radius = core_reach(shape, &whole.center) + shape.radius();
            track.around = Some(track.boxed(Around::on_way(way, radius, T::zero())));
            return Ok(track);
        }
        let body = track.swept().map_err(|error| PassError::Sweep {
            body: number,
            error,
        })?;
        track.around = Around::of(&body, T::zero()).map(|around| track.boxed(around));
        if track.is_fixed
            && let Some(around) = track.around
            && let Ok(Some(fixed)) = body.swept_box(Span::known(T::zero(), T::one()))
        {
            track.around = Some(around.in_box(&fixed));
        }
        track.body = OnceCell::from(body);
        Ok(track)
    }

    /// Returns the shape of a body that turns about the origin of its frame.
    fn turns_about_origin(&self) -> Option<&'b S> {
        match &self.given.form {
            Form::Solid(AnyForm::Shape(shape)) if self.center == SVector::<T, D>::zeros() => {
                Some(shape)
            }
            _ => None,
        }
    }

    /// Returns what is around the body, with a smaller box where one is known.
    fn boxed(&self, around: Around<T, D>) -> Around<T, D> {
        let ends = [&self.start.rotation, &self.end.rotation];
        match self.turns_about_origin() {
            Some(shape) => {
                let rounded_by = shape.radius();
                let core = shape.extents().add_scalar(-rounded_by);
                around.turning((&core, rounded_by), ends)
            }
            None => around,
        }
    }

    /// Returns the body on the way from the start of the step to its end.
    fn swept(&self) -> Result<Swept<'b, S, P, T, R, D>, MotionError> {
        let ends = ((T::zero(), self.start), (T::one(), self.end));
        let sweep = Sweep::new(ends.0, ends.1, self.center)?;
        Ok(self.on(sweep))
    }

    /// Returns the body on this way.
    fn on(&self, sweep: Sweep<T, R, D>) -> Swept<'b, S, P, T, R, D> {
        match &self.given.form {
            Form::Solid(form) => AnyBody::new(form.as_ref(), sweep),
            Form::Floor(half_space) => {
                AnyBody::MovingFloor(MovingHalfSpace::new(*half_space, sweep))
            }
        }
    }

    /// Returns the body on its way. That takes long the first time, and many bodies never come so near another one that
    /// it is asked about.
    pub(super) fn body(&self) -> &Swept<'b, S, P, T, R, D> {
        self.body
            .get_or_init(|| self.swept().expect("poses with a way have a sweep"))
    }

    /// Returns the body on its way.
    pub(super) fn into_body(self) -> Swept<'b, S, P, T, R, D> {
        self.body();
        self.body.into_inner().expect("it was just made")
    }

    pub(super) fn pose(&self, time: T) -> Isometry<T, R, D> {
        // the pose at the start is the one that was given, to the last bit
        if self.at_rest || time == self.since {
            return self.start;
        }
        let motion = self.body().motion();
        motion.map_or(self.start, |motion| motion.pose(time))
    }

    /// Returns the ball and the box around it on its way, if it has an end.
    pub(super) fn around(&self) -> Option<&Around<T, D>> {
        self.around.as_ref()
    }

    /// Returns where it is on its way.
    pub(super) fn place(&self) -> Place<T, D> {
        Place {
            around: self.around,
            thickness: match &self.given.form {
                Form::Solid(AnyForm::Shape(shape)) => shape.inner_diameter(),
                Form::Solid(AnyForm::Pieces(pieces)) => pieces.tree().thinnest(),
                Form::Floor(_) => T::LARGEST,
            },
            at_rest: self.at_rest,
        }
    }

    /// Returns where the engine has sent it.
    pub(super) fn given_end(&self) -> Isometry<T, R, D> {
        self.way_of.pose
    }

    /// Returns whether its way is in the box by which its pairs were chosen: that of the way it was given, grown by its
    /// margin or by how far bodies may slide, whichever is more. A floor has no box: it may be moved by so much, and
    /// may not turn.
    pub(super) fn stays_within(&self, slides: T) -> bool {
        let margin = self.way_of.margin.map_or(slides, |own| own.max(slides));
        let swept_box = |body: &Swept<'b, S, P, T, R, D>, since| {
            body.swept_box(Span::known(since, T::one())).ok()
        };
        let before = (self.as_given().ok()).and_then(|body| swept_box(&body, T::zero()));
        let (Some(before), Some(now)) = (before, swept_box(self.body(), self.since)) else {
            return false;
        };
        match (before, now) {
            (Some(before), Some(now)) => {
                let room = before.grown(margin);
                (0..D)
                    .all(|axis| room.min[axis] <= now.min[axis] && now.max[axis] <= room.max[axis])
            }
            _ => {
                let given = self.given_end();
                let moved = self.end.translation.vector - given.translation.vector;
                self.end.rotation == given.rotation && length_of(&moved) <= margin
            }
        }
    }

    /// Returns the body on the way that it was given for the step.
    pub(super) fn as_given(&self) -> Result<Swept<'b, S, P, T, R, D>, MotionError> {
        let ends = (self.way_of.start, self.way_of.pose);
        let sweep = Sweep::new((T::zero(), ends.0), (T::one(), ends.1), self.center)?;
        Ok(self.on(sweep))
    }

    /// Returns whether it has not slid too often.
    pub(super) fn may_slide(&self) -> bool {
        self.slides.0 < SLIDES_IN_PASS
    }

    /// Returns whether it may leave its way by so much more.
    pub(super) fn may_leave(&self, length: T, most: T) -> bool {
        self.slides.1 + length <= most
    }

    /// Returns how far points of it are at most from where they were to be at the same time, if it goes on to the same
    /// end by a new sweep from a time on: that turns at other rates, and its centre goes straight, also if the body was
    /// carried. For a floor that turns there is no bound.
    pub(super) fn shift(&self, time: T) -> T {
        if self.at_rest {
            return T::zero();
        }
        let Some(motion) = self.body().motion() else {
            return T::zero();
        };
        let turned = motion.retimed_by(time);
        let bends = motion.bends_by(time, &self.center);
        match &self.around {
            _ if turned == T::zero() && bends == T::zero() => T::zero(),
            Some(around) => {
                let aside = length_of(&(self.center - motion.center()));
                (around.radius() + aside) * turned + bends
            }
            None => T::LARGEST,
        }
    }

    /// Lets the body stay where it is at `time`.
    pub(super) fn stop(&mut self, time: T) {
        let pose = self.pose(time);
        self.head_for(time, pose)
            .expect("a pose on the way has a sweep");
    }

    /// Lets the body go from its pose at `time` to `end`.
    pub(super) fn head_for(&mut self, time: T, end: Isometry<T, R, D>) -> Result<(), MotionError> {
        let start = self.pose(time);
        // a body at rest may be so from any time on
        let from = if start == end { T::zero() } else { time };
        let sweep = Sweep::new((from, start), (T::one(), end), self.center)?;
        self.go(time, sweep, end);
        Ok(())
    }

    /// Returns the way on which the body goes with another one from `time` on, as if it were fixed to it, or `None` if
    /// that one is at rest.
    ///
    /// That is the other one's sweep, about the same centre, with the body's place beside it at both ends. So its
    /// rotation is at all times what that of the other one makes of it.
    pub(super) fn way_with(
        &self,
        time: T,
        other: &Self,
    ) -> Option<Result<Sweep<T, R, D>, MotionError>> {
        let sweep = other.body().motion().filter(|_| !other.at_rest)?;
        let place = other.pose(time).inv_mul(&self.pose(time));
        let ends = sweep.given_poses();
        let turns = ends[0].1.rotation != ends[1].1.rotation;
        let center = match turns {
            true => place.inverse_transform_point(&sweep.center().into()).coords,
            // all points of a body that does not turn go the same way
            false => self.center,
        };
        let [start, end] = ends.map(|(time, pose)| (time, pose * place));
        Some(Sweep::new(start, end, center))
    }

    /// Lets the body go this way from `time` on, to `end`.
    pub(super) fn go(&mut self, time: T, sweep: Sweep<T, R, D>, end: Isometry<T, R, D>) {
        let start = self.pose(time);
        let at_rest = start == end;
        let is_centered = sweep.center() == self.center;
        let body = match self.body.get() {
            // its shape is not measured again
            Some(AnyBody::Shape(body)) => AnyBody::Shape(body.with_motion(sweep)),
            _ => self.on(sweep),
        };
        (self.since, self.start, self.end, self.at_rest) = (time, start, end, at_rest);
        self.around = Around::of(&body, time).map(|around| match is_centered {
            true => self.boxed(around),
            false => around,
        });
        self.body = OnceCell::from(body);
    }
}

impl<S, P, T, R, const D: usize> Track<'_, S, P, T, R, D>
where
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    T: Real,
    R: Rotor<T, D>,
{
    /// Returns a bound of how far two shapes move relative to each other from a time on to the end of the step. It is
    /// the largest number for other bodies, and where there is none.
    pub(super) fn travel_relative_to(&self, other: &Self, from: T) -> T {
        let (AnyBody::Shape(a), AnyBody::Shape(b)) = (self.body(), other.body()) else {
            return T::LARGEST;
        };
        let during = Span::known(from, T::one());
        relative_travel_bound(a, b, during).unwrap_or(T::LARGEST)
    }
}

/// Returns the number of the body whose way this one goes: its own, unless it is a part.
///
/// # Errors
/// [`PassError::NoSuchWhole`].
pub(super) fn whole<S, P, T: Real, R: Rotor<T, D>, const D: usize>(
    number: usize,
    bodies: &[Body<S, T, R, D, P>],
) -> Result<usize, PassError> {
    match bodies[number].part_of {
        None => Ok(number),
        Some(whole) if whole < number && bodies[whole].part_of.is_none() => Ok(whole),
        Some(whole) => Err(PassError::NoSuchWhole {
            body: number,
            whole,
        }),
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use nalgebra::{Isometry2, Point2, vector};

    use super::*;
    use crate::shape::Cuboid;

    /// An arm carries a bar far out, which then begins a new way to the same end.
    #[test]
    fn a_carried_body_that_begins_anew_stays_near_its_arc() {
        let shape = Cuboid::new(vector![0.5, 0.2]).expect("a box");
        for (turn, since, begins) in [(0.6, 0.2, 0.4), (2.5, 0.0, 0.1), (-1.0, 0.5, 0.5)] {
            let hangs = Isometry2::new(vector![5.0, 1.0], 0.3);
            let bodies = [
                Body::new(&shape, Isometry2::identity(), Isometry2::rotation(turn)),
                Body::new(&shape, hangs, hangs),
            ];
            let [arm, mut bar] = [0, 1].map(|number| Track::new(number, &bodies).expect("a way"));
            let sweep = bar
                .way_with(since, &arm)
                .expect("it moves")
                .expect("a sweep");
            let [_, (_, end)] = sweep.given_poses();
            bar.go(since, sweep, end);
            let bound = bar.shift(begins);
            let places = |track: &Track<'_, _, Infallible, _, _, 2>| {
                let corner = Point2::new(0.5, -0.2);
                let times = (0..=50).map(|step| begins + (1.0 - begins) * f64::from(step) / 50.0);
                let places = times.map(|time| track.pose(time) * corner);
                places.collect::<Vec<_>>()
            };
            let before = places(&bar);
            bar.head_for(begins, end).expect("a way");
            let off = before.iter().zip(places(&bar)).map(|(a, b)| (a - b).norm());
            let most = off.fold(0.0, f64::max);
            assert!(
                most <= bound && bound < 4.0 * most,
                "{most} of {bound} at {turn}"
            );
        }
    }
}
