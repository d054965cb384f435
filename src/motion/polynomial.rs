//! Motions whose positions and rotations are polynomials in time.

mod algebra;
mod spin;

use std::marker::PhantomData;

use nalgebra::{Isometry, SVector, Translation, UnitComplex, UnitQuaternion};

use super::rotor::ROTATION_ULPS;
use super::{Motion, Placement, Rotor};
use crate::error::{finite, finite_point};
use crate::{MotionError, Real, Span, ToF64};
use algebra::{COEFFICIENTS, HORNER_UNITS};
use spin::Spin;

/// Units by which a bound of a derivative along a direction may be off, of the sum of |s| |c_i| i^2 (1 + i half): a
/// factor is at most i^2, and i^3 for the next derivative. In halves of a unit: the dot product loses 3, the factors 2,
/// Horner's rule 8, and the sum of the next derivative, its product and the last two sums 8. That is 21 halves.
const ALONG_UNITS: f64 = 16.0;

/// A body whose position is a polynomial in time, and its rotation a polynomial scaled to unit length.
///
/// This is what integrators with dense output and planners return. With the share u of the time from start to end,
/// from 0 to 1, the position is c_0 + c_1 u + ... of degree five at most. The rotation is k_0 + k_1 u + ..., scaled to
/// unit length, where each k_i has the [numbers](Rotor::numbers) of a rotation: x, y, z, w of a quaternion in space,
/// cosine and sine in the plane. Before the start and after the end the body rests. A spline is a
/// [`Piecewise`](super::Piecewise) motion of polynomials.
///
/// ```
/// use nalgebra::{Isometry3, Vector3, vector};
/// use photofinish::motion::{AtRest, Polynomial3};
/// use photofinish::shape::{Ball, Cuboid};
/// use photofinish::{Moving, Outcome, time_of_impact};
///
/// // a block comes down and slows, and begins to tilt: y = 3 - 4 u + 2 u^2 over two seconds
/// let fall = [vector![0.0, 3.0, 0.0], vector![0.0, -4.0, 0.0], vector![0.0, 2.0, 0.0]];
/// let tilt = [[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 0.0], [0.1, 0.0, 0.0, 0.0]];
/// let block = Moving::new(Cuboid::new(vector![0.5, 0.5, 0.5])?, Polynomial3::new((0.0, 2.0), &fall, &tilt)?);
/// let ball = Moving::new(Ball::new(0.75)?, AtRest::new(Isometry3::identity())?);
///
/// let solution = time_of_impact(&block, &ball, 0.0..=2.0)?;
/// let Outcome::Impact(impact) = solution.outcome else { panic!("its lower face comes down to 0.5") };
/// // up to the tilt the face is at 0.75 where 2.5 - 4 u + 2 u^2 = 0.75
/// assert!((impact.time - 2.0 * (1.0 - 0.125f64.sqrt())).abs() < 0.01);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Bounds
/// Let q be the polynomial of the rotation, N = |q|^2, and h the time from start to end. With the factor k, 1 in the
/// plane and 2 for quaternions, the angular velocity is w = k C / (h N), where C is the vector part of q' q* (in the
/// plane: its imaginary part). As q' q'* is real, C' = A, the vector part of q'' q*. With N' = 2 B, B = q . q',
///
/// w' = k (A / N - 2 B C / N^2) / h^2.
///
/// A, B, C and N are polynomials again, and lie within their Bernstein coefficients. Hence there are bounds W' of |w'|
/// over the whole time, and of |w| over a span of half the length d: |w - w_m| <= d W' for its value w_m in the middle.
/// A point at r from the centre has p'' = c'' + w' x r + w x (w x r), so that s . p'' <= s . c'' + |r| (W' + |w| |w x
/// s|), and s . p' <= s . c' + |r| |w x s|. The derivatives of the centre are bounded by their values in the middle,
/// and by the largest third and second derivatives.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::serial::Scalar"))]
pub struct Polynomial<T: Real, R, const D: usize> {
    start: T,
    end: T,
    /// The coefficients, exactly as given.
    position: [SVector<f64, D>; COEFFICIENTS],
    /// The coefficients of each of the four numbers, exactly as given.
    rotation: [[f64; COEFFICIENTS]; 4],
    /// How many coefficients of the position there are, but for zeros at the end.
    #[cfg_attr(feature = "serde", serde(skip))]
    terms: usize,
    /// The sums of the sizes of the coefficients of the position, but for the first.
    #[cfg_attr(feature = "serde", serde(skip))]
    path: SVector<f64, D>,
    #[cfg_attr(feature = "serde", serde(skip))]
    spin: Spin,
    #[cfg_attr(feature = "serde", serde(skip))]
    rotor: PhantomData<fn() -> R>,
}

