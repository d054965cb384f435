//! Computes the poses of a robot's bodies at a configuration.

use std::collections::HashMap;

use anyhow::{Context, Result, bail};
use nalgebra::{Isometry3, Matrix3, Quaternion, UnitQuaternion, Vector3};
use photofinish::shape::{AnyShape, ConvexHull};
use photofinish_robot::{Joint, JointKind, Robot};

/// A frame that a joint turns.
#[derive(Clone)]
pub struct Frame {
    /// The frame that the joint is fixed to, or `None` for the world.
    parent: Option<usize>,
    /// The position in that frame. The rotation in that frame is `at_cosine` times the cosine of half the angle, plus
    /// `at_sine` times its sine.
    position: Vector3<f64>,
    at_cosine: Quaternion<f64>,
    at_sine: Quaternion<f64>,
}

impl Frame {
    /// Returns a frame that turns about the unit vector `axis`, at a place that is fixed in the frame `parent`.
    fn new(parent: Option<usize>, origin: &Isometry3<f64>, axis: Vector3<f64>) -> Self {
        let rotation = origin.rotation.into_inner();
        Self {
            parent,
            position: origin.translation.vector,
            at_cosine: rotation,
            at_sine: rotation * Quaternion::from_imag(axis),
        }
    }
}

/// A convex piece of a link.
#[derive(Clone)]
pub struct Body {
    /// The frame that it is fixed to.
    frame: usize,
    /// The map from the hull's frame to that frame, or `None` if the two are equal.
    origin: Option<Isometry3<f64>>,
    pub hull: ConvexHull<f64, 3>,
}

impl Body {
    /// Returns a body with a hull that is fixed in `frame`.
    fn new(frame: usize, origin: Isometry3<f64>, hull: ConvexHull<f64, 3>) -> Self {
        Self {
            frame,
            origin: (origin != Isometry3::identity()).then_some(origin),
            hull,
        }
    }
}

/// A robot with turning joints. A configuration has one value for each frame.
#[derive(Clone, Default)]
pub struct Chain {
    /// The frames, parents before children.
    pub frames: Vec<Frame>,
    pub bodies: Vec<Body>,
}

/// A pose, with its rotation as a matrix too.
#[repr(C)] // coal's shim reads it
#[derive(Clone, Copy)]
pub struct Placement {
    pub rotation: Matrix3<f64>,
    pub pose: Isometry3<f64>,
}

impl Placement {
    /// Returns the placement of this pose.
    pub fn new(pose: Isometry3<f64>) -> Self {
        Self {
            rotation: pose.rotation.to_rotation_matrix().into_inner(),
            pose,
        }
    }

    fn from_parts(orientation: UnitQuaternion<f64>, position: Vector3<f64>) -> Self {
        Self::new(Isometry3::from_parts(position.into(), orientation))
    }

    /// Returns the place in the world of a point that is given in the placed frame.
    pub fn point(&self, point: &Vector3<f64>) -> Vector3<f64> {
        self.rotation * point + self.pose.translation.vector
    }
}

/// Memory for the poses of one configuration.
#[derive(Clone, Default)]
pub struct Poses {
    frames: Vec<Placement>,
    /// The poses of the bodies in the world.
    pub bodies: Vec<Placement>,
}

/// The place of a link: the frame that it moves with and its pose in it. Without a frame the link does not move, and
/// the pose is in the world.
type Place = (Option<usize>, Isometry3<f64>);

impl Chain {
    /// Returns the chain of a robot, without the pieces of the link called `base`.
    pub fn new(robot: &Robot, base: &str) -> Result<Self> {
        let mut chain = Self::default();
        let is_child = |name: &str| robot.joints().iter().any(|joint| joint.child() == name);
        let roots = robot.links().iter().filter(|link| !is_child(link.name()));
        let mut places: HashMap<&str, Place> = roots
            .map(|link| (link.name(), (None, *robot.base())))
            .collect();
        for joint in robot.joints() {
            let parent = places.get(joint.parent()).with_context(|| {
                format!("the joint {} stands before its parent's", joint.name())
            })?;
            let place = chain.place_of_child(parent, joint)?;
            places.insert(joint.child(), place);
        }
        for link in robot.links().iter().filter(|link| link.name() != base) {
            let (frame, place) = places[link.name()];
            for piece in link.pieces() {
                let (Some(frame), AnyShape::ConvexHull(hull)) = (frame, &piece.shape) else {
                    bail!(
                        "the link {} does not move, or is no hull: not needed so far",
                        link.name()
                    );
                };
                let body = Body::new(frame, place * piece.pose, hull.clone());
                chain.bodies.push(body);
            }
        }
        Ok(chain)
    }

    /// Returns the place of a joint's child, given that of its parent. A joint that turns adds a frame.
    fn place_of_child(&mut self, (frame, place): &Place, joint: &Joint) -> Result<Place> {
        let origin = place * joint.origin();
        Ok(match joint.kind() {
            JointKind::Fixed => (*frame, origin),
            JointKind::Revolute(axis) if joint.mimic().is_none() => {
                self.frames
                    .push(Frame::new(*frame, &origin, axis.into_inner()));
                (Some(self.frames.len() - 1), Isometry3::identity())
            }
            other => bail!("the joint {} is {other:?}: not needed so far", joint.name()),
        })
    }

    /// Computes the poses of all bodies at these joint values.
    pub fn place(&self, values: &[f64], poses: &mut Poses) {
        poses.frames.clear();
        for (frame, value) in self.frames.iter().zip(values) {
            let (sin, cos) = (0.5 * value).sin_cos();
            let turned = frame.at_cosine * cos + frame.at_sine * sin;
            poses
                .frames
                .push(match frame.parent.map(|p| &poses.frames[p]) {
                    Some(parent) => Placement::from_parts(
                        UnitQuaternion::new_unchecked(parent.pose.rotation.into_inner() * turned),
                        parent.point(&frame.position),
                    ),
                    None => {
                        Placement::from_parts(UnitQuaternion::new_unchecked(turned), frame.position)
                    }
                });
        }
        poses.bodies.clear();
        for body in &self.bodies {
            let frame = &poses.frames[body.frame];
            poses.bodies.push(match &body.origin {
                Some(origin) => Placement::from_parts(
                    frame.pose.rotation * origin.rotation,
                    frame.point(&origin.translation.vector),
                ),
                None => *frame,
            });
        }
    }
}
