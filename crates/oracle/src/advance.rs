//! Conservative advancement: steps through time, each proven free of contact.
//!
//! At time t let s be the direction that separates A and B by L. The forecasts of both motions give a lower bound of
//! the supporting distance along s at `t + h`:
//!
//! `B(h) = s.(c_B - c_A) + s.(v_B - v_A) h + k h^2/2 - slack h - radii
//!       + min over q of q.(s + h tilt_B) - max over p of p.(s + h tilt_A)`,
//!
//! with `k = min(0, s.(a_B - a_A) - bend_A - bend_B)`, and with p and q offsets from the centres. A minimum of
//! functions linear in h is concave, and the other terms are concave too, so B is concave. If B is at least some floor
//! at 0 and at h, it is at least the floor in between. The bodies are then that far apart on all of [t, t + h].

use super::distance::{Bounds, distance};
use super::motion::{Forecast, Motion, Pose};
use super::penetration;
use super::shape::{Body, Core};
use nalgebra::{SVector, Vector3};

/// A body and its motion.
#[derive(Clone, Debug)]
pub struct Moving<const D: usize> {
    pub body: Body<D>,
    pub motion: Motion<D>,
}

/// Two moving bodies, prepared for many queries.
#[derive(Clone)]
pub struct Pair<const D: usize> {
    bodies: [Core; 2],
    motions: [Motion<D>; 2],
    /// The reach of each core from its centre of rotation.
    reaches: [f64; 2],
    /// All queries use a world frame that is moved here.
    origin: Vector3<f64>,
    /// The vector by which B is moved from where its motion places it.
    shift: Vector3<f64>,
    size: f64,
}

/// The settings of a search.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// A hit is a distance of at most `target + tolerance`.
    pub target: f64,
    pub tolerance: f64,
    /// The largest number of distances that the search computes.
    pub max_steps: usize,
}

/// The answer of a search between two times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Advance {
    /// The distance stays above the target.
    Free {
        /// A proven lower bound of the distance. It is at least `target`, and at least about a tenth of the way from
        /// there to the least distance over the interval.
        min_distance_lower_bound: f64,
        /// The least distance at the times where the search computed it.
        closest_distance: f64,
        /// The time of that distance.
        closest_time: f64,
    },
    /// The distance falls to the target, within the tolerance.
    Hit {
        /// Up to this time the distance is proven to stay above the target.
        time_lower_bound: f64,
        /// A time at which the distance is at most `target + tolerance`.
        time: f64,
        /// An upper bound of the distance at `time`.
        distance: f64,
        /// The separating vector at `time`, from A to B.
        normal: Vector3<f64>,
    },
    /// The search ran out of steps or reached the limits of rounding.
    Unclear {
        /// Up to this time the distance is proven to stay above the target.
        free_until: f64,
    },
}

/// The answer to whether two bodies overlap before some time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Violation {
    /// The bodies are proven disjoint at all times.
    None,
    /// The bodies come within `allowed` at `from`. No overlap was found from then on.
    Close { from: f64 },
    /// The bodies overlap.
    Overlap { time: f64, depth: f64 },
    /// The bodies are proven disjoint up to a time. After it nothing is known.
    Unclear { free_until: f64 },
}

/// A step keeps at least this fraction of the distance to the target.
const KEEP: f64 = 0.1;

impl Search {
    /// Returns the settings of a search for a distance of at most `tolerance`.
    pub fn contact(tolerance: f64) -> Self {
        Self {
            target: 0.0,
            tolerance,
            max_steps: 20_000,
        }
    }
}

impl<const D: usize> Pair<D> {
    pub fn new(a: &Moving<D>, b: &Moving<D>) -> Self {
        let bodies = [a.body.core(), b.body.core()];
        let motions = [a.motion.clone(), b.motion.clone()];
        let reach = |i: usize| bodies[i].solid.reach(&motions[i].center());
        Self {
            reaches: [reach(0), reach(1)],
            origin: motions[0].pose(0.0).translation,
            shift: Vector3::zeros(),
            size: bodies[0].extent() + bodies[1].extent(),
            bodies,
            motions,
        }
    }

    /// Returns the sum of the extents of the bodies. Tolerances are given as fractions of it.
    pub fn size(&self) -> f64 {
        self.size
    }

