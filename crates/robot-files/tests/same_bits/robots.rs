//! Rows of the arm of the examples: the poses of its links, and the answers for its paths and for random ones.

use nalgebra::Vector3;
use photofinish::motion::Motion;
use photofinish_robot::{Checker, Path, Robot, Rules};
use photofinish_robot_files::{self as files, PathRecord, SceneOptions, UrdfOptions};

use crate::bits::Row;
use crate::dice::Dice;

const URDF: &str = include_str!("../../../../examples/six_joint_arm/arm.urdf");
const SRDF: &str = include_str!("../../../../examples/six_joint_arm/arm.srdf");
const SCENE: &str = include_str!("../../../../examples/six_joint_arm/shelf.yaml");
const PATHS: &str = include_str!("../../../../examples/six_joint_arm/paths.jsonl");

fn arm() -> Robot {
    let mut robot = files::urdf_str(URDF, ".", &UrdfOptions::new()).expect("the arm");
    files::srdf_str(SRDF, &mut robot).expect("the allowed pairs");
    robot
}

fn checker(robot: &Robot, rules: &Rules) -> Checker {
    let scene = files::scene_str(SCENE, robot, &SceneOptions::new()).expect("the scene");
    Checker::with_rules(robot, &scene, rules).expect("a checker")
}

fn example_paths() -> Vec<Path> {
    files::path_lines(PATHS.as_bytes(), "paths.jsonl")
        .map(|record| {
            let PathRecord { path, .. } = record.expect("a path");
            path
        })
        .collect()
}

/// Returns a path of four waypoints with values within 0.02 of zero, and velocities of at most 0.2.
fn random_path(dice: &mut Dice) -> Path {
    let joints = arm().rest().len();
    let mut values = |size: f64| -> Vec<Vec<f64>> {
        let row = |dice: &mut Dice| (0..joints).map(|_| dice.between(-size, size)).collect();
        (0..4).map(|_| row(dice)).collect()
    };
    let path = Path::new(values(0.02)).times(vec![0.0, 0.5, 1.25, 2.0]);
    path.velocities(values(0.2))
}

pub fn rows(rows: &mut Vec<Row>) {
    let robot = arm();
    let checker_of = |target: f64| checker(&robot, &Rules::new().target_distance(target));
    let (near, apart) = (checker_of(0.0), checker_of(0.02));
    let mut paths = example_paths();
    paths.extend((0..20).map(|seed| random_path(&mut Dice::new(seed))));

    let names = [
        "reports",
        "reports at a clearance",
        "contacts",
        "certificates",
    ];
    let mut of_paths = names.map(|name| Row::new(format!("robot, {name}")));
    for path in &paths {
        of_paths[0].add(&near.check(path).map(|solution| solution.outcome));
        of_paths[1].add(&apart.check(path).map(|solution| solution.outcome));
        of_paths[2].add(&near.contacts(path).map(|found| found.intervals));
        of_paths[3].add(&near.certify(path).map(|(_, certificate)| certificate));
    }
    rows.extend(of_paths);

    let mut poses = Row::new("robot, poses and motions".to_owned());
    for path in &paths {
        poses.add(&robot.poses(&path.positions[0]));
        let last = robot.links().last().expect("links").name();
        let motion = robot.motion(last, path).expect("a motion");
        for step in 0..=8 {
            let time = 0.25 * f64::from(step);
            poses.add(&motion.pose(time));
            poses.add(&motion.placement(time, &Vector3::zeros()));
        }
    }
    rows.push(poses);
}
