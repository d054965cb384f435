//! Two bodies over a span of time, and what claims about them need.

use super::movement::Placed;
use super::path::Path;
use super::{Body, Brand, LEAST_LENGTH, Moment, Point, Question, Turns};
use crate::Real;
use crate::motion::Law;
use crate::number::{Both, Pair, UNIT, Vector, larger};

/// What is known of two bodies over a span without knots, and makes claims about them.
pub struct Kernel<'id, const D: usize> {
    pub(super) a: &'id Body<'id, D>,
    pub(super) b: &'id Body<'id, D>,
    pub(super) start: f64,
    /// From here on nothing is left to prove: the end of the span, or an earlier time after which the bodies stay apart.
    pub(super) end: f64,
    in_single: bool,
    /// Whether both motions are in closed form.
    pub(super) has_laws: bool,
    /// From where the pivots are measured, if one of them is not.
    pub(super) origin: [f64; D],
    /// The pivot of B less that of A, from the start on: `from` + t (`velocity` + t `half_acceleration`).
    from: Vector<D>,
    pub(super) velocity: Vector<D>,
    pub(super) half_acceleration: Vector<D>,
    /// Whether a pivot is accelerated against the other one.
    pub(super) falling: bool,
    pub(super) turning: bool,
    /// A bound of the relative speed of the pivots, and of their relative acceleration.
    pub(super) speed: f64,
    pub(super) acceleration: f64,
    pub(super) turns: Turns<D>,
    /// How far rounding may take a gap from the truth.
    pub(super) error: f64,
    /// How far the vectors that turn with A, or with B, may be off.
    pub(super) tilt_error: [f64; 2],
    /// The distance that the cores are to keep: the radii that do not change, and the target.
    pub(super) margin: f64,
    pub(super) tolerance: f64,
    /// The part of the default tolerance that the size of the bodies sets.
    pub(super) tolerance_of_size: f64,
    /// The part of it that is for rounding.
    pub(super) resolution: f64,
    /// Searches keep gaps above this, so that rounding never hides them.
    pub(super) aim: f64,
    pub(super) reach: Pair,
    pub(super) half: Both<D>,
    pub(super) pivots: Both<D>,
    /// Points inside the cores, measured from the pivots. No claim rests on them.
    middles: Both<D>,
    pub(super) boxes: [bool; 2],
    pub(super) hints: [u32; 2],
    /// How many times the bodies were asked for their farthest points.
    pub(super) evaluations: u64,
    pub(super) brand: Brand<'id>,
}

/// Units of 2^-53 of their reach that both bodies may lose in a gap, beside their own errors and those of rotations.
///
/// For a point x of a core, the sum over the axes of |s| |M| |x| is at most root 3 times its length. A direction that is
/// turned into the body's frame loses 3 units in each coordinate, on points that are at most twice the reach apart: 6.
/// The pivot's difference loses one, the product with the matrix and both sums 5, the dot product with the vector and
/// its scaling 4: with the root of 3, 28 units. Along a vector that is off unit length by 17.6 units, and has lost one more,
/// all of the reach is off by as much. The last two differences lose 2.
const REACH_ERROR: f64 = 52.0 * UNIT;
/// Units of 2^-53 by which a vector may be off unit length. Its square is checked to 32, and loses 3; a vector that was
/// turned by a matrix and back has lost 12 more.
pub(super) const VECTOR_ERROR: f64 = 64.0 * UNIT;
/// A bound of an acceleration along a vector is widened by this: for the vector's length, a dozen operations, and 75 units of
/// a twist.
pub(super) const BEND_ERROR: f64 = 1.0 + 2.0 * VECTOR_ERROR;
/// The largest share of the square of its length that a unit vector may be off.
pub(super) const UNIT_ERROR: f64 = 32.0 * UNIT;

/// Numbers that say how the default tolerance and the gaps that a search keeps follow from the sizes and errors. No claim
/// rests on them: claims say which tolerance they hold for.
pub(crate) const ERRORS_IN_TOLERANCE: f64 = 8.0;
const AIM_IN_TOLERANCE: f64 = 0.25;
/// What is smaller is a point: the reach of one is what products in single precision may lose.
const LEAST_SIZE: f64 = 1e-36;

/// Returns the last time in a scalar that is no later.
#[inline(always)]
pub(super) fn askable(time: f64, in_single: bool) -> f64 {
    if !in_single {
        return time;
    }
    let nearest = time as f32;
    f64::from(if f64::from(nearest) > time {
        nearest.next_down()
    } else {
        nearest
    })
}

/// Returns a bound of a length whose square may underflow.
#[inline(always)]
fn length_of<const D: usize>(x: Vector<D>) -> f64 {
    let length = x.length();
    if length > LEAST_LENGTH {
        length
    } else {
        x.sum_of_sizes()
    }
}

