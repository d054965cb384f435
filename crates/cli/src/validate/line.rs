//! The output line of a path.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use photofinish_robot::{
    BodyPair, ContactInterval, OutsideLimits, PathOutcome, PathUndecided, ScanStatistics,
};
use serde::Serialize;

use super::inputs::Job;
use super::{Ending, Found, NotDecided};

/// One line of output.
#[derive(Debug, Serialize)]
pub struct Line {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scene: Option<String>,
    #[serde(flatten)]
    answer: Answer,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contacts: Option<Vec<ContactInterval>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undecided_stretches: Vec<PathUndecided>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certified_intervals: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<ScanStatistics>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nanoseconds: Option<u64>,
}

/// The outcome, or the reason why there is none.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Answer {
    Decided(Box<PathOutcome>),
    Other(Other),
}

/// The outcomes of a path without an answer.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "outcome")]
enum Other {
    Undecided(Box<PathUndecided>),
    OutsideLimits {
        message: String,
        #[serde(flatten)]
        outside: OutsideLimits,
    },
    Error {
        message: String,
    },
}

impl Answer {
    fn error(message: String) -> Self {
        Self::Other(Other::Error { message })
    }
}

impl Line {
    /// Returns the line of a path, still without its answer.
    pub fn new(job: &Job) -> Self {
        let (path, id, scene) = match &job.record {
            Ok(record) => (
                record.place.clone(),
                record.id.clone(),
                record.scene.clone(),
            ),
            Err(error) => (error.place(), None, None),
        };
        Self {
            path,
            id,
            scene,
            answer: Answer::error(String::new()),
            contacts: None,
            undecided_stretches: Vec::new(),
            certified_intervals: None,
            pairs: None,
            statistics: None,
            nanoseconds: None,
        }
    }

    /// Sets the answer, and the time that it took.
    pub fn answer(&mut self, found: Found, took: Duration) {
        match found {
            Ok(solution) => {
                self.answer = Answer::Decided(Box::new(solution.outcome));
                self.pairs = Some(solution.pairs);
                self.statistics = Some(solution.statistics);
            }
            Err(NotDecided::Undecided(undecided)) => {
                self.answer = Answer::Other(Other::Undecided(undecided));
            }
            Err(NotDecided::OutsideLimits(outside)) => {
                let message = outside.to_string();
                self.answer = Answer::Other(Other::OutsideLimits { message, outside });
            }
        }
        self.nanoseconds = u64::try_from(took.as_nanos()).ok();
    }

    /// Sets the reason why there is no answer.
    pub fn fail(&mut self, message: String) {
        self.answer = Answer::error(message);
    }
}

/// Counts of the paths by outcome.
#[derive(Debug, Default)]
pub struct Tally {
    clear: usize,
    contact: usize,
    undecided: usize,
    outside: usize,
    errors: usize,
    /// Pairs of links that paths bring into contact.
    pub met: BTreeSet<BodyPair>,
}

impl Tally {
    pub fn add(&mut self, line: &Line) {
        match &line.answer {
            Answer::Decided(outcome) => match outcome.as_ref() {
                PathOutcome::Separated(_) => self.clear += 1,
                PathOutcome::Impact(impact) => {
                    self.contact += 1;
                    if !impact.between.is_object {
                        self.met.insert(impact.between.clone());
                    }
                }
            },
            Answer::Other(Other::Undecided(_)) => self.undecided += 1,
            Answer::Other(Other::OutsideLimits { .. }) => self.outside += 1,
            Answer::Other(Other::Error { .. }) => self.errors += 1,
        }
    }

    /// Returns the worst result of all paths.
    pub fn worst(&self) -> Ending {
        if self.errors > 0 {
            Ending::NotChecked
        } else if self.contact + self.undecided + self.outside > 0 {
            Ending::NotClear
        } else {
            Ending::Clear
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            clear,
            contact,
            undecided,
            outside,
            errors,
            ..
        } = self;
        let all = clear + contact + undecided + outside + errors;
        write!(
            f,
            "{all} paths: {clear} clear, {contact} in contact, {undecided} undecided, {outside} outside limits, \
             {errors} errors"
        )
    }
}
