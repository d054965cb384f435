//! Rigid bodies, in free flight between two impacts.

use nalgebra::{Isometry3, Matrix3, Vector3};

use crate::impulse::Struck;
use photofinish::motion::{Ballistic3, ConstantVelocity3, Motion};
use photofinish::shape::AnyShape;
use photofinish::{Extrusion, MotionError, Moving, Proximity, Real};

/// A rigid body. Units are metres, seconds and kilograms; vectors are in the world unless said otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Body<T: Real> {
    shape: AnyShape<T, 3>,
    mass: Mass<T>,
    /// The pose and the velocities, with the time that they hold for. The body has flown freely since then.
    ///
    /// Its angular velocity stays constant. A body whose moments of inertia differ would tumble instead; these
    /// gyroscopic terms are left out, which keeps its kinetic energy, but lets the angular momentum turn.
    motion: Ballistic3<T>,
}

/// The mass and the moments of inertia, which resist a push.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Mass<T> {
    /// One over the mass; zero for a body that never moves.
    inverse: T,
    /// One over the moments of inertia about the body's own axes, which are the principal axes of a ball and a cuboid.
    inverse_inertia: Vector3<T>,
}

impl<T: Real> Body<T> {
    /// Returns a body of this density that is at `pose` at time 0. Only gravity acts on it.
    pub fn flying(
        shape: AnyShape<T, 3>,
        density: T,
        pose: Isometry3<T>,
        velocities: (Vector3<T>, Vector3<T>),
        gravity: Vector3<T>,
    ) -> Result<Self, MotionError> {
        let start = ConstantVelocity3::new(pose, velocities.0, velocities.1)?;
        Ok(Self {
            mass: Mass::of(&shape, density),
            motion: Ballistic3::new(start, gravity)?,
            shape,
        })
    }

    /// Returns a body that stays at `pose`, whatever hits it.
    pub fn fixed(shape: AnyShape<T, 3>, pose: Isometry3<T>) -> Result<Self, MotionError> {
        let zero = Vector3::zeros();
        Ok(Self {
            mass: Mass {
                inverse: T::zero(),
                inverse_inertia: zero,
            },
            motion: Ballistic3::new(ConstantVelocity3::new(pose, zero, zero)?, zero)?,
            shape,
        })
    }

    /// Returns the moving body for queries of the library.
    pub fn moving(&self) -> Moving<AnyShape<T, 3>, Ballistic3<T>, T, 3> {
        Moving::new(self.shape.clone(), self.motion)
    }

    /// Returns the shape, in the body's own coordinates.
    pub fn shape(&self) -> &AnyShape<T, 3> {
        &self.shape
    }

    /// Returns whether the body never moves.
    pub fn is_fixed(&self) -> bool {
        self.mass.inverse == T::zero()
    }

    /// Returns the pose at `time`.
    pub fn pose(&self, time: T) -> Isometry3<T> {
        self.motion.pose(time)
    }

    /// Returns the velocity of the centre at `time`.
    pub fn velocity(&self, time: T) -> Vector3<T> {
        let start = self.motion.start();
        start.linear_velocity() + self.motion.acceleration() * (time - start.epoch())
    }

    /// Makes `time` zero. Times count from the start of a frame, so that rounding does not grow with the hours.
    pub fn rebase(&mut self, time: T) -> Result<(), MotionError> {
        if self.is_fixed() {
            return Ok(());
        }
        let angular = self.motion.start().angular_velocity();
        self.restart(self.pose(time), self.velocity(time), angular, T::zero())
    }

    /// Returns the kinetic and potential energy at `time`, in joules.
    pub fn energy(&self, time: T) -> f64 {
        if self.is_fixed() {
            return 0.0;
        }
        let pose = self.pose(time);
        let velocity = self.velocity(time);
        let spin = pose.inverse_transform_vector(&self.motion.start().angular_velocity());
        let spinning = spin
            .component_mul(&spin)
            .component_div(&self.mass.inverse_inertia)
            .sum();
        let height = -self.motion.acceleration().dot(&pose.translation.vector);
        let half = T::of(0.5);
        let moving = (velocity.norm_squared() * half + height) / self.mass.inverse;
        (moving + spinning * half).as_f64()
    }

    fn restart(
        &mut self,
        pose: Isometry3<T>,
        linear: Vector3<T>,
        angular: Vector3<T>,
        epoch: T,
    ) -> Result<(), MotionError> {
        let start = ConstantVelocity3::new(pose, linear, angular)?.starting_at(epoch)?;
        self.motion = Ballistic3::new(start, *self.motion.acceleration())?;
        Ok(())
    }

    /// Returns the inverse of the inertia, in world coordinates.
    fn inverse_inertia(&self, pose: &Isometry3<T>) -> Matrix3<T> {
        let rotation = pose.rotation.to_rotation_matrix().into_inner();
        rotation * Matrix3::from_diagonal(&self.mass.inverse_inertia) * rotation.transpose()
    }
}

impl<T: Real> Struck<T> for Body<T> {
    fn velocity_at(&self, point: &Vector3<T>, time: T) -> Vector3<T> {
        let arm = point - self.pose(time).translation.vector;
        self.velocity(time) + self.motion.start().angular_velocity().cross(&arm)
    }

    fn compliance_at(&self, point: &Vector3<T>, time: T) -> Matrix3<T> {
        let pose = self.pose(time);
        let arm = (point - pose.translation.vector).cross_matrix();
        Matrix3::from_diagonal_element(self.mass.inverse) - arm * self.inverse_inertia(&pose) * arm
    }

    fn push(
        &mut self,
        impulse: Vector3<T>,
        point: &Vector3<T>,
        time: T,
    ) -> Result<(), MotionError> {
        if self.is_fixed() {
            return Ok(());
        }
        let pose = self.pose(time);
        let arm = point - pose.translation.vector;
        let linear = self.velocity(time) + impulse * self.mass.inverse;
        let angular = self.motion.start().angular_velocity()
            + self.inverse_inertia(&pose) * arm.cross(&impulse);
        self.restart(pose, linear, angular, time)
    }
}

impl<T: Real> Mass<T> {
    /// Returns the mass of a homogeneous ball or cuboid. The example has no other shapes.
    fn of(shape: &AnyShape<T, 3>, density: T) -> Self {
        let (volume, inertia_per_mass) = match shape {
            AnyShape::Cuboid(cuboid) => {
                let half = cuboid.half_extents();
                let squares = half.component_mul(half);
                let across = squares.map(|square| (squares.sum() - square) / T::of(3.0));
                (half.product() * T::of(8.0), across)
            }
            round => {
                let radius = photofinish::SupportMap::radius(round);
                let square = radius * radius;
                let volume = square * radius * T::pi() * T::of(4.0 / 3.0);
                (volume, Vector3::repeat(square * T::of(0.4)))
            }
        };
        let mass = volume * density;
        Self {
            inverse: T::one() / mass,
            inverse_inertia: inertia_per_mass.map(|inertia| T::one() / (inertia * mass)),
        }
    }
}

/// Returns how near two bodies are at `time`.
pub fn proximity<T: Real>(a: &Body<T>, b: &Body<T>, time: T) -> Proximity<T, 3> {
    let (moving_a, moving_b) = (a.moving(), b.moving());
    // coordinates count from half way between the bodies: far from the world's origin they would lose digits
    let origin = (moving_a.reference(time) + moving_b.reference(time)) * T::of(0.5);
    photofinish::proximity(
        &moving_a.slice(time, &origin),
        &moving_b.slice(time, &origin),
    )
}
