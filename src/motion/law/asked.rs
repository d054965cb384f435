//! A law as a motion: its poses, with their errors, and the bounds of how its points move.

use nalgebra::{Isometry, SMatrix, SVector, Translation, Vector3};

use super::{Law, Turn, larger};
use crate::motion::{FixedAxis, Placement, Rotor};
use crate::number::{Pair, Rotations, UNIT, sines_and_cosines};
use crate::vector::numbers;
use crate::{Real, Span};

/// Units of 2^-53 that a translation may lose of each term that is added up: the start 3, the way of the centre 5 and 2 in
/// sums, the product of the rotation and the pivot 3 and a sum.
const PLACED_ERROR: f64 = 8.0 * UNIT;
/// The part of a unit vector across an axis loses up to 15 units: six of the axis, and nine of the products and the
/// difference in each coordinate, the square, the root and the sum. The length itself, in the plane, loses three.
const ACROSS_AXIS_ERROR: f64 = 32.0 * UNIT;
/// Units that the number of a blend may lose, see [`Law::placed_angle_error`]: 24, and room.
const BLEND_ERROR: f64 = 32.0;
/// Units of its terms that a bound may lose. A speed that is gained loses 9: the time, its product, the sum, the product
/// along the vector, its allowance, two sums over the axes, and those with the error and the turn.
const BOUND_ERROR: f64 = 16.0 * UNIT;

impl<const D: usize> Law<D> {
    /// Returns the number of the rotation at a time.
    fn number_at(&self, time: f64) -> [f64; 4] {
        let u = (time - self.epoch) * self.rate;
        let (x, y) = match self.turn {
            Turn::Still => return self.from,
            Turn::Steady => {
                let (sine, cosine) = sines_and_cosines(Pair::same(u));
                (cosine.a(), sine.a())
            }
            Turn::Blend { versine, middle } => {
                // written so that nothing cancels near half a turn
                let off_middle = 1.0 - (u + u);
                let square = middle * middle + (0.5 * versine) * (off_middle * off_middle);
                let inverse = 1.0 / square.sqrt();
                ((1.0 - u) * inverse, u * inverse)
            }
        };
        std::array::from_fn(|i| x * self.from[i] + y * self.to[i])
    }

    /// Returns how far the rotation of a placement may move a point at distance 1 from the centre.
    ///
    /// Of a blend, whose shortest length is `middle`, the number loses in units of 2^-53, each over that length: 10 for both
    /// rotations, 4 for the time, 6 for the length, and 4 for the factors, the products and the sum. The kernel's number
    /// loses more near half a turn.
    fn placed_angle_error(&self, elapsed: f64) -> f64 {
        match self.turn {
            Turn::Blend { middle, .. } => {
                let of_number = BLEND_ERROR / middle * (1.0 + self.rate * elapsed);
                (4.5 * of_number + 16.0) * UNIT + self.angular_error * elapsed
            }
            _ => self.angle_error(elapsed),
        }
    }

    /// Returns how far the pivot turns the frame's origin from the centre: the rotation times the pivot.
    fn arm(&self, rotation: &SMatrix<f64, D, D>) -> SVector<f64, D> {
        rotation * SVector::from(self.pivot)
    }

    pub(in crate::motion) fn turns_about_another_point(&self) -> bool {
        self.pivot != [0.0; D]
    }

    /// Returns the pose at a time. That at the epoch, `start`, keeps its bits, and a body that does not turn keeps those of
    /// its rotation.
    pub(crate) fn pose<T: Real, R: Rotor<T, D>>(
        &self,
        time: T,
        start: &Isometry<T, R, D>,
    ) -> Isometry<T, R, D> {
        let time = time.as_f64();
        if time == self.epoch {
            return *start;
        }
        let number = self.number_at(time);
        let center = SVector::from(self.center_at(time));
        let position = if !self.turns_about_another_point() {
            center
        } else if self.turns() {
            center - self.arm(&matrix(number))
        } else {
            start.translation.vector.map(T::as_f64) + (center - SVector::from(self.center))
        };
        let rotation = if self.turns() {
            R::of_numbers(number.map(T::of))
        } else {
            start.rotation
        };
        Isometry::from_parts(Translation::from(position.map(T::of)), rotation)
    }

