//! Builders of small robots, scenes and paths.

use nalgebra::{Isometry3, Vector3};
use photofinish::shape::{AnyShape, Ball};
use photofinish_robot::{Checker, Joint, Link, Path, PathImpact, Robot, RobotError, Rules, Scene};

pub fn ball(radius: f64) -> Ball<f64> {
    Ball::new(radius).expect("a radius")
}

pub fn at(x: f64, y: f64, z: f64) -> Isometry3<f64> {
    Isometry3::translation(x, y, z)
}

/// Returns a link with a shape in the middle of its frame.
pub fn body(name: &str, shape: impl Into<AnyShape<f64, 3>>) -> Link {
    Link::new(name).with(shape, Isometry3::identity())
}

/// Returns a robot without a name.
pub fn robot(
    links: impl IntoIterator<Item = Link>,
    joints: impl IntoIterator<Item = Joint>,
) -> Result<Robot, RobotError> {
    Robot::new(
        "",
        links.into_iter().collect(),
        joints.into_iter().collect(),
    )
}

/// Returns a link that turns about the z axis of its base.
pub fn hinge(link: Link) -> Robot {
    let joint = Joint::fixed("hinge", "base", link.name()).turning(Vector3::z_axis());
    robot([Link::new("base"), link], [joint]).expect("a tree")
}

/// Returns a link that slides along the x axis of its base.
pub fn slider(link: Link) -> Robot {
    let joint = Joint::fixed("rail", "base", link.name()).sliding(Vector3::x_axis());
    robot([Link::new("base"), link], [joint]).expect("a tree")
}

/// Returns a scene of one object.
pub fn scene(name: &str, shape: impl Into<AnyShape<f64, 3>>, pose: Isometry3<f64>) -> Scene {
    let mut scene = Scene::new();
    scene.add(name, shape, pose).expect("a name");
    scene
}

pub fn checker(robot: &Robot, scene: &Scene, rules: &Rules) -> Checker {
    Checker::with_rules(robot, scene, rules).expect("a checker")
}

/// Returns a path of these waypoints.
pub fn rows<const N: usize>(rows: &[[f64; N]]) -> Path {
    Path::new(rows.iter().map(|row| row.to_vec()).collect())
}

/// Returns a path of one joint.
pub fn path(values: &[f64]) -> Path {
    Path::new(values.iter().map(|&value| vec![value]).collect())
}

/// Returns the first contact on a path that is decided.
pub fn impact(checker: &Checker, path: &Path) -> Option<PathImpact> {
    checker.check(path).expect("a path").impact().cloned()
}
