//! Whole paths by photofinish's own checker.

use std::rc::Rc;

use anyhow::Result;
use photofinish_robot::{Checker, Rules, Verdict};

use crate::contender::{Answer, Contender};
use crate::data::{BASE, Data};

/// A contender that asks for a proof of the whole path, or the first contact.
pub struct WholePath {
    name: String,
    data: Rc<Data>,
    /// Of each scene.
    checkers: Vec<Checker>,
}

impl WholePath {
    /// Checking by these rules.
    pub fn new(name: &str, data: &Rc<Data>, rules: &Rules) -> Result<Self> {
        Ok(Self {
            name: name.to_owned(),
            data: data.clone(),
            checkers: checkers(data, rules)?,
        })
    }
}

/// What those who sample look at, too: neither the base nor self-collision.
pub fn rules() -> Rules {
    Rules::new().exclude(BASE).ignore_self()
}

/// A checker for each of the scenes.
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
        let report = self.checkers[case.scene].check(&case.path);
        answer(&report.expect("paths of this robot").verdict)
    }
}

/// What a verdict says.
pub fn answer(verdict: &Verdict) -> Answer {
    match verdict {
        Verdict::Clear(_) => Answer::Clear,
        Verdict::Contact(contact) => Answer::Collides(contact.segment as f64 + contact.share),
        Verdict::Undecided(_) => Answer::Open,
    }
}
