//! Points on which hull algorithms are known to fail.

use nalgebra::{Rotation3, SVector, Vector3};
use photofinish::Real;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Points, and whether their hull must leave none of them outside.
pub struct Input<T, const D: usize> {
    pub points: Vec<SVector<T, D>>,
    pub is_exact: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Family {
    Ball,
    Sphere,
    Circle,
    /// Its coordinates are exact in any precision.
    Grid,
    JitteredGrid,
    TurnedGrid,
    /// Has every corner of a cube several times, each slightly different.
    JitteredCorners,
    /// Has every corner of a cube several times, a few ulps apart.
    CornersByUlps,
    AllEqual,
    Duplicates,
    Collinear,
    CollinearOnAxis,
    TurnedLine,
    Coplanar,
    TurnedPlane,
    Needle,
    Plate,
    Prism,
    Lens,
    Far,
    Sized,
    Subnormal,
}

impl Family {
    pub const ALL: [Self; 22] = [
        Self::Ball,
        Self::Sphere,
        Self::Circle,
        Self::Grid,
        Self::JitteredGrid,
        Self::TurnedGrid,
        Self::JitteredCorners,
        Self::CornersByUlps,
        Self::AllEqual,
        Self::Duplicates,
        Self::Collinear,
        Self::CollinearOnAxis,
        Self::TurnedLine,
        Self::Coplanar,
        Self::TurnedPlane,
        Self::Needle,
        Self::Plate,
        Self::Prism,
        Self::Lens,
        Self::Far,
        Self::Sized,
        Self::Subnormal,
    ];

    /// Returns between one and a few dozen points.
    pub fn random<T: Real, const D: usize>(self, seed: u64) -> Input<T, D> {
        let mut rng = StdRng::seed_from_u64(0x6875_6c6c + 1_000_003 * seed);
        let count = rng.random_range(1..60);
        self.input(rng, count)
    }

    /// Returns about `count` points.
    pub fn counted<T: Real, const D: usize>(self, count: usize, seed: u64) -> Vec<SVector<T, D>> {
        let rng = StdRng::seed_from_u64(0x6d61_6e79 + 1_000_003 * seed);
        self.input(rng, count).points
    }

    fn input<T: Real, const D: usize>(self, mut rng: StdRng, count: usize) -> Input<T, D> {
        let points = self.in_double(&mut rng, count);
        let by_ulps = self == Self::CornersByUlps;
        let mut ulps = |x: T| {
            let steps = if by_ulps { rng.random_range(-6..=6) } else { 0 };
            x + x.abs() * T::EPSILON * T::of(0.5 * f64::from(steps))
        };
        let convert = |p: &Vector3<f64>| SVector::from_fn(|axis, _| ulps(T::of(p[axis])));
        Input {
            points: points.iter().map(convert).collect(),
            is_exact: [Self::Ball, Self::Grid, Self::AllEqual, Self::Duplicates].contains(&self)
                || self == Self::CollinearOnAxis,
        }
    }