    /// Returns bounds of the distance at a time. Their points are relative to [`Pair::origin`].
    pub fn distance_at(&self, t: f64) -> Bounds {
        self.distance_near(t, None)
    }

    /// Returns an upper bound of the distance at a time, with rounding included.
    ///
    /// Of long bodies that nearly touch, rounding may hide the directions that separate them. So if neither points nor
    /// axes prove an overlap, the bodies are only as near as the points that were found.
    pub fn distance_at_most(&self, t: f64) -> f64 {
        let bounds = self.distance_at(t);
        let rounding = self.rounding_until(t);
        let is_open = bounds.overlap && bounds.of_points > rounding;
        let upper = if is_open && self.depth_at(t) <= rounding {
            bounds.of_points
        } else {
            bounds.upper
        };
        upper + rounding
    }

    /// Returns how far the oracle's own arithmetic may be off in any distance between time 0 and `t`. Coordinates of
    /// support points are sums of three products. The rotation in them is off by a few ulps, and by a few more for each
    /// radian turned.
    pub fn rounding_until(&self, t: f64) -> f64 {
        let [a, b] = [0, 1].map(|i: usize| {
            let center = self.motions[i].center();
            let at = |t| self.motions[i].pose_about(t, &self.origin).apply(&center);
            let lengths = self.reaches[i] * (1.0 + self.motions[i].turned_until(t));
            lengths + at(0.0).norm() + at(t).norm() + center.norm()
        });
        32.0 * f64::EPSILON * (self.size + a + b)
    }

    /// Returns the origin of A's frame at time 0. The witness points of [`Pair::distance_at`] are relative to it.
    pub fn origin(&self) -> SVector<f64, D> {
        super::lower(&self.origin)
    }

    /// Returns the depth at a time, or 0 if the bodies do not overlap. The depth is exact for polytopes, and a lower
    /// bound for other bodies.
    pub fn penetration_at(&self, t: f64) -> f64 {
        if self.distance_at(t).overlap {
            self.depth_at(t)
        } else {
            0.0
        }
    }

    fn depth_at(&self, t: f64) -> f64 {
        let [a, b] = self.poses(t);
        penetration::depth::<D>((&self.bodies[0], a), (&self.bodies[1], b))
    }

    /// Returns the pair with B moved by a vector at all times.
    ///
    /// Far from the world's origin this is more exact than moving the motion of B.
    #[must_use]
    pub fn with_b_moved(mut self, by: &SVector<f64, D>) -> Self {
        self.shift = super::lift(by);
        self
    }

    fn poses(&self, t: f64) -> [Pose; 2] {
        let [a, mut b] = [0, 1].map(|i: usize| self.motions[i].pose_about(t, &self.origin));
        b.translation += self.shift;
        [a, b]
    }

    fn distance_near(&self, t: f64, guess: Option<Vector3<f64>>) -> Bounds {
        let [a, b] = self.poses(t);
        distance((&self.bodies[0], a), (&self.bodies[1], b), guess)
    }

    /// Follows the bodies from `start` to `end`, or until they come within the tolerance.
    pub fn advance(&self, start: f64, end: f64, search: &Search) -> Advance {
        let mut t = start;
        let mut proven = f64::INFINITY;
        let mut closest = (f64::INFINITY, start);
        let mut guess = None;
        let resolved = search.target + search.tolerance / 4.0;
        for _ in 0..search.max_steps {
            let bounds = self.distance_near(t, guess);
            guess = Some(bounds.direction);
            if bounds.upper < closest.0 {
                closest = (bounds.upper, t);
            }
            if bounds.upper <= search.target + search.tolerance {
                return Advance::Hit {
                    time_lower_bound: t,
                    time: t,
                    distance: bounds.upper,
                    normal: bounds.direction,
                };
            }
            if bounds.lower <= resolved {
                break;
            }
            let above_target = bounds.lower - search.target;
            let floor = resolved.max(search.target + KEEP * above_target);
            let step = self.free_step((t, end - t), &bounds, floor);
            if step <= f64::EPSILON * t.abs() {
                break;
            }
            proven = proven.min(floor);
            if step >= end - t {
                return Advance::Free {
                    min_distance_lower_bound: proven,
                    closest_distance: closest.0,
                    closest_time: closest.1,
                };
            }
            t += step;
        }
        Advance::Unclear { free_until: t }
    }

