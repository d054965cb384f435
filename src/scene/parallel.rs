//! Questions on all cores.

use rayon::iter::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator,
    IntoParallelRefMutIterator, ParallelIterator,
};

use super::ask::{Asker, Question};
use super::{BodyId, Meeting, Scene, SceneError};
use crate::body::grown_by_half;
use crate::broad_phase::AtOnce;
use crate::motion::Motion;
use crate::pieces::Pieces;
use crate::tuning::{BODIES_AT_ONCE, QUESTIONS_AT_ONCE};
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
        .with_max_len(QUESTIONS_AT_ONCE)
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
    /// rayon's pool. If the motions come in the order of their bodies, threads also put them in; otherwise that is done
    /// one by one.
    ///
    /// # Errors
    /// [`SceneError::NoSuchBody`], [`SceneError::NotInInterval`] and [`SceneError::Bounds`]. The scene is then as it
    /// was.
    pub fn par_set_motions(
        &mut self,
        from: T,
        motions: impl IntoIterator<Item = (BodyId, M)>,
    ) -> Result<(), SceneError>
    where
        S: Send,
        P: Send,
        M: Send,
    {
        let motions: Vec<_> = motions.into_iter().collect();
        let during = self.rest_from(from)?;
        let bounds = motions.par_iter().with_max_len(BODIES_AT_ONCE);
        let bounds = bounds.map(|sent| self.bounds_on(sent, during));
        let bounds: Vec<_> = bounds.collect();
        // the error of the first body that has one, whichever thread finds one first
        let bounds = bounds.into_iter().collect::<Result<Vec<_>, _>>()?;
        if !motions.is_sorted_by(|(one, _), (other, _)| one.index() < other.index()) {
            self.redirect(motions, bounds, during);
            return Ok(());
        }
        let bodies: Vec<_> = motions.iter().map(|(body, _)| body.index()).collect();
        let distance = self.query.target_distance;
        let (near, entries) = (&mut self.near, self.bodies.some_mut(&bodies));
        let change = || {
            for (&body, (swept, _)) in bodies.iter().zip(&bounds) {
                near.change(body, grown_by_half(swept.as_ref(), distance));
            }
        };
        let send = || {
            let sent = entries.into_par_iter().zip(motions).zip(&bounds);
            let sent = sent.with_max_len(BODIES_AT_ONCE);
            sent.for_each(|((entry, (_, motion)), bounds)| {
                entry.stretch.redirect(motion, during, *bounds);
            });
        };
        rayon::join(change, send);
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
