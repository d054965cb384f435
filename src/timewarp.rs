//! Impacts of many bodies in the order in which they take place, under dynamics of your own.
//!
//! You say how a body flies from a state on, and what becomes of two that meet ([`Dynamics`]). A run finds the impacts,
//! and hands them to you. There are two kinds with the same results, to the last bit: [`EventQueue`] always handles the
//! first impact of all. [`Timewarp`] (Mirtich 2000) lets bodies go ahead of each other. It handles all impacts together
//! that are the first of both their bodies. If an impact precedes work already done, it undoes that work: for the two
//! bodies, and for those that they have met since, and for no others. So with the feature `rayon` the questions about
//! thousands of bodies are asked on all cores.
//!
//! ```
//! use std::convert::Infallible;
//!
//! use nalgebra::{Isometry2, UnitComplex, Vector2, vector};
//! use photofinish::motion::{Ballistic2, ConstantVelocity, Motion};
//! use photofinish::shape::{AnyShape, Ball, Cuboid};
//! use photofinish::timewarp::{
//!     Collision, Dynamics, EventQueue, Flight, FlightOf, Flown, Response, Timewarp,
//! };
//! use photofinish::{InitialContact, MotionError, Moving, Query, Span};
//!
//! /// Body 0 is the ground; all others fall, and bounce without a loss.
//! struct Bouncing {
//!     shapes: Vec<AnyShape<f64, 2>>,
//! }
//!
//! #[derive(Clone, Debug, PartialEq)]
//! struct State {
//!     place: Vector2<f64>,
//!     velocity: Vector2<f64>,
//! }
//!
//! const GRAVITY: Vector2<f64> = vector![0.0, -10.0];
//!
//! impl Dynamics<f64, 2> for Bouncing {
//!     type State = State;
//!     type Shape = AnyShape<f64, 2>;
//!     type Pieces = Infallible;
//!     type Motion = Ballistic2<f64>;
//!     type Note = ();
//!     type Error = MotionError;
//!
//!     fn fly(&self, body: usize, state: &State, during: Span<f64>) -> Result<FlightOf<Self, f64, 2>, MotionError> {
//!         let start = ConstantVelocity::new(Isometry2::from(state.place), state.velocity, 0.0)?;
//!         let gravity = if body == 0 { Vector2::zeros() } else { GRAVITY };
//!         let motion = Ballistic2::new(start.starting_at(during.start())?, gravity)?;
//!         Ok(Flight { body: Moving::new(self.shapes[body].clone(), motion).into(), until: during.end() })
//!     }
//!
//!     fn state_at(&self, flown: &Flown<'_, State, Ballistic2<f64>, f64>, time: f64) -> Result<State, MotionError> {
//!         let motion = flown.motion.expect("all bodies move");
//!         let gained = motion.acceleration() * (time - flown.from);
//!         Ok(State { place: motion.pose(time).translation.vector, velocity: flown.state.velocity + gained })
//!     }
//!
//!     fn collide(&self, collision: &Collision<'_, State, f64, 2>) -> Result<Response<State, ()>, MotionError> {
//!         let normal = collision.contact.normal.expect("the query is decided");
//!         let [a, b] = collision.states;
//!         let sent = |state: &State, speed: f64| {
//!             let velocity = state.velocity + normal * speed;
//!             Some(State { velocity, ..state.clone() })
//!         };
//!         let approach = normal.dot(&(a.velocity - b.velocity));
//!         let states = match collision.bodies {
//!             [0, _] => [None, sent(b, 2.0 * approach)],
//!             // bodies of the same mass
//!             _ => [sent(a, -approach), sent(b, approach)],
//!         };
//!         Ok(Response { states, note: () })
//!     }
//!
//!     fn is_fixed(&self, body: usize) -> bool {
//!         body == 0
//!     }
//! }
//!
//! let ground = AnyShape::from(Cuboid::new(vector![9.0, 0.5])?);
//! let ball = AnyShape::from(Ball::new(0.5)?);
//! let world = Bouncing { shapes: vec![ground, ball.clone(), ball] };
//! let at_rest = |y: f64| State { place: vector![0.0, y], velocity: Vector2::zeros() };
//! // the lower ball falls by 0.8, and the upper one is 1.2 above it
//! let mut states = [at_rest(-0.5), at_rest(1.3), at_rest(3.5)];
//! let mut others = states.clone();
//!
//! let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
//! let report = Timewarp::new(query).run(&world, &mut states, 0.0..=0.6)?;
//! let [first, second] = &report.impacts[..] else { panic!("two impacts") };
//! assert_eq!((first.bodies, second.bodies), ([0, 1], [1, 2]));
//! // after a fall of 0.4 the lower ball goes up at 4, while the upper one comes down at 4
//! assert!((first.time - 0.4).abs() < 1e-6);
//! assert!((second.time - (0.4 + 1.2 / 8.0)).abs() < 1e-6);
//!
//! // the plain queue has the same impacts, and the same states at the end
//! assert_eq!(EventQueue::new(query).run(&world, &mut others, 0.0..=0.6)?.impacts, report.impacts);
//! assert_eq!(states, others);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is proven
//! All bodies start together, and between two impacts each is on the flight that you have given. At an impact, before
//! you answer, each pair of bodies keeps the target distance up to then, or, if they start their flights in contact,
//! what the answer says that they keep. That is by [`Query::first_meeting`] about their two flights, from the later
//! begin on. Your [query](Query) says what counts as an impact. Let it ignore [separating
//! contacts](crate::InitialContact::IgnoreSeparating), so that bodies that have just collided may part. A query that
//! ends undecided is an impact too, at the time up to which the bodies are proven free; its
//! [contact](Collision::contact) has no normal then. To look on from there, return both states unchanged. If the time
//! of the next impact is the same, stop the bodies, or give the query of the next run a larger [budget](Query::budget). Bodies that
//! your answer does not part are driven into each other, and meet again at the same time.
//!
//! In one point answers differ from those of the query: bodies in contact that are pressed together again and again
//! get no deeper than two tolerances below the target distance.
//!
//! # Order
//! Impacts are in the order of time. Those at one time are in the order of what follows from what, and then of their
//! bodies. So the order does not depend on the order of the work.
//!
//! # The end
//! A run always ends. Where impacts follow each other ever faster, as those of a ball that comes to rest, it
//! [stops](Stopped) after as many as it [may have](Timewarp::most_events), names the bodies, and leaves all where they
//! are proven free. If bodies part at a least speed by your answer, they rest by small hops, and there are only so many
//! of these. They have to part wherever they touch: if two faces part at one point only, the other end of these is
//! driven in, and the bodies meet again at once. A [`Manifold`](crate::manifold::Manifold) has all points of a contact.
//!
//! One run may be a frame of an engine or the whole of a simulation. Long runs ask more queries that later impacts make
//! useless, and short ones begin all flights anew.

