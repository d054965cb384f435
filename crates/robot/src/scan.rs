//! The search over one segment. Its spans are halved until each pair of bodies is proven apart over each span, or is so
//! near a contact that a query of its own takes over.
//!
//! All pairs are tested at the same times, so that the places of the links are computed once for all pairs. Times are
//! shares of the segment. `findings` hands out what is found, one finding after the other, and `ledger` keeps what a path
//! has shown so far.

mod findings;
mod ledger;

pub(super) use findings::{Finding, Findings};
pub(super) use ledger::Ledger;

use std::ops::{ControlFlow, Range};

use nalgebra::{Unit, Vector3};

use super::bodies::{Bodies, Owner, Pair, PairId};
use super::following::Following;
use super::kinematics::Kinematics;
use super::motion::middle_of;
use super::snapshots::{At, Snapshots};
use super::tuning::{ENOUGH_OF_GAP, MAX_LEVEL, OF_ACCURACY, SHORT_SPAN, VERY_SHORT_SPAN};
use super::{Rules, ScanStatistics};
use photofinish::separation::{Frame, Order, second_order_margin};
use photofinish::support::unit;
use photofinish::{CertifiedInterval, SupportMap, Tracker};

/// What the search remembers of a pair from one span to the next.
#[derive(Clone, Copy)]
struct Memory {
    /// Iff the bodies were not proven apart when they were last tested.
    meets: bool,
    tracker: Tracker<f64, 3>,
}

/// The outcome of a hyperspace test.
enum Tested {
    Passed(CertifiedInterval<f64, 3>),
    /// The direction separates the bodies at both ends of the span, but they may turn into each other's way in between.
    /// It will do for shorter spans: a search for another direction seldom pays.
    Bent,
    Failed,
}

/// The search over a path, with what it keeps from one segment to the next.
pub(super) struct Scan<'c> {
    bodies: &'c Bodies,
    /// The share of the least distance seen that a margin must exceed.
    share: f64,
    /// The share of the distance that must be proven before a run of GJK ends.
    enough: f64,
    /// True iff each pair of pieces needs its own proof. A direction that separates a group is then tried for its
    /// pairs.
    each: bool,
    /// The two owners whose pairs alone are searched; none for all pairs.
    pub(super) only: Option<[Owner; 2]>,
    /// Whether the search shall go on, which is asked at each span. Else its budget is spent.
    go_on: &'c dyn Fn() -> bool,
    snapshots: Snapshots<'c>,
    memories: Vec<Memory>,
    /// For each pair, the time in the segment up to which it needs no proof.
    settled: Vec<f64>,
    /// The pairs that are not yet proven, of all open spans, one span after another.
    open: Vec<PairId>,
    /// The pairs of a group that was split, which are still to be tested over its span.
    family: Vec<PairId>,
    /// The spans that are still to be tested, the first of them last.
    spans: Vec<Pending>,
    pub(super) ledger: Ledger,
    pub(super) statistics: ScanStatistics,
}

/// A span, with the indices of the snapshots at its ends and its middle.
#[derive(Clone, Copy)]
struct Halves {
    start: usize,
    middle: usize,
    end: usize,
    level: usize,
}

/// A span that is to be tested for some pairs.
struct Pending {
    halves: Halves,
    /// Where the pairs that remain to be tested are among the open pairs.
    pairs: Range<usize>,
}

/// The index of the first middle. Snapshots 0 and 1 are the ends of the segment, the others the middles of open spans,
/// one for each level.
const MIDDLES: usize = 2;

impl<'c> Scan<'c> {
    pub(super) fn new(
        kinematics: &'c Kinematics,
        bodies: &'c Bodies,
        rules: &Rules,
        each: bool,
        go_on: &'c dyn Fn() -> bool,
    ) -> Self {
        let memory = Memory {
            meets: false,
            tracker: Tracker::new(),
        };
        Self {
            bodies,
            share: 1.0 - rules.accuracy,
            enough: ENOUGH_OF_GAP.max(1.0 - rules.accuracy * OF_ACCURACY),
            each,
            only: None,
            go_on,
            snapshots: Snapshots::new(kinematics, bodies),
            memories: vec![memory; bodies.pairs_and_groups()],
            settled: vec![f64::NEG_INFINITY; bodies.pairs_and_groups()],
            family: Vec::new(),
            open: Vec::new(),
            spans: Vec::new(),
            ledger: Ledger {
                seen: f64::INFINITY,
                nearest: None,
                left: rules.budget,
            },
            statistics: ScanStatistics::default(),
        }
    }

