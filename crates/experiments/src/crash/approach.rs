//! When two bodies, or boxes in them, may come near each other: bounds of their approach from one time on.
//!
//! Let p and q be points of A and B at a time, p' and q' their velocities then, and M a bound of |q'' - p''| from then
//! on. Along a unit vector s, with the time t that passes, they are apart by at least
//!
//! s . (q - p) + t s . (q' - p') - M t^2 / 2.
//!
//! A point at r in the frame of a body that turns at w has s . p' = s . c' + r . (s x w) with the velocity c' of the
//! body's centre. So s . (p + t p') is farthest in a convex part where r . (s + t (s x w)) is, and in a box at a corner.

use nalgebra::{Matrix3, Vector3};

use super::bounds::ROUNDING;
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
    /// By how much rounding may change the velocity of a point.
    pub(super) rounding: f64,
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
        let turn = self.change * of.reach();
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
            rounding: 0.0,
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

/// Boxes along the axes of the world around a part of a body, grown by the distance that is to be kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swept {
    /// Where the part is now, and where it is for a time: the least and the largest coordinates.
    now: [Vector3<f64>; 2],
    later: [Vector3<f64>; 2],
}

impl Swept {
    /// Returns how near the part comes to a box of a body at rest. It says nothing if it may come to it in the time that
    /// was swept.
    pub(super) fn near(&self, of: &Node, time: f64) -> Nearness {
        let (low, high) = (of.center - of.half, of.center + of.half);
        let gap = |[min, max]: &[Vector3<f64>; 2]| (low - max).sup(&(min - high)).max();
        if gap(&self.later) <= 0.0 {
            return Nearness::NONE;
        }
        Nearness {
            gap: gap(&self.now),
            free: time,
        }
    }
}

/// The ball around a body in flight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ball {
    /// Where its centre is at a time, and how it moves from then on.
    pub(super) place: Vector3<f64>,
    pub(super) velocity: Vector3<f64>,
    pub(super) gravity: Vector3<f64>,
    pub(super) since: f64,
    pub(super) radius: f64,
}

