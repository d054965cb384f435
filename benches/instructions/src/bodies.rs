//! Builds the bodies of the queries.

use std::f64::consts::PI;

use nalgebra::{Isometry3, SVector, Vector3};
use photofinish::motion::{ConstantVelocity, ConstantVelocity3};
use photofinish::shape::{AnyShape, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder};
use photofinish::support::Posed;
use photofinish::{Moving, Real, SupportMap};

/// A shape and its pose. If it moves, this is the pose at time 0.
#[derive(Clone, Copy)]
pub struct Placed<S, T: Real> {
    pub shape: S,
    pub pose: Isometry3<T>,
}

/// A body in space that turns at a constant rate.
pub type Body<S, T> = Moving<S, ConstantVelocity3<T>, T, 3>;

impl<S: SupportMap<T, 3>, T: Real> Placed<S, T> {
    pub fn at_rest(self) -> Posed<S, T, 3> {
        Posed::new(self.shape, &self.pose).expect("finite")
    }

    pub fn moving(self, velocity: [f64; 3], spin: [f64; 3]) -> Body<S, T> {
        let motion = ConstantVelocity::new(self.pose, vector(velocity), vector(spin));
        Moving::new(self.shape, motion.expect("finite"))
    }
}

/// Returns a cuboid with these half edges, this position of its centre, and this turn (axis times angle).
pub fn cuboid<T: Real>(
    half: [f64; 3],
    position: [f64; 3],
    turn: [f64; 3],
) -> Placed<Cuboid<T, 3>, T> {
    placed(Cuboid::new(vector(half)).expect("positive"), position, turn)
}

pub fn placed<S, T: Real>(shape: S, position: [f64; 3], turn: [f64; 3]) -> Placed<S, T> {
    Placed {
        shape,
        pose: Isometry3::new(vector(position), vector(turn)),
    }
}

/// Returns a shape of each of six kinds, all about as large.
pub fn shapes<T: Real>() -> Vec<AnyShape<T, 3>> {
    let half = T::of(0.4);
    let points = ellipsoid(32).map(|point| point.map(T::of));
    let points: Vec<_> = points.collect();
    vec![
        Ball::new(half).expect("positive").into(),
        Cuboid::new(vector::<T, 3>([0.5, 0.4, 0.3]))
            .expect("positive")
            .into(),
        Capsule::new(half, T::of(0.25)).expect("positive").into(),
        Cylinder::new(half, T::of(0.35)).expect("positive").into(),
        Cone::new(half, T::of(0.4)).expect("positive").into(),
        ConvexHull::new(&points).expect("finite").into(),
    ]
}

/// Returns the hull of points on an [`ellipsoid`].
pub fn hull(points: usize) -> ConvexHull<f64, 3> {
    let points: Vec<_> = ellipsoid(points).collect();
    ConvexHull::new(&points).expect("finite")
}

/// Returns points on an ellipsoid. They lie on a spiral that gives each point an equal area of a sphere.
pub fn ellipsoid(points: usize) -> impl Iterator<Item = Vector3<f64>> {
    let golden_angle = PI * (3.0 - 5.0f64.sqrt());
    let point = move |index: usize| {
        let height = 1.0 - (2 * index + 1) as f64 / points as f64;
        let radius = (1.0 - height * height).sqrt();
        let (sin, cos) = (golden_angle * index as f64).sin_cos();
        Vector3::new(0.6 * radius * cos, 0.45 * radius * sin, 0.3 * height)
    };
    (0..points).map(point)
}

/// Returns the corners of a prism with a regular base.
pub fn prism(sides: u32) -> impl Iterator<Item = Vector3<f64>> {
    let corner = move |index: u32| {
        let (sin, cos) = (2.0 * PI * f64::from(index) / f64::from(sides)).sin_cos();
        [-0.4, 0.4].map(|height| Vector3::new(0.6 * cos, 0.6 * sin, height))
    };
    (0..sides).flat_map(corner)
}

pub fn vector<T: Real, const D: usize>(coordinates: [f64; D]) -> SVector<T, D> {
    SVector::from(coordinates.map(T::of))
}
