//! What a pass finds of two bodies, and what engines usually answer.

use nalgebra::{Isometry, UnitComplex, UnitQuaternion};

use super::{Response, Then};
use crate::epa::Penetration;
use crate::motion::Rotor;
use crate::pieces::ContactError;
use crate::{Contact, Impact, InitialReport, Real, UndecidedReason};

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
    /// Which of both goes its way and carries the other one: a [kinematic](super::Body::kinematic) one, or one that is
    /// [carried](Then::Carried) itself and meets a body that is free to go with it.
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
    /// steps: see [in the long run](crate::engine#in-the-long-run). Bodies also stop if their query ends
    /// [undecided](Kind::Undecided) or [fails](Kind::Failed).
    ///
    /// A body that [drives](Self::drives) the other one goes on. What it runs into is [carried](Then::Carried), and what
    /// was in touch with it before slides.
    ///
    /// Bodies slide only if [`Pass::slide_up_to`](super::Pass::slide_up_to) lets them. If not, pairs that start in
    /// contact and come nearer stay where they are, in every step, and hang in the air.
    ///
    /// Take away the speed at which both approach along the normal, in the closure that calls this, whether they slide
    /// or stop. The contact solver has seen them in touch and has left them that speed: kept, it grows.
    ///
    /// Bodies that move apart are let go from any depth, if they do so along the normal of their contact. A body that can
    /// neither slide nor leave, as it turns too far in a step or sticks between others, is in
    /// [`Report::wedged`](super::Report::wedged): set its velocities to zero.
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
