//! What happens in a frame, and what it costs.

use std::time::Duration;

/// An impact.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
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
    /// The time of the processor that the frame took.
    pub spent: Duration,
    /// Queries about two bodies.
    pub queries: usize,
    /// Events of bodies that slid on, as they parted where they were in contact but would have met elsewhere.
    pub slid: usize,
    /// How often a body waited for the end of a step: it was wedged, or had too many impacts in the step.
    pub waited: usize,
    /// Queries that ended without an answer, or whose bodies were too deep in each other.
    pub undecided: usize,
    /// Pairs of which nothing was proven after their event.
    pub unproven: usize,
    /// Bodies that move at the end.
    pub awake: usize,
    /// Bodies that have fallen past the plant.
    pub gone: usize,
    /// Pairs that were compared at the end, near each other.
    pub compared: usize,
    /// The least distance of any of these, in metres; negative if bodies overlap.
    pub nearest: Option<f32>,
}

impl Frame {
    /// Returns how many of the impacts are microcollisions.
    pub fn micro(&self) -> usize {
        self.hits.iter().filter(|hit| hit.micro).count()
    }
}
