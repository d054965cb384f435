//! What an engine answers to an event.

use nalgebra::{Isometry, UnitComplex, UnitQuaternion};

use crate::Real;
use crate::motion::Rotor;

/// What both bodies do after an event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response<T: Real, R: Rotor<T, D>, const D: usize> {
    /// What A does.
    pub a: Then<T, R, D>,
    /// What B does.
    pub b: Then<T, R, D>,
}

/// A response in the plane, for types that are written out. The scalar is `f64` unless it is given.
pub type Response2<T = f64> = Response<T, UnitComplex<T>, 2>;

/// A response in space, for types that are written out. The scalar is `f64` unless it is given.
pub type Response3<T = f64> = Response<T, UnitQuaternion<T>, 3>;

/// What a body does after an event.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Then<T: Real, R: Rotor<T, D>, const D: usize> {
    /// It stays where it is for the rest of the step.
    Stop,
    /// It goes on as before, as kinematic bodies do. Nothing is proven of the pair from then on: the body passes
    /// through the other one if that stops in its way. Let the other one be [carried](Self::Carried).
    Continue,
    /// It goes on with the other body, as if it were fixed to it, for the rest of the step: exactly the way of that one,
    /// also where it turns. So both keep the distance that they have, and are not asked about again unless one of them
    /// goes another way. It [stops](Self::Stop) if the other one does not [continue](Self::Continue).
    ///
    /// A body may be carried as often in a step as it may be [sent elsewhere](super::Pass::moves). One that several
    /// bodies press on is handed from one to the other, until no answer is left. It then goes where the engine has sent
    /// it, if it touched the last one of them when the step began: the engine knew of that contact. Otherwise it stops.
    /// In both cases [`Report::no_longer_proven`](super::Report::no_longer_proven) names the pair.
    ///
    /// It may leave its [margin](super::Body::margin).
    Carried,
    /// It goes on as before, and may overlap the other body by this depth for the rest of the step. Both are asked
    /// about again. This is for bodies that start deeper than the pass allows and still slide or roll on, as a contact
    /// solver is about to part them: a fixed share of their thickness lets them, and no more than that.
    ///
    /// The depth counts for the pair, the larger one if both bodies name one. Bodies that may overlap by as much
    /// already [stop](Self::Stop). For bodies too thin for it the depth does not count: they give another event.
    Deeper(T),
    /// It goes on along the other body: its end is moved out along the normal of the contact, so far that both come no
    /// nearer, and that they part a little if they started in contact. If both bodies slide, each does half of that. A
    /// body that turns is moved out farther, as its corners bulge on the way.
    ///
    /// It [stops](Self::Stop) instead where it would leave its way by more than
    /// [`Pass::slide_up_to`](super::Pass::slide_up_to) in this step, after eight slides, and where there is no contact
    /// to slide along, as the query was undecided. Where the other body goes on, it is [carried](Self::Carried) instead,
    /// as one that stops would be in its way. The pass asks about the new way: if the bodies come nearer all the
    /// same, there is another event.
    ///
    /// What the other body does counts: along one that [goes on](Self::Continue) this one goes with it.
    ///
    /// The engine changes the velocities itself, in the closure: see [`Response::slide`] for an example.
    Slide,
    /// It goes to this pose instead, where it is at the end of the step.
    ///
    /// It may leave the box that its pairs were chosen by. So the broad phase must be wider by as much, as by the
    /// margin of [`candidates`](super::candidates).
    ///
    /// ```
    /// use nalgebra::{Isometry2, Translation2, vector};
    /// use photofinish::engine::{Body, Pass, Response, Then, candidates};
    /// use photofinish::shape::{AnyShape, Ball, Cuboid};
    ///
    /// let wall = AnyShape::from(Cuboid::new(vector![0.5, 5.0])?);
    /// let ball = AnyShape::from(Ball::new(0.5)?);
    /// let (dt, mut velocity) = (0.1, vector![40.0_f64, 10.0]);
    /// let start = Isometry2::translation(-3.0, 0.0);
    /// let end = Translation2::from(velocity * dt) * start;
    /// let mut bodies = [Body::new(&ball, start, end), Body::fixed(&wall, Isometry2::identity())];
    /// // the margin is the longest way that a body may go in the step
    /// let pairs = candidates(&bodies, velocity.norm() * dt)?;
    /// Pass::new().run(&mut bodies, pairs, |event| {
    ///     let Some(contact) = event.kind.contact() else { return Response::stop() };
    ///     // the normal points from the first body, here the ball, to the second one
    ///     let approach = velocity.dot(&contact.normal).max(0.0);
    ///     velocity -= contact.normal * 2.0 * approach;
    ///     // it goes on for what is left of the step
    ///     let left = Translation2::from(velocity * dt * (1.0 - event.time));
    ///     Response { a: Then::MoveTo(left * event.poses[0]), b: Then::Stop }
    /// })?;
    /// assert!((velocity - vector![-40.0, 10.0]).norm() < 1e-6);
    /// let place = bodies[0].pose().translation.vector;
    /// assert!((place - vector![-3.0, 1.0]).norm() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    MoveTo(Isometry<T, R, D>),
}

