//! Contacts of a surface that are explained by contacts with its other pieces.
//!
//! A policy that looks past contacts at the start holds for a surface as a whole. A body that slides off a triangle
//! onto the next one meets that one on the way, at an edge that the surface as a whole does not have.
//! [`Search::look_past_explained`] finds such contacts, in the order of time, and asks about these pieces again: what
//! they keep is then what the pieces in contact at the start keep.

use super::{Answered, Search};
use crate::pieces::answer::{ends, report};
use crate::pieces::{ContactError, Surface, of_placed_pieces};
use crate::separation::supporting_distance;
use crate::toi::{Begins, Explained};
use crate::{InitialReport, Outcome, QueryError, Real, Solution, try_proximity};

/// What is known of two pieces that were looked past.
#[derive(Clone, Debug)]
pub(super) struct Followed<T> {
    /// When they began to be in contact, and when that had ended.
    pub(super) spans: Vec<(T, T)>,
    /// Their signed distance at the start of the interval, and what they keep, if they started in contact: along the
    /// normal of the surface, if they overlap.
    at_start: Option<(T, T)>,
    /// Whether that is deeper than the pieces alone are.
    is_deeper: bool,
    /// The signed distance that they keep while in contact.
    kept_distance: Option<T>,
    /// The time up to which other pieces explain their contacts, if they do.
    explained_until: Option<T>,
}

impl<T: Real> Followed<T> {
    fn is_in_contact(&self, time: T) -> bool {
        self.spans
            .iter()
            .any(|&(from, until)| from <= time && time <= until)
    }
}

