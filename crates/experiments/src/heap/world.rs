//! A step of the engine: contacts, velocities, the pass, and the static test.

use std::collections::VecDeque;

use cpu_time::ThreadTime;
use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use photofinish::body::AnyForm;
use photofinish::engine::{self, Event, Kind, Pass, PassError, Response, candidates};
use photofinish::manifold::ManifoldError;
use photofinish::pieces::{MeshError, TriMesh};
use photofinish::shape::AnyShape;

use photofinish::swept::SweptBox;
use photofinish::{HalfSpace, PoseError, ShapeError};
use thiserror::Error;

use super::body::Body;
use super::contacts::{Ground, SKIN, Touch, for_pieces_near, look};
use super::solve::{Mover, Pressed, solve, stop_approach};
use super::tally::{Frame, Impact};

/// The length of a step, in seconds.
pub(super) const STEP: f32 = 1.0 / 60.0;
/// How far bodies that are pressed into others may leave their way in a step, in metres: as far as a body comes at 3
/// m/s.
const SLIDE: f32 = 0.05;
/// The acceleration of gravity.
const GRAVITY: f32 = 9.81;

/// Why the engine ends early.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum HeapError {
    /// The pass failed.
    #[error(transparent)]
    Pass(#[from] PassError),
    /// The pose of a body is invalid.
    #[error(transparent)]
    Pose(#[from] PoseError),
    /// Contact points are not finite.
    #[error(transparent)]
    Manifold(#[from] ManifoldError),
    /// A shape is invalid.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The bowl is no valid mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

/// Bodies that fall, and what they fall on.
pub struct World {
    bodies: Vec<Body>,
    /// Bodies that are not there yet, in the order of the steps in which they come.
    waiting: VecDeque<(usize, Body)>,
    ground: Ground,
    touches: Vec<Touch>,
    steps: usize,
    /// How deep the pass lets bodies overlap.
    allowed: f32,
}

/// A body on its way, as the pass sees it.
type Sent<'b> = engine::Body<&'b AnyShape<f32, 3>, f32, UnitQuaternion<f32>, 3, &'b TriMesh<f32>>;

impl World {
    pub(super) fn new(
        bodies: Vec<Body>,
        waiting: VecDeque<(usize, Body)>,
        bowl: Option<TriMesh<f32>>,
    ) -> Result<Self, HeapError> {
        let floor = HalfSpace::new(Vector3::y(), Vector3::zeros())?;
        let mut world = Self {
            bodies,
            waiting,
            ground: Ground { floor, bowl },
            touches: Vec::new(),
            steps: 0,
            allowed: SKIN,
        };
        world.touches = look(&world.bodies, &world.ground, Vec::new())?;
        Ok(world)
    }

    /// Sets how deep the pass lets bodies overlap, in metres. At first it is the skin of the contact solver, 4 mm.
    #[must_use]
    pub fn let_overlap(mut self, depth: f32) -> Self {
        self.allowed = depth;
        self
    }

    /// Returns the bodies that are there. Their order never changes, and later ones come after them.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// Returns how many bodies there will be.
    pub fn count(&self) -> usize {
        self.bodies.len() + self.waiting.len()
    }

    /// Returns the bowl that bodies are poured into, if there is one. Its frame is the world's.
    pub fn mesh(&self) -> Option<&TriMesh<f32>> {
        self.ground.bowl.as_ref()
    }

    /// Returns the time, in seconds.
    pub fn time(&self) -> f64 {
        self.steps as f64 * f64::from(STEP)
    }

    /// Returns the length of a step, in seconds.
    pub fn step_length() -> f64 {
        STEP.into()
    }

    /// Returns how fast the fastest body is, in metres per second.
    pub fn largest_speed(&self) -> f32 {
        let speeds = self.bodies.iter().map(|body| body.velocity.norm());
        speeds.fold(0.0, f32::max)
    }

    /// Makes a step of 1/60 s.
    ///
    /// # Errors
    /// [`HeapError`].
    pub fn step(&mut self) -> Result<Frame, HeapError> {
        let mut frame = Frame::default();
        let start = ThreadTime::now();
        self.solve();
        frame.solving = start.elapsed();

        let start = ThreadTime::now();
        self.pass(&mut frame)?;
        frame.passing = start.elapsed();

        self.steps += 1;
        self.let_in();
        let start = ThreadTime::now();
        let last = std::mem::take(&mut self.touches);
        self.touches = look(&self.bodies, &self.ground, last)?;
        frame.measuring = start.elapsed();
        frame.measured = self.touches.len();
        let distances = self.touches.iter().map(|touch| touch.distance);
        frame.nearest = distances.reduce(f32::min);
        Ok(frame)
    }

    /// Lets in the bodies whose time has come. Those that others are in the way of wait for the next step.
    fn let_in(&mut self) {
        let mut too_early = Vec::new();
        let come = self
            .waiting
            .partition_point(|waiting| waiting.0 <= self.steps);
        for (step, body) in self.waiting.drain(..come) {
            if self.bodies.iter().all(|other| other.is_clear_of(&body)) {
                self.bodies.push(body);
            } else {
                too_early.push((step, body));
            }
        }
        for waiting in too_early.into_iter().rev() {
            self.waiting.push_front(waiting);
        }
    }

    /// Changes the velocities: bodies fall, and those that touch push each other.
    fn solve(&mut self) {
        for body in &mut self.bodies {
            body.velocity -= Vector3::y() * (GRAVITY * STEP);
        }
        let (places, mut movers) = self.movers();
        solve(&mut self.touches, &places, &mut movers, STEP);
        self.take(movers);
    }

    /// Returns where the centres of all bodies are, and how they move. The last body is the one that never moves.
    fn movers(&self) -> (Vec<Vector3<f32>>, Vec<Mover>) {
        let mover = |body: &Body| Mover {
            velocity: body.velocity,
            spin: body.spin,
            inverse_mass: body.inverse_mass,
            inverse_inertia: body.inverse_inertia(),
        };
        let places = self.bodies.iter().map(|body| body.pose.translation.vector);
        let movers = self.bodies.iter().map(mover).chain([Mover::fixed()]);
        (places.collect(), movers.collect())
    }

    fn take(&mut self, movers: Vec<Mover>) {
        for (body, mover) in self.bodies.iter_mut().zip(movers) {
            (body.velocity, body.spin) = (mover.velocity, mover.spin);
        }
    }

    /// Sends all bodies on their way. Those that meet others stop where they meet, and those that are pressed into
    /// others slide along them.
    fn pass(&mut self, frame: &mut Frame) -> Result<(), HeapError> {
        let mut sent: Vec<Sent> = self
            .bodies
            .iter()
            .map(|body| {
                engine::Body::of(AnyForm::Shape(&**body.shape()), body.pose, body.after(STEP))
            })
            .collect();
        let still = Isometry3::identity();
        sent.push(engine::Body::fixed_floor(self.ground.floor, still));
        let mut pairs = candidates(&sent, SLIDE)?;
        if let Some(bowl) = &self.ground.bowl {
            let number = sent.len();
            sent.push(engine::Body::fixed_of(AnyForm::Pieces(bowl), still));
            for (index, body) in self.bodies.iter().enumerate() {
                let mut is_near = false;
                for_pieces_near(bowl, &ball_box(body, &sent[index]).grown(SLIDE), |_| {
                    is_near = true
                });
                if is_near {
                    pairs.push([index, number]);
                }
            }
        }
        frame.pairs = pairs.len();
        let bodies = &self.bodies;
        let mut pressed = Vec::new();
        let report = Pass::new()
            .allowed_overlap(self.allowed)
            .slide_up_to(SLIDE)
            .run(&mut sent, pairs, |event| {
                pressed.extend(pressed_at(event, bodies.len()));
                respond(event, bodies, frame)
            })?;
        frame.queries = report.queries;
        frame.unproven = report.no_longer_proven.len();
        let ends: Vec<_> = sent.iter().map(|body| *body.pose()).collect();
        for (body, end) in self.bodies.iter_mut().zip(ends) {
            body.pose = end;
        }
        let (places, mut movers) = self.movers();
        stop_approach(&pressed, &places, &mut movers);
        for &body in &report.wedged {
            movers[body] = Mover {
                velocity: Vector3::zeros(),
                spin: Vector3::zeros(),
                ..movers[body]
            };
        }
        self.take(movers);
        Ok(())
    }
}

/// Returns where bodies are pressed into each other that started in contact. The floor and the bowl are the body after
/// all others.
fn pressed_at(event: &Event<f32, UnitQuaternion<f32>, 3>, fixed: usize) -> Option<Pressed> {
    let is_pressed = matches!(event.kind, Kind::DrivenIn(_) | Kind::TooDeep(_));
    let contact = event.kind.contact().filter(|_| is_pressed)?;
    Some(Pressed {
        bodies: event.pair.map(|body| body.min(fixed)),
        place: (contact.witness_a + contact.witness_b) * 0.5,
        normal: contact.normal,
    })
}

/// Lets bodies slide that start in contact, stops all others, and notes what happened. Bodies that stop keep their
/// velocities: the solver sees them touch in the next step.
fn respond(
    event: &Event<f32, UnitQuaternion<f32>, 3>,
    bodies: &[Body],
    frame: &mut Frame,
) -> Response<f32, UnitQuaternion<f32>, 3> {
    match &event.kind {
        Kind::Touch(impact) => {
            let contact = &impact.contact;
            let point = (contact.witness_a + contact.witness_b) * 0.5;
            let [a, b] = event.pair.map(|body| {
                let moving = bodies.get(body);
                moving.map_or_else(Vector3::zeros, |body| body.velocity_at(&point))
            });
            frame.impacts.push(Impact {
                time: f64::from(event.time * STEP),
                point: point.map(f64::from).into(),
                normal: contact.normal.map(f64::from).into(),
                speed: contact.normal.dot(&(a - b)).into(),
            });
        }
        Kind::DrivenIn(_) => frame.driven += 1,
        Kind::TooDeep(_) | Kind::Undecided(_) => frame.undecided += 1,
        _ => {}
    }
    event.usual_response()
}

/// Returns a box around a ball that contains the body on its way.
fn ball_box(body: &Body, sent: &Sent) -> SweptBox<f32, 3> {
    let [start, end] = [sent.start(), sent.pose()].map(|pose| pose.translation.vector);
    let way = SweptBox {
        min: start.inf(&end),
        max: start.sup(&end),
    };
    way.grown(body.reach)
}
