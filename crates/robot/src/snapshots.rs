//! All bodies, placed at the times that a scan tests.

use nalgebra::Vector3;

use super::bodies::{Bodies, Pair, PairId, PosedShape, SeenBody, SeenId};
use super::following::{Following, Limits, Moves};
use super::kinematics::Kinematics;
use super::motion::Bounds;
use super::pose::Pose;
use photofinish::separation::Instant;

/// A pair at one time.
pub(super) type At<'s, 'c> = Instant<&'s PosedShape<'c>, &'s PosedShape<'c>, f64, 3>;

/// A body at one time, in the frame that it is seen from.
struct Placed<'c> {
    posed: PosedShape<'c>,
    /// The place and the acceleration of its centre.
    center: Vector3<f64>,
    acceleration: Vector3<f64>,
}

/// All bodies at one time.
struct Snapshot<'c> {
    time: f64,
    /// How every view's frame moves.
    moves: Vec<Moves>,
    seen: Vec<Placed<'c>>,
}

/// The snapshots of a scan.
pub(super) struct Snapshots<'c> {
    kinematics: &'c Kinematics,
    bodies: &'c Bodies,
    /// The bounds of every seen body along the segment that is followed.
    bounds: Vec<Bounds>,
    snapshots: Vec<Snapshot<'c>>,
}

impl<'c> Snapshots<'c> {
    pub(super) fn new(kinematics: &'c Kinematics, bodies: &'c Bodies) -> Self {
        Self {
            kinematics,
            bodies,
            bounds: Vec::new(),
            snapshots: Vec::new(),
        }
    }

    /// Prepares for another segment.
    pub(super) fn begin(&mut self, following: &Following) {
        self.bounds.clear();
        self.bounds.extend(self.bodies.seen.iter().map(|seen| {
            let limits = following.limits(seen.view);
            Bounds::new(limits, &seen.mount, seen.reach)
        }));
    }

    /// Places all bodies at `time`. `index` is the snapshot to overwrite, or the number of snapshots for a new one.
    pub(super) fn look(&mut self, following: &Following, index: usize, time: f64) {
        let all = &self.bodies.seen;
        if index == self.snapshots.len() {
            let still = |seen: &SeenBody| Placed {
                posed: self
                    .bodies
                    .placed(seen, &Pose::identity(), &Limits::AT_REST),
                center: seen.mount.center_in_frame,
                acceleration: Vector3::zeros(),
            };
            self.snapshots.push(Snapshot {
                time,
                moves: Vec::new(),
                seen: all.iter().map(still).collect(),
            });
        }
        let snapshot = &mut self.snapshots[index];
        snapshot.time = time;
        following.all_moves(self.kinematics, time, &mut snapshot.moves);
        for (seen, placed) in all.iter().zip(&mut snapshot.seen) {
            let Some(view) = seen.view else {
                continue;
            };
            let moves = &snapshot.moves[view.index()];
            let limits = following.limits(seen.view);
            let arm = moves.pose.rotation * seen.mount.center_in_frame;
            *placed = Placed {
                posed: self.bodies.placed(seen, &moves.pose, limits),
                center: moves.pose.translation + arm,
                acceleration: moves.point_acceleration(&arm),
            };
        }
    }

    pub(super) fn time(&self, snapshot: usize) -> f64 {
        self.snapshots[snapshot].time
    }

    /// Returns a pair at the time of a snapshot.
    pub(super) fn at(&self, pair: PairId, snapshot: usize) -> At<'_, 'c> {
        let Pair {
            a,
            b,
            target_distance,
            ..
        } = self.bodies[pair];
        let Snapshot { time, seen, .. } = &self.snapshots[snapshot];
        let [a, b] = [a, b].map(|body| &seen[body.index()].posed);
        Instant::new(*time, a, b, target_distance)
    }

    /// Returns the vector from a point inside A to a point inside B.
    pub(super) fn between(&self, pair: PairId, snapshot: usize) -> Vector3<f64> {
        let Pair { a, b, .. } = self.bodies[pair];
        let seen = &self.snapshots[snapshot].seen;
        seen[b.index()].center - seen[a.index()].center
    }

    /// Returns M = A_B(s) + A_A(-s), which holds at times at most `away` from the time of a snapshot.
    pub(super) fn relative_acceleration(
        &self,
        pair: PairId,
        snapshot: usize,
        (s, away): (&Vector3<f64>, f64),
    ) -> f64 {
        let Pair { a, b, .. } = self.bodies[pair];
        self.acceleration(b, snapshot, (s, away)) + self.acceleration(a, snapshot, (&-s, away))
    }

    fn acceleration(&self, seen: SeenId, snapshot: usize, (s, away): (&Vector3<f64>, f64)) -> f64 {
        let Some(view) = self.bodies[seen].view else {
            return 0.0;
        };
        let snapshot = &self.snapshots[snapshot];
        self.bounds[seen.index()].acceleration(
            &snapshot.moves[view.index()],
            &snapshot.seen[seen.index()].acceleration,
            (s, away),
        )
    }
}
