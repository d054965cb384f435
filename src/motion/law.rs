//! Motions in closed form: a path of constant acceleration, and a turn about one axis.

mod asked;

use nalgebra::{Isometry, SVector};

use super::Rotor;
use crate::Real;
use crate::number::{UNIT, larger};
use crate::vector::numbers;
pub(super) use asked::asked_by_its_law;

/// A motion in closed form, in double precision: where the centre is, and how the body turns about it.
///
/// The centre is at c(t) = `center` + `velocity` e + `acceleration` e^2 / 2, with e = t - `epoch`. The rotation is that
/// of the quaternion, in the plane the complex number, x(u) `from` + y(u) `to`, with u = `rate` e. How the body turns
/// says what x and y are. Claims are made about this motion, up to the errors that are stated here.
// What a query reads of a body takes few lines of the cache: the kernel asks only pieces of a path for their pivot, what falls
// for its acceleration, and what turns for its axis and `to`. The rest is last, beside what is known of the shape.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Law<const D: usize> {
    /// The centre in the body's frame.
    pub(crate) pivot: [f64; D],
    pub(crate) acceleration: [f64; D],
    /// The unit axis that the body turns about, or zero. In the plane it is along the third axis.
    pub(crate) axis: [f64; 3],
    pub(crate) to: [f64; 4],
    pub(crate) from: [f64; 4],
    pub(crate) rate: f64,
    pub(crate) turn: Turn,
    pub(crate) epoch: f64,
    pub(crate) center: [f64; D],
    pub(crate) velocity: [f64; D],
    /// Whether the acceleration is not zero.
    pub(crate) falls: bool,
    /// How far the centre may be off at the epoch, and by what speed.
    center_error: f64,
    pub(crate) velocity_error: f64,
    /// By what speed the angle may be off, beside rounding.
    angular_error: f64,
}

/// How a body turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Turn {
    /// It does not: x = 1 and y = 0.
    Still,
    /// At a constant rate: x = cos u and y = sin u. `to` is `from` turned by half a turn, in the plane by a quarter.
    Steady,
    /// The normalised blend of two rotations at the cosine 1 - `versine` as unit vectors: x = (1 - u) / L and y = u / L,
    /// with L^2 = 1 - 2 u (1 - u) `versine`. The cosine of half the angle between them is `middle`, the least L.
    Blend { versine: f64, middle: f64 },
}

/// Bounds of how a body turns over a span, in radians per time and per squared time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rates {
    pub(crate) slowest: f64,
    pub(crate) fastest: f64,
    /// Of the angular acceleration.
    pub(crate) change: f64,
    /// Of the acceleration of a point at distance 1 from the axis: the root of fastest^4 + change^2, as the parts along
    /// and across its path are square to each other. It is at most the larger of fastest^2 and change, and half of the
    /// other.
    pub(crate) bend: f64,
}

/// The factor by which L^2 of a blend changes in a part over which it counts as even. Bounds over the whole of a blend by
/// 2.98 radians are 150 times as large as needed, and a rod that slides takes a thousand steps.
const EVEN: f64 = 4.0;

/// By what a rate is widened for the rounding of some twenty operations, each of which loses at most 2^-53.
const RATE_ERROR: f64 = 64.0 * UNIT;

impl<const D: usize> Default for Law<D> {
    fn default() -> Self {
        Self::REST
    }
}

impl<const D: usize> Law<D> {
    /// Rest in the world's frame.
    pub(crate) const REST: Self = Self {
        center: [0.0; D],
        velocity: [0.0; D],
        acceleration: [0.0; D],
        falls: false,
        epoch: 0.0,
        turn: Turn::Still,
        rate: 0.0,
        from: if D == 2 {
            [1.0, 0.0, 0.0, 0.0]
        } else {
            [0.0, 0.0, 0.0, 1.0]
        },
        to: [0.0; 4],
        axis: [0.0; 3],
        pivot: [0.0; D],
        center_error: 0.0,
        velocity_error: 0.0,
        angular_error: 0.0,
    };

    /// The law of a body that is where its frame is the world's at time 0, and moves straight without turning. The pivot
    /// was rounded, and is at `arm` from where the body's points are measured.
    ///
    /// Seen from there, the pivot is off by half an ulp of their difference, far less than half an ulp of its place.
    pub(crate) fn straight(pivot: [f64; D], velocity: [f64; D], arm: &[f64; D]) -> Self {
        Self {
            center: pivot,
            velocity,
            pivot,
            center_error: arm.iter().map(|x| x.abs()).sum::<f64>() * UNIT,
            ..Self::REST
        }
    }

