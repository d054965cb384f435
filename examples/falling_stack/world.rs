//! The engine, which goes from impact to impact.

use std::error::Error;
use std::time::{Duration, Instant};

use photofinish::{
    InitialContact, Outcome, Query, QueryError, Real, Solution, Statistics, WarmStart,
};

use photofinish_experiments::impulse::{Collision, Contact, Material, collide};

use crate::body::Body;
use crate::contact::{at, nearest, points};

/// The number of events after which the rest of a frame is given up. Ten blocks take a few thousand when they land on
/// each other, and a hundred at rest.
const MOST_EVENTS: usize = 10_000;

/// The distance, in metres, at which bodies count as touching. They never come closer, so that nothing overlaps,
/// however a contact is rounded.
const SKIN: f64 = 3e-4;
/// The largest distance beyond the skin at which an impact is found, in metres. It is well below the height of a hop,
/// so that bodies that rest on each other part and meet again.
const TOLERANCE: f64 = 2e-5;

/// All bodies, with the known events of their pairs.
pub struct World<T: Real> {
    bodies: Vec<Body<T>>,
    pairs: Vec<Pair<T>>,
    material: Material<T>,
    /// The length of a frame, in seconds. Times count from the start of the frame.
    frame: T,
}

/// Two bodies, at least one of which can move.
struct Pair<T> {
    a: usize,
    b: usize,
    warm: WarmStart<T, 3>,
    /// The next contact of the two bodies in this frame, if there is one.
    next: Option<Event<T>>,
}

/// The time up to which a pair is proven free, and the impact that stops it there.
#[derive(Clone, Copy)]
struct Event<T> {
    time: T,
    /// `None` if the library was undecided: the bodies must not go on.
    contact: Option<Contact<T>>,
}

/// An impact that took place.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// The index of the pair.
    pub pair: usize,
    /// The place, in metres.
    pub point: [f64; 3],
    /// The time, in seconds from the start of the frame.
    pub time: f64,
    /// Whether it was a microcollision: the bodies are at rest on each other, or about to be.
    pub micro: bool,
    /// The kinetic energy gained, in joules; negative if lost.
    pub gain: f64,
}

/// The events of one frame.
#[derive(Default)]
pub struct Frame {
    /// The impacts, in order.
    pub hits: Vec<Hit>,
    /// The cost of each query: first one per pair, over the whole frame, then those after impacts.
    pub queries: Vec<Statistics>,
    /// The time spent in queries.
    pub spent: Duration,
    /// The number of queries that ended without an answer.
    pub undecided: u32,
    /// The number of queries that found an overlap at their start.
    pub overlapping: u32,
    /// The number of contacts that the library stopped at although the bodies come apart there.
    pub resumed: u32,
    /// The number of contacts whose bodies had to part faster than by a hop.
    pub pushed: u32,
    /// Whether the frame ended before its time.
    pub cut_short: bool,
}

impl<T: Real> World<T> {
    /// Returns the world of these bodies, with all their pairs except those of two fixed bodies.
    pub fn new(bodies: Vec<Body<T>>, material: Material<T>, frame: T) -> Self {
        let mut pairs = Vec::new();
        for b in 1..bodies.len() {
            for a in 0..b {
                if !(bodies[a].is_fixed() && bodies[b].is_fixed()) {
                    let warm = WarmStart::new();
                    pairs.push(Pair {
                        a,
                        b,
                        warm,
                        next: None,
                    });
                }
            }
        }
        Self {
            bodies,
            pairs,
            material,
            frame,
        }
    }

    /// Returns the bodies.
    pub fn bodies(&self) -> &[Body<T>] {
        &self.bodies
    }

