//! Builds the bodies for Box3D.

use std::cell::OnceCell;

use boxddd_sys::ffi::*;
use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion, Vector3};

use super::trial::try_out;
use crate::contender::Answer;
use crate::oracle::shape::Shape;
use crate::scenes::Solid;

/// The largest number of points of a body: the caches of `b3ShapeDistance` have eight bits for the index of a point.
const MAX_POINTS: usize = 256;

/// A body with the data that Box3D's calls need.
pub struct Body {
    pub pose: Isometry3<f32>,
    /// The points of the core.
    points: Vec<b3Vec3>,
    radius: f32,
    kind: Kind,
}

enum Kind {
    Sphere(b3Sphere),
    Capsule(b3Capsule),
    Box(Box<b3BoxHull>),
    Hull(Hull),
    /// A segment or a triangle. Box3D collides these only as parts of a mesh.
    Bare,
}

/// A hull that is built when it is first needed. Distances need none, and from some points Box3D cannot build one.
#[derive(Default)]
struct Hull(OnceCell<Result<*mut b3HullData, Answer>>);

impl Hull {
    fn data(&self, points: &[b3Vec3]) -> Result<*const b3HullData, Answer> {
        let made = self.0.get_or_init(|| {
            try_out(points)?;
            let count = points.len() as i32;
            // SAFETY: the pointer and the count are those of one slice.
            let hull = unsafe { b3CreateHull(points.as_ptr(), count, count) };
            if hull.is_null() {
                Err(Answer::NotBuilt)
            } else {
                Ok(hull)
            }
        });
        made.map(<*mut _>::cast_const)
    }
}

impl Drop for Hull {
    fn drop(&mut self) {
        if let Some(Ok(hull)) = self.0.get() {
            // SAFETY: the hull comes from b3CreateHull and is dropped once.
            unsafe { b3DestroyHull(*hull) }
        }
    }
}

impl Body {
    pub fn new(solid: &Solid) -> Result<Self, Answer> {
        let [x, y, z, w] = solid.quaternion.map(|number| number as f32);
        let rotation = UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z));
        let translation = Translation3::from(solid.position.map(|number| number as f32));
        let (kind, points, radius) = parts(&solid.shape)?;
        Ok(Self {
            pose: Isometry3::from_parts(translation, rotation),
            points,
            radius,
            kind,
        })
    }

    pub fn collider(&self) -> Result<Collider, Answer> {
        Ok(match &self.kind {
            Kind::Sphere(sphere) => Collider::Sphere(sphere),
            Kind::Capsule(capsule) => Collider::Capsule(capsule),
            Kind::Box(hull) => Collider::Hull(&raw const hull.base),
            Kind::Hull(hull) => Collider::Hull(hull.data(&self.points)?),
            Kind::Bare => return Err(Answer::NotOffered),
        })
    }

    pub fn proxy(&self) -> b3ShapeProxy {
        b3ShapeProxy {
            points: self.points.as_ptr(),
            count: self.points.len() as i32,
            radius: self.radius,
        }
    }
}

/// The argument of a collide function.
#[derive(Clone, Copy)]
pub enum Collider {
    Sphere(*const b3Sphere),
    Capsule(*const b3Capsule),
    Hull(*const b3HullData),
}

impl Collider {
    pub fn rank(self) -> u32 {
        match self {
            Collider::Sphere(_) => 0,
            Collider::Capsule(_) => 1,
            Collider::Hull(_) => 2,
        }
    }
}

fn parts(shape: &Shape<3>) -> Result<(Kind, Vec<b3Vec3>, f32), Answer> {
    let center = single(&Vector3::zeros());
    Ok(match shape {
        Shape::Ball { radius } => {
            let radius = *radius as f32;
            let kind = Kind::Sphere(b3Sphere { center, radius });
            (kind, vec![center], radius)
        }
        Shape::Capsule {
            half_height,
            radius,
        } => {
            let [center1, center2] =
                [-half_height, *half_height].map(|y| single(&Vector3::new(0.0, y, 0.0)));
            let radius = *radius as f32;
            let capsule = b3Capsule {
                center1,
                center2,
                radius,
            };
            (Kind::Capsule(capsule), vec![center1, center2], radius)
        }
        Shape::Cuboid { half } => {
            let [x, y, z] = half.map(|number| number as f32).into();
            // SAFETY: plain numbers in, a plain struct out.
            let hull = Box::new(unsafe { b3MakeBoxHull(x, y, z) });
            // the points of the hull would be wrong, as it is at least 2e-3 thick
            let sign =
                |i: usize, axis: usize, half: f32| if i >> axis & 1 == 1 { half } else { -half };
            let corner = |i| b3Vec3 {
                x: sign(i, 0, x),
                y: sign(i, 1, y),
                z: sign(i, 2, z),
            };
            (Kind::Box(hull), (0..8).map(corner).collect(), 0.0)
        }
        Shape::Points(points) if points.len() <= MAX_POINTS => {
            let points: Vec<_> = points.iter().map(single).collect();
            (Kind::Hull(Hull::default()), points, 0.0)
        }
        Shape::Segment(ends) => (Kind::Bare, ends.iter().map(single).collect(), 0.0),
        Shape::Triangle(corners) => (Kind::Bare, corners.iter().map(single).collect(), 0.0),
        _ => return Err(Answer::NotOffered),
    })
}

pub(crate) fn single(v: &Vector3<f64>) -> b3Vec3 {
    b3Vec3 {
        x: v.x as f32,
        y: v.y as f32,
        z: v.z as f32,
    }
}
