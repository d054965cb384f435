//! The bodies, and the loop over their impacts.

use std::collections::BTreeSet;

use cpu_time::ThreadTime;
use nalgebra::Vector3;
use photofinish::broad_phase::overlapping_pairs;
use photofinish::motion::AtRest3;
use photofinish::pieces::{ContactError, MeshError, MovingPieces, PiecesError, TriMesh};
use photofinish::swept::{SweptBox, SweptError};
use photofinish::{MotionError, NotFinite, Real, ShapeError, Span};
use thiserror::Error;

use super::approach::Ball;
use super::body::{Body, Condition};
use super::boxes::{Node, Slab};
use super::pairs::{Event, First, Next, Pairs};
use super::tally::Frame;
use crate::impulse::Material;
use crate::loft::Surface;

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
    /// The motion of a body is invalid.
    #[error(transparent)]
    Motion(#[from] MotionError),
    /// A shape is invalid.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A body of pieces is invalid.
    #[error(transparent)]
    Pieces(#[from] PiecesError),
    /// The plant is no valid mesh.
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

/// Bodies below this height are past the plant.
const PAST: f64 = -1.0;
/// The distance, in metres, at which bodies touch.
pub(super) const SKIN: f64 = 2e-3;
/// The speed at which bodies at rest part again, in metres per second. They are in the air for a frame of \[2\] then,
/// and rise by two millimetres.
pub(super) const HOP: f64 = 0.2;
/// The number of impacts after which the rest of a frame is given up.
pub(super) const MOST_HITS: usize = 20_000;

/// Bodies are near each other if the boxes around them are, once they are grown by this, in metres.
const NEAR: f64 = 5e-3;

/// The bones and the plant.
pub struct World<T: Real> {
    pub(super) bodies: Vec<Body<T>>,
    /// The balls around them.
    pub(super) balls: Vec<Ball>,
    pub(super) plant: MovingPieces<TriMesh<T>, AtRest3<T>, T, 3>,
    /// The boxes around the pieces of the plant.
    pub(super) boxes: Vec<Node>,
    /// The slabs around its triangles.
    pub(super) slabs: Vec<Slab>,
    pub(super) surface: Surface,
    pub(super) pairs: Pairs<T>,
    pub(super) material: Material<T>,
    pub(super) tolerance: f64,
    /// The length of a frame, in seconds.
    pub(super) frame: T,
    /// When the last frame ended, from its start.
    pub(super) end: T,
}

impl<T: Real> World<T> {
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

    /// Advances all bodies by one frame. Poses are then those at [`end`](Self::end).
    ///
    /// # Errors
    /// [`WorldError`].
    pub fn advance(&mut self) -> Result<Frame, WorldError> {
        let start = ThreadTime::now();
        let mut frame = Frame::default();
        self.begin_frame()?;
        self.events(&mut frame)?;
        frame.length = self.end.as_f64();
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

    /// Begins the next frame.
    pub(super) fn begin_frame(&mut self) -> Result<(), WorldError> {
        for body in &mut self.bodies {
            if body.condition() != Condition::Gone {
                body.begin_frame(self.end, self.frame)?;
            }
        }
        self.pairs.begin_frame(self.end);
        let all = (0..self.bodies.len()).collect();
        self.follow(&all, T::zero());
        Ok(())
    }

    /// Returns the time of the last frame at which it ended.
    pub fn end(&self) -> T {
        self.end
    }

    /// Lets the bodies collide in the order of time, up to the end of the frame.
    fn events(&mut self, frame: &mut Frame) -> Result<(), WorldError> {
        while let Some(first) = self.pairs.take_first() {
            match first {
                First::End(body, time) if self.bodies[body].end() == time => {
                    self.bodies[body].fly_on(self.frame)?;
                    self.follow(&BTreeSet::from([body]), time);
                }
                First::End(..) => {}
                First::Pair(bodies, Next::Look(time)) => self.look(bodies, time, frame)?,
                First::Pair(bodies, Next::Meet(event)) => {
                    if frame.hits.len() >= MOST_HITS {
                        frame.cut_short = true;
                        self.end = event.time;
                        return Ok(());
                    }
                    self.happen(bodies, &event, frame)?;
                }
            }
        }
        self.end = self.frame;
        Ok(())
    }

    /// Lets two bodies meet.
    fn happen(
        &mut self,
        bodies: [usize; 2],
        event: &Event<T>,
        frame: &mut Frame,
    ) -> Result<(), WorldError> {
        let time = event.time;
        let may_go_on = !event.is_nearer || self.pairs.get(bodies).may_come_nearer();
        let mut changed = match event.contact.filter(|_| may_go_on) {
            Some(contact) => self.meet(bodies, &contact, frame)?,
            // the way on is not proven free, or they would keep too little
            None => {
                frame.wedged += 1;
                self.pause(bodies, time)
            }
        };
        self.press_on(&mut changed, time, frame)?;
        for &body in &changed {
            self.bodies[body].fly(self.frame)?;
        }
        self.look_later(bodies, time.as_f64());
        self.follow(&changed, time);
        Ok(())
    }

    /// Lets two bodies stay where they are for the rest of the frame. Returns those that moved.
    fn pause(&mut self, bodies: [usize; 2], time: T) -> BTreeSet<usize> {
        let moved = |body: &usize| self.is(*body, Condition::Awake);
        let moved: BTreeSet<usize> = bodies.into_iter().filter(moved).collect();
        for &body in &moved {
            self.bodies[body].pause(time);
        }
        moved
    }

    /// Measures the distances of all pairs near each other at the end of the frame.
    fn compare(&self, frame: &mut Frame) -> Result<(), WorldError> {
        let at_end = Span::new(self.end, self.end).map_err(ContactError::from)?;
        let mut boxes = Vec::new();
        for body in &self.bodies {
            boxes.push(match body.condition() {
                Condition::Gone => nowhere(),
                _ => body.moving().swept_box(at_end)?,
            });
        }
        boxes.push(self.plant.swept_box(at_end)?);
        for around in &mut boxes {
            around.min.add_scalar_mut(T::of(-NEAR));
            around.max.add_scalar_mut(T::of(NEAR));
        }
        for bodies in overlapping_pairs(&boxes).pairs {
            if bodies.iter().any(|&body| self.is(body, Condition::Gone)) {
                continue;
            }
            let distance = self.distance(bodies, self.end)?;
            frame.compared += 1;
            let nearest = frame.nearest.unwrap_or(f64::INFINITY);
            frame.nearest = Some(nearest.min(distance));
        }
        Ok(())
    }
}

/// A box far away from all others.
fn nowhere<T: Real>() -> SweptBox<T, 3> {
    let far = Vector3::repeat(T::of(1e6));
    SweptBox { min: far, max: far }
}
