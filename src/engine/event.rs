//! What a pass finds, and what the engine answers.

use nalgebra::{Isometry, UnitComplex, UnitQuaternion};
use thiserror::Error;

use crate::epa::Penetration;
use crate::motion::Rotor;
use crate::pieces::ContactError;
use crate::swept::SweptError;
use crate::{Contact, Impact, InitialReport, MotionError, Real, UndecidedReason};

/// Two bodies that meet during the step, or may be about to.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Event<T: Real, R: Rotor<T, D>, const D: usize> {
    /// The numbers of both bodies, A and B. A has the smaller one.
    pub pair: [usize; 2],
    /// The time: 0 is the start of the step and 1 its end. The bodies are proven to be no deeper than is allowed, or
    /// than they were at the start of the step, until then.
    pub time: T,
    /// The poses of both bodies at that time.
    pub poses: [Isometry<T, R, D>; 2],
    /// Which of both goes its way and takes the other one along: a [kinematic](super::Body::kinematic) one, or one that
    /// is [carried](Then::Carried) and meets a body that is free to go with it.
    pub drives: [bool; 2],
    /// The pieces of both bodies that meet, by their indices. It is 0 for a shape and a floor.
    pub pieces: [u32; 2],
    /// How they meet.
    pub kind: Kind<T, D>,
}

/// An event in the plane, for types that are written out. The scalar is `f64` unless it is given.
pub type Event2<T = f64> = Event<T, UnitComplex<T>, 2>;

/// An event in space, for types that are written out. The scalar is `f64` unless it is given.
pub type Event3<T = f64> = Event<T, UnitQuaternion<T>, 3>;

/// How two bodies meet.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Kind<T, const D: usize> {
    /// They come as near as is allowed.
    Touch(Impact<T, D>),
    /// They start in contact, and are driven deeper. The report says how deep they are at the start. The time is that
    /// of the start if they are pressed into each other from then on: then they would not move if they stopped. So let
    /// them [slide](Then::Slide), and take away the speed at which they approach along the normal. An engine that keeps
    /// that speed gets the same event in the next step, and bodies that only stop hang in the air.
    DrivenIn(InitialReport<T, D>),
    /// They start so deep in each other that they cannot be followed, and do not move apart along the normal of their
    /// contact. Nothing is known of what comes after this time. The pass itself never lets bodies get so deep, and it
    /// never happens with a floor, into which bodies are followed at any depth.
    TooDeep(Penetration<T, D>),
    /// A query ended without an answer, or the pass's tolerance is below what the scalar resolves there. Nothing is
    /// known of what comes after this time, up to which they are free.
    Undecided(UndecidedReason),
    /// A query failed, as a response has sent a body to where its coordinates are too large, for example. Nothing is
    /// known of what comes after this time.
    Failed(ContactError),
}

impl<T, const D: usize> Kind<T, D> {
    /// Returns the place of the contact, at the impact or at the start; `None` if the query has no answer. Its normal
    /// points from A to B, whichever of them may be a floor.
    pub fn contact(&self) -> Option<&Contact<T, D>> {
        match self {
            Self::Touch(impact) => Some(&impact.contact),
            Self::DrivenIn(report) => Some(&report.contact),
            Self::TooDeep(overlap) => Some(&overlap.contact),
            Self::Undecided(_) | Self::Failed(_) => None,
        }
    }
}

impl<T: Real, const D: usize> Kind<T, D> {
    /// Returns how deep the bodies are in each other: at the impact, or at the start if they start in contact. It is
    /// negative for bodies that are so far apart, as those that touch are by up to the tolerance if none may overlap.
    /// `None` if the query has no answer.
    ///
    /// It says what the narrow phase would: bodies that start deeper than is allowed can be treated by how deep they
    /// are.
    ///
    /// ```
    /// use nalgebra::Isometry2;
    /// use photofinish::engine::{Body, Pass, Response};
    /// use photofinish::shape::Ball;
    ///
    /// // a ball starts 0.1 deep in another one, and is pressed into it
    /// let ball = Ball::new(0.5)?;
    /// let at = |y: f64| Isometry2::translation(0.0, y);
    /// let mut bodies = [Body::fixed(&ball, at(0.0)), Body::new(&ball, at(0.9), at(0.7))];
    /// let report = Pass::new().allowed_overlap(0.005).run(&mut bodies, [[0, 1]], |event| {
    ///     match event.kind.depth() {
    ///         // a solver that parts bodies by a share of their depth in each step may let them be
    ///         Some(depth) if depth > 0.005 => Response::deeper(1.5 * depth),
    ///         _ => event.usual_response(),
    ///     }
    /// })?;
    /// let depth = report.events[0].kind.depth().expect("they start in contact");
    /// assert!((depth - 0.1).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn depth(&self) -> Option<T> {
        match self {
            Self::Touch(impact) => Some(-impact.distance),
            Self::DrivenIn(report) => Some(-report.distance),
            Self::TooDeep(overlap) => Some(overlap.depth),
            Self::Undecided(_) | Self::Failed(_) => None,
        }
    }
}

