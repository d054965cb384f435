//! The bodies, and the loop over their impacts.

use cpu_time::ThreadTime;
use std::collections::BTreeSet;

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3, vector};
use photofinish::broad_phase::overlapping_pairs;
use photofinish::motion::{AtRest3, Rotor};
use photofinish::pieces::{
    ContactError, FirstContact, Front, MeshError, MovingPieces, PiecesError, TriMesh,
    nearest_pieces,
};
use photofinish::shape::ConvexHull;
use photofinish::swept::{SweptBox, SweptError};
use photofinish::{
    InitialContact, MotionError, NotFinite, Outcome, Proximity, Query, Real, ShapeError, Span,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use thiserror::Error;

use super::body::{Body, Condition, Shape};
use super::pairs::{Event, Pair, Pairs, first, near};
use super::plant::plant;
use super::skeleton::torso;
use super::tally::{Frame, Hit};
use crate::impulse::{Contact, Material, Struck, collide};
use crate::loft::{Surface, Tube};
use crate::solid::mass;

/// How the experiment is run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Frames per second; \[2\] has 24.
    pub rate: u32,
    /// How far beyond the distance that bodies keep an impact may be found, in metres; \[2\] has 0.0003.
    pub tolerance: f64,
    /// The share of the approach speed that an impact gives back; \[2\] has 0.7.
    pub restitution: f64,
    /// The coefficient of friction; \[2\] has 0.4.
    pub friction: f64,
    /// The seed of the plant and of the torso's pose.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            rate: 24,
            tolerance: 3e-4,
            restitution: 0.7,
            friction: 0.4,
            seed: 1,
        }
    }
}