    /// Returns the placement at a time, measured from an origin.
    #[inline]
    pub(crate) fn placement<T: Real>(&self, time: T, origin: &SVector<T, D>) -> Placement<T, D> {
        let (time, origin) = (time.as_f64(), numbers(origin));
        let elapsed = time - self.epoch;
        let rotation = matrix(self.number_at(time));
        let angle_error = self.placed_angle_error(elapsed.abs());
        let mut off = self.center_error(elapsed.abs());
        let mut arm = SVector::zeros();
        if self.turns_about_another_point() {
            arm = self.arm(&rotation);
            let sizes: f64 = self.pivot.iter().map(|x| x.abs()).sum();
            off += (angle_error + PLACED_ERROR) * sizes;
        }
        let (mut translation, mut translation_error) = (SVector::zeros(), SVector::zeros());
        // half of the least acceleration would underflow
        let half_square = 0.5 * elapsed * elapsed;
        for k in 0..D {
            let start = self.center[k] - origin[k];
            let way = self.velocity[k] * elapsed;
            let fall = self.acceleration[k] * half_square;
            let place = start + (way + fall) - arm[k];
            let sizes = start.abs() + (way.abs() + fall.abs());
            let rounded = T::of(place);
            translation[k] = rounded;
            let rounding = (rounded.as_f64() - place).abs();
            translation_error[k] = T::above(off + PLACED_ERROR * sizes + rounding);
        }
        let rounded = rotation.map(T::of);
        let rounding = if T::IS_SINGLE {
            (rounded.map(T::as_f64) - rotation).norm()
        } else {
            0.0
        };
        Placement {
            rotation: rounded,
            translation,
            translation_error,
            angle_error: T::above((angle_error + rounding) * (1.0 + BOUND_ERROR)),
        }
    }

    /// Returns a bound of the part of a vector that is across the axis.
    fn across(&self, along: &[f64; D]) -> f64 {
        let length = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
        let across = if D == 2 {
            length(along)
        } else {
            let along = Vector3::from_fn(|k, _| along[k % D]);
            length(Vector3::from(self.axis).cross(&along).as_slice())
        };
        across + ACROSS_AXIS_ERROR
    }

    /// Returns a bound of the acceleration along a unit vector of all points within a distance of the centre, between two
    /// times.
    ///
    /// A point at r from the centre has p'' = c'' + theta'' w x r - theta'^2 r_perp for the unit axis w. The vectors
    /// w x r and r_perp are square to each other and equally long. The error of the angular velocity may have any direction.
    pub(crate) fn acceleration_along(
        &self,
        along: &[f64; D],
        (from, until): (f64, f64),
        reach: f64,
    ) -> f64 {
        let turning = if self.turns() {
            let rates = self.rates(from, until);
            let off_axis = rates.fastest * self.angular_error;
            (rates.bend * reach) * self.across(along) + off_axis * reach
        } else {
            self.angular_error * self.angular_error * reach
        };
        let falls: f64 = (0..D).map(|k| along[k] * self.acceleration[k]).sum();
        let sizes: f64 = self.acceleration.iter().map(|x| x.abs()).sum();
        turning * (1.0 + BOUND_ERROR) + falls + BOUND_ERROR * sizes
    }

    /// As [`acceleration_along`](Self::acceleration_along), of the speed: p' = c' + theta' w x r.
    pub(crate) fn speed_along(
        &self,
        along: &[f64; D],
        (from, until): (f64, f64),
        reach: f64,
    ) -> f64 {
        // linear in time, and so largest at an end
        let at = |time: f64| -> f64 {
            let e = time - self.epoch;
            let term = |k: usize| {
                let (v, gained) = (self.velocity[k], self.acceleration[k] * e);
                along[k] * (v + gained) + BOUND_ERROR * (v.abs() + gained.abs())
            };
            (0..D).map(term).sum::<f64>() + self.velocity_error
        };
        let turning = if self.turns() {
            let fastest = self.rates(from, until).fastest;
            (fastest * reach) * self.across(along) + self.angular_error * reach
        } else {
            // a turn that rounding hides
            self.angular_error * reach
        };
        larger(at(from), at(until)) + turning * (1.0 + BOUND_ERROR)
    }

