//! Shows a search to an observer, once it has the answer.

use super::{Known, Plain, Stage, in_scalar};
use crate::Real;
use crate::certificate::CertifiedInterval;
use crate::search::Seen;
use crate::toi::{Observer, Outcome, Solution, WarmStart};

impl<T: Real, const D: usize> Plain<'_, '_, T, D> {
    /// Returns the answer, and shows how it was found. Returns `None`, and shows nothing, if there is no answer or no
    /// certificate for it.
    #[inline(never)]
    pub(in super::super) fn observed(
        &self,
        warm: &mut WarmStart<T, D>,
        observer: &mut dyn Observer<T, D>,
    ) -> Option<Solution<T, D>> {
        let mut known = Known::begin(warm, true);
        let mut solution = self.solve(&mut known)?;
        let stages = known.stages.as_deref().unwrap_or_default();
        let mut chains = Vec::new();
        for stage in stages {
            let mut intervals = Vec::new();
            self.chain(stage, known.notes.axis, &mut intervals)?;
            chains.push(intervals);
        }
        if let Outcome::Separated(separated) = &mut solution.outcome {
            let margins = chains.last()?.iter().map(|it| it.margin);
            separated.clearance = margins.reduce(|least, margin| least.min(margin))?;
        }
        for (stage, intervals) in stages.iter().zip(&chains) {
            stage.show(intervals, observer);
        }
        known.remember(warm);
        Some(solution)
    }
}

impl<T: Real, const D: usize> Stage<T, D> {
    /// Shows these intervals, and before each what was seen up to its start. What was seen later led nowhere: a contact
    /// is followed up to the end before it is known where the bodies leave it.
    fn show(&self, intervals: &[CertifiedInterval<T, D>], observer: &mut dyn Observer<T, D>) {
        let mut seen = self.seen.iter().peekable();
        for interval in intervals {
            let start = interval.start.as_f64();
            while let Some(seen) = seen.next_if(|seen| seen.now() <= start) {
                self.show_one(seen, observer);
            }
            observer.certified(interval);
        }
    }

    fn show_one(&self, seen: &Seen<D>, observer: &mut dyn Observer<T, D>) {
        let distance = |gap: f64| T::of(gap + self.target.as_f64());
        match *seen {
            Seen::Vector { now, along, gap } => {
                observer.separating_vector(T::of(now), &in_scalar(along), distance(gap));
            }
            Seen::Tried { time, gap, .. } => observer.tried(T::of(time), distance(gap)),
        }
    }
}
