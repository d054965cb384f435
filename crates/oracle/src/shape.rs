//! Bodies at rest: shapes in their own frame, reduced to a core and a rounding radius.

use super::hull::Hull;
use super::lift;
use nalgebra::{SVector, Vector3};

/// A convex shape in its body frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape<const D: usize> {
    /// A ball about the origin.
    Ball { radius: f64 },
    /// A box about the origin, with faces across the axes.
    Cuboid { half: SVector<f64, D> },
    /// All points within `radius` of a segment on the y axis.
    Capsule { half_height: f64, radius: f64 },
    /// A cylinder about the y axis; a rectangle in the plane.
    Cylinder { half_height: f64, radius: f64 },
    /// A cone about the y axis, apex at `+half_height`; an isosceles triangle in the plane.
    Cone { half_height: f64, radius: f64 },
    /// A segment.
    Segment([SVector<f64, D>; 2]),
    /// A triangle.
    Triangle([SVector<f64, D>; 3]),
    /// The convex hull of some points.
    Points(Vec<SVector<f64, D>>),
}

/// A shape and all points within `round` of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Body<const D: usize> {
    pub shape: Shape<D>,
    pub round: f64,
}

/// What remains of a body when its rounding is taken off, in space.
#[derive(Clone, Debug)]
pub enum Solid {
    Polytope(Hull),
    Cylinder { half_height: f64, radius: f64 },
    Cone { half_height: f64, radius: f64 },
}

/// A body as the distance code sees it: all points within `radius` of `solid`.
#[derive(Clone, Debug)]
pub struct Core {
    pub solid: Solid,
    pub radius: f64,
}

impl<const D: usize> Body<D> {
    /// The shape without rounding.
    pub fn sharp(shape: Shape<D>) -> Self {
        Self { shape, round: 0.0 }
    }

    /// The body in space, with balls and capsules reduced to a point and a segment.
    pub fn core(&self) -> Core {
        let up = |y: f64| Vector3::new(0.0, y, 0.0);
        let polytope = |points: &[Vector3<f64>]| Solid::Polytope(Hull::new(points));
        let (solid, radius) = match &self.shape {
            Shape::Ball { radius } => (polytope(&[up(0.0)]), *radius),
            Shape::Cuboid { half } => (polytope(&corners(half)), 0.0),
            Shape::Capsule {
                half_height,
                radius,
            } => (polytope(&[up(-half_height), up(*half_height)]), *radius),
            &Shape::Cylinder {
                half_height,
                radius,
            } if D == 3 => (
                Solid::Cylinder {
                    half_height,
                    radius,
                },
                0.0,
            ),
            &Shape::Cone {
                half_height,
                radius,
            } if D == 3 => (
                Solid::Cone {
                    half_height,
                    radius,
                },
                0.0,
            ),
            Shape::Cylinder {
                half_height,
                radius,
            } => (
                polytope(&corners(&SVector::<f64, 2>::new(*radius, *half_height))),
                0.0,
            ),
            Shape::Cone {
                half_height,
                radius,
            } => {
                let foot = |x: f64| Vector3::new(x, -half_height, 0.0);
                (
                    polytope(&[up(*half_height), foot(-radius), foot(*radius)]),
                    0.0,
                )
            }
            Shape::Segment(points) => (polytope(&points.map(|p| lift(&p))), 0.0),
            Shape::Triangle(points) => (polytope(&points.map(|p| lift(&p))), 0.0),
            Shape::Points(points) => (polytope(&points.iter().map(lift).collect::<Vec<_>>()), 0.0),
        };
        Core {
            solid,
            radius: radius + self.round,
        }
    }
}

impl Core {
    /// Half the size of the body, or a little more: no point is farther from the middle.
    pub fn extent(&self) -> f64 {
        self.solid.reach(&self.solid.middle()) + self.radius
    }
}

impl Solid {
    /// A point of the solid farthest along `direction`, which need not be a unit vector.
    pub fn support_point(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        match self {
            Solid::Polytope(hull) => farthest(&hull.vertices, direction),
            Solid::Cylinder {
                half_height,
                radius,
            } => rim_point(*radius, half_height.copysign(direction.y), direction),
            Solid::Cone {
                half_height,
                radius,
            } => {
                let rim = rim_point(*radius, -half_height, direction);
                let apex = Vector3::new(0.0, *half_height, 0.0);
                if direction.dot(&rim) > direction.dot(&apex) {
                    rim
                } else {
                    apex
                }
            }
        }
    }

    /// A point of the solid.
    pub fn middle(&self) -> Vector3<f64> {
        match self {
            Solid::Polytope(hull) => {
                hull.vertices.iter().sum::<Vector3<f64>>() / hull.vertices.len() as f64
            }
            _ => Vector3::zeros(),
        }
    }

    /// No point of the solid is farther from `center` than this.
    pub fn reach(&self, center: &Vector3<f64>) -> f64 {
        let farthest_rim =
            |y: f64, radius: f64| (center.x.hypot(center.z) + radius).hypot(center.y - y);
        match self {
            Solid::Polytope(hull) => hull
                .vertices
                .iter()
                .map(|v| (v - center).norm())
                .fold(0.0, f64::max),
            Solid::Cylinder {
                half_height,
                radius,
            } => farthest_rim(*half_height, *radius).max(farthest_rim(-half_height, *radius)),
            Solid::Cone {
                half_height,
                radius,
            } => farthest_rim(*half_height, 0.0).max(farthest_rim(-half_height, *radius)),
        }
    }
}

/// The point farthest along `direction`.
pub fn farthest(points: &[Vector3<f64>], direction: &Vector3<f64>) -> Vector3<f64> {
    let mut best = (f64::NEG_INFINITY, points[0]);
    for point in points {
        let along = direction.dot(point);
        if along > best.0 {
            best = (along, *point);
        }
    }
    best.1
}

/// The point farthest along `direction` on the disc of this radius across the y axis.
fn rim_point(radius: f64, y: f64, direction: &Vector3<f64>) -> Vector3<f64> {
    let across = direction.x.hypot(direction.z);
    // All points of the disc tie when seen along the axis; its middle is as good as any.
    let scale = if across > 0.0 { radius / across } else { 0.0 };
    Vector3::new(direction.x * scale, y, direction.z * scale)
}

/// The corners of a box about the origin.
fn corners<const D: usize>(half: &SVector<f64, D>) -> Vec<Vector3<f64>> {
    (0..1 << D)
        .map(|signs: usize| {
            lift(&SVector::<f64, D>::from_fn(|i, _| {
                if signs >> i & 1 == 1 {
                    half[i]
                } else {
                    -half[i]
                }
            }))
        })
        .collect()
}