impl<T: Real, R: Rotor<T, D>, const D: usize> Response<T, R, D> {
    /// Both bodies stay where they are for the rest of the step. Their next step begins in contact.
    pub fn stop() -> Self {
        Self {
            a: Then::Stop,
            b: Then::Stop,
        }
    }

    /// Both bodies [slide](Then::Slide) along each other. Fixed ones stay where they are.
    ///
    /// ```
    /// use nalgebra::{Isometry2, Translation2, vector};
    /// use photofinish::engine::{Body, Pass, Response, candidates};
    /// use photofinish::shape::{AnyShape, Cuboid};
    ///
    /// let ground = AnyShape::from(Cuboid::new(vector![9.0, 0.5])?);
    /// let block = AnyShape::from(Cuboid::new(vector![0.5, 0.5])?);
    /// let (dt, slide, mut velocity) = (0.1, 0.2, vector![10.0_f64, -1.0]);
    /// let start = Isometry2::translation(0.0, 1.01);
    /// let end = Translation2::from(velocity * dt) * start;
    /// let mut bodies = [Body::fixed(&ground, Isometry2::identity()), Body::new(&block, start, end)];
    /// let pairs = candidates(&bodies, slide)?;
    /// let pass = Pass::new().allowed_overlap(0.005).slide_up_to(slide);
    /// let report = pass.run(&mut bodies, pairs, |event| {
    ///     if let Some(contact) = event.kind.contact() {
    ///         // the normal points from the ground to the block: it approaches against it
    ///         velocity -= contact.normal * velocity.dot(&contact.normal).min(0.0);
    ///     }
    ///     Response::slide()
    /// })?;
    /// assert!(report.wedged.is_empty());
    /// assert!((velocity - vector![10.0, 0.0]).norm() < 1e-6);
    /// let place = bodies[1].pose().translation.vector;
    /// assert!((place - vector![1.0, 0.995]).norm() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn slide() -> Self {
        Self {
            a: Then::Slide,
            b: Then::Slide,
        }
    }

    /// Both bodies go on, and may [overlap by this depth](Then::Deeper) for the rest of the step.
    pub fn deeper(depth: T) -> Self {
        Self {
            a: Then::Deeper(depth),
            b: Then::Deeper(depth),
        }
    }

    /// Both bodies go on, through each other: a sensor, or a pair that must not collide. They are not asked about again
    /// in this step.
    ///
    /// Events do not tell who is inside a sensor: there is none when a body leaves, or while it moves farther out. Ask
    /// [`gjk::intersects`](crate::gjk::intersects) at the end of the step for that.
    pub fn pass() -> Self {
        Self {
            a: Then::Continue,
            b: Then::Continue,
        }
    }
}

/// What a body does in the plane, for types that are written out. The scalar is `f64` unless it is given.
pub type Then2<T = f64> = Then<T, UnitComplex<T>, 2>;

/// What a body does in space, for types that are written out. The scalar is `f64` unless it is given.
pub type Then3<T = f64> = Then<T, UnitQuaternion<T>, 3>;
