//! The search over one segment. Its spans are halved until each pair of bodies is proven apart over each span, or is so
//! near a contact that a query of its own takes over.
//!
//! All pairs are tested at the same times, so that the places of the links are computed once for all pairs. Times are
//! shares of the segment.

use std::ops::{ControlFlow, Range};

use nalgebra::Vector3;

use super::bodies::{Cast, Pair};
use super::following::Following;
use super::kinematics::Kinematics;
use super::motion::middle_of;
use super::stage::Stage;
use super::tuning::{ENOUGH_OF_GAP, MAX_LEVEL, OF_ACCURACY, SHORT_SPAN, VERY_SHORT_SPAN};
use super::{Rules, ScanStatistics};
use photofinish::CertifiedInterval;
use photofinish::Tracker;
use photofinish::separation::{Frame, Order, second_order_margin};
use photofinish::support::unit;

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

/// The account of a search along a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ledger {
    /// The least distance of any moving pair that was seen, beyond the target distance.
    pub(super) seen: f64,
    /// The number of evaluations of both bodies of a pair that may still be made.
    pub(super) left: u64,
}

/// The receiver of a scan's findings.
pub(super) trait Sink {
    /// Takes note that a pair is proven apart over a span.
    fn certified(&mut self, pair: usize, interval: &CertifiedInterval<f64, 3>);

    /// Queries a pair that may touch in a span. Returns the time from which on the scan may stop.
    fn suspect(&mut self, pair: usize, span: (f64, f64), ledger: &mut Ledger) -> f64;

    /// Returns the time up to which a pair needs no proof.
    fn known_until(&self, pair: usize) -> f64 {
        let _ = pair;
        f64::NEG_INFINITY
    }
}

/// The search over a path, with what it keeps from one segment to the next.
pub(super) struct Scan<'c> {
    cast: &'c Cast,
    target_distance: f64,
    /// The share of the least distance seen that a margin must exceed.
    share: f64,
    /// The share of the distance that must be proven before a run of GJK ends.
    enough: f64,
    stage: Stage<'c>,
    memories: Vec<Memory>,
    /// The pairs that are not yet proven, of all open spans, one span after another.
    open: Vec<u32>,
    /// The time from which on the scan may stop.
    limit: f64,
    ledger: Ledger,
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

/// The index of the first middle. Snapshots 0 and 1 are the ends of the segment, the others the middles of open spans,
/// one for each level.
const MIDDLES: usize = 2;

impl<'c> Scan<'c> {
    pub(super) fn new(kinematics: &'c Kinematics, cast: &'c Cast, rules: &Rules) -> Self {
        let memory = Memory {
            meets: false,
            tracker: Tracker::new(),
        };
        Self {
            cast,
            target_distance: rules.target_distance,
            share: 1.0 - rules.accuracy,
            enough: ENOUGH_OF_GAP.max(1.0 - rules.accuracy * OF_ACCURACY),
            stage: Stage::new(kinematics, cast, rules.target_distance),
            memories: vec![memory; cast.pairs.len()],
            open: Vec::new(),
            limit: 1.0,
            ledger: Ledger {
                seen: f64::INFINITY,
                left: rules.budget,
            },
            statistics: ScanStatistics::default(),
        }
    }

    /// Searches the segment that is followed, for these pairs. Every pair is proven apart or passed on to the sink,
    /// which hears of both.
    pub(super) fn run(
        &mut self,
        following: &Following,
        pairs: impl Iterator<Item = usize>,
        sink: &mut impl Sink,
    ) {
        self.limit = 1.0;
        self.open.clear();
        self.open.extend(pairs.map(|pair| pair as u32));
        self.stage.begin(following);
        self.stage.look(following, 0, 0.0);
        self.stage.look(following, 1, 1.0);
        self.statistics.configurations += 2;
        let whole = Halves {
            start: 0,
            middle: MIDDLES,
            end: 1,
            level: 0,
        };
        self.descend(following, whole, 0..self.open.len(), sink);
    }

    fn descend(
        &mut self,
        following: &Following,
        span: Halves,
        pairs: Range<usize>,
        sink: &mut impl Sink,
    ) {
        let [start, end] = [span.start, span.end].map(|index| self.stage.time(index));
        if start >= self.limit {
            return;
        }
        self.stage.look(following, span.middle, 0.5 * (start + end));
        self.statistics.configurations += 1;
        let first = self.open.len();
        for at in pairs {
            let pair = self.open[at] as usize;
            if sink.known_until(pair) >= end || self.proves(pair, span, sink) {
                continue;
            }
            let spent = self.ledger.left == 0;
            if spent || span.level >= MAX_LEVEL || self.is_short(following, pair, end - start) {
                self.statistics.queries += 1;
                let until = (start, end.min(self.limit));
                let limit = sink.suspect(pair, until, &mut self.ledger);
                self.limit = limit.min(self.limit);
            } else {
                self.open.push(pair as u32);
            }
        }
        let left = first..self.open.len();
        if !left.is_empty() {
            let level = span.level + 1;
            for (start, end) in [(span.start, span.middle), (span.middle, span.end)] {
                let half = Halves {
                    start,
                    middle: MIDDLES + level,
                    end,
                    level,
                };
                self.descend(following, half, left.clone(), sink);
            }
        }
        self.open.truncate(first);
    }

