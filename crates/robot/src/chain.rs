//! Planar and floating joints, taken apart into chains of joints with one value each.

use nalgebra::{Isometry3, Quaternion, Unit, UnitQuaternion, Vector3};

use super::{Joint, Link, Robot, RobotError};

impl Joint {
    /// Takes a joint with a position and an angle in the plane across `normal` apart, into three joints of one value
    /// each: `NAME/x`, `NAME/y`, `NAME/theta`. Returns the links between them, which have no shapes, and the joints.
    /// Parent and child may touch, as those of any joint.
    pub fn planar(&self, normal: Unit<Vector3<f64>>) -> (Vec<Link>, Vec<Joint>) {
        let mut links = Vec::new();
        let chain = Chain::new(self, &PLANAR, &mut links);
        let joints = chain.planar(normal).collect();
        (links, joints)
    }

    /// Takes a joint that moves freely apart, into six joints of one value each: `NAME/x`, `NAME/y`, `NAME/z`,
    /// `NAME/roll`, `NAME/pitch`, `NAME/yaw`. The last three turn about the fixed axes x, y and z, in this order.
    /// Returns the links between the joints, which have no shapes, and the joints. Parent and child may touch, as those
    /// of any joint.
    pub fn floating(&self) -> (Vec<Link>, Vec<Joint>) {
        let mut links = Vec::new();
        let chain = Chain::new(self, &FLOATING, &mut links);
        let joints = chain.floating().collect();
        (links, joints)
    }
}

/// The chain of one-value joints that stands for a joint of several values.
pub(super) struct Chain {
    joints: Vec<Joint>,
}

/// The steps of a chain that moves in a plane.
pub(super) const PLANAR: [&str; 3] = ["x", "y", "theta"];
/// The steps of a chain that moves freely, from parent to child. Yaw, then pitch, then roll along the chain turns the
/// child about the fixed axes x, then y, then z.
pub(super) const FLOATING: [&str; 6] = ["x", "y", "z", "yaw", "pitch", "roll"];

impl Chain {
    /// Makes joints named `NAME/STEP` that lead from the parent of `whole` to its child, all fixed so far. Adds the
    /// links between them to `links`.
    pub(super) fn new(whole: &Joint, steps: &[&str], links: &mut Vec<Link>) -> Self {
        let mut joints = Vec::new();
        let mut parent = whole.parent().to_owned();
        for (index, step) in steps.iter().enumerate() {
            let name = format!("{}/{step}", whole.name());
            let is_last = index + 1 == steps.len();
            let child = if is_last {
                whole.child().to_owned()
            } else {
                links.push(Link::new(name.clone()));
                name.clone()
            };
            let origin = if index == 0 {
                *whole.origin()
            } else {
                Isometry3::identity()
            };
            let mut joint = Joint::fixed(name, parent, child.clone()).at(origin);
            joint.chain_from = is_last.then(|| whole.parent().to_owned());
            joints.push(joint);
            parent = child;
        }
        Self { joints }
    }

    /// Returns the joints of a chain in the plane across `normal`: x and y, then the angle about `normal`.
    pub(super) fn planar(self, normal: Unit<Vector3<f64>>) -> impl Iterator<Item = Joint> {
        let turn = from_z(&normal);
        let axes = [turn * Vector3::x_axis(), turn * Vector3::y_axis()];
        let joints = self.joints.into_iter().enumerate();
        joints.map(move |(index, joint)| match axes.get(index) {
            Some(&axis) => joint.sliding(axis),
            None => joint.turning(normal),
        })
    }

    /// Returns the joints of a chain that moves freely, in the order x, y, z, roll, pitch, yaw. Their order along the
    /// chain is another one.
    pub(super) fn floating(self) -> impl Iterator<Item = Joint> {
        const ALONG_CHAIN: [usize; 6] = [0, 1, 2, 5, 4, 3];
        let axes = [Vector3::x_axis(), Vector3::y_axis(), Vector3::z_axis()];
        ALONG_CHAIN.into_iter().enumerate().map(move |(value, at)| {
            let joint = self.joints[at].clone();
            if value < 3 {
                joint.sliding(axes[value])
            } else {
                joint.turning(axes[value - 3])
            }
        })
    }
}

/// Returns the shortest turn of the z axis to `normal`.
fn from_z(normal: &Unit<Vector3<f64>>) -> UnitQuaternion<f64> {
    let [x, y, z] = [normal.x, normal.y, normal.z];
    let aside = x * x + y * y;
    // the quaternion (1 + a . b, a x b) turns a to b; near z = -1 the sum 1 + z would cancel
    let cos = if z < 0.0 { aside / (1.0 - z) } else { 1.0 + z };
    // for opposite directions all half turns are as short: this takes the one about x
    let along_x = if aside == 0.0 && z < 0.0 { 1.0 } else { -y };
    UnitQuaternion::new_normalize(Quaternion::new(cos, along_x, x, 0.0))
}

/// How the base of a robot moves in the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovingBase {
    /// On the floor: x, y, and the angle about z.
    Planar,
    /// Freely: x, y, z, and the angles about fixed x, then y, then z.
    Floating,
}

impl Robot {
    /// Returns the robot on a base that moves. Its root hangs on new joints, `NAME/x` and so on, whose values come
    /// first in a configuration. Where these are all zero the root is at [`base`](Self::base).
    ///
    /// ```
    /// use photofinish_robot::{Link, MovingBase, Robot};
    ///
    /// let cart = Robot::new("cart", vec![Link::new("chassis")], vec![])?;
    /// let cart = cart.with_moving_base("floor", MovingBase::Planar)?;
    /// assert_eq!(cart.coordinates().collect::<Vec<_>>(), ["floor/x", "floor/y", "floor/theta"]);
    /// # Ok::<(), photofinish_robot::RobotError>(())
    /// ```
    ///
    /// # Errors
    /// [`RobotError::DuplicateName`] if the robot has links or joints of these names.
    pub fn with_moving_base(&self, name: &str, kind: MovingBase) -> Result<Self, RobotError> {
        let mut links = self.links().to_vec();
        links.push(Link::new(name));
        let whole = Joint::fixed(name, name, self.root().name());
        let mut joints: Vec<_> = match kind {
            MovingBase::Planar => Chain::new(&whole, &PLANAR, &mut links)
                .planar(Vector3::z_axis())
                .collect(),
            MovingBase::Floating => Chain::new(&whole, &FLOATING, &mut links)
                .floating()
                .collect(),
        };
        joints.extend_from_slice(self.joints());
        self.rebuilt(links, joints)
    }
}