/// The polynomial motion in the plane.
pub type Polynomial2<T> = Polynomial<T, UnitComplex<T>, 2>;
/// The polynomial motion in space.
pub type Polynomial3<T> = Polynomial<T, UnitQuaternion<T>, 3>;

impl<T: Real, const D: usize, R: Rotor<T, D>> Polynomial<T, R, D> {
    /// Returns the motion with these coefficients of the position and of the rotation, lowest power first. In the plane
    /// the last two numbers of a rotation do not count.
    ///
    /// # Errors
    /// - [`MotionError::NoDuration`] if the end is not after the start, and [`MotionError::TooShort`] if it is so soon
    ///   after it that the square of a velocity overflows;
    /// - [`MotionError::Coefficients`] if there are none, or more than six;
    /// - [`MotionError::NotFinite`];
    /// - [`MotionError::RotationVanishes`] if the polynomial of the rotation cannot be shown to stay away from zero:
    ///   the square of its norm must stay above a tenth of its largest value. Divide a long time.
    pub fn new(
        (start, end): (T, T),
        position: &[SVector<T, D>],
        rotation: &[[T; 4]],
    ) -> Result<Self, MotionError> {
        finite("start", start)?;
        finite("end", end)?;
        if start >= end {
            return Err(MotionError::NoDuration {
                start: start.as_f64(),
                end: end.as_f64(),
            });
        }
        for coefficients in [position.len(), rotation.len()] {
            if !(1..=COEFFICIENTS).contains(&coefficients) {
                return Err(MotionError::Coefficients { coefficients });
            }
        }
        let mut centers = [SVector::<f64, D>::zeros(); COEFFICIENTS];
        for (center, given) in centers.iter_mut().zip(position) {
            *center = finite_point("coefficient", *given)?.map(T::as_f64);
        }
        let mut numbers = [[0.0; COEFFICIENTS]; 4];
        for (power, given) in rotation.iter().enumerate() {
            for (number, &value) in numbers
                .iter_mut()
                .zip(given)
                .take(if D == 2 { 2 } else { 4 })
            {
                number[power] = finite("coefficient", value)?.as_f64();
            }
        }
        let duration = end.as_f64() - start.as_f64();
        // accelerations are those by the share of time, over its square
        if !T::of(1.0 / (duration * duration)).is_finite() {
            return Err(MotionError::TooShort { duration });
        }
        Ok(Self {
            start,
            end,
            terms: 1 + centers
                .iter()
                .rposition(|c| c.iter().any(|x| *x != 0.0))
                .unwrap_or(0),
            position: centers,
            rotation: numbers,
            path: centers[1..].iter().map(|center| center.abs()).sum(),
            spin: Spin::new(&numbers, D, duration)?,
            rotor: PhantomData,
        })
    }

    /// The time at which the polynomials begin.
    pub fn start(&self) -> T {
        self.start
    }

    /// The time at which they end.
    pub fn end(&self) -> T {
        self.end
    }

    /// Returns the velocity of the frame's origin at a time, in the world's frame. It is zero before the start and
    /// after the end.
    pub fn linear_velocity(&self, time: T) -> SVector<T, D> {
        if time < self.start || time > self.end {
            return SVector::zeros();
        }
        let u = self.share(time);
        let mut sum = SVector::zeros();
        for power in (1..self.terms).rev() {
            sum = sum * u + self.position[power] * power as f64;
        }
        (sum / self.duration()).map(T::of)
    }

    /// Returns the angular velocity at a time. It is zero before the start and after the end.
    pub fn angular_velocity(&self, time: T) -> R::Velocity {
        let moves = time >= self.start && time <= self.end;
        let velocity = self.spin.velocity(self.share(time));
        R::velocity_of(velocity.map(|w| if moves { T::of(w) } else { T::zero() }))
    }

    fn duration(&self) -> f64 {
        self.end.as_f64() - self.start.as_f64()
    }

    /// The share of the time that has passed. In units of itself it is off by one: the differences and the quotient
    /// lose half a unit of 2^-52 each at most, 1.5 halves in all.
    fn share(&self, time: T) -> f64 {
        let share = (time.as_f64() - self.start.as_f64()) / self.duration();
        share.clamp(0.0, 1.0)
    }

    /// The position without its first coefficient.
    fn way(&self, share: f64) -> SVector<f64, D> {
        let way = |sum: SVector<f64, D>, center: &SVector<f64, D>| (sum + center) * share;
        let terms = &self.position[1..self.terms];
        terms.iter().rev().fold(SVector::zeros(), way)
    }

    /// Returns the middle of a span and half its length, as shares, or `None` if the body rests all the time.
    fn middle(&self, during: Span<T>) -> Option<(f64, f64)> {
        if during.end() <= self.start || during.start() >= self.end {
            return None;
        }
        let [from, to] = [during.start(), during.end()].map(|time| self.share(time));
        // a little longer than it is, as shares are rounded
        Some((0.5 * (from + to), 0.5 * (to - from) + 4.0 * f64::EPSILON))
    }