    /// Returns [`acceleration_along`](Self::acceleration_along) in a scalar.
    pub(crate) fn acceleration_bound<T: Real>(
        &self,
        along: &SVector<T, D>,
        during: Span<T>,
        reach: T,
    ) -> T {
        if !self.turns() && !self.falls && self.angular_error == 0.0 {
            return T::zero();
        }
        let during = (during.start().as_f64(), during.end().as_f64());
        bound(
            self.acceleration_along(&numbers(along), during, reach.as_f64()),
            reach,
        )
    }

    /// Returns [`speed_along`](Self::speed_along) in a scalar.
    pub(crate) fn speed_bound<T: Real>(
        &self,
        along: &SVector<T, D>,
        during: Span<T>,
        reach: T,
    ) -> T {
        let rests = !self.turns() && !self.falls && self.velocity == [0.0; D];
        if rests && self.velocity_error + self.angular_error == 0.0 {
            return T::zero();
        }
        let during = (during.start().as_f64(), during.end().as_f64());
        bound(
            self.speed_along(&numbers(along), during, reach.as_f64()),
            reach,
        )
    }

    /// Returns how the frame moves, as a claim about a fixed axis.
    pub(crate) fn fixed_axis<T: Real, R: Rotor<T, D>>(&self, during: Span<T>) -> FixedAxis<T, D> {
        let acceleration = SVector::from_fn(|k, _| T::of(self.acceleration[k]));
        if !self.turns() {
            return FixedAxis {
                acceleration,
                ..FixedAxis::without_turning()
            };
        }
        let rates = self.rates(during.start().as_f64(), during.end().as_f64());
        FixedAxis {
            axis: R::skew(R::velocity_of(Vector3::from(self.axis).map(T::of))),
            slowest: -T::above(-rates.slowest),
            fastest: T::above(rates.fastest),
            angular_acceleration: T::above(rates.change),
            acceleration,
        }
    }
}

/// Returns the matrix of a rotation with this number, of unit length up to rounding.
fn matrix<const D: usize>(number: [f64; 4]) -> SMatrix<f64, D, D> {
    let both = Rotations::<D>::of_numbers(number.map(Pair::same));
    SMatrix::from_fn(|i, k| both.column(k).numbers_of_b()[i])
}

/// Returns a bound in a scalar, with what products with this reach and others may have lost where they underflow.
fn bound<T: Real>(value: f64, reach: T) -> T {
    T::above(value) + (T::TINY + T::TINY * reach)
}

/// Writes what all motions in closed form have in common, of which `law` is the law.
macro_rules! asked_by_its_law {
    () => {
        #[inline(always)]
        fn placement(&self, time: T, origin: &SVector<T, D>) -> crate::motion::Placement<T, D> {
            self.law.placement(time, origin)
        }

        #[inline]
        fn reference(&self, time: T) -> SVector<T, D> {
            if self.law.turns_about_another_point() {
                return self.pose(time).translation.vector;
            }
            SVector::from(self.law.center).map(T::of)
        }

        #[inline]
        fn center(&self) -> SVector<T, D> {
            SVector::from(self.law.pivot).map(T::of)
        }

        #[inline]
        fn next_knot(&self, _after: T) -> Option<T> {
            None
        }

        #[inline]
        fn acceleration_bound(
            &self,
            along: &SVector<T, D>,
            during: Span<T>,
            reach: T,
        ) -> Option<T> {
            Some(self.law.acceleration_bound(along, during, reach))
        }

        #[inline]
        fn speed_bound(&self, along: &SVector<T, D>, during: Span<T>, reach: T) -> Option<T> {
            Some(self.law.speed_bound(along, during, reach))
        }

        #[inline]
        fn fixed_axis(&self, during: Span<T>) -> Option<crate::motion::FixedAxis<T, D>> {
            Some(self.law.fixed_axis::<T, R>(during))
        }

        #[inline]
        fn law(&self, _during: Span<T>) -> Option<&Law<D>> {
            Some(&self.law)
        }
    };
}

pub(in crate::motion) use asked_by_its_law;
