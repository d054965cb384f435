//! Random bodies and motions, for photofinish and for parry.

use nalgebra::{Isometry3, UnitQuaternion, Vector3, vector};
use parry3d_f64::math::{Pose, Rot3, Vector};
use parry3d_f64::query::NonlinearRigidMotion;
use parry3d_f64::shape::{Compound as TheirCompound, Cuboid as TheirCuboid, SharedShape};
use photofinish::motion::ConstantVelocity;
use photofinish::pieces::Compound;
use photofinish::shape::Cuboid;
use photofinish::support::Posed;
use rand::RngExt;
use rand::rngs::StdRng;

pub type Boxes = Compound<Posed<Cuboid<f64, 3>, f64, 3>, f64, 3>;
pub type Flight = ConstantVelocity<f64, UnitQuaternion<f64>, 3>;

pub fn direction(random: &mut StdRng) -> Vector3<f64> {
    loop {
        let v = Vector3::from_fn(|_, _| random.random_range(-1.0..1.0));
        if (0.1..1.0).contains(&v.norm()) {
            return v.normalize();
        }
    }
}

pub fn vector(v: &Vector3<f64>) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

pub fn pose(pose: &Isometry3<f64>) -> Pose {
    let q = pose.rotation.coords;
    let rotation = Rot3::from_xyzw(q.x, q.y, q.z, q.w);
    Pose::from_parts(vector(&pose.translation.vector), rotation)
}

/// A star of boxes: arms about 1 long, each a chain of boxes.
pub fn star(random: &mut StdRng, pieces: usize) -> (Boxes, TheirCompound) {
    let arms = (pieces as f64).sqrt().ceil() as usize;
    let per_arm = pieces.div_ceil(arms);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let mut along = direction(random);
    for piece in 0..pieces {
        let step = piece % per_arm;
        if step == 0 {
            along = direction(random);
        }
        let size = 0.7 / per_arm as f64;
        let half = vector![size, 0.4 * size, 0.6 * size];
        let turn =
            UnitQuaternion::from_scaled_axis(direction(random) * random.random_range(0.0..3.0));
        let out = along * (0.05 + step as f64 / per_arm as f64);
        let place = Isometry3::from_parts(out.into(), turn);
        let shape = Cuboid::new(half).expect("a size");
        ours.push(Posed::new(shape, &place).expect("a pose"));
        theirs.push((
            pose(&place),
            SharedShape::new(TheirCuboid::new(vector(&half))),
        ));
    }
    (
        Compound::new(ours).expect("pieces"),
        TheirCompound::new(theirs),
    )
}

/// A motion at constant velocities, for both.
pub fn motion(
    start: Isometry3<f64>,
    velocity: Vector3<f64>,
    spin: Vector3<f64>,
) -> (Flight, NonlinearRigidMotion) {
    let ours = ConstantVelocity::new(start, velocity, spin).expect("a motion");
    let theirs =
        NonlinearRigidMotion::new(pose(&start), Vector::ZERO, vector(&velocity), vector(&spin));
    (ours, theirs)
}
