//! The bodies, and the loop over their impacts.

use cpu_time::ThreadTime;
use photofinish::motion::AtRest3;
use photofinish::pieces::{ContactError, MeshError, MovingPieces, PiecesError, TriMesh};
use photofinish::swept::{SweptBox, SweptError};
use photofinish::{MotionError, NotFinite, Query, Real, ShapeError};
use thiserror::Error;

use super::body::{Body, Condition};
use super::pairs::{Pairs, first};
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
/// The distance, in metres, that bodies keep. Those that stay in contact for a window may come nearer by two
/// tolerances.
pub(super) const SKIN: f64 = 2e-3;
/// The speed at which bodies at rest part again, in metres per second. They are in the air for a frame of \[2\] then,
/// and rise by two millimetres.
pub(super) const HOP: f64 = 0.2;
/// A frame has as many windows as the last one had impacts, over this number.
const HITS_IN_WINDOW: usize = 32;
/// The largest number of windows.
const MOST_WINDOWS: usize = 16;
/// The number of events after which the rest of a window is given up.
const MOST_EVENTS: usize = 20_000;

/// The bones and the plant.
pub struct World<T: Real> {
    pub(super) bodies: Vec<Body<T>>,
    pub(super) plant: MovingPieces<TriMesh<T>, AtRest3<T>, T, 3>,
    pub(super) surface: Surface,
    pub(super) pairs: Pairs<T>,
    pub(super) material: Material<T>,
    pub(super) query: Query<T>,
    /// The length of a frame, in seconds.
    pub(super) frame: T,
    /// The number of windows of the next frame, and the length of one.
    pub(super) windows: u32,
    pub(super) window: T,
    /// When the last window ended, from its start, and how long the last frame was.
    pub(super) end: T,
    pub(super) passed: f64,
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
