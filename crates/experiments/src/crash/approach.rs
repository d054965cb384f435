//! When two bodies, or boxes in them, may come near each other: bounds of their approach from one time on.
//!
//! Let p and q be points of A and B at a time, p' and q' their velocities then, and M a bound of |q'' - p''| from then
//! on. Along a unit vector s, with the time t that passes, they are apart by at least
//!
//! s . (q - p) + t s . (q' - p') - M t^2 / 2.
//!
//! A point at r from the middle c of a box, in a body that turns at w, has s . p' = s . c' + r . (s x w). So for all
//! points of two boxes both products are least at corners, and these are sums over the axes of each box.

use nalgebra::{Matrix3, Vector3};

use super::boxes::{Node, Slab};

/// Where a body is at a time, and how it moves from then on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    pub(super) rotation: Matrix3<f64>,
    pub(super) place: Vector3<f64>,
    pub(super) velocity: Vector3<f64>,
    /// The angular velocity in the frame of the body, and the lengths of its products with the axes of that frame.
    pub(super) spin_in_body: Vector3<f64>,
    pub(super) across: Vector3<f64>,
    /// How far rounding may move a point at the knots of the motion.
    pub(super) lost: f64,
    /// By how much more the velocity of a point may change than its acceleration says: where the motion has knots, and
    /// by rounding.
    pub(super) jolts: f64,
    /// Bounds of the angular velocity and of its derivative.
    pub(super) fastest: f64,
    pub(super) change: f64,
    /// Its acceleration by gravity.
    pub(super) gravity: Vector3<f64>,
}

impl Course {
    /// Returns a bound of the acceleration of the points of a box for a time, but for gravity. It grows steadily with
    /// the time.
    ///
    /// A point at r from the centre has w' x r + w x (w x r), and |w x r| grows by at most |w'| |r| a second.
    fn bend(&self, of: &Node, time: f64) -> f64 {
        let across = self.spin_in_body.cross(&of.center).norm() + self.across.dot(&of.half);
        let turn = self.change * of.reach;
        turn + self.fastest * (across + turn * time)
    }

    /// That of the plant.
    pub(super) fn at_rest() -> Self {
        Self {
            rotation: Matrix3::identity(),
            place: Vector3::zeros(),
            velocity: Vector3::zeros(),
            spin_in_body: Vector3::zeros(),
            across: Vector3::zeros(),
            lost: 0.0,
            jolts: 0.0,
            fastest: 0.0,
            change: 0.0,
            gravity: Vector3::zeros(),
        }
    }
}

/// How near things are, and when they may meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Nearness {
    /// They are apart by at least this now, beyond the distance that they are to keep. It may be negative.
    pub(super) gap: f64,
    /// They keep that distance for at least so long, in seconds.
    pub(super) free: f64,
}

impl Nearness {
    /// That of nothing.
    pub(super) const FAR: Self = Self {
        gap: f64::INFINITY,
        free: f64::INFINITY,
    };

    /// Nothing is known.
    pub(super) const NONE: Self = Self {
        gap: f64::NEG_INFINITY,
        free: 0.0,
    };

    /// Returns what two bounds of the same tell together.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            gap: self.gap.max(other.gap),
            free: self.free.max(other.free),
        }
    }

    /// Returns what holds for two things.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            gap: self.gap.min(other.gap),
            free: self.free.min(other.free),
        }
    }
}

/// Two bodies from a time on.
#[derive(Clone, Debug)]
pub(super) struct Approach {
    courses: [Course; 2],
    /// The distance that they are to keep.
    kept: f64,
    /// The acceleration of the bodies' centres relative to each other.
    gravity: f64,
    /// How far knots and rounding may change the difference of two velocities.
    jolts: f64,
    /// The axes of both bodies.
    sights: [Sight; 6],
}

/// Both bodies along a direction s.
#[derive(Clone, Copy, Debug)]
struct Sight {
    /// How far the frame of B is ahead of that of A, and how fast it goes farther.
    between: f64,
    parting: f64,
    /// s, and s x w, in the frame of each body.
    bodies: [(Vector3<f64>, Vector3<f64>); 2],
    /// The same without signs.
    sizes: [(Vector3<f64>, Vector3<f64>); 2],
}