mod course;
mod dynamics;
mod event;
mod history;
#[cfg(feature = "rayon")]
mod parallel;
mod report;
mod warp;

pub use dynamics::{Collision, Dynamics, Flight, FlightOf, Flown, Response};
pub use report::{Impact, Report, RunStatistics, StopReason, Stopped};

use std::ops::RangeInclusive;

use crate::tuning::EVENTS_OF_A_BODY;
use crate::{Query, Real, Span};
use course::{Course, Question, one_by_one};
use event::Fixed;
use warp::Warp;

/// What a run under a caller's dynamics returns.
pub type RunResult<F, T, const D: usize> =
    Result<Report<<F as Dynamics<T, D>>::Note, T, D>, StoppedOf<F, T, D>>;

/// A run under a caller's dynamics that stopped before its end.
pub type StoppedOf<F, T, const D: usize> =
    Box<Stopped<<F as Dynamics<T, D>>::Error, <F as Dynamics<T, D>>::Note, T, D>>;

/// Handles impacts one by one, always the first of all.
///
/// It does no work in vain. The [module docs](self) have an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EventQueue<T> {
    query: Query<T>,
    most: Option<u64>,
}

/// Handles impacts by timewarp.
///
/// The [module docs](self) have an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timewarp<T> {
    query: Query<T>,
    most: Option<u64>,
    lead: T,
}

impl<T: Real> EventQueue<T> {
    /// Returns a run that asks this query about each two bodies.
    pub fn new(query: Query<T>) -> Self {
        Self { query, most: None }
    }

    /// Sets how many impacts and ends of flights may take place in a run; 1,000 for each body by default.
    ///
    /// A run that would have more [stops](StopReason::TooManyEvents).
    #[must_use]
    pub fn most_events(mut self, most: u64) -> Self {
        self.most = Some(most);
        self
    }

    /// Lets the bodies fly and collide during an interval, and replaces their states by those at its end. Bodies are
    /// numbered as their states are.
    ///
    /// An impact at the very end of the interval takes place, but what would follow from it at once is left to the next
    /// run.
    ///
    /// # Errors
    /// [`Stopped`], with what took place before. The states are then those at the time at which the run stopped; for
    /// input that makes no sense they are as before.
    pub fn run<F, const D: usize>(
        &self,
        dynamics: &F,
        states: &mut [F::State],
        interval: RangeInclusive<T>,
    ) -> RunResult<F, T, D>
    where
        F: Dynamics<T, D>,
    {
        let most = most_events(self.most, states.len());
        run(
            (dynamics, states),
            self.query,
            &interval,
            (most, None),
            one_by_one,
        )
    }
}

impl<T: Real> Timewarp<T> {
    /// Returns a run that asks this query about each two bodies.
    pub fn new(query: Query<T>) -> Self {
        Self {
            query,
            most: None,
            lead: T::LARGEST,
        }
    }