    /// The law of a body that starts at a pose at a time and turns steadily about a point of its frame, while that point
    /// has a constant acceleration. The errors are those of both velocities beyond their numbers.
    pub(crate) fn steady<T: Real, R: Rotor<T, D>>(
        (epoch, pose, center): (T, &Isometry<T, R, D>, &SVector<T, D>),
        (linear, angular): (&SVector<T, D>, R::Velocity),
        acceleration: &SVector<T, D>,
        [linear_error, angular_error]: [T; 2],
    ) -> Self {
        let from = unit(R::numbers(&pose.rotation).map(T::as_f64));
        let angular = R::components(angular).map(T::as_f64);
        let (axis, speed) = axis_and_length(angular.into());
        let pivot = numbers(center);
        let (center, center_error) = center_of(pose, center, &from);
        let mut law = Self {
            center,
            velocity: numbers(linear),
            acceleration: numbers(acceleration),
            falls: acceleration.iter().any(|x| *x != T::zero()),
            epoch: epoch.as_f64(),
            turn: Turn::Still,
            rate: 0.0,
            from,
            to: from,
            axis,
            pivot,
            center_error,
            velocity_error: linear_error.as_f64(),
            angular_error: angular_error.as_f64(),
        };
        if speed > 0.0 {
            law.turn = Turn::Steady;
            law.rate = speed / R::ANGLE_PER_ARC;
            law.to = quarter::<D>(axis, from);
        }
        law
    }

    /// The law of a body that sweeps from one pose to another, while a point of its frame moves straight. `way` is about
    /// the number that turns the first rotation into the second, the sine of its arc times its axis and its cosine: it
    /// says which way round the body goes.
    pub(crate) fn sweep<T: Real, R: Rotor<T, D>>(
        ends: [(T, Isometry<T, R, D>); 2],
        center: &SVector<T, D>,
        (way, cosine): (R::Velocity, T),
    ) -> Self {
        let [start, end] = [0, 1].map(|i| ends[i].0.as_f64());
        let [from, mut to] = [0, 1].map(|i| unit(R::numbers(&ends[i].1.rotation).map(T::as_f64)));
        let way = R::components(way).map(T::as_f64);
        let mut turn = turn_between::<D>(&from, &to);
        let along = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
        // the turn alone would not tell: that of a tiny arc is rounding
        if along(&from, &to) * cosine.as_f64() + along(&turn, way.as_slice()) < 0.0 {
            // the other number with this rotation is on the way
            to = to.map(|x| -x);
            turn = turn.map(|x| -x);
        }
        let (axis, sine) = axis_and_length(turn);
        let moved = [0, 1].map(|i| center_of(&ends[i].1, center, &[from, to][i]));
        let duration = end - start;
        let velocity: [f64; D] =
            std::array::from_fn(|k| (moved[1].0[k] - moved[0].0[k]) / duration);
        // the difference, the duration and the quotient are rounded
        let rounding = 4.0 * UNIT * velocity.iter().map(|x| x.abs()).sum::<f64>();
        let mut law = Self {
            center: moved[0].0,
            velocity,
            acceleration: [0.0; D],
            falls: false,
            epoch: start,
            turn: Turn::Still,
            rate: 0.0,
            from,
            to,
            axis,
            pivot: numbers(center),
            center_error: moved[0].1,
            velocity_error: (moved[0].1 + moved[1].1) / duration + rounding,
            angular_error: 0.0,
        };
        if sine > 0.0 {
            let apart = |sign: f64| {
                (0..4)
                    .map(|i| from[i] + sign * to[i])
                    .map(|x| x * x)
                    .sum::<f64>()
            };
            let middle = apart(1.0).sqrt() * 0.5;
            law.turn = Turn::Blend {
                versine: 0.5 * apart(-1.0),
                middle,
            };
            law.rate = 1.0 / duration;
            // both numbers are off by five units, and the body turns by up to twice their difference
            law.angular_error = 32.0 * UNIT * law.rate;
        }
        law
    }

    /// Returns whether the body turns.
    #[inline(always)]
    pub(crate) fn turns(&self) -> bool {
        self.turn != Turn::Still
    }