    /// Begins the search over the segment that is followed.
    pub(super) fn over<'s>(&'s mut self, following: &'s Following) -> Findings<'s, 'c> {
        self.settled.fill(f64::NEG_INFINITY);
        self.open.clear();
        match self.only {
            None => self.open.extend(self.bodies.roots()),
            Some(owners) => {
                let is_theirs = |pair: &&PairId| self.bodies.owners_of(**pair) == owners;
                let roots = self.bodies.roots().iter();
                self.open.extend(roots.filter(is_theirs));
            }
        }
        self.family.clear();
        self.snapshots.begin(following);
        self.snapshots.look(following, 0, 0.0);
        self.snapshots.look(following, 1, 1.0);
        self.statistics.configurations += 2;
        let whole = Halves {
            start: 0,
            middle: MIDDLES,
            end: 1,
            level: 0,
        };
        self.spans.clear();
        self.spans.push(Pending {
            halves: whole,
            pairs: 0..self.open.len(),
        });
        Findings::new(self, following)
    }

    /// Returns the next span that begins before `limit`, with all bodies placed at its middle.
    fn next_span(&mut self, following: &Following, limit: f64) -> Option<Pending> {
        while let Some(span) = self.spans.pop() {
            // what follows belongs to spans that are done
            self.open.truncate(span.pairs.end);
            let Halves {
                start, middle, end, ..
            } = span.halves;
            let [start, end] = [start, end].map(|index| self.snapshots.time(index));
            if start < limit {
                if !(self.go_on)() {
                    self.ledger.left = 0;
                }
                self.snapshots.look(following, middle, 0.5 * (start + end));
                self.statistics.configurations += 1;
                return Some(span);
            }
        }
        None
    }

    /// Returns the next pair to be tested: of a group that was split, or else of a span.
    fn next_pair(&mut self, pairs: &mut Range<usize>) -> Option<PairId> {
        let member = self.family.pop();
        member.or_else(|| pairs.next().map(|at| self.open[at]))
    }

    /// Leaves the pairs that are open beyond those of a span to its halves.
    fn halve(&mut self, Pending { halves, pairs }: &Pending) {
        // `pairs` has been gone through: it is empty, and ends where the span's open pairs begin
        let left = pairs.end..self.open.len();
        if left.is_empty() {
            return;
        }
        let &Halves {
            start,
            middle,
            end,
            level,
        } = halves;
        let level = level + 1;
        // the first half is searched first, so it goes last
        for (start, end) in [(middle, end), (start, middle)] {
            self.spans.push(Pending {
                halves: Halves {
                    start,
                    middle: MIDDLES + level,
                    end,
                    level,
                },
                pairs: left.clone(),
            });
        }
    }

    /// Tests a pair over a span that begins before `limit`. If the span must be halved for the pair, the pair is left
    /// open and there is no finding.
    fn test_pair(
        &mut self,
        following: &Following,
        (pair, halves): (PairId, Halves),
        limit: f64,
    ) -> Option<Finding> {
        let [start, end] = [halves.start, halves.end].map(|index| self.snapshots.time(index));
        let settled = self.settled[pair.index()];
        if settled >= end {
            return None;
        }
        if let Some(members) = self.bodies.members(pair) {
            return self.test_group(following, (pair, halves), members);
        }
        if let Some(interval) = self.proves(pair, halves) {
            return Some(Finding::Apart { pair, interval });
        }
        let spent = self.ledger.left == 0;
        if spent || halves.level >= MAX_LEVEL || self.is_short(following, pair, end - start) {
            self.statistics.queries += 1;
            return Some(Finding::Near {
                pair,
                from: start.max(settled),
                to: end.min(limit),
            });
        }
        self.open.push(pair);
        None
    }

    /// Tests a group over a span. It is split into its pairs, which are then tested over the same span, if its hulls
    /// are too near to prove what is asked for, or if each pair needs its own proof. If the span must be halved, the
    /// group is left open.
    fn test_group(
        &mut self,
        following: &Following,
        (group, halves): (PairId, Halves),
        members: &[PairId],
    ) -> Option<Finding> {
        if let Some(interval) = self.proves(group, halves) {
            if !self.each {
                let pair = group;
                return Some(Finding::Apart { pair, interval });
            }
            for member in members {
                let tracker = &mut self.memories[member.index()].tracker;
                *tracker = tracker.along(interval.direction);
            }
            self.family.extend(members.iter().rev());
            return None;
        }
        let [start, end] = [halves.start, halves.end].map(|index| self.snapshots.time(index));
        let is_last = self.ledger.left == 0 || halves.level >= MAX_LEVEL;
        if self.memories[group.index()].meets
            || is_last
            || self.is_short(following, group, end - start)
        {
            self.family.extend(members.iter().rev());
        } else {
            self.open.push(group);
        }
        None
    }

    /// Returns the least margin that passes for a pair. Before any distance is seen, no margin passes, unless every
    /// positive one does.
    fn least_margin(&self, pair: PairId) -> f64 {
        if self.bodies[pair].moves && self.share > 0.0 {
            (self.ledger.seen * self.share).max(0.0)
        } else {
            0.0
        }
    }

    /// Returns whether the joints that move a pair turn so little that a query of its own needs few steps.
    fn is_short(&self, following: &Following, pair: PairId, length: f64) -> bool {
        let Pair { a, b, .. } = self.bodies[pair];
        let short = if self.memories[pair.index()].meets {
            SHORT_SPAN
        } else {
            VERY_SHORT_SPAN
        };
        let turns = [a, b].map(|index| following.limits(self.bodies[index].view).turns());
        (turns[0] + turns[1]) * length <= short
    }

    /// Returns the proof that a direction separates the pair over the whole span, if one is found.
    fn proves(&mut self, pair: PairId, span: Halves) -> Option<CertifiedInterval<f64, 3>> {
        let ends = (
            self.snapshots.time(span.start),
            self.snapshots.time(span.end),
        );
        // the bound must hold as far as both ends
        let (_, away) = middle_of(ends.0, ends.1);
        let between = |snapshot| self.snapshots.between(pair, snapshot);
        let axis = match self.memories[pair.index()].tracker.axis() {
            Some(&axis) => axis,
            None => unit(between(span.middle)),
        };
        let acceleration = self
            .snapshots
            .relative_acceleration(pair, span.middle, (&axis, away));
        // neither this direction nor, most likely, any other can pass where even points inside are too near
        let inside = (between(span.start).norm(), between(span.end).norm());
        if margin(ends, inside, acceleration) <= 0.0 {
            return None;
        }
        let mut tested = self.test((pair, span), &axis, acceleration);
        if matches!(tested, Tested::Failed) {
            let axis = self.nearest(pair, span.middle, axis)?;
            let bound = self
                .snapshots
                .relative_acceleration(pair, span.middle, (&axis, away));
            tested = self.test((pair, span), &axis, bound);
        }
        match tested {
            Tested::Passed(interval) => Some(interval),
            Tested::Bent | Tested::Failed => None,
        }
    }

    /// Runs GJK for a direction along which the bodies are nearly as far apart as their distance. Returns none if they
    /// are not proven apart.
    fn nearest(
        &mut self,
        pair: PairId,
        snapshot: usize,
        axis: Vector3<f64>,
    ) -> Option<Vector3<f64>> {
        let at = self.snapshots.at(pair, snapshot);
        let memory = &mut self.memories[pair.index()];
        memory.tracker = memory.tracker.along(axis);
        self.statistics.searches += 1;
        let Pair {
            target_distance,
            moves,
            ..
        } = self.bodies[pair];
        let enough = self.enough;
        let found = memory.tracker.separate(at.a(), at.b(), |iterate| {
            let proven = iterate.lower_bound - target_distance;
            let possible = iterate.upper_bound - target_distance;
            if proven > possible * enough && proven > 0.0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        self.ledger.left = self.ledger.left.saturating_sub(found.iterations.into());
        memory.meets = !(found.lower_bound > target_distance);
        if memory.meets {
            return None;
        }
        let is_group = self.bodies.members(pair).is_some();
        if moves {
            // the pieces of a group may be farther apart than its hulls, but these corners are of pieces
            let seen = match is_group {
                false => found.upper_bound,
                true => corners_apart(at, &found.normal),
            };
            self.ledger.see(pair, seen - target_distance);
        }
        if is_group {
            // shorter spans would not help either
            let possible = found.upper_bound - target_distance;
            self.memories[pair.index()].meets = possible <= self.least_margin(pair);
        }
        Some(found.normal)
    }

    /// Makes the certified hyperspace test of a direction from A to B.
    fn test(
        &mut self,
        (pair, span): (PairId, Halves),
        s: &Vector3<f64>,
        acceleration: f64,
    ) -> Tested {
        self.statistics.tests += 1;
        self.ledger.left = self.ledger.left.saturating_sub(2);
        let start = self.snapshots.at(pair, span.start);
        let (gap, error) = (start.gap(s), start.error(s));
        if !(gap > 0.0) {
            return Tested::Failed;
        }
        let end = self.snapshots.at(pair, span.end);
        let (gap_at_end, error_at_end) = (end.gap(s), end.error(s));
        // a certificate is verified by other means, which round differently: half a rounding error is left for that
        let again = error + error_at_end;
        let margin = margin((start.time(), end.time()), (gap, gap_at_end), acceleration) - again;
        if margin > self.least_margin(pair) {
            Tested::Passed(CertifiedInterval {
                start: start.time(),
                end: end.time(),
                direction: *s,
                frame: Frame::World,
                kept_distance: self.bodies[pair].target_distance,
                margin,
                order: Order::Second,
            })
        } else if margin <= 0.0 && gap_at_end > 0.0 {
            self.memories[pair.index()].meets = false;
            Tested::Bent
        } else {
            Tested::Failed
        }
    }
}

/// Returns the distance of the points of both bodies that are farthest along a direction from A to B: no less than that
/// of the bodies.
fn corners_apart(at: At<'_, '_>, normal: &Vector3<f64>) -> f64 {
    let direction = Unit::new_unchecked(*normal);
    let from = at.a().support_point(&direction) + at.a().location();
    (at.b().support_point(&-direction) + at.b().location() - from).norm()
}

/// Returns the margin of a span with these gaps at its ends.
fn margin((start, end): (f64, f64), gaps: (f64, f64), acceleration: f64) -> f64 {
    let duration = (end - start) * (1.0 + f64::EPSILON);
    second_order_margin(gaps.0, gaps.1, acceleration, duration)
}