impl<T: Real, R: Rotor<T, D>, const D: usize> Event<T, R, D> {
    /// Returns what engines usually do: both bodies stop where they meet, so that the contact solver sees them in
    /// touch. Those that start in contact, and are [driven in](Kind::DrivenIn) or [too deep](Kind::TooDeep),
    /// [slide](Then::Slide): only their approach stops. With this response nothing passes through, in any number of
    /// steps: see [in the long run](crate::engine#in-the-long-run). A pair whose query ends
    /// [undecided](Kind::Undecided) stops.
    ///
    /// A body that [drives](Self::drives) the other one goes on. What it runs into is [carried](Then::Carried) along, and
    /// what was in touch with it before slides.
    ///
    /// Bodies slide only if [`Pass::slide_up_to`](super::Pass::slide_up_to) lets them. If not, pairs that start in
    /// contact and come nearer stay where they are, in every step, and hang in the air. In both cases take away the
    /// speed at which they approach along the normal, in the closure that calls this. The contact solver has seen them
    /// in touch and has left them that speed: kept, it grows. Bodies that move apart are let go from any depth, if they
    /// do so along the normal of their contact. A body that can neither slide nor leave, as it turns too far in a step
    /// or sticks between others, is in [`Report::wedged`]: set its velocities to zero, or it hangs there step after
    /// step.
    pub fn usual_response(&self) -> Response<T, R, D> {
        let [a, b] = [0, 1].map(|side| self.usual_then(side));
        Response { a, b }
    }

    /// Returns what one of both bodies usually does: A for 0, and B for 1.
    fn usual_then(&self, side: usize) -> Then<T, R, D> {
        match self.kind {
            _ if self.drives[side] => Then::Continue,
            Kind::DrivenIn(_) | Kind::TooDeep(_) => Then::Slide,
            _ if self.drives[1 - side] => Then::Carried,
            _ => Then::Stop,
        }
    }
}

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
    /// bodies press on is handed from one to the other, until no answer is left. Then, if both were in contact when the
    /// step began, it goes where the engine has sent it, as the engine knew of both contacts; otherwise it stops. In
    /// both cases [`Report::no_longer_proven`] names the pair.
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

/// What happened during a step.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report<T: Real, R: Rotor<T, D>, const D: usize> {
    /// All events, in the order of time.
    pub events: Vec<Event<T, R, D>>,
    /// Bodies that were sent elsewhere or carried more often than [allowed](super::Pass::moves), or sent elsewhere at
    /// the very end of the step. They stopped instead, but for those that [no answer](Then::Carried) was left for. In
    /// the order of their numbers.
    pub out_of_moves: Vec<usize>,
    /// Bodies that may have left their [margin](super::Body::margin) as they were sent elsewhere or carried. Nothing is
    /// proven of what they meet out there that is not among their pairs. In the order of their numbers.
    pub left_margin: Vec<usize>,
    /// Bodies that were to [slide](Then::Slide) and stopped instead, as they are wedged in or would have left their way
    /// by too much. Set their velocities to zero, as they do not move: kept, these would grow. In the order of their
    /// numbers.
    pub wedged: Vec<usize>,
    /// Pairs of which nothing is proven after one of their events, as a body [went on](Then::Continue) and the other
    /// one was not sent elsewhere. In the order of their bodies.
    pub no_longer_proven: Vec<[usize; 2]>,
    /// What of the responses could not be followed: those that move a fixed body, or send a body where it cannot be swept
    /// to, and overlaps that are negative or not finite. The bodies stopped instead.
    pub refused: Vec<PassError>,
    /// How many queries were asked.
    pub queries: usize,
}

/// The reason why a pass cannot be made, or why a response was [refused](Report::refused).
///
/// A pass that fails has called no closure: what is wrong with its input is found before.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum PassError {
    /// A pair names a body that does not exist.
    #[error("a pair names body {body}, but there are {bodies} bodies")]
    NoSuchBody {
        /// Its number.
        body: usize,
        /// How many bodies there are.
        bodies: usize,
    },
    /// A body is made a part of one that does not come before it, or that is a part itself.
    #[error(
        "body {body} is a part of body {whole}, which must come before it and be no part itself"
    )]
    NoSuchWhole {
        /// Its number.
        body: usize,
        /// The number of the body that it is made a part of.
        whole: usize,
    },
    /// The allowed overlap of the pass or of a response is negative or not finite.
    #[error("the allowed overlap must be finite and not negative, but is {value:?}")]
    InvalidOverlap {
        /// Its value.
        value: f64,
    },
    /// The length by which sliding bodies may leave their way is negative or not finite.
    #[error(
        "sliding bodies may leave their way by a length that is finite and not negative, but not by {value:?}"
    )]
    InvalidSlide {
        /// Its value.
        value: f64,
    },
    /// The share of the thickness of slow pairs is not between 0 and 1.
    #[error("the share of slow pairs must lie between 0 and 1, but is {value:?}")]
    InvalidShare {
        /// Its value.
        value: f64,
    },
    /// The tolerance is not a positive number.
    #[error("the tolerance must be positive, finite and not too large, but is {value:?}")]
    InvalidTolerance {
        /// Its value.
        value: f64,
    },
    /// The margin around the boxes of bodies is negative or not finite.
    #[error("the margin must be finite and not negative, but is {value:?}")]
    InvalidMargin {
        /// Its value.
        value: f64,
    },
    /// There is no box that contains a body on its way.
    #[error("body {body} has no bounds: {error}")]
    Bounds {
        /// Its number.
        body: usize,
        /// Why.
        error: SweptError,
    },
    /// A response sends a fixed body elsewhere.
    #[error("the response moves body {body}, which is fixed")]
    MovesFixed {
        /// Its number.
        body: usize,
    },
    /// A body cannot be swept from its start to its end, or to where a response has sent it.
    #[error("body {body} cannot be swept: {error}")]
    Sweep {
        /// Its number.
        body: usize,
        /// Why.
        error: MotionError,
    },
    /// A query about a pair failed, for example because a shape is too large for the scalar.
    #[error("the query about the bodies {} and {} failed: {error}", pair[0], pair[1])]
    Query {
        /// The numbers of both bodies.
        pair: [usize; 2],
        /// Why.
        error: ContactError,
    },
}
