//! The rates of sweeps, sampled.

use nalgebra::{Isometry2, Isometry3, Vector2, Vector3, vector};

use super::*;
use crate::Span;
use crate::motion::{Motion, Sweep};

/// The rates of a sweep are those of its angle, sampled, and the bounds are not much larger.
#[test]
fn the_rates_of_a_sweep_are_bounded() {
    for turn in [0.3, 1.5, 2.9] {
        let ends = |turn: f64| {
            let end = Isometry3::new(Vector3::zeros(), vector![0.0, 0.0, turn]);
            [(2.0, Isometry3::identity()), (2.5, end)]
        };
        let [start, end] = ends(turn);
        let sweep = Sweep::new(start, end, Vector3::zeros()).unwrap();
        let angle = |time: f64| sweep.pose(time).rotation.angle();
        check(sweep.law(Span::known(2.0, 2.5)).unwrap(), angle, turn);
        let plane = [
            (2.0, Isometry2::identity()),
            (2.5, Isometry2::new(Vector2::zeros(), turn)),
        ];
        let sweep = Sweep::new(plane[0], plane[1], Vector2::zeros()).unwrap();
        let angle = |time: f64| sweep.pose(time).rotation.angle();
        check(sweep.law(Span::known(2.0, 2.5)).unwrap(), angle, turn);
    }
}

/// Each part of a sweep begins where the one before it ends, and none is as good as empty.
#[test]
fn a_part_of_a_sweep_is_never_empty() {
    for turn in [2.2, 2.6, 2.9, 3.1, 3.13] {
        for (start, length) in [
            (1.0, 0.1),
            (1.0, 0.3),
            (-3.0, 7.0),
            (2e4, 1.0 / 60.0),
            (1e6, 0.1),
        ] {
            let turned = Isometry2::new(Vector2::zeros(), turn);
            let end = start + length;
            let poses = [(start, Isometry2::identity()), (end, turned)];
            let sweep = Sweep::new(poses[0], poses[1], Vector2::zeros()).unwrap();
            let law = sweep.law(Span::known(start, end)).unwrap();
            let (mut from, mut parts) = (start, 0);
            while from < end {
                let until = law.even_until(from, end);
                assert!(until - from > 1e-4 * length, "{turn} {length} {from}");
                (from, parts) = (until, parts + 1);
            }
            assert!((1..30).contains(&parts), "{turn}: {parts}");
        }
    }
}

fn check<const D: usize>(law: &Law<D>, angle: impl Fn(f64) -> f64, turn: f64) {
    for (from, until) in [(2.0, 2.5), (2.0, 2.1), (2.3, 2.4)] {
        let rates = law.rates(from, until);
        let h = 1e-4;
        let steps = ((until - from) / h) as usize - 1;
        let times: Vec<f64> = (1..steps).map(|i| from + h * i as f64).collect();
        let rate = |t: f64| (angle(t + h) - angle(t - h)) / (2.0 * h);
        let change = |t: f64| (angle(t + h) - 2.0 * angle(t) + angle(t - h)) / (h * h);
        let most = |f: &dyn Fn(f64) -> f64| times.iter().map(|t| f(*t).abs()).fold(0.0, f64::max);
        let least = times.iter().map(|t| rate(*t)).fold(f64::INFINITY, f64::min);
        let slack = 1.0 + 1e-4;
        let (fastest, largest) = (most(&rate), most(&change));
        assert!(rates.fastest * slack >= fastest, "{turn} {from} {until}");
        assert!(rates.slowest <= least * slack, "{turn} {from} {until}");
        assert!(rates.change * slack >= largest, "{turn} {from} {until}");
        if from == 2.0 && until == 2.5 {
            assert!(rates.fastest <= fastest * 1.01, "{turn}");
            // that of theta'' takes the least L for the whole span
            assert!(
                rates.change <= largest * if turn < 1.0 { 1.1 } else { 60.0 },
                "{turn}"
            );
        }
        assert!(rates.slowest >= least * 0.99, "{} {least}", rates.slowest);
    }
}
