//! Asks parry. Its two precisions are two crates with the same names in them.
//!
//! `distance` is `query::distance` with the points of `query::closest_points`; the signed distance is `query::contact`
//! with a prediction that no distance exceeds. All these functions take poses in the world and answer in the world.

/// Defines the contender of one crate.
macro_rules! parry {
    ($scalar:ident, $krate:ident, $name:literal) => {
        pub mod $scalar {
            use nalgebra::Vector3;
            use $krate::math::{Pose, Rot3, Vector};
            use $krate::query::{self, ClosestPoints};
            use $krate::shape::{
                Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, Segment,
                Shape as AnyShape, Triangle,
            };

            use super::super::{Answer, Contender, Measure, Pair, Question, Slack};
            use crate::oracle::shape::Shape;
            use crate::scenes::{Case, Solid};

            pub struct Parry;

            impl Contender for Parry {
                fn name(&self) -> &'static str {
                    $name
                }

                fn epsilon(&self) -> f64 {
                    f64::from($scalar::EPSILON)
                }

                fn slack(&self, question: Question) -> Slack {
                    // parry's search ends at this relative difference of its bounds
                    let share = match question {
                        Question::Intersects => 0.0,
                        _ => (10.0 * self.epsilon()).sqrt(),
                    };
                    Slack { length: 0.0, share }
                }

                fn build(&self, case: &Case) -> Result<Box<dyn Pair>, Answer> {
                    Ok(Box::new(Bodies {
                        a: (pose(&case.a), shape(&case.a.shape)?),
                        b: (pose(&case.b), shape(&case.b.shape)?),
                    }))
                }
            }

            struct Bodies {
                a: (Pose, Box<dyn AnyShape>),
                b: (Pose, Box<dyn AnyShape>),
            }

            impl Pair for Bodies {
                fn distance(&self) -> Answer {
                    let ((pose_a, a), (pose_b, b)) = (&self.a, &self.b);
                    match query::distance(pose_a, &**a, pose_b, &**b) {
                        Ok(found) => Answer::Measured(Measure {
                            signed: f64::from(found.distance),
                            normal: None,
                            points: None,
                        }),
                        Err(_) => Answer::NotOffered,
                    }
                }

                fn intersects(&self) -> Answer {
                    let ((pose_a, a), (pose_b, b)) = (&self.a, &self.b);
                    match query::intersection_test(pose_a, &**a, pose_b, &**b) {
                        Ok(found) => Answer::Touching(found.intersecting),
                        Err(_) => Answer::NotOffered,
                    }
                }

                fn signed(&self) -> Answer {
                    let ((pose_a, a), (pose_b, b)) = (&self.a, &self.b);
                    match query::contact(pose_a, &**a, pose_b, &**b, $scalar::MAX) {
                        Ok(Some(contact)) => Answer::Measured(Measure {
                            signed: f64::from(contact.dist),
                            normal: Some(double(contact.normal1)),
                            points: Some([double(contact.point1), double(contact.point2)]),
                        }),
                        Ok(None) => Answer::Nothing,
                        Err(_) => Answer::NotOffered,
                    }
                }

                fn closest_points(&self) -> Option<[Vector3<f64>; 2]> {
                    let ((pose_a, a), (pose_b, b)) = (&self.a, &self.b);
                    match query::closest_points(pose_a, &**a, pose_b, &**b, $scalar::MAX) {
                        Ok(ClosestPoints::WithinMargin(on_a, on_b)) => {
                            Some([double(on_a), double(on_b)])
                        }
                        _ => None,
                    }
                }
            }

            pub(crate) fn pose(solid: &Solid) -> Pose {
                let [x, y, z, w] = solid.quaternion.map(|number| number as $scalar);
                let rotation = Rot3::from_xyzw(x, y, z, w).normalize();
                Pose::from_parts(vector(&solid.position), rotation)
            }

            pub(crate) fn shape(shape: &Shape<3>) -> Result<Box<dyn AnyShape>, Answer> {
                Ok(match shape {
                    Shape::Ball { radius } => Box::new(Ball::new(*radius as $scalar)),
                    Shape::Cuboid { half } => Box::new(Cuboid::new(vector(half))),
                    Shape::Capsule {
                        half_height,
                        radius,
                    } => Box::new(Capsule::new_y(*half_height as $scalar, *radius as $scalar)),
                    Shape::Cylinder {
                        half_height,
                        radius,
                    } => Box::new(Cylinder::new(*half_height as $scalar, *radius as $scalar)),
                    Shape::Cone {
                        half_height,
                        radius,
                    } => Box::new(Cone::new(*half_height as $scalar, *radius as $scalar)),
                    Shape::Points(points) => {
                        let points: Vec<_> = points.iter().map(vector).collect();
                        Box::new(
                            ConvexPolyhedron::from_convex_hull(&points).ok_or(Answer::NotBuilt)?,
                        )
                    }
                    Shape::Segment([a, b]) => Box::new(Segment::new(vector(a), vector(b))),
                    Shape::Triangle([a, b, c]) => {
                        Box::new(Triangle::new(vector(a), vector(b), vector(c)))
                    }
                })
            }

            pub(crate) fn vector(v: &Vector3<f64>) -> Vector {
                Vector::new(v.x as $scalar, v.y as $scalar, v.z as $scalar)
            }

            fn double(v: Vector) -> Vector3<f64> {
                Vector3::new(f64::from(v.x), f64::from(v.y), f64::from(v.z))
            }
        }
    };
}

parry!(f32, parry3d, "parry3d");
parry!(f64, parry3d_f64, "parry3d-f64");
