//! A bone in flight, or asleep.

use std::cell::Cell;
use std::sync::Arc;

use nalgebra::{Isometry3, Matrix3, UnitQuaternion, Vector3};
use photofinish::motion::{Motion, Polynomial3, Rotor};
use photofinish::pieces::{Compound, MovingPieces, Pieces};
use photofinish::shape::ConvexHull;
use photofinish::{MotionError, Real};

use super::approach::{Ball, Course};
use super::bounds::{ROUNDING, turns};
use super::boxes::{Node, boxes_of, hulls_of};
use super::world::WorldError;
use crate::flight::{Flight, State, angular_velocity, flight};
use crate::impulse::Struck;
use crate::solid::Mass;

/// What a bone looks like to queries.
pub type Shape<T> = Compound<ConvexHull<T, 3>, T, 3>;

/// Whether a body moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// It falls freely between its impacts.
    Awake,
    /// It stays where it is for the rest of the frame: it had a second microcollision in it, or is wedged.
    Paused,
    /// It stays where it is until something hits it.
    Asleep,
    /// It fell past the plant.
    Gone,
}

/// A body that drifts less than this counts as at rest, in metres and in radians.
const STILL: (f64, f64) = (4e-3, 4e-2);
/// How long it must be still before it sleeps, in seconds. A force of a fiftieth of its weight would move it by
/// [`STILL`] in that time.
const PATIENCE: f64 = 0.2;

/// The most microcollisions of a body in a frame: with the next one it pauses. A body that is wedged in between others
/// would have thousands.
const MOST_MICRO: u32 = 1;

/// A bone.
#[derive(Clone, Debug)]
pub struct Body<T: Real> {
    shape: Arc<Shape<T>>,
    boxes: Arc<[Node]>,
    /// The hulls of what is in each box.
    hulls: Arc<[ConvexHull<T, 3>]>,
    inverse_mass: f64,
    inertia: Matrix3<f64>,
    inverse_inertia: Matrix3<f64>,
    /// The distance of no point from the centre of mass is larger.
    reach: f64,
    gravity: Vector3<T>,
    condition: Condition,
    /// The state at the time `since`, where the motion begins.
    state: State<T>,
    since: T,
    motion: Flight<T>,
    /// A bound of the speed at which points turn about the centre, from that time to the end of the motion.
    turning: f64,
    /// Bounds of the angular velocity and of its derivative.
    turn: [f64; 2],
    /// Where the body was when it last had moved, and for how many seconds it has been still.
    still: (Isometry3<T>, f64),
    /// The microcollisions of this frame.
    micro: u32,
    /// The last time for which it was asked how it moves, and the answer.
    course: Cell<Option<(T, Course)>>,
    /// For how many seconds it moved between its last two impacts, and since then up to the start of the frame.
    lasted: (f64, f64),
}

impl<T: Real> Body<T> {
    /// Returns a body that begins to fall at time 0 of a frame of this length. The origin of its shape is its centre of
    /// mass.
    pub(super) fn new(
        pieces: Vec<ConvexHull<T, 3>>,
        mass: &Mass,
        pose: Isometry3<T>,
        gravity: Vector3<T>,
        frame: T,
    ) -> Result<Self, WorldError> {
        let shape = Shape::new(pieces.clone())?;
        let boxes = boxes_of(shape.tree());
        let inverse_inertia = mass.inertia.try_inverse().unwrap_or_else(Matrix3::zeros);
        let state = State {
            pose,
            velocity: Vector3::zeros(),
            momentum: Vector3::zeros(),
        };
        let around = shape.tree().bounds(0).expect("a tree has a root");
        let reach = (around.center.norm() + around.half_extents.norm()).as_f64();
        Ok(Self {
            hulls: hulls_of(&boxes, &pieces)?.into(),
            boxes: boxes.into(),
            shape: Arc::new(shape),
            inverse_mass: 1.0 / mass.mass,
            inertia: mass.inertia,
            inverse_inertia,
            reach: reach * (1.0 + ROUNDING),
            gravity,
            condition: Condition::Awake,
            motion: flight(&state, &inverse_inertia, &gravity, (T::zero(), frame))?,
            turning: 0.0,
            turn: [0.0; 2],
            state,
            since: T::zero(),
            still: (pose, 0.0),
            micro: 0,
            course: Cell::new(None),
            lasted: (frame.as_f64(), 0.0),
        })
    }

    /// Returns the pieces.
    pub fn shape(&self) -> &Shape<T> {
        &self.shape
    }

    /// Returns the moving body for queries.
    pub(super) fn moving(&self) -> MovingPieces<&Shape<T>, &Flight<T>, T, 3> {
        MovingPieces::new(&self.shape, &self.motion)
    }

