//! The search over one segment: spans of it are halved until every pair of bodies is proven apart over each, or is near
//! enough to a contact for a query of its own.
//!
//! All pairs are looked at at the same times, so that where the links are is computed once for all of them. Times are
//! shares of the segment.

use std::ops::{ControlFlow, Range};

use nalgebra::Vector3;

use super::bodies::{Actor, Cast, Pair, PosedShape};
use super::following::{Following, Limits, Moves};
use super::kinematics::{Kinematics, Pose};
use super::motion::Bounds;
use super::{Rules, ScanStatistics};
use crate::certificate::CertifiedInterval;
use crate::gjk::{Search, Seed, Start};
use crate::separation::{Instant, Order, second_order_margin};
use crate::support::unit;

/// A pair is left to a query of its own over spans in which the joints that move it turn by less than this, in
/// radians.
const SHORT_SPAN: f64 = 0.2;
/// Halvings at most.
const MAX_LEVEL: usize = 16;

/// Everything at one time.
struct Snapshot<'c> {
    time: f64,
    /// How every view's frame moves.
    moves: Vec<Moves>,
    /// Where every actor is.
    actors: Vec<PosedShape<'c>>,
}

/// What is kept of a pair from one look to the next.
#[derive(Clone, Copy)]
struct Memory {
    axis: Option<Vector3<f64>>,
    seed: Seed,
}

/// What a scan is told of.
pub(super) trait Sink {
    /// A pair was proven apart over a span.
    fn certified(&mut self, pair: usize, interval: &CertifiedInterval<f64, 3>);

    /// A pair is near contact in a span, and needs a query of its own. Times from the one returned on need not be looked
    /// at.
    fn suspect(&mut self, pair: usize, from: f64, to: f64) -> f64;

    /// Whether a pair needs no proof before this time.
    fn known_until(&self, pair: usize) -> f64 {
        let _ = pair;
        f64::NEG_INFINITY
    }
}

/// What the search over a path needs to know, and keeps from one segment to the next.
pub(super) struct Scan<'c> {
    kinematics: &'c Kinematics,
    cast: &'c Cast,
    clearance: f64,
    /// The share of the least distance seen that a margin must have.
    share: f64,
    snapshots: Vec<Snapshot<'c>>,
    memories: Vec<Memory>,
    /// The pairs that are left, of each span that is open.
    open: Vec<u32>,
    search: Search<f64, 3>,
    /// The time from which on nothing need be looked at.
    limit: f64,
    /// The least distance beyond the clearance that was seen, and the least that was proven, with its pair.
    pub(super) seen: f64,
    pub(super) statistics: ScanStatistics,
}

/// A span whose ends and middle are these snapshots.
#[derive(Clone, Copy)]
struct Halves {
    start: usize,
    middle: usize,
    end: usize,
    level: usize,
}

/// Snapshots 0 and 1 are the ends of the segment, the others the middles of open spans by level.
const MIDDLES: usize = 2;

impl<'c> Scan<'c> {
    pub(super) fn new(kinematics: &'c Kinematics, cast: &'c Cast, rules: &Rules) -> Self {
        let memory = Memory {
            axis: None,
            seed: Seed::default(),
        };
        Self {
            kinematics,
            cast,
            clearance: rules.clearance,
            share: 1.0 - rules.accuracy,
            snapshots: Vec::new(),
            memories: vec![memory; cast.pairs.len()],
            open: Vec::new(),
            search: Search::new(),
            limit: 1.0,
            seen: f64::INFINITY,
            statistics: ScanStatistics::default(),
        }
    }