    /// Returns bounds of how the body turns between two times.
    ///
    /// Those of a blend are in the docs of [`Sweep`](super::Sweep): with alpha the angle between the unit vectors,
    /// theta' = k sin(alpha) / L^2 and theta'' = 2 k sin(alpha) (1 - cos(alpha)) (1 - 2u) / L^4, for one unit of u. With
    /// y = 1 - 2u, L^2 is middle^2 + (1 - middle^2) y^2, smallest where y^2 is and largest at the farther end.
    pub(crate) fn rates(&self, from: f64, until: f64) -> Rates {
        let per_arc = if D == 2 { 1.0 } else { 2.0 };
        let (slowest, fastest, change) = match self.turn {
            Turn::Still => {
                return Rates {
                    slowest: 0.0,
                    fastest: 0.0,
                    change: 0.0,
                    bend: 0.0,
                };
            }
            Turn::Steady => (self.rate * per_arc, self.rate * per_arc, 0.0),
            Turn::Blend { versine, middle } => {
                let y = |t: f64| 1.0 - 2.0 * self.rate * (t - self.epoch);
                let (first, last) = (y(from), y(until));
                let farthest = larger(first.abs(), last.abs());
                // each is off by a few roundings of two terms
                let off = 16.0 * UNIT * (2.0 + farthest);
                let nearest = if first * last > 0.0 {
                    let smaller = first.abs() + last.abs() - farthest;
                    larger(smaller - off, 0.0)
                } else {
                    0.0
                };
                let farthest = farthest + off;
                let of = |y: f64| 0.5 * versine * y * y;
                // the middle is off by some roundings, which matters where it is small itself
                let [least, most] = [middle - 16.0 * UNIT, middle + 16.0 * UNIT];
                let (least, most) = (
                    least * least + of(nearest) * (1.0 - RATE_ERROR),
                    most * most + of(farthest) * (1.0 + RATE_ERROR),
                );
                let sine = 2.0 * middle * (0.5 * versine).sqrt();
                let fastest = per_arc * self.rate * sine / least;
                let change = 2.0 * fastest * self.rate * versine * farthest / least;
                (per_arc * self.rate * sine / most, fastest, change)
            }
        };
        // errors of the middle count four times in its fourth power
        let error = match self.turn {
            Turn::Blend { middle, .. } => RATE_ERROR * (1.0 + 2.0 / middle),
            _ => RATE_ERROR,
        };
        let fastest = fastest * (1.0 + error) + self.angular_error;
        let change = change * (1.0 + error);
        let centripetal = fastest * fastest;
        let (most, least) = if centripetal > change {
            (centripetal, change)
        } else {
            (change, centripetal)
        };
        Rates {
            slowest: larger(slowest * (1.0 - error) - self.angular_error, 0.0),
            fastest,
            change,
            bend: (most + 0.5 * least) * (1.0 + RATE_ERROR) + 4.0 * f64::MIN_POSITIVE,
        }
    }

    /// Returns the end, or an earlier time until which the bounds of how the body turns hardly change.
    ///
    /// A blend over almost half a turn of the plane is very fast around its middle. The parts are those in which L^2 of
    /// [`rates`](Self::rates) changes by [`EVEN`] at most.
    #[inline(always)]
    pub(crate) fn even_until(&self, from: f64, end: f64) -> f64 {
        match self.turn {
            Turn::Blend { middle, .. } if middle * middle * EVEN < 1.0 => {
                self.even_part(middle * middle, (from, end))
            }
            _ => end,
        }
    }

    #[cold]
    #[inline(never)]
    fn even_part(&self, least: f64, (from, end): (f64, f64)) -> f64 {
        let y = 1.0 - 2.0 * self.rate * (from - self.epoch);
        let now = least + (1.0 - least) * y * y;
        let at = |square: f64| (larger(square - least, 0.0) / (1.0 - least)).sqrt();
        let inner = at(EVEN * least);
        // a part ends at a time that is rounded, as is the y of a time: each by two roundings, of it and of the epoch
        let off = 16.0 * UNIT * (1.0 + self.rate * (from.abs() + self.epoch.abs()));
        let next = if y > inner + off {
            larger(at(now / EVEN), inner)
        } else if y > off - inner {
            -inner
        } else {
            -at(EVEN * now)
        };
        let until = self.epoch + (1.0 - next) / (2.0 * self.rate);
        if until < end { until } else { end }
    }

    /// Returns the longest time between the epoch and a time between two others.
    #[inline(always)]
    pub(crate) fn longest_from_epoch(&self, start: f64, end: f64) -> f64 {
        larger((start - self.epoch).abs(), (end - self.epoch).abs())
    }

    /// Returns how far the computed rotation may move a point at distance 1 from the centre, until a time `elapsed`
    /// before or after the epoch.
    ///
    /// In units of 2^-53: `from` is off by 5, and `to` by 16: the axis by 6, the product with `from` by 6. Sine, cosine and
    /// the two products lose 5. So the number is off by 23. A rotation is off by 4.5 times that: twice for what turns,
    /// four times for what stretches. The arc is off by 7 of its own, which only turns: twice that is less than 4.5 times
    /// 5. The matrix loses 15 more. For a blend all but the last grow with 1 / L^2.
    pub(crate) fn angle_error(&self, elapsed: f64) -> f64 {
        let of_number = match self.turn {
            // the identity has no rounding
            Turn::Still if self.from == Self::REST.from => return 0.0,
            Turn::Still => 12.0,
            Turn::Steady => 23.0 + 5.0 * self.rate * elapsed,
            // beyond the poses both factors grow with u
            Turn::Blend { middle, .. } => 24.0 / (middle * middle) * (1.0 + self.rate * elapsed),
        };
        (4.5 * of_number + 16.0) * UNIT + self.angular_error * elapsed
    }