/// Returns how far rounding may take a gap of bodies in closed form from the truth. The angles are the errors of turns.
#[inline(always)]
fn gap_error<const D: usize>(
    (a, b): (&Body<'_, D>, &Body<'_, D>),
    angles: [f64; 2],
    path: &Path<D>,
    target: f64,
) -> f64 {
    let sizes = a.facts.radius + b.facts.radius + target.abs();
    a.reach * (angles[0] + REACH_ERROR)
        + b.reach * (angles[1] + REACH_ERROR)
        + (a.facts.error + b.facts.error) * (1.0 + VECTOR_ERROR)
        + sizes * (2.0 * VECTOR_ERROR)
        + path.size * VECTOR_ERROR
        + path.error
}

/// Returns the size that sets the default tolerance. A point has none, nor has a half-space: the other body then sets the
/// scale.
#[inline(always)]
fn size<const D: usize>(a: &Body<'_, D>, b: &Body<'_, D>) -> f64 {
    let (smaller, larger) = if a.ball() < b.ball() { (a, b) } else { (b, a) };
    if a.outward.is_some() {
        b.ball()
    } else if smaller.ball() > LEAST_SIZE {
        smaller.ball()
    } else {
        larger.ball()
    }
}

/// Returns how far the bodies may be from the point of a half-space, where its normal's error and its turn count.
#[inline(always)]
fn farthest<const D: usize>(a: &Body<'_, D>, b: &Body<'_, D>, path: f64) -> f64 {
    match a.outward {
        Some(_) => path + a.reach + 3.0 * b.reach,
        None => 0.0,
    }
}