impl Approach {
    /// Looks at two bodies that are to keep a distance.
    pub(super) fn new(courses: [Course; 2], kept: f64) -> Self {
        let [a, b] = &courses;
        let axes = [a, b].map(|body| [0, 1, 2].map(|axis| body.rotation.column(axis).into_owned()));
        let sight = |axis: usize| Sight::along(&axes[axis / 3][axis % 3], &courses);
        Self {
            kept: kept + a.lost + b.lost,
            gravity: (a.gravity - b.gravity).norm(),
            jolts: a.jolts + b.jolts,
            sights: std::array::from_fn(sight),
            courses,
        }
    }

    /// Looks at two boxes. The bound is the best along the axes of both bodies, or enough for a time. Returns also the
    /// number of the axis with the best bound; the one called `first` is tried first.
    pub(super) fn of_boxes(
        &self,
        [a, b]: [&Node; 2],
        time: f64,
        first: usize,
    ) -> (Nearness, usize) {
        let (mut best, mut axis) = (Nearness::NONE, first);
        if let Some(slab) = &b.slab {
            best = self.of_slab(a, slab, time);
            if best.free >= time {
                return (best, axis);
            }
        }
        let mut bend = None;
        for index in (first..self.sights.len()).chain(0..first) {
            let sight = &self.sights[index];
            let ahead = sight.ahead([a, b]);
            let gap = ahead.abs() - sight.reach([a, b]) - self.kept;
            best.gap = best.gap.max(gap);
            if gap > 0.0 {
                let parting = sight.parting([a, b]);
                let parting = if ahead < 0.0 { -parting } else { parting };
                let parting = parting - sight.turn([a, b]) - self.jolts;
                let bend = *bend.get_or_insert_with(|| self.bend([a, b], time));
                let free = free_for(gap, parting, (bend, time));
                if free > best.free {
                    (best.free, axis) = (free, index);
                }
                if free >= time {
                    break;
                }
            }
        }
        (best, axis)
    }

    /// Looks at a box of A and a slab of B, which does not move.
    fn of_slab(&self, a: &Node, slab: &Slab, time: f64) -> Nearness {
        let course = &self.courses[0];
        let along = course.rotation.tr_mul(&slab.normal);
        let ahead = slab.middle - slab.normal.dot(&course.place) - along.dot(&a.center);
        let gap = ahead.abs() - slab.half - along.abs().dot(&a.half) - self.kept;
        if !(gap > 0.0) {
            return Nearness { gap, free: 0.0 };
        }
        let across = along.cross(&course.spin_in_body);
        let parting = -slab.normal.dot(&course.velocity) - across.dot(&a.center);
        let parting = if ahead < 0.0 { -parting } else { parting };
        let parting = parting - across.abs().dot(&a.half);
        let bend = self.gravity + course.bend(a, time);
        let free = free_for(gap, parting - self.jolts, (bend, time));
        Nearness { gap, free }
    }

    /// Looks at two pieces in these boxes along a direction from A to B. `reach` returns the largest coordinate of a
    /// piece along a vector in the frame of its body, for A and for B.
    pub(super) fn of_pieces(
        &self,
        boxes: [&Node; 2],
        (direction, time): (&Vector3<f64>, f64),
        reach: impl Fn(usize, &Vector3<f64>) -> f64,
    ) -> Nearness {
        let sight = Sight::along(direction, &self.courses);
        let gap = self.gap_along(&sight, reach);
        let parting = sight.parting(boxes) - sight.turn(boxes);
        let bend = self.bend(boxes, time);
        let free = free_for(gap, parting - self.jolts, (bend, time));
        Nearness { gap, free }
    }

