//! The arm, where it starts, and the pyramids.

use std::error::Error;
use std::f64::consts::{FRAC_PI_2, TAU};
use std::ops::Range;

use nalgebra::{Isometry3, Matrix3x4, Vector3, Vector4, vector};
use photofinish::ShapeError;
use photofinish::shape::ConvexHull;
use photofinish_robot::{Joint, Link, Robot, RobotError, Scene};

/// The joint angles, or their rates, in radians.
pub type Angles = Vector4<f64>;

/// The lengths of the links.
pub const LENGTHS: [f64; 4] = [2.0, 1.0, 0.6, 0.4];
/// The joint angles at the start, in degrees.
pub const START_DEGREES: [f64; 4] = [0.0, 90.0, -150.0, -30.0];
/// The name of the end effector, a frame at the end of the last link.
pub const HAND: &str = "hand";

/// Radius of the prisms that are links. The source gives no thickness.
const LINK_RADIUS: f64 = 0.06;
/// Radius of the prisms that are joints.
const JOINT_RADIUS: f64 = 0.09;
/// Half the height of the prisms that are joints.
const JOINT_HALF_HEIGHT: f64 = 0.11;

/// A square pyramid with a vertical axis. The sides of its base are along the world's axes.
struct Pyramid {
    name: &'static str,
    apex: Vector3<f64>,
    /// The height of the base over the apex; negative if the base is below.
    height: f64,
    /// Half the side of the base.
    half_side: f64,
}

/// The two pyramids. The source does not say where they are: these stand in the way of an arm that does not avoid them.
const PYRAMIDS: [Pyramid; 2] = [
    Pyramid {
        name: "lower pyramid",
        apex: vector![0.0, -1.4, 1.65],
        height: -1.65,
        half_side: 0.4,
    },
    Pyramid {
        name: "upper pyramid",
        apex: vector![0.0, -1.4, 2.9],
        height: 0.9,
        half_side: 0.3,
    },
];

/// Returns the joint angles at the start.
pub fn start() -> Angles {
    Angles::from(START_DEGREES).map(f64::to_radians)
}

/// Returns the arm: four links and the hand. Each link lies along the z axis of its frame and turns about its x axis.
///
/// # Errors
/// There are none, as all numbers are constants.
pub fn robot() -> Result<Robot, Box<dyn Error>> {
    // a prism stands along z; that of a joint lies along x
    let lying = Isometry3::rotation(Vector3::y() * FRAC_PI_2);
    let mut links = vec![Link::new("base")];
    let mut joints = Vec::new();
    let mut parent = "base".to_owned();
    let mut hinge = 0.0;
    for (number, length) in (1..).zip(LENGTHS) {
        let name = format!("link {number}");
        let link = Link::new(&name)
            .with(prism(LINK_RADIUS, 0.0..length)?, Isometry3::identity())
            .with(
                prism(JOINT_RADIUS, -JOINT_HALF_HEIGHT..JOINT_HALF_HEIGHT)?,
                lying,
            );
        let joint = Joint::fixed(format!("joint {number}"), parent, &name)
            .at(Isometry3::translation(0.0, 0.0, hinge))
            .turning(Vector3::x_axis());
        links.push(link);
        joints.push(joint);
        (parent, hinge) = (name, length);
    }
    let tip = Isometry3::translation(0.0, 0.0, hinge);
    links.push(Link::new(HAND));
    joints.push(Joint::fixed("wrist", parent, HAND).at(tip));
    Ok(Robot::new("redundant arm", links, joints)?)
}

/// Returns a prism along z over a regular polygon of 16 vertices.
fn prism(radius: f64, height: Range<f64>) -> Result<ConvexHull<f64, 3>, ShapeError> {
    let corners = (0..16).map(|corner| (TAU / 16.0 * f64::from(corner)).sin_cos());
    let points: Vec<_> = corners
        .flat_map(|(sin, cos)| {
            [height.start, height.end].map(|z| vector![radius * cos, radius * sin, z])
        })
        .collect();
    ConvexHull::new(&points)
}

/// Returns the scene with the two pyramids.
///
/// # Errors
/// There are none, as all numbers are constants.
pub fn scene() -> Result<Scene, Box<dyn Error>> {
    let mut scene = Scene::new();
    for pyramid in PYRAMIDS {
        let side = pyramid.half_side;
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let base = corners.map(|(x, y)| vector![x * side, y * side, pyramid.height]);
        let mut points = base.to_vec();
        points.push(Vector3::zeros());
        let pose = Isometry3::from(pyramid.apex);
        scene.add(pyramid.name, ConvexHull::new(&points)?, pose)?;
    }
    Ok(scene)
}

/// The arm at some joint angles.
pub struct Posture {
    /// The poses of the base, the four links and the hand.
    frames: Vec<Isometry3<f64>>,
}

impl Posture {
    /// Returns the posture of the arm at these joint angles.
    ///
    /// # Errors
    /// [`RobotError::BadWaypoint`] for angles that are not finite.
    pub fn new(robot: &Robot, angles: &Angles) -> Result<Self, RobotError> {
        let frames = robot.poses(angles.as_slice())?;
        Ok(Self { frames })
    }

    /// Returns the frame of a link, counted from 0. Its origin is in the link's joint.
    pub fn link(&self, link: usize) -> &Isometry3<f64> {
        &self.frames[link + 1]
    }

    /// Returns the place of the hand.
    pub fn hand(&self) -> Vector3<f64> {
        self.frames[LENGTHS.len() + 1].translation.vector
    }

    /// Returns how fast a point of a link moves with each joint angle. A joint at p with the axis e moves a point r by
    /// e x (r - p), unless the joint is farther out than the link.
    pub fn jacobian(&self, link: usize, point: &Vector3<f64>) -> Matrix3x4<f64> {
        let mut jacobian = Matrix3x4::zeros();
        for joint in 0..=link {
            let frame = self.link(joint);
            let axis = frame.rotation * Vector3::x();
            let column = axis.cross(&(point - frame.translation.vector));
            jacobian.set_column(joint, &column);
        }
        jacobian
    }
}
