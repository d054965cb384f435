//! Hulls of points: their vertices, edges and faces.

use nalgebra::SVector;
use photofinish::Real;
use photofinish::shape::ConvexHull;

use crate::bits::Row;
use crate::dice::Dice;
use crate::everywhere::{everywhere, name};
use crate::turn::Turn;

const CASES: u64 = 40;

/// Returns points in a box, on a coarse grid, or nearly in a plane. Their size is a millionth, one or a million.
fn points<T: Real, const D: usize>(dice: &mut Dice) -> Vec<SVector<T, D>> {
    let kind = dice.pick(3);
    let size = [1e-6, 1.0, 1e6][dice.pick(3) as usize];
    let count = 8 + dice.pick(120);
    let point = |dice: &mut Dice| {
        let point: SVector<f64, D> = dice.vector(1.0);
        match kind {
            0 => point,
            1 => point.map(|x| (x * 4.0).round()),
            _ => SVector::from_fn(|axis, _| {
                if axis == 0 {
                    point[0] * 1e-7
                } else {
                    point[axis]
                }
            }),
        }
    };
    (0..count)
        .map(|_| (point(dice) * size).map(T::of))
        .collect()
}

fn hulls<T: Real, R: Turn<T, D>, const D: usize>(rows: &mut Vec<Row>) {
    for (family, tolerance) in [("exact", 0.0), ("welded", 0.3)] {
        let mut row = Row::new(name::<T, D>("hulls", family));
        for seed in 0..CASES {
            let mut dice = Dice::new(seed);
            let points = points::<T, D>(&mut dice);
            match ConvexHull::welded(&points, T::of(tolerance)) {
                Ok(hull) => {
                    row.add(&(
                        hull.vertices(),
                        hull.edges(),
                        hull.deviation(),
                        hull.dimension(),
                    ));
                    for face in hull.faces() {
                        row.add(&(face.normal, face.vertices));
                    }
                }
                Err(error) => row.add(&error),
            }
        }
        rows.push(row);
    }
}

pub fn rows(rows: &mut Vec<Row>) {
    everywhere!(hulls(rows));
}
