//! A rounded box over a half-space, both of which may turn: its height over the boundary, by Rodrigues' formula.

use nalgebra::{Matrix3, Vector3};

/// A frame that turns about its origin at a constant angular velocity, while its origin has a constant acceleration.
#[derive(Clone, Debug)]
pub struct Path {
    pub rotation: Matrix3<f64>,
    pub position: Vector3<f64>,
    pub velocity: Vector3<f64>,
    pub spin: Vector3<f64>,
    pub acceleration: Vector3<f64>,
}

impl Path {
    fn at(&self, time: f64) -> (Matrix3<f64>, Vector3<f64>) {
        let position =
            self.position + self.velocity * time + self.acceleration * (0.5 * time * time);
        let speed = self.spin.norm();
        if speed == 0.0 {
            return (self.rotation, position);
        }
        let skew = (self.spin / speed).cross_matrix();
        let (sin, cos) = (speed * time).sin_cos();
        let turn = Matrix3::identity() + skew * sin + skew * skew * (1.0 - cos);
        (turn * self.rotation, position)
    }
}

/// The box and the half-space, each in its own frame.
#[derive(Clone, Debug)]
pub struct Scene {
    pub half_extents: Vector3<f64>,
    pub radius: f64,
    pub body: Path,
    pub normal: Vector3<f64>,
    pub point: Vector3<f64>,
    pub floor: Path,
}

impl Scene {
    /// The signed distance of the box and the half-space.
    pub fn height(&self, time: f64) -> f64 {
        let (body, center) = self.body.at(time);
        let (floor, place) = self.floor.at(time);
        let normal = floor * self.normal;
        let boundary = floor * self.point + place;
        let half = (body.transpose() * normal).abs().dot(&self.half_extents);
        normal.dot(&(center - boundary)) - half - self.radius
    }

    /// The least height in a span: the lowest of many samples, refined around every sample lower than its neighbours.
    pub fn lowest(&self, start: f64, end: f64, samples: usize) -> f64 {
        let time = |i: usize| start + (end - start) * i as f64 / samples as f64;
        let heights: Vec<f64> = (0..=samples).map(|i| self.height(time(i))).collect();
        let least = heights.iter().copied().fold(f64::INFINITY, f64::min);
        let refined = (1..samples)
            .filter(|&i| heights[i] <= heights[i - 1] && heights[i] <= heights[i + 1])
            .map(|i| self.refined(time(i - 1), time(i + 1)));
        refined.fold(least, f64::min)
    }

    fn refined(&self, mut start: f64, mut end: f64) -> f64 {
        for _ in 0..40 {
            let third = (end - start) / 3.0;
            if self.height(start + third) < self.height(end - third) {
                end -= third;
            } else {
                start += third;
            }
        }
        self.height(0.5 * (start + end))
    }

    /// The size of the coordinates, of which the heights here lose some ulps.
    pub fn size(&self) -> f64 {
        let of = |path: &Path| {
            path.position.norm() + path.velocity.norm() + path.acceleration.norm() + 1.0
        };
        of(&self.body) + of(&self.floor) + self.point.norm() + self.half_extents.norm()
    }
}