/// Why the experiment ends early.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WorldError {
    /// A query failed.
    #[error(transparent)]
    Contact(#[from] ContactError),
    /// A body moves as numbers do not.
    #[error(transparent)]
    Motion(#[from] MotionError),
    /// A shape is none.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A body of pieces is none.
    #[error(transparent)]
    Pieces(#[from] PiecesError),
    /// The plant is none.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// A body has no box.
    #[error(transparent)]
    Swept(#[from] SweptError),
    /// A coordinate is not finite.
    #[error(transparent)]
    NotFinite(#[from] NotFinite),
    /// Bodies overlap at the start.
    #[error("bodies {} and {} are {distance} apart at the start", bodies[0], bodies[1])]
    TooNear {
        /// The bodies.
        bodies: [usize; 2],
        /// Their distance, in metres.
        distance: f64,
    },
}

/// The density of bone, in kilograms per cubic metre.
const DENSITY: f64 = 1800.0;
/// The acceleration of gravity.
const GRAVITY: f64 = 9.81;
/// The height of the torso's middle at the start, in metres.
const HEIGHT: f64 = 2.4;
/// Bodies below this height are past the plant.
const PAST: f64 = -1.0;
/// The distance, in metres, that bodies keep. Those that stay in contact for a window may come nearer by two tolerances.
const SKIN: f64 = 2e-3;
/// Bodies that stay in contact are pushed apart if they are nearer than this. It is more than two tolerances, so that
/// they never touch.
const TOO_NEAR: f64 = 1e-3;
/// The speed at which bodies at rest part again, in metres per second. They are in the air for a frame of \[2\] then, and
/// rise by two millimetres.
const HOP: f64 = 0.2;
/// An impact at less than this many hops is a microcollision.
const MICRO: f64 = 2.0;
/// A frame has as many windows as the last one had impacts, over this number.
const HITS_IN_WINDOW: usize = 32;
/// The largest number of windows.
const MOST_WINDOWS: usize = 16;
/// The number of events after which the rest of a window is given up.
const MOST_EVENTS: usize = 20_000;

/// The bones and the plant.
pub struct World<T: Real> {
    bodies: Vec<Body<T>>,
    plant: MovingPieces<TriMesh<T>, AtRest3<T>, T, 3>,
    surface: Surface,
    pairs: Pairs<T>,
    material: Material<T>,
    query: Query<T>,
    /// The length of a frame, in seconds.
    frame: T,
    /// The number of windows of the next frame, and the length of one.
    windows: u32,
    window: T,
    /// When the last window ended, from its start, and how long the last frame was.
    end: T,
    passed: f64,
}

impl<T: Real> World<T> {
    /// Returns the torso above the plant, turned at random.
    ///
    /// # Errors
    /// [`WorldError`]; [`WorldError::TooNear`] if two bones are too near.
    pub fn new(settings: &Settings) -> Result<Self, WorldError> {
        let mut rng = StdRng::seed_from_u64(settings.seed);
        let turn = UnitQuaternion::new(Vector3::from_fn(|_, _| rng.random_range(-1.5..1.5)));
        let frame = T::of(1.0 / f64::from(settings.rate));
        let gravity = vector![0.0, -GRAVITY, 0.0].map(T::of);
        let mut bodies = Vec::new();
        for bone in torso() {
            let pieces: Result<Vec<_>, _> = bone.tubes.iter().map(Tube::pieces).collect();
            let pieces = pieces?.concat();
            let mass = mass(&pieces, DENSITY);
            let centered = |hull: &ConvexHull<f64, 3>| {
                let points: Vec<_> = hull
                    .vertices()
                    .iter()
                    .map(|point| (point - mass.center).map(T::of))
                    .collect();
                ConvexHull::new(&points)
            };
            let pieces: Result<Vec<_>, _> = pieces.iter().map(centered).collect();
            let place = turn * (mass.center - vector![0.0, 0.3, 0.05]) + Vector3::y() * HEIGHT;
            let rotation =
                <UnitQuaternion<T> as Rotor<T, 3>>::of_numbers(turn.numbers().map(T::of));
            let pose = Isometry3::from_parts(Translation3::from(place.map(T::of)), rotation);
            let mut body = Body::new(Shape::new(pieces?)?, &mass, pose, gravity, frame)?;
            // a slow turn of each bone, as if the torso fell apart
            body.spin(&Vector3::from_fn(|_, _| rng.random_range(-0.5..0.5)));
            body.fly(frame)?;
            bodies.push(body);
        }
        let surface = plant(settings.seed);
        let points = surface
            .points
            .iter()
            .map(|point| point.map(T::of))
            .collect();
        let mesh = TriMesh::new(points, surface.triangles.clone())?;
        let world = Self {
            bodies,
            plant: MovingPieces::new(mesh, AtRest3::new(Isometry3::identity())?),
            surface,
            pairs: Pairs::new(),
            material: Material {
                restitution: T::of(settings.restitution),
                friction: T::of(settings.friction),
                hop: T::of(HOP),
            },
            query: Query::new()
                .target_distance(T::of(SKIN))
                .tolerance(T::of(settings.tolerance))
                .initial_contact(InitialContact::IgnoreSeparating),
            frame,
            windows: 1,
            window: frame,
            end: T::zero(),
            passed: 0.0,
        };
        world.check_start()?;
        Ok(world)
    }

    fn check_start(&self) -> Result<(), WorldError> {
        for b in 0..self.bodies.len() {
            for a in 0..b {
                let distance = self.distance([a, b], T::zero())?;
                if distance < SKIN {
                    return Err(WorldError::TooNear {
                        bodies: [a, b],
                        distance,
                    });
                }
            }
        }
        Ok(())
    }

    /// Returns the bones.
    pub fn bodies(&self) -> &[Body<T>] {
        &self.bodies
    }

    /// Returns the surface of the plant.
    pub fn surface(&self) -> &Surface {
        &self.surface
    }

    /// Returns whether nothing moves any more.
    pub fn is_still(&self) -> bool {
        let moves =
            |body: &Body<T>| matches!(body.condition(), Condition::Awake | Condition::Paused);
        !self.bodies.iter().any(moves)
    }

    /// Advances all bodies by one frame, whose last window then is at its end: poses are those at [`end`](Self::end).
    ///
    /// A frame in which much happens is divided into windows, as boxes around short ways overlap less.
    ///
    /// # Errors
    /// [`WorldError`].
    pub fn advance(&mut self) -> Result<Frame, WorldError> {
        let start = ThreadTime::now();
        let mut frame = Frame {
            windows: self.windows,
            ..Frame::default()
        };
        self.bodies
            .iter_mut()
            .for_each(|body| body.begin_frame(self.passed));
        self.window = self.frame * T::of(1.0 / f64::from(self.windows));
        for _ in 0..self.windows {
            for body in self
                .bodies
                .iter_mut()
                .filter(|body| body.condition() != Condition::Gone)
            {
                body.begin_window(self.end, self.window)?;
            }
            let boxes = self.find_pairs(&mut frame)?;
            self.events(boxes, &mut frame)?;
            frame.length += self.end.as_f64();
        }
        self.passed = frame.length;
        let windows = frame.hits.len() / HITS_IN_WINDOW;
        self.windows = windows.clamp(1, MOST_WINDOWS) as u32;
        for body in &mut self.bodies {
            let height = body.pose(self.end).translation.y.as_f64();
            if body.condition() == Condition::Awake && height < PAST {
                body.remove();
            }
        }
        frame.spent = start.elapsed();
        let count = |condition| {
            self.bodies
                .iter()
                .filter(|body| body.condition() == condition)
                .count()
        };
        frame.awake = count(Condition::Awake) + count(Condition::Paused);
        frame.gone = count(Condition::Gone);
        self.compare(&mut frame)?;
        Ok(frame)
    }

    /// Returns the time of the frame that poses are asked for after it: in its last window.
    pub fn end(&self) -> T {
        self.end
    }

    /// Lets the bodies collide in the order of time, up to the end of the frame.
    fn events(
        &mut self,
        mut boxes: Vec<SweptBox<T, 3>>,
        frame: &mut Frame,
    ) -> Result<(), WorldError> {
        for _ in 0..MOST_EVENTS {
            let Some((bodies, event)) = first(&self.pairs) else {
                self.end = self.window;
                return Ok(());
            };
            let Some(contact) = event.contact else { break };
            if !self.meet(bodies, &contact, event.stays, frame)? {
                // they part there anyway
                if let Some(pair) = self.pairs.get_mut(&bodies) {
                    pair.next = None;
                }
                continue;
            }
            self.follow(bodies, contact.time, &mut boxes, frame)?;
        }
        // the way on is not proven free, or there are too many events: the bodies wait for the next frame
        frame.cut_short = true;
        self.end = first(&self.pairs).map_or(self.window, |(_, event)| event.time);
        Ok(())
    }

    /// Lets two bodies collide, harder and harder until they part. Returns whether they did: bodies that stay in contact
    /// need not.
    fn meet(
        &mut self,
        bodies: [usize; 2],
        contact: &Contact<T>,
        stays: bool,
        frame: &mut Frame,
    ) -> Result<bool, WorldError> {
        let mut material = self.material;
        self.wake(bodies, contact);
        let collision = loop {
            let [a, b] = bodies;
            let points = [contact.point];
            let found = if b == self.bodies.len() {
                collide(&mut self.bodies[a], &mut Fixed, contact, &points, &material)?
            } else {
                let [a, b] = self.bodies.get_disjoint_mut([a, b]).expect("two bodies");
                collide(a, b, contact, &points, &material)?
            };
            match found {
                Some(collision) => break collision,
                None if stays => return Ok(false),
                None => {
                    frame.pushed += 1;
                    material.hop += material.hop;
                }
            }
        };
        let micro = collision.approach <= MICRO * HOP;
        for body in bodies {
            if let Some(body) = self.bodies.get_mut(body)
                && body.changed_at(contact.time)
            {
                if micro {
                    body.count_micro(contact.time);
                }
                body.fly(self.window)?;
            }
        }
        frame.hits.push(Hit {
            bodies,
            time: frame.length + contact.time.as_f64(),
            point: contact.point.map(T::as_f64).into(),
            normal: contact.normal.map(T::as_f64).into(),
            micro,
        });
        Ok(true)
    }

    /// Wakes a body that is hit harder than by a microcollision.
    fn wake(&mut self, bodies: [usize; 2], contact: &Contact<T>) {
        let speed = |body: usize| {
            self.bodies.get(body).map_or(Vector3::zeros(), |body| {
                body.velocity_at(&contact.point, contact.time)
            })
        };
        let approach = contact.normal.dot(&(speed(bodies[0]) - speed(bodies[1])));
        if approach.as_f64() > MICRO * HOP {
            for body in bodies {
                if let Some(body) = self.bodies.get_mut(body) {
                    body.wake(contact.time);
                }
            }
        }
    }

    /// Finds the pairs of bodies that were sent another way, and asks about them.
    fn follow(
        &mut self,
        bodies: [usize; 2],
        from: T,
        boxes: &mut [SweptBox<T, 3>],
        frame: &mut Frame,
    ) -> Result<(), WorldError> {
        let mut asked = BTreeSet::new();
        if let Some(pair) = self.pairs.get_mut(&bodies) {
            pair.next = None;
        }
        for body in bodies {
            let changed = self
                .bodies
                .get(body)
                .is_some_and(|body| body.changed_at(from));
            if from >= self.window || !changed {
                continue;
            }
            boxes[body] = self.bodies[body]
                .moving()
                .swept_box(span(from, self.window)?)?;
            for (other, around) in boxes.iter().enumerate() {
                let pair = [body.min(other), body.max(other)];
                if other == body || self.is(other, Condition::Gone) {
                    continue;
                }
                if near(&boxes[body], around, self.reach()) {
                    asked.insert(pair);
                } else if let Some(known) = self.pairs.get_mut(&pair) {
                    known.next = None;
                }
            }
        }
        asked
            .into_iter()
            .try_for_each(|pair| self.ask(pair, from, frame))
    }

    fn is(&self, body: usize, condition: Condition) -> bool {
        self.bodies
            .get(body)
            .is_some_and(|body| body.condition() == condition)
    }

    /// How far apart boxes may be and the bodies still be asked about.
    fn reach(&self) -> T {
        T::of(SKIN)
    }

    /// Finds the pairs of a frame by the boxes around the ways of all bodies, and asks about them.
    fn find_pairs(&mut self, frame: &mut Frame) -> Result<Vec<SweptBox<T, 3>>, WorldError> {
        let during = span(T::zero(), self.window)?;
        let mut boxes = Vec::new();
        for body in &self.bodies {
            boxes.push(match body.condition() {
                Condition::Gone => nowhere(),
                _ => body.moving().swept_box(during)?,
            });
        }
        boxes.push(self.plant.swept_box(during)?);
        let widened: Vec<_> = boxes
            .iter()
            .map(|around| SweptBox {
                min: around.min.add_scalar(-self.reach()),
                max: around.max.add_scalar(self.reach()),
            })
            .collect();
        let mut kept = std::mem::take(&mut self.pairs);
        let pairs = overlapping_pairs(&widened).pairs.into_iter();
        let asked = pairs.filter(|pair| {
            let any = |condition| pair.iter().any(|&body| self.is(body, condition));
            any(Condition::Awake) && !any(Condition::Gone)
        });
        let pairs: Vec<_> = asked.collect();
        for pair in &pairs {
            let known = kept.remove(pair).unwrap_or(Pair {
                front: Front::new(),
                next: None,
            });
            self.pairs.insert(
                *pair,
                Pair {
                    next: None,
                    ..known
                },
            );
        }
        frame.pairs += pairs.len();
        for pair in pairs {
            self.ask(pair, T::zero(), frame)?;
        }
        Ok(boxes)
    }

    /// Asks when a pair next touches, between `from` and the end of the frame.
    fn ask(&mut self, bodies: [usize; 2], from: T, frame: &mut Frame) -> Result<(), WorldError> {
        let pair = self.pairs.entry(bodies).or_insert(Pair {
            front: Front::new(),
            next: None,
        });
        pair.next = None;
        let moves = |body: &usize| {
            let body = self.bodies.get(*body);
            body.is_some_and(|body| body.condition() == Condition::Awake)
        };
        if from >= self.window || !bodies.iter().any(moves) {
            return Ok(());
        }
        frame.queries += 1;
        let [a, b] = bodies;
        let during = from..=self.window;
        let moving = self.bodies[a].moving();
        let answer = match self.bodies.get(b) {
            Some(b) => self.query.first_contact_observed(
                &moving,
                &b.moving(),
                during,
                &mut pair.front,
                &mut frame.solver,
            ),
            None => self.query.first_contact_observed(
                &moving,
                &self.plant,
                during,
                &mut pair.front,
                &mut frame.solver,
            ),
        };
        let next = self.event((bodies, from), &answer?, frame)?;
        if let Some(pair) = self.pairs.get_mut(&bodies) {
            pair.next = next;
        }
        Ok(())
    }

    /// Returns the event that an answer is about.
    fn event(
        &self,
        (bodies, from): ([usize; 2], T),
        answer: &FirstContact<T, 3>,
        frame: &mut Frame,
    ) -> Result<Option<Event<T>>, WorldError> {
        let Some(found) = &answer.contact else {
            return Ok(sinking(answer, from));
        };
        let outcome = found.answer.as_ref().map(|solution| &solution.outcome);
        // bodies that are driven into each other stop where they are
        let time = if matches!(outcome, Ok(Outcome::DrivesIn(_))) {
            from
        } else {
            found.time
        };
        let touch = match (outcome, found.place()) {
            (Ok(Outcome::Overlapping(_)), _) => None,
            (_, Some(place)) => Some(*place),
            (_, None) => {
                frame.undecided += 1;
                match self.nearest(bodies, time)? {
                    Proximity::Disjoint(closest) => Some(closest.contact),
                    Proximity::Overlapping(_) => None,
                }
            }
        };
        let contact = touch.map(|touch| Contact {
            time,
            normal: touch.normal,
            point: (touch.witness_a + touch.witness_b) * T::of(0.5),
        });
        Ok(Some(Event {
            time,
            contact,
            stays: false,
        }))
    }

    fn nearest(&self, [a, b]: [usize; 2], time: T) -> Result<Proximity<T, 3>, NotFinite> {
        let moving = self.bodies[a].moving();
        let nearest = match self.bodies.get(b) {
            Some(b) => nearest_pieces(&moving, &b.moving(), time)?,
            None => nearest_pieces(&moving, &self.plant, time)?,
        };
        Ok(nearest.proximity)
    }

    fn distance(&self, bodies: [usize; 2], time: T) -> Result<f64, NotFinite> {
        Ok(self.nearest(bodies, time)?.signed_distance().as_f64())
    }

    /// Measures the distances of all pairs near each other at the end of the frame.
    fn compare(&self, frame: &mut Frame) -> Result<(), WorldError> {
        for &bodies in self.pairs.keys() {
            if bodies.iter().any(|&body| {
                self.bodies
                    .get(body)
                    .is_some_and(|body| body.condition() == Condition::Gone)
            }) {
                continue;
            }
            let distance = self.distance(bodies, self.end)?;
            frame.compared += 1;
            frame.nearest = Some(
                frame
                    .nearest
                    .map_or(distance, |nearest| nearest.min(distance)),
            );
        }
        Ok(())
    }
}

/// Returns the event of pieces that stay in contact and are too near already.
fn sinking<T: Real>(answer: &FirstContact<T, 3>, from: T) -> Option<Event<T>> {
    answer.looked_past.iter().find_map(|past| {
        match past.answer.as_ref().map(|solution| &solution.outcome) {
            Ok(Outcome::Stays(report)) if report.distance.as_f64() < TOO_NEAR => Some(Event {
                time: from,
                contact: Some(Contact {
                    time: from,
                    normal: report.contact.normal,
                    point: (report.contact.witness_a + report.contact.witness_b) * T::of(0.5),
                }),
                stays: true,
            }),
            _ => None,
        }
    })
}

/// The plant, which never moves.
struct Fixed;

impl<T: Real> Struck<T> for Fixed {
    fn velocity_at(&self, _: &Vector3<T>, _: T) -> Vector3<T> {
        Vector3::zeros()
    }

    fn compliance_at(&self, _: &Vector3<T>, _: T) -> nalgebra::Matrix3<T> {
        nalgebra::Matrix3::zeros()
    }

    fn push(&mut self, _: Vector3<T>, _: &Vector3<T>, _: T) -> Result<(), MotionError> {
        Ok(())
    }
}

fn span<T: Real>(from: T, to: T) -> Result<Span<T>, ContactError> {
    Ok(Span::new(from, to)?)
}

/// A box far away from all others.
fn nowhere<T: Real>() -> SweptBox<T, 3> {
    let far = Vector3::repeat(T::of(1e6));
    SweptBox { min: far, max: far }
}
