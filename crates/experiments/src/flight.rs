//! A rigid body in free flight, which tumbles: its moments of inertia differ.
//!
//! Without a torque the angular momentum L stays as it is, and the rotation q follows q' = w q / 2 with w = R I⁻¹ Rᵀ L.
//! A Runge-Kutta method of order 5 with an error estimate of order 4 integrates it (J. R. Dormand, P. J. Prince 1980;
//! RK5-4-7FM in \[2\]). Between the ends of a step its dense output is a polynomial of degree 4 (E. Hairer, S. P.
//! Norsett, G. Wanner 1993, II.6). That polynomial is the motion which is queried, so that what is proven holds for
//! exactly the motion that is shown. The crates for such methods return values of the polynomial, but not its
//! coefficients. The centre falls on a parabola, which needs no integration.
//!
//! A flight is one step of the method. A body that flies on begins another one.

use nalgebra::{Isometry3, Matrix3, Quaternion, UnitQuaternion, Vector3, Vector4};
use photofinish::motion::{Polynomial3, Rotor};
use photofinish::{MotionError, Real};

/// The motion of a body in free flight.
pub type Flight<T> = Polynomial3<T>;

/// How a body moves at a time, in the world.
#[derive(Clone, Copy, Debug)]
pub struct State<T: Real> {
    /// The pose of the body's frame, whose origin is the centre of mass.
    pub pose: Isometry3<T>,
    /// The velocity of the centre.
    pub velocity: Vector3<T>,
    /// The angular momentum.
    pub momentum: Vector3<T>,
}

/// The largest error of a rotation in a step.
const TOLERANCE: f64 = 3e-5;
/// The largest turn in a step, in radians. Much more, and the polynomial would come too near zero.
const LARGEST_TURN: f64 = 0.8;
/// The least share of a step that a step after an error has, and the share of the estimate that is tried.
const SHRINK: (f64, f64) = (0.2, 0.9);

/// The slopes of each stage depend on the earlier ones by these numbers. The last row is the result.
const STAGES: [&[f64]; 7] = [
    &[],
    &[1.0 / 5.0],
    &[3.0 / 40.0, 9.0 / 40.0],
    &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
    &[
        19372.0 / 6561.0,
        -25360.0 / 2187.0,
        64448.0 / 6561.0,
        -212.0 / 729.0,
    ],
    &[
        9017.0 / 3168.0,
        -355.0 / 33.0,
        46732.0 / 5247.0,
        49.0 / 176.0,
        -5103.0 / 18656.0,
    ],
    &[
        35.0 / 384.0,
        0.0,
        500.0 / 1113.0,
        125.0 / 192.0,
        -2187.0 / 6784.0,
        11.0 / 84.0,
    ],
];
/// The result of order 5 less that of order 4.
const ERROR: [f64; 7] = [
    71.0 / 57600.0,
    0.0,
    -71.0 / 16695.0,
    71.0 / 1920.0,
    -17253.0 / 339_200.0,
    22.0 / 525.0,
    -1.0 / 40.0,
];
/// What the slopes add to the last coefficient of the dense output.
const DENSE: [f64; 7] = [
    -12_715_105_075.0 / 11_282_082_432.0,
    0.0,
    87_487_479_700.0 / 32_700_410_799.0,
    -10_690_763_975.0 / 1_880_347_072.0,
    701_980_252_875.0 / 199_316_789_632.0,
    -1_453_857_185.0 / 822_651_844.0,
    69_997_945.0 / 29_380_423.0,
];

/// Returns the free flight of a body from one time on, to a later one or as far as a step goes.
///
/// `inverse_inertia` is in the body's frame.
///
/// # Errors
/// [`MotionError`] if the times are not in order, or the numbers too large.
pub fn flight<T: Real>(
    state: &State<T>,
    inverse_inertia: &Matrix3<f64>,
    gravity: &Vector3<T>,
    (from, to): (T, T),
) -> Result<Flight<T>, MotionError> {
    let momentum = state.momentum.map(T::as_f64);
    let slope = |q: &Vector4<f64>| slope(q, &momentum, inverse_inertia);
    let q = Vector4::from(state.pose.rotation.numbers().map(T::as_f64));
    let rate = slope(&q);
    let whole = (to - from).as_f64();
    let mut length = whole.min(0.5 * LARGEST_TURN / rate.norm().max(1e-9));
    let mut step = Step::try_from(&q, &rate, length, slope);
    while step.error > TOLERANCE {
        length *= (SHRINK.1 * (TOLERANCE / step.error).powf(0.2)).max(SHRINK.0);
        step = Step::try_from(&q, &rate, length, slope);
    }
    let end = if length < whole {
        from + T::of(length)
    } else {
        to
    };
    let passed = end - from;
    let path = [
        state.pose.translation.vector,
        state.velocity * passed,
        *gravity * (passed * passed * T::of(0.5)),
    ];
    let rotation = step.dense.map(|c| c.map(T::of).into());
    Polynomial3::new((from, end), &path, &rotation)
}

