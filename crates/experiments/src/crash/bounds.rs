//! Bounds of how a flight turns, and of how its velocities jump at its knots.

use nalgebra::Vector3;
use photofinish::motion::{Motion, Polynomial3};
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
    let of_piece = |piece: &Polynomial3<T>| {
        let during = Span::new(piece.start(), piece.end()).expect("a piece has a start and an end");
        let growth = |of: &dyn Fn(T) -> Option<T>| {
            let bound = |reach| of(reach).map_or(f64::INFINITY, T::as_f64);
            let (with, without) = (bound(T::one()), bound(T::zero()));
            let lost = (with.abs() + without.abs()) * ROUNDING;
            [with - without + lost, with - without - lost]
        };
        let axes = [0, 1, 2].map(|axis| Vector3::ith(axis, T::one()));
        let across = axes.map(|axis| growth(&|reach| piece.speed_bound(&axis, during, reach)));
        let fastest = (across.iter().map(|[most, _]| most * most).sum::<f64>() * 0.5).sqrt();
        let bent = axes.map(|axis| growth(&|reach| piece.acceleration_bound(&axis, during, reach)));
        // |w| is at least |w x axis|
        let change = (0..3).map(|axis| bent[axis][0] - across[axis][1].max(0.0).powi(2));
        [fastest, change.fold(f64::INFINITY, f64::min)]
    };
    let pieces = flight.pieces().iter().map(of_piece);
    pieces.fold([0.0; 2], |most, own| [0, 1].map(|i| most[i].max(own[i])))
}

/// Returns how far the velocity of a point may change at all knots of a flight.
pub(super) fn jolts<T: Real>(flight: &Flight<T>, reach: f64) -> f64 {
    let at_knot = |pair: &[Polynomial3<T>]| {
        let (before, after) = (&pair[0], &pair[1]);
        let knot = after.start();
        let straight = (after.linear_velocity(knot) - before.linear_velocity(knot)).norm();
        let turn = (after.angular_velocity(knot) - before.angular_velocity(knot)).norm();
        straight.as_f64() + turn.as_f64() * reach
    };
    flight.pieces().windows(2).map(at_knot).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flight::{State, flight};
    use nalgebra::{Isometry3, Matrix3, Quaternion, UnitQuaternion, vector};
    use photofinish::motion::Piecewise;
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
        let of_piece = |piece: &Polynomial3<f64>| {
            let step = (piece.end() - piece.start()) / f64::from(SAMPLES);
            let at = |sample: u32| {
                let time = piece.start() + step * f64::from(sample);
                piece.angular_velocity(time.min(piece.end()))
            };
            let spins: Vec<_> = (0..=SAMPLES).map(at).collect();
            let fastest = spins.iter().map(Vector3::norm).fold(0.0, f64::max);
            let changes = spins
                .windows(2)
                .map(|pair| (pair[1] - pair[0]).norm() / step);
            [fastest, changes.fold(0.0, f64::max)]
        };
        let pieces = flight.pieces().iter().map(of_piece);
        pieces.fold([0.0; 2], |most, own| [0, 1].map(|i| most[i].max(own[i])))
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

    /// A body turns about z, faster from piece to piece, and goes on another way each time. The point that is farthest
    /// from the axis may change its velocity as much as is said, and no other one by more.
    #[test]
    fn jolts_are_how_velocities_change_at_knots() {
        const REACH: f64 = 0.3;
        let velocities = [vector![1.0, 0.0], vector![1.0, 2.0], vector![-2.0, -2.0]];
        let spins = [1.0, 3.0, 2.0];
        let (mut place, mut pieces) = (Vector3::zeros(), Vec::new());
        let knots = vec![0.0, 0.5, 1.0, 1.5];
        let mut rotation = UnitQuaternion::identity();
        for index in 0..3 {
            let way = velocities[index].push(0.0) * 0.5;
            let from = rotation.coords;
            // half of the angle has the tangent u spin / 4, so that it begins to turn with this spin
            let rate = (Quaternion::new(0.0, 0.0, 0.0, 0.25 * spins[index]) * *rotation).coords;
            let times = (knots[index], knots[index + 1]);
            let piece =
                Polynomial3::new(times, &[place, way], &[from.into(), rate.into()]).unwrap();
            rotation = piece.pose(times.1).rotation;
            place += way;
            pieces.push(piece);
        }
        let flown: Flight<f64> = Piecewise::new(knots, pieces).unwrap();
        // at its end a piece turns slower than at its start, as the cosine of half of its angle is squared
        let end = |spin: f64| spin / (1.0 + 0.0625 * spin * spin);
        let straight = 2.0 + 5.0;
        let turn = (3.0 - end(1.0)).abs() + (2.0 - end(3.0)).abs();
        let expected = straight + turn * REACH;
        assert!((jolts(&flown, REACH) - expected).abs() < 1e-12);
    }
}
