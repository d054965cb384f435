//! Questions on all cores.

use rayon::iter::{IntoParallelRefIterator, IntoParallelRefMutIterator, ParallelIterator};

use super::ask::{Asker, Question};
use super::{BodyId, Meeting, Scene, SceneError};
use crate::broad_phase::AtOnce;
use crate::motion::Motion;
use crate::pieces::Pieces;
use crate::{Real, SupportMap};

fn in_parallel<S, P, M, T, const D: usize>(
    asker: &Asker<'_, S, P, M, T, D>,
    questions: &mut [Question<'_, T, D>],
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
    /// Sends bodies other ways, like [`set_motions`](Self::set_motions), and finds their boxes on the threads of
    /// rayon's pool.
    ///
    /// # Errors
    /// [`SceneError::NoSuchBody`], [`SceneError::NotInInterval`] and [`SceneError::Bounds`]. The scene is then as it
    /// was.
    pub fn par_set_motions(
        &mut self,
        from: T,
        motions: impl IntoIterator<Item = (BodyId, M)>,
    ) -> Result<(), SceneError> {
        let motions: Vec<_> = motions.into_iter().collect();
        let during = self.rest_from(from)?;
        let bounds = motions.par_iter().map(|sent| self.bounds_on(sent, during));
        // the error of the first body that has one, whichever thread finds one first
        let bounds: Vec<_> = bounds.collect();
        let bounds = bounds.into_iter().collect::<Result<_, _>>()?;
        self.redirect(motions, bounds, during);
        Ok(())
    }

    /// Answers like [`first_meeting`](Self::first_meeting), to the last bit, on the threads of rayon's pool.
    ///
    /// # Errors
    /// [`SceneError::Pair`].
    pub fn par_first_meeting(&mut self) -> Result<Option<Meeting<T, D>>, SceneError> {
        self.find_first::<AtOnce>(in_parallel)
    }

    /// Answers like [`all_meetings`](Self::all_meetings), to the last bit, on the threads of rayon's pool.
    ///
    /// # Errors
    /// [`SceneError::Pair`].
    pub fn par_all_meetings(&mut self) -> Result<Vec<Meeting<T, D>>, SceneError> {
        self.find_all::<AtOnce>(in_parallel)
    }
}
