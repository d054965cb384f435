//! Checks whole paths with photofinish's own checker.

use anyhow::Result;
use photofinish_robot::{Checker, Path, PathError, PathOutcome, Rules};

use crate::contender::{Answer, Contender};
use crate::data::Data;

/// A contender that asks for a proof of the whole path, or the first contact.
pub struct WholePath {
    name: String,
    /// The checker of each scene.
    checkers: Vec<Checker>,
}

impl WholePath {
    /// Returns a contender that checks by these rules.
    pub fn new(name: &str, data: &Data, rules: &Rules) -> Result<Self> {
        Ok(Self {
            name: name.to_owned(),
            checkers: checkers(data, rules)?,
        })
    }
}

/// Returns rules that match what the samplers test: not the base, and the robot's own pairs if they are asked for.
pub fn rules(data: &Data, with_self: bool) -> Rules {
    let rules = match with_self {
        true => Rules::new(),
        false => Rules::new().ignore_self(),
    };
    match data.base {
        Some(base) => rules.exclude(base),
        None => rules,
    }
}

/// Returns a checker for each of the scenes.
pub fn checkers(data: &Data, rules: &Rules) -> Result<Vec<Checker>> {
    let checker = |scene| Ok(Checker::with_rules(&data.robot, scene, rules)?);
    data.scenes.iter().map(checker).collect()
}

impl Contender for WholePath {
    fn name(&self) -> &str {
        &self.name
    }

    fn check(&mut self, scene: usize, path: &Path) -> Answer {
        match self.checkers[scene].check(path) {
            Ok(solution) => answer(&solution.outcome),
            Err(PathError::Undecided(_)) => Answer::Open,
            Err(error) => panic!("a path of another robot: {error}"),
        }
    }
}

/// Returns an outcome as an answer.
pub fn answer(outcome: &PathOutcome) -> Answer {
    match outcome {
        PathOutcome::Separated(_) => Answer::Clear,
        PathOutcome::Impact(impact) => Answer::Collides(impact.segment as f64 + impact.share),
    }
}
