//! Bounds of how a flight turns.

use nalgebra::Vector3;
use photofinish::motion::Motion;
use photofinish::{Real, Span};

use crate::flight::Flight;

/// The share by which rounding may change a sum of up to eight numbers in single precision: each operation loses 6e-8
/// of the sum.
pub(super) const ROUNDING: f64 = 1e-6;

/// Returns bounds of the angular velocity w and of w'.
///
/// A bound of the speed along an axis grows by |w x axis| with each unit of the reach, and the squares of these three
/// add up to 2 |w|^2. One of the acceleration grows by |w'| + |w| |w x axis|.
pub(super) fn turns<T: Real>(flight: &Flight<T>) -> [f64; 2] {
    let during = Span::new(flight.start(), flight.end()).expect("a flight has a start and an end");
    let growth = |of: &dyn Fn(T) -> Option<T>| {
        let bound = |reach| of(reach).map_or(f64::INFINITY, T::as_f64);
        let (with, without) = (bound(T::one()), bound(T::zero()));
        let lost = (with.abs() + without.abs()) * ROUNDING;
        [with - without + lost, with - without - lost]
    };
    let axes = [0, 1, 2].map(|axis| Vector3::ith(axis, T::one()));
    let across = axes.map(|axis| growth(&|reach| flight.speed_bound(&axis, during, reach)));
    let fastest = (across.iter().map(|[most, _]| most * most).sum::<f64>() * 0.5).sqrt();
    let bent = axes.map(|axis| growth(&|reach| flight.acceleration_bound(&axis, during, reach)));
    // |w| is at least |w x axis|
    let change = (0..3).map(|axis| bent[axis][0] - across[axis][1].max(0.0).powi(2));
    [fastest, change.fold(f64::INFINITY, f64::min)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flight::{State, flight};
    use nalgebra::{Isometry3, Matrix3, vector};
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// The free flight of a body with moments of inertia like those of a rib, which spins about a random axis.
    fn tumbling(rng: &mut StdRng, spin: f64) -> Flight<f64> {
        let inertia = Vector3::from_fn(|_, _| rng.random_range(0.2..1.0));
        let momentum = Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0)).normalize() * spin;
        let state = State {
            pose: Isometry3::new(vector![0.0, 1.0, 0.0], vector![0.3, -0.5, 0.9]),
            velocity: vector![0.5, 4.0, 0.0],
            momentum,
        };
        let inverse = Matrix3::from_diagonal(&inertia.map(f64::recip));
        flight(&state, &inverse, &vector![0.0, -9.81, 0.0], (0.25, 0.5)).unwrap()
    }

    /// Returns the largest angular velocity of many in a flight, and the largest difference quotient of it.
    fn sampled_turns(flight: &Flight<f64>) -> [f64; 2] {
        const SAMPLES: u32 = 200;
        let step = (flight.end() - flight.start()) / f64::from(SAMPLES);
        let at = |sample: u32| {
            let time = flight.start() + step * f64::from(sample);
            flight.angular_velocity(time.min(flight.end()))
        };
        let spins: Vec<_> = (0..=SAMPLES).map(at).collect();
        let fastest = spins.iter().map(Vector3::norm).fold(0.0, f64::max);
        let changes = spins
            .windows(2)
            .map(|pair| (pair[1] - pair[0]).norm() / step);
        [fastest, changes.fold(0.0, f64::max)]
    }

    /// The bounds hold, and half of them would not.
    #[test]
    fn turns_bound_the_spin_and_its_change() {
        let mut rng = StdRng::seed_from_u64(1);
        for round in 0..40 {
            let flown = tumbling(&mut rng, [1.0, 10.0, 100.0][round % 3]);
            let (bounds, most) = (turns(&flown), sampled_turns(&flown));
            let told = || format!("{round}: {bounds:?} {most:?}");
            assert!(
                bounds[0] >= most[0] && bounds[0] < 1.2 * most[0],
                "{}",
                told()
            );
            assert!(
                bounds[1] >= most[1] && bounds[1] < 2.5 * most[1],
                "{}",
                told()
            );
        }
    }
}
