//! How far bodies move over a span.

use nalgebra::SVector;

use super::SweptError;
use super::end::too_far;
use super::knots::between_knots;
use super::piece::bad_bound;
use crate::motion::FixedAxis;
use crate::vector::{least_length, length_of};
use crate::{BodyFrame, Extrusion, Real, Span, SupportMap};

/// Ulps that a travel may lose.
///
/// In halves of an ulp: the difference of two centres loses one, that of two bodies two more, and its length 2.5. The
/// part of the acceleration loses 8: a length, a duration that counts twice, and two products. The angle turned loses 3
/// and its sine 2, and twice the reach times the sine one. Six sums lose 6. Every sum is of positive terms, so that the
/// longest chain counts: 8 + 6 = 14 halves, or 7 ulps.
const TRAVEL_ULPS: f64 = 8.0;
/// Ulps of its coordinates that the difference of two centres may lose: half an ulp for a body, and half for their
/// difference, in each coordinate. The length of the rounding of D coordinates is at most their sum.
const CENTER_ULPS: f64 = 2.0;

/// Returns an upper bound of how far the points of a body get from where they were at the start of the span.
///
/// At all times of the span every point of the core is within this distance of where it was at the start. So every
/// point of the body is within this distance of a point of the body at the start, and the other way round. Two bodies
/// get neither nearer to each other nor deeper into each other by more than both their travels. The radius around a
/// core does not turn: a ball that spins does not travel.
///
/// The bound is the way of the centre and twice the reach times the sine of half the angle turned, if the motion turns
/// about a fixed axis; else it follows from the speeds along the axes of the world, which for a turn is 1.4 times the
/// length of the arc. Over several parts between knots it is the sum. It takes no support evaluation.
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::motion::ConstantVelocity;
/// use photofinish::shape::Capsule;
/// use photofinish::swept::travel_bound;
/// use photofinish::{Moving, Span};
///
/// // a bar of length 2 moves by 0.3 and turns by 60 degrees: its ends move by 1 relative to its centre
/// let motion = ConstantVelocity::new(Isometry2::identity(), vector![0.3, 0.0], 60f64.to_radians())?;
/// let bar = Moving::new(Capsule::new(1.0, 0.1)?, motion);
/// let travel = travel_bound(&bar, Span::new(0.0, 1.0)?)?;
/// assert!(travel >= 1.3 && travel < 1.3 + 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SweptError`], every kind but `NotAUnitVector` and `InvalidLength`.
pub fn travel_bound<E, T, const D: usize>(body: &E, during: Span<T>) -> Result<T, SweptError>
where
    T: Real,
    E: Extrusion<T, D>,
{
    let origin = body.reference(during.start());
    let next_knots = |time| [body.next_knot(time), None];
    sum_of_parts(during, next_knots, |part| {
        Ok(match Turn::of(body, &origin, part)? {
            Some(turn) => turn.travel(part),
            None => by_speeds(body, &origin, part)?,
        })
    })
}

/// Returns an upper bound of how far two bodies move relative to each other from where they were at the start of the
/// span.
///
/// For all points p of A's core and q of B's core, the vector q - p at any time of the span differs by at most this
/// length from what it was at the start. So the distance of the bodies, or minus their depth, changes by no more:
/// bodies that are farther apart at the start do not touch during the span. It is at most the sum of both
/// [travels](travel_bound), and less for bodies that move or fall together. It takes no support evaluation.
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::motion::{Ballistic, ConstantVelocity};
/// use photofinish::shape::Ball;
/// use photofinish::swept::relative_travel_bound;
/// use photofinish::{Moving, Span};
///
/// // two balls fall side by side, and approach each other by 0.25
/// let falls = |x: f64, speed: f64| -> Result<_, Box<dyn std::error::Error>> {
///     let start = ConstantVelocity::new(Isometry2::translation(x, 100.0), vector![speed, -30.0], 5.0)?;
///     Ok(Moving::new(Ball::new(0.5)?, Ballistic::new(start, vector![0.0, -10.0])?))
/// };
/// let (a, b) = (falls(0.0, 0.25)?, falls(3.0, 0.0)?);
/// let travel = relative_travel_bound(&a, &b, Span::new(0.0, 1.0)?)?;
/// assert!(travel >= 0.25 && travel < 0.25 + 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SweptError`], every kind but `NotAUnitVector` and `InvalidLength`.
pub fn relative_travel_bound<A, B, T, const D: usize>(
    a: &A,
    b: &B,
    during: Span<T>,
) -> Result<T, SweptError>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    let origin = (a.reference(during.start()) + b.reference(during.start())) * T::of(0.5);
    let next_knots = |time| [a.next_knot(time), b.next_knot(time)];
    sum_of_parts(during, next_knots, |part| {
        let turns = (Turn::of(a, &origin, part)?, Turn::of(b, &origin, part)?);
        Ok(match turns {
            (Some(of_a), Some(of_b)) => of_a.relative_to(&of_b, part),
            (of_a, of_b) => {
                let of_a =
                    of_a.map_or_else(|| by_speeds(a, &origin, part), |it| Ok(it.travel(part)));
                let of_b =
                    of_b.map_or_else(|| by_speeds(b, &origin, part), |it| Ok(it.travel(part)));
                of_a? + of_b?
            }
        })
    })
}

