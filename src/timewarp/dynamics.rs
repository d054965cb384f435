//! What a caller says of the bodies: how they fly, and what collisions do.

use std::error::Error;

use crate::body::AnyBody;
use crate::motion::Motion;
use crate::pieces::{PieceContact, Pieces};
use crate::scene::Groups;
use crate::{Real, Span, SupportMap};

/// How bodies fly, and what collisions do to them.
///
/// Every method is a function of its arguments alone: it may be called again for the same flight or collision, and for
/// collisions that are undone later. What you want to keep of a collision goes into its [note](Response::note).
///
/// The [module docs](super) have an example.
pub trait Dynamics<T: Real, const D: usize> {
    /// What is known of a body at one time, such as its pose and velocities.
    type State: Clone;
    /// The convex shapes. They may be references.
    type Shape: SupportMap<T, D>;
    /// The bodies of pieces; [`Infallible`](std::convert::Infallible) if there are none.
    type Pieces: Pieces<T, D>;
    /// How bodies fly.
    type Motion: Motion<T, D>;
    /// What is kept of an impact.
    type Note: Clone;
    /// Why there may be no flight or no response.
    type Error: Error + 'static;

    /// Returns how a body flies from a state at the start of a span on, if nothing hits it.
    ///
    /// The flight may end before the span does, but not where it starts: an integrator returns its next step. What its
    /// motion does after that does not matter. At its end the run asks for the [state](Self::state_at) at that time, and
    /// for the flight from there on.
    ///
    /// # Errors
    /// The caller's. The run then [stops](super::Stopped) at the time of the state.
    fn fly(
        &self,
        body: usize,
        state: &Self::State,
        during: Span<T>,
    ) -> Result<FlightOf<Self, T, D>, Self::Error>;

    /// Returns the state of a body that has flown up to a time.
    ///
    /// # Errors
    /// The caller's. The run then [stops](super::Stopped) at that time.
    fn state_at(
        &self,
        flown: &Flown<'_, Self::State, Self::Motion, T>,
        time: T,
    ) -> Result<Self::State, Self::Error>;

    /// Returns what becomes of two bodies that meet.
    ///
    /// # Errors
    /// The caller's. The run then [stops](super::Stopped) at the time of the impact.
    fn collide(
        &self,
        collision: &Collision<'_, Self::State, T, D>,
    ) -> Result<Response<Self::State, Self::Note>, Self::Error>;

    /// Returns whether no impact changes a body, such as the ground, a wall, or a platform on its way. By default there
    /// are no such bodies.
    ///
    /// Two of them are no pair. What meets such a body does not depend on what others do with it: thousands of bodies
    /// may lie on the ground, and each is handled by itself.
    fn is_fixed(&self, body: usize) -> bool {
        let _ = body;
        false
    }

    /// Returns the groups of a body. By default all bodies meet.
    fn groups(&self, body: usize) -> Groups {
        let _ = body;
        Groups::ALL
    }
}

/// The flight of a body under a caller's dynamics.
pub type FlightOf<F, T, const D: usize> = Flight<
    <F as Dynamics<T, D>>::Shape,
    <F as Dynamics<T, D>>::Pieces,
    <F as Dynamics<T, D>>::Motion,
    T,
    D,
>;

/// A body with the motion that it has up to a time.
#[derive(Clone, Debug)]
pub struct Flight<S, P, M, T: Real, const D: usize> {
    /// The body with its motion.
    pub body: AnyBody<S, P, M, T, D>,
    /// When the flight ends. Times after the span that was asked for are taken for its end.
    pub until: T,
}

/// A flight, from the state it began with.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Flown<'f, X, M, T> {
    /// The number of the body.
    pub body: usize,
    /// The state at the start of the flight.
    pub state: &'f X,
    /// When the flight began.
    pub from: T,
    /// The motion, or `None` for a half-space at rest.
    pub motion: Option<&'f M>,
}

/// Two bodies that meet.
#[derive(Debug)]
#[non_exhaustive]
pub struct Collision<'c, X, T, const D: usize> {
    /// The numbers of the bodies, A and B. A has the smaller one.
    pub bodies: [usize; 2],
    /// When they meet.
    pub time: T,
    /// Their states at that time, before they collide.
    pub states: [&'c X; 2],
    /// Where they meet, as [`Query::first_meeting`](crate::Query::first_meeting) says. Bodies that are driven into each
    /// other from the start of their flights on meet when they would get deeper, which may be at once.
    pub contact: &'c PieceContact<T, D>,
}

/// What becomes of two bodies that have met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response<X, N> {
    /// The new states of A and B, or `None` for a body that flies on as if nothing had been.
    ///
    /// If both fly on, they pass through each other until one of them is sent another way.
    pub states: [Option<X>; 2],
    /// What to keep of the impact.
    pub note: N,
}
