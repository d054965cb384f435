//! Robots as they are written. What is read back is checked as when a robot is built, and has the same bits.

use std::collections::BTreeSet;

use nalgebra::Isometry3;
use serde::{Deserialize, Serialize};

use super::link::checked_pose;
use super::tree::ordered;
use super::{Joint, Link, Robot, RobotError};

/// All that a robot was built of.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    name: String,
    links: Vec<Link>,
    joints: Vec<Joint>,
    /// The values at rest of the joints that have one of their own, in order.
    rest: Vec<f64>,
    base: Isometry3<f64>,
    /// Pairs of links, by index, and whether they may touch.
    pairs: Vec<([usize; 2], bool)>,
    /// Links that may touch anything of which no pair says otherwise, by index.
    anywhere: BTreeSet<usize>,
}

impl From<Robot> for Written {
    fn from(robot: Robot) -> Self {
        Self {
            name: robot.name,
            links: robot.links,
            joints: robot.joints,
            rest: robot.rest,
            base: robot.base,
            pairs: robot.pairs.into_iter().collect(),
            anywhere: robot.anywhere,
        }
    }
}

impl TryFrom<Written> for Robot {
    type Error = RobotError;

    fn try_from(written: Written) -> Result<Self, RobotError> {
        let (links, joints) = (written.links.clone(), written.joints.clone());
        let mut robot = Self::new(written.name, links, joints)?;
        let names: Vec<_> = robot.coordinates().map(str::to_owned).collect();
        if names.len() != written.rest.len() {
            return Err(RobotError::ValueCount {
                waypoint: 0,
                quantity: "values at rest",
                found: written.rest.len(),
                expected: names.len(),
            });
        }
        for (name, value) in names.iter().zip(written.rest) {
            robot.set_rest(name, value)?;
        }
        let named = written.pairs.iter().flat_map(|(pair, _)| pair);
        if let Some(link) = named
            .chain(&written.anywhere)
            .find(|&&link| link >= robot.links.len())
        {
            return Err(RobotError::unknown_link(&format!("number {link}"), []));
        }
        checked_pose(written.base, "base")?;
        // checked above: to scale rotations of unit length again would change their last bits
        robot.links = written.links;
        robot.joints = written.joints;
        robot.base = written.base;
        let pairs = written.pairs.into_iter();
        robot.pairs = pairs.map(|([a, b], may)| (ordered(a, b), may)).collect();
        robot.anywhere = written.anywhere;
        Ok(robot)
    }
}