    /// Returns the sum of the sizes of all that is added up for the centre at a time.
    pub(crate) fn sizes_at(&self, time: f64) -> f64 {
        let e = (time - self.epoch).abs();
        let size = |k: usize| {
            self.center[k].abs() + (self.velocity[k].abs() + self.acceleration[k].abs() * e) * e
        };
        (0..D).map(size).sum()
    }

    /// Returns where the centre is at a time.
    pub(crate) fn center_at(&self, time: f64) -> [f64; D] {
        let e = time - self.epoch;
        std::array::from_fn(|k| {
            self.center[k] + (self.velocity[k] + 0.5 * self.acceleration[k] * e) * e
        })
    }

    /// Returns how far the centre may be from where its numbers say, until a time `elapsed` before or after the epoch.
    pub(crate) fn center_error(&self, elapsed: f64) -> f64 {
        self.center_error + self.velocity_error * elapsed
    }
}

/// Returns where a point of the body's frame is in a pose, and how far rounding moves it. `rotation` is the pose's.
///
/// The rotation is off by 12 units of 2^-53, its matrix by 16, the product and the sum by 4.
fn center_of<T: Real, R: Rotor<T, D>, const D: usize>(
    pose: &Isometry<T, R, D>,
    center: &SVector<T, D>,
    rotation: &[f64; 4],
) -> ([f64; D], f64) {
    let position: [f64; D] = numbers(&pose.translation.vector);
    if *center == SVector::<T, D>::zeros() {
        return (position, 0.0);
    }
    let center: [f64; D] = numbers(center);
    let arm = turned(rotation, center);
    let sizes: f64 = (0..D)
        .map(|k| position[k].abs() + 32.0 * center[k].abs())
        .sum();
    (std::array::from_fn(|k| position[k] + arm[k]), sizes * UNIT)
}

/// Turns a vector by a unit quaternion (x, y, z, w), in the plane by a unit complex number (x, y).
fn turned<const D: usize>([x, y, z, w]: &[f64; 4], v: [f64; D]) -> [f64; D] {
    if D == 2 {
        let to = [x * v[0] - y * v[1], y * v[0] + x * v[1]];
        return std::array::from_fn(|k| to[k]);
    }
    // v + 2 q x (q x v + w v)
    let cross = |a: [f64; 3], b: [f64; 3]| -> [f64; 3] {
        std::array::from_fn(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
    };
    let (q, v3) = ([*x, *y, *z], [v[0], v[1], v[D - 1]]);
    let inner = cross(q, v3);
    let outer = cross(q, std::array::from_fn(|i| inner[i] + w * v3[i]));
    std::array::from_fn(|k| v[k] + 2.0 * outer[k])
}

/// Scales four numbers to unit length.
fn unit(q: [f64; 4]) -> [f64; 4] {
    let length = q.map(|x| x * x).iter().sum::<f64>().sqrt();
    q.map(|x| x / length)
}

/// Returns a vector scaled to unit length, and its length. The squares of a tiny vector would underflow.
fn axis_and_length(v: [f64; 3]) -> ([f64; 3], f64) {
    let largest = v.iter().fold(0.0, |most, x| larger(x.abs(), most));
    if largest == 0.0 {
        return ([0.0; 3], 0.0);
    }
    let v = v.map(|x| x / largest);
    let length = v.map(|x| x * x).iter().sum::<f64>().sqrt();
    (v.map(|x| x / length), length * largest)
}

/// Returns the number that a steady turn about a unit axis has gone to from `q` when its arc is a quarter of a turn.
fn quarter<const D: usize>(axis: [f64; 3], q: [f64; 4]) -> [f64; 4] {
    let ([x, y, z], [qx, qy, qz, qw]) = (axis, q);
    if D == 2 {
        return [-z * qy, z * qx, 0.0, 0.0];
    }
    [
        x * qw + y * qz - z * qy,
        y * qw + z * qx - x * qz,
        z * qw + x * qy - y * qx,
        -x * qx - y * qy - z * qz,
    ]
}

/// Returns the sine of the arc from one number to another times the axis of the turn.
fn turn_between<const D: usize>([px, py, pz, pw]: &[f64; 4], [x, y, z, w]: &[f64; 4]) -> [f64; 3] {
    if D == 2 {
        return [0.0, 0.0, px * y - py * x];
    }
    [
        x * pw - w * px - y * pz + z * py,
        y * pw - w * py - z * px + x * pz,
        z * pw - w * pz - x * py + y * px,
    ]
}

#[cfg(test)]
mod tests;
