//! Which pairs there are after changes, and the questions about them.

use super::answer::{Meeting, SceneError, cannot_enclose};
use super::ask::{Asker, How, Pair, Question};
use super::{BodyId, Scene};
use crate::body::Bounds;
use crate::broad_phase::Workers;
use crate::motion::Motion;
use crate::pairs::Known;
use crate::pieces::Pieces;
use crate::tuning::PAIRS_AT_ONCE;
use crate::{Real, Span, SupportMap};

/// Answers questions one after the other.
pub(super) fn one_by_one<S, P, M, T, const D: usize>(
    asker: &Asker<'_, S, P, M, T, D>,
    questions: &mut [Question<'_, T, D>],
) where
    T: Real,
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    M: Motion<T, D>,
{
    questions
        .iter_mut()
        .for_each(|question| asker.ask(question));
}

impl<S, P, M, T, const D: usize> Scene<S, P, M, T, D>
where
    T: Real,
    S: SupportMap<T, D>,
    P: Pieces<T, D>,
    M: Motion<T, D>,
{
    /// Returns the bounds of a body that is sent another way.
    pub(super) fn bounds_on(
        &self,
        (body, motion): &(BodyId, M),
        during: Span<T>,
    ) -> Result<Bounds<T, D>, SceneError> {
        let body = *body;
        self.body(body)?;
        let stretch = &self.bodies.at(body.index()).stretch;
        let bounds = stretch.bounds_on(motion, during);
        bounds.map_err(cannot_enclose(body))
    }

    /// Sends bodies other ways one after the other, with their bounds on these.
    pub(super) fn redirect(
        &mut self,
        motions: Vec<(BodyId, M)>,
        bounds: Vec<Bounds<T, D>>,
        during: Span<T>,
    ) {
        for ((body, motion), bounds) in motions.into_iter().zip(bounds) {
            let stretch = &mut self.bodies.at_mut(body.index()).stretch;
            stretch.redirect(motion, during, bounds);
            self.change(body.index());
        }
    }

    /// Notes that the pairs of a body are to be found anew.
    pub(super) fn change(&mut self, index: usize) {
        let stretch = &self.bodies.at(index).stretch;
        self.near
            .change(index, stretch.around(self.query.target_distance));
    }

    /// Finds the pairs of all bodies that were changed.
    fn renew<W: Workers>(&mut self) {
        let (bodies, distance) = (&self.bodies, self.query.target_distance);
        let reaches = |floor: usize, other: usize| {
            let [floor, other] = [floor, other].map(|index| bodies.get(bodies.id(index)));
            let (floor, other) = (&floor?.stretch, &other?.stretch);
            other.swept.map(|_| floor.reaches(other, distance))
        };
        let may_meet = |a: usize, b: usize| {
            let [a, other] = [bodies.at(a), bodies.at(b)];
            a.groups.meet(&other.groups) && !a.passes.contains(&b)
        };
        self.near
            .renew::<W, _>(|| bodies.taken(), reaches, may_meet);
        self.statistics.box_tests = self.near.tests();
    }

    /// Finds the first meeting.
    pub(super) fn find_first<W: Workers>(
        &mut self,
        ask: impl Fn(&Asker<'_, S, P, M, T, D>, &mut [Question<'_, T, D>]),
    ) -> Result<Option<Meeting<T, D>>, SceneError> {
        self.renew::<W>();
        let mut fresh = self.near.pairs.take_fresh();
        let mut asked = 0;
        for some in fresh.chunks_mut(PAIRS_AT_ONCE) {
            let first = self.first().map(|first| first.time());
            asked += some.len();
            if let Err(error) = self.ask(some, first, &ask) {
                // nothing is known of them yet
                let rest = fresh[asked..].iter();
                rest.for_each(|&pair| self.near.pairs.file(pair));
                return Err(error);
            }
        }
        loop {
            let mut due = self.near.pairs.take_due(PAIRS_AT_ONCE);
            if due.is_empty() {
                return Ok(self.first());
            }
            self.ask(&mut due, None, &ask)?;
        }
    }

    /// Finds all meetings.
    pub(super) fn find_all<W: Workers>(
        &mut self,
        ask: impl Fn(&Asker<'_, S, P, M, T, D>, &mut [Question<'_, T, D>]),
    ) -> Result<Vec<Meeting<T, D>>, SceneError> {
        self.renew::<W>();
        let mut open = self.near.pairs.take_open();
        self.ask(&mut open, None, &ask)?;
        let met = self.near.pairs.met();
        Ok(met.filter_map(|pair| self.meeting(pair)).collect())
    }

    /// Asks about pairs, which may be put off until the first meeting so far.
    fn ask(
        &mut self,
        numbers: &mut [usize],
        first: Option<T>,
        ask: &impl Fn(&Asker<'_, S, P, M, T, D>, &mut [Question<'_, T, D>]),
    ) -> Result<(), SceneError> {
        let pairs = self.near.pairs.some_mut(numbers).into_iter();
        let how = Ok(How::Asked);
        let mut questions: Vec<_> = pairs.map(|pair| Question { pair, how }).collect();
        let asker = Asker {
            query: &self.query,
            end: self.during.end(),
            first,
            bodies: &self.bodies,
        };
        ask(&asker, &mut questions);
        let mut failed = Vec::new();
        for Question { pair, how } in questions {
            match how {
                Ok(How::Asked) => self.statistics.queries += 1,
                Ok(How::Kept) => self.statistics.kept += 1,
                Ok(How::PutOff) => self.statistics.put_off += 1,
                Err(error) => failed.push((pair.bodies, error)),
            }
        }
        numbers
            .iter()
            .for_each(|&number| self.near.pairs.file(number));
        match failed.into_iter().min_by_key(|&(bodies, _)| bodies) {
            None => Ok(()),
            Some((bodies, error)) => Err(SceneError::Pair {
                bodies: bodies.map(|index| self.bodies.id(index)),
                error,
            }),
        }
    }

    /// Returns the first meeting of all pairs that were asked about until the end.
    fn first(&mut self) -> Option<Meeting<T, D>> {
        let first = self.near.pairs.first_met()?;
        self.meeting(self.near.pairs.get(first))
    }

    /// Returns when a pair meets, if it is known to.
    fn meeting(&self, pair: &Pair<T, D>) -> Option<Meeting<T, D>> {
        let Known::Meets(_, contact) = &pair.known else {
            return None;
        };
        Some(Meeting {
            bodies: pair.bodies.map(|index| self.bodies.id(index)),
            contact: **contact,
        })
    }
}