    /// Returns the gap of two pieces along a direction now, beyond the distance that they are to keep.
    pub(super) fn gap(
        &self,
        direction: &Vector3<f64>,
        reach: impl Fn(usize, &Vector3<f64>) -> f64,
    ) -> f64 {
        self.gap_along(&Sight::along(direction, &self.courses), reach)
    }

    fn gap_along(&self, sight: &Sight, reach: impl Fn(usize, &Vector3<f64>) -> f64) -> f64 {
        let [(a, _), (b, _)] = &sight.bodies;
        sight.between - reach(1, &-b) - reach(0, a) - self.kept
    }

    /// Returns M for the points of two boxes for a time.
    fn bend(&self, [a, b]: [&Node; 2], time: f64) -> f64 {
        let [of_a, of_b] = &self.courses;
        self.gravity + of_a.bend(a, time) + of_b.bend(b, time)
    }

    /// Returns the time in which the points of two boxes leave their straight ways by a length.
    pub(super) fn straight(&self, boxes: [&Node; 2], length: f64) -> f64 {
        (2.0 * length / self.bend(boxes, 0.0)).sqrt()
    }

    /// Returns the way from the middle of a box of A to that of a box of B.
    pub(super) fn between(&self, [a, b]: [&Node; 2]) -> Vector3<f64> {
        let [of_a, of_b] = &self.courses;
        let middle = |course: &Course, node: &Node| course.rotation * node.center + course.place;
        middle(of_b, b) - middle(of_a, a)
    }
}

/// Returns how long a gap stays open whose points part at least as fast as this now, and may come nearer by the
/// acceleration M = `bend`: the time t at which gap + parting t - M t^2 / 2 is zero. It is zero for no gap.
pub(super) fn free(gap: f64, parting: f64, bend: f64) -> f64 {
    if !(gap > 0.0) {
        return 0.0;
    }
    let root = (parting * parting + 2.0 * bend * gap).sqrt();
    if parting <= 0.0 {
        2.0 * gap / (root - parting)
    } else {
        (root + parting) / bend
    }
}

/// Returns the same with a bound of the acceleration for a time T, but no more than 3 T.
///
/// The acceleration is bounded by a + b t, and `bend` is a + b T. By a + b t points come nearer by a t^2 / 2 + b t^3 / 6,
/// which is not more than (a + b T) t^2 / 2 up to t = 3 T.
fn free_for(gap: f64, parting: f64, (bend, time): (f64, f64)) -> f64 {
    free(gap, parting, bend).min(3.0 * time)
}

impl Sight {
    fn along(s: &Vector3<f64>, courses: &[Course; 2]) -> Self {
        let [a, b] = courses;
        let bodies = [a, b].map(|body| {
            let along = body.rotation.tr_mul(s);
            (along, along.cross(&body.spin_in_body))
        });
        Self {
            between: s.dot(&(b.place - a.place)),
            parting: s.dot(&(b.velocity - a.velocity)),
            sizes: bodies.map(|(along, across)| (along.abs(), across.abs())),
            bodies,
        }
    }

    /// Returns how far the middle of a box of B is ahead of that of a box of A.
    #[inline]
    fn ahead(&self, [a, b]: [&Node; 2]) -> f64 {
        self.between + self.bodies[1].0.dot(&b.center) - self.bodies[0].0.dot(&a.center)
    }

    /// Returns how fast it goes farther ahead.
    #[inline]
    fn parting(&self, [a, b]: [&Node; 2]) -> f64 {
        self.parting + self.bodies[1].1.dot(&b.center) - self.bodies[0].1.dot(&a.center)
    }

    /// Returns how far both boxes reach from their middles.
    #[inline]
    fn reach(&self, [a, b]: [&Node; 2]) -> f64 {
        self.sizes[0].0.dot(&a.half) + self.sizes[1].0.dot(&b.half)
    }

    /// Returns how much faster than the middles points of both boxes may approach.
    #[inline]
    fn turn(&self, [a, b]: [&Node; 2]) -> f64 {
        self.sizes[0].1.dot(&a.half) + self.sizes[1].1.dot(&b.half)
    }
}

#[cfg(test)]
mod tests;
