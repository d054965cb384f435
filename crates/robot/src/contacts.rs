//! All contacts of a path: when each pair begins to touch, and when it comes apart again.

use std::cell::OnceCell;

use super::PathUndecided;
use super::bodies::PairId;
use super::checker::{Checker, Touch};
use super::course::Segment;
use super::following::Following;
use super::kinematics::Kinematics;
use super::outcome::{ContactInterval, Contacts, PathImpact, ScanStatistics};
use super::query::Stretch;
use super::scan::{Finding, Findings, Scan};
use super::tuning::{APART, LEAST_STEP};
use photofinish::QueryError;
use photofinish::gjk::distance;

/// The search for all contacts of a path, and what it found so far.
pub(super) struct All<'c> {
    checker: &'c Checker,
    /// For each pair, the beginning of a contact that has not ended.
    open: Vec<Option<PathImpact>>,
    intervals: Vec<ContactInterval>,
    undecided: Vec<PathUndecided>,
    /// Whether the search shall go on.
    go_on: &'c dyn Fn() -> bool,
}

impl<'c> All<'c> {
    pub(super) fn new(checker: &'c Checker, go_on: &'c dyn Fn() -> bool) -> Self {
        Self {
            checker,
            go_on,
            open: vec![None; checker.bodies.piece_pairs().len()],
            intervals: Vec::new(),
            undecided: Vec::new(),
        }
    }

    /// Searches a path, one segment after the other.
    pub(super) fn path(mut self, segments: &[Segment]) -> Contacts {
        let checker = self.checker;
        // contacts do not tell the least distance of what is clear
        let rules = checker.rules.clone().accuracy(1.0);
        let (kinematics, go_on) = (&checker.kinematics, self.go_on);
        let mut scan = Scan::new(kinematics, &checker.bodies, &rules, false, go_on);
        for (index, segment) in segments.iter().enumerate() {
            let following = Following::new(&checker.kinematics, segment);
            let of_segment = AllOfSegment {
                index,
                segment,
                following: &following,
                backwards: OnceCell::new(),
                undecided_until: vec![f64::NEG_INFINITY; checker.bodies.piece_pairs().len()],
                all: &mut self,
            };
            of_segment.search(scan.over(&following));
        }
        self.finish(scan.statistics)
    }

    /// Ends the contacts that last until the end of the path, and sorts all contacts by their beginning.
    fn finish(self, statistics: ScanStatistics) -> Contacts {
        let lasting = self.open.into_iter().flatten();
        let lasting = lasting.map(|first| ContactInterval { first, last: None });
        let mut intervals = self.intervals;
        intervals.extend(lasting);
        Contacts {
            intervals: united(intervals),
            undecided: self.undecided,
            statistics,
        }
    }
}

/// Unites overlapping intervals of the same two bodies, which have other pieces in contact. Sorts all by their
/// beginning.
fn united(mut intervals: Vec<ContactInterval>) -> Vec<ContactInterval> {
    let end = |interval: &ContactInterval| {
        let last = interval.last.as_ref();
        last.map_or(f64::INFINITY, |last| last.time)
    };
    intervals.sort_by(|one, other| one.first.time.total_cmp(&other.first.time));
    let mut united: Vec<ContactInterval> = Vec::new();
    for interval in intervals {
        let same = united.iter_mut().find(|earlier| {
            earlier.first.between == interval.first.between && end(earlier) >= interval.first.time
        });
        match same {
            Some(earlier) if end(earlier) < end(&interval) => earlier.last = interval.last,
            Some(_) => {}
            None => united.push(interval),
        }
    }
    united
}

/// The search for all contacts in one segment.
struct AllOfSegment<'s, 'c> {
    index: usize,
    segment: &'s Segment,
    following: &'s Following,
    /// The segment followed from its end, made when first needed.
    backwards: OnceCell<Following>,
    /// For each pair, the end of the span that was undecided last.
    undecided_until: Vec<f64>,
    all: &'s mut All<'c>,
}

impl AllOfSegment<'_, '_> {
    /// Follows the contacts that the segment begins with, goes through what the scan finds after them, and queries the
    /// pairs that it leaves.
    fn search(mut self, mut findings: Findings<'_, '_>) {
        for pair in self.all.checker.bodies.pair_ids() {
            if self.all.open[pair.index()].is_some() {
                findings.settle(pair, self.leave(pair, 0.0));
            }
        }
        while let Some(finding) = findings.next() {
            if let Finding::Near { pair, from, to } = finding {
                let known = self.query(pair, (from, to), &mut findings);
                findings.settle(pair, known);
            }
        }
    }

