//! Distances and depths, with their normals and witness points, are right up to rounding. The pairs are random ones of
//! all shapes and degenerate ones. The example `accuracy` runs many more, and prints how large the errors are.

use nalgebra::{UnitComplex, UnitQuaternion};
use photofinish::Real;
use photofinish_judge::accuracy::campaign;
use photofinish_judge::accuracy::model::Turn;
use photofinish_judge::accuracy::pairs::Group;

/// The number of pairs of every group.
const PAIRS: u64 = 60;

fn check<T: Real, R: Turn<T, D>, const D: usize>() {
    let tally = campaign::<T, R, D>(&Group::all(), 1, 0..PAIRS);
    for (group, wrong) in tally.wrong() {
        eprintln!("{group}: {:?}, pair {}", wrong.faults, wrong.input);
    }
    assert_eq!(tally.wrong().count(), 0, "wrong answers\n{tally}");
    let share = tally.share_of_overlaps();
    assert!((0.3..0.7).contains(&share), "{share} of the pairs overlap");
}

#[test]
fn in_the_plane() {
    check::<f64, UnitComplex<f64>, 2>();
    check::<f32, UnitComplex<f32>, 2>();
}

#[test]
fn in_space() {
    check::<f64, UnitQuaternion<f64>, 3>();
    check::<f32, UnitQuaternion<f32>, 3>();
}
