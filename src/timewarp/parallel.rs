//! Questions on all cores.

use std::ops::RangeInclusive;

use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};

use super::course::Question;
use super::{Dynamics, RunResult, Timewarp};
use crate::{Query, Real};

fn in_parallel<F, T, const D: usize>(query: &Query<T>, questions: &mut [Question<'_, F, T, D>])
where
    F: Dynamics<T, D>,
    F::State: Sync,
    F::Shape: Sync,
    F::Pieces: Sync,
    F::Motion: Sync,
    T: Real,
{
    questions
        .par_iter_mut()
        .for_each(|question| question.ask(query));
}

impl<T: Real> Timewarp<T> {
    /// Runs like [`run`](Self::run), with the same results to the last bit, and asks on the threads of rayon's pool. Your
    /// dynamics are called on the thread that calls this.
    ///
    /// # Errors
    /// Those of [`run`](Self::run).
    pub fn par_run<F, const D: usize>(
        &self,
        dynamics: &F,
        states: &mut [F::State],
        interval: RangeInclusive<T>,
    ) -> RunResult<F, T, D>
    where
        F: Dynamics<T, D>,
        F::State: Sync,
        F::Shape: Sync,
        F::Pieces: Sync,
        F::Motion: Sync,
    {
        self.run_with(dynamics, states, &interval, in_parallel)
    }
}
