//! What happens in a frame, and what it costs.

use std::time::Duration;

use photofinish::{QueryError, Real, Solution};

/// An impact.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// The bodies; the plant is the last.
    pub bodies: [usize; 2],
    /// The time, in seconds from the start of the frame.
    pub time: f64,
    /// The place.
    pub point: [f64; 3],
    /// The normal, from the first body to the second.
    pub normal: [f64; 3],
    /// Whether it is a microcollision, of bodies that rest on each other or are about to.
    pub micro: bool,
}

/// What happened in a frame.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The impacts, in the order of time.
    pub hits: Vec<Hit>,
    /// The simulated time, in seconds; less than that of a frame if it was cut short.
    pub length: f64,
    /// The time of the processor that the frame took.
    pub spent: Duration,
    /// How often it was measured how far apart two bodies are.
    pub looks: u64,
    /// Questions about two bodies.
    pub queries: u64,
    /// What the solver did in questions about two pieces.
    pub solver: Solver,
    /// Questions that ended without an answer.
    pub undecided: u32,
    /// Contacts of bodies that were wedged, and paused.
    pub wedged: u32,
    /// Whether there were too many events, so that the frame ended before its time.
    pub cut_short: bool,
    /// Bodies that move at the end.
    pub awake: usize,
    /// Bodies that have fallen past the plant.
    pub gone: usize,
    /// Pairs that were compared at the end, near each other.
    pub compared: usize,
    /// The least distance of any of these, in metres; negative if bodies overlap.
    pub nearest: Option<f64>,
}

/// What the root search did, in questions about two pieces in which the first separating vector did not last.
#[derive(Clone, Copy, Debug, Default)]
pub struct Solver {
    /// Questions about two pieces.
    pub questions: u64,
    /// Those in which the root search ran.
    pub runs: u64,
    /// Its iterations in all.
    pub iterations: u64,
    /// The most in one question.
    pub worst: u32,
    /// Runs that ended without a contact: the photo finishes of \[2\].
    pub photo_finishes: u64,
}

impl Solver {
    /// Adds what another frame took.
    pub fn add(&mut self, other: &Self) {
        self.questions += other.questions;
        self.runs += other.runs;
        self.iterations += other.iterations;
        self.worst = self.worst.max(other.worst);
        self.photo_finishes += other.photo_finishes;
    }

    /// Returns the mean number of iterations in a run.
    pub fn mean(&self) -> f64 {
        self.iterations as f64 / self.runs.max(1) as f64
    }

    /// Returns the share of runs that were photo finishes.
    pub fn share(&self) -> f64 {
        self.photo_finishes as f64 / self.runs.max(1) as f64
    }

    /// Counts a question about two pieces.
    pub(super) fn count<T: Real>(&mut self, answer: &Result<Solution<T, 3>, QueryError>) {
        self.questions += 1;
        if let Ok(solution) = answer {
            let statistics = &solution.statistics;
            if statistics.root_iterations > 0 {
                self.runs += 1;
                self.iterations += u64::from(statistics.root_iterations);
                self.worst = self.worst.max(statistics.root_iterations);
                self.photo_finishes += u64::from(statistics.photo_finish);
            }
        }
    }
}
