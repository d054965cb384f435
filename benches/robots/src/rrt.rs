//! Plans with RRT-Connect (Kuffner and LaValle 2000), which asks a contender about its edges.

use std::f64::consts::PI;

use anyhow::Result;
use photofinish_robot::{Checker, Path, Robot};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::contender::{Answer, Contender};
use crate::data::{Case, Data};
use crate::edges::{self, GROUPS};
use crate::ours;

/// The longest edges, in radians of joint space.
const RANGES: [f64; 3] = [0.3, 1.0, 3.0];
/// The edges after which a plan is given up.
const MOST_EDGES: usize = 3000;
/// The edges that are kept of all plans with a range.
const KEPT: usize = 1500;

/// A tree of postures, each with its parent.
struct Tree {
    nodes: Vec<(Vec<f64>, usize)>,
}

impl Tree {
    fn new(root: &[f64]) -> Self {
        Self {
            nodes: vec![(root.to_vec(), 0)],
        }
    }

    fn nearest(&self, to: &[f64]) -> usize {
        let distances = self.nodes.iter().map(|(posture, _)| distance(posture, to));
        let nearest = distances.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
        nearest.expect("a root").0
    }

    /// Returns the postures from a node back to the root.
    fn back(&self, mut node: usize) -> Vec<Vec<f64>> {
        let mut way = vec![self.nodes[node].0.clone()];
        while node != 0 {
            node = self.nodes[node].1;
            way.push(self.nodes[node].0.clone());
        }
        way
    }
}

/// How a tree grew towards a posture.
enum Grown {
    Blocked,
    To(usize),
    /// It has come to the posture, at this node.
    Reached(usize),
}

/// A plan for one problem, and the work for it.
struct Planning<'p> {
    contender: &'p mut dyn Contender,
    scene: usize,
    range: f64,
    path: Path,
    edges: usize,
    /// The edges that were asked about, if they are kept.
    asked: Option<&'p mut Vec<(usize, Path)>>,
}

impl Planning<'_> {
    fn is_clear(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.path.positions = vec![from.to_vec(), to.to_vec()];
        let answer = self.contender.check(self.scene, &self.path);
        self.edges += 1;
        if let Some(asked) = &mut self.asked {
            asked.push((self.scene, self.path.clone()));
        }
        answer == Answer::Clear
    }

    /// Extends a tree by one edge.
    fn extend(&mut self, tree: &mut Tree, to: &[f64]) -> Grown {
        let nearest = tree.nearest(to);
        let from = tree.nodes[nearest].0.clone();
        let length = distance(&from, to);
        let share = (self.range / length).min(1.0);
        let next: Vec<_> = match length <= self.range {
            true => to.to_vec(),
            false => from
                .iter()
                .zip(to)
                .map(|(p, q)| p + share * (q - p))
                .collect(),
        };
        if !self.is_clear(&from, &next) {
            return Grown::Blocked;
        }
        tree.nodes.push((next, nearest));
        let node = tree.nodes.len() - 1;
        match length <= self.range {
            true => Grown::Reached(node),
            false => Grown::To(node),
        }
    }

    /// Returns the waypoints of a plan.
    fn plan(
        &mut self,
        ends: [&[f64]; 2],
        limits: &[(f64, f64)],
        seed: u64,
    ) -> Option<Vec<Vec<f64>>> {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut trees = ends.map(Tree::new);
        let mut grows = 0;
        while self.edges < MOST_EDGES {
            let sample: Vec<_> = limits
                .iter()
                .map(|&(least, most)| rng.random_range(least..=most))
                .collect();
            let grown = self.extend(&mut trees[grows], &sample);
            if let Grown::To(node) | Grown::Reached(node) = grown {
                let target = trees[grows].nodes[node].0.clone();
                let met = loop {
                    match self.extend(&mut trees[1 - grows], &target) {
                        Grown::To(_) if self.edges < MOST_EDGES => {}
                        Grown::Reached(other) => break Some(other),
                        _ => break None,
                    }
                };
                if let Some(other) = met {
                    let [mut first, second] =
                        [trees[grows].back(node), trees[1 - grows].back(other)];
                    first.reverse();
                    first.extend(second.into_iter().skip(1));
                    return Some(first);
                }
            }
            grows = 1 - grows;
        }
        None
    }
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f64>().sqrt()
}