    /// Sets how many impacts and ends of flights may take place in a run; 1,000 for each body by default.
    ///
    /// A run that would have more [stops](StopReason::TooManyEvents).
    #[must_use]
    pub fn most_events(mut self, most: u64) -> Self {
        self.most = Some(most);
        self
    }

    /// Sets by how much time a body may go ahead: no impact is handled that is later than the first of all by more than
    /// this. By default there is no limit.
    ///
    /// With a smaller lead less is undone, and less is handled together. With 0, an event is only undone by
    /// another one at the same time.
    #[must_use]
    pub fn lead(mut self, lead: T) -> Self {
        self.lead = lead;
        self
    }

    /// Lets the bodies fly and collide during an interval, and replaces their states by those at its end. Bodies are
    /// numbered as their states are.
    ///
    /// An impact at the very end of the interval takes place, but what would follow from it at once is left to the next
    /// run.
    ///
    /// # Errors
    /// [`Stopped`], with what took place before. The states are then those at the time at which the run stopped; for
    /// input that makes no sense they are as before.
    pub fn run<F, const D: usize>(
        &self,
        dynamics: &F,
        states: &mut [F::State],
        interval: RangeInclusive<T>,
    ) -> RunResult<F, T, D>
    where
        F: Dynamics<T, D>,
    {
        self.run_with(dynamics, states, &interval, one_by_one)
    }

    fn run_with<F, const D: usize>(
        &self,
        dynamics: &F,
        states: &mut [F::State],
        interval: &RangeInclusive<T>,
        ask: impl Fn(&Query<T>, &mut [Question<'_, F, T, D>]),
    ) -> RunResult<F, T, D>
    where
        F: Dynamics<T, D>,
    {
        // written so that NaN is refused too
        if !(self.lead >= T::zero()) {
            let value = self.lead.as_f64();
            return Err(at_start(StopReason::InvalidLead { value }, interval));
        }
        let limits = (most_events(self.most, states.len()), Some(self.lead));
        run((dynamics, states), self.query, interval, limits, ask)
    }
}

/// Lets bodies fly and collide, until as many events are certain as there may be. No event is handled that is later than
/// the first of all by more than a lead, and without a lead no other one.
fn run<F, T, const D: usize>(
    (dynamics, states): (&F, &mut [F::State]),
    query: Query<T>,
    interval: &RangeInclusive<T>,
    limits: (u64, Option<T>),
    ask: impl Fn(&Query<T>, &mut [Question<'_, F, T, D>]),
) -> RunResult<F, T, D>
where
    F: Dynamics<T, D>,
    T: Real,
{
    let course = course((dynamics, states.len()), query, interval)?;
    let warp = Warp::new(&course, states, &ask);
    let mut warp = warp.map_err(|reason| at_start(reason, interval))?;
    let (time, reason) = warp.run(limits, &ask);
    let last = warp.states(time);
    end::<F, T, D>((time, reason), last, states, warp.into_report())
}

fn most_events(set: Option<u64>, bodies: usize) -> u64 {
    set.unwrap_or(EVENTS_OF_A_BODY.saturating_mul(bodies as u64))
}

/// Checks what a run is asked for.
fn course<'c, F, T, const D: usize>(
    (dynamics, bodies): (&'c F, usize),
    query: Query<T>,
    interval: &RangeInclusive<T>,
) -> Result<Course<'c, F, T>, StoppedOf<F, T, D>>
where
    F: Dynamics<T, D>,
    T: Real,
{
    let during = query
        .check()
        .and_then(|()| Span::new(*interval.start(), *interval.end()));
    Ok(Course {
        dynamics,
        query,
        fixed: Fixed::new((0..bodies).map(|body| dynamics.is_fixed(body))),
        groups: (0..bodies).map(|body| dynamics.groups(body)).collect(),
        during: during.map_err(|error| at_start(error.into(), interval))?,
    })
}

/// Returns why a run has not begun.
fn at_start<E, N, T: Real, const D: usize>(
    reason: StopReason<E>,
    interval: &RangeInclusive<T>,
) -> Box<Stopped<E, N, T, D>> {
    Box::new(Stopped {
        time: *interval.start(),
        reason,
        report: Report {
            impacts: Vec::new(),
            statistics: RunStatistics::default(),
        },
    })
}

/// Hands over what a run has led to.
fn end<F: Dynamics<T, D>, T: Real, const D: usize>(
    (time, reason): (T, Option<StopReason<F::Error>>),
    last: Result<Vec<F::State>, StopReason<F::Error>>,
    states: &mut [F::State],
    report: Report<F::Note, T, D>,
) -> RunResult<F, T, D> {
    let reason = match last {
        Ok(last) => {
            for (state, last) in states.iter_mut().zip(last) {
                *state = last;
            }
            reason
        }
        Err(failed) => Some(failed),
    };
    match reason {
        None => Ok(report),
        Some(reason) => Err(Box::new(Stopped {
            time,
            reason,
            report,
        })),
    }
}
