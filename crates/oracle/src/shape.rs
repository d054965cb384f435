//! Bodies at rest: shapes in their own frame, reduced to a core and a radius.

use super::hull::Hull;
use super::lift;
use nalgebra::{SVector, Vector3};

/// A convex shape in its body frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape<const D: usize> {
    /// A ball centred at the origin.
    Ball { radius: f64 },
    /// A box centred at the origin, with faces normal to the axes.
    Cuboid { half: SVector<f64, D> },
    /// All points within `radius` of a segment on the y axis.
    Capsule { half_height: f64, radius: f64 },
    /// A cylinder about the y axis. In the plane it is a rectangle.
    Cylinder { half_height: f64, radius: f64 },
    /// A cone about the y axis with its apex at `+half_height`. In the plane it is an isosceles triangle.
    Cone { half_height: f64, radius: f64 },
    /// A segment.
    Segment([SVector<f64, D>; 2]),
    /// A triangle.
    Triangle([SVector<f64, D>; 3]),
    /// The convex hull of some points.
    Points(Vec<SVector<f64, D>>),
}

/// All points within `round` of a shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Body<const D: usize> {
    pub shape: Shape<D>,
    pub round: f64,
}

/// A body without its radius, in space.
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
    /// Returns the shape as a body that is not rounded.
    pub fn sharp(shape: Shape<D>) -> Self {
        Self { shape, round: 0.0 }
    }

    /// Returns the body in space. A ball becomes a point with a radius, a capsule a segment with a radius.
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
    /// Returns half the size of the body, or a little more. No point is farther than this from the middle.
    pub fn extent(&self) -> f64 {
        self.solid.reach(&self.solid.middle()) + self.radius
    }
}

impl Solid {
    /// Returns the support point along `direction`, which need not be a unit vector.
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

    /// Returns some point inside the solid.
    pub fn middle(&self) -> Vector3<f64> {
        match self {
            Solid::Polytope(hull) => {
                hull.vertices.iter().sum::<Vector3<f64>>() / hull.vertices.len() as f64
            }
            _ => Vector3::zeros(),
        }
    }

    /// Returns the largest distance of the solid's points from `center`.
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

/// Returns the point farthest along `direction`.
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

/// Returns the point farthest along `direction` on a disc about the y axis, at height `y`.
fn rim_point(radius: f64, y: f64, direction: &Vector3<f64>) -> Vector3<f64> {
    let across = direction.x.hypot(direction.z);
    // Along the axis all points of the disc are equally far. The middle serves as well as any.
    let scale = if across > 0.0 { radius / across } else { 0.0 };
    Vector3::new(direction.x * scale, y, direction.z * scale)
}

/// Returns the corners of a box centred at the origin.
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
