//! The output line of a path.

use std::time::Duration;

use photofinish_robot::{
    BodyPair, ContactInterval, OutsideLimits, PairClearance, PathOutcome, PathUndecided,
    RateExceeded, ScanStatistics,
};
use serde::Serialize;

use super::paths::Job;
use super::{Found, NotDecided};

/// One line of output.
#[derive(Debug, Serialize)]
pub struct Line {
    index: usize,
    of: usize,
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub distances: Vec<PairClearance>,
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
    RateExceeded {
        message: String,
        #[serde(flatten)]
        exceeded: RateExceeded,
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
    /// Returns the line of one of this many paths, still without its answer.
    pub fn new(job: &Job, of: usize) -> Self {
        let (path, id, scene) = match &job.record {
            Ok(record) => (
                record.place.clone(),
                record.id.clone(),
                record.scene.clone(),
            ),
            Err(unread) => (unread.place.clone(), None, None),
        };
        Self {
            index: job.index,
            of,
            path,
            id,
            scene,
            answer: Answer::error(String::new()),
            contacts: None,
            undecided_stretches: Vec::new(),
            distances: Vec::new(),
            certified_intervals: None,
            pairs: None,
            statistics: None,
            nanoseconds: None,
        }
    }

    /// Sets the answer, and the time that it took if that is to be told.
    pub fn answer(&mut self, found: Found, took: Option<Duration>) {
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
            Err(NotDecided::RateExceeded(exceeded)) => {
                let message = exceeded.to_string();
                self.answer = Answer::Other(Other::RateExceeded { message, exceeded });
            }
        }
        self.nanoseconds = took.and_then(|took| u64::try_from(took.as_nanos()).ok());
    }

    /// Sets the reason why there is no answer.
    pub fn fail(&mut self, message: String) {
        self.answer = Answer::error(message);
    }

    /// Returns the name of the outcome.
    pub fn outcome(&self) -> &'static str {
        match &self.answer {
            Answer::Decided(outcome) => match outcome.as_ref() {
                PathOutcome::Separated(_) => "separated",
                PathOutcome::Impact(_) => "impact",
            },
            Answer::Other(Other::Undecided(_)) => "undecided",
            Answer::Other(Other::OutsideLimits { .. }) => "outside_limits",
            Answer::Other(Other::RateExceeded { .. }) => "rate_exceeded",
            Answer::Other(Other::Error { .. }) => "error",
        }
    }

    /// Returns the pair of links that the path brings into contact, if there is one.
    pub fn met(&self) -> Option<&BodyPair> {
        let Answer::Decided(outcome) = &self.answer else {
            return None;
        };
        match outcome.as_ref() {
            PathOutcome::Impact(impact) if !impact.between.is_object => Some(&impact.between),
            _ => None,
        }
    }
}