    fn in_double(self, rng: &mut StdRng, count: usize) -> Vec<Vector3<f64>> {
        let ball: Vec<_> = (0..count).map(|_| in_ball(rng)).collect();
        let sphere = || ball.iter().map(Vector3::normalize);
        let side = (count as f64).cbrt().ceil().max(2.0) as i32;
        let noise = jitter(rng);
        let thickness = 10.0f64.powi(rng.random_range(-18..-2));
        match self {
            Self::Ball => ball,
            Self::Sphere => sphere().collect(),
            Self::Circle => turned(rng, circle(count, 0.0)),
            Self::Grid => grid(side),
            Self::JitteredGrid => moved(rng, grid(side), noise),
            Self::TurnedGrid => turned(rng, grid(side)),
            Self::JitteredCorners => {
                let corners = grid(2).repeat(1 + count / 8);
                moved(rng, corners, noise)
            }
            Self::CornersByUlps => {
                let corners = turned(rng, grid(2));
                corners.repeat(1 + count / 8)
            }
            Self::AllEqual => vec![ball[0]; count],
            Self::Duplicates => ball[..count.min(9)].repeat(7),
            Self::Collinear => ball.iter().map(|p| Vector3::repeat(p.x)).collect(),
            Self::CollinearOnAxis => ball.iter().map(|p| Vector3::y() * p.x).collect(),
            Self::TurnedLine => {
                let line = ball.iter().map(|p| Vector3::y() * p.x).collect();
                turned(rng, line)
            }
            Self::Coplanar => ball.iter().map(|p| Vector3::new(p.x, p.y, p.x)).collect(),
            Self::TurnedPlane => {
                let plane = grid(side)
                    .iter()
                    .map(|p| Vector3::new(p.x, p.y, 0.0))
                    .collect();
                turned(rng, plane)
            }
            Self::Needle => scaled(rng, &ball, Vector3::new(1.0, thickness, thickness)),
            Self::Plate => scaled(rng, &ball, Vector3::new(1.0, 1.0, thickness)),
            Self::Prism => {
                let both = [-0.5, 0.5].map(|height| circle(count.max(3), height));
                turned(rng, both.concat())
            }
            Self::Lens => {
                let tips = [-thickness, thickness].map(|z| Vector3::z() * z);
                turned(rng, [circle(count, 0.0), tips.to_vec()].concat())
            }
            Self::Far => {
                let offset = in_ball(rng) * 10.0f64.powi(rng.random_range(0..9));
                grid(side).iter().chain(&ball).map(|p| p + offset).collect()
            }
            Self::Sized => {
                let size = 10.0f64.powi(rng.random_range(-30..14));
                let wide = if rng.random_bool(0.5) {
                    grid(side)
                } else {
                    ball
                };
                wide.iter().map(|p| p * size).collect()
            }
            Self::Subnormal => {
                let smallest = if rng.random_bool(0.5) {
                    f64::from_bits(1)
                } else {
                    1.5e-45
                };
                ball.iter()
                    .map(|p| p.map(|x| (x * 9.0).round() * smallest))
                    .collect()
            }
        }
    }
}

fn in_ball(rng: &mut StdRng) -> Vector3<f64> {
    loop {
        let point = Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0));
        if point.norm() <= 1.0 && point.norm() > 0.01 {
            return point;
        }
    }
}

fn jitter(rng: &mut StdRng) -> f64 {
    const SIZES: [f64; 7] = [1e-3, 1e-7, 1e-13, 1e-14, 1e-15, 3e-16, 1e-16];
    SIZES[rng.random_range(0..SIZES.len())]
}

/// Returns the points of a cubic grid around the origin.
fn grid(side: i32) -> Vec<Vector3<f64>> {
    let places: Vec<f64> = (0..side)
        .map(|i| f64::from(i) - 0.5 * f64::from(side - 1))
        .collect();
    let mut points = Vec::new();
    for &x in &places {
        for &y in &places {
            points.extend(places.iter().map(|&z| Vector3::new(x, y, z)));
        }
    }
    points
}

fn circle(count: usize, height: f64) -> Vec<Vector3<f64>> {
    (0..count)
        .map(|i| {
            let (sin, cos) = (std::f64::consts::TAU * i as f64 / count as f64).sin_cos();
            Vector3::new(cos, sin, height)
        })
        .collect()
}

fn moved(rng: &mut StdRng, points: Vec<Vector3<f64>>, by: f64) -> Vec<Vector3<f64>> {
    points.iter().map(|p| p + in_ball(rng) * by).collect()
}

fn turned(rng: &mut StdRng, points: Vec<Vector3<f64>>) -> Vec<Vector3<f64>> {
    let rotation = Rotation3::new(in_ball(rng) * 3.0);
    points.iter().map(|p| rotation * p).collect()
}

/// Stretches points along the axes, and half of the time turns them after that.
fn scaled(rng: &mut StdRng, points: &[Vector3<f64>], by: Vector3<f64>) -> Vec<Vector3<f64>> {
    let points = points.iter().map(|p| p.component_mul(&by)).collect();
    if rng.random_bool(0.5) {
        turned(rng, points)
    } else {
        points
    }
}
