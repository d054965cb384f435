//! The engine: how bodies fly, what an impact does, and a frame of both.

use std::convert::Infallible;
use std::error::Error;

use crate::impulse::{Material, collide};
use photofinish::motion::Ballistic3;
use photofinish::shape::AnyShape;
use photofinish::timewarp::{
    Collision, Dynamics, EventQueue, Flight, FlightOf, Flown, Report, Response, StopReason,
    Timewarp,
};
use photofinish::{InitialContact, MotionError, Query, Real, Span};

use crate::body::Body;
use crate::contact::{at, points};

/// The number of impacts after which the rest of a frame is given up. Ten blocks take a few thousand when they land on
/// each other, and a hundred at rest.
const MOST_EVENTS: u64 = 10_000;

/// The distance, in metres, at which bodies count as touching. They never come closer, so that nothing overlaps,
/// however a contact is rounded.
const SKIN: f64 = 3e-4;
/// The largest distance beyond the skin at which an impact is found, in metres. It is well below the height of a hop,
/// so that bodies that rest on each other part and meet again.
const TOLERANCE: f64 = 2e-5;

/// All bodies.
pub struct World<T: Real> {
    bodies: Vec<Body<T>>,
    physics: Physics<T>,
    /// The length of a frame, in seconds. Times count from the start of the frame.
    frame: T,
}

/// An impact that took place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The bodies.
    pub bodies: [usize; 2],
    /// The place, in metres.
    pub point: [f64; 3],
    /// The time, in seconds from the start of the frame.
    pub time: f64,
    /// Whether it was a microcollision: the bodies are at rest on each other, or about to be.
    pub micro: bool,
    /// The kinetic energy gained, in joules; negative if lost.
    pub gain: f64,
    /// How often the bodies had to be pushed apart harder.
    pub pushed: u32,
}

/// What happened in a frame.
pub struct Frame {
    /// The impacts, in order.
    pub hits: Vec<Hit>,
    /// The number of queries.
    pub queries: u64,
    /// The number of queries that ended without an answer, and were taken for impacts.
    pub undecided: usize,
    /// Whether the frame ended before its time.
    pub cut_short: bool,
}

/// In which order impacts are handled.
#[derive(Clone, Copy, Debug)]
pub enum Order<T> {
    /// Always the first of all.
    Queue,
    /// By timewarp, with bodies up to this much time ahead of each other.
    Timewarp(T),
}

impl<T: Real> World<T> {
    /// Returns the world of these bodies. A frame lasts this many seconds.
    pub fn new(bodies: Vec<Body<T>>, material: Material<T>, frame: T) -> Self {
        let fixed = bodies.iter().map(Body::is_fixed).collect();
        Self {
            bodies,
            physics: Physics { material, fixed },
            frame,
        }
    }

    /// Returns the bodies.
    pub fn bodies(&self) -> &[Body<T>] {
        &self.bodies
    }

    /// Returns all pairs of bodies. Only one of them, the floor, is fixed.
    pub fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        (1..self.bodies.len()).flat_map(|b| (0..b).map(move |a| [a, b]))
    }

    /// Returns the length of a frame, in seconds.
    pub fn frame_length(&self) -> T {
        self.frame
    }

    /// Returns the energy of all bodies at the start of a frame, in joules.
    pub fn energy(&self) -> f64 {
        self.bodies.iter().map(|body| body.energy(T::zero())).sum()
    }

    /// Advances all bodies by one frame.
    pub fn frame(&mut self) -> Result<Frame, Box<dyn Error>> {
        let mut bodies = std::mem::take(&mut self.bodies);
        let (until, report) = self.run(Order::Queue, &mut bodies)?;
        self.bodies = bodies;
        let undecided = report.impacts.iter();
        let undecided = undecided.filter(|hit| hit.contact.answer.is_err()).count();
        Ok(Frame {
            cut_short: until < self.frame,
            queries: report.statistics.queries,
            undecided,
            hits: report.impacts.into_iter().map(|hit| hit.note).collect(),
        })
    }

    /// Lets bodies collide for a frame, in any order. Returns when the frame ended.
    pub fn run(
        &self,
        order: Order<T>,
        bodies: &mut [Body<T>],
    ) -> Result<(T, Report<Hit, T, 3>), Box<dyn Error>> {
        let interval = T::zero()..=self.frame;
        let result = match order {
            Order::Queue => EventQueue::new(query()).most_events(MOST_EVENTS).run(
                &self.physics,
                bodies,
                interval,
            ),
            Order::Timewarp(lead) => Timewarp::new(query())
                .most_events(MOST_EVENTS)
                .lead(lead)
                .run(&self.physics, bodies, interval),
        };
        let (until, report) = match result {
            Ok(report) => (self.frame, report),
            // Nothing forces the bodies to move: they wait for the next frame where they are.
            Err(stopped) if matches!(stopped.reason, StopReason::TooManyEvents { .. }) => {
                (stopped.time, stopped.report)
            }
            Err(stopped) => return Err(stopped),
        };
        for body in bodies {
            body.rebase(until)?;
        }
        Ok((until, report))
    }
}

/// Returns the question that is asked about each two bodies.
pub fn query<T: Real>() -> Query<T> {
    Query::new()
        .target_distance(T::of(SKIN))
        .tolerance(T::of(TOLERANCE))
        .initial_contact(InitialContact::IgnoreSeparating)
}

/// Free flight, and what collisions do.
struct Physics<T> {
    material: Material<T>,
    /// For each body, whether it never moves.
    fixed: Vec<bool>,
}

impl<T: Real> Dynamics<T, 3> for Physics<T> {
    type State = Body<T>;
    type Shape = AnyShape<T, 3>;
    type Pieces = Infallible;
    type Motion = Ballistic3<T>;
    type Note = Hit;
    type Error = MotionError;

    fn fly(
        &self,
        _: usize,
        body: &Body<T>,
        during: Span<T>,
    ) -> Result<FlightOf<Self, T, 3>, MotionError> {
        Ok(Flight {
            body: body.moving().into(),
            until: during.end(),
        })
    }

    fn state_at(
        &self,
        flown: &Flown<'_, Body<T>, Ballistic3<T>, T>,
        _: T,
    ) -> Result<Body<T>, MotionError> {
        // a body in free flight knows its pose and its velocities at any time
        Ok(flown.state.clone())
    }

    fn collide(
        &self,
        collision: &Collision<'_, Body<T>, T, 3>,
    ) -> Result<Response<Body<T>, Hit>, MotionError> {
        let [mut a, mut b] = collision.states.map(Body::clone);
        let contact = at(collision);
        let points = points(&contact, &a, &b);
        let mut material = self.material;
        let mut pushed = 0;
        let result = loop {
            if let Some(result) = collide(&mut a, &mut b, &contact, &points, &material)? {
                break result;
            }
            // The points of the contact come apart, but others of these spinning bodies come closer.
            pushed += 1;
            material.hop += material.hop;
        };
        let hit = Hit {
            bodies: collision.bodies,
            point: contact.point.map(Real::as_f64).into(),
            time: contact.time.as_f64(),
            // bodies that rest on each other in a stack meet at a few times the speed of a hop
            micro: result.approach <= 4.0 * self.material.hop.as_f64(),
            gain: result.gain,
            pushed,
        };
        Ok(Response {
            states: [a, b].map(|body| (!body.is_fixed()).then_some(body)),
            note: hit,
        })
    }

    fn is_fixed(&self, body: usize) -> bool {
        self.fixed[body]
    }
}