    /// Returns a bound of the derivative of the given order, 1 or 2, of the origin along s, by the share of time: its
    /// value in the middle, and the largest derivative of the next order times half the length.
    fn derivative_bound(
        &self,
        s: &SVector<f64, D>,
        order: usize,
        (middle, half): (f64, f64),
    ) -> f64 {
        let (mut sum, mut next, mut size) = (0.0, 0.0, 0.0);
        for power in (1..self.terms).rev() {
            let center = &self.position[power];
            let along = s.dot(center);
            let i = power as f64;
            let [own, following] = if order == 1 {
                [i, i * (i - 1.0)]
            } else {
                [i * (i - 1.0), i * (i - 1.0) * (i - 2.0)]
            };
            if power >= order {
                sum = sum * middle + along * own;
            }
            next += along.abs() * following;
            size += s.abs().dot(&center.abs()) * i * i * (1.0 + i * half);
        }
        sum + next * half + f64::EPSILON * ALONG_UNITS * size
    }
}

/// Returns a number of the scalar that is not below the given one, also if it underflows.
fn rounded_up<T: Real>(value: f64) -> T {
    let near = T::of(value);
    near + near.abs() * T::EPSILON + T::TINY
}

impl<T: Real, const D: usize, R: Rotor<T, D>> Motion<T, D> for Polynomial<T, R, D> {
    type Rotation = R;

    fn pose(&self, time: T) -> Isometry<T, R, D> {
        let share = self.share(time);
        let position = (self.position[0] + self.way(share)).map(T::of);
        let rotation = R::of_numbers(self.spin.numbers(share).map(T::of));
        Isometry::from_parts(Translation::from(position), rotation)
    }

    fn placement(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D> {
        let share = self.share(time);
        let start = self.position[0] - origin.map(T::as_f64);
        let exact = start + self.way(share);
        let translation = exact.map(T::of);
        // the way loses what Horner's rule loses, the two sums half a unit each of what they return
        let lost = self.path * HORNER_UNITS + start.abs() + exact.abs();
        let rotation = R::F64::of_numbers(self.spin.numbers(share)).matrix();
        let rounded = translation.abs() * T::EPSILON;
        Placement {
            rotation: rotation.map(T::of),
            translation,
            translation_error: rounded + (lost * f64::EPSILON).map(rounded_up::<T>),
            // the scaled rotation loses a matrix's units in double precision, and is rounded to the scalar
            angle_error: T::EPSILON * T::of(ROTATION_ULPS) + rounded_up(self.spin.angle_error),
        }
    }

    fn reference(&self, time: T) -> SVector<T, D> {
        (self.position[0] + self.way(self.share(time))).map(T::of)
    }

    fn center(&self) -> SVector<T, D> {
        SVector::zeros()
    }

    fn next_knot(&self, after: T) -> Option<T> {
        [self.start, self.end]
            .into_iter()
            .find(|&knot| knot > after)
    }

    fn acceleration_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        let Some(span) = self.middle(during) else {
            return Some(T::zero());
        };
        let s = along.map(T::as_f64);
        let duration = self.duration();
        let center = self.derivative_bound(&s, 2, span) / (duration * duration);
        let [fastest, across] = self.spin.during(&s, span);
        let turning = self.spin.change + fastest * across;
        Some(rounded_up(
            (center + reach.as_f64() * turning) + lost_last(center, reach.as_f64() * turning),
        ))
    }

    fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
        let Some(span) = self.middle(during) else {
            return Some(T::zero());
        };
        let s = along.map(T::as_f64);
        let center = self.derivative_bound(&s, 1, span) / self.duration();
        let turning = reach.as_f64() * self.spin.during(&s, span)[1];
        Some(rounded_up((center + turning) + lost_last(center, turning)))
    }
}

/// What the last operations of a bound lose: two quotients by the duration, which is off by half a unit itself, and
/// three products and sums; less than eight units.
fn lost_last(center: f64, turning: f64) -> f64 {
    (center.abs() + turning) * (8.0 * f64::EPSILON)
}

impl<const D: usize, R: Rotor<f32, D>> ToF64 for Polynomial<f32, R, D> {
    type F64 = Polynomial<f64, R::F64, D>;

    /// All numbers and bounds are in double precision already.
    fn to_f64(&self) -> Self::F64 {
        Polynomial {
            start: self.start.as_f64(),
            end: self.end.as_f64(),
            position: self.position,
            rotation: self.rotation,
            terms: self.terms,
            path: self.path,
            spin: self.spin,
            rotor: PhantomData,
        }
    }
}
