//! What happens in a step, and what it costs.

use std::time::Duration;

/// Two bodies that meet.
#[derive(Clone, Copy, Debug)]
pub struct Impact {
    /// The time, in seconds from the start of the step.
    pub time: f64,
    /// The place.
    pub point: [f64; 3],
    /// The normal, from the first body to the second.
    pub normal: [f64; 3],
    /// How fast they approach along the normal, in metres per second.
    pub speed: f64,
}

/// What happened in a step.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The pairs that the pass stopped at an impact, in the order of time.
    pub impacts: Vec<Impact>,
    /// Pairs that began the step as near as bodies may get, and were driven together: they stopped there.
    pub driven: usize,
    /// Queries that ended without an answer, or whose bodies overlapped.
    pub undecided: usize,
    /// Pairs of which nothing was proven after their event.
    pub unproven: usize,
    /// Queries of the pass.
    pub queries: usize,
    /// Pairs that the pass was given.
    pub pairs: usize,
    /// Pairs near each other, which the static test measured at the end of the step.
    pub measured: usize,
    /// The least distance of any of these, in metres; negative if bodies overlap.
    pub nearest: Option<f32>,
    /// The time of the processor for the pass, for the contact solver, and for the static test with its contact points.
    pub passing: Duration,
    /// See [`passing`](Self::passing).
    pub solving: Duration,
    /// See [`passing`](Self::passing).
    pub measuring: Duration,
}

impl Frame {
    /// Returns the time of the processor for the whole step.
    pub fn spent(&self) -> Duration {
        self.passing + self.solving + self.measuring
    }
}

/// The sums over all steps.
#[derive(Clone, Debug, Default)]
pub struct Total {
    /// Steps.
    pub steps: usize,
    /// The time of each, in the order of the steps.
    pub spent: Vec<Duration>,
    /// The steps' [passing](Frame::passing), [solving](Frame::solving) and [measuring](Frame::measuring).
    pub parts: [Duration; 3],
    /// Impacts.
    pub impacts: usize,
    /// Pairs that were driven together.
    pub driven: usize,
    /// Queries without an answer.
    pub undecided: usize,
    /// Pairs of which nothing was proven after their event.
    pub unproven: usize,
    /// Queries of the pass.
    pub queries: usize,
    /// Pairs that were measured.
    pub measured: usize,
    /// The least distance at the end of any step, in metres.
    pub nearest: Option<f32>,
    /// The largest speed at which bodies met, in metres per second.
    pub fastest: f64,
}

impl Total {
    /// Adds a step.
    pub fn add(&mut self, frame: &Frame) {
        self.steps += 1;
        self.spent.push(frame.spent());
        for (sum, part) in
            self.parts
                .iter_mut()
                .zip([frame.passing, frame.solving, frame.measuring])
        {
            *sum += part;
        }
        self.impacts += frame.impacts.len();
        self.driven += frame.driven;
        self.undecided += frame.undecided;
        self.unproven += frame.unproven;
        self.queries += frame.queries;
        self.measured += frame.measured;
        self.nearest = [self.nearest, frame.nearest]
            .into_iter()
            .flatten()
            .reduce(f32::min);
        let speeds = frame.impacts.iter().map(|impact| impact.speed);
        self.fastest = speeds.fold(self.fastest, f64::max);
    }
}