    /// Returns the hulls of what is in each box.
    pub(super) fn hulls(&self) -> &[ConvexHull<T, 3>] {
        &self.hulls
    }

    /// Returns whether the body moves.
    pub fn condition(&self) -> Condition {
        self.condition
    }

    /// Returns the pose at a time of the frame.
    pub fn pose(&self, time: T) -> Isometry3<T> {
        if time == self.since {
            self.state.pose
        } else {
            self.motion.pose(time)
        }
    }

    /// Takes the body away.
    pub(super) fn remove(&mut self) {
        self.condition = Condition::Gone;
    }

    /// Lets the body fall freely from its state on, to the end of the frame or as far as a flight goes.
    pub(super) fn fly(&mut self, frame: T) -> Result<(), MotionError> {
        if self.since < frame {
            let times = (self.since, frame);
            self.motion = match self.condition {
                Condition::Awake => {
                    flight(&self.state, &self.inverse_inertia, &self.gravity, times)?
                }
                _ => rest(&self.state.pose, times)?,
            };
            self.turn = match self.condition {
                Condition::Awake => turns(&self.motion),
                _ => [0.0; 2],
            };
            self.turning = self.turn[0] * self.reach;
            self.course.set(None);
        }
        Ok(())
    }

    /// Returns when the motion ends: with the frame or before.
    pub(super) fn end(&self) -> T {
        self.motion.end()
    }

    /// Goes on where the motion ends.
    pub(super) fn fly_on(&mut self, frame: T) -> Result<(), MotionError> {
        let end = self.end();
        self.lasted.1 += (end - self.since).as_f64();
        self.set_state(end);
        self.fly(frame)
    }

    /// Begins the next frame, the last one having ended at this time. Sends bodies to sleep that have been still.
    pub(super) fn begin_frame(&mut self, end: T, frame: T) -> Result<(), MotionError> {
        self.lasted.1 += (end - self.since).as_f64();
        self.set_state(end);
        self.since = T::zero();
        self.micro = 0;
        if self.condition == Condition::Paused {
            self.condition = Condition::Awake;
        }
        if self.condition == Condition::Awake {
            let (place, seconds) = &mut self.still;
            let moved = (self.state.pose.translation.vector - place.translation.vector).norm();
            let turned = self.state.pose.rotation.angle_to(&place.rotation);
            if moved.as_f64() < STILL.0 && turned.as_f64() < STILL.1 {
                *seconds += end.as_f64();
            } else {
                self.still = (self.state.pose, 0.0);
            }
            if self.still.1 > PATIENCE {
                self.stop(T::zero(), Condition::Asleep);
            }
        }
        self.fly(frame)
    }

    /// Counts a microcollision, and pauses the body if there were too many in the frame.
    pub(super) fn count_micro(&mut self, time: T) {
        self.micro += 1;
        if self.micro > MOST_MICRO {
            self.pause(time);
        }
    }

    /// Pauses the body, if it moves.
    pub(super) fn pause(&mut self, time: T) {
        if self.condition == Condition::Awake {
            self.stop(time, Condition::Paused);
        }
    }

    /// Stops the body where it is.
    fn stop(&mut self, time: T, condition: Condition) {
        self.set_state(time);
        self.condition = condition;
        self.state.velocity = Vector3::zeros();
        self.state.momentum = Vector3::zeros();
    }

    /// Returns whether the body has moved as it does now since this time only.
    pub(super) fn changed_at(&self, time: T) -> bool {
        self.since == time
    }

    /// Wakes the body at a time, if it stays where it is since an earlier one.
    pub(super) fn wake(&mut self, time: T) {
        let stays = matches!(self.condition, Condition::Asleep | Condition::Paused);
        if stays && self.since < time {
            self.set_state(time);
            self.condition = Condition::Awake;
            self.still = (self.state.pose, 0.0);
        }
    }

    /// Returns the ball around the body.
    pub(super) fn ball(&self) -> Ball {
        Ball {
            place: self.state.pose.translation.vector.map(T::as_f64),
            velocity: self.velocity(self.since).map(T::as_f64),
            gravity: self.gravity(),
            since: self.since.as_f64(),
            radius: self.reach,
        }
    }

    /// Returns the acceleration of the centre.
    fn gravity(&self) -> Vector3<f64> {
        match self.condition {
            Condition::Awake => self.gravity.map(T::as_f64),
            _ => Vector3::zeros(),
        }
    }

    /// Returns a bound of the speed at which points turn about the centre, from the last impact on.
    pub(super) fn turning(&self) -> f64 {
        self.turning
    }

