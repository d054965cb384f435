//! Bodies of a heap.

use std::f32::consts::PI;
use std::sync::Arc;

use nalgebra::{Isometry3, Matrix3, Translation3, UnitQuaternion, Vector3};
use photofinish::SupportMap;
use photofinish::shape::AnyShape;

use crate::solid::mass;

/// A rigid body, whose centre of mass is the origin of its frame. Vectors are in the world.
///
/// Its angular velocity is constant unless something hits it: the terms that make bodies with different moments of
/// inertia tumble are left out.
#[derive(Clone, Debug)]
pub struct Body {
    shape: Arc<AnyShape<f32, 3>>,
    /// The largest distance of a point from the centre.
    pub(super) reach: f32,
    pub(super) pose: Isometry3<f32>,
    pub(super) velocity: Vector3<f32>,
    pub(super) spin: Vector3<f32>,
    pub(super) inverse_mass: f32,
    /// In the frame of the body.
    inverse_inertia: Matrix3<f32>,
}

impl Body {
    /// Returns a homogeneous body at rest.
    pub(super) fn new(
        shape: Arc<AnyShape<f32, 3>>,
        density: f32,
        pose: Isometry3<f32>,
        velocity: Vector3<f32>,
    ) -> Self {
        let (volume, inertia) = volume_and_inertia(&shape);
        let inverse_mass = 1.0 / (density * volume);
        let inverse = (inertia * density).try_inverse();
        Self {
            reach: shape.reach(&Vector3::zeros()),
            shape,
            pose,
            velocity,
            spin: Vector3::zeros(),
            inverse_mass,
            inverse_inertia: inverse.unwrap_or_else(Matrix3::zeros),
        }
    }

    /// Returns the shape.
    pub fn shape(&self) -> &Arc<AnyShape<f32, 3>> {
        &self.shape
    }

    /// Returns the pose.
    pub fn pose(&self) -> &Isometry3<f32> {
        &self.pose
    }

    /// Returns the velocity of the centre.
    pub fn velocity(&self) -> &Vector3<f32> {
        &self.velocity
    }

    /// Returns the inverse of the inertia in the axes of the world.
    pub(super) fn inverse_inertia(&self) -> Matrix3<f32> {
        let rotation = self.pose.rotation.to_rotation_matrix().into_inner();
        rotation * self.inverse_inertia * rotation.transpose()
    }

    /// Returns where the body gets in a time, if nothing stops it.
    pub(super) fn after(&self, time: f32) -> Isometry3<f32> {
        let turn = UnitQuaternion::from_scaled_axis(self.spin * time);
        let mut rotation = turn * self.pose.rotation;
        rotation.renormalize();
        Isometry3::from_parts(
            Translation3::from(self.pose.translation.vector + self.velocity * time),
            rotation,
        )
    }

    /// Returns whether balls around both bodies are apart.
    pub(super) fn is_clear_of(&self, other: &Self) -> bool {
        let way = self.pose.translation.vector - other.pose.translation.vector;
        way.norm() > self.reach + other.reach
    }

    /// Returns the velocity of the body's point that is at this place.
    pub(super) fn velocity_at(&self, point: &Vector3<f32>) -> Vector3<f32> {
        self.velocity + self.spin.cross(&(point - self.pose.translation.vector))
    }
}

/// Returns the volume, and the moments of inertia for a density of 1. Round bodies have the y axis.
fn volume_and_inertia(shape: &AnyShape<f32, 3>) -> (f32, Matrix3<f32>) {
    let about = |x: f32, y: f32, z: f32| Matrix3::from_diagonal(&Vector3::new(x, y, z));
    match shape {
        AnyShape::Cuboid(cuboid) => {
            let half = cuboid.half_extents();
            let volume = 8.0 * half.product();
            let squares = half.component_mul(half);
            let moments = squares.map(|square| volume / 3.0 * (squares.sum() - square));
            (volume, Matrix3::from_diagonal(&moments))
        }
        AnyShape::Cylinder(cylinder) => {
            let (h, r) = (cylinder.half_height(), cylinder.base_radius());
            let volume = PI * r * r * 2.0 * h;
            let across = volume * (r * r / 4.0 + h * h / 3.0);
            (volume, about(across, volume * r * r / 2.0, across))
        }
        AnyShape::Capsule(capsule) => {
            let (h, r) = (capsule.half_height(), capsule.radius());
            let (middle, ends) = (PI * r * r * 2.0 * h, 4.0 / 3.0 * PI * r.powi(3));
            let along = (middle / 2.0 + ends * 0.4) * r * r;
            // both half balls together are a ball, each with its centre of mass 3/8 of the radius beyond the cylinder
            let of_ends = ends * (0.4 * r * r + h * h + 0.75 * h * r);
            let across = middle * (r * r / 4.0 + h * h / 3.0) + of_ends;
            (middle + ends, about(across, along, across))
        }
        AnyShape::ConvexHull(hull) => {
            let exact = hull.vertices().iter().map(|point| point.map(f64::from));
            let points: Vec<_> = exact.collect();
            let mass = photofinish::shape::ConvexHull::new(&points)
                .map(|hull| mass(&[hull], 1.0))
                .expect("the vertices of a hull have a hull");
            (mass.mass as f32, mass.inertia.map(|x| x as f32))
        }
        round => {
            let r = round.radius();
            let volume = 4.0 / 3.0 * PI * r.powi(3);
            let moment = 0.4 * volume * r * r;
            (volume, about(moment, moment, moment))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::vector;
    use photofinish::shape::{Capsule, ConvexHull, Cuboid, Cylinder};

    /// A hull of many points on a shape has nearly its volume and moments.
    #[test]
    fn the_moments_are_those_of_a_hull_of_support_points() {
        let shapes: [AnyShape<f32, 3>; 3] = [
            Cuboid::new(vector![0.3, 0.2, 0.5]).unwrap().into(),
            Cylinder::new(0.4, 0.3).unwrap().into(),
            Capsule::new(0.4, 0.3).unwrap().into(),
        ];
        for shape in shapes {
            let mut points = Vec::new();
            for ring in 0..=60u16 {
                let (sine, cosine) = (f32::from(ring) / 60.0 * PI).sin_cos();
                for step in 0..60u16 {
                    let (x, z) = (f32::from(step) / 30.0 * PI).sin_cos();
                    let direction = vector![x * sine, cosine, z * sine];
                    points.push(shape.support_point(&direction));
                }
            }
            let hull = AnyShape::from(ConvexHull::welded(&points, 1e-4).unwrap());
            let (volume, moments) = volume_and_inertia(&shape);
            let (of_hull, moments_of_hull) = volume_and_inertia(&hull);
            assert!((volume / of_hull - 1.0).abs() < 0.01, "{volume} {of_hull}");
            let off = (moments - moments_of_hull).amax() / moments.amax();
            assert!(off < 0.015, "{moments} {moments_of_hull}");
        }
    }
}