impl Ball {
    /// Returns how near two balls are from a time on, if they are to keep a distance.
    pub(super) fn near(&self, other: &Self, (from, distance): (f64, f64)) -> Nearness {
        let [a, b] = [self, other].map(|ball| {
            let passed = from - ball.since;
            let fallen = (ball.velocity + ball.gravity * (0.5 * passed)) * passed;
            (ball.place + fallen, ball.velocity + ball.gravity * passed)
        });
        let (way, velocity) = (b.0 - a.0, b.1 - a.1);
        let size = way.norm();
        let gap = size - self.radius - other.radius - distance;
        let parting = way.dot(&velocity) / size - velocity.norm() * ROUNDING;
        let bend = (self.gravity - other.gravity).norm();
        Nearness {
            gap,
            free: free(gap, parting, bend),
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
    /// By how much rounding may change the difference of two velocities.
    rounding: f64,
}

/// Both bodies along a direction s.
#[derive(Clone, Copy, Debug)]
struct Sight {
    /// How far the frame of B is ahead of that of A, and how fast it goes farther.
    between: f64,
    parting: f64,
    /// s, and s x w, in the frame of each body.
    bodies: [(Vector3<f64>, Vector3<f64>); 2],
}

impl Approach {
    /// Looks at two bodies that are to keep a distance.
    pub(super) fn new(courses: [Course; 2], kept: f64) -> Self {
        let [a, b] = &courses;
        Self {
            kept,
            gravity: (a.gravity - b.gravity).norm(),
            rounding: a.rounding + b.rounding,
            courses,
        }
    }

    /// Looks at a box of A and a slab of B, which does not move.
    pub(super) fn of_slab(&self, a: &Node, slab: &Slab, time: f64) -> Nearness {
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
        let free = free_for(gap, parting - self.rounding, (bend, time));
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
        let free = free_for(gap, parting - self.rounding, (bend, time));
        Nearness { gap, free }
    }

    /// Looks at parts of bodies in these boxes along a direction from A to B. `reach` returns the largest coordinate of a
    /// part along a vector in the frame of its body, for A and for B.
    ///
    /// A bound of how far bodies are apart is the least of sums that are linear in time, less M t^2 / 2. So it is
    /// concave: it is not negative in between two times where it is not, and not below its chords.
    pub(super) fn of_hulls(
        &self,
        boxes: [&Node; 2],
        direction: &Vector3<f64>,
        (within, valid): (f64, f64),
        reach: impl Fn(usize, &Vector3<f64>) -> f64,
    ) -> Nearness {
        let sight = Sight::along(direction, &self.courses);
        let [(a, turn_a), (b, turn_b)] = &sight.bodies;
        let bend = self.bend(boxes, valid);
        // the boxes may tell enough
        let ahead = sight.ahead(boxes) - sight.reach(boxes) - self.kept;
        let parting = sight.parting(boxes) - sight.turn(boxes) - self.rounding;
        if ahead > 0.0 && ahead + valid * (parting - 0.5 * bend * valid) >= 0.0 {
            return Nearness {
                gap: ahead,
                free: valid,
            };
        }
        let apart = |t: f64| {
            let ahead = sight.between + t * (sight.parting - self.rounding - 0.5 * bend * t);
            ahead - reach(1, &-(b + turn_b * t)) - reach(0, &(a + turn_a * t)) - self.kept
        };
        let gap = apart(0.0);
        if !(gap > 0.0) {
            return Nearness { gap, free: 0.0 };
        }
        let end = apart(valid);
        if end >= 0.0 {
            return Nearness { gap, free: valid };
        }
        let chord = valid * gap / (gap - end);
        if chord >= within {
            return Nearness { gap, free: chord };
        }
        let there = apart(within).max(0.0);
        let free = within + (valid - within) * there / (there - end);
        let free = if there > 0.0 { free } else { chord };
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

    /// Returns boxes around what is in a box of A, now and for a time.
    pub(super) fn swept(&self, of: &Node, time: f64) -> Swept {
        let course = &self.courses[0];
        // the velocity of a point of the body, but for that of the centre, is this matrix times its place in the body
        let turning = course.rotation * course.spin_in_body.cross_matrix();
        let center = course.rotation * of.center + course.place;
        let half = (course.rotation.abs() * of.half).add_scalar(self.kept);
        let now = [center - half, center + half];
        let velocity = course.velocity + turning * of.center;
        let spread = (turning.abs() * of.half).add_scalar(self.rounding);
        let bent = 0.5 * (self.gravity + course.bend(of, time)) * time * time;
        let zero = Vector3::zeros();
        let back = ((velocity - spread) * time).inf(&zero).add_scalar(-bent);
        let forth = ((velocity + spread) * time).sup(&zero).add_scalar(bent);
        let later = [now[0] + back, now[1] + forth];
        Swept { now, later }
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
            bodies,
        }
    }

    /// Returns how far the middle of a box of B is ahead of that of a box of A.
    #[inline]
    fn ahead(&self, [a, b]: [&Node; 2]) -> f64 {
        self.between + self.bodies[1].0.dot(&b.center) - self.bodies[0].0.dot(&a.center)
    }

    /// Returns how far both boxes reach from their middles.
    #[inline]
    fn reach(&self, [a, b]: [&Node; 2]) -> f64 {
        self.bodies[0].0.abs().dot(&a.half) + self.bodies[1].0.abs().dot(&b.half)
    }

    /// Returns how fast it goes farther ahead.
    #[inline]
    fn parting(&self, [a, b]: [&Node; 2]) -> f64 {
        self.parting + self.bodies[1].1.dot(&b.center) - self.bodies[0].1.dot(&a.center)
    }

    /// Returns how much faster than the middles points of both boxes may approach.
    #[inline]
    fn turn(&self, [a, b]: [&Node; 2]) -> f64 {
        let [(_, of_a), (_, of_b)] = &self.bodies;
        of_a.abs().dot(&a.half) + of_b.abs().dot(&b.half)
    }
}

#[cfg(test)]
mod tests;
