//! Procedural surfaces: knots, springs, bumpy spheres and plants, all about 1 in radius.

use std::f64::consts::{PI, TAU};

use nalgebra::{UnitQuaternion, Vector3, vector};

/// The points of a surface, and its triangles.
#[derive(Default)]
pub struct Surface {
    pub points: Vec<Vector3<f64>>,
    pub triangles: Vec<[u32; 3]>,
}

/// Builds a surface of about this many triangles.
type Build = fn(usize) -> Surface;

/// The kinds of surfaces, by name, each with what builds one of about this many triangles.
pub const KINDS: [(&str, Build); 4] = [
    ("knot", knot),
    ("spring", spring),
    ("bumpy sphere", bumpy_sphere),
    ("plant", plant),
];

impl Surface {
    /// Adds a grid of `rows` by `columns` cells, whose columns close to a ring.
    fn add_ring(&mut self, rows: usize, columns: usize, place: impl Fn(f64, f64) -> Vector3<f64>) {
        let first = self.points.len() as u32;
        let share = |number: usize, of: usize| number as f64 / of as f64;
        for row in 0..=rows {
            let places = (0..columns).map(|column| place(share(row, rows), share(column, columns)));
            self.points.extend(places);
        }
        let index = |row: usize, column: usize| first + (row * columns + column % columns) as u32;
        for row in 0..rows {
            for column in 0..columns {
                let [a, b] = [index(row, column), index(row, column + 1)];
                let [c, d] = [index(row + 1, column), index(row + 1, column + 1)];
                self.triangles.extend([[a, b, c], [b, d, c]]);
            }
        }
    }

    /// Adds a tube around a curve. `radius` may depend on the share of the curve.
    fn add_tube(
        &mut self,
        triangles: usize,
        curve: impl Fn(f64) -> Vector3<f64>,
        radius: impl Fn(f64) -> f64,
    ) {
        let around = ((triangles as f64 / 20.0).sqrt().ceil() as usize).max(5);
        let along = (triangles / (2 * around)).max(3);
        self.add_ring(along, around, |s, turn| {
            let forward = (curve(s + 1e-4) - curve(s - 1e-4)).normalize();
            let side = forward.cross(&vector![0.31, 0.57, 0.76]).normalize();
            let turn = UnitQuaternion::from_scaled_axis(forward * (TAU * turn));
            curve(s) + turn * side * radius(s)
        });
    }
}

fn knot(triangles: usize) -> Surface {
    let mut knot = Surface::default();
    let curve = |s: f64| {
        let t = TAU * s;
        let out = 0.6 + 0.25 * (3.0 * t).cos();
        vector![
            out * (2.0 * t).cos(),
            out * (2.0 * t).sin(),
            0.25 * (3.0 * t).sin()
        ]
    };
    knot.add_tube(triangles, curve, |_| 0.1);
    knot
}

fn spring(triangles: usize) -> Surface {
    let mut spring = Surface::default();
    let curve = |s: f64| {
        let t = 6.0 * TAU * s;
        vector![0.5 * t.cos(), 0.5 * t.sin(), 1.6 * s - 0.8]
    };
    spring.add_tube(triangles, curve, |_| 0.05);
    spring
}

fn bumpy_sphere(triangles: usize) -> Surface {
    let mut sphere = Surface::default();
    let around = (triangles as f64).sqrt() as usize;
    // open at both poles, so that no triangle is degenerate
    sphere.add_ring(around / 2, around, |down, turn| {
        let (down, turn) = (PI * (0.02 + 0.96 * down), TAU * turn);
        let out = 0.8 + 0.12 * (9.0 * down).sin() * (11.0 * turn).sin();
        vector![down.sin() * turn.cos(), down.sin() * turn.sin(), down.cos()] * out
    });
    sphere
}

/// A stem with leaves that bend.
fn plant(triangles: usize) -> Surface {
    let mut plant = Surface::default();
    let share = triangles / 13;
    plant.add_tube(
        share,
        |s| vector![0.05 * (5.0 * s).sin(), 0.0, 1.6 * s - 0.8],
        |_| 0.04,
    );
    for leaf in 0..12 {
        let turn = 2.4 * f64::from(leaf);
        let foot = -0.6 + 0.11 * f64::from(leaf);
        let curve = move |s: f64| {
            let out = 0.8 * s;
            vector![
                out * turn.cos(),
                out * turn.sin(),
                foot + 0.5 * s - 0.6 * s * s
            ]
        };
        plant.add_tube(share, curve, |s| {
            0.01 + 0.09 * (PI * s.clamp(0.0, 1.0)).sin()
        });
    }
    plant
}
