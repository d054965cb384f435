//! Conservative advancement: steps through time, each proven free of contact.
//!
//! At time t let s be the direction that separates A and B by L. The forecasts of both motions bound
//! the supporting distance along s at `t + h` from below by
//!
//! `B(h) = s.(c_B - c_A) + s.(v_B - v_A) h + k h^2/2 - slack h - radii
//!       + min over q of q.(s + h tilt_B) - max over p of p.(s + h tilt_A)`,
//!
//! `k = min(0, s.(a_B - a_A) - bend_A - bend_B)`, with p and q offsets from the centres. A minimum of
//! functions linear in h is concave, and so is the rest: B is concave. If therefore B is at least some
//! floor at 0 and at h, it is so in between, and the bodies are that far apart on all of [t, t + h].

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
    /// No point of a core is farther from its centre of rotation.
    reaches: [f64; 2],
    /// All queries run in a world frame moved here.
    origin: Vector3<f64>,
    /// By how much B is moved from where its motion places it.
    shift: Vector3<f64>,
    size: f64,
}

/// What to look for, and how.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// A hit is a distance of at most `target + tolerance`.
    pub target: f64,
    pub tolerance: f64,
    /// Distances to compute before giving up.
    pub max_steps: usize,
    /// Use bounds on speed only: far slower, but simpler to be sure of.
    pub by_speed: bool,
}

/// What happens between two times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Advance {
    /// The distance stays above the target.
    Free {
        /// Proven. At least `target`, and more than a tenth of the way from there to the least
        /// distance over the interval.
        min_distance_lower_bound: f64,
        /// The least distance met at the times looked at, and when.
        closest_distance: f64,
        closest_time: f64,
    },
    /// The distance comes down to the target.
    Hit {
        /// Until here the distance is proven to stay above the target.
        time_lower_bound: f64,
        /// At this time, the distance is at most `target + tolerance`.
        time: f64,
        /// Upper bound on the distance at `time`.
        distance: f64,
        /// From A to B.
        normal: Vector3<f64>,
    },
    /// Out of steps, or of digits.
    Unclear {
        /// Until here the distance is proven to stay above the target.
        free_until: f64,
    },
}

/// Whether two bodies overlap at some time before another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Violation {
    /// They are proven disjoint all the time.
    None,
    /// They come within `allowed` at `from`; no overlap was found from there on.
    Close { from: f64 },
    /// They overlap.
    Overlap { time: f64, depth: f64 },
    /// Proven disjoint up to a time, without a result from there on.
    Unclear { free_until: f64 },
}

/// A step keeps at least this share of the distance to the target.
const KEEP: f64 = 0.1;

impl Search {
    /// Looks for contact within `tolerance`.
    pub fn contact(tolerance: f64) -> Self {
        Self {
            target: 0.0,
            tolerance,
            max_steps: 20_000,
            by_speed: false,
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

    /// The sum of the extents of the bodies: a length to measure tolerances by.
    pub fn size(&self) -> f64 {
        self.size
    }

    /// Bounds on the distance at a time. Points are relative to [`Pair::origin`].
    pub fn distance_at(&self, t: f64) -> Bounds {
        self.distance_near(t, None)
    }

    /// A distance that the bodies are not beyond at a time. Whether they overlap is known to a 1e-12th of their size.
    pub fn distance_at_most(&self, t: f64) -> f64 {
        let bounds = self.distance_at(t);
        let unsure = if bounds.overlap {
            1e-12 * self.size
        } else {
            0.0
        };
        bounds.upper + unsure + self.rounding_until(t)
    }

    /// How far the oracle's own arithmetic may be off in any distance between the start and a time: support points are
    /// sums of three products each, of a rotation that is off by a few ulps and as many per radian turned.
    pub fn rounding_until(&self, t: f64) -> f64 {
        let [a, b] = [0, 1].map(|i: usize| {
            let center = self.motions[i].center();
            let at = |t| self.motions[i].pose_about(t, &self.origin).apply(&center);
            let lengths = self.reaches[i] * (1.0 + self.motions[i].turned_until(t));
            lengths + at(0.0).norm() + at(t).norm() + center.norm()
        });
        32.0 * f64::EPSILON * (self.size + a + b)
    }

    /// Where the witness points of [`Pair::distance_at`] count from: the origin of A at time 0.
    pub fn origin(&self) -> SVector<f64, D> {
        super::lower(&self.origin)
    }

    /// How far the bodies must be moved apart at a time to overlap no more; 0 if they do not overlap.
    /// Exact for polytopes, a lower bound for others.
    pub fn penetration_at(&self, t: f64) -> f64 {
        let bounds = self.distance_at(t);
        if !bounds.overlap {
            return 0.0;
        }
        let [a, b] = self.poses(t);
        penetration::depth::<D>((&self.bodies[0], a), (&self.bodies[1], b))
    }

    /// The same pair with B moved by this much, all the time.
    ///
    /// Far from the world's origin that is more exact than to move the motion of B.
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

    /// Follows the bodies from `start` to `end`, or to where they come within the tolerance.
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
            let step = self.free_step((t, end - t), &bounds, floor, search.by_speed);
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

    /// A step, at most `longest`, over which the bodies stay `floor` apart.
    fn free_step(&self, (t, longest): (f64, f64), now: &Bounds, floor: f64, by_speed: bool) -> f64 {
        let s = now.direction;
        let [a, b] = [(0, s), (1, -s)].map(|(i, s): (usize, _)| {
            let motion = &self.motions[i];
            if by_speed {
                motion.forecast_by_speed(t, &self.origin, &s)
            } else {
                motion.forecast(t, &self.origin, &s)
            }
        });
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
        // B is concave, so a chord meets the floor where B is above it; a little short of that, for
        // rounding. The middle brings the other end nearer.
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

    /// B(h) of the head of the file, less what rounding may have added.
    fn lower_bound(
        &self,
        poses: &[Pose; 2],
        (a, b): (&Forecast, &Forecast),
        s: &Vector3<f64>,
        h: f64,
    ) -> f64 {
        // The forecast of B is along -s, so that it bounds how far B comes back.
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

    /// Whether the bodies overlap before `until`, where a distance of up to `allowed` is expected.
    ///
    /// From the first time within `allowed` on, overlap is looked for at sampled times only.
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