    /// Returns a step of at most `longest` over which the bodies stay `floor` apart.
    fn free_step(&self, (t, longest): (f64, f64), now: &Bounds, floor: f64) -> f64 {
        let s = now.direction;
        let [a, b] = [(0, s), (1, -s)]
            .map(|(i, s): (usize, _)| self.motions[i].forecast(t, &self.origin, &s));
        let b = Forecast {
            center: b.center + self.shift,
            ..b
        };
        let poses = self.poses(t);
        let bound = |h| self.lower_bound(&poses, (&a, &b), &s, h);
        let (mut low, mut high) = ((0.0, now.lower), (longest, bound(longest)));
        if high.1 >= floor {
            return longest;
        }
        // B is concave, so where a chord meets the floor, B is not below the floor. The first trial stops 1 % short of
        // that because of rounding. The second trial, half way to the other end, brings that end nearer.
        let enough = 0.1 * (now.lower - floor);
        for _ in 0..60 {
            let share = (low.1 - floor) / (low.1 - high.1);
            for share in [0.99 * share, (1.0 + share) / 2.0] {
                let h = low.0 + (high.0 - low.0) * share;
                let point = (h, bound(h));
                if point.1 >= floor && h > low.0 {
                    low = point;
                } else if h > low.0 && h < high.0 {
                    high = point;
                }
            }
            if low.0 > 0.0 && low.1 - floor <= enough {
                break;
            }
        }
        low.0
    }

    /// Returns B(h) of the head of this file, minus what rounding may have added.
    fn lower_bound(
        &self,
        poses: &[Pose; 2],
        (a, b): (&Forecast, &Forecast),
        s: &Vector3<f64>,
        h: f64,
    ) -> f64 {
        // The forecast of B is along -s: it bounds how far B moves toward A.
        let turned = [s + a.tilt * h, -s + b.tilt * h];
        let support = |i: usize, center: &Vector3<f64>| {
            let local = poses[i].rotation.tr_mul(&turned[i]);
            let point = poses[i].apply(&self.bodies[i].solid.support_point(&local));
            turned[i].dot(&(point - center))
        };
        let slack = |f: &Forecast, reach: f64| f.slack + f.slack_per_reach * reach;
        let bend = |f: &Forecast, reach: f64| f.bend_per_reach * reach;
        let [reach_a, reach_b] = self.reaches;
        let curve = s.dot(&(b.acceleration - a.acceleration)) - bend(a, reach_a) - bend(b, reach_b);
        let centers = b.center - a.center;
        let closing = slack(a, reach_a) + slack(b, reach_b) - s.dot(&(b.velocity - a.velocity));
        let error = 16.0 * f64::EPSILON * (self.size + a.center.norm() + b.center.norm());
        s.dot(&centers) - closing * h + curve.min(0.0) * (h * h / 2.0)
            - support(0, &a.center)
            - support(1, &b.center)
            - self.bodies[0].radius
            - self.bodies[1].radius
            - error
    }

    /// Checks whether the bodies overlap before `until`. They may come within `allowed`.
    ///
    /// From the time at which they come within `allowed`, the overlap is only sampled.
    pub fn first_violation(&self, start: f64, until: f64, allowed: f64) -> Violation {
        let from = match self.advance(start, until, &Search::contact(allowed)) {
            Advance::Free { .. } => return Violation::None,
            Advance::Unclear { free_until } => return Violation::Unclear { free_until },
            Advance::Hit { time, .. } => time,
        };
        let length = until - from;
        let even = (0..=128).map(|i| i as f64 / 128.0);
        let crowded = (8..40).map(|i| 0.5_f64.powi(i));
        let mut times: Vec<f64> = even.chain(crowded).map(|x| from + length * x).collect();
        times.sort_by(f64::total_cmp);
        let overlap = |time| {
            let depth = self.penetration_at(time);
            (depth > 0.0).then_some(Violation::Overlap { time, depth })
        };
        let found = times
            .into_iter()
            .filter(|&time| time < until)
            .find_map(overlap);
        found.unwrap_or(Violation::Close { from })
    }
}
