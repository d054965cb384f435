//! What is known while two bodies are asked about.

use super::{in_registers, in_scalar, separated};
use crate::Real;
use crate::proof::Question;
use crate::search::{Notes, Proven, Seen};
use crate::toi::{Impact, InitialReport, Outcome, Solution, Statistics, WarmStart};

/// What is known so far.
pub(super) struct Known<'n, T, const D: usize> {
    pub(super) notes: Notes<'n, D>,
    /// Whether an observer is to be shown what was found.
    pub(super) is_watched: bool,
    /// The bodies are proven free until this time.
    pub(super) until: f64,
    /// What was asked, one question after the other, if that is to be kept.
    pub(super) stages: Option<Vec<Stage<T, D>>>,
}

/// A target distance that the bodies keep up to a time, the spans that prove it, and what else the search saw.
pub(super) struct Stage<T, const D: usize> {
    pub(super) target: T,
    pub(super) during: (f64, f64),
    pub(super) spans: Vec<Proven<D>>,
    pub(super) seen: Vec<Seen<D>>,
}

impl<T: Real, const D: usize> Known<'_, T, D> {
    #[inline(always)]
    pub(super) fn begin(warm: &WarmStart<T, D>, is_watched: bool, start: f64) -> Self {
        Self {
            notes: Notes {
                axis: warm.axis.and_then(|axis| in_registers(&axis)),
                ..Notes::default()
            },
            is_watched,
            until: start,
            stages: is_watched.then(Vec::new),
        }
    }

    /// Keeps what a question has led to.
    #[inline(never)]
    pub(super) fn keep_stage(&mut self, question: &Question<'_, D>, end: f64) {
        let stage = Stage {
            target: T::of(question.target),
            during: (question.start, end),
            spans: self.notes.spans.take().unwrap_or_default(),
            seen: self.notes.seen.take().unwrap_or_default(),
        };
        self.stages.get_or_insert_default().push(stage);
    }

    /// Returns the answer with what was done for it.
    #[inline(always)]
    pub(super) fn solution(
        &self,
        outcome: Outcome<T, D>,
        initial_contact: Option<InitialReport<T, D>>,
    ) -> Solution<T, D> {
        let work = self.notes.work;
        let is_free = matches!(outcome, Outcome::Separated(_));
        Solution {
            outcome,
            initial_contact,
            statistics: Statistics {
                subintervals: work.spans,
                gjk_runs: work.runs,
                gjk_iterations: work.iterations,
                root_iterations: work.meetings,
                support_evaluations: work.evaluations,
                photo_finish: is_free && work.steps + work.meetings > 0,
            },
        }
    }

    /// Keeps the vector for the next query, once there is an answer.
    #[inline(always)]
    pub(super) fn remember(&self, warm: &mut WarmStart<T, D>) {
        if let Some(axis) = self.notes.axis {
            warm.axis = Some(in_scalar(axis.numbers()));
        }
    }
}

/// What was found about a target distance.
pub(super) enum Found<T, const D: usize> {
    Separated(f64),
    Impact(Impact<T, D>),
    /// Nothing is known of later times than the start. This would be the tolerance, and this is whether the bodies are proven
    /// to be within it. This is their contact if they are proven to keep the target distance too.
    AtStart(f64, bool, Option<Impact<T, D>>),
}

impl<T: Real, const D: usize> Found<T, D> {
    pub(super) fn outcome(self) -> Option<Outcome<T, D>> {
        match self {
            Self::Separated(clearance) => Some(separated(clearance)),
            Self::Impact(impact) => Some(Outcome::Impact(impact)),
            Self::AtStart(..) => None,
        }
    }
}