    /// Returns whether the joints that move a pair turn so little that a query of its own needs few steps.
    fn is_short(&self, following: &Following, pair: usize, length: f64) -> bool {
        let Pair { a, b, .. } = self.cast.pairs[pair];
        let short = if self.memories[pair].meets {
            SHORT_SPAN
        } else {
            VERY_SHORT_SPAN
        };
        let turns = [a, b].map(|actor| following.limits(self.cast.actors[actor].view).turns());
        (turns[0] + turns[1]) * length <= short
    }

    /// Returns whether a direction is found that separates the pair over the whole span.
    fn proves(&mut self, pair: usize, span: Halves, sink: &mut impl Sink) -> bool {
        let ends = (self.stage.time(span.start), self.stage.time(span.end));
        // the bound must hold as far as both ends
        let (_, away) = middle_of(ends.0, ends.1);
        let between = |snapshot| self.stage.between(pair, snapshot);
        let axis = match self.memories[pair].tracker.axis() {
            Some(&axis) => axis,
            None => unit(between(span.middle)),
        };
        let acceleration = self
            .stage
            .relative_acceleration(pair, span.middle, (&axis, away));
        // neither this direction nor, most likely, any other can pass where even points inside are too near
        let inside = (between(span.start).norm(), between(span.end).norm());
        if margin(ends, inside, acceleration) <= 0.0 {
            return false;
        }
        let mut tested = self.test((pair, span), &axis, acceleration);
        if matches!(tested, Tested::Failed) {
            let Some(axis) = self.nearest(pair, span.middle, axis) else {
                return false;
            };
            let bound = self
                .stage
                .relative_acceleration(pair, span.middle, (&axis, away));
            tested = self.test((pair, span), &axis, bound);
        }
        let Tested::Passed(interval) = tested else {
            return false;
        };
        sink.certified(pair, &interval);
        true
    }

    /// Runs GJK for a direction along which the bodies are nearly as far apart as their distance. Returns none if they
    /// are not proven apart.
    fn nearest(
        &mut self,
        pair: usize,
        snapshot: usize,
        axis: Vector3<f64>,
    ) -> Option<Vector3<f64>> {
        let at = self.stage.at(pair, snapshot);
        let memory = &mut self.memories[pair];
        memory.tracker = memory.tracker.along(axis);
        self.statistics.searches += 1;
        let (target_distance, enough) = (self.target_distance, self.enough);
        let found = memory.tracker.separate(&at.a, &at.b, |iterate| {
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
        if self.cast.pairs[pair].moves {
            self.ledger.seen = self.ledger.seen.min(found.upper_bound - target_distance);
        }
        Some(found.normal)
    }

    /// Makes the certified hyperspace test of a direction from A to B.
    fn test(
        &mut self,
        (pair, span): (usize, Halves),
        s: &Vector3<f64>,
        acceleration: f64,
    ) -> Tested {
        self.statistics.tests += 1;
        self.ledger.left = self.ledger.left.saturating_sub(2);
        let start = self.stage.at(pair, span.start);
        let (gap, error) = (start.gap(s), start.error(s));
        if !(gap > 0.0) {
            return Tested::Failed;
        }
        let end = self.stage.at(pair, span.end);
        let (gap_at_end, error_at_end) = (end.gap(s), end.error(s));
        // a certificate is verified by other means, which round differently: half a rounding error is left for that
        let again = error + error_at_end;
        let margin = margin((start.time, end.time), (gap, gap_at_end), acceleration) - again;
        let moves = self.cast.pairs[pair].moves;
        // before any distance is seen, no margin passes, unless every positive one does
        let least = if moves && self.share > 0.0 {
            (self.ledger.seen * self.share).max(0.0)
        } else {
            0.0
        };
        if margin > least {
            Tested::Passed(CertifiedInterval {
                start: start.time,
                end: end.time,
                direction: *s,
                frame: Frame::World,
                kept_distance: self.target_distance,
                margin,
                order: Order::Second,
            })
        } else if margin <= 0.0 && gap_at_end > 0.0 {
            self.memories[pair].meets = false;
            Tested::Bent
        } else {
            Tested::Failed
        }
    }
}

/// Returns the margin of a span with these gaps at its ends.
fn margin((start, end): (f64, f64), gaps: (f64, f64), acceleration: f64) -> f64 {
    let duration = (end - start) * (1.0 + f64::EPSILON);
    second_order_margin(gaps.0, gaps.1, acceleration, duration)
}