/// Returns the sum of the travels in all parts of a span between knots, rounding included.
///
/// The travel of a part leads from any point near an end, within the error of the pose there, to any other: so the sum
/// also bounds poses that differ by that error at a knot.
fn sum_of_parts<T: Real>(
    during: Span<T>,
    next_knots: impl Fn(T) -> [Option<T>; 2],
    travel: impl Fn(Span<T>) -> Result<T, SweptError>,
) -> Result<T, SweptError> {
    let mut sum = T::zero();
    between_knots(during, next_knots, |part| {
        if part.start() == part.end() {
            return Ok(());
        }
        let of_part = travel(part)? * (T::one() + T::EPSILON * T::of(TRAVEL_ULPS));
        sum = (sum + of_part + least_length::<T>()) * (T::one() + T::EPSILON);
        // written so that NaN is refused too
        if sum <= T::LARGEST {
            Ok(())
        } else {
            Err(too_far(part))
        }
    })?;
    Ok(sum)
}

/// A body that turns about a fixed axis during a span, or does not turn.
struct Turn<T, const D: usize> {
    moves: FixedAxis<T, D>,
    frames: [BodyFrame<T, D>; 2],
}

impl<T: Real, const D: usize> Turn<T, D> {
    /// Returns how a body moves during a span, or `None` if it is not known to turn about a fixed axis.
    ///
    /// # Errors
    /// [`SweptError::CoordinateNotFinite`].
    fn of<E: Extrusion<T, D>>(
        body: &E,
        origin: &SVector<T, D>,
        during: Span<T>,
    ) -> Result<Option<Self>, SweptError> {
        let Some(moves) = body.fixed_axis(during) else {
            return Ok(None);
        };
        let (start, end) = (during.start(), during.end());
        let (Some(first), Some(last)) = (body.frame(start, origin), body.frame(end, origin)) else {
            return Ok(None);
        };
        for (time, frame) in [(start, &first), (end, &last)] {
            let size = length_of(&frame.center) + frame.reach;
            // written so that NaN is refused too
            if !(size <= T::LARGEST) {
                return Err(SweptError::CoordinateNotFinite {
                    time: time.as_f64(),
                    value: size.as_f64(),
                });
            }
        }
        let frames = [first, last];
        Ok(Some(Self { moves, frames }))
    }

    /// Returns how far a point of the core gets from where it was at the start.
    fn travel(&self, during: Span<T>) -> T {
        let [first, last] = &self.frames;
        let way = last.center - first.center;
        let bend = bend(&self.moves.acceleration, during);
        length_of(&way) + bend + self.center_error() + self.around(during)
    }

    /// Returns how far a point of `other`'s core gets from where it was at the start, as seen from a point of this one.
    fn relative_to(&self, other: &Self, during: Span<T>) -> T {
        let between = |at: usize| other.frames[at].center - self.frames[at].center;
        let way = between(1) - between(0);
        let bend = bend(
            &(other.moves.acceleration - self.moves.acceleration),
            during,
        );
        // where accelerations cancel, an ulp of both remains
        let accelerations = [self, other].map(|body| length_of(&body.moves.acceleration));
        let lost = (accelerations[0] + accelerations[1]) * T::EPSILON;
        let lost = lost * during.length() * during.length();
        let errors = self.center_error() + other.center_error();
        let around = self.around(during) + other.around(during);
        length_of(&way) + bend + lost + errors + around
    }

    /// Returns how far the centre may be off at both ends together, and by how much their difference.
    fn center_error(&self) -> T {
        let [first, last] = &self.frames;
        let sizes = first.center.abs().sum() + last.center.abs().sum();
        let rounding = sizes * (T::EPSILON * T::of(CENTER_ULPS));
        first.center_error + last.center_error + rounding
    }

    /// Returns how far a point of the core gets from where it was, as seen from the centre: the chord of the angle
    /// turned. The errors of the rotations at both ends are included.
    fn around(&self, during: Span<T>) -> T {
        let [first, last] = &self.frames;
        let angle = self.moves.fastest * during.length_at_most();
        let half_chord = if angle < T::pi() {
            (angle * T::of(0.5)).sine_and_cosine().0
        } else {
            T::one()
        };
        let errors = first.angle_error + last.angle_error;
        (half_chord * T::of(2.0) + errors) * first.reach
    }
}

/// Returns how far a parabola of this acceleration is off its chord.
fn bend<T: Real, const D: usize>(acceleration: &SVector<T, D>, during: Span<T>) -> T {
    let duration = during.length_at_most();
    length_of(acceleration) * duration * duration * T::of(0.125)
}

/// Returns how far a point of the core gets from where it was at the start, by the bounds of its speed along the axes
/// of the world.
///
/// # Errors
/// [`SweptError::NoBounds`], and those of [`bad_bound`].
fn by_speeds<E, T, const D: usize>(
    body: &E,
    origin: &SVector<T, D>,
    during: Span<T>,
) -> Result<T, SweptError>
where
    T: Real,
    E: Extrusion<T, D>,
{
    let mut velocity = SVector::<T, D>::zeros();
    for row in 0..D {
        let e = SVector::from_fn(|at, _| if at == row { T::one() } else { T::zero() });
        let speeds = [e, -e].map(|along| body.speed_bound(&along, during));
        if let Some(bad) = bad_bound(None, speeds, during) {
            return Err(bad);
        }
        let [Some(along), Some(against)] = speeds else {
            return Err(SweptError::NoBounds {
                start: during.start().as_f64(),
                end: during.end().as_f64(),
            });
        };
        velocity[row] = along.max(against);
    }
    // poses may differ by their rounding at a knot
    let rounding = |time| body.slice(time, origin).rounding().sum();
    let errors = rounding(during.start()) + rounding(during.end());
    Ok(length_of(&velocity) * during.length_at_most() + errors)
}
