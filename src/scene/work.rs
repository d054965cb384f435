//! Which pairs there are after changes, and the questions about them.

use std::collections::BTreeSet;

use super::answer::{Meeting, SceneError};
use super::ask::{Asker, How, Question};
use super::{BodyId, Scene, pairs::Pair};
use crate::body::Bounds;
use crate::motion::Motion;
use crate::pieces::{PieceContact, Pieces};
use crate::tuning::PAIRS_AT_ONCE;
use crate::{Real, Span, SupportMap};

/// Answers questions one after the other.
pub(super) fn one_by_one<S, P, M, T, const D: usize>(
    asker: &Asker<'_, S, P, M, T, D>,
    questions: &mut [Question<T, D>],
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
        self.body(*body)?;
        let stretch = &self.bodies.at(body.index()).stretch;
        let bounds = stretch.bounds_on(motion, during);
        bounds.map_err(|error| SceneError::Bounds { error })
    }

    /// Sends bodies other ways, with their bounds on these.
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
        match stretch.around(self.query.target_distance) {
            Some(around) => self.boxes.set(index, around),
            None => self.boxes.remove(index),
        }
        self.changed.insert(index);
    }

    /// Removes a pair, if it is one.
    pub(super) fn unpair(&mut self, a: usize, b: usize) {
        if let Some(pair) = self.bodies.at_mut(a).pairs.remove(&b) {
            self.bodies.at_mut(b).pairs.remove(&a);
            self.pairs.remove(pair);
        }
    }

    /// Finds the pairs of all bodies that were changed.
    fn renew(&mut self) {
        let mut changed = std::mem::take(&mut self.changed);
        changed.retain(|&index| self.bodies.is_taken(index));
        let mut found = self.boxes.update();
        self.add_floors(&changed, &mut found);
        found.retain(|&[a, b]| self.may_meet(a, b));
        found.sort_unstable();
        found.dedup();
        for &index in &changed {
            let pairs = self.bodies.at(index).pairs.clone();
            for (other, pair) in pairs {
                let bodies = [index.min(other), index.max(other)];
                if found.binary_search(&bodies).is_ok() {
                    self.pairs.reopen(pair);
                } else {
                    self.unpair(index, other);
                }
            }
        }
        for [a, b] in found {
            if !self.bodies.at(a).pairs.contains_key(&b) {
                let pair = self.pairs.add([a, b]);
                self.bodies.at_mut(a).pairs.insert(b, pair);
                self.bodies.at_mut(b).pairs.insert(a, pair);
            }
        }
    }

    /// Adds the pairs of a half-space and a body whose box it reaches, of which one has changed.
    fn add_floors(&mut self, changed: &BTreeSet<usize>, found: &mut Vec<[usize; 2]>) {
        for &floor in &self.floors {
            let others: &mut dyn Iterator<Item = usize> = if changed.contains(&floor) {
                &mut self.bodies.taken()
            } else {
                &mut changed.iter().copied()
            };
            let half_space = &self.bodies.at(floor).stretch;
            for other in others {
                let stretch = &self.bodies.at(other).stretch;
                self.statistics.box_tests += u64::from(stretch.swept.is_some());
                if half_space.reaches(stretch, self.query.target_distance) {
                    found.push([floor.min(other), floor.max(other)]);
                }
            }
        }
    }

    fn may_meet(&self, a: usize, b: usize) -> bool {
        let [a, other] = [self.bodies.at(a), self.bodies.at(b)];
        a.groups.meet(&other.groups) && !a.passes.contains(&b)
    }

    /// Finds the first meeting.
    pub(super) fn find_first(
        &mut self,
        ask: impl Fn(&Asker<'_, S, P, M, T, D>, &mut [Question<T, D>]),
    ) -> Result<Option<Meeting<T, D>>, SceneError> {
        self.renew();
        let fresh = self.pairs.take_fresh();
        for (done, some) in fresh.chunks(PAIRS_AT_ONCE).enumerate() {
            let first = self.pairs.met().next().map(|(_, contact)| contact.time);
            if let Err(error) = self.ask(some, first, &ask) {
                self.pairs
                    .list(&fresh[(done + 1).saturating_mul(PAIRS_AT_ONCE).min(fresh.len())..]);
                return Err(error);
            }
        }
        loop {
            let due = self.pairs.due(PAIRS_AT_ONCE);
            if due.is_empty() {
                break;
            }
            self.ask(&due, None, &ask)?;
        }
        let first = self.pairs.met().next();
        Ok(first.map(|met| self.meeting(met)))
    }

    /// Finds all meetings.
    pub(super) fn find_all(
        &mut self,
        ask: impl Fn(&Asker<'_, S, P, M, T, D>, &mut [Question<T, D>]),
    ) -> Result<Vec<Meeting<T, D>>, SceneError> {
        self.renew();
        let mut open = self.pairs.take_fresh();
        open.extend(self.pairs.put_off());
        self.ask(&open, None, &ask)?;
        Ok(self.pairs.met().map(|met| self.meeting(met)).collect())
    }

    /// Asks about pairs, which may be put off until the first meeting so far.
    fn ask(
        &mut self,
        numbers: &[usize],
        first: Option<T>,
        ask: &impl Fn(&Asker<'_, S, P, M, T, D>, &mut [Question<T, D>]),
    ) -> Result<(), SceneError> {
        let question = |&number: &usize| Question {
            number,
            pair: self.pairs.take(number),
            how: Ok(How::Asked),
        };
        let mut questions: Vec<_> = numbers.iter().map(question).collect();
        let asker = Asker {
            query: &self.query,
            end: self.during.end(),
            first,
            bodies: &self.bodies,
        };
        ask(&asker, &mut questions);
        let mut failed = None;
        for Question { number, pair, how } in questions {
            match how {
                Ok(How::Asked) => self.statistics.queries += 1,
                Ok(How::Kept) => self.statistics.kept += 1,
                Ok(How::PutOff) => self.statistics.put_off += 1,
                Err(error) => {
                    let first = failed.get_or_insert((pair.bodies, error));
                    if pair.bodies < first.0 {
                        *first = (pair.bodies, error);
                    }
                }
            }
            self.pairs.put_back(number, pair);
        }
        match failed {
            None => Ok(()),
            Some((bodies, error)) => Err(SceneError::Pair {
                bodies: bodies.map(|index| self.bodies.id(index)),
                error,
            }),
        }
    }

    fn meeting(&self, (pair, contact): (&Pair<T, D>, &PieceContact<T, D>)) -> Meeting<T, D> {
        Meeting {
            bodies: pair.bodies.map(|index| self.bodies.id(index)),
            contact: *contact,
            certified: pair.certified,
        }
    }
}