readable! { ['id, const D: usize] Kernel<'id, D>:
    /// Whether a body turns.
    turning: bool,
    /// Whether both motions are in closed form.
    has_laws: bool,
    /// The tolerance of an impact.
    tolerance: f64,
    /// The least tolerance that leaves room for rounding. No claim rests on it.
    resolution: f64,
    /// What gaps are to stay above.
    aim: f64,
    /// The time from which on nothing is left to prove.
    end: f64,
    /// Half the extents of cores that are boxes, and about those of others.
    half: Both<D>,
    /// How many times the bodies were asked for their farthest points.
    evaluations: u64,
    /// Which cores are boxes.
    boxes: [bool; 2],
    /// Points inside the cores, measured from the pivots.
    middles: Both<D>,
}

impl<'id, const D: usize> Kernel<'id, D> {
    /// What has to be [settled](Self::settle) next, where it stays: a kernel that is returned is copied.
    #[inline(always)]
    pub(super) fn new(
        question: &Question<'_, D>,
        (a, b): (&'id Body<'id, D>, &'id Body<'id, D>),
        law: [&Law<D>; 2],
        path: &Path<D>,
        (start, end): (f64, f64),
    ) -> Self {
        let target = question.target;
        let angle = |law: &Law<D>| law.angle_error(law.longest_from_epoch(start, end));
        let angles = [angle(law[0]), angle(law[1])];
        let tilt = |angle: f64| 2.0 * angle + VECTOR_ERROR;
        let tilt_error = [tilt(angles[0]), tilt(angles[1])];
        let error = gap_error((a, b), angles, path, target);
        let farthest = farthest(a, b, path.size);
        let acceleration = length_of(path.half_acceleration) * (2.0 * BEND_ERROR);
        let fastest = length_of(path.velocity) + acceleration * (end - start);
        Self {
            a,
            b,
            start,
            end,
            in_single: question.in_single,
            has_laws: true,
            origin: [0.0; D],
            from: path.from,
            velocity: path.velocity,
            half_acceleration: path.half_acceleration,
            falling: path.falls,
            turning: law[0].turns() || law[1].turns(),
            speed: fastest * BEND_ERROR + LEAST_LENGTH,
            acceleration,
            turns: Turns::new(law),
            error,
            tilt_error,
            margin: a.facts.radius + b.facts.radius + target,
            tolerance: 0.0,
            tolerance_of_size: a.facts.precision * size(a, b),
            resolution: ERRORS_IN_TOLERANCE * (error + tilt_error[0] * farthest),
            aim: 0.0,
            reach: Pair::new(a.reach, b.reach),
            half: Both::new(a.facts.half, b.facts.half),
            pivots: Both::new(a.pivot, b.pivot),
            middles: Both::new(a.middle(), b.middle()),
            boxes: [a.facts.is_box, b.facts.is_box],
            hints: [u32::MAX; 2],
            evaluations: 0,
            brand: Brand::default(),
        }
    }

    /// Bounds how the bodies turn. Sets the tolerance, and what gaps are to stay above.
    #[inline(always)]
    pub(super) fn settle(&mut self, question: &Question<'_, D>, law: [&Law<D>; 2], path: &Path<D>) {
        if self.turning {
            self.turns.bound(law, (self.start, self.end));
        }
        if question.in_single {
            let farthest = farthest(self.a, self.b, path.size);
            self.resolution += self.passed_between_times(farthest);
        }
        let default = self.tolerance_of_size + self.resolution;
        self.tolerance = question.tolerance.unwrap_or(default);
        self.aim = AIM_IN_TOLERANCE * self.tolerance;
    }

    /// How much nearer the bodies may come from one time of single precision to the next.
    fn passed_between_times(&self, farthest: f64) -> f64 {
        let turns = &self.turns;
        let turning = (turns.fastest * self.reach).sum() + turns.fastest.a() * farthest;
        (self.speed + turning) * self.between_times()
    }

    /// Returns no less than how long it is from one time of single precision to the next.
    fn between_times(&self) -> f64 {
        (self.start.abs() + self.end.abs()) * f64::from(f32::EPSILON)
    }

    /// Takes motions by their placements and bounds. Coordinates are measured from half way between points near both
    /// bodies.
    pub(super) fn go_without_law(&mut self, near: [[f64; D]; 2], tolerance: Option<f64>) {
        let origin: [f64; D] = std::array::from_fn(|k| 0.5 * (near[0][k] + near[1][k]));
        // these can be asked for times of their own scalar alone, which their precision tells
        let is_single = [self.a, self.b].iter().any(|body| {
            body.movement.law().is_none() && body.facts.precision > <f64 as Real>::SQRT_EPSILON
        });
        self.has_laws = false;
        self.turning = true;
        self.in_single |= is_single;
        self.origin = if is_single {
            origin.map(|x| f64::from(x as f32))
        } else {
            origin
        };
        let middle = |body: &Body<'_, D>, near: [f64; D]| {
            if body.changes() {
                std::array::from_fn(|k| near[k] - origin[k])
            } else {
                body.middle()
            }
        };
        self.middles = Both::new(middle(self.a, near[0]), middle(self.b, near[1]));
        // how far apart the centres are, and what is lost
        let ends = [self.start, self.end].map(|time| {
            let at = self.placed(time);
            let apart = Vector::new(at[1].center) - Vector::new(at[0].center);
            let of_normal = if self.is_floor() {
                let reach = self.b.reach_at(time, &self.origin);
                self.tilt_error[0] * (apart.length() + 3.0 * reach)
            } else {
                0.0
            };
            (apart, at[0].error + at[1].error + of_normal)
        });
        let mut lost = ERRORS_IN_TOLERANCE * larger(ends[0].1, ends[1].1);
        if self.in_single && self.end > self.start {
            // how far the centres get from one time to the next; how fast the bodies turn is not known
            let share = self.between_times() / (self.end - self.start);
            lost += (ends[1].0 - ends[0].0).length() * share;
        }
        self.resolution += lost;
        if tolerance.is_none() {
            self.tolerance += lost;
            self.aim = AIM_IN_TOLERANCE * self.tolerance;
        }
    }

    /// Returns where both bodies are, measured from the origin.
    pub(super) fn placed(&self, time: f64) -> [Placed<D>; 2] {
        [self.a, self.b].map(|body| body.movement.placed(time, &self.origin))
    }

    /// Returns a time that motions can be asked for: in single precision the last one that is no later.
    #[inline(always)]
    pub(super) fn askable(&self, time: f64) -> f64 {
        askable(time, self.in_single)
    }

    /// The pivot of B less that of A at a time, for motions in closed form.
    #[inline(always)]
    pub(super) fn between(&self, time: f64) -> Vector<D> {
        let t = time - self.start;
        self.from + (self.velocity + self.half_acceleration * t) * t
    }

    /// Returns the rate at which a point of B moves from a point of A along `s`. No claim rests on it.
    #[inline(never)]
    pub fn rate(&mut self, at: &Moment<'id, D>, s: Vector<D>, local: Both<D>) -> f64 {
        if !self.has_laws {
            return self.rate_by_difference(at, s, local);
        }
        let drift = self.velocity + self.half_acceleration * (2.0 * (at.time - self.start));
        let turning = self.turns.velocities(at.turned.times(local)).sum();
        s.dot(drift + turning)
    }

    #[inline(never)]
    fn rate_by_difference(&mut self, at: &Moment<'id, D>, s: Vector<D>, local: Both<D>) -> f64 {
        let step = (self.end - self.start) * self.a.facts.precision;
        let mut then = Moment::never();
        self.place(at.time + step, &mut then);
        if !(then.time > at.time) {
            self.place(at.time - step, &mut then);
        }
        let mut y = |at: &Moment<'id, D>| {
            if !self.changes() {
                return s.dot(at.between + at.turned.times(local).sum()) - at.margin;
            }
            let mut point = Point::none();
            self.nearest(at, s, &mut point);
            s.dot(point.y) - at.margin
        };
        (y(&then) - y(at)) / (then.time - at.time)
    }

    /// Whether a body is another one at each time: its points are no points of it at another moment.
    #[inline(always)]
    pub fn changes(&self) -> bool {
        self.a.changes() || self.b.changes()
    }

    /// Whether the pivots move straight against each other and no body turns.
    #[inline(always)]
    pub fn straight(&self) -> bool {
        !self.turning && !self.falling && !self.is_floor()
    }

    /// The turns of both bodies.
    #[inline(always)]
    pub fn turns(&self) -> &Turns<D> {
        &self.turns
    }
}
