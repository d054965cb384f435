//! The truth about a pair, in double precision and from the definitions alone.

use nalgebra::{Matrix3, Vector3};

use super::membership::{from_triangle, outside};
use super::model::Model;
use photofinish_oracle::shape::Solid;

/// Two placed bodies. All points are measured from the location of A.
pub struct Reference<'a, const D: usize> {
    pub models: [&'a Model<D>; 2],
    inverses: [Matrix3<f64>; 2],
    /// The vector from the location of A to that of B.
    pub offset: Vector3<f64>,
    /// The coordinates that occur, for each axis: half the sizes of both bodies about their locations, plus the offset.
    coordinates: Vector3<f64>,
    /// The coordinates that occur in the world.
    world: Vector3<f64>,
    pub radius: f64,
}

impl<'a, const D: usize> Reference<'a, D> {
    pub fn new(a: &'a Model<D>, b: &'a Model<D>) -> Self {
        let models = [a, b];
        let offset = b.location - a.location;
        let coordinates = offset.abs() + half_sizes(a) + half_sizes(b);
        Self {
            models,
            inverses: models.map(|model| model.matrix.try_inverse().expect("a rotation")),
            offset,
            coordinates,
            world: coordinates + a.location.abs() + b.location.abs(),
            radius: models.iter().map(|model| model.core.radius).sum(),
        }
    }

    /// Returns the supporting distance SD(s) of the bodies along a unit vector from A to B.
    pub fn supporting_distance(&self, s: &Vector3<f64>) -> f64 {
        s.dot(&self.offset) - self.reach(0, s) - self.reach(1, &-s) - self.radius
    }

    /// Returns how far the solid of a body reaches along s, from the body's location.
    fn reach(&self, side: usize, s: &Vector3<f64>) -> f64 {
        let local = self.models[side].matrix.tr_mul(s);
        let radius_along = |radius: f64| radius * local.x.hypot(local.z);
        match &self.models[side].core.solid {
            solid @ Solid::Polytope(_) => local.dot(&solid.support_point(&local)),
            Solid::Cylinder {
                half_height,
                radius,
            } => half_height * local.y.abs() + radius_along(*radius),
            Solid::Cone {
                half_height,
                radius,
            } => {
                let height = half_height * local.y;
                height.max(radius_along(*radius) - height)
            }
        }
    }

    /// Returns how far a point lies outside the core of a body. The point is measured from the location of A.
    pub fn outside_core(&self, side: usize, point: &Vector3<f64>) -> f64 {
        let location = self.offset * side as f64;
        let local = self.inverses[side] * (point - location);
        let model = self.models[side];
        outside(&model.core.solid, model.facets.as_ref(), &local)
    }

    /// Returns how far a point of the core is from the nearest face. The point is measured from the body's location.
    pub fn off_faces(&self, side: usize, point: &Vector3<f64>) -> f64 {
        let local = self.inverses[side] * point;
        let triangles = self.models[side].facets.iter().flat_map(|f| &f.triangles);
        let off = triangles.map(|triangle| from_triangle(triangle, &local));
        off.fold(f64::INFINITY, f64::min)
    }

    /// Returns the coordinates that count along a direction. Errors of distances are measured in ulps of them.
    pub fn coordinates(&self, s: &Vector3<f64>) -> f64 {
        s.abs().dot(&self.coordinates)
    }

    /// Returns the coordinates of points of the world, in any direction.
    pub fn world_coordinates(&self) -> f64 {
        self.world.norm()
    }

    pub fn is_smooth(&self) -> bool {
        self.models.iter().any(|model| model.is_smooth())
    }

    pub fn smaller_size(&self) -> f64 {
        self.models[0].size.min(self.models[1].size)
    }
}

fn half_sizes<const D: usize>(body: &Model<D>) -> Vector3<f64> {
    Vector3::from_fn(|row, _| {
        let axis = Vector3::ith(row, if row < D { 1.0 } else { 0.0 });
        let [ahead, behind] = [axis, -axis].map(|s| body.support_point(&s)[row].abs());
        ahead.max(behind)
    })
}
