//! A query: two bodies over a span of time, and what its claims need of them.

use super::window::window;
use super::{Body, Brand, Free, LEAST_LENGTH, Outcome, Turns, Verdict};
use crate::motion::Law;
use crate::number::{Both, Pair, UNIT, Vector};

/// What is asked about two bodies.
pub struct Question<'b, const D: usize> {
    /// The body that vectors point away from.
    pub a: &'b Body<'b, D>,
    /// The body that vectors point to.
    pub b: &'b Body<'b, D>,
    /// When the question begins.
    pub start: f64,
    /// When it ends.
    pub end: f64,
    /// The distance that the bodies are to keep.
    pub target: f64,
    /// How much farther apart they may be at an impact. `None` stands for the default.
    pub tolerance: Option<f64>,
}

/// What is known of two bodies, and makes claims about them.
pub struct Kernel<'id, const D: usize> {
    pub(super) a: &'id Body<'id, D>,
    pub(super) b: &'id Body<'id, D>,
    pub(super) start: f64,
    /// From here on nothing is left to prove: the end of the question, or an earlier time after which the bodies stay
    /// apart.
    pub(super) end: f64,
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
    /// The distance that the cores are to keep: the radii and the target.
    pub(super) margin: f64,
    pub(super) tolerance: f64,
    /// Searches keep gaps above this, so that rounding never hides them.
    pub(super) aim: f64,
    pub(super) reach: Pair,
    pub(super) half: Both<D>,
    pub(super) pivots: Both<D>,
    /// Points inside the cores, measured from the pivots. No claim rests on them.
    middles: Both<D>,
    pub(super) boxes: [bool; 2],
    pub(super) hints: [u32; 2],
    pub(super) brand: Brand<'id>,
}

/// Units of 2^-53 of their reach that both bodies may lose in a gap, beside their own errors and those of rotations.
///
/// For a point x of a core, the sum over the axes of |s| |M| |x| is at most root 3 times its length. A direction that is
/// turned into the body's frame loses 3 units in each coordinate, on points that are at most twice the reach apart: 6.
/// The pivot's difference loses one, the product with the matrix and both sums 5, the dot product with the vector and
/// its scaling 5: with the root of 3, 30 units.
const REACH_ERROR: f64 = 32.0 * UNIT;
/// Units of 2^-53 that the vector between the pivots may lose. Its numbers, at the times of the question, lose 6 with
/// three products and three sums, the time 1, and its part of the dot product 4.
const PATH_ERROR: f64 = 12.0 * UNIT;
/// Units of 2^-53 by which a vector may be off unit length. Its square is checked to 32, and loses 3; a vector that was
/// turned by a matrix and back has lost 12 more.
const VECTOR_ERROR: f64 = 64.0 * UNIT;
/// A bound of an acceleration along a vector is widened by this: for the vector's length, and a dozen operations.
pub(super) const BEND_ERROR: f64 = 1.0 + 2.0 * VECTOR_ERROR;
/// The largest share of the square of its length that a unit vector may be off.
pub(super) const UNIT_ERROR: f64 = 32.0 * UNIT;

/// Numbers that say how the default tolerance and the gaps that a search keeps follow from the sizes and errors. No claim
/// rests on them: claims say which tolerance they hold for.
const ERRORS_IN_TOLERANCE: f64 = 8.0;
const AIM_IN_TOLERANCE: f64 = 0.25;

/// Lets a search prove what it can about two bodies.
#[inline(always)]
pub fn prove<'b, const D: usize>(
    question: &Question<'b, D>,
    search: impl for<'id> FnOnce(&mut Kernel<'id, D>, Free<'id>) -> Verdict<'id, D>,
) -> Outcome<D> {
    let &Question {
        a,
        b,
        start,
        end,
        target,
        ..
    } = question;
    let path = Path::new([&a.law, &b.law], start, end);
    let radius = a.ball() + b.ball() + target + path.error;
    let duration = end - start;
    let (begin, last) = if path.falls {
        (0.0, duration)
    } else {
        match window(
            path.from,
            path.velocity,
            radius * (1.0 + PATH_ERROR),
            duration,
        ) {
            Some(window) => window,
            None => return Outcome::separated(),
        }
    };
    // rounded away from the times at which the bodies may meet
    let last = (start + last).next_up();
    let end = if last < end { last } else { end };
    let mut kernel = Kernel::new(question, path, end);
    let free = Free::after(start, begin);
    search(&mut kernel, free).outcome()
}

/// The pivot of B less that of A over a question.
struct Path<const D: usize> {
    from: Vector<D>,
    velocity: Vector<D>,
    pub(super) half_acceleration: Vector<D>,
    falls: bool,
    /// How far its numbers may be off at any time of the question.
    error: f64,
    /// No less than the length of any term.
    size: f64,
}

