//! Checks whole paths with photofinish's own checker.

use std::rc::Rc;

use anyhow::Result;
use photofinish_robot::{Checker, PathError, PathOutcome, Rules};

use crate::contender::{Answer, Contender};
use crate::data::{BASE, Data};

/// A contender that asks for a proof of the whole path, or the first contact.
pub struct WholePath {
    name: String,
    data: Rc<Data>,
    /// The checker of each scene.
    checkers: Vec<Checker>,
}

impl WholePath {
    /// Returns a contender that checks by these rules.
    pub fn new(name: &str, data: &Rc<Data>, rules: &Rules) -> Result<Self> {
        Ok(Self {
            name: name.to_owned(),
            data: data.clone(),
            checkers: checkers(data, rules)?,
        })
    }
}

/// Returns the rules that match what the samplers test: neither the base nor self-collision.
pub fn rules() -> Rules {
    Rules::new().exclude(BASE).ignore_self()
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

    fn check(&mut self, path: usize) -> Answer {
        let case = &self.data.cases[path];
        match self.checkers[case.scene].check(&case.path) {
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