    /// Looks at these pairs over the segment that is followed. The sink hears of everything; returns when all is proven or
    /// passed on to it.
    pub(super) fn run(
        &mut self,
        following: &Following,
        pairs: impl Iterator<Item = usize>,
        sink: &mut impl Sink,
    ) {
        self.limit = 1.0;
        self.open.clear();
        self.open.extend(pairs.map(|pair| pair as u32));
        self.look(following, 0, 0.0);
        self.look(following, 1, 1.0);
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
        let [start, end] = [span.start, span.end].map(|index| self.snapshots[index].time);
        if start >= self.limit {
            return;
        }
        let middle = 0.5 * (start + end);
        self.look(following, span.middle, middle);
        let first = self.open.len();
        for at in pairs {
            let pair = self.open[at] as usize;
            if sink.known_until(pair) >= end || self.proves(following, pair, span, sink) {
                continue;
            }
            if span.level >= MAX_LEVEL || self.is_short(following, pair, end - start) {
                self.statistics.queries += 1;
                self.limit = sink
                    .suspect(pair, start, end.min(self.limit))
                    .min(self.limit);
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

    /// Whether the joints that move a pair turn so little that a query of its own needs few steps.
    fn is_short(&self, following: &Following, pair: usize, length: f64) -> bool {
        let Pair { a, b, .. } = self.cast.pairs[pair];
        let turns = [a, b].map(|actor| following.limits(self.cast.actors[actor].view).turns());
        (turns[0] + turns[1]) * length <= SHORT_SPAN
    }

    /// Looks at everything at `time`.
    fn look(&mut self, following: &Following, index: usize, time: f64) {
        self.statistics.configurations += 1;
        let actors = &self.cast.actors;
        if index == self.snapshots.len() {
            let placed = |actor: &Actor| {
                let still = Pose::identity();
                self.cast.placed(actor, &still, &Limits::default())
            };
            self.snapshots.push(Snapshot {
                time,
                moves: Vec::new(),
                actors: actors.iter().map(placed).collect(),
            });
        }
        let snapshot = &mut self.snapshots[index];
        snapshot.time = time;
        following.all_moves(self.kinematics, time, &mut snapshot.moves);
        for (actor, posed) in actors.iter().zip(&mut snapshot.actors) {
            if let Some(view) = actor.view {
                let limits = following.limits(actor.view);
                *posed = self.cast.placed(actor, &snapshot.moves[view].pose, &limits);
            }
        }
    }

    /// Whether some direction is found that separates the pair over the whole span.
    fn proves(
        &mut self,
        following: &Following,
        pair: usize,
        span: Halves,
        sink: &mut impl Sink,
    ) -> bool {
        let remembered = self.memories[pair].axis;
        let mut tried = None;
        if let Some(axis) = remembered {
            if self.test(following, pair, span, axis, sink) {
                return true;
            }
            tried = Some(axis);
        }
        let middle = self.instant(pair, span.middle);
        let bodies = middle.bodies();
        let start = Start {
            seed: self.memories[pair].seed,
            ..Start::from_axis(tried.unwrap_or_else(|| unit(bodies.between())))
        };
        self.statistics.searches += 1;
        let mut search = std::mem::replace(&mut self.search, Search::new());
        search.run(&bodies, &start, |_| ControlFlow::Continue(()));
        self.memories[pair].seed = search.seed();
        let (axis, proven) = (search.normal, search.proven);
        self.search = search;
        if !(proven > self.clearance) {
            return false;
        }
        self.seen = self.seen.min(proven - self.clearance);
        self.memories[pair].axis = Some(axis);
        self.test(following, pair, span, axis, sink)
    }

    /// The certified hyperspace test of a direction from A to B.
    fn test(
        &mut self,
        following: &Following,
        pair: usize,
        span: Halves,
        s: Vector3<f64>,
        sink: &mut impl Sink,
    ) -> bool {
        self.statistics.tests += 1;
        let (start, end) = (self.instant(pair, span.start), self.instant(pair, span.end));
        let gaps = (start.gap(&s), end.gap(&s));
        if !(gaps.0 > 0.0 && gaps.1 > 0.0) {
            return false;
        }
        let Pair { a, b, .. } = self.cast.pairs[pair];
        let away = 0.5 * (end.time - start.time) * (1.0 + 1e-12);
        let acceleration = self.acceleration(following, b, span.middle, (&s, away))
            + self.acceleration(following, a, span.middle, (&-s, away));
        let duration = (end.time - start.time) * (1.0 + f64::EPSILON);
        let margin = second_order_margin(gaps.0, gaps.1, acceleration, duration);
        if !(margin > self.seen * self.share && margin > 0.0) {
            return false;
        }
        let interval = CertifiedInterval {
            start: start.time,
            end: end.time,
            direction: s,
            margin,
            order: Order::Second,
        };
        sink.certified(pair, &interval);
        true
    }

    fn acceleration(
        &self,
        following: &Following,
        actor: usize,
        middle: usize,
        (s, away): (&Vector3<f64>, f64),
    ) -> f64 {
        let actor = &self.cast.actors[actor];
        let Some(view) = actor.view else {
            return 0.0;
        };
        let moves = &self.snapshots[middle].moves[view];
        let limits = following.limits(actor.view);
        Bounds::new(moves, &limits, &actor.mount, actor.reach).acceleration(moves, s, away)
    }

    fn instant(
        &self,
        pair: usize,
        snapshot: usize,
    ) -> Instant<PosedShape<'c>, PosedShape<'c>, f64, 3> {
        let Pair { a, b, .. } = self.cast.pairs[pair];
        let Snapshot { time, actors, .. } = &self.snapshots[snapshot];
        Instant::new(*time, actors[a], actors[b], self.clearance)
    }
}