impl<const D: usize> Path<D> {
    /// The vectors are combined before anything is added to them: bodies that are far from the world's origin keep the
    /// digits of their distance.
    #[inline(always)]
    fn new([a, b]: [&Law<D>; 2], start: f64, end: f64) -> Self {
        let vectors =
            |law: &Law<D>| [law.center, law.velocity, law.acceleration].map(Vector::<D>::new);
        let ([ca, va, aa], [cb, vb, ab]) = (vectors(a), vectors(b));
        let (mut from, mut velocity, acceleration) = (cb - ca, vb - va, ab - aa);
        let duration = end - start;
        let mut size = from.sum_of_sizes();
        let (ea, eb) = (start - a.epoch, start - b.epoch);
        let falls = aa != Vector::default() || ab != Vector::default();
        if ea != 0.0 || eb != 0.0 || falls {
            // a path from another time on
            from = from + (vb + ab * (0.5 * eb)) * eb - (va + aa * (0.5 * ea)) * ea;
            velocity = velocity + ab * eb - aa * ea;
            let sizes = |v: Vector<D>, x: Vector<D>, e: f64| {
                let h = e.abs() + duration;
                (v.sum_of_sizes() + x.sum_of_sizes() * h) * h
            };
            size += sizes(va, aa, ea) + sizes(vb, ab, eb);
        }
        size += (velocity.sum_of_sizes() + acceleration.sum_of_sizes() * duration) * duration;
        let until = |epoch: f64| {
            let (x, y) = ((start - epoch).abs(), (end - epoch).abs());
            if x > y { x } else { y }
        };
        let of_laws = a.center_error(until(a.epoch)) + b.center_error(until(b.epoch));
        Self {
            from,
            velocity,
            half_acceleration: acceleration * 0.5,
            falls: falls && acceleration != Vector::default(),
            error: size * PATH_ERROR + of_laws + LEAST_LENGTH,
            size,
        }
    }
}

impl<'id, const D: usize> Kernel<'id, D> {
    #[inline(always)]
    fn new(question: &Question<'id, D>, path: Path<D>, end: f64) -> Self {
        let &Question {
            a,
            b,
            start,
            target,
            ..
        } = question;
        let law = [&a.law, &b.law];
        let until = |law: &Law<D>| {
            let (x, y) = ((start - law.epoch).abs(), (end - law.epoch).abs());
            law.angle_error(if x > y { x } else { y })
        };
        let angles = law.map(until);
        let margin = a.radius + b.radius + target;
        let sizes = a.radius + b.radius + target.abs();
        let error = a.reach * (angles[0] + REACH_ERROR)
            + b.reach * (angles[1] + REACH_ERROR)
            + (a.error + b.error) * (1.0 + VECTOR_ERROR)
            + sizes * (2.0 * VECTOR_ERROR)
            + path.size * VECTOR_ERROR
            + path.error;
        let (smaller, larger) = if a.ball() < b.ball() { (a, b) } else { (b, a) };
        // a point has no size: the other body then sets the scale
        let size = if smaller.ball() > 0.0 {
            smaller.ball()
        } else {
            larger.ball()
        };
        let default = a.precision * size + ERRORS_IN_TOLERANCE * error;
        let tolerance = question.tolerance.unwrap_or(default);
        let half = |body: &Body<'_, D>| body.half.unwrap_or([0.0; D]);
        let duration = end - start;
        let acceleration = (path.half_acceleration * 2.0).length() * BEND_ERROR;
        Self {
            a,
            b,
            start,
            end,
            from: path.from,
            velocity: path.velocity,
            half_acceleration: path.half_acceleration,
            falling: path.falls,
            turning: a.law.turns() || b.law.turns(),
            speed: (path.velocity.length() + acceleration * duration) * BEND_ERROR,
            acceleration,
            turns: Turns::new(law, (start, end)),
            error,
            tilt_error: angles.map(|angle| 2.0 * angle + VECTOR_ERROR),
            margin,
            tolerance,
            aim: AIM_IN_TOLERANCE * tolerance,
            reach: Pair::new(a.reach, b.reach),
            half: Both::new(half(a), half(b)),
            pivots: Both::new(a.pivot, b.pivot),
            middles: Both::new(a.middle, b.middle),
            boxes: [a.half.is_some(), b.half.is_some()],
            hints: [u32::MAX; 2],
            brand: Brand::default(),
        }
    }

    /// The pivot of B less that of A at a time.
    #[inline(always)]
    pub(super) fn between(&self, time: f64) -> Vector<D> {
        let t = time - self.start;
        self.from + (self.velocity + self.half_acceleration * t) * t
    }

    /// The velocity of the pivot of B against that of A at a time. No claim rests on it.
    #[inline(always)]
    pub fn drift(&self, time: f64) -> Vector<D> {
        self.velocity + self.half_acceleration * (2.0 * (time - self.start))
    }

    /// Whether a body turns.
    #[inline(always)]
    pub fn turning(&self) -> bool {
        self.turning
    }

    /// Whether the pivots move straight against each other and no body turns.
    #[inline(always)]
    pub fn straight(&self) -> bool {
        !self.turning && !self.falling
    }

    /// The tolerance of an impact.
    #[inline(always)]
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// What gaps are to stay above.
    #[inline(always)]
    pub fn aim(&self) -> f64 {
        self.aim
    }

    /// The time from which on nothing is left to prove.
    #[inline(always)]
    pub fn end(&self) -> f64 {
        self.end
    }

    /// The distance that the cores are to keep.
    #[inline(always)]
    pub fn margin(&self) -> f64 {
        self.margin
    }

    /// Half the extents of cores that are boxes; zero for others.
    #[inline(always)]
    pub fn half(&self) -> Both<D> {
        self.half
    }

    /// Which cores are boxes.
    #[inline(always)]
    pub fn boxes(&self) -> [bool; 2] {
        self.boxes
    }

    /// Both bodies.
    #[inline(always)]
    pub fn bodies(&self) -> [&'id Body<'id, D>; 2] {
        [self.a, self.b]
    }

    /// The turns of both bodies.
    #[inline(always)]
    pub fn turns(&self) -> &Turns<D> {
        &self.turns
    }

    /// Points inside the cores, measured from the pivots.
    #[inline(always)]
    pub fn middles(&self) -> Both<D> {
        self.middles
    }
}