/// Returns the angular velocity of a body.
pub fn angular_velocity(
    rotation: &UnitQuaternion<f64>,
    momentum: &Vector3<f64>,
    inverse_inertia: &Matrix3<f64>,
) -> Vector3<f64> {
    rotation * (inverse_inertia * rotation.inverse_transform_vector(momentum))
}

fn slope(
    q: &Vector4<f64>,
    momentum: &Vector3<f64>,
    inverse_inertia: &Matrix3<f64>,
) -> Vector4<f64> {
    let quaternion = Quaternion::from(*q);
    let rotation = UnitQuaternion::new_normalize(quaternion);
    let w = angular_velocity(&rotation, momentum, inverse_inertia);
    (Quaternion::from_imag(w * 0.5) * quaternion).coords
}

/// A step of the method, with its dense output: the coefficients of a polynomial in the share of the step.
struct Step {
    error: f64,
    dense: [Vector4<f64>; 5],
}

impl Step {
    fn try_from(
        start: &Vector4<f64>,
        rate: &Vector4<f64>,
        length: f64,
        slope: impl Fn(&Vector4<f64>) -> Vector4<f64>,
    ) -> Self {
        let mut slopes = [*rate; 7];
        let mut end = *start;
        for (stage, row) in STAGES.iter().enumerate().skip(1) {
            let sum: Vector4<f64> = row.iter().zip(&slopes).map(|(a, k)| k * *a).sum();
            end = start + sum * length;
            slopes[stage] = slope(&end);
        }
        let weighted = |weights: &[f64; 7]| -> Vector4<f64> {
            weights
                .iter()
                .zip(&slopes)
                .map(|(w, k)| k * (*w * length))
                .sum()
        };
        // a + (1-u) (b + u (c + (1-u) d)), times u, in powers of u
        let a = end - start;
        let b = slopes[0] * length - a;
        let c = a - slopes[6] * length - b;
        let d = weighted(&DENSE);
        Self {
            error: weighted(&ERROR).norm(),
            dense: [*start, a + b, c + d - b, -(c + d * 2.0), d],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::vector;
    use photofinish::motion::Motion;

    fn start(momentum: Vector3<f64>) -> State<f64> {
        State {
            pose: Isometry3::new(vector![1.0, 2.0, 3.0], vector![0.3, -0.5, 0.9]),
            velocity: vector![0.5, 4.0, 0.0],
            momentum,
        }
    }

    /// Returns the flights of a body from one time to another, one after the other.
    fn fly(
        state: &State<f64>,
        inverse_inertia: &Matrix3<f64>,
        gravity: &Vector3<f64>,
        (from, to): (f64, f64),
    ) -> Vec<Flight<f64>> {
        let (mut state, mut now, mut flown) = (*state, from, Vec::new());
        while now < to {
            let next = flight(&state, inverse_inertia, gravity, (now, to)).unwrap();
            state.velocity += gravity * (next.end() - now);
            now = next.end();
            state.pose = next.pose(now);
            flown.push(next);
        }
        flown
    }

    /// Returns the pose at a time.
    fn at(flown: &[Flight<f64>], time: f64) -> Isometry3<f64> {
        let during = flown.iter().find(|flight| time <= flight.end());
        during.or(flown.last()).unwrap().pose(time)
    }

    /// A body with two equal moments turns about L while it turns about its own axis, both steadily.
    #[test]
    fn a_symmetric_top_precesses() {
        let (across, along) = (2.0, 0.5);
        let inverse = Matrix3::from_diagonal(&vector![1.0 / across, 1.0 / across, 1.0 / along]);
        let state = start(vector![6.0, -3.0, 8.0]);
        let gravity = vector![0.0, -9.81, 0.0];
        let flown = fly(&state, &inverse, &gravity, (0.25, 1.25));
        let axis = state.pose.rotation * Vector3::z();
        let own = axis.dot(&state.momentum) * (1.0 / along - 1.0 / across);
        for step in 0..=20 {
            let passed = f64::from(step) / 20.0;
            let expected = UnitQuaternion::new(state.momentum * (passed / across))
                * UnitQuaternion::new(axis * (own * passed))
                * state.pose.rotation;
            let pose = at(&flown, 0.25 + passed);
            assert!(pose.rotation.angle_to(&expected) < 1e-4);
            let fallen = state.pose.translation.vector
                + state.velocity * passed
                + gravity * (passed * passed / 2.0);
            assert!((pose.translation.vector - fallen).norm() < 1e-12);
        }
        assert!(flown.len() > 5);
    }

    /// The energy of a body that tumbles is what its start says, at any time of the dense output.
    #[test]
    fn energy_is_kept() {
        let inverse = Matrix3::from_diagonal(&vector![1.0, 0.4, 0.2]);
        let state = start(vector![0.01, 9.0, 0.02]);
        let flown = fly(&state, &inverse, &Vector3::zeros(), (0.0, 4.0));
        let energy = |rotation: &UnitQuaternion<f64>| {
            state
                .momentum
                .dot(&angular_velocity(rotation, &state.momentum, &inverse))
        };
        let first = energy(&state.pose.rotation);
        for step in 0..100 {
            let now = energy(&at(&flown, 0.04 * f64::from(step)).rotation);
            assert!((now / first - 1.0).abs() < 1e-4, "{now} {first}");
        }
    }
}