    /// Finds all contacts of a pair in a span. Returns the time up to which they are known, where it is not the end of
    /// the span.
    fn query(&mut self, pair: PairId, (mut from, to): (f64, f64), findings: &mut Findings) -> f64 {
        let mut known = f64::NEG_INFINITY;
        while from < to {
            let stretch = Stretch {
                from,
                to,
                beyond: 0.0,
            };
            let mut proof = Vec::new();
            let keep = (&mut proof, &mut findings.ledger().left);
            let checker = self.all.checker;
            match checker.touch(pair, self.following, stretch, keep) {
                Ok(None) => break,
                Ok(Some(touch)) => {
                    self.all.open[pair.index()] = Some(self.impact(pair, &touch));
                    from = self.leave(pair, touch.share);
                    known = from;
                }
                Err(reason) => {
                    let share = proof.last().map_or(from, |last| last.end);
                    let why = (reason, findings.statistics());
                    self.stay_undecided(pair, (share, to), why);
                    break;
                }
            }
        }
        known
    }

    /// Adds a stretch that is undecided to the answer, unless it goes on from the stretch before.
    fn stay_undecided(
        &mut self,
        pair: PairId,
        (share, to): (f64, f64),
        why: (QueryError, ScanStatistics),
    ) {
        let goes_on = share <= self.undecided_until[pair.index()];
        self.undecided_until[pair.index()] = to;
        if !goes_on {
            let at = (self.index, self.segment);
            let undecided = self.all.checker.undecided(pair, at, share, why);
            self.all.undecided.push(undecided);
        }
    }

    fn impact(&self, pair: PairId, touch: &Touch) -> PathImpact {
        let segment = (self.index, self.segment);
        let checker = self.all.checker;
        checker.impact(pair, segment, self.following, touch)
    }

    /// Follows a pair in contact until it is apart, and returns the time. Returns 1 if it stays in contact in this
    /// segment.
    fn leave(&mut self, pair: PairId, from: f64) -> f64 {
        let Some(apart) = self.apart_after(pair, from) else {
            return 1.0;
        };
        let last = self.last_touch(pair, from, apart);
        let last = Some(self.impact(pair, &last));
        if let Some(first) = self.all.open[pair.index()].take() {
            self.all.intervals.push(ContactInterval { first, last });
        }
        apart
    }

    /// Returns a time after `from` at which a pair is apart, found by small steps.
    fn apart_after(&self, pair: PairId, from: f64) -> Option<f64> {
        let checker = self.all.checker;
        let step = checker.step(pair, self.following).max(LEAST_STEP);
        // so far apart that a query would not call it a contact again
        let beyond = checker.bodies[pair].target_distance + checker.tolerance(pair) * APART;
        let mut share = from;
        while share < 1.0 {
            share = (share + step).min(1.0);
            let [a, b] = checker.placed(pair, self.following, share);
            if distance(&a, &b).is_some_and(|closest| closest.lower_bound > beyond) {
                return Some(share);
            }
        }
        None
    }

    /// Returns the last contact of a pair between `from`, when it touches, and `apart`, when it does not. A query that
    /// runs backwards from `apart` finds it.
    fn last_touch(&self, pair: PairId, from: f64, apart: f64) -> Touch {
        let checker = self.all.checker;
        let backwards = self
            .backwards
            .get_or_init(|| followed_backwards(&checker.kinematics, self.segment));
        let stretch = Stretch {
            from: 1.0 - apart,
            to: 1.0 - from,
            beyond: 0.0,
        };
        let mut left = checker.rules.budget;
        let found = checker.touch(pair, backwards, stretch, (&mut Vec::new(), &mut left));
        let share = match found {
            Ok(Some(touch)) => 1.0 - touch.share,
            // the way back is proven free, so that they last touched at `from`
            Ok(None) => from,
            // nothing is proven before `apart`
            Err(_) => apart,
        };
        checker.touch_at(pair, self.following, share.clamp(from, apart))
    }
}

fn followed_backwards(kinematics: &Kinematics, segment: &Segment) -> Following {
    Following::new(kinematics, &segment.reversed())
}

impl Checker {
    /// Returns the share of a segment in which a pair moves by no more than the resolution.
    fn step(&self, pair: PairId, following: &Following) -> f64 {
        let pair = self.bodies[pair];
        let speeds = [pair.a, pair.b].map(|index| {
            let seen = &self.bodies[index];
            let reach = seen.mount.center_in_frame.norm() + seen.reach;
            following.limits(seen.view).of_points(reach)[0]
        });
        self.rules.resolution / (speeds[0] + speeds[1])
    }
}