/// Returns the names of the columns of the edges that are kept.
pub fn columns() -> Vec<String> {
    RANGES.map(|range| format!("range {range}")).to_vec()
}

/// Returns between which values a planner samples each joint.
fn limits(robot: &Robot, joints: &[String]) -> Vec<(f64, f64)> {
    let of = |name: &String| {
        let joint = robot.joints().iter().find(|joint| joint.name() == name);
        joint.and_then(|joint| joint.limits()).unwrap_or((-PI, PI))
    };
    joints.iter().map(of).collect()
}

/// A scene, and the start and the end of a plan.
type Problem<'d> = (usize, [&'d [f64]; 2]);

/// Returns the start and the end of the first path in each scene, if both are clear.
fn problems<'d>(data: &'d Data, checkers: &[Checker]) -> Result<Vec<Problem<'d>>> {
    let mut problems: Vec<Problem<'d>> = Vec::new();
    for case in &data.cases {
        let rows = &case.path.positions;
        let ends = [&rows[0][..], &rows[rows.len() - 1][..]];
        let mut planner = checkers[case.scene].planner(&data.joints)?;
        let is_new = problems.iter().all(|(scene, _)| *scene != case.scene);
        if is_new && planner.posture(ends[0])?.is_clear() && planner.posture(ends[1])?.is_clear() {
            problems.push((case.scene, ends));
        }
    }
    Ok(problems)
}

/// Lets all contenders plan, and prints how many accepted plans collide. Returns edges that the first contender was asked
/// about, for [`edges::race`] to measure.
pub fn run(
    data: &Data,
    contenders: &mut [Box<dyn Contender>],
    with_self: bool,
) -> Result<Vec<Case>> {
    let rules = ours::rules(data, with_self).accuracy(1.0);
    let checkers = ours::checkers(data, &rules)?;
    let limits = limits(&data.robot, &data.joints);
    let problems = problems(data, &checkers)?;
    println!("{} problems with clear ends", problems.len());
    println!("range  contender                     plans  edges  plans that collide");
    let mut stream = Vec::new();
    for range in RANGES {
        for (index, contender) in contenders.iter_mut().enumerate() {
            let (mut plans, mut edges, mut collide) = (0, 0, 0);
            let mut asked = Vec::new();
            for (seed, (scene, ends)) in problems.iter().enumerate() {
                let mut planning = Planning {
                    contender: contender.as_mut(),
                    scene: *scene,
                    range,
                    path: Path::new(Vec::new()).joints(data.joints.iter().cloned()),
                    edges: 0,
                    asked: (index == 0).then_some(&mut asked),
                };
                let plan = planning.plan(*ends, &limits, seed as u64);
                edges += planning.edges;
                if let Some(plan) = plan {
                    plans += 1;
                    let path = Path::new(plan).joints(data.joints.iter().cloned());
                    collide += usize::from(!checkers[*scene].check(&path)?.is_clear());
                }
            }
            println!(
                "{range:<6} {:<28} {plans:>6} {edges:>6} {collide:>19}",
                contender.name()
            );
            let step = asked.len().div_ceil(KEPT).max(1);
            for (scene, path) in asked.into_iter().step_by(step) {
                let (group, collides) = edges::group(&checkers[scene], &path)?;
                stream.push(Case {
                    scene,
                    name: format!("{} range {range}", GROUPS[group]),
                    path,
                    collides,
                    depth: 0.0,
                });
            }
        }
    }
    Ok(stream)
}