    /// Returns the velocity of the centre.
    pub fn velocity(&self, time: T) -> Vector3<T> {
        match self.condition {
            Condition::Awake => self.state.velocity + self.gravity * (time - self.since),
            _ => Vector3::zeros(),
        }
    }

    /// Returns the boxes around its pieces.
    pub(super) fn boxes(&self) -> &[Node] {
        &self.boxes
    }

    /// Returns where the body is at a time, and how it moves from then on to the end of its motion.
    pub(super) fn course(&self, time: T) -> Course {
        let last = self.course.get().filter(|(of, _)| *of == time);
        let (_, course) = last.unwrap_or_else(|| (time, self.course_at(time)));
        self.course.set(Some((time, course)));
        course
    }

    fn course_at(&self, time: T) -> Course {
        let pose = self.pose(time);
        let turned: UnitQuaternion<f64> = Rotor::<T, 3>::to_f64(&pose.rotation);
        let velocity = self.motion.linear_velocity(time).map(T::as_f64);
        let spin = self.motion.angular_velocity(time).map(T::as_f64);
        let rotation = turned.to_rotation_matrix().into_inner();
        let spin_in_body = rotation.tr_mul(&spin);
        Course {
            rotation,
            place: pose.translation.vector.map(T::as_f64),
            velocity,
            spin_in_body,
            across: spin_in_body.map(|along| (spin.norm_squared() - along * along).max(0.0).sqrt()),
            rounding: (velocity.norm() + spin.norm() * self.reach) * ROUNDING,
            fastest: self.turn[0],
            change: self.turn[1],
            gravity: self.gravity(),
        }
    }

    /// Returns for how many seconds it moved between its last two impacts.
    pub(super) fn lasted(&self) -> f64 {
        self.lasted.0
    }

    fn set_state(&mut self, time: T) {
        self.state = State {
            pose: self.pose(time),
            velocity: self.velocity(time),
            momentum: self.state.momentum,
        };
        self.since = time;
    }

    /// Sets the body spinning.
    pub(super) fn spin(&mut self, velocity: &Vector3<f64>) {
        let rotation = self.rotation(self.since);
        let momentum = rotation * (self.inertia * rotation.inverse_transform_vector(velocity));
        self.state.momentum = momentum.map(T::of);
    }

    fn rotation(&self, time: T) -> UnitQuaternion<f64> {
        let rotation: UnitQuaternion<f64> = Rotor::<T, 3>::to_f64(&self.pose(time).rotation);
        UnitQuaternion::new_normalize(rotation.into_inner())
    }

    fn arm(&self, point: &Vector3<T>, time: T) -> Vector3<f64> {
        (point - self.pose(time).translation.vector).map(T::as_f64)
    }
}

/// Returns the motion of a body that stays.
fn rest<T: Real>(pose: &Isometry3<T>, (from, to): (T, T)) -> Result<Flight<T>, MotionError> {
    Polynomial3::new(
        (from, to),
        &[pose.translation.vector],
        &[pose.rotation.numbers()],
    )
}

impl<T: Real> Struck<T> for Body<T> {
    fn velocity_at(&self, point: &Vector3<T>, time: T) -> Vector3<T> {
        if self.condition != Condition::Awake {
            return Vector3::zeros();
        }
        let momentum = self.state.momentum.map(T::as_f64);
        let spin = angular_velocity(&self.rotation(time), &momentum, &self.inverse_inertia);
        self.velocity(time) + spin.cross(&self.arm(point, time)).map(T::of)
    }

    fn compliance_at(&self, point: &Vector3<T>, time: T) -> Matrix3<T> {
        if self.condition != Condition::Awake {
            return Matrix3::zeros();
        }
        let arm = self.arm(point, time).cross_matrix();
        let rotation = self.rotation(time).to_rotation_matrix().into_inner();
        let inverse = rotation * self.inverse_inertia * rotation.transpose();
        (Matrix3::from_diagonal_element(self.inverse_mass) - arm * inverse * arm).map(T::of)
    }

    fn push(
        &mut self,
        impulse: Vector3<T>,
        point: &Vector3<T>,
        time: T,
    ) -> Result<(), MotionError> {
        if self.condition == Condition::Awake {
            let passed = self.lasted.1 + (time - self.since).as_f64();
            if passed > 0.0 {
                self.lasted = (passed, 0.0);
            }
            self.set_state(time);
            self.state.velocity += impulse * T::of(self.inverse_mass);
            let turn = self.arm(point, time).cross(&impulse.map(T::as_f64));
            self.state.momentum += turn.map(T::of);
        }
        Ok(())
    }
}
