//! The bodies, and the pass over each step.

use cpu_time::ThreadTime;
use nalgebra::Vector3;
use photofinish::body::AnyForm;
use photofinish::broad_phase::overlapping_pairs;
use photofinish::engine::{self, Pass, PassError};
use photofinish::motion::AtRest3;
use photofinish::pieces::{AnyPieces, MeshError, MovingPieces, PiecesError, nearest_pieces};
use photofinish::shape::{AnyShape, ConvexHull};
use photofinish::swept::SweptError;
use photofinish::{MotionError, NotFinite, ShapeError, Span};
use thiserror::Error;

use super::body::{Body, Condition};
use super::meet::Step;
use super::tally::Frame;
use crate::loft::Surface;

/// Why the experiment ends early.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TorsoError {
    /// The pass failed.
    #[error(transparent)]
    Pass(#[from] PassError),
    /// A shape is invalid.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A bone is no valid body of pieces.
    #[error(transparent)]
    Pieces(#[from] PiecesError),
    /// The plant is no valid mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// A pose is invalid.
    #[error(transparent)]
    Motion(#[from] MotionError),
    /// A body has no box.
    #[error(transparent)]
    Swept(#[from] SweptError),
    /// A coordinate is not finite.
    #[error(transparent)]
    NotFinite(#[from] NotFinite),
}

/// Frames per second, as in \[2\].
pub const RATE: u32 = 24;
/// Steps in a frame. A bone goes straight in a step, and its speed grows at the start of each: so with one step a
/// microcollision would have to be twice as fast, as it must be faster than what gravity adds.
const STEPS: u32 = 2;
/// How far beyond the distance at which bodies touch an impact may be found, in metres, as in \[2\].
const TOLERANCE: f32 = 3e-4;
/// How much bones are rounded for the pass, in metres. It is more than the two tolerances that bodies in contact may use.
pub(super) const SKIN: f32 = 1e-3;
/// How far bones may leave their way in a step as they slide, in metres: as far as a bone comes at 1 m/s.
const SLIDE: f32 = 0.02;
/// No bone flies farther than this in a step, in metres. All pairs are given to the pass.
const FARTHEST: f32 = 10.0;
/// The acceleration of gravity.
const GRAVITY: f32 = 9.81;
/// Bodies below this height are past the plant.
const PAST: f32 = -1.0;
/// Bodies are near each other if the boxes around them are, once they are grown by this, in metres.
const NEAR: f32 = 5e-3;

/// The bones and the plant.
pub struct World {
    /// The last is the plant.
    pub(super) bodies: Vec<Body>,
    /// What the pass sees of each body.
    pub(super) forms: Vec<AnyPieces<f32, 3>>,
    pub(super) hulls: Vec<Vec<ConvexHull<f32, 3>>>,
    pub(super) surface: Surface,
}

/// A body on its way, as the pass sees it.
type Sent<'w> = engine::Body3<&'w AnyShape<f32, 3>, &'w AnyPieces<f32, 3>, f32>;

impl World {
    /// Returns the bones.
    pub fn bones(&self) -> &[Body] {
        &self.bodies[..self.hulls.len()]
    }

    /// Returns the pieces of each bone, in its frame.
    pub fn hulls(&self) -> &[Vec<ConvexHull<f32, 3>>] {
        &self.hulls
    }

    /// Returns the surface of the plant.
    pub fn surface(&self) -> &Surface {
        &self.surface
    }

    /// Returns how many bones are in a condition.
    pub fn count(&self, condition: Condition) -> usize {
        let bones = self.bones().iter();
        bones.filter(|bone| bone.condition() == condition).count()
    }

    /// Moves all bodies on by a frame of 1/24 s.
    ///
    /// # Errors
    /// [`TorsoError`].
    pub fn advance(&mut self) -> Result<Frame, TorsoError> {
        let start = ThreadTime::now();
        let mut frame = Frame::default();
        for number in 0..STEPS {
            self.step(number, &mut frame)?;
        }
        for body in &mut self.bodies {
            body.end_frame(1.0 / RATE as f32);
            if body.pose.translation.y < PAST {
                body.remove();
            }
        }
        frame.spent = start.elapsed();
        frame.awake = self.count(Condition::Awake);
        frame.gone = self.count(Condition::Gone);
        self.compare(&mut frame)?;
        Ok(frame)
    }

    /// Sends all bodies on their way, and lets them collide in the order of time.
    fn step(&mut self, number: u32, frame: &mut Frame) -> Result<(), TorsoError> {
        let length = 1.0 / (RATE * STEPS) as f32;
        let mut sent = Vec::new();
        for (body, form) in self.bodies.iter_mut().zip(&self.forms) {
            body.accelerate(&(Vector3::y() * (-GRAVITY * length)));
            let form = AnyForm::Pieces(form);
            sent.push(Sent::of(form, body.pose, body.after(length)).margin(FARTHEST));
        }
        let there = self.there();
        let pairs = there.iter().enumerate();
        let pairs = pairs.flat_map(|(index, &b)| there[..index].iter().map(move |&a| [a, b]));
        let mut step = Step {
            bodies: &mut self.bodies,
            frame,
            since: number as f32 * length,
            length,
        };
        let pass = Pass::new().tolerance(TOLERANCE).slide_up_to(SLIDE);
        let report = pass.run(&mut sent, pairs, |event| step.respond(event))?;
        frame.queries += report.queries;
        frame.waited += report.out_of_moves.len() + report.wedged.len();
        frame.unproven += report.no_longer_proven.len() + report.left_margin.len();
        let ends: Vec<_> = sent.iter().map(|body| *body.pose()).collect();
        for (body, end) in self.bodies.iter_mut().zip(ends) {
            body.pose = end;
        }
        for body in report.wedged {
            self.bodies[body].halt();
        }
        Ok(())
    }

    /// Returns the numbers of the bodies that have not fallen past the plant.
    fn there(&self) -> Vec<usize> {
        let all = 0..self.bodies.len();
        all.filter(|&body| self.bodies[body].condition() != Condition::Gone)
            .collect()
    }

    /// Measures the distances of all pairs near each other, by a static test that knows nothing of the pass.
    fn compare(&self, frame: &mut Frame) -> Result<(), TorsoError> {
        let there = self.there();
        let placed = there.iter().map(|&body| {
            let at_rest = AtRest3::new(self.bodies[body].pose)?;
            Ok(MovingPieces::new(&self.forms[body], at_rest))
        });
        let placed: Vec<_> = placed.collect::<Result<_, MotionError>>()?;
        let now = Span::new(0.0, 0.0).expect("a time is an interval");
        let boxes = placed.iter().map(|body| {
            let around = body.swept_box(now)?;
            Ok(around.grown(NEAR))
        });
        let boxes: Vec<_> = boxes.collect::<Result<_, SweptError>>()?;
        for pair in overlapping_pairs(&boxes).pairs {
            let [a, b] = pair.map(|index| &placed[index]);
            // the pass sees bones that are rounded
            let bones = pair
                .iter()
                .filter(|&&index| there[index] < self.hulls.len());
            let rounded = SKIN * bones.count() as f32;
            let distance = rounded + nearest_pieces(a, b, 0.0)?.proximity.signed_distance();
            frame.compared += 1;
            frame.nearest = Some(frame.nearest.map_or(distance, |least| least.min(distance)));
        }
        Ok(())
    }
}
