//! Computes the poses of a robot's bodies at a configuration.

use std::collections::HashMap;

use anyhow::{Context, Result, ensure};
use nalgebra::{Isometry3, Matrix3, Quaternion, UnitQuaternion, Vector3};
use photofinish::shape::AnyShape;
use photofinish_robot::{Joint, JointKind, Robot};

/// A frame that a planned joint moves.
#[derive(Clone)]
struct Frame {
    /// The place of the joint's value in a configuration.
    coordinate: usize,
    /// The frame that the joint is fixed to, or `None` for the world.
    parent: Option<usize>,
    /// The position in that frame at the value 0.
    position: Vector3<f64>,
    action: Action,
}

#[derive(Clone)]
enum Action {
    /// The rotation is the first times the cosine of half the angle, plus the second times its sine.
    Turn(Quaternion<f64>, Quaternion<f64>),
    /// The rotation stays, and the position moves along an axis.
    Slide(UnitQuaternion<f64>, Vector3<f64>),
}

/// A convex piece of a link.
#[derive(Clone)]
pub struct Body {
    /// The frame that it is fixed to, or `None` for the world.
    frame: Option<usize>,
    /// The map from the shape's frame to that frame, or `None` if the two are equal.
    origin: Option<Isometry3<f64>>,
    pub shape: AnyShape<f64, 3>,
    /// The name of its link, and its index among the pieces of the link.
    pub link: String,
    #[cfg_attr(
        not(coal),
        expect(dead_code, reason = "coal alone is told pairs by it")
    )]
    pub piece: usize,
}

impl Body {
    /// Returns whether a planned joint moves it.
    pub fn moves(&self) -> bool {
        self.frame.is_some()
    }
}

/// A robot. A configuration has one value for each planned joint; all other joints rest.
#[derive(Clone, Default)]
pub struct Chain {
    /// The frames, parents before children.
    frames: Vec<Frame>,
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
    /// Returns the chain of a robot of which these joints are planned, without the pieces of the link called `base`.
    pub fn new(robot: &Robot, planned: &[String], base: Option<&str>) -> Result<Self> {
        let at_rest = robot.poses(robot.rest())?;
        let indices = robot.links().iter().enumerate();
        let indices: HashMap<_, _> = indices.map(|(index, link)| (link.name(), index)).collect();
        let mut chain = Self::default();
        let is_child = |name: &str| robot.joints().iter().any(|joint| joint.child() == name);
        let roots = robot.links().iter().filter(|link| !is_child(link.name()));
        let mut places: HashMap<&str, Place> = roots
            .map(|link| (link.name(), (None, *robot.base())))
            .collect();
        let mut joints: Vec<_> = robot.joints().iter().collect();
        while !joints.is_empty() {
            let left = joints.len();
            joints.retain(|joint| {
                let Some(place) = places.get(joint.parent()).copied() else {
                    return true;
                };
                let coordinate = planned.iter().position(|name| name == joint.name());
                let place = match coordinate {
                    Some(coordinate) => chain.frame(place, joint, coordinate),
                    None => {
                        let [parent, child] =
                            [joint.parent(), joint.child()].map(|link| at_rest[indices[link]]);
                        (place.0, place.1 * parent.inv_mul(&child))
                    }
                };
                places.insert(joint.child(), place);
                false
            });
            ensure!(joints.len() < left, "joints that hang on each other");
        }
        ensure!(
            chain.frames.len() == planned.len(),
            "a planned joint that the robot does not have"
        );
        for link in robot.links() {
            if Some(link.name()) == base {
                continue;
            }
            let (frame, place) = *places.get(link.name()).context("a link without a place")?;
            for (piece, given) in link.pieces().iter().enumerate() {
                let origin = place * given.pose;
                chain.bodies.push(Body {
                    frame,
                    origin: (origin != Isometry3::identity()).then_some(origin),
                    shape: given.shape.clone(),
                    link: link.name().to_owned(),
                    piece,
                });
            }
        }
        Ok(chain)
    }

    /// Adds the frame of a planned joint, and returns the place of its child.
    fn frame(&mut self, (parent, place): Place, joint: &Joint, coordinate: usize) -> Place {
        let origin = place * joint.origin();
        let rotation = origin.rotation;
        let action = match joint.kind() {
            JointKind::Revolute(axis) => {
                let rotation = rotation.into_inner();
                Action::Turn(
                    rotation,
                    rotation * Quaternion::from_imag(axis.into_inner()),
                )
            }
            JointKind::Prismatic(axis) => Action::Slide(rotation, rotation * axis.into_inner()),
            JointKind::Fixed => Action::Slide(rotation, Vector3::zeros()),
        };
        self.frames.push(Frame {
            coordinate,
            parent,
            position: origin.translation.vector,
            action,
        });
        (Some(self.frames.len() - 1), Isometry3::identity())
    }

    /// Computes the poses of all bodies at these joint values.
    pub fn place(&self, values: &[f64], poses: &mut Poses) {
        poses.frames.clear();
        for frame in &self.frames {
            let value = values[frame.coordinate];
            let (turned, position) = match &frame.action {
                Action::Turn(at_cosine, at_sine) => {
                    let (sin, cos) = (0.5 * value).sin_cos();
                    (at_cosine * cos + at_sine * sin, frame.position)
                }
                Action::Slide(rotation, axis) => {
                    (rotation.into_inner(), frame.position + axis * value)
                }
            };
            let placement = match frame.parent.map(|p| &poses.frames[p]) {
                Some(parent) => Placement::from_parts(
                    UnitQuaternion::new_unchecked(parent.pose.rotation.into_inner() * turned),
                    parent.point(&position),
                ),
                None => Placement::from_parts(UnitQuaternion::new_unchecked(turned), position),
            };
            poses.frames.push(placement);
        }
        poses.bodies.clear();
        for body in &self.bodies {
            poses.bodies.push(match (body.frame, &body.origin) {
                (None, origin) => Placement::new(origin.unwrap_or_default()),
                (Some(frame), None) => poses.frames[frame],
                (Some(frame), Some(origin)) => {
                    let frame = &poses.frames[frame];
                    Placement::from_parts(
                        frame.pose.rotation * origin.rotation,
                        frame.point(&origin.translation.vector),
                    )
                }
            });
        }
    }
}
