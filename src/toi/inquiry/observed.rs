//! Shows a search to an observer, once it has the answer.

use super::{Inquiry, Known, Stage, in_scalar};
use crate::certificate::CertifiedInterval;
use crate::search::Seen;
use crate::toi::{Observer, Outcome, Solution, WarmStart};
use crate::{QueryError, Real};

impl<T: Real, const D: usize> Inquiry<'_, '_, T, D> {
    /// Returns the answer, and shows how it was found. Without an answer it shows what was proven before the search ended.
    #[inline(never)]
    pub(super) fn observed(
        &self,
        warm: &mut WarmStart<T, D>,
        observer: &mut dyn Observer<T, D>,
    ) -> Result<Solution<T, D>, QueryError> {
        let mut known = Known::begin(warm, true, self.question.start);
        let found = (!self.is_too_thin()).then(|| self.search_for(&self.question, &mut known));
        let mut answered = self.settle(found.as_ref(), &mut known);
        let mut clearance = None;
        for stage in known.stages.take().unwrap_or_default() {
            let mut intervals = Vec::new();
            let chained = self.chain(&stage, known.notes.axis, &mut intervals);
            stage.show(&intervals, observer);
            let margins = intervals.iter().map(|it| it.margin);
            clearance = margins.reduce(|least, margin| least.min(margin));
            if chained.is_none() {
                // what has no certificate is not proven
                known.until = (intervals.last()).map_or(stage.during.0, |it| it.end.as_f64());
                answered = None;
                break;
            }
        }
        let Some((mut outcome, report)) = answered else {
            return Err(self.failure(&mut known));
        };
        if let (Outcome::Separated(separated), Some(clearance)) = (&mut outcome, clearance) {
            separated.clearance = clearance;
        }
        known.remember(warm);
        Ok(known.solution(outcome, report))
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
