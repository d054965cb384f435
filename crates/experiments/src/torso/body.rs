//! A bone, or the plant.

use nalgebra::{Isometry3, Matrix3, Translation3, UnitQuaternion, Vector3};
use photofinish::MotionError;

use crate::impulse::Struck;
use crate::solid::Mass;

/// Whether a body moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// It falls freely between its impacts.
    Awake,
    /// It stays where it is for the rest of the frame, unless it is hit hard: it had a second microcollision.
    Paused,
    /// It stays where it is until it is hit hard. The plant always does.
    Asleep,
    /// It fell past the plant.
    Gone,
}

/// A body that drifts less than this counts as at rest, in metres and in radians.
const STILL: (f32, f32) = (4e-3, 4e-2);
/// How long it must be still before it sleeps, in seconds. A force of a fiftieth of its weight would move it by
/// [`STILL`] in that time.
const PATIENCE: f32 = 0.2;
/// The most microcollisions of a body in a frame: with the next one it pauses. With 2 in place of 1 the experiment took
/// 1.6 times as long.
const MOST_MICRO: u32 = 1;

/// A bone or the plant. The origin of its frame is its centre of mass. Vectors are in the world.
#[derive(Clone, Debug)]
pub struct Body {
    /// Zero for the plant.
    inverse_mass: f32,
    /// In the frame of the body.
    inverse_inertia: Matrix3<f32>,
    condition: Condition,
    pub(super) pose: Isometry3<f32>,
    velocity: Vector3<f32>,
    angular_momentum: Vector3<f32>,
    /// The microcollisions of this frame.
    micro: u32,
    /// Where the body was when it last had moved, and for how many seconds it has been still.
    still: (Isometry3<f32>, f32),
}

impl Body {
    /// Returns a bone that turns, and begins to fall.
    pub(super) fn bone(mass: &Mass, pose: Isometry3<f32>, spin: &Vector3<f64>) -> Self {
        let inverse = mass.inertia.try_inverse().unwrap_or_else(Matrix3::zeros);
        let turn = pose.rotation.cast::<f64>();
        let angular_momentum = turn * (mass.inertia * turn.inverse_transform_vector(spin));
        Self {
            inverse_mass: (1.0 / mass.mass) as f32,
            inverse_inertia: inverse.cast(),
            condition: Condition::Awake,
            pose,
            velocity: Vector3::zeros(),
            angular_momentum: angular_momentum.cast(),
            micro: 0,
            still: (pose, 0.0),
        }
    }

    /// Returns the plant, which never moves.
    pub(super) fn plant() -> Self {
        Self {
            inverse_mass: 0.0,
            inverse_inertia: Matrix3::zeros(),
            condition: Condition::Asleep,
            pose: Isometry3::identity(),
            velocity: Vector3::zeros(),
            angular_momentum: Vector3::zeros(),
            micro: 0,
            still: (Isometry3::identity(), 0.0),
        }
    }

    /// Returns whether the body moves.
    pub fn condition(&self) -> Condition {
        self.condition
    }

    /// Returns the pose.
    pub fn pose(&self) -> &Isometry3<f32> {
        &self.pose
    }

    /// Changes the velocity of the centre by so much, if the body moves.
    pub(super) fn accelerate(&mut self, change: &Vector3<f32>) {
        if self.condition == Condition::Awake {
            self.velocity += change;
        }
    }

    /// Returns where the body gets in a time, if nothing stops it. It turns about the axis, and as fast, as it would half
    /// way there: that makes a body tumble whose moments of inertia differ.
    pub(super) fn after(&self, time: f32) -> Isometry3<f32> {
        let turned = |spin: Vector3<f32>, time: f32| {
            let mut rotation = UnitQuaternion::from_scaled_axis(spin * time) * self.pose.rotation;
            rotation.renormalize();
            rotation
        };
        let half_way = turned(self.spin(&self.pose.rotation), 0.5 * time);
        Isometry3::from_parts(
            Translation3::from(self.pose.translation.vector + self.velocity * time),
            turned(self.spin(&half_way), time),
        )
    }

    /// Returns the angular velocity in this rotation.
    fn spin(&self, rotation: &UnitQuaternion<f32>) -> Vector3<f32> {
        let in_body = rotation.inverse_transform_vector(&self.angular_momentum);
        rotation * (self.inverse_inertia * in_body)
    }

    /// Ends a frame that took so many seconds. A body that paused goes on, and one that was still for long sleeps.
    pub(super) fn end_frame(&mut self, passed: f32) {
        self.micro = 0;
        if self.condition == Condition::Paused {
            self.condition = Condition::Awake;
        }
        if self.condition != Condition::Awake {
            return;
        }
        let (place, seconds) = &mut self.still;
        let moved = (self.pose.translation.vector - place.translation.vector).norm();
        if moved < STILL.0 && self.pose.rotation.angle_to(&place.rotation) < STILL.1 {
            *seconds += passed;
        } else {
            self.still = (self.pose, 0.0);
        }
        if self.still.1 > PATIENCE {
            self.stop(Condition::Asleep);
        }
    }

    /// Takes the body away.
    pub(super) fn remove(&mut self) {
        self.stop(Condition::Gone);
    }

    fn stop(&mut self, condition: Condition) {
        self.condition = condition;
        self.halt();
    }

    /// Takes away the speed of the body.
    pub(super) fn halt(&mut self) {
        self.velocity = Vector3::zeros();
        self.angular_momentum = Vector3::zeros();
    }

    /// Counts a microcollision, and pauses the body if there were too many in the frame.
    pub(super) fn count_micro(&mut self) {
        self.micro += 1;
        if self.condition == Condition::Awake && self.micro > MOST_MICRO {
            self.stop(Condition::Paused);
        }
    }

    /// Wakes a bone that pauses or sleeps.
    pub(super) fn wake(&mut self) {
        let stays = matches!(self.condition, Condition::Asleep | Condition::Paused);
        if stays && self.inverse_mass > 0.0 {
            self.condition = Condition::Awake;
            self.still = (self.pose, 0.0);
        }
    }
}

/// A body that stays where it is cannot be pushed.
impl Struck<f32> for Body {
    fn velocity_at(&self, point: &Vector3<f32>, _: f32) -> Vector3<f32> {
        let arm = point - self.pose.translation.vector;
        self.velocity + self.spin(&self.pose.rotation).cross(&arm)
    }

    fn compliance_at(&self, point: &Vector3<f32>, _: f32) -> Matrix3<f32> {
        if self.condition != Condition::Awake {
            return Matrix3::zeros();
        }
        let arm = (point - self.pose.translation.vector).cross_matrix();
        let rotation = self.pose.rotation.to_rotation_matrix().into_inner();
        let inverse = rotation * self.inverse_inertia * rotation.transpose();
        Matrix3::from_diagonal_element(self.inverse_mass) - arm * inverse * arm
    }

    fn push(
        &mut self,
        impulse: Vector3<f32>,
        point: &Vector3<f32>,
        _: f32,
    ) -> Result<(), MotionError> {
        if self.condition == Condition::Awake {
            self.velocity += impulse * self.inverse_mass;
            let arm = point - self.pose.translation.vector;
            self.angular_momentum += arm.cross(&impulse);
        }
        Ok(())
    }
}