impl<T: Real, const D: usize> Search<'_, T, D> {
    /// Returns what the first answer about two pieces tells of how they were looked past.
    pub(super) fn followed(
        &self,
        pieces: (u32, u32),
        answer: &Result<Solution<T, D>, QueryError>,
    ) -> Followed<T> {
        let found = answer.as_ref().ok();
        let Some(report) = found.and_then(report) else {
            return Followed {
                spans: Vec::new(),
                at_start: None,
                is_deeper: false,
                kept_distance: None,
                explained_until: None,
            };
        };
        let lower = self.depth_in_surface(pieces, &report);
        Followed {
            spans: vec![(self.during.start(), ends(found, &report, self.during.end()))],
            at_start: Some((report.distance - lower, report.kept_distance - lower)),
            is_deeper: lower > T::zero(),
            kept_distance: Some(report.kept_distance),
            explained_until: None,
        }
    }

    /// Returns how much deeper pieces that start in contact are along the normal of the surface than alone, at most
    /// twice as deep.
    ///
    /// A body that is a little beyond an edge of a triangle is less deep in it sideways than in the surface.
    fn depth_in_surface(&self, pieces: (u32, u32), report: &InitialReport<T, D>) -> T {
        let depth = -report.distance;
        if !(depth > T::zero() && self.may_be_explained) {
            return T::zero();
        }
        let start = self.during.start();
        let normal = self.surface_normal(pieces, start, report.contact.normal);
        let at = (start, &self.origin);
        let along = -of_placed_pieces((self.a, self.b), pieces, at, |[a, b]| {
            supporting_distance(&a, &b, &normal)
        });
        (along.min(depth + depth) - depth).max(T::zero())
    }

    /// Looks past the contacts up to a time that contacts with other pieces of a surface explain. All that begin by
    /// then must be known. Returns whether there were any.
    ///
    /// A contact is explained in two cases: a neighbouring piece's contact was ignored then, or the pieces start in
    /// contact, less deep than the surface is there. The order does not matter: an ignored contact may explain others,
    /// and takes no explanation away.
    pub(super) fn look_past_explained(&mut self, until: T) -> Result<bool, ContactError> {
        let mut are_some = false;
        while self.may_be_explained
            && let Some((pieces, explained)) = self.next_explained(until)
        {
            self.ask_past(pieces, explained)?;
            are_some = true;
        }
        if are_some {
            let contacts = self.answered.values().filter_map(|it| it.contact);
            self.first = contacts.reduce(T::min);
        }
        Ok(are_some)
    }

    /// Returns the signed distance that all pieces keep up to a time, and the time from which they keep the target
    /// distance, if that is earlier.
    pub(in crate::pieces) fn kept(&self, until: T) -> (T, Option<T>) {
        let (mut kept, mut clear) = (self.query.target_distance, None);
        for followed in self.answered.values().map(|it| &it.followed) {
            for &(_, end) in followed.spans.iter().filter(|span| span.0 <= until) {
                clear = Some(clear.map_or(end, |clear: T| clear.max(end)));
                kept = followed
                    .kept_distance
                    .map_or(kept, |of_pieces| kept.min(of_pieces));
            }
        }
        match clear {
            None => (kept, Some(self.during.start())),
            Some(clear) => (kept, (clear < until).then_some(clear)),
        }
    }

    fn next_explained(&self, until: T) -> Option<((u32, u32), Explained<T>)> {
        let followed = |it: &(&(u32, u32), &Answered<T, D>)| !it.1.followed.spans.is_empty();
        let followed: Vec<_> = self.answered.iter().filter(followed).collect();
        self.answered.iter().find_map(|(&pieces, answered)| {
            let time = answered.contact.filter(|&time| time <= until)?;
            let solution = answered.answer.ok()?;
            let is_new = match answered.followed.explained_until {
                None => true,
                // what is driven in deeper than other pieces allow is in contact for good
                Some(known) => known < time && !is_driven_in(solution),
            };
            let tolerance = match solution.outcome {
                Outcome::Impact(impact) => impact.tolerance,
                _ => T::zero(),
            };
            let is_explained = || {
                if answered.followed.is_deeper && is_driven_in(solution) {
                    return true;
                }
                let mut others = followed.iter();
                others.any(|(other, it)| {
                    let began = it.followed.spans[0].0;
                    let explains = || {
                        it.followed.is_in_contact(time)
                            || began < time && self.is_deep_in_surface(**other, time, tolerance)
                    };
                    self.joins(pieces, **other) && explains()
                })
            };
            if !(is_new && is_explained()) {
                return None;
            }
            self.explained(pieces, time)
                .map(|explained| (pieces, explained))
        })
    }

    /// Returns what two pieces keep whose contacts up to a time are explained. That is what the deepest contact at the
    /// start keeps, of those that [count](Self::counts_for) for these pieces. If none does, their contacts are not
    /// explained.
    fn explained(&self, pieces: (u32, u32), until: T) -> Option<Explained<T>> {
        let counts = |it: &(&(u32, u32), &Answered<T, D>)| self.counts_for(pieces, *it.0);
        let counting = self.answered.iter().filter(counts);
        let followed = counting.map(|(_, answered)| &answered.followed);
        let at_start = followed.filter_map(|it| it.at_start);
        let (distance, kept_distance) = at_start.reduce(lowest)?;
        Some(Explained {
            until,
            distance,
            kept_distance,
        })
    }

    /// Returns whether a contact at the start counts for how deep two pieces may get. It may be the contact of these
    /// two.
    ///
    /// A body may be deep in a one-sided surface because it is coming through from behind. How deep it is in a wall
    /// then says nothing of the floor on which the wall stands, nor of its other pieces.
    fn counts_for(&self, (a, b): (u32, u32), (other_a, other_b): (u32, u32)) -> bool {
        let (of_a, of_b) = (self.a.surface(), self.b.surface());
        let counts =
            |surface: Option<&Surface<T, D>>, (piece, other): (u32, u32), is_same: bool| {
                surface.is_none_or(|surface| {
                    !surface.is_one_sided() || is_same && surface.fall_away(piece, other)
                })
            };
        counts(of_a, (a, other_a), b == other_b || of_b.is_some())
            && counts(of_b, (b, other_b), a == other_a || of_a.is_some())
    }

    /// Returns whether pieces that overlap are in contact by their depth along the normal of the surface, even if they
    /// are not so by their own depth: a body that goes over an edge between two triangles is less deep in either.
    fn is_deep_in_surface(&self, pieces: (u32, u32), time: T, tolerance: T) -> bool {
        let target = self.query.target_distance;
        if target >= T::zero() {
            return false;
        }
        of_placed_pieces((self.a, self.b), pieces, (time, &self.origin), |[a, b]| {
            let Ok(alone) = try_proximity(&a, &b) else {
                return false;
            };
            let normal = self.surface_normal(pieces, time, alone.contact().normal);
            alone.signed_distance() < T::zero()
                && supporting_distance(&a, &b, &normal) <= target + tolerance
        })
    }

    /// Returns whether two pairs have a piece in common, and their other pieces are joined in a surface. In a one-sided
    /// surface these must be joined over a flat edge or a ridge.
    fn joins(&self, (a, b): (u32, u32), (other_a, other_b): (u32, u32)) -> bool {
        let (of_a, of_b) = (self.a.surface(), self.b.surface());
        let joins = |surface: Option<&Surface<T, D>>, piece: u32, other: u32| {
            surface.is_some_and(|surface| {
                let explains = !surface.is_one_sided() || surface.fall_away(piece, other);
                explains && surface.joins(piece, other)
            })
        };
        b == other_b && joins(of_a, a, other_a) || a == other_a && joins(of_b, b, other_b)
    }

    /// Asks about two pieces again, past their contacts up to a time.
    fn ask_past(
        &mut self,
        pieces: (u32, u32),
        explained: Explained<T>,
    ) -> Result<(), ContactError> {
        let answer = self.ask_whole(pieces, Begins::Past(explained));
        let contact = self.contact_of(pieces, &answer)?;
        let end = self.during.end();
        let known = self.answered.get_mut(&pieces).expect("it has an answer");
        known.followed.explained_until = Some(explained.until);
        if let Ok(solution) = &answer
            && let Some(report) = report(solution)
        {
            let was_driven_in = known.answer.is_ok_and(is_driven_in);
            let last = known.followed.spans.pop_if(|_| was_driven_in);
            let from = last.map_or(explained.until, |span| span.0);
            let span = (from, ends(Some(solution), &report, end));
            known.followed.spans.push(span);
            let kept = known.followed.kept_distance.into_iter();
            known.followed.kept_distance = kept.chain([report.kept_distance]).reduce(T::min);
        }
        (known.answer, known.contact) = (answer, contact);
        Ok(())
    }
}

fn is_driven_in<T: Real, const D: usize>(solution: Solution<T, D>) -> bool {
    matches!(solution.outcome, Outcome::DrivesIn(_))
}

/// Returns the lower of two signed distances at the start, with the lower of what is kept.
fn lowest<T: Real>(one: (T, T), other: (T, T)) -> (T, T) {
    (one.0.min(other.0), one.1.min(other.1))
}
