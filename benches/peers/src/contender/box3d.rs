//! Asks Box3D through its C interface. Box3D is built with its defaults: positions in single precision, one metre per
//! unit.
//!
//! Distance and intersection come from `b3ShapeDistance` with an empty cache. As in `b3OverlapHull` and similar
//! functions, bodies less than `B3_OVERLAP_SLOP` apart count as touching. The depth is the largest among the points of
//! the manifold that the collide function of the two shapes builds. All these functions take B's pose in A's frame,
//! which each query computes.

pub(crate) mod body;
mod trial;

use boxddd_sys::ffi::*;
use nalgebra::{Isometry3, Vector3};

use super::{Answer, Contender, Measure, Pair, Question, Slack};
use crate::scenes::Case;
use body::{Body, Collider};

pub use trial::{ARGUMENT as MAKE_HULL, make as make_hull};

/// `B3_LINEAR_SLOP`. Box3D prefers the axis of a pair of edges to that of a face only if it is better by this length.
pub(crate) const LINEAR_SLOP: f64 = 0.005;
/// `B3_OVERLAP_SLOP`.
pub(crate) const OVERLAP_SLOP: f64 = 0.1 * LINEAR_SLOP;

pub struct Box3d;

unsafe extern "C" fn silent(_: *const std::ffi::c_char) {}

impl Box3d {
    pub fn new() -> Self {
        // SAFETY: the function is static and ignores its argument.
        unsafe { b3SetLogFcn(Some(silent)) };
        Self
    }
}

impl Contender for Box3d {
    fn name(&self) -> &'static str {
        "Box3D"
    }

    fn epsilon(&self) -> f64 {
        f64::from(f32::EPSILON)
    }

    fn slack(&self, question: Question) -> Slack {
        let length = match question {
            Question::Distance => 0.0,
            Question::Intersects => OVERLAP_SLOP,
            Question::Signed => LINEAR_SLOP,
        };
        Slack { length, share: 0.0 }
    }

    fn build(&self, case: &Case) -> Result<Box<dyn Pair>, Answer> {
        Ok(Box::new(Bodies {
            a: Body::new(&case.a)?,
            b: Body::new(&case.b)?,
        }))
    }
}

struct Bodies {
    a: Body,
    b: Body,
}

impl Pair for Bodies {
    fn distance(&self) -> Answer {
        let found = self.shape_distance();
        let [normal, on_a, on_b] = [found.normal, found.pointA, found.pointB].map(|v| vector(&v));
        let frame = &self.a.pose;
        // for bodies that count as touching, Box3D does not use this normal
        let apart = f64::from(found.distance) >= OVERLAP_SLOP;
        Answer::Measured(Measure {
            signed: f64::from(found.distance),
            normal: apart.then(|| double(&(frame.rotation * normal))),
            points: Some(
                [on_a, on_b].map(|v| double(&(frame.rotation * v + frame.translation.vector))),
            ),
        })
    }

    fn intersects(&self) -> Answer {
        Answer::Touching(f64::from(self.shape_distance().distance) < OVERLAP_SLOP)
    }

    fn signed(&self) -> Answer {
        let (a, b) = match (self.a.collider(), self.b.collider()) {
            (Ok(a), Ok(b)) => (a, b),
            (Err(answer), _) | (_, Err(answer)) => return answer,
        };
        // there is one collide function for each pair of kinds, and the simpler body comes second
        let least = if a.rank() >= b.rank() {
            separation((&self.a, a), (&self.b, b))
        } else {
            separation((&self.b, b), (&self.a, a))
        };
        match least {
            Some(signed) if signed > 0.0 => Answer::NotOffered,
            // the points are clipped to a face, so they do not show the overlap along the normal
            Some(signed) => Answer::Measured(Measure {
                signed,
                normal: None,
                points: None,
            }),
            // bodies that are a little apart have an empty manifold too
            None if self.shape_distance().distance > 0.0 => Answer::NotOffered,
            None => Answer::Nothing,
        }
    }
}

impl Bodies {
    fn shape_distance(&self) -> b3DistanceOutput {
        let input = b3DistanceInput {
            proxyA: self.a.proxy(),
            proxyB: self.b.proxy(),
            transform: relative(&self.a.pose, &self.b.pose),
            useRadii: true,
        };
        let mut cache = b3SimplexCache {
            metric: 0.0,
            count: 0,
            indexA: [0; 4],
            indexB: [0; 4],
        };
        // SAFETY: the proxies point into vectors that outlive the call; no simplexes are asked for.
        unsafe { b3ShapeDistance(&input, &mut cache, std::ptr::null_mut(), 0) }
    }
}

/// Returns the least separation of the manifold's points.
fn separation((first, a): (&Body, Collider), (second, b): (&Body, Collider)) -> Option<f64> {
    // SAFETY: numbers and pointers; zero is a value of each field.
    let mut points: [b3LocalManifoldPoint; 16] = unsafe { std::mem::zeroed() };
    let mut manifold: b3LocalManifold = unsafe { std::mem::zeroed() };
    let mut simplex: b3SimplexCache = unsafe { std::mem::zeroed() };
    let mut axis: b3SATCache = unsafe { std::mem::zeroed() };
    manifold.points = points.as_mut_ptr();
    let (out, capacity, pose) = (
        &raw mut manifold,
        points.len() as i32,
        relative(&first.pose, &second.pose),
    );
    // SAFETY: the shapes and the points outlive the calls, and the capacity is that of the points.
    unsafe {
        match (a, b) {
            (Collider::Sphere(a), Collider::Sphere(b)) => {
                b3CollideSpheres(out, capacity, a, b, pose)
            }
            (Collider::Capsule(a), Collider::Sphere(b)) => {
                b3CollideCapsuleAndSphere(out, capacity, a, b, pose)
            }
            (Collider::Capsule(a), Collider::Capsule(b)) => {
                b3CollideCapsules(out, capacity, a, b, pose)
            }
            (Collider::Hull(a), Collider::Sphere(b)) => {
                b3CollideHullAndSphere(out, capacity, a, b, pose, &mut simplex);
            }
            (Collider::Hull(a), Collider::Capsule(b)) => {
                b3CollideHullAndCapsule(out, capacity, a, b, pose, &mut simplex);
            }
            (Collider::Hull(a), Collider::Hull(b)) => {
                b3CollideHulls(out, capacity, a, b, pose, &mut axis)
            }
            _ => return None,
        }
    }
    let found = &points[..manifold.pointCount as usize];
    let least = found.iter().map(|point| point.separation).reduce(f32::min);
    least.map(f64::from)
}

/// Returns the second body's pose in the frame of the first, computed as `b3InvMulTransforms` does.
pub(crate) fn relative(first: &Isometry3<f32>, second: &Isometry3<f32>) -> b3Transform {
    let turn = first.rotation.inverse();
    let offset = turn * (second.translation.vector - first.translation.vector);
    let rotation = turn * second.rotation;
    b3Transform {
        p: b3Vec3 {
            x: offset.x,
            y: offset.y,
            z: offset.z,
        },
        q: b3Quat {
            v: b3Vec3 {
                x: rotation.i,
                y: rotation.j,
                z: rotation.k,
            },
            s: rotation.w,
        },
    }
}

fn vector(v: &b3Vec3) -> Vector3<f32> {
    Vector3::new(v.x, v.y, v.z)
}

fn double(v: &Vector3<f32>) -> Vector3<f64> {
    v.map(f64::from)
}