    /// Returns the bodies of each pair, in the order of the pairs.
    pub fn pairs(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        self.pairs.iter().map(|pair| [pair.a, pair.b])
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
    ///
    /// Between two events nothing changes: each body keeps the free flight that began with its own last impact, so that
    /// the answers about its pairs stay true.
    pub fn frame(&mut self) -> Result<Frame, Box<dyn Error>> {
        let mut frame = Frame::default();
        for pair in 0..self.pairs.len() {
            self.ask(
                pair,
                T::zero(),
                InitialContact::IgnoreSeparating,
                &mut frame,
            )?;
        }
        for _ in 0..MOST_EVENTS {
            let Some((pair, event)) = self.first_event() else {
                return self.end_frame(self.frame, frame);
            };
            let Some(contact) = event.contact else {
                break;
            };
            self.meet(pair, &contact, &mut frame)?;
        }
        // The way on is not proven free, or the events would take too long. Nothing forces the bodies to move: they
        // wait where they are, which is proven free, for the next frame.
        frame.cut_short = true;
        let until = self
            .first_event()
            .map_or(self.frame, |(_, event)| event.time);
        self.end_frame(until, frame)
    }

    fn end_frame(&mut self, time: T, frame: Frame) -> Result<Frame, Box<dyn Error>> {
        for body in &mut self.bodies {
            body.rebase(time)?;
        }
        Ok(frame)
    }

    /// Returns the pair that is the first to touch.
    fn first_event(&self) -> Option<(usize, Event<T>)> {
        let events = self.pairs.iter().enumerate();
        events
            .filter_map(|(index, pair)| Some((index, pair.next?)))
            .min_by(|(_, one), (_, other)| one.time.as_f64().total_cmp(&other.time.as_f64()))
    }

    /// Lets a pair collide. Queries every pair again that has a body whose motion changed.
    fn meet(
        &mut self,
        index: usize,
        contact: &Contact<T>,
        frame: &mut Frame,
    ) -> Result<(), Box<dyn Error>> {
        let [a, b] = [self.pairs[index].a, self.pairs[index].b];
        let Some(collision) = self.part(index, contact, frame)? else {
            return Ok(());
        };
        frame.hits.push(Hit {
            pair: index,
            point: contact.point.map(Real::as_f64).into(),
            time: contact.time.as_f64(),
            // bodies that rest on each other in a stack meet at a few times the speed of a hop
            micro: collision.approach <= 4.0 * self.material.hop.as_f64(),
            gain: collision.gain,
        });
        let moved = |body: usize| (body == a || body == b) && !self.bodies[body].is_fixed();
        let changed: Vec<usize> = (0..self.pairs.len())
            .filter(|&pair| moved(self.pairs[pair].a) || moved(self.pairs[pair].b))
            .collect();
        for pair in changed {
            self.ask(pair, contact.time, InitialContact::IgnoreSeparating, frame)?;
        }
        Ok(())
    }

    /// Makes sure that a pair comes apart, by a collision. Returns `None` if it comes apart anyway; then the pair has
    /// been queried again.
    fn part(
        &mut self,
        index: usize,
        contact: &Contact<T>,
        frame: &mut Frame,
    ) -> Result<Option<Collision>, Box<dyn Error>> {
        let [a, b] = [self.pairs[index].a, self.pairs[index].b];
        let mut material = self.material;
        loop {
            let points = points(contact, &self.bodies[a], &self.bodies[b]);
            let [body_a, body_b] = self.bodies.get_disjoint_mut([a, b])?;
            if let Some(collision) = collide(body_a, body_b, contact, &points, &material)? {
                return Ok(Some(collision));
            }
            // The points of the contact come apart, but other points of these spinning bodies come closer before they
            // are clear of each other. That is allowed if it is over within the frame.
            frame.resumed += 1;
            self.ask(index, contact.time, InitialContact::Continue, frame)?;
            let next = self.pairs[index].next;
            if next.is_none_or(|next| next.time > contact.time) {
                return Ok(None);
            }
            // The bodies leave the skin too slowly for the library to see it.
            frame.pushed += 1;
            material.hop += material.hop;
        }
    }

    /// Queries when a pair next touches, between `from` and the end of the frame.
    fn ask(
        &mut self,
        index: usize,
        from: T,
        policy: InitialContact,
        frame: &mut Frame,
    ) -> Result<(), Box<dyn Error>> {
        let pair = &mut self.pairs[index];
        let (a, b) = (&self.bodies[pair.a], &self.bodies[pair.b]);
        let query = Query::new()
            .target_distance(T::of(SKIN))
            .tolerance(T::of(TOLERANCE))
            .initial_contact(policy);
        let (moving_a, moving_b) = (a.extrusion(), b.extrusion());
        let start = Instant::now();
        let answer = query.warm_started(&moving_a, &moving_b, from..=self.frame, &mut pair.warm);
        frame.spent += start.elapsed();
        pair.next = match answer {
            Ok(Solution {
                outcome,
                statistics,
                ..
            }) => {
                frame.queries.push(statistics);
                match outcome {
                    Outcome::Separated(_) => None,
                    Outcome::Impact(impact) => Some(Event {
                        time: impact.time,
                        contact: Some(at(&impact)),
                    }),
                    // the bodies rest or slide on each other, and sink into the skin by two tolerances at most
                    Outcome::Stays(_) => None,
                    Outcome::DrivesIn(_) => Some(Event {
                        time: from,
                        contact: nearest(a, b, from),
                    }),
                    Outcome::Overlapping(_) => {
                        frame.overlapping += 1;
                        Some(Event {
                            time: from,
                            contact: None,
                        })
                    }
                }
            }
            Err(QueryError::Undecided { clear_until, .. }) => {
                frame.undecided += 1;
                let time = T::of(clear_until);
                Some(Event {
                    time,
                    contact: nearest(a, b, time),
                })
            }
            Err(error) => return Err(error.into()),
        };
        Ok(())
    }
}
