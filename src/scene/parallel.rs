//! Questions on all cores.

use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};

use super::ask::{Asker, Question};
use super::{Meeting, Scene, SceneError};
use crate::motion::Motion;
use crate::pieces::Pieces;
use crate::{Real, SupportMap};

fn in_parallel<S, P, M, T, const D: usize>(
    asker: &Asker<'_, S, P, M, T, D>,
    questions: &mut [Question<T, D>],
) where
    T: Real,
    S: SupportMap<T, D> + Sync,
    P: Pieces<T, D> + Sync,
    M: Motion<T, D> + Sync,
{
    questions
        .par_iter_mut()
        .for_each(|question| asker.ask(question));
}

impl<S, P, M, T, const D: usize> Scene<S, P, M, T, D>
where
    T: Real,
    S: SupportMap<T, D> + Sync,
    P: Pieces<T, D> + Sync,
    M: Motion<T, D> + Sync,
{
    /// Answers like [`first_meeting`](Self::first_meeting), to the last bit, on the threads of rayon's pool.
    ///
    /// # Errors
    /// [`SceneError::Pair`].
    pub fn par_first_meeting(&mut self) -> Result<Option<Meeting<T, D>>, SceneError> {
        self.find_first(in_parallel)
    }

    /// Answers like [`all_meetings`](Self::all_meetings), to the last bit, on the threads of rayon's pool.
    ///
    /// # Errors
    /// [`SceneError::Pair`].
    pub fn par_all_meetings(&mut self) -> Result<Vec<Meeting<T, D>>, SceneError> {
        self.find_all(in_parallel)
    }
}
