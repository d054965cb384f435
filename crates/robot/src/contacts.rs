//! All contacts of a path: when each pair begins to touch, and when it is apart again.

use std::cell::OnceCell;

use super::checker::{Checker, Touch};
use super::course::Segment;
use super::following::Following;
use super::kinematics::Kinematics;
use super::query::Stretch;
use super::report::{Contact, ContactInterval, Contacts, ScanStatistics, Undecided};
use super::scan::{Ledger, Scan, Sink};
use photofinish::CertifiedInterval;
use photofinish::gjk::distance;

/// Bodies in contact are looked at again after this share of a segment at the earliest.
const LEAST_STEP: f64 = 1e-4;
/// Bodies are apart again when this many tolerances are between them.
const APART: f64 = 2.0;

/// What was found so far.
pub(super) struct All<'c> {
    checker: &'c Checker,
    /// By pair, the beginning of a contact that has not ended.
    open: Vec<Option<Contact>>,
    intervals: Vec<ContactInterval>,
    undecided: Vec<Undecided>,
}

impl<'c> All<'c> {
    pub(super) fn new(checker: &'c Checker) -> Self {
        Self {
            checker,
            open: vec![None; checker.cast.pairs.len()],
            intervals: Vec::new(),
            undecided: Vec::new(),
        }
    }

    /// Looks at one segment.
    pub(super) fn segment(
        &mut self,
        (index, segment): (usize, &Segment),
        following: &Following,
        scan: &mut Scan<'c>,
    ) {
        let pairs = self.checker.cast.pairs.len();
        let mut sink = AllOfSegment {
            index,
            segment,
            following,
            backwards: OnceCell::new(),
            resumed: vec![f64::NEG_INFINITY; pairs],
            undecided_until: vec![f64::NEG_INFINITY; pairs],
            all: self,
        };
        for pair in 0..pairs {
            if sink.all.open[pair].is_some() {
                sink.leave(pair, 0.0);
            }
        }
        scan.run(following, 0..pairs, &mut sink);
    }

    /// Ends the contacts that last until the end of the path, and sorts all by when they begin.
    pub(super) fn finish(self, statistics: ScanStatistics) -> Contacts {
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

/// Intervals of the same two bodies that overlap, of other pieces of these, made one; sorted by when they begin.
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
    /// The segment followed from its end, where that is needed.
    backwards: OnceCell<Following>,
    /// By pair, up to when it was dealt with.
    resumed: Vec<f64>,
    /// By pair, up to when it was undecided last.
    undecided_until: Vec<f64>,
    all: &'s mut All<'c>,
}

impl Sink for AllOfSegment<'_, '_> {
    fn certified(&mut self, _pair: usize, _interval: &CertifiedInterval<f64, 3>) {}

    fn suspect(&mut self, pair: usize, (from, to): (f64, f64), ledger: &mut Ledger) -> f64 {
        const NO_LIMIT: f64 = 1.0;
        let mut from = from.max(self.resumed[pair]);
        while from < to {
            let stretch = Stretch {
                from,
                to,
                beyond: 0.0,
            };
            let mut proof = Vec::new();
            let checker = self.all.checker;
            let keep = (&mut proof, &mut ledger.left);
            match checker.touch(pair, self.following, stretch, keep) {
                Ok(None) => break,
                Ok(Some(touch)) => {
                    self.all.open[pair] = Some(self.contact(pair, &touch));
                    from = self.leave(pair, touch.share);
                }
                Err(reason) => {
                    let share = proof.last().map_or(from, |last| last.end);
                    let goes_on = share <= self.undecided_until[pair];
                    self.undecided_until[pair] = to;
                    if goes_on {
                        break;
                    }
                    self.all.undecided.push(Undecided {
                        clear_until: self.segment.time_before(share),
                        segment: self.index,
                        share,
                        configuration: self.segment.configuration(share),
                        between: checker.between(pair),
                        reason,
                    });
                    break;
                }
            }
        }
        NO_LIMIT
    }

    fn known_until(&self, pair: usize) -> f64 {
        self.resumed[pair]
    }
}

impl AllOfSegment<'_, '_> {
    fn contact(&self, pair: usize, touch: &Touch) -> Contact {
        let segment = (self.index, self.segment);
        let checker = self.all.checker;
        checker.contact(pair, segment, self.following, touch)
    }

    /// Follows a pair in contact until it is apart, and returns when; 1 if it is not in this segment.
    fn leave(&mut self, pair: usize, from: f64) -> f64 {
        let apart = self.apart_after(pair, from);
        self.resumed[pair] = apart.unwrap_or(1.0);
        let Some(apart) = apart else {
            return 1.0;
        };
        let last = self.last_touch(pair, from, apart);
        let last = Some(self.contact(pair, &last));
        if let Some(first) = self.all.open[pair].take() {
            self.all.intervals.push(ContactInterval { first, last });
        }
        apart
    }

    /// A time after `from` at which a pair is apart, by small steps.
    fn apart_after(&self, pair: usize, from: f64) -> Option<f64> {
        let checker = self.all.checker;
        let step = checker.step(pair, self.following).max(LEAST_STEP);
        // well beyond what a query would call a contact again
        let beyond = checker.rules.target_distance + checker.tolerance(pair) * APART;
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

    /// The last contact of a pair between `from`, when it touches, and `apart`, by looking backwards from there.
    fn last_touch(&self, pair: usize, from: f64, apart: f64) -> Touch {
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
            // nothing nearer than the tolerance was found on the way back: it was at `from` that they touched
            Ok(None) => from,
            // not proven apart before `apart`
            Err(_) => apart,
        };
        checker.proximity(pair, self.following, share.clamp(from, apart))
    }
}

fn followed_backwards(kinematics: &Kinematics, segment: &Segment) -> Following {
    Following::new(kinematics, &segment.reversed())
}

impl Checker {
    /// The share of a segment in which a pair moves by no more than the resolution.
    fn step(&self, pair: usize, following: &Following) -> f64 {
        let pair = self.cast.pairs[pair];
        let speeds = [pair.a, pair.b].map(|actor| {
            let actor = &self.cast.actors[actor];
            let reach = actor.mount.center_in_frame.norm() + actor.reach;
            following.limits(actor.view).of_points(reach)[0]
        });
        self.rules.resolution / (speeds[0] + speeds[1])
    }
}
